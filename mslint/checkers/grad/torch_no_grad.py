"""# torch-no-grad (MSL406)

## What it does

Finds `mindspore.no_grad`, `enable_grad`, `set_grad_enabled`,
`is_grad_enabled` and `inference_mode`, in `mindspore`, `mindspore.ops`,
`mindspore.mint` and their other modules; and PyTorch's `no_grad`,
`enable_grad`, `set_grad_enabled` and `inference_mode` around code that is
MindSpore's.

## Why is this bad

MindSpore has none of these names: AttributeError, or ImportError. It needs
none either, for a forward pass outside a gradient function records nothing.
PyTorch's have no effect on MindSpore: inside a function that is differentiated
the gradient goes through all the same.

## Example

```python
with ms.no_grad():
    output = net(x)
```

## Use instead

```python
output = net(x)
```

and inside a function that is differentiated:

```python
target = ops.stop_gradient(teacher(x))
```

## Fix safety

A `with` statement that has nothing else is taken away and its body stays; so are
the lines of a decorator and of `set_grad_enabled(...)`. The fix is unsafe: if what
is under it is called by a function that is differentiated, `ops.stop_gradient` has
to take its place. So there is none in `construct`, and in functions that are handed
on and not only called. What uses `is_grad_enabled()` has no fix.

## Limits

PyTorch's names are reported only where all calls under them are known, and
none is PyTorch's. `mindspore._no_grad`, which is not public, exists from 2.5 on
and stops gradients; it is never flagged.

## Versions

MindSpore 1.10 to 2.10. That PyTorch's `no_grad` does not stop gradients was
measured with PyTorch 2.13 beside MindSpore 2.8, 2.9 and 2.10, and is reported for
these versions, as advice.

## References

- MindSpore: `mindspore.ops.stop_gradient`
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from mslint import patches
from mslint.blocks import delete_call, delete_decorator, leave_with
from mslint.context import Context
from mslint.facts import names
from mslint.facts.gradients import TORCH_GRADIENT_MODES as _NAMES
from mslint.facts.names import canonical
from mslint.facts.worlds import World, world_of
from mslint.finding import Confidence, Finding, Fix, Severity
from mslint.model.guards import is_guarded
from mslint.model.names import Binding, Call, Module, Scope, end_of, lookup, start_of
from mslint.model.values import Definition, External, Instance, Value
from mslint.model.walk import walk
from mslint.rule import Differs, Proof, Raises, Rule, Seen

RULE = Rule(
    code="MSL406",
    symbol="torch-no-grad",
    summary="no_grad and its like, which MindSpore has not",
    message="{what}: on MindSpore {target} {effect_here}; {instead}",
    seen=(Seen("1.10", None, Severity.ERROR, "it raises, for there is no such name"),),
    bad='''\
import mindspore as ms
from mindspore import nn, ops


def observe(name):
    """The output of a layer."""
    net = nn.Dense(1, 1, weight_init="ones", has_bias=False)
    x = ops.ones((1, 1), ms.float32)
    if name == "no_grad":
        with ms.no_grad():  # MSL406
            output = net(x)
    elif name == "enable_grad":
        with ms.enable_grad():  # MSL406
            output = net(x)
    elif name == "inference_mode":
        with ms.inference_mode():  # MSL406
            output = net(x)
    elif name == "set_grad_enabled":
        ms.set_grad_enabled(False)  # MSL406
        output = net(x)
    elif name == "is_grad_enabled":
        output = net(x) if ms.is_grad_enabled() else net(x)  # MSL406
    elif name == "ops.no_grad":
        with ops.no_grad():  # MSL406
            output = net(x)
    elif name == "decorator":
        return {"output": float(decorated(net, x).asnumpy().sum())}
    else:
        return {"gradient": gradient(net, x)}
    return {"output": float(output.asnumpy().sum())}


def decorated(net, x):
    """What a function gives that evaluates."""

    @ms.no_grad()  # MSL406
    def evaluate(net, x):
        return net(x)

    return evaluate(net, x)


def gradient(net, x):
    """The gradient of a loss that has its target from the same layer, where the target is to have none."""
    import torch

    def forward(x):
        with torch.no_grad():  # MSL406
            target = net(x) * 2
        return ops.square(net(x) - target).sum()

    (grad,) = ops.grad(forward, None, net.trainable_params())(x)
    return float(grad.asnumpy().sum())
''',
    good='''\
import mindspore as ms
from mindspore import nn, ops


def observe(name):
    """The output of a layer."""
    net = nn.Dense(1, 1, weight_init="ones", has_bias=False)
    x = ops.ones((1, 1), ms.float32)
    if name == "torch.no_grad":
        return {"gradient": gradient(net, x)}
    output = net(x)
    return {"output": float(output.asnumpy().sum())}


def gradient(net, x):
    """The gradient of a loss that has its target from the same layer, where the target is to have none."""

    def forward(x):
        target = ops.stop_gradient(net(x) * 2)
        return ops.square(net(x) - target).sum()

    (grad,) = ops.grad(forward, None, net.trainable_params())(x)
    return float(grad.asnumpy().sum())
''',
    proofs=(
        *(
            Proof((Raises(("AttributeError", "ImportError"), name.rpartition(".")[2]),), variant=name)
            for name in ("no_grad", "enable_grad", "inference_mode", "set_grad_enabled", "is_grad_enabled")
        ),
        Proof((Raises(("AttributeError", "ImportError"), "no_grad"),), variant="ops.no_grad"),
        Proof((Raises(("AttributeError", "ImportError"), "no_grad"),), variant="decorator"),
        Proof((Differs("gradient", 3.0),), since="2.8", variant="torch.no_grad"),
    ),
    original="""\
import torch


def observe(name):
    net = torch.nn.Linear(1, 1, bias=False)
    torch.nn.init.ones_(net.weight)
    x = torch.ones(1, 1)
    with torch.no_grad():
        output = net(x)
    if name == "torch.no_grad":
        torch.square(net(x) - output * 2).sum().backward()
        return {"gradient": float(net.weight.grad.sum())}
    return {"output": float(output.sum())}
""",
)

_PARTS_OF_NAMES = ("_grad", "inference_mode")
"""One of them is in each of the names."""
_MANAGERS = frozenset(f"torch.{name}" for name in _NAMES - {"is_grad_enabled"})
_SEEN_BESIDE_TORCH = (2, 8)
_REMOVE = "nothing is recorded outside a gradient function; inside one, write ops.stop_gradient"


def check(context: Context) -> Iterator[Finding]:
    """MindSpore's names that do not exist; PyTorch's around MindSpore's code."""
    text = context.module.source.text
    if not any(part in text for part in _PARTS_OF_NAMES):
        return
    seen = RULE.on(context.target)
    assert seen is not None
    for node, value in _uses(context):
        if isinstance(value, External) and _is_absent(canonical(value.name), context):
            what = canonical(value.name)
            fix = _fix(node, context)
            yield context.finding(RULE, node, what=what, effect_here=seen.effect, instead=_REMOVE, fix=fix)
    if context.target.release[:2] < _SEEN_BESIDE_TORCH or not _imports_torch(context.module):
        return
    if not patches.imports_patching_package(context.module):
        yield from _torch_managers(context)


def _imports_torch(module: Module) -> bool:
    return any("torch" in (each.module.partition(".")[0], each.name) for each in module.imports)


def _uses(context: Context) -> Iterator[tuple[ast.expr, Value]]:
    """What is called, or decorates a function without a call, outside of compatibility shims."""
    module = context.module
    has_other_names = any(each.name in _NAMES for each in module.imports) or any(module.reads_of(_NAMES))
    for call in module.calls if has_other_names else module.calls_named(_NAMES):
        if _may_mean(call.node.func, call.scope) and not is_guarded(call.scope, call.node):
            yield call.node, context.evaluator.only(call.node.func, call.scope)
    for decorated in context.module.functions:
        scope = decorated.parent or decorated
        for decorator in getattr(decorated.node, "decorator_list", ()):
            if _may_mean(decorator, scope) and not is_guarded(scope, decorator):
                yield decorator, context.evaluator.only(decorator, scope)


def _may_mean(node: ast.expr, scope: Scope) -> bool:
    """Whether an expression is spelled as one of the names, or as a name that stands for one."""
    if isinstance(node, ast.Attribute):
        return node.attr in _NAMES
    if not isinstance(node, ast.Name):
        return False
    home = lookup(scope, node.id)
    return node.id in _NAMES or (home is not None and any(map(_stands_for_one, home.bindings[node.id])))


def _stands_for_one(binding: Binding) -> bool:
    if binding.imported is not None:
        return binding.imported.name in _NAMES
    return isinstance(binding.value, ast.Attribute) and binding.value.attr in _NAMES


def _is_absent(name: str, context: Context) -> bool:
    module, _, last = name.rpartition(".")
    is_of_mindspore = module == "mindspore" or module.startswith("mindspore.")
    return (
        is_of_mindspore
        and last in _NAMES
        and (module == "mindspore" or names.is_module(module))
        and names.exists(name, context.target) is False
    )


def _torch_managers(context: Context) -> Iterator[Finding]:
    """PyTorch's context managers whose body is MindSpore's and nothing else."""
    for statement, scope in walk(context.module, ast.With):
        for item in statement.items:
            name = _torch_manager(context.evaluator.values(item.context_expr, scope))
            if name and _is_of_mindspore(statement.body, context) and not is_guarded(scope, item.context_expr):
                yield _no_effect(name, item.context_expr, context)
    for function in context.module.functions:
        node = function.node
        if isinstance(node, ast.Lambda):
            continue
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for decorator in node.decorator_list:
            name = _torch_manager(context.evaluator.values(decorator, function.parent or function))
            if name and _is_of_mindspore(node.body, context):
                yield _no_effect(name, decorator, context)


def _no_effect(name: str, node: ast.expr, context: Context) -> Finding:
    return context.finding(
        RULE,
        node,
        severity=Severity.ADVICE,
        confidence=Confidence.INFERENCE,
        what=f"{name} has no effect on MindSpore's code",
        effect_here="gradients go through it",
        instead="remove it, or write ops.stop_gradient inside a function that is differentiated",
        fix=_fix(node, context),
    )


def _fix(node: ast.expr, context: Context) -> Fix | None:
    """Without it, where nothing tells that what is under it is differentiated."""
    module = context.module
    for statement, scope in walk(module, ast.With):
        if any(item.context_expr is node for item in statement.items):
            return None if _is_handed_on(scope, module) else leave_with(statement, node, module.source)
    for function in module.functions:
        if node in getattr(function.node, "decorator_list", ()):
            return None if _is_handed_on(function, module) else delete_decorator(node, module.source)
    call = next((each for each in module.calls if each.node is node), None)
    if call is None or _is_handed_on(call.scope, module) or any(_has_call(argument) for argument in call.node.args):
        return None
    return delete_call(call.node, module.tree, module.source)


def _has_call(node: ast.expr) -> bool:
    return any(isinstance(each, ast.Call) for each in ast.walk(node))


def _is_handed_on(scope: Scope, module: Module) -> bool:
    """Whether code is in a function that something else than a plain call may run, to differentiate it."""
    called = {id(call.node.func) for call in module.calls}
    current: Scope | None = scope
    while current is not None:
        node = current.node
        if isinstance(node, ast.Lambda) or current.name in ("construct", "forward"):
            return True
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            named = [each for each, _ in walk(module, ast.Name) if each.id == node.name]
            read = [each for each, _ in walk(module, ast.Attribute) if each.attr == node.name]
            if any(id(each) not in called for each in (*named, *read)):
                return True
        current = current.parent
    return False


def _torch_manager(values: Iterable[Value]) -> str:
    """The name of the context manager of PyTorch that these values are; "" where they are something else."""
    found = {_made_by(value) for value in values}
    return found.pop() if len(found) == 1 and found <= _MANAGERS else ""


def _made_by(value: Value) -> str:
    if isinstance(value, Instance):
        value = value.of
    return value.name if isinstance(value, External) else ""


def _is_of_mindspore(body: list[ast.stmt], context: Context) -> bool:
    """Whether statements call MindSpore, and nothing that may be PyTorch's."""
    is_called = False
    for call in context.module.calls:
        if not start_of(body[0]) <= start_of(call.node) < end_of(body[-1]):
            continue
        if _is_own_function(call, context):
            return False
        if context.tensors.kind(call.node, call.scope) is not None:
            is_called = True
        elif not _is_harmless(call.node, call.scope, context):
            return False
    return is_called


def _is_harmless(call: ast.Call, scope: Scope, context: Context) -> bool:
    """Whether a call is a builtin, a method of a tensor or a number, or MindSpore's."""
    if isinstance(call.func, ast.Attribute) and context.tensors.kind(call.func.value, scope) is not None:
        return True
    values = context.evaluator.values(call.func, scope)
    return bool(values) and all(isinstance(value, External) and _is_neutral(value.name) for value in values)


def _is_own_function(call: Call, context: Context) -> bool:
    """Whether a function of the project is called, which may use PyTorch itself."""
    values = context.evaluator.values(call.node.func, call.scope)
    return any(isinstance(value, Definition) and not value.is_class for value in values)


def _is_neutral(name: str) -> bool:
    return name.startswith(("builtins.", "numpy.")) or world_of(name) in (World.NATIVE, World.MINT)
