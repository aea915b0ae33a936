"""Bytes in, findings out: the one way of every host."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from mslint import checkers
from mslint.collector import collector_paused
from mslint.config import Settings
from mslint.context import Context
from mslint.facts.names import star_names
from mslint.finding import Failure, Finding
from mslint.model.looked import Looked
from mslint.model.names import Module
from mslint.model.project import Project
from mslint.model.source import OtherLanguageError, Source, SourceError
from mslint.rewrite import without_impossible


@dataclass
class Report:
    """What came of checking one file: `findings` in order of place.

    `skipped` says why a file was not looked at that nobody expects to be.
    `looked` is what the findings rest on beside the file, where the project is watched.
    """

    findings: list[Finding] = field(default_factory=list)
    failure: Failure | None = None
    skipped: str = ""
    looked: Looked = field(default_factory=Looked)


def new_project(*, is_watched: bool = False) -> Project:
    """A project that knows what star imports of MindSpore bind. One serves a whole run.

    Where it `is_watched`, reports say what was looked up in the file system.
    """
    return Project(star_names, is_watched=is_watched)


def check_bytes(path: str, data: bytes, settings: Settings, project: Project) -> Report:
    """Check the content of one file, and keep its index for files that import it.

    Never raises for what the bytes hold.
    """
    try:
        source = Source.from_bytes(path, data)
        return _check(project.module(source, data=data), path, settings, project)
    except OtherLanguageError as error:
        return Report(skipped=error.message)
    except SourceError as error:
        return Report(failure=Failure(path, error.message, error.line, error.column, error.cell))


def check_tree(source: Source, tree: ast.Module | None, settings: Settings, project: Project) -> Report:
    """Check a decoded file inside a host; `tree` where the host has parsed it already.

    Only files that others import are kept: a host keeps much in memory by
    itself, and each thing more makes every sweep of the garbage collector longer.

    Raises:
        SourceError: the file does not parse.
    """
    with collector_paused():
        module = project.module(source, tree)
        report = _check(module, source.path, settings, project)
        project.forget(module)
    return report


def _check(module: Module, path: str, settings: Settings, project: Project) -> Report:
    """The findings in one module.

    They depend on the file, the settings and the files it imports, never on
    what was checked before.
    """
    with collector_paused():
        context = Context(module, project, settings.target, path)
        findings = [finding for checker in checkers.enabled(settings) for finding in checker.check(context)]
        findings = without_impossible(module, findings)
        context.close()
        looked = project.trim()
    return Report(sorted(set(findings), key=lambda finding: finding.sort_key), looked=looked)
