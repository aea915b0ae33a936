"""# unknown-group-key (MSL206)

## What it does

Finds keys of parameter groups that the optimizer does not know: everything but
`params`, `lr`, `weight_decay`, `order_params` and `grad_centralization` for
the optimizers of `mindspore.nn`, and `learning_rate` for those of
`mindspore.experimental.optim` and `mindspore.mint.optim`.

## Why is this bad

The optimizers of `mindspore.nn` raise `KeyError`. Their own argument is called
`learning_rate`, but the key in a group is `lr`; `momentum`, `betas` and `eps`
cannot differ from group to group. The optimizers of `mindspore.experimental`
and `mindspore.mint` take any key and ignore what they do not know: a group
with `learning_rate` trains at the optimizer's rate, and nothing is raised.

## Example

```python
groups = [
    {"params": body, "learning_rate": 1e-4},
    {"params": head},
]
optimizer = nn.SGD(groups, learning_rate=1e-3)
```

## Use instead

```python
groups = [
    {"params": body, "lr": 1e-4},
    {"params": head},
]
optimizer = nn.SGD(groups, learning_rate=1e-3)
```

## Fix safety

Safe: `learning_rate` becomes `lr`, nothing else changes. Other keys have no fix.

## Limits

Keys that the file takes out again with `pop` or `del` are not judged, nor are
groups that are put together in ways that cannot be followed. For
`mindspore.experimental` and `mindspore.mint` other unknown keys, which people
use as notes, are left alone.

## Versions

`mindspore.nn`: MindSpore 1.10 to 2.10. The others: 2.5 to 2.10.

## References

- MindSpore: `mindspore.nn.Optimizer`, parameter groups
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from packaging.version import Version

from mslint import edits
from mslint.calls import LibraryCall
from mslint.context import Context
from mslint.facts.optimizers import GROUP_KEYS
from mslint.facts.worlds import World
from mslint.finding import Confidence, Finding, Fix, Severity
from mslint.groups import Group, groups, takes_out
from mslint.model.values import Site
from mslint.rule import Differs, Proof, Raises, Rule, Seen

RULE = Rule(
    code="MSL206",
    symbol="unknown-group-key",
    summary="a key of a parameter group that the optimizer refuses or ignores",
    message='"{key}" in a parameter group: on MindSpore {target} {consequence}; {advice}',
    seen=(Seen("1.10", None, Severity.ERROR, "the optimizers of mindspore.nn refuse unknown keys"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn

RATE = 0.5


def observe(family):
    """The rate at which the first of two groups trains, where the optimizer's own is 0.1."""
    weights = [ms.Parameter(ms.Tensor(np.ones((2, 2)), ms.float32), name=name) for name in ("one", "two")]
    before = weights[0].asnumpy().copy()
    ones = tuple(ms.Tensor(np.ones((2, 2)), ms.float32) for _ in weights)
    groups = [
        {"params": weights[:1], "learning_rate": RATE},  # MSL206
        {"params": weights[1:]},
    ]
    if family == "mint":
        from mindspore import mint

        return {"rate": float(mint.optim.AdamW(groups, lr=0.1).param_groups[0]["lr"])}
    if family == "experimental":
        from mindspore.experimental import optim

        optimizer = optim.SGD(groups, lr=0.1)
    else:
        optimizer = nn.SGD(groups, learning_rate=0.1)
    optimizer(ones)
    return {"rate": float((before - weights[0].asnumpy()).mean())}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn

RATE = 0.5


def observe(family):
    """The rate at which the first of two groups trains, where the optimizer's own is 0.1."""
    weights = [ms.Parameter(ms.Tensor(np.ones((2, 2)), ms.float32), name=name) for name in ("one", "two")]
    before = weights[0].asnumpy().copy()
    ones = tuple(ms.Tensor(np.ones((2, 2)), ms.float32) for _ in weights)
    groups = [
        {"params": weights[:1], "lr": RATE},
        {"params": weights[1:]},
    ]
    if family == "mint":
        from mindspore import mint

        return {"rate": float(mint.optim.AdamW(groups, lr=0.1).param_groups[0]["lr"])}
    if family == "experimental":
        from mindspore.experimental import optim

        optimizer = optim.SGD(groups, lr=0.1)
    else:
        optimizer = nn.SGD(groups, learning_rate=0.1)
    optimizer(ones)
    return {"rate": float((before - weights[0].asnumpy()).mean())}
''',
    related=("MSL202", "MSL208"),
    proofs=(
        Proof((Raises("KeyError", "learning_rate"),), variant="nn"),
        Proof((Differs("rate", 0.01),), since="2.5", variant="experimental"),
        Proof((Differs("rate", 0.01),), since="2.5", variant="mint"),
    ),
    original="""\
import torch

RATE = 0.5


def observe(family):
    weights = [torch.nn.Parameter(torch.ones(2, 2)) for _ in range(2)]
    before = weights[0].detach().clone()
    groups = [
        {"params": weights[:1], "lr": RATE},
        {"params": weights[1:]},
    ]
    optimizer = torch.optim.SGD(groups, lr=0.1)
    for each in weights:
        each.grad = torch.ones_like(each)
    optimizer.step()
    return {"rate": float((before - weights[0]).mean())}
""",
)

_TORCH_LIKE = (World.EXPERIMENTAL, World.MINT)
_TORCH_LIKE_SINCE = Version("2.5")
_RATE = "learning_rate"
_OF_THE_OPTIMIZER = frozenset({"momentum", "betas", "eps", "dampening", "nesterov", "alpha", "rho", "amsgrad"})
"""What PyTorch's groups may set and MindSpore's may not."""


def check(context: Context) -> Iterator[Finding]:
    """Every group with such a key that reaches an optimizer, and the worst that it does there."""
    reported = set()
    for finding in _findings(context):
        if finding.span not in reported:
            reported.add(finding.span)
            yield finding


def _findings(context: Context) -> Iterator[Finding]:
    """The findings of each optimizer, those of `mindspore.nn`, which raise, first."""
    for optimizer in sorted(context.optimizers, key=lambda each: each.world is not World.NATIVE):
        is_native = optimizer.world is World.NATIVE
        is_torch_like = optimizer.world in _TORCH_LIKE and context.target >= _TORCH_LIKE_SINCE
        if optimizer.params_keyword is None or not (is_native or is_torch_like):
            continue
        for call in context.calls.to(optimizer.name):
            params = call.expression(optimizer.params_keyword, optimizer.params_position)
            if params is None:
                continue
            for group in groups(call, params):
                keys = _refused(group) if is_native else _ignored(group)
                modules = {group.possible.written.scope.module, call.scope.module, context.module}
                for key in keys:
                    if any(takes_out(module, key) for module in modules):
                        continue
                    yield from _finding(context, call, group, params, key, is_native)


def _refused(group: Group) -> list[str]:
    """The keys that are surely there when a native optimizer sees the group."""
    unknown = [key for key in group.items if key not in GROUP_KEYS]
    return [key for key in unknown if key == _RATE or (group.is_sure and group.possible.key(key) is not None)]


def _ignored(group: Group) -> list[str]:
    return [_RATE] if _RATE in group.items and "lr" not in group.items else []


def _finding(
    context: Context, call: LibraryCall, group: Group, params: Site, key: str, is_native: bool
) -> Iterator[Finding]:
    fix: Fix | None = None
    written = group.possible.key(key)
    is_here = group.possible.written.scope.module is context.module
    node: ast.expr | ast.keyword | None = written
    if written is None or not is_here:
        site = group.items[key]
        node = site.node if site.scope.module is context.module else call.place(params, group.possible)
    elif key == _RATE and "lr" not in group.items:
        fix = edits.rename_key(written, "lr")
    if node is None:
        return
    if is_native:
        consequence = "the optimizers of mindspore.nn take no such key and raise KeyError"
    else:
        consequence = "the optimizer ignores it and trains this group at its own lr"
    yield context.finding(
        RULE,
        node,
        severity=Severity.ERROR if is_native else Severity.WARNING,
        confidence=Confidence.HIGH if is_here and group.is_sure else Confidence.INFERENCE,
        fix=fix,
        key=key,
        consequence=consequence,
        advice=_advice(key),
    )


def _advice(key: str) -> str:
    if key == _RATE:
        return 'write "lr"'
    if key in _OF_THE_OPTIMIZER:
        return "give it to the optimizer, for all groups"
    return "leave it out"
