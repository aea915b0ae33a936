"""The fixes of findings, made and proved: what is fixed is gone, and the file still parses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace

from mslint.finding import Applicability, Finding, Fix, Severity, Span
from mslint.model.source import Source
from mslint.rewrite import Change, RewriteError, Rewritten, changes_of, encode, range_of
from mslint.suppress import unsuppressed

Check = Callable[[bytes], list[Finding] | None]
"""The findings in the content of a file, silenced ones among them; None where it does not parse."""

Choose = Callable[[str, bytes, list[Finding]], list[Finding]]
"""Those that are to be changed of the findings that no comment in a file silences, by its name and its content."""

MAX_ROUNDS = 10
"""How often a file is checked again for what its fixes have uncovered."""

_Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Refused:
    """A finding whose fix was not made, why, and where it stood then: in a notebook, in the cell `cell`."""

    finding: Finding
    reason: str
    line: int
    cell: int | None = None

    @classmethod
    def of(cls, source: Source, finding: Finding, reason: str) -> Refused:
        """A finding in `source` whose fix is not made."""
        if source.code is None:
            return cls(finding, reason, finding.span.line)
        place = source.code.cell_place(finding.span.line, finding.span.column + 1)
        return cls(finding, reason, place.line, place.cell)


@dataclass
class Repair:
    """What came of changing one file: its content now, what was done to it, and what no comment in it silences."""

    data: bytes
    done: list[Finding] = field(default_factory=list)
    remaining: list[Finding] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)


def everything(path: str, data: bytes, findings: list[Finding]) -> list[Finding]:
    """The choice to change whatever can be changed."""
    return findings


def repair(
    path: str,
    data: bytes,
    findings: list[Finding],
    check: Check,
    allowed: Collection[Applicability],
    choose: Choose = everything,
) -> Repair:
    """Make the fixes of the kinds `allowed` until there is none left to make.

    Fixes that touch each other wait for the next round. A fix after which the
    file would not parse, or its finding would still be there, or an error that
    was not there before would stand in its place, is not made. The last
    content that `check` is given is that of the result.

    Args:
        path: The name of the file.
        data: Its content, which the engine could parse.
        findings: What the engine found in it.
        check: Finds what is in another content of the file.
        allowed: The kinds of fixes to make.
        choose: Which findings to fix; known ones stay for a baseline.
    """
    return _Repairing(_State(path, data, findings, choose), check, allowed).run()


class _State:
    """The content of a file and what is found in it."""

    def __init__(self, path: str, data: bytes, findings: list[Finding], choose: Choose) -> None:
        self.path = path
        self.data = data
        self.findings = findings
        self.source = Source.from_bytes(path, data)
        self.reported = unsuppressed(path, data, findings)
        self.choose = choose
        self.chosen = choose(path, data, self.reported)
        self.starts = [self.source.offset(each.span.line, each.span.column) for each in findings]

    def errors(self, ranges: Collection[_Range]) -> Counter[str]:
        """How many errors of each rule begin in one of `ranges`."""
        return Counter(
            finding.code
            for finding, start in zip(self.findings, self.starts, strict=True)
            if finding.severity is Severity.ERROR and any(first <= start < last for first, last in ranges)
        )

    def count(self, code: str, where: _Range) -> int:
        """How many findings with `code` begin in a range."""
        places = zip(self.findings, self.starts, strict=True)
        return sum(finding.code == code and where[0] <= start < where[1] for finding, start in places)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A finding, where it is, and the changes that fix it."""

    finding: Finding
    where: _Range
    changes: tuple[Change, ...]

    @property
    def key(self) -> tuple[str, int]:
        return self.finding.code, self.where[0]

    @property
    def ranges(self) -> list[_Range]:
        return [self.where, *((change.start, change.end) for change in self.changes)]


class _Repairing:
    """Fixes one file."""

    def __init__(self, state: _State, check: Check, allowed: Collection[Applicability]) -> None:
        self._start = state
        self._checked = state.data
        self._check = check
        self._allowed = allowed
        self._refused_at: set[tuple[str, int]] = set()
        self._done: list[Finding] = []
        self._refused: list[Refused] = []

    def run(self) -> Repair:
        state = self._start
        contents = {state.data}
        for _ in range(MAX_ROUNDS):
            batch = self._batch(state)
            if not batch:
                break
            after = self._round(state, batch)
            if after is None:
                continue
            if after.data in contents:
                self._done.clear()
                self._refused.append(Refused.of(state.source, batch[0].finding, "fixes undo each other"))
                state = self._start
                break
            contents.add(after.data)
            state = after
        if self._checked is not state.data:
            self._check(state.data)
        return Repair(state.data, self._done, state.reported, self._refused)

    def _batch(self, state: _State) -> list[_Candidate]:
        """Fixes that can be made together; one fix may be that of several findings."""
        batch: list[_Candidate] = []
        fixes: set[tuple[Change, ...]] = set()
        chosen: list[Change] = []
        for candidate in self._candidates(state):
            if candidate.changes in fixes:
                batch.append(candidate)
            elif not any(change.touches(other) for change in candidate.changes for other in chosen):
                batch.append(candidate)
                fixes.add(candidate.changes)
                chosen += candidate.changes
        return batch

    def _candidates(self, state: _State) -> Iterator[_Candidate]:
        possible = [
            (finding, finding.fix)
            for finding in state.chosen
            if finding.fix is not None and finding.fix.applicability in self._allowed
        ]
        silenced = _on_silenced_lines(state, possible)
        for finding, fix in possible:
            changes = tuple(changes_of(state.source, fix.edits))
            candidate = _Candidate(finding, range_of(state.source, finding.span), changes)
            if candidate.key in self._refused_at:
                continue
            if finding in silenced:
                self._refuse(state, candidate, "it would change a line on which it is silenced")
                continue
            yield candidate

    def _round(self, state: _State, batch: list[_Candidate]) -> _State | None:
        """The file after the fixes of `batch` that hold; None where none does."""
        try:
            return self._made(state, batch)
        except RewriteError as error:
            if len(batch) == 1:
                self._refuse(state, batch[0], str(error))
                return None
        alone = [candidate for candidate in batch if self._holds_alone(state, candidate)]
        if not alone:
            return None
        try:
            return self._made(state, alone)
        except RewriteError as error:
            for candidate in alone:
                self._refuse(state, candidate, str(error))
            return None

    def _holds_alone(self, state: _State, candidate: _Candidate) -> bool:
        try:
            self._attempt(state, [candidate])
        except RewriteError as error:
            self._refuse(state, candidate, str(error))
            return False
        return True

    def _made(self, state: _State, batch: list[_Candidate]) -> _State:
        after, rewritten = self._attempt(state, batch)
        self._done += [candidate.finding for candidate in batch]
        self._refused_at = {
            (code, moved(offset))
            for code, offset in self._refused_at
            for moved in (rewritten.start_of, rewritten.end_of)
        }
        return after

    def _attempt(self, state: _State, batch: list[_Candidate]) -> tuple[_State, Rewritten]:
        """The file after the fixes of `batch`.

        Raises:
            RewriteError: They cannot be made, or they do not hold.
        """
        fixes = dict.fromkeys(candidate.changes for candidate in batch)
        rewritten = Rewritten(state.source.text, [change for fix in fixes for change in fix])
        self._checked = encode(state.source, state.data, rewritten.text)
        findings = self._check(self._checked)
        if findings is None:
            raise RewriteError("the file would not parse any more")
        after = _State(state.path, self._checked, findings, state.choose)
        for candidate in batch:
            _prove(candidate, batch, state, after, rewritten)
        return after, rewritten

    def _refuse(self, state: _State, candidate: _Candidate, reason: str) -> None:
        self._refused_at.add(candidate.key)
        self._refused.append(Refused.of(state.source, candidate.finding, reason))


def _prove(candidate: _Candidate, batch: list[_Candidate], before: _State, after: _State, rewritten: Rewritten) -> None:
    """Stop unless the finding is gone and no error has taken its place."""

    def moved(where: _Range) -> _Range:
        return rewritten.start_of(where[0]), rewritten.end_of(where[1])

    code, (start, end) = candidate.finding.code, candidate.where
    made = sum(each.finding.code == code and start <= each.where[0] < end for each in batch)
    if after.count(code, moved(candidate.where)) > before.count(code, candidate.where) - made:
        raise RewriteError("what was found would still be there")
    new = after.errors([moved(where) for where in candidate.ranges]) - before.errors(candidate.ranges)
    if new:
        raise RewriteError(f"{min(new)} would be found in its place")


def _on_silenced_lines(state: _State, possible: list[tuple[Finding, Fix]]) -> set[Finding]:
    """Those findings whose fixes would change a line on which a comment silences them."""
    owners = []
    stand_ins = []
    for finding, fix in possible:
        for edit in fix.edits:
            last = edit.span.end_line - (edit.span.end_column == 0 and edit.span.end_line > edit.span.line)
            for line in range(edit.span.line, last + 1):
                owners.append(finding)
                stand_ins.append(replace(finding, span=Span(line, 0, line, 0)))
    kept = set(unsuppressed(state.path, state.data, stand_ins))
    return {owner for owner, stand_in in zip(owners, stand_ins, strict=True) if stand_in not in kept}
