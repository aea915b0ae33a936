"""What a checker is given: one file, its project, the target version."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property

from packaging.version import Version

from mslint.calls import Calls
from mslint.facts import optimizers
from mslint.facts.optimizers import Optimizer
from mslint.finding import Confidence, Finding, Fix, Severity, Span
from mslint.mentions import Mentions
from mslint.model.evaluator import Evaluator
from mslint.model.names import Module
from mslint.model.project import Project
from mslint.rule import MINDSPORE, PACKAGES, Rule
from mslint.tensors import Tensors
from mslint.training import Training, interpret_file

_KEYWORDS = {ast.FunctionDef: "def", ast.AsyncFunctionDef: "async def", ast.ClassDef: "class"}


def span_of(node: ast.expr | ast.stmt | ast.keyword | ast.arg | ast.alias) -> Span:
    """The range that `node` covers; of a function or class its first line, up to the name."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        length = len(f"{_KEYWORDS[node.__class__]} {node.name}".encode())
        return Span(node.lineno, node.col_offset, node.lineno, node.col_offset + length)
    end_line = node.lineno if node.end_lineno is None else node.end_lineno
    end_column = node.col_offset if node.end_col_offset is None else node.end_col_offset
    return Span(node.lineno, node.col_offset, end_line, end_column)


@dataclass
class Context:
    """One file under check; `path` is what it was called."""

    module: Module
    project: Project
    target: Version
    path: str

    @cached_property
    def evaluator(self) -> Evaluator:
        """Works out what expressions can be."""
        return Evaluator(self.module, self.project)

    @cached_property
    def calls(self) -> Calls:
        """The library functions that the file calls."""
        return Calls(self.evaluator)

    @cached_property
    def optimizers(self) -> list[Optimizer]:
        """The optimizers that the file makes."""
        known = optimizers.optimizers()
        return [known[name] for name in sorted(self.calls.names & known.keys())]

    @cached_property
    def mentions(self) -> Mentions:
        """Where the file names something of MindSpore."""
        return Mentions(self.evaluator, self.target)

    @cached_property
    def tensors(self) -> Tensors:
        """Which expressions are MindSpore's tensors, parameters, cells and optimizers."""
        return Tensors(self.evaluator)

    @cached_property
    def training(self) -> Training:
        """What happens when the file trains something."""
        return interpret_file(self.module, self.project, self.target)

    def close(self) -> None:
        """Free what was worked out about the file."""
        if "tensors" in self.__dict__:
            self.tensors.clear()
        if "evaluator" in self.__dict__:
            self.evaluator.close()
        if "training" in self.__dict__:
            self.training.close()

    def finding(
        self,
        rule: Rule,
        node: ast.expr | ast.stmt | ast.keyword | ast.arg | ast.alias,
        *,
        severity: Severity | None = None,
        confidence: Confidence | None = None,
        fix: Fix | None = None,
        package: str | None = None,
        **details: object,
    ) -> Finding:
        """A finding of `rule` at `node`, worded for the target version.

        Callers ask only where `rule.on(target)` saw the fault. `package` is
        the one that the finding is about, where the rule knows several.

        Raises:
            ValueError: the rule was not seen on the target version.
        """
        about = package or rule.package
        version = self.target if about == MINDSPORE else Version(PACKAGES[about].versions[-1])
        seen = rule.on(version, about)
        if seen is None:
            raise ValueError(f"{rule.code} says nothing about {PACKAGES[about].title} {version}")
        target = f"{version.major}.{version.minor}"
        message = rule.message.format(target=target, package=PACKAGES[about].title, effect=seen.effect, **details)
        return Finding(
            rule.code,
            rule.symbol,
            severity or seen.severity,
            message,
            self.path,
            span_of(node),
            confidence or rule.confidence,
            fix,
        )
