"""Runs programs under one interpreter, with one framework, on one device.

    python worker.py mindspore|torch DEVICE FOLDER [PACKAGE]

Stands alone: Python 3.7 or later, the standard library and the framework,
nothing of mslint. Requests come as JSON, a line each, on standard input;
answers go, a line each, to standard output. Whatever else the process prints
goes to standard error, MindSpore's own logging with it.

PACKAGE puts PyTorch's names over MindSpore; it is imported before any program runs.

The first line out is {"ready": facts} or {"failed": stage, ...}. Then each
request {"id", "do": "run", "name", "program", "variant"} is answered by
{"id", "values"} or {"id", "raised"}, and {"id", "do": "load", "names"} by
{"id", "missing"}: the shared libraries that cannot be loaded, with the reason.
After "failed" only "load" is answered.
"""

from __future__ import annotations

import ctypes
import glob
import importlib
import importlib.util
import json
import math
import os
import platform
import queue
import re
import sys
import sysconfig
import threading
from types import ModuleType
from typing import Any, TextIO

DEVICES = ("CPU", "GPU", "Ascend")
ORPHANED = 3


PACKAGES = {"mindtorch": "mindtorch.torch", "msadapter": "msadapter.pytorch"}
"""The packages over MindSpore that programs can need, and what they import of them."""


def main(framework: str, device: str, folder: str, package: str = "") -> None:
    """Answer requests until standard input ends."""
    # Python puts the script's folder first; its neighbours are no business of the framework's imports.
    sys.path[:] = [each for each in sys.path if each != os.path.dirname(os.path.abspath(__file__))]
    find_nvidia_packages()
    die_before_the_parent()
    requests, answers = take_the_pipes()

    def send(answer: dict[str, Any]) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    facts: dict[str, Any] = {"python": platform.python_version(), "framework": framework, "device": device}
    module: Any = None
    try:
        module = start(framework, device, facts)
        if package:
            facts["packages"] = {package: bring(package, facts)}
        send({"ready": facts})
    except Failed as failure:
        send(failure.answer)
    while True:
        request = requests.get()
        answer: dict[str, Any] = {"id": request["id"]}
        if request["do"] == "load":
            answer["missing"] = missing_libraries(request["names"])
        else:
            if framework == "mindspore":
                module.set_context(mode=module.PYNATIVE_MODE)
            answer.update(run(request, folder))
        send(answer)


def find_nvidia_packages() -> None:
    """Let the loader find the libraries of nvidia-* packages; it reads the variable only when a process starts."""
    folders = glob.glob(os.path.join(sysconfig.get_paths()["purelib"], "nvidia", "*", "lib"))
    known = os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep)
    new = [each for each in folders if each not in known]
    if new:
        os.environ["LD_LIBRARY_PATH"] = os.pathsep.join([*new, *(each for each in known if each)])
        os.execv(sys.executable, [sys.executable, *sys.argv])


def die_before_the_parent() -> None:
    """Where memory runs out, Linux ends this process and not the one that keeps the results."""
    try:
        with open("/proc/self/oom_score_adj", "w") as stream:
            stream.write("1000")
    except OSError:
        pass


def take_the_pipes() -> tuple[queue.Queue[dict[str, Any]], TextIO]:
    """Keep the two pipes for the protocol; the program sees an empty input and prints to standard error."""
    incoming = os.fdopen(os.dup(0), encoding="utf-8")
    outgoing = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    requests: queue.Queue[dict[str, Any]] = queue.Queue()

    def read() -> None:
        for line in incoming:
            requests.put(json.loads(line))
        # Also in the middle of a program: nobody is left to read its answer.
        os._exit(ORPHANED)

    threading.Thread(target=read, daemon=True).start()
    return requests, outgoing


class Failed(Exception):
    """The framework or the device is not usable; `answer` says so to the parent."""

    def __init__(self, stage: str, error: Exception, **more: Any) -> None:
        """`stage` is what was tried: "numpy", "import", "device", "compute" or "package"."""
        super().__init__(stage)
        self.answer = dict(describe(error), failed=stage, **more)


def start(framework: str, device: str, facts: dict[str, Any]) -> ModuleType:
    """Import the framework and put it on the device; what it says of itself goes into `facts`."""
    if importlib.util.find_spec(framework) is None:
        raise Failed("import", ModuleNotFoundError(f"No module named {framework!r}", name=framework), **facts)
    try:
        numpy = importlib.import_module("numpy")
    except Exception as error:
        raise Failed("numpy", error, **facts) from error
    facts["numpy"] = numpy.__version__
    try:
        module = importlib.import_module(framework)
        facts["version"] = str(module.__version__)
    except Exception as error:
        raise Failed("import", error, **facts) from error
    if framework == "mindspore":
        facts["beside"] = [name for name in PACKAGES if importlib.util.find_spec(name) is not None]
        facts["package"] = os.path.dirname(str(module.__file__))
        set_device(module, device, facts)
        compute(module, numpy, facts)
    return module


def set_device(mindspore: Any, device: str, facts: dict[str, Any]) -> None:
    """Ask MindSpore for the device."""
    try:
        if hasattr(mindspore, "set_device"):
            mindspore.set_device(device)
        else:
            mindspore.set_context(device_target=device)
    except Exception as error:
        raise Failed("device", error, usable=usable_devices(mindspore, error), **facts) from error


def usable_devices(mindspore: Any, error: Exception) -> list[str]:
    """The devices that this build can drive here, by its own word."""
    named = re.search(r"only supports one of the \[(.*?)\]", str(error))
    if named:
        return re.findall(r"'(\w+)'", named.group(1))
    hal = getattr(mindspore, "hal", None)
    if hal is None:
        return []
    return [device for device in DEVICES if hal.is_available(device)]


def compute(mindspore: Any, numpy: Any, facts: dict[str, Any]) -> None:
    """A layer and a sum on the device: a build that cannot do these proves nothing.

    The layer is first: with NumPy 2, MindSpore 2.10.0 fails at it, though not after a sum.
    """
    try:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
        ones = mindspore.Tensor(numpy.ones((2, 3), numpy.float32))
        normalised = mindspore.nn.BatchNorm1d(3)(ones).asnumpy()
        total = (ones + ones).asnumpy()
        if total.tolist() != [[2.0] * 3] * 2 or normalised.shape != (2, 3):
            raise ArithmeticError(f"1 + 1 gave {total.tolist()}")
    except Exception as error:
        raise Failed("compute", error, **facts) from error


def bring(package: str, facts: dict[str, Any]) -> str:
    """Import a package over MindSpore; gives its version."""
    try:
        if package == "mindtorch":
            fill_overloads()
        importlib.import_module(PACKAGES[package])
        facts["package_beside"] = os.path.dirname(str(importlib.import_module(package).__file__))
        return str(importlib.import_module("importlib.metadata").version(package))
    except Exception as error:
        raise Failed("package", error, needed=package, **facts) from error


def fill_overloads() -> None:
    """Give MindSpore's operators the overloads that MindTorch replaces when it is imported.

    MindSpore 2.5 has fewer of them, mostly for tuples and lists, than the
    releases that MindTorch was written for, and MindTorch gives up where one
    is missing.
    """
    types: Any = importlib.import_module("mindspore.common.dtype")
    kinds = {name: types.typing.str_to_type(name) for name in ("Number", "Tensor", "Tuple", "List")}
    folder = "mindspore.ops.composite.multitype_ops"
    for path in glob.glob(os.path.join(importlib.import_module(folder).__path__[0], "*_impl.py")):
        module = importlib.import_module(f"{folder}.{os.path.basename(path)[:-3]}")
        for operator in vars(module).values():
            if type(operator).__name__ != "MultitypeFuncGraph":
                continue
            pairs = [signature for signature, _ in operator.entries if len(signature) == 2]
            for first, left in kinds.items():
                for second, right in kinds.items():
                    is_known = any(types._issubclass_(left, a) and types._issubclass_(right, b) for a, b in pairs)
                    if "Tensor" in (first, second) and not is_known:
                        operator.register(first, second)(overload)


def overload(left: Any, right: Any) -> Any:
    """Stands where MindSpore has no overload."""
    raise TypeError(f"MindSpore does not compute with {type(left)} and {type(right)}")


def missing_libraries(names: list[str]) -> dict[str, str]:
    """Those of the shared libraries that the loader does not find, each with its reason."""
    missing = {}
    for name in names:
        try:
            ctypes.CDLL(name)
        except OSError as error:
            missing[name] = str(error)
    return missing


def run(request: dict[str, Any], folder: str) -> dict[str, Any]:
    """Run a program's `observe`.

    The program becomes a file, because MindSpore reads the source of what it compiles.
    """
    name = request["name"]
    path = os.path.join(folder, name + ".py")
    try:
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(request["program"])
        spec: Any = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        arguments = [request["variant"]] if request["variant"] else []
        return {"values": {key: plain(value) for key, value in module.observe(*arguments).items()}}
    except BaseException as error:
        return {"raised": describe(error)}


def plain(value: Any) -> Any:
    """A number, or a list of them, as JSON can hold it: what is not finite becomes "nan", "inf" or "-inf"."""
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, (bool, int, str)):
        return value
    number = float(value)
    return number if math.isfinite(number) else str(number)


def describe(error: BaseException) -> dict[str, Any]:
    """An exception as plain data."""
    return {
        "type": type(error).__name__,
        "bases": [base.__name__ for base in type(error).__mro__[1:-1]],
        "message": str(error).strip(),
        "module": getattr(error, "name", None) if isinstance(error, ImportError) else None,
    }


if __name__ == "__main__":
    main(*sys.argv[1:])
