"""Tensors take methods and attributes."""

import mindspore as ms
from mindspore import Tensor, ops

x = ops.ones((4, 2))
Tensor.relu = lambda self: ops.relu(self)
setattr(Tensor, "new_tensor", lambda self, data: Tensor(data, self.dtype))
print(x.relu(), x.new_tensor([1.0]))  # ok: the file gives tensors both
x.layout = "NCHW"
print(x.layout)  # ok: assigned above
print(x.log_softmax(-1))  # error: MSL704
ms.set_context(device_target="CPU")
