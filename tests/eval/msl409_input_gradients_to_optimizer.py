# silent-as: torch mindtorch
import mindspore as ms
from mindspore import nn, ops
from mindspore.experimental import optim

net = nn.Dense(4, 2)
loss_fn = nn.MSELoss()
optimizer = nn.Adam(net.trainable_params(), 1e-3)
WEIGHTS = ms.ParameterTuple(net.trainable_params())


def forward(x, y):
    return loss_fn(net(x), y)


def forward_with_logits(x, y):
    logits = net(x)
    return loss_fn(logits, y), logits


def without_weights(data):
    grad_fn = ms.value_and_grad(forward)  # error: MSL409@15
    for x, y in data:
        loss, gradients = grad_fn(x, y)
        optimizer(gradients)


def with_aux(data):
    grad_fn = ops.value_and_grad(forward_with_logits, has_aux=True)  # error: MSL409
    for x, y in data:
        (loss, _), gradients = grad_fn(x, y)
        optimizer((gradients,))


def only_grad(x, y):
    gradients = ms.grad(forward, 0)(x, y)  # error: MSL409@17
    optimizer(gradients)


def by_both_inputs(x, y):
    gradients = ms.grad(forward, grad_position=(0, 1))(x, y)  # error: MSL409
    optimizer(ops.clip_by_global_norm(gradients, 1.0))


def pair(x, y):
    grad_fn = ms.value_and_grad(forward, weights=WEIGHTS)  # error: MSL409
    loss, gradients = grad_fn(x, y)
    optimizer(gradients)


def pair_by_position(x, y):
    optimizer(ms.grad(forward, 0, optimizer.parameters)(x, y))  # error: MSL409@15


def operation(x, y):
    gradients = ops.GradOperation()(forward)(x, y)  # error: MSL409
    optimizer((gradients,))


def operation_pair(x, y):
    both = ops.GradOperation(get_all=True, get_by_list=True)
    optimizer(both(forward, WEIGHTS)(x, y))  # error: MSL409


class Step(nn.Cell):
    def __init__(self, network, optimizer):
        super().__init__()
        self.network = network
        self.optimizer = optimizer
        self.grad = ops.GradOperation(sens_param=False)

    def construct(self, x):
        gradients = self.grad(self.network)(x)  # error: MSL409
        return self.optimizer(gradients)


def step(x):
    Step(net, optimizer)(x)


def experimental(x, y):
    torch_like = optim.AdamW(net.trainable_params(), lr=1e-3)
    loss, gradients = ms.value_and_grad(forward)(x, y)  # error: MSL409
    torch_like(gradients)


def right(x, y):
    loss, gradients = ms.value_and_grad(forward, None, WEIGHTS)(x, y)  # ok: by the weights only
    optimizer(gradients)


def right_by_keyword(x, y):
    grad_fn = ms.value_and_grad(forward, grad_position=None, weights=optimizer.parameters)  # ok: as above
    optimizer(grad_fn(x, y)[1])


def second_half(x, y):
    loss, (by_inputs, by_weights) = ms.value_and_grad(forward, 0, WEIGHTS)(x, y)  # ok: taken apart
    optimizer(by_weights)
    return by_inputs


def second_half_of_operation(x, y):
    both = ops.GradOperation(get_all=True, get_by_list=True)(forward, WEIGHTS)(x, y)  # ok: taken apart
    optimizer(both[1])


def by_list(x, y):
    optimizer(ops.GradOperation(get_by_list=True)(forward, WEIGHTS)(x, y))  # ok: by the weights


class OwnStep(nn.TrainOneStepCell):
    def construct(self, *inputs):
        gradients = self.grad(self.network, self.weights)(*inputs, self.sens)  # ok: by the weights
        return self.optimizer(gradients)


class PlainStep(nn.TrainOneStepCell):
    def construct(self, *inputs):
        return self.optimizer(self.grad_no_sens(self.network, self.weights)(*inputs))  # ok: by the weights


def attack(x, y):
    gradient = ms.grad(forward)(x, y)  # ok: gives an image, no step
    return x + 0.01 * ops.sign(gradient)


def adversarial(x, y):
    disturbed = attack(x, y)
    loss, gradients = ms.value_and_grad(forward, None, WEIGHTS)(disturbed, y)  # ok: by the weights
    optimizer(gradients)


image = ms.Parameter(ms.Tensor([[0.0] * 4]), name="image")
image_optimizer = nn.Adam([image], 0.1)


def paint(y):
    loss, gradient = ms.value_and_grad(forward)(image, y)  # ok: the image is what is trained
    image_optimizer((gradient,))


def functional(parameters, x):
    """The weights are the input."""
    loss, gradients = ms.value_and_grad(lambda weights, x: (weights * x).sum())(parameters, x)  # ok: by the weights
    optimizer(gradients)


def unknown_weights(weights, x, y):
    loss, gradients = ms.value_and_grad(forward, 0, weights)(x, y)  # ok: they may be None, or taken apart
    optimizer(gradients[1])


def unknown_options(options, x, y):
    loss, gradients = ms.value_and_grad(forward, **options)(x, y)  # ok: not known
    optimizer(gradients)


for inputs, labels in [(ms.Tensor([[1.0] * 4]), ms.Tensor([[1.0] * 2]))]:
    without_weights([(inputs, labels)])
    with_aux([(inputs, labels)])
    only_grad(inputs, labels)
    by_both_inputs(inputs, labels)
    pair(inputs, labels)
    pair_by_position(inputs, labels)
    operation(inputs, labels)
    operation_pair(inputs, labels)
    step(inputs)
    OwnStep(net, optimizer)(inputs)
    PlainStep(net, optimizer)(inputs)
    experimental(inputs, labels)
