"""What expressions evaluate to."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable, Hashable
from typing import Any

from mslint.training.conditions import MAX_TEXT, Conditions
from mslint.training.events import Use
from mslint.training.objects import (
    MAX_ITEMS,
    Arguments,
    Constant,
    Counter,
    Frame,
    Function,
    Group,
    Groups,
    Instance,
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
    derived,
    fresh,
    join,
    marks_of,
)

_MAX_UNROLLED = 16
"""Elements of an iterable that a comprehension goes through one by one."""


class Expressions(Conditions):
    """Evaluation of everything but calls and attributes."""

    def __init__(self, *arguments: Any) -> None:
        """Take what `Core` takes."""
        super().__init__(*arguments)
        self._handlers: dict[type, Callable[[Any, Frame], Value]] = {
            ast.Constant: lambda node, frame: constant(node.value),
            ast.Name: lambda node, frame: self.name(node.id, frame),
            ast.Attribute: self._attribute,
            ast.Call: self.call_expression,
            ast.Subscript: self._subscript,
            ast.Tuple: self._tuple,
            ast.List: self._list,
            ast.Set: self._list,
            ast.Dict: self._dict,
            ast.BinOp: self.binary,
            ast.UnaryOp: self.unary,
            ast.BoolOp: self.boolean,
            ast.Compare: self.compare,
            ast.IfExp: self.conditional,
            ast.Lambda: lambda node, frame: Function(node, frame, None),
            ast.NamedExpr: self._walrus,
            ast.Starred: lambda node, frame: self.evaluate(node.value, frame),
            ast.Await: lambda node, frame: self.evaluate(node.value, frame),
            ast.YieldFrom: lambda node, frame: self.evaluate(node.value, frame),
            ast.Yield: self._yield,
            ast.JoinedStr: self._text,
            ast.ListComp: self._comprehension,
            ast.SetComp: self._comprehension,
            ast.GeneratorExp: self._comprehension,
            ast.DictComp: self._comprehension,
        }

    @abstractmethod
    def call_expression(self, node: ast.Call, frame: Frame) -> Value:
        """The value of a call."""

    @abstractmethod
    def assign(self, target: ast.expr, value: Value, frame: Frame) -> None:
        """Bind a target to a value."""

    @abstractmethod
    def rate_of(self, group: Group) -> Value:
        """The value of `group["lr"]`."""

    @abstractmethod
    def note_groups(self, holder: Value, node: ast.expr) -> None:
        """`holder.param_groups` is read at `node`."""

    @abstractmethod
    def use_rate(self, value: Value, use: Use, node: ast.expr) -> None:
        """A value is used as if it were a number, which a rate may not be."""

    @abstractmethod
    def use_rates(self, arguments: Arguments, use: Use, node: ast.expr) -> None:
        """The same for the positional arguments of a call."""

    @abstractmethod
    def use_in_text(self, text: str, arguments: Arguments, node: ast.expr) -> None:
        """`text.format(...)` is called at `node`."""

    @abstractmethod
    def note_attribute(self, receiver: Value, node: ast.Attribute) -> None:
        """An attribute is read."""

    @abstractmethod
    def element(self, value: Value) -> Value:
        """Any one element of an iterable."""

    def evaluate(self, node: ast.expr, frame: Frame) -> Value:
        """The value of an expression."""
        handler = self._handlers.get(node.__class__)
        if handler is None:
            return fresh()
        self.spend()
        if self.is_too_deep(self.nesting):
            return fresh()
        self.nesting += 1
        try:
            return handler(node, frame)
        finally:
            self.nesting -= 1

    def _attribute(self, node: ast.Attribute, frame: Frame) -> Value:
        receiver = self.evaluate(node.value, frame)
        self.note_attribute(receiver, node)
        if node.attr == "param_groups":
            self.note_groups(receiver, node)
        return self.attribute(receiver, node.attr, frame)

    def _yield(self, node: ast.Yield, frame: Frame) -> Value:
        if node.value is not None:
            self.evaluate(node.value, frame)
        return fresh()

    def _text(self, node: ast.JoinedStr, frame: Frame) -> Value:
        texts: list[str] = []
        for part in node.values:
            is_plain = True
            use = Use.TEXT
            if isinstance(part, ast.FormattedValue):
                is_plain = part.conversion == -1 and part.format_spec is None
                use = Use.FORMAT if part.conversion == -1 and part.format_spec is not None else Use.TEXT
                part = part.value
            value = self.evaluate(part, frame)
            # Inside of texts Python 3.11 and older do not tell where things stand.
            self.use_rate(value, use, node)
            if is_plain and isinstance(value, Constant) and isinstance(value.value, str | int):
                texts.append(str(value.value))
        text = "".join(texts)
        return constant(text) if len(texts) == len(node.values) and len(text) <= MAX_TEXT else fresh()

    def _walrus(self, node: ast.NamedExpr, frame: Frame) -> Value:
        value = self.evaluate(node.value, frame)
        self.assign(node.target, value, frame)
        return value

    # -- containers ----------------------------------------------------

    def _items(self, nodes: list[ast.expr], frame: Frame) -> tuple[list[Value], bool]:
        items: list[Value] = []
        is_open = False
        for node in nodes:
            value = self.evaluate(node, frame)
            if not isinstance(node, ast.Starred):
                items.append(value)
                continue
            known = self.elements(value)
            if known is None:
                is_open = True
                items.append(self.element(value))
            else:
                items.extend(known)
        return items, is_open

    def _tuple(self, node: ast.Tuple, frame: Frame) -> Value:
        items, is_open = self._items(node.elts, frame)
        return fresh(marks_of(*items)) if is_open else Tuple(tuple(items))

    def _list(self, node: ast.List | ast.Set, frame: Frame) -> Value:
        return self.new_list(*self._items(node.elts, frame))

    def new_list(self, items: list[Value], is_open: bool = False) -> Sequence:
        """A new list."""
        made = Sequence()
        self.store.set(made.state, "items", tuple(items[-MAX_ITEMS:]))
        self.store.set(made.state, "open", is_open or len(items) > MAX_ITEMS)
        return made

    def _dict(self, node: ast.Dict, frame: Frame) -> Value:
        made = Mapping()
        self.store.set(made.state, "open", False)
        for key, value in zip(node.keys, node.values, strict=True):
            held = self.evaluate(value, frame)
            if key is None:
                self.update(made, held)
            else:
                self.put(made, self.evaluate(key, frame), held)
        return made

    def put(self, mapping: Mapping, key: Value, value: Value) -> None:
        """`mapping[key] = value`."""
        if isinstance(key, Constant) and isinstance(key.value, Hashable):
            self.store.set(mapping.fields, key.value, value)
            return
        self.store.set(mapping.state, "open", True)
        self.store.set(mapping.state, "rest", (*mapping.state.get("rest", ()), value)[-8:])

    def update(self, mapping: Mapping, other: Value) -> None:
        """`mapping.update(other)`."""
        if isinstance(other, Mapping):
            for key, value in list(other.fields.items()):
                self.store.set(mapping.fields, key, value)
            if other.state.get("open") is False:
                return
            self.store.set(mapping.state, "rest", other.state.get("rest", ()))
        self.store.set(mapping.state, "open", True)

    def _subscript(self, node: ast.Subscript, frame: Frame) -> Value:
        value = self.evaluate(node.value, frame)
        if isinstance(node.slice, ast.Slice):
            for part in (node.slice.lower, node.slice.upper):
                if part is not None:
                    self.evaluate(part, frame)
            return self._slice(value)
        key = self.evaluate(node.slice, frame)
        return join([self.item(atom, key) for atom in atoms(value)])

    def _slice(self, value: Value) -> Value:
        if isinstance(value, Groups | Symbol):
            return value
        known = self.elements(value)
        return Repeated(self.element(value)) if known is None else Repeated(join(known))

    def item(self, value: Value, key: Value) -> Value:
        """The value of `value[key]`."""
        if isinstance(value, Groups):
            return Group(value.optimizer)
        if isinstance(value, Rate):
            return value
        if isinstance(value, Mapping):
            return self._entry(value, key)
        if isinstance(value, Instance) and "entries" in value.state:
            return self._entry(value.state["entries"], key)
        known = self.elements(value)
        if known is not None and isinstance(key, Constant) and isinstance(key.value, int):
            if -len(known) <= key.value < len(known):
                return known[key.value]
        elif known:
            return join([*known, fresh()])
        if isinstance(value, Group):
            return self.rate_of(value) if isinstance(key, Constant) and key.value == "lr" else fresh()
        if isinstance(value, Method):
            return fresh()
        if isinstance(value, Symbol) and isinstance(key, Constant):
            return derived(("[]", value.key, key), value)
        return fresh(marks_of(value))

    def _entry(self, mapping: Mapping, key: Value) -> Value:
        rest = mapping.state.get("rest", ())
        if isinstance(key, Constant) and isinstance(key.value, Hashable):
            found = mapping.fields.get(key.value)
            if found is not None and not rest:
                return found
            return join([*([found] if found else []), *rest, fresh()])
        return join([*mapping.fields.values(), *rest, fresh()])

    # -- comprehensions ------------------------------------------------

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, frame: Frame) -> Value:
        inner = Frame(frame.module, frame.module.scopes.get(node), frame, caller=frame, owner=frame.owner)
        self.frames.append(inner)
        inner.is_graph, inner.depth, inner.function = frame.is_graph, frame.depth, frame.function
        made: Mapping | Sequence
        if isinstance(node, ast.DictComp):
            made = Mapping()
            self.store.set(made.state, "open", False)
        else:
            made = self.new_list([])
        self._generate(node, 0, inner, frame, made)
        return made

    def _generate(self, node: Any, number: int, inner: Frame, outer: Frame, made: Mapping | Sequence) -> None:
        if number == len(node.generators):
            self._add_generated(node, inner, made)
            return
        generator = node.generators[number]
        iterated = self.evaluate(generator.iter, inner if number else outer)
        known = self.elements(iterated)
        if known is None or len(known) > _MAX_UNROLLED:
            self.store.set(made.state, "open", True)
            self.store.set(made.state, "alike", True)
            known = (self.element(iterated),)
        for item in known:
            self.assign(generator.target, item, inner)
            asked = [self.evaluate(test, inner) for test in generator.ifs]
            tests = [self.truth(value) for value in asked]
            if False in tests:
                continue
            before = self.store.facts
            if None in tests:
                self.store.set(made.state, "open", True)
                self.store.set(made.state, "alike", False)
                if any(_asks_for_name(test) for test in generator.ifs):
                    self.store.set(made.state, "by_name", True)
                for value, known_truth in zip(asked, tests, strict=True):
                    if known_truth is None:
                        self.store.facts = {**self.store.facts, **self.facts_if(value, True)}
            self._generate(node, number + 1, inner, outer, made)
            self.store.facts = before

    def _add_generated(self, node: Any, inner: Frame, made: Mapping | Sequence) -> None:
        if isinstance(made, Mapping):
            self.put(made, self.evaluate(node.key, inner), self.evaluate(node.value, inner))
        else:
            value = self.kept(self.evaluate(node.elt, inner))
            self.store.set(made.state, "items", (*made.state["items"], value)[:32])

    def kept(self, value: Value) -> Value:
        """What a list holds that a value is put into here."""
        return value

    def arguments_of(self, node: ast.Call, frame: Frame) -> Arguments:
        """The evaluated arguments of a call."""
        positional, is_open = self._items(node.args, frame)
        if is_open:
            positional = positional[: next(i for i, arg in enumerate(node.args) if isinstance(arg, ast.Starred))]
        made = Arguments(positional, {}, is_open)
        for keyword in node.keywords:
            value = self.evaluate(keyword.value, frame)
            if keyword.arg is not None:
                made.keywords[keyword.arg] = value
            elif isinstance(value, Mapping) and value.state.get("open") is False:
                made.keywords.update({str(key): held for key, held in value.fields.items()})
            else:
                made.is_open = True
        return made

    def counter_symbol(self, counter: Counter) -> Symbol:
        """The variable of a loop over a range."""
        return Symbol(("loop", fresh().key))


def _asks_for_name(test: ast.expr) -> bool:
    """Whether a condition looks at the name of something."""
    return any(isinstance(inner, ast.Attribute) and inner.attr == "name" for inner in ast.walk(test))
