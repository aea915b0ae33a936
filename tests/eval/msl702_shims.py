# spellings: ms parent module
"""Places that reckon with the absence of a name."""

import contextlib
import unittest
from typing import TYPE_CHECKING

import mindspore as ms
import pytest
from mindspore import nn, ops
from packaging import version

x = ops.ones((2, 2))
MS_VERSION = version.parse(ms.__version__)
is_old = MS_VERSION < version.parse("2.0")
has_resize = hasattr(nn, "ResizeBilinear")

try:
    from mindspore import ms_function  # ok: ImportError is caught
except ImportError:
    from mindspore import jit as ms_function

try:
    resize = nn.ResizeBilinear()  # ok: everything is caught
except Exception:
    resize = None

try:
    strict = nn.ResizeBilinear()  # error: MSL702
except Exception as error:
    raise RuntimeError("no layer") from error

try:
    other = nn.ResizeBilinear()  # error: MSL702
except ValueError:
    other = None

if MS_VERSION < version.parse("2.1"):
    layer = nn.ResizeBilinear()  # ok: for older versions
else:
    layer = ops.ResizeBilinearV2()

if is_old:
    layer = nn.ResizeBilinear()  # ok: the name was assigned a comparison of versions
if has_resize and x is not None:
    layer = nn.ResizeBilinear()  # ok: the name was assigned hasattr
if ms.__version__.startswith("1."):
    layer = nn.ResizeBilinear()  # ok: a version in a string
if x.shape[0] > 1:
    layer = nn.ResizeBilinear()  # error: MSL702
if hasattr(x, "shape"):
    layer = nn.ResizeBilinear()  # error: MSL702
if TYPE_CHECKING:
    from mindspore.nn import DenseQuant  # ok: never runs

choice = nn.ResizeBilinear() if hasattr(nn, "ResizeBilinear") else ops.ResizeBilinearV2()  # ok: asked in the expression
also = hasattr(ops, "total") and ops.total(x)  # ok: asked before
wrong = ops.total(x) and hasattr(ops, "total")  # error: MSL702

with contextlib.suppress(AttributeError):
    layer = nn.ResizeBilinear()  # ok: suppressed


def leaves_before(images):
    if not hasattr(nn, "ResizeBilinear"):
        return ops.interpolate(images)
    return nn.ResizeBilinear()(images)  # ok: reached only where the layer is there


def leaves_otherwise(images):
    if images is None:
        return None
    return nn.ResizeBilinear()(images)  # error: MSL702


def _old_resize(images):
    return nn.ResizeBilinear()(images)  # ok: called only for older versions


def resize_images(images):
    return _old_resize(images) if is_old else ops.interpolate(images)


def _called_always(images):
    return nn.ResizeBilinear()(images)  # error: MSL702


def both(images):
    return _called_always(images) if is_old else _called_always(images[0])


_called_always(x)


@pytest.mark.skipif(MS_VERSION > version.parse("2.0"), reason="gone")
def test_old_layer():
    assert nn.ResizeBilinear()  # ok: the test is skipped by version


class Tests(unittest.TestCase):
    def test_absent(self):
        with self.assertRaises(AttributeError):
            nn.ResizeBilinear()  # ok: expected to raise
        assert nn.ResizeBilinear()  # error: MSL702
