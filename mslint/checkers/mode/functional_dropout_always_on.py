"""# functional-dropout-always-on (MSL108)

## What it does

Finds `ops.dropout` (and `dropout1d`, `dropout2d`, `dropout3d`) without
`training=` in the methods of a Cell and in the functions that they call.

## Why is this bad

`training` is True unless it is given, and the function does not look at the
mode of the Cell around it: it goes on dropping after `set_train(False)`.

## Example

```python
def construct(self, x):
    return ops.dropout(self.fc(x), p=self.rate)
```

## Use instead

```python
def construct(self, x):
    return ops.dropout(self.fc(x), p=self.rate, training=self.training)
```

## Fix safety

The fix adds `training=self.training`. It is unsafe: evaluation gives other
numbers then.

## Limits

A method is left alone when it, or what calls it in its class, mentions the mode
in any way (`self.training`, `is_train`, `phase`), when the class is named after
a loss, training, noise or Monte Carlo dropout, or when it overrides
`set_train`. A function counts where only methods of cells in the same file call
it. A rate that is known to be 0 does not count, nor does one that is a
property, an argument of `construct`, or an attribute that is written outside of
`__init__`, nor a call under an if that asks for such an attribute, nor
`training=True`, which says what it does. The function of `mindspore.mint` has the same default but no
CPU kernel, so it was not measured and is not flagged.

## Versions

MindSpore 2.0 to 2.10. In 1.10 the function has no `training`, drops always too,
and gives a tuple; it is not judged there.

## References

- MindSpore: `mindspore.ops.dropout`
- PyTorch: `torch.nn.functional.dropout`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mslint.calls import LibraryCall
from mslint.cells import MEANT_TO_DROP, heirs, known_class, mentions_mode
from mslint.context import Context
from mslint.edits import add_keyword
from mslint.finding import Finding, Fix, Severity
from mslint.model.classes import self_class
from mslint.model.evaluator import Evaluator
from mslint.model.names import BindingKind, Scope, start_of
from mslint.model.values import Constant, Site
from mslint.rule import Differs, Proof, Rule, Seen

RULE = Rule(
    code="MSL108",
    symbol="functional-dropout-always-on",
    summary="ops.dropout in a Cell without training=",
    message="on MindSpore {target} {effect}: {function} drops in evaluation too; write training=self.training",
    seen=(
        Seen("2.0", None, Severity.WARNING, "training= is True unless it is given, whatever the mode of the Cell"),
    ),
    bad='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def construct(self, x):
        return ops.dropout(x, p=0.5)  # MSL108


class Channels(nn.Cell):
    def construct(self, x):
        return ops.dropout2d(x, 0.5)  # MSL108


def observe(function):
    """The share of zeros that evaluation makes of ones."""
    net = Net() if function == "dropout" else Channels()
    net.set_train(False)
    x = ms.Tensor(np.ones((40, 50, 2, 2)), ms.float32)
    return {"zeros": float((net(x).asnumpy() == 0).mean())}
''',
    good='''\
import numpy as np
import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def construct(self, x):
        return ops.dropout(x, p=0.5, training=self.training)


class Channels(nn.Cell):
    def construct(self, x):
        return ops.dropout2d(x, 0.5, training=self.training)


def observe(function):
    """The share of zeros that evaluation makes of ones."""
    net = Net() if function == "dropout" else Channels()
    net.set_train(False)
    x = ms.Tensor(np.ones((40, 50, 2, 2)), ms.float32)
    return {"zeros": float((net(x).asnumpy() == 0).mean())}
''',
    related=("MSL107",),
    proofs=(
        Proof((Differs("zeros", 0.3),), variant="dropout"),
        Proof((Differs("zeros", 0.3),), variant="dropout2d"),
    ),
    original='''\
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return nn.functional.dropout(x, p=0.5, training=self.training)


def observe(function):
    net = Net()
    net.eval()
    return {"zeros": float((net(torch.ones(40, 50, 2, 2)) == 0).float().mean())}
''',
)  # fmt: skip

_FUNCTIONS = tuple(f"mindspore.ops.dropout{kind}" for kind in ("", "1d", "2d", "3d"))


def check(context: Context) -> Iterator[Finding]:
    """Every such call that a Cell makes in evaluation as well."""
    evaluator = context.evaluator
    for call in context.calls.to(*_FUNCTIONS):
        if not call.is_direct or not call.is_complete or call.expression("training", 2) is not None:
            continue
        rates = call.expression("p", 1)
        values = [] if rates is None else [possible.value for possible in evaluator.at(rates)]
        if any(isinstance(value, Constant) and value.value == 0 for value in values):
            continue
        if _may_be_nothing(rates, evaluator) or _has_switch(call, evaluator):
            continue
        if _runs_in_evaluation(call.scope.function, evaluator):
            function = f"ops.{call.name.rpartition('.')[2]}"
            yield context.finding(RULE, call.node, fix=_fix(call), function=function)


def _may_be_nothing(rate: Site | None, evaluator: Evaluator) -> bool:
    """Whether evaluation may have another rate: a property, what a method writes, or an argument of `construct`."""
    node = rate.node if rate is not None else None
    while isinstance(node, ast.Subscript):
        node = node.value
    if rate is None or not isinstance(node, ast.Attribute):
        method = rate.scope.function if rate is not None else None
        bindings = method.bindings.get(node.id, []) if method is not None and isinstance(node, ast.Name) else []
        is_argument = any(binding.kind is BindingKind.PARAMETER for binding in bindings)
        return is_argument and method is not None and method.name == "construct"
    class_ = self_class(node.value, rate.scope)
    return class_ is not None and (
        evaluator.classes.method(class_, node.attr) is not None or _is_switched(node.attr, class_, evaluator)
    )


def _is_switched(attribute: str, class_: Scope, evaluator: Evaluator) -> bool:
    """Whether something else than `__init__` writes an attribute of the class."""
    sites = [site for site, _ in evaluator.classes.writes(class_).get(attribute, [])]
    if any(site.scope.function is None or site.scope.function.name != "__init__" for site in sites):
        return True
    return any(
        write.target.attr == attribute and self_class(write.target.value, write.scope) is None
        for write in class_.module.attribute_writes
    )


def _has_switch(call: LibraryCall, evaluator: Evaluator) -> bool:
    """Whether an if around the call asks for an attribute that can be switched."""
    block = call.scope.block_at(start_of(call.node))
    for each in block.chain() if block is not None else ():
        tests = ast.walk(each.statement.test) if isinstance(each.statement, ast.If) else ()
        for node in tests:
            class_ = self_class(node.value, call.scope) if isinstance(node, ast.Attribute) else None
            if class_ is not None and isinstance(node, ast.Attribute) and _is_switched(node.attr, class_, evaluator):
                return True
    return False


def _runs_in_evaluation(function: Scope | None, evaluator: Evaluator) -> bool:
    """Whether a function is part of what a cell does in every mode, as far as the text tells."""
    while function is not None and function.owner is None:
        if mentions_mode(function.node):
            return False
        if function.parent is evaluator.module.scope:
            return _is_called_by_cells(function, evaluator)
        function = function.parent.function if function.parent is not None else None
    return function is not None and _is_neutral_method(function, evaluator)


def _is_called_by_cells(function: Scope, evaluator: Evaluator) -> bool:
    """Whether a function of the file is called by methods of cells, and each of them in every mode."""
    callers = [call.scope.function for call in evaluator.arguments.callers(function)]
    methods = [caller for caller in callers if caller is not None and caller.owner is not None]
    return (
        bool(callers)
        and len(methods) == len(callers)
        and all(_is_neutral_method(method, evaluator) for method in methods)
    )


def _is_neutral_method(method: Scope, evaluator: Evaluator) -> bool:
    """Whether a method belongs to a cell and nothing on the way to it asks for the mode."""
    class_ = method.owner
    cell = None if class_ is None else known_class(class_, evaluator)
    if cell is None or class_ is None or cell.defines("set_train"):
        return False
    classes = (*cell.classes, *heirs(class_, evaluator))
    if any(MEANT_TO_DROP.search(each.name) for each in classes) or "Loss" in cell.library:
        return False
    on_the_way = {method, *(method_ for method_ in _callers(method, class_))}
    return not any(mentions_mode(each.node) or MEANT_TO_DROP.search(each.name) for each in on_the_way)


def _callers(method: Scope, class_: Scope) -> Iterator[Scope]:
    """The methods of a class that lead to one of them."""
    found = {method}
    changed = True
    while changed:
        changed = False
        names = {each.name for each in found}
        for call in class_.module.calls:
            caller = call.scope.function
            if caller is None or caller in found or caller.owner is not class_:
                continue
            function = call.node.func
            if isinstance(function, ast.Attribute) and function.attr in names:
                found.add(caller)
                changed = True
    yield from found


def _fix(call: LibraryCall) -> Fix | None:
    """`training=self.training`, where there is a self."""
    method = call.scope.function
    if method is None or method.owner is None:
        return None
    arguments = getattr(method.node, "args", None)
    receiver = arguments.args[0].arg if arguments is not None and arguments.args else ""
    lines = method.module.source.lines
    return add_keyword(call.node, "training=self.training", lines) if receiver == "self" else None
