# silent-as: torch
"""Networks that are evaluated or exported in training mode."""

import mindspore as ms
from mindspore import Tensor, export, nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.drop = nn.Dropout(p=0.5)

    def construct(self, x):
        return self.drop(self.fc(x))


def train(net, data):
    net.set_train()
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    grad_fn = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)
    for x in data:
        _, grads = grad_fn(x)
        optimizer(grads)


def evaluate(net, data):
    correct = 0
    for x, y in data:
        correct += (net(x).argmax(1) == y).sum()  # error: MSL107@21
    return correct


def predict(model, x):
    return ops.softmax(model(x))  # error: MSL107


class Runner:
    def __init__(self, net):
        self.net = net

    def test(self, data):
        return [self.forward(x) for x in data]  # error: MSL107

    def forward(self, x):
        return self.net(x)


def every_epoch(data, test_data):
    net = Net()
    for _ in range(10):
        train(net, data)
        evaluate(net, test_data)


def at_the_end(data, x):
    net = Net()
    train(net, data)
    runner = Runner(net)
    predict(net, x)
    runner.test(data)
    ms.export(net, x, file_name="net", file_format="MINDIR")  # error: MSL107
    ms.export(net, x, file_name="net", file_format="ONNX")  # ok: sets inference mode itself
    net.set_train(False)
    ms.export(net, x, file_name="net", file_format="MINDIR")  # ok: in inference mode


def by_model(data, x):
    net = Net()
    model = ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1))
    model.train(10, data)
    export(net, Tensor(x), file_name="net", file_format="MINDIR")  # error: MSL107
    model.eval(data)
    export(net, Tensor(x), file_name="net", file_format="MINDIR")  # ok: Model.eval set it


def in_one_piece(data, x_test, test_set):
    net = Net()
    train(net, data)
    logits = net(x_test)  # error: MSL107
    for image in test_set:
        logits += net(image)  # ok: only the loop tells that this is a test
    samples = net(data[0])  # ok: not named after a test
    return logits, samples


def named_after_evaluation(data):
    net = Net()
    eval_net = nn.WithLossCell(net, nn.MSELoss())
    eval_net.set_train(False)
    train(net, data)
    return [eval_net(x, x) for x in data]  # error: MSL107


def with_callbacks(data, hooks, test_x):
    net = Net()
    model = ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1))
    model.train(10, data, callbacks=hooks)
    return net(test_x)  # ok: a callback may have evaluated


def switched(net, data):
    net.set_train(False)
    return [net(x) for x in data]  # ok: in inference mode


def validate(net, data):
    return switched(net, data)


def mc_dropout_predict(net, x):
    return [net(x) for _ in range(10)]  # ok: Monte Carlo dropout


def infer_with_dropout(net, x):
    net.set_train(True)
    return net(x)  # ok: set here, so meant


def evaluate_calibrated(net, data):
    return calibrate(net, data)


def calibrate(net, data):
    return [net(x) for x in data]  # ok: named after calibration


def test_forward(net, x):
    return net(x)  # ok: a unit test


def warm_up(net, x):
    return net(x)  # ok: not named after an evaluation


def fine(data, x, args, unknown):
    net = Net()
    evaluate_fresh = Net()
    validate_only(evaluate_fresh, data)
    net.set_train()
    validate(net, data)
    net.set_train()
    mc_dropout_predict(net, x)
    infer_with_dropout(net, x)
    evaluate_calibrated(net, data)
    test_forward(net, x)
    warm_up(net, x)
    plain = nn.SequentialCell(nn.Dense(4, 4), nn.ReLU())
    plain.set_train()
    validate_only(plain, data)
    ms.export(plain, x, file_name="net", file_format="MINDIR")  # ok: nothing depends on the mode
    ms.export(unknown, x, file_name="net", file_format="MINDIR")  # ok: not known
    step = nn.TrainOneStepCell(net, nn.SGD(net.trainable_params(), 0.1))
    step.set_train()
    ms.export(step, x, file_name="net", file_format="MINDIR")  # ok: a train step is exported
    some = Net()
    some.set_train(args.training)
    validate_only(some, data)


def validate_only(net, data):
    return [net(x) for x in data]  # ok: as constructed, without layers that mind, or in a mode that is not known
