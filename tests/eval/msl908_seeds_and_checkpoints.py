"""Seeds that seed nothing and checkpoints that save nothing, in MindTorch."""

import mindspore as ms
import mindtorch.torch as torch
import mindtorch.torch.utils.checkpoint as checkpoints
import msadapter.pytorch as adapter
import numpy as np
from mindtorch.torch import cuda
from mindtorch.torch.utils.checkpoint import checkpoint, checkpoint_sequential

torch.cuda.manual_seed(0)  # error: MSL908@1
cuda.manual_seed_all(0)  # error: MSL908


def seed_everything(seed):
    np.random.seed(seed)
    torch.cuda.manual_seed_all(seed)  # error: MSL908
    adapter.zeros(2)


def empty():
    torch.cuda.empty_cache()  # ok: does no harm
    torch.cuda.set_device(0)  # ok: does no harm
    return torch.ones(2, device="cuda:0").cuda()  # ok: does no harm


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 2))

    def forward(self, x):
        x = checkpoint(self.layers, x)  # error: MSL908@13
        x = checkpoints.checkpoint(self.layers, x, use_reentrant=False)  # error: MSL908
        x = torch.utils.checkpoint.checkpoint(self.layers, x)  # error: MSL908
        return checkpoint_sequential(self.layers, 2, x)  # error: MSL908


class Recomputed(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(2, 2)

    def forward(self, x):
        return ms.recompute(self.layer, x)  # ok: MindSpore's own


class Store:
    def checkpoint(self, function, x):
        return function(x)

    def manual_seed(self, seed):
        return seed


store = Store()
store.checkpoint(Block(), 1)  # ok: the project's own


def load(path):
    state = torch.load(path)
    return state["checkpoint"]  # ok: another checkpoint


def unknown(given, x):
    given.cuda.manual_seed(0)  # ok: anything
    return given.utils.checkpoint.checkpoint(x, x)  # ok: anything
