"""What each process of `mslint check -j N` uses: `python processes.py FILE check -j2 ...`, where processes are forks.

To FILE go the CPU seconds (user + system) of the first process and, after it,
of those that it started.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from mslint.cli import workers
from mslint.cli.examining import Manner
from mslint.cli.main import main as mslint

_work = workers._work


def main() -> None:
    """The command; ends as mslint does."""
    report = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:

        def work(connection: Connection, manner: Manner, inherited: Sequence[Connection]) -> None:
            begin = time.process_time()
            _work(connection, manner, inherited)
            with tempfile.NamedTemporaryFile("w", dir=folder, delete=False) as file:
                file.write(str(time.process_time() - begin))

        workers._work = work
        try:
            mslint(sys.argv[2:])
        finally:
            others = [path.read_text(encoding="utf-8") for path in Path(folder).iterdir()]
            report.write_text(" ".join([str(time.process_time()), *others]), encoding="utf-8")


if __name__ == "__main__":
    main()
