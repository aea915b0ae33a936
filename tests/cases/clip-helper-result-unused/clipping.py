"""Gradient clipping."""

from mindspore import ops


def clip_gradients(grads, limit=5.0):
    return ops.clip_by_global_norm(grads, limit)
