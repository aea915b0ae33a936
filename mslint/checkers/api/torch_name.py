"""# torch-name (MSL703)

## What it does

Finds PyTorch's names on MindSpore's modules where no version of MindSpore has
them: `nn.Module`, `nn.ModuleList`, `nn.Sequential`, `nn.Parameter`,
`nn.functional`, `nn.ConvTranspose2d`, `mindspore.optim`, `mint.finfo`.

## Why is this bad

The import raises ImportError, or the line raises AttributeError when it runs.

## Example

```python
from mindspore import nn


class Net(nn.Module):
    def construct(self, x):
        return x
```

## Use instead

```python
from mindspore import nn


class Net(nn.Cell):
    def construct(self, x):
        return x
```

## Fix safety

`Module`, `ModuleList`, `ModuleDict` and `Sequential` are renamed safely: `Cell`,
`CellList`, `CellDict` and `SequentialCell` take the same arguments. Another
counterpart in the same module is written as an unsafe fix, for it takes other
arguments (`nn.ConvTranspose2d`, `nn.Conv2dTranspose`). An import is renamed
together with what the file uses of it. There is no fix where the counterpart
lies in another module or none is known.

## Limits

What MSL702 says about places that reckon with an absence, about each use of a
dotted name and about imports holds here as well. A name that some version of
MindSpore has, such as `nn.Linear` (from 2.5 on), is MSL702's on the versions
that have it not. `no_grad` and its like are MSL406's.

## Versions

MindSpore 1.10 to 2.10.

## References

- MindSpore: API mapping of PyTorch and MindSpore
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.context import Context
from mslint.edits import rename_attribute, rename_import
from mslint.facts.gradients import TORCH_GRADIENT_MODES
from mslint.facts.presence import successor
from mslint.facts.torch_places import PURE_RENAMES, counterpart, torch_name
from mslint.finding import Applicability, Finding, Fix, Severity
from mslint.mentions import Mention
from mslint.rule import Proof, Raises, Rule, Seen

RULE = Rule(
    code="MSL703",
    symbol="torch-name",
    summary="PyTorch's names on MindSpore's modules",
    message="{name} is PyTorch's name, not MindSpore's: on MindSpore {target} {effect}{instead}",
    seen=(Seen("1.10", None, Severity.ERROR, "it raises"),),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def observe(name):
    """The output of what is written with PyTorch's names."""
    x = ms.Tensor(np.ones((1, 1, 2, 2)), ms.float32)
    if name == "Module":
        class Same(nn.Module):  # MSL703
            def construct(self, x):
                return x
        output = Same()(x)
    elif name == "ModuleList":
        output = nn.ModuleList([nn.ReLU()])[0](x)  # MSL703
    elif name == "Sequential":
        output = nn.Sequential(nn.ReLU(), nn.ReLU())(x)  # MSL703
    elif name == "Parameter":
        output = nn.Parameter(x) * 1  # MSL703
    elif name == "functional":
        output = nn.functional.relu(x)  # MSL703
    elif name == "ConvTranspose2d":
        weight = ms.Tensor(np.ones((1, 1, 1, 1)), ms.float32)
        output = nn.ConvTranspose2d(1, 1, 1, weight_init=weight)(x)  # MSL703
    elif name == "Module, imported":
        from mindspore.nn import Module  # MSL703
        output = x if Module else None
    elif name == "functional, imported":
        import mindspore.nn.functional as F  # MSL703
        output = F.relu(x)
    elif name == "optim":
        output = x if ms.optim.Adam else None  # MSL703
    else:
        from mindspore.optim import Adam  # MSL703
        output = x if Adam else None
    return {"output": output.asnumpy().ravel().tolist()}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


def observe(name):
    """The output of the same in MindSpore's names."""
    x = ms.Tensor(np.ones((1, 1, 2, 2)), ms.float32)
    if name == "Module":
        class Same(nn.Cell):
            def construct(self, x):
                return x
        output = Same()(x)
    elif name == "ModuleList":
        output = nn.CellList([nn.ReLU()])[0](x)
    elif name == "Sequential":
        output = nn.SequentialCell(nn.ReLU(), nn.ReLU())(x)
    elif name == "Parameter":
        output = ms.Parameter(x, name="x") * 1
    elif name == "functional":
        output = ops.ReLU()(x)
    elif name == "ConvTranspose2d":
        weight = ms.Tensor(np.ones((1, 1, 1, 1)), ms.float32)
        output = nn.Conv2dTranspose(1, 1, 1, weight_init=weight)(x)
    elif name == "Module, imported":
        from mindspore.nn import Cell
        output = x if Cell else None
    elif name == "functional, imported":
        import mindspore.ops as F
        output = F.ReLU()(x)
    elif name == "optim":
        output = x if nn.Adam else None
    else:
        from mindspore.nn import Adam
        output = x if Adam else None
    return {"output": output.asnumpy().ravel().tolist()}
''',
    proofs=(
        Proof((Raises("AttributeError", "Module"),), variant="Module"),
        Proof((Raises("AttributeError", "ModuleList"),), variant="ModuleList"),
        Proof((Raises("AttributeError", "Sequential"),), variant="Sequential"),
        Proof((Raises("AttributeError", "Parameter"),), variant="Parameter"),
        Proof((Raises("AttributeError", "functional"),), variant="functional"),
        Proof((Raises("AttributeError", "ConvTranspose2d"),), variant="ConvTranspose2d"),
        Proof((Raises("ImportError", "Module"),), variant="Module, imported"),
        Proof((Raises("ImportError", "functional"),), variant="functional, imported"),
        Proof((Raises("AttributeError", "optim"),), variant="optim"),
        Proof((Raises("ImportError", "optim"),), variant="optim, imported"),
    ),
    original="""\
import torch


def observe(name):
    x = torch.ones(1, 1, 2, 2)
    layer = torch.nn.ConvTranspose2d(1, 1, 1, bias=False)
    torch.nn.init.ones_(layer.weight)
    output = layer(x) if name == "ConvTranspose2d" else torch.nn.functional.relu(x)
    return {"output": output.detach().flatten().tolist()}
""",
)


def check(context: Context) -> Iterator[Finding]:
    """Every mention of a name that PyTorch has at this place, and MindSpore never had."""
    for mention in context.mentions.missing:
        part = mention.part
        in_torch = torch_name(part)
        if in_torch is None or part.rpartition(".")[2] in TORCH_GRADIENT_MODES:
            continue
        use = _counterpart(mention, in_torch, context)
        instead = f"; use {use}" if use else ""
        fix = _fix(mention, in_torch, use, context)
        yield context.finding(RULE, mention.node, name=part, instead=instead, fix=fix)


def _counterpart(mention: Mention, in_torch: str, context: Context) -> str | None:
    """What to write for all of the dotted name, if that is known."""
    rest = mention.name[len(mention.part) :]
    if rest:
        return counterpart(in_torch + rest, mention.name, context.target) or successor(mention.name, context.target)
    return counterpart(in_torch, mention.part, context.target) or successor(mention.part, context.target)


def _fix(mention: Mention, in_torch: str, use: str | None, context: Context) -> Fix | None:
    """The counterpart in place of the name, where both are in one module."""
    module, _, last = (use or "").rpartition(".")
    if not last.isidentifier() or module != mention.part.rpartition(".")[0] or mention.part != mention.name:
        return None
    applicability = Applicability.SAFE if in_torch in PURE_RENAMES else Applicability.UNSAFE
    if isinstance(mention.node, ast.Attribute):
        return rename_attribute(mention.node, last, applicability)
    if isinstance(mention.node, ast.alias):
        return rename_import(mention.node, last, context.module, applicability)
    return None
