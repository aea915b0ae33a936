"""Settings: what the user asked for, wherever it was written.

Every door reads the same keys. The command line wins over the options of a
host (pylint, flake8), those win over a configuration file, and that wins over
the defaults. The file is the nearest one, upward from the checked file, that
has a section for mslint: `[tool.mslint]` in pyproject.toml, or `[mslint]` in
setup.cfg, tox.ini or .flake8.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Literal

from packaging.version import InvalidVersion, Version

from mslint import checkers
from mslint.codes import codes
from mslint.globs import FileIgnore, lies_in, normal_pattern
from mslint.rule import FAMILIES, KNOWN_VERSIONS, Rule

KEYS = (
    "baseline", "cache-dir", "exclude", "ignore", "parity", "paths", "per-file-ignores", "select", "target-version",
)  # fmt: skip
"""The keys of a configuration file."""

CONFIG_FILES = ("pyproject.toml", "setup.cfg", "tox.ini", ".flake8")
"""Where a section for mslint may stand, in the order in which a folder is searched."""

DISTRIBUTIONS = ("mindspore", "mindspore-dev", "mindspore-gpu", "mindspore-ascend")
"""The names under which MindSpore is installed."""

_BOOLEANS = {
    "true": True, "yes": True, "on": True, "1": True,
    "false": False, "no": False, "off": False, "0": False,
}  # fmt: skip
_CODE = re.compile(r"MSL\d{0,3}")
_PYLINT_ID = re.compile(r"[CEFIRW]9(\d{3})")


class ConfigError(Exception):
    """A setting cannot be understood. The message is one line that names the place."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where settings were written, in the words of an error message."""

    file: str = ""
    prefix: str = ""

    def error(self, key: str, problem: str) -> ConfigError:
        """The error for `key` at this place."""
        label = f"{self.prefix}{key}"
        return ConfigError(f"{self.file}: {label}: {problem}" if self.file else f"{label}: {problem}")


COMMAND_LINE = Place(prefix="--")
HOST = Place(prefix="--mslint-")


@dataclass(frozen=True, slots=True)
class Settings:
    """What to look for, for which MindSpore.

    `select` and `ignore` are code prefixes; `exclude` are patterns and `paths`
    files and folders, both relative to `folder`. An empty `select` means the
    rules that are on by default. `home` is the folder of the configuration
    file, None where there is none.
    """

    target: Version
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    parity: bool = False
    exclude: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    folder: Path = Path()
    per_file_ignores: tuple[FileIgnore, ...] = ()
    ignored_here: tuple[str, ...] = ()
    """What `per_file_ignores` say about the file at hand; they win over `select`."""
    baseline: Path | None = None
    cache_dir: Path | None = field(default=None, compare=False)
    home: Path | None = field(default=None, compare=False)

    def is_enabled(self, rule: Rule) -> bool:
        """Whether `rule` runs: it was asked for, and its fault was seen on the target version.

        The longer prefix decides between `select` and `ignore`, and `ignore`
        where both are equal. A rule that is off by default runs with `parity`,
        or if `select` names it more closely than by the bare "MSL".
        """
        if rule.on(self.target) is None or rule.code.startswith(self.ignored_here):
            return False
        selected = _match(self.select, rule.code)
        if self.select and selected == 0:
            return False
        if not rule.default_enabled and not self.parity and selected <= len("MSL"):
            return False
        ignored = _match(self.ignore, rule.code)
        return ignored == 0 or selected > ignored

    def excludes(self, path: Path) -> bool:
        """Whether `path`, or a folder that holds it, matches an `exclude` pattern.

        A pattern matches a file's or a folder's name, or the whole path from
        `folder` on; `*` also crosses folders.
        """
        return lies_in(path, self.folder, self.exclude)

    def at(self, path: Path) -> Settings:
        """The settings for one file that they hold for."""
        ignored = tuple(
            code for each in self.per_file_ignores if lies_in(path, each.folder, (each.pattern,)) for code in each.codes
        )
        return replace(self, ignored_here=ignored) if ignored else self

    def for_all_rules(self) -> Settings:
        """Settings under which every rule runs that has something to say about the target version."""
        return replace(self, select=(), ignore=(), parity=True, ignored_here=())


def _match(prefixes: tuple[str, ...], code: str) -> int:
    """The length of the longest of `prefixes` that `code` starts with; 0 for none."""
    return max((len(prefix) for prefix in prefixes if code.startswith(prefix)), default=0)


@dataclass(frozen=True, slots=True)
class Options:
    """What one place says; None where it says nothing."""

    target: Version | Literal["auto"] | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    parity: bool | None = None
    exclude: tuple[str, ...] | None = None
    paths: tuple[str, ...] | None = None
    per_file_ignores: tuple[FileIgnore, ...] | None = None
    folder: Path = Path()
    baseline: Path | None = None
    cache_dir: Path | None = None
    home: Path | None = field(default=None, compare=False)

    @classmethod
    def read(cls, values: Mapping[str, object], place: Place, folder: Path) -> Options:
        """Understand the keys and values of one place; None is a value that was not given.

        Args:
            values: Settings by key; lists may be written as text with commas.
            place: Where they were written.
            folder: What `exclude` and `paths` are relative to.

        Raises:
            ConfigError: An unknown key, or a value that its key cannot have.
        """
        found: dict[str, object] = {"folder": folder, "home": folder if place.file else None}
        for key, value in values.items():
            if key not in KEYS:
                raise place.error(key, f"unknown key{nearest(key, KEYS)}")
            if value is None:
                continue
            if key == "parity":
                found[key] = _boolean(key, value, place)
            elif key == "target-version":
                found["target"] = _target(key, value, place)
            elif key in ("select", "ignore"):
                names = _strings(key, value, place, r"[,\s]+")
                found[key] = tuple(_code_prefix(key, name, place) for name in names)
            elif key == "per-file-ignores":
                found["per_file_ignores"] = _file_ignores(key, value, place, Path(os.path.abspath(folder)))
            elif key in ("baseline", "cache-dir"):
                found[key.replace("-", "_")] = folder / _text(key, value, place)
            elif key == "exclude":
                found[key] = tuple(normal_pattern(text) for text in _strings(key, value, place, r"[,\n]+"))
            else:
                found[key] = tuple(_strings(key, value, place, r"[,\n]+"))
        return cls(**found)  # type: ignore[arg-type]


def settle(layers: Iterable[Options]) -> Settings:
    """Settings from `layers`, the strongest first."""
    chosen: dict[str, object] = {}
    for layer in layers:
        for option in fields(Options):
            value = getattr(layer, option.name)
            if option.name == "folder" or value is None or option.name in chosen:
                continue
            chosen[option.name] = value
            if option.name == "exclude":
                chosen["folder"] = Path(os.path.abspath(layer.folder))
            elif option.name == "paths":
                chosen[option.name] = tuple(os.path.join(layer.folder, path) for path in value)
    if chosen.get("target", "auto") == "auto":
        chosen["target"] = installed_version() or Version(KNOWN_VERSIONS[-1])
    return Settings(**chosen)  # type: ignore[arg-type]


class Configuration:
    """The settings of files, by where they lie; reads each configuration file once."""

    def __init__(self, *layers: Options, file: Path | None = None) -> None:
        """Options that win over the files, the strongest first.

        Args:
            layers: From the command line or a host.
            file: The one configuration file to read, in place of looking for the nearest.

        Raises:
            ConfigError: `file` cannot be read or understood.
        """
        self._layers = layers
        self._settings: dict[str, Settings] = {}
        self._fixed: Settings | None = None
        if file is not None:
            options = read_file(file)
            if options is None:
                section = "[tool.mslint]" if file.suffix == ".toml" else "[mslint]"
                raise ConfigError(f"{file}: has no section {section}")
            self._fixed = settle((*layers, options))

    def of_file(self, path: Path) -> Settings:
        """The settings for the file `path`, which need not exist.

        Raises:
            ConfigError: The nearest configuration file cannot be understood.
        """
        return self.of_folder(path.parent).at(path)

    def of_folder(self, folder: Path) -> Settings:
        """The settings for files that lie in `folder`.

        Raises:
            ConfigError: The nearest configuration file cannot be understood.
        """
        if self._fixed is not None:
            return self._fixed
        return self._nearest(os.path.abspath(folder))

    def _nearest(self, folder: str) -> Settings:
        known = self._settings.get(folder)
        if known is not None:
            return known
        parent = os.path.dirname(folder)
        options = _read_folder(folder)
        if options is None and parent != folder:
            settings = self._nearest(parent)
        else:
            settings = settle(self._layers if options is None else (*self._layers, options))
        self._settings[folder] = settings
        return settings


def _read_folder(folder: str) -> Options | None:
    """What the first configuration file in `folder` that has a section says."""
    for name in CONFIG_FILES:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            options = read_file(Path(path))
            if options is not None:
                return options
    return None


def read_file(path: Path) -> Options | None:
    """What the configuration file `path` says, None where it has no section for mslint.

    Raises:
        ConfigError: It cannot be read, or its section cannot be understood.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None
    return understood(path, data)


def understood(path: Path, data: bytes) -> Options | None:
    """What the configuration file `path` says with the content `data`, None where it has no section for mslint.

    Raises:
        ConfigError: Its section cannot be understood.
    """
    if b"mslint" not in data:
        # Most files have no section: they are not parsed, and what is wrong in them is not our affair.
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not UTF-8 at byte {error.start}") from None
    values, section = _toml(path, text) if path.suffix == ".toml" else _ini(path, text)
    if values is None:
        return None
    return Options.read(values, Place(str(path), f"{section} "), path.parent)


def _toml(path: Path, text: str) -> tuple[Mapping[str, object] | None, str]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: {error}") from None
    tool = document.get("tool")
    section = tool.get("mslint") if isinstance(tool, dict) else None
    if section is not None and not isinstance(section, dict):
        raise ConfigError(f"{path}: [tool.mslint] must be a table")
    return section, "[tool.mslint]"


def _ini(path: Path, text: str) -> tuple[Mapping[str, object] | None, str]:
    import configparser

    parser = configparser.RawConfigParser()
    try:
        parser.read_string(text, str(path))
    except configparser.Error as error:
        raise ConfigError(f"{path}: {' '.join(error.message.split())}") from None
    return (dict(parser["mslint"]) if parser.has_section("mslint") else None), "[mslint]"


def _boolean(key: str, value: object, place: Place) -> bool:
    if isinstance(value, str):
        value = _BOOLEANS.get(value.strip().lower())
    if not isinstance(value, bool):
        raise place.error(key, "must be true or false")
    return value


def _text(key: str, value: object, place: Place) -> str:
    if not isinstance(value, str) or not value.strip():
        raise place.error(key, "must be a string that is not empty")
    return value.strip()


def _strings(key: str, value: object, place: Place, separator: str) -> list[str]:
    """A list of texts; a text is cut where `separator` matches."""
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        raise place.error(key, "must be a list of strings")
    return [part.strip() for text in texts for part in re.split(separator, text) if part.strip()]


def _file_ignores(key: str, value: object, place: Place, folder: Path) -> tuple[FileIgnore, ...]:
    """A table of patterns and rules, or lines of the form `pattern: rules`."""
    if isinstance(value, str):
        lines = [line.strip() for line in value.splitlines() if line.strip()]
        if not all(":" in line for line in lines):
            raise place.error(key, "must be lines of the form `pattern: rules`")
        pairs: list[tuple[str, object]] = [(pattern, names) for pattern, _, names in (x.rpartition(":") for x in lines)]
    elif isinstance(value, Mapping):
        pairs = list(value.items())
    else:
        raise place.error(key, "must be a table of patterns and lists of rules")
    ignores = []
    for patterns, names in pairs:
        found = tuple(_code_prefix(key, name, place) for name in _strings(key, names, place, r"[,\s]+"))
        ignores += [FileIgnore(normal_pattern(text), found, folder) for text in _strings(key, patterns, place, r",")]
    return tuple(ignores)


def _target(key: str, value: object, place: Place) -> Version | Literal["auto"]:
    if not isinstance(value, str):
        # The number 2.10 would be read as 2.1.
        raise place.error(key, f'must be a string such as "{KNOWN_VERSIONS[-1]}", in quotes')
    text = value.strip()
    if text.lower() == "auto":
        return "auto"
    try:
        return Version(text)
    except InvalidVersion:
        problem = f'{text!r} is not a version; write one such as "{KNOWN_VERSIONS[-1]}", or "auto"'
        raise place.error(key, problem) from None


def _code_prefix(key: str, name: str, place: Place) -> str:
    """The code, or the beginning of codes, that `name` stands for."""
    try:
        return code_prefix(name)
    except ConfigError as error:
        raise place.error(key, str(error)) from None


def code_prefix(name: str) -> str:
    """The code, or the beginning of codes, that a user's `name` for rules stands for.

    Raises:
        ConfigError: Nothing is called that.
    """
    upper = name.strip().upper()
    if upper == "ALL":
        return "MSL"
    if _CODE.fullmatch(upper):
        is_family = len(upper) <= len("MSL1") and upper[3:] in ("", *FAMILIES)
        if is_family or any(code.startswith(upper) for code in codes().values()):
            return upper
    numbered = _PYLINT_ID.fullmatch(upper)
    if numbered and f"MSL{numbered[1]}" in codes().values():
        return f"MSL{numbered[1]}"
    return codes().get(name.strip().lower()) or rule_named(name).rule.code


def rule_named(name: str) -> checkers.Checker:
    """The rule with this code, symbol or pylint id.

    Any letter will do in a pylint id: it is the severity, which may change between releases.

    Raises:
        ConfigError: Nothing is called that. The message names what may have been meant.
    """
    numbered = _PYLINT_ID.fullmatch(name.strip().upper())
    checker = checkers.by_name(f"MSL{numbered[1]}" if numbered else name)
    if checker is None:
        raise ConfigError(_unknown_rule(name))
    return checker


def _unknown_rule(name: str) -> str:
    """Says that no rule is called `name`, and which one may have been meant."""
    rules = [checker.rule for checker in checkers.all_checkers()]
    names = [rule.code for rule in rules] + [rule.symbol for rule in rules]
    wanted = name.strip().upper() if name.strip().upper().startswith("MSL") else name.strip().lower()
    return f"unknown rule {name!r}{nearest(wanted, names) or '; `mslint rules` lists them'}"


def nearest(name: str, names: Iterable[str]) -> str:
    """`; did you mean ...?` with the most similar of `names`, empty where none is similar."""
    import difflib

    close = difflib.get_close_matches(name, list(names), n=1, cutoff=0.5)
    return f"; did you mean {close[0]!r}?" if close else ""


@cache
def installed_version() -> Version | None:
    """The version of the MindSpore beside which mslint is installed, by its metadata.

    MindSpore itself is never imported.
    """
    if not any(_may_hold_mindspore(folder) for folder in sys.path):
        return None
    from importlib import metadata

    for name in DISTRIBUTIONS:
        try:
            return Version(metadata.version(name))
        except (metadata.PackageNotFoundError, InvalidVersion):
            continue
    return None


def _may_hold_mindspore(folder: str) -> bool:
    """Whether metadata of MindSpore lies in `folder`: a glance that saves the import of importlib.metadata."""
    try:
        names = os.listdir(folder or os.curdir)
    except OSError:
        return False
    return any(name.lower().startswith("mindspore") and name.endswith((".dist-info", ".egg-info")) for name in names)
