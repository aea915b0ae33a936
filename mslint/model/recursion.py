"""Answers to questions that may lead back to themselves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")


class Answers(Generic[Key, Answer]):
    """What is found for each key, worked out once.

    A key that leads back to itself adds nothing there to what else is found
    for it. What was found on the way is kept only as long as the question that
    it leads back to is open. Questions deeper than `depth` find `too_deep`.
    """

    def __init__(self, depth: int, too_deep: Answer) -> None:
        """Start with nothing known."""
        self._depth = depth
        self._too_deep = too_deep
        self._known: dict[Key, list[Answer]] = {}
        self._open: dict[Key, int] = {}
        self._unfinished: dict[Key, tuple[list[Answer], int]] = {}
        self._lowest = 0
        """The depth of the outermost open question that what was worked out leads back to."""

    def clear(self) -> None:
        """Forget all answers."""
        self._known.clear()

    def ask(self, key: Key, work_out: Callable[[], Iterator[Answer]]) -> list[Answer]:
        """The different answers for `key`, in order; `work_out` finds them, and may ask for others."""
        known = self._known.get(key)
        if known is not None:
            return known
        if key in self._open:
            self._lowest = min(self._lowest, self._open[key])
            return []
        if key in self._unfinished:
            found, lowest = self._unfinished[key]
            self._lowest = min(self._lowest, lowest)
            return found
        depth = len(self._open)
        if depth > self._depth:
            self._lowest = 0
            return [self._too_deep]
        outer, self._lowest = self._lowest, depth
        earlier = len(self._unfinished)
        self._open[key] = depth
        try:
            found = list(dict.fromkeys(work_out()))
        finally:
            del self._open[key]
        if self._lowest < depth:
            self._unfinished[key] = (found, self._lowest)
            self._lowest = min(outer, self._lowest)
            return found
        for each in list(self._unfinished)[earlier:]:
            del self._unfinished[each]
        self._known[key] = found
        self._lowest = outer
        return found
