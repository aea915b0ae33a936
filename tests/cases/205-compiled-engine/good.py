import numpy as np
import mindspore as ms
from mindspore import Tensor, nn
from good_engine import Engine


def main():
    net = nn.SequentialCell([nn.Dense(3, 3), nn.BatchNorm1d(3), nn.Dense(3, 1)])
    engine = Engine(net, nn.MSELoss())
    x, y = Tensor(np.ones((2, 3)) * 3, ms.float32), Tensor(np.ones((2, 1)), ms.float32)
    net.set_train(False)
    engine.loss(x, y)
    net.set_train(True)
    engine.train_loss(x, y)
    print("CHECK", float(net[1].moving_mean.asnumpy().sum()) != 0)


if __name__ == "__main__":
    main()
