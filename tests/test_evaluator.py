"""What expressions can be."""

import ast
from pathlib import Path
from textwrap import dedent

import pytest

from mslint.model.evaluator import Evaluator
from mslint.model.names import Module
from mslint.model.project import Project
from mslint.model.source import Source
from mslint.model.values import UNKNOWN, Constant, Definition, External, Instance, Mapping, Possible, Sequence


def module_of(text: str, folder: Path = Path()) -> tuple[Project, Module]:
    project = Project(lambda name: frozenset({"star"}) if name == "library" else frozenset())
    return project, project.module(Source(str(folder / "main.py"), dedent(text)))


def possible(text: str, folder: Path = Path()) -> list[Possible]:
    """What the argument of `use(...)` can be."""
    project, module = module_of(text, folder)
    call = next(call for call in module.calls if getattr(call.node.func, "id", "") == "use")
    return list(Evaluator(module, project).evaluate(call.node.args[0], call.scope))


def values(text: str, folder: Path = Path()) -> list[object]:
    """The same, constants as they are and libraries by name."""
    found: list[object] = []
    for each in possible(text, folder):
        value = each.value
        found.append(
            value.value if isinstance(value, Constant) else value.name if isinstance(value, External) else value
        )
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("use(0.1)", [0.1]),
        ("X = 0.1\nuse(X)", [0.1]),
        ("use(1 - 0.9)", [1 - 0.9]),
        ("use(-3)", [-3]),
        ("use(float(2))", [2]),
        ("use(0.1 if a else 0.9)", [0.1, 0.9]),
        ("X = 1\nif a:\n    X = 2\nuse(X)", [2, 1]),
        ("def f(x=0.1):\n    use(x)", [0.1, UNKNOWN]),
        ("def f(x):\n    use(x)\nf(3)\nf(x=4)", [3, 4]),
        ("def f(x=1):\n    use(x)\nf(3)", [3]),
        ("def f():\n    return 5\nuse(f())", [5]),
        ("def f(x, y=2):\n    return y\nuse(f(1, 3))", [3]),
        ("use((lambda x: x)(7))", [7]),
        ("a, (b, c) = 1, (2, 3)\nuse(c)", [3]),
        ("for x in (1, 2):\n    use(x)", [1, 2]),
        ("t = {'a': 1, 'b': 2}\nuse(t['b'])", [2]),
        ("t = {'a': 1, 'b': 2}\nuse(t[k])", [1, 2]),
        ("t = {}\nt['a'] = 3\nuse(t['a'])", [3]),
        ("t = dict(a=1)\nt.update(a=2)\nuse(t.get('a'))", [2]),
        ("class C:\n    x = 4\nuse(C.x)", [4]),
        ("class C:\n    def __init__(self, y):\n        self.x = y\nc = C(6)\nuse(c.x)", [6]),
        (
            "class B:\n    def __init__(self):\n        self.x = 1\nclass C(B):\n    def f(self):\n        use(self.x)",
            [1],
        ),
        ("from types import SimpleNamespace as N\nc = N(x=1)\nuse(c.x)", [1]),
        ("x = 1 / 0\nuse(x)", [UNKNOWN]),
        ("x = x2\nuse(x)", [UNKNOWN]),
        ("a = b\nb = a\nuse(a)", [UNKNOWN]),
        ("def f(n):\n    return f(n)\nuse(f(1))", [UNKNOWN]),
    ],
)
def test_values(text: str, expected: list[object]) -> None:
    assert values(text) == expected


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("import a.b as c\nuse(c.d)", "a.b.d"),
        ("import a.b\nuse(a.b.d)", "a.b.d"),
        ("from a import b as c\nuse(c.d)", "a.b.d"),
        ("from library import *\nuse(star)", "library.star"),
        ("import a\nb = a.c\nuse(b.d)", "a.c.d"),
        ("def f():\n    from a import b\n    use(b)", "a.b"),
        ("import a\nuse(getattr(a, 'b'))", "a.b"),
        ("import a\nuse(getattr(a, x))", "a.?"),
        ("use(list)", "builtins.list"),
    ],
)
def test_names_of_libraries(text: str, name: str) -> None:
    assert values(text) == [name]


def test_names_that_are_two_things_are_both() -> None:
    text = "try:\n    from a import x\nexcept ImportError:\n    from b import x\nuse(x)"
    assert set(map(str, values(text))) == {"a.x", "b.x"}


def test_other_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "__init__.py").write_text("from .inner import *\nfrom a import thing\n")
    (tmp_path / "pkg" / "inner.py").write_text("RATE = 0.25\ndef make(x=RATE):\n    return x\n")
    assert values("from pkg import RATE\nuse(RATE)", tmp_path) == [0.25]
    assert values("import pkg.inner as i\nuse(i.make())", tmp_path) == [0.25]
    assert values("from pkg import thing\nuse(thing)", tmp_path) == ["a.thing"]


def test_files_that_import_each_other_end(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("from two import x\n")
    (tmp_path / "two.py").write_text("from one import x\n")
    assert values("from one import x\nuse(x)", tmp_path) == [UNKNOWN]


def test_the_way_of_a_value_is_told() -> None:
    (default,) = (each for each in possible("def f(x=0.1):\n    use(x)") if each.is_default)
    assert default.passed is None
    (passed,) = possible("def g(y):\n    f(y)\ndef f(x):\n    use(x)\ng(0.3)")
    assert passed.passed is not None
    assert isinstance(passed.passed.node, ast.Constant)
    assert passed.passed.node.lineno == 5


def test_containers() -> None:
    (built,) = possible("x = [1]\nx.append(2)\nuse(x)")
    assert isinstance(built.value, Sequence)
    assert len(built.value.elements) == 2
    assert built.value.is_open
    (merged,) = possible("a = {'x': 1}\nuse({**a, 'y': 2})")
    assert isinstance(merged.value, Mapping)
    assert [key for key, _ in merged.value.items] == ["x", "y"]


def test_objects_know_what_made_them() -> None:
    (made,) = possible("from a import B\nuse(B(1))")
    assert isinstance(made.value, Instance)
    assert made.value.of == External("a.B")
    (own,) = possible("class C:\n    pass\nuse(C())")
    assert isinstance(own.value, Instance)
    assert isinstance(own.value.of, Definition)


def test_the_default_of_a_command_line_option_is_followed() -> None:
    text = """
        import argparse
        parser = argparse.ArgumentParser()
        parser.add_argument("--bn-momentum", type=float, default=0.1)
        args = parser.parse_args()
        use(args.bn_momentum)
        """
    first = possible(text)[0]
    assert first.value == Constant(0.1)
    assert first.is_default


def test_too_many_possibilities_are_unknown_too() -> None:
    text = "def f(x):\n    use(x)\n" + "".join(f"f({number})\n" for number in range(40))
    assert UNKNOWN in values(text)


def test_a_deep_chain_of_names_ends() -> None:
    lines = ["x0 = 1", *(f"x{number} = x{number - 1}" for number in range(1, 400)), "use(x399)"]
    assert values("\n".join(lines)) == [UNKNOWN]


def test_nothing_grows_without_bound() -> None:
    lines = ["x0 = f"] + [f"x{n} = (x{n - 1} if a else x{n - 1}, x{n - 1})" for n in range(1, 60)] + ["use(x59)"]
    assert len(values("\n".join(lines))) <= 9
