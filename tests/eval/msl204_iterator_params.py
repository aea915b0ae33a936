# silent-as: torch mindtorch
"""An iterator in place of the list that MindSpore documents."""

from mindspore import nn

net = nn.Dense(2, 2)
flat = nn.SGD(net.get_parameters(), 0.1)  # error: MSL204
wanted = filter(lambda p: p.requires_grad, net.get_parameters())
filtered = nn.Adam(wanted, 0.1)  # error: MSL204
written_out = nn.Adam((p for p in net.get_parameters() if p.requires_grad), 0.1)  # error: MSL204
keyword = nn.Momentum(params=iter(net.trainable_params()), learning_rate=0.1, momentum=0.9)  # error: MSL204
trainable = nn.SGD(net.trainable_params(), 0.1)  # ok: trainable_params() is a list
listed = nn.SGD(list(net.get_parameters()), 0.1)  # ok: a list is made first
chosen = nn.SGD([p for p in net.get_parameters()], 0.1)  # ok: a list comprehension


class Bag:
    def parameters(self):
        return net.trainable_params()


own = nn.SGD(Bag().parameters(), 0.1)  # ok: this method returns a list
