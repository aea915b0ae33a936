from good_framework import nn

net = nn.Dense(2, 1)


def evaluate(batches):
    return [net(batch) for batch in batches]
