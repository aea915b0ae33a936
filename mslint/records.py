"""What the cache knows about one file, as JSON and back.

Nothing in a record is trusted: whatever is not exactly of the shape that is
written here counts as no record.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from mslint.finding import Applicability, Confidence, Edit, Finding, Fix, Severity, Span
from mslint.model.source import Source, SourceError

MAX_BYTES = 1_000_000
"""Of one record: thousands of findings. What is larger is neither written nor read."""
_MAX_RESULTS = 8
"""Settings for which the findings in one file are kept."""
_MAX_CHARACTERS = 20_000
"""Of a message or of a new text."""
_MAX_PATH = 4_096

_CODE = re.compile(r"MSL\d{3}")
_SYMBOL = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_DIGEST = re.compile(r"[0-9a-f]{32}")
_WRITTEN = re.compile(r"\.{0,64}[\w.*]{0,500}")
"""What can be imported. It becomes part of a path that is looked for, so it holds no slashes."""

_T = TypeVar("_T", str, int, list, dict)  # type: ignore[type-arg]


class Refused(Exception):
    """This is no record, or none that may be kept."""


class Result(NamedTuple):
    """What was found in a file under some settings, and what it rests on beside the file.

    `files` are those that were read, `imports` what was imported by folder of
    the importing files; `basis` is the digest of how all that was. `findings`
    are as `encoded` makes them.
    """

    basis: str
    files: list[str]
    imports: dict[str, list[str]]
    findings: list[Any]


@dataclass
class Record:
    """A file with the content that has this digest, and the results by settings."""

    content: str
    results: dict[str, Result] = field(default_factory=dict)

    def add(self, settings: str, result: Result) -> None:
        """Take note of a result; those of settings that were not used lately go."""
        self.results.pop(settings, None)
        while len(self.results) >= _MAX_RESULTS:
            del self.results[next(iter(self.results))]
        self.results[settings] = result


def dump(record: Record, stamp: str) -> bytes:
    """A record as bytes; `stamp` says which mslint wrote it.

    Raises:
        Refused: `load` would not take it.
    """
    results = {
        settings: [result.basis, result.files, result.imports, result.findings]
        for settings, result in record.results.items()
    }
    document = {"mslint": stamp, "content": record.content, "results": results}
    data = json.dumps(document, separators=(",", ":")).encode()
    if load(data, stamp) != record:
        raise Refused
    return data


def load(data: bytes, stamp: str) -> Record:
    """The record that the mslint called `stamp` wrote. Its findings are still to be `decoded`.

    Raises:
        Refused: These bytes are none.
    """
    if len(data) > MAX_BYTES:
        raise Refused
    try:
        document = _as(dict, json.loads(data))
    except (ValueError, RecursionError):
        raise Refused from None
    if set(document) != {"mslint", "content", "results"} or document["mslint"] != stamp:
        raise Refused
    record = Record(_matching(_DIGEST, document["content"]))
    for settings, plain in _as(dict, document["results"]).items():
        basis, files, imports, findings = _items(plain, 4)
        record.results[_matching(_DIGEST, settings)] = Result(
            _matching(_DIGEST, basis),
            [_path(each) for each in _as(list, files)],
            {
                _path(folder): [_matching(_WRITTEN, each) for each in _as(list, written)]
                for folder, written in _as(dict, imports).items()
            },
            _as(list, findings),
        )
    return record


def _path(value: Any) -> str:
    """What can be a path."""
    try:
        if not 0 < len(os.fsencode(_as(str, value))) <= _MAX_PATH or "\0" in value:
            raise Refused
    except UnicodeError:
        raise Refused from None
    return str(value)


def encoded(path: str, data: bytes, findings: list[Finding]) -> list[Any]:
    """The findings in a file with this content as plain lists.

    Raises:
        Refused: They would not be the same afterwards.
    """
    plain = [
        [
            finding.code,
            finding.symbol,
            finding.severity.value,
            finding.message,
            _plain_span(finding.span),
            finding.confidence.value,
            None if finding.fix is None else _plain_fix(finding.fix),
        ]
        for finding in findings
    ]
    if decoded(path, data, plain) != findings:
        raise Refused
    return plain


def _plain_span(span: Span) -> list[int]:
    return [span.line, span.column, span.end_line, span.end_column]


def _plain_fix(fix: Fix) -> list[Any]:
    return [fix.title, fix.applicability.value, [[_plain_span(edit.span), edit.text] for edit in fix.edits]]


def decoded(path: str, data: bytes, plain: list[Any]) -> list[Finding]:
    """The findings of which `encoded` made these lists.

    Raises:
        Refused: These lists are none, or not those of a file with this content.
    """
    if not plain:
        return []
    try:
        source = Source.from_bytes(path, data)
    except SourceError:
        raise Refused from None
    return [_finding(path, source, each) for each in plain]


def _finding(path: str, source: Source, plain: Any) -> Finding:
    code, symbol, severity, message, span, confidence, fix = _items(plain, 7)
    try:
        return Finding(
            _matching(_CODE, code),
            _matching(_SYMBOL, symbol),
            Severity(_as(str, severity)),
            _text(message),
            path,
            _span(source, span),
            Confidence(_as(str, confidence)),
            None if fix is None else _fix(source, fix),
        )
    except ValueError:
        raise Refused from None


def _fix(source: Source, plain: Any) -> Fix:
    title, applicability, edits = _items(plain, 3)
    pairs = [_items(each, 2) for each in _as(list, edits)]
    return Fix(
        _text(title),
        tuple(Edit(_span(source, span), _text(text)) for span, text in pairs),
        Applicability(_as(str, applicability)),
    )


def _span(source: Source, plain: Any) -> Span:
    """A range that lies in the file."""
    span = Span(*(_as(int, each) for each in _items(plain, 4)))
    start, end = (span.line, span.column), (span.end_line, span.end_column)
    if not (1, 0) <= start <= end or span.end_line > len(source.lines):
        raise Refused
    for line, column in (start, end):
        if not 0 <= column <= len(source.lines[line - 1].encode("utf-8", "surrogatepass")):
            raise Refused
    return span


def _text(value: Any) -> str:
    if len(_as(str, value)) > _MAX_CHARACTERS:
        raise Refused
    return str(value)


def _matching(pattern: re.Pattern[str], value: Any) -> str:
    if pattern.fullmatch(_as(str, value)) is None:
        raise Refused
    return str(value)


def _items(value: Any, number: int) -> list[Any]:
    if len(_as(list, value)) != number:
        raise Refused
    return list(value)


def _as(kind: type[_T], value: Any) -> _T:
    # A bool is an int to isinstance.
    if type(value) is not kind:
        raise Refused
    return value
