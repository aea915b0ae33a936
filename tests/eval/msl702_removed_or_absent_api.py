# spellings: ms parent module
"""Dotted names that MindSpore 2.10 has not."""

import mindspore as ms
import mindspore.dataset as ds
from mindspore import Parameter, Tensor, mint, nn, ops

x = Tensor([1.0, 2.0], ms.float32)

removed = nn.ResizeBilinear()  # error: MSL702@11
decorated = ms.ms_function(lambda y: y)  # error: MSL702
transforms = [ds.vision.c_transforms.Resize(2)]  # error: MSL702
typo = ops.concatcat((x, x))  # error: MSL702@8
elsewhere = mint.pad(x, (1, 1))  # error: MSL702
deeper = mint.nn.funtional.conv2d(x, x)  # error: MSL702
attribute = nn.GlobalBatchNorm  # error: MSL702
as_value = {"activation": nn.relu}  # error: MSL702


class Head(nn.DenseQuant):  # error: MSL702
    def __init__(self, layer=nn.Conv2dQuant, size=2):  # error: MSL702
        super().__init__(size, size)
        self.layer = layer


@ms.ms_function  # error: MSL702
def forward(x: ops.SomeType) -> nn.FeedForward:  # error: MSL702, MSL702
    values: ops.AlsoAbsent = ops.relu(x)  # ok: annotations of local variables are not evaluated
    return [ops.total(v) for v in values]  # error: MSL702


class Own:
    """Objects of the project that have MindSpore's names."""

    def __init__(self, nn):
        self.nn = nn
        self.ms_function = nn.anything  # ok: a parameter of this name

    def run(self):
        return self.nn.ms_function, self.ops.nothing  # ok: attributes of the object


def shadowed():
    ops = {"total": sum}
    return ops.total  # ok: the name means a local object here


kept = nn.Dense(2, 2), nn.CellList([]), ops.relu(x), ms.float32  # ok: all there
linear = nn.Linear(2, 2)  # ok: there from 2.5 on
method = Tensor.nothing_of_this_name, Parameter.neither  # ok: members of classes are not its business
private = ms._no_such_thing, nn._hidden.thing  # ok: private names come and go
deferred = "ops.total(x)"  # ok: a string
# ops.total is only written about  # ok: in a comment
