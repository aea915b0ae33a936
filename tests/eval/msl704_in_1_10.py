# target-version: 1.10
"""What is missing in 1.10 and came later."""

import mindspore as ms
import numpy as np
from mindspore import Tensor, ops

x = Tensor(np.ones((4, 2)), ms.float32)
array = x.numpy()  # error: MSL704
turned = ops.relu(x).permute(1, 0)  # error: MSL704
kept = x.clone()  # error: MSL704
wide = x.unsqueeze(0)  # error: MSL704
number = x.numel() + x.size  # error: MSL704
halved = x.half() + x.to(ms.float16)  # error: MSL704, MSL704
place = x.device  # error: MSL704
data = x.data  # error: MSL704
narrow = x.view(-1).squeeze().transpose(0)  # ok: there
total = x.sum().asnumpy()  # ok: there
flat = x.flatten()  # ok: there
biggest = x.max()  # ok: there
