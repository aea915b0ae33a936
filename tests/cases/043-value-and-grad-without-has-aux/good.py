import mindspore as ms
from mindspore import nn

net = nn.Dense(4, 2)
criterion = nn.MSELoss()
optimizer = nn.SGD(net.trainable_params(), learning_rate=0.01)


def forward(x, y):
    logits = net(x)
    return criterion(logits, y), logits


grad_fn = ms.value_and_grad(forward, None, optimizer.parameters, has_aux=True)


def train_step(x, y):
    (loss, logits), grads = grad_fn(x, y)
    optimizer(grads)
    return loss, logits
