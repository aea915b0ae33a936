import mindspore as ms
import numpy as np

from bad_layers import Encoder

encoder = Encoder(4)


def pool(x: ms.Tensor):
    hidden = encoder(x)
    return hidden.sum(0) / hidden.size(0)


print(pool(ms.Tensor(np.ones((3, 4)), ms.float32)))
