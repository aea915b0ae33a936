"""Attributes, elements and assignment."""

from __future__ import annotations

import ast
from abc import abstractmethod

from mslint.facts.names import canonical
from mslint.model.names import Import
from mslint.training import library
from mslint.training.expressions import Expressions
from mslint.training.objects import (
    FALSE,
    TRUE,
    Arguments,
    Bound,
    ClassValue,
    Constant,
    Counter,
    Frame,
    Function,
    Group,
    Groups,
    Instance,
    Library,
    Mapping,
    Method,
    ParametersOf,
    ProjectModule,
    Rate,
    Repeated,
    Sequence,
    Super,
    Symbol,
    Tuple,
    Union,
    Value,
    atoms,
    constant,
    derived,
    fresh,
    join,
    marks_of,
)
from mslint.training.state import Mode, Modes

_MAX_UNROLLED_RANGE = 4


class Access(Expressions):
    """Reading and writing attributes, elements and names."""

    @abstractmethod
    def modes_of(self, cell: Instance) -> Modes:
        """The modes that a cell can have now."""

    @abstractmethod
    def children(self, cell: Instance) -> list[Instance]:
        """The cells that a cell holds itself."""

    @abstractmethod
    def note_mode_read(self, cell: Instance) -> None:
        """A cell's own `training` is read."""

    @abstractmethod
    def escape(self, value: Value) -> None:
        """Give a value to code that is not known."""

    @abstractmethod
    def write_rate(self, group: Group, value: Value, is_augmented: bool, node: ast.expr) -> None:
        """`group["lr"]` is written."""

    @abstractmethod
    def change_data(self, rate: Rate, name: str, node: ast.expr) -> None:
        """The Parameter of a rate gets other data, by the method or attribute `name`."""

    @abstractmethod
    def note_write(self, holder: Value, name: str, value: Value, node: ast.expr) -> None:
        """`holder.name = value` at `node`."""

    @abstractmethod
    def note_layer(self, holder: Value, value: Value, node: ast.expr) -> None:
        """`holder.attribute = value`: a cell may become part of a network of another package."""

    @abstractmethod
    def set_own_mode(self, cell: Instance, value: Value, node: ast.expr | None = None) -> None:
        """`cell.training = value`, assigned at `node`."""

    def is_cell(self, value: Value) -> bool:
        """Whether a value is a cell."""
        if not isinstance(value, Instance):
            return False
        return any(isinstance(base, str) and library.is_cell(base) for base in self.bases_of(value))

    # -- attributes ----------------------------------------------------

    def attribute(self, value: Value, name: str, frame: Frame) -> Value:
        """The value of `value.name`."""
        if isinstance(value, Library):
            return Library(f"{value.name}.{name}")
        if isinstance(value, Instance):
            return self.instance_attribute(value, name)
        if isinstance(value, Symbol):
            return Groups(value) if name == "param_groups" else derived((".", value.key, name), value)
        if isinstance(value, Union):
            items = [item for item in value.items if not isinstance(item, Constant)]
            return join([self.attribute(item, name, frame) for item in items or value.items])
        if isinstance(value, ProjectModule):
            return self._module_attribute(value, name)
        if isinstance(value, Super):
            return self._super_attribute(value, name)
        if isinstance(value, ClassValue):
            return self._class_attribute(value, name)
        if isinstance(value, Function | Bound) and name in ("__wrapped__", "__func__"):
            return value
        if isinstance(value, Sequence | Mapping | Tuple | Group | Groups | Rate):
            return Method(value, name)
        if name == "format" and isinstance(value, Constant) and isinstance(value.value, str):
            return Method(value, name)
        return fresh(marks_of(value))

    def _module_attribute(self, value: ProjectModule, name: str) -> Value:
        found = self.module_value(value.module, name)
        if found is not None:
            return found
        if value.module.path.name == "__init__.py":
            return self.imported(value.module, Import("", name, 1))
        return fresh()

    def _class_attribute(self, cls: ClassValue, name: str) -> Value:
        for base in self.order(cls):
            if isinstance(base, ClassValue):
                member = self.class_member(base, name)
                if member is not None:
                    is_class_method = isinstance(member, Function) and member.kind == "classmethod"
                    return Bound(member, cls) if is_class_method else member
            elif base is not None:
                return Library(f"{base}.{name}")
        return constant(cls.name) if name == "__name__" else fresh()

    def _super_attribute(self, value: Super, name: str) -> Value:
        receiver = value.receiver
        if not isinstance(receiver, Instance) or receiver.cls is None:
            return fresh()
        order = self.order(receiver.cls)
        start = order.index(value.after) + 1 if value.after in order else 1
        return self._found_in(receiver, order[start:], name)

    def instance_attribute(self, value: Instance, name: str) -> Value:
        """The value of an attribute of an object."""
        found = value.fields.get(name)
        if found is not None:
            return found
        if name == "training" and self.is_cell(value):
            return self._training(value)
        if name in ("__class__", "cls_name"):
            return value.cls if value.cls is not None and name == "__class__" else fresh()
        return self._found_in(value, self.bases_of(value), name)

    def _training(self, cell: Instance) -> Value:
        self.note_mode_read(cell)
        modes = {each.mode for each in self.modes_of(cell)}
        if modes == {Mode.TRAIN}:
            return TRUE
        return FALSE if modes <= {Mode.UNSET, Mode.EVAL} else fresh()

    def _found_in(self, value: Instance, bases: list[ClassValue | str | None], name: str) -> Value:
        for base in bases:
            if isinstance(base, ClassValue):
                member = self.class_member(base, name)
                if member is not None:
                    return self._bound(member, value)
            elif base is None:
                break
            else:
                return self._library_attribute(value, base, name)
        return derived((".", id(value), name))

    def _bound(self, member: Value, receiver: Instance) -> Value:
        if not isinstance(member, Function):
            return member
        if member.kind == "property":
            return self.call(member, Arguments([receiver]), member.node)  # type: ignore[arg-type]
        if member.kind == "staticmethod":
            return member
        if member.kind == "classmethod" and receiver.cls is not None:
            return Bound(member, receiver.cls)
        return Bound(member, receiver)

    def _library_attribute(self, value: Instance, base: str, name: str) -> Value:
        if library.is_optimizer(base):
            if name == "param_groups":
                return Groups(value)
            if name == "parameters":
                return Symbol((".", id(value), name), marks_of(*value.arguments.all()))
            if name == "learning_rate" and not library.has_groups(base):
                return Rate(value)
        if name in ("trainable_params", "get_parameters", "parameters", "parameters_and_names", "set_train"):
            return Method(value, name)
        return Method(value, name)

    # -- elements ------------------------------------------------------

    def elements(self, value: Value) -> tuple[Value, ...] | None:
        """The elements of an iterable where they are known."""
        if isinstance(value, Tuple):
            return value.items
        if isinstance(value, Sequence):
            items: tuple[Value, ...] = value.state["items"]
            return items if value.state.get("open") is False else None
        if isinstance(value, Mapping):
            if value.state.get("open") is False:
                return tuple(constant(key) for key in value.fields)
            return None
        if isinstance(value, Instance) and (self._is_container(value) or "items" in value.state):
            return self.held_items(value)
        return None

    def _is_container(self, value: Instance) -> bool:
        return any(base in library.CONTAINERS for base in self.bases_of(value) if isinstance(base, str))

    def held_items(self, value: Instance) -> tuple[Value, ...] | None:
        """The cells of a container in order."""
        items: tuple[Value, ...] | None = value.state.get("items")
        if items is not None and value.state.get("open") is False:
            return items
        return None

    def element(self, value: Value) -> Value:
        """Any one element of an iterable."""
        if isinstance(value, Groups):
            return Group(value.optimizer)
        if isinstance(value, Repeated):
            return self._renewed(value.element)
        if isinstance(value, Rate):
            return value
        if isinstance(value, Counter):
            return self.counter_symbol(value)
        if isinstance(value, Sequence | Instance) and value.state.get("items"):
            is_known = value.state.get("open") is False or value.state.get("alike") is True
            return join([*value.state["items"], *([] if is_known else [fresh()])])
        if isinstance(value, Union):
            return join([self.element(item) for item in value.items])
        known = self.elements(value)
        return join(known) if known else fresh(marks_of(value))

    def _renewed(self, value: Value) -> Value:
        """Another one of the same kind, where nothing more is known of it."""
        if isinstance(value, Symbol):
            return fresh(value.marks)
        if isinstance(value, Tuple):
            return Tuple(tuple(self._renewed(item) for item in value.items))
        return value

    # -- assignment ----------------------------------------------------

    def assign(self, target: ast.expr, value: Value, frame: Frame) -> None:
        """Bind a target to a value."""
        if isinstance(target, ast.Name):
            self.assign_name(target.id, value, frame)
        elif isinstance(target, ast.Attribute):
            holder = self.evaluate(target.value, frame)
            self.note_layer(holder, value, target)
            self.note_write(holder, target.attr, value, target)
            self.assign_attribute(holder, target.attr, value, target)
        elif isinstance(target, ast.Subscript):
            holder = self.evaluate(target.value, frame)
            key = fresh() if isinstance(target.slice, ast.Slice) else self.evaluate(target.slice, frame)
            self.assign_item(holder, key, value, target)
        elif isinstance(target, ast.Starred):
            self.assign(target.value, fresh(marks_of(value)), frame)
        elif isinstance(target, ast.Tuple | ast.List):
            self.unpack(target.elts, value, frame)

    def unpack(self, targets: list[ast.expr], value: Value, frame: Frame) -> None:
        """Bind targets to the elements of a value."""
        known = None if isinstance(value, Mapping) else self.elements(value)
        if known is not None and len(known) == len(targets) and not any(isinstance(t, ast.Starred) for t in targets):
            for target, item in zip(targets, known, strict=True):
                self.assign(target, item, frame)
            return
        for number, target in enumerate(targets):
            if isinstance(value, Symbol) and not isinstance(target, ast.Starred):
                self.assign(target, derived(("[]", value.key, constant(number)), value), frame)
            else:
                item = join([self._unpacked(atom, number) for atom in atoms(value)])
                self.assign(target, item, frame)

    def _unpacked(self, value: Value, number: int) -> Value:
        known = self.elements(value)
        if known is not None:
            return known[number] if number < len(known) else fresh()
        return self.element(value)

    def assign_name(self, name: str, value: Value, frame: Frame) -> None:
        """Bind a name in the scope that its statement means."""
        home = frame
        scope = frame.scope
        if scope is not None and name in scope.outer_names:
            if scope.outer_names[name]:
                home = self.module_frame(frame.module)
            else:
                current = frame.parent
                while current is not None and name not in current.names:
                    current = current.parent
                home = current or frame
        self.store.set(home.names, name, value)

    def assign_attribute(self, holder: Value, name: str, value: Value, node: ast.expr | None = None) -> None:
        """`holder.name = value`, where `node` is the target."""
        items = atoms(holder)
        for item in items:
            if isinstance(item, Instance):
                if name == "training" and self.is_cell(item):
                    self.set_own_mode(item, value, node)
                    continue
                if name == "learning_rate" and library.is_optimizer(item.library):
                    continue
                old = item.fields.get(name)
                is_sure = len(items) == 1 or old is None
                self.store.set(item.fields, name, value if is_sure else join([value, old or value]))
            elif isinstance(item, Symbol):
                if name == "requires_grad":
                    self.freeze(item, value, is_sure=len(items) == 1)
                else:
                    self.escape(value)
            elif not isinstance(item, ClassValue | ProjectModule | Constant):
                self.escape(value)

    def freeze(self, parameters: Symbol, value: Value, *, is_sure: bool) -> None:
        """`parameter.requires_grad = value`."""
        is_frozen = self.truth(value)
        for mark in parameters.marks:
            if isinstance(mark, ParametersOf):
                frozen = None if is_frozen is None or not is_sure else not is_frozen
                self.store.set(mark.owner.state, "frozen", frozen)

    def assign_item(self, holder: Value, key: Value, value: Value, node: ast.expr) -> None:
        """`holder[key] = value` at `node`."""
        for item in atoms(holder):
            if isinstance(item, Group):
                if isinstance(key, Constant) and key.value == "lr":
                    self.write_rate(item, value, False, node)
            elif isinstance(item, Rate):
                if isinstance(key, Constant) and key.value is Ellipsis:
                    self.change_data(item, "[...]", node)
            elif isinstance(item, Mapping):
                self.put(item, key, value)
            elif isinstance(item, Sequence):
                self._put_at(item, key, value)
            elif isinstance(item, Instance) and "entries" in item.state:
                self.put(item.state["entries"], key, value)
            elif isinstance(item, Instance) and "items" in item.state:
                self.store.set(item.state, "items", (*item.state["items"], value))
                self.store.set(item.state, "open", True)
            elif isinstance(item, Symbol | Instance):
                self.escape(value)

    def _put_at(self, holder: Sequence, key: Value, value: Value) -> None:
        items = holder.state["items"]
        if isinstance(key, Constant) and isinstance(key.value, int) and 0 <= key.value < len(items):
            changed = (*items[: key.value], value, *items[key.value + 1 :])
            self.store.set(holder.state, "items", changed)
            return
        self.store.set(holder.state, "items", (*items, value)[-32:])
        self.store.set(holder.state, "open", True)


def canonical_name(value: Value) -> str | None:
    """The canonical name of a library's function or class."""
    return canonical(value.name) if isinstance(value, Library) else None
