"""# missing-super-init (MSL706)

## What it does

Finds Cells whose `__init__` never calls that of what they extend, and layers or
parameters that `__init__` assigns before it does.

## Why is this bad

A Cell keeps its layers and parameters in tables that `nn.Cell.__init__` makes.
Assigning one before raises. Other attributes may be assigned before, but a
Cell that never calls it raises when it is called, in 2.0 and before when it is
made.

## Example

```python
class Net(nn.Cell):
    def __init__(self):
        self.fc = nn.Dense(4, 2)
```

## Use instead

```python
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 2)
```

## Fix safety

Safe: the program raises without it. The call is put first, after the
docstring; one that stands too late is moved there. There is no fix for classes
that extend others with an `__init__`, for that may want arguments.

## Limits

All that the class extends has to be known. Classes that call any `__init__` in
another method, that hand themselves to a function that may do so, or
whose `__init__` does nothing but raise are left alone, and so are classes
without layers and parameters that define no `construct`.

## Versions

MindSpore 1.10 to 2.10. Up to 2.0 a Cell raises when it is made, later one
without layers raises when it is called.

## References

- MindSpore: `mindspore.nn.Cell`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.cells import CELL, KnownCell, decorators_leave, heirs, known_class, says
from mslint.context import Context
from mslint.edits import begin_with, call_it, move_to_beginning
from mslint.finding import Confidence, Finding, Fix, Severity
from mslint.model.classes import self_class
from mslint.model.guards import is_guarded
from mslint.model.names import AttributeWrite, BindingKind, Call, Scope, start_of
from mslint.model.values import Definition, External, Value
from mslint.model.walk import walk
from mslint.rule import Proof, Raises, Rule, Seen
from mslint.tensors import Kind

RULE = Rule(
    code="MSL706",
    symbol="missing-super-init",
    summary="layers assigned in a Cell before super().__init__(), or without it",
    message="{what}: on MindSpore {target} {effect}; call super().__init__() first",
    seen=(
        Seen("1.10", "2.0", Severity.ERROR, "making the cell raises"),
        Seen("2.5", None, Severity.ERROR, "assigning a layer or parameter, or calling the cell, raises AttributeError"),
    ),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


class WithLayer(nn.Cell):
    def __init__(self):  # MSL706
        self.relu = nn.ReLU()

    def construct(self, x):
        return self.relu(x)


class WithNumber(nn.Cell):
    def __init__(self):  # MSL706
        self.bound = 0.0

    def construct(self, x):
        return ops.clamp(x, min=self.bound) if hasattr(ops, "clamp") else ops.maximum(x, self.bound)


class LateLayer(nn.Cell):
    def __init__(self):
        self.relu = nn.ReLU()  # MSL706
        super().__init__()

    def construct(self, x):
        return self.relu(x)


class LateParameter(nn.Cell):
    def __init__(self):
        self.bound = ms.Parameter(ms.Tensor([0.0], ms.float32), name="bound")  # MSL706
        super().__init__()

    def construct(self, x):
        return ops.maximum(x, self.bound)


class LateOperator(nn.Cell):
    def __init__(self):
        self.relu = ops.ReLU()  # MSL706
        super().__init__()

    def construct(self, x):
        return self.relu(x)


def observe(kind):
    """What the cell makes of two numbers."""
    net = globals()[kind]()
    return {"result": net(ms.Tensor(np.array([-1.0, 3.0]), ms.float32)).asnumpy().tolist()}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


class WithLayer(nn.Cell):
    def __init__(self):
        super().__init__()
        self.relu = nn.ReLU()

    def construct(self, x):
        return self.relu(x)


class WithNumber(nn.Cell):
    def __init__(self):
        super().__init__()
        self.bound = 0.0

    def construct(self, x):
        return ops.clamp(x, min=self.bound) if hasattr(ops, "clamp") else ops.maximum(x, self.bound)


class LateLayer(nn.Cell):
    def __init__(self):
        super().__init__()
        self.relu = nn.ReLU()

    def construct(self, x):
        return self.relu(x)


class LateParameter(nn.Cell):
    def __init__(self):
        super().__init__()
        self.bound = ms.Parameter(ms.Tensor([0.0], ms.float32), name="bound")

    def construct(self, x):
        return ops.maximum(x, self.bound)


class LateOperator(nn.Cell):
    def __init__(self):
        super().__init__()
        self.relu = ops.ReLU()

    def construct(self, x):
        return self.relu(x)


def observe(kind):
    """What the cell makes of two numbers."""
    net = globals()[kind]()
    return {"result": net(ms.Tensor(np.array([-1.0, 3.0]), ms.float32)).asnumpy().tolist()}
''',
    confidence=Confidence.INFERENCE,
    related=("MSL705",),
    proofs=(
        Proof((Raises("AttributeError", "before Cell.__init__|_auto_prefix"),), variant="WithLayer"),
        Proof((Raises("TypeError", "must be called"),), until="2.0", variant="WithNumber"),
        Proof((Raises("AttributeError", "_init_flag"),), since="2.5", variant="WithNumber"),
        Proof((Raises("AttributeError", "before Cell.__init__|_auto_prefix"),), variant="LateLayer"),
        Proof((Raises("AttributeError", "Cell.__init__"),), variant="LateParameter"),
        Proof((Raises("AttributeError", "_primitives"),), variant="LateOperator"),
    ),
    original="""\
import torch


class Bounded(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.relu = torch.nn.ReLU()

    def forward(self, x):
        return self.relu(x)


def observe(kind):
    return {"result": Bounded()(torch.tensor([-1.0, 3.0])).tolist()}
""",
)

_KEPT_APART = frozenset({Kind.CELL, Kind.OPERATOR, Kind.OPTIMIZER, Kind.PARAMETER})
"""What a cell keeps in its tables."""


def check(context: Context) -> Iterator[Finding]:
    """Every such class, at its `__init__` or at the assignment that comes too early."""
    inits = [(class_, init) for class_ in context.module.classes if (init := _init(class_)) is not None]
    calls = _calls_of_init(context) if inits else {}
    for class_, init in inits:
        own = calls.get(init, [])
        if own:
            found = _early(class_, init, own, context)
        elif not any(_encloses(class_, scope) for scope in calls):
            found = _missing(class_, init, context)
        else:
            found = None
        if found is not None:
            yield found


def _init(class_: Scope) -> Scope | None:
    """The plain `__init__` that the body of a class defines."""
    bindings = class_.bindings.get("__init__", [])
    if len(bindings) != 1 or bindings[0].kind is not BindingKind.FUNCTION or bindings[0].block is not None:
        return None
    node = bindings[0].node
    if not isinstance(node, ast.FunctionDef) or node.decorator_list or isinstance(node.body[-1], ast.Raise):
        return None
    return class_.module.scopes[node]


def _calls_of_init(context: Context) -> dict[Scope, list[Call]]:
    """The calls `....__init__(...)` of a file, by the function they stand in, in order of the text."""
    found: dict[Scope, list[Call]] = {}
    for call in context.module.calls_named(["__init__"]):
        if call.scope.function is not None:
            found.setdefault(call.scope.function, []).append(call)
    return found


def _is_init(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and function.attr == "__init__"


def _encloses(class_: Scope, scope: Scope) -> bool:
    current: Scope | None = scope
    while current is not None and current is not class_:
        current = current.parent
    return current is class_


def _cell(class_: Scope, context: Context) -> KnownCell | None:
    """The class as a cell that Python makes in the ordinary way."""
    node = class_.node
    assert isinstance(node, ast.ClassDef)
    assert class_.parent is not None
    if node.keywords or not decorators_leave("__init__", class_, context.evaluator):
        return None
    cell = known_class(class_, context.evaluator)
    if cell is None or cell.defines("__new__", "__setattr__") or is_guarded(class_.parent, node):
        return None
    return cell


def _early(class_: Scope, init: Scope, calls: list[Call], context: Context) -> Finding | None:
    """The first layer or parameter that `__init__` assigns before it calls any other `__init__`."""
    first = start_of(calls[0].node)
    writes = [write for write in init.writes if start_of(write.statement) < first and write.value is not None]
    writes = [write for write in writes if self_class(write.target.value, init) is class_ and not write.index]
    writes = [write for write in writes if _comes_before(write, calls, init)]
    cell = _cell(class_, context) if writes else None
    if cell is None or _may_be_ready(class_, init, context):
        return None
    for write in writes:
        kind = context.tensors.kind(write.value, init) if write.value is not None else None
        if kind in _KEPT_APART:
            what = f"self.{write.target.attr} is assigned before super().__init__()"
            return context.finding(RULE, write.target, fix=_moved(calls, init, cell, context), what=what)
    return None


def _comes_before(write: AttributeWrite, calls: list[Call], init: Scope) -> bool:
    """Whether the assignment is sure to run before the calls: no other branch, and no loop around both."""
    block = init.block_at(start_of(write.statement))
    around = list(block.chain()) if block is not None else []
    if any(each.is_loop for each in around):
        return False
    for call in calls:
        other = call.scope.block_at(start_of(call.node))
        if any(each.statement is one.statement for each in (other.chain() if other else ()) for one in around):
            return False
    return True


def _missing(class_: Scope, init: Scope, context: Context) -> Finding | None:
    """`__init__` where the class, and what it asks to do so, calls no `__init__` of what it extends."""
    cell = _cell(class_, context)
    if cell is None or _may_be_ready(class_, init, context) or not _matters(class_, init, cell, context):
        return None
    if any(_inits_otherwise(heir, context) for heir in heirs(class_, context.evaluator)):
        return None
    unused, is_kept = _unused(init, context)
    if is_kept:
        return None
    assert isinstance(init.node, ast.FunctionDef)
    what = f"{class_.name}.__init__ never calls super().__init__()"
    return context.finding(RULE, init.node, fix=_added(init.node, unused, cell, context), what=what)


def _matters(class_: Scope, init: Scope, cell: KnownCell, context: Context) -> bool:
    """Whether the cell is made to be called, or is given a layer."""
    if cell.library != CELL or any("construct" in each.bindings for each in cell.classes):
        return True
    return any(
        write.value is not None
        and self_class(write.target.value, init) is class_
        and context.tensors.kind(write.value, init) in _KEPT_APART
        for write in init.writes
    )


def _may_be_ready(class_: Scope, init: Scope, context: Context) -> bool:
    """Whether something that `__init__` calls may have called the right `__init__` for it."""
    for call in context.module.calls:
        function = call.node.func
        if call.scope.function is not init or _is_init(function):
            continue
        if isinstance(function, ast.Attribute) and _is_self_or_super(function.value, class_, init):
            method = context.evaluator.classes.method(class_, function.attr)
            if method is not None and says("__init__", method):
                return True
        arguments = [*call.node.args, *(keyword.value for keyword in call.node.keywords)]
        is_given = any(self_class(each, init) is class_ for each in arguments)
        if is_given and not all(_is_harmless(value) for value in context.evaluator.values(function, init)):
            return True
    return False


def _is_harmless(function: Value) -> bool:
    """Whether a function that is given the cell surely does not call its `__init__`."""
    if isinstance(function, Definition):
        return not function.is_class and not says("__init__", function.scope)
    return isinstance(function, External)


def _is_self_or_super(node: ast.expr, class_: Scope, scope: Scope) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "super"
    return self_class(node, scope) is class_


def _inits_otherwise(heir: Scope, context: Context) -> bool:
    """Whether a class calls `SomeClass.__init__(self, ...)`, which may leave out what is between."""
    return any(
        _encloses(heir, call.scope)
        and isinstance(call.node.func, ast.Attribute)
        and _is_init(call.node.func)
        and not isinstance(call.node.func.value, ast.Call)
        for call in context.module.calls_named(["__init__"])
    )


def _is_plain(cell: KnownCell) -> bool:
    """Whether `super().__init__()` is that of Cell itself."""
    return cell.library == CELL and not any("__init__" in each.bindings for each in cell.classes[1:])


def _unused(init: Scope, context: Context) -> tuple[list[ast.expr], bool]:
    """The statements of `__init__` that are nothing but `super().__init__`, and whether it is also kept somewhere."""
    assert isinstance(init.node, ast.FunctionDef)
    statements = [each.value for each in init.node.body if isinstance(each, ast.Expr)]
    read = [node for node, scope in walk(context.module, ast.Attribute) if _is_read(node, scope, init)]
    return [node for node in read if node in statements], any(node not in statements for node in read)


def _is_read(node: ast.Attribute, scope: Scope, init: Scope) -> bool:
    return _is_init(node) and scope.function is init


def _added(init: ast.FunctionDef, unused: list[ast.expr], cell: KnownCell, context: Context) -> Fix | None:
    if not _is_plain(cell):
        return None
    return call_it(unused[0]) if unused else begin_with(context.module.source, init, "super().__init__()")


def _moved(calls: list[Call], init: Scope, cell: KnownCell, context: Context) -> Fix | None:
    call = calls[0].node
    node = init.node
    assert isinstance(node, ast.FunctionDef)
    if len(calls) != 1 or not _is_plain(cell) or call.args or call.keywords:
        return None
    statement = next((each for each in node.body if isinstance(each, ast.Expr) and each.value is call), None)
    return None if statement is None else move_to_beginning(context.module.source, node, statement)
