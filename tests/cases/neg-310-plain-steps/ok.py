"""A number is written between steps that are not compiled."""

from mindspore import nn

from ok_engine import Engine


def adjust(optimizer, epoch):
    for group in optimizer.param_groups:
        group["lr"] = 0.1 * 0.9**epoch


def main(batches, epochs):
    net = nn.Dense(4, 1)
    net.set_train()
    engine = Engine(net)
    for epoch in range(epochs):
        adjust(engine.optimizer, epoch)
        engine.run(batches)
