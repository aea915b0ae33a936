"""What IPython takes for a magic is taken for one here, and nothing else is."""

from __future__ import annotations

import ast

import pytest

from mslint.model.notebooks.magics import rows


def lines(cell: str) -> list[str]:
    """The lines that Python parses, each without its end."""
    found = [row.text.rstrip("\r\n") for row in rows(cell)]
    ast.parse("\n".join(found))
    return found


def put_back(cell: str) -> str:
    """The cell, from what its rows keep of it."""
    whole = ""
    for row in rows(cell):
        indent = row.text[: len(row.text) - len(row.text.lstrip())] if row.prefix else ""
        whole += row.original if row.original is not None else indent + row.prefix + row.text[len(indent) :]
    return whole


MAGICS = {
    "%matplotlib inline": ["get_ipython(matplotlib, inline)"],
    "%cd ~/data.d/x": ["get_ipython(cd, data, x)"],
    "!pip install mindspore==2.7": ["get_ipython()"],
    "!!ls": ["get_ipython()"],
    "!echo a \\\n  b\nx": ["get_ipython()", "x"],
    "%run a.py \\\n  net\nx": ["get_ipython(run, a, net)", "x"],
    "?net.train": ["get_ipython(net)"],
    "net.train?": ["get_ipython(net)"],
    "net.train??  ": ["get_ipython(net)"],
    "%timeit?": ["get_ipython(timeit)"],
    "x = net?": ["get_ipython(x, net)"],
    "files = !ls {folder}": ["files = get_ipython()"],
    "a, b = !ls": ["a, b = get_ipython()"],
    "a, *b = !ls": ["a, *b = get_ipython()"],
    "self.x['k'][0] = !ls": ["self.x['k'][0] = get_ipython()"],
    "x = %timeit -o f(net)": ["x = get_ipython(timeit, o, f, net)"],
    "x =%env HOME": ["x = get_ipython(env, HOME)"],
    "if x:\n    !ls\nelse:\n    %env A=1": ["if x:", "    get_ipython()", "else:", "    get_ipython(env, A)"],
    "/f net": ["get_ipython(f, net)"],
    ";f net": ["get_ipython(f, net)"],
    ",f net": ["get_ipython(f, net)"],
    "pip install -q x": ["get_ipython(pip, install, q, x)"],
    "cd ..\nls -la x\n": ["get_ipython(cd)", "get_ipython(ls, la, x)"],
    "%lprun -f train train(net)": ["get_ipython(lprun, f, train, net)"],
    "%time": ["get_ipython(time)"],
    "%time net.train()": ["net.train()"],
    "  %time net.train()": ["  net.train()"],
    "%timeit -n 10 -r3 -q net(x)": ["net(x)"],
    "%time x = (1,\n 2)": ["x = (1,", " 2)"],
    "%%time\nx = 1": ["get_ipython()", "x = 1"],
    "\n\n%%capture out --no-stderr\n\n%%time\nx = 1": ["", "", "get_ipython()", "", "get_ipython()", "x = 1"],
    "%%timeit\n%time x = 1": ["get_ipython()", "x = 1"],
    "%%bash\nls = (\n": ["get_ipython()"],
    "%%html\n<b>net</b>": ["get_ipython()"],
    "%%!\nls": ["get_ipython()"],
    "%%writefile net.py\nx = 1": ["get_ipython()"],
    "%%R -i net\nx <- net": ["get_ipython()"],
    "%%custom\nnet.train(": ["get_ipython(custom, net)"],
    "x = 1\n%%time\ny = 2": ["x = 1", "get_ipython(time)", "y = 2"],
}


@pytest.mark.parametrize("cell", MAGICS)
def test_magics(cell: str) -> None:
    found = [row.text.rstrip("\r\n") for row in rows(cell)]
    assert found == MAGICS[cell]
    assert put_back(cell) == cell


PYTHON = [
    "x = (10\n% 3)",
    "x = 10 \\\n% 3",
    "x = [\n!r]".replace("!r", "1"),
    'x = """\n%time\n!ls\n?\n"""',
    "x = '''a\\'''\n!ls '''",
    "x = 'a\\\n!ls'",
    "x = f'{y!r}'\nz = '%s' % y",
    'f"x = !r"',
    "print('= %d' % 3)",
    "x = y != z",
    "x %= 3",
    "x = {'?': 1}  # what?",
    "x = 1  # (",
    "# '''\nx = 1",
    'x = \'"""\'\ny = 1',
    "ls = 1\nls -1\npip\ncd = 2\ntime (1)",
    "run . x",
    "man = time\nwho, x = 1, 2",
    "def f():\n    return {\n        1: '#',\n    }\nx = 1",
    "x = '(' + \"[\" + '{'\ny = 2",
    "\f\nx = 1",
    "x = 1;",
    "a = b = c = 1",
    "async def f():\n    pass\nawait f()",
    "x = 1\r\ny = (\r\n% 2)".replace("(\r\n%", "(3\r\n%"),
]


@pytest.mark.parametrize("cell", PYTHON)
def test_python_stays_as_it_is(cell: str) -> None:
    assert "".join(row.text for row in rows(cell)) == cell
    assert [row.number for row in rows(cell)] == list(range(1, len(cell.splitlines()) + 1 - cell.count("\f")))


@pytest.mark.parametrize(
    ("cell", "numbers"),
    [
        ("!a \\\n b\nx\n%time y\nz", [1, 3, 4, 5]),
        ("%%time\n\nx = !a\ny = (\n1)\nz?", [1, 2, 3, 4, 5, 6]),
        ("%%bash\na\nb", [1]),
        ("!a\r\nx\r\n%time y", [1, 2, 3]),
    ],
)
def test_lines_keep_their_numbers(cell: str, numbers: list[int]) -> None:
    assert [row.number for row in rows(cell)] == numbers
    assert put_back(cell) == cell


@pytest.mark.parametrize(
    "cell", ["x = '", "x = (", "x = '''", "x ?! y", "\\", "!", "%", "%%", "?", "x = \\", "''''", "$"]
)
def test_whatever_it_is_nothing_is_lost(cell: str) -> None:
    for text in (cell, f"{cell}\n", f"a = 1\n{cell}\n%ls\n", f"%%time\n{cell}"):
        assert put_back(text) == text
