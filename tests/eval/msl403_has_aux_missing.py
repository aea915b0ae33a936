# silent-as: torch mindtorch
"""Gradient functions without has_aux, of functions with more than one output."""

import functools

import mindspore as ms
from mindspore import nn, ops

net = nn.SequentialCell(nn.Dense(4, 8), nn.ReLU(), nn.Dense(8, 2))
teacher = nn.Dense(4, 2)
criterion = nn.MSELoss()
optimizer = nn.SGD(net.trainable_params(), 0.1)
HAS_AUX = False


def with_logits(x, y):
    logits = net(x)
    return criterion(logits, y), logits


def with_parts(x, y):
    logits = net(x)
    data = criterion(logits, y)
    norm = ops.square(logits).mean()
    loss = data + 0.1 * norm
    return loss, data, norm


def with_nested(x, y):
    logits = net(x)
    return criterion(logits, y), (logits, ops.softmax(logits))


def with_dict(x, y):
    logits = net(x)
    return {"loss": criterion(logits, y), "logits": logits}


def sometimes(x, y, verbose=None):
    logits = net(x)
    loss = criterion(logits, y)
    if verbose:
        return loss, logits
    return loss


def with_cast(x, y):
    logits = net(x)
    return criterion(logits, y), logits.astype(ms.float32).reshape(-1)


grad_fn = ms.value_and_grad(with_logits, None, optimizer.parameters)  # error: MSL403
by_name = ms.value_and_grad(fn=with_parts, grad_position=None, weights=optimizer.parameters)  # error: MSL403
spelled_out = ops.value_and_grad(with_nested, None, net.trainable_params(), has_aux=False)  # error: MSL403
from_constant = ms.value_and_grad(with_logits, None, net.trainable_params(), HAS_AUX)  # error: MSL403
gradients_only = ms.grad(with_logits, None, net.trainable_params())  # error: MSL403
operation = ops.GradOperation(get_by_list=True)(with_logits, net.trainable_params())  # error: MSL403
of_dict = ms.value_and_grad(with_dict, None, optimizer.parameters)  # error: MSL403
on_one_path = ms.value_and_grad(sometimes, None, optimizer.parameters)  # error: MSL403
of_cast = ms.value_and_grad(with_cast, None, optimizer.parameters)  # error: MSL403
of_lambda = ms.value_and_grad(  # error: MSL403
    lambda x, y: (criterion(net(x), y), net(x)), None, optimizer.parameters
)
compiled = ms.value_and_grad(ms.jit(with_logits), None, optimizer.parameters)  # error: MSL403
of_inputs = ms.grad(lambda x: (x.sum(), x * 100))  # error: MSL403
of_second = ms.grad(lambda a, b: (a.sum(), b * 2), grad_position=1)  # error: MSL403


class WithLogits(nn.Cell):
    def __init__(self, backbone):
        super().__init__()
        self.backbone = backbone
        self.loss = nn.CrossEntropyLoss()

    def construct(self, x, y):
        logits = self.backbone(x)
        return self.loss(logits, y), logits


of_network = ms.value_and_grad(WithLogits(net), None, net.trainable_params())  # error: MSL403
train_cell = nn.TrainOneStepCell(WithLogits(net), optimizer)  # error: MSL403
train_cell(ms.ops.ones((1, 4)), ms.ops.ones((1, 2)))


class Trainer:
    def __init__(self, model, loss_fn, opt):
        self.model = model
        self.loss_fn = loss_fn
        self.opt = opt
        self.grad_fn = ms.value_and_grad(self.forward, None, self.opt.parameters)  # error: MSL403

    def forward(self, x, y):
        logits = self.model(x)
        loss = self.loss_fn(logits, y)
        return loss, logits

    def step(self, x, y):
        (loss, logits), grads = self.grad_fn(x, y)
        self.opt(grads)
        return loss, logits


def stopped(x, y):
    logits = net(x)
    return criterion(logits, y), ops.stop_gradient(logits)


def predicted(x, y):
    logits = net(x)
    return criterion(logits, y), logits.argmax(axis=1), (logits.argmax(axis=1) == y).astype(ms.float32).mean()


def numbers(x, y):
    logits = net(x)
    loss = criterion(logits, y)
    return loss, float(loss), logits.asnumpy(), logits.shape, None, "done", True


def inputs(x, y):
    return criterion(net(x), y), x, y * 2


def distilled(x):
    target = teacher(x)
    return criterion(net(x), target), target


def two_losses(x, y):
    logits = net(x)
    return criterion(logits, y), ops.square(logits).mean()


def one(x, y):
    return criterion(net(x), y)


def unknown(x, y):
    return make_outputs(net(x), y)  # noqa: F821


grad_stopped = ms.value_and_grad(stopped, None, optimizer.parameters)  # ok: the gradient ends there
grad_predicted = ms.value_and_grad(predicted, None, optimizer.parameters)  # ok: argmax and comparisons have none
grad_numbers = ms.value_and_grad(numbers, None, optimizer.parameters)  # ok: none of them is a tensor with a gradient
grad_inputs = ms.value_and_grad(inputs, None, optimizer.parameters)  # ok: inputs do not depend on the weights
grad_distilled = ms.value_and_grad(distilled, None, optimizer.parameters)  # ok: the teacher is not trained
grad_two = ms.value_and_grad(two_losses, None, optimizer.parameters)  # ok: two losses, their sum may be meant
grad_one = ms.value_and_grad(one, None, optimizer.parameters)  # ok: one output
grad_unknown = ms.value_and_grad(unknown, None, optimizer.parameters)  # ok: it may return anything
grad_aux = ms.value_and_grad(with_logits, None, optimizer.parameters, has_aux=True)  # ok: that is how
with_sens = ops.GradOperation(get_by_list=True, sens_param=True)(with_logits, net.trainable_params())  # ok: weighed
of_other_input = ms.grad(lambda a, b: (a.sum(), b * 2))  # ok: the second output does not depend on a


class InTraining(nn.Cell):
    def __init__(self):
        super().__init__()
        self.head = nn.Dense(4, 2)

    def construct(self, x, y):
        logits = self.head(x)
        loss = criterion(logits, y)
        if self.training:
            return loss
        return loss, logits


heads = InTraining()
by_mode = ms.value_and_grad(heads, None, heads.trainable_params())  # ok: set_train may be called elsewhere


def make(has_aux):
    return ms.value_and_grad(with_logits, None, optimizer.parameters, has_aux=has_aux)  # ok: not known


def own(forward, value_and_grad):
    return value_and_grad(forward, None, optimizer.parameters)  # ok: not MindSpore's


wrapped = functools.partial(with_logits, y=None)
