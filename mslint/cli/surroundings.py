"""What a project's files say about its MindSpore and its linters. Nothing is run."""

from __future__ import annotations

import configparser
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from mslint.config import DISTRIBUTIONS
from mslint.rule import KNOWN_VERSIONS

_PATCHES = range(21)
"""Releases of a minor version that are tried against a requirement."""
_PYLINT_FILES = ("pylintrc", "pylintrc.toml", ".pylintrc", ".pylintrc.toml", "pyproject.toml", "setup.cfg", "tox.ini")
"""Where pylint looks for its configuration, in its order."""
_FLAKE8_FILES = ("setup.cfg", "tox.ini", ".flake8")
_MAIN_SECTIONS = ("main", "master")


class Pin(NamedTuple):
    """A requirement of MindSpore in a file, and the one minor version that it allows, if it is one."""

    file: str
    text: str
    version: Version | None


class Linter(NamedTuple):
    """A linter that is in use: where it is configured, and the lines there that make it show mslint's findings.

    `lines` is empty where it does already.
    """

    name: str
    file: str
    lines: tuple[str, ...] = ()


def pins(folder: Path) -> list[Pin]:
    """What the files in `folder` require of MindSpore."""
    found = []
    for file, text in _requirements(folder):
        try:
            requirement = Requirement(text)
        except InvalidRequirement:
            continue
        if canonicalize_name(requirement.name) in DISTRIBUTIONS and requirement.specifier:
            found.append(Pin(file, f"{requirement.name}{requirement.specifier}", only_minor(requirement.specifier)))
    return found


def only_minor(specifier: SpecifierSet) -> Version | None:
    """The minor version that a requirement allows, where it is one."""
    try:
        named = [Version(each.version.removesuffix(".*")) for each in specifier]
    except InvalidVersion:
        return None
    minors = {*KNOWN_VERSIONS, *map(_minor, named)}
    releases = [*named, *(Version(f"{minor}.{patch}") for minor in minors for patch in _PATCHES)]
    allowed = {_minor(release) for release in releases if specifier.contains(release, prereleases=True)}
    return Version(allowed.pop()) if len(allowed) == 1 else None


def _minor(version: Version) -> str:
    return f"{version.major}.{version.minor}"


def _requirements(folder: Path) -> Iterator[tuple[str, str]]:
    """The requirements in files of `folder`, as they are written there."""
    for path in sorted(folder.glob("*requirements*.txt")):
        for line in _text(path).splitlines():
            yield path.name, line.partition(" #")[0].strip()
    document = _toml(folder / "pyproject.toml")
    project = _table(document.get("project"))
    groups = [project.get("dependencies"), *_table(project.get("optional-dependencies")).values()]
    for group in [*groups, *_table(document.get("dependency-groups")).values()]:
        yield from (("pyproject.toml", each) for each in group or () if isinstance(each, str))
    options = _ini(folder / "setup.cfg")
    if options.has_option("options", "install_requires"):
        yield from (("setup.cfg", line.strip()) for line in options["options"]["install_requires"].splitlines())


def linters(folder: Path, default: str) -> list[Linter]:
    """The linters that are configured in `folder`, or installed beside mslint.

    Args:
        folder: The folder of the project.
        default: The file that is written to, for those that are not configured yet.
    """
    pylint = _configured_pylint(folder)
    if pylint is None and _is_installed("pylint"):
        pylint = _pylint_without_plugin(default, [], "")
    flake8 = _configured_flake8(folder)
    if flake8 is None and _is_installed("flake8"):
        flake8 = Linter("flake8", "")
    return [linter for linter in (pylint, flake8) if linter is not None]


def _configured_pylint(folder: Path) -> Linter | None:
    for name in _PYLINT_FILES:
        sections = _pylint_sections(folder / name)
        if sections is None:
            continue
        for section, values in sections.items():
            if "load-plugins" in values:
                plugins = _names(values["load-plugins"])
                if "mslint" in plugins:
                    return Linter("pylint", name)
                return _pylint_without_plugin(name, plugins, section)
        main = next((section for section in sections if section.rpartition(".")[2].lower() in _MAIN_SECTIONS), "")
        return _pylint_without_plugin(name, [], main)
    return None


def _pylint_sections(path: Path) -> dict[str, Any] | None:
    """The sections of pylint in a file, by their full name; None where it has none."""
    if not path.is_file():
        return None
    if path.suffix == ".toml":
        table = _table(_toml(path).get("tool")).get("pylint")
        if not isinstance(table, dict):
            return None
        inner = {f"tool.pylint.{name}": values for name, values in table.items() if isinstance(values, dict)}
        return {**inner, "tool.pylint": {name: value for name, value in table.items() if not isinstance(value, dict)}}
    parser = _ini(path)
    sections = {name: dict(parser[name]) for name in parser.sections()}
    if path.suffix in (".cfg", ".ini"):
        return {name: values for name, values in sections.items() if name.split(".")[0] == "pylint"} or None
    return sections


def _pylint_without_plugin(file: str, plugins: list[str], section: str) -> Linter:
    names = [*plugins, "mslint"]
    if file.endswith(".toml"):
        listed = ", ".join(f'"{name}"' for name in names)
        return Linter("pylint", file, (f"[{section or 'tool.pylint.main'}]", f"load-plugins = [{listed}]"))
    own = "MAIN" if file in ("pylintrc", ".pylintrc") else "pylint.MAIN"
    return Linter("pylint", file, (f"[{section or own}]", f"load-plugins = {', '.join(names)}"))


def _configured_flake8(folder: Path) -> Linter | None:
    for name in _FLAKE8_FILES:
        parser = _ini(folder / name)
        if not parser.has_section("flake8"):
            continue
        section = parser["flake8"]
        more = _names(section.get("extend-select", section.get("extend_select", "")))
        chosen = [*_names(section.get("select", "")), *more]
        if "select" not in section or any("MSL".startswith(code) or code == "ALL" for code in chosen):
            return Linter("flake8", name)
        return Linter("flake8", name, ("[flake8]", f"extend-select = {', '.join([*more, 'MSL'])}"))
    return None


def _names(value: object) -> list[str]:
    """A list as linters read it: of texts, or of words with commas."""
    texts = value if isinstance(value, list) else [value]
    return [name for text in texts if isinstance(text, str) for name in text.replace(",", " ").split()]


def _is_installed(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def _table(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(path: Path) -> str:
    """The text of a file; empty where it cannot be had, since it is only asked for what it may say."""
    try:
        return path.read_text(encoding="utf-8-sig") if path.is_file() else ""
    except (OSError, UnicodeDecodeError):
        return ""


def _toml(path: Path) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(_text(path))
    except tomllib.TOMLDecodeError:
        return {}


def _ini(path: Path) -> configparser.RawConfigParser:
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(_text(path))
    except configparser.Error:
        return configparser.RawConfigParser()
    return parser
