"""Lists of rates and the steps of Model.train."""

import mindspore as ms
import mindspore.dataset as ds
import numpy as np
from mindspore import Model, nn
from mindspore.train import LossMonitor, TimeMonitor

EPOCHS = 10
net = nn.Dense(2, 1)
loss_fn = nn.MSELoss()
inputs, labels = np.ones((32, 2), np.float32), np.zeros((32, 1), np.float32)


def one_for_each_epoch(data):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 5)  # error: MSL307
    Model(net, loss_fn, optimizer).train(EPOCHS, data)


def epochs_without_batches():
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * EPOCHS)  # error: MSL307
    data = ds.NumpySlicesDataset((inputs, labels), ["x", "y"]).batch(8)
    model = Model(net, loss_fn, optimizer)
    model.train(EPOCHS, data, dataset_sink_mode=False)


def watched():
    rates = nn.cosine_decay_lr(0.0, 0.1, 30, 10, 3)
    optimizer = nn.Momentum(net.trainable_params(), rates, 0.9)  # error: MSL307
    data = ds.NumpySlicesDataset({"x": inputs, "y": labels}, shuffle=False)
    data = data.map(lambda x: x, "x")
    data = data.batch(batch_size=10, drop_remainder=True)
    model = ms.Model(network=net, loss_fn=loss_fn, optimizer=optimizer, metrics={"loss"})
    model.train(11, data, callbacks=[LossMonitor(), TimeMonitor(data_size=4)])


def fitted():
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 64)  # error: MSL307
    rows = [(np.ones(2, np.float32), np.ones(1, np.float32)), (np.zeros(2, np.float32), np.ones(1, np.float32))]
    data = ds.GeneratorDataset(rows, ["x", "y"]).repeat(20).batch(4)
    Model(net, loss_fn, optimizer, metrics={"loss"}).fit(7, data)


def made_elsewhere():
    data = ds.NumpySlicesDataset(np.random.randn(64, 2).astype(np.float32), ["x"], shuffle=True)
    return data.batch(16)


class Trainer:
    def __init__(self, network):
        self.optimizer = nn.SGD(network.trainable_params(), learning_rate=[0.1] * 8)  # error: MSL307
        self.model = Model(network, loss_fn, self.optimizer)

    def run(self):
        self.model.train(3, made_elsewhere())


def several_times(data):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 10)  # error: MSL307
    model = Model(net, loss_fn, optimizer)
    for _ in range(12):
        model.train(1, data)


def enough():
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 40)  # ok: four batches in ten epochs
    data = ds.NumpySlicesDataset((inputs, labels), ["x", "y"]).batch(8)
    Model(net, loss_fn, optimizer).train(EPOCHS, data)


def remainder():
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 6)  # ok: the rest of the rows is dropped
    data = ds.NumpySlicesDataset((inputs, labels), ["x", "y"]).batch(10, True)
    Model(net, loss_fn, optimizer).train(2, data)


def unknown_data(data):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * EPOCHS)  # ok: may have one batch
    Model(net, loss_fn, optimizer).train(EPOCHS, data)


def unknown_epochs(epochs):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 2)  # ok: may be few
    Model(net, loss_fn, optimizer).train(epochs, made_elsewhere())


def default_epochs(epochs=90):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 2)  # ok: another number may be given
    Model(net, loss_fn, optimizer).train(epochs, made_elsewhere())


def stopped(data):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 2)  # ok: may be stopped early
    Model(net, loss_fn, optimizer).train(EPOCHS, data, callbacks=[ms.EarlyStopping()])


def given_callbacks(data, callbacks):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 2)  # ok: may be stopped early
    Model(net, loss_fn, optimizer).train(EPOCHS, data, callbacks)


def in_parts(data):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 2)  # ok: an epoch is another thing
    Model(net, loss_fn, optimizer).train(EPOCHS, data, dataset_sink_mode=True, sink_size=1)


def scaled(data):
    manager = ms.amp.DynamicLossScaleManager()
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 2)  # ok: steps with an overflow are left out
    Model(net, loss_fn, optimizer, loss_scale_manager=manager).train(EPOCHS, data)


def sharded(rank):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 8)  # ok: a part of the rows
    data = ds.NumpySlicesDataset((inputs, labels), ["x", "y"], num_shards=8, shard_id=rank).batch(4)
    Model(net, loss_fn, optimizer).train(2, data)


def resumed(data):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 2)  # ok: not all epochs are left
    Model(net, loss_fn, optimizer).train(EPOCHS, data, initial_epoch=9)


class OwnModel:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def train(self, epochs, data):
        return epochs


def own(data):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 2)  # ok: a class of the project
    OwnModel(optimizer).train(EPOCHS, data)
