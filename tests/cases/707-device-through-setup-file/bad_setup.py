"""Settings of all programs."""

import mindspore as ms


def prepare(device_target, seed=0):
    ms.set_seed(seed)
    ms.set_context(mode=ms.PYNATIVE_MODE, device_target=device_target)
