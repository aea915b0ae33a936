# silent-as: torch
"""More lists of rates that are too short, or long enough."""

import mindspore as ms
import numpy as np
from mindspore import nn

net = nn.Dense(2, 1)
grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, net.trainable_params())


def of_numpy(x):
    rates = [0.1 * 0.9 ** (step // 10) for step in range(100)]
    optimizer = nn.Adam(net.trainable_params(), rates)  # error: MSL307
    for _ in range(10):
        for _ in range(20):
            optimizer(grad_fn(x)[1])


def by_while(x):
    rates = nn.exponential_decay_lr(0.1, 0.9, 8, 2, 1)
    optimizer = nn.SGD(net.trainable_params(), rates)  # error: MSL307
    for _ in range(3):
        for _ in range(3):
            optimizer(grad_fn(x)[1])


def by_model(data):
    rates = nn.warmup_lr(0.1, 5, 1, 5) + [0.1] * 5
    optimizer = nn.SGD(net.trainable_params(), learning_rate=rates)  # error: MSL307
    model = ms.Model(net, nn.MSELoss(), optimizer)
    model.fit(20, data, None)


def long_enough(x):
    rates = nn.exponential_decay_lr(0.1, 0.9, 9, 3, 1)
    optimizer = nn.SGD(net.trainable_params(), rates)  # ok: nine
    for _ in range(3):
        for _ in range(3):
            optimizer(grad_fn(x)[1])


def of_steps(data):
    rates = nn.cosine_decay_lr(0.0, 0.1, 20 * data.get_dataset_size(), data.get_dataset_size(), 20)
    optimizer = nn.SGD(net.trainable_params(), rates)  # ok: as many as steps
    ms.Model(net, nn.MSELoss(), optimizer).train(20, data)


def an_array(data):
    optimizer = nn.SGD(net.trainable_params(), np.linspace(0.1, 0.0, 5).tolist())  # ok: how long is not followed
    ms.Model(net, nn.MSELoss(), optimizer).train(20, data)
