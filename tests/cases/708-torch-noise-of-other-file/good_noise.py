from mindspore import ops


def noise(batch):
    return ops.randn(batch, 4)
