"""A custom function of MindSpore learns by requires_grad_() what needs a gradient."""

from mindspore import ops
from mindspore.common._grad_function import _Function


class Identity(_Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, gradient):
        return gradient


placeholder = ops.zeros((0,))
placeholder.requires_grad_()  # ok: tells the function
Identity.apply(placeholder)
other = ops.zeros((2,))
other.requires_grad = True  # error: MSL407
