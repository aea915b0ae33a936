# silent-as: torch
"""Rates that callbacks of Model.train set, which runs them between its steps."""

import mindspore as ms
from mindspore import nn, ops
from mindspore.train import Callback, LossMonitor

net = nn.SequentialCell(nn.Dense(2, 4), nn.Dropout(p=0.1), nn.Dense(4, 1))


class Stale(Callback):
    def __init__(self, optimizer):
        super().__init__()
        self.optimizer = optimizer

    def on_train_epoch_end(self, run_context):
        epoch = run_context.original_args().cur_epoch_num
        self.optimizer.learning_rate.set_data(ms.Tensor(0.1 * 0.9**epoch, ms.float32))  # error: MSL304


class Ignored(Callback):
    def __init__(self, optimizer):
        super().__init__()
        self.optimizer = optimizer

    def step_begin(self, run_context):
        self.optimizer.lr = 0.1 / run_context.original_args().cur_step_num  # error: MSL303


class Best(Callback):
    def __init__(self, network, best):
        super().__init__()
        self.network, self.best = network, best

    def epoch_end(self, run_context):
        ms.load_param_into_net(self.network, self.best)  # error: MSL309


class Assigned(Callback):
    def __init__(self, optimizer):
        super().__init__()
        self.optimizer = optimizer

    def on_train_epoch_begin(self, run_context):
        ops.assign(self.optimizer.learning_rate, 0.01)  # ok: assign


class AtTheEnd(Callback):
    def __init__(self, network, best):
        super().__init__()
        self.network, self.best = network, best

    def on_train_end(self, run_context):
        ms.load_param_into_net(self.network, self.best)  # ok: no step follows


class Evaluating(Callback):
    def __init__(self, model, data):
        super().__init__()
        self.model, self.data = model, data

    def on_train_epoch_end(self, run_context):
        print(self.model.eval(self.data))  # ok: the Model sets the mode


class Watching:
    """No callback of any library."""

    def epoch_end(self, optimizer):
        optimizer.learning_rate.set_data(ms.Tensor(0.1))  # ok: nothing hands it to a Model


def train(callback_class, data):
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    model = ms.Model(net, nn.MSELoss(), optimizer, metrics={"loss"})
    model.train(10, data, callbacks=[LossMonitor(), callback_class(optimizer)])
    return model


def stale(data):
    train(Stale, data)


def ignored(data):
    train(Ignored, data)


def assigned(data):
    train(Assigned, data)


def best(data, found):
    optimizer = nn.Adam(net.trainable_params(), 1e-3)
    model = ms.Model(net, nn.MSELoss(), optimizer)
    model.fit(10, data, data, callbacks=[Best(net, found)])


def evaluated(data, found):
    optimizer = nn.Adam(net.trainable_params(), 1e-3)
    model = ms.Model(net, nn.MSELoss(), optimizer, metrics={"loss"})
    model.train(10, data, callbacks=[Evaluating(model, data), AtTheEnd(net, found)])
    grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)
    net.set_train()
    optimizer(grad_fn(data)[1])  # ok: set above
