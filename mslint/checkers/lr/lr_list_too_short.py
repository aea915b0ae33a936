"""# lr-list-too-short (MSL307)

## What it does

Finds an optimizer of `mindspore.nn` whose list of rates is shorter than the
number of steps that it surely makes, in loops of one's own or in `Model.train`.
The list may be written out, be repeated
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
a condition do not count. `Model.train` and `Model.fit` count their epochs, times
the batches of the dataset: those of `NumpySlicesDataset` and `GeneratorDataset`
over lists and arrays whose size is written out, through `batch`, `repeat`, `take`,
`skip` and `map`; any other dataset counts as one batch. They count as nothing with
callbacks that may stop them, which are all but `LossMonitor`, `TimeMonitor` and
`ModelCheckpoint`, with `sink_size`, and with a Model that may leave steps out, as
`amp_level` and a loss scale do.
`nn.CosineDecayLR` and the other schedules that compute the rate have no end.

## Versions

MindSpore 1.10 to 2.10; from 2.5 on an error.

## References

- MindSpore: `mindspore.nn.piecewise_constant_lr`, `mindspore.nn.Optimizer`
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from mslint.context import Context
from mslint.datasets import Datasets
from mslint.facts.names import canonical
from mslint.facts.optimizers import optimizers
from mslint.facts.worlds import World
from mslint.finding import Confidence, Finding, Severity
from mslint.model.evaluator import Evaluator
from mslint.model.names import Scope
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


class Scale(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = ms.Parameter(ms.Tensor(np.zeros((1,)), ms.float32), name="weight")

    def construct(self, x):
        return self.weight * x


class Product(nn.Cell):
    def construct(self, output, label):
        return (output * label).sum()


def by_model():
    """The weight moves by what the rates add up to, in two epochs of two batches."""
    net = Scale()
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 2)  # MSL307
    ones = np.ones((2, 1), np.float32)
    batches = ms.dataset.NumpySlicesDataset((ones, ones), ["x", "y"]).batch(1)
    model = ms.Model(net, Product(), optimizer)
    model.train(2, batches, dataset_sink_mode=False)
    return {"moves": [round(-float(net.weight.asnumpy()[0]), 4)]}


def observe(variant):
    """With two rates in the faulty program."""
    if variant == "Model.train":
        return by_model()
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


class Scale(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = ms.Parameter(ms.Tensor(np.zeros((1,)), ms.float32), name="weight")

    def construct(self, x):
        return self.weight * x


class Product(nn.Cell):
    def construct(self, output, label):
        return (output * label).sum()


def by_model():
    """The weight moves by what the rates add up to, in two epochs of two batches."""
    net = Scale()
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 4)
    ones = np.ones((2, 1), np.float32)
    batches = ms.dataset.NumpySlicesDataset((ones, ones), ["x", "y"]).batch(1)
    model = ms.Model(net, Product(), optimizer)
    model.train(2, batches, dataset_sink_mode=False)
    return {"moves": [round(-float(net.weight.asnumpy()[0]), 4)]}


def observe(variant):
    """With as many rates as steps."""
    if variant == "Model.train":
        return by_model()
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    return written_out(weight) if variant == "list" else made(weight)
''',
    confidence=Confidence.INFERENCE,
    proofs=(
        Proof((Differs("moves", 0.09),), since="1.10", until="2.0", variant="list"),
        Proof((Raises("RuntimeError", "Gather"),), since="2.5", variant="list"),
        Proof((Differs("moves", 0.09),), since="1.10", until="2.0", variant="piecewise_constant_lr"),
        Proof((Raises("RuntimeError", "Gather"),), since="2.5", variant="piecewise_constant_lr"),
        Proof((Differs("moves", 0.09),), since="1.10", until="2.0", variant="Model.train"),
        Proof((Raises("RuntimeError", "Gather"),), since="2.5", variant="Model.train"),
    ),
    original="""\
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
    return {"moves": [round(sum(moves), 4)] if variant == "Model.train" else moves}
""",
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


_MODEL = "mindspore.Model"
_CALLBACKS_AT = {"fit": 4, "train": 2}
"""The methods that train, and where they take callbacks."""
_PLAIN_KEYWORDS = frozenset({"eval_indexes", "eval_network", "loss_fn", "metrics", "network", "optimizer"})
_MOST_PLAIN_ARGUMENTS = 6
_WATCHING = frozenset({"mindspore.LossMonitor", "mindspore.ModelCheckpoint", "mindspore.TimeMonitor"})
"""Callbacks that do not stop the training."""


def check(context: Context) -> Iterator[Finding]:
    """Every such list in the call of an optimizer."""
    names = [each.name for each in context.optimizers if each.world is World.NATIVE and each.rate_keyword]
    steps: list[OptimizerStep] | None = None
    for call in context.calls.to(*names):
        rates = call.expression("learning_rate", optimizers()[call.name].rate_position)
        if rates is None or not call.is_direct or call.frame is not None:
            continue
        length = _length(rates, context.evaluator)
        if length:
            steps = context.training.of(OptimizerStep) if steps is None else steps
            most = _most(steps, call.node, context)
            if most > length:
                yield context.finding(RULE, rates.node, length=length, steps=most)


def _most(steps: list[OptimizerStep], call: ast.Call, context: Context) -> int:
    """How often an optimizer that is made by `call` surely steps when the file runs, or a function of it by itself."""
    counts: Counter[tuple[object, int]] = Counter()
    for step in steps:
        if step.optimizer.site is call:
            counts[step.optimizer, step.entry] += _times(step, context)
    return max(counts.values(), default=0)


def _times(step: OptimizerStep, context: Context) -> int:
    """How often an optimizer surely steps in one place."""
    node, scope = step.place.node, step.place.scope
    if not step.times or not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return step.times
    models = context.evaluator.values(node.func.value, scope or context.module.scope)
    if not step.place.is_direct or node.func.attr not in _CALLBACKS_AT or not any(map(_is_model, models)):
        return step.times
    return step.times * _steps_of_model(node, scope or context.module.scope, models, context)


def _is_model(value: Value) -> bool:
    return isinstance(value, Instance) and isinstance(value.of, External) and canonical(value.of.name) == _MODEL


def _steps_of_model(call: ast.Call, scope: Scope, models: list[Value], context: Context) -> int:
    """How many steps `Model.train` or `Model.fit` surely makes."""
    given = {keyword.arg for keyword in call.keywords}
    function = call.func
    is_known = isinstance(function, ast.Attribute) and not given & {None, "sink_size", "initial_epoch"}
    if not is_known or len(call.args) > 3 or any(isinstance(each, ast.Starred) for each in call.args):
        return 0
    assert isinstance(function, ast.Attribute)
    if not all(_makes_each_step(each) for each in models):
        return 0
    callbacks = _argument(call, "callbacks", _CALLBACKS_AT[function.attr])
    if callbacks is not None and not _goes_on(Site(callbacks, scope), context.evaluator):
        return 0
    epochs, data = _argument(call, "epoch", 0), _argument(call, "train_dataset", 1)
    datasets = Datasets(context.evaluator)
    number = None if epochs is None else datasets.integer(Site(epochs, scope))
    batches = None if data is None else datasets.batches(Site(data, scope))
    # A dataset without a batch raises.
    return 0 if number is None or number < 0 else number * max(batches or 1, 1)


def _makes_each_step(model: Value) -> bool:
    """Whether nothing makes a Model leave steps out, as an overflow under a loss scale does."""
    site = model.site if isinstance(model, Instance) else None
    call = site.node if site is not None else None
    if not _is_model(model) or not isinstance(call, ast.Call) or len(call.args) > _MOST_PLAIN_ARGUMENTS:
        return False
    return all(keyword.arg in _PLAIN_KEYWORDS for keyword in call.keywords)


def _goes_on(site: Site, evaluator: Evaluator) -> bool:
    """Whether callbacks let the training run to its end."""
    for possible in evaluator.at(site):
        value = possible.value
        if isinstance(value, Sequence):
            if value.is_open or not all(_goes_on(each, evaluator) for each in value.elements):
                return False
            continue
        function = value.of if isinstance(value, Instance) else None
        is_watching = isinstance(function, External) and canonical(function.name) in _WATCHING
        if value != Constant(None) and not is_watching:
            return False
    return True


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
