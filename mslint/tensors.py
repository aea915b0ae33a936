"""Which expressions are known to be MindSpore's tensors, parameters, cells or optimizers.

An answer holds on every path by which the expression can get its value; what
is not known to be MindSpore's has no kind. Numbers and None beside a known
kind do not count: they have no methods that a rule could ask about.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterator
from typing import NamedTuple

from mslint import hints, made, patches
from mslint.facts import results
from mslint.facts.names import canonical
from mslint.facts.optimizers import optimizer
from mslint.facts.worlds import World
from mslint.model.evaluator import Evaluator
from mslint.model.names import Binding, BindingKind, Scope, lookup, reaching, start_of
from mslint.model.recursion import Answers
from mslint.model.values import Constant, Definition, External, Frame, Instance, Possible, Sequence, Site

_MAX_DEPTH = 16
_ROOTS_OF_CLASSES = frozenset({"abc.ABC", "builtins.object", "typing.Generic"})
_COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)


class Kind(enum.Enum):
    """What an expression is."""

    TENSOR = enum.auto()
    PARAMETER = enum.auto()
    CELL = enum.auto()
    OPTIMIZER = enum.auto()
    OPERATOR = enum.auto()
    """An object of an operator class of `mindspore.ops`."""


class Known(NamedTuple):
    """An object of MindSpore.

    `library` is the canonical name of its class, or the library class that
    `class_`, a class of the project, extends; empty for tensors. `is_exact`
    is False for a tensor that can also be a parameter.
    """

    kind: Kind
    library: str = ""
    class_: Scope | None = None
    is_exact: bool = True


_TENSOR = Known(Kind.TENSOR)
_PARAMETER = Known(Kind.PARAMETER)
_TENSOR_OR_PARAMETER = Known(Kind.TENSOR, is_exact=False)
_Found = list[Known | None]
"""What an expression can be, numbers and None left out; None for what is not known."""


class Tensors:
    """Answers for the file of one evaluator."""

    def __init__(self, evaluator: Evaluator) -> None:
        """Start with nothing known."""
        self._evaluator = evaluator
        self._answers: Answers[tuple[ast.AST, Frame | None, tuple[int, ...]], Known | None] = Answers(_MAX_DEPTH, None)
        self._asked: dict[Scope, frozenset[str]] = {}

    def clear(self) -> None:
        """Forget all answers."""
        self._answers.clear()
        self._asked.clear()

    def known(self, node: ast.expr, scope: Scope) -> list[Known]:
        """All that an expression can be; empty where some of it is not known to be MindSpore's."""
        return self._sure(self._at(Site(node, scope)))

    def kind(self, node: ast.expr, scope: Scope) -> Kind | None:
        """The one kind of an expression. A tensor that may be a parameter is a tensor."""
        kinds = {each.kind for each in self.known(node, scope)}
        if kinds == {Kind.TENSOR, Kind.PARAMETER}:
            return Kind.TENSOR
        return kinds.pop() if len(kinds) == 1 else None

    def without(self, name: str, node: ast.expr, scope: Scope) -> Kind | None:
        """The kind of an expression, if nothing in sight gives such objects an attribute `name`.

        That is: no class of the project that they belong to, no patch of
        MindSpore's classes, and no package that patches them.
        """
        known = self.known(node, scope)
        if not known or patches.may_add(name, self._evaluator):
            return None
        if any(each.class_ is not None and self._adds(each.class_, name) for each in known):
            return None
        return self.kind(node, scope)

    def _adds(self, class_: Scope, name: str) -> bool:
        classes = self._evaluator.classes
        for base in classes.ancestry(class_):
            if isinstance(base, Definition) and (
                {name, "__getattr__", "__getattribute__"} & base.scope.bindings.keys()
                or name in classes.writes(base.scope)
            ):
                return True
        return False

    # -- expressions ---------------------------------------------------

    def _at(self, site: Site) -> _Found:
        return self._answers.ask((site.node, site.frame, ()), lambda: self._expression(site))

    def _expression(self, site: Site) -> Iterator[Known | None]:
        if isinstance(site.node, ast.Name):
            yield from self._name(site.node, site)
            return
        for possible in self._evaluator.at(site):
            yield from self._possible(possible, site)

    def _possible(self, possible: Possible, site: Site) -> Iterator[Known | None]:
        value, written = possible.value, possible.written
        if isinstance(value, Constant):
            if value.value is not None and not isinstance(value.value, int | float):
                yield None
        elif isinstance(value, Instance):
            for each in self._instance(value):
                # Callers in other files may pass a parameter where this one passes a tensor.
                yield _TENSOR_OR_PARAMETER if each == _TENSOR and possible.passed is not None else each
        elif isinstance(value, Definition | External | Sequence):
            yield None
        elif written.node is not site.node:
            yield from self._at(written)
        else:
            yield from self._shape(site)

    def _instance(self, value: Instance) -> Iterator[Known | None]:
        if isinstance(value.of, External):
            yield self._library(canonical(value.of.name), value.site)
        elif isinstance(value.of, Definition):
            yield self._project(value.of.scope)
        elif value.site is not None and isinstance(value.site.node, ast.Call):
            yield from self._method(value.site.node, value.site)
        else:
            yield None

    def _library(self, name: str, site: Site | None) -> Known | None:
        """What calling a library function or class gives."""
        if name == results.PARAMETER:
            return _PARAMETER
        found = optimizer(name)
        if found is not None:
            return None if found.world is World.MINDTORCH else Known(Kind.OPTIMIZER, name)
        if results.is_cell(name):
            return Known(Kind.CELL, name)
        if name == "mindspore.ops.cast":
            return _TENSOR_OR_PARAMETER
        if results.gives_tensor(name):
            return _TENSOR
        if name == "mindspore.ops.stop_gradient" and site is not None and isinstance(site.node, ast.Call):
            arguments = [Site(each, site.scope, site.frame) for each in site.node.args[:1]]
            return _TENSOR if any(self._are_tensors(self._at(each)) for each in arguments) else None
        return Known(Kind.OPERATOR, name) if results.call_gives_tensor(name) else None

    def _project(self, class_: Scope) -> Known | None:
        """An object of a class of the project, if all that it extends is known."""
        library = ""
        for base in self._evaluator.classes.ancestry(class_):
            if isinstance(base, External):
                name = canonical(base.name)
                if optimizer(name) is not None or results.is_cell(name):
                    library = library or name
                elif name not in _ROOTS_OF_CLASSES:
                    return None
            elif not isinstance(base, Definition):
                return None
        object_ = self._library(library, None) if library else None
        return None if object_ is None else Known(object_.kind, library, class_)

    def _shape(self, site: Site) -> Iterator[Known | None]:
        """What follows from the form of an expression whose value is not known."""
        node = site.node
        if isinstance(node, ast.Call):
            yield from self._call(node, site)
        elif isinstance(node, ast.BinOp):
            yield self._combined(node.left, node.right, site)
        elif isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], _COMPARISONS):
            yield self._combined(node.left, node.comparators[0], site)
        elif isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
            operand = self._part(node.operand, site)
            yield self._perhaps_itself(operand) if isinstance(node.op, ast.UAdd) else self._tensor_if(operand)
        elif isinstance(node, ast.Subscript):
            yield self._subscript(node, site)
        elif isinstance(node, ast.Attribute):
            yield self._attribute(node, site)
        else:
            yield None

    def _part(self, node: ast.expr, site: Site) -> _Found:
        return self._at(Site(node, site.scope, site.frame))

    def _combined(self, left: ast.expr, right: ast.expr, site: Site) -> Known | None:
        """An operation with a tensor on either side gives a tensor, unless what is on the left decides itself."""
        if self._are_tensors(self._part(left, site)):
            return _TENSOR
        values = self._evaluator.values(left, site.scope, site.frame)
        return None if any(map(made.takes_over, values)) else self._tensor_if(self._part(right, site))

    def _subscript(self, node: ast.Subscript, site: Site) -> Known | None:
        base = self._part(node.value, site)
        if self._are_tensors(base):
            is_whole = isinstance(node.slice, ast.Constant) and node.slice.value is ...
            return self._perhaps_itself(base) if is_whole else _TENSOR
        values = self._evaluator.values(node.value, site.scope, site.frame)
        return _TENSOR if values and all(made.is_tuple_of_tensors(value) for value in values) else None

    def _attribute(self, node: ast.Attribute, site: Site) -> Known | None:
        if node.attr in results.TENSOR_ATTRIBUTES:
            return self._perhaps_itself(self._part(node.value, site))
        if node.attr in results.CELL_PARAMETERS:
            known = self._sure(self._part(node.value, site))
            is_layer = known and all(each.kind is Kind.CELL and each.class_ is None for each in known)
            return _PARAMETER if is_layer else None
        return None

    # -- calls ---------------------------------------------------------

    def _method(self, call: ast.Call, site: Site) -> Iterator[Known | None]:
        """What a method gives that no class of the project defines."""
        if not isinstance(call.func, ast.Attribute):
            yield None
            return
        name = call.func.attr
        owners = self._evaluator.values(call.func.value, site.scope, site.frame)
        if name in ("scale", "unscale") and owners and all(made.is_loss_scaler(value) for value in owners):
            yield _TENSOR
            return
        for base in self._part(call.func.value, site) or [None]:
            if base is None:
                yield None
            elif base.kind is Kind.PARAMETER and name in results.SAME_PARAMETER:
                yield base
            elif base.kind in (Kind.TENSOR, Kind.PARAMETER) and name in results.PERHAPS_ITSELF:
                yield self._perhaps_itself([base])
            elif base.kind in (Kind.TENSOR, Kind.PARAMETER):
                yield _TENSOR if results.method_gives_tensor(name) else None
            elif base.kind is Kind.CELL and name in results.SAME_CELL:
                yield base
            else:
                yield None

    def _call(self, call: ast.Call, site: Site) -> Iterator[Known | None]:
        """What calling an object gives."""
        for callee in self._part(call.func, site) or [None]:
            if callee is None or callee.kind not in (Kind.CELL, Kind.OPERATOR):
                yield None
            elif callee.class_ is None:
                yield _TENSOR if results.call_gives_tensor(callee.library) else None
            else:
                yield from self._constructed(callee, callee.class_, call, site, ())

    def _constructed(
        self, cell: Known, class_: Scope, call: ast.Call, site: Site, index: tuple[int, ...]
    ) -> Iterator[Known | None]:
        """What `construct` of a cell of the project returns, or what stands at `index` in it."""
        construct = self._evaluator.classes.method(class_, "construct")
        if self._evaluator.classes.method(class_, "__call__") is not None:
            yield None
        elif construct is None:
            yield _TENSOR if results.call_gives_tensor(cell.library) and not index else None
        else:
            frame = self._evaluator.arguments.frame(construct, call, site.scope, site.frame)
            returned = [each.value for each in construct.returns if each.value is not None]
            for value in returned:
                yield from self._item(Site(value, construct, frame), index)
            if not returned:
                yield None

    # -- names ---------------------------------------------------------

    def _name(self, node: ast.Name, site: Site) -> Iterator[Known | None]:
        home = lookup(site.scope, node.id)
        if home is None:
            yield None
            return
        for binding in reaching(site.scope, node.id, start_of(node)):
            yield from self._binding(binding, home, site)

    def _binding(self, binding: Binding, home: Scope, site: Site) -> Iterator[Known | None]:
        frame = site.frame if site.frame is not None and binding.scope.function is site.frame.function else None
        value = None if binding.value is None else Site(binding.value, binding.scope, frame)
        if binding.kind is BindingKind.PARAMETER:
            yield from self._argument(binding, home, site)
        elif binding.kind is BindingKind.IMPORT:
            for possible in self._evaluator.at(site):
                yield from self._possible(possible, site)
        elif value is None:
            yield None
        elif binding.kind is BindingKind.ASSIGNMENT:
            yield from self._at(value)
        elif binding.kind is BindingKind.AUGMENTED:
            # What is not a tensor here leaves the name what it was.
            if self._are_tensors(self._at(value)):
                yield _TENSOR
        elif binding.kind is BindingKind.UNPACKED:
            yield from self._item(value, binding.index)
        elif binding.kind is BindingKind.LOOP:
            yield from self._element(value, binding.index)
        else:
            yield None

    def _argument(self, binding: Binding, home: Scope, site: Site) -> Iterator[Known | None]:
        """A parameter of a function, by its annotation, by the calls of the function, or by its use in a cell."""
        asked = self._asked.get(home)
        if asked is None:
            asked = self._asked[home] = hints.asked_about(home)
        if binding.name in asked:
            yield None
            return
        arguments = getattr(home.node, "args", None)
        is_several = arguments is not None and binding.node in (arguments.vararg, arguments.kwarg)
        annotation = None if is_several else getattr(binding.node, "annotation", None)
        if annotation is not None and hints.names_tensor(annotation, home.parent or home, self._evaluator):
            yield _TENSOR_OR_PARAMETER
            return
        found = []
        if isinstance(site.node, ast.Name) and len(reaching(site.scope, site.node.id, start_of(site.node))) == 1:
            found = [each for possible in self._evaluator.at(site) for each in self._possible(possible, site)]
        if found and None not in found:
            yield from found
        else:
            yield _TENSOR_OR_PARAMETER if self._is_used_in_construct(binding.name, home) else None

    def _is_used_in_construct(self, name: str, function: Scope) -> bool:
        """Whether `construct` of a cell does with its argument what is done with tensors alone.

        It hands it to one of MindSpore's functions or layers, calls a method that
        tensors have, or puts an operator between it and a tensor.
        """
        if function.name != "construct" or function.owner is None or self._project(function.owner) is None:
            return False
        calls = [call for call in function.module.calls if call.scope.function is function]
        if any(hints.calls_tensor_method(name, call) for call in calls):
            return True
        if any(hints.is_argument(name, call) and hints.takes_tensors(call, self._evaluator) for call in calls):
            return True
        return any(
            self._are_tensors(self._at(Site(other, function))) for other in hints.other_operands(name, function.node)
        )

    # -- parts of results ----------------------------------------------

    def _item(self, site: Site, index: tuple[int, ...]) -> Iterator[Known | None]:
        """What stands at `index` in the tuple that an expression is."""
        if not index:
            yield from self._at(site)
        else:
            yield from self._answers.ask((site.node, site.frame, index), lambda: self._inner(site, index))

    def _inner(self, site: Site, index: tuple[int, ...]) -> Iterator[Known | None]:
        for possible in self._evaluator.at(site):
            value = possible.value
            if isinstance(value, Sequence) and not value.is_open and index[0] < len(value.elements):
                yield from self._item(value.elements[index[0]], index[1:])
            elif made.is_tuple_of_tensors(value) and len(index) == 1:
                yield _TENSOR
            elif isinstance(possible.written.node, ast.Call):
                yield from self._item_of_call(possible.written.node, possible.written, index)
            else:
                yield None

    def _item_of_call(self, call: ast.Call, site: Site, index: tuple[int, ...]) -> Iterator[Known | None]:
        function = call.func
        if (
            isinstance(function, ast.Attribute)
            and len(index) == 1
            and results.method_gives_tensors(function.attr)
            and self._are_tensors(self._part(function.value, site))
        ):
            yield _TENSOR
            return
        for value in self._evaluator.values(call.func, site.scope, site.frame):
            gradient = made.value_and_grad(value)
            if gradient is not None:
                has_aux = len(gradient.args) > 3 or any(each.arg in ("has_aux", None) for each in gradient.keywords)
                yield _TENSOR if index[0] == 0 and has_aux is (len(index) == 2) else None
            elif isinstance(value, Instance) and isinstance(value.of, Definition):
                cell = self._project(value.of.scope)
                if cell is None or cell.class_ is None or cell.kind is not Kind.CELL:
                    yield None
                else:
                    yield from self._constructed(cell, cell.class_, call, site, index)
            else:
                yield None

    def _element(self, site: Site, index: tuple[int, ...]) -> Iterator[Known | None]:
        """What a loop over an expression yields."""
        node = site.node
        if isinstance(node, ast.Attribute) and node.attr == "parameters" and not index:
            known = self._sure(self._part(node.value, site))
            yield _PARAMETER if known and all(each.kind is Kind.OPTIMIZER for each in known) else None
            return
        for possible in self._evaluator.at(site):
            value, written = possible.value, possible.written
            if isinstance(value, Sequence) and value.elements:
                for element in value.elements:
                    yield from self._item(element, index)
            elif isinstance(value, Instance) and isinstance(written.node, ast.Call):
                yield self._parameter_of(written.node, written, index)
            else:
                yield None

    def _parameter_of(self, call: ast.Call, site: Site, index: tuple[int, ...]) -> Known | None:
        """`for p in net.trainable_params()`, `for name, p in net.parameters_and_names()`."""
        if not isinstance(call.func, ast.Attribute):
            return None
        name = call.func.attr
        is_list = name in results.PARAMETER_LISTS and not index
        if not is_list and not (name == "parameters_and_names" and index == (1,)):
            return None
        known = self._sure(self._part(call.func.value, site))
        return _PARAMETER if known and all(each.kind is Kind.CELL for each in known) else None

    @staticmethod
    def _sure(found: _Found) -> list[Known]:
        known = [each for each in found if each is not None]
        return known if len(known) == len(found) else []

    @classmethod
    def _are_tensors(cls, found: _Found) -> bool:
        known = cls._sure(found)
        return bool(known) and all(each.kind in (Kind.TENSOR, Kind.PARAMETER) for each in known)

    @classmethod
    def _tensor_if(cls, found: _Found) -> Known | None:
        return _TENSOR if cls._are_tensors(found) else None

    @classmethod
    def _perhaps_itself(cls, found: _Found) -> Known | None:
        """A tensor that can be the very one it is made of, which may be a parameter."""
        if not cls._are_tensors(found):
            return None
        return _TENSOR if all(each == _TENSOR for each in found) else _TENSOR_OR_PARAMETER
