"""Whole training scripts, as people write them."""

import argparse
import mindspore as ms
from mindspore import nn, ops, Tensor
from mindspore.experimental import optim


class Net(nn.Cell):
    def __init__(self, num_classes=10, drop=0.2, norm=None):
        super().__init__()
        norm = norm or nn.BatchNorm2d
        self.layer1 = self._layer(3, 16, norm, 2)
        self.layer2 = self._layer(16, 32, norm, 3)
        self.pool = ops.ReduceMean(keep_dims=True)
        self.fc = nn.Dense(32, num_classes)
        self.dropout = nn.Dropout(p=drop) if drop else nn.Identity()

    def _layer(self, a, b, norm, n):
        layers = []
        for i in range(n):
            layers += [nn.Conv2d(a if i == 0 else b, b, 3), norm(b), nn.ReLU()]
        return nn.SequentialCell(*layers)

    def construct(self, x):
        x = self.layer2(self.layer1(x))
        return self.fc(self.dropout(x.mean((2, 3))))


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--amp", action="store_true")
    p.add_argument("--lr", type=float, default=0.1)
    p.add_argument("--opt", default="adam")
    return p.parse_args()


def get_opt(name, params, lr):
    if name == "adam":
        return nn.Adam(params, lr)
    elif name == "sgd":
        return nn.SGD(params, lr)
    raise ValueError(name)


class AverageMeter:
    def __init__(self):
        self.sum = self.n = 0

    def update(self, v, n=1):
        self.sum += v
        self.n += n


def train_one_epoch(epoch, step_fn, loader, meter):
    for i, (x, y) in enumerate(loader):
        loss = step_fn(x, y)
        meter.update(float(loss), x.shape[0])
        if i % 10 == 0:
            print(f"{epoch} {i} {loss}")


def main():
    args = parse()
    net = Net()
    if args.amp:
        net = ms.amp.auto_mixed_precision(net, "O1")
    params = [p for p in net.trainable_params() if "bias" not in p.name]
    rest = [p for p in net.trainable_params() if "bias" in p.name]
    opt = get_opt(args.opt, [{"params": params, "weight_decay": 1e-4}, {"params": rest}], args.lr)
    loss_fn = nn.CrossEntropyLoss()

    def forward(x, y):
        logits = net(x)
        return loss_fn(logits, y), logits

    grad_fn = ms.value_and_grad(forward, None, opt.parameters, has_aux=True)

    @ms.jit
    def train_step(x, y):
        (loss, _), grads = grad_fn(x, y)
        opt(grads)  # error: MSL101
        return loss

    for epoch in range(10):
        train_one_epoch(epoch, train_step, make_loader(), AverageMeter())


class Lightning:
    net: nn.Cell

    def configure(self):
        self.net = Net()
        self.opt = nn.Adam(self.net.trainable_params())
        self.grad = ops.GradOperation(get_by_list=True)
        self.weights = ms.ParameterTuple(self.net.trainable_params())

    def loss(self, x):
        return self.net(x).sum()

    def step(self, x):
        grads = self.grad(self.loss, self.weights)(x)
        self.opt(grads)  # error: MSL101

    def run(self, data):
        self.configure()
        for x in data:
            self.step(x)


class WithLoss(nn.Cell):
    def __init__(self, a, b):
        super().__init__(auto_prefix=False)
        self.a, self.b = a, b

    def construct(self, x):
        return self.b(self.a(x)).mean()


class TwoStep(nn.Cell):
    def __init__(self, g, d, og, od):
        super().__init__(auto_prefix=False)
        self.g, self.d = WithLoss(g, d), WithLoss(d, g)
        self.og, self.od = og, od
        self.grad = ops.GradOperation(get_by_list=True)
        self.wg, self.wd = og.parameters, od.parameters

    def construct(self, x):
        lg = self.g(x)
        gg = self.grad(self.g, self.wg)(x)
        lg = ops.depend(lg, self.og(gg))  # error: MSL101
        ld = self.d(x)
        gd = self.grad(self.d, self.wd)(x)
        return lg, ops.depend(ld, self.od(gd))  # ok: the second was set


def gan(data):
    g, d = Net(), Net()
    d.set_train()
    step = TwoStep(g, d, nn.Adam(g.trainable_params()), nn.Adam(d.trainable_params()))
    for x in data:
        step(x)


def namedtuple_like(data):
    from types import SimpleNamespace
    state = SimpleNamespace(net=Net(), step=0)
    state.opt = optim.AdamW(state.net.trainable_params(), lr=0.1)
    state.fn = ms.value_and_grad(lambda x: state.net(x).sum(), None, state.opt.parameters)
    for x in data:
        _, grads = state.fn(x)
        norm = ops.norm(grads[0])
        state.opt(tuple(ops.clip_by_value(g, -1, 1) for g in grads))  # error: MSL101


def transfer(data):
    net = Net()
    param_dict = ms.load_checkpoint("x.ckpt")
    ms.load_param_into_net(net, param_dict)
    for name, p in net.parameters_and_names():
        if "fc" not in name:
            p.requires_grad = False
    net.fc = nn.Dense(32, 2)
    opt = nn.Momentum([p for p in net.get_parameters() if p.requires_grad], 0.1, 0.9)
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), opt)
    for x, y in data:
        step(x, y)  # ok: partly frozen, perhaps on purpose


if __name__ == "__main__":
    main()
    Lightning().run(make_loader())
