from mindspore import nn

from ok_groups import noted_groups

net = nn.SequentialCell([nn.Dense(4, 4), nn.Dense(4, 2)])
groups = noted_groups(net)
names = [group.pop("name") for group in groups]
optimizer = nn.SGD(groups, learning_rate=0.1)
