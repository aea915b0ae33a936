"""A user's literals, put into a rule's programs.

The programs of a rule keep the value at fault in a constant of the module,
and the call that is flagged takes that constant. For a finding, the call at
its place is bound to the same parameters; a literal there becomes the
constant's value, literals of other parameters are added to the call, and for
an optimizer its name is taken too. Nothing else of the user's code travels.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, replace

from packaging.version import Version

from mslint.calls import LibraryCall
from mslint.context import Context, span_of
from mslint.engine import new_project
from mslint.facts.optimizers import optimizers
from mslint.facts.signatures import ParameterKind, parameters
from mslint.finding import Finding, Span
from mslint.model.source import Source
from mslint.model.values import Constant
from mslint.selfcheck.proving import Probe

OWN_PROGRAM = "the rule's own program"


@dataclass(frozen=True, slots=True)
class UserProbe:
    """The programs that prove one finding, and which of its literals they hold."""

    probe: Probe
    note: str
    has_literals: bool


@dataclass(frozen=True, slots=True)
class _Bound:
    """The arguments of a call by parameter, as far as they can be told."""

    call: LibraryCall
    arguments: dict[str, ast.expr]

    def literals(self) -> dict[str, object]:
        """The arguments that can only be one plain value."""
        found: dict[str, object] = {}
        for name, node in self.arguments.items():
            value = self.call.evaluator.only(node, self.call.scope, self.call.frame)
            if isinstance(value, Constant) and isinstance(value.value, bool | int | float | str | None):
                found[name] = value.value
        return found


def user_probe(probe: Probe, finding: Finding, context: Context) -> UserProbe:
    """The programs of `probe`, with the literals of the call that the finding is about."""
    theirs = _call_at(context, finding.span)
    with_literals = theirs and _with_literals(probe, theirs, context.target)
    if not with_literals:
        return UserProbe(probe, f"its arguments are not literals: {OWN_PROGRAM}", False)
    return with_literals


def _with_literals(probe: Probe, theirs: LibraryCall, target: Version) -> UserProbe | None:
    program = context_of(Source.from_bytes("program.py", probe.bad.encode()), target)
    ours = _marked_call(program, probe)
    if ours is None:
        return None
    bound, own = _bind(theirs, target), _bind(ours, target)
    literals = bound.literals()
    replaced = {
        name: node.id
        for name, node in own.arguments.items()
        if isinstance(node, ast.Name) and name in literals and _constant(program.module.tree, node.id)
    }
    if not replaced:
        return None
    is_optimizer = {theirs.name, ours.name} <= optimizers().keys() and _package(theirs.name) == _package(ours.name)
    callee = theirs.name.rpartition(".")[2] if is_optimizer else ours.name.rpartition(".")[2]
    added = {name: value for name, value in literals.items() if name not in own.arguments} if is_optimizer else {}
    constants = {constant: literals[name] for name, constant in replaced.items()}
    change = _Change(ast.unparse(ours.node.func), callee, added, constants)
    given = ", ".join(f"{name}={value!r}" for name, value in literals.items() if name in replaced or name in added)
    note = f"{callee} with {given}"
    changed = replace(
        probe, bad=change.apply(probe.bad), good=change.apply(probe.good), original=change.apply(probe.original)
    )
    return UserProbe(changed, note, True)


def context_of(source: Source, target: Version) -> Context:
    """What is known about a file.

    Raises:
        SourceError: it cannot be read as Python.
    """
    project = new_project()
    return Context(project.module(source, None), project, target, source.path)


def _marked_call(program: Context, probe: Probe) -> LibraryCall | None:
    """The call in the marked line that takes a constant of the module."""
    lines = probe.bad.splitlines()
    marked = {number for number, line in enumerate(lines, 1) if line.endswith(f"# {probe.rule.code}")}
    for call in _library_calls(program):
        names = [node.id for node in ast.walk(call.node) if isinstance(node, ast.Name)]
        if call.node.lineno in marked and any(_constant(program.module.tree, name) for name in names):
            return call
    return None


def _call_at(context: Context, span: Span) -> LibraryCall | None:
    """The innermost library call around a place."""
    around = [call for call in _library_calls(context) if _holds(span_of(call.node), span)]
    return max(around, key=lambda call: (call.node.lineno, call.node.col_offset), default=None)


def _library_calls(context: Context) -> Iterable[LibraryCall]:
    return (call for call in context.calls.to(*context.calls.names) if call.is_direct)


def _holds(outer: Span, inner: Span) -> bool:
    starts = (outer.line, outer.column) <= (inner.line, inner.column)
    return starts and (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)


def _bind(call: LibraryCall, target: Version) -> _Bound:
    known = [each.name for each in parameters(call.name, target) or () if each.kind is not ParameterKind.VAR_POSITIONAL]
    positional = call.node.args[call.skipped :]
    if any(isinstance(each, ast.Starred) for each in positional):
        positional = []
    bound = dict(zip(known, positional, strict=False))
    bound |= {keyword.arg: keyword.value for keyword in call.node.keywords if keyword.arg}
    return _Bound(call, bound)


def _package(name: str) -> str:
    return name.rpartition(".")[0]


def _constant(tree: ast.Module, name: str) -> ast.expr | None:
    """The literal that the module gives `name`."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == name:
            return node.value
    return None


@dataclass(frozen=True, slots=True)
class _Change:
    """What is to be changed in a program: its constants, and the callee and arguments of one of its calls."""

    function: str
    callee: str
    added: dict[str, object]
    constants: dict[str, object]

    def apply(self, program: str) -> str:
        """The program with these changes; its lines keep their numbers."""
        if not program:
            return ""
        tree = ast.parse(program)
        edits = []
        for name, value in self.constants.items():
            old = _constant(tree, name)
            if old is not None:
                edits.append((old.lineno, old.col_offset, old.end_col_offset or 0, repr(value)))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == self.function:
                name_end = node.func.end_col_offset or 0
                name_start = name_end - len(self.function.rpartition(".")[2])
                edits.append((node.lineno, name_start, name_end, self.callee))
                if self.added and node.end_lineno is not None:
                    end = (node.end_col_offset or 0) - 1
                    extra = "".join(f", {name}={value!r}" for name, value in self.added.items())
                    edits.append((node.end_lineno, end, end, extra))
        lines = program.splitlines()
        for line, start, end, text in sorted(edits, reverse=True):
            lines[line - 1] = lines[line - 1][:start] + text + lines[line - 1][end:]
        return "\n".join(lines) + "\n"
