import mindspore as ms
import numpy as np
import torch

from ok_models import mindspore_net, torch_net


def compare(rows):
    array = np.random.rand(rows, 4).astype(np.float32)
    ours, theirs = mindspore_net(4), torch_net(4)
    weight = theirs[0].weight.detach().cpu().numpy()
    ours[0].weight.set_data(ms.Tensor(weight))
    with torch.no_grad():
        expected = theirs(torch.from_numpy(array)).numpy()
    found = ours(ms.Tensor(array)).asnumpy()
    return np.abs(found - expected).max(), theirs[0].weight.size(0), expected.size
