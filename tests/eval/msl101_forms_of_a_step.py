# silent-as: torch mindtorch
"""Every form of a hand-written train step, on networks as they were constructed."""

from collections import OrderedDict
from functools import partial

import mindspore as ms
from mindspore import amp, nn, ops
from mindspore.experimental import optim
from mindspore import mint


class Block(nn.Cell):
    def __init__(self, channels, rate=0.1):
        super().__init__()
        layers = [nn.Dense(channels, channels), nn.ReLU()]
        if rate > 0:
            layers.append(nn.Dropout(p=rate))
        self.layers = nn.SequentialCell(layers)

    def construct(self, x):
        return self.layers(x)


class Deep(nn.Cell):
    def __init__(self, depth=6):
        super().__init__()
        self.blocks = nn.CellList()
        for _ in range(depth):
            self.blocks.append(Block(8))
        self.head = self._make_head(8, 2)

    def _make_head(self, inside, out):
        return nn.SequentialCell(OrderedDict([("norm", nn.BatchNorm1d(inside)), ("fc", nn.Dense(inside, out))]))

    def construct(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x)


class Gated(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)

    def construct(self, x):
        x = self.fc(x)
        if self.training:
            x = x + ops.standard_normal(x.shape)
        return x


def with_grad_operation(data):
    net = Deep()
    loss = nn.MSELoss()
    with_loss = nn.WithLossCell(net, loss)
    opt = nn.Momentum(net.trainable_params(), learning_rate=0.1, momentum=0.9)
    grad = ops.GradOperation(get_by_list=True)(with_loss, opt.parameters)
    for x, y in data:
        opt(grad(x, y))  # error: MSL101


def with_partial(data):
    net = Deep()
    opt = nn.Adam(params=net.trainable_params())

    def forward(x, y):
        return ops.mse_loss(net(x), y)

    make = partial(ms.value_and_grad, grad_position=None, weights=opt.parameters)
    step = make(forward)
    for x, y in data:
        loss, grads = step(x, y)
        grads = ops.clip_by_global_norm(grads, 1.0)
        opt(grads)  # error: MSL101


def with_lambda(data):
    net = nn.SequentialCell(nn.Dense(2, 2), nn.BatchNorm1d(2))
    opt = optim.Adam(net.trainable_params(), lr=0.1)
    step = ms.value_and_grad(lambda x, y: ops.mse_loss(net(x), y), None, net.trainable_params())
    while True:
        for x, y in data:
            (loss, grads) = step(x, y)
            opt(grads)  # error: MSL101
        if loss < 0.1:
            break


class Engine:
    def __init__(self, cfg):
        self.cfg = cfg
        self.net = Deep(cfg.depth)
        self.optimizers = {"main": nn.SGD(self.net.trainable_params(), cfg.lr)}
        self.loss = nn.MSELoss()
        self.grad_fn = ops.value_and_grad(self.forward, None, self.net.trainable_params(), has_aux=True)

    def forward(self, x, y):
        out = self.net(x)
        return self.loss(out, y), out

    def train_one(self, x, y):
        (loss, _), grads = self.grad_fn(x, y)
        loss = ops.depend(loss, self.optimizers["main"](grads))  # error: MSL101
        return loss

    def run(self, data):
        for x, y in data:
            self.train_one(x, y)


def direct_cell(data):
    net = Gated()
    cell = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
    for x, y in data:
        cell(x, y)  # error: MSL101


def loss_scaled(data):
    net = Deep()
    manager = nn.FixedLossScaleUpdateCell(1024)
    cell = nn.TrainOneStepWithLossScaleCell(nn.WithLossCell(net, nn.MSELoss()), nn.Adam(net.trainable_params()), manager)
    for x, y in data:
        loss, overflow, scale = cell(x, y)  # error: MSL101


class OwnStep(nn.TrainOneStepCell):
    def __init__(self, network, optimizer, clip=1.0):
        super().__init__(network, optimizer)
        self.clip = clip
        self.hyper_map = ops.HyperMap()

    def construct(self, *inputs):
        loss = self.network(*inputs)
        grads = self.grad(self.network, self.weights)(*inputs, self.sens)
        grads = self.hyper_map(ops.partial(ops.clip_by_norm, self.clip), grads)
        grads = self.grad_reducer(grads)
        return ops.depend(loss, self.optimizer(grads))  # error: MSL101


class PlainStep(nn.TrainOneStepCell):
    def __init__(self, network, optimizer):
        super(PlainStep, self).__init__(network, optimizer)


def own_cells(data):
    net = Deep()
    first = OwnStep(nn.WithLossCell(net, nn.MSELoss()), nn.Adam(net.trainable_params()))
    for x, y in data:
        first(x, y)


def plain_own(data):
    net = Deep()
    step = PlainStep(nn.WithLossCell(net, nn.MSELoss()), nn.Adam(net.trainable_params()))
    for x, y in data:
        step(x, y)  # error: MSL101


def compiled(data):
    net = Deep()
    opt = optim.SGD(net.trainable_params(), lr=0.1)
    grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)

    @ms.jit
    def step(x):
        loss, grads = grad_fn(x)
        opt(grads)  # error: MSL101
        return loss

    for x, _ in data:
        step(x)


def mint_net(data):
    net = nn.SequentialCell(mint.nn.Linear(4, 4), mint.nn.Dropout(0.3))
    opt = mint.optim.AdamW(net.trainable_params(), lr=0.1)
    grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)
    for x, _ in data:
        _, grads = grad_fn(x)
        opt(grads)  # error: MSL101


def scaled(data):
    net = amp.auto_mixed_precision(Deep(), "O2")
    opt = nn.AdamWeightDecay(net.trainable_params())
    scaler = amp.DynamicLossScaler(1024, 2, 50)

    def forward(x, y):
        return scaler.scale(ops.mse_loss(net(x), y))

    grad_fn = ms.value_and_grad(forward, None, opt.parameters)
    for x, y in data:
        loss, grads = grad_fn(x, y)
        ok = amp.all_finite(grads)
        if ok:
            grads = scaler.unscale(grads)
            opt(grads)  # error: MSL101
        scaler.adjust(ok)


def evaluated_after(data):
    net = Deep()
    opt = nn.SGD(net.trainable_params(), 0.1)
    grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)
    for epoch in range(10):
        for x, _ in data:
            _, grads = grad_fn(x)
            opt(grads)  # error: MSL101
        net.set_train(False)
        for x, _ in data:
            net(x)


class Gen(nn.Cell):
    def __init__(self):
        super().__init__()
        self.net = nn.SequentialCell(nn.Dense(4, 4), nn.BatchNorm1d(4))

    def construct(self, z):
        return self.net(z)


class Disc(nn.Cell):
    def __init__(self):
        super().__init__()
        self.net = nn.SequentialCell(nn.Dense(4, 1), nn.Dropout(p=0.3))

    def construct(self, x):
        return self.net(x)


def gan(data):
    generator, discriminator = Gen(), Disc()
    generator.set_train()
    opt_g = nn.Adam(generator.trainable_params(), 1e-4)
    opt_d = nn.Adam(discriminator.trainable_params(), 1e-4)

    def g_forward(z):
        return -discriminator(generator(z)).mean()

    def d_forward(x, z):
        return discriminator(x).mean() - discriminator(ops.stop_gradient(generator(z))).mean()

    g_grad = ms.value_and_grad(g_forward, None, opt_g.parameters)
    d_grad = ms.value_and_grad(d_forward, None, opt_d.parameters)
    for x, z in data:
        _, grads = d_grad(x, z)
        opt_d(grads)  # error: MSL101
        _, grads = g_grad(z)
        opt_g(grads)  # ok: the generator is in training mode


MODELS = {"deep": Deep, "gated": Gated}


def create(name, **kwargs):
    return MODELS[name](**kwargs)


def accumulate(data):
    net = create("deep", depth=3)
    opt = nn.SGD(net.trainable_params(), 0.1)
    grad_fn = ms.grad(lambda x: net(x).sum(), None, opt.parameters)
    total = None
    for i, (x, _) in enumerate(data):
        grads = grad_fn(x)
        total = grads if total is None else ops.HyperMap()(ops.add, total, grads)
        if (i + 1) % 4 == 0:
            opt(total)  # error: MSL101
            total = None


def forward_value(data):
    net = Deep()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fv = nn.ForwardValueAndGrad(nn.WithLossCell(net, nn.MSELoss()), weights=net.trainable_params(), get_by_list=True)
    for x, y in data:
        loss, grads = fv(x, y)
        opt(grads)  # error: MSL101


def sink(data):
    net = Deep()
    opt = nn.SGD(net.trainable_params(), 0.1)
    grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)

    def step(x):
        _, grads = grad_fn(x)
        opt(grads)  # error: MSL101

    process = ms.data_sink(step, data, sink_size=1)
    for _ in range(100):
        process()


def build(lr):
    net = Deep()
    return net, nn.SGD(net.trainable_params(), lr)


def epoch(net, opt, data):
    def forward(x):
        return net(x).sum()

    fn = ms.value_and_grad(forward, None, opt.parameters)
    for x, _ in data:
        _, grads = fn(x)
        opt(grads)  # error: MSL101


if __name__ == "__main__":
    the_net, the_opt = build(0.1)
    for _ in range(3):
        epoch(the_net, the_opt, load_data())


def norm_inside_a_layer(data):
    net = nn.SequentialCell(nn.Dense(4, 4), nn.DenseBnAct(4, 4, has_bn=True), nn.Dense(4, 1))
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)
    for x in data:
        _, g = fn(x)
        opt(g)  # error: MSL101


def no_norm_inside_a_layer(data):
    net = nn.SequentialCell(nn.Dense(4, 4), nn.DenseBnAct(4, 4), nn.Dense(4, 1))
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: has_bn is False by default


class Named(nn.Cell):
    def __init__(self):
        super().__init__()
        self.parts = nn.CellDict([["fc", nn.Dense(4, 4)], ["norm", nn.BatchNorm1d(4)]])
        self.parts["out"] = nn.Dense(4, 1)

    def construct(self, x):
        return self.parts["out"](self.parts["norm"](self.parts["fc"](x)))


def cells_by_name(data):
    net = Named()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)
    for x in data:
        _, g = fn(x)
        opt(g)  # error: MSL101


def cells_by_name_are_reached(data):
    net = Named()
    net.set_train()
    opt = nn.SGD(net.trainable_params(), 0.1)
    fn = ms.value_and_grad(lambda x: net(x).sum(), None, opt.parameters)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: set_train() reaches what a CellDict holds


def cells_in_a_dictionary(data):
    parts = nn.CellDict({"fc": nn.Dense(4, 4), "drop": nn.Dropout(p=0.5)})
    for part in parts.values():
        part.set_train()
    opt = nn.SGD(parts.trainable_params(), 0.1)
    fn = ms.value_and_grad(lambda x: parts["drop"](parts["fc"](x)).sum(), None, opt.parameters)
    for x in data:
        _, g = fn(x)
        opt(g)  # ok: each of them is set
