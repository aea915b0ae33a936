"""Scopes, bindings and what reaches a place."""

import ast
from pathlib import Path
from textwrap import dedent

import pytest

from mslint.model.guards import is_guarded
from mslint.model.index import index
from mslint.model.names import BindingKind, Module, lookup, reaching, start_of
from mslint.model.source import Source


def module_of(text: str) -> Module:
    source = Source("file.py", dedent(text))
    return index(Path("file.py"), source, source.parse())


def lines_reaching(text: str, name: str = "x") -> list[int]:
    """The lines of the bindings of `name` that reach the call `use(name)`."""
    module = module_of(text)
    call = next(call for call in module.calls if getattr(call.node.func, "id", "") == "use")
    argument = call.node.args[0]
    assert isinstance(argument, ast.Name)
    found = reaching(call.scope, name, start_of(argument))
    return sorted(getattr(binding.node, "lineno", 0) for binding in found)


def test_the_last_assignment_in_line_wins() -> None:
    assert lines_reaching("x = 1\nx = 2\nuse(x)\nx = 3\n") == [2]


def test_both_arms_of_an_if_reach_what_follows() -> None:
    assert lines_reaching("if a:\n    x = 1\nelse:\n    x = 2\nuse(x)\n") == [2, 4]


def test_an_if_without_else_keeps_what_was_before() -> None:
    assert lines_reaching("x = 1\nif a:\n    x = 2\nuse(x)\n") == [1, 3]


def test_the_other_arm_does_not_reach() -> None:
    assert lines_reaching("if a:\n    x = 1\nelse:\n    use(x)\n    x = 2\nx = 3\n", "x") != [2]


def test_a_loop_brings_back_what_its_end_assigned() -> None:
    assert lines_reaching("x = 1\nfor i in y:\n    use(x)\n    x = 2\n") == [1, 4]


def test_a_closure_sees_every_binding_of_the_function_around_it() -> None:
    assert lines_reaching("def f():\n    x = 1\n    def g():\n        use(x)\n    x = 2\n") == [2, 5]


def test_a_parameter_hides_the_module() -> None:
    module = module_of("x = 1\ndef f(x):\n    use(x)\n")
    call = module.calls[0]
    (binding,) = reaching(call.scope, "x", start_of(call.node))
    assert binding.kind is BindingKind.PARAMETER


def test_methods_do_not_see_the_names_of_their_class() -> None:
    module = module_of("class C:\n    x = 1\n    def f(self):\n        use(x)\n")
    assert lookup(module.calls[0].scope, "x") is None


def test_global_names_belong_to_the_module() -> None:
    assert lines_reaching("x = 1\ndef f():\n    global x\n    x = 2\n    use(x)\n") == [1, 4]


def test_a_comprehension_has_its_own_variable() -> None:
    module = module_of("x = 1\ny = [use(x) for x in z]\n")
    (binding,) = reaching(module.calls[0].scope, "x", start_of(module.calls[0].node))
    assert binding.kind is BindingKind.LOOP


def test_a_walrus_in_a_comprehension_binds_outside() -> None:
    assert "x" in module_of("y = [(x := i) for i in z]\n").scope.bindings


@pytest.mark.parametrize(
    ("text", "guarded"),
    [
        ("try:\n    use(1)\nexcept ImportError:\n    pass\n", True),
        ("try:\n    import a\nexcept (ImportError, OSError):\n    use(1)\n", True),
        ("try:\n    use(1)\nexcept ValueError:\n    pass\n", False),
        ("try:\n    use(1)\nexcept Exception:\n    raise\n", False),
        ("if hasattr(a, 'b'):\n    use(1)\n", True),
        ("if a.__version__ > '2':\n    pass\nelse:\n    use(1)\n", True),
        ("if is_mint_available():\n    def f():\n        use(1)\n", True),
        ("if a:\n    use(1)\n", False),
    ],
)
def test_compatibility_shims_are_known(text: str, guarded: bool) -> None:
    call = next(call for call in module_of(text).calls if getattr(call.node.func, "id", "") == "use")
    assert is_guarded(call.scope, call.node) is guarded


def test_every_call_is_listed_in_order_of_the_text() -> None:
    text = """
        @a()
        class C(b()):
            x = c()
            def f(self, y=d()):
                z = [e(i) for i in g() if h()]
                return lambda: j(k=l())
        with m() as n:
            async def o():
                await p(*q(), **r())
        """
    names = [call.node.func.id for call in module_of(text).calls]  # type: ignore[attr-defined]
    assert names == ["a", "b", "c", "d", "e", "g", "h", "j", "l", "m", "p", "q", "r"]


def test_deep_expressions_do_not_exhaust_the_stack() -> None:
    module = module_of("x = " + " + ".join(["f()"] * 900) + "\n")
    assert len(module.calls) == 900
