from mindspore import nn, ops


class Encoder(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, 4)
        self.norm = nn.LayerNorm((4,))

    def construct(self, x):
        hidden = ops.relu(self.dense(x))
        return self.norm(hidden)
