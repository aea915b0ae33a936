"""Gradients of the first output alone."""

import mindspore as ms


def value_and_grad(forward, weights):
    return ms.value_and_grad(forward, None, weights, has_aux=True)


class Engine:
    def grad(self, forward, weights):
        return value_and_grad(forward, weights)
