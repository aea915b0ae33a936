"""What MindTorch and MSAdapter, packages over MindSpore, do to tensors, networks and optimizers."""

from __future__ import annotations

import ast

from mslint.facts import adapters
from mslint.training import library
from mslint.training.changes import Changes
from mslint.training.events import AttributeRead, ClassDefined, LayerHeld, MethodCall, PackageCall
from mslint.training.objects import (
    MADE,
    Arguments,
    ClassValue,
    Instance,
    MadeBy,
    OwnParameter,
    Symbol,
    Value,
    fresh,
    marks_of,
    of_kind,
)
from mslint.training.rates import COMPILED

_WATCHED = frozenset({"is_cuda", "lrs"})
"""Attributes that rules ask about."""
_GIVES_NUMBER = frozenset({"item", "size", "tolist"})
"""Methods of tensors that give no tensor."""


class Adapters(Changes):
    """Names of MindTorch and MSAdapter."""

    def call_package(self, package: str, name: str, arguments: Arguments, node: ast.expr) -> Value:
        """Call a function or class of a package over MindSpore."""
        place = self.place(node)
        if place is not None:
            self.recording.events.append(PackageCall(place, name, arguments, package))
        if library.is_object(name):
            return self.make_library_instance(name, arguments, node)
        if adapters.is_parameter(name):
            return fresh(frozenset({MadeBy(package), OwnParameter()}))
        if adapters.creates_tensor(name):
            return of_kind(MADE, frozenset({MadeBy(package, is_tensor=True)}))
        return fresh(marks_of(*arguments.all()) | {MadeBy(package)})

    def call_symbol(self, callee: Symbol, arguments: Arguments, node: ast.expr) -> Value:
        """Call something unknown, perhaps a method of what such a package made."""
        name = _method_name(callee)
        if name and package_of(callee):
            self._note_call(callee, name, arguments, node)
            if name in _GIVES_NUMBER:
                return fresh()
        return fresh(marks_of(callee, *arguments.all()))

    def call_optimizer_method(self, optimizer: Instance, name: str, arguments: Arguments, node: ast.expr) -> None:
        """Call a method of an optimizer that the package defines."""
        if name == "step" and self.frame.is_graph:
            self.store.set(optimizer.state, COMPILED, True)
        self._note_call(optimizer, name, arguments, node)

    def _note_call(self, receiver: Value, name: str, arguments: Arguments, node: ast.expr) -> None:
        place = self.place(node)
        if place is not None:
            self.recording.events.append(MethodCall(place, receiver, name, arguments, package_of(receiver)))

    def note_attribute(self, receiver: Value, node: ast.Attribute) -> None:
        """An attribute is read."""
        package = package_of(receiver) if node.attr in _WATCHED else ""
        if package:
            place = self.place(node)
            if place is not None:
                self.recording.events.append(AttributeRead(place, receiver, node.attr, package))

    def note_layer(self, holder: Value, value: Value, node: ast.expr) -> None:
        """A cell may become part of a network of such a package."""
        if not isinstance(holder, Instance) or not isinstance(value, Instance) or not self.is_cell(value):
            return
        bases = self.bases_of(holder)
        package = next((adapters.package_of(b) for b in bases if isinstance(b, str) and adapters.is_module(b)), "")
        place = self.place(node)
        if package and place is not None:
            self.recording.events.append(LayerHeld(place, value, package))

    def note_class(self, cls: ClassValue) -> None:
        """A class is defined."""
        if not self.is_over_mindspore or cls.frame.module is not self.module:
            return
        bases = tuple(base for base in self.order(cls) if isinstance(base, str) and adapters.package_of(base))
        if bases:
            self.recording.events.append(ClassDefined(cls.scope, bases))


def _method_name(callee: Symbol) -> str:
    """The name of an attribute that something unknown is."""
    key = callee.key
    is_attribute = isinstance(key, tuple) and len(key) == 3 and key[0] == "."
    return str(key[2]) if is_attribute and isinstance(key, tuple) else ""


def package_of(value: Value) -> str:
    """The package over MindSpore that made something; empty where none, or more than one, had part in it."""
    if isinstance(value, Instance):
        return adapters.package_of(value.library)
    marks = value.marks if isinstance(value, Symbol) else ()
    packages = {mark.package for mark in marks if isinstance(mark, MadeBy)}
    return packages.pop() if len(packages) == 1 else ""
