"""How changing the learning rate inside a compiled function turned out.

Measured on CPU with MindSpore 2.5 to 2.10 by `tools/measure_rates.py`: the
rate was read off the weights over five steps, for SGD and Adam of
`mindspore.experimental.optim`, with the same outcome for both and, but for
`*=`, in every version; for Adam of `mindspore.mint.optim`, which has its CPU
kernels from 2.7, the outcome is the same.
"""

from __future__ import annotations

import enum

from packaging.version import Version

_PREFIX = "mindspore.experimental.optim.lr_scheduler."


class InGraph(enum.Enum):
    """What a change of the rate does in a function compiled with `@jit`."""

    RIGHT = "right"
    """The same rates as in plain Python."""
    IGNORED = "ignored"
    """The rate stays as it was, without a message."""
    RAISES = "raises"
    """The function does not compile."""
    BY_FUNCTION = "by function"
    """It depends on the function that computes the factor.

    One of plain arithmetic that stands on its own (a `def`, a lambda assigned
    to a name, an object with `__call__`) is right. A lambda written inside the
    scheduler's call does not compile, nor does a function with a branch on the
    epoch, a call of `math` or a `functools.partial`.
    """


SCHEDULERS = {
    f"{_PREFIX}{name}": outcome
    for name, outcome in {
        "ConstantLR": InGraph.RIGHT,
        "CosineAnnealingLR": InGraph.RIGHT,
        "CosineAnnealingWarmRestarts": InGraph.RAISES,
        "CyclicLR": InGraph.RIGHT,
        "ExponentialLR": InGraph.RIGHT,
        "LambdaLR": InGraph.BY_FUNCTION,
        "LinearLR": InGraph.RIGHT,
        "MultiStepLR": InGraph.RIGHT,
        "MultiplicativeLR": InGraph.BY_FUNCTION,
        "PolynomialLR": InGraph.RIGHT,
        "ReduceLROnPlateau": InGraph.RIGHT,
        "SequentialLR": InGraph.RIGHT,
        "StepLR": InGraph.RIGHT,
    }.items()
}
"""MindSpore's schedulers and what their `step()` does inside `@jit`.

CosineAnnealingWarmRestarts and the failing functions of LambdaLR raise
TypeError "Data type conversion is not supported for a 'Parameter'"; a lambda
in the call raises TypeError "Parse Lambda Function Fail" or, where its line is
not a statement of its own, SyntaxError.
"""

SCHEDULER_BASES = frozenset({f"{_PREFIX}LRScheduler", f"{_PREFIX}_LRScheduler"})
"""What users derive from; a subclass whose `get_lr` multiplies the rates is right inside `@jit`."""

FIXED_RATE_OPTIMIZERS = frozenset({"mindspore.mint.optim.SGD"})
"""They take their rate once, when made: inside `@jit` every later change is ignored, schedulers and assign included.

On 2.6 and 2.7 their weights do not move at all on CPU.
"""

ASSIGNMENT = InGraph.IGNORED
"""`group["lr"] = number`, in a loop over the groups or on one of them, also with `group["lr"] * number`."""

ASSIGN_OPERATION = InGraph.RIGHT
"""`ops.assign(group["lr"], number)`."""

HAND_WRITTEN_CLASS = InGraph.IGNORED
"""`step()` of a class without MindSpore's base that assigns to `group["lr"]`."""


def augmented_assignment(target: Version) -> InGraph:
    """`group["lr"] *= number`: applied at each step from 2.8 on, ignored before."""
    return InGraph.RIGHT if target.release[:2] >= (2, 8) else InGraph.IGNORED
