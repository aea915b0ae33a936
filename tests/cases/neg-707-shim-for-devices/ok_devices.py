"""From the names of PyTorch to those of MindSpore."""

import mindspore as ms

NAMES = {"cpu": "CPU", "cuda": "GPU", "npu": "Ascend"}


def set_device(device):
    ms.set_context(device_target=NAMES.get(device, "CPU"))


def prepare(device):
    if device == "cuda":
        device = "GPU"
    ms.set_context(device_target=device)


def set_context(device_target, mode):
    ms.set_context(device_target=device_target.upper(), mode=getattr(ms, mode))
