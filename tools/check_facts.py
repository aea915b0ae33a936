"""Hold the shipped tables about one MindSpore version to an install of it.

    python -m tools.check_facts [--python PATH]

Dumps the MindSpore of PATH (default: that of this interpreter), makes tables
of this dump alone and compares them with what the shipped ones say of this
version. Prints each difference and exits with 1 where there is one.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mslint.facts import dump, merge, names

Table = Mapping[str, Any]


def dumped(python: str) -> dict[str, Any]:
    """The dump of the MindSpore that this interpreter has."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "dump.json"
        command = [python, str(dump.__file__), "-o", str(output)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(done.stderr.strip() or f"{python} ended with {done.returncode}")
        content: dict[str, Any] = json.loads(output.read_text(encoding="utf-8"))
        return content


def differences(content: dict[str, Any]) -> list[str]:
    """What the shipped tables say otherwise than this dump of one version, a line each."""
    bit = names.version_bit(content["version"])
    if bit is None:
        return [f"the shipped tables know no MindSpore {content['version']}: they have {', '.join(names.versions())}"]
    shipped = dict(facts_of_names(names.load("names.json.gz"), bit))
    fresh = dict(facts_of_names(merge.names_table([content]), 1))
    for section, table in merge.signature_tables([content]).items():
        shipped.update(facts(names.load(f"signatures-{section}.json.gz") or {}, bit, "signature"))
        fresh.update(facts(table, 1, "signature"))
    for kind, table in (
        ("overloads", merge.overloads_table([content])),
        ("deprecations", merge.deprecations_table([content])),
    ):
        shipped.update(facts(names.load(f"{kind}.json.gz"), bit, kind))
        fresh.update(facts(table, 1, kind))
    shipped.update(facts_of_members(names.load("members.json.gz"), bit))
    fresh.update(facts_of_members(merge.members_table([content]), 1))
    return [
        f"{key}: shipped {shipped.get(key)}, installed {fresh.get(key)}"
        for key in sorted(shipped.keys() | fresh.keys())
        if shipped.get(key) != fresh.get(key)
    ]


def facts(table: Table, bit: int, kind: str) -> Iterator[tuple[str, str]]:
    """What a table of forms says of the version with this bit."""
    for name, forms in table.items():
        for form in forms:
            if form[0] & bit:
                yield f"{kind} of {names.canonical(name)}", json.dumps(form[1:])


def facts_of_names(table: Table, bit: int) -> Iterator[tuple[str, str]]:
    """What the table of names says of the version with this bit."""
    for part in ("names", "visible", "categories"):
        for owner, masks in table[part].items():
            for mask, found in masks.items():
                if int(mask) & bit:
                    yield from ((f"{part} of {owner}: {name}", "yes") for name in found.split())
    for mask, found in table["modules"].items():
        if int(mask) & bit:
            yield from ((f"module {name}", "yes") for name in found.split())


def facts_of_members(table: Table, bit: int) -> Iterator[tuple[str, str]]:
    """What the table of members says of the version with this bit."""
    for name, entry in table.items():
        if entry["versions"] & bit:
            yield f"class {name}", f"open: {bool(entry['open'] & bit)}"
            yield from ((f"base of {name}", base) for base, mask in entry["bases"].items() if mask & bit)
            yield from ((f"{key} in {name}", form) for key, form in facts(entry["members"], bit, "member"))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Compare the shipped tables with an installed MindSpore.")
    parser.add_argument("--python", default=sys.executable, metavar="PATH", help="an interpreter that has MindSpore")
    content = dumped(parser.parse_args().python)
    found = differences(content)
    print("\n".join(found) or f"the shipped tables agree with MindSpore {content['version']}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
