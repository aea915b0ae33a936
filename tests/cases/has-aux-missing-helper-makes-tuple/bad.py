from mindspore import nn

from engine import gradient_function
from outputs import with_probabilities

net = nn.Dense(8, 3)
criterion = nn.CrossEntropyLoss()
optimizer = nn.Adam(net.trainable_params())


def forward(x, y):
    logits = net(x)
    return with_probabilities(criterion(logits, y), logits)


grad_fn = gradient_function(forward, optimizer.parameters)


def step(x, y):
    (loss, probabilities), grads = grad_fn(x, y)
    optimizer(grads)
    return loss, probabilities
