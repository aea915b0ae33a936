"""# lr-list-too-short (MSL307)

## What it does

Finds an optimizer of `mindspore.nn` whose list of rates is shorter than the
number of steps that it surely makes. The list may be written out, be repeated
(`[0.1] * 30 + [0.01] * 30`), be made over a `range` (`[rate(i) for i in range(30)]`),
or come from `nn.piecewise_constant_lr`, `nn.cosine_decay_lr` and their like.

## Why is this bad

A list of rates has one for each step, not for each epoch. After its end the
rate becomes 0 (up to MindSpore 2.0, silently) or the step raises RuntimeError.

## Example

```python
rates = [0.1] * 30 + [0.01] * 30
optimizer = nn.SGD(net.trainable_params(), learning_rate=rates)
for epoch in range(60):
    for step in range(100):
        train_step()
```

## Use instead

```python
rates = nn.piecewise_constant_lr([30 * 100, 60 * 100], [0.1, 0.01])
optimizer = nn.SGD(net.trainable_params(), learning_rate=rates)
for epoch in range(60):
    for step in range(100):
        train_step()
```

## Fix safety

No fix: how the rate should go on is not known.

## Limits

Both lengths have to be known. Loops count where they run over a `range` or a
list of known length and cannot be left early, others as one turn; steps under
a condition do not count. The epochs of `Model.train` are not known to this rule.
`nn.CosineDecayLR` and the other schedules that compute the rate have no end.

## Versions

MindSpore 1.10 to 2.10; from 2.5 on an error.

## References

- MindSpore: `mindspore.nn.piecewise_constant_lr`, `mindspore.nn.Optimizer`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.context import Context
from mslint.facts.names import canonical
from mslint.facts.optimizers import optimizers
from mslint.facts.worlds import World
from mslint.finding import Confidence, Finding, Severity
from mslint.model.evaluator import Evaluator
from mslint.model.values import Constant, External, Instance, Sequence, Site, Value
from mslint.rule import Differs, Proof, Raises, Rule, Seen
from mslint.training.events import OptimizerStep

RULE = Rule(
    code="MSL307",
    symbol="lr-list-too-short",
    summary="a list of learning rates that is shorter than the training",
    message="{length} rates, one for each step, for {steps} steps or more: on MindSpore {target} {effect}",
    seen=(
        Seen("1.10", "2.0", Severity.WARNING, "the rate silently becomes 0 after the last"),
        Seen("2.5", None, Severity.ERROR, "the step after the last rate raises RuntimeError"),
    ),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn


def run(optimizer, weight):
    """What each of four steps moves the weight by."""
    moves = []
    for _ in range(4):
        before = float(weight.asnumpy().mean())
        optimizer((ms.Tensor(np.ones((2, 2)), ms.float32),))
        moves.append(round(before - float(weight.asnumpy().mean()), 4))
    return {"moves": moves}


def written_out(weight):
    optimizer = nn.SGD([weight], learning_rate=[0.1] * 2)  # MSL307
    return run(optimizer, weight)


def made(weight):
    rates = nn.piecewise_constant_lr([2], [0.1])
    optimizer = nn.Momentum([weight], learning_rate=rates, momentum=0.0)  # MSL307
    return run(optimizer, weight)


def observe(variant):
    """With two rates in the faulty program."""
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    return written_out(weight) if variant == "list" else made(weight)
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn


def run(optimizer, weight):
    """What each of four steps moves the weight by."""
    moves = []
    for _ in range(4):
        before = float(weight.asnumpy().mean())
        optimizer((ms.Tensor(np.ones((2, 2)), ms.float32),))
        moves.append(round(before - float(weight.asnumpy().mean()), 4))
    return {"moves": moves}


def written_out(weight):
    optimizer = nn.SGD([weight], learning_rate=[0.1] * 4)
    return run(optimizer, weight)


def made(weight):
    rates = nn.piecewise_constant_lr([4], [0.1])
    optimizer = nn.Momentum([weight], learning_rate=rates, momentum=0.0)
    return run(optimizer, weight)


def observe(variant):
    """With as many rates as steps."""
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    return written_out(weight) if variant == "list" else made(weight)
''',
    confidence=Confidence.INFERENCE,
    proofs=(
        Proof((Differs("moves", 0.09),), since="1.10", until="2.0", variant="list"),
        Proof((Raises("RuntimeError", "Gather"),), since="2.5", variant="list"),
        Proof((Differs("moves", 0.09),), since="1.10", until="2.0", variant="piecewise_constant_lr"),
        Proof((Raises("RuntimeError", "Gather"),), since="2.5", variant="piecewise_constant_lr"),
    ),
    original='''\
import torch


def observe(variant):
    weight = torch.nn.Parameter(torch.zeros(2, 2))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    moves = []
    for _ in range(4):
        before = float(weight.mean())
        weight.grad = torch.ones(2, 2)
        optimizer.step()
        moves.append(round(before - float(weight.mean()), 4))
    return {"moves": moves}
''',
)

_BY_MILESTONES = "mindspore.nn.piecewise_constant_lr"
_BY_TOTAL = {
    "mindspore.nn.cosine_decay_lr": 2,
    "mindspore.nn.exponential_decay_lr": 2,
    "mindspore.nn.inverse_decay_lr": 2,
    "mindspore.nn.natural_exp_decay_lr": 2,
    "mindspore.nn.polynomial_decay_lr": 2,
    "mindspore.nn.warmup_lr": 1,
}
"""The functions that make `total_step` rates, and its position."""


def check(context: Context) -> Iterator[Finding]:
    """Every such list in the call of an optimizer."""
    names = [name for name, form in optimizers().items() if form.world is World.NATIVE and form.rate_keyword]
    steps: list[OptimizerStep] | None = None
    for call in context.calls.to(*names):
        rates = call.expression("learning_rate", optimizers()[call.name].rate_position)
        if rates is None or not call.is_direct or call.frame is not None:
            continue
        length = _length(rates, context.evaluator)
        if length:
            steps = context.training.of(OptimizerStep) if steps is None else steps
            most = _most(steps, call.node)
            if most > length:
                yield context.finding(RULE, rates.node, length=length, steps=most)


def _most(steps: list[OptimizerStep], call: ast.Call) -> int:
    """How often an optimizer that is made by `call` surely steps."""
    made = {step.optimizer for step in steps if step.optimizer.site is call}
    return max((sum(step.times for step in steps if step.optimizer is each) for each in made), default=0)


def _length(site: Site, evaluator: Evaluator) -> int | None:
    """The length of a list, the largest of those it can be; None where it is no list or one is not known."""
    lengths = [_length_of(possible.value, possible.written, evaluator) for possible in evaluator.at(site)]
    known = [length for length in lengths if length is not None]
    return max(known) if known and len(known) == len(lengths) else None


def _length_of(value: Value, written: Site, evaluator: Evaluator) -> int | None:
    if isinstance(written.node, ast.ListComp):
        return _comprehended(written.node, written, evaluator)
    if isinstance(value, Sequence):
        return None if value.is_open else len(value.elements)
    node = written.node
    if isinstance(value, Instance) and isinstance(value.of, External) and isinstance(node, ast.Call):
        return _made_by(canonical(value.of.name), node, written, evaluator)
    if not isinstance(node, ast.BinOp):
        return None
    left, right = (Site(part, written.scope, written.frame) for part in (node.left, node.right))
    if isinstance(node.op, ast.Add):
        first, second = _length(left, evaluator), _length(right, evaluator)
        return None if first is None or second is None else first + second
    if isinstance(node.op, ast.Mult):
        for items, count in ((left, right), (right, left)):
            length, times = _length(items, evaluator), _integer(count, evaluator)
            if length is not None and times is not None:
                return length * times
    return None


def _comprehended(node: ast.ListComp, written: Site, evaluator: Evaluator) -> int | None:
    """The length of `[... for i in range(number)]`."""
    loop = node.generators[0]
    counted = loop.iter
    if len(node.generators) > 1 or loop.ifs or not isinstance(counted, ast.Call) or len(counted.args) != 1:
        return None
    function = evaluator.only(counted.func, written.scope, written.frame)
    if function != External("builtins.range"):
        return None
    return _integer(Site(counted.args[0], written.scope, written.frame), evaluator)


def _made_by(name: str, call: ast.Call, written: Site, evaluator: Evaluator) -> int | None:
    """The number of rates that one of MindSpore's functions makes."""
    if name in _BY_TOTAL:
        total = _argument(call, "total_step", _BY_TOTAL[name])
        return None if total is None else _integer(Site(total, written.scope, written.frame), evaluator)
    given = _argument(call, "milestone", 0) if name == _BY_MILESTONES else None
    if given is None:
        return None
    values = [possible.value for possible in evaluator.at(Site(given, written.scope, written.frame))]
    milestones = values[0] if len(values) == 1 else None
    if isinstance(milestones, Sequence) and milestones.elements and not milestones.is_open:
        return _integer(milestones.elements[-1], evaluator)
    return None


def _argument(call: ast.Call, keyword: str, position: int) -> ast.expr | None:
    for given in call.keywords:
        if given.arg == keyword:
            return given.value
    if len(call.args) <= position or any(isinstance(given, ast.Starred) for given in call.args):
        return None
    return call.args[position]


def _integer(site: Site, evaluator: Evaluator) -> int | None:
    """The integer that an expression is; None where it can be several or is not known."""
    values = [possible.value for possible in evaluator.at(site)]
    if len(values) == 1 and isinstance(values[0], Constant) and isinstance(values[0].value, int):
        return values[0].value
    return None
