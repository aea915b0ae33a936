"""Hold MSL704 to installed MindSpores: what it says of random members of PyTorch's tensors, and what is there.

    python -m tools.check_tensor_members [--names N] [--seed S] PYTHON ...

Each interpreter has a MindSpore. For its version, N members drawn at random are
asked of a tensor and of a parameter in a program that mslint checks, and of a
real tensor and a real parameter. Prints how many claims and how many silences
are right; exits with 1 where one is wrong.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

from packaging.version import Version

from mslint.config import Settings
from mslint.engine import check_bytes, new_project
from mslint.facts import members, torch_tensor
from mslint.facts.names import stand_ins

OBJECTS = ("tensor", "parameter")
_PROBE = """\
import json, sys
import mindspore
tensor = mindspore.Tensor([[1.0, 2.0]], mindspore.float32)
parameter = mindspore.Parameter(tensor, name="parameter")
known = [type(tensor), type(parameter)]
names = json.loads(sys.stdin.read())
found = [[name for name in names if hasattr(kind, name) or name in each.__dict__]
         for kind, each in zip(known, (tensor, parameter))]
sys.stdout.write("\\n" + json.dumps([mindspore.__version__, found]) + "\\n")
"""
_HEAD = """\
import mindspore
tensor = mindspore.Tensor([[1.0, 2.0]], mindspore.float32)
parameter = mindspore.Parameter(tensor, name="parameter")
"""


def there(python: str, names: list[str]) -> tuple[str, list[set[str]]]:
    """The version of the MindSpore of an interpreter, and which of the names a tensor and a parameter have."""
    done = subprocess.run([python, "-c", _PROBE], input=json.dumps(names), capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr.strip() or f"{python} ended with {done.returncode}")
    version, found = json.loads(done.stdout.splitlines()[-1])
    return version, [set(each) for each in found]


def claimed(names: list[str], version: str) -> list[set[str]]:
    """Of which names mslint says that a tensor, and a parameter, has them not."""
    attributes = torch_tensor.attributes_of_torch()
    lines = [f"{each}.{name}{'' if name in attributes else '()'}" for each in OBJECTS for name in names]
    text = _HEAD + "\n".join(lines) + "\n"
    settings = Settings(Version(version), ("MSL704",))
    report = check_bytes("program.py", text.encode(), settings, new_project())
    found: list[set[str]] = [set(), set()]
    for finding in report.findings:
        place = finding.span.line - 1 - _HEAD.count("\n")
        if "have no" in finding.message:
            found[place // len(names)].add(names[place % len(names)])
    return found


def is_undecided(name: str, version: str) -> bool:
    """Whether only the version after a nightly build has a member, so that nothing is said of the release."""
    found = [members.has_member(torch_tensor.TENSOR, name, each) for each in stand_ins(version)]
    return True in found and found[0] is not True


def main() -> int:
    """Ask every interpreter that was named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pythons", nargs="+", metavar="PYTHON")
    parser.add_argument("--names", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    judged = sorted(torch_tensor.judged())
    wrong = 0
    for python in options.pythons:
        names = random.Random(options.seed).sample(judged, min(options.names, len(judged)))
        version, present = there(str(Path(python)), names)
        right_claims = claims = right_silences = silences = 0
        undecided = {name for name in names if is_undecided(name, version)}
        for missing, having in zip(claimed(names, version), present, strict=True):
            claims += len(missing)
            right_claims += len(missing - having)
            silences += len(names) - len(missing | undecided)
            right_silences += len(having - missing - undecided)
        wrong += claims - right_claims + silences - right_silences
        print(f"MindSpore {version}: {right_claims} of {claims} claims, {right_silences} of {silences} silences right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
