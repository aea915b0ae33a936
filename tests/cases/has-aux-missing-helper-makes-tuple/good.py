from mindspore import nn

from engine import gradient_function
from outputs import with_prediction

net = nn.Dense(8, 3)
criterion = nn.CrossEntropyLoss()
optimizer = nn.Adam(net.trainable_params())


def forward(x, y):
    logits = net(x)
    return with_prediction(criterion(logits, y), logits)


grad_fn = gradient_function(forward, optimizer.parameters)


def step(x, y):
    (loss, logits, prediction), grads = grad_fn(x, y)
    optimizer(grads)
    return loss, prediction
