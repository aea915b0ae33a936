"""Record what MindSpore does: run rules' programs and keep the results in docs/evidence.

    python -m tools.record --torch-python TORCH/bin/python MS/bin/python ...
    python -m tools.record --torch-python TORCH/bin/python --select MSL201 MS/bin/python ...

Each interpreter has a MindSpore, whose version names the file. Rules about a
package over MindSpore are recorded with `--package`, under an interpreter that
has it, and the file is named after both:

    python -m tools.record --torch-python TORCH/bin/python --package mindtorch MT/bin/python

With `--select` the other rules keep what is recorded of them; without it, they
are dropped where they do not exist any more.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from typing import Any

from mslint.checkers import all_checkers
from mslint.rule import MINDSPORE, PACKAGES
from mslint.selfcheck.records import of_object
from tools.evidence import FOLDER, file_name, of_package


def main() -> int:
    """Record under every interpreter that was named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pythons", nargs="+", metavar="PYTHON")
    parser.add_argument("--torch-python", required=True)
    parser.add_argument("--select", default="", help="codes, separated by commas")
    parser.add_argument("--package", default=MINDSPORE, choices=PACKAGES, help="record the rules about this package")
    options = parser.parse_args()
    for python in options.pythons:
        report = observe(python, options.torch_python, options.select or codes(options.package))
        if report["unusable"]:
            print("\n".join(report["unusable"]), file=sys.stderr)
            return 2
        [run] = report["runs"]
        keep(run, options.package)
        path = FOLDER / file_name(of_object(report).runs[0])
        if options.select and path.exists():
            merge(report, json.loads(path.read_text(encoding="utf-8")))
        path.write_text(json.dumps(report, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        print(f"{path.name}: {len(run['results'])} results")
    return 0


def codes(package: str) -> str:
    """The rules with a variant about a package."""
    return ",".join(checker.rule.code for checker in all_checkers() if of_package(checker.rule, package))


def keep(run: Any, package: str) -> None:
    """Leave the results that are about a package, and no other package that was imported."""
    rules = {checker.rule.code: checker.rule for checker in all_checkers()}
    run["results"] = [each for each in run["results"] if rules[each["code"]].package_of(each["variant"]) == package]
    packages = {name: version for name, version in run.pop("packages", {}).items() if name == package}
    run.update({"packages": packages} if packages else {})


def observe(python: str, torch_python: str, select: str) -> Any:
    """What `mslint selfcheck` prints for one interpreter."""
    command = [sys.executable, "-m", "mslint", "selfcheck", "--output-format", "json", "--python", python]
    command += ["--against", "torch", "--torch-python", torch_python, "--total-timeout", "3600"]
    command += ["--select", select] if select else []
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False, text=True)
    return json.loads(done.stdout)


def merge(report: Any, known: Any) -> None:
    """Put what is known of other rules beside the new results, in order of code."""
    [run], [before] = report["runs"], known["runs"]
    existing = {checker.rule.code for checker in all_checkers()}
    new = {result["code"] for result in run["results"]}
    kept = [each for each in before["results"] if each["code"] in existing - new]
    run["results"] = sorted([*kept, *run["results"]], key=lambda each: str(each["code"]))
    run["seconds"] = before["seconds"]


if __name__ == "__main__":
    sys.exit(main())
