"""Methods of lists, dictionaries and parameter groups."""

from __future__ import annotations

import ast

from mslint.training.calls import Calls
from mslint.training.events import Use
from mslint.training.objects import (
    MAX_ITEMS,
    NONE,
    Arguments,
    Constant,
    Group,
    Groups,
    Mapping,
    Method,
    Repeated,
    Sequence,
    Tuple,
    Value,
    fresh,
    join,
    marks_of,
)


class ContainerMethods(Calls):
    """Calling methods of Python's own containers."""

    def container_method(self, method: Method, arguments: Arguments, node: ast.expr) -> Value:
        """Call a method of a list, a dictionary or a parameter group."""
        receiver = method.receiver
        if isinstance(receiver, Group):
            return self._group_method(receiver, method.name, arguments, node)
        if isinstance(receiver, Constant):
            self.use_in_text(str(receiver.value), arguments, node)
            return fresh()
        if isinstance(receiver, Sequence):
            if method.name in ("append", "insert"):
                self.use_rates(arguments, Use.KEPT, node)
            return self._list_method(receiver, method.name, arguments)
        if isinstance(receiver, Mapping):
            return self._mapping_method(receiver, method.name, arguments)
        if isinstance(receiver, Groups):
            return fresh()
        return fresh(marks_of(receiver, *arguments.all()))

    def _group_method(self, receiver: Group, name: str, arguments: Arguments, node: ast.expr) -> Value:
        key = arguments.get(0)
        if name == "get" and key is not None:
            return self.item(receiver, key)
        if name == "__setitem__" and isinstance(key, Constant) and key.value == "lr":
            self.write_rate(receiver, arguments.get(1) or fresh(), False, node)
        elif name == "update":
            given = arguments.keywords.get("lr") or (key.fields.get("lr") if isinstance(key, Mapping) else None)
            if given is not None:
                self.write_rate(receiver, given, False, node)
        return fresh()

    def _list_method(self, receiver: Sequence, name: str, arguments: Arguments) -> Value:
        items: tuple[Value, ...] = receiver.state["items"]
        given = arguments.get(1 if name == "insert" else 0)
        if name in ("append", "add", "insert") and given is not None:
            self.store.set(receiver.state, "items", (*items, self.kept(given))[-MAX_ITEMS:])
        elif name in ("extend", "update") and given is not None:
            added = self.elements(given)
            if added is None:
                self.store.set(receiver.state, "open", True)
                added = (self.element(given),)
            self.store.set(receiver.state, "items", (*items, *added)[-MAX_ITEMS:])
        elif name in ("pop", "remove", "clear"):
            self.store.set(receiver.state, "open", True)
            return join([*items, fresh()])
        return fresh(marks_of(receiver))

    def _mapping_method(self, receiver: Mapping, name: str, arguments: Arguments) -> Value:
        known = receiver.state.get("open") is False
        rest = receiver.state.get("rest", ())
        if name in ("get", "pop", "setdefault"):
            key = arguments.get(0)
            if isinstance(key, Constant) and key.value in receiver.fields:
                return receiver.fields[key.value]
            default = arguments.get(1)
            if name == "setdefault" and key is not None and default is not None:
                self.put(receiver, key, default)
            held = [] if known and isinstance(key, Constant) else [*receiver.fields.values(), *rest, fresh()]
            return join([*held, default or NONE])
        if name == "update":
            for given in arguments.positional:
                self.update(receiver, given)
            for key_name, value in arguments.keywords.items():
                self.store.set(receiver.fields, key_name, value)
        if name == "values" and known:
            return Tuple(tuple(receiver.fields.values()))
        if name == "items" and known:
            pairs = receiver.fields.items()
            return Tuple(tuple(Tuple((Constant(key, type(key)), value)) for key, value in pairs))
        if name in ("values", "items"):
            value = join([*receiver.fields.values(), *rest, fresh()])
            return Repeated(value if name == "values" else Tuple((fresh(), value)))
        return fresh(marks_of(receiver))
