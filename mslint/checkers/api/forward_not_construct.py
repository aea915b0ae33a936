"""# forward-not-construct (MSL705)

## What it does

Finds Cells that define PyTorch's `forward`, where calling them needs
`construct`.

## Why is this bad

Calling a Cell runs its `construct`; `forward` is a method like any other. A
class that extends `nn.Cell` has no `construct` of its own: the call raises, in
MindSpore 1.10 it gives None. A class that extends a layer, as `nn.Dense`, runs
the `construct` of that layer, and nothing tells that `forward` is never used.

## Example

```python
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 2)

    def forward(self, x):
        return self.fc(x)
```

## Use instead

```python
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 2)

    def construct(self, x):
        return self.fc(x)
```

## Fix safety

The fix renames the method, with what the class itself calls `self.forward`. It
is safe where the file calls an object of the class; elsewhere it is unsafe, for
another file may call `forward` by its name. There is no fix where the file
uses `forward` in other ways, for then more than this method has to be renamed.

## Limits

All that the class extends has to be known. A class is left alone where it, or
a class of the same file that extends it, has a `construct` or a `__call__`,
where something gives it one, and where the file calls `forward` by its name and
never the object. Methods that only raise, that take no self, or that carry
decorators other than MindSpore's are no such `forward`, and classes whose name
says that they are a base, or that extend `ABC`, are taken to be one.

## Versions

MindSpore 1.10 to 2.10. In 1.10 calling such a class gives None.

## References

- MindSpore: `mindspore.nn.Cell.construct`
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from mslint import patches
from mslint.cells import CELL, KnownCell, decorators_leave, heirs, known_cell, known_class
from mslint.context import Context
from mslint.edits import rename_method
from mslint.facts.names import canonical
from mslint.finding import Applicability, Confidence, Finding, Fix, Severity
from mslint.model.classes import self_class
from mslint.model.guards import is_guarded
from mslint.model.names import BindingKind, Scope
from mslint.model.values import Definition, External, Instance
from mslint.model.walk import walk
from mslint.rule import Differs, Proof, Raises, Rule, Seen

RULE = Rule(
    code="MSL705",
    symbol="forward-not-construct",
    summary="Cell that defines forward and no construct",
    message="{owner} defines forward and no construct: on MindSpore {target} calling it {result}; name it construct",
    seen=(
        Seen("1.10", "1.10", Severity.WARNING, "gives None"),
        Seen("2.0", None, Severity.ERROR, "raises AttributeError"),
    ),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn


class Gate(nn.Cell):
    def __init__(self):
        super().__init__()
        self.relu = nn.ReLU()

    def forward(self, x):  # MSL705
        return x * self.relu(x)


class Distance(nn.LossBase):
    def forward(self, x, y):  # MSL705
        return self.get_loss((x - y) ** 2)


class Doubled(nn.Dense):
    def __init__(self):
        super().__init__(2, 1, weight_init="ones", bias_init="zeros")
        self.matmul = ms.ops.MatMul(transpose_b=True)

    def forward(self, x):  # MSL705
        return 2 * self.matmul(x, self.weight)


def observe(kind):
    """What calling the object makes of two numbers."""
    x = ms.Tensor(np.array([[-1.0, 3.0]]), ms.float32)
    if kind == "LossBase":
        return {"result": float(Distance()(x, x + 2).asnumpy())}
    net = Gate() if kind == "Cell" else Doubled()
    return {"result": net(x).asnumpy().ravel().tolist()}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn


class Gate(nn.Cell):
    def __init__(self):
        super().__init__()
        self.relu = nn.ReLU()

    def construct(self, x):
        return x * self.relu(x)


class Distance(nn.LossBase):
    def construct(self, x, y):
        return self.get_loss((x - y) ** 2)


class Doubled(nn.Dense):
    def __init__(self):
        super().__init__(2, 1, weight_init="ones", bias_init="zeros")
        self.matmul = ms.ops.MatMul(transpose_b=True)

    def construct(self, x):
        return 2 * self.matmul(x, self.weight)


def observe(kind):
    """What calling the object makes of two numbers."""
    x = ms.Tensor(np.array([[-1.0, 3.0]]), ms.float32)
    if kind == "LossBase":
        return {"result": float(Distance()(x, x + 2).asnumpy())}
    net = Gate() if kind == "Cell" else Doubled()
    return {"result": net(x).asnumpy().ravel().tolist()}
''',
    confidence=Confidence.INFERENCE,
    related=("MSL706",),
    proofs=(
        Proof((Raises("AttributeError", "NoneType"),), until="1.10", variant="Cell"),
        Proof((Raises("AttributeError", "'construct' is not defined"),), since="2.0", variant="Cell"),
        Proof((Raises("NotImplementedError"),), variant="LossBase"),
        Proof((Differs("result", 1.0),), variant="Dense"),
    ),
    original="""\
import torch


class Gate(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.relu = torch.nn.ReLU()

    def forward(self, x):
        return x * self.relu(x)


class Distance(torch.nn.Module):
    def forward(self, x, y):
        return ((x - y) ** 2).mean()


class Doubled(torch.nn.Linear):
    def __init__(self):
        super().__init__(2, 1)
        torch.nn.init.ones_(self.weight)

    def forward(self, x):
        return 2 * torch.matmul(x, self.weight.T)


def observe(kind):
    x = torch.tensor([[-1.0, 3.0]])
    if kind == "LossBase":
        return {"result": float(Distance()(x, x + 2))}
    net = Gate() if kind == "Cell" else Doubled()
    return {"result": net(x).detach().ravel().tolist()}
""",
)

_RAISING = frozenset(
    {"mindspore.experimental.optim.Optimizer", "mindspore.nn.CellDict", "mindspore.nn.CellList",
     "mindspore.nn.LossBase", "mindspore.nn.Optimizer"}
)  # fmt: skip
"""Classes whose own `construct` raises NotImplementedError."""
_MAKES_CALLABLE = ("construct", "__call__", "__new__", "__init_subclass__")
_NAMES_OF_BASES = re.compile(r"^_?(Base|Abstract)|(Base|Mixin|Interface|ABC)$")


@dataclass
class _Uses:
    """What a file does with the `forward` of one class."""

    own: list[ast.Attribute] = field(default_factory=list)
    """`self.forward` in the class."""
    others: int = 0
    """Other places where an object can be asked for its `forward`."""
    is_called: bool = False
    """Whether the file calls an object of the class."""

    @property
    def by_name(self) -> bool:
        """Whether `forward` is what the file uses, and not the call."""
        return not self.is_called and bool(self.own or self.others)


def check(context: Context) -> Iterator[Finding]:
    """Every class of cells with such a method."""
    for class_ in context.module.classes:
        method = _forward(class_, context)
        if method is None:
            continue
        cell = _cell(class_, context)
        if cell is None:
            continue
        uses = _uses(class_, context)
        if uses.by_name or not (uses.is_called or _is_final(class_, context)):
            continue
        severity, result = _result(cell, context)
        fix = None if uses.others else _fix(method, uses, context)
        yield context.finding(RULE, method, severity=severity, fix=fix, owner=class_.name, result=result)


def _forward(class_: Scope, context: Context) -> ast.FunctionDef | None:
    """The method `forward` that the body of a class defines in full."""
    bindings = class_.bindings.get("forward", [])
    if len(bindings) != 1 or bindings[0].kind is not BindingKind.FUNCTION or bindings[0].block is not None:
        return None
    node = bindings[0].node
    if not isinstance(node, ast.FunctionDef) or _only_raises(node):
        return None
    values = [context.evaluator.only(each, class_) for each in node.decorator_list]
    is_plain = all(isinstance(each, External) and canonical(each.name).startswith("mindspore.") for each in values)
    return node if is_plain else None


def _only_raises(method: ast.FunctionDef) -> bool:
    """Whether a method is there to be overridden."""
    return all(
        isinstance(each, ast.Raise | ast.Pass) or (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
        for each in method.body
    )


def _cell(class_: Scope, context: Context) -> KnownCell | None:
    """The class, where it is a cell that is called and nothing gives it a `construct` of its own."""
    node = class_.node
    assert isinstance(node, ast.ClassDef)
    assert class_.parent is not None
    if node.keywords or not decorators_leave("construct", class_, context.evaluator):
        return None
    cell = known_class(class_, context.evaluator)
    if cell is None or cell.defines(*_MAKES_CALLABLE) or is_guarded(class_.parent, node):
        return None
    if any({"construct", "__call__"} & heir.bindings.keys() for heir in heirs(class_, context.evaluator)):
        return None
    return None if any(patches.may_add(name, context.evaluator) for name in ("construct", "__call__")) else cell


def _is_final(class_: Scope, context: Context) -> bool:
    """Whether nothing says that the class is there to be extended."""
    bases = context.evaluator.classes.ancestry(class_)
    return _NAMES_OF_BASES.search(class_.name) is None and External("abc.ABC") not in bases


def _uses(class_: Scope, context: Context) -> _Uses:
    uses = _Uses()
    for node, scope in walk(context.module, ast.Attribute):
        if node.attr != "forward":
            continue
        if self_class(node.value, scope) is class_:
            uses.own.append(node)
        elif _may_be(class_, node.value, scope, context):
            uses.others += 1
    uses.is_called = any(_is_object(class_, call.node.func, call.scope, context) for call in context.module.calls)
    return uses


def _may_be(class_: Scope, node: ast.expr, scope: Scope, context: Context) -> bool:
    """Whether an expression can be an object of the class."""
    values = context.evaluator.values(node, scope)
    return any(not isinstance(value, Instance) or not _is_other(class_, value, context) for value in values)


def _is_other(class_: Scope, value: Instance, context: Context) -> bool:
    """Whether an object is known to be of a class that has nothing to do with `class_`."""
    other = known_cell(value, context.evaluator)
    return other is not None and class_ not in other.classes


def _is_object(class_: Scope, node: ast.expr, scope: Scope, context: Context) -> bool:
    if not isinstance(node, ast.Name | ast.Attribute | ast.Call | ast.Subscript):
        return False
    return any(
        isinstance(value, Instance) and value.site is not None and value.of == Definition(class_)
        for value in context.evaluator.values(node, scope)
    )


def _result(cell: KnownCell, context: Context) -> tuple[Severity | None, str]:
    """What calling such a cell does."""
    if cell.library == CELL:
        seen = RULE.on(context.target)
        assert seen is not None
        return None, seen.effect
    if cell.library in _RAISING:
        return Severity.ERROR, "raises NotImplementedError"
    return Severity.WARNING, f"runs the construct of {cell.library.rpartition('.')[2]}, never this forward"


def _fix(method: ast.FunctionDef, uses: _Uses, context: Context) -> Fix | None:
    applicability = Applicability.SAFE if uses.is_called else Applicability.UNSAFE
    return rename_method(context.module.source, method, uses.own, "construct", applicability)
