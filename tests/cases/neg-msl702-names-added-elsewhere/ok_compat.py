import mindspore
from mindspore import nn

mindspore.ops.total = lambda x: x.sum()
nn.Upscale = nn.ReLU
for name in ("mean_of", "sum_of"):
    setattr(mindspore.ops, name, mindspore.ops.ReduceMean())
