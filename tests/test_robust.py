"""Whatever the bytes are, the engine answers: with findings, or with one failure for the file."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import linting
from evalfiles import all_files
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

REAL_FILES = [file.text for file in all_files()] + [
    Path(module.__file__).read_text(encoding="utf-8") for module in (json.decoder, textwrap)
]
NAMES = st.sampled_from(
    ("nn", "ms", "ops", "optim", "net", "optimizer", "grad_fn", "group", "params", "f", "g", "self", "x", "C")
)
ATTRIBUTES = st.sampled_from(
    (
        *("Cell", "BatchNorm2d", "Dropout", "SGD", "Adam", "Momentum", "lr_scheduler", "StepLR", "jit"),
        *("get_parameters", "trainable_params", "set_train", "param_groups", "step", "construct", "value_and_grad"),
    )
)
IMPORTS = st.sampled_from(
    [
        "import mindspore as ms",
        "import mindspore.nn as nn",
        "from mindspore import nn, ops",
        "from mindspore.nn import *",
        "from mindspore.experimental import optim",
        "from mindspore.mint import optim",
        "from . import nn",
        "from .. import *",
        "import torch.nn as nn",
        "try:\n    import mindspore as ms\nexcept ImportError:\n    ms = None",
    ]
)
LITERALS = st.sampled_from(("0.1", "0.9", "True", "None", "'lr'", "'params'", "-1", "10**400", "'数'", "b'x'", "..."))


def calls(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    keyword = st.tuples(st.sampled_from(["lr", "momentum", "p", "params", "learning_rate", "weights"]), inner)
    keywords = st.lists(keyword, max_size=2, unique_by=lambda pair: pair[0])
    arguments = st.tuples(st.lists(inner, max_size=3), keywords, st.sampled_from([None, "*", "**"]), inner)

    def join(parts: tuple[str, tuple[list[str], list[tuple[str, str]], str | None, str]]) -> str:
        function, (positional, named, stars, rest) = parts
        starred = [f"{stars}({rest})"] if stars else []
        return f"({function})({', '.join([*positional, *(f'{key}={value}' for key, value in named), *starred])})"

    return st.tuples(inner, arguments).map(join)


def compound(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(inner, inner)
    return st.one_of(
        st.tuples(inner, ATTRIBUTES).map(lambda p: f"({p[0]}).{p[1]}"),
        calls(inner),
        pair.map(lambda p: f"({p[0]})[{p[1]}]"),
        pair.map(lambda p: f"{{'params': {p[0]}, 'lr': {p[1]}}}"),
        pair.map(lambda p: f"{{{p[0]}: {p[1]}, **({p[0]})}}"),
        pair.map(lambda p: f"[{p[0]}, *({p[1]})]"),
        pair.map(lambda p: f"(x for x in ({p[0]}) if {p[1]})"),
        pair.map(lambda p: f"[g := {p[0]} for f in ({p[1]})]"),
        pair.map(lambda p: f"({p[0]} if {p[1]} else {p[0]})"),
        pair.map(lambda p: f"({p[0]} - {p[1]})"),
        pair.map(lambda p: f"(lambda x={p[0]}: {p[1]})"),
        NAMES.map(lambda name: f"f'{{{name}!r:>{{{name}}}}}'"),
    )


EXPRESSIONS = st.recursive(st.one_of(NAMES, LITERALS), compound, max_leaves=8)


def block(body: list[str]) -> str:
    return textwrap.indent("\n".join(body) or "pass", "    ")


def nested(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    body = st.lists(inner, max_size=4).map(block)
    return st.one_of(
        st.tuples(EXPRESSIONS, body).map(lambda p: f"@{p[0]}\ndef f(self, x={p[0]}, *params, **g):\n{p[1]}"),
        st.tuples(EXPRESSIONS, body).map(lambda p: f"class C({p[0]}):\n{p[1]}"),
        st.tuples(NAMES, EXPRESSIONS, body).map(lambda p: f"for {p[0]}, group in {p[1]}:\n{p[2]}\nelse:\n{p[2]}"),
        st.tuples(EXPRESSIONS, body).map(lambda p: f"while {p[0]}:\n{p[1]}"),
        st.tuples(EXPRESSIONS, body, body).map(lambda p: f"if {p[0]}:\n{p[1]}\nelse:\n{p[2]}"),
        st.tuples(EXPRESSIONS, body).map(lambda p: f"with {p[0]} as x:\n{p[1]}"),
        body.map(lambda b: f"try:\n{b}\nexcept ImportError as x:\n{b}\nfinally:\n{b}"),
        st.tuples(EXPRESSIONS, body).map(lambda p: f"match {p[0]}:\n    case {{'lr': x, **g}}:\n{block([p[1]])}"),
    )


SIMPLE = st.one_of(
    IMPORTS,
    st.tuples(NAMES, EXPRESSIONS).map(lambda p: f"{p[0]} = {p[1]}"),
    st.tuples(NAMES, ATTRIBUTES, EXPRESSIONS).map(lambda p: f"{p[0]}.{p[1]} = {p[2]}"),
    st.tuples(NAMES, EXPRESSIONS).map(lambda p: f"{p[0]}['lr'] = {p[1]}"),
    st.tuples(NAMES, EXPRESSIONS).map(lambda p: f"{p[0]}, *x = {p[1]}"),
    st.tuples(NAMES, EXPRESSIONS).map(lambda p: f"{p[0]} += {p[1]}"),
    st.tuples(NAMES, EXPRESSIONS).map(lambda p: f"{p[0]}: {p[1]} = {p[1]}"),
    NAMES.map(lambda name: f"del {name}"),
    NAMES.map(lambda name: f"global {name}"),
    EXPRESSIONS,
    EXPRESSIONS.map(lambda e: f"return {e}"),
    EXPRESSIONS.map(lambda e: f"yield_ = (yield {e})"),
)
STATEMENTS = st.recursive(SIMPLE, nested, max_leaves=12)
MODULES = st.tuples(st.lists(IMPORTS, max_size=3), st.lists(STATEMENTS, max_size=8)).map(
    lambda parts: "\n".join([*parts[0], *parts[1]]) + "\n"
)

bounded = settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])


def answers(data: bytes) -> None:
    """The engine comes back, and what it says lies inside the file."""
    report = linting.check(Path("generated.py"), data)
    assert report.failure is None or report.findings == []
    last = data.count(b"\n") + data.count(b"\r") + 1
    for finding in report.findings:
        assert 1 <= finding.span.line <= finding.span.end_line <= last
        assert finding.span.column >= 0


@bounded
@given(MODULES)
def test_generated_modules(text: str) -> None:
    answers(text.encode())


@bounded
@given(st.sampled_from(REAL_FILES), st.data())
def test_truncated_real_files(text: str, data: st.DataObject) -> None:
    answers(text[: data.draw(st.integers(0, len(text)))].encode())


@bounded
@given(st.sampled_from(REAL_FILES), st.data())
def test_real_files_with_lines_lost(text: str, data: st.DataObject) -> None:
    lines = text.splitlines(keepends=True)
    start = data.draw(st.integers(0, len(lines)))
    stop = data.draw(st.integers(start, len(lines)))
    answers("".join(lines[:start] + lines[stop:]).encode())


@bounded
@given(st.binary(max_size=200))
def test_bytes(data: bytes) -> None:
    answers(data)


@bounded
@given(st.text(max_size=200))
def test_text(text: str) -> None:
    answers(text.encode("utf-8", "surrogatepass"))
