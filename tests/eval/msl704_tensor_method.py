# silent-as: torch mindtorch
"""What PyTorch's tensors have and MindSpore's have not."""

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, mint, nn, ops

net = nn.Dense(2, 1)
x = Tensor(np.ones((4, 2)), ms.float32)
weight = Parameter(x, name="weight")

batch = x.size(0)  # error: MSL704@9
shape = x.size()  # error: MSL704
last = ops.square(x).size(-1)  # error: MSL704
x.unsqueeze_(0)  # error: MSL704
y = net(x).relu()  # error: MSL704@5
moved = ops.ones((2, 2)).cuda()  # error: MSL704
array = mint.matmul(x, x.T).cpu().numpy()  # error: MSL704
also_moved = x.to("cuda:0")  # error: MSL704
device = "cuda"
moved_by_name = x.to(device)  # error: MSL704
moved_by_keyword = x.to(device=device)  # error: MSL704
where = x.is_cuda or weight.is_cuda  # error: MSL704, MSL704
weight.clamp_min_(0)  # error: MSL704
fresh = (x + 1).new_tensor([1.0])  # error: MSL704
part = x.real * 2  # error: MSL704
rows = [each.size(0) for each in (x, x + 1)]  # error: MSL704


class Pooler(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2, 2)
        self.scale = Parameter(ops.ones((2,)))

    def construct(self, hidden, mask, given: Tensor, other, names):
        size = hidden.size(0) + mask.size(1)  # error: MSL704, MSL704
        hidden = self.dense(hidden).view(hidden.shape) * mask
        count = given.size(0)  # error: MSL704
        scaled = other * self.scale + other.size(0) + self.scale.size(0)  # error: MSL704, MSL704
        return hidden, size, count, scaled, names.size(0)  # ok: nothing is known of names


def forward(inputs: Tensor, labels=None):
    labels = labels if labels is None else labels.size(0)  # ok: nothing is known of labels
    return net(inputs).log_softmax(-1), labels  # error: MSL704


# What is right, or not known.
number = x.size  # ok: the number of elements
rows = x.shape[0]  # ok: that is how
converted = x.to(ms.float16).numpy()  # ok: there since 2.0
on_host = x.to("cpu")  # ok: there since 2.8
copied = x.clone().contiguous().permute(1, 0).view(-1)  # ok: all there
complex_part = x.real()  # ok: a method
item = x.sum().item()  # ok: there
held = weight.name  # ok: a parameter has a name
array = x.asnumpy().cpu()  # ok: an array, not a tensor


class Grid:
    def __init__(self, cells):
        self.cells = cells

    def size(self, axis):
        return len(self.cells) + axis

    def cuda(self):
        return self

    is_cuda = False


grid = Grid([x])
print(grid.size(0), grid.cuda(), grid.is_cuda)  # ok: the project's own


class Sized(nn.Cell):
    def size(self, axis):
        return axis

    def cpu(self):
        return self


print(Sized().size(0), Sized().cpu())  # ok: the cell's own


def to_host(value):
    kept = value.cpu() if isinstance(value, Grid) else value  # ok: nothing is known of the argument
    return kept.size(0)  # ok: nor of this


def shim(value: Tensor):
    doubled = value * 2
    try:
        return doubled.cpu()  # ok: a shim
    except AttributeError:
        return doubled


def asks(value: Tensor):
    doubled = value * 2
    return doubled.get_device() if hasattr(doubled, "get_device") else 0  # ok: asks first


def choose(target):
    return x.to(target)  # ok: a device of the caller's


best = x.max(1).values  # error: MSL704@8
order = ops.square(x).sort(0).indices  # error: MSL704
pair = x.topk(1)
print(pair.values, pair.indices)  # error: MSL704, MSL704
largest = ops.topk(x, 1).values + mint.max(x, 1).values  # error: MSL704, MSL704
values, indices = x.max(1)  # ok: a tuple
table = {"a": 1}
print(table.values(), Grid([x]).cells, x.sort(1)[1])  # ok: a dict and a tuple
near = ops.maximum(x, 1 / x).max(dim=1) < 4.0  # error: MSL704@8
either = ops.maximum(x, 1 / x).max(1) < 4.0  # ok: in compiled code these are the values
host = x.min(dim=1).asnumpy()  # error: MSL704
spread = x.max(1)[0] - x.min(1)[0]  # ok: the values
alone = x.max(axis=1) - x.min(axis=1).asnumpy().max(0)  # ok: tensors
scores = x.max(axis=1).values  # error: MSL704
