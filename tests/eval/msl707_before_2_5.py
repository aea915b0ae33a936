# target-version: 2.0
"""What set_context is told before set_device came in MindSpore 2.5."""

import mindspore as ms

ms.set_context(device_target="cpu")  # error: MSL707
ms.set_context(device_target="CPU")  # ok: a name of a device
