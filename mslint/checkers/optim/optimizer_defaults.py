"""# optimizer-defaults (MSL216)

## What it does

Finds optimizers of `mindspore.nn` that take other steps than the optimizer of
PyTorch with that name, by their defaults or by their formula. Off by default:
it matters where a result is to be reproduced.

## Why is this bad

Hyperparameters that were tuned with PyTorch do not carry over:

- `AdamWeightDecay` has no bias correction, so its first steps are several times
  as long; `eps` is 1e-6 and `weight_decay` 0, where AdamW has 1e-8 and 0.01.
- `RMSProp` starts its mean square at 1, not 0, and adds `epsilon` inside the
  root; `decay` is 0.9, where `alpha` is 0.99, and `learning_rate` 0.1, not 0.01.
- `Adagrad` starts its sum at 0.1, not 0; `learning_rate` is 0.001, not 0.01.
- `SGD` without a rate has 0.1, PyTorch's 0.001; `AdaMax` 0.001, PyTorch's 0.002.

## Example

```python
optimizer = nn.AdamWeightDecay(net.trainable_params(), learning_rate=1e-3, weight_decay=0.01)
```

## Use instead

```python
from mindspore.experimental import optim

optimizer = optim.AdamW(net.trainable_params(), lr=1e-3, weight_decay=0.01)
```

and `nn.Adagrad(params, accum=0.0, learning_rate=0.01)`, a rate of one's own for SGD.

## Fix safety

No fix: the optimizers of `mindspore.experimental.optim` take other arguments.

## Limits

Right only if PyTorch's steps are wanted: many recipes were tuned with MindSpore's.
Arguments that are not known are taken to be right. `Adam` adds `eps` before the bias
correction, so that a large `eps` weighs up to thirty times as much in the first steps;
`mindspore.experimental.optim.Adam` does the same, so there is nothing to write instead
and nothing is said.

## Versions

MindSpore 1.10 to 2.10 for SGD, AdaMax and Adagrad; 2.5 to 2.10 for the others, where
`mindspore.experimental.optim` has what is wanted.

## References

- MindSpore: `mindspore.nn.AdamWeightDecay`, `mindspore.experimental.optim.AdamW`
- PyTorch: `torch.optim`
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from packaging.version import Version

from mslint.calls import LibraryCall
from mslint.context import Context
from mslint.facts.optimizers import optimizers
from mslint.finding import Finding, Severity
from mslint.rule import Differs, Proof, Rule, Seen

RULE = Rule(
    code="MSL216",
    symbol="optimizer-defaults",
    summary="an optimizer of mindspore.nn that takes other steps than PyTorch's",
    message="{optimizer} {difference}: on MindSpore {target} {effect} torch.optim.{original}; {advice}",
    seen=(Seen("1.10", None, Severity.PARITY, "it takes other steps than"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn

GRADIENTS = [[1.0, -0.01], [0.5, 0.02], [-2.0, 0.01], [0.1, -0.03], [1.0, 0.005]]


def observe(variant):
    """Where two weights are after five steps."""
    weight = ms.Parameter(ms.Tensor(np.array([1.0, 2.0]), ms.float32), name="weight")
    if variant == "AdamWeightDecay":
        optimizer = nn.AdamWeightDecay([weight], learning_rate=0.1, weight_decay=0.01)  # MSL216
    elif variant == "RMSProp":
        optimizer = nn.RMSProp([weight], learning_rate=0.1, decay=0.99)  # MSL216
    elif variant == "Adagrad":
        optimizer = nn.Adagrad([weight], learning_rate=0.1)  # MSL216
    elif variant == "AdaMax without a rate":
        optimizer = nn.AdaMax([weight])  # MSL216
    else:
        optimizer = nn.SGD([weight])  # MSL216
    for gradient in GRADIENTS:
        optimizer((ms.Tensor(np.array(gradient), ms.float32),))
    return {"weight": [float(each) for each in weight.asnumpy()]}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn

GRADIENTS = [[1.0, -0.01], [0.5, 0.02], [-2.0, 0.01], [0.1, -0.03], [1.0, 0.005]]


def observe(variant):
    """Where two weights are after five steps."""
    weight = ms.Parameter(ms.Tensor(np.array([1.0, 2.0]), ms.float32), name="weight")
    if variant == "Adagrad":
        optimizer = nn.Adagrad([weight], accum=0.0, learning_rate=0.1)
    elif variant == "AdaMax without a rate":
        optimizer = nn.AdaMax([weight], learning_rate=0.002)
    elif variant == "SGD without a rate":
        optimizer = nn.SGD([weight], learning_rate=0.001)
    else:
        from mindspore.experimental import optim

        if variant == "AdamWeightDecay":
            optimizer = optim.AdamW([weight], lr=0.1, weight_decay=0.01)
        else:
            optimizer = optim.RMSprop([weight], lr=0.1, alpha=0.99)
    for gradient in GRADIENTS:
        optimizer((ms.Tensor(np.array(gradient), ms.float32),))
    return {"weight": [float(each) for each in weight.asnumpy()]}
''',
    proofs=(
        Proof((Differs("weight", 0.1),), since="2.5", variant="AdamWeightDecay"),
        Proof((Differs("weight", 0.1),), since="2.5", variant="RMSProp"),
        Proof((Differs("weight", 0.003),), variant="Adagrad"),
        Proof((Differs("weight", 0.001),), variant="AdaMax without a rate"),
        Proof((Differs("weight", 0.03),), variant="SGD without a rate"),
    ),
    original="""\
import torch

GRADIENTS = [[1.0, -0.01], [0.5, 0.02], [-2.0, 0.01], [0.1, -0.03], [1.0, 0.005]]


def observe(variant):
    weight = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
    if variant == "AdamWeightDecay":
        optimizer = torch.optim.AdamW([weight], lr=0.1, weight_decay=0.01)
    elif variant == "RMSProp":
        optimizer = torch.optim.RMSprop([weight], lr=0.1, alpha=0.99)
    elif variant == "Adagrad":
        optimizer = torch.optim.Adagrad([weight], lr=0.1)
    elif variant == "AdaMax without a rate":
        optimizer = torch.optim.Adamax([weight])
    else:
        optimizer = torch.optim.SGD([weight])
    for gradient in GRADIENTS:
        weight.grad = torch.tensor(gradient)
        optimizer.step()
    return {"weight": weight.tolist()}
""",
)


class _Difference(NamedTuple):
    """What sets one optimizer apart, whatever or unless an argument is given."""

    original: str
    text: str
    advice: str
    since: str = "1.10"
    unless: str = ""
    """The argument that is right where it is not left out."""


_EXPERIMENTAL = "mindspore.experimental.optim.{} takes PyTorch's"
_DIFFERENCES = {
    "mindspore.nn.AdaMax": _Difference(
        "Adamax", "without a rate has 0.001, not 0.002", "give learning_rate", unless="learning_rate"
    ),
    "mindspore.nn.Adagrad": _Difference(
        "Adagrad", "starts its sum of squares at accum=0.1, not 0", "give accum=0.0", unless="accum"
    ),
    "mindspore.nn.AdamWeightDecay": _Difference(
        "AdamW",
        "has no bias correction (and eps=1e-6, weight_decay=0 by default)",
        _EXPERIMENTAL.format("AdamW"),
        since="2.5",
    ),
    "mindspore.nn.RMSProp": _Difference(
        "RMSprop",
        "starts its mean square at 1, not 0 (and decay=0.9 by default, not 0.99)",
        _EXPERIMENTAL.format("RMSprop"),
        since="2.5",
    ),
    "mindspore.nn.SGD": _Difference(
        "SGD", "without a rate has 0.1, not 0.001", "give learning_rate", unless="learning_rate"
    ),
}
_POSITIONS = {"accum": 1}


def check(context: Context) -> Iterator[Finding]:
    """Every such optimizer that is built in the file."""
    for name, difference in _DIFFERENCES.items():
        if context.target < Version(difference.since):
            continue
        for call in context.calls.to(name):
            if call.is_direct and not call.skipped and _differs(call, difference):
                yield context.finding(
                    RULE,
                    call.node,
                    optimizer=name.rpartition(".")[2],
                    difference=difference.text,
                    original=difference.original,
                    advice=difference.advice,
                )


def _differs(call: LibraryCall, difference: _Difference) -> bool:
    if not difference.unless:
        return True
    known = optimizers()[call.name]
    position = _POSITIONS.get(difference.unless, known.rate_position)
    is_misnamed = call.expression("lr") is not None
    return call.is_complete and not is_misnamed and call.expression(difference.unless, position) is None
