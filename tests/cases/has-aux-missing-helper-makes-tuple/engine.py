"""Makes gradient functions."""

import mindspore as ms


def gradient_function(forward, weights, has_aux=False):
    return ms.value_and_grad(forward, None, weights, has_aux=has_aux)
