"""Known findings: a file that lists what was there when mslint came, so that only what is new is reported.

An entry names no line: it is the rule, the file, the function or class, the
text, and how often that is there. So a finding that only moved stays known,
and one more of the same in the same function is new.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from mslint import atomic, checkers
from mslint.config import ConfigError, Settings
from mslint.finding import Finding
from mslint.identity import Identity, identities
from mslint.model.source import Source

FILE_NAME = ".mslint-baseline.json"
VERSION = 1
_END = {"end": True}
"""The last of the list: every entry before it ends in a comma, so that git can merge entries added at the end."""
_FIELDS = ("file", "scope", "rule", "text", "count")


class Key(NamedTuple):
    """What findings of one entry have in common. `file` is relative to the baseline's folder, with slashes."""

    file: str
    scope: str
    rule: str
    text: str


Counts = Mapping[Key, int]


def place_of(given: Path | None, settings: Settings) -> Path:
    """Where the baseline is: as given, as configured, or beside the configuration file."""
    return Path(os.path.abspath(given or settings.baseline or (settings.home or Path()) / FILE_NAME))


def read(path: Path) -> dict[Key, int]:
    """The entries of a baseline file.

    Raises:
        ConfigError: It cannot be read, or is not one. The message names the file and the place.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise ConfigError(f"{path}: does not exist; `mslint baseline create` writes it") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not UTF-8 at byte {error.start}") from None
    document = _parsed(path, text)
    if not isinstance(document, dict) or not isinstance(document.get("known"), list):
        raise ConfigError(f'{path}: is not a baseline of mslint: an object with a list "known" is expected')
    if document.get("version") != VERSION or isinstance(document["version"], bool):
        raise ConfigError(f'{path}: "version" must be {VERSION}; another release of mslint may have written it')
    counts: dict[Key, int] = {}
    for number, entry in enumerate(document["known"], start=1):
        if entry == _END:
            continue
        problem = _problem(entry)
        if problem:
            raise ConfigError(f"{path}: entry {number}: {problem}")
        key = Key(*(entry[name] for name in Key._fields))
        # Two branches that both added the same finding leave two entries behind a union merge.
        counts[key] = max(counts.get(key, 0), entry["count"])
    return counts


def _parsed(path: Path, text: str) -> Any:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith(("<<<<<<< ", ">>>>>>> ")):
            raise ConfigError(f"{path}:{number}: holds a merge conflict")
    import json

    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ConfigError(f"{path}:{error.lineno}:{error.colno}: is not JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path}: is not JSON that can be read: {error}") from None


def _problem(entry: object) -> str:
    """What is wrong with an entry, empty where nothing is."""
    if not isinstance(entry, dict):
        return "must be an object"
    for name in _FIELDS:
        if name not in entry:
            return f'lacks "{name}"'
    unknown = sorted(set(entry) - set(_FIELDS))
    if unknown:
        return f"has an unknown member {unknown[0]!r}"
    for name in Key._fields:
        if not isinstance(entry[name], str) or not entry[name] or "\0" in entry[name]:
            return f'"{name}" must be a text that is not empty'
    count = entry["count"]
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        return '"count" must be a whole number from 1 on'
    return ""


def text_of(counts: Counts) -> str:
    """The baseline file with these entries: one a line, in order, so that git merges it well."""
    import json

    lines = [json.dumps({**key._asdict(), "count": counts[key]}, ensure_ascii=False) for key in sorted(counts)]
    entries = ",\n    ".join([*lines, json.dumps(_END)])
    return f'{{\n  "version": {VERSION},\n  "known": [\n    {entries}\n  ]\n}}\n'


def write(path: Path, counts: Counts) -> None:
    """Write the baseline file.

    Raises:
        ConfigError: It cannot be written.
    """
    try:
        # Names that are not valid Unicode become escapes, which JSON reads back as they were.
        atomic.write(path, text_of(counts).encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror}") from None


def relative(path: str, folder: Path) -> str:
    """`path` as a baseline in `folder` names it."""
    try:
        found = os.path.relpath(path, folder)
    except ValueError:
        # Another drive.
        found = os.path.abspath(path)
    return found.replace(os.sep, "/")


@dataclass
class Comparison:
    """What was found in a run, beside what is known.

    A finding is judged by itself: its occurrence is known or it is not. So
    neither the order of files nor the number of processes matters.
    """

    folder: Path
    known: Counts
    _found: dict[str, Counter[Key]] = field(default_factory=dict)
    _settings: dict[str, Settings] = field(default_factory=dict)

    def is_known(self, path: str, identity: Identity) -> bool:
        """Whether the baseline lists this finding in the file `path`."""
        return identity.occurrence <= self.known.get(self._key(path, identity), 0)

    def new(self, path: str, data: bytes, findings: list[Finding]) -> list[Finding]:
        """Those of all reported findings in a content of the file `path` that the baseline does not list."""
        found = identities(Source.from_bytes(path, data), findings)
        return [finding for finding, each in zip(findings, found, strict=True) if not self.is_known(path, each)]

    def add(self, path: str, settings: Settings, found: Iterable[Identity]) -> None:
        """Take note of a file that was checked, and of all findings in it."""
        file = relative(path, self.folder)
        self._settings[file] = settings
        self._found[file] = Counter(self._key(path, identity) for identity in found)

    @property
    def held_back(self) -> int:
        """How many findings were there that the baseline knows."""
        return sum(min(count, self.known.get(key, 0)) for key, count in self._all())

    def fixed(self) -> dict[Key, int]:
        """What the baseline lists and is no longer there; what was not looked at is not among it."""
        now = dict(self._all())
        gone = {key: count - now.get(key, 0) for key, count in self.known.items() if self._was_looked_for(key)}
        return {key: count for key, count in gone.items() if count > 0}

    def updated(self, *, with_new: bool = True) -> dict[Key, int]:
        """The entries after this run; those for what was not looked at stay."""
        now = dict(self._all())
        kept = {key: count for key, count in self.known.items() if not self._was_looked_for(key)}
        if with_new:
            return {**kept, **now}
        still = {key: min(count, now.get(key, 0)) for key, count in self.known.items() if key not in kept}
        return {**kept, **{key: count for key, count in still.items() if count > 0}}

    def _key(self, path: str, identity: Identity) -> Key:
        return Key(relative(path, self.folder), identity.scope, identity.rule, identity.text)

    def _all(self) -> Iterable[tuple[Key, int]]:
        return ((key, count) for counts in self._found.values() for key, count in counts.items())

    def _was_looked_for(self, key: Key) -> bool:
        settings = self._settings.get(key.file)
        if settings is None:
            return not os.path.lexists(self.folder / key.file)
        checker = checkers.by_name(key.rule)
        return checker is not None and settings.is_enabled(checker.rule)


def only_in(counts: Counts, paths: Sequence[str], folder: Path) -> dict[Key, int]:
    """The entries of files that `paths` name or hold; all where none is given."""
    names = [relative(path, folder) for path in paths]
    return {
        key: count
        for key, count in counts.items()
        if not names or any(name in (".", key.file) or key.file.startswith(f"{name}/") for name in names)
    }
