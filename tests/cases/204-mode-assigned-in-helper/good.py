import numpy as np
import mindspore as ms
from mindspore import Tensor, nn
from good_modes import training_mode


def main():
    net = nn.SequentialCell(nn.Dense(3, 3), nn.BatchNorm1d(3), nn.Dense(3, 1))
    loss_fn = nn.MSELoss()
    optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)
    step = ms.value_and_grad(lambda x, y: loss_fn(net(x), y), None, optimizer.parameters)
    training_mode(net, True)
    _, grads = step(Tensor(np.ones((2, 3)), ms.float32), Tensor(np.ones((2, 1)), ms.float32))
    optimizer(grads)
    print("CHECK", net[1].training)


if __name__ == "__main__":
    main()
