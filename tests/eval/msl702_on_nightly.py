# target-version: 2.6
# spellings: ms parent module
"""Of 2.6 a nightly build was measured."""

import mindspore as ms
from mindspore import nn, ops

gone = ms.ms_function(lambda y: y)  # error: MSL702
older = nn.ResizeBilinear()  # error: MSL702
later = ms.enable_dynamic_memory  # error: MSL702
kept = nn.Linear(2, 2), ops.relu  # ok: there
maybe = ms.long, ops.move_to  # ok: 2.7 has them, so the release of 2.6 may
