"""What stands around a place of the text, and which scope evaluates it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mslint.model.index import index
from mslint.model.places import path_to, scope_of
from mslint.model.source import Source

TEXT = """\
import m as HERE_0

@HERE_1
class A(HERE_2, key=HERE_3):
    x: HERE_4 = HERE_5

    @HERE_6
    def f(self, a: HERE_7 = HERE_8, *rest: HERE_9, b=HERE_10) -> HERE_11:
        größe = [HERE_12 for i in HERE_13 if HERE_14 for j in HERE_15]; HERE_16
        return lambda k=HERE_17: HERE_18

with HERE_19 as y:
    match y:
        case [HERE_20.z]:
            pass
"""
SCOPES = {
    1: "", 2: "", 3: "", 4: "A", 5: "A", 6: "A", 7: "A", 8: "A", 9: "A", 10: "A", 11: "A", 12: "ListComp", 13: "f",
    14: "ListComp", 15: "ListComp", 16: "f", 17: "f", 18: "Lambda", 19: "", 20: "",
}  # fmt: skip


def place_of(number: int) -> tuple[int, int]:
    offset = next(
        i
        for i in range(len(TEXT))
        if TEXT.startswith(f"HERE_{number}", i) and not TEXT[i + len(f"HERE_{number}")].isdigit()
    )
    start = TEXT.rfind("\n", 0, offset) + 1
    return TEXT.count("\n", 0, offset) + 1, len(TEXT[start:offset].encode())


@pytest.mark.parametrize("number", SCOPES)
def test_a_name_is_found_with_its_scope(number: int) -> None:
    source = Source("program.py", TEXT)
    module = index(Path("program.py"), source, source.parse())
    path = path_to(module.tree, place_of(number))
    assert isinstance(path[0], ast.Module)
    assert isinstance(path[-1], ast.Name)
    assert path[-1].id == f"HERE_{number}"
    scope = scope_of(path, module)
    assert (scope.name or type(scope.node).__name__) == (SCOPES[number] or "Module")


def test_nothing_is_at_a_comment() -> None:
    tree = ast.parse("a = 1\n# b\n\nc = 2\n")
    assert path_to(tree, (2, 2)) == (tree,)
