"""The warmup."""


def warm_up(optimizer, number, count, base=0.1):
    """Raise the rate from 0 to `base`."""
    if number < count:
        optimizer.lr = base * (number + 1) / count
