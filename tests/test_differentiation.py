"""Differentiated functions: what the interpreter sees of their outputs, unused values, and the repairs as text."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import dedent

import linting
import pytest
from packaging.version import Version

from mslint.engine import new_project
from mslint.finding import Applicability, Edit
from mslint.model.source import Source
from mslint.model.usage import unused_calls
from mslint.training import interpret_file
from mslint.training.events import Differentiation, Form

HEAD = """\
import functools
import mindspore as ms
from mindspore import mint, nn, ops
net = nn.Dense(2, 1)
loss_fn = nn.MSELoss()
weights = net.trainable_params()
"""


def differentiations(program: str, head: str = HEAD) -> list[Differentiation]:
    """The gradient functions of a program that ran."""
    project = new_project()
    module = project.module(Source.from_bytes("main.py", (head + dedent(program)).encode()))
    return interpret_file(module, project, Version("2.10")).of(Differentiation)


def adds(result: str, before: str = "") -> bool:
    """Whether a function that returns `result` adds gradients; `y` comes from the network, `x` is an input."""
    [found] = differentiations(
        f"def forward(x):\n    y = net(x)\n    s = y.sum()\n    {before or 'pass'}\n    return {result}\n"
        "grad_fn = ms.value_and_grad(forward, None, weights)\n"
    )
    return any(outputs.adds or outputs.adds_in_dict for outputs in found.outputs)


@pytest.mark.parametrize(
    "result",
    [
        "s, y", "s, y * 2", "s, -y", "s, y[0]", "s, y.T", "s, y.astype(ms.float16)", "s, y.reshape(-1)", "[s, y]",
        "s, (x, y)", "s, [x, y]", "s, {'y': y}", "{'s': s, 'y': y}", "s, ops.softmax(y)", "s, mint.exp(y)",
        "s, ops.ReduceMean()(y, 1)", "s, x * y", "s, ms.Tensor(y)", "s, abs(y)", "(s,) + (y,)", "s, ops.split(y, 1)[0]",
        "s, ops.concat([y, y])", "s, nn.ReLU()(y)", "s, (lambda z: z + 1)(y)", "s, ops.where(y > 0, y, x)",
        "s, y.astype(ms.int32)", "s, s * 2", "s if x is None else (s, y)",
    ],
)  # fmt: skip
def test_outputs_with_a_gradient(result: str) -> None:
    assert adds(result)


@pytest.mark.parametrize(
    "result",
    [
        "s", "(s,)", "s, x", "s, x * 2", "s, y.shape", "s, y.dtype", "s, y > 0", "s, y.argmax()", "s, not y",
        "s, len(y)", "s, ops.stop_gradient(y)", "s, ops.argmax(y, 1)", "s, ops.zeros_like(y)", "s, ops.round(y)",
        "s, float(y)", "s, y.asnumpy()", "s, y.item()", "s, None", "s, 'text'", "s, f'{y}'", "s, unknown(y)",
        "s, ops.topk(y, 1)[1]",
        "s, ms.Tensor(y.asnumpy())", "s, (y > 0).astype(ms.float32)", "s, x.size, y.ndim", "s, ops.square(y).mean()",
        "s, ops.unlisted(y)", "s, y.unlisted()", "s, isinstance(y, ms.Tensor)",
    ],
)  # fmt: skip
def test_outputs_without_a_gradient_or_not_known(result: str) -> None:
    assert not adds(result)


def test_a_sum_and_its_terms() -> None:
    assert adds("total, norm", "norm = ops.square(y).mean(); total = s + norm")
    assert not adds("s, norm", "norm = ops.square(y).mean(); total = s + norm")


@pytest.mark.parametrize(
    ("result", "form"),
    [
        ("loss_fn(net(x), x)", Form.ONE),
        ("net(x).mean() / 2", Form.ONE),
        ("ops.cross_entropy(net(x), x)", Form.ONE),
        ("(net(x), x)", Form.TUPLE),
        ("[net(x)]", Form.LIST),
        ("{'loss': net(x)}", Form.DICT),
        ("unknown(net(x))", Form.UNKNOWN),
        ("ops.unlisted(net(x))", Form.UNKNOWN),
        ("{**x}", Form.UNKNOWN),
        ("net(x) if x else unknown(x)", Form.UNKNOWN),
        ("(net(x), *x)", Form.UNKNOWN),
        ("nn.LSTM(2, 2)(x)", Form.UNKNOWN),
        ("x", Form.UNKNOWN),
    ],
)
def test_forms(result: str, form: Form) -> None:
    [found] = differentiations(f"grad_fn = ms.value_and_grad(lambda x: {result}, None, weights)\n")
    assert [outputs.form for outputs in found.outputs] == [form]


@pytest.mark.parametrize(
    ("arguments", "has_aux"),
    [
        ("", False), (", has_aux=False", False), (", has_aux=True", True), (", True", True),
        (", has_aux=unknown", None), (", has_aux=1", None),
    ],
)  # fmt: skip
def test_has_aux(arguments: str, has_aux: bool | None) -> None:
    [found] = differentiations(f"grad_fn = ms.value_and_grad(lambda x: net(x), None, weights{arguments})\n")
    assert found.has_aux is has_aux


@pytest.mark.parametrize(
    "program",
    [
        "ms.value_and_grad(lambda x: net(x), **unknown)",
        "ms.value_and_grad(lambda x: net(x), unknown)",
        "ms.value_and_grad(lambda x: net(x), None, weights, sens_param=True)",
        "ops.GradOperation(get_by_list=True, sens_param=True)(net, weights)",
        "ops.GradOperation(get_by_list=unknown)(net, weights)",
        "jax.value_and_grad(lambda x: net(x))",
        "ms.value_and_grad(functools.partial(lambda x: net(x)), None, weights)",
    ],
)
def test_what_is_not_judged(program: str) -> None:
    assert differentiations(program) == []


def test_a_gradient_function_that_is_called_runs_once() -> None:
    found = differentiations("grad_fn = ms.grad(lambda x: (x.sum(), x))\ngrad_fn(unknown)\n")
    assert [each.function for each in found] == ["the lambda"]


@pytest.mark.parametrize(
    ("positions", "expected"),
    [("", True), (", 0", True), (", 1", False), (", (0, 1)", True), (", (1,)", False), (", grad_position=1", False)],
)
def test_only_the_inputs_that_are_differentiated_by_count(positions: str, expected: bool) -> None:
    [found] = differentiations(f"grad_fn = ms.grad(lambda a, b: (b.sum(), a * 2){positions})\n")
    assert found.outputs[0].adds is expected


def test_frozen_networks_have_no_gradient() -> None:
    program = """
    other = nn.Dense(2, 1)
    grad_fn = ms.value_and_grad(lambda x: (net(x).sum(), other(x)), None, weights)
    """
    [found] = differentiations(program)
    assert not found.outputs[0].adds


def constants(loss: str) -> list[tuple[str, bool]]:
    """What a loss made of the network's `y` and `s` takes in that is no tensor any more, and whether as a factor."""
    [found] = differentiations(
        f"import numpy as np\ndef forward(x):\n    y = net(x)\n    s = y.sum()\n    return {loss}\n"
        "grad_fn = ms.value_and_grad(forward, None, weights)\n"
    )
    return sorted((each.spelling, each.is_factor) for each in found.constants)


@pytest.mark.parametrize(
    ("loss", "expected"),
    [
        ("ms.Tensor(s.asnumpy())", [(".asnumpy()", False)]),
        ("ms.Tensor(np.mean(y.asnumpy()))", [(".asnumpy()", False)]),
        ("ms.Tensor(np.mean(y))", [("np.mean()", False)]),
        ("s + float(y)", [("float()", False)]),
        ("s + 2 * int(s)", [("int()", False)]),
        ("s + s.item()", [(".item()", False)]),
        ("s + float(s.asnumpy())", [(".asnumpy()", False)]),
        ("s * float(s)", [("float()", True)]),
        ("s / s.item()", [(".item()", True)]),
        ("s * float(s) + float(s)", [("float()", False), ("float()", True)]),
        ("s * ms.Tensor(s.asnumpy())", []),
        ("s - float(s)", []),
        ("loss_fn(y, ms.Tensor(y.asnumpy()))", []),
        ("s + float(x.sum())", []),
        ("s + y.shape[0]", []),
        ("s + float(ops.stop_gradient(s))", []),
        ("s + len(y.asnumpy())", []),
        ("s + ms.Tensor(np.argmax(y.asnumpy()))", []),
        ("s * (float(s) > 1)", []),
        ("s if float(s) > 1 else s * 2", []),
        ("y[int(s)]", []),
        ("s, float(s)", []),
    ],
)
def test_constants_in_the_loss(loss: str, expected: list[tuple[str, bool]]) -> None:
    assert constants(loss) == expected


def unused(program: str) -> list[str]:
    """The calls of `f` whose value nothing uses."""
    project = new_project()
    module = project.module(Source.from_bytes("main.py", dedent(program).encode()))
    calls = unused_calls(module, lambda name: name == "f")
    return [ast.unparse(call.node) for call, _ in calls]


@pytest.mark.parametrize(
    "program",
    [
        "f(1)",
        "def g():\n    f(1)",
        "[f(1) for _ in x]",
        "def g(a):\n    b = f(1)",
        "def g(a):\n    a = f(1)",
        "for a in x:\n    a = f(1)",
        "for i, a in x:\n    print(a)\n    a = f(1)",
        "async def g():\n    for a in x:\n        if a:\n            a = f(1)",
    ],
)
def test_unused(program: str) -> None:
    assert unused(program) == ["f(1)"]


@pytest.mark.parametrize(
    "program",
    [
        "a = f(1)",
        "def g():\n    return f(1)",
        "def g():\n    a = f(1)\n    return a",
        "def g():\n    a = f(1)\n    return lambda: a",
        "def g():\n    global a\n    a = f(1)",
        "def g():\n    a = b.c = f(1)",
        "def g():\n    a.b = f(1)",
        "for a in x:\n    a = f(1)\n    print(a)",
        "def g():\n    a, b = f(1)",
        "def g():\n    while x:\n        print(a)\n        a = f(1)",
        "print(f(1))",
        "x = [f(1) for _ in x]",
        "def g():\n    yield f(1)",
        "def g():\n    a: int = f(1)",
        "with pytest.raises(ValueError):\n    f(1)",
        "with self.assertRaises(ValueError):\n    f(1)",
    ],
)
def test_used_or_not_judged(program: str) -> None:
    assert unused(program) == []


def repaired(text: str) -> str | None:
    """The text after the fix of its one finding; None where that has no fix."""
    [finding] = linting.check(Path("main.py"), HEAD + text).findings
    if finding.fix is None:
        return None
    assert finding.fix.applicability is Applicability.UNSAFE
    result = applied(HEAD + text, finding.fix.edits)
    assert linting.check(Path("main.py"), result).findings == []
    return result.removeprefix(HEAD)


def applied(text: str, edits: tuple[Edit, ...]) -> str:
    lines = [line.encode() for line in text.splitlines(keepends=True)]
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    data = text.encode()
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        start = starts[edit.span.line - 1] + edit.span.column
        end = starts[edit.span.end_line - 1] + edit.span.end_column
        data = data[:start] + edit.text.encode() + data[end:]
    return data.decode()


PAIR = "def pair(x):\n    y = net(x)\n    return y.mean(), y\n"
ONE = "def one(x):\n    return net(x).mean()\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ms.value_and_grad(pair, None, weights)", "ms.value_and_grad(pair, None, weights, has_aux=True)"),
        ("ms.value_and_grad(pair, None, weights, )", "ms.value_and_grad(pair, None, weights, has_aux=True, )"),
        ("ms.value_and_grad(pair, None, weights, False)", "ms.value_and_grad(pair, None, weights, True)"),
        (
            "ms.value_and_grad(pair, None, weights, has_aux=False)",
            "ms.value_and_grad(pair, None, weights, has_aux=True)",
        ),
        (
            "ms.value_and_grad(fn=pair, grad_position=None, weights=weights)",
            "ms.value_and_grad(fn=pair, grad_position=None, weights=weights, has_aux=True)",
        ),
        ("ms.value_and_grad(\n    pair, None,\n    weights,  # all\n)", None),
        ("ms.value_and_grad(pair, None, (weights))", None),
        ("ms.grad(pair, None, weights)", None),
        ("ops.GradOperation(get_by_list=True)(pair, weights)", None),
    ],
)  # fmt: skip
def test_repairs_of_a_missing_has_aux(before: str, after: str | None) -> None:
    result = repaired(f"{PAIR}grad_fn = {before}\n")
    assert result == (None if after is None else f"{PAIR}grad_fn = {after}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ms.value_and_grad(one, None, weights, has_aux=True)", "ms.value_and_grad(one, None, weights, has_aux=False)"),
        ("ms.value_and_grad(one, None, weights, True)", "ms.value_and_grad(one, None, weights, False)"),
        ("ms.value_and_grad(one, None, weights, has_aux=not 0)", None),
        ("ms.grad(one, None, weights, has_aux=True)", None),
    ],
)
def test_repairs_of_a_superfluous_has_aux(before: str, after: str | None) -> None:
    text = f"{ONE}grad_fn = {before}\n"
    if "not 0" in before:
        text = text.replace("not 0", "FLAG").replace("grad_fn", "FLAG = True\ngrad_fn")
    result = repaired(text)
    assert result == (None if after is None else f"{ONE}grad_fn = {after}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ops.clip_by_global_norm(grads, 1.0)", "grads = ops.clip_by_global_norm(grads, 1.0)"),
        ("ops.clip_by_norm(\n        grads,  # all\n1)", "grads = ops.clip_by_norm(\n        grads,  # all\n1)"),
        ("ops.clip_by_norm(grads[0], 1.0)", None),
        ("ops.clip_by_norm(x=grads, max_norm=1.0)", None),
        ("clipped = ops.clip_by_norm(grads, 1.0)", None),
        ("[ops.clip_by_norm(grad, 1.0) for grad in grads]", None),
        ("for grad in grads: ops.clip_by_norm(grad, 1.0)", None),
    ],
)  # fmt: skip
def test_repairs_of_an_unused_clip(before: str, after: str | None) -> None:
    result = repaired(f"def step(optimizer, grads):\n    {before}\n    optimizer(grads)\n")
    assert result == (None if after is None else f"def step(optimizer, grads):\n    {after}\n    optimizer(grads)\n")
