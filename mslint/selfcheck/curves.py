"""Where a number moves: programs that measure series, and their plots."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mslint.selfcheck.outcomes import Outcome, Values

_MOMENTUM = """\
import numpy as np
import mindspore as ms
from mindspore import nn


def moving_means(momentum, batches):
    layer = nn.BatchNorm2d(1, momentum=momentum)
    layer.set_train()
    means = []
    for batch in batches:
        layer(ms.Tensor(batch, ms.float32))
        means.append(float(layer.moving_mean.asnumpy()[0]))
    return means


def observe():
    random = np.random.RandomState(0)
    batches = [10.0 + 3.0 * random.randn() + random.randn(8, 1, 4, 4) for _ in range(60)]
    return {
        "mean of the batch": [float(batch.mean()) for batch in batches],
        "momentum=0.1": moving_means(0.1, batches),
        "momentum=0.9": moving_means(0.9, batches),
    }
"""

_DROPOUT = """\
import numpy as np
import mindspore as ms
from mindspore import nn

ONES = ms.Tensor(np.ones((300, 300)), ms.float32)


def dropped(layer):
    layer.set_train()
    return float((layer(ONES).asnumpy() == 0).mean())


def observe():
    rates = [round(0.05 * step, 2) for step in range(1, 20)]
    return {
        "argument": rates,
        "nn.Dropout(x)": [dropped(nn.Dropout(rate)) for rate in rates],
        "nn.Dropout(p=x)": [dropped(nn.Dropout(p=rate)) for rate in rates],
    }
"""

_RATE = """\
import numpy as np
import mindspore as ms
from mindspore import Parameter, Tensor, ops
from mindspore.experimental import optim

GRADIENTS = (Tensor(np.ones(1), ms.float32),)


def path(change):
    weight = Parameter(Tensor(np.zeros(1), ms.float32), name="weight")
    optimizer = optim.SGD([weight], lr=0.1)

    @ms.jit
    def step(gradients):
        optimizer(gradients)
        return gradients[0]

    @ms.jit
    def step_assigned(gradients):
        for group in optimizer.param_groups:
            group["lr"] = 0.5
        optimizer(gradients)
        return gradients[0]

    @ms.jit
    def step_by_operation(gradients):
        for group in optimizer.param_groups:
            ops.assign(group["lr"], 0.5)
        optimizer(gradients)
        return gradients[0]

    steps = {"assigned": step_assigned, "operation": step_by_operation}
    weights = [0.0]
    for number in range(10):
        (step if number < 5 else steps[change])(GRADIENTS)
        weights.append(float(weight.asnumpy()[0]))
    return weights


def observe():
    return {'group["lr"] = 0.5': path("assigned"), 'ops.assign(group["lr"], 0.5)': path("operation")}
"""


@dataclass(frozen=True, slots=True)
class Curve:
    """A plot that belongs to a rule.

    `program` measures lists, by the name of the line; `x` names the list that
    the others are drawn over, or is empty to number the points; `dots` names
    the list to draw as points.
    """

    code: str
    title: str
    x_label: str
    y_label: str
    program: str
    x: str = ""
    dots: str = ""


CURVES = (
    Curve(
        "MSL201",
        "Moving mean over batches",
        "batch",
        "moving mean",
        _MOMENTUM,
        dots="mean of the batch",
    ),
    Curve("MSL209", "Share dropped, by the argument", "argument", "share dropped", _DROPOUT, x="argument"),
    Curve(
        "MSL301",
        "A weight whose rate is to become 0.5 after step 5, in compiled code",
        "step",
        "weight",
        _RATE,
    ),
)


def wanted(codes: Sequence[str]) -> list[Curve]:
    """The curves of these rules."""
    return [curve for curve in CURVES if curve.code in codes]


def draw(curve: Curve, outcome: Outcome) -> str:
    """The plot as SVG text; empty where the program returned no numbers."""
    if not isinstance(outcome, Values):
        return ""
    import matplotlib
    from matplotlib.figure import Figure

    lines = {name: values for name, values in outcome.values.items() if isinstance(values, list)}
    count = max(map(len, lines.values()), default=0)
    across = lines.pop(curve.x) if curve.x else list(map(float, range(count)))
    # Text stays text, so that the page can be searched; ids do not change from run to run.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "mslint", "font.size": 10}):
        figure = Figure(figsize=(6.4, 3.2), layout="constrained")
        axes = figure.add_subplot()
        for name, values in lines.items():
            dots: dict[str, Any] = {"marker": ".", "linestyle": "none", "color": "#999999"}
            axes.plot(across[: len(values)], values, label=name, **(dots if name == curve.dots else {}))
        axes.set_title(curve.title, fontsize=11, loc="left")
        axes.set_xlabel(curve.x_label)
        axes.set_ylabel(curve.y_label)
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False)
        stream = io.StringIO()
        figure.savefig(stream, format="svg", metadata={"Date": None})
    text = stream.getvalue()
    return text[text.index("<svg") :]
