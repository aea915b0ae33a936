"""Each output format, through the installed command, on files of every kind and files that cannot be checked."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from doors import FAULTY, IMPORT, mslint, run
from hypothesis import given
from hypothesis import strategies as st

from mslint import checkers
from mslint.finding import Confidence, Failure, Finding, Severity, Span
from mslint.identity import Identity
from mslint.output import github
from mslint.output.formats import FORMATS
from mslint.output.junit import JunitOutput
from mslint.output.located import Located
from mslint.output.pylint import PylintOutput
from mslint.output.sarif import SarifOutput

EMOJI = f"{IMPORT}名称 = '😀𝒳学习率'; opt = nn.Momentum(参数, lr=0.1, momentum=0.9)\n"
MODELS = {
    "a, b%:c.py": FAULTY.encode(),
    "clean.py": b"a = 1\n",
    "pkg/模型 1.py": EMOJI.encode(),
    "pkg/bom.py": b"\xef\xbb\xbf" + EMOJI.encode(),
    "pkg/crlf.py": EMOJI.replace("\n", "\r\n").encode(),
    "pkg/gbk.py": b"# coding: gb18030\n" + EMOJI.encode("gb18030"),
    "pkg/cr.py": EMOJI.replace("\n", "\r").encode(),
    "pkg/lines.py": (
        f"{IMPORT}\n\nclass 网络(nn.Cell):\n    def f(self):\n"
        "        return nn.BatchNorm2d(\n            3,\n            momentum=0.1)\n"
    ).encode(),
}
BAD = {"broken.py": "学 = (\n".encode(), "nul.py": b"a = 1\nb = \0\n"}
FAULTS = 7


@dataclass
class Done:
    """What a run left."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("formats")
    for name, data in {**MODELS, **{f"bad/{name}": data for name, data in BAD.items()}}.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    return folder


Call = Callable[..., Done]


@pytest.fixture(scope="module")
def check(folder: Path) -> Call:
    """Calls the installed command in `folder`."""
    command = shutil.which("mslint", path=Path(sys.executable).parent)
    assert command is not None
    environment = {key: value for key, value in os.environ.items() if key not in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")}
    environment["PYTHONIOENCODING"] = "utf-8"
    known: dict[tuple[str, ...], Done] = {}

    def call(*arguments: str, **variables: str) -> Done:
        key = (*arguments, *map(str, sorted(variables.items())))
        if key not in known:
            done = subprocess.run(
                [command, "check", "--target-version", "2.10", *arguments],
                cwd=folder, env={**environment, **variables}, capture_output=True, check=False,
            )  # fmt: skip
            known[key] = Done(done.returncode, done.stdout.decode(), done.stderr.decode())
        return known[key]

    return call


def in_format(check: Call, name: str, *arguments: str, **variables: str) -> Done:
    return check("--output-format", name, *(arguments or (".",)), **variables)


def failures_of(done: Done) -> list[str]:
    """What standard error says before the summary, without the hint how to fix findings."""
    return [line for line in done.err.splitlines()[:-1] if not line.startswith("[*] ")]


@pytest.mark.parametrize("name", FORMATS)
def test_exit_codes_and_summaries_are_those_of_text(check: Call, name: str) -> None:
    summary = f"{len(MODELS)} files checked: {FAULTS} findings; {len(BAD)} paths could not be checked"
    done = in_format(check, name)
    assert (done.code, done.err.splitlines()[-1]) == (2, summary)
    assert [line.split(":")[0] for line in failures_of(done)] == ["bad/broken.py", "bad/nul.py"]
    assert ("can be fixed with --fix" in done.err) is (name in ("text", "concise"))
    assert in_format(check, name, "pkg").code == 1
    assert in_format(check, name, "clean.py").code == 0


@pytest.mark.parametrize("name", ["json-lines", "sarif", "github", "gitlab", "junit", "pylint"])
def test_a_file_that_could_not_be_checked_is_in_the_report(check: Call, name: str) -> None:
    for file in BAD:
        done = in_format(check, name, f"bad/{file}")
        assert f"bad/{file}" in done.out
        assert done.code == 2
    assert "does not parse" in in_format(check, name, "bad/broken.py").out


def test_plain_forms_are_lines(check: Call) -> None:
    assert in_format(check, "text").out == in_format(check, "concise").out
    lines = in_format(check, "concise").out.splitlines()
    assert len(lines) == FAULTS
    assert lines[0].startswith("a, b%:c.py:2:43: MSL202 ")


def test_concise_has_no_excerpts_even_in_colour(check: Call) -> None:
    assert "^^^" in in_format(check, "text", "--color", "always", "pkg").out
    assert in_format(check, "concise", "--color", "always", "pkg").out == in_format(check, "concise", "pkg").out


def test_json_lines(check: Call) -> None:
    lines = [json.loads(line) for line in in_format(check, "json-lines").out.splitlines()]
    findings = [line for line in lines if "code" in line]
    assert findings == in_format(check, "json").json
    assert [line for line in lines if "error" in line] == [
        {"path": "bad/broken.py", "line": 1, "column": 5, "error": "does not parse: '(' was never closed"},
        {"path": "bad/nul.py", "line": 2, "column": 1, "error": "holds NUL bytes, so it is not Python source"},
    ]
    assert len(lines) == len(findings) + 2


def plain(check: Call) -> list[tuple[str, int, int, int, int, str]]:
    """The findings as the JSON list has them."""
    keys = ("path", "line", "column", "end_line", "end_column", "message")
    return [tuple(finding[key] for key in keys) for finding in in_format(check, "json").json]  # type: ignore[misc]


def sarif_run(check: Call, *arguments: str, **variables: str) -> dict[str, Any]:
    [found] = in_format(check, "sarif", *arguments, **variables).json["runs"]
    assert isinstance(found, dict)
    return found


def text_in(data: bytes, region: dict[str, int], encoding: str = "utf-8-sig") -> str:
    """The text of a region, found as the standard says: lines by the newline sequences, columns by code point."""
    lines = re.split(r"\r\n|\n|\r", data.decode(encoding))
    assert region["startLine"] == region["endLine"]
    return lines[region["startLine"] - 1][region["startColumn"] - 1 : region["endColumn"] - 1]


def encoding_of(name: str) -> str:
    return "gb18030" if name.endswith("gbk.py") else "utf-8-sig"


def test_sarif_regions(check: Call) -> None:
    run_ = sarif_run(check)
    assert run_["columnKind"] == "unicodeCodePoints"
    assert run_["newlineSequences"] == ["\r\n", "\n", "\r"]
    found = []
    for result in run_["results"]:
        [location] = result["locations"]
        place = location["physicalLocation"]
        assert place["artifactLocation"]["uriBaseId"] in run_["originalUriBaseIds"]
        name = unquote(place["artifactLocation"]["uri"])
        region = place["region"]
        assert text_in(MODELS[name], region, encoding_of(name)) in ("lr=0.1", "0.1")
        columns = (region["startLine"], region["startColumn"], region["endLine"], region["endColumn"])
        found.append((name, *columns, result["message"]["text"]))
    assert found == plain(check)


def test_sarif_uris_are_encoded(check: Call) -> None:
    uris = {
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in sarif_run(check)["results"]
    }
    assert {"a%2C%20b%25%3Ac.py", "pkg/%E6%A8%A1%E5%9E%8B%201.py"} < uris


def test_sarif_uris_follow_the_checkout(check: Call, folder: Path, tmp_path: Path) -> None:
    def locations(*arguments: str, **variables: str) -> list[dict[str, str]]:
        results = sarif_run(check, *arguments, **variables)["results"]
        return [result["locations"][0]["physicalLocation"]["artifactLocation"] for result in results]

    [inside] = locations("pkg/bom.py", GITHUB_WORKSPACE=str(folder.parent))
    assert inside == {"uri": f"{folder.name}/pkg/bom.py", "uriBaseId": "%SRCROOT%"}
    [absolute] = locations(str(folder / "pkg" / "bom.py"))
    assert absolute == {"uri": "pkg/bom.py", "uriBaseId": "%SRCROOT%"}
    (tmp_path / "模.py").write_text(FAULTY)
    [outside] = locations(str(tmp_path / "模.py"))
    assert outside == {"uri": f"file://{tmp_path}/%E6%A8%A1.py"}


def test_sarif_fixes_repair(check: Call) -> None:
    repaired = []
    for result in sarif_run(check)["results"]:
        for fix in result.get("fixes", ()):
            [change] = fix["artifactChanges"]
            name = unquote(change["artifactLocation"]["uri"])
            for replacement in change["replacements"]:
                old = text_in(MODELS[name], replacement["deletedRegion"], encoding_of(name))
                repaired.append((old, replacement["insertedContent"]["text"]))
    assert sorted(repaired) == [("0.1", "0.9"), *[("lr", "learning_rate")] * (FAULTS - 1)]


def test_sarif_rules(check: Call) -> None:
    run_ = sarif_run(check)
    driver = run_["tool"]["driver"]
    assert [rule["id"] for rule in driver["rules"]] == ["MSL202", "MSL201"]
    for rule in driver["rules"]:
        checker = checkers.by_name(rule["id"])
        assert checker is not None
        assert rule["name"] == checker.rule.symbol
        assert rule["help"] == {"text": checker.page, "markdown": checker.page}
        assert "##" not in rule["fullDescription"]["text"]
    for result in run_["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]


def test_every_rule_describes_itself() -> None:
    from mslint.output.sarif import _rule

    for checker in checkers.all_checkers():
        text = _rule(checker)["fullDescription"]["text"]
        assert text != checker.rule.summary, checker.rule.code


def test_sarif_invocation(check: Call) -> None:
    [invocation] = sarif_run(check)["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 2)
    first, second = invocation["toolExecutionNotifications"]
    assert first["message"]["text"].startswith("does not parse")
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "bad/broken.py", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 1, "startColumn": 5},
    }
    assert (first["descriptor"]["id"], second["level"]) == ("not-checked", "error")
    for arguments, code in ((("pkg",), 1), (("clean.py",), 0), (("--exit-zero", "pkg"), 0)):
        [invocation] = sarif_run(check, *arguments)["invocations"]
        assert (invocation["executionSuccessful"], invocation["exitCode"]) == (True, code)
        assert invocation["toolExecutionNotifications"] == []


def test_sarif_fingerprints_are_those_of_the_baseline(check: Call, folder: Path) -> None:
    from mslint import baseline, identity

    path = folder / "known.json"
    assert mslint("baseline", "create", "--target-version", "2.10", "--baseline", path, folder / "pkg").exit_code == 0
    listed = {
        identity.fingerprint(key.file, identity.Identity(key.rule, key.scope, key.text, number))
        for key, count in baseline.read(path).items()
        for number in range(1, count + 1)
    }
    path.unlink()
    results = sarif_run(check, "pkg")["results"]
    assert {result["partialFingerprints"]["mslintIdentity/v1"] for result in results} == listed
    assert len(listed) == len(results) == FAULTS - 1


def test_sarif_messages_hold_no_placeholders_and_no_links() -> None:
    from mslint.output.sarif import _message

    assert _message("{'params': x} {0}") == "{{'params': x}} {{0}}"
    assert _message("layers[0](x)") == "layers[0] (x)"


def test_github(check: Call) -> None:
    lines = in_format(check, "github").out.splitlines()
    assert len(lines) == FAULTS + len(BAD)
    assert lines[0].startswith(
        "::error title=MSL202 (optimizer-lr-keyword),file=a%2C b%25%3Ac.py,line=2,endLine=2,col=43,endColumn=49::on "
    )
    # As the runner reads them.
    pattern = re.compile(r"::(error|warning|notice) ((?:[a-zA-Z]+=[^,:]*,?)+)::(.*)")
    found = []
    for line in lines:
        match = pattern.fullmatch(line)
        assert match, line
        values = dict(pair.split("=") for pair in match[2].split(","))
        if "not-checked" not in values["title"]:
            place = [int(values[key]) for key in ("line", "col", "endLine", "endColumn")]
            found.append((unquote(values["file"]), *place, match[3].replace("%25", "%")))
    assert found == plain(check)


def test_github_paths_are_those_of_the_checkout(check: Call, folder: Path) -> None:
    done = in_format(check, "github", "pkg/bom.py", GITHUB_WORKSPACE=str(folder.parent))
    assert f",file={folder.name}/pkg/bom.py," in done.out
    assert ",file=pkg/bom.py," in in_format(check, "github", "pkg/bom.py", GITHUB_WORKSPACE="/elsewhere").out


@given(st.text())
def test_github_escapes(text: str) -> None:
    for escaped in (github._property(text), github._data(text)):
        assert not set(escaped) & {"\n", "\r"}
        back = escaped
        for code, character in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
            back = back.replace(code, character)
        assert back == text
    assert not set(github._property(text)) & {":", ","}


def test_gitlab(check: Call) -> None:
    issues = in_format(check, "gitlab").json
    assert len(issues) == FAULTS + len(BAD)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    severities = ("info", "minor", "major", "critical", "blocker")
    for issue in issues:
        assert re.fullmatch("[0-9a-f]{64}", issue["fingerprint"])
        assert issue["severity"] in severities
        assert not issue["location"]["path"].startswith((".", "/"))
        assert issue["location"]["lines"]["begin"] >= 1
    shown = [
        (issue["location"]["path"], issue["location"]["lines"]["begin"], issue["description"])
        for issue in issues
        if issue["check_name"] != "not-checked"
    ]
    assert [(path, line, f"MSL20{text[5]}: {text[8:]}") for path, line, text in shown] == shown
    assert [(path, line) for path, line, _ in shown] == [(each[0], each[1]) for each in plain(check)]
    assert [issue["severity"] for issue in issues if issue["check_name"] == "not-checked"] == ["blocker", "blocker"]


def test_gitlab_paths_are_those_of_the_project(check: Call, folder: Path) -> None:
    [issue] = in_format(check, "gitlab", "pkg/bom.py", CI_PROJECT_DIR=str(folder.parent)).json
    assert issue["location"]["path"] == f"{folder.name}/pkg/bom.py"


def test_junit(check: Call) -> None:
    done = in_format(check, "junit")
    assert done.out.isascii()
    root = ElementTree.fromstring(done.out)
    assert {suite.get("name") for suite in root} == {*MODELS, *(f"bad/{name}" for name in BAD)}
    for suite in (root, *root):
        assert suite.get("tests") == str(len(list(suite.iter("testcase"))))
        assert suite.get("failures") == str(len(list(suite.iter("failure"))))
        assert suite.get("errors") == str(len(list(suite.iter("error"))))
    assert (root.get("failures"), root.get("errors")) == (str(FAULTS), str(len(BAD)))
    [clean] = root.findall("testsuite[@name='clean.py']/testcase")
    assert len(clean) == 0
    messages = [failure.get("message") for failure in root.iter("failure")]
    assert messages == [each[5] for each in plain(check)]


@given(st.text(), st.text())
def test_junit_is_xml_whatever_the_texts(path: str, message: str) -> None:
    stream = io.StringIO()
    output = JunitOutput(stream)
    finding = Finding("MSL202", "s", Severity.ERROR, message, path, Span(1, 0, 1, 1), Confidence.HIGH)
    output.write([Located(finding, 1, 2, "x")])
    output.fail(Failure(f"{path}x", message))
    output.close(2)
    root = ElementTree.fromstring(stream.getvalue())
    assert (root.get("failures"), root.get("errors")) == ("1", "1")


def test_pylint_lines_are_pylints(check: Call, folder: Path) -> None:
    # From Python 3.12 on, pylint by itself crashes on lines that end in a bare CR and are not ASCII.
    names = [name for name in MODELS if name.startswith("pkg/") and name != "pkg/cr.py"]
    options = ["--rcfile=", "--load-plugins=mslint", "--mslint-target-version=2.10", "--disable=all", "--enable=mslint"]
    done = run("pylint", *options, "--score=n", *names, cwd=folder)
    lines = [line for line in done.stdout.decode().splitlines() if not line.startswith("*")]
    assert sorted(in_format(check, "pylint", *names).out.splitlines()) == sorted(lines)
    assert len(lines) == FAULTS - 2


def test_what_no_rule_stands_behind_has_a_place() -> None:
    finding = Finding("MSL001", "engine-word", Severity.ADVICE, "m", "a.py", Span(1, 0, 1, 1), Confidence.HIGH)
    located = Located(finding, 1, 2, "x", Identity("MSL001", "<module>", "x", 1))
    stream = io.StringIO()
    PylintOutput(stream).write([located])
    assert stream.getvalue() == "a.py:1:0: R9001: m (engine-word)\n"
    stream = io.StringIO()
    output = SarifOutput(stream, Path(), Path())
    output.write([located])
    output.close(1)
    [driver] = [each["tool"]["driver"] for each in json.loads(stream.getvalue())["runs"]]
    assert driver["rules"] == [{"id": "MSL001", "name": "engine-word", "defaultConfiguration": {"level": "note"}}]


def test_pylint_lines_for_what_could_not_be_checked(check: Call) -> None:
    assert in_format(check, "pylint", "bad").out.splitlines()[1] == (
        "bad/nul.py:2:0: F9000: holds NUL bytes, so it is not Python source (not-checked)"
    )


@pytest.mark.parametrize("name", FORMATS)
def test_output_file(check: Call, folder: Path, tmp_path: Path, name: str) -> None:
    path = tmp_path / "报告"
    path.write_text("of the last run")
    done = in_format(check, name, "--output-file", str(path), "pkg", "bad")
    printed = in_format(check, name, "pkg", "bad")
    assert (done.out, done.err, done.code) == ("", printed.err, printed.code)
    written = path.read_text(encoding="utf-8")
    if name in ("text", "concise"):
        failures = [line for line in written.splitlines() if line.startswith("bad/")]
        assert failures == failures_of(printed)
        written = "".join(line for line in written.splitlines(keepends=True) if not line.startswith("bad/"))
    assert written == printed.out
    assert os.listdir(tmp_path) == ["报告"]


def test_output_file_that_cannot_be_written(check: Call, tmp_path: Path) -> None:
    for path, reason in ((tmp_path / "no" / "a", "its folder does not exist"), (tmp_path, "is a folder")):
        done = check("--output-file", str(path), "pkg")
        assert done.err == f"mslint: --output-file: {path}: cannot be written: {reason}\n"
        assert (done.code, done.out) == (2, "")


def test_a_run_that_breaks_off_leaves_the_report_as_it_was(check: Call, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(FAULTY)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c.py").write_text(FAULTY)
    (tmp_path / "b" / "pyproject.toml").write_text("[tool.mslint]\nwrong = 1\n")
    report = tmp_path / "report"
    report.write_text("before")
    assert check("--output-file", str(report), str(tmp_path)).code == 2
    assert report.read_text() == "before"


def test_standard_input_has_a_place_in_reports(folder: Path) -> None:
    for name in ("sarif", "gitlab", "github", "junit"):
        result = mslint("check", "--output-format", name, "--stdin-filename", "pkg/in.py", "-", stdin=FAULTY.encode())
        assert "pkg/in.py" in result.stdout
        assert result.exit_code == 1
    result = mslint("check", "--output-format", "sarif", "-", stdin=FAULTY.encode())
    assert "%3Cstdin%3E" in result.stdout
