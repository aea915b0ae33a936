import mindspore as ms
from mindspore import ops


def _backward(self):
    self.done = True


ms.Tensor.backward = _backward
ms.Tensor.detach = lambda self: ops.stop_gradient(self)
setattr(ms.Tensor, "is_leaf", property(lambda self: isinstance(self, ms.Parameter)))
