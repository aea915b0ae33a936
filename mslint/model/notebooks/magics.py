"""What IPython adds to Python: magics, commands of the shell, and help, put into words that Python can parse.

A magic becomes a call of something unknown that is given every name in its
text, since it may do anything with them. IPython's own rules say what a magic
is: it begins a statement, so a `%` in brackets or a string is none.
"""

from __future__ import annotations

import ast
import keyword
import re
import warnings
from collections.abc import Iterator
from typing import NamedTuple

# fmt: off
BODY_MAGICS = frozenset({
    "capture", "debug", "heat", "ipytest", "memit", "prun", "pyinstrument", "scalene", "snakeviz", "time", "timeit",
    "wandb",
})
"""Cell magics that run the rest of the cell as Python in the notebook."""
FOREIGN_MAGICS = frozenset({
    "!", "HTML", "R", "SVG", "bash", "bigquery", "cmd", "cython", "file", "html", "javascript", "js", "latex",
    "markdown", "perl", "pwsh", "ruby", "script", "sh", "sql", "svg", "sx", "system", "writefile", "writetemplate",
})
"""Cell magics whose cell is no Python, so that the words in it name nothing."""
_LINE_BODY_MAGICS = frozenset({"time", "timeit"})
"""Line magics that run the rest of their line as Python."""
_WITHOUT_PERCENT = frozenset({
    "alias", "autoreload", "cat", "cd", "conda", "cp", "dirs", "env", "history", "ll", "load_ext", "ls", "mamba",
    "man", "matplotlib", "micromamba", "mkdir", "more", "mv", "pip", "pwd", "pycat", "reload_ext", "rm", "rmdir",
    "run", "time", "timeit", "unalias", "uv", "who", "whos",
})
"""Magics that people write as bare words, which IPython takes for them where the line is no Python."""
# fmt: on

_TOKEN = re.compile(
    r"""
    (?P<blank> [ \t]+ )
    | (?P<comment> \#[^\r\n]* )
    | (?P<string> \"{3}(?:[^\\]|\\.)*?(?:\"{3}|\Z) | '{3}(?:[^\\]|\\.)*?(?:'{3}|\Z)
                | \"(?:[^"\\\r\n]|\\(?:\r\n|.))*"? | '(?:[^'\\\r\n]|\\(?:\r\n|.))*'? )
    | (?P<opening> [(\[{] )
    | (?P<closing> [)\]}] )
    | (?P<joint> \\(?:\r\n|\r|\n) )
    | (?P<end> \r\n|\r|\n )
    | (?P<help> \?{1,2}(?=[ \t]*(?:[\r\n]|\Z)) )
    | (?P<other> [^\s#"'()\[\]{}\\?]+ | . )
    """,
    re.VERBOSE | re.DOTALL,
)
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_MAGIC_LINE = re.compile(r"(?:[^\r\n\\]|\\(?:\r\n|[^\r\n]|\r|\n|\Z))*(?:\r\n|\r|\n|\Z)")
"""A line and those that backslashes join to it."""
_INDENT = re.compile(r"[ \t]*")
_ESCAPES = "%!?,;/"
_CELL_MAGIC = re.compile(r"%%(?P<name>[^\s%]\S*|!)?(?P<rest>[^\r\n]*)")
_LINE_BODY = re.compile(r"%(?P<name>\w+)[ \t]+(?:-\w+(?:[ \t]+\d+)?[ \t]+)*(?=[^\s-])")
_ASSIGNED = re.compile(
    r"(?P<target>[^\W\d]\w*(?:[ \t]*(?:\.[ \t]*\w+|\[(?:\"[^\"\r\n]*\"|'[^'\r\n]*'|[\w.]+)\]|,[ \t]*\*?\w+))*,?[ \t]*)"
    r"=[ \t]*(?P<magic>[!%])"
)
_FIRST_WORD = re.compile(r"(?P<word>\w+)[ \t]+[^\s=(,\[]")
_WORD = re.compile(r"(?<![\w.])[^\W\d]\w*")


class Row(NamedTuple):
    """A line of a cell as Python can parse it, with its end.

    `number` is the line's number in the cell, from 1. `original` is the text
    that the line stands for, where that is another; `prefix` what was taken
    away in front of its first word.
    """

    text: str
    number: int
    original: str | None = None
    prefix: str = ""


def rows(cell: str) -> Iterator[Row]:
    """The lines of a cell, which must not be indented as a whole."""
    at, number = 0, 1
    for line in _LINE.findall(cell):
        magic = _CELL_MAGIC.match(line) if line.strip() else None
        if magic is None and line.strip():
            break
        if magic is not None:
            name = magic["name"] or ""
            if name not in BODY_MAGICS:
                yield Row(_call("" if name in FOREIGN_MAGICS else cell[at:]), number, cell[at:])
                return
            yield Row(_call(""), number, line)
        elif line:
            yield Row(line, number)
        at += len(line)
        number += 1
    while at < len(cell):
        for row in _statement(cell, at, number):
            yield row
            taken = row.text if row.original is None else row.original
            at += len(row.prefix) + len(taken)
            number = row.number + len(re.findall(r"\r\n|\r|\n", taken))


def _statement(cell: str, start: int, number: int) -> Iterator[Row]:
    """The lines of the statement that begins with the line at `start`."""
    first = _matched(_INDENT, cell, start).end()
    indent = cell[start:first]
    if cell[first : first + 1] and cell[first] in _ESCAPES:
        magic = _matched(_MAGIC_LINE, cell, start).group()
        body = _LINE_BODY.match(cell, first)
        if body is None or body["name"] not in _LINE_BODY_MAGICS:
            yield Row(f"{indent}{_call('' if cell[first] == '!' else magic)}", number, magic)
            return
        rest = cell[body.end() : _matched(_LINE, cell, start).end()]
        yield Row(indent + rest, number, prefix=body.group())
        return
    assigned = _ASSIGNED.match(cell, first)
    if assigned is not None:
        magic = _matched(_MAGIC_LINE, cell, start).group()
        names = "" if assigned["magic"] == "!" else magic[assigned.end() - start :]
        yield Row(f"{indent}{assigned['target']}= {_call(names)}", number, magic)
        return
    end, is_help = _end_of_statement(cell, first)
    text = cell[start:end]
    if is_help or _is_bare_magic(text[len(indent) :]):
        yield Row(f"{indent}{_call(text)}", number, text)
        return
    for line in _LINE.findall(text):
        if line:
            yield Row(line, number)
            number += 1


def _end_of_statement(cell: str, at: int) -> tuple[int, bool]:
    """Where the lines of a statement end, and whether it asks for help."""
    depth = 0
    is_help = False
    while at < len(cell):
        token = _matched(_TOKEN, cell, at)
        at = token.end()
        if token.lastgroup == "opening":
            depth += 1
        elif token.lastgroup == "closing":
            depth = max(depth - 1, 0)
        elif token.lastgroup == "help":
            is_help = True
        elif token.lastgroup == "end" and (depth == 0 or is_help):
            break
    return at, is_help


def _is_bare_magic(statement: str) -> bool:
    """Whether a statement is a magic without its `%`."""
    first = _FIRST_WORD.match(statement)
    if first is None or first["word"] not in _WITHOUT_PERCENT:
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(statement)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return True
    return False


def _call(text: str) -> str:
    """A call of something unknown with the names in `text`."""
    names = dict.fromkeys(name for name in _WORD.findall(text) if not keyword.iskeyword(name))
    return f"get_ipython({', '.join(names)})"


def _matched(pattern: re.Pattern[str], text: str, at: int) -> re.Match[str]:
    """The match at `at` of a pattern that always matches."""
    match = pattern.match(text, at)
    assert match is not None
    return match
