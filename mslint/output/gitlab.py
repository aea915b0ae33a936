"""A code quality report for GitLab."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from mslint.finding import Failure, Severity
from mslint.identity import fingerprint
from mslint.output.base import NOT_CHECKED, Output, below, said
from mslint.output.located import Located

_SEVERITIES = {
    Severity.ERROR: "critical",
    Severity.WARNING: "major",
    Severity.ADVICE: "minor",
    Severity.PARITY: "info",
}


class GitlabOutput(Output):
    """Collects the report; paths are relative to `root`, the checkout, where they lie in it."""

    needs_all = True

    def __init__(self, stream: TextIO, root: Path) -> None:
        """Write to `stream`."""
        self._stream = stream
        self._root = root
        self._issues: list[dict[str, object]] = []

    def write(self, found: Iterable[Located]) -> None:
        """Take the findings of one file."""
        for located in found:
            finding, identity = located.finding, located.identity
            assert identity is not None
            path = self._path(finding.path)
            self._issues.append(
                {
                    "description": f"{finding.code}: {located.message}",
                    "check_name": finding.symbol,
                    "fingerprint": fingerprint(path, identity),
                    "severity": _SEVERITIES[finding.severity],
                    "location": {
                        "path": path,
                        "lines": {"begin": located.in_file.line, "end": located.in_file.end_line},
                    },
                }
            )

    def fail(self, failure: Failure) -> None:
        """Take what could not be checked as the gravest of issues."""
        path = self._path(failure.path)
        digest = hashlib.sha256(json.dumps([path, NOT_CHECKED, failure.message]).encode()).hexdigest()
        self._issues.append(
            {
                "description": f"mslint: {said(failure)}",
                "check_name": NOT_CHECKED,
                "fingerprint": digest,
                "severity": "blocker",
                "location": {"path": path, "lines": {"begin": failure.line or 1}},
            }
        )

    def close(self, exit_code: int) -> None:
        """Write the report."""
        json.dump(self._issues, self._stream, indent=2)
        self._stream.write("\n")

    def _path(self, path: str) -> str:
        return below(path, self._root) or path
