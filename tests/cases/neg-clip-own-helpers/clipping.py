"""Gradient clipping in place."""

from mindspore import ops


class Gradients:
    def __init__(self, grads):
        self.grads = grads

    def clip_by_global_norm(self, limit):
        self.grads = ops.clip_by_global_norm(self.grads, limit)


def clip_list(grads, limit):
    grads[:] = ops.clip_by_global_norm(grads, limit)
