"""What Python's builtin functions give."""

from __future__ import annotations

import ast
from collections.abc import Callable

from mslint.facts.layers import MODE_DEPENDENT
from mslint.facts.names import canonical
from mslint.training import library
from mslint.training.behaviour import MEMBER
from mslint.training.conditions import key_of
from mslint.training.core import PathEndsError
from mslint.training.kinds import is_tensor
from mslint.training.methods import Methods
from mslint.training.objects import (
    FALSE,
    MAX_ITEMS,
    NONE,
    NUMBER,
    TENSOR,
    TRUE,
    Arguments,
    Bound,
    Builtin,
    ClassValue,
    Compiled,
    Constant,
    Counter,
    Function,
    Instance,
    Library,
    Mapping,
    Method,
    Rate,
    Repeated,
    Sequence,
    Symbol,
    Tuple,
    Value,
    atoms,
    constant,
    fresh,
    join,
    marks_of,
    of_kind,
)
from mslint.training.rates import is_of_mindtorch

_MAX_RANGE = 4


class Builtins(Methods):
    """Builtin calls."""

    def __init__(self, *arguments: object) -> None:
        """Take what `Core` takes."""
        super().__init__(*arguments)
        self._builtins: dict[str, Callable[[Arguments, ast.expr], Value]] = {
            "isinstance": self._isinstance,
            "len": self._len,
            "range": self._range,
            "enumerate": self._enumerate,
            "zip": self._zip,
            "list": self._sequence,
            "set": self._sequence,
            "sorted": self._sequence,
            "reversed": self._reversed,
            "tuple": self._to_tuple,
            "dict": self._to_dict,
            "iter": lambda arguments, node: arguments.get(0) or fresh(),
            "next": self._next,
            "map": self._map,
            "filter": self._filter,
            "getattr": self._getattr,
            "setattr": self._setattr,
            "hasattr": self._hasattr,
            "callable": self._callable,
            "type": self._type,
            "bool": self._bool,
            "float": lambda arguments, node: of_kind(NUMBER, marks_of(*arguments.all())),
            "int": lambda arguments, node: of_kind(NUMBER, marks_of(*arguments.all())),
            "max": self._extreme,
            "min": self._extreme,
        }

    @property
    def builtin_names(self) -> frozenset[str]:
        """The builtin functions whose results are followed."""
        return frozenset(self._builtins)

    def call_builtin(self, name: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call a builtin function."""
        if name in ("exit", "quit"):
            raise PathEndsError
        self.use_in_call(name, arguments, node)
        action = self._builtins.get(name)
        if action is not None:
            return action(arguments, node)
        if name in ("exec", "eval"):
            for held in arguments.all():
                self.escape(held)
        return fresh(marks_of(*arguments.all()))

    # -- questions -----------------------------------------------------

    def _isinstance(self, arguments: Arguments, node: ast.expr) -> Value:
        value, wanted = arguments.get(0), arguments.get(1)
        if value is None or wanted is None:
            return fresh()
        options = wanted.items if isinstance(wanted, Tuple) else (wanted,)
        answers = {self._is_kind(value, option) for option in options}
        if True in answers:
            return TRUE
        return fresh() if None in answers else FALSE

    def _is_kind(self, value: Value, wanted: Value) -> bool | None:
        if isinstance(wanted, Builtin):
            return _is_builtin_kind(value, wanted.name)
        if isinstance(value, Constant):
            return False if isinstance(wanted, ClassValue | Library) else None
        if isinstance(value, Sequence | Mapping | Tuple | Function):
            return None if isinstance(wanted, Library) and not wanted.name.startswith("mindspore.") else False
        if isinstance(wanted, Library) and canonical(wanted.name) in ("mindspore.Parameter", "mindspore.Tensor"):
            return True if self.is_parameter(value) else None
        if not isinstance(value, Instance):
            return None
        bases = self.bases_of(value)
        if isinstance(wanted, ClassValue):
            return True if wanted in bases else None if None in bases else False
        if isinstance(wanted, Library):
            return self._is_library_kind(value, bases, canonical(wanted.name))
        return None

    def _is_library_kind(self, value: Instance, bases: list[ClassValue | str | None], name: str) -> bool | None:
        if name in bases or (name == library.CELL and self.is_cell(value)):
            return True
        if library.is_optimizer(value.library) and name in library.OPTIMIZER_BASES and None not in bases:
            return library.OPTIMIZER_BASES[name] is library.has_groups(value.library)
        known = [base for base in bases if isinstance(base, str)]
        if None in bases or any(base not in (library.CELL,) and not library.is_cell(base) for base in known):
            return None
        if name in library.CONTAINERS or name in MODE_DEPENDENT:
            return False
        return None if known and known != [library.CELL] else False

    def _len(self, arguments: Arguments, node: ast.expr) -> Value:
        value = arguments.get(0)
        known = self.elements(value) if value is not None else None
        if known is not None:
            return constant(len(known))
        return Symbol(("len", key_of(value))) if isinstance(value, Symbol) else fresh()

    def _bool(self, arguments: Arguments, node: ast.expr) -> Value:
        value = arguments.get(0)
        known = None if value is None else self.truth(value)
        if known is None:
            return value if isinstance(value, Symbol) else fresh()
        return TRUE if known else FALSE

    def _callable(self, arguments: Arguments, node: ast.expr) -> Value:
        value = arguments.get(0)
        return TRUE if isinstance(value, Function | Bound | ClassValue | Compiled) else fresh()

    def _hasattr(self, arguments: Arguments, node: ast.expr) -> Value:
        value, name = arguments.get(0), arguments.get(1)
        if isinstance(value, Instance) and isinstance(name, Constant):
            if name.value in value.fields:
                return TRUE
            if value.cls is None and library.is_optimizer(value.library):
                has_groups = library.has_groups(value.library)
                if name.value in ("learning_rate", "param_groups"):
                    return TRUE if has_groups is (name.value == "param_groups") else FALSE
        return fresh()

    def _type(self, arguments: Arguments, node: ast.expr) -> Value:
        value = arguments.get(0)
        if isinstance(value, Instance):
            return value.cls or Library(value.library)
        return fresh()

    def _extreme(self, arguments: Arguments, node: ast.expr) -> Value:
        """`max` and `min` give one of their arguments."""
        held = [atom for given in arguments.positional for atom in atoms(given)]
        if any(isinstance(atom, Rate) and is_of_mindtorch(atom) for atom in held):
            return join(arguments.positional)
        if any(is_tensor(given) for given in arguments.positional):
            return of_kind(TENSOR, marks_of(*arguments.all()))
        return fresh(marks_of(*arguments.all()))

    # -- iterables -----------------------------------------------------

    def _range(self, arguments: Arguments, node: ast.expr) -> Value:
        count = None
        numbers = [value.value for value in arguments.positional if isinstance(value, Constant)]
        if len(numbers) == len(arguments.positional) and all(isinstance(number, int) for number in numbers):
            try:
                counted = range(*numbers)
            except (TypeError, ValueError):
                return fresh()
            if not counted[_MAX_RANGE:]:
                return Tuple(tuple(constant(each) for each in counted))
            count = len(counted)
        end = arguments.positional[-1] if len(arguments.positional) in (1, 2) else fresh()
        start = {1: constant(0), 2: arguments.positional[0]}.get(len(arguments.positional))
        return Counter(key_of(end), count, start)

    def _enumerate(self, arguments: Arguments, node: ast.expr) -> Value:
        given = arguments.get(0)
        if given is None:
            return fresh()
        known = self.elements(given)
        if known is not None:
            return Tuple(tuple(Tuple((constant(number), item)) for number, item in enumerate(known)))
        start = arguments.get(1, "start") or constant(0)
        return Repeated(Tuple((fresh(), self.element(given))), start)

    def _zip(self, arguments: Arguments, node: ast.expr) -> Value:
        known = [self.elements(given) for given in arguments.positional]
        if known and not arguments.is_open and all(items is not None for items in known):
            return Tuple(tuple(Tuple(items) for items in zip(*(items or () for items in known), strict=False)))
        return Repeated(Tuple(tuple(self.element(given) for given in arguments.positional)))

    def _sequence(self, arguments: Arguments, node: ast.expr) -> Value:
        given = arguments.get(0)
        if given is None:
            return self.new_list([])
        known = self.elements(given)
        if known is not None:
            return self.new_list(list(known))
        return given if isinstance(given, Symbol) else self.new_list([self.element(given)], is_open=True)

    def _to_tuple(self, arguments: Arguments, node: ast.expr) -> Value:
        given = arguments.get(0)
        if given is None:
            return Tuple(())
        known = self.elements(given)
        if known is not None:
            return Tuple(known)
        return given if isinstance(given, Symbol) else Repeated(self.element(given))

    def _reversed(self, arguments: Arguments, node: ast.expr) -> Value:
        given = arguments.get(0)
        known = self.elements(given) if given is not None else None
        return Tuple(tuple(reversed(known))) if known is not None else given or fresh()

    def _to_dict(self, arguments: Arguments, node: ast.expr) -> Value:
        made = Mapping()
        self.store.set(made.state, "open", arguments.is_open)
        for given in arguments.positional:
            pairs = None if isinstance(given, Mapping) else self.elements(given)
            if pairs is None:
                self.update(made, given)
                continue
            for pair in pairs:
                if isinstance(pair, Tuple) and len(pair.items) == 2:
                    self.put(made, pair.items[0], pair.items[1])
        for key, value in arguments.keywords.items():
            self.store.set(made.fields, key, value)
        return made

    def _next(self, arguments: Arguments, node: ast.expr) -> Value:
        given = arguments.get(0)
        return self.element(given) if given is not None else fresh()

    def _map(self, arguments: Arguments, node: ast.expr) -> Value:
        if len(arguments.positional) != 2:
            return fresh(marks_of(*arguments.all()))
        function, given = arguments.positional
        known = self.elements(given)
        if known is None or len(known) > MAX_ITEMS:
            return Repeated(self.call(function, Arguments([self.element(given)]), node))
        return self.new_list([self.call(function, Arguments([item]), node) for item in known])

    def _filter(self, arguments: Arguments, node: ast.expr) -> Value:
        if len(arguments.positional) != 2:
            return fresh(marks_of(*arguments.all()))
        return Repeated(self.element(arguments.positional[1]))

    # -- attributes ----------------------------------------------------

    def _getattr(self, arguments: Arguments, node: ast.expr) -> Value:
        value, name, default = arguments.get(0), arguments.get(1), arguments.get(2)
        if value is None or not isinstance(name, Constant) or not isinstance(name.value, str):
            is_member = isinstance(value, Instance) and self.is_cell(value)
            return Symbol((MEMBER, value, fresh().key)) if is_member else fresh()
        found = self.attribute(value, name.value, self.frame)
        if default is not None and not (isinstance(value, Instance) and name.value in value.fields):
            return found if isinstance(found, Method | Bound | Function) else join([found, default])
        return found

    def _setattr(self, arguments: Arguments, node: ast.expr) -> Value:
        if len(arguments.positional) != 3:
            return NONE
        holder, name, value = arguments.positional
        if isinstance(name, Constant) and isinstance(name.value, str):
            self.note_write(holder, name.value, value, node)
            self.assign_attribute(holder, name.value, value, node)
        elif isinstance(holder, Instance):
            self.store.set(holder.fields, fresh().key, value)
        else:
            self.escape(value)
        return NONE


_PYTHON_KINDS = {"list": Sequence, "set": Sequence, "dict": Mapping, "tuple": Tuple}


def _is_builtin_kind(value: Value, name: str) -> bool | None:
    if isinstance(value, Constant):
        kinds = {"bool": bool, "int": int, "float": float, "str": str, "bytes": bytes}
        return isinstance(value.value, kinds[name]) if name in kinds else name == "object"
    if isinstance(value, Sequence | Mapping | Tuple):
        kind = _PYTHON_KINDS.get(name)
        return isinstance(value, kind) if kind is not None else False
    return False if isinstance(value, Instance) and name != "object" else None
