"""# device-target (MSL707)

## What it does

Finds names of devices that MindSpore does not know, such as `"cuda"` or
`"cpu"`, and modes given as strings, in `set_context` and `set_device`.

## Why is this bad

MindSpore's devices are `"CPU"`, `"GPU"` and `"Ascend"`, in exactly these
letters, and its modes are the numbers `GRAPH_MODE` and `PYNATIVE_MODE`.
Everything else raises.

## Example

```python
ms.set_context(mode="GRAPH_MODE", device_target="cuda")
```

## Use instead

```python
ms.set_context(mode=ms.GRAPH_MODE, device_target="GPU")
```

## Fix safety

Safe: what is replaced raises. There is a fix for a name that stands in the call
itself and has one meaning; `"cuda:1"` also names a device by its number, which
goes to `device_id`.

## Limits

Names that are only known when the program runs are not judged, nor are names
that a condition around the call asks for. Of a command line the default and
the choices are known, where no `type` turns them into something else.

## Versions

MindSpore 1.10 to 2.10; `set_device` from 2.5 on, where it is new.

## References

- MindSpore: `mindspore.set_context`, `mindspore.set_device`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from packaging.version import Version

from mslint.calls import Argument, LibraryCall
from mslint.context import Context
from mslint.edits import replace_string, rewrite_string
from mslint.finding import Finding, Fix, Severity
from mslint.model.classes import self_class
from mslint.model.names import AttributeWrite, dotted
from mslint.model.values import Constant, External
from mslint.model.walk import walk
from mslint.rule import Proof, Raises, Rule, Seen

RULE = Rule(
    code="MSL707",
    symbol="device-target",
    summary="device or mode that set_context or set_device does not know",
    message="{keyword}={value!r} {effect} on MindSpore {target}; write {advice}",
    seen=(Seen("1.10", None, Severity.ERROR, "raises"),),
    bad='''\
import mindspore as ms

TARGET = "cuda"
OTHERS = {"gpu": "gpu", "cpu": "cpu", "npu": "npu", "ascend": "ascend", "cuda:0": "cuda:0"}


def observe(kind):
    """Whether the device and the mode are what was asked for."""
    if kind == "mode":
        ms.set_context(mode="PYNATIVE_MODE")  # MSL707
        return {"is_set": float(ms.get_context("mode") == ms.PYNATIVE_MODE)}
    if kind == "set_device":
        ms.set_device("cpu")  # MSL707
    elif kind == "cuda":
        ms.set_context(device_target=TARGET)  # MSL707
    else:
        ms.set_context(device_target=OTHERS[kind])  # MSL707
    return {"is_set": float(ms.get_context("device_target") == "CPU")}
''',
    good='''\
import mindspore as ms


def observe(kind):
    """Whether the device and the mode are what was asked for."""
    if kind == "mode":
        ms.set_context(mode=ms.PYNATIVE_MODE)
        return {"is_set": float(ms.get_context("mode") == ms.PYNATIVE_MODE)}
    if kind == "set_device":
        ms.set_device("CPU")
    else:
        ms.set_context(device_target="CPU")
    return {"is_set": float(ms.get_context("device_target") == "CPU")}
''',
    proofs=(
        *(
            Proof((Raises("ValueError", "must be one of"),), variant=name)
            for name in ("cuda", "gpu", "cpu", "npu", "ascend", "cuda:0")
        ),
        Proof((Raises("TypeError", "'mode' must be"),), variant="mode"),
        Proof((Raises("ValueError", "must be one of"),), since="2.5", variant="set_device"),
    ),
    original="""\
import torch


def observe(kind):
    if kind == "mode":
        return {"is_set": 1.0}
    torch.set_default_device("cpu")
    return {"is_set": float(torch.zeros(1).device.type == "cpu")}
""",
)

_SET_DEVICE = "mindspore.set_device"
_SET_DEVICE_SINCE = Version("2.5")
_ARGUMENTS = {
    "mindspore.set_context": (("device_target", None), ("mode", None)),
    _SET_DEVICE: (("device_target", 0),),
}
_DEVICES = frozenset({"CPU", "GPU", "Ascend"})
_OLD_NAME = "Davinci"
"""Of Ascend; `set_context` still takes it, `set_device` does not."""
_MEANT = {"ascend": "Ascend", "cpu": "CPU", "cuda": "GPU", "gpu": "GPU", "npu": "Ascend"}
"""What a device is called in MindSpore, by what other programs call it, in small letters."""
_MODES = ("GRAPH_MODE", "PYNATIVE_MODE")


class _Fault(NamedTuple):
    """A string that a parameter does not take, and the literal that it is, where that stands in the call."""

    value: str
    node: ast.expr
    literal: ast.expr | None


def check(context: Context) -> Iterator[Finding]:
    """Every such call that may be given one."""
    for call in context.calls.to(*_ARGUMENTS):
        if call.name == _SET_DEVICE and context.target < _SET_DEVICE_SINCE:
            continue
        for keyword, position in _ARGUMENTS[call.name]:
            fault = _fault(call, keyword, position)
            if fault is not None:
                advice, fix = _mode(fault, call, context) if keyword == "mode" else _device(fault, context)
                yield context.finding(RULE, fault.node, fix=fix, keyword=keyword, value=fault.value, advice=advice)


def _fault(call: LibraryCall, keyword: str, position: int | None) -> _Fault | None:
    """The first string among what an argument can be that raises."""
    arguments = call.argument(keyword, position)
    for argument in arguments:
        value = argument.possible.value
        if isinstance(value, Constant) and _raises(value.value, call, keyword):
            literal = argument.possible.written.node if _is_inside(argument, call) else None
            if literal is None and _is_asked_for(call, keyword, position):
                return None
            return _Fault(str(value.value), argument.node, literal)
    for argument in arguments:
        for choice in call.evaluator.standard.choices(argument.possible.value):
            if _raises(choice, call, keyword):
                return None if _is_asked_for(call, keyword, position) else _Fault(str(choice), argument.node, None)
    return None


def _raises(value: object, call: LibraryCall, keyword: str) -> bool:
    if not isinstance(value, str):
        return False
    return keyword == "mode" or not (value in _DEVICES or (value == _OLD_NAME and call.name != _SET_DEVICE))


def _is_inside(argument: Argument, call: LibraryCall) -> bool:
    """Whether the value is written in the call itself, in the file under check."""
    written = argument.possible.written
    return call.is_direct and any(each is written.node for each in ast.walk(call.node))


def _is_asked_for(call: LibraryCall, keyword: str, position: int | None) -> bool:
    """Whether the code around the call compares the argument with something, or assigns to it."""
    site = call.expression(keyword, position)
    if site is None:
        return False
    module, text = site.scope.module, ast.unparse(site.node)
    node, writes = site.node, module.attribute_writes
    if isinstance(node, ast.Attribute) and any(_may_replace(write, node) for write in writes):
        return True
    return any(
        scope.function is site.scope.function
        and any(ast.unparse(each) == text for each in (node.left, *node.comparators))
        for node, scope in walk(module, ast.Compare)
    )


def _may_replace(write: AttributeWrite, attribute: ast.Attribute) -> bool:
    """Whether an assignment can be to the attribute of the same object; a class assigns to itself."""
    return write.target.attr == attribute.attr and self_class(write.target.value, write.scope) is None


def _device(fault: _Fault, context: Context) -> tuple[str, Fix | None]:
    """What to write for a device."""
    name, _, number = fault.value.partition(":")
    meant = _MEANT.get(name.lower())
    if meant is None:
        return "'CPU', 'GPU' or 'Ascend'", None
    if number:
        return f"{meant!r} and device_id={number}", None
    fix = None if fault.literal is None else rewrite_string(context.module.source, fault.literal, meant)
    return repr(meant), fix


def _mode(fault: _Fault, call: LibraryCall, context: Context) -> tuple[str, Fix | None]:
    """What to write for a mode."""
    if fault.value not in _MODES:
        return "mindspore.GRAPH_MODE or mindspore.PYNATIVE_MODE", None
    constant = _constant(fault.value, call)
    if constant is None or fault.literal is None:
        return f"mindspore.{fault.value}", None
    return constant, replace_string(context.module.source, fault.literal, constant)


def _constant(name: str, call: LibraryCall) -> str | None:
    """How the file can write a mode: as it writes `set_context`."""
    parts = dotted(call.node.func)
    if parts is None or len(parts) < 2 or not call.is_direct:
        return None
    assert isinstance(call.node.func, ast.Attribute)
    module = call.evaluator.only(call.node.func.value, call.scope)
    is_known = isinstance(module, External) and module.name in ("mindspore", "mindspore.context")
    return ".".join([*parts[:-1], name]) if is_known else None
