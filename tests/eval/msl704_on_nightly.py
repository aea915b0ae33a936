# target-version: 2.6
"""Of 2.6 a nightly build was measured."""

from mindspore import ops

x = ops.ones((4, 2))
filled = x.new_full((2, 2), 1)  # ok: 2.7 has it, so the release of 2.6 may
drawn = x.exponential_()  # ok: the same
moved = x.cuda()  # error: MSL704
