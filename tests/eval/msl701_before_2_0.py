# target-version: 1.10
"""What 1.10 does not take yet, and what only 1.10 takes."""

from mindspore import Tensor, nn, ops

pool = nn.MaxPool2d(3, 2, padding=1)  # error: MSL701
average = nn.AvgPool2d(3, 2, ceil_mode=True)  # error: MSL701
dropout = nn.Dropout(p=0.1)  # error: MSL701
kept = nn.Dropout(keep_prob=0.9)  # ok: its name there
conv = nn.Conv2d(3, 8, 3, dtype=None)  # error: MSL701
transposed = nn.Conv2dTranspose(3, 8, 3, output_padding=1)  # error: MSL701


def parts(x: Tensor):
    a = ops.split(x, axis=1, output_num=2)  # ok: its name there
    b = x.squeeze(axis=0)  # ok: its name
    c = x.sum(dim=0)  # error: MSL701
    return a, b, c
