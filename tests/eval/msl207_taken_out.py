"""Keywords that are taken out of a dict before an optimizer gets it, and classes chosen by name."""

from mindspore import nn

net = nn.Dense(2, 2)
groups = net.trainable_params()

deleted = {"learning_rate": 0.1, "betas": (0.9, 0.99)}
del deleted["betas"]
nn.Adam(groups, **deleted)  # ok: deleted
popped = {"learning_rate": 0.1, "betas": (0.9, 0.99)}
popped.pop("betas")
nn.Adam(groups, **popped)  # ok: popped
kept = {"learning_rate": 0.1, "betas": (0.9, 0.99)}  # error: MSL207
nn.Adam(groups, **kept)

OPTIMIZERS = {"adam": nn.Adam, "sgd": nn.SGD}
OPTIMIZERS["adam"](groups, betas=(0.9, 0.99))  # error: MSL207


def create(name):
    return OPTIMIZERS[name](groups, betas=(0.9, 0.99))  # error: MSL207


def create_or(name):
    return OPTIMIZERS[name](groups, momentum=0.9)  # ok: one of the two takes it
