# silent-as: torch mint experimental mindtorch
"""A parameter group of an iterator holds no parameters."""

from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.body = nn.Dense(4, 4)
        self.head = nn.Dense(4, 2)

    def construct(self, x):
        return self.head(self.body(x))


net = Net()
generators = nn.SGD(
    [
        {"params": net.body.get_parameters(), "lr": 0.01},  # error: MSL203
        {"params": net.head.trainable_params()},  # ok: trainable_params() is a list
    ],
    learning_rate=0.1,
)
lazy = filter(lambda p: "bias" in p.name, net.trainable_params())
filtered = nn.Adam([{"params": lazy}, {"params": net.trainable_params()}], learning_rate=0.1)  # error: MSL203
written_out = nn.Adam([{"params": (p for p in net.get_parameters())}], learning_rate=0.1)  # error: MSL203
listed = nn.Adam([{"params": list(net.get_parameters())}], learning_rate=0.1)  # ok: a list is made first
chosen = nn.Adam([{"params": [p for p in net.get_parameters()]}], learning_rate=0.1)  # ok: a list comprehension
