import mindspore as ms
from mindspore import nn

from metrics import summary

net = nn.Dense(8, 3)
criterion = nn.CrossEntropyLoss()
optimizer = nn.Adam(net.trainable_params())
history = []


def forward(x, y):
    logits = net(x)
    loss = criterion(logits, y)
    history.append(summary(loss, logits))
    return loss


grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
