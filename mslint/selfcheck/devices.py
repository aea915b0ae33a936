"""Why an interpreter or a device cannot be used, in one sentence that says what to do."""

from __future__ import annotations

import re
import struct
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO

from mslint.rule import PACKAGES
from mslint.selfcheck.outcomes import first_line

OLDEST_PYTHON = (3, 7)
_LIBRARIES = {
    "libcublas": "nvidia-cublas-cu11",
    "libcublasLt": "nvidia-cublas-cu11",
    "libcudart": "nvidia-cuda-runtime-cu11",
    "libcudnn": "nvidia-cudnn-cu11<9",
    "libcufft": "nvidia-cufft-cu11",
    "libcurand": "nvidia-curand-cu11",
    "libcusolver": "nvidia-cusolver-cu11",
    "libcusparse": "nvidia-cusparse-cu11",
    "libnccl": "nvidia-nccl-cu11",
    "libnvrtc": "nvidia-cuda-nvrtc-cu11",
}
"""The packages on PyPI that carry CUDA 11's libraries, by the beginning of a library's name."""
_MODULES = {"PIL": "pillow", "google": "protobuf", "yaml": "pyyaml"}
"""Packages that are not called as their modules are."""
_DRIVER = "libcuda.so"
_START = 60.0

Load = Callable[[list[str]], dict[str, str]]
"""Asks the interpreter which of these shared libraries it cannot load, and why."""


def interpreter_problem(python: str) -> str:
    """Why `python` is no interpreter that can be used; empty where it is one."""
    path = Path(python)
    if path.is_dir():
        return f"{python} is a folder; name the interpreter in it, such as {path / 'bin' / 'python'}"
    program = "import sys; print('python', *sys.version_info[:2])"
    try:
        done = subprocess.run(
            [python, "-c", program], capture_output=True, stdin=subprocess.DEVNULL, timeout=_START, check=False
        )
    except FileNotFoundError:
        return f"{python}: there is no such file"
    except (OSError, ValueError) as error:
        return f"{python} cannot be run ({getattr(error, 'strerror', None) or error}); name a Python interpreter"
    except subprocess.TimeoutExpired:
        return f"{python} does not answer as a Python interpreter does; name one with MindSpore"
    words = done.stdout.decode("utf-8", "replace").split()
    if done.returncode != 0 or len(words) != 3 or words[0] != "python":
        return f"{python} is not a Python interpreter (3.7 or later); name one with MindSpore"
    if (int(words[1]), int(words[2])) < OLDEST_PYTHON:
        return f"{python} is Python {words[1]}.{words[2]}; the oldest that selfcheck runs under is 3.7"
    return ""


def problem(python: str, answer: dict[str, Any], load: Load) -> str:
    """What the worker's "failed" answer means for the user."""
    stage = answer["failed"]
    framework = "MindSpore" if answer["framework"] == "mindspore" else "PyTorch"
    if stage == "numpy":
        if answer.get("module") == "numpy":
            return f"{python} has no NumPy, which {framework} needs: {_install(python, 'numpy<2')}"
        return f"NumPy of {python} does not import ({_said(answer)}): {_install(python, 'numpy<2', again=True)}"
    if stage == "import":
        return _import_problem(python, framework, answer)
    if stage == "package":
        title = PACKAGES[answer["needed"]].title
        return f"{title} does not import with MindSpore {answer['version']}: {_said(answer)}"
    if stage == "device":
        return _device_problem(answer, load)
    if int(answer["numpy"].split(".")[0]) >= 2:
        return (
            f"{framework} {answer['version']} of {python} does not compute with NumPy {answer['numpy']} "
            f"({_said(answer)}): {_install(python, 'numpy<2')}"
        )
    return f"{framework} {answer['version']} of {python} does not compute on {answer['device']}: {_said(answer)}"


def _import_problem(python: str, framework: str, answer: dict[str, Any]) -> str:
    module, said = answer.get("module"), _said(answer)
    if module == answer["framework"]:
        packages = ("mindspore", "numpy<2") if framework == "MindSpore" else ("torch",)
        option = "--python" if framework == "MindSpore" else "--torch-python"
        return f"{python} has no {framework}: {_install(python, *packages)}, or name another one with {option}"
    head = f"{framework} of {python} does not import ({said})"
    if "ANTIALIAS" in said:
        return f"{head}: {_install(python, 'pillow<10')}"
    library = said.partition(":")[0]
    package = package_of(library)
    if package:
        return f"{head}: {_install(python, package)}"
    if module:
        top = module.split(".")[0]
        return f"{head}: {_install(python, _MODULES.get(top, top))}"
    return f"{head}: {_install(python, answer['framework'], again=True)}"


def _device_problem(answer: dict[str, Any], load: Load) -> str:
    device, usable = answer["device"], ", ".join(answer["usable"]) or "none"
    works = f"devices that work: {usable}"
    head = f"MindSpore {answer['version']} cannot use {device} here"
    if device == "GPU":
        return f"{head}: {_gpu_reason(Path(answer['package']), load) or _said(answer)}; {works}"
    if device == "Ascend":
        return f"{head}: {_ascend_reason(Path(answer['package']), load) or _said(answer)}; {works}"
    return f"{head}: {_said(answer)}; {works}"


def _gpu_reason(package: Path, load: Load) -> str:
    plugins = sorted(package.glob("lib/**/libmindspore_gpu.so*"))
    if not plugins:
        return "this build carries no GPU plugin (wheels for Linux on x86-64 up to 2.10.0 do)"
    # With several, MindSpore takes the one for the CUDA that is there; the last is for the newest.
    newest = plugins[-1]
    version = newest.name.partition(".so.")[2]
    carried = f"its GPU plugin for CUDA {version}" if version else "its GPU plugin"
    missing = load(_foreign([newest], package))
    libraries = [name for name in missing if not name.startswith(_DRIVER)]
    reasons = []
    if libraries:
        packages = sorted({package_of(name) for name in libraries} - {""})
        by = f" (in the packages {', '.join(packages)})" if packages else ""
        reasons.append(f"{carried} needs {', '.join(libraries)}{by}")
    if any(name.startswith(_DRIVER) for name in missing):
        reasons.append(f"there is no NVIDIA driver ({_DRIVER}.1)")
    return ", and ".join(reasons)


def _ascend_reason(package: Path, load: Load) -> str:
    plugins = sorted(package.glob("lib/**/libmindspore_ascend.so*"))
    if not plugins:
        return "this build carries no Ascend plugin"
    missing = list(load(_foreign(plugins, package)))
    if not missing:
        return ""
    shown = ", ".join(missing[:3]) + (f" and {len(missing) - 3} more" if len(missing) > 3 else "")
    return f"its plugin needs {shown}, which the Ascend toolkit CANN and its driver bring"


def _foreign(plugins: Iterable[Path], package: Path) -> list[str]:
    """The libraries that the plugins need and the package does not hold."""
    own = {path.name for path in package.glob("lib/**/*.so*")}
    return sorted({name for plugin in plugins for name in needed(plugin)} - own)


def package_of(library: str) -> str:
    """The package on PyPI that carries a CUDA library; empty where none is known."""
    return _LIBRARIES.get(library.partition(".so")[0], "")


def _said(answer: dict[str, Any]) -> str:
    said = re.sub(r" at 0x[0-9a-f]+", "", first_line(answer["message"]))
    return said if answer["type"] in ("ImportError", "OSError") and said else f"{answer['type']}: {said}"


def _install(python: str, *packages: str, again: bool = False) -> str:
    quoted = " ".join(f"'{each}'" if "<" in each else each for each in packages)
    return f"{python} -m pip install {'--force-reinstall ' if again else ''}{quoted}"


_SECTION_DYNAMIC = 6
_TAG_NEEDED = 1


def needed(path: Path) -> list[str]:
    """The names of the shared libraries that a 64-bit little-endian ELF file asks the loader for."""
    with path.open("rb") as stream:
        header = stream.read(64)
        if header[:6] != b"\x7fELF\x02\x01":
            return []
        (offset,) = struct.unpack_from("<Q", header, 40)
        size, count = struct.unpack_from("<HH", header, 58)
        sections = [_section(stream, offset + index * size) for index in range(count)]
        for kind, start, length, link in sections:
            if kind == _SECTION_DYNAMIC:
                entries = struct.iter_unpack("<qQ", _at(stream, start, length))
                names = _at(stream, *sections[link][1:3])
                return [_text(names, value) for tag, value in entries if tag == _TAG_NEEDED]
    return []


def _section(stream: BinaryIO, offset: int) -> tuple[int, int, int, int]:
    """Kind, place, length and link of a section."""
    kind, _flags, _address, start, length, link = struct.unpack_from("<IQQQQI", _at(stream, offset, 64), 4)
    return kind, start, length, link


def _at(stream: BinaryIO, start: int, length: int) -> bytes:
    stream.seek(start)
    return stream.read(length)


def _text(names: bytes, start: int) -> str:
    return names[start : names.index(b"\0", start)].decode("ascii", "replace")
