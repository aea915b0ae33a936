"""Files are replaced whole or left as they were."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from mslint import atomic


def test_new_and_old_files(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    atomic.write(path, b"one")
    atomic.write(path, b"two")
    assert path.read_bytes() == b"two"
    assert os.listdir(tmp_path) == ["a.json"]


def test_permissions(tmp_path: Path) -> None:
    path, other = tmp_path / "a", tmp_path / "b"
    before = os.umask(0o027)
    try:
        atomic.write(path, b"")
        other.touch()
        other.chmod(0o604)
        atomic.write(other, b"")
    finally:
        os.umask(before)
    assert [stat.S_IMODE(each.stat().st_mode) for each in (path, other)] == [0o640, 0o604]


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    atomic.write(tmp_path / "link", b"x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"x"


def test_what_cannot_be_renamed_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"before")

    def refuse(source: str, target: str) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(PermissionError):
        atomic.write(path, b"after")
    assert path.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["a"]


def test_devices_are_written_to(tmp_path: Path) -> None:
    atomic.write(Path(os.devnull), b"x")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
