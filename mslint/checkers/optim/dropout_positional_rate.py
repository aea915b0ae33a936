"""# dropout-positional-rate (MSL209)

## What it does

Finds `nn.Dropout(x)` and `ops.Dropout(x)` of MindSpore whose positional
argument is below 0.5, wherever the value comes from.

## Why is this bad

The first positional parameter is `keep_prob`, the share that is kept, in every
version up to 2.10. PyTorch's first parameter is the share that is dropped.
`nn.Dropout(0.1)` drops 90 % of the values. Nothing is raised. 0.0 and the
integers 0 and 1 raise.

## Example

```python
self.dropout = nn.Dropout(0.1)
```

## Use instead

```python
self.dropout = nn.Dropout(p=0.1)
```

## Fix safety

Unsafe: it changes how much is dropped, which is the point. For `nn.Dropout`
from MindSpore 2.0 on the fix names the parameter `p`.

## Limits

0.5 means the same either way, and 0.5 to 1 is taken as a share to keep. A value
that is only known when the program runs is not judged. `nn.Dropout1d`,
`nn.Dropout2d`, `nn.Dropout3d`, `ops.dropout` and the layers of
`mindspore.mint.nn` take the share to drop first and are never flagged. A rate
of 0 is flagged only where nothing in the function asks for it first.

## Versions

MindSpore 1.10 to 2.10, all measured alike. From 2.0 on MindSpore logs a warning
that `keep_prob` will be deprecated.

## References

- MindSpore: `mindspore.nn.Dropout`
- PyTorch: `torch.nn.Dropout`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint import edits
from mslint.calls import Argument, LibraryCall
from mslint.context import Context
from mslint.finding import Confidence, Finding, Fix, Severity
from mslint.model.values import Constant
from mslint.rule import Differs, Proof, Rule, Seen

RULE = Rule(
    code="MSL209",
    symbol="dropout-positional-rate",
    summary="a drop rate given by position to Dropout, which reads it as the share to keep",
    message=(
        "the positional argument of {layer} is keep_prob, the share to keep: "
        "{value} {consequence} on MindSpore {target}; {advice}"
    ),
    seen=(Seen("1.10", None, Severity.WARNING, "the first positional parameter is keep_prob"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn

RATE = 0.1


def observe(argument):
    """The share of values that the rate drops."""
    layer = nn.Dropout(RATE)  # MSL209
    layer.set_train()
    out = layer(ms.Tensor(np.ones((1000, 1000)), ms.float32)).asnumpy()
    return {"dropped": float((out == 0).mean())}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn

RATE = 0.1


def observe(argument):
    """The share of values that the rate drops."""
    layer = nn.Dropout(p=RATE) if argument == "p" else nn.Dropout(keep_prob=1 - RATE)
    layer.set_train()
    out = layer(ms.Tensor(np.ones((1000, 1000)), ms.float32)).asnumpy()
    return {"dropped": float((out == 0).mean())}
''',
    proofs=(
        Proof((Differs("dropped", 0.02),), since="2.0", variant="p"),
        Proof((Differs("dropped", 0.02),), variant="keep_prob"),
    ),
    original="""\
import torch
from torch import nn

RATE = 0.1


def observe(argument):
    layer = nn.Dropout(RATE)
    layer.train()
    return {"dropped": float((layer(torch.ones(1000, 1000)) == 0).double().mean())}
""",
    tolerance=5e-3,
)

_LAYERS = ("mindspore.nn.Dropout", "mindspore.ops.Dropout")
_EVEN = 0.5


def check(context: Context) -> Iterator[Finding]:
    """Every small positional argument of these layers."""
    for call in context.calls.to(*_LAYERS):
        if call.expression("p") is not None:
            continue
        for argument in _positional(call):
            value = argument.possible.value
            if not isinstance(value, Constant) or not isinstance(value.value, int | float):
                continue
            if value.value is True or value.value is False:
                continue
            raises = value.value == 0 or (value.value == 1 and isinstance(value.value, int))
            if raises and _asks_first(call, argument):
                continue
            if raises or 0 < value.value < _EVEN:
                yield _finding(context, call, argument, value.value, raises)


def _positional(call: LibraryCall) -> list[Argument]:
    """The first argument, where it is given by position."""
    return [] if call.expression("keep_prob") is not None else call.argument("keep_prob", 0)


def _finding(context: Context, call: LibraryCall, argument: Argument, value: float, raises: bool) -> Finding:
    layer = ".".join(call.name.split(".")[1:])
    takes_p = call.name == "mindspore.nn.Dropout" and context.target.major >= 2
    fix: Fix | None = None
    if takes_p and argument.node in call.node.args:
        fix = edits.name_argument(argument.node, "p")
    elif not takes_p and argument.is_here:
        fix = edits.complement(argument.node)
    return context.finding(
        RULE,
        argument.node,
        severity=Severity.ERROR if raises else Severity.WARNING,
        confidence=Confidence.HIGH if argument.is_here else Confidence.INFERENCE,
        fix=fix,
        layer=layer,
        value=f"{value:g}",
        consequence="raises" if raises else f"drops {(1 - value) * 100:g} %",
        advice="write p=..." if takes_p else "write 1 minus the rate",
    )


def _asks_first(call: LibraryCall, argument: Argument) -> bool:
    """Whether a condition on the way looks at the rate, as in `Dropout(rate) if rate else Identity()`."""
    for site in (call.expression("keep_prob", 0), argument.possible.passed):
        function = site.scope.function if site is not None else None
        if site is None or function is None:
            continue
        tests = [node.test for node in ast.walk(function.node) if isinstance(node, ast.If | ast.IfExp)]
        if any(_names(site.node) & _names(test) for test in tests):
            return True
    return False


def _names(expression: ast.expr) -> set[str]:
    """The last parts of the names in an expression: `self.rate > 0` asks for rate."""
    found = set()
    for node in ast.walk(expression):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
    return found - {"self"}
