"""# clip-result-unused (MSL412)

## What it does

Finds `ops.clip_by_global_norm`, `ops.clip_by_norm`, `ops.clip_by_value`,
`ops.clip`, `ops.clamp`, their forms in `mindspore.mint`, and `nn.ClipByNorm`,
whose result nothing uses.

## Why is this bad

They return the clipped gradients and leave those they are given as they are.
PyTorch's `clip_grad_norm_` changes them in place. Without a message, the
optimizer gets gradients that were never clipped.

## Example

```python
loss, grads = grad_fn(x, y)
ops.clip_by_global_norm(grads, 1.0)
optimizer(grads)
```

## Use instead

```python
loss, grads = grad_fn(x, y)
grads = ops.clip_by_global_norm(grads, 1.0)
optimizer(grads)
```

## Fix safety

Unsafe: the gradients change, which is the point. A call on a line of its own
that is given a plain name is assigned to it.

## Limits

A result counts as unused where the call is a statement by itself, and where it
is assigned to a local name, or to the variable of the loop around it, that is
not read afterwards. What is assigned to `_`, or tried to see whether it raises,
is meant. Functions of the project count where a clipped value is all that they
return and they change nothing else. `clip_by_norm` clips each tensor by itself,
`clip_by_global_norm` all together, as `clip_grad_norm_` does; that is not this
rule.

## Versions

MindSpore 1.10 to 2.10, as far as the functions exist: `ops.clip_by_norm` from
2.5 on, `ops.clip` and `ops.clamp` from 2.0, `nn.ClipByNorm` in all. There is no
`mint.nn.utils.clip_grad_norm_` in any of them.

## References

- MindSpore: `mindspore.ops.clip_by_global_norm`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from mslint import edits
from mslint.context import Context
from mslint.facts.names import canonical
from mslint.finding import Finding, Severity
from mslint.model.guards import is_guarded
from mslint.model.names import BindingKind, Call, Scope
from mslint.model.usage import unused_calls
from mslint.model.values import Definition, External, Instance, Value
from mslint.parameters import is_parameter
from mslint.rule import Differs, Proof, Rule, Seen

RULE = Rule(
    code="MSL412",
    symbol="clip-result-unused",
    summary="clipped gradients are returned, and nothing uses them",
    message="nothing uses what {function} returns: on MindSpore {target} {effect}; write {advice}",
    seen=(Seen("1.10", None, Severity.WARNING, "it leaves its arguments as they are, so nothing is clipped"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def observe(variant):
    """How far a gradient of (30, 40), clipped to a norm of 1, moves a weight."""
    weight = ms.Parameter(ms.Tensor(np.zeros(2), ms.float32), name="weight")
    optimizer = nn.SGD([weight], learning_rate=1.0)
    grads = (ms.Tensor([30.0, 40.0], ms.float32),)
    if variant == "clip_by_global_norm":
        ops.clip_by_global_norm(grads, 1.0)  # MSL412
    elif variant == "clip_by_norm":
        ops.clip_by_norm(grads, 1.0)  # MSL412
    elif variant == "clip_by_value":
        for grad in grads:
            ops.clip_by_value(grad, ms.Tensor(-0.8, ms.float32), ms.Tensor(0.8, ms.float32))  # MSL412
    elif variant == "loop":
        for grad in grads:
            grad = ops.clip_by_value(grad, ms.Tensor(-0.8, ms.float32), ms.Tensor(0.8, ms.float32))  # MSL412
    else:
        clip = nn.ClipByNorm()
        clip(grads[0], ms.Tensor(1.0, ms.float32))  # MSL412
    optimizer(grads)
    return {"moved": [float(each) for each in -weight.asnumpy()]}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def observe(variant):
    """How far a gradient of (30, 40), clipped to a norm of 1, moves a weight."""
    weight = ms.Parameter(ms.Tensor(np.zeros(2), ms.float32), name="weight")
    optimizer = nn.SGD([weight], learning_rate=1.0)
    grads = (ms.Tensor([30.0, 40.0], ms.float32),)
    if variant == "clip_by_global_norm":
        grads = ops.clip_by_global_norm(grads, 1.0)
    elif variant == "clip_by_norm":
        grads = ops.clip_by_norm(grads, 1.0)
    elif variant in ("clip_by_value", "loop"):
        low, high = ms.Tensor(-0.8, ms.float32), ms.Tensor(0.8, ms.float32)
        grads = tuple(ops.clip_by_value(grad, low, high) for grad in grads)
    else:
        clip = nn.ClipByNorm()
        grads = (clip(grads[0], ms.Tensor(1.0, ms.float32)),)
    optimizer(grads)
    return {"moved": [float(each) for each in -weight.asnumpy()]}
''',
    proofs=(
        Proof((Differs("moved", 29),), variant="clip_by_global_norm"),
        Proof((Differs("moved", 29),), since="2.5", variant="clip_by_norm"),
        Proof((Differs("moved", 29),), variant="clip_by_value"),
        Proof((Differs("moved", 29),), variant="loop"),
        Proof((Differs("moved", 29),), variant="nn.ClipByNorm"),
    ),
    original="""\
import torch


def observe(variant):
    weight = torch.nn.Parameter(torch.zeros(2))
    weight.grad = torch.tensor([30.0, 40.0])
    if variant in ("clip_by_value", "loop"):
        torch.nn.utils.clip_grad_value_([weight], 0.8)
    else:
        torch.nn.utils.clip_grad_norm_([weight], 1.0)
    torch.optim.SGD([weight], lr=1.0).step()
    return {"moved": (-weight).tolist()}
""",
)

_CLIPS = frozenset(
    {
        "mindspore.mint.clamp",
        "mindspore.mint.clip",
        "mindspore.ops.clamp",
        "mindspore.ops.clip",
        "mindspore.ops.clip_by_global_norm",
        "mindspore.ops.clip_by_norm",
        "mindspore.ops.clip_by_value",
    }
)
_LAYER = "mindspore.nn.ClipByNorm"
_WORDS = ("clip", "clamp")


def check(context: Context) -> Iterator[Finding]:
    """Every such call whose value is dropped."""
    for call, is_statement in unused_calls(context.module, _sounds_like_clipping):
        name = _last_name(call.node)
        if _clips(context, call) and not _is_shim(call):
            is_of_parameter = _is_of_parameter(context, call)
            if is_of_parameter and not is_statement:
                continue
            target = _target(call) if is_statement else None
            advice = f"{target} = {name}(...)" if target else "the result back to where the gradients are read"
            if is_of_parameter:
                advice = f"ops.assign({ast.unparse(call.node.args[0])}, {name}(...))"
            fix = edits.assign_result(call.node, target) if target else None
            yield context.finding(RULE, call.node, fix=fix, function=name, advice=advice)


@lru_cache(maxsize=4096)
def _sounds_like_clipping(name: str) -> bool:
    return any(word in name.lower() for word in _WORDS)


def _is_shim(call: Call) -> bool:
    return is_guarded(call.scope, call.node)


def _is_of_parameter(context: Context, call: Call) -> bool:
    """Whether the variable of a loop over parameters is clipped; MSL410 speaks about it where it gets the result."""
    first = call.node.args[0] if call.node.args else None
    bindings = call.scope.bindings.get(first.id, []) if isinstance(first, ast.Name) else []
    return any(
        each.kind is BindingKind.LOOP
        and each.value is not None
        and is_parameter(each.value, each.index, each.scope, context.evaluator)
        for each in bindings
    )


def _last_name(node: ast.Call) -> str:
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _clips(context: Context, call: Call) -> bool:
    """Whether a call surely does nothing but return something clipped."""
    evaluator = context.evaluator
    functions = evaluator.values(call.node.func, call.scope)
    if functions and all(_is_layer(each) for each in functions):
        return True
    if any(isinstance(each, Definition) and _changes_things(each.scope) for each in functions):
        return False
    results = evaluator.values(call.node, call.scope)
    return bool(results) and all(_is_clipped(each) for each in results)


def _is_layer(value: Value) -> bool:
    return isinstance(value, Instance) and isinstance(value.of, External) and canonical(value.of.name) == _LAYER


def _is_clipped(value: Value) -> bool:
    return isinstance(value, Instance) and isinstance(value.of, External) and canonical(value.of.name) in _CLIPS


def _changes_things(function: Scope) -> bool:
    """Whether a function of the project writes to anything but its own names."""
    return bool(function.writes or function.items or function.outer_names)


def _target(call: Call) -> str | None:
    """The plain name that is clipped, where assigning to it helps: it is not the variable of a loop."""
    first = call.node.args[0] if call.node.args else None
    if not isinstance(first, ast.Name):
        return None
    bindings = call.scope.bindings.get(first.id, [])
    return first.id if bindings and not any(isinstance(each.node, ast.For) for each in bindings) else None
