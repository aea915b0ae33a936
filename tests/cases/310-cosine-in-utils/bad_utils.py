"""Rates."""

import math


def adjust(optimizer, epoch, epochs):
    rate = 1e-3 * 0.5 * (1 + math.cos(math.pi * epoch / epochs))
    for group in optimizer.param_groups:
        group["lr"] = rate
