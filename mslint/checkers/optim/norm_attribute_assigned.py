"""# norm-attribute-assigned (MSL217)

## What it does

Finds assignments to `momentum` and `eps` of a BatchNorm layer of
`mindspore.nn`, and to `epsilon` (or `eps`) of a LayerNorm, that exists
already: on one layer, or in a loop over the cells of a network.

## Why is this bad

In PyTorch these attributes are read in every call. The layers of MindSpore
build what computes in their constructor, so the assignment changes a number
that nothing reads: the layer goes on with the old value, and nothing is
raised. Measured in training and in evaluation, in PyNative and in graph mode.

## Example

```python
for _, cell in net.cells_and_names():
    if isinstance(cell, nn.BatchNorm2d):
        cell.eps = 1e-3
        cell.momentum = 0.97
```

## Use instead

```python
norm = nn.BatchNorm2d(64, eps=1e-3, momentum=0.97)
```

## Fix safety

No fix: the value has to travel to the place where the layer is made. Mind that
`momentum` of a BatchNorm is 1 minus PyTorch's.

## Limits

The class of the layer has to be known, from where it is made or from a test
such as `isinstance`. `nn.GroupNorm` reads its `eps` in every call and is never
flagged, nor are layers that a class of the file extends and that reads the
attribute itself; the instance norms and the norms of `mindspore.mint.nn` could not be
measured on CPU and are not either. Files that replace the inner operators
`bn_train`, `bn_infer` or `layer_norm` are left alone.

## Versions

MindSpore 1.10 to 2.10, all measured alike; `nn.LayerNorm` from 2.0 on and
`nn.SyncBatchNorm` from 2.6 on.

## References

- MindSpore: `mindspore.nn.BatchNorm2d`, `mindspore.nn.LayerNorm`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from packaging.version import Version

from mslint.context import Context
from mslint.facts.layers import FIXED_WHEN_MADE, NORM_KERNELS
from mslint.facts.names import canonical
from mslint.finding import Confidence, Finding, Severity
from mslint.model.guards import is_guarded
from mslint.model.names import AttributeWrite
from mslint.model.narrowing import asked_classes
from mslint.model.values import UNKNOWN, External, Instance, Sequence, Site, Value
from mslint.rule import Differs, Proof, Rule, Seen

RULE = Rule(
    code="MSL217",
    symbol="norm-attribute-assigned",
    summary="momentum or eps assigned to a norm layer that exists already",
    message=(
        "{layer} reads {attribute} only in its constructor: on MindSpore {target} {effect}; "
        "give {keyword}= to the constructor"
    ),
    seen=(Seen("1.10", None, Severity.WARNING, "this assignment is silently ignored"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn

MAKERS = {
    "BatchNorm1d": (lambda **values: nn.BatchNorm1d(2, **values), (4, 2)),
    "BatchNorm2d": (lambda **values: nn.BatchNorm2d(2, **values), (4, 2, 3, 3)),
    "BatchNorm3d": (lambda **values: nn.BatchNorm3d(2, **values), (4, 2, 3, 3, 3)),
    "SyncBatchNorm": (lambda **values: nn.SyncBatchNorm(2, **values), (4, 2, 3, 3)),
    "LayerNorm": (lambda **values: nn.LayerNorm((2,), **values), (4, 2)),
}


def observe(kind):
    """The share of one batch in the moving mean, or what evaluation makes of numbers that differ by 2."""
    name, attribute = kind.split(".")
    make, shape = MAKERS[name]
    net = nn.SequentialCell([make()])
    for _, cell in net.cells_and_names():
        if isinstance(cell, (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d, nn.SyncBatchNorm)):
            if attribute == "momentum":
                cell.momentum = 0.5  # MSL217
            else:
                cell.eps = 0.5  # MSL217
        if isinstance(cell, nn.LayerNorm):
            cell.epsilon = 0.5  # MSL217
    if attribute == "momentum":
        net.set_train()
        net(ms.Tensor(np.full(shape, 10.0), ms.float32))
        layer = net[0].bn2d if name == "BatchNorm3d" else net[0]
        return {"share": float(layer.moving_mean.asnumpy()[0]) / 10.0}
    net.set_train(False)
    numbers = np.tile(np.array([1.0, 3.0]).reshape((1, 2) + (1,) * (len(shape) - 2)), (4, 1) + shape[2:])
    return {"range": float(np.ptp(net(ms.Tensor(numbers, ms.float32)).asnumpy()))}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn

MAKERS = {
    "BatchNorm1d": (lambda **values: nn.BatchNorm1d(2, **values), (4, 2)),
    "BatchNorm2d": (lambda **values: nn.BatchNorm2d(2, **values), (4, 2, 3, 3)),
    "BatchNorm3d": (lambda **values: nn.BatchNorm3d(2, **values), (4, 2, 3, 3, 3)),
    "SyncBatchNorm": (lambda **values: nn.SyncBatchNorm(2, **values), (4, 2, 3, 3)),
    "LayerNorm": (lambda **values: nn.LayerNorm((2,), **values), (4, 2)),
}


def observe(kind):
    """The share of one batch in the moving mean, or what evaluation makes of numbers that differ by 2."""
    name, attribute = kind.split(".")
    make, shape = MAKERS[name]
    net = nn.SequentialCell([make(**{attribute: 0.5})])
    if attribute == "momentum":
        net.set_train()
        net(ms.Tensor(np.full(shape, 10.0), ms.float32))
        layer = net[0].bn2d if name == "BatchNorm3d" else net[0]
        return {"share": float(layer.moving_mean.asnumpy()[0]) / 10.0}
    net.set_train(False)
    numbers = np.tile(np.array([1.0, 3.0]).reshape((1, 2) + (1,) * (len(shape) - 2)), (4, 1) + shape[2:])
    return {"range": float(np.ptp(net(ms.Tensor(numbers, ms.float32)).asnumpy()))}
''',
    confidence=Confidence.INFERENCE,
    related=("MSL201",),
    proofs=(
        *(
            Proof((Differs("share", 0.3),), variant=f"{name}.momentum")
            for name in ("BatchNorm1d", "BatchNorm2d", "BatchNorm3d")
        ),
        *(
            Proof((Differs("range", 0.3),), variant=f"{name}.eps")
            for name in ("BatchNorm1d", "BatchNorm2d", "BatchNorm3d")
        ),
        Proof((Differs("range", 0.3),), since="2.0", variant="LayerNorm.epsilon"),
        Proof((Differs("share", 0.3),), since="2.6", variant="SyncBatchNorm.momentum"),
        Proof((Differs("range", 0.3),), since="2.6", variant="SyncBatchNorm.eps"),
    ),
    original="""\
import torch

MAKERS = {
    "BatchNorm1d": (lambda: torch.nn.BatchNorm1d(2), (4, 2)),
    "BatchNorm2d": (lambda: torch.nn.BatchNorm2d(2), (4, 2, 3, 3)),
    "BatchNorm3d": (lambda: torch.nn.BatchNorm3d(2), (4, 2, 3, 3, 3)),
    "SyncBatchNorm": (lambda: torch.nn.BatchNorm2d(2), (4, 2, 3, 3)),
    "LayerNorm": (lambda: torch.nn.LayerNorm((2,)), (4, 2)),
}


def observe(kind):
    name, attribute = kind.split(".")
    make, shape = MAKERS[name]
    layer = make()
    if attribute == "momentum":
        layer.momentum = 0.5
        layer.train()
        layer(torch.full(shape, 10.0))
        return {"share": float(layer.running_mean[0]) / 10.0}
    layer.eps = 0.5
    layer.eval()
    numbers = torch.tensor([1.0, 3.0]).reshape((1, 2) + (1,) * (len(shape) - 2)).expand(shape)
    out = layer(numbers)
    return {"range": float(out.max() - out.min())}
""",
)

_ATTRIBUTES = frozenset(attribute for _, attributes in FIXED_WHEN_MADE.values() for attribute in attributes)


def check(context: Context) -> Iterator[Finding]:
    """Every such assignment to an object that is known to be such a layer."""
    writes = [write for write in context.module.attribute_writes if write.target.attr in _ATTRIBUTES]
    if not writes or any(write.target.attr in NORM_KERNELS for write in context.module.attribute_writes):
        return
    for write in writes:
        layer = _layer(context, write)
        if layer is not None and not is_guarded(write.scope, write.target):
            keyword = "epsilon" if layer == "mindspore.nn.LayerNorm" else write.target.attr
            yield context.finding(
                RULE, write.target, layer=layer.rpartition(".")[2], attribute=write.target.attr, keyword=keyword
            )


def _layer(context: Context, write: AttributeWrite) -> str | None:
    """The layer that keeps what is assigned unread; None where the object may be another."""
    receiver = write.target.value
    names: list[str | None] = [*_tested(context, write)]
    if any(name is not None and _is_read(context, name, write.target.attr) for name in names):
        return None
    if not names:
        values = context.evaluator.values(receiver, write.scope)
        if isinstance(receiver, ast.Name):
            values = [value for value in values if value != UNKNOWN]
        names = [_made(value) for value in values]
        if None in names:
            return None
    return next((name for name in names if name is not None and _keeps(context, name, write.target.attr)), None)


def _tested(context: Context, write: AttributeWrite) -> Iterator[str]:
    """The library classes that tests around the assignment ask for."""
    for site in asked_classes(write.target.value, write.scope):
        yield from _classes(context, site)


def _classes(context: Context, site: Site) -> Iterator[str]:
    """The library classes in the second argument of an isinstance."""
    for possible in context.evaluator.at(site):
        if isinstance(possible.value, Sequence):
            for element in possible.value.elements:
                yield from _classes(context, element)
        elif isinstance(possible.value, External):
            yield canonical(possible.value.name)


def _made(value: Value) -> str | None:
    """The class of an object that calling a library class has made."""
    if isinstance(value, Instance) and isinstance(value.of, External):
        return canonical(value.of.name)
    return None


def _keeps(context: Context, name: str, attribute: str) -> bool:
    since, attributes = FIXED_WHEN_MADE.get(name, ("0", frozenset()))
    return attribute in attributes and context.target >= Version(since)


def _is_read(context: Context, name: str, attribute: str) -> bool:
    """Whether a class of the file, which passes the same tests, extends the layer and reads the attribute itself."""
    for class_ in context.module.classes:
        ancestry = context.evaluator.classes.ancestry(class_)
        if any(isinstance(base, External) and canonical(base.name) == name for base in ancestry) and any(
            isinstance(node, ast.Attribute) and node.attr == attribute and isinstance(node.ctx, ast.Load)
            for node in ast.walk(class_.node)
        ):
            return True
    return False
