"""# missing-stop-gradient (MSL413)

## What it does

Finds networks that give targets (called `teacher`, `target_net`, `ema_model` and the like)
whose results reach the loss with gradients, where gradients are asked for their weights as
well. Off by default.

## Why is this bad

In PyTorch such a network stands under `torch.no_grad()`. MindSpore has no such block: what
a differentiated function calls is differentiated. Where the weights come from a network
that holds both, as `net.trainable_params()` of a distillation model, the optimizer trains
the teacher towards the student, and the loss falls for the wrong reason.

## Example

```python
def construct(self, x):
    return self.distance(self.student(x), self.teacher(x))
```

## Use instead

```python
def construct(self, x):
    return self.distance(self.student(x), ops.stop_gradient(self.teacher(x)))
```

or leave the teacher out: `optimizer = nn.SGD(net.student.trainable_params(), ...)`.

## Fix safety

Unsafe: the teacher is not trained any more. Offered where the file has imported `mindspore.ops`.

## Limits

Goes by the name under which the network is called. Right only if it was not to be trained.
Silent where its parameters are frozen, are not among the weights, or where it is not known
whether they are.

## Versions

MindSpore 1.10 to 2.10.

## References

- MindSpore: `mindspore.ops.stop_gradient`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint import edits
from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Differs, Proof, Rule, Seen
from mslint.training.events import TargetTrained

RULE = Rule(
    code="MSL413",
    symbol="missing-stop-gradient",
    summary="a network that gives targets is trained as well",
    message=(
        "{name} is differentiated, and its weights are among those that are trained: on MindSpore {target} {effect}; "
        "write ops.stop_gradient(...) around its result if it only gives targets"
    ),
    seen=(Seen("1.10", None, Severity.PARITY, "the optimizer moves it towards the network that it teaches"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


class Distillation(nn.Cell):
    def __init__(self):
        super().__init__()
        self.student = nn.Dense(2, 1, weight_init="zeros", has_bias=False)
        self.teacher = nn.Dense(2, 1, weight_init="ones", has_bias=False)

    def construct(self, x):
        return ((self.student(x) - self.teacher(x)) ** 2).sum()  # MSL413


def observe():
    """What a step makes of the teacher's weights of 1."""
    net = Distillation()

    def forward(x):
        return net(x)

    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ops.value_and_grad(forward, None, optimizer.parameters)
    optimizer(grad_fn(ms.Tensor(np.ones((1, 2)), ms.float32))[1])
    teacher, student = net.teacher.weight.asnumpy(), net.student.weight.asnumpy()
    return {"teacher": float(teacher.mean()), "student": float(student.mean())}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


class Distillation(nn.Cell):
    def __init__(self):
        super().__init__()
        self.student = nn.Dense(2, 1, weight_init="zeros", has_bias=False)
        self.teacher = nn.Dense(2, 1, weight_init="ones", has_bias=False)

    def construct(self, x):
        return ((self.student(x) - ops.stop_gradient(self.teacher(x))) ** 2).sum()


def observe():
    """What a step makes of the teacher's weights of 1."""
    net = Distillation()

    def forward(x):
        return net(x)

    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ops.value_and_grad(forward, None, optimizer.parameters)
    optimizer(grad_fn(ms.Tensor(np.ones((1, 2)), ms.float32))[1])
    teacher, student = net.teacher.weight.asnumpy(), net.student.weight.asnumpy()
    return {"teacher": float(teacher.mean()), "student": float(student.mean())}
''',
    confidence=Confidence.INFERENCE,
    proofs=(Proof((Differs("teacher", 0.1),)),),
    original="""\
import torch


class Distillation(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.student = torch.nn.Linear(2, 1, bias=False)
        self.teacher = torch.nn.Linear(2, 1, bias=False)
        torch.nn.init.zeros_(self.student.weight)
        torch.nn.init.ones_(self.teacher.weight)

    def forward(self, x):
        with torch.no_grad():
            target = self.teacher(x)
        return ((self.student(x) - target) ** 2).sum()


def observe():
    net = Distillation()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    net(torch.ones(1, 2)).backward()
    optimizer.step()
    return {"teacher": float(net.teacher.weight.detach().mean()), "student": float(net.student.weight.detach().mean())}
""",
)


def check(context: Context) -> Iterator[Finding]:
    """Every call of such a network, once."""
    reported = set()
    for trained in context.training.of(TargetTrained):
        node = trained.place.node
        if node in reported:
            continue
        reported.add(node)
        is_own_call = trained.place.is_direct and isinstance(node, ast.Call)
        fix = edits.stop_gradient(node) if is_own_call and edits.knows_ops(context.module) else None
        yield context.finding(RULE, node, fix=fix, name=trained.name)
