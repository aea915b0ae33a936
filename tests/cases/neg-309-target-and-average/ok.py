"""A teacher that follows, a target that is copied, and weights loaded at the end."""

import mindspore as ms
from mindspore import nn

from ok_teacher import follow


def main(batches, epochs):
    student, teacher, target = nn.Dense(4, 1), nn.Dense(4, 1), nn.Dense(4, 1)
    student.set_train()
    optimizer = nn.SGD(student.trainable_params(), learning_rate=0.1)
    grad_fn = ms.value_and_grad(lambda x: (student(x) - teacher(x)).sum(), None, optimizer.parameters)
    for _ in range(epochs):
        for x in batches:
            optimizer(grad_fn(x)[1])
            follow(teacher, student)
        ms.load_param_into_net(target, student.parameters_dict())
    ms.load_checkpoint("best.ckpt", student)
    return student
