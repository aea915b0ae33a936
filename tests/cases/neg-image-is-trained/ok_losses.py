import mindspore as ms


def gradients_of(function):
    return ms.value_and_grad(function)
