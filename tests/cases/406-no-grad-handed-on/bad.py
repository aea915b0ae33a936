from bad_framework import ms, nn

net = nn.Dense(2, 1)


def evaluate(batches):
    with ms.no_grad():
        return [net(batch) for batch in batches]
