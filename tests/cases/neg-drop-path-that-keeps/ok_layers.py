from mindspore import nn


class DropPath(nn.Cell):
    def __init__(self, keep_prob=1.0):
        super().__init__()
        self.dropout = nn.Dropout(p=1 - keep_prob)

    def construct(self, x):
        return self.dropout(x)
