"""# removed-or-absent-api (MSL702)

## What it does

Finds imports and dotted names of MindSpore that the target version has not:
names that were removed, names that came later, and names that no version has.

## Why is this bad

`from mindspore.nn import X` raises ImportError when the file is imported, and
`ops.x` raises AttributeError when the line runs.

## Example

```python
from mindspore import ms_function


@ms_function
def forward(x):
    return net(x)
```

## Use instead

```python
from mindspore import jit


@jit
def forward(x):
    return net(x)
```

## Fix safety

A fix is offered, as unsafe, where MindSpore names a successor in the same
module: it may take other arguments.

## Limits

An import is reported once, at the import; what is used of it is not reported
again. Each use of a dotted name is reported, for each raises by itself and has
to be changed. `from M import a, b` of a module that is not there is one
finding.

It says nothing about places that reckon with the absence: in a `try` that
catches ImportError or AttributeError, or everything without raising again;
behind a test for a version or for `hasattr`, also where the test leaves the
function before, or the whole function is used only behind one; under
`TYPE_CHECKING`; in annotations that are kept as text. Nor does it about names
that begin with an underscore or lie in modules that are not public, names that
the project or a package such as mindnlp adds, members of classes, and versions
that were not measured (2.1 to 2.4). Of 2.5 and 2.6 nightly builds were
measured: what they lack and the next version has is not reported.

The names were read from builds for CPU. What is an attribute but no module cannot
be imported by `import mindspore.dtype`; that is not reported. Names that
only `from mindspore.nn import *` could bring are not reported either, nor are
dotted names with a line break before a dot.

`no_grad` and its like are MSL406's, and names of PyTorch at the place where
PyTorch has them are MSL703's.

## Versions

MindSpore 1.10 to 2.10.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from packaging.version import Version

from mslint.context import Context
from mslint.edits import rename_attribute, rename_import
from mslint.facts.gradients import TORCH_GRADIENT_MODES
from mslint.facts.names import versions
from mslint.facts.presence import successor, versions_with
from mslint.facts.torch_places import torch_name
from mslint.finding import Applicability, Finding, Fix, Severity
from mslint.mentions import Mention
from mslint.rule import Proof, Raises, Rule, Seen

RULE = Rule(
    code="MSL702",
    symbol="removed-or-absent-api",
    summary="names that the MindSpore version has not",
    message="{name} {history}: on MindSpore {target} {effect}{instead}",
    seen=(Seen("1.10", None, Severity.ERROR, "it raises"),),
    bad='''\
import mindspore as ms
from mindspore import nn, ops


def sum_of(y):
    return ops.ReduceSum()(y)


def observe(form):
    """The sum of a tensor, by names that come and go."""
    x = ops.ones((2, 2), ms.float32)
    if form == "never there":
        total = ops.sum_all(x)  # MSL702
    elif form == "never there, imported":
        from mindspore.ops import sum_all  # MSL702
        total = sum_all(x)
    elif form == "module":
        from mindspore.nn.reductions import Sum  # MSL702
        total = Sum()(x)
    elif form == "gone":
        total = ms.ms_function(sum_of)(x)  # MSL702
    elif form == "gone, imported":
        from mindspore import ms_function  # MSL702
        total = ms_function(sum_of)(x)
    elif form == "gone with 1.10":
        total = ops.ReduceSum()(x) + 0 * len(nn.GlobalBatchNorm.__name__)  # MSL702
    elif form == "module of 1.10":
        import mindspore.compression.quant  # MSL702
        total = ops.ReduceSum()(x)
    else:
        total = ms.jit(sum_of)(x)
    return {"sum": float(total.asnumpy())}
''',
    good='''\
import mindspore as ms
from mindspore import ops


def observe(form):
    """The sum of a tensor, by names that every version has."""
    x = ops.ones((2, 2), ms.float32)
    total = ops.ReduceSum()(x)
    return {"sum": float(total.asnumpy())}
''',
    proofs=(
        Proof((Raises("AttributeError", "sum_all"),), variant="never there"),
        Proof((Raises("ImportError", "sum_all"),), variant="never there, imported"),
        Proof((Raises("ImportError", "reductions"),), variant="module"),
        Proof((Raises("AttributeError", "ms_function"),), since="2.6", variant="gone"),
        Proof((Raises("ImportError", "ms_function"),), since="2.6", variant="gone, imported"),
        Proof((Raises("AttributeError", "GlobalBatchNorm"),), since="2.0", variant="gone with 1.10"),
        Proof((Raises("ImportError", "compression"),), since="2.0", variant="module of 1.10"),
        Proof((Raises("AttributeError", "jit"),), until="1.10", variant="not yet there"),
    ),
    original="""\
import torch


def observe(form):
    return {"sum": float(torch.ones(2, 2).sum())}
""",
)


def check(context: Context) -> Iterator[Finding]:
    """Every mention of a name that the target version has not, but for PyTorch's."""
    for mention in context.mentions.missing:
        part = mention.part
        if part.rpartition(".")[2] not in TORCH_GRADIENT_MODES and torch_name(part) is None:
            use = successor(mention.name, context.target) or successor(part, context.target)
            instead = f"; use {use}" if use else ""
            fix = _fix(mention, use, context)
            yield context.finding(
                RULE, mention.node, name=part, history=_history(part, context.target), instead=instead, fix=fix
            )


def _history(name: str, target: Version) -> str:
    """Which versions have a name, in words."""
    found = versions_with(name)
    if not found:
        return "is in none of the MindSpore versions that were measured"
    spans: list[list[str]] = []
    known = versions()
    for version in found:
        if spans and known.index(version) == known.index(spans[-1][-1]) + 1:
            spans[-1].append(version)
        else:
            spans.append([version])
    texts = [span[0] if len(span) == 1 else f"{span[0]} to {span[-1]}" for span in spans]
    if len(spans) == 1 and Version(found[0]) > target:
        return f"is in MindSpore from {found[0]} on" if found[-1] == known[-1] else f"is in MindSpore {texts[0]} only"
    return f"is in MindSpore {' and '.join(texts)} only"


def _fix(mention: Mention, use: str | None, context: Context) -> Fix | None:
    """The successor in place of the name, where both are in one module."""
    module, _, last = (use or "").rpartition(".")
    if not last.isidentifier() or module != mention.part.rpartition(".")[0] or mention.part != mention.name:
        return None
    if isinstance(mention.node, ast.Attribute):
        return rename_attribute(mention.node, last, Applicability.UNSAFE)
    if isinstance(mention.node, ast.alias):
        return rename_import(mention.node, last, context.module, Applicability.UNSAFE)
    return None
