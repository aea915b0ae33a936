"""# conv-padding-needs-pad-mode (MSL709)

## What it does

Finds convolutions and pooling layers of MindSpore that are given a padding
without `pad_mode="pad"`: `nn.Conv1d` to `nn.Conv3dTranspose`, `ops.conv2d` and
its kin, the primitives behind them, and the pooling layers, which want
`pad_mode="pad"` for `padding`, and the max-pooling layers for `dilation`,
`ceil_mode` and `return_indices` too. The padding is followed through defaults,
constants, dicts, and functions that hand it on.

## Why is this bad

`pad_mode` is `"same"` for the convolution layers and `"valid"` elsewhere if it
is left out, and with either of them the layer raises `ValueError` when it is
made. In PyTorch `padding` is all there is.

## Example

```python
conv = nn.Conv2d(3, 8, 3, padding=1)
```

## Use instead

```python
conv = nn.Conv2d(3, 8, 3, pad_mode="pad", padding=1)
```

## Fix safety

Safe: `pad_mode="pad"` is added, which pads as PyTorch does. No fix where
another `pad_mode` is written, since one of the two was not meant.

## Limits

A padding that is not known before the program runs is not judged, for it may
be 0. Layers of `mindspore.mint` follow PyTorch and are right as they are. A
number in the place of `pad_mode`, as in `nn.Conv2d(3, 8, 3, 1, 1)`, is MSL712.

## Versions

MindSpore 1.10 to 2.10 for convolutions; 2.0 to 2.10 for pooling, which takes no
padding in 1.10 (MSL701).

## References

- MindSpore: `mindspore.nn.Conv2d`, `mindspore.nn.MaxPool2d`, `mindspore.ops.conv2d`
- PyTorch: `torch.nn.Conv2d`, `torch.nn.MaxPool2d`
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from packaging.version import Version

from mslint import api_calls, edits
from mslint.calls import Argument, LibraryCall
from mslint.context import Context
from mslint.facts import signatures
from mslint.finding import Confidence, Finding, Severity
from mslint.model.evaluator import Evaluator
from mslint.model.values import Constant, Sequence, Value
from mslint.rule import Proof, Raises, Rule, Seen

RULE = Rule(
    code="MSL709",
    symbol="conv-padding-needs-pad-mode",
    summary='padding without pad_mode="pad"',
    message='on MindSpore {target} {layer} takes {argument} only with pad_mode="pad" and raises ValueError; {advice}',
    seen=(Seen("1.10", None, Severity.ERROR, "the padding is refused"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def conv3x3(inputs, outputs, padding):
    return nn.Conv2d(inputs, outputs, 3, padding=padding, weight_init="ones")


def total(result):
    return float(result.asnumpy().sum())


def observe(given):
    """The sum of what a layer makes of an image."""
    image = ms.Tensor(np.arange(32).reshape(1, 2, 4, 4), ms.float32)
    if given == "convolution":
        layer = nn.Conv2d(2, 3, 3, padding=1, weight_init="ones")  # MSL709
    elif given == "transpose":
        layer = nn.Conv2dTranspose(2, 3, 3, stride=2, padding=1, weight_init="ones")  # MSL709
    elif given == "dict":
        options = {"kernel_size": 3, "padding": 1}  # MSL709
        layer = nn.Conv2d(2, 3, weight_init="ones", **options)
    elif given == "function":
        layer = conv3x3(2, 3, padding=1)  # MSL709
    elif given == "pooling":
        layer = nn.MaxPool2d(3, 2, padding=1)  # MSL709
    elif given == "average":
        layer = nn.AvgPool2d(3, 2, padding=1)  # MSL709
    elif given == "ceiling":
        layer = nn.MaxPool2d(3, 2, ceil_mode=True)  # MSL709
    else:
        weight = ms.Tensor(np.ones((3, 2, 3, 3)), ms.float32)
        return {"sum": total(ops.conv2d(image, weight, padding=1))}  # MSL709
    return {"sum": total(layer(image))}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def conv3x3(inputs, outputs, padding):
    return nn.Conv2d(inputs, outputs, 3, pad_mode="pad", padding=padding, weight_init="ones")


def total(result):
    return float(result.asnumpy().sum())


def observe(given):
    """The sum of what a layer makes of an image."""
    image = ms.Tensor(np.arange(32).reshape(1, 2, 4, 4), ms.float32)
    if given == "convolution":
        layer = nn.Conv2d(2, 3, 3, pad_mode="pad", padding=1, weight_init="ones")
    elif given == "transpose":
        layer = nn.Conv2dTranspose(2, 3, 3, stride=2, pad_mode="pad", padding=1, weight_init="ones")
    elif given == "dict":
        options = {"kernel_size": 3, "pad_mode": "pad", "padding": 1}
        layer = nn.Conv2d(2, 3, weight_init="ones", **options)
    elif given == "function":
        layer = conv3x3(2, 3, padding=1)
    elif given == "pooling":
        layer = nn.MaxPool2d(3, 2, pad_mode="pad", padding=1)
    elif given == "average":
        layer = nn.AvgPool2d(3, 2, pad_mode="pad", padding=1)
    elif given == "ceiling":
        layer = nn.MaxPool2d(3, 2, pad_mode="pad", ceil_mode=True)
    else:
        weight = ms.Tensor(np.ones((3, 2, 3, 3)), ms.float32)
        return {"sum": total(ops.conv2d(image, weight, pad_mode="pad", padding=1))}
    return {"sum": total(layer(image))}
''',
    related=("MSL712",),
    proofs=(
        Proof((Raises("ValueError", "pad"),), variant="convolution"),
        Proof((Raises("ValueError", "pad"),), variant="transpose"),
        Proof((Raises("ValueError", "pad"),), variant="dict"),
        Proof((Raises("ValueError", "pad"),), variant="function"),
        Proof((Raises("ValueError", "pad"),), since="2.0", variant="pooling"),
        Proof((Raises("ValueError", "pad"),), since="2.0", variant="average"),
        Proof((Raises("ValueError", "pad"),), since="2.0", variant="ceiling"),
        Proof((Raises("ValueError", "pad"),), variant="operator"),
    ),
    original="""\
import torch
from torch import nn


def observe(given):
    image = torch.arange(32.0).reshape(1, 2, 4, 4)
    if given == "pooling":
        return {"sum": float(nn.MaxPool2d(3, 2, padding=1)(image).sum())}
    if given == "average":
        return {"sum": float(nn.AvgPool2d(3, 2, padding=1)(image).sum())}
    if given == "ceiling":
        return {"sum": float(nn.MaxPool2d(3, 2, ceil_mode=True)(image).sum())}
    if given == "transpose":
        layer = nn.ConvTranspose2d(2, 3, 3, stride=2, padding=1, bias=False)
    else:
        layer = nn.Conv2d(2, 3, 3, padding=1, bias=False)
    nn.init.ones_(layer.weight)
    return {"sum": float(layer(image).sum())}
""",
)

_CONVOLUTIONS = ("Conv1d", "Conv1dTranspose", "Conv2d", "Conv2dTranspose", "Conv3d", "Conv3dTranspose")
_MAX_POOLS = ("MaxPool1d", "MaxPool2d", "MaxPool3d")
_AVERAGE_POOLS = ("AvgPool1d", "AvgPool2d", "AvgPool3d")
_PADDINGS = {
    **{f"mindspore.nn.{name}": ("padding",) for name in (*_CONVOLUTIONS, *_AVERAGE_POOLS)},
    **{f"mindspore.nn.{name}": ("padding", "dilation", "return_indices", "ceil_mode") for name in _MAX_POOLS},
    **{f"mindspore.ops.{name}": ("padding",) for name in ("conv1d", "conv2d", "conv3d")},
    **{f"mindspore.ops.{name}": ("pad",) for name in ("Conv2D", "Conv2DTranspose", "Conv3D", "Conv3DTranspose")},
    "mindspore.ops.AvgPool3D": ("pad",),
    "mindspore.ops.MaxPool3D": ("pad_list",),
}
"""What needs pad_mode="pad", and for which of its parameters."""

_REFUSES_ZEROS = ("mindspore.nn.MaxPool1d", "mindspore.nn.MaxPool2d")
"""Layers that take a tuple of zeros for a padding."""


class _Padding(NamedTuple):
    """An argument that needs the mode."""

    parameter: str
    argument: Argument


def check(context: Context) -> Iterator[Finding]:
    """Every such call with a padding that is known, and a mode that is known to be another."""
    for name in _PADDINGS.keys() & context.calls.names:
        for call in context.calls.to(name):
            mode = _mode(call, context.target)
            if mode is None:
                continue
            padding = _padding(call, context)
            if padding is not None and api_calls.is_sure(call):
                yield _finding(context, call, padding, mode)


def _mode(call: LibraryCall, version: Version) -> str | None:
    """What the mode is, empty where it is left out; None where it is, or may be, that which pads."""
    position = signatures.position(call.name, "pad_mode", version)
    if call.expression("pad_mode", position) is None:
        return "" if call.is_complete else None
    values = _values(call, "pad_mode", position)
    known = [value.value for value in values if isinstance(value, Constant) and isinstance(value.value, str)]
    is_other = len(known) == len(values) and all(mode.lower() in ("same", "valid") for mode in known)
    return known[0] if known and is_other else None


def _values(call: LibraryCall, parameter: str, position: int | None) -> list[Value]:
    site = call.expression(parameter, position)
    return [] if site is None else [possible.value for possible in call.evaluator.at(site)]


def _padding(call: LibraryCall, context: Context) -> _Padding | None:
    """The first argument that needs the mode."""
    known = {parameter.name for parameter in signatures.parameters(call.name, context.target) or ()}
    for parameter in _PADDINGS[call.name]:
        if parameter in known:
            position = signatures.position(call.name, parameter, context.target)
            for argument in call.argument(parameter, position):
                if _needs_mode(call.name, parameter, argument.possible.value, context.evaluator):
                    return _Padding(parameter, argument)
    return None


def _needs_mode(name: str, parameter: str, value: Value, evaluator: Evaluator) -> bool:
    """Whether an argument is not the one that says nothing."""
    neutral = 1 if parameter == "dilation" else 0
    if isinstance(value, Sequence):
        elements = [evaluator.only(each.node, each.scope, each.frame) for each in value.elements]
        is_padding = parameter in ("padding", "pad", "pad_list")
        return (is_padding and name in _REFUSES_ZEROS) or any(_is_other_number(each, neutral) for each in elements)
    return _is_other_number(value, neutral)


def _is_other_number(value: Value, neutral: int) -> bool:
    return isinstance(value, Constant) and isinstance(value.value, int) and value.value != neutral


def _finding(context: Context, call: LibraryCall, padding: _Padding, mode: str) -> Finding:
    written = next((each for each in call.node.keywords if each.arg == padding.parameter), None)
    is_free = call.is_direct and not mode and written is not None
    return context.finding(
        RULE,
        padding.argument.node,
        confidence=Confidence.HIGH if padding.argument.is_here else Confidence.INFERENCE,
        fix=edits.put_before(written, 'pad_mode="pad"') if is_free and written else None,
        layer=call.name.removeprefix("mindspore."),
        argument=f"{padding.parameter}={_text(padding.argument.possible.value)}",
        advice=f'one of it and pad_mode="{mode}" is wrong' if mode else 'add pad_mode="pad"',
    )


def _text(value: Value) -> str:
    """What was given, as it is best told."""
    return repr(value.value) if isinstance(value, Constant) else "(...)"
