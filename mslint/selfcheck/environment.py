"""An interpreter on a device: MindSpore alone, and with each package over it that a rule is about."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

from mslint.rule import MINDSPORE, PACKAGES
from mslint.selfcheck.outcomes import Outcome
from mslint.selfcheck.proving import Probe, Result, not_run, prove
from mslint.selfcheck.runner import Facts, Session, Unusable


class Environment:
    """Proves each rule in a process that has what its programs need; a context manager.

    A package over MindSpore changes MindSpore itself when it is imported, so
    it gets a process of its own.
    """

    def __init__(self, session: Callable[[str], Session]) -> None:
        """`session` makes one with a package, or with MindSpore alone. Nothing is started yet."""
        self._make = session
        self._alone = session(MINDSPORE)
        self._sessions: dict[str, tuple[Session, Facts]] = {}
        self._absent: dict[str, str] = {}

    def __enter__(self) -> Environment:
        """Use `open` to start."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all processes."""
        for session in (self._alone, *(session for session, _ in self._sessions.values())):
            session.__exit__(kind, error, trace)

    def open(self) -> Facts:
        """Start MindSpore alone, and say what is there.

        Raises:
            Unusable: nothing can run there.
        """
        facts = self._alone.open()
        self._sessions[MINDSPORE] = (self._alone, facts)
        return facts

    @property
    def facts(self) -> Facts:
        """What is there, with the packages that were imported so far."""
        _, alone = self._sessions[MINDSPORE]
        found = {name: facts.packages[name] for name, (_, facts) in self._sessions.items() if name != MINDSPORE}
        return alone.with_packages(found)

    def prove(self, probe: Probe) -> Result:
        """Run the programs of a probe, where what they need is there."""
        package = probe.package
        if package not in self._sessions and package not in self._absent:
            self._start(package)
        if package in self._absent:
            return not_run(probe, self._absent[package])
        session, facts = self._sessions[package]
        return prove(session, facts, probe)

    def run(self, name: str, program: str) -> Outcome:
        """Run a program that needs MindSpore alone."""
        return self._alone.run(name, program)[0]

    def _start(self, package: str) -> None:
        _, facts = self._sessions[MINDSPORE]
        if package not in facts.beside:
            self._absent[package] = f"{PACKAGES[package].title} is not installed beside this MindSpore"
            return
        session = self._make(package)
        try:
            self._sessions[package] = (session, session.open())
        except Unusable as error:
            session.__exit__(None, None, None)
            self._absent[package] = str(error)
