# silent-as: torch mindtorch
import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.backbone = nn.SequentialCell(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.Conv2d(8, 8, 3))
        self.neck = nn.Dense(8, 8)
        self.head = nn.Dense(8, 2)

    def construct(self, x):
        return self.head(self.neck(self.backbone(x).mean((2, 3))))


net = Net().set_train()


def forward(x):
    return net(x).sum()


def train(grad_fn, optimizer, x):
    """A step."""
    loss, gradients = grad_fn(x)
    optimizer(gradients)
    return loss


def by_parts(x):
    groups = [{"params": net.head.trainable_params(), "lr": 0.1}, {"params": net.backbone.trainable_params()}]
    grad_fn = ms.value_and_grad(forward, None, net.trainable_params())  # error: MSL213@15
    train(grad_fn, nn.SGD(groups, 0.01), x)


def by_names(x):
    head = [p for p in net.trainable_params() if "head" in p.name]
    rest = [p for p in net.trainable_params() if "head" not in p.name]
    optimizer = nn.Adam([{"params": head, "lr": 1e-2}, {"params": rest}], 1e-3)
    grad_fn = ops.value_and_grad(forward, None, ms.ParameterTuple(net.trainable_params()))  # error: MSL213
    train(grad_fn, optimizer, x)


def by_kind_in_a_loop(x):
    decayed, others = [], []
    for p in net.trainable_params():
        if p.ndim <= 1 or p.name.endswith(".bias"):
            others.append(p)
        else:
            decayed.append(p)
    groups = [{"params": decayed, "weight_decay": 1e-4}, {"params": others, "weight_decay": 0.0}]
    grad_fn = ms.value_and_grad(forward, None, net.trainable_params())  # error: MSL213
    train(grad_fn, nn.Momentum(groups, 0.1, 0.9), x)


def filtered(x):
    norms = list(filter(lambda p: "gamma" in p.name or "beta" in p.name, net.trainable_params()))
    others = list(filter(lambda p: not ("gamma" in p.name or "beta" in p.name), net.get_parameters()))
    optimizer = nn.AdamWeightDecay([{"params": others, "weight_decay": 0.05}, {"params": norms}])
    gradients = ops.GradOperation(get_by_list=True)(forward, ms.ParameterTuple(net.trainable_params()))  # error: MSL213
    optimizer(ops.clip_by_global_norm(gradients(x), 1.0))


def one_list(x):
    optimizer = nn.RMSProp(net.neck.trainable_params() + net.backbone.trainable_params(), 0.01)
    weights = net.backbone.trainable_params() + net.neck.trainable_params()
    grad_fn = ms.value_and_grad(forward, None, weights)  # error: MSL213
    train(grad_fn, optimizer, x)


class TrainStep(nn.Cell):
    """The classic one."""

    def __init__(self, network, optimizer):
        super().__init__()
        self.network = network
        self.optimizer = optimizer
        self.weights = ms.ParameterTuple(network.trainable_params())
        self.grad = ops.GradOperation(get_by_list=True)

    def construct(self, x):
        gradients = self.grad(self.network, self.weights)(x)  # error: MSL213
        self.optimizer(gradients)
        return gradients


def classic(x):
    groups = [{"params": net.head.trainable_params(), "lr": 0.1}, {"params": net.neck.trainable_params()}]
    TrainStep(net, nn.SGD(groups, 0.01))(x)


def in_order(x):
    groups = [{"params": net.backbone.trainable_params()}, {"params": net.head.trainable_params(), "lr": 0.1}]
    grad_fn = ms.value_and_grad(forward, None, net.trainable_params())  # ok: the backbone comes first in both
    train(grad_fn, nn.SGD(groups, 0.01), x)


def names_in_order(x):
    rest = [p for p in net.trainable_params() if "head" not in p.name]
    head = [p for p in net.trainable_params() if "head" in p.name]
    grad_fn = ms.value_and_grad(forward, None, net.trainable_params())  # ok: the head is last in both
    train(grad_fn, nn.Adam([{"params": rest}, {"params": head, "lr": 1e-2}], 1e-3), x)


def of_the_optimizer(x):
    groups = [{"params": net.head.trainable_params(), "lr": 0.1}, {"params": net.backbone.trainable_params()}]
    optimizer = nn.SGD(groups, 0.01)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)  # ok: the optimizer's own order
    train(grad_fn, optimizer, x)


def with_order(x):
    head = [p for p in net.trainable_params() if "head" in p.name]
    rest = [p for p in net.trainable_params() if "head" not in p.name]
    groups = [{"params": head}, {"params": rest}, {"order_params": net.trainable_params()}]
    grad_fn = ms.value_and_grad(forward, None, net.trainable_params())  # ok: order_params gives the order
    train(grad_fn, nn.SGD(groups, 0.01), x)


def same_lists(x):
    head = [p for p in net.trainable_params() if "head" in p.name]
    rest = [p for p in net.trainable_params() if "head" not in p.name]
    grad_fn = ms.value_and_grad(forward, None, head + rest)  # ok: put together as the groups are
    train(grad_fn, nn.SGD([{"params": head}, {"params": rest}], 0.01), x)


def by_identity(x):
    head = set(map(id, net.head.trainable_params()))
    first = [p for p in net.trainable_params() if id(p) in head]
    rest = [p for p in net.trainable_params() if id(p) not in head]
    grad_fn = ms.value_and_grad(forward, None, net.trainable_params())  # ok: not followed
    train(grad_fn, nn.SGD([{"params": first}, {"params": rest}], 0.01), x)


def step_cell(x):
    groups = [{"params": net.head.trainable_params()}, {"params": net.backbone.trainable_params()}]
    nn.TrainOneStepCell(net, nn.SGD(groups, 0.01))(x)  # ok: takes the optimizer's parameters


def sorted_list(x):
    weights = sorted(net.trainable_params(), key=lambda p: p.name)
    grad_fn = ms.value_and_grad(forward, None, weights)  # ok: an order that is not known
    groups = [{"params": net.head.trainable_params()}, {"params": net.backbone.trainable_params()}]
    train(grad_fn, nn.SGD(groups, 0.01), x)


def moved_back(x):
    groups = [{"params": net.head.trainable_params()}, {"params": net.backbone.trainable_params()}]
    grad_fn = ms.value_and_grad(forward, None, net.trainable_params())  # ok: put in order by hand
    gradients = grad_fn(x)[1]
    optimizer = nn.SGD(groups, 0.01)
    optimizer([gradients[i] for i in (5, 6, 0, 1, 2, 3)])


for batch in [ms.Tensor([0.0])]:
    by_parts(batch)
    by_names(batch)
    by_kind_in_a_loop(batch)
    filtered(batch)
    one_list(batch)
    classic(batch)
    in_order(batch)
    names_in_order(batch)
    of_the_optimizer(batch)
    with_order(batch)
    same_lists(batch)
    by_identity(batch)
    step_cell(batch)
    sorted_list(batch)
    moved_back(batch)


def by_pairs(x):
    network = Net().set_train()
    decayed, rest = [], []
    for name, parameter in network.parameters_and_names():
        if not parameter.requires_grad:
            continue
        if parameter.ndim <= 1 or name.endswith(".bias"):
            rest.append(parameter)
        else:
            decayed.append(parameter)
    groups = [{"params": rest, "weight_decay": 0.0}, {"params": decayed}]
    optimizer = nn.Momentum(groups, 0.1, 0.9, weight_decay=1e-4)
    train(ms.value_and_grad(network, None, network.trainable_params()), optimizer, x)  # error: MSL213


def by_pairs_in_order(x):
    network = Net().set_train()
    body, head = [], []
    for name, parameter in network.parameters_and_names():
        if name.startswith("head"):
            head.append(parameter)
        else:
            body.append(parameter)
    optimizer = nn.Momentum([{"params": body}, {"params": head, "lr": 0.1}], 0.01, 0.9)
    train(ms.value_and_grad(network, None, network.trainable_params()), optimizer, x)
