"""The rules, one file each, in a folder per family.

A rule file defines `RULE` (a `mslint.rule.Rule`), `check(context)` and a
docstring that is the rule's page. It is found by being here.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Hashable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from mslint.rule import Rule

if TYPE_CHECKING:
    from mslint.context import Context
    from mslint.finding import Finding


class Selection(Hashable, Protocol):
    """What decides which rules run; `mslint.config.Settings` is one."""

    def is_enabled(self, rule: Rule) -> bool:
        """Whether the user asked for this rule."""


class Checker(NamedTuple):
    """A rule together with the function that finds it."""

    rule: Rule
    check: Callable[[Context], Iterator[Finding]]
    page: str
    """The documentation page, in Markdown."""


@cache
def all_checkers() -> tuple[Checker, ...]:
    """Every rule of mslint, in order of code."""
    found = []
    for family in pkgutil.iter_modules(__path__, f"{__name__}."):
        if not family.ispkg:
            continue
        package = importlib.import_module(family.name)
        for info in pkgutil.iter_modules(package.__path__, f"{family.name}."):
            module = importlib.import_module(info.name)
            found.append(Checker(module.RULE, module.check, inspect.cleandoc(module.__doc__ or "")))
    return tuple(sorted(found, key=lambda checker: checker.rule.code))


def by_name(name: str) -> Checker | None:
    """The rule with this code, symbol or pylint id, in any case."""
    wanted = name.strip().lower()
    for checker in all_checkers():
        rule = checker.rule
        if wanted in (rule.code.lower(), rule.symbol, rule.pylint_id.lower()):
            return checker
    return None


@lru_cache
def enabled(selection: Selection) -> tuple[Checker, ...]:
    """The rules that `selection` lets run."""
    return tuple(checker for checker in all_checkers() if selection.is_enabled(checker.rule))
