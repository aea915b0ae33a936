"""A batch to try things on."""

import numpy as np

import mindspore as ms


def images():
    return ms.Tensor(np.ones((2, 4)), ms.float32)


def labels():
    return ms.Tensor(np.array([0, 1]))
