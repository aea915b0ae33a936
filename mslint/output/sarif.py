"""SARIF 2.1.0, for code scanning."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import quote

from mslint import __version__, checkers
from mslint.baseline import relative
from mslint.checkers import Checker
from mslint.finding import Confidence, Failure, Finding, Severity
from mslint.identity import MODULE_SCOPE, fingerprint
from mslint.output.base import NOT_CHECKED, Output, below, said
from mslint.output.located import Located, Region

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "mslintIdentity/v1"
"""The key of a result's fingerprint: that of its entry in a baseline, and its number among those alike."""

_ROOT = "%SRCROOT%"
_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.ADVICE: "note",
    Severity.PARITY: "note",
}
_GITHUB_SEVERITIES = {"error": "error", "warning": "warning", "note": "recommendation"}
_PRECISIONS = {
    Confidence.HIGH: "very-high",
    Confidence.CONTROL_FLOW: "high",
    Confidence.INFERENCE: "high",
}
_EXIT_CODES = {0: "nothing was found", 1: "there are findings", 2: "something could not be checked"}
_WHAT_IT_DOES = re.compile(r"^## What it does\n+(.+?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


class SarifOutput(Output):
    """Collects the run; URIs are relative to `root` where files lie in it, fingerprints to `home` as in baselines."""

    needs_all = True

    def __init__(self, stream: TextIO, root: Path, home: Path) -> None:
        """Write to `stream`."""
        self._stream = stream
        self._root = root
        self._home = home
        self._rules: dict[str, dict[str, Any]] = {}
        self._results: list[dict[str, Any]] = []
        self._notifications: list[dict[str, Any]] = []

    def write(self, found: Iterable[Located]) -> None:
        """Take the findings of one file."""
        self._results.extend(self._result(located) for located in found)

    def fail(self, failure: Failure) -> None:
        """Take what could not be checked."""
        location: dict[str, Any] = {"artifactLocation": self._artifact(failure.path)}
        if failure.line:
            column = {"startColumn": failure.column} if failure.column else {}
            location["region"] = {"startLine": failure.line, **column}
        self._notifications.append(
            {
                "descriptor": {"id": NOT_CHECKED, "index": 0},
                "level": "error",
                "message": {"text": _message(said(failure))},
                "locations": [{"physicalLocation": location}],
            }
        )

    def close(self, exit_code: int) -> None:
        """Write the log."""
        driver: dict[str, Any] = {
            "name": "mslint",
            "version": __version__,
            "rules": list(self._rules.values()),
            "notifications": [{"id": NOT_CHECKED, "shortDescription": {"text": "A file could not be checked."}}],
        }
        invocation = {
            "executionSuccessful": exit_code in (0, 1),
            "exitCode": exit_code,
            "exitCodeDescription": _EXIT_CODES[exit_code],
            "toolExecutionNotifications": self._notifications,
        }
        run = {
            "tool": {"driver": driver},
            "invocations": [invocation],
            "originalUriBaseIds": {_ROOT: {"description": {"text": "The folder that holds the checked project."}}},
            "columnKind": "unicodeCodePoints",
            "newlineSequences": ["\r\n", "\n", "\r"],
            "results": self._results,
        }
        json.dump({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, self._stream, indent=2)
        self._stream.write("\n")

    def _result(self, located: Located) -> dict[str, Any]:
        finding, identity = located.finding, located.identity
        assert identity is not None
        if finding.code not in self._rules:
            checker = checkers.by_name(finding.code)
            self._rules[finding.code] = _rule(checker) if checker else _without_rule(finding)
        artifact = self._artifact(finding.path)
        region = {"artifactLocation": artifact, "region": _region(located.in_file)}
        location: dict[str, Any] = {"physicalLocation": region}
        if identity.scope != MODULE_SCOPE:
            location["logicalLocations"] = [{"fullyQualifiedName": identity.scope}]
        result: dict[str, Any] = {
            "ruleId": finding.code,
            "ruleIndex": list(self._rules).index(finding.code),
            "level": _LEVELS[finding.severity],
            "message": {"text": _message(located.message)},
            "locations": [location],
            "partialFingerprints": {FINGERPRINT: fingerprint(relative(finding.path, self._home), identity)},
            "properties": {"confidence": finding.confidence.value, "severity": finding.severity.value},
        }
        if finding.fix is not None:
            replacements = [
                {"deletedRegion": _region(edit.region), "insertedContent": {"text": edit.text}}
                for edit in located.edits
            ]
            change = {"artifactLocation": artifact, "replacements": replacements}
            result["fixes"] = [
                {
                    "description": {"text": _message(finding.fix.title)},
                    "artifactChanges": [change],
                    "properties": {"applicability": finding.fix.applicability.value},
                }
            ]
        return result

    def _artifact(self, path: str) -> dict[str, str]:
        inside = below(path, self._root)
        if inside is None:
            return {"uri": "file://" + quote(os.fsencode(Path(os.path.abspath(path)).as_posix()))}
        return {"uri": quote(os.fsencode(inside)), "uriBaseId": _ROOT}


def _region(region: Region) -> dict[str, int]:
    return {
        "startLine": region.line,
        "startColumn": region.column,
        "endLine": region.end_line,
        "endColumn": region.end_column,
    }


def _message(text: str) -> str:
    """`text` so that nothing in it is taken for a placeholder or a link."""
    return text.replace("{", "{{").replace("}", "}}").replace("](", "] (")


def _without_rule(finding: Finding) -> dict[str, Any]:
    """How something is described that mslint reports by itself."""
    return {"id": finding.code, "name": finding.symbol, "defaultConfiguration": {"level": _LEVELS[finding.severity]}}


def _rule(checker: Checker) -> dict[str, Any]:
    rule, page = checker.rule, checker.page
    level = _LEVELS[rule.severity]
    described = _WHAT_IT_DOES.search(page)
    return {
        "id": rule.code,
        "name": rule.symbol,
        "shortDescription": {"text": f"{rule.summary}."},
        "fullDescription": {"text": " ".join(described[1].split()) if described else rule.summary},
        "help": {"text": page, "markdown": page},
        "defaultConfiguration": {"level": level},
        "properties": {
            "tags": ["mindspore", rule.family],
            "precision": _PRECISIONS[rule.confidence],
            "problem.severity": _GITHUB_SEVERITIES[level],
        },
    }
