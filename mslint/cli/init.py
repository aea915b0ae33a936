"""`mslint init`: a first configuration, from what the project says about itself."""

from __future__ import annotations

import os
from pathlib import Path

import click
from packaging.version import Version

from mslint import atomic
from mslint.cli import surroundings
from mslint.cli.arguments import examples
from mslint.cli.changes import diff
from mslint.cli.main import CallError
from mslint.cli.surroundings import Linter, Pin
from mslint.cli.writing import replace_file
from mslint.config import CONFIG_FILES, ConfigError, Configuration, installed_version, read_file, understood
from mslint.rule import KNOWN_VERSIONS

_EXAMPLES = (
    ("Rules to leave out, and rules to run beside the default ones; `mslint rules` lists all.", "ignore", ["MSL204"]),
    ("", "select", ["MSL", "MSL216"]),
    ("Names or paths of files and folders that are not checked.", "exclude", ["third_party", "*.ipynb"]),
    ("What `mslint check` checks when it is given no path.", "paths", ["src"]),
)


@click.command(epilog=examples("mslint init --diff", "mslint init"))
@click.option("--diff", "show_diff", is_flag=True, help="Show what would be written, and write nothing.")
def init(show_diff: bool) -> None:
    """Write a first configuration for the project in this folder.

    It goes to pyproject.toml, or to setup.cfg in a project that has only that.
    What is there stays as it is. The target version is what the project
    requires of MindSpore, else the version that is installed beside mslint.
    """
    _refuse_second()
    above = Configuration().of_folder(Path()).home
    path = Path("setup.cfg") if Path("setup.cfg").exists() and not Path("pyproject.toml").exists() else None
    path = path or Path("pyproject.toml")
    target, reason = target_version(surroundings.pins(Path()), installed_version())
    old = _content(path)
    new = with_section(old or b"", section(path, target, reason))
    _refuse_unreadable(path, new)
    if show_diff:
        click.echo(diff(str(path), old or b"", new), nl=False)
        return
    _write(path, old, new)
    click.echo(f"{path}: {_title(path)} was {'written' if old is None else 'added'}")
    if above is not None:
        click.echo(f"{os.path.relpath(above)}: the configuration there no longer holds here")
    click.echo(reason)
    for linter in surroundings.linters(Path(), str(path)):
        for row in advice(linter):
            click.echo(row)


def _refuse_second() -> None:
    """Stop where there is a configuration already.

    Raises:
        ConfigError: A file cannot be read.
        CallError: There is one.
    """
    for name in CONFIG_FILES:
        if os.path.isfile(name) and read_file(Path(name)) is not None:
            raise CallError(f"{name}: has a section for mslint already")


def _refuse_unreadable(path: Path, new: bytes) -> None:
    """Stop where what is in the file is such that no section can be put behind it.

    Raises:
        CallError: The new content cannot be understood, or says nothing to mslint.
    """
    try:
        options = understood(path, new)
    except ConfigError as error:
        problem = str(error).removeprefix(f"{path}: ")
        raise CallError(f"{path}: cannot be read with {_title(path)} at its end: {problem}") from None
    if options is None:
        raise CallError(f"{path}: {_title(path)} at its end would be part of something else")


def target_version(pins: list[Pin], installed: Version | None) -> tuple[Version | None, str]:
    """The version to check for, None where nothing says it, and what does."""
    exact = [pin for pin in pins if pin.version is not None]
    found = {pin.version for pin in exact}
    if len(found) == 1:
        pin = exact[0]
        return pin.version, f"MindSpore {pin.version}: {pin.file} says {pin.text}"
    several = f"; {' and '.join(f'{pin.file} ({pin.text})' for pin in exact)} differ" if exact else ""
    if installed is not None:
        minor = Version(f"{installed.major}.{installed.minor}")
        return minor, f"MindSpore {minor}: {installed} is installed here{several}"
    return None, f"MindSpore {KNOWN_VERSIONS[-1]}, the newest known: none is installed here and none is pinned{several}"


def section(path: Path, target: Version | None, reason: str) -> str:
    """A section for mslint in a file of this name, with comments."""
    is_toml = path.suffix == ".toml"
    version = f'"{target or KNOWN_VERSIONS[-1]}"' if is_toml else str(target or KNOWN_VERSIONS[-1])
    lines = [_title(path), f"# {reason}.", f"{'' if target else '# '}target-version = {version}"]
    for comment, key, values in _EXAMPLES:
        value = f"[{', '.join(map(_quoted, values))}]" if is_toml else ", ".join(values)
        lines += [f"# {comment}"] * bool(comment) + [f"# {key} = {value}"]
    ignores = 'per-file-ignores = { "tests/*" = ["MSL1"] }' if is_toml else "per-file-ignores = tests/*: MSL1"
    lines += ["# Rules that say nothing in files that match.", f"# {ignores}"]
    return "".join(f"{line}\n" for line in lines)


def _quoted(text: str) -> str:
    return f'"{text}"'


def with_section(old: bytes, text: str) -> bytes:
    """The content of a file with `text` behind it, apart by one empty line, with the line ends of the file."""
    newline = b"\r\n" if old.count(b"\r\n") * 2 > old.count(b"\n") else b"\n"
    added = text.encode().replace(b"\n", newline)
    if not old.strip():
        return old + added
    if not old.endswith(b"\n"):
        old += newline
    return old + (b"" if old.endswith(newline * 2) else newline) + added


def advice(linter: Linter) -> list[str]:
    """What to tell about a linter."""
    where = f" ({linter.file})" if linter.file else ""
    if not linter.lines:
        by_itself = "runs mslint already" if linter.name == "pylint" else "finds mslint by itself"
        return [f"{linter.name}{where}: {by_itself}"]
    return [f"{linter.name} ({linter.file}): for the same findings there, add", *(f"    {x}" for x in linter.lines)]


def _title(path: Path) -> str:
    return "[tool.mslint]" if path.suffix == ".toml" else "[mslint]"


def _content(path: Path) -> bytes | None:
    """What the file holds; None where there is none.

    Raises:
        ConfigError: It cannot be read.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None


def _write(path: Path, old: bytes | None, new: bytes) -> None:
    """Write the file, whole or not at all.

    Raises:
        ConfigError: It cannot be written.
    """
    if old is not None:
        failure = replace_file(str(path), old, new)
        if failure is not None:
            raise ConfigError(f"{failure.path}: {failure.message}")
        return
    try:
        atomic.write(path, new)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror}") from None
