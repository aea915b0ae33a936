# silent-as: torch
"""Lists of rates and the number of steps."""

import mindspore as ms
from mindspore import nn

EPOCHS = 60
net = nn.Dense(2, 1)


def forward(x):
    return net(x).sum()


def train(optimizer, epochs, data):
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for _ in range(epochs):
        for x in data:
            optimizer(grad_fn(x)[1])


def written_out(x):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1, 0.05, 0.01])  # error: MSL307
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for _ in range(10):
        optimizer(grad_fn(x)[1])


def positional(x):
    optimizer = nn.Momentum(net.trainable_params(), [0.1, 0.01], 0.9)  # error: MSL307@53
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for _ in range(3):
        optimizer(grad_fn(x)[1])


def one_for_each_epoch(x):
    rates = [0.1] * 30 + [0.01] * 30
    optimizer = nn.Adam(net.trainable_params(), learning_rate=rates)  # error: MSL307
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for _ in range(EPOCHS):
        for _ in range(100):
            optimizer(grad_fn(x)[1])


def by_milestones(x):
    rates = nn.piecewise_constant_lr([10, 20], [0.1, 0.01])
    optimizer = nn.SGD(net.trainable_params(), learning_rate=rates)  # error: MSL307
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for _ in range(21):
        optimizer(grad_fn(x)[1])


def cosine(x):
    steps = 50
    optimizer = nn.SGD(net.trainable_params(), nn.cosine_decay_lr(0.0, 0.1, steps, 10, 5))  # error: MSL307
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for _ in range(EPOCHS):
        optimizer(grad_fn(x)[1])


def warmed(x):
    rates = nn.warmup_lr(0.1, 5, 5, 1) + nn.cosine_decay_lr(0.0, 0.1, total_step=5, step_per_epoch=1, decay_epoch=5)
    optimizer = nn.SGD(net.trainable_params(), learning_rate=rates)  # error: MSL307
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for _ in range(11):
        optimizer(grad_fn(x)[1])


def through_a_function(data):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 10)  # error: MSL307
    train(optimizer, 20, data)


def long_enough(x):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 10)  # ok: ten steps
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for _ in range(10):
        optimizer(grad_fn(x)[1])


def unknown_count(data):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 10)  # ok: how many is not known
    train(optimizer, 10, data)


def unknown_length(x, rates):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=rates)  # ok: anything
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for _ in range(100):
        optimizer(grad_fn(x)[1])


def appended(x):
    rates = []
    for epoch in range(EPOCHS):
        rates.append(0.1 / (epoch + 1))
    optimizer = nn.SGD(net.trainable_params(), learning_rate=rates)  # ok: longer than it looks
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for _ in range(EPOCHS):
        optimizer(grad_fn(x)[1])


def left_early(x):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 10)  # ok: the loop may be left
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for _ in range(100):
        loss, grads = grad_fn(x)
        optimizer(grads)
        if loss < 0.1:
            break


def accumulated(x):
    optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 10)  # ok: not in every turn
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for step in range(40):
        _, grads = grad_fn(x)
        if step % 4 == 3:
            optimizer(grads)


def schedule(x):
    optimizer = nn.SGD(net.trainable_params(), nn.CosineDecayLR(0.0, 0.1, 10))  # ok: computed, no end
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for _ in range(100):
        optimizer(grad_fn(x)[1])


def new_each_time(x):
    for _ in range(100):
        optimizer = nn.SGD(net.trainable_params(), learning_rate=[0.1] * 2)  # ok: two steps each
        grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
        for _ in range(2):
            optimizer(grad_fn(x)[1])


def either(x, is_long):
    rates = [0.1] * 100 if is_long else [0.1] * 10
    optimizer = nn.SGD(net.trainable_params(), learning_rate=rates)  # ok: may be long enough
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for _ in range(50):
        optimizer(grad_fn(x)[1])
