"""From a file to its events: entry points, one after the other."""

from __future__ import annotations

import ast

from packaging.version import Version

from mslint.model.names import Module, Scope, ScopeKind
from mslint.model.project import Project
from mslint.training.changes import OF_RATES
from mslint.training.core import ExhaustedError
from mslint.training.entries import Relevance
from mslint.training.events import Recording
from mslint.training.gradients import Gradients
from mslint.training.objects import Arguments, Bound, ClassValue, Function, Instance, Value, constant
from mslint.training.targets import Targets

BUDGET = 30_000
"""Steps (statements, expressions, calls) that one file may take."""
_MAIN = constant("__main__")


class Interpreter(Targets, Gradients):
    """Runs a file as a script, then everything in it that was not reached."""

    def interpret(self) -> Recording:
        """Run the file until its end or the end of the budget."""
        frame = self.frame = self.module_frame(self.module)
        frame.names["__name__"] = _MAIN
        try:
            self.run(self.module.tree.body, frame)
            self._run_closures()
            self.run_uncalled()
            relevance = Relevance(self.module)
            for scope in list(self.module.scopes.values()):
                if scope.kind is ScopeKind.FUNCTION and scope.parent is self.module.scope:
                    self._enter_function(scope, relevance)
                elif scope.kind is ScopeKind.CLASS and relevance.is_relevant(scope):
                    self._enter_class(scope)
        except (ExhaustedError, RecursionError):
            self.store.rollback(0)
        return self.recording

    def _enter_function(self, scope: Scope, relevance: Relevance) -> None:
        node = scope.node
        if isinstance(node, ast.Lambda) or node in self.reached or not relevance.is_relevant(scope):
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            value = self.function_value(node, self.module_frame(self.module))
            self._enter(value, Arguments(is_open=True), node)

    def _enter_class(self, scope: Scope) -> None:
        """Run the methods that nothing called, each on an object made with unknown arguments."""
        if scope.parent is not self.module.scope:
            return
        frame = self.module_frame(self.module)
        cls = ClassValue(scope, frame)
        methods = [
            child.node
            for child in scope.children
            if isinstance(child.node, ast.FunctionDef) and child.node not in self.reached
        ]
        methods = [node for node in methods if not node.name.startswith("__") or node.name == "__call__"]
        if not methods:
            return
        self.recording.entry += 1
        before = list(self.uncalled)
        depth = self.store.push()
        self.store.facts = {}
        node = scope.node
        made: list[Value] = []
        if isinstance(node, ast.ClassDef):
            self.within(frame, lambda: self._keep(made, self.instantiate(cls, Arguments(is_open=True), node)))  # type: ignore[arg-type]
        receiver = made[0] if made else None
        if isinstance(receiver, Instance):
            if self.is_cell(receiver):
                self.escape(receiver)
            for method in methods:
                if method not in self.reached:
                    value = self.within(frame, lambda m=method: self.instance_attribute(receiver, m.name))  # type: ignore[misc]
                    if isinstance(value, Bound | Function):
                        self._enter(value, Arguments(is_open=True), method)
        self.run_uncalled(before)
        self.store.rollback(depth)

    def _keep(self, made: list[Value], value: Value) -> Value:
        made.append(value)
        return value

    def _enter(self, value: Value, arguments: Arguments, node: ast.AST) -> None:
        """Call a function as an entry point, and undo what it did."""
        self.recording.entry += 1
        before = list(self.uncalled)
        depth = self.store.push()
        facts, self.store.facts = self.store.facts, {}
        self.closures.clear()
        frame = self.module_frame(self.module)
        start = len(self.recording.events)
        self.within(frame, lambda: self.call(value, arguments, node))  # type: ignore[arg-type]
        if self.has_open_changes(start, OF_RATES):
            # What changes the rate after a step is called again, to use it.
            seen = len(self.recording.events)
            self.within(frame, lambda: self.call(value, arguments, node))  # type: ignore[arg-type]
            del self.recording.events[seen:]
        self._run_closures()
        self.run_uncalled(before)
        self.store.rollback(depth)
        self.store.facts = facts

    def _run_closures(self) -> None:
        """Run inner functions that nothing called: something unknown may."""
        pending = [each for each in self.closures if each.node not in self.reached]
        self.closures.clear()
        for function in pending:
            if function.node in self.reached:
                continue
            self.recording.entry += 1
            depth = self.store.push()
            facts, self.store.facts = self.store.facts, {}
            self.within(function.frame, lambda f=function: self.call(f, Arguments(is_open=True), f.node))  # type: ignore[misc]
            self.store.rollback(depth)
            self.store.facts = facts


def interpret(module: Module, project: Project, target: Version) -> Interpreter:
    """Interpret a file."""
    machine = Interpreter(module, project, target, BUDGET)
    machine.interpret()
    return machine
