import argparse

import mindspore as ms
from mindspore import nn

from bad_optim import build


def train(network, dataset, args):
    loss_fn = nn.CrossEntropyLoss()

    def forward(image, label):
        logits = network(image)
        return loss_fn(logits, label), logits

    optimizer = build(network, args)
    grad_fn = ms.value_and_grad(forward, None, network.trainable_params(), has_aux=True)
    network.set_train()
    for image, label in dataset:
        (loss, _), grads = grad_fn(image, label)
        optimizer(grads)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--momentum", type=float, default=0.9)
    parser.add_argument("--weight-decay", type=float, default=1e-4)
    parser.add_argument("data")
    arguments = parser.parse_args()
    network = nn.SequentialCell(nn.Flatten(), nn.Dense(784, 64), nn.ReLU(), nn.Dense(64, 10))
    train(network, ms.dataset.MnistDataset(arguments.data), arguments)
