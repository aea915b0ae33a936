"""Names of PyTorch behind questions: code that runs only where they exist, or is meant to fail."""

import contextlib
import unittest

import mindspore as ms
import pytest
from mindspore import Tensor, nn, ops

net = nn.Dense(2, 1)
x = ops.ones((4, 2), ms.float32)


def asks(x):
    loss = net(x).sum()
    if hasattr(loss, "backward"):
        loss.backward()  # ok: asked
    if getattr(loss, "retain_grad", None) is not None:
        loss.retain_grad()  # ok: asked
    if callable(getattr(loss, "detach", None)):
        loss = loss.detach()  # ok: asked
    hasattr(loss, "backward") and loss.backward()  # ok: asked
    kept = [each.detach() for each in (net(x), net(x)) if hasattr(each, "detach")]  # ok: asked
    return kept, loss.detach() if hasattr(loss, "detach") else ops.stop_gradient(loss)  # ok: asked


def leaves(x: Tensor):
    y = ops.relu(x)
    if not hasattr(y, "detach"):
        return ops.stop_gradient(y)
    return y.detach()  # ok: left before where there is none


def tries(x: Tensor):
    try:
        return x.detach()  # ok: goes on without
    except Exception:
        return ops.stop_gradient(x)


def tries_any(x: Tensor):
    try:
        return x.detach()  # ok: goes on without
    except:
        return ops.stop_gradient(x)


def tests_that_it_raises():
    loss = net(x).sum()
    with pytest.raises(AttributeError):
        loss.backward()  # ok: meant to raise
    with contextlib.suppress(AttributeError):
        loss.detach()  # ok: may raise


class Checks(unittest.TestCase):
    def test_that_it_raises(self):
        loss = net(x).sum()
        self.assertRaises(AttributeError, lambda: loss.backward())  # ok: meant to raise
        with self.assertRaisesRegex(AttributeError, "backward"):
            loss.backward()  # ok: meant to raise
        self.assertEqual(1, loss.detach())  # error: MSL408


def asks_for_something_else(x: Tensor, report):
    loss = net(x).sum()
    if not hasattr(report, "write"):
        raise ValueError(report)
    loss.backward()  # error: MSL401
    value = loss.detach() if report else loss  # error: MSL408
    try:
        loss.backward()  # error: MSL401
        report.write(value)
    except Exception as error:
        report.write(error)
    try:
        loss.backward()  # error: MSL401
    except Exception:
        report.write("no gradient")
        raise
    with contextlib.closing(report):
        loss.backward()  # error: MSL401
