"""Runs programs in workers, one worker per interpreter and device, restarted when it is lost."""

from __future__ import annotations

import os
import re
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Any

from packaging.version import InvalidVersion, Version

from mslint.rule import MINDSPORE
from mslint.selfcheck import devices
from mslint.selfcheck.outcomes import Died, Outcome, TimedOut, of_answer
from mslint.selfcheck.process import WORKER, WorkerDied, WorkerProcess, WorkerSlow

START_LIMIT = 180.0
"""Seconds in which a framework must have been imported."""
_STARTS = 3
"""How often in a row a worker may fail to start before the rest of the run is given up."""


class Unusable(Exception):
    """The interpreter or the device cannot be used. The message is one sentence for the user."""


@dataclass
class Clock:
    """The time limits of a run, in seconds: of one program, and of all together."""

    probe: float = 60.0
    total: float = 1800.0
    _start: float = field(default_factory=time.monotonic)

    def left(self) -> float:
        """How long the next program may run."""
        return min(self.probe, self.total - (time.monotonic() - self._start))


@dataclass(frozen=True, slots=True)
class Facts:
    """What a usable worker says of itself."""

    framework: str
    version: Version
    python: str
    numpy: str
    device: str
    beside: tuple[str, ...] = ()
    """The packages over MindSpore that are installed beside it."""
    packages: dict[str, Version] = field(default_factory=dict, hash=False)
    """Those that were imported, and their versions."""

    def with_packages(self, packages: dict[str, Version]) -> Facts:
        """The same where these packages are imported."""
        return replace(self, packages=packages)


class Session:
    """An interpreter, a framework and a device; a context manager."""

    def __init__(
        self,
        python: str,
        framework: str,
        device: str,
        clock: Clock,
        *,
        worker: Path = WORKER,
        start: float = START_LIMIT,
        package: str = MINDSPORE,
    ) -> None:
        """Nothing is started yet. `worker` is the program to run under `python`; `package` is imported in it."""
        self._python = python
        self._framework = framework
        self._device = device
        self._clock = clock
        self._worker = worker
        self._start_limit = start
        self._package = package
        self._process: WorkerProcess | None = None
        self._lost_starts = 0
        self._programs = 0
        self._folder = tempfile.TemporaryDirectory(prefix="mslint-selfcheck-", ignore_cleanup_errors=True)
        self._log = Path(self._folder.name, "log")
        self._hidden: list[str] = [self._folder.name]

    def __enter__(self) -> Session:
        """Use `open` to start."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the worker."""
        if self._process is not None:
            self._process.stop()
        self._folder.cleanup()

    @property
    def pid(self) -> int | None:
        """The number of the worker's process; None while there is none."""
        return self._process.pid if self._process else None

    def open(self) -> Facts:
        """Start the worker, and say what it found.

        Raises:
            Unusable: it found nothing that can be used.
        """
        reason = devices.interpreter_problem(self._python)
        if reason:
            raise Unusable(reason)
        if self._process is not None:
            self._process.stop()
        try:
            return self._start()
        except WorkerDied as error:
            raise Unusable(f"{self._name} of {self._python} does not start: {error}{self._last_words()}") from None
        except WorkerSlow:
            raise Unusable(
                f"{self._name} of {self._python} does not start: no answer in {self._start_limit:g} s"
            ) from None

    @property
    def _name(self) -> str:
        return "MindSpore" if self._framework == "mindspore" else "PyTorch"

    def _start(self) -> Facts:
        # The name is kept, not what it links to: a virtual environment is found by it.
        python = os.path.abspath(self._python) if os.path.dirname(self._python) else self._python
        command = [python, "-B", str(self._worker.absolute()), self._framework, self._device, self._folder.name]
        command += [] if self._package == MINDSPORE else [self._package]
        self._process = process = WorkerProcess(command, Path(self._folder.name), self._log)
        try:
            answer = process.first(self._start_limit)
            if "failed" in answer:
                reason = devices.problem(self._python, answer, self._missing_libraries)
                process.stop()
                raise Unusable(reason)
            found = answer["ready"]
            facts = Facts(
                found["framework"],
                Version(found["version"].partition("+")[0]),
                found["python"],
                found["numpy"],
                found["device"],
                tuple(found.get("beside", ())),
                {name: Version(version) for name, version in found.get("packages", {}).items()},
            )
        except (KeyError, TypeError, AttributeError, InvalidVersion):
            process.stop()
            self._process = None
            raise WorkerDied("the worker answered with something that is not the protocol") from None
        except (Unusable, WorkerDied, WorkerSlow):
            self._process = None
            raise
        folders = (found[name] for name in ("package", "package_beside") if found.get(name))
        self._hidden += [str(Path(folder).parent) for folder in folders]
        return facts

    def _missing_libraries(self, names: list[str]) -> dict[str, str]:
        assert self._process is not None
        missing: dict[str, str] = self._process.ask({"do": "load", "names": names}, self._start_limit)["missing"]
        return missing

    def _last_words(self) -> str:
        """The last line that the worker printed, for an error that has nothing better to say."""
        lines = self._log.read_text("utf-8", "replace").strip().splitlines() if self._log.exists() else []
        return f" ({lines[-1].strip()})" if lines else ""

    def run(self, name: str, program: str, variant: str = "") -> tuple[Outcome, str]:
        """Run a program; what came of it, and what was printed meanwhile.

        Whatever the program does costs this one outcome.
        """
        limit = self._clock.left()
        if limit <= 0:
            return TimedOut(self._clock.total), "the run's time was over before this program\n"
        if self._lost_starts >= _STARTS:
            return Died("the worker cannot be started any more"), ""
        if self._process is None:
            try:
                self._start()
                self._lost_starts = 0
            except (WorkerDied, Unusable) as error:
                return self._not_started(str(error)), ""
            except WorkerSlow:
                return self._not_started(f"no answer in {self._start_limit:g} s"), ""
        process = self._process
        assert process is not None
        self._programs += 1
        start = process.printed()
        request = {
            "do": "run",
            "name": f"{name.lower()}_{self._programs}",
            "program": program,
            "variant": variant,
        }
        try:
            outcome = of_answer(self._clean(process.ask(request, limit)))
        except WorkerSlow:
            self._process = None
            outcome = TimedOut(limit)
        except (WorkerDied, ValueError) as error:
            process.stop()
            self._process = None
            outcome = Died(str(error))
        return outcome, process.printed_since(start)

    def _not_started(self, reason: str) -> Outcome:
        self._lost_starts += 1
        return Died(f"the worker could not be started again: {reason}")

    def _clean(self, answer: dict[str, Any]) -> dict[str, Any]:
        """The answer without this machine's paths and MindSpore's C++ places."""
        raised = answer.get("raised")
        if isinstance(raised, dict):
            raised["message"] = self.without_paths(str(raised.get("message", "")))
        return answer

    def without_paths(self, text: str) -> str:
        """`text` without what differs from run to run: paths, addresses, places in MindSpore's own code."""
        for folder in self._hidden:
            text = text.replace(folder, "...")
        text = re.sub(r"0x[0-9a-f]{6,}", "0x...", text.replace(sys.prefix, "..."))
        return re.split(r"\n-{10,}\n- (?:C\+\+|The Traceback|Framework)", text)[0].strip()
