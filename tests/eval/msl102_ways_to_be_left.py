# silent-as: torch mindtorch
"""Inference mode that lasts into a train step."""

import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self, rate=0.5):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.drop = nn.Dropout(p=rate)

    def construct(self, x):
        return self.drop(self.fc(x))


def fn_for(net, opt):
    return ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)


def evaluate(model, data):
    model.set_train(False)
    return sum(model(x) for x in data)


def every_few(data, args):
    net = Net()
    net.set_train()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for epoch in range(args.epochs):
        for x in data:
            _, g = fn(x)
            opt(g)  # error: MSL102
        if (epoch + 1) % args.interval == 0:
            evaluate(net, data)


def sanity_first(data):
    net = Net()
    print(evaluate(net, data))
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # error: MSL102


def model_eval(data):
    net = Net()
    opt = nn.SGD(net.trainable_params(), 0.1)
    model = ms.Model(net, nn.MSELoss(), opt, metrics={"acc"})
    fn = fn_for(net, opt)
    for epoch in range(20):
        for x in data:
            _, g = fn(x)
            opt(g)  # error: MSL102
        model.eval(data)


def model_predict(data):
    net = Net()
    net.set_train()
    opt = nn.SGD(net.trainable_params(), 0.1)
    model = ms.Model(net)
    model.predict(data[0])
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # error: MSL102


class Loop:
    def __init__(self):
        self.net = Net()
        self.net.set_train()
        self.opt = nn.SGD(self.net.trainable_params(), 0.1)
        self.fn = fn_for(self.net, self.opt)

    def train_epoch(self, data):
        for x in data:
            _, g = self.fn(x)
            self.opt(g)  # error: MSL102

    def validate(self, data):
        self.net.set_train(False)
        return sum(self.net(x) for x in data)

    def fit(self, data, epochs):
        for epoch in range(epochs):
            self.train_epoch(data)
            if epoch > 2:
                self.validate(data)


def through_wrapper(data):
    net = Net()
    loss_net = nn.WithLossCell(net, nn.MSELoss())
    step = nn.TrainOneStepCell(loss_net, nn.SGD(net.trainable_params(), 0.1))
    step.set_train()
    eval_net = nn.WithEvalCell(net, nn.MSELoss())
    for epoch in range(5):
        for x, y in data:
            step(x, y)  # error: MSL102
        eval_net.set_train(False)
        for x, y in data:
            eval_net(x, y)


def while_loop(data):
    net = Net()
    net.set_train()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    best, stale = 0, 0
    while stale < 5:
        for x in data:
            _, g = fn(x)
            opt(g)  # error: MSL102
        score = evaluate(net, data)
        if score > best:
            best, stale = score, 0
        else:
            stale += 1


def nested(data):
    net = Net()
    net.set_train()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for epoch in range(5):
        for step, x in enumerate(data):
            _, g = fn(x)
            opt(g)  # error: MSL102
            if step % 100 == 0:
                evaluate(net, data)


def never(data):
    net = Net()
    net.set_train(mode=False)
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # error: MSL102


def right(data):
    net = Net()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for epoch in range(9):
        net.set_train()
        for x in data:
            _, g = fn(x)
            opt(g)  # ok: set at the start of every epoch
        evaluate(net, data)
