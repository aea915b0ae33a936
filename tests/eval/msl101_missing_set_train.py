# silent-as: torch mindtorch
"""Steps taken by hand on networks that hold mode-dependent layers."""

import mindspore as ms
from mindspore import nn, ops


class Classifier(nn.Cell):
    def __init__(self):
        super().__init__()
        self.body = nn.SequentialCell(nn.Dense(8, 8), nn.BatchNorm1d(8), nn.ReLU())
        self.head = nn.Dense(8, 2)

    def construct(self, x):
        return self.head(self.body(x))


class Plain(nn.Cell):
    def __init__(self):
        super().__init__()
        self.head = nn.Dense(8, 2)

    def construct(self, x):
        return self.head(x)


def train_without_mode(batches):
    net = Classifier()
    loss_fn = nn.MSELoss()
    optimizer = nn.SGD(net.trainable_params(), 0.1)

    def forward(x, y):
        return loss_fn(net(x), y)

    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for x, y in batches:
        loss, grads = grad_fn(x, y)
        optimizer(grads)  # error: MSL101
    return loss


def train_with_mode(batches):
    net = Classifier()
    loss_fn = nn.MSELoss()
    optimizer = nn.SGD(net.trainable_params(), 0.1)

    def forward(x, y):
        return loss_fn(net(x), y)

    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    net.set_train()
    for x, y in batches:
        loss, grads = grad_fn(x, y)
        optimizer(grads)  # ok: set_train() stands before the loop
    return loss


def train_plain(batches):
    net = Plain()
    loss_fn = nn.MSELoss()
    optimizer = nn.SGD(net.trainable_params(), 0.1)

    def forward(x, y):
        return loss_fn(net(x), y)

    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for x, y in batches:
        loss, grads = grad_fn(x, y)
        optimizer(grads)  # ok: no layer of this network has a mode
    return loss


def train_through_wrapper(batches):
    net = Classifier()
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
    step.set_train()
    for x, y in batches:
        loss = step(x, y)  # ok: the mode of the wrapper reaches the network
    return loss


def fit(dataset):
    net = Classifier()
    model = ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1))
    model.train(1, dataset)  # ok: Model sets the mode itself


def train_unknown(net, optimizer, batches):
    def forward(x, y):
        return ops.mse_loss(net(x), y)

    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for x, y in batches:
        loss, grads = grad_fn(x, y)
        optimizer(grads)  # ok: nothing is known of this network
    return loss
