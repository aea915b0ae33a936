"""# mindtorch-noop (MSL908)

## What it does

In programs for MindTorch and MSAdapter, finds code that has an effect in PyTorch
and silently none there:

- operations in place on a view of a tensor: `t[1:3].add_(1)`, `t[0].zero_()`,
  `t.data.mul_(2)`, `t.detach().clamp_(0)`, `t.view(2, 2).fill_(0)`,
- `autocast`,
- `torch.cuda.manual_seed` and `manual_seed_all`, in a program that seeds nothing
  else,
- `torch.utils.checkpoint.checkpoint` and `checkpoint_sequential`,
- `x.is_cuda` without a call, as a condition,
- a layer of MindSpore, such as `mindspore.nn.Dense`, as a part of a network of
  MindTorch.

## Why is this bad

Slices, `.data`, `detach()` and `view` give copies: the copy is changed and the
tensor is not. Under `autocast` everything stays float32. The seeds of
`torch.cuda` seed nothing: two runs give other numbers. `checkpoint` calls the
function and no more: results are right, and the memory that it was to save is not
saved, so that it is reported as advice. `is_cuda` is a method,
and a method is true, whatever the device is. The network's `parameters()` do
not hold the weights of MindSpore's layers, so they are not trained.

## Example

```python
import mindtorch.torch as torch

mask = torch.ones(4)
mask[1:3].zero_()
```

## Use instead

```python
import mindtorch.torch as torch

mask = torch.ones(4)
mask[1:3] = 0
```

## Fix safety

No fix: what has to be written depends on the operation.

## Limits

Operations in place are flagged where the statement is nothing else and the
tensor was made by a function such as `torch.zeros`: where the result is used,
the copy may be what is meant. Parameters behave otherwise, by operation, and
are not flagged. Layers without weights do no harm, and a network whose
`trainable_params()` are used has all weights. `.cuda()`, `.to("cuda:1")`,
`device="cuda:1"` and `torch.cuda.set_device` were measured to have no effect, and
are not reported: everything is on the one device that `set_context` chooses,
which is what such programs want, and the number of a device can only matter in
a process that uses several, which MindSpore does not. Nor is
`torch.cuda.is_available()`, which is true on a CPU. Seeds are not reported where
the files at hand seed in another way, with `torch.manual_seed` or `set_seed`.

## Versions

MindTorch 0.3 and 0.4; views and `is_cuda` also MSAdapter 0.1. Repaired as the
example says, with `mindspore.recompute`, the function runs twice, as in PyTorch.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Differs, Proof, Rule, Seen
from mslint.training.events import AttributeRead, LayerHeld, MethodCall, PackageCall
from mslint.training.objects import FALSE, Constant, MadeBy, OwnParameter, marks_of

RULE = Rule(
    code="MSL908",
    symbol="mindtorch-noop",
    summary="MindTorch: code that has an effect in PyTorch and none here",
    message="{what}: on {package} {target} {result}; {advice}",
    seen=(
        Seen("0.3", None, Severity.WARNING, "it has no effect", package="mindtorch"),
        Seen("0.1", None, Severity.WARNING, "it has no effect", package="msadapter"),
    ),
    bad='''\
import mindspore as ms


def views(torch, form):
    """The sum of four ones after a part of them, or all, were set to 0 in place."""
    ones = torch.tensor([1.0, 1.0, 1.0, 1.0])
    if form == "slice":
        ones[1:3].zero_()  # MSL908
    elif form == "element":
        ones[0].zero_()  # MSL908
    elif form == "data":
        ones.data.zero_()  # MSL908
    elif form == "detach":
        ones.detach().zero_()  # MSL908
    elif form == "view":
        ones.view(2, 2).zero_()  # MSL908
    return {"sum": float(ones.sum())}


def on_cuda(torch):
    """Whether a tensor is taken to be on a GPU."""
    x = torch.tensor([1.0])
    return {"cuda": 1.0 if x.is_cuda else 0.0}  # MSL908


def with_msadapter(form):
    """With MSAdapter."""
    import msadapter.pytorch as torch

    return on_cuda(torch) if form == "is_cuda" else views(torch, form)


def with_mindtorch(form):
    """With MindTorch."""
    import mindtorch.torch as torch

    if form == "autocast":
        return bits(torch)
    if form == "layer":
        return parameters(torch)
    if form == "seed":
        return seeds(torch)
    if form == "checkpoint":
        return runs(torch)
    return on_cuda(torch) if form == "is_cuda" else views(torch, form)


def seeds(torch):
    """How far what is drawn is from what is drawn after the same seed."""
    drawn = []
    for _ in range(2):
        torch.cuda.manual_seed(1)  # MSL908
        drawn.append(float(torch.rand(64).sum()))
    return {"apart": float(drawn[0] != drawn[1])}


def runs(torch):
    """How often a block runs, for its output and for the gradient."""
    from mindtorch.torch.utils.checkpoint import checkpoint

    counts = []

    class Block(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = torch.nn.Linear(2, 1)

        def forward(self, x):
            counts.append(1)
            return self.layer(x)

    block = Block()
    weights = list(block.parameters())
    ms.value_and_grad(lambda x: checkpoint(block, x).sum(), None, weights)(torch.ones(1, 2))  # MSL908
    return {"runs": float(len(counts))}


def bits(torch):
    """The size of a product's numbers."""
    with torch.autocast("cpu", dtype=torch.float16):  # MSL908
        product = torch.matmul(torch.ones(2, 2), torch.ones(2, 2))
    return {"bits": float(str(product.dtype)[-2:])}


def parameters(torch):
    """The number of a network's parameters."""

    class Network(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.first = torch.nn.Linear(2, 2)
            self.second = ms.nn.Dense(2, 2)  # MSL908

    return {"parameters": len(list(Network().parameters()))}


def observe(variant):
    """What the variant shows."""
    package, _, form = variant.partition(" ")
    return with_msadapter(form) if package == "msadapter" else with_mindtorch(form)
''',
    good='''\
import mindspore as ms


def views(torch, form):
    """The sum of four ones after a part of them, or all, were set to 0 in place."""
    ones = torch.tensor([1.0, 1.0, 1.0, 1.0])
    if form == "slice":
        ones[1:3] = 0
    elif form == "element":
        ones[0] = 0
    elif form == "data":
        ones.zero_()
    elif form == "detach":
        ones.zero_()
    elif form == "view":
        ones.zero_()
    return {"sum": float(ones.sum())}


def on_cuda(torch):
    """Whether a tensor is taken to be on a GPU."""
    x = torch.tensor([1.0])
    return {"cuda": 1.0 if x.is_cuda() else 0.0}


def with_msadapter(form):
    """With MSAdapter."""
    import msadapter.pytorch as torch

    return on_cuda(torch) if form == "is_cuda" else views(torch, form)


def with_mindtorch(form):
    """With MindTorch."""
    import mindtorch.torch as torch

    if form == "autocast":
        return bits(torch)
    if form == "layer":
        return parameters(torch)
    if form == "seed":
        return seeds(torch)
    if form == "checkpoint":
        return runs(torch)
    return on_cuda(torch) if form == "is_cuda" else views(torch, form)


def seeds(torch):
    """How far what is drawn is from what is drawn after the same seed."""
    drawn = []
    for _ in range(2):
        torch.manual_seed(1)
        drawn.append(float(torch.rand(64).sum()))
    return {"apart": float(drawn[0] != drawn[1])}


def runs(torch):
    """How often a block runs, for its output and for the gradient."""
    counts = []

    class Block(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = torch.nn.Linear(2, 1)

        def forward(self, x):
            counts.append(1)
            return self.layer(x)

    class Network(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.block = Block()

        def forward(self, x):
            return ms.recompute(self.block, x).sum()

    network = Network()
    weights = list(network.parameters())
    ms.value_and_grad(lambda x: network(x), None, weights)(torch.ones(1, 2))
    return {"runs": float(len(counts))}


def bits(torch):
    """The size of a product's numbers."""
    product = torch.matmul(torch.ones(2, 2, dtype=torch.float16), torch.ones(2, 2, dtype=torch.float16))
    return {"bits": float(str(product.dtype)[-2:])}


def parameters(torch):
    """The number of a network's parameters."""

    class Network(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.first = torch.nn.Linear(2, 2)
            self.second = torch.nn.Linear(2, 2)

    return {"parameters": len(list(Network().parameters()))}


def observe(variant):
    """What the variant shows."""
    package, _, form = variant.partition(" ")
    return with_msadapter(form) if package == "msadapter" else with_mindtorch(form)
''',
    confidence=Confidence.INFERENCE,
    proofs=(
        Proof((Differs("sum", 1.5),), since="0.3", variant="mindtorch slice", package="mindtorch"),
        Proof((Differs("sum", 0.5),), since="0.3", variant="mindtorch element", package="mindtorch"),
        Proof((Differs("sum", 3.0),), since="0.3", variant="mindtorch data", package="mindtorch"),
        Proof((Differs("sum", 3.0),), since="0.3", variant="mindtorch detach", package="mindtorch"),
        Proof((Differs("sum", 3.0),), since="0.3", variant="mindtorch view", package="mindtorch"),
        Proof((Differs("cuda", 0.5),), since="0.3", variant="mindtorch is_cuda", package="mindtorch"),
        Proof((Differs("bits", 10.0),), since="0.3", variant="mindtorch autocast", package="mindtorch"),
        Proof((Differs("parameters", 1.5),), since="0.3", variant="mindtorch layer", package="mindtorch"),
        Proof((Differs("apart", 0.5),), since="0.3", variant="mindtorch seed", package="mindtorch"),
        Proof((Differs("runs", 0.5),), since="0.3", variant="mindtorch checkpoint", package="mindtorch"),
        Proof((Differs("sum", 1.5),), since="0.1", variant="msadapter slice", package="msadapter"),
        Proof((Differs("sum", 0.5),), since="0.1", variant="msadapter element", package="msadapter"),
        Proof((Differs("sum", 3.0),), since="0.1", variant="msadapter data", package="msadapter"),
        Proof((Differs("sum", 3.0),), since="0.1", variant="msadapter detach", package="msadapter"),
        Proof((Differs("sum", 3.0),), since="0.1", variant="msadapter view", package="msadapter"),
        Proof((Differs("cuda", 0.5),), since="0.1", variant="msadapter is_cuda", package="msadapter"),
    ),
    original="""\
import torch


def views(form):
    ones = torch.tensor([1.0, 1.0, 1.0, 1.0])
    if form == "slice":
        ones[1:3].zero_()
    elif form == "element":
        ones[0].zero_()
    elif form == "data":
        ones.data.zero_()
    elif form == "detach":
        ones.detach().zero_()
    elif form == "view":
        ones.view(2, 2).zero_()
    return {"sum": float(ones.sum())}


def observe(variant):
    form = variant.partition(" ")[2]
    if form == "is_cuda":
        return {"cuda": 1.0 if torch.tensor([1.0]).is_cuda else 0.0}
    if form == "autocast":
        with torch.autocast("cpu", dtype=torch.float16):
            product = torch.matmul(torch.ones(2, 2), torch.ones(2, 2))
        return {"bits": float(str(product.dtype)[-2:])}
    if form == "seed":
        drawn = []
        for _ in range(2):
            torch.manual_seed(1)
            drawn.append(float(torch.rand(64).sum()))
        return {"apart": float(drawn[0] != drawn[1])}
    if form == "checkpoint":
        from torch.utils.checkpoint import checkpoint

        counts = []
        layer = torch.nn.Linear(2, 1)

        def block(x):
            counts.append(1)
            return layer(x)

        checkpoint(block, torch.ones(1, 2), use_reentrant=False).sum().backward()
        return {"runs": float(len(counts))}
    if form == "layer":
        network = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 2))
        return {"parameters": len(list(network.parameters()))}
    return views(form)
""",
)

_AUTOCAST = ".autocast"
_CHECKPOINTS = frozenset(f"mindtorch.torch.utils.checkpoint.{name}" for name in ("checkpoint", "checkpoint_sequential"))
_CUDA_SEEDS = frozenset(f"mindtorch.torch.cuda.{name}" for name in ("manual_seed", "manual_seed_all"))
_SEEDS = re.compile(r"(?<!cuda)\.manual_seed\b|\bset_seed\b|torch\s+import\b.*\bmanual_seed\b(?!_all)")
"""How a file sets the seed that MindTorch draws by."""
_VIEWS = ("detach", "view")
_COPIES = "that is a copy, so the tensor itself silently stays as it is"
_WEIGHTED = re.compile(
    r"mindspore\.nn\.(?:Dense|Conv\w+|BatchNorm\w*|SyncBatchNorm|LayerNorm|GroupNorm|InstanceNorm\w*|Embedding|LSTM|GRU|RNN)"
    r"|mindspore\.mint\.nn\.(?:Linear|Conv\w+|BatchNorm\w*|LayerNorm|GroupNorm|Embedding)"
)
"""Layers that have weights."""


def check(context: Context) -> Iterator[Finding]:
    """Every such place, once."""
    training = context.training
    events = [
        event
        for event in training.recording.events
        if isinstance(event, MethodCall | PackageCall | AttributeRead | LayerHeld)
    ]
    if not events:
        return
    statements = {id(node.value) for node in ast.walk(context.module.tree) if isinstance(node, ast.Expr)}
    called = {id(call.node.func) for call in context.module.calls}
    has_all_weights = training.mentions("trainable_params")
    seeds_otherwise = any(_SEEDS.search(module.source.text) for module in training.consulted)
    reported = set()
    for event in events:
        node = event.place.node
        if node in reported or not event.place.is_direct:
            continue
        judged: tuple[str, str, str] | None = None
        if isinstance(event, MethodCall):
            judged = _judge_method(event) if id(node) in statements else None
        elif isinstance(event, PackageCall):
            judged = None if seeds_otherwise and _is_seed(event) else _judge_call(event)
        elif isinstance(event, AttributeRead):
            if event.name == "is_cuda" and id(node) not in called:
                judged = ("is_cuda without a call", "it is a method, which is true on every device", "write is_cuda()")
        elif not has_all_weights and _WEIGHTED.fullmatch(event.layer.library):
            result = "the parameters() of the network do not hold its weights, so they are not trained"
            judged = (f"{event.layer.name} of MindSpore in a network of torch", result, "use the layer of torch.nn")
        if judged is not None:
            reported.add(node)
            what, result, advice = judged
            is_right = isinstance(event, PackageCall) and _is_checkpoint(event)
            severity = Severity.ADVICE if is_right else None
            yield context.finding(
                RULE, node, severity=severity, package=event.package, what=what, result=result, advice=advice
            )


def _judge_method(call: MethodCall) -> tuple[str, str, str] | None:
    """An operation in place on what is a view in PyTorch."""
    node = call.place.node
    marks = marks_of(call.receiver)
    is_tensor = any(isinstance(mark, MadeBy) and mark.is_tensor for mark in marks)
    if not is_tensor or any(isinstance(mark, OwnParameter) for mark in marks):
        return None
    if not call.name.endswith("_") or call.name.startswith("_") or call.name in ("requires_grad_", "detach_"):
        return None
    function = node.func if isinstance(node, ast.Call) else None
    view = _view(function.value) if isinstance(function, ast.Attribute) else ""
    return (f"{call.name} on {view}", _COPIES, "change the tensor itself, or assign to a part of it") if view else None


def _view(node: ast.expr) -> str:
    """What of a tensor an expression is a view of in PyTorch; empty where it is none, or not known to be one."""
    if isinstance(node, ast.Subscript):
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return "a part of a tensor" if all(map(_is_basic, parts)) else ""
    if isinstance(node, ast.Attribute):
        return "the data of a tensor" if node.attr == "data" else ""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _VIEWS:
        return f"{node.func.attr}() of a tensor"
    return ""


def _is_basic(node: ast.expr) -> bool:
    """Whether an index selects a view in PyTorch, and not elements by a list or a mask."""
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Slice) or (isinstance(inner, ast.Constant) and not isinstance(inner.value, bool))


def _judge_call(call: PackageCall) -> tuple[str, str, str] | None:
    if call.package != "mindtorch":
        return None
    if _is_seed(call):
        return call.name.removeprefix("mindtorch."), "it seeds nothing", "use torch.manual_seed"
    if _is_checkpoint(call):
        result = "the function runs as it is and no memory is saved"
        return call.name.rpartition(".")[2], result, "use mindspore.recompute for a cell"
    if not call.name.endswith(_AUTOCAST):
        return None
    enabled = call.arguments.get(None, "enabled")
    if call.arguments.is_open or enabled == FALSE or (enabled is not None and not isinstance(enabled, Constant)):
        return None
    return "autocast", "everything stays float32", "use mindspore.amp.auto_mixed_precision"


def _is_seed(call: PackageCall) -> bool:
    return call.name in _CUDA_SEEDS


def _is_checkpoint(call: PackageCall) -> bool:
    return call.name in _CHECKPOINTS
