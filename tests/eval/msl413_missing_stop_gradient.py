# also: MSL413
# silent-as: torch mindtorch
import mindspore as ms
from mindspore import nn, ops


def make():
    return nn.SequentialCell(nn.Dense(4, 4), nn.ReLU(), nn.Dense(4, 2))


class Distillation(nn.Cell):
    def __init__(self):
        super().__init__()
        self.student = make()
        self.teacher = make()
        self.loss = nn.MSELoss()

    def construct(self, x):
        return self.loss(self.student(x), self.teacher(x))  # error: MSL413@43


class TwoSteps(Distillation):
    def construct(self, x):
        target = self.teacher(x)  # error: MSL413
        scaled = ops.softmax(target / 2.0, -1)
        return self.loss(self.student(x), scaled)


class Momentum(nn.Cell):
    def __init__(self):
        super().__init__()
        self.encoder = make()
        self.momentum_encoder = make()

    def construct(self, x):
        queries, keys = self.encoder(x), self.momentum_encoder(x)  # error: MSL413@42
        return -(queries * keys).sum()


class Critic(nn.Cell):
    def __init__(self):
        super().__init__()
        self.online = make()
        self.target_net = make()

    def construct(self, state, reward):
        return self.difference(state, self.future(state) + reward)

    def difference(self, state, value):
        return ((self.online(state).max(1) - value) ** 2).mean()

    def future(self, state):
        return 0.99 * self.target_net(state).max(1)  # error: MSL413


class Ema(nn.Cell):
    def __init__(self):
        super().__init__()
        self.model = make()
        self.ema_model = make()

    def construct(self, x):
        return ops.mse_loss(self.model(x), self.ema_model(x)), self.model(x)  # error: MSL413


class Reference(nn.Cell):
    def __init__(self, policy, reference):
        super().__init__()
        self.policy = policy
        self.reference = reference

    def construct(self, x):
        return (self.policy(x) - self.reference(x)).sum()  # error: MSL413


class Stopped(Distillation):
    def construct(self, x):
        return self.loss(self.student(x), ops.stop_gradient(self.teacher(x)))  # ok: no gradient


class StoppedLater(Distillation):
    def construct(self, x):
        target = self.teacher(x)  # ok: no gradient from the next line on
        target = ops.stop_gradient(ops.softmax(target, -1))
        return self.loss(self.student(x), target)


class Chosen(Distillation):
    def construct(self, x):
        labels = self.teacher(x).argmax(1)  # ok: the number of a class has no gradient
        return ops.cross_entropy(self.student(x), labels)


class Monitored(Distillation):
    def construct(self, x):
        loss = self.student(x).sum()
        return loss, self.teacher(x)  # ok: beside the loss, with has_aux


class Wanted(nn.Cell):
    def __init__(self):
        super().__init__()
        self.encoder = make()
        self.targeted_head = make()
        self.target_transform = nn.ReLU()

    def construct(self, x):
        return self.target_transform(self.targeted_head(self.encoder(x))).sum()  # ok: no weights, and another word


def train(network, parameters, x, has_aux=False):
    optimizer = nn.SGD(parameters, 0.1)
    grad_fn = ms.value_and_grad(network, None, optimizer.parameters, has_aux=has_aux)
    loss, gradients = grad_fn(x)
    optimizer(gradients)


def whole(network, x, has_aux=False):
    train(network, network.trainable_params(), x, has_aux)


x = ms.Tensor([[1.0] * 4])
for each in (Distillation(), TwoSteps(), Momentum(), Reference(make(), make()), Stopped(), StoppedLater(), Chosen()):
    whole(each, x)
whole(Ema(), x, has_aux=True)
whole(Monitored(), x, has_aux=True)
whole(Wanted(), x)
critic = Critic()
critic_grad = ms.value_and_grad(critic, None, ms.ParameterTuple(critic.trainable_params()))
critic_grad(x, x)


class StudentOnly(Distillation):
    def construct(self, x):
        return self.loss(self.student(x), self.teacher(x))  # ok: the weights of the student only


pupil = StudentOnly()
train(pupil, pupil.student.trainable_params(), x)


class Frozen(Distillation):
    def construct(self, x):
        return self.loss(self.student(x), self.teacher(x))  # ok: frozen


frozen = Frozen()
for p in frozen.teacher.get_parameters():
    p.requires_grad = False
whole(frozen, x)


class Picked(Distillation):
    def construct(self, x):
        return self.loss(self.student(x), self.teacher(x))  # ok: its parameters are left out


picked = Picked()
train(picked, [p for p in picked.trainable_params() if "teacher" not in p.name], x)

teacher = make()


def supervised(x):
    return teacher(x).sum()  # ok: the teacher itself is trained


train(supervised, teacher.trainable_params(), x)
