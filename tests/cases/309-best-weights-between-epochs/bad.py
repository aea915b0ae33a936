"""Training that goes back to the best weights."""

from mindspore import nn

from bad_keeper import Keeper


def main(batches, epochs):
    net = nn.Dense(4, 1)
    optimizer = nn.Adam(net.trainable_params(), learning_rate=1e-3)
    cell = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer)
    cell.set_train()
    keeper = Keeper(net)
    for _ in range(epochs):
        loss = None
        for x, y in batches:
            loss = cell(x, y)
        if not keeper.keep(loss):
            keeper.restore()
