"""Keeps the best weights."""

import mindspore as ms


class Keeper:
    """The best weights of a network."""

    def __init__(self, net):
        self.net, self.best, self.kept = net, None, {}

    def keep(self, loss):
        if self.best is not None and loss >= self.best:
            return False
        self.best = loss
        self.kept = {each.name: each.asnumpy().copy() for each in self.net.get_parameters()}
        return True

    def restore(self):
        for parameter in self.net.trainable_params():
            parameter.set_data(ms.Tensor(self.kept[parameter.name]))
