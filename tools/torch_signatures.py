"""Write down what mslint knows of PyTorch itself.

In mslint/facts/api: the parameters of the names that have a counterpart
(torch-signatures.csv), and what a tensor has (torch-tensor.csv).

Run it with an interpreter that has PyTorch; it needs nothing else:

    python tools/torch_signatures.py

Python functions and classes tell their parameters themselves. What PyTorch
wrote in C++ tells them in its documentation, with all its forms.
"""

from __future__ import annotations

import csv
import importlib
import inspect
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from mslint.facts.dumping.docstrings import documented_forms  # noqa: E402
from mslint.facts.dumping.parameters import parameter_texts  # noqa: E402

FOLDER = ROOT / "mslint" / "facts" / "api"
NAMES = FOLDER / "torch-names.csv"
SIGNATURES = FOLDER / "torch-signatures.csv"
MEMBERS = FOLDER / "torch-tensor.csv"


def find(name: str) -> Any:
    """The object with this qualified name; None where this PyTorch has none.

    `torch.optim.lr_scheduler.StepLR` needs its module imported, `torch.Tensor.max` does not.
    """
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            value: Any = importlib.import_module(".".join(parts[:end]))
        except ImportError:
            continue
        for part in parts[end:]:
            value = getattr(value, part, None)
        return value
    return None


def forms(name: str) -> list[list[str]]:
    """The forms of the function, class or method with this name, without self; none where they are not known."""
    value = find(name)
    if not callable(value):
        return []
    code = python_part(value)
    if code is None:
        return documented_forms(value.__doc__)
    found = list(inspect.signature(code).parameters.values())
    form = list(parameter_texts(found[1:] if found and found[0].name in ("self", "cls") else found))
    if form == ["*args", "**kwargs"]:
        return documented_forms(value.__doc__) or [form]
    return [form]


def python_part(value: Any) -> Any:
    """What tells the parameters of `value`; None where all of it is compiled."""
    if inspect.isclass(value):
        value = value.__init__ if inspect.isfunction(value.__init__) else value.__new__
    value = inspect.unwrap(value)
    if not inspect.isfunction(value):
        return None
    cells = dict(zip(value.__code__.co_freevars, value.__closure__ or (), strict=True))
    dispatched = cells.get("if_false")
    return value if dispatched is None else inspect.unwrap(dispatched.cell_contents)


def as_text(form: list[str]) -> str:
    """A form as the table has it: in brackets, without spaces."""
    return "(" + ",".join(text.replace(" ", "") for text in form) + ")"


def members_of_tensor(torch: Any) -> list[tuple[str, str]]:
    """The public members of a tensor, each a `method` or an `attribute`."""
    names = [name for name in dir(torch.Tensor) if not name.startswith("_")]
    return [(name, "method" if callable(getattr(torch.Tensor, name)) else "attribute") for name in names]


def main() -> None:
    """Write the files."""
    torch = importlib.import_module("torch")
    with NAMES.open(encoding="utf-8", newline="") as stream:
        wanted = sorted({row["torch"] for row in csv.DictReader(stream)})
    rows = [(name, " ".join(as_text(form) for form in forms(name))) for name in wanted]
    write(SIGNATURES, ("name", "forms"), [row for row in rows if row[1]])
    write(MEMBERS, ("name", "kind"), members_of_tensor(torch))
    print(f"PyTorch {torch.__version__}: {sum(bool(row[1]) for row in rows)} of {len(rows)} names")


def write(path: Path, head: tuple[str, str], rows: list[tuple[str, str]]) -> None:
    """Write a table."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)


if __name__ == "__main__":
    main()
