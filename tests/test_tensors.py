"""Which expressions are known to be MindSpore's, and of which kind."""

import ast
from pathlib import Path
from textwrap import dedent

import pytest

from mslint.engine import new_project
from mslint.model.evaluator import Evaluator
from mslint.model.names import ScopeKind
from mslint.model.source import Source
from mslint.model.walk import walk
from mslint.tensors import Kind, Tensors

HEAD = """
import numpy as np
import torch
import mindspore as ms
from mindspore import Parameter, Tensor, mint, nn, ops
from mindspore.ops import operations as P
from mindspore.experimental import optim
from typing import Optional

net = nn.Dense(2, 1)
x = ops.ones((2, 2))
"""


def answers(text: str, name: str = "") -> tuple[Kind | None, bool]:
    """The kind of the argument of `use(...)`, and whether it is known to be no parameter."""
    project = new_project()
    module = project.module(Source(str(Path("main.py")), HEAD + dedent(text)))
    call = next(call for call in module.calls if getattr(call.node.func, "id", "") == "use")
    tensors = Tensors(Evaluator(module, project))
    node = call.node.args[0]
    kind = tensors.without(name, node, call.scope) if name else tensors.kind(node, call.scope)
    return kind, all(each.is_exact for each in tensors.known(node, call.scope))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("use(x)", Kind.TENSOR),
        ("use(Tensor(np.ones(2)))", Kind.TENSOR),
        ("use(ms.tensor([1]))", Kind.TENSOR),
        ("use(Tensor.from_numpy(np.ones(2)))", Kind.TENSOR),
        ("use(net(x))", Kind.TENSOR),
        ("use(nn.ReLU()(x))", Kind.TENSOR),
        ("use(P.MatMul()(x, x))", Kind.TENSOR),
        ("use(P.MatMul())", Kind.OPERATOR),
        ("use(mint.nn.functional.relu(x))", Kind.TENSOR),
        ("use(x + 1)", Kind.TENSOR),
        ("use(1 - x)", Kind.TENSOR),
        ("use(-x)", Kind.TENSOR),
        ("use(x > 0)", Kind.TENSOR),
        ("use(x[0])", Kind.TENSOR),
        ("use(x.T)", Kind.TENSOR),
        ("use(x.sum().reshape((1,)))", Kind.TENSOR),
        ("use(ops.stop_gradient(x))", Kind.TENSOR),
        ("values, places = ops.topk(x, 1)\nuse(values)", Kind.TENSOR),
        ("use(ops.max(x)[0])", Kind.TENSOR),
        ("loss, grads = ms.value_and_grad(net)(x)\nuse(loss)", Kind.TENSOR),
        ("(loss, aux), grads = ms.value_and_grad(net, has_aux=True)(x)\nuse(loss)", Kind.TENSOR),
        ("y = None\nif a:\n    y = net(x)\nuse(y)", Kind.TENSOR),
        ("y = 0\nfor _ in a:\n    y += net(x)\nuse(y)", Kind.TENSOR),
        ("def f(y: Tensor):\n    use(y)", Kind.TENSOR),
        ("def f(y: Optional[Tensor] = None):\n    use(y)", Kind.TENSOR),
        ("def f(y: Tensor | None):\n    use(y)", Kind.TENSOR),
        ("def f(y):\n    use(y)\nf(x)\nf(net(x))", Kind.TENSOR),
        ("def f(y):\n    return ops.square(y)\nuse(f(x))", Kind.TENSOR),
        ("use(Parameter(x))", Kind.PARAMETER),
        ("use(net.weight)", Kind.PARAMETER),
        ("use(Parameter(x) * 2)", Kind.TENSOR),
        ("for p in net.trainable_params():\n    use(p)", Kind.PARAMETER),
        ("[use(p) for p in net.get_parameters()]", Kind.PARAMETER),
        ("for name, p in net.parameters_and_names():\n    use(p)", Kind.PARAMETER),
        ("for p in nn.SGD(net.trainable_params(), 0.1).parameters:\n    use(p)", Kind.PARAMETER),
        ("use(net)", Kind.CELL),
        ("use(net.set_train(False))", Kind.CELL),
        ("use(nn.Adam(net.trainable_params()))", Kind.OPTIMIZER),
        ("use(optim.SGD(net.trainable_params(), lr=0.1))", Kind.OPTIMIZER),
        ("class A(nn.Cell):\n    def construct(self, x):\n        return net(x)\nuse(A())", Kind.CELL),
        ("class A(nn.Cell):\n    def construct(self, x):\n        return net(x)\nuse(A()(1))", Kind.TENSOR),
        ("class A(nn.Cell):\n    def construct(self, x):\n        return x, x\na, b = A()(x)\nuse(a)", Kind.TENSOR),
        ("class A(nn.Cell):\n    def construct(self, y):\n        ops.relu(y)\n        use(y)", Kind.TENSOR),
        ("class A(nn.Cell):\n    def construct(self, y):\n        use(self)", Kind.CELL),
        ("class A(nn.SGD):\n    pass\nuse(A([], 0.1))", Kind.OPTIMIZER),
    ],
)
def test_known(text: str, kind: Kind) -> None:
    assert answers(text)[0] is kind


@pytest.mark.parametrize(
    "text",
    [
        "use(unknown)",
        "use(1)",
        "use('text')",
        "use(np.ones(2))",
        "use(torch.ones(2))",
        "use(torch.nn.Linear(2, 1)(x))",
        "use(ops.topk(x, 1))",
        "use(ops.shape(x))",
        "use(ms.grad(net))",
        "use(ops.value_and_grad)",
        "use(x.asnumpy())",
        "use(x.shape)",
        "use(x is None)",
        "use(not x)",
        "use([x])",
        "use(lambda: x)",
        "use(net(x) if a else torch.ones(2))",
        "y = net(x)\nif a:\n    y = unknown()\nuse(y)",
        "y = 0\nfor _ in a:\n    y += 1\nuse(y)",
        "loss, grads = ms.value_and_grad(net, has_aux=True)(x)\nuse(loss)",
        "loss, grads = ms.value_and_grad(net)(x)\nuse(grads)",
        "def f(y):\n    use(y)",
        "def f(y: torch.Tensor):\n    use(y)",
        "def f(y: Tensor | np.ndarray):\n    use(y)",
        "def f(y):\n    use(y)\nf(x)\nf(unknown)",
        "def f(y: Tensor):\n    if isinstance(y, Tensor):\n        use(y)",
        "class A(nn.Cell):\n    def construct(self, y):\n        use(y)",
        "class A(unknown.Cell):\n    pass\nuse(A())",
        "class A(nn.Cell, unknown.Mixin):\n    pass\nuse(A())",
        "class A(torch.nn.Module):\n    pass\nuse(A())",
        "class A(Tensor):\n    pass\nuse(A([1]))",
        "class A(nn.Cell):\n    def __call__(self, x):\n        return net(x)\nuse(A()(x))",
        "class A(nn.Cell):\n    def construct(self, x):\n        return self.what(x)\nuse(A()(x))",
        "class A:\n    def __mul__(self, other):\n        return self\nuse(A() * x)",
        "use(nn.LSTM(2, 1)(x))",
        "use(ops.does_not_exist(x))",
    ],
)
def test_not_known(text: str) -> None:
    assert answers(text)[0] is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("use(net)", Kind.CELL),
        ("class A(nn.Cell):\n    pass\nuse(A())", Kind.CELL),
        ("class A(nn.Cell):\n    def wanted(self):\n        pass\nuse(A())", None),
        ("class A(nn.Cell):\n    def __init__(self):\n        self.wanted = 1\nuse(A())", None),
        ("class A(nn.Cell):\n    wanted = 1\nclass B(A):\n    pass\nuse(B())", None),
        ("class A(nn.Cell):\n    def __getattr__(self, name):\n        pass\nuse(A())", None),
        ("x.wanted = 1\nuse(x)", None),
        ("class A:\n    def f(self):\n        self.wanted = 1\nuse(x)", Kind.TENSOR),
        ("Tensor.wanted = 1\nuse(x)", None),
        ("setattr(Tensor, 'wanted', 1)\nuse(x)", None),
        ("setattr(Tensor, 'other', 1)\nuse(x)", Kind.TENSOR),
        ("for name in a:\n    setattr(Tensor, name, 1)\nuse(x)", None),
        ("import mindnlp\nuse(x)", None),
        ("from mindtorch import torch\nuse(x)", None),
        ("from hyper_parallel.core import DTensor\nuse(x)", None),
    ],
)
def test_without_an_attribute(text: str, kind: Kind | None) -> None:
    assert answers(text, "wanted")[0] is kind


@pytest.mark.parametrize(
    ("loop", "kind"),
    [
        ("x = x + 1", Kind.TENSOR),
        ("x = x.reshape(2)", Kind.TENSOR),
        ("x = given + x", Kind.TENSOR),
        ("y = x\n    x = y * y", Kind.TENSOR),
        ("x, rest = x.chunk(2)", Kind.TENSOR),
        ("x = x.asnumpy()", None),
        ("x = given(x)", None),
        ("y = x\n    x = given(y)", None),
        ("y = x + 1\n    x = y.asnumpy()", None),
    ],
)
def test_what_a_loop_makes_of_a_tensor(loop: str, kind: Kind | None) -> None:
    assert answers(f"for each in given:\n    {loop}\nuse(x)")[0] is kind


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ("a: 'Tensor'", Kind.TENSOR),
        ("a: 'Tensor | None'", Kind.TENSOR),
        ("a: 'Tensor of'", None),
        ("*a: Tensor", None),
        ("**a: Tensor", None),
    ],
)
def test_annotations_in_quotes_and_of_several_arguments(head: str, kind: Kind | None) -> None:
    assert answers(f"def f({head}):\n    use(a)")[0] is kind


def test_names_made_of_each_other_are_worked_out_once() -> None:
    """On every way that leads to it each time, this would take longer than anyone waits."""
    loop = "while x:\n    y = y + y\n    y = y.T * y[0]\n"
    assert answers(loop * 40 + "use(y)")[0] is None


def test_an_imported_file_may_patch(tmp_path: Path) -> None:
    (tmp_path / "patch.py").write_text("import mindspore as ms\nms.Tensor.wanted = len\n", encoding="utf-8")
    (tmp_path / "other.py").write_text("import mindspore as ms\nms.Tensor.another = len\n", encoding="utf-8")
    for name, expected in (("patch", None), ("other", Kind.TENSOR)):
        project = new_project()
        module = project.module(Source(str(tmp_path / "main.py"), f"{HEAD}\nimport {name}\nuse(x)\n"))
        call = next(call for call in module.calls if getattr(call.node.func, "id", "") == "use")
        tensors = Tensors(Evaluator(module, project))
        assert tensors.without("wanted", call.node.args[0], call.scope) is expected


@pytest.mark.parametrize(
    ("text", "is_exact"),
    [
        ("use(x)", True),
        ("use(net(x))", True),
        ("def f(y: Tensor):\n    use(y)", False),
        ("def f(y: Tensor):\n    use(y * 2)", True),
        ("def f(y):\n    use(y)\nf(x)", False),
        ("class A:\n    def __init__(self, y):\n        self.y = y\n        use(self.y)\nA(x)", False),
        ("class A(nn.Cell):\n    def construct(self, y):\n        ops.relu(y)\n        use(y)", False),
    ],
)
def test_what_is_annotated_as_a_tensor_can_be_a_parameter(text: str, is_exact: bool) -> None:
    assert answers(text) == (Kind.TENSOR, is_exact)


def test_a_cycle_ends() -> None:
    assert answers("def f(y):\n    return f(y)\nuse(f(x))")[0] is None
    assert answers("class A(nn.Cell):\n    def construct(self, x):\n        return A()(x)\nuse(A()(x))")[0] is None


def test_walk_gives_each_node_the_scope_it_is_evaluated_in() -> None:
    text = """
    @outer.a
    def f(x=outer.b):
        inner.c
        return [inner.d for y in inner.e if inner.f for z in inner.g]

    class C(outer.h):
        inner.i
        def m(self):
            return lambda q=inner.j: inner.k
    """
    project = new_project()
    module = project.module(Source("main.py", dedent(text)))
    found = {node.attr: (scope.kind, scope.name) for node, scope in walk(module, ast.Attribute)}
    top, function, inside = (ScopeKind.MODULE, ""), (ScopeKind.FUNCTION, "f"), (ScopeKind.COMPREHENSION, "")
    assert found == {
        **dict.fromkeys("abh", top),
        **dict.fromkeys("ce", function),
        **dict.fromkeys("dfg", inside),
        "i": (ScopeKind.CLASS, "C"),
        "j": (ScopeKind.FUNCTION, "m"),
        "k": (ScopeKind.FUNCTION, ""),
    }
