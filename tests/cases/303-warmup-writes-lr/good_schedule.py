"""The warmup."""

from mindspore import ops


def warm_up(optimizer, number, count, base=0.1):
    """Raise the rate from 0 to `base`."""
    if number < count:
        ops.assign(optimizer.learning_rate, base * (number + 1) / count)
