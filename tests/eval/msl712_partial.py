"""Calls of what `functools.partial` gives: the rest of the arguments is there already."""

import functools

from mindspore import nn

pad = functools.partial(nn.Conv2d, kernel_size=3, padding=1, pad_mode="pad")
grouped = pad(3, 3, group=3)  # ok: kernel_size is given
image = functools.partial(nn.Conv2d, 3)
first = image(8, 3, group=1)  # ok: the first is given
lacking = nn.Conv2d(3, 8, group=1)  # error: MSL712
