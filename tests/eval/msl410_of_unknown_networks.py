import mindspore as ms
from mindspore import ParameterTuple, ops


def average(online, target, tau):
    for t, p in zip(target.get_parameters(), online.get_parameters()):
        t = tau * p + (1 - tau) * t  # error: MSL410
    for t, p in zip(target.get_parameters(), online.get_parameters()):
        t *= 1 - tau  # error: MSL410
        p /= 2  # error: MSL410


def descend(network, loss, x, rate):
    weights = ParameterTuple(network.trainable_params())
    gradients = ms.grad(loss, None, weights)(x)
    for w, g in zip(weights, gradients):
        w -= rate * g  # error: MSL410


def decay(network, factor=0.9):
    for index, p in enumerate(network.get_parameters()):
        p /= factor  # error: MSL410
        print(index)


def norms(network):
    """A number for each parameter."""
    for p in network.trainable_params():
        p = p * 2  # ok: what the generator gives
        yield p.sum()


def shifted(network):
    for p in network.trainable_params():
        p = p + 1  # ok: read by the function below
        ops.print_((lambda: p)())


def names(network):
    for name in network.parameter_names():
        name += "!"  # ok: it is not known what that gives


def values(network):
    for name, p in network.parameters_dict().items():
        p += 1  # ok: views of dicts are not followed


def until(network, limit):
    p = None
    for p in network.trainable_params():
        if p.size > limit:
            break
        p -= 1  # ok: read after the loop
    return p


def either(network, parameters):
    chosen = network.trainable_params() if network else parameters
    for p in chosen:
        p -= 1  # ok: not always those of a network


def guarded(network):
    try:
        for p in network.trainable_params():
            p -= 1  # ok: tried, and something else is done where it raises
    except TypeError:
        pass
