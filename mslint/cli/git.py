"""Which files git says are changed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from mslint.cli import files
from mslint.cli.main import CallError
from mslint.finding import Failure

HEAD = "HEAD"

_ENVIRONMENT = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")
"""What git sets for its hooks; it would be taken to mean the repository of every folder."""


@dataclass
class Changed:
    """The files that are not what they are in a revision: changed, new or renamed, staged or not, and untracked."""

    revision: str
    _paths: set[str] = field(default_factory=set)
    _deleted: set[str] = field(default_factory=set)

    def keep(self, found: Iterable[str | Failure]) -> Iterator[str | Failure]:
        """What is among them, and what could not be looked at."""
        for each in found:
            if isinstance(each, Failure):
                # A folder may hold nothing any more.
                if each.message != files.EMPTY:
                    yield each
                continue
            place = _place(each)
            if place in self._paths or (place not in self._deleted and not os.path.lexists(each)):
                yield each

    def add(self, folder: str) -> None:
        """Take note of what is changed in the repository that `folder` lies in.

        Raises:
            CallError: It lies in none, or the repository has no such revision.
        """
        top = _output(folder, "rev-parse", "--show-toplevel")
        if top is None:
            raise CallError(f"--changed: {os.path.abspath(folder)} is not in a git repository")
        root = os.fsdecode(top.removesuffix(b"\n"))
        tree = self._tree(root)
        for status, path in _pairs(_needed(root, "diff", "--no-renames", "--name-status", "-z", tree, "--")):
            (self._deleted if status == b"D" else self._paths).add(_place(os.path.join(root, os.fsdecode(path))))
        untracked = _needed(root, "ls-files", "-z", "--others", "--exclude-standard")
        self._paths.update(_place(os.path.join(root, os.fsdecode(path))) for path in untracked.split(b"\0"))

    def _tree(self, root: str) -> str:
        """The name of what to compare with."""
        named = _output(root, "rev-parse", "--verify", "--quiet", f"{self.revision}^{{commit}}")
        if named is None and self.revision == HEAD:
            # Nothing was committed yet, so everything is new.
            named = _needed(root, "hash-object", "-t", "tree", os.devnull)
        if named is None:
            is_path = os.path.exists(self.revision)
            advice = "; paths come before --changed, or after --changed=HEAD" if is_path else ""
            raise CallError(f"--changed: {self.revision!r} is no revision of the git repository {root}{advice}")
        return named.decode().strip()


def changed(revision: str, paths: Iterable[str]) -> Changed:
    """The files in the repositories that `paths` lie in, compared with `revision`.

    Raises:
        CallError: git says that this cannot be told.
    """
    found = Changed(revision)
    for folder in dict.fromkeys(_folder(path) for path in paths):
        found.add(folder)
    return found


def _folder(path: str) -> str:
    """The nearest folder at or above `path` that exists."""
    folder = os.path.abspath(path)
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return folder


def _place(path: str) -> str:
    """What a file is known by, whatever links lead to its folder."""
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))


def _pairs(output: bytes) -> Iterator[tuple[bytes, bytes]]:
    parts = output.split(b"\0")
    return zip(parts[:-1:2], parts[1::2], strict=True)


def _needed(folder: str, *arguments: str) -> bytes:
    output = _output(folder, *arguments, is_needed=True)
    assert output is not None
    return output


def _output(folder: str, *arguments: str, is_needed: bool = False) -> bytes | None:
    """What git prints; None where it fails, unless that `is_needed`."""
    environment = {name: value for name, value in os.environ.items() if name not in _ENVIRONMENT}
    environment |= {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
    # The configuration of a repository names programs that git would start.
    command = ["git", "-C", folder, "-c", "core.fsmonitor=false", *arguments]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    except OSError as error:
        raise CallError(f"--changed: git cannot be run: {error.strerror}") from None
    if done.returncode == 0:
        return done.stdout
    complaint = done.stderr.decode(errors="backslashreplace").strip()
    if is_needed or "dubious ownership" in complaint:
        reason = complaint.splitlines()[0] if complaint else f"exit code {done.returncode}"
        raise CallError(f"--changed: git {arguments[0]}: {reason}")
    return None
