# spellings: ms parent module
# silent-as: torch mindtorch
"""PyTorch's names on MindSpore's modules."""

import mindspore as ms
from mindspore import Parameter, Tensor, mint, nn, ops

x = ops.ones((1, 1, 2, 2))


class Block(nn.Module):  # error: MSL703@13
    def __init__(self, act: nn.Module = nn.ReLU, norm=nn.LayerNorm):  # error: MSL703
        super().__init__()
        self.layers = nn.ModuleList([nn.Dense(2, 2)])  # error: MSL703
        self.body = nn.Sequential(nn.Dense(2, 2), nn.ReLU())  # error: MSL703
        self.scale = nn.Parameter(Tensor([1.0]))  # error: MSL703
        self.up = nn.ConvTranspose2d(1, 1, 2)  # error: MSL703
        self.more = nn.ParameterList([])  # error: MSL703

    def construct(self, x):
        return nn.functional.relu(self.body(x))  # error: MSL703


def make(layer: type[nn.Module]):  # error: MSL703
    return isinstance(layer, nn.Module)  # error: MSL703


types = [mint.float32, mint.long]  # error: MSL703, MSL703
limits = ms.finfo(ms.float32)  # error: MSL703
sizes = ms.Size((2, 2))  # error: MSL703
initial = nn.init.normal_(x)  # error: MSL703
places = ops.as_tensor(x)  # error: MSL703


class Right(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.CellList([nn.Dense(2, 2)])  # ok: MindSpore's
        self.body = nn.SequentialCell(nn.Dense(2, 2), nn.ReLU())  # ok: MindSpore's
        self.scale = Parameter(Tensor([1.0]))  # ok: MindSpore's
        self.up = nn.Conv2dTranspose(1, 1, 2)  # ok: MindSpore's
        self.linear = mint.nn.Linear(2, 2)  # ok: mint has PyTorch's name
        self.transposed = mint.nn.ConvTranspose2d(1, 1, 2)  # ok: mint has it

    def construct(self, x):
        return mint.nn.functional.relu(self.body(x)), ms.tensor(1.0)  # ok: both there
