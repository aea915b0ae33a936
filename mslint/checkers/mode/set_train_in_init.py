"""# set-train-in-init (MSL106)

## What it does

Finds `set_train(...)` called in the `__init__` of a Cell on a part of it, where
it does not last or lasts too long: `set_train()` on a layer made there, and
`set_train(False)` on a part that is afterwards trained together with the whole.

## Why is this bad

`set_train` of the whole reaches every part. A backbone that `__init__` put in
inference mode is back in training mode once the network is trained, and its
statistics move although it was to be frozen. A layer that `__init__` put in
training mode stays so in an inference that relies on a Cell's beginning in
inference mode: it drops and its statistics move.

## Example

```python
class Net(nn.Cell):
    def __init__(self, backbone):
        super().__init__()
        self.backbone = backbone
        self.backbone.set_train(False)
```

## Use instead

```python
class Net(nn.Cell):
    def __init__(self, backbone):
        super().__init__()
        self.backbone = backbone

    def set_train(self, mode=True):
        super().set_train(mode)
        self.backbone.set_train(False)
        return self
```

## Fix safety

No fix: which of the two modes is meant, and when, the text does not say.

## Limits

`set_train(False)` is flagged only where mslint sees the part run in training
mode after all, in a program of the same file, and the part holds a layer that
depends on the mode. `set_train()` is flagged on layers that the class itself
makes and that are known to depend on the mode. Classes that override `set_train`, classes that
hold an optimizer, train cells, classes named after a loss, training or Monte
Carlo dropout, and calls under an if that asks for the mode are left alone.

## Versions

MindSpore 1.10 to 2.10, all measured alike.

## References

- MindSpore: `mindspore.nn.Cell.set_train`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.cells import MEANT_TO_DROP, KnownCell, cells_at, known_cell, known_class, mentions_mode
from mslint.context import Context
from mslint.facts.layers import MODE_DEPENDENT
from mslint.facts.optimizers import optimizers
from mslint.finding import Confidence, Finding, Severity
from mslint.model.evaluator import Evaluator
from mslint.model.guards import is_guarded
from mslint.model.names import Call, Scope, start_of
from mslint.model.values import Constant, Instance, Sequence, Value
from mslint.rule import Differs, Proof, Rule, Seen
from mslint.training.events import LostMode

RULE = Rule(
    code="MSL106",
    symbol="set-train-in-init",
    summary="set_train() in __init__ on a part of a cell",
    message="on MindSpore {target} {effect}: {network} {consequence}; override set_train() of {owner} instead",
    seen=(Seen("1.10", None, Severity.WARNING, "a mode that __init__ gives a part lasts until the whole is set"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


class Frozen(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)
        self.norm.set_train(False)  # MSL106
        self.head = nn.Dense(4, 1)

    def construct(self, x):
        return self.head(self.norm(x))


class Active(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)
        self.norm.set_train()  # MSL106

    def construct(self, x):
        return self.norm(x)


def observe(kind):
    """How far the running mean of the norm moves, where it should not."""
    x = ms.Tensor(np.full((8, 4), 3), ms.float32)
    if kind == "left on":
        net = Active()
        net(x)
        return {"moved": float(net.norm.moving_mean.asnumpy().mean())}
    net = Frozen()
    optimizer = nn.SGD(net.head.trainable_params(), 0.01)

    def forward(x):
        return net(x).mean()

    grad_fn = ops.value_and_grad(forward, None, optimizer.parameters)
    net.set_train()
    _, grads = grad_fn(x)
    optimizer(grads)
    return {"moved": float(net.norm.moving_mean.asnumpy().mean())}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


class Frozen(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)
        self.head = nn.Dense(4, 1)

    def set_train(self, mode=True):
        super().set_train(mode)
        self.norm.set_train(False)
        return self

    def construct(self, x):
        return self.head(self.norm(x))


class Active(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)

    def construct(self, x):
        return self.norm(x)


def observe(kind):
    """How far the running mean of the norm moves, where it should not."""
    x = ms.Tensor(np.full((8, 4), 3), ms.float32)
    if kind == "left on":
        net = Active()
        net(x)
        return {"moved": float(net.norm.moving_mean.asnumpy().mean())}
    net = Frozen()
    optimizer = nn.SGD(net.head.trainable_params(), 0.01)

    def forward(x):
        return net(x).mean()

    grad_fn = ops.value_and_grad(forward, None, optimizer.parameters)
    net.set_train()
    _, grads = grad_fn(x)
    optimizer(grads)
    return {"moved": float(net.norm.moving_mean.asnumpy().mean())}
''',
    confidence=Confidence.INFERENCE,
    related=("MSL101", "MSL107"),
    proofs=(
        Proof((Differs("moved", 0.2),), variant="overridden"),
        Proof((Differs("moved", 0.2),), variant="left on"),
    ),
    original="""\
import torch
from torch import nn


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)
        self.head = nn.Linear(4, 1)

    def train(self, mode=True):
        super().train(mode)
        self.norm.eval()
        return self

    def forward(self, x):
        return self.head(self.norm(x))


def observe(kind):
    x = torch.full((8, 4), 3.0)
    net = Frozen()
    if kind == "left on":
        net.eval()
    else:
        net.train()
    net(x).mean().backward()
    return {"moved": float(net.norm.running_mean.mean())}
""",
)

_LOST = "runs in training mode in this program after all"
_LEFT_ON = "is in training mode in an inference that sets no mode"


def check(context: Context) -> Iterator[Finding]:
    """Every part that is trained after all, and every layer that is left in training mode."""
    evaluator = context.evaluator
    for lost in context.training.of(LostMode):
        yield context.finding(RULE, lost.place.node, network=lost.part.name, consequence=_LOST, owner=lost.owner_name)
    for call in context.module.calls_named(["set_train"]):
        owner = _owner(call, evaluator)
        layer = None if owner is None else _layer_left_on(call, evaluator)
        if owner is not None and layer is not None:
            yield context.finding(RULE, call.node, network=layer.name, consequence=_LEFT_ON, owner=owner.name)


def _owner(call: Call, evaluator: Evaluator) -> KnownCell | None:
    """The cell whose `__init__` makes the call `...set_train()`; None where it has a say in its mode, or trains."""
    function = call.node.func
    method = call.scope.function
    if not isinstance(function, ast.Attribute) or method is None:
        return None
    class_ = method.owner
    if class_ is None or method.name != "__init__" or is_guarded(call.scope, call.node):
        return None
    owner = known_class(class_, evaluator)
    if owner is None or owner.defines("set_train") or "TrainOneStep" in owner.library:
        return None
    if any(MEANT_TO_DROP.search(each.name) for each in owner.classes) or _asks_for_mode(call):
        return None
    return None if _holds_optimizer(owner, evaluator) else owner


def _asks_for_mode(call: Call) -> bool:
    """Whether the call stands under an if that asks for the mode."""
    block = call.scope.block_at(start_of(call.node))
    statements = [each.statement for each in block.chain()] if block is not None else []
    return any(isinstance(each, ast.If) and mentions_mode(each.test) for each in statements)


def _holds_optimizer(cell: KnownCell, evaluator: Evaluator) -> bool:
    return any(
        "optim" in attribute
        or any(
            isinstance(value, Instance) and getattr(value.of, "name", "") in optimizers()
            for site, _ in sites
            for value in evaluator.values(site.node, site.scope)
        )
        for class_ in cell.classes
        for attribute, sites in evaluator.classes.writes(class_).items()
    )


def _layer_left_on(call: Call, evaluator: Evaluator) -> KnownCell | None:
    """The mode-dependent layer, made in this very `__init__`, that the call puts in training mode."""
    if not _is_training(call, evaluator):
        return None
    function = call.node.func
    values = evaluator.values(function.value, call.scope) if isinstance(function, ast.Attribute) else []
    for value in values:
        layer = _made_here(value, call.scope, evaluator)
        if layer is not None:
            return layer
    return None


def _is_training(call: Call, evaluator: Evaluator) -> bool:
    given = [*call.node.args, *(keyword.value for keyword in call.node.keywords)]
    return not given or (len(given) == 1 and evaluator.only(given[0], call.scope) == Constant(True))


def _depends_on_mode(cell: KnownCell, evaluator: Evaluator, depth: int = 2) -> bool:
    """Whether a cell is a layer that depends on the mode, or one of the project that makes such a layer."""
    if not cell.classes:
        return cell.library in MODE_DEPENDENT
    if cell.defines("set_train") or not depth:
        return False
    return any(
        _depends_on_mode(held, evaluator, depth - 1)
        for class_ in cell.classes
        for sites in evaluator.classes.writes(class_).values()
        for site, index in sites
        if not index
        for held in cells_at(site.node, site.scope, evaluator)
    )


def _made_here(value: Value, scope: Scope, evaluator: Evaluator) -> KnownCell | None:
    """A mode-dependent layer of MindSpore that `value` is or holds, where `scope` makes it."""
    if not isinstance(value, Instance) or value.site is None or value.site.scope.function is not scope.function:
        return None
    cell = known_cell(value, evaluator)
    if cell is None:
        return None
    if _depends_on_mode(cell, evaluator):
        return cell
    call = value.site.node
    if not cell.is_container or not isinstance(call, ast.Call):
        return None
    for argument in call.args:
        for inner in evaluator.values(argument, value.site.scope):
            elements = inner.elements if isinstance(inner, Sequence) else ()
            held = [inner, *(each for site in elements for each in evaluator.values(site.node, site.scope))]
            for each in held:
                layer = _made_here(each, scope, evaluator)
                if layer is not None:
                    return layer
    return None
