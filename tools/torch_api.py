"""Write down which names PyTorch has in the modules that people port from: mslint/facts/api/torch-api.csv.

Run it with an interpreter that has PyTorch; it needs nothing else:

    python tools/torch_api.py
"""

from __future__ import annotations

import csv
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

TABLE = Path(__file__).parent.parent / "mslint" / "facts" / "api" / "torch-api.csv"
MODULES = (
    "torch",
    "torch.amp",
    "torch.autograd",
    "torch.cuda",
    "torch.cuda.amp",
    "torch.distributed",
    "torch.fft",
    "torch.linalg",
    "torch.nn",
    "torch.nn.functional",
    "torch.nn.init",
    "torch.nn.parameter",
    "torch.nn.utils",
    "torch.optim",
    "torch.optim.lr_scheduler",
    "torch.special",
    "torch.utils",
    "torch.utils.data",
)


def public_names(module: ModuleType) -> Iterator[str]:
    """The names of a module without what it only imports from elsewhere."""
    for name in dir(module):
        value = getattr(module, name, None)
        home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None) or "torch"
        if not name.startswith("_") and str(home).partition(".")[0] == "torch":
            yield name


def main() -> int:
    """Write the table."""
    with TABLE.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["module", "names"])
        for name in MODULES:
            writer.writerow([name, " ".join(public_names(importlib.import_module(name)))])
    return 0


if __name__ == "__main__":
    sys.exit(main())
