"""# inplace-update-rebinds (MSL410)

## What it does

Finds loops over the parameters of a network that compute a new value for the
loop's variable (`p -= rate * gradient`, `p = p - ...`, `p = ops.clip_by_value(p, ...)`)
and then drop it.

## Why is this bad

In PyTorch `-=` and `clamp_` change the parameter. A `mindspore.Parameter` has no
in-place operators: the statement makes a new tensor and gives it the name of the
loop's variable, and the weights never move. There is no message.

## Example

```python
for p, g in zip(net.trainable_params(), gradients):
    p -= rate * g
```

## Use instead

```python
for p, g in zip(net.trainable_params(), gradients):
    ops.assign(p, p - rate * g)
```

## Fix safety

Unsafe: the weights move then, as they did not before. Offered for `-=` and the
like on one line, where the file has imported `mindspore.ops`.

## Limits

Only variables of loops over what is known to hold parameters:
`trainable_params()`, `get_parameters()`, `parameters_and_names()`, a
`ParameterTuple`, `parameters` of an optimizer of `mindspore.nn`. Nothing is said
where the new value is used afterwards, nor in compiled code (under `@jit`, in a
`construct`, in what these call in the same file), where MindSpore 2.8 to 2.10 does write the parameter.

## Versions

MindSpore 1.10 to 2.10.

## References

- MindSpore: `mindspore.ops.assign`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint import edits
from mslint.context import Context
from mslint.facts.names import canonical
from mslint.finding import Finding, Fix, Severity
from mslint.model.guards import is_guarded
from mslint.model.names import Binding, BindingKind, Scope
from mslint.model.reads import is_read_in_loop
from mslint.model.values import Definition, External
from mslint.parameters import is_parameter
from mslint.rule import Differs, Proof, Rule, Seen

RULE = Rule(
    code="MSL410",
    symbol="inplace-update-rebinds",
    summary="a loop over parameters that only rebinds its variable",
    message=(
        "`{statement}` only gives the name {name} to a new tensor: on MindSpore {target} {effect}; "
        "write ops.assign({name}, ...)"
    ),
    seen=(Seen("1.10", None, Severity.WARNING, "the parameter keeps its value"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def observe(variant):
    """What a step of 0.5 leaves of weights that were 1."""
    net = nn.Dense(2, 2, weight_init="ones", bias_init="ones")
    steps = [ms.Tensor(np.full(each.shape, 0.5), ms.float32) for each in net.trainable_params()]
    if variant == "-=":
        for parameter, step in zip(net.trainable_params(), steps):
            parameter -= step  # MSL410
    elif variant == "p = p - step":
        for parameter, step in zip(net.get_parameters(), steps):
            parameter = parameter - step  # MSL410
    else:
        for parameter in ms.ParameterTuple(net.trainable_params()):
            parameter = ops.clip_by_value(parameter, -0.5, 0.5)  # MSL410
    return {"weight": float(net.weight.asnumpy().mean()), "bias": float(net.bias.asnumpy().mean())}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def observe(variant):
    """What a step of 0.5 leaves of weights that were 1."""
    net = nn.Dense(2, 2, weight_init="ones", bias_init="ones")
    steps = [ms.Tensor(np.full(each.shape, 0.5), ms.float32) for each in net.trainable_params()]
    if variant == "-=":
        for parameter, step in zip(net.trainable_params(), steps):
            ops.assign(parameter, parameter - step)
    elif variant == "p = p - step":
        for parameter, step in zip(net.get_parameters(), steps):
            ops.assign(parameter, parameter - step)
    else:
        for parameter in ms.ParameterTuple(net.trainable_params()):
            ops.assign(parameter, ops.clip_by_value(parameter, -0.5, 0.5))
    return {"weight": float(net.weight.asnumpy().mean()), "bias": float(net.bias.asnumpy().mean())}
''',
    proofs=(
        Proof((Differs("weight", 0.4), Differs("bias", 0.4)), variant="-="),
        Proof((Differs("weight", 0.4), Differs("bias", 0.4)), variant="p = p - step"),
        Proof((Differs("weight", 0.4), Differs("bias", 0.4)), variant="clip_by_value"),
    ),
    original="""\
import torch


def observe(variant):
    net = torch.nn.Linear(2, 2)
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.fill_(1.0)
        for parameter in net.parameters():
            if variant == "clip_by_value":
                parameter.clamp_(-0.5, 0.5)
            else:
                parameter -= torch.full_like(parameter, 0.5)
    return {"weight": float(net.weight.detach().mean()), "bias": float(net.bias.detach().mean())}
""",
)

_FUNCTIONS = ("add", "clamp", "clip", "clip_by_norm", "clip_by_value", "div", "mul", "sub")
_PURE = frozenset(f"{module}.{name}" for module in ("mindspore.ops", "mindspore.mint") for name in _FUNCTIONS)
_COMPILERS = frozenset({"mindspore.jit", "mindspore.ms_function"})


def check(context: Context) -> Iterator[Finding]:
    """Every such statement; of several in one loop the first."""
    for scope in (context.module.scope, *context.module.scopes.values()):
        for bindings in scope.bindings.values():
            if len(bindings) > 1:
                yield from _in_bindings(context, bindings)


def _in_bindings(context: Context, bindings: list[Binding]) -> Iterator[Finding]:
    """The findings among all the statements that bind one name of one function."""
    if not any(binding.kind is BindingKind.LOOP for binding in bindings):
        return
    reported = set()
    for binding in sorted(bindings, key=lambda each: each.position):
        statement = binding.node
        loop = _loop_around(binding, bindings) if isinstance(statement, ast.stmt) else None
        if loop is None or not isinstance(statement, ast.stmt) or loop in reported:
            continue
        if not _computes_anew(binding, context) or not _is_dropped(binding, loop):
            continue
        if _is_over_parameters(loop, context) and not is_guarded(binding.scope, statement):
            reported.add(loop)
            text = " ".join(ast.unparse(statement).split())
            yield context.finding(RULE, statement, fix=_fix(statement, context), statement=text, name=binding.name)


def _computes_anew(binding: Binding, context: Context) -> bool:
    """Whether a statement gives a name what is computed from the name itself, and does nothing else."""
    if binding.kind is BindingKind.AUGMENTED:
        return True
    value = binding.value
    if binding.kind is not BindingKind.ASSIGNMENT or value is None:
        return False
    if not isinstance(value, ast.Call):
        return isinstance(value, ast.BinOp) and _is_operand(value, binding.name)
    if not value.args or not _is_operand(value.args[0], binding.name):
        return False
    function = context.evaluator.only(value.func, binding.scope)
    return isinstance(function, External) and canonical(function.name) in _PURE


def _is_operand(node: ast.expr, name: str) -> bool:
    """Whether an expression is a name, or arithmetic with it."""
    if isinstance(node, ast.BinOp):
        return _is_operand(node.left, name) or _is_operand(node.right, name)
    return isinstance(node, ast.Name) and node.id == name


def _loop_around(binding: Binding, bindings: list[Binding]) -> Binding | None:
    """The innermost loop around a statement, in the same function, whose variable it rebinds."""
    if binding.block is None:
        return None
    for block in binding.block.chain():
        for loop in bindings:
            if loop.kind is BindingKind.LOOP and loop.node is block.statement and block.is_loop:
                return loop
    return None


def _is_dropped(binding: Binding, loop: Binding) -> bool:
    return isinstance(loop.node, ast.For) and not is_read_in_loop(binding, loop.node)


def _is_over_parameters(loop: Binding, context: Context) -> bool:
    """Whether a loop goes over parameters, in code that is not compiled for all that can be seen in the file."""
    if loop.value is None or not is_parameter(loop.value, loop.index, loop.scope, context.evaluator):
        return False
    return not any(_is_compiled(each, context) or _is_called_compiled(each, context) for each in _around(loop.scope))


def _around(scope: Scope) -> Iterator[Scope]:
    """The functions around some code, innermost first."""
    function = scope.function
    while function is not None:
        yield function
        function = function.parent.function if function.parent is not None else None


def _is_called_compiled(function: Scope, context: Context) -> bool:
    """Whether compiled code of the file calls a function."""
    return any(
        Definition(function) in context.evaluator.values(call.node.func, call.scope)
        for call in context.module.calls
        if any(_is_compiled(each, context) for each in _around(call.scope))
    )


def _is_compiled(function: Scope, context: Context) -> bool:
    """Whether a function is a construct, or stands under `@jit`."""
    if function.name == "construct" and function.owner is not None:
        return True
    for decorator in getattr(function.node, "decorator_list", ()):
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        value = context.evaluator.only(called, function.parent or function)
        if isinstance(value, External) and canonical(value.name) in _COMPILERS:
            return True
    return False


def _fix(statement: ast.stmt, context: Context) -> Fix | None:
    """`ops.assign(p, p - x)`, where `ops` is MindSpore's in this file."""
    if not isinstance(statement, ast.AugAssign) or not edits.knows_ops(context.module):
        return None
    return edits.assign_in_place(statement)
