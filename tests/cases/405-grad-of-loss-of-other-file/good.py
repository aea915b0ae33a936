import numpy as np
import mindspore as ms
from mindspore import Tensor

from good_physics import energy

positions = Tensor(np.ones((4, 3)), ms.float32)


def forces(positions):
    return -ms.grad(energy)(positions)


print(forces(positions))
