from mindspore import ops


def energy(positions):
    return 0.5 * ops.square(positions).sum()
