"""What a number was called on its way, and what tests around a place say about an object."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from mslint.model.evaluator import Evaluator
from mslint.model.names import Call, Module
from mslint.model.narrowing import asked_classes
from mslint.model.project import Project
from mslint.model.source import Source
from mslint.model.trails import Trail, trails
from mslint.model.values import Site


def call_of(text: str, name: str) -> tuple[Project, Module, Call]:
    project = Project(lambda module: frozenset())
    module = project.module(Source("main.py", dedent(text)))
    return project, module, next(call for call in module.calls if getattr(call.node.func, "id", "") == name)


def ways(text: str) -> list[Trail]:
    """The ways to the argument of `use(...)`."""
    project, module, call = call_of(text, "use")
    return trails(Site(call.node.args[0], call.scope), Evaluator(module, project))


def told(text: str) -> list[tuple[list[str], list[float]]]:
    """The names on each way, those that arrive as 1 minus themselves with a minus, and the numbers that arrive."""
    return [
        ([f"-{step.name}" if step.is_complement else step.name for step in way.steps], list(way.numbers))
        for way in ways(text)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("use(0.25)", [([], [0.25])]),
        ("use(1 - 0.25)", [([], [0.75])]),
        ("use(float(1.0 - 0.25))", [([], [0.75])]),
        ("rate = 0.25\nuse(rate)", [(["rate"], [0.25])]),
        ("keep = 0.25\nrate = 1 - keep\nuse(1 - rate)", [(["-rate", "keep"], [0.25])]),
        ("def f(rate=0.25):\n    use(rate)", [(["rate"], [0.25])]),
        ("def f(rate):\n    use(1 - rate)", [(["-rate"], [])]),
        ("def f(rate):\n    use(rate)\nf(0.5)\nf(keep)", [(["rate"], [0.5]), (["rate", "keep"], [])]),
        ("def f(rate):\n    use(rate)\n    f(rate)", []),
        ("use(config.rate)", [(["rate"], [])]),
        ("use(config['rate'])", [(["rate"], [])]),
        ("use(rate * 0.5)", [([], [])]),
        ("use(0.25 if a else 0.5)", [([], [0.25, 0.5])]),
        ("use(True)", [([], [])]),
        (f"use(1 - {10**400})", [([], [1 - 10**400])]),
        (
            """
            class Block:
                def __init__(self, keep=0.5):
                    self.rate = 1 - keep
                def run(self):
                    use(self.rate)
            """,
            [(["rate", "-keep"], [0.5])],
        ),
    ],
)
def test_names_and_numbers_on_the_way(text: str, expected: list[tuple[list[str], list[float]]]) -> None:
    assert told(text) == expected


def test_each_expression_on_the_way_is_kept() -> None:
    [way] = ways("keep = 0.25\nrate = 1 - keep\nuse(1 - rate)")
    assert [ast.unparse(hop.site.node) for hop in way.hops] == ["1 - rate", "1 - keep", "0.25"]
    assert [hop.is_complement for hop in way.hops] == [False, True, False]
    assert [step.hop for step in way.steps] == [0, 1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if isinstance(x, A):\n    use(x)", ["A"]),
        ("if isinstance(x, (A, B)) and x.c:\n    use(x)", ["(A, B)"]),
        ("if type(x) is A:\n    use(x)", ["A"]),
        ("if type(x) == A:\n    use(x)", ["A"]),
        ("for x in y:\n    if not isinstance(x, A):\n        continue\n    use(x)", ["A"]),
        ("def f(x):\n    if not isinstance(x, A):\n        return\n    use(x)", ["A"]),
        ("if isinstance(x[1], A):\n    use(x[1])", ["A"]),
        ("if isinstance(x.y, A):\n    use(x.y)", ["A"]),
        ("if isinstance(x, A):\n    pass\nelif isinstance(x, B):\n    use(x)", ["B"]),
        ("if isinstance(x, A) or c:\n    use(x)", []),
        ("if not isinstance(x, A):\n    use(x)", []),
        ("if isinstance(x, A):\n    pass\nelse:\n    use(x)", []),
        ("if isinstance(y, A):\n    use(x)", []),
        ("x = 1\nif isinstance(x, A):\n    x = x.y\n    use(x)", []),
        ("if not isinstance(x, A):\n    print(x)\nuse(x)", []),
        ("if type(x) is not A:\n    use(x)", []),
        ("use(x)", []),
        ("use(f())", []),
    ],
)
def test_asked_classes(text: str, expected: list[str]) -> None:
    project, _, call = call_of(text, "use")
    found = [ast.unparse(site.node) for site in asked_classes(call.node.args[0], call.scope)]
    project.close()
    assert found == expected


def test_functions_that_hand_their_keywords_to_each_other() -> None:
    text = """
        def one(n, **options):
            return two(n, **options)

        def two(n, **options):
            use(**options)
            return one(n, **options)

        one(3, rate=0.1)
        """
    project, module, call = call_of(text, "use")
    keywords, is_open = Evaluator(module, project).arguments.keywords(call.node, call.scope, None)
    assert list(keywords) == ["rate"]
    assert is_open


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [((1, 0), (1, 3), "abc"), ((2, 0), (2, 2), "ä"), ((2, 2), (2, 3), "b"), ((1, 2), (3, 1), "c\näb\ne")],
)
def test_extract(start: tuple[int, int], end: tuple[int, int], expected: str) -> None:
    assert Source("main.py", "abc\r\näb\ne").extract(start, end) == expected
