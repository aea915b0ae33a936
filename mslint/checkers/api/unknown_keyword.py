"""# unknown-keyword (MSL701)

## What it does

Finds keywords that a function, class or method of MindSpore does not take in
the target version: `bias=` of `nn.Conv2d`, `dim=` of `ops.softmax`, `inplace=`
of `nn.ReLU`, `eps=` of `nn.LayerNorm`, and keywords of `mindspore.mint`,
datasets, primitives and settings (`save_dump_path=` of `set_context`). It looks
through `functools.partial`, dicts behind `**`, `super().__init__()` and classes
that only extend one of MindSpore's, and at methods where the object is known to
be MindSpore's.

## Why is this bad

The call raises `TypeError`, or `ValueError` where a setting is not known.

## Example

```python
conv = nn.Conv2d(3, 8, 3, bias=False)
```

## Use instead

```python
conv = nn.Conv2d(3, 8, 3, has_bias=False)
```

## Fix safety

Safe: a name that means the same gets MindSpore's spelling, and a keyword that
has nothing like it is left out where its value is PyTorch's default. Unsafe:
`inplace=True` is left out. No fix where the parameter that comes closest means
something else, as `pad_mode` does for `padding_mode`.

## Limits

What a version takes is read off installs of it, and functions that take
`**kwargs` or hide their parameters are not judged. Neither are calls in
compatibility shims, in files that import packages that replace MindSpore's
functions, and keywords that reach several functions one of which takes them.
Of 2.5 and 2.6 nightly builds were measured: what they refuse and the next
version takes is not reported. Optimizers are MSL202, MSL207 and MSL208. A call that has an unknown keyword is
not judged for missing arguments (MSL712) beside it.

## Versions

MindSpore 1.10 to 2.10, each with the parameters of its own functions.

## References

- MindSpore: `mindspore.nn.Conv2d`, `mindspore.ops.softmax`, `mindspore.nn.ReLU`
- PyTorch: `torch.nn.Conv2d`, `torch.nn.functional.softmax`, `torch.nn.ReLU`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from mslint import api_calls, edits
from mslint.api_calls import Api
from mslint.calls import LibraryCall
from mslint.context import Context
from mslint.facts import deprecations, other_names, signatures
from mslint.finding import Applicability, Confidence, Finding, Fix, Severity
from mslint.rule import Proof, Raises, Rule, Seen

RULE = Rule(
    code="MSL701",
    symbol="unknown-keyword",
    summary="a keyword that the function does not take",
    message="{function} takes no {keyword}= on MindSpore {target} and raises {error}; {advice}",
    seen=(Seen("1.10", None, Severity.ERROR, "the keyword is refused"),),
    bad='''\
import functools

import numpy as np
import mindspore as ms
from mindspore import nn, ops


class Pointwise(nn.Conv2d):
    def __init__(self, inputs, outputs):
        super().__init__(inputs, outputs, 1, weight_init="ones", bias=False)  # MSL701


def first(result):
    return float(result.asnumpy().flat[0])


def observe(given):
    """The first number of what a layer or function makes of an image."""
    image = ms.Tensor(np.arange(32).reshape(1, 2, 4, 4), ms.float32)
    if given == "bias":
        layer = nn.Conv2d(2, 3, 3, weight_init="ones", pad_mode="valid", bias=False)  # MSL701
    elif given == "groups":
        layer = nn.Conv2d(2, 2, 3, weight_init="ones", pad_mode="valid", groups=2)  # MSL701
    elif given == "inplace":
        layer = nn.ReLU(inplace=True)  # MSL701
    elif given == "eps":
        layer = nn.LayerNorm((4,), eps=1e-6)  # MSL701
    elif given == "partial":
        make = functools.partial(nn.Conv2d, kernel_size=3, pad_mode="valid", bias=False)  # MSL701
        layer = make(2, 3, weight_init="ones")
    elif given == "dict":
        options = {"pad_mode": "valid", "bias": False}  # MSL701
        layer = nn.Conv2d(2, 3, 3, weight_init="ones", **options)
    elif given == "subclass":
        layer = Pointwise(2, 3)
    elif given == "function":
        return {"first": first(ops.softmax(image, dim=1))}  # MSL701
    elif given == "primitive":
        return {"first": first(ops.ReduceSum(keepdim=True)(image, 1))}  # MSL701
    elif given == "setting":
        ms.set_context(mode=ms.PYNATIVE_MODE, enable_task_sink=True)  # MSL701
        layer = nn.ReLU()
    elif given == "method":
        return {"first": first(ops.ReLU()(image).squeeze(dim=0))}  # MSL701
    else:
        from mindspore import mint
        
        return {"first": first(mint.cat([image, image], axis=1))}  # MSL701
    return {"first": first(layer(image))}
''',
    good='''\
import functools

import numpy as np
import mindspore as ms
from mindspore import nn, ops


class Pointwise(nn.Conv2d):
    def __init__(self, inputs, outputs):
        super().__init__(inputs, outputs, 1, weight_init="ones", has_bias=False)


def first(result):
    return float(result.asnumpy().flat[0])


def observe(given):
    """The first number of what a layer or function makes of an image."""
    image = ms.Tensor(np.arange(32).reshape(1, 2, 4, 4), ms.float32)
    if given == "bias":
        layer = nn.Conv2d(2, 3, 3, weight_init="ones", pad_mode="valid", has_bias=False)
    elif given == "groups":
        layer = nn.Conv2d(2, 2, 3, weight_init="ones", pad_mode="valid", group=2)
    elif given == "inplace":
        layer = nn.ReLU()
    elif given == "eps":
        layer = nn.LayerNorm((4,), epsilon=1e-6)
    elif given == "partial":
        make = functools.partial(nn.Conv2d, kernel_size=3, pad_mode="valid", has_bias=False)
        layer = make(2, 3, weight_init="ones")
    elif given == "dict":
        options = {"pad_mode": "valid", "has_bias": False}
        layer = nn.Conv2d(2, 3, 3, weight_init="ones", **options)
    elif given == "subclass":
        layer = Pointwise(2, 3)
    elif given == "function":
        return {"first": first(ops.softmax(image, axis=1))}
    elif given == "primitive":
        return {"first": first(ops.ReduceSum(keep_dims=True)(image, 1))}
    elif given == "setting":
        ms.set_context(mode=ms.PYNATIVE_MODE)
        layer = nn.ReLU()
    elif given == "method":
        return {"first": first(ops.ReLU()(image).squeeze(axis=0))}
    else:
        from mindspore import mint
        
        return {"first": first(mint.cat([image, image], dim=1))}
    return {"first": first(layer(image))}
''',
    related=("MSL207", "MSL712"),
    proofs=(
        Proof((Raises("TypeError", "bias"),), variant="bias"),
        Proof((Raises("TypeError", "groups"),), variant="groups"),
        Proof((Raises("TypeError", "inplace"),), variant="inplace"),
        Proof((Raises("TypeError", "eps"),), variant="eps"),
        Proof((Raises("TypeError", "bias"),), variant="partial"),
        Proof((Raises("TypeError", "bias"),), variant="dict"),
        Proof((Raises("TypeError", "bias"),), variant="subclass"),
        Proof((Raises("TypeError", "dim"),), variant="function"),
        Proof((Raises("TypeError", "keepdim"),), variant="primitive"),
        Proof((Raises("TypeError", "dim"),), variant="method"),
        Proof((Raises("ValueError", "enable_task_sink"),), variant="setting"),
        Proof((Raises("TypeError", "axis"),), since="2.5", variant="mint"),
    ),
    original="""\
import torch
from torch import nn


def observe(given):
    image = torch.arange(32.0).reshape(1, 2, 4, 4)
    if given == "function":
        return {"first": float(torch.softmax(image, dim=1).flatten()[0])}
    if given == "primitive":
        return {"first": float(torch.sum(image, dim=1, keepdim=True).flatten()[0])}
    if given == "method":
        return {"first": float(torch.relu(image).squeeze(dim=0).flatten()[0])}
    if given == "mint":
        return {"first": float(torch.cat([image, image], dim=1).flatten()[0])}
    if given in ("inplace", "setting"):
        layer = nn.ReLU(inplace=given == "inplace")
    elif given == "eps":
        layer = nn.LayerNorm((4,), eps=1e-6)
    elif given == "groups":
        layer = nn.Conv2d(2, 2, 3, groups=2, bias=False)
    else:
        layer = nn.Conv2d(2, 3, 1 if given == "subclass" else 3, bias=False)
    if isinstance(layer, nn.Conv2d):
        nn.init.ones_(layer.weight)
    return {"first": float(layer(image).flatten()[0])}
""",
)

_RAISE_VALUE_ERROR = frozenset({"mindspore.set_auto_parallel_context", "mindspore.set_context"})
_TAKES_THE_PLACE = frozenset({"inplace"})
"""Keywords of PyTorch that MindSpore leaves out, as its functions return their results."""


class _Given(NamedTuple):
    """A keyword that a function does not take, where it is to be reported, and what the call is."""

    api: Api
    keyword: str
    node: ast.keyword | ast.expr
    call: ast.Call
    first: int
    """How many of the call's positional arguments are not the function's own."""


def check(context: Context) -> Iterator[Finding]:
    """Every keyword that nothing it can reach takes."""
    refused: dict[ast.expr, tuple[Api, str, LibraryCall]] = {}
    for api in api_calls.called_apis(context.calls, context.target):
        if api.keywords is not None:
            for call in context.calls.of(api.name):
                if call.node.keywords:
                    for keyword, value in _refused(api, call):
                        refused[value] = (api, keyword, call)
    taken = _taken(context) if refused else set()
    for value, (api, keyword, call) in refused.items():
        if value not in taken and api_calls.is_sure(call) and not _expects_value_error(api, call):
            node = call.keyword(keyword)
            if node is not None:
                yield _finding(context, _Given(api, keyword, node, call.node, call.skipped))
    yield from _methods(context)


def _expects_value_error(api: Api, call: LibraryCall) -> bool:
    """Whether a setting is tried out, in a `try` that catches the ValueError of a version that does not know it."""
    block = call.scope.block_at((call.node.lineno, call.node.col_offset))
    if api.name not in _RAISE_VALUE_ERROR or block is None:
        return False
    handlers = [handler for each in block.chain() for handler in getattr(each.statement, "handlers", ())]
    caught = [ast.walk(handler.type) for handler in handlers if handler.type is not None]
    return any(isinstance(node, ast.Name) and node.id == "ValueError" for nodes in caught for node in nodes)


def _refused(api: Api, call: LibraryCall) -> Iterator[tuple[str, ast.expr]]:
    """The keywords of a call that the function does not take, with their values."""
    taken = api.keywords or ()
    if all(keyword.arg in taken for keyword in call.node.keywords):
        return
    for keyword, value in api_calls.written_keywords(call).items():
        if api.refuses(keyword) and api_calls.hands_on_freely(call):
            yield keyword, value


def _taken(context: Context) -> set[ast.expr]:
    """The values of all keywords that reach something that takes them, or may."""
    return {
        value
        for name in context.calls.names
        if name != "builtins.dict"
        for call in context.calls.of(name)
        if call.node.keywords
        for keyword, value in api_calls.written_keywords(call).items()
        if not api_calls.refuses(name, keyword, context.target)
    }


def _methods(context: Context) -> Iterator[Finding]:
    """The same for methods of objects that are known to be MindSpore's."""
    methods = api_calls.methods(context.target)
    for call in methods.with_other_keywords(context.module):
        apis = api_calls.methods_called(call, context.tensors, context.evaluator, context.target)
        refused = [keyword for keyword in call.node.keywords if apis and all(api.refuses(keyword.arg) for api in apis)]
        for keyword in refused:
            if api_calls.is_sure_method(call, context.tensors, context.evaluator):
                yield _finding(context, _Given(apis[0], keyword.arg or "", keyword, call.node, 0))


def _finding(context: Context, given: _Given) -> Finding:
    advice, fix = _repair(context, given)
    return context.finding(
        RULE,
        given.node,
        confidence=Confidence.HIGH if isinstance(given.node, ast.keyword) else Confidence.INFERENCE,
        fix=fix,
        function=given.api.title,
        keyword=given.keyword,
        error="ValueError" if given.api.name in _RAISE_VALUE_ERROR else "TypeError",
        advice=advice,
    )


def _repair(context: Context, given: _Given) -> tuple[str, Fix | None]:
    """What to write, in words and, where the keyword stands in the call, as a fix."""
    keyword = given.keyword
    written = given.node if isinstance(given.node, ast.keyword) else None
    other = other_names.other_name(given.api.name, keyword, context.target)
    if other is not None and other.is_exact:
        name = other.parameters[0]
        is_free = written is not None and not _has(given, name)
        return f"write {name}=", edits.rename_keyword(written, name) if is_free and written else None
    is_default = written is not None and _is_default(given.api.name, written)
    if other is None and written is not None and (is_default or keyword in _TAKES_THE_PLACE):
        is_alone = len(given.call.args) + len(given.call.keywords) == 1
        source = context.module.source
        removed = edits.remove_keyword(source, given.call, written)
        fix = edits.remove_last_argument(source, given.call) if is_alone else removed
        applicability = Applicability.SAFE if is_default else Applicability.UNSAFE
        return "leave it out", None if fix is None else replace(fix, applicability=applicability)
    return _words(context, given), None


def _words(context: Context, given: _Given) -> str:
    """Advice where there is no repair that is sure."""
    other = other_names.other_name(given.api.name, given.keyword, context.target)
    versions = other_names.versions_with(given.api.name, given.keyword)
    past = f"only MindSpore {_span(versions)} takes it" if versions else ""
    said = deprecations.of_keyword(given.api.name, given.keyword)
    if said is not None and said.use:
        return f"{past}; use {said.use}" if past else f"use {said.use}"
    if other is None:
        return past or "it has nothing like it"
    names = " and ".join(f"{each}=" for each in other.parameters)
    if other.is_slip:
        return f"{past}, here it may be {names}" if past else f"did you mean {names}?"
    is_one = len(other.parameters) == 1
    return f"{names} {'comes closest but means' if is_one else 'come closest but mean'} something else"


def _span(versions: tuple[str, ...]) -> str:
    return versions[0] if len(versions) == 1 else f"{versions[0]} to {versions[-1]}"


def _has(given: _Given, parameter: str) -> bool:
    """Whether the call gives a parameter already."""
    if any(each.arg in (parameter, None) for each in given.call.keywords):
        return True
    count = len(given.call.args) - given.first
    is_starred = any(isinstance(each, ast.Starred) for each in given.call.args)
    return is_starred or any(
        found.name == parameter and index < count
        for form in given.api.overloads
        for index, found in enumerate(form)
        if found.kind is not signatures.ParameterKind.KEYWORD_ONLY
    )


def _is_default(name: str, keyword: ast.keyword) -> bool:
    """Whether the value is what PyTorch takes where the keyword is left out."""
    default = other_names.torch_default(name, keyword.arg or "")
    return isinstance(keyword.value, ast.Constant) and default is not None and repr(keyword.value.value) == default
