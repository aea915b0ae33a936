"""Reports: on the terminal, as data and as a page. No MindSpore takes part."""

from __future__ import annotations

import dataclasses
import io
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import doors
import pytest
from packaging.version import Version
from rich.console import Console

from mslint.checkers import all_checkers
from mslint.finding import Severity
from mslint.selfcheck import command, curves, page, terminal
from mslint.selfcheck.findings import Proved
from mslint.selfcheck.outcomes import Died, Outcome, Raised, TimedOut, Values
from mslint.selfcheck.proving import Result
from mslint.selfcheck.records import Report, Run, as_object, of_object
from mslint.selfcheck.runner import Facts
from mslint.selfcheck.sample import Answer, Claim, Sample
from mslint.selfcheck.verdicts import Verdict

RULES = [checker.rule for checker in all_checkers()]
CODE = "MSL201"
FLAGGED, REPAIRED = Values({"share": 0.9}), Values({"share": 0.1})


def facts(version: str, framework: str = "mindspore") -> Facts:
    return Facts(framework, Version(version), "3.11.7", "1.26.4", "CPU")


def result(
    verdict: Verdict = Verdict.CONFIRMED,
    *,
    severity: Severity | None = Severity.WARNING,
    bad: Outcome = FLAGGED,
    good: Outcome = REPAIRED,
    original: Outcome | None = None,
) -> Result:
    return Result(
        CODE, "torch-style-momentum", "", severity, verdict, f"because {verdict.value}", bad, good, 0.5, "", original
    )


def run(version: str, *results: Result) -> Run:
    return Run(facts(version), results=list(results), seconds=3.0)


def text(report: Report, *, verbose: bool = False) -> str:
    stream = io.StringIO()
    terminal.write(report, Console(file=stream, width=160, markup=False), verbose=verbose)
    return stream.getvalue()


def test_one_environment_shows_what_was_measured() -> None:
    shown = text(Report([run("2.10.0", result())]))
    assert "MindSpore 2.10.0 on CPU (Python 3.11.7, NumPy 1.26.4)" in shown
    assert re.search(r"MSL201 +│ warning │ confirmed │ share 0.9 │ share 0.1", shown)
    assert "1 confirmed; 3 s" in shown
    assert "because" not in shown


@pytest.mark.parametrize("verdict", [verdict for verdict in Verdict if verdict is not Verdict.CONFIRMED])
def test_what_is_not_confirmed_has_its_reason(verdict: Verdict) -> None:
    shown = text(Report([run("2.10.0", result(verdict))]))
    assert f"2.10.0 CPU MSL201: {verdict.value}: because {verdict.value}" in shown


def test_what_is_not_claimed_is_in_brackets() -> None:
    shown = text(Report([run("2.10.0", result(Verdict.NOT_REPRODUCED, severity=None))]))
    assert "(not reproduced)" in shown
    assert "1 not claimed for this version" in shown
    assert "because" not in shown


def test_several_environments_are_columns() -> None:
    shown = text(Report([run("2.7.0", result()), run("2.10.0", result(Verdict.CRASHED, bad=Died("killed")))]))
    assert re.search(r"MSL201 +│ confirmed │ crashed", shown)
    assert re.search(r"2\.7\.0 +┃ 2\.10\.0", shown)


def test_pytorch_beside_it() -> None:
    same = result(original=Values({"share": 0.1}))
    other = result(original=Values({"share": 0.2}))
    shown = text(Report([run("2.10.0", same, other)], original=facts("2.13.0", "torch")))
    assert re.search(r"share 0.1 │ share 0.1 │ yes", shown)
    assert re.search(r"share 0.1 │ share 0.2 │ no", shown)
    assert "repaired share 0.1, but PyTorch share 0.2" in shown


def test_unusable_environments_stand_first() -> None:
    assert text(Report([], ["no GPU here"])) == "no GPU here\n"


def test_what_mindspore_printed_is_for_v() -> None:
    loud = dataclasses.replace(result(), printed="[WARNING] keep_prob\n")
    assert "keep_prob" not in text(Report([run("2.10.0", loud)]))
    assert "[WARNING] keep_prob" in text(Report([run("2.10.0", loud)]), verbose=True)


def full_report() -> Report:
    first = run(
        "2.7.0",
        result(original=Values({"share": 0.1})),
        result(Verdict.NOT_REPRODUCED, bad=Raised("TypeError", ("Exception",), "<script>alert(1)</script>")),
        result(Verdict.TIMED_OUT, bad=TimedOut(3.0)),
    )
    first.findings.append(Proved("src/a.py:3:1", "momentum & more", "BatchNorm2d with momentum=0.03", result()))
    first.curves = {
        "MSL201": Values({"mean of the batch": [1.0, 2.0], "momentum=0.1": [1.0, 1.9], "momentum=0.9": [0.1, 0.3]}),
        "MSL209": Values({"argument": [0.1, 0.9], "nn.Dropout(x)": [0.9, 0.1], "nn.Dropout(p=x)": [0.1, 0.9]}),
        "MSL301": Raised("ImportError", (), "no"),
    }
    first.sample = Sample(
        2,
        5,
        (
            Answer(Claim("MSL701", "mindspore.ops.relu", "<dim>", True), True, "TypeError: no"),
            Answer(Claim("MSL701", "mindspore.ops.tanh", "input", False), None, "killed by SIGSEGV"),
            Answer(Claim("MSL702", "mindspore.jit", "", False), True, "it does not resolve"),
        ),
    )
    return Report([first, run("2.10.0", result())], ["no GPU here"], facts("2.13.0", "torch"))


def test_json_holds_everything() -> None:
    report = full_report()
    data = json.loads(json.dumps(as_object(report)))
    again = of_object(data)
    assert as_object(again) == data
    assert again.runs[0].results == report.runs[0].results
    assert again.runs[0].findings == report.runs[0].findings
    assert again.runs[0].sample == report.runs[0].sample


SAMPLE_LINE = (
    "2.7.0 CPU, drawn from the tables (seed 5): MSL701 1 of 1 refused, MSL701 0 of 0 taken, "
    "MSL702 0 of 0 absent, MSL702 0 of 1 present, 1 not decided"
)


def test_a_sample_has_a_line_and_one_for_each_disagreement() -> None:
    shown = text(full_report()).splitlines()
    assert SAMPLE_LINE in shown
    assert [line for line in shown if "the tables say" in line] == [
        "2.7.0 CPU MSL702 mindspore.jit: the tables say present, but it is absent: it does not resolve"
    ]
    assert "SIGSEGV" not in "".join(shown)
    told = "2.7.0 CPU MSL701 mindspore.ops.tanh input=: not decided: killed by SIGSEGV"
    assert told in text(full_report(), verbose=True).splitlines()
    assert f"<li>{SAMPLE_LINE}</li>" in page.render(full_report(), RULES)


def test_a_sample_counts_in_the_exit_code() -> None:
    sample = full_report().runs[0].sample
    assert sample is not None
    agreeing, undecided, disagreeing = sample.answers

    def exit_code(*answers: Answer, verdict: Verdict = Verdict.CONFIRMED) -> int:
        ran = run("2.7.0", result(verdict))
        ran.sample = dataclasses.replace(sample, answers=answers)
        return Report([ran]).exit_code

    assert exit_code(agreeing, undecided) == 0
    assert exit_code(agreeing, undecided, disagreeing) == 1
    assert exit_code(agreeing, verdict=Verdict.CRASHED) == 0
    assert exit_code(undecided, verdict=Verdict.CRASHED) == 2


class Page(HTMLParser):
    """The tags of a page, and whether they are closed."""

    EMPTY = frozenset({"meta", "br", "path", "use", "link"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open.pop() == tag


def test_the_page_is_whole_and_needs_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    page.write(full_report(), RULES, path)
    content = path.read_text(encoding="utf-8")
    parser = Page()
    parser.feed(content)
    assert parser.open == []
    assert not [each for each in parser.attributes if each[1] == "src" or each[0] == "link"]
    links = [value for tag, name, value in parser.attributes if tag == "a" and name == "href"]
    identifiers = {value for tag, name, value in parser.attributes if name == "id"}
    assert links
    assert {link.removeprefix("#") for link in links} <= identifiers
    assert "<script" not in content
    assert "momentum &amp; more" in content
    assert content.count("<svg") == 2
    assert "no GPU here" in content


def test_the_page_shows_both_programs_and_marks_where_they_differ() -> None:
    sections = page.render(Report([run("2.10.0", result())]), [rule for rule in RULES if rule.code == CODE])
    marked = re.findall(r'<span class="differs">(.*?)</span>', sections)
    assert [line.strip() for line in marked] == [
        "layer = nn.BatchNorm2d(2, momentum=MOMENTUM)  # MSL201",
        "layer = nn.BatchNorm2d(2, momentum=1 - MOMENTUM)",
    ]


def test_the_packages_over_mindspore_are_named() -> None:
    over = dataclasses.replace(facts("2.5.0"), packages={"mindtorch": Version("0.4.0")})
    report = Report([Run(over, results=[result()])])
    assert "MindSpore 2.5.0, MindTorch 0.4.0 on CPU" in text(report)
    assert of_object(as_object(report)).runs[0].facts == over
    assert "packages" not in as_object(Report([run("2.10.0")]))["runs"][0]


@pytest.mark.parametrize("curve", curves.CURVES, ids=lambda curve: curve.code)
def test_curves_belong_to_rules_and_run_alone(curve: curves.Curve) -> None:
    assert curve.code in {rule.code for rule in RULES}
    compile(curve.program, curve.code, "exec")
    assert curves.draw(curve, Died("killed")) == ""


def test_the_list_names_every_program_and_runs_none() -> None:
    shown = doors.mslint("selfcheck", "--list")
    assert shown.exit_code == 0
    assert shown.stdout == command.listing(RULES)
    assert "MSL208: " in shown.stdout
    assert "(MindSpore 2.5 to 2.10)" in shown.stdout
    assert "(MindTorch 0.3 to 0.4)" in shown.stdout
    assert "(MSAdapter 0.1)" in shown.stdout
    assert all(rule.code in shown.stdout for rule in RULES)


def test_selected_programs() -> None:
    shown = doors.mslint("selfcheck", "--list", "--select", "MSL20,optimizer-lr-keyword", "--select", "W9301").stdout
    wanted = {rule.code for rule in RULES if rule.code.startswith("MSL20") or rule.code == "MSL301"}
    assert {line[:6] for line in shown.splitlines()} == wanted


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--select", "MSL999"], "unknown rule"),
        (["--device", "TPU"], "'TPU' is not one of"),
        (["--timeout", "0"], "0"),
        (["--html", "missing/page.html"], "there is no such folder"),
    ],
)
def test_a_wrong_call_exits_2(arguments: list[str], message: str) -> None:
    done = doors.mslint("selfcheck", *arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_page_without_its_packages_is_one_sentence() -> None:
    code = (
        "import sys; sys.modules['jinja2'] = None\n"
        "import importlib.util as u; find = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'jinja2' else find(name, *rest)\n"
        "from mslint.cli.main import main; main(['selfcheck', '--html', 'x.html'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.strip() == "mslint: --html: needs jinja2: pip install 'mslint[report]'"


def test_the_command_starts_without_rich_jinja2_or_matplotlib() -> None:
    code = (
        "import sys; from mslint.cli.main import main\n"
        "try: main(['check', '--help'])\nexcept SystemExit: pass\n"
        "print({'rich', 'jinja2', 'matplotlib', 'mslint.selfcheck'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "set()"
