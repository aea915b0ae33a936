# target-version: 2.0
"""set_device is new in MindSpore 2.5; what it lacks before is not this rule's."""

import mindspore as ms

ms.set_context(device_target="cpu")  # error: MSL707
ms.set_device("cpu")  # ok: there is no such function yet
