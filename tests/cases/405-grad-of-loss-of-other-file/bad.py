import numpy as np
import mindspore as ms
from mindspore import Tensor

from bad_physics import energy

positions = Tensor(np.ones((4, 3)), ms.float32)


def forces(positions):
    potential = energy(positions)
    return -ms.grad(potential)(positions)


print(forces(positions))
