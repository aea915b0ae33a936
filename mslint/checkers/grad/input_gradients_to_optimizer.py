"""# input-gradients-to-optimizer (MSL409)

## What it does

Finds optimizers that are given gradients by the inputs of a function: from `grad`,
`value_and_grad` or `GradOperation` without weights, or the pair that these give where
they have weights and `grad_position` is left at 0.

## Why is this bad

`grad(fn)` differentiates by the first input of `fn`, not by the weights of the network.
The optimizers of `mindspore.nn` stop at such gradients with an error that speaks of
something else ("the tuples in HyperMap should have the same length", "'int' object is not
callable"). Those of `mindspore.experimental.optim` may take them: `AdamW` moves the
weights by the gradient of the images, SGD and Adam move the first weight by it and leave
the second where it was.

## Example

```python
grad_fn = ms.value_and_grad(forward, weights=optimizer.parameters)
loss, grads = grad_fn(images, labels)
optimizer(grads)
```

## Use instead

```python
grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
loss, grads = grad_fn(images, labels)
optimizer(grads)
```

## Fix safety

Unsafe: `grad_position=None` is written where weights are given and no position is. The
gradients by the inputs are not there any more then, for whoever used them.

## Limits

The optimizer has to hold parameters of a network; one over an image that is trained
itself is given the gradients by that input rightly. A gradient function that is called
with parameters as its inputs is not judged, nor what is taken out of the pair.

## Versions

MindSpore 1.10 to 2.10.

## References

- MindSpore: `mindspore.value_and_grad`, `mindspore.ops.GradOperation`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint import edits
from mslint.context import Context
from mslint.facts.worlds import World, world_of
from mslint.finding import Confidence, Finding, Fix, Severity
from mslint.rule import Differs, Proof, Raises, Rule, Seen
from mslint.training.events import Parts, Update

RULE = Rule(
    code="MSL409",
    symbol="input-gradients-to-optimizer",
    summary="gradients by the inputs are given to an optimizer",
    message="{what}: on MindSpore {target} {result}; write {advice}",
    seen=(Seen("1.10", None, Severity.ERROR, "the optimizer that is given them raises"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def observe(variant):
    """What a step of a tenth of the gradient makes of a weight of 0."""
    net = nn.Dense(2, 2, weight_init="zeros", has_bias=False)
    x = ms.Tensor(np.ones((1, 2)), ms.float32)

    def forward(x):
        return net(x).sum() + x.sum()

    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    if variant == "no weights":
        grad_fn = ops.value_and_grad(forward)  # MSL409
        _, gradients = grad_fn(x)
        optimizer(gradients)
    elif variant == "pair":
        grad_fn = ops.value_and_grad(forward, weights=ms.ParameterTuple(net.trainable_params()))  # MSL409
        _, gradients = grad_fn(x)
        optimizer(gradients)
    elif variant == "GradOperation":
        gradients = ops.GradOperation(get_all=True)(forward)(x)  # MSL409
        optimizer(gradients)
    else:
        from mindspore.experimental import optim

        optimizer = optim.AdamW(net.trainable_params(), lr=0.1, weight_decay=0.0)
        gradients = ops.grad(forward)(-x)  # MSL409
        optimizer(gradients)
    return {"weight": float(net.weight.asnumpy().mean())}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def observe(variant):
    """What a step of a tenth of the gradient makes of a weight of 0."""
    net = nn.Dense(2, 2, weight_init="zeros", has_bias=False)
    x = ms.Tensor(np.ones((1, 2)), ms.float32)

    def forward(x):
        return net(x).sum() + x.sum()

    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    weights = ms.ParameterTuple(net.trainable_params())
    if variant == "no weights":
        grad_fn = ops.value_and_grad(forward, None, weights)
        _, gradients = grad_fn(x)
        optimizer(gradients)
    elif variant == "pair":
        grad_fn = ops.value_and_grad(forward, grad_position=None, weights=weights)
        _, gradients = grad_fn(x)
        optimizer(gradients)
    elif variant == "GradOperation":
        gradients = ops.GradOperation(get_by_list=True)(forward, weights)(x)
        optimizer(gradients)
    else:
        from mindspore.experimental import optim

        optimizer = optim.AdamW(net.trainable_params(), lr=0.1, weight_decay=0.0)
        gradients = ops.grad(forward, None, weights)(-x)
        optimizer(gradients)
    return {"weight": float(net.weight.asnumpy().mean())}
''',
    confidence=Confidence.INFERENCE,
    related=("MSL213",),
    proofs=(
        Proof((Raises(("RuntimeError", "TypeError", "ValueError")),), variant="no weights"),
        Proof((Raises(("RuntimeError", "TypeError", "ValueError")),), variant="pair"),
        Proof((Raises(("RuntimeError", "TypeError", "ValueError")),), variant="GradOperation"),
        Proof((Differs("weight", 0.15),), since="2.5", variant="experimental AdamW"),
    ),
    original="""\
import torch


def observe(variant):
    net = torch.nn.Linear(2, 2, bias=False)
    torch.nn.init.zeros_(net.weight)
    x = torch.ones(1, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    if variant == "experimental AdamW":
        optimizer = torch.optim.AdamW(net.parameters(), lr=0.1, weight_decay=0.0)
        x = -x
    (net(x).sum() + x.sum()).backward()
    optimizer.step()
    return {"weight": float(net.weight.detach().mean())}
""",
)

_SILENT = "it takes them for those of its parameters, or raises"


def check(context: Context) -> Iterator[Finding]:
    """Every gradient function whose gradients reach an optimizer as they should not, once."""
    reported = set()
    for update in context.training.of(Update):
        place = update.making or update.place
        if update.parts in (Parts.INPUTS, Parts.BOTH) and place.node not in reported:
            reported.add(place.node)
            what, advice = _words(update)
            is_native = world_of(update.optimizer.library) is World.NATIVE
            yield context.finding(
                RULE,
                place.node,
                severity=Severity.ERROR if is_native else Severity.WARNING,
                fix=_fix(update),
                what=what,
                advice=advice,
                result=f"{update.optimizer.name} raises at them" if is_native else _SILENT,
            )


def _words(update: Update) -> tuple[str, str]:
    """What is wrong, and what to write."""
    if update.parts is Parts.INPUTS:
        what = f"without weights {update.maker} gives gradients by the inputs, and an optimizer gets them"
        if update.maker == "GradOperation":
            return what, "GradOperation(get_by_list=True)(fn, optimizer.parameters)"
        return what, f"{update.maker}(fn, None, optimizer.parameters)"
    what = f"{update.maker} gives a pair, of gradients by the inputs and by the weights, and an optimizer gets it"
    return what, "get_all=False" if update.maker == "GradOperation" else "grad_position=None"


def _fix(update: Update) -> Fix | None:
    """`grad_position=None` where the weights are a keyword and no position is given."""
    making = update.making
    if update.parts is not Parts.BOTH or making is None or not isinstance(making.node, ast.Call):
        return None
    keywords = [keyword for keyword in making.node.keywords if keyword.arg == "weights"]
    is_plain = len(making.node.args) == 1 and len(making.node.keywords) == len(keywords)
    return edits.add_keyword_before(keywords[0], "grad_position=None") if keywords and is_plain else None
