"""# custom-optimizer-step (MSL903)

## What it does

In programs for MindTorch, finds optimizers of one's own whose `step` has no
parameter for the gradients and reads `.grad` of the parameters, as PyTorch has it.

## Why is this bad

MindSpore gives gradients as results of a function and leaves every `.grad`
None. So `if p.grad is None: continue` skips every parameter: `step()` trains
nothing, without a message. `step(gradients)` hands the gradients to `closure`
and trains nothing either.

## Example

```python
import mindtorch.torch as torch


class Descent(torch.optim.Optimizer):
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                p.copy_(p - float(group["lr"]) * p.grad)
```

## Use instead

```python
import mindtorch.torch as torch


class Descent(torch.optim.Optimizer):
    def step(self, grads, closure=None):
        remaining = iter(grads)
        for group in self.param_groups:
            for p in group["params"]:
                p.copy_(p - float(group["lr"]) * next(remaining))
```

## Fix safety

No fix: the body has to be changed with the parameters.

## Limits

Silent where the program assigns to `.grad` itself, or speaks of
`ENABLE_BACKWARD`. The class has to extend MindTorch's `Optimizer`, directly or
through classes of the project.

## Versions

MindTorch 0.3 and 0.4.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.context import Context
from mslint.facts.adapters import OPTIMIZER_BASE
from mslint.finding import Confidence, Finding, Severity
from mslint.model.names import BindingKind, Scope
from mslint.rule import Differs, Proof, Rule, Seen
from mslint.training.events import ClassDefined

RULE = Rule(
    code="MSL903",
    symbol="custom-optimizer-step",
    summary="MindTorch: the step of an optimizer of one's own takes no gradients",
    message="{owner}.step takes no gradients: on {package} {target} {effect}; write step(self, grads, closure=None)",
    seen=(
        Seen(
            "0.3",
            None,
            Severity.WARNING,
            "every .grad that it reads is None, so it silently trains nothing, even when given gradients",
            package="mindtorch",
        ),
    ),
    bad='''\
import mindtorch.torch as torch


class Descent(torch.optim.Optimizer):
    def __init__(self, parameters, lr):
        super().__init__(parameters, {"lr": lr})

    def step(self, closure=None):  # MSL903
        for group in self.param_groups:
            for parameter in group["params"]:
                if parameter.grad is None:
                    continue
                parameter.copy_(parameter - float(group["lr"]) * parameter.grad)


def observe(call):
    """What a step of the rate 0.5 with a gradient of 2 makes of a weight of 2."""
    weight = torch.nn.Parameter(torch.tensor([2.0]))
    optimizer = Descent([weight], 0.5)
    gradients = (torch.tensor([2.0]),)
    if call == "step(grads)":
        optimizer.step(gradients)
    else:
        optimizer.step()
    return {"weight": float(weight)}
''',
    good='''\
import mindtorch.torch as torch


class Descent(torch.optim.Optimizer):
    def __init__(self, parameters, lr):
        super().__init__(parameters, {"lr": lr})

    def step(self, grads, closure=None):
        remaining = iter(grads)
        for group in self.param_groups:
            for parameter in group["params"]:
                parameter.copy_(parameter - float(group["lr"]) * next(remaining))


def observe(call):
    """What a step of the rate 0.5 with a gradient of 2 makes of a weight of 2."""
    weight = torch.nn.Parameter(torch.tensor([2.0]))
    optimizer = Descent([weight], 0.5)
    gradients = (torch.tensor([2.0]),)
    optimizer.step(gradients)
    return {"weight": float(weight)}
''',
    confidence=Confidence.INFERENCE,
    related=("MSL902",),
    proofs=(
        Proof((Differs("weight", 0.9),), since="0.3", variant="step()", package="mindtorch"),
        Proof((Differs("weight", 0.9),), since="0.3", variant="step(grads)", package="mindtorch"),
    ),
    original="""\
import torch


class Descent(torch.optim.Optimizer):
    def __init__(self, parameters, lr):
        super().__init__(parameters, {"lr": lr})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for parameter in group["params"]:
                if parameter.grad is None:
                    continue
                parameter.copy_(parameter - float(group["lr"]) * parameter.grad)


def observe(call):
    weight = torch.nn.Parameter(torch.tensor([2.0]))
    optimizer = Descent([weight], 0.5)
    weight.grad = torch.tensor([2.0])
    optimizer.step()
    return {"weight": float(weight.detach())}
""",
)


def check(context: Context) -> Iterator[Finding]:
    """Every such class of the file."""
    training = context.training
    defined = [each.scope for each in training.of(ClassDefined) if OPTIMIZER_BASE in each.bases]
    if not defined or training.writes_attribute("grad") or training.mentions("ENABLE_BACKWARD"):
        return
    for scope in dict.fromkeys(defined):
        parameter = _parameter_of_step(scope)
        if parameter is not None:
            yield context.finding(RULE, parameter, owner=scope.name)


def _parameter_of_step(scope: Scope) -> ast.arg | None:
    """The last parameter of the class's own step, where that takes no gradients but reads `.grad`."""
    bindings = scope.bindings.get("step", [])
    node = bindings[0].node if len(bindings) == 1 and bindings[0].kind is BindingKind.FUNCTION else None
    if not isinstance(node, ast.FunctionDef):
        return None
    arguments = node.args
    parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    names = [parameter.arg for parameter in parameters[1:]]
    if not parameters or arguments.vararg or arguments.kwarg or names not in ([], ["closure"]):
        return None
    reads = any(isinstance(inner, ast.Attribute) and inner.attr == "grad" for inner in ast.walk(node))
    return parameters[-1] if reads else None
