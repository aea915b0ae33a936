"""Execution of statements, path by path."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from mslint.training.builtin_calls import Builtins
from mslint.training.conditions import key_of
from mslint.training.core import PathEndsError
from mslint.training.objects import (
    FALSE,
    MAX_ITEMS,
    NONE,
    TRUE,
    Arguments,
    ClassValue,
    Constant,
    Frame,
    Function,
    Group,
    Instance,
    Rate,
    Sequence,
    Symbol,
    Value,
    atoms,
    constant,
    derived,
    fresh,
    marks_of,
)
from mslint.training.state import Facts, Outcome


class Statements(Builtins):
    """Execution of statements."""

    def __init__(self, *arguments: object) -> None:
        """Take what `Core` takes."""
        super().__init__(*arguments)
        self.statements: dict[type, Callable[[Any, Frame], bool]] = {
            ast.Expr: self._expression,
            ast.Assign: self._assign,
            ast.AnnAssign: self._annotated,
            ast.AugAssign: self._augmented,
            ast.Return: self._return,
            ast.Raise: self._raise,
            ast.If: self._if,
            ast.Try: self._try,
            ast.With: self._with,
            ast.AsyncWith: self._with,
            ast.Match: self._match,
            ast.FunctionDef: self._function,
            ast.AsyncFunctionDef: self._function,
            ast.ClassDef: self._class,
            ast.Import: self._import,
            ast.ImportFrom: self._import,
            ast.Assert: self._assert,
            ast.Delete: self._delete,
        }
        try_star = getattr(ast, "TryStar", None)
        if try_star is not None:
            self.statements[try_star] = self._try

    def run(self, body: list[ast.stmt], frame: Frame) -> bool:
        """Execute statements; whether the end of them is reached."""
        if self.is_too_deep(self.nesting):
            return True
        self.nesting += 1
        try:
            for statement in body:
                handler = self.statements.get(statement.__class__)
                if handler is None:
                    continue
                self.spend()
                if not handler(statement, frame):
                    return False
            return True
        except PathEndsError:
            return False
        finally:
            self.nesting -= 1

    # -- simple statements ---------------------------------------------

    def _expression(self, node: ast.Expr, frame: Frame) -> bool:
        if not isinstance(node.value, ast.Constant):
            self.evaluate(node.value, frame)
        return True

    def _assign(self, node: ast.Assign, frame: Frame) -> bool:
        value = self.evaluate(node.value, frame)
        for target in node.targets:
            self.assign(target, value, frame)
        return True

    def _annotated(self, node: ast.AnnAssign, frame: Frame) -> bool:
        if node.value is not None:
            self.assign(node.target, self.evaluate(node.value, frame), frame)
        return True

    def _augmented(self, node: ast.AugAssign, frame: Frame) -> bool:
        value = self.evaluate(node.value, frame)
        if isinstance(node.target, ast.Subscript):
            holder = self.evaluate(node.target.value, frame)
            key = self.evaluate(node.target.slice, frame)
            for item in atoms(holder):
                if isinstance(item, Group) and isinstance(key, Constant) and key.value == "lr":
                    made = self.operate(node.op, self.item(item, key), value)
                    self.write_rate(item, made, True, node.target)
                elif isinstance(item, Rate):
                    self.assign_item(item, key, value, node.target)
            return True
        old = self.evaluate(node.target, frame)
        if isinstance(old, Sequence) and isinstance(node.op, ast.Add):
            added = self.elements(value)
            if added is None:
                self.store.set(old.state, "open", True)
                added = (self.element(value),)
            self.store.set(old.state, "items", (*old.state["items"], *added)[-MAX_ITEMS:])
            return True
        self.assign(node.target, self.operate(node.op, old, value), frame)
        return True

    def _return(self, node: ast.Return, frame: Frame) -> bool:
        value = NONE if node.value is None else self.evaluate(node.value, frame)
        frame.returns.append((self.store.outcome(frame.depth), value))
        return False

    def _raise(self, node: ast.Raise, frame: Frame) -> bool:
        if node.exc is not None:
            self.evaluate(node.exc, frame)
        return False

    def _assert(self, node: ast.Assert, frame: Frame) -> bool:
        self.evaluate(node.test, frame)
        return True

    def _delete(self, node: ast.Delete, frame: Frame) -> bool:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.assign_name(target.id, fresh(), frame)
        return True

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame) -> bool:
        value = self.function_value(node, frame)
        self.assign_name(node.name, value, frame)
        self.note_compiled(value)
        if isinstance(value, Function) and frame.function is not None:
            self.closures.append(value)
        return True

    def _class(self, node: ast.ClassDef, frame: Frame) -> bool:
        cls = ClassValue(frame.module.scopes[node], frame)
        self.assign_name(node.name, cls, frame)
        self.note_class(cls)
        return True

    def _import(self, node: ast.Import | ast.ImportFrom, frame: Frame) -> bool:
        """Bind names that other statements bind as well; the rest are looked up where they are used."""
        if frame.scope is None:
            return True
        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            bindings = frame.scope.bindings.get(name, [])
            if len(bindings) < 2 or all(each.imported is not None for each in bindings):
                continue
            for each in bindings:
                if each.node is node and each.imported is not None:
                    self.assign_name(name, self.imported(frame.module, each.imported), frame)
        return True

    # -- branches ------------------------------------------------------

    def _if(self, node: ast.If, frame: Frame) -> bool:
        depth = self.store.push()
        before = self.store.facts
        outcomes: list[Outcome] = []
        current: ast.If | None = node
        rest: list[ast.stmt] = []
        while current is not None:
            test = self.evaluate(current.test, frame)
            known = self.truth(test)
            rest = current.orelse
            if known is not False:
                taken = {} if known else self.facts_if(test, True)
                self._run_branch(current.body, taken, frame, outcomes, depth)
                if known:
                    rest, current = [], None
                    break
            if known is None:
                self.store.facts = {**self.store.facts, **self.facts_if(test, False)}
            current = rest[0] if len(rest) == 1 and isinstance(rest[0], ast.If) else None
        else:
            self._run_branch(rest, {}, frame, outcomes, depth)
        self.store.rollback(depth)
        self.store.facts = before
        return self.meet(outcomes)

    def _run_branch(
        self, body: list[ast.stmt], facts: Facts, frame: Frame, outcomes: list[Outcome], depth: int
    ) -> None:
        """Run one branch and undo it."""
        before = self.store.facts
        inner = self.store.push()
        self.store.facts = {**before, **facts}
        left = _ways_out(frame)
        if self.run(body, frame):
            outcomes.append(self.store.outcome(depth))
        elif _ways_out(frame) == left:
            self.assumed.update(facts)
        self.store.rollback(inner)
        self.store.facts = before

    def meet(self, outcomes: list[Outcome]) -> bool:
        """Go on with what holds on all of these paths; whether there is one."""
        if not outcomes:
            return False
        self.store.merge(outcomes)
        return True

    def _match(self, node: ast.Match, frame: Frame) -> bool:
        subject = self.evaluate(node.subject, frame)
        depth = self.store.push()
        before = self.store.facts
        outcomes: list[Outcome] = []
        for case in node.cases:
            for part in ast.walk(case.pattern):
                name = getattr(part, "name", None) or getattr(part, "rest", None)
                if isinstance(name, str):
                    self.assign_name(name, subject if part is case.pattern else fresh(), frame)
            test = self._fits(case.pattern, subject, frame)
            known = self.truth(test)
            if case.guard is not None and known is not False:
                guard = self.evaluate(case.guard, frame)
                test = guard if known or self.truth(guard) is False else fresh()
                known = self.truth(test)
            if known is not False:
                self._run_branch(case.body, {} if known else self.facts_if(test, True), frame, outcomes, depth)
            if known:
                break
            if known is None:
                self.store.facts = {**self.store.facts, **self.facts_if(test, False)}
        else:
            outcomes.append(self.store.outcome(depth))
        self.store.rollback(depth)
        self.store.facts = before
        return self.meet(outcomes)

    def _fits(self, pattern: ast.pattern, subject: Value, frame: Frame) -> Value:
        """Whether a value fits a pattern, as a condition."""
        if isinstance(pattern, ast.MatchValue):
            return self.compared(ast.Eq(), subject, self.evaluate(pattern.value, frame))
        if isinstance(pattern, ast.MatchSingleton):
            return self.compared(ast.Is(), subject, constant(pattern.value))
        if isinstance(pattern, ast.MatchAs):
            return TRUE if pattern.pattern is None else self._fits(pattern.pattern, subject, frame)
        if isinstance(pattern, ast.MatchOr):
            options = [self._fits(option, subject, frame) for option in pattern.patterns]
            known = {self.truth(option) for option in options}
            if True in known or None not in known:
                return TRUE if True in known else FALSE
            if all(isinstance(option, Symbol) for option in options):
                return derived(("or", tuple(key_of(option) for option in options)), *options)
        return fresh()

    # -- protected blocks ----------------------------------------------

    def _try(self, node: ast.Try, frame: Frame) -> bool:
        if node.finalbody:
            return self._protected(lambda: self._handled(node, frame), lambda: self.run(node.finalbody, frame), frame)
        return self._handled(node, frame)

    def _handled(self, node: ast.Try, frame: Frame) -> bool:
        depth = self.store.push()
        before = self.store.facts
        start = self.store.outcome(depth)
        outcomes: list[Outcome] = []
        reaches_end = self.run(node.body, frame)
        interrupted = [start, self.store.outcome(depth)]
        if reaches_end and self.run(node.orelse, frame):
            outcomes.append(self.store.outcome(depth))
        for handler in node.handlers:
            self.store.rollback(depth)
            self.store.push()
            self.store.facts = before
            self.store.merge(interrupted)
            self.store.facts = {**before, fresh().key: True}
            if handler.name:
                self.assign_name(handler.name, fresh(), frame)
            if self.run(handler.body, frame):
                outcomes.append(self.store.outcome(depth))
        self.store.rollback(depth)
        self.store.facts = before
        return self.meet(outcomes)

    def _protected(self, body: Callable[[], bool], cleanup: Callable[[], bool], frame: Frame) -> bool:
        """Run `body`, and `cleanup` on every path out of it."""
        returned, loops = len(frame.returns), [(len(loop.breaks), len(loop.continues)) for loop in frame.loops]
        reaches_end = body()
        for number in range(returned, len(frame.returns)):
            outcome, value = frame.returns[number]
            frame.returns[number] = (self._cleaned(outcome, frame.depth, cleanup), value)
        for loop, (breaks, continues) in zip(frame.loops, loops, strict=True):
            for ends, start in ((loop.breaks, breaks), (loop.continues, continues)):
                for number in range(start, len(ends)):
                    ends[number] = self._cleaned(ends[number], loop.depth, cleanup)
        return reaches_end and cleanup()

    def _cleaned(self, outcome: Outcome, depth: int, cleanup: Callable[[], bool]) -> Outcome:
        before = self.store.facts
        inner = self.store.push()
        self.store.apply(outcome)
        cleanup()
        after = self.store.outcome(depth)
        self.store.rollback(inner)
        self.store.facts = before
        return after

    def _with(self, node: ast.With | ast.AsyncWith, frame: Frame) -> bool:
        managers: list[Instance] = []
        for item in node.items:
            value = self.evaluate(item.context_expr, frame)
            self.enter(item.context_expr, frame)
            entered: Value = fresh(marks_of(value))
            if isinstance(value, Instance):
                managers.append(value)
                entered = self._manage(value, "__enter__", 0, item.context_expr)
            if item.optional_vars is not None:
                self.assign(item.optional_vars, entered, frame)
        if not managers:
            return self.run(node.body, frame)

        def leave() -> bool:
            for manager in reversed(managers):
                self._manage(manager, "__exit__", 3, node.items[0].context_expr)
            return True

        return self._protected(lambda: self.run(node.body, frame), leave, frame)

    def enter(self, context: ast.expr, frame: Frame) -> None:
        """Code under a context manager begins."""

    def _manage(self, manager: Instance, name: str, count: int, node: ast.expr) -> Value:
        if manager.cls is None:
            return manager
        method = self.instance_attribute(manager, name)
        if isinstance(method, Symbol):
            return manager
        return self.call(method, Arguments([NONE] * count), node)


def _ways_out(frame: Frame) -> int:
    """How many paths have left the function or a loop of it other than by an exception."""
    return len(frame.returns) + sum(len(loop.breaks) + len(loop.continues) for loop in frame.loops)
