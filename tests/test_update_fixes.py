"""The repairs of the rules on updates and their gradients, as text."""

from __future__ import annotations

from pathlib import Path

import linting
import pytest
from fixing import fixed

from mslint.finding import Applicability

HEAD = """\
import mindspore as ms
from mindspore import nn, ops
net = nn.Dense(2, 1)
def forward(x):
    return net(x).sum()
def step(x):
"""
STEP = """    loss, grads = grad_fn(x)
    nn.SGD(net.trainable_params(), 0.1)(grads)
step(ops.ones((1, 2)))
"""


def repaired(text: str, *, also: tuple[str, ...] = ()) -> str | None:
    """The text after the fix of its one finding, which finds nothing more; None where that has no fix."""
    [finding] = linting.check(Path("main.py"), text, also=also).findings
    if finding.fix is None:
        return None
    assert finding.fix.applicability is Applicability.UNSAFE
    result = fixed(text, [finding])
    assert linting.check(Path("main.py"), result, also=also).findings == []
    return result


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("p -= 0.1 * p\n", "ops.assign(p, p - (0.1 * p))\n"),
        ("p += g\n", "ops.assign(p, p + g)\n"),
        ("p *= 0.9\n", "ops.assign(p, p * 0.9)\n"),
        ("p  /=  f(2)\n", "ops.assign(p, p / f(2))\n"),
        ("é = 'é'; p -= é  # half\n", "é = 'é'; ops.assign(p, p - é)  # half\n"),
        ("p -= (1)\n", None),
        ("p -= (\n        1\n    )\n", None),
        ("p **= 2\n", None),
        ("p = p - 1\n", None),
    ],
)
def test_inplace_update(before: str, after: str | None) -> None:
    loop = "from mindspore import nn, ops\nfor p in nn.Dense(2, 1).trainable_params():\n    "
    assert repaired(loop + before) == (None if after is None else loop + after)


@pytest.mark.parametrize("imports", ["import mindspore as ops", "from mindspore import mint as ops", "ops = None"])
def test_inplace_update_where_ops_is_something_else(imports: str) -> None:
    assert (
        repaired(f"{imports}\nfrom mindspore import nn\nfor p in nn.Dense(2, 1).trainable_params():\n    p -= 1\n")
        is None
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "ms.value_and_grad(forward, weights=net.trainable_params())",
            "ms.value_and_grad(forward, grad_position=None, weights=net.trainable_params())",
        ),
        (
            "ms.value_and_grad(forward,\n        weights=net.trainable_params())",
            "ms.value_and_grad(forward,\n        grad_position=None, weights=net.trainable_params())",
        ),
        ("ms.value_and_grad(forward, 0, net.trainable_params())", None),
        ("ms.value_and_grad(forward, grad_position=0, weights=net.trainable_params())", None),
        ("ms.value_and_grad(fn=forward, weights=net.trainable_params())", None),
        ("ms.value_and_grad(forward)", None),
    ],
)
def test_pair_of_gradients(before: str, after: str | None) -> None:
    found = repaired(f"{HEAD}    grad_fn = {before}\n{STEP}")
    assert found == (None if after is None else f"{HEAD}    grad_fn = {after}\n{STEP}")


NETWORK = """\
import mindspore as ms
from mindspore import nn, {imported}
class Pair(nn.Cell):
    def __init__(self):
        super().__init__()
        self.student, self.teacher = nn.Dense(2, 1), nn.Dense(2, 1)
    def construct(self, x):
        return (self.student(x) - {target}).sum()
pair = Pair()
ms.value_and_grad(pair, None, pair.trainable_params())(ms.Tensor([[1.0, 2.0]]))
"""


@pytest.mark.parametrize(
    ("imported", "after"), [("ops", "ops.stop_gradient(self.teacher(x))"), ("mint as ops", None), ("Tensor", None)]
)
def test_stop_gradient(imported: str, after: str | None) -> None:
    before = NETWORK.format(imported=imported, target="self.teacher(x)")
    wanted = None if after is None else NETWORK.format(imported=imported, target=after)
    assert repaired(before, also=("MSL413",)) == wanted
