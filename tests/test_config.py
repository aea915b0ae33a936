from __future__ import annotations

import sys
from pathlib import Path

import pytest
from doors import FAULTY, PROBE_RULE, flake8, install_probe, mslint_findings, pylint
from packaging.version import Version

from mslint import checkers, config
from mslint.config import (
    COMMAND_LINE,
    DISTRIBUTIONS,
    HOST,
    ConfigError,
    Configuration,
    Options,
    Place,
    Settings,
    installed_version,
    settle,
)
from mslint.rule import KNOWN_VERSIONS, Rule

TARGET = Version("2.10")


def rule(code: str) -> Rule:
    checker = checkers.by_name(code)
    assert checker is not None
    return checker.rule


def enabled(settings: Settings) -> list[str]:
    return [checker.rule.code for checker in checkers.enabled(settings)]


@pytest.fixture(autouse=True)
def no_installed_mindspore(monkeypatch: pytest.MonkeyPatch) -> None:
    installed_version.cache_clear()
    monkeypatch.setattr(config, "DISTRIBUTIONS", ())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "pyproject.toml",
            '[tool.mslint]\nselect = ["MSL2", "iterator-params"]\nignore = ["E9203"]\nparity = true\n'
            'exclude = ["old/*"]\npaths = ["src"]\ntarget-version = "2.7"\n',
        ),
        (
            "setup.cfg",
            "[mslint]\nselect = MSL2, iterator-params\nignore = E9203\nparity = yes\n"
            "exclude = old/*\npaths = src\ntarget-version = 2.7\n",
        ),
        (
            "tox.ini",
            "[mslint]\nselect =\n    MSL2\n    iterator-params\nignore =\n    E9203\nparity = 1\n"
            "exclude =\n    old/*\npaths =\n    src\ntarget-version = 2.7\n",
        ),
        (
            ".flake8",
            "[flake8]\nmax-line-length = 100\n[mslint]\nselect = msl2 Iterator-Params\nignore = w9203\nparity = True\n"
            "exclude = ./old/*\npaths = src\ntarget-version = 2.7\n",
        ),
    ],
)
def test_every_file_has_the_same_keys(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert Configuration().of_file(tmp_path / "pkg" / "model.py") == Settings(
        target=Version("2.7"),
        select=("MSL2", "MSL204"),
        ignore=("MSL203",),
        parity=True,
        exclude=("old/*",),
        paths=(str(tmp_path / "src"),),
        folder=tmp_path,
    )


def test_the_nearest_file_with_a_section_counts(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.mslint]\ntarget-version = "2.0"\n')
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text("[tool.black]\n")
    assert Configuration().of_file(inner / "a.py").target == Version("2.0")
    (inner / "setup.cfg").write_text("[mslint]\nparity = true\n")
    settings = Configuration().of_file(inner / "a.py")
    assert settings.parity
    assert settings.target == Version(KNOWN_VERSIONS[-1])


def test_the_first_file_of_a_folder_with_a_section_counts(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.mslint]\ntarget-version = "2.5"\n')
    (tmp_path / "setup.cfg").write_text("[mslint]\ntarget-version = 2.6\n")
    assert Configuration().of_folder(tmp_path).target == Version("2.5")


def test_files_of_others_are_not_judged(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.black\n")
    (tmp_path / "setup.cfg").write_bytes(b"\xff\xfe")
    assert Configuration().of_folder(tmp_path).select == ()


def test_command_line_over_host_over_file_over_default(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.mslint]\nselect = ["MSL2"]\nignore = ["MSL201"]\ntarget-version = "2.7"\n'
    )
    line = Options.read({"select": "MSL203", "ignore": None}, COMMAND_LINE, Path())
    host = Options.read({"select": "MSL204", "ignore": "MSL205"}, HOST, Path())
    settings = Configuration(line, host).of_folder(tmp_path)
    assert settings.select == ("MSL203",)
    assert settings.ignore == ("MSL205",)
    assert settings.target == Version("2.7")
    assert not settings.parity


def test_auto_overrides_a_version_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.mslint]\ntarget-version = "2.7"\n')
    line = Options.read({"target-version": "auto"}, COMMAND_LINE, Path())
    assert Configuration(line).of_folder(tmp_path).target == Version(KNOWN_VERSIONS[-1])


def test_one_named_file_in_place_of_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.mslint]\ntarget-version = "2.7"\n')
    named = tmp_path / "other.ini"
    named.write_text("[mslint]\ntarget-version = 2.8\n")
    assert Configuration(file=named).of_folder(tmp_path).target == Version("2.8")


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("pyproject.toml", "[tool.mslint]\nselct = []\n", "[tool.mslint] selct: unknown key; did you mean 'select'?"),
        ("setup.cfg", "[mslint]\nparitty = true\n", "[mslint] paritty: unknown key; did you mean 'parity'?"),
        (
            "pyproject.toml",
            '[tool.mslint]\nignore = ["MSL2021"]\n',
            "[tool.mslint] ignore: unknown rule 'MSL2021'; did you mean 'MSL202'?",
        ),
        (
            "pyproject.toml",
            '[tool.mslint]\nselect = ["torch-stile-momentum"]\n',
            "[tool.mslint] select: unknown rule 'torch-stile-momentum'; did you mean 'torch-style-momentum'?",
        ),
        (
            "tox.ini",
            "[mslint]\nselect = E501\n",
            "[mslint] select: unknown rule 'E501'; `mslint rules` lists them",
        ),
        ("pyproject.toml", "[tool.mslint]\nselect = 201\n", "[tool.mslint] select: must be a list of strings"),
        ("pyproject.toml", '[tool.mslint]\nparity = "maybe"\n', "[tool.mslint] parity: must be true or false"),
        (
            "pyproject.toml",
            "[tool.mslint]\ntarget-version = 2.10\n",
            '[tool.mslint] target-version: must be a string such as "2.10", in quotes',
        ),
        (
            "pyproject.toml",
            '[tool.mslint]\ntarget-version = "newest"\n',
            '[tool.mslint] target-version: \'newest\' is not a version; write one such as "2.10", or "auto"',
        ),
        ("pyproject.toml", "[tool]\nmslint = 1\n", "[tool.mslint] must be a table"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, name: str, text: str, problem: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        Configuration().of_folder(tmp_path)
    assert str(caught.value) == f"{path}: {problem}"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("pyproject.toml", b"[tool.mslint\n"),
        ("setup.cfg", b"mslint\n[mslint]\n"),
        ("pyproject.toml", b"# mslint \xff\n"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ConfigError) as caught:
        Configuration().of_folder(tmp_path)
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / name}: ")
    assert len(message.splitlines()) == 1


def test_a_named_file_must_be_there_and_have_a_section(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: cannot be read: No such file"):
        Configuration(file=tmp_path / "none.toml")
    (tmp_path / "empty.toml").touch()
    with pytest.raises(ConfigError, match=r"empty\.toml: has no section \[tool\.mslint\]"):
        Configuration(file=tmp_path / "empty.toml")


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        (COMMAND_LINE, "--select: unknown"),
        (HOST, "--mslint-select: unknown"),
        (Place("a", "b "), "a: b select: unknown"),
    ],
)
def test_the_place_is_named_as_the_user_knows_it(place: Place, problem: str) -> None:
    with pytest.raises(ConfigError, match=f"^{problem}"):
        Options.read({"select": "nonsense"}, place, Path())


@pytest.mark.parametrize("version", ["1.0", "2.3", "2.5.0.dev20250202", "3.1rc1"])
def test_versions_that_are_not_known_are_taken(version: str) -> None:
    assert settle([Options.read({"target-version": version}, HOST, Path())]).target == Version(version)


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
def test_the_installed_distribution_gives_the_target(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, distribution: str
) -> None:
    metadata = tmp_path / f"{distribution.replace('-', '_')}-2.8.1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 2.8.1\n")
    (tmp_path / "mindspore.py").write_text("raise AssertionError('mindspore was imported')\n")
    # A MindSpore that is really installed takes no part.
    monkeypatch.setattr(sys, "path", [str(tmp_path), *(each for each in sys.path if "site-packages" not in each)])
    monkeypatch.setattr(config, "DISTRIBUTIONS", DISTRIBUTIONS)
    installed_version.cache_clear()
    assert settle([]).target == Version("2.8.1")
    assert "mindspore" not in sys.modules
    installed_version.cache_clear()


@pytest.mark.parametrize(
    ("select", "ignore", "is_enabled"),
    [
        ("", "", True),
        ("", "MSL202", False),
        ("", "MSL2", False),
        ("", "optimizer-lr-keyword", False),
        ("MSL2", "", True),
        ("MSL3", "", False),
        ("ALL", "", True),
        ("MSL202", "MSL2", True),
        ("MSL2", "MSL20", False),
        ("MSL202", "MSL202", False),
        ("MSL1,MSL202", "", True),
    ],
)
def test_the_longer_prefix_decides(select: str, ignore: str, is_enabled: bool) -> None:
    settings = settle([Options.read({"select": select or None, "ignore": ignore or None}, HOST, Path())])
    assert settings.is_enabled(rule("MSL202")) is is_enabled


@pytest.mark.parametrize(
    ("values", "is_enabled"),
    [
        ({}, False),
        ({"parity": "true"}, True),
        ({"select": "MSL"}, False),
        ({"select": "MSL5"}, True),
        ({"select": "MSL599"}, True),
        ({"select": "probe-call"}, True),
        ({"select": "R9599"}, True),
        ({"select": "E9599"}, True),
        ({"select": "MSL2", "parity": "true"}, False),
        ({"parity": "true", "ignore": "MSL5"}, False),
        ({"parity": "true", "target-version": "2.6"}, False),
    ],
)
def test_parity_rules_are_off_unless_asked_for(
    monkeypatch: pytest.MonkeyPatch, values: dict[str, str], is_enabled: bool
) -> None:
    install_probe(monkeypatch)
    assert settle([Options.read(values, HOST, Path())]).is_enabled(PROBE_RULE) is is_enabled


def test_all_default_rules_run_by_default() -> None:
    defaults = [checker.rule for checker in checkers.all_checkers() if checker.rule.default_enabled]
    assert enabled(Settings(TARGET)) == [rule.code for rule in defaults if rule.on(TARGET) is not None]


@pytest.mark.parametrize(
    ("pattern", "path", "is_excluded"),
    [
        ("tests", "tests/test_a.py", True),
        ("tests", "pkg/tests/test_a.py", True),
        ("tests/", "tests/test_a.py", True),
        ("tests", "pkg/tests.py", False),
        ("*_pb2.py", "pkg/model_pb2.py", True),
        ("pkg/old", "pkg/old/a.py", True),
        ("pkg/old", "other/pkg/old/a.py", False),
        ("./pkg/*", "pkg/old/a.py", True),
        ("pkg/*.py", "pkg/old/a.py", True),
        ("old", "pkg/older/a.py", False),
    ],
)
def test_exclude(tmp_path: Path, pattern: str, path: str, is_excluded: bool) -> None:
    settings = settle([Options.read({"exclude": pattern}, HOST, tmp_path)])
    assert settings.excludes(tmp_path / path) is is_excluded


def test_exclude_does_not_look_above_its_folder(tmp_path: Path) -> None:
    settings = settle([Options.read({"exclude": tmp_path.name}, HOST, tmp_path)])
    assert not settings.excludes(tmp_path / "a.py")


PER_FILE = {
    "pyproject.toml": (
        '[tool.mslint]\nselect = ["MSL202", "MSL209"]\n'
        '[tool.mslint.per-file-ignores]\n"tests/*, *_old.py" = ["MSL2"]\n"./pkg/" = "optimizer-lr-keyword"\n'
    ),
    "setup.cfg": (
        "[mslint]\nselect = MSL202, MSL209\n"
        "per-file-ignores =\n    tests/*,*_old.py: MSL2\n    ./pkg/: optimizer-lr-keyword\n"
    ),
}


@pytest.mark.parametrize("name", PER_FILE)
@pytest.mark.parametrize(
    ("path", "codes"),
    [
        ("a.py", ["MSL202", "MSL209"]),
        ("tests/a.py", []),
        ("tests/deep/a.py", []),
        ("deep/model_old.py", []),
        ("pkg/a.py", ["MSL209"]),
        ("pkg_old.py/../a.py", ["MSL202", "MSL209"]),
    ],
)
def test_per_file_ignores(tmp_path: Path, name: str, path: str, codes: list[str]) -> None:
    """They win over `select`, whatever the lengths, and other files are as they were."""
    (tmp_path / name).write_text(PER_FILE[name])
    assert enabled(Configuration().of_file(tmp_path / path)) == codes


def test_per_file_ignores_are_relative_to_their_own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "setup.cfg").write_text("[mslint]\nselect = MSL202\nper-file-ignores = tests/*: MSL202\n")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    line = Options.read({"exclude": "old"}, COMMAND_LINE, Path())
    assert enabled(Configuration(line).of_file(Path("../tests/a.py"))) == []
    assert enabled(Configuration(line).of_file(Path("../pkg/tests/a.py"))) == ["MSL202"]


def test_all_doors_honour_per_file_ignores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "setup.cfg").write_text("[mslint]\nper-file-ignores = legacy_*.py: MSL202\n")
    paths = [tmp_path / "legacy_optimizer.py", tmp_path / "modern_optimizer.py"]
    for path in paths:
        path.write_text(FAULTY)
    for found in (mslint_findings(*paths), flake8(*paths), pylint(*paths)):
        assert [Path(each["path"]).name for each in found] == ["modern_optimizer.py"]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("setup.cfg", "[mslint]\nper-file-ignores = tests\n", "must be lines of the form `pattern: rules`"),
        ("setup.cfg", "[mslint]\nper-file-ignores = a: MSL2020\n", "unknown rule 'MSL2020'; did you mean 'MSL202'?"),
        ("pyproject.toml", "[tool.mslint]\nper-file-ignores = [1]\n", "must be a table of patterns and lists of rules"),
        ("pyproject.toml", "[tool.mslint.per-file-ignores]\na = 1\n", "must be a list of strings"),
    ],
)
def test_wrong_per_file_ignores(tmp_path: Path, name: str, text: str, problem: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(ConfigError) as caught:
        Configuration().of_folder(tmp_path)
    section = "[mslint]" if name == "setup.cfg" else "[tool.mslint]"
    assert str(caught.value) == f"{tmp_path / name}: {section} per-file-ignores: {problem}"
