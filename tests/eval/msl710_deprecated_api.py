# also: MSL710
# spellings: ms parent module
# silent-as: torch
"""Names that MindSpore 2.10 calls deprecated."""

import mindspore as ms
from mindspore import nn, ops

x = ops.ones((2, 2))
y = ops.TensorAdd()(x, x)  # error: MSL710@5
packed = ops.Pack()((x, x))  # error: MSL710
product = nn.MatMul()(x, x)  # error: MSL710
factory = {"gelu": ops.Gelu}  # error: MSL710
blocks = nn.PipelineCell(nn.Dense(2, 2), 2)  # error: MSL710
ready = ms.hal.is_available("CPU")  # error: MSL710
shape = ops.DynamicShape()(x)  # error: MSL710

new = ops.Add()(x, x), ops.Stack()((x, x)), ops.GeLU()(x)  # ok: what takes their place
context = ms.get_ps_context("enable_ps")  # ok: announced, without a successor
listed = ms.hal.get_arch_list()  # ok: announced, without a successor
minus = x.subtract(x)  # ok: methods of objects are not judged
own = {"Pack": 1}["Pack"]  # ok: a string

if ms.__version__ < "2.0":
    y = ops.TensorAdd()(x, x)  # ok: for older versions
