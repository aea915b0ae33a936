"""Train the classifier, then fine-tune it with a compiled step."""

import mindspore as ms
import numpy as np
from data import CLASSES, make_batches
from mindspore import nn, ops
from mindspore.experimental import optim
from model import PatternNet


def train(net, loss_fn, epochs):
    optimizer = nn.Momentum(
        [
            {"params": net.features.trainable_params(), "lr": 0.02},
            {"params": net.head.trainable_params()},
        ],
        learning_rate=0.05,
        momentum=0.9,
    )

    def forward(images, labels):
        return loss_fn(net(images), labels)

    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for epoch in range(epochs):
        net.set_train()
        for images, labels in make_batches(20, seed=epoch):
            loss, grads = grad_fn(images, labels)
            optimizer(grads)
        print(f"epoch {epoch}: loss {float(loss):.3f}")


def fine_tune(net, loss_fn, steps):
    optimizer = optim.SGD(net.trainable_params(), lr=0.01)

    def forward(images, labels):
        return loss_fn(net(images), labels)

    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)

    @ms.jit
    def step(images, labels, rate):
        loss, grads = grad_fn(images, labels)
        for group in optimizer.param_groups:
            ops.assign(group["lr"], rate)
        optimizer(grads)
        return loss

    net.set_train()
    for number, (images, labels) in enumerate(make_batches(steps, seed=100)):
        step(images, labels, ms.Tensor(0.01 / (number + 1), ms.float32))


def accuracy(net):
    net.set_train(False)
    hits = [np.mean(net(images).asnumpy().argmax(1) == labels.asnumpy()) for images, labels in make_batches(10, seed=200)]
    return float(np.mean(hits))


def main():
    ms.set_seed(0)
    net = PatternNet(CLASSES)
    loss_fn = nn.CrossEntropyLoss()
    train(net, loss_fn, epochs=2)
    print(f"accuracy after training: {accuracy(net):.2f}")
    fine_tune(net, loss_fn, steps=5)
    print(f"accuracy after fine-tuning: {accuracy(net):.2f}")


if __name__ == "__main__":
    main()
