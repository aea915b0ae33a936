"""A worker process: started, asked over its pipes, and stopped whatever it does."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
from pathlib import Path
from typing import Any

WORKER = Path(__file__).with_name("worker.py")
_MOST_PRINTED = 1_000_000
_GRACE = 10.0
"""Seconds in which a process whose pipe has closed must have ended."""


class WorkerDied(Exception):
    """The process ended, or said something that is not the protocol. The message says how."""


class WorkerSlow(Exception):
    """No answer came in time. The process has been killed."""


class WorkerProcess:
    """One process. After `WorkerDied` or `WorkerSlow` it is gone."""

    def __init__(self, command: list[str], folder: Path, log: Path) -> None:
        """Start it in `folder`; what it prints beside the protocol is added to the file `log`.

        Raises:
            OSError: the command cannot be started.
        """
        self._log = log
        with log.open("ab") as stream:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stream,
                # MindSpore leaves files where it stands.
                cwd=folder,
                # Of its own group, so that what it starts can be ended with it.
                start_new_session=True,
            )
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._requests = 0
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError):
            for line in self._process.stdout:
                self._lines.put(line)
        self._lines.put(None)

    def first(self, timeout: float) -> dict[str, Any]:
        """What the process says before it is asked anything.

        Raises:
            WorkerDied: it ended, or spoke garbage.
            WorkerSlow: it said nothing for `timeout` seconds.
        """
        return self._receive(timeout)

    def ask(self, request: dict[str, Any], timeout: float) -> dict[str, Any]:
        """Send a request and wait for its answer.

        Raises:
            WorkerDied: it ended, or spoke garbage.
            WorkerSlow: no answer came for `timeout` seconds.
        """
        self._requests += 1
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"id": self._requests, **request}).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise WorkerDied(self._ending()) from None
        answer = self._receive(timeout)
        if answer.get("id") != self._requests:
            self.stop()
            raise WorkerDied("the worker answered another question")
        return answer

    def _receive(self, timeout: float) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=timeout)
        except queue.Empty:
            self.stop()
            raise WorkerSlow from None
        if line is None:
            raise WorkerDied(self._ending())
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            self.stop()
            raise WorkerDied("the worker answered with something that is not the protocol")
        return answer

    def _ending(self) -> str:
        """How the process ended."""
        try:
            code = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            self.stop()
            return "the worker closed its pipe"
        self.stop()
        if code >= 0:
            return f"the process ended with exit code {code}"
        name = signal.Signals(-code).name
        by = " (out of memory, or ended from outside)" if name == "SIGKILL" else ""
        return f"the process was killed by {name}{by}"

    def printed(self) -> int:
        """How many bytes the process has printed beside the protocol."""
        return self._log.stat().st_size

    def printed_since(self, start: int) -> str:
        """What it has printed from byte `start` of the log on, its end only where that is very much."""
        with self._log.open("rb") as stream:
            stream.seek(max(start, self.printed() - _MOST_PRINTED))
            return stream.read().decode("utf-8", "replace")

    def stop(self) -> None:
        """End the process and everything it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
