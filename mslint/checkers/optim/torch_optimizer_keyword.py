"""# torch-optimizer-keyword (MSL207)

## What it does

Finds keywords that an optimizer does not take: `betas`, `alpha`, `amsgrad`,
`maximize`, `foreach` and others on the optimizers of `mindspore.nn`, and
`beta1`, `use_nesterov`, `loss_scale`, `foreach` and others on those of
`mindspore.experimental.optim` and `mindspore.mint.optim`. What each optimizer
takes is known for each version.

## Why is this bad

The constructor raises `TypeError`, and `nn.Adam` raises `KeyError` from
MindSpore 2.0 on.

## Example

```python
optimizer = nn.Adam(net.trainable_params(), learning_rate=1e-3, betas=(0.9, 0.99))
```

## Use instead

```python
optimizer = nn.Adam(net.trainable_params(), learning_rate=1e-3, beta1=0.9, beta2=0.99)
```

## Fix safety

Safe: `betas` becomes `beta1` and `beta2`, `amsgrad` and
`initial_accumulator_value` get their other names, and `foreach`, `fused`,
`capturable` and `differentiable`, which do not change results, are left out, as
is what is False. Unsafe: `eps` to `epsilon`, `alpha` to `decay` and `nesterov`
to `use_nesterov`, which go into other formulas; `use_nesterov` of `nn.Momentum`
does nothing on CPU, `nesterov` of `nn.SGD` works.

## Limits

`lr=` and `learning_rate=` are MSL202 and MSL208. Keywords that reach several
optimizers, one of which takes them, are not judged, nor are entries that are
put into a dict after it was written down.

## Versions

MindSpore 1.10 to 2.10, each with the keywords of its own optimizers;
`mindspore.experimental.optim` and `mindspore.mint.optim` from 2.5 on.

## References

- MindSpore: `mindspore.nn.Adam`, `mindspore.nn.RMSProp`, `mindspore.nn.Adagrad`
- PyTorch: `torch.optim.Adam`, `torch.optim.RMSprop`, `torch.optim.Adagrad`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from mslint import edits
from mslint.calls import LibraryCall
from mslint.context import Context
from mslint.facts import optimizers as facts
from mslint.facts.worlds import World
from mslint.finding import Applicability, Confidence, Finding, Fix, Severity
from mslint.model.values import Mapping
from mslint.rule import Proof, Raises, Rule, Seen

RULE = Rule(
    code="MSL207",
    symbol="torch-optimizer-keyword",
    summary="a keyword that the optimizer does not take",
    message="{optimizer} takes no {keyword}= on MindSpore {target} and raises {error}; {advice}",
    seen=(Seen("1.10", None, Severity.ERROR, "the keyword is refused"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn


def observe(given):
    """What a step with a gradient of 3 changes a weight by, after 50 steps with a gradient of 1."""
    weight = ms.Parameter(ms.Tensor(np.ones((2, 2)), ms.float32), name="weight")
    if given == "betas":
        optimizer = nn.Adam([weight], learning_rate=0.1, betas=(0.8, 0.9))  # MSL207
    elif given == "initial_accumulator_value":
        optimizer = nn.Adagrad([weight], learning_rate=0.1, initial_accumulator_value=0.5)  # MSL207
    elif given == "alpha":
        optimizer = nn.RMSProp([weight], learning_rate=0.1, alpha=0.75)  # MSL207
    elif given == "eps":
        optimizer = nn.RMSProp([weight], learning_rate=0.1, decay=0.75, eps=1e-10)  # MSL207
    elif given == "amsgrad":
        optimizer = nn.Adam([weight], learning_rate=0.1, amsgrad=True)  # MSL207
    elif given == "foreach":
        optimizer = nn.SGD([weight], learning_rate=0.1, foreach=True)  # MSL207
    elif given == "maximize":
        optimizer = nn.SGD([weight], learning_rate=0.1, maximize=False)  # MSL207
    elif given == "experimental":
        from mindspore.experimental import optim

        optimizer = optim.SGD([weight], lr=0.1, momentum=0.5, use_nesterov=True)  # MSL207
    else:
        from mindspore import mint

        mint.optim.AdamW([weight], lr=0.1, use_amsgrad=True)  # MSL207
        return {"built": 1}
    for gradient in (*[1.0] * 50, 3.0):
        before = weight.asnumpy().copy()
        optimizer((ms.Tensor(np.full((2, 2), gradient), ms.float32),))
    return {"step": float((before - weight.asnumpy()).mean())}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn


def observe(given):
    """What a step with a gradient of 3 changes a weight by, after 50 steps with a gradient of 1."""
    weight = ms.Parameter(ms.Tensor(np.ones((2, 2)), ms.float32), name="weight")
    if given == "betas":
        optimizer = nn.Adam([weight], learning_rate=0.1, beta1=0.8, beta2=0.9)
    elif given == "initial_accumulator_value":
        optimizer = nn.Adagrad([weight], learning_rate=0.1, accum=0.5)
    elif given == "alpha":
        optimizer = nn.RMSProp([weight], learning_rate=0.1, decay=0.75)
    elif given == "eps":
        optimizer = nn.RMSProp([weight], learning_rate=0.1, decay=0.75, epsilon=1e-10)
    elif given == "amsgrad":
        optimizer = nn.Adam([weight], learning_rate=0.1, use_amsgrad=True)
    elif given in ("foreach", "maximize"):
        optimizer = nn.SGD([weight], learning_rate=0.1)
    elif given == "experimental":
        from mindspore.experimental import optim

        optimizer = optim.SGD([weight], lr=0.1, momentum=0.5, nesterov=True)
    else:
        from mindspore import mint

        mint.optim.AdamW([weight], lr=0.1, amsgrad=True)
        return {"built": 1}
    for gradient in (*[1.0] * 50, 3.0):
        before = weight.asnumpy().copy()
        optimizer((ms.Tensor(np.full((2, 2), gradient), ms.float32),))
    return {"step": float((before - weight.asnumpy()).mean())}
''',
    related=("MSL202", "MSL208"),
    proofs=(
        Proof((Raises(("TypeError", "KeyError"), "betas"),), variant="betas"),
        Proof((Raises("TypeError", "initial_accumulator_value"),), variant="initial_accumulator_value"),
        Proof((Raises("TypeError", "alpha"),), variant="alpha"),
        Proof((Raises("TypeError", "eps"),), variant="eps"),
        Proof((Raises(("TypeError", "KeyError"), "amsgrad"),), variant="amsgrad"),
        Proof((Raises("TypeError", "foreach"),), variant="foreach"),
        Proof((Raises("TypeError", "maximize"),), variant="maximize"),
        Proof((Raises("TypeError", "use_nesterov"),), since="2.5", variant="experimental"),
        Proof((Raises("TypeError", "use_amsgrad"),), since="2.5", variant="mint"),
    ),
    original="""\
import torch


def observe(given):
    if given == "mint":
        torch.optim.AdamW([torch.nn.Parameter(torch.ones(2, 2))], lr=0.1, amsgrad=True)
        return {"built": 1}
    weight = torch.nn.Parameter(torch.ones(2, 2))
    optimizer = {
        "betas": lambda: torch.optim.Adam([weight], lr=0.1, betas=(0.8, 0.9)),
        "initial_accumulator_value": lambda: torch.optim.Adagrad([weight], lr=0.1, initial_accumulator_value=0.5),
        "alpha": lambda: torch.optim.RMSprop([weight], lr=0.1, alpha=0.75),
        "eps": lambda: torch.optim.RMSprop([weight], lr=0.1, alpha=0.75, eps=1e-10),
        "amsgrad": lambda: torch.optim.Adam([weight], lr=0.1, amsgrad=True),
        "foreach": lambda: torch.optim.SGD([weight], lr=0.1, foreach=True),
        "maximize": lambda: torch.optim.SGD([weight], lr=0.1, maximize=False),
        "experimental": lambda: torch.optim.SGD([weight], lr=0.1, momentum=0.5, nesterov=True),
    }[given]()
    for gradient in (*[1.0] * 50, 3.0):
        before = weight.detach().clone()
        weight.grad = torch.full_like(weight, gradient)
        optimizer.step()
    return {"step": float((before - weight).mean())}
""",
)

_WORLDS = (World.NATIVE, World.EXPERIMENTAL, World.MINT)
_CHOSEN_BY_NAME = "mindspore.nn.?"
"""`getattr(nn, name)`, which may be the optimizer that takes a keyword."""
_RATES = ("lr", "learning_rate")
"""The keywords of MSL202 and MSL208."""


class _Given(NamedTuple):
    """A keyword of a call, and what the optimizer takes; `accepted` is None where that is not known."""

    call: LibraryCall
    keyword: str
    accepted: frozenset[str] | None

    @property
    def is_refused(self) -> bool:
        return self.accepted is not None and self.keyword not in self.accepted


def check(context: Context) -> Iterator[Finding]:
    """Every keyword that all the optimizers that it reaches refuse."""
    by_value: dict[ast.expr, list[_Given]] = {}
    for name in (*(each.name for each in context.optimizers if each.world in _WORLDS), _CHOSEN_BY_NAME):
        for call in context.calls.to(name):
            accepted = facts.accepted_keywords(name, context.target)
            for keyword, value in _written_keywords(call).items():
                by_value.setdefault(value, []).append(_Given(call, keyword, accepted))
    for reached in by_value.values():
        if all(given.is_refused for given in reached) and reached[0].keyword not in _RATES:
            yield from _finding(context, sorted(reached, key=lambda given: given.call.name))


def _written_keywords(call: LibraryCall) -> dict[str, ast.expr]:
    """The keywords that surely reach the optimizer, with their values.

    Those of the call, those in the only dict that `**` can stand for as it
    was written down, and those that another function hands on.
    """
    keywords, _ = call.evaluator.arguments.keywords(call.node, call.scope, call.frame)
    own = {keyword.arg for keyword in call.node.keywords}
    spread: set[str] = set()
    for keyword in call.node.keywords:
        if keyword.arg is None:
            values = call.evaluator.evaluate(keyword.value, call.scope, call.frame)
            for possible in values:
                if isinstance(possible.value, Mapping):
                    spread |= {key for key, _ in possible.value.items if len(values) > 1 or possible.key(key) is None}
    return {name: site.node for name, site in keywords.items() if name in own or name not in spread}


def _finding(context: Context, reached: list[_Given]) -> Iterator[Finding]:
    """What to say of the first optimizer that a keyword reaches, with a fix that is right for all of them."""
    given = reached[0]
    node = given.call.keyword(given.keyword)
    if node is None or given.accepted is None:
        return
    module, _, name = given.call.name.rpartition(".")
    advice, fix = _repair(context, given, given.accepted, node)
    if any(each.accepted is None or _repair(context, each, each.accepted, node)[1] != fix for each in reached[1:]):
        fix = None
    raises_key_error = given.call.name == "mindspore.nn.Adam" and context.target.major >= 2
    yield context.finding(
        RULE,
        node,
        confidence=Confidence.HIGH if isinstance(node, ast.keyword) else Confidence.INFERENCE,
        fix=fix,
        optimizer=f"{module.removeprefix('mindspore.')}.{name}",
        keyword=given.keyword,
        error="KeyError" if raises_key_error else "TypeError",
        advice=advice,
    )


def _repair(
    context: Context, given: _Given, accepted: frozenset[str], node: ast.keyword | ast.expr
) -> tuple[str, Fix | None]:
    """What to write, in words and, where the keyword stands in the call, as a fix."""
    name = given.keyword
    keyword = node if isinstance(node, ast.keyword) else None
    others = {each.arg for each in given.call.node.keywords}
    if name == "betas" and accepted.issuperset(facts.BETAS):
        is_free = keyword is not None and others.isdisjoint(facts.BETAS)
        fix = edits.split_keyword(context.module.source, keyword, facts.BETAS) if is_free and keyword else None
        return "write beta1= and beta2=", fix
    if name in facts.BETAS and "betas" in accepted:
        return "write betas=(beta1, beta2)", None
    other = facts.counterpart(name, accepted)
    if other is not None:
        is_exact = name in facts.EXACT_COUNTERPARTS
        applicability = Applicability.SAFE if is_exact else Applicability.UNSAFE
        is_free = keyword is not None and other not in others
        fix = edits.rename_keyword(keyword, other, applicability) if is_free and keyword else None
        return f"write {other}=", fix
    is_needless = name in facts.IMPLEMENTATION_KEYWORDS or _is_false(node)
    fix = edits.remove_keyword(context.module.source, given.call.node, keyword) if is_needless and keyword else None
    return "leave it out" if is_needless else "it has nothing like it", fix


def _is_false(node: ast.keyword | ast.expr) -> bool:
    value = node.value if isinstance(node, ast.keyword) else node
    return isinstance(value, ast.Constant) and value.value is False
