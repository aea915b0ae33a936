import mindspore as ms
from mindspore import nn


class Critic(nn.Cell):
    def __init__(self):
        super().__init__()
        self.score = nn.Dense(8, 1)

    def construct(self, x):
        return self.score(x)

    def weights(self):
        return ms.ParameterTuple(self.trainable_params())
