"""Hold MSL701 to MindSpore: do the calls raise that it flags, and does it flag those that raise?

    python -m benchmarks.keywords --python PATH                 PyTorch's keywords in their counterparts
    python -m benchmarks.keywords --python PATH --own           keywords of MindSpore's own functions
    python -m benchmarks.keywords --python PATH --rows FILE     rows of a CSV with the columns name and keyword
    python -m benchmarks.keywords --python PATH --count 300 --seed 1

A row is a function, class or method of MindSpore and a keyword, drawn at
random: one of PyTorch for its counterpart, or with `--own` one that the
function takes in some version or that functions beside it take. Each row is
made a call in which nothing else is missing. It is linted, and it is run with
the MindSpore of PATH, whose version is the target of the linter. Printed are
the share of rows on which both agree, and the others.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from keyword import iskeyword
from pathlib import Path
from typing import Any

from packaging.version import Version

from mslint.config import Settings
from mslint.engine import check_bytes, new_project
from mslint.facts import members, names, signatures, torch_names
from mslint.facts.signatures import Parameter, ParameterKind

SCRIPT = Path(__file__).with_name("keyword_calls.py")
CODES = ("MSL202", "MSL207", "MSL208", "MSL701")
"""The rules that speak of unknown keywords."""
HEAD = ("import mindspore", "x = mindspore.Tensor([[1.0, 2.0], [3.0, 4.0]])")
CALLS = 300
"""Calls in a file that is linted: in a much larger one the linter works out no more."""
PATIENCE = 60
"""Seconds for one call."""
CLASSES = ("mindspore.Tensor", "mindspore.nn.Cell", "mindspore.Model")
"""The classes whose methods are drawn; the object comes first."""
OBJECTS = {
    "mindspore.Tensor": "x",
    "mindspore.nn.Cell": "mindspore.nn.Dense(2, 2)",
    "mindspore.Model": "mindspore.Model(mindspore.nn.Dense(2, 2))",
}
LEFT_OUT = ("communication", "distributed", "init", "load", "profiler", "run_check", "save", "set_")
"""Parts of the names of functions that would reach out of the process or change it."""
VALUES = {
    "axis": "0",
    "axis0": "0",
    "axis1": "1",
    "dim": "0",
    "dim0": "0",
    "dim1": "1",
    "dims": "(0, 1)",
    "dtype": "mindspore.float32",
    "keep_dims": "True",
    "keepdim": "True",
    "keepdims": "True",
    "output_size": "(2, 2)",
    "params": "mindspore.nn.Dense(2, 2).trainable_params()",
    "repeats": "2",
    "shape": "(2, 2)",
    "size": "(2, 2)",
    "tensors": "[x, x]",
}
"""What a parameter is given; a tensor where nothing else is said."""
_INNER = re.compile(r"Failed calling (\w+) with")
_UNKNOWN = re.compile(
    r"unexpected keyword argument|invalid keyword argument|multiple values for (?:keyword|argument 'self')"
)
_LEFT_OVER = re.compile(r"dict_keys\(\[(.*)\]\)")
_WRONG_TYPE = re.compile(r"argument '(\w+)'(?: \(position \d+\))? must be")
_COMPILED_FORM = re.compile(r"^ *\d+\. \((.*)\) -> ", re.MULTILINE)
_LISTED = "valid calling should be"


@dataclass(frozen=True, order=True)
class Row:
    """A keyword for a function, class or method."""

    name: str
    keyword: str


@dataclass(frozen=True)
class Judged:
    """A row, the call that was made of it, whether the linter flags it and whether MindSpore refuses the keyword."""

    row: Row
    call: str
    is_flagged: bool
    is_refused: bool | None
    """None where the call ended in a way that does not tell."""
    message: str


def torch_rows(version: Version) -> list[Row]:
    """Every keyword of PyTorch with every counterpart in a version."""
    return sorted(
        {
            Row(name, parameter.name)
            for torch_name in torch_names.known_torch_names()
            for name in torch_names.counterparts(torch_name, version)
            for form in torch_names.torch_overloads(torch_name) or ()
            for parameter in form
            if parameter.kind in (ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY)
        }
    )


def own_rows(version: Version) -> list[Row]:
    """The keywords of MindSpore's functions in any version, and as many of functions of the same section."""
    known = [name for name in sorted(names.public_names()) if signatures.overloads(name, version)]
    known += [f"{owner}.{name}" for owner in CLASSES for name in sorted(members.member_names(owner, version) or ())]
    taken = {name: sorted({keyword for each in names.versions() for keyword in keywords(name, each)}) for name in known}
    by_section: dict[str, list[str]] = {}
    for name, found in taken.items():
        by_section.setdefault(signatures.section(name), []).extend(found)
    chooser = random.Random(0)
    rows = {Row(name, keyword) for name, found in taken.items() for keyword in found}
    for name, found in taken.items():
        pool = by_section[signatures.section(name)]
        rows.update(Row(name, chooser.choice(pool)) for _ in found)
    return sorted(rows)


def rows_of(path: Path) -> list[Row]:
    """The rows of a CSV with the columns `name` and `keyword`, names in their canonical form.

    Raises:
        ValueError: it has no such columns.
    """
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if not {"name", "keyword"} <= set(reader.fieldnames or ()):
            raise ValueError(f"{path}: the first line has to name the columns name and keyword")
        return sorted({Row(names.canonical(row["name"]), row["keyword"]) for row in reader})


def keywords(name: str, version: Version | str) -> Iterator[str]:
    """The keywords that a function takes in a version."""
    for form in members.overloads(name, version) or ():
        for parameter in form:
            if parameter.kind in (ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY):
                yield parameter.name


def call_of(row: Row, version: Version) -> str | None:
    """The call that a row means, with something for all that has no default; None where that is not known."""
    overloads = members.overloads(row.name, version)
    if not overloads or any(part in row.name for part in LEFT_OUT) or iskeyword(row.keyword):
        return None
    with_keyword = [form for form in overloads if any(parameter.name == row.keyword for parameter in form)]
    form = min(with_keyword or overloads, key=lambda form: len(required(form, row.keyword)))
    given = [f"{name}={VALUES.get(name, 'x')}" for name in [*required(form, row.keyword), row.keyword]]
    owner, _, last = row.name.rpartition(".")
    called = f"{OBJECTS[owner]}.{last}" if owner in OBJECTS else row.name
    if members.member(owner, last, version) is not None and owner not in OBJECTS:
        return None
    return f"{called}({', '.join(given)})"


def required(form: tuple[Parameter, ...], keyword: str) -> list[str]:
    """The parameters that have no default, but for the keyword itself."""
    return [parameter.name for parameter in form if parameter.is_required is not False and is_named(parameter, keyword)]


def is_named(parameter: Parameter, keyword: str) -> bool:
    """Whether a parameter can be given by name and is another than the keyword."""
    kinds = (ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY)
    return parameter.kind in kinds and parameter.name != keyword


def flagged(calls: list[str], version: Version) -> list[bool]:
    """Whether the linter speaks of an unknown keyword in each call.

    Raises:
        ValueError: the calls are no Python.
    """
    return [
        is_flagged
        for start in range(0, len(calls), CALLS)
        for is_flagged in _flagged(calls[start : start + CALLS], version)
    ]


def _flagged(calls: list[str], version: Version) -> list[bool]:
    """The same for the calls of one file."""
    text = "\n".join([*HEAD, *calls, ""])
    report = check_bytes("calls.py", text.encode(), Settings(version, ("MSL",)), new_project())
    if report.failure is not None:
        raise ValueError(f"{report.failure.message}: {text.splitlines()[report.failure.line - 1]}")
    found = {finding.span.line for finding in report.findings if finding.code in CODES}
    return [number in found for number in range(len(HEAD) + 1, len(HEAD) + 1 + len(calls))]


def ends(python: str, calls: list[str]) -> list[dict[str, str] | str | None]:
    """How each call ends under an interpreter; the word `died` for one that ends the process or takes too long."""
    found: dict[int, dict[str, str] | str | None] = {}
    with tempfile.TemporaryDirectory() as folder:
        while len(found) < len(calls):
            found.update(_answers(python, calls, len(found), folder))
            if len(found) < len(calls):
                found[len(found)] = "died"
    return [found[number] for number in range(len(calls))]


def _answers(python: str, calls: list[str], start: int, folder: str) -> Iterator[tuple[int, Any]]:
    command = [python, str(SCRIPT), str(start)]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder, env=environment(python), text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n".join(calls))
    process.stdin.close()
    while True:
        timer = threading.Timer(PATIENCE, process.kill)
        timer.start()
        line = process.stdout.readline()
        timer.cancel()
        if not line:
            process.wait()
            return
        number, outcome = json.loads(line)
        yield number, outcome


def environment(python: str) -> dict[str, str]:
    """The environment for an interpreter, in which the loader finds the libraries of its nvidia-* packages."""
    folders = Path(python).parent.parent.glob("lib/python*/site-packages/nvidia/*/lib")
    known = [*map(str, folders), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
    return {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(known)}


def is_refused(row: Row, outcome: dict[str, str] | str | None) -> bool | None:
    """Whether a call ended because of the keyword; None where that does not tell."""
    if outcome is None:
        return False
    if isinstance(outcome, str):
        return None
    message = outcome["message"]
    quoted = f"'{row.keyword}'"
    if outcome["error"] == "KeyError":
        left_over = _LEFT_OVER.search(message)
        return quoted in left_over[1] if left_over else message == quoted
    if outcome["error"] == "AttributeError" and message.startswith("module 'mindspore"):
        return None
    if outcome["error"] != "TypeError":
        return False
    if _UNKNOWN.search(message):
        return quoted in message or None
    wrong = _WRONG_TYPE.search(message)
    if wrong is not None and wrong[1] != row.keyword:
        return None
    forms = _COMPILED_FORM.findall(message)
    if forms and f"{row.keyword}=" in message:
        return not any(re.search(rf"\b{row.keyword}:", form) for form in forms)
    inner = _INNER.search(message)
    if inner is not None and (inner[1][0].isupper() or f"{row.keyword}=" not in message.partition(_LISTED)[0]):
        return False
    if _LISTED in message:
        return re.search(rf"\b{row.keyword}=", message.partition(_LISTED)[2]) is None
    return None if "missing" in message else False


def judged(rows: list[Row], python: str, version: Version) -> list[Judged]:
    """The rows with what the linter and MindSpore say of them."""
    known = [(row, call) for row in rows if (call := call_of(row, version)) is not None]
    calls = [call for _, call in known]
    results = []
    for (row, call), flag, outcome in zip(known, flagged(calls, version), ends(python, calls), strict=True):
        message = outcome if isinstance(outcome, str) else "returns" if outcome is None else outcome["message"]
        results.append(Judged(row, call, flag, is_refused(row, outcome), message))
    return results


def version_of(python: str) -> Version:
    """The version of the MindSpore that an interpreter has."""
    code = (
        "from importlib.metadata import distributions as d;"
        "print(next(x.version for x in d() if (x.metadata['Name'] or '').startswith('mindspore')))"
    )
    return Version(subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip())


def main() -> int:
    """Print the agreement, and what does not agree."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--python", default=sys.executable, help="an interpreter that has MindSpore")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--own", action="store_true", help="keywords of MindSpore's own functions")
    source.add_argument("--rows", type=Path, metavar="FILE", help="rows of a CSV with the columns name and keyword")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    version = version_of(arguments.python)
    try:
        rows = rows_of(arguments.rows) if arguments.rows else (own_rows if arguments.own else torch_rows)(version)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    random.Random(arguments.seed).shuffle(rows)
    rows = [row for row in rows if call_of(row, version) is not None][: arguments.count]
    found = judged(rows, arguments.python, version)
    decided = [each for each in found if each.is_refused is not None]
    agreed = sum(each.is_flagged is each.is_refused for each in decided)
    counts = Counter((each.is_flagged, each.is_refused) for each in found)
    print(f"MindSpore {version}: {agreed} of {len(decided)} agree ({agreed / max(len(decided), 1):.1%})")
    print(f"  flagged and refused {counts[True, True]}, neither {counts[False, False]}")
    print(f"  flagged and taken {counts[True, False]}, refused and not flagged {counts[False, True]}")
    print(f"  calls that do not tell {len(found) - len(decided)}")
    for each in found:
        if each.is_refused is not None and each.is_flagged is not each.is_refused:
            first = " ".join(each.message.split())[:300]
            print(f"  {'flagged' if each.is_flagged else 'not flagged'}: {each.call}: {first}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
