"""Devices and modes by names that set_context and set_device do not know."""

import argparse

import mindspore as ms
from mindspore import context

DEVICE = "cuda"
SETTINGS = {"mode": ms.GRAPH_MODE, "device_target": "npu"}  # error: MSL707@53
GOOD = {"mode": ms.GRAPH_MODE, "device_target": "Ascend"}
NAMES = {"cuda": "GPU", "cpu": "CPU"}

ms.set_context(device_target="cuda")  # error: MSL707@30
ms.set_context(mode="GRAPH_MODE", device_target="CPU")  # error: MSL707@21
ms.set_context(mode="PYNATIVE_MODE", device_target="cpu")  # error: MSL707@21, MSL707@52
context.set_context(device_target="gpu")  # error: MSL707
context.set_context(device_target="ascend", device_id=0)  # error: MSL707
context.set_context(mode="graph")  # error: MSL707
ms.set_context(device_target="cuda:0")  # error: MSL707
ms.set_context(device_target=DEVICE)  # error: MSL707
ms.set_context(**SETTINGS)
ms.set_context(device_target="CPU" if NAMES else "cpu")  # error: MSL707
ms.set_device("npu")  # error: MSL707@15
ms.set_device(device_target="Davinci", device_id=0)  # error: MSL707

parser = argparse.ArgumentParser()
parser.add_argument("--device", default="cuda")
parser.add_argument("--backend", default="GPU", choices=["GPU", "cpu"])
parser.add_argument("--shouted", default="cpu", type=str.upper)
parser.add_argument("--chosen", choices=["cpu", "gpu"], default="gpu")
parser.add_argument("--replaced", default="cuda")
parser.add_argument("--plain", default="CPU", type=str, choices=("CPU", "GPU", "Ascend"))
parser.add_argument("--mode", default=0, type=int)
parser.add_argument("--count", default="0", type=int)
args = parser.parse_args()

ms.set_context(device_target=args.device)  # error: MSL707
ms.set_context(device_target=args.backend)  # error: MSL707


def prepare(device="cuda"):
    ms.set_device(device)  # error: MSL707


def prepare_on(device):
    ms.set_context(device_target=device)


prepare_on("gpu")  # error: MSL707
prepare_on("GPU")

ms.set_context(mode=ms.GRAPH_MODE, device_target="CPU")  # ok: as MindSpore calls them
ms.set_context(mode=1, device_target="Davinci")  # ok: the old name of Ascend
context.set_context(mode=context.PYNATIVE_MODE, device_target="Ascend", device_id=0)  # ok: as MindSpore calls them
ms.set_context(**GOOD)  # ok: as MindSpore calls them
ms.set_context(device_target=DEVICE.upper())  # ok: not known what comes out
ms.set_context(device_target=NAMES[args.device])  # ok: the names of MindSpore
ms.set_context(device_target=args.shouted)  # ok: the type makes it CPU
ms.set_context(device_target=args.plain)  # ok: all of them are known
ms.set_context(mode=args.mode)  # ok: a number
ms.set_context(mode=args.count)  # ok: the type makes it a number
ms.set_context(device_target=args.missing)  # ok: not known

if args.chosen == "cpu":
    ms.set_context(device_target="CPU")
else:
    ms.set_context(device_target=args.chosen)  # ok: the condition asks for the name

args.replaced = NAMES[args.replaced]
ms.set_context(device_target=args.replaced)  # ok: assigned in between


def prepare_checked(device="cuda"):
    if device == "cuda":
        device = "GPU"
    ms.set_context(device_target=device)  # ok: what does not fit is replaced


class Backend:
    def set_context(self, mode, device_target):
        self.mode, self.device = mode, device_target


Backend().set_context(mode="graph", device_target="cuda")  # ok: an own method

try:
    ms.set_context(device_target="cuda")  # ok: guarded
except (ImportError, AttributeError):
    pass


def in_other_words(**options):
    ms.set_context(**options)  # ok: not known
