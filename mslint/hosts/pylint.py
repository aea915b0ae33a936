"""pylint's door: mslint's findings as pylint messages.

The engine runs once per file, on the text that pylint has read. Each finding
is then handed to pylint at the astroid node that stands at its place, so that
pylint can name the object around it and apply its own comments.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from astroid import nodes
from pylint import interfaces
from pylint.checkers import BaseChecker
from pylint.lint import PyLinter
from pylint.typing import MessageDefinitionTuple

from mslint import checkers
from mslint.checkers import Checker
from mslint.collector import Settled
from mslint.config import HOST, ConfigError, Configuration, Options
from mslint.finding import Confidence, Finding, Span
from mslint.hosts.checking import Checking
from mslint.model.source import Source, SourceError
from mslint.rule import Rule
from mslint.suppress import skips_file

NAME = "mslint"
"""What `--enable` and `--disable` call all rules that are on by default."""
PARITY_NAME = "mslint-parity"
"""What they call the rules that are off by default."""
NOT_CHECKED = "mslint-not-checked"

_USAGE_ERROR = 32
_CONFIDENCES = {
    Confidence.HIGH: interfaces.HIGH,
    Confidence.CONTROL_FLOW: interfaces.CONTROL_FLOW,
    Confidence.INFERENCE: interfaces.INFERENCE,
}
_ENABLE = re.compile(r"#.*\bpylint:.*\benable")


@dataclass
class Results:
    """What the engine says about the file that pylint is at."""

    findings: list[Finding] = field(default_factory=list)
    problem: str = ""


class Engine:
    """Runs mslint once per file, for all checkers of one pylint process."""

    def __init__(self) -> None:
        """Nothing is read before the first file."""
        self.settled = Settled()
        self._configuration: Configuration | None = None
        self._checking: Checking | None = None
        self._module: nodes.Module | None = None
        self._results = Results()

    def configure(self, linter: PyLinter) -> Configuration:
        """Take the options that pylint has parsed.

        Raises:
            ConfigError: One of them cannot be understood.
        """
        options = linter.config
        given = {
            "target-version": options.mslint_target_version or None,
            "select": options.mslint_select or None,
            "ignore": options.mslint_ignore or None,
            "parity": options.mslint_parity,
        }
        self._configuration = Configuration(Options.read(given, HOST, Path()))
        return self._configuration

    def results(self, linter: PyLinter, module: nodes.Module) -> Results:
        """The findings of the rules that pylint lets speak in this file."""
        if self._module is not module:
            self._module = module
            try:
                self._results = Results(self._check(linter, module))
            except (ConfigError, SourceError) as error:
                self._results = Results(problem=str(error))
            self.settled.settle()
        return self._results

    def _check(self, linter: PyLinter, module: nodes.Module) -> list[Finding]:
        configuration = self._configuration or self.configure(linter)
        self._checking = self._checking or Checking(configuration.of_folder(Path()))
        path = str(module.file)
        settings = configuration.of_file(Path(path))
        if settings.excludes(Path(path)):
            return []
        with module.stream() as stream:
            # pylint holds what comes from standard input as UTF-8, whatever its first line declares.
            text = stream.read().decode(module.file_encoding or "utf-8")
        source = Source(path, text)
        if skips_file(source):
            return []
        silent: tuple[str, ...] = ()
        if "pylint:" not in text or not _ENABLE.search(text):
            silent = tuple(rule.code for rule in _rules() if not linter.is_message_enabled(rule.symbol))
        # Which of the rules that are off by default speak is pylint's decision.
        settings = replace(settings, parity=True, ignore=(*settings.ignore, *silent))
        return self._checking.findings(source, None, settings)


class EngineChecker(BaseChecker):
    """A checker that shows what the engine says.

    pylint opens and closes only checkers with an enabled message, so any of
    them may be the one that ends the run.
    """

    def __init__(self, linter: PyLinter, engine: Engine) -> None:
        """`engine` is shared by all checkers of mslint."""
        super().__init__(linter)
        self.engine = engine

    def close(self) -> None:
        """Called by pylint after the last file."""
        self.engine.settled.release()


class OptionsChecker(EngineChecker):
    """Holds mslint's options, and tells what mslint could not check."""

    name = NAME
    msgs = {  # noqa: RUF012
        "E9000": (
            "mslint cannot check this file: %s",
            NOT_CHECKED,
            "The configuration of mslint for this file cannot be understood, or the file cannot be read as Python.",
        )
    }
    options = (
        (
            "mslint-target-version",
            {
                "default": None,
                "type": "string",
                "metavar": "<version>",
                "help": 'The MindSpore version to check for, such as 2.10, or "auto" for the installed one.',
            },
        ),
        (
            "mslint-select",
            {
                "default": (),
                "type": "csv",
                "metavar": "<rules>",
                "help": "Let only these rules of mslint run: codes, their beginnings, or symbols.",
            },
        ),
        (
            "mslint-ignore",
            {
                "default": (),
                "type": "csv",
                "metavar": "<rules>",
                "help": "Let all rules of mslint run but these.",
            },
        ),
        (
            "mslint-parity",
            {
                "default": None,
                "type": "yn",
                "metavar": "<y or n>",
                "help": "Also report what differs from PyTorch but may be meant.",
            },
        ),
    )

    def visit_module(self, node: nodes.Module) -> None:
        """Say why a file could not be checked."""
        problem = self.engine.results(self.linter, node).problem
        if problem:
            self.add_message(NOT_CHECKED, node=node, line=1, args=(problem,), confidence=interfaces.HIGH)


class FamilyChecker(EngineChecker):
    """The messages of one family of rules: pylint wants ids that share two digits in one checker."""

    def __init__(self, linter: PyLinter, engine: Engine, family: Sequence[Checker]) -> None:
        """`family` are rules of one family, all of them on or all of them off by default."""
        rules = [checker.rule for checker in family]
        self.name = NAME if rules[0].default_enabled else PARITY_NAME
        self.msgs = {checker.rule.pylint_id: _message_of(checker) for checker in family}
        super().__init__(linter, engine)
        self._codes = {rule.code for rule in rules}

    def visit_module(self, node: nodes.Module) -> None:
        """Hand the findings of this family to pylint."""
        for finding in self.engine.results(self.linter, node).findings:
            if finding.code in self._codes:
                span = finding.span
                self.add_message(
                    finding.symbol,
                    node=node_at(node, span),
                    line=span.line,
                    col_offset=span.column,
                    end_lineno=span.end_line,
                    end_col_offset=span.end_column,
                    args=(finding.message,),
                    confidence=_CONFIDENCES[finding.confidence],
                )


def register(linter: PyLinter) -> None:
    """Add mslint's checkers to `linter`, unless it has them.

    A process that pylint starts gets a linter with its checkers and calls this
    again, up to pylint 3.3 without taking them away first.
    """
    if any(isinstance(checker, OptionsChecker) for checker in linter.get_checkers()):
        return
    engine = Engine()
    linter.register_checker(OptionsChecker(linter, engine))
    families: defaultdict[tuple[str, bool], list[Checker]] = defaultdict(list)
    for checker in checkers.all_checkers():
        families[checker.rule.family, checker.rule.default_enabled].append(checker)
    for family in families.values():
        linter.register_checker(FamilyChecker(linter, engine, family))


def load_configuration(linter: PyLinter) -> None:
    """Check the options before any file is linted, and let parity rules speak where the settings ask for them.

    Wrong settings end the run as other wrong options of pylint do: with one line, and exit code 32.
    """
    engine = next(checker.engine for checker in linter.get_checkers() if isinstance(checker, OptionsChecker))
    try:
        settings = engine.configure(linter).of_folder(Path())
    except ConfigError as error:
        print(f"mslint: {error}", file=sys.stderr)
        sys.exit(_USAGE_ERROR)
    if not linter.is_message_enabled(NOT_CHECKED):
        # All messages were disabled, and mslint was not enabled again as a whole.
        return
    for rule in _rules():
        if not rule.default_enabled and settings.is_enabled(rule):
            linter.enable(rule.symbol)


def _rules() -> Iterator[Rule]:
    return (checker.rule for checker in checkers.all_checkers())


def _message_of(checker: Checker) -> MessageDefinitionTuple:
    rule = checker.rule
    return ("%s", rule.symbol, description(checker), {"default_enabled": rule.default_enabled})


def description(checker: Checker) -> str:
    """What `pylint --help-msg` says: the first two sections of the rule's page."""
    sections = re.split(r"^#+ .*\n", checker.page, flags=re.MULTILINE)
    texts = [" ".join(section.split()) for section in sections]
    return " ".join([text for text in texts if text][:2]) or checker.rule.summary


def node_at(module: nodes.Module, span: Span) -> nodes.NodeNG:
    """The node that covers exactly `span`, else the innermost one around its start."""
    innermost: nodes.NodeNG = module
    waiting: list[nodes.NodeNG] = list(module.get_children())
    while waiting:
        node = waiting.pop()
        if node.lineno is None or node.col_offset is None:
            waiting.extend(node.get_children())
            continue
        end_line, end_column = node.end_lineno or node.tolineno, node.end_col_offset or 0
        if not (node.lineno, node.col_offset) <= (span.line, span.column) < (end_line, end_column):
            continue
        if (node.lineno, node.col_offset, end_line, end_column) == (
            span.line,
            span.column,
            span.end_line,
            span.end_column,
        ):
            return node
        innermost = node
        waiting = list(node.get_children())
    return innermost
