# also: MSL201
"""With mindnlp, `torch` can be MindSpore itself."""

import mindnlp
import mindspore as ms
import torch
from mindspore import nn, ops

x = ops.ones((2, 2))
print(mindnlp.__version__, torch.relu(x), x.astype(torch.float16))  # ok: not PyTorch's
print(ops.relu(torch.ones(2, 2)), x.dtype == torch.float32)  # ok: not PyTorch's
norm = nn.BatchNorm2d(8, momentum=0.1)  # error: MSL201
ms.set_context(device_target="CPU")
