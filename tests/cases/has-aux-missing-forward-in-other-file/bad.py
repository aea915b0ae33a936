import mindspore as ms
from mindspore import nn

from tasks import Classifier, Task

network = Classifier(10)
task = Task(network)
optimizer = nn.Momentum(network.trainable_params(), learning_rate=0.1, momentum=0.9)
grad_fn = ms.value_and_grad(task.forward, None, optimizer.parameters)


def step(x, y):
    (loss, logits), grads = grad_fn(x, y)
    optimizer(grads)
    return loss, logits.argmax(1)
