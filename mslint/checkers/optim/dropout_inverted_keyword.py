"""# dropout-inverted-keyword (MSL210)

## What it does

Finds `p=` of MindSpore's dropout layers and functions that is given a share to
keep, and `keep_prob=` that is given a share to drop: `p=1 - dropout`,
`p=keep_prob`, `keep_prob=drop_rate`. The value is followed through names,
attributes, and classes of the project that hand it on, such as a DropPath.

## Why is this bad

`p` says how much is dropped and `keep_prob` how much is kept. When `keep_prob`
was replaced by `p` and the value was not turned around, a rate of 0.1 drops
90 %. Nothing is raised.

## Example

```python
def __init__(self, dropout=0.1):
    super().__init__()
    self.dropout = nn.Dropout(p=1 - dropout)
```

## Use instead

```python
def __init__(self, dropout=0.1):
    super().__init__()
    self.dropout = nn.Dropout(p=dropout)
```

## Fix safety

Unsafe: it changes how much is dropped, which is the point.

## Limits

`1 - dropout` alone says nothing: where `dropout` is 0.9 it is a share to keep
and the code is right. So names that only say "drop" count together with known
values (defaults, constants, arguments); names such as `keep_prob` and
`drop_rate` count by themselves, unless a known value speaks against them.
0.5 is the same either way. Where no name says what is meant, `1 - x` counts only
if it drops 80 % or more. The positional argument of `nn.Dropout` is MSL209's.
Dropout of `mindspore.mint` does not run on CPU and is not judged.

## Versions

MindSpore 1.10 to 2.10 for `keep_prob` of `nn.Dropout` and `ops.Dropout` and for
`ops.dropout`, 2.0 to 2.10 for `p` of the layers.

## References

- MindSpore: `mindspore.nn.Dropout`, `mindspore.ops.dropout`
- PyTorch: `torch.nn.Dropout`
"""

from __future__ import annotations

import ast
import enum
import re
from collections.abc import Iterator
from typing import NamedTuple

from packaging.version import Version

from mslint import edits
from mslint.calls import LibraryCall
from mslint.context import Context
from mslint.facts.names import canonical
from mslint.finding import Confidence, Finding, Fix, Severity
from mslint.iterators import text_of
from mslint.model.names import BindingKind, Module, Scope
from mslint.model.trails import Step, Trail, complemented, inside_float, trails
from mslint.model.values import External, Site
from mslint.rule import Differs, Proof, Rule, Seen
from mslint.training.library import is_cell

RULE = Rule(
    code="MSL210",
    symbol="dropout-inverted-keyword",
    summary="a share to keep given as p of a dropout, or a share to drop as keep_prob",
    message=(
        "{text} is the share to {given} and is taken for the share to {wanted}: "
        "on MindSpore {target} {layer} {consequence}; write {replacement}"
    ),
    seen=(Seen("1.10", None, Severity.WARNING, "the wrong share is dropped"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops

RATE = 0.1


class Block(nn.Cell):
    def __init__(self, kind, drop_rate=RATE):
        super().__init__()
        keep_prob = 1 - drop_rate
        if kind == "1 - rate":
            self.dropout = nn.Dropout(p=1 - drop_rate)  # MSL210
        elif kind == "p=keep":
            self.dropout = nn.Dropout(p=keep_prob)  # MSL210
        elif kind == "channels":
            self.dropout = nn.Dropout2d(p=1 - drop_rate)  # MSL210
        elif kind == "keep_prob=rate":
            self.dropout = nn.Dropout(keep_prob=drop_rate)  # MSL210
        elif kind == "primitive":
            self.dropout = ops.Dropout(keep_prob=drop_rate)  # MSL210

    def construct(self, x):
        return self.dropout(x)


def drop(x, drop_rate=RATE):
    return ops.dropout(x, p=1 - drop_rate)  # MSL210


def observe(kind):
    """The share of values that a rate of 0.1 drops."""
    run = drop if kind == "ops.dropout" else Block(kind).set_train()
    out = run(ms.Tensor(np.ones((100, 100, 10, 10)), ms.float32))
    out = out[0] if isinstance(out, tuple) else out
    return {"dropped": float((out.asnumpy() == 0).mean())}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops

RATE = 0.1


class Block(nn.Cell):
    def __init__(self, kind, drop_rate=RATE):
        super().__init__()
        keep_prob = 1 - drop_rate
        if kind in ("1 - rate", "p=keep"):
            self.dropout = nn.Dropout(p=drop_rate)
        elif kind == "channels":
            self.dropout = nn.Dropout2d(p=drop_rate)
        elif kind == "keep_prob=rate":
            self.dropout = nn.Dropout(keep_prob=keep_prob)
        elif kind == "primitive":
            self.dropout = ops.Dropout(keep_prob=1 - drop_rate)

    def construct(self, x):
        return self.dropout(x)


def drop(x, drop_rate=RATE):
    return ops.dropout(x, p=drop_rate)


def observe(kind):
    """The share of values that a rate of 0.1 drops."""
    run = drop if kind == "ops.dropout" else Block(kind).set_train()
    out = run(ms.Tensor(np.ones((100, 100, 10, 10)), ms.float32))
    out = out[0] if isinstance(out, tuple) else out
    return {"dropped": float((out.asnumpy() == 0).mean())}
''',
    confidence=Confidence.INFERENCE,
    related=("MSL209",),
    proofs=(
        Proof((Differs("dropped", 0.7),), since="2.0", variant="1 - rate"),
        Proof((Differs("dropped", 0.7),), since="2.0", variant="p=keep"),
        Proof((Differs("dropped", 0.7),), since="2.0", variant="channels"),
        Proof((Differs("dropped", 0.7),), variant="ops.dropout"),
        Proof((Differs("dropped", 0.7),), variant="keep_prob=rate"),
        Proof((Differs("dropped", 0.7),), variant="primitive"),
    ),
    original="""\
import torch

RATE = 0.1


def observe(kind):
    layer = torch.nn.Dropout2d(RATE) if kind == "channels" else torch.nn.Dropout(RATE)
    layer.train()
    return {"dropped": float((layer(torch.ones(100, 100, 10, 10)) == 0).double().mean())}
""",
    tolerance=0.02,
)


class _Share(enum.Enum):
    """What a number between 0 and 1 tells."""

    DROP = "drop"
    KEEP = "keep"

    @property
    def opposite(self) -> _Share:
        return _Share.KEEP if self is _Share.DROP else _Share.DROP


class _Parameter(NamedTuple):
    """A parameter of a dropout; `position` is None where only its keyword is judged."""

    keyword: str
    position: int | None
    share: _Share
    since: Version


_P_SINCE = Version("2.0")
_ALWAYS = Version("1.10")
_PARAMETERS = {
    "mindspore.nn.Dropout": (
        _Parameter("p", None, _Share.DROP, _P_SINCE),
        _Parameter("keep_prob", None, _Share.KEEP, _ALWAYS),
    ),
    "mindspore.ops.Dropout": (_Parameter("keep_prob", None, _Share.KEEP, _ALWAYS),),
    **{f"mindspore.nn.Dropout{dimensions}d": (_Parameter("p", 0, _Share.DROP, _P_SINCE),) for dimensions in (1, 2, 3)},
    "mindspore.ops.dropout": (_Parameter("p", 1, _Share.DROP, _ALWAYS),),
}
_KEEPING = re.compile("keep|surviv|retain", re.IGNORECASE)
_DROPPING = re.compile("drop", re.IGNORECASE)
_EXPLICIT = re.compile(r"drop\w*_?(rate|prob|probability|ratio)$", re.IGNORECASE)
"""Names that say what they are by themselves; `dropout` has been seen for a share to keep."""
_EVEN = 0.5
_EXTREME = 0.8
"""So much is dropped by mistake, even where no name says what was meant."""


def check(context: Context) -> Iterator[Finding]:
    """Every place where the meaning of a share turns over on its way to a dropout."""
    reported = set()
    for name, wanted, site in (*_library_arguments(context), *_own_arguments(context)):
        for turn in _turns(wanted, trails(site, context.evaluator)):
            place = turn.place_in(context.module)
            if place is not None and place.node not in reported:
                reported.add(place.node)
                yield _finding(context, name, turn, place)


def _library_arguments(context: Context) -> Iterator[tuple[str, _Share, Site]]:
    """The shares that MindSpore's dropouts are given, with the name of the dropout."""
    for name, parameters in _PARAMETERS.items():
        for call in context.calls.to(name):
            parameter, site = _given(call, parameters)
            if site is not None and context.target >= parameter.since:
                yield name.removeprefix("mindspore."), parameter.share, site


def _own_arguments(context: Context) -> Iterator[tuple[str, _Share, Site]]:
    """The shares that dropouts of the project are given under a name that says that they are dropped."""
    for call, init in context.calls.making(lambda class_: _DROPPING.search(class_.name) is not None):
        class_ = init.owner
        if class_ is None or not _is_cell(context, class_):
            continue
        frame = context.evaluator.arguments.frame(init, call.node, call.scope, None)
        for name, site in frame.arguments.items():
            if _EXPLICIT.search(name) and not _KEEPING.search(name) and not _is_misnomer(name, init.module):
                yield class_.name, _Share.DROP, site


def _is_cell(context: Context, class_: Scope) -> bool:
    ancestry = context.evaluator.classes.ancestry(class_)
    return any(isinstance(each, External) and is_cell(canonical(each.name)) for each in ancestry)


def _given(call: LibraryCall, parameters: tuple[_Parameter, ...]) -> tuple[_Parameter, Site | None]:
    """The parameter that counts, which is the first that is given, and its argument."""
    for parameter in parameters:
        site = call.expression(parameter.keyword, parameter.position)
        if site is not None:
            return parameter, site
    return parameters[0], None


class _Turn(NamedTuple):
    """A trail on which an expression, the one at `at`, is taken for the opposite of what it says.

    `dropped` is the share that is dropped in the end; None where no value is
    known but perhaps the one that drops everything, which some dropouts refuse.
    """

    trail: Trail
    at: int
    wanted: _Share
    dropped: float | None

    def place_in(self, module: Module) -> Site | None:
        """The expression itself, or what leads to it out of the file under check."""
        return next((hop.site for hop in self.trail.hops[self.at :] if hop.site.scope.module is module), None)

    def given(self, place: Site) -> _Share:
        """What the expression at `place` tells."""
        [hop] = [hop for hop in self.trail.hops if hop.site is place]
        return self.wanted if hop.is_complement else self.wanted.opposite


def _turns(wanted: _Share, found: list[Trail]) -> Iterator[_Turn]:
    """Where the trails to one argument, which is to tell the share `wanted`, turn over.

    Not where a known value that takes the same way makes sense as it is.
    """
    right = {
        hop.site.node
        for trail in found
        if any(share < _EVEN for share in _dropped(wanted, trail))
        for hop in trail.hops
    }
    for trail in found:
        at = _turning_point(wanted, trail)
        if at is not None and trail.hops[at].site.node not in right:
            dropped = [share for share in _dropped(wanted, trail) if _EVEN < share < 1]
            yield _Turn(trail, at, wanted, dropped[0] if dropped else None)


def _dropped(wanted: _Share, trail: Trail) -> list[float]:
    """The shares that are known to be dropped in the end."""
    shares = [number for number in trail.numbers if 0 <= number <= 1]
    return shares if wanted is _Share.DROP else [1 - share for share in shares]


def _turning_point(wanted: _Share, trail: Trail) -> int | None:
    """The number of the expression that is taken for the opposite of what it says; None where there is none."""
    claims = [_claim(step) for step in trail.steps]
    told = [claim for claim in claims if claim is not None]
    dropped = _dropped(wanted, trail)
    drops_most = any(share > _EVEN for share in dropped)
    if not told:
        turned = (number for number, hop in enumerate(trail.hops) if _complement_in(hop.site.node) is not None)
        return next(turned, None) if any(share >= _EXTREME for share in dropped) else None
    if told[-1] is wanted or (dropped and not drops_most):
        return None
    last_right = max((number for number, claim in enumerate(claims) if claim is wanted), default=None)
    start = 0 if last_right is None else last_right + 1
    wrong = [step for step, claim in zip(trail.steps[start:], claims[start:], strict=True) if claim is not None]
    if not drops_most and not any(_is_explicit(step.name) for step in wrong):
        return None
    is_told_by_value = drops_most and any(_complement_in(hop.site.node) is not None for hop in trail.hops)
    modules = {hop.site.scope.module for hop in trail.hops}
    if not is_told_by_value and any(_is_misnomer(step.name, module) for step in wrong for module in modules):
        return None
    return 0 if last_right is None else trail.steps[last_right].hop + 1


def _is_misnomer(name: str, module: Module) -> bool:
    """Whether a default in the file says the opposite of the name: `keep_prob=0.2`, `drop_rate=0.9`."""
    keeps = _KEEPING.search(name) is not None
    for function in module.functions:
        for binding in function.bindings.get(name, ()):
            default = binding.value.value if isinstance(binding.value, ast.Constant) else None
            if binding.kind is not BindingKind.PARAMETER or not isinstance(default, float):
                continue
            if 0 < default < 1 and default != _EVEN and (default < _EVEN) is keeps:
                return True
    return False


def _claim(step: Step) -> _Share | None:
    """What share a name says that arrives."""
    if _KEEPING.search(step.name):
        share = _Share.KEEP
    elif _DROPPING.search(step.name):
        share = _Share.DROP
    else:
        return None
    return share.opposite if step.is_complement else share


def _is_explicit(name: str) -> bool:
    return _KEEPING.search(name) is not None or _EXPLICIT.search(name) is not None


def _complement_in(node: ast.expr) -> ast.BinOp | None:
    """`1 - x`, also as `float(1 - x)`."""
    inner = inside_float(node) or node
    return inner if isinstance(inner, ast.BinOp) and complemented(inner) is not None else None


def _finding(context: Context, layer: str, turn: _Turn, place: Site) -> Finding:
    given = turn.given(place)
    node = place.node
    complement = _complement_in(node)
    fix: Fix | None = None
    if place is turn.trail.hops[turn.at].site:
        source = context.module.source
        fix = edits.undo_complement(source, complement) if complement is not None else edits.complement(node)
    dropped = turn.dropped
    consequence = "drops what was to be kept" if dropped is None else f"drops {round(dropped * 100, 6):g} %"
    replacement = text_of(complement.right) if complement is not None else f"1 - {text_of(node)}"
    return context.finding(
        RULE,
        node,
        fix=fix,
        text=text_of(node),
        given=given.value,
        wanted=given.opposite.value,
        layer=layer,
        consequence=consequence,
        replacement=replacement,
    )
