"""# lr-set-data-stale (MSL304)

## What it does

Finds a rate whose Parameter gets other data after its optimizer has stepped:
`optimizer.learning_rate.set_data(value)`, `assign_value`, `[...] = value`,
`.data = value`, or `optimizer.learning_rate = Tensor(...)`, on the optimizers of
`mindspore.nn`. On those of `mindspore.experimental.optim` and
`mindspore.mint.optim`, `group["lr"].set_data(value)` between calls of a step
that is compiled. In compiled code, `set_data` on a rate does not compile.

## Why is this bad

The optimizers of `mindspore.nn` compile their own step when it is first called,
in plain Python too, and that holds on to the memory of the rate. `set_data` puts
other memory in its place. `get_lr()` shows the new rate, but the step does not
use it: up to MindSpore 2.7 it reads memory that was freed, and the weights
move by anything; from 2.8 on it goes on with the old rate.

## Example

```python
for epoch in range(epochs):
    optimizer.learning_rate.set_data(ms.Tensor(rate(epoch), ms.float32))
    for x, y in data:
        loss, grads = grad_fn(x, y)
        optimizer(grads)
```

## Use instead

```python
for epoch in range(epochs):
    ops.assign(optimizer.learning_rate, rate(epoch))
    for x, y in data:
        loss, grads = grad_fn(x, y)
        optimizer(grads)
```

## Fix safety

`ops.assign` takes the place of the statement. The fix is unsafe: `ops.assign`
takes numbers, and Tensors of a type that float32 holds, but raises TypeError for
float64, which `set_data` takes from 2.7 on. No fix where the result of `set_data`
is used, where the write stands in another file, for `learning_rate = Tensor(...)`
with groups, and where the file has no name for `ops` or `mindspore`.

## Limits

A step has to be seen before the change, and one after it, or the change has to
end a function that is called from elsewhere. Before the first step all of this
is right. In graph mode it is right too. Only optimizers that were measured are
flagged, which leaves out `nn.Adadelta` (it was right), `nn.Rprop`, `nn.Lamb`,
`nn.thor` and `nn.LARS`, and classes of one's own. Of the callbacks given to
`Model.train` those of the project are followed, but not what they take out of
`run_context`.

## Versions

MindSpore 2.5 to 2.7 read freed memory, 2.8 to 2.10 keep the old rate. 2.0 was
right.

## References

- MindSpore: `mindspore.nn.Optimizer.get_lr`, `mindspore.Parameter.set_data`
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.assignments import Assigner
from mslint.context import Context
from mslint.finding import Confidence, Finding, Fix, Severity
from mslint.rule import Differs, Proof, Raises, Rule, Seen, Stays
from mslint.training.events import Change, Changed, RateForm
from mslint.training.kinds import is_tensor
from mslint.training.library import has_groups

RULE = Rule(
    code="MSL304",
    symbol="lr-set-data-stale",
    summary="the Parameter of the learning rate gets other data after the optimizer has compiled its step",
    message="{what}: on MindSpore {target} {result}; use ops.assign({rate}, value)",
    seen=(
        Seen("2.5", "2.7", Severity.WARNING, "the compiled step reads freed memory in its place"),
        Seen("2.8", None, Severity.WARNING, "the compiled step silently keeps the old rate"),
    ),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn
from mindspore.experimental import optim


def moves(step, weight, change):
    """What each of four steps moves the weight by, where the rate is changed after the second."""
    found = []
    for number in range(4):
        if number == 2:
            change()
        before = float(weight.asnumpy().mean())
        step(ms.Tensor(np.ones((2, 2)), ms.float32))
        move = before - float(weight.asnumpy().mean())
        found.append(round(float(np.nan_to_num(move, nan=-1.0, posinf=1e9, neginf=-1e9)), 4))
    return {"moves": found}


def observe(variant):
    """Where the optimizer has the rate 0.1, and 0.5 is wanted."""
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    if variant == "Adam":
        optimizer = nn.Adam([weight], learning_rate=0.1)
    else:
        optimizer = nn.SGD([weight], learning_rate=0.1)
    other = optim.SGD([weight], lr=0.1)
    rate = ms.Tensor(0.5, ms.float32)

    def step(gradient):
        optimizer((gradient,))

    @ms.jit
    def compiled(gradient):
        optimizer((gradient,))
        return gradient

    @ms.jit
    def other_step(gradient):
        other((gradient,))
        return gradient

    @ms.jit
    def setting(gradient):
        optimizer.learning_rate.set_data(0.5)  # MSL304
        optimizer((gradient,))
        return gradient

    def change():
        optimizer.learning_rate.set_data(rate)  # MSL304

    def replace():
        optimizer.learning_rate = rate  # MSL304

    def fill():
        optimizer.learning_rate[...] = 0.5  # MSL304

    def change_group():
        other.param_groups[0]["lr"].set_data(rate)  # MSL304

    if variant == "= Tensor":
        return moves(step, weight, replace)
    if variant == "[...]":
        return moves(step, weight, fill)
    if variant == "@jit":
        return moves(compiled, weight, change)
    if variant == "in @jit":
        return moves(setting, weight, int)
    if variant == "group":
        return moves(other_step, weight, change_group)
    return moves(step, weight, change)
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops
from mindspore.experimental import optim


def moves(step, weight, change):
    """What each of four steps moves the weight by, where the rate is changed after the second."""
    found = []
    for number in range(4):
        if number == 2:
            change()
        before = float(weight.asnumpy().mean())
        step(ms.Tensor(np.ones((2, 2)), ms.float32))
        found.append(round(before - float(weight.asnumpy().mean()), 4))
    return {"moves": found}


def observe(variant):
    """Where the optimizer has the rate 0.1, and 0.5 is wanted."""
    weight = ms.Parameter(ms.Tensor(np.zeros((2, 2)), ms.float32), name="weight")
    if variant == "Adam":
        optimizer = nn.Adam([weight], learning_rate=0.1)
    else:
        optimizer = nn.SGD([weight], learning_rate=0.1)
    other = optim.SGD([weight], lr=0.1)
    rate = ms.Tensor(0.5, ms.float32)

    def step(gradient):
        optimizer((gradient,))

    @ms.jit
    def compiled(gradient):
        optimizer((gradient,))
        return gradient

    @ms.jit
    def other_step(gradient):
        other((gradient,))
        return gradient

    @ms.jit
    def setting(gradient):
        ops.assign(optimizer.learning_rate, 0.5)
        optimizer((gradient,))
        return gradient

    def change():
        ops.assign(optimizer.learning_rate, rate)

    def change_group():
        ops.assign(other.param_groups[0]["lr"], rate)

    if variant == "@jit":
        return moves(compiled, weight, change)
    if variant == "in @jit":
        return moves(setting, weight, int)
    if variant == "group":
        return moves(other_step, weight, change_group)
    return moves(step, weight, change)
''',
    confidence=Confidence.CONTROL_FLOW,
    related=("MSL303", "MSL309"),
    proofs=(
        *(
            Proof((Differs("moves", 0.1),), since="2.5", until="2.7", variant=variant)
            for variant in ("set_data", "Adam", "= Tensor", "[...]", "@jit", "group")
        ),
        *(
            Proof((Stays("moves"),), since="2.8", variant=variant)
            for variant in ("set_data", "Adam", "= Tensor", "[...]", "@jit", "group")
        ),
        Proof((Raises("RuntimeError"),), since="2.5", variant="in @jit"),
    ),
    original="""\
import torch


def observe(variant=""):
    weight = torch.nn.Parameter(torch.zeros(2, 2))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    moves = []
    for number in range(4):
        if number == 2 or variant == "in @jit":
            for group in optimizer.param_groups:
                group["lr"] = 0.5
        before = float(weight.mean())
        weight.grad = torch.ones(2, 2)
        optimizer.step()
        moves.append(round(before - float(weight.mean()), 4))
    return {"moves": moves}
""",
)

_NOT_COMPILED = "a compiled function cannot do this, which raises RuntimeError"


def check(context: Context) -> Iterator[Finding]:
    """Every such change, once."""
    seen = RULE.on(context.target)
    reported = set()
    assigner = Assigner(context.module)
    changes = context.training.of(Change)
    for change in changes:
        if change.place.node in reported or not _is_of_rate(change):
            continue
        is_wrong = change.is_graph and change.name == "set_data"
        if not is_wrong and not _is_stale(change):
            continue
        reported.add(change.place.node)
        yield context.finding(
            RULE,
            change.place.node,
            severity=Severity.ERROR if is_wrong else None,
            what=_what(change),
            result=_NOT_COMPILED if is_wrong or seen is None else seen.effect,
            rate='group["lr"]' if has_groups(change.optimizer.library) else "optimizer.learning_rate",
            fix=_fix([each for each in changes if each.place.node is change.place.node], assigner),
        )


def _fix(changes: list[Change], assigner: Assigner) -> Fix | None:
    """`ops.assign`, where what is changed surely is a Parameter."""
    place = changes[0].place
    is_attribute = changes[0].changed is Changed.ATTRIBUTE
    if not place.is_direct or not all(map(_is_of_rate, changes)):
        return None
    if is_attribute and any(change.form is not RateForm.ONE for change in changes):
        return None
    return assigner.in_place_of(place.node, place.scope, "learning_rate" if is_attribute else "")


def _is_of_rate(change: Change) -> bool:
    """Whether a change puts another Tensor into the rate of an optimizer of MindSpore, or in its place."""
    optimizer = change.optimizer
    if optimizer.cls is not None or not optimizer.library.startswith("mindspore."):
        return False
    if change.form is RateForm.SCHEDULED:
        return False
    if change.changed is Changed.DATA:
        return change.is_graph or optimizer.library != "mindspore.mint.optim.SGD"
    is_replaced = change.changed is Changed.ATTRIBUTE and change.name == "learning_rate"
    return is_replaced and is_tensor(change.value) and not has_groups(optimizer.library)


def _is_stale(change: Change) -> bool:
    return change.is_between_compiled_steps and not change.is_graph and change.graph_mode is False


def _what(change: Change) -> str:
    if not change.place.is_direct:
        return "this call replaces the data of the rate"
    if change.changed is Changed.ATTRIBUTE:
        return "learning_rate is replaced"
    return f"{change.name} on the rate"
