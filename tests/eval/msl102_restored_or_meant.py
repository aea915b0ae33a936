"""Inference mode that ends before the step, or is meant."""

from contextlib import ExitStack

import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self, rate=0.5):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.norm = nn.BatchNorm1d(4)
        self.drop = nn.Dropout(p=rate)

    def construct(self, x):
        return self.drop(self.norm(self.fc(x)))


def fn_for(net, opt):
    return ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)


def evaluate(model, data):
    model.set_train(False)
    result = sum(model(x) for x in data)
    model.set_train(True)
    return result


def evaluate_early(model, data):
    model.set_train(False)
    if not data:
        model.set_train()
        return None
    result = sum(model(x) for x in data)
    model.set_train()
    return result


def restore(data):
    net = Net()
    net.set_train()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for epoch in range(30):
        for x in data:
            _, g = fn(x)
            opt(g)  # ok: evaluate restores the mode on every way out
        evaluate(net, data)
        evaluate_early(net, data)


def phases(data):
    net = Net()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for epoch in range(30):
        for phase in ["train", "val"]:
            if phase == "train":
                net.set_train(True)
            else:
                net.set_train(False)
            for x in data[phase]:
                if phase == "train":
                    _, g = fn(x)
                    opt(g)  # ok: each phase has its mode
                else:
                    net(x)


def by_flag(data, is_train):
    net = Net()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    if is_train:
        net.set_train(True)
    else:
        net.set_train(False)
    for x in data:
        if is_train:
            _, g = fn(x)
            opt(g)  # ok: the same flag decides mode and step


def run_epoch(net, data, fn, opt, train):
    net.set_train(train)
    for x in data:
        if train:
            _, g = fn(x)
            opt(g)  # ok: the argument is the mode
        else:
            net(x)


def fit(data):
    net = Net()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for epoch in range(9):
        run_epoch(net, data, fn, opt, True)
        run_epoch(net, data, fn, opt, False)


def last_only(data, epochs):
    net = Net()
    net.set_train()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for epoch in range(epochs):
        for x in data:
            _, g = fn(x)
            opt(g)  # ok: the evaluation is in the last iteration
        if epoch == epochs - 1:
            net.set_train(False)
            net(data[0])


def early_stop(data):
    net = Net()
    net.set_train()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for epoch in range(100):
        for x in data:
            loss, g = fn(x)
            opt(g)  # ok: the loop ends after it
        if loss < 0.1:
            net.set_train(False)
            break
    return net


def frozen_backbone(data):
    net = nn.SequentialCell(Net(), nn.Dense(4, 2), nn.Dropout(p=0.2))
    net.set_train()
    net[0].set_train(False)
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: a part that is frozen on purpose


class FineTune(nn.Cell):
    def __init__(self):
        super().__init__()
        self.backbone = Net()
        self.head = nn.Dense(4, 2)

    def set_train(self, mode=True):
        super().set_train(mode)
        self.backbone.set_train(False)
        return self

    def construct(self, x):
        return self.head(self.backbone(x))


def fine_tune(data):
    net = FineTune()
    net.set_train()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: its set_train freezes a part on purpose


def only_norms(data):
    net = Net()
    net.set_train()
    for _, cell in net.cells_and_names():
        if isinstance(cell, nn.BatchNorm1d):
            cell.set_train(False)
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: the norms are frozen on purpose


def separate(data):
    net, shadow = Net(), Net()
    net.set_train()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for epoch in range(10):
        for x in data:
            _, g = fn(x)
            opt(g)  # ok: another network is evaluated
        shadow.set_train(False)
        shadow(data[0])


class Runner:
    def __init__(self, mode):
        self.net = Net()
        self.mode = mode
        self.opt = nn.SGD(self.net.trainable_params(), 0.1)
        self.fn = fn_for(self.net, self.opt)
        if self.mode == "train":
            self.net.set_train()
        else:
            self.net.set_train(False)

    def train(self, data):
        for x in data:
            _, g = self.fn(x)
            self.opt(g)  # ok: mode and step are chosen elsewhere

    def test(self, data):
        self.net.set_train(False)
        return [self.net(x) for x in data]


def exported(data):
    net = Net()
    net.set_train()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for epoch in range(5):
        for x in data:
            _, g = fn(x)
            opt(g)  # ok: the export comes after training
        ms.save_checkpoint(net, "x.ckpt")
    ms.export(net.set_train(False), data[0], file_name="x", file_format="MINDIR")


def returns_early(args, data):
    net = Net()
    if args.eval_only:
        net.set_train(False)
        return net(data)
    net.set_train()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: the evaluating path has returned


def matched(phase, data):
    net = Net()
    match "train":
        case "train" | "fit":
            net.set_train()
        case _:
            net.set_train(False)
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: the first case fits


def matched_twice(phase, data):
    net = Net()
    match phase:
        case "train":
            net.set_train()
        case "eval":
            net.set_train(False)
    if phase == "train":
        opt = nn.SGD(net.trainable_params(), 0.1)
        fn = fn_for(net, opt)
        for x in data:
            _, g = fn(x)
            opt(g)  # ok: the same phase as above


def matched_wrongly(phase, data):
    net = Net()
    match phase:
        case "train" if len(data) > 1:
            net.set_train()
        case other:
            net.set_train(False)
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # error: MSL102


def style_transfer(data):
    net = Net()
    net.set_train(False)
    image = ms.Parameter(ops.ones((4, 4)), name="image")
    opt = nn.Adam([image], 0.01)
    fn = ms.value_and_grad(lambda: net(image).sum(), None, opt.parameters)
    for _ in data:
        _, g = fn()
        opt(g)  # ok: the image alone is trained


def perturbation(data):
    net = Net()
    net.set_train(False)
    params = ms.ParameterTuple([ms.Parameter(ops.ones((4, 4)), name="delta")])
    opt = nn.Momentum(params, 0.01, 0.9)
    fn = ms.grad(lambda x: net(x + params[0]).sum(), None, params)
    for x in data:
        opt(fn(x))  # ok: the perturbation alone is trained


def prompt_and_network(data):
    net = Net()
    net.set_train(False)
    prompt = ms.Parameter(ops.ones((4, 4)), name="prompt")
    opt = nn.Adam([prompt, *net.trainable_params()], 0.01)
    fn = ms.value_and_grad(lambda x: net(x + prompt).sum(), None, opt.parameters)
    for x in data:
        _, g = fn(x)
        opt(g)  # error: MSL102


def restored_by_callback(data):
    net = Net()
    net.set_train()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: the stack calls what it was given at its end
        with ExitStack() as stack:
            stack.callback(lambda: net.set_train(True))
            net.set_train(False)
            net(x)


def head_alone(data):
    net = Net()
    net.set_train(False)
    opt = nn.SGD([p for p in net.trainable_params() if p.name.startswith("fc.")], 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: the layers that depend on the mode may be left out


def two_groups(data):
    net = Net()
    net.set_train(False)
    norms = [p for p in net.trainable_params() if "norm" in p.name]
    others = [p for p in net.trainable_params() if "norm" not in p.name]
    opt = nn.SGD([{"params": norms, "weight_decay": 0.0}, {"params": others}], 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # error: MSL102


def control(data):
    net = Net()
    net.set_train(False)
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = fn_for(net, opt)
    for x in data:
        _, g = fn(x)
        opt(g)  # error: MSL102
