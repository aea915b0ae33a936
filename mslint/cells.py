"""Which values are cells of MindSpore, and what their classes say themselves."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from mslint.facts.names import canonical, category
from mslint.model.classes import self_class
from mslint.model.evaluator import Evaluator
from mslint.model.names import Module, Scope, start_of
from mslint.model.values import Constant, Definition, External, Instance, Member, Value

CELL = "mindspore.nn.Cell"
NAMES_OF_THE_MODE = re.compile(
    r"(?i)(?:^|_|is)(?:train|training|infer|inference|eval|evaluate|evaluation|phase|test|testing|mode|deterministic)"
    r"(?:$|_)"
)
"""Names that have to do with the mode."""

MEANT_TO_DROP = re.compile(r"(?i)loss|train|(?<![a-z])mc|monte|bayes|uncertain|always|augment|noise")
"""Names of classes that only run in training, or drop on purpose."""

_BARE_BASES = frozenset({"builtins.object", "abc.ABC"})
"""Bases that give a class no methods."""
_CONTAINERS = frozenset(
    {
        "mindspore.mint.nn.ModuleList",
        "mindspore.mint.nn.Sequential",
        "mindspore.nn.CellDict",
        "mindspore.nn.CellList",
        "mindspore.nn.SequentialCell",
        "mindspore.nn.TrainOneStepCell",
        "mindspore.nn.WithEvalCell",
        "mindspore.nn.WithLossCell",
    }
)
_GIVES_ITSELF = frozenset(
    {"add_flags", "add_flags_recursive", "recompute", "set_comm_fusion", "set_grad", "set_train", "to_float"}
)
"""Methods of Cell that return the cell."""


class KnownCell(NamedTuple):
    """A cell of which all classes are known: those of the project, and the first of MindSpore's."""

    classes: tuple[Scope, ...]
    library: str

    @property
    def name(self) -> str:
        """The name of its class."""
        return self.classes[0].name if self.classes else self.library.rpartition(".")[2]

    @property
    def is_container(self) -> bool:
        """Whether it is one of MindSpore's own classes that hold the cells that they are given."""
        return not self.classes and self.library in _CONTAINERS

    def defines(self, *names: str) -> bool:
        """Whether the project's classes define or assign one of these attributes, or answer for any name."""
        wanted = {*names, "__getattr__", "__getattribute__"}
        return any(not wanted.isdisjoint(class_.bindings) for class_ in self.classes) or any(
            write.target.attr in names and self_class(write.target.value, scope) in self.classes
            for class_ in self.classes
            for scope in _inside(class_)
            for write in scope.writes
        )


def is_cell_class(name: str) -> bool:
    """Whether a canonical name is a class of cells."""
    return name == CELL or name in category("cell")


def known_class(class_: Scope, evaluator: Evaluator) -> KnownCell | None:
    """What objects of a project class are, where they are cells and nothing unknown is among the bases."""
    classes = []
    library = ""
    for base in evaluator.classes.ancestry(class_):
        if isinstance(base, Definition) and base.is_class:
            classes.append(base.scope)
        elif not isinstance(base, External):
            return None
        elif is_cell_class(canonical(base.name)):
            library = library or canonical(base.name)
        elif base.name not in _BARE_BASES:
            return None
    return KnownCell(tuple(classes), library) if library else None


def known_cell(value: Value, evaluator: Evaluator) -> KnownCell | None:
    """`value` as a cell; None where it is none, or may be more than is known."""
    while isinstance(value, Instance) and isinstance(value.of, Member) and value.of.name in _GIVES_ITSELF:
        value = value.of.base
    if not isinstance(value, Instance):
        return None
    if isinstance(value.of, External):
        name = canonical(value.of.name)
        return KnownCell((), name) if is_cell_class(name) else None
    if isinstance(value.of, Definition) and value.of.is_class:
        return known_class(value.of.scope, evaluator)
    return None


def cells_at(node: ast.expr, scope: Scope, evaluator: Evaluator) -> list[KnownCell]:
    """The cells that an expression can be, None left aside; none where it can be anything else."""
    values = [value for value in evaluator.values(node, scope) if value != Constant(None)]
    cells = [known_cell(value, evaluator) for value in values]
    known = [cell for cell in cells if cell is not None]
    return known if len(known) == len(cells) else []


def decorators_leave(name: str, class_: Scope, evaluator: Evaluator) -> bool:
    """Whether the decorators of a class are functions of the project whose text does not speak of `name`."""
    node = class_.node
    assert isinstance(node, ast.ClassDef)
    assert class_.parent is not None
    for decorator in node.decorator_list:
        function = decorator.func if isinstance(decorator, ast.Call) else decorator
        value = evaluator.only(function, class_.parent)
        if not isinstance(value, Definition) or value.is_class or says(name, value.scope):
            return False
    return True


def says(name: str, function: Scope) -> bool:
    """Whether the text of a function has `name` in it."""
    node = function.node
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    return name in "\n".join(function.module.source.lines[node.lineno - 1 : node.end_lineno])


def heirs(class_: Scope, evaluator: Evaluator) -> Iterator[Scope]:
    """The classes of the file under check that extend `class_`."""
    for other in evaluator.module.classes:
        if other is not class_ and Definition(class_) in evaluator.classes.ancestry(other):
            yield other


def patches_classes(module: Module, *names: str) -> bool:
    """Whether a file gives one of these attributes to a class or to any object by `setattr`, or by assignment."""
    for call in module.calls:
        if isinstance(call.node.func, ast.Name) and call.node.func.id == "setattr" and len(call.node.args) > 1:
            name = call.node.args[1]
            if not isinstance(name, ast.Constant) or name.value in names:
                return True
    return any(
        write.target.attr in names and self_class(write.target.value, scope) is None
        for scope in (module.scope, *module.scopes.values())
        for write in scope.writes
    )


def mentions_mode(node: ast.AST) -> bool:
    """Whether the text of `node` names the mode."""
    for part in ast.walk(node):
        name = part.id if isinstance(part, ast.Name) else ""
        if isinstance(part, ast.Attribute | ast.arg):
            name = part.attr if isinstance(part, ast.Attribute) else part.arg
        if NAMES_OF_THE_MODE.search(name):
            return True
    return False


def asks_for_kind(scope: Scope, node: ast.expr) -> bool:
    """Whether `node` runs only for what a condition around it asks by `isinstance`, `hasattr` or the like."""
    position = start_of(node)
    current: Scope | None = scope
    while current is not None:
        block = current.block_at(position)
        statements = [each.statement for each in block.chain()] if block is not None else []
        if any(isinstance(each, ast.If) and _asks(each.test) for each in statements):
            return True
        current = current.parent
    return False


def _asks(test: ast.expr) -> bool:
    questions = ("callable", "getattr", "hasattr", "isinstance", "issubclass", "type")
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in questions
        for node in ast.walk(test)
    )


def _inside(class_: Scope) -> Iterator[Scope]:
    for child in class_.children:
        yield child
        yield from _inside(child)
