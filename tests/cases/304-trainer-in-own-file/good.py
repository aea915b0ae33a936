"""The driver of a trainer from another file."""

from mindspore import nn

from good_trainer import Trainer


def main(batches, epochs):
    net = nn.Dense(4, 1)
    net.set_train()
    trainer = Trainer(net, nn.SGD(net.trainable_params(), learning_rate=0.1))
    for epoch in range(epochs):
        run(trainer, batches, epoch)


def run(trainer, batches, epoch):
    trainer.train_epoch(batches)
    trainer.set_rate(0.1 * 0.9**epoch)
