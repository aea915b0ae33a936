"""# too-many-positional (MSL712)

## What it does

Finds calls of MindSpore's functions, classes and methods whose arguments do
not fit the parameters of the target version: more by position than it takes
(`nn.ReLU(True)`), none for one that has no default (`nn.Conv2d(3, 8)`), a
number where `pad_mode` stands (`nn.Conv2d(3, 8, 3, 1, 1)`, where PyTorch has
the padding), and a few other values that PyTorch takes in this place:
`nn.Dense(4, 3, False)`, `nn.Embedding(10, 4, 0)`, `nn.LayerNorm((4,), 1e-6)`,
`nn.GELU(approximate="tanh")`.

## Why is this bad

The call raises `TypeError`, or `ValueError` for some of the modes. But
`nn.Dense(4, 3, False)` does not: all weights are 0 then (1 for `True`), and the
bias stays.

## Example

```python
conv = nn.Conv2d(3, 8, 3, 1, 1)
```

## Use instead

```python
conv = nn.Conv2d(3, 8, 3, 1, pad_mode="pad", padding=1)
```

## Fix safety

Safe: a padding in the place of `pad_mode` is named, with the mode that pads.
Unsafe: PyTorch's `inplace` is left out, and the last argument by position gets
the name of the parameter that PyTorch has in its place.

## Limits

What a version takes is read off installs of it; parameters that are not known
and calls with `*` or `**` that could not be followed are not judged, nor are
compatibility shims and files that import packages that replace MindSpore's
functions. A call with an unknown keyword is MSL701 and nothing else, also
where an argument is missing beside it. Of the types of arguments only numbers
for `pad_mode` and those above are known.

## Versions

MindSpore 1.10 to 2.10, each with the parameters of its own functions.

## References

- MindSpore: `mindspore.nn.Conv2d`, `mindspore.nn.MaxPool2d`, `mindspore.nn.ReLU`
- PyTorch: `torch.nn.Conv2d`, `torch.nn.MaxPool2d`, `torch.nn.ReLU`
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator

from mslint import api_calls, edits
from mslint.api_calls import Api
from mslint.calls import LibraryCall
from mslint.context import Context
from mslint.facts import fitting, other_names, signatures
from mslint.facts.slots import SLOTS, Slot
from mslint.finding import Confidence, Finding, Fix, Severity
from mslint.model.values import Constant, Partial
from mslint.rule import Differs, Proof, Raises, Rule, Seen

RULE = Rule(
    code="MSL712",
    symbol="too-many-positional",
    summary="arguments that do not fit the parameters",
    message="on MindSpore {target} {function} {fault}; {advice}",
    seen=(Seen("1.10", None, Severity.ERROR, "the arguments are refused"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def total(result):
    return float(result.asnumpy().sum())


def observe(given):
    """The sum of what a layer or function makes."""
    image = ms.Tensor(np.arange(32).reshape(1, 2, 4, 4), ms.float32)
    if given == "padding":
        layer = nn.Conv2d(2, 3, 3, 1, 1, weight_init="ones")  # MSL712
    elif given == "pooling":
        layer = nn.MaxPool2d(3, 2, 1)  # MSL712
    elif given == "inplace":
        layer = nn.ReLU(True)  # MSL712
    elif given == "missing":
        layer = nn.Conv2d(2, kernel_size=3, pad_mode="valid", weight_init="ones")  # MSL712
    elif given == "method":
        return {"sum": total(ops.ReLU()(image).new_zeros(2, 3, 4) + 1)}  # MSL712
    elif given == "bias":
        return {"bias": float(len(nn.Dense(4, 3, False).trainable_params()) - 1)}  # MSL712
    elif given == "padding_idx":
        layer = nn.Embedding(10, 4, 0)  # MSL712
        return {"sum": total(layer(ms.Tensor([0], ms.int32)))}
    elif given == "eps":
        layer = nn.LayerNorm((4,), 1e-6)  # MSL712
    elif given == "approximate":
        layer = nn.GELU(approximate="tanh")  # MSL712
    else:
        from mindspore import mint
        
        return {"sum": total(mint.ones(2, 3))}  # MSL712
    return {"sum": total(layer(image))}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def total(result):
    return float(result.asnumpy().sum())


def observe(given):
    """The sum of what a layer or function makes."""
    image = ms.Tensor(np.arange(32).reshape(1, 2, 4, 4), ms.float32)
    if given == "padding":
        layer = nn.Conv2d(2, 3, 3, 1, pad_mode="pad", padding=1, weight_init="ones")
    elif given == "pooling":
        layer = nn.MaxPool2d(3, 2, pad_mode="pad", padding=1)
    elif given == "inplace":
        layer = nn.ReLU()
    elif given == "missing":
        layer = nn.Conv2d(2, 3, kernel_size=3, pad_mode="valid", weight_init="ones")
    elif given == "method":
        return {"sum": total(ops.ReLU()(image).new_zeros((2, 3, 4)) + 1)}
    elif given == "bias":
        return {"bias": float(len(nn.Dense(4, 3, has_bias=False).trainable_params()) - 1)}
    elif given == "padding_idx":
        layer = nn.Embedding(10, 4, padding_idx=0)
        return {"sum": total(layer(ms.Tensor([0], ms.int32)))}
    elif given == "eps":
        layer = nn.LayerNorm((4,), epsilon=1e-6)
    elif given == "approximate":
        layer = nn.GELU(approximate=True)
    else:
        from mindspore import mint
        
        return {"sum": total(mint.ones((2, 3)))}
    return {"sum": total(layer(image))}
''',
    related=("MSL701", "MSL709"),
    proofs=(
        Proof((Raises("TypeError"),), variant="padding"),
        Proof((Raises("TypeError"),), since="2.0", variant="pooling"),
        Proof((Raises("TypeError"),), variant="inplace"),
        Proof((Raises("TypeError"),), variant="missing"),
        Proof((Raises("TypeError"),), since="2.0", variant="method"),
        Proof((Differs("bias", 0.5),), variant="bias"),
        Proof((Raises("TypeError", "use_one_hot"),), variant="padding_idx"),
        Proof((Raises("TypeError", "begin_norm_axis"),), variant="eps"),
        Proof((Raises("TypeError", "approximate"),), variant="approximate"),
        Proof((Raises("TypeError"),), since="2.5", variant="mint"),
    ),
    original="""\
import torch
from torch import nn


def observe(given):
    image = torch.arange(32.0).reshape(1, 2, 4, 4)
    if given == "method":
        return {"sum": float((torch.relu(image).new_zeros(2, 3, 4) + 1).sum())}
    if given == "mint":
        return {"sum": float(torch.ones(2, 3).sum())}
    if given == "pooling":
        return {"sum": float(nn.MaxPool2d(3, 2, 1)(image).sum())}
    if given == "inplace":
        return {"sum": float(nn.ReLU(True)(image).sum())}
    if given == "bias":
        return {"bias": float(len(list(nn.Linear(4, 3, False).parameters())) - 1)}
    if given == "padding_idx":
        return {"sum": float(nn.Embedding(10, 4, 0)(torch.tensor([0])).sum())}
    if given == "eps":
        return {"sum": float(nn.LayerNorm((4,), 1e-6)(image).sum())}
    if given == "approximate":
        return {"sum": float(nn.GELU(approximate="tanh")(image).sum())}
    layer = nn.Conv2d(2, 3, 3, 1, 1 if given == "padding" else 0, bias=False)
    nn.init.ones_(layer.weight)
    return {"sum": float(layer(image).sum())}
""",
)


def check(context: Context) -> Iterator[Finding]:
    """Every call that no parameter list fits, and numbers for modes."""
    unfit: dict[ast.Call, tuple[Api, LibraryCall]] = {}
    for api in api_calls.called_apis(context.calls, context.target):
        least, most = api.least_by_position, api.most_by_position
        for call in context.calls.of(api.name):
            count = len(call.node.args) - call.skipped
            if (count < least or (most is not None and count > most)) and _is_unfit(api, call):
                unfit[call.node] = (api, call)
        if api.keywords is not None and "pad_mode" in api.keywords:
            yield from _modes(context, api)
    fit = _fit(context, unfit) if unfit else set()
    for node, (api, call) in unfit.items():
        if node not in fit and call.is_direct and _has_known_keywords(api, call) and api_calls.is_sure(call):
            yield _finding(context, api, call)
    yield from _methods(context)
    for slot in SLOTS:
        for call in context.calls.to(slot.layer):
            yield from _misplaced(slot, call, context)


def _misplaced(slot: Slot, call: LibraryCall, context: Context) -> Iterator[Finding]:
    """A value that PyTorch takes in this place, and this layer does not."""
    arguments = call.argument(slot.parameter, slot.position)
    values = [each.possible.value for each in arguments]
    is_misfit = all(isinstance(value, Constant) and slot.is_misfit(value.value) for value in values)
    if not arguments or not is_misfit or not api_calls.is_sure(call):
        return
    node = arguments[0].node
    is_last = bool(call.node.args) and call.node.args[-1] is node and not _is_given(call.node, slot.keyword)
    yield context.finding(
        RULE,
        node,
        severity=Severity.ERROR if slot.raises else Severity.WARNING,
        confidence=Confidence.HIGH if arguments[0].is_here else Confidence.INFERENCE,
        fix=edits.name_argument(node, slot.keyword) if is_last and slot.keyword else None,
        function=slot.layer.removeprefix("mindspore."),
        fault=slot.fault,
        advice=slot.advice or f"write {slot.keyword}=",
    )


def _fit(context: Context, nodes: Container[ast.Call]) -> set[ast.Call]:
    """Those of the calls that also reach something that they fit."""
    return {
        call.node
        for api in api_calls.called_apis(context.calls, context.target)
        for call in context.calls.of(api.name)
        if call.node in nodes and not _is_unfit(api, call)
    }


def _is_unfit(api: Api, call: LibraryCall) -> bool:
    """Whether no parameter list fits the number of arguments."""
    if _is_too_much(api, call.node, call.skipped):
        return True
    written = {keyword.arg for keyword in call.node.keywords}
    if call.skipped or not fitting.missing(api.overloads, len(call.node.args), written):
        return False
    return bool(call.is_complete and _missing(api, call)) and not _completes(call)


def _completes(call: LibraryCall) -> bool:
    """Whether a `functools.partial` is called, which has arguments already."""
    values = call.evaluator.values(call.node.func, call.scope, call.frame)
    return any(isinstance(value, Partial) for value in values)


def _missing(api: Api, call: LibraryCall) -> tuple[str, ...]:
    keywords, _ = call.evaluator.arguments.keywords(call.node, call.scope, call.frame)
    return fitting.missing(api.overloads, len(call.node.args), keywords)


def _has_known_keywords(api: Api, call: LibraryCall) -> bool:
    """Whether the function takes all keywords of the call, as far as they are known."""
    keywords, _ = call.evaluator.arguments.keywords(call.node, call.scope, call.frame)
    return not any(api.refuses(keyword) for keyword in keywords)


def _is_too_much(api: Api, node: ast.Call, skipped: int = 0) -> bool:
    """Whether there are more arguments by position than the function takes."""
    most = api.most_by_position
    if most is None or len(node.args) - skipped <= most:
        return False
    return not any(isinstance(argument, ast.Starred) for argument in node.args)


def _finding(context: Context, api: Api, call: LibraryCall) -> Finding:
    if _is_too_much(api, call.node, call.skipped):
        return _superfluous(context, api, call.node, call.skipped)
    lacking = _missing(api, call)
    return context.finding(
        RULE,
        call.node,
        function=api.title,
        fault=f"is called without {' and '.join(lacking)} and raises TypeError",
        advice=f"give {'it' if len(lacking) == 1 else 'them'}",
    )


def _superfluous(context: Context, api: Api, node: ast.Call, skipped: int) -> Finding:
    """A call with more arguments by position than fit."""
    most = api.most_by_position or 0
    count = len(node.args) - skipped
    meant = other_names.torch_parameter(api.name, most) if count == most + 1 else None
    advice = "name the others or leave them out"
    fix: Fix | None = None
    if meant == "inplace":
        advice = "leave PyTorch's inplace out"
        fix = None if node.keywords else edits.remove_last_argument(context.module.source, node)
    elif meant is not None:
        other = other_names.other_name(api.name, meant, context.target)
        renamed = other.parameters[0] if other is not None and other.is_exact else None
        keyword = meant if api.keywords is not None and meant in api.keywords else renamed
        advice = f"write {keyword}=" if keyword else advice
        fix = edits.name_argument(node.args[-1], keyword) if keyword and not _is_given(node, keyword) else None
    limit = f"at most {most} argument{'' if most == 1 else 's'} by position" if most else "no arguments by position"
    return context.finding(
        RULE,
        node.args[skipped + most],
        fix=fix,
        function=api.title,
        fault=f"takes {limit}, not {count}, and raises TypeError",
        advice=advice,
    )


def _is_given(node: ast.Call, keyword: str) -> bool:
    return any(each.arg in (keyword, None) for each in node.keywords)


def _methods(context: Context) -> Iterator[Finding]:
    """Too many arguments for methods of objects that are known to be MindSpore's."""
    methods = api_calls.methods(context.target)
    for call in methods.with_too_many_arguments(context.module):
        apis = api_calls.methods_called(call, context.tensors, context.evaluator, context.target)
        is_unfit = bool(apis) and all(_is_too_much(api, call.node) for api in apis)
        if is_unfit and api_calls.is_sure_method(call, context.tensors, context.evaluator):
            yield _superfluous(context, apis[0], call.node, 0)


def _modes(context: Context, api: Api) -> Iterator[Finding]:
    """Numbers in the place of `pad_mode`."""
    position = signatures.position(api.name, "pad_mode", context.target)
    for call in context.calls.to(api.name):
        arguments = call.argument("pad_mode", position)
        numbers = [each for each in arguments if _is_number(each.possible.value)]
        if numbers and len(numbers) == len(arguments) and api_calls.is_sure(call):
            argument = numbers[0]
            advice, fix = _padding_named(api, call, argument.node, position)
            yield context.finding(
                RULE,
                argument.node,
                confidence=Confidence.HIGH if argument.is_here else Confidence.INFERENCE,
                fix=fix,
                function=api.title,
                fault="takes a string for pad_mode, which is in this place, and raises",
                advice=advice,
            )


def _padding_named(api: Api, call: LibraryCall, node: ast.expr, position: int | None) -> tuple[str, Fix | None]:
    """What to write for PyTorch's padding, in words and, where it is the last argument by position, as a fix."""
    meant = None if position is None else other_names.torch_parameter(api.name, position)
    if api.refuses("padding") or meant != "padding":
        return "give it a mode", None
    given = {each.arg for each in call.node.keywords}
    is_free = call.is_direct and given.isdisjoint({None, "pad_mode", "padding"})
    is_last = bool(call.node.args) and call.node.args[-1] is node
    return 'write pad_mode="pad", padding=', edits.name_padding(node) if is_free and is_last else None


def _is_number(value: object) -> bool:
    return isinstance(value, Constant) and isinstance(value.value, int)
