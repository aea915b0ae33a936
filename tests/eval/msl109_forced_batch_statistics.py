# silent-as: torch mint
"""BatchNorm layers that are told to use the statistics of the batch."""

from functools import partial

import mindspore as ms
from mindspore import nn

FORCED = True
NORM_ARGS = {"eps": 1e-3, "use_batch_statistics": True}  # error: MSL109


def norm_of(channels, statistics):
    return nn.BatchNorm2d(channels, use_batch_statistics=statistics)


def norm_unless_frozen(channels, statistics=True):
    return nn.BatchNorm2d(channels, use_batch_statistics=statistics)  # ok: a default, for evaluation to replace


def norm_by_else(channels, training=True):
    if training:
        return nn.BatchNorm2d(channels)
    else:
        return nn.BatchNorm2d(channels, use_batch_statistics=training)  # ok: False here


class Norm(nn.BatchNorm2d):
    def __init__(self, channels):
        super().__init__(channels, use_batch_statistics=True)  # error: MSL109


class Batch(nn.Cell):
    def __init__(self, channels, use_batch_statistics=False):
        super().__init__()
        self.norm = nn.InstanceNorm2d(channels)
        self.use_batch_statistics = use_batch_statistics


class Net(nn.Cell):
    def __init__(self, args, track=None):
        super().__init__()
        self.one = nn.BatchNorm1d(4, use_batch_statistics=True)  # error: MSL109@59
        self.two = nn.BatchNorm2d(4, 1e-5, 0.9, True, "ones", "zeros", "zeros", "ones", True)  # error: MSL109
        self.three = nn.BatchNorm3d(num_features=4, use_batch_statistics=FORCED)  # error: MSL109
        self.four = nn.BatchNorm2d(4, **NORM_ARGS)
        self.five = partial(nn.BatchNorm2d, use_batch_statistics=True)(8)  # error: MSL109
        self.six = norm_of(8, True)  # error: MSL109
        self.seven = norm_unless_frozen(8)
        self.plain = nn.BatchNorm2d(4)  # ok: the mode decides
        self.none = nn.BatchNorm2d(4, use_batch_statistics=None)  # ok: the mode decides
        self.frozen = nn.BatchNorm2d(4, use_batch_statistics=False)  # ok: always the stored statistics
        self.unknown = nn.BatchNorm2d(4, use_batch_statistics=args.batch)  # ok: not known
        self.track = nn.BatchNorm2d(4, use_batch_statistics=track)  # ok: not known
        self.own = Batch(4, use_batch_statistics=True)  # ok: a class of the project that only has the word
        self.group = nn.GroupNorm(2, 4)  # ok: another norm


class Shim(nn.Cell):
    def __init__(self):
        super().__init__()
        if ms.__version__ < "1.10":
            self.norm = nn.BatchNorm2d(4, use_batch_statistics=True)  # ok: written for another version
