"""Measure which learning rate an optimizer really used, step by step.

    python tools/measure_rates.py -o FILE

Runs under any interpreter that has MindSpore 2.5 or later; it needs
MindSpore, NumPy and the standard library only, and no device but a CPU. Every
gradient is 1, so that the change of a weight is the rate, for SGD and for
Adam alike. Each case runs once plainly and once inside `@jit`; the result is
JSON: case -> {"plain": [rates] or error, "jit": [rates] or error}.
`mslint.facts.schedulers` holds what came out.
"""

# mypy: ignore-missing-imports, allow-subclassing-any

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

import mindspore
import numpy
from mindspore import Parameter, Tensor, mint, ops
from mindspore.experimental import optim
from mindspore.experimental.optim import lr_scheduler

STEPS = 5
FIRST_RATE = 0.1

Build = Callable[[list[Parameter]], Any]
"""Makes an optimizer over the given parameters."""


def halve_by_epoch(epoch: int) -> float:
    """The factor of LambdaLR."""
    return 0.5**epoch


def halve(epoch: int) -> float:
    """The factor of MultiplicativeLR."""
    return 0.5


def warm_up(epoch: int) -> float:
    """A factor of LambdaLR that is reached by a branch."""
    if epoch < 2:
        return 1.0
    return 0.5**epoch


def lambda_in_call(optimizer: Any) -> Any:
    """LambdaLR with its function written inside the call."""
    scheduler = lr_scheduler.LambdaLR(optimizer, lr_lambda=lambda epoch: 0.5**epoch)
    return scheduler


def multiplier_in_call(optimizer: Any) -> Any:
    """MultiplicativeLR with its function written inside the call."""
    scheduler = lr_scheduler.MultiplicativeLR(optimizer, lr_lambda=lambda epoch: 0.5)
    return scheduler


class PlainScheduler:
    """What people write by hand: no base class, a number assigned to the group."""

    def __init__(self, optimizer: Any) -> None:
        """Schedule `optimizer`."""
        self.optimizer = optimizer
        self.count = 0

    def step(self) -> None:
        """Halve the rate."""
        self.count += 1
        for group in self.optimizer.param_groups:
            group["lr"] = FIRST_RATE * 0.5**self.count


class DerivedScheduler(lr_scheduler.LRScheduler):
    """What MindSpore's documentation tells people to write."""

    def get_lr(self) -> list[Any]:
        """Halve each rate."""
        return [group["lr"] * 0.5 for group in self.optimizer.param_groups]


OPTIMIZERS: dict[str, Build] = {
    "experimental.SGD": lambda parameters: optim.SGD(parameters, lr=FIRST_RATE),
    "experimental.Adam": lambda parameters: optim.Adam(parameters, lr=FIRST_RATE),
    "mint.SGD": lambda parameters: mint.optim.SGD(parameters, lr=FIRST_RATE),
    "mint.Adam": lambda parameters: mint.optim.Adam(parameters, lr=FIRST_RATE),
}

SCHEDULERS: dict[str, Callable[[Any], Any]] = {
    "ConstantLR": lambda o: lr_scheduler.ConstantLR(o, factor=0.5, total_iters=2),
    "CosineAnnealingLR": lambda o: lr_scheduler.CosineAnnealingLR(o, T_max=4),
    "CosineAnnealingWarmRestarts": lambda o: lr_scheduler.CosineAnnealingWarmRestarts(o, T_0=3),
    "CyclicLR": lambda o: lr_scheduler.CyclicLR(o, base_lr=0.01, max_lr=0.1, step_size_up=2),
    "ExponentialLR": lambda o: lr_scheduler.ExponentialLR(o, gamma=0.5),
    "LambdaLR": lambda o: lr_scheduler.LambdaLR(o, lr_lambda=halve_by_epoch),
    "LambdaLR with a branching function": lambda o: lr_scheduler.LambdaLR(o, lr_lambda=warm_up),
    "LambdaLR with a lambda in the call": lambda_in_call,
    "LinearLR": lambda o: lr_scheduler.LinearLR(o, start_factor=0.5, total_iters=4),
    "MultiStepLR": lambda o: lr_scheduler.MultiStepLR(o, milestones=[1, 3], gamma=0.5),
    "MultiplicativeLR": lambda o: lr_scheduler.MultiplicativeLR(o, lr_lambda=halve),
    "MultiplicativeLR with a lambda in the call": multiplier_in_call,
    "PolynomialLR": lambda o: lr_scheduler.PolynomialLR(o, total_iters=4),
    "ReduceLROnPlateau": lambda o: lr_scheduler.ReduceLROnPlateau(o, mode="min", patience=0, factor=0.5),
    "SequentialLR": lambda o: lr_scheduler.SequentialLR(
        o, [lr_scheduler.ConstantLR(o, factor=0.5, total_iters=1), lr_scheduler.ExponentialLR(o, gamma=0.5)], [1]
    ),
    "StepLR": lambda o: lr_scheduler.StepLR(o, step_size=1, gamma=0.5),
    "own class": PlainScheduler,
    "own LRScheduler": DerivedScheduler,
}


def scheduled(name: str) -> Callable[[Any], Callable[[Any], Any]]:
    """A train step that calls the scheduler `name` after the optimizer."""

    def make(optimizer: Any) -> Callable[[Any], Any]:
        scheduler = SCHEDULERS[name](optimizer)
        loss = Tensor(1.0, mindspore.float32)

        def step(gradients: Any) -> Any:
            optimizer(gradients)
            scheduler.step()
            return gradients[0]

        def step_with_loss(gradients: Any) -> Any:
            optimizer(gradients)
            scheduler.step(loss)
            return gradients[0]

        return step_with_loss if name == "ReduceLROnPlateau" else step

    return make


def assigned_in_loop(optimizer: Any) -> Callable[[Any], Any]:
    """A train step that sets the rate of every group."""

    def step(gradients: Any) -> Any:
        for group in optimizer.param_groups:
            group["lr"] = 0.5
        optimizer(gradients)
        return gradients[0]

    return step


def assigned_directly(optimizer: Any) -> Callable[[Any], Any]:
    """A train step that sets the rate of the first group."""

    def step(gradients: Any) -> Any:
        optimizer.param_groups[0]["lr"] = 0.5
        optimizer(gradients)
        return gradients[0]

    return step


def multiplied_in_loop(optimizer: Any) -> Callable[[Any], Any]:
    """A train step that halves the rate of every group in place."""

    def step(gradients: Any) -> Any:
        for group in optimizer.param_groups:
            group["lr"] *= 0.5
        optimizer(gradients)
        return gradients[0]

    return step


def multiplied_directly(optimizer: Any) -> Callable[[Any], Any]:
    """A train step that halves the rate of the first group in place."""

    def step(gradients: Any) -> Any:
        optimizer.param_groups[0]["lr"] *= 0.5
        optimizer(gradients)
        return gradients[0]

    return step


def product_assigned(optimizer: Any) -> Callable[[Any], Any]:
    """A train step that assigns half the rate."""

    def step(gradients: Any) -> Any:
        for group in optimizer.param_groups:
            group["lr"] = group["lr"] * 0.5
        optimizer(gradients)
        return gradients[0]

    return step


def assigned_by_operation(optimizer: Any) -> Callable[[Any], Any]:
    """A train step that sets the rate as MindSpore documents it."""

    def step(gradients: Any) -> Any:
        for group in optimizer.param_groups:
            ops.assign(group["lr"], 0.5)
        optimizer(gradients)
        return gradients[0]

    return step


STEP_MAKERS: dict[str, Callable[[Any], Callable[[Any], Any]]] = {
    "g['lr'] = 0.5 in a loop": assigned_in_loop,
    "g['lr'] = 0.5 directly": assigned_directly,
    "g['lr'] *= 0.5 in a loop": multiplied_in_loop,
    "g['lr'] *= 0.5 directly": multiplied_directly,
    "g['lr'] = g['lr'] * 0.5": product_assigned,
    "ops.assign(g['lr'], 0.5)": assigned_by_operation,
    **{f"{name}.step()": scheduled(name) for name in SCHEDULERS},
}


def rates(build: Build, make: Callable[[Any], Callable[[Any], Any]], is_compiled: bool) -> list[float] | str:
    """The rate of each step, or the error that stopped it."""
    weight = Parameter(Tensor(numpy.zeros((2, 2), numpy.float32)), name="weight")
    gradient = Tensor(numpy.ones((2, 2), numpy.float32))
    try:
        step = make(build([weight]))
        if is_compiled:
            step = mindspore.jit(step)
        used = []
        for _ in range(STEPS):
            before = weight.asnumpy().copy()
            step((gradient,))
            used.append(round(float((before - weight.asnumpy())[0, 0]), 5))
    except Exception as error:
        lines = str(error).strip().splitlines() or [""]
        return f"{type(error).__name__}: {lines[0][:160]}"
    return used


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Measure the learning rates that MindSpore's optimizers use.")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the file to write")
    output = parser.parse_args().output
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    measured = {
        f"{optimizer}: {case}": {
            "plain": rates(build, make, is_compiled=False),
            "jit": rates(build, make, is_compiled=True),
        }
        for optimizer, build in OPTIMIZERS.items()
        for case, make in STEP_MAKERS.items()
    }
    with open(output, "w", encoding="utf-8") as stream:
        json.dump({"version": mindspore.__version__, "measured": measured}, stream, indent=1)
        stream.write("\n")


if __name__ == "__main__":
    main()
