"""# step-without-gradients (MSL902)

## What it does

In programs for MindTorch, finds `step()` of an optimizer without gradients,
`step(closure)`, `backward()`, and `clip_grad_norm_` and `clip_grad_value_`
without `grads`. In programs for MSAdapter, finds `step` of an optimizer and
`backward()`.

## Why is this bad

MindSpore computes gradients as results of a function, not into `.grad`. So
`optimizer.step()` of MindTorch finds every `.grad` to be None, takes zeros in
their place and trains nothing, without a message; with weight decay it only
decays. `step(closure=f)` calls `f` and then does the same; in `step(f)` the
function is taken for the gradients, which raises TypeError. Clipping finds
nothing to clip and says that the norm is 0. `backward()` raises
NotImplementedError.

The optimizers of MSAdapter are MindSpore's own: they have no `step`, and
tensors have no `backward`: AttributeError.

## Example

```python
import mindtorch.torch as torch

loss = criterion(model(x), y)
loss.backward()
optimizer.step()
```

## Use instead

```python
import mindspore as ms
import mindtorch.torch as torch


def forward(x, y):
    return criterion(model(x), y)


compute = ms.ops.value_and_grad(forward, None, optimizer.parameters)
loss, gradients = compute(x, y)
optimizer.step(gradients)
```

With MSAdapter the last line is `optimizer(gradients)`.

## Fix safety

No fix: the gradients have to be computed first.

## Limits

Silent where the program assigns to `.grad` itself, which MindTorch honours, and
where it speaks of `ENABLE_BACKWARD`, the switch that lets `backward()` of
MindTorch run: on CPU it was seen to leave every `.grad` None, on other devices
it was not measured. Where `backward()` is reported, the `step()` after it in
the same function is not reported again. The optimizer has to be known. Classes
of one's own are MSL903's.

## Versions

MindTorch 0.3 and 0.4, MSAdapter 0.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Differs, Proof, Raises, Rule, Seen
from mslint.training.events import MethodCall, PackageCall
from mslint.training.objects import NONE, Function, atoms

RULE = Rule(
    code="MSL902",
    symbol="step-without-gradients",
    summary="MindTorch: step(), backward() or clipping where no gradients are",
    message="{call}: on {package} {target} {result}; {advice}",
    seen=(
        Seen("0.3", None, Severity.WARNING, "a step without gradients changes nothing", package="mindtorch"),
        Seen("0.1", None, Severity.ERROR, "there is no such method", package="msadapter"),
    ),
    bad='''\
import mindspore as ms


def with_msadapter(form):
    """A step of the rate 0.01 from a weight of 2 with a gradient of 4."""
    import msadapter.pytorch as torch

    class Network(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = torch.nn.Parameter(torch.tensor([2.0]))

        def forward(self, x):
            return (self.weight * self.weight * x).sum()

    network = Network()
    optimizer = torch.optim.SGD(network.trainable_params(), learning_rate=0.01)
    x = torch.ones(1)
    if form == "msadapter backward()":
        network(x).backward()  # MSL902
    loss, gradients = ms.ops.value_and_grad(network, None, optimizer.parameters)(x)
    optimizer.step(gradients)  # MSL902
    return {"weight": float(network.weight.asnumpy()[0])}


def go_back(loss):
    """What a program for PyTorch does."""
    loss.backward()  # MSL902


def with_mindtorch(form):
    """The same."""
    import mindtorch.torch as torch

    weight = torch.nn.Parameter(torch.tensor([2.0]))
    optimizer = torch.optim.SGD([weight], lr=0.01)

    def forward(x):
        return (weight * weight * x).sum()

    compute = ms.ops.value_and_grad(forward, None, optimizer.parameters)
    x = torch.tensor(1.0)
    if form == "backward()":
        go_back(forward(x))
    if form == "step()":
        loss, gradients = compute(x)
        optimizer.step()  # MSL902
    elif form == "step(closure)":
        optimizer.step(lambda: forward(x))  # MSL902
    elif form == "step(closure=)":
        optimizer.step(closure=lambda: forward(x))  # MSL902
    else:
        loss, gradients = compute(x)
        torch.nn.utils.clip_grad_norm_([weight], 1.0)  # MSL902
        optimizer.step(gradients)
    return {"weight": float(weight)}


def observe(form):
    """The weight after the step."""
    return with_msadapter(form) if form.startswith("msadapter") else with_mindtorch(form)
''',
    good='''\
import mindspore as ms


def with_msadapter(form):
    """A step of the rate 0.01 from a weight of 2 with a gradient of 4."""
    import msadapter.pytorch as torch

    class Network(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = torch.nn.Parameter(torch.tensor([2.0]))

        def forward(self, x):
            return (self.weight * self.weight * x).sum()

    network = Network()
    optimizer = torch.optim.SGD(network.trainable_params(), learning_rate=0.01)
    x = torch.ones(1)
    loss, gradients = ms.ops.value_and_grad(network, None, optimizer.parameters)(x)
    optimizer(gradients)
    return {"weight": float(network.weight.asnumpy()[0])}


def with_mindtorch(form):
    """The same."""
    import mindtorch.torch as torch

    weight = torch.nn.Parameter(torch.tensor([2.0]))
    optimizer = torch.optim.SGD([weight], lr=0.01)

    def forward(x):
        return (weight * weight * x).sum()

    compute = ms.ops.value_and_grad(forward, None, optimizer.parameters)
    loss, gradients = compute(torch.tensor(1.0))
    if form == "clip_grad_norm_":
        gradients, norm = torch.nn.utils.clip_grad_norm([weight], 1.0, gradients)
    optimizer.step(gradients)
    return {"weight": float(weight)}


def observe(form):
    """The weight after the step."""
    return with_msadapter(form) if form.startswith("msadapter") else with_mindtorch(form)
''',
    confidence=Confidence.INFERENCE,
    proofs=(
        Proof((Differs("weight", 0.03),), since="0.3", variant="step()", package="mindtorch"),
        Proof((Raises("TypeError"),), since="0.3", variant="step(closure)", package="mindtorch"),
        Proof((Differs("weight", 0.03),), since="0.3", variant="step(closure=)", package="mindtorch"),
        Proof((Raises("NotImplementedError", "backward"),), since="0.3", variant="backward()", package="mindtorch"),
        Proof((Differs("weight", 0.02),), since="0.3", variant="clip_grad_norm_", package="mindtorch"),
        Proof((Raises("AttributeError", "step"),), variant="msadapter step()", since="0.1", package="msadapter"),
        Proof(
            (Raises("AttributeError", "backward"),), variant="msadapter backward()", since="0.1", package="msadapter"
        ),
    ),
    original="""\
import torch


def observe(form):
    weight = torch.nn.Parameter(torch.tensor(2.0))
    optimizer = torch.optim.SGD([weight], lr=0.01)

    def closure():
        optimizer.zero_grad()
        loss = weight * weight * torch.tensor(1.0)
        loss.backward()
        return loss

    if form.startswith("step(closure"):
        optimizer.step(closure)
    else:
        closure()
        if form == "clip_grad_norm_":
            torch.nn.utils.clip_grad_norm_([weight], 1.0)
        optimizer.step()
    return {"weight": float(weight.detach())}
""",
)

_CLIPPING = frozenset(
    f"mindtorch.torch.nn.utils.{module}{name}"
    for module in ("", "clip_grad.")
    for name in ("clip_grad_norm_", "clip_grad_value_")
)
_COMPUTE = "compute the gradients with mindspore.ops.value_and_grad"
_GIVE = f"{_COMPUTE} and write step(gradients)"
_CALL = f"{_COMPUTE} and write optimizer(gradients)"
_NOTHING = "that finds no gradients, takes zeros and silently trains nothing"


def check(context: Context) -> Iterator[Finding]:
    """Every such call; one for a `backward()` and the `step()` after it."""
    training = context.training
    calls = training.of(MethodCall)
    clippings = [call for call in training.of(PackageCall) if call.name in _CLIPPING]
    if not calls and not clippings:
        return
    reported = set()
    sets_gradients = training.writes_attribute("grad") or training.mentions("ENABLE_BACKWARD")
    backward = [call for call in calls if call.name == "backward" and not call.optimizer_name]
    scopes = {call.place.scope for call in backward}
    for call in calls:
        package = call.package
        if call.place.node in reported:
            continue
        judged = None
        if package == "msadapter":
            judged = _judge_msadapter(call)
        elif not sets_gradients:
            judged = _judge_mindtorch(call, is_told=call.place.scope in scopes)
        if judged is not None:
            reported.add(call.place.node)
            severity, what, result, advice = judged
            yield context.finding(
                RULE,
                call.place.node,
                severity=severity,
                package=package,
                call=what if call.place.is_direct else f"this call leads to {what}",
                result=result,
                advice=advice,
            )
    for clipping in clippings:
        given = clipping.arguments.get(4 if clipping.name.endswith("norm_") else 3, "grads")
        is_sure = (given is None and not clipping.arguments.is_open) or given == NONE
        if is_sure and not clipping.arguments.is_open and not sets_gradients and clipping.place.node not in reported:
            reported.add(clipping.place.node)
            name = clipping.name.rpartition(".")[2]
            result = "that finds no gradients and clips nothing"
            advice = f"use what {name.rstrip('_')}(parameters, limit, gradients) gives"
            yield context.finding(RULE, clipping.place.node, call=name, result=result, advice=advice)


def _judge_msadapter(call: MethodCall) -> tuple[Severity, str, str, str] | None:
    if call.name == "step" and call.optimizer_name:
        return Severity.ERROR, "step()", "the optimizers are MindSpore's and have no step: AttributeError", _CALL
    if call.name == "backward" and not call.optimizer_name:
        return Severity.ERROR, "backward()", "tensors have no backward: AttributeError", _CALL
    return None


def _judge_mindtorch(call: MethodCall, *, is_told: bool) -> tuple[Severity, str, str, str] | None:
    if call.name == "backward" and not call.optimizer_name:
        effect = "that raises NotImplementedError, or with ENABLE_BACKWARD=1 on CPU leaves every .grad None"
        return Severity.ERROR, "backward()", effect, _GIVE
    arguments = call.arguments
    if call.name != "step" or not call.optimizer_name or arguments.is_open:
        return None
    given, closure = arguments.get(0, "grads"), arguments.get(1, "closure")
    if given is not None and any(isinstance(atom, Function) for atom in atoms(given)):
        return Severity.ERROR, "step(closure)", "the closure is taken for the gradients: TypeError", _GIVE
    if is_told or (given is not None and given != NONE):
        return None
    if closure is not None and closure != NONE:
        return Severity.WARNING, "step(closure=)", "that calls the closure and silently trains nothing", _GIVE
    return Severity.WARNING, "step()", _NOTHING, _GIVE
