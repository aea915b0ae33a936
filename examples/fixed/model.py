"""A small image classifier, moved from PyTorch and put right."""

from mindspore import nn

BN_MOMENTUM = 0.9


def conv_block(channels_in, channels_out):
    return nn.SequentialCell(
        nn.Conv2d(channels_in, channels_out, 3, has_bias=False),
        nn.BatchNorm2d(channels_out, momentum=BN_MOMENTUM),
        nn.ReLU(),
        nn.MaxPool2d(2, 2),
    )


class PatternNet(nn.Cell):
    def __init__(self, classes, dropout=0.1):
        super().__init__()
        self.features = nn.SequentialCell(conv_block(1, 8), conv_block(8, 16))
        self.flatten = nn.Flatten()
        self.dropout = nn.Dropout(p=dropout)
        self.head = nn.Dense(16 * 2 * 2, classes)

    def construct(self, x):
        x = self.flatten(self.features(x))
        return self.head(self.dropout(x))
