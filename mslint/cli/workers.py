"""Checks files in several processes.

Each process takes a part of the files at a time, in order, so that files of
one folder, which import the same modules, are checked by the same process. One
that has none left takes over parts from the end. A process that dies takes one
file with it: the one it was at. Another process goes on with the others.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Literal, NamedTuple

from mslint import checkers
from mslint.cli.examining import Examiner, Manner, Outcome, Task
from mslint.collector import collector_paused
from mslint.finding import Failure

Method = Literal["fork", "spawn"]
METHOD: Method = "fork" if sys.platform == "linux" else "spawn"
"""How processes start: a fork has all modules already; elsewhere forks are not safe."""
_PARTS = 16
"""Into how many the share of each process is cut."""


class Answer(NamedTuple):
    """What came of a task."""

    number: int
    outcome: Outcome


@dataclass
class _Worker:
    process: BaseProcess
    connection: Connection
    tasks: deque[Task]
    part: int
    """The one that it does."""


def answers(
    tasks: Sequence[Task], processes: int, manner: Manner, method: Method = METHOD
) -> Generator[Answer, None, None]:
    """What came of the tasks, in the order in which they are done.

    Args:
        tasks: In the order of the files.
        processes: How many processes to use; there are no more than tasks.
        manner: How to check.
        method: How processes start, a name that `multiprocessing` knows.
    """
    if method == "fork":
        # What the first process has imported, its forks have.
        checkers.all_checkers()
    crew = _Crew(tasks, processes, manner, method)
    try:
        yield from crew.work()
    finally:
        crew.dismiss()


class _Crew:
    def __init__(self, tasks: Sequence[Task], processes: int, manner: Manner, method: Method) -> None:
        self._parts: list[list[Task] | None] = list(parts(tasks, processes))
        self._is_forking = method == "fork"
        self._context = get_context("fork") if self._is_forking else get_context("spawn")
        self._manner = manner
        self._workers: list[_Worker] = []
        for number in range(min(processes, len(tasks))):
            self._hire(number * len(self._parts) // processes)

    def work(self) -> Iterator[Answer]:
        """All answers."""
        while self._workers:
            ready = wait([worker.connection for worker in self._workers])
            for worker in [each for each in self._workers if each.connection in ready]:
                try:
                    answer: Answer = worker.connection.recv()
                except (EOFError, OSError):
                    yield self._lost(worker)
                    continue
                worker.tasks.popleft()
                if not worker.tasks and not self._assign(worker, worker.part + 1):
                    self._workers.remove(worker)
                    _end(worker)
                yield answer
        # Where no more processes can be started, this one does the rest.
        examiner = Examiner(self._manner)
        for part in self._parts:
            for task in part or ():
                yield Answer(task.number, examiner.examine(task.path))

    def dismiss(self) -> None:
        """End those that are still at work."""
        for worker in self._workers:
            worker.process.terminate()
            _end(worker)

    def _hire(self, part: int) -> None:
        """Start a process that begins with this part, or with another one if that is done."""
        tasks = self._take(part)
        if tasks is None:
            return
        here, there = self._context.Pipe()
        inherited = [here, *(worker.connection for worker in self._workers)] if self._is_forking else []
        process = self._context.Process(target=_work, args=(there, self._manner, inherited), daemon=True)
        try:
            process.start()
        except OSError:
            # There are too many processes already.
            self._parts[tasks[0]] = tasks[1]
            return
        there.close()
        worker = _Worker(process, here, deque(), part)
        self._workers.append(worker)
        self._give(worker, *tasks)

    def _assign(self, worker: _Worker, part: int) -> bool:
        tasks = self._take(part)
        if tasks is not None:
            self._give(worker, *tasks)
        return tasks is not None

    def _take(self, wanted: int) -> tuple[int, list[Task]] | None:
        """The part that is wanted or, where that is gone, the last that is left."""
        left = [number for number, part in enumerate(self._parts) if part]
        if not left:
            return None
        number = wanted if wanted in left else left[-1]
        tasks = self._parts[number]
        assert tasks is not None
        self._parts[number] = None
        return number, tasks

    def _give(self, worker: _Worker, part: int, tasks: list[Task]) -> None:
        worker.part = part
        worker.tasks = deque(tasks)
        with contextlib.suppress(OSError):
            # Where it is dead, reading from it will say so.
            worker.connection.send(tasks)

    def _lost(self, worker: _Worker) -> Answer:
        """The process died: its file could not be checked, the rest of its part is left to another one."""
        self._workers.remove(worker)
        _end(worker)
        task = worker.tasks.popleft()
        if worker.tasks:
            self._parts[worker.part] = list(worker.tasks)
        self._hire(worker.part)
        reason = f"cannot be checked: the process that checked it {_ending(worker.process.exitcode)}"
        return Answer(task.number, Outcome(task.path, failure=Failure(task.path, reason)))


def parts(tasks: Sequence[Task], processes: int) -> Iterator[list[Task]]:
    """The tasks in parts of about the same number of bytes, folders together where they are not too large."""
    limit = sum(task.size for task in tasks) / (processes * _PARTS)
    part: list[Task] = []
    size = 0
    for folder in _folders(tasks):
        needed = sum(task.size for task in folder)
        if part and size + needed > limit:
            yield part
            part, size = [], 0
        for task in folder:
            if part and size + task.size > limit and needed > limit:
                yield part
                part, size = [], 0
            part.append(task)
            size += task.size
    if part:
        yield part


def _folders(tasks: Sequence[Task]) -> Iterator[list[Task]]:
    folder: list[Task] = []
    for task in tasks:
        if folder and os.path.dirname(task.path) != os.path.dirname(folder[0].path):
            yield folder
            folder = []
        folder.append(task)
    if folder:
        yield folder


def _end(worker: _Worker) -> None:
    """Let a process come to its end."""
    with contextlib.suppress(OSError):
        worker.connection.send([])
    worker.connection.close()
    worker.process.join()


def _ending(code: int | None) -> str:
    if code is not None and code < 0:
        try:
            return f"was ended by {signal.Signals(-code).name}"
        except ValueError:
            return f"was ended by signal {-code}"
    return f"ended with exit code {code}"


def _work(connection: Connection, manner: Manner, inherited: Sequence[Connection]) -> None:
    """What a process does: it takes lists of tasks and answers each task, until one is empty.

    Args:
        connection: To the first process.
        manner: How to check.
        inherited: The first process's own ends of connections, which a fork has too.
    """
    # While a fork holds them open, nobody learns that the first process has died.
    for each in inherited:
        each.close()
    # Ctrl-C reaches all processes of a terminal; the first ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with collector_paused():
        examiner = Examiner(manner)
        # Nobody sends or listens any more where the first process was killed.
        with contextlib.suppress(EOFError, ConnectionError):
            while tasks := connection.recv():
                for task in tasks:
                    connection.send(Answer(task.number, examiner.examine(task.path)))
