# silent-as: torch
"""Weights that get other data between two steps."""

import sys

import mindspore as ms
from mindspore import nn, ops
from mindspore.experimental import optim


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2, 1)

    def construct(self, x):
        return self.dense(x).sum()


def train_epoch(grad_fn, optimizer, batches):
    for x in batches:
        _, grads = grad_fn(x)
        optimizer(grads)


def back_to_the_best(batches, best, epochs):
    net = Net()
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for _ in range(epochs):
        train_epoch(grad_fn, optimizer, batches)
        if best.is_better():
            ms.load_param_into_net(net, best.parameters)  # error: MSL309@13


def from_file(batches, epochs):
    net = Net()
    optimizer = nn.Adam(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for _ in range(epochs):
        train_epoch(grad_fn, optimizer, batches)
        ms.load_checkpoint("best.ckpt", net)  # error: MSL309


def averaged(batches, shadow, epochs):
    net = Net()
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for _ in range(epochs):
        train_epoch(grad_fn, optimizer, batches)
        for parameter, average in zip(net.trainable_params(), shadow):
            parameter.set_data(average)  # error: MSL309


def clipped(batches):
    critic = Net()
    optimizer = nn.RMSProp(critic.trainable_params(), 5e-5)
    grad_fn = ms.value_and_grad(critic, None, optimizer.parameters)
    for x in batches:
        _, grads = grad_fn(x)
        optimizer(grads)
        for parameter in critic.trainable_params():
            parameter.set_data(ops.clip_by_value(parameter, -0.01, 0.01))  # error: MSL309


def through_optimizer(batches):
    net = Net()
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    cell = nn.TrainOneStepCell(net, optimizer)
    for x in batches:
        cell(x)
        for parameter in optimizer.parameters:
            parameter.assign_value(parameter * 0.5)  # error: MSL309


def one_part(batches, pretrained):
    net = Net()
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    train_epoch(grad_fn, optimizer, batches)
    ms.load_param_into_net(net.dense, pretrained)  # error: MSL309
    train_epoch(grad_fn, optimizer, batches)


def restore(network, saved):
    ms.load_param_into_net(network, saved)  # error: MSL309


class Trainer:
    def __init__(self, network):
        self.network = network
        self.optimizer = nn.Adam(network.trainable_params(), 1e-3)
        self.cell = nn.TrainOneStepCell(network, self.optimizer)

    def run(self, batches, epochs):
        for _ in range(epochs):
            for x in batches:
                self.cell(x)
            restore(self.network, {})


Trainer(Net()).run(sys.argv[1:], 10)


def compiled(batches, saved):
    net = Net()
    optimizer = optim.AdamW(net.trainable_params(), lr=0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)

    @ms.jit
    def step(x):
        loss, grads = grad_fn(x)
        optimizer(grads)
        return loss

    for x in batches:
        step(x)
        ms.load_param_into_net(net, saved)  # error: MSL309


def at_the_start(batches, pretrained):
    net = Net()
    ms.load_param_into_net(net, pretrained)  # ok: nothing is compiled
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for parameter in net.get_parameters():
        parameter.set_data(parameter * 0.5)  # ok: nothing is compiled
    train_epoch(grad_fn, optimizer, batches)


def at_the_end(batches, best, epochs):
    net = Net()
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for epoch in range(epochs):
        train_epoch(grad_fn, optimizer, batches)
        if epoch == epochs - 1:
            ms.load_param_into_net(net, best)  # ok: no step follows
    ms.load_checkpoint("best.ckpt", net)  # ok: no step follows
    return net


def early_stop(batches, best, epochs):
    net = Net()
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for _ in range(epochs):
        train_epoch(grad_fn, optimizer, batches)
        if best.is_found():
            ms.load_param_into_net(net, best.parameters)  # ok: the loop ends
            break


def new_optimizer(batches, saved):
    net = Net()
    for _ in range(3):
        optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
        grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
        train_epoch(grad_fn, optimizer, batches)
        ms.load_param_into_net(net, saved)  # ok: a new optimizer follows


def target_network(batches, epochs):
    net, target = Net(), Net()
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(lambda x: net(x) - target(x), None, optimizer.parameters)
    for _ in range(epochs):
        train_epoch(grad_fn, optimizer, batches)
        ms.load_param_into_net(target, net.parameters_dict())  # ok: the target is not trained
        for ours, theirs in zip(target.get_parameters(), net.get_parameters()):
            ours.set_data(theirs)  # ok: the target is not trained


def statistics_only(batches, epochs):
    net = Net()
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for _ in range(epochs):
        train_epoch(grad_fn, optimizer, batches)
        for parameter in net.get_parameters():
            if "moving_mean" in parameter.name:
                parameter.set_data(parameter * 0.0)  # ok: no weight
        for parameter in net.untrainable_params():
            parameter.set_data(parameter * 0.0)  # ok: no weight


def assigned(batches, shadow, epochs):
    net = Net()
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for _ in range(epochs):
        train_epoch(grad_fn, optimizer, batches)
        for parameter, average in zip(net.trainable_params(), shadow):
            ops.assign(parameter, average)  # ok: assign


def plain_experimental(batches, saved, epochs):
    net = Net()
    optimizer = optim.SGD(net.trainable_params(), lr=0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for _ in range(epochs):
        train_epoch(grad_fn, optimizer, batches)
        ms.load_param_into_net(net, saved)  # ok: this step is not compiled


def unknown(net, optimizer, batches, saved):
    for x in batches:
        optimizer(x)
        ms.load_param_into_net(net, saved)  # ok: anything


def of_a_network_that_is_given(net, batches, epochs):
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for _ in range(epochs):
        train_epoch(grad_fn, optimizer, batches)
        ms.load_checkpoint("best.ckpt", net)  # error: MSL309


class Averaging:
    def __init__(self, net, average):
        self.net = net
        self.average = average
        self.optimizer = nn.Adam(net.trainable_params(), 0.1)
        self.grad_fn = ms.value_and_grad(net, None, self.optimizer.parameters)

    def fit(self, batches, epochs):
        for _ in range(epochs):
            train_epoch(self.grad_fn, self.optimizer, batches)
            for parameter, average in zip(self.net.get_parameters(), self.average.get_parameters()):
                parameter.set_data(average)  # error: MSL309

    def keep(self, batches, epochs):
        for _ in range(epochs):
            train_epoch(self.grad_fn, self.optimizer, batches)
            for parameter, average in zip(self.net.get_parameters(), self.average.get_parameters()):
                average.set_data(0.99 * average + 0.01 * parameter)
            ms.load_param_into_net(self.average, self.net.parameters_dict())


def statistics_of_a_network_that_is_given(net, best, batches, epochs):
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for _ in range(epochs):
        train_epoch(grad_fn, optimizer, batches)
        for name, parameter in net.parameters_and_names():
            if "moving_mean" in name:
                parameter.set_data(best[name])
        for parameter in net.get_parameters():
            if not parameter.requires_grad:
                parameter.set_data(best[parameter.name])


def one_of_two_networks_that_are_given(net, head, batches, epochs):
    optimizer = nn.Momentum(head.trainable_params(), 0.1, 0.9)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for _ in range(epochs):
        train_epoch(grad_fn, optimizer, batches)
        ms.load_checkpoint("backbone.ckpt", net)


def in_the_first_turn(net, batches, begin, epochs):
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for epoch in range(begin, epochs):
        if epoch == begin:
            ms.load_checkpoint("pretrained.ckpt", net)
        train_epoch(grad_fn, optimizer, batches)


def in_the_first_turn_of_all(net, batches, epochs):
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for epoch in range(epochs):
        if not epoch:
            ms.load_checkpoint("pretrained.ckpt", net)
        train_epoch(grad_fn, optimizer, batches)


def in_later_turns(net, batches, epochs):
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for epoch in range(epochs):
        if epoch > 0:
            ms.load_checkpoint("best.ckpt", net)  # error: MSL309
        train_epoch(grad_fn, optimizer, batches)


def rate_of_some_optimizer(batches, rates, names):
    net = Net()
    optimizer = {"sgd": nn.SGD, "adam": nn.Adam}[names.pop()](net.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for rate in rates:
        optimizer.learning_rate.set_data(rate)  # error: MSL304
        train_epoch(grad_fn, optimizer, batches)


def until_it_is_good(net, batches, evaluate):
    optimizer = nn.Adam(net.trainable_params(), 0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    is_done = False
    while not is_done:
        train_epoch(grad_fn, optimizer, batches)
        if evaluate(net) > 0.9:
            is_done = True
            ms.load_checkpoint("best.ckpt", net)


def until_it_is_good_and_back_where_it_is_not(net, batches, evaluate):
    optimizer = nn.Adam(net.trainable_params(), 0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    is_done = False
    while not is_done:
        train_epoch(grad_fn, optimizer, batches)
        if evaluate(net) > 0.9:
            is_done = True
        else:
            ms.load_checkpoint("best.ckpt", net)  # error: MSL309


def part_that_is_frozen(net, batches, epochs):
    for parameter in net.backbone.get_parameters():
        parameter.requires_grad = False
    optimizer = nn.Adam(net.trainable_params(), 0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for _ in range(epochs):
        train_epoch(grad_fn, optimizer, batches)
        ms.load_checkpoint("backbone.ckpt", net.backbone)


def part_that_is_trained(net, batches, epochs):
    optimizer = nn.Adam(net.trainable_params(), 0.1)
    grad_fn = ms.value_and_grad(net, None, optimizer.parameters)
    for _ in range(epochs):
        train_epoch(grad_fn, optimizer, batches)
        ms.load_checkpoint("backbone.ckpt", net.backbone)  # error: MSL309
