"""In graph mode the data of a rate or of a weight may be replaced."""

import mindspore as ms
from mindspore import nn

ms.set_context(mode=ms.GRAPH_MODE)
net = nn.Dense(2, 1)
optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
cell = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer)
cell.set_train()


def train(batches):
    for x, y in batches:
        cell(x, y)
        optimizer.learning_rate.set_data(ms.Tensor(0.01, ms.float32))  # ok: seen in graph mode
        for parameter in net.trainable_params():
            parameter.set_data(parameter * 0.5)  # ok: seen in graph mode


def note():
    other = nn.SGD(net.trainable_params(), learning_rate=0.1)
    other.lr = 0.01  # error: MSL303
