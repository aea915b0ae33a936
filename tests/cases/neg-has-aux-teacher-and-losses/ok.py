import mindspore as ms
from mindspore import nn

from distillation import Distillation

student = nn.Dense(8, 3)
teacher = nn.Dense(8, 3)
model = Distillation(student, teacher)
optimizer = nn.Adam(student.trainable_params())
grad_fn = ms.value_and_grad(model, None, optimizer.parameters)


def step(x, y):
    (soft, hard, _, _), grads = grad_fn(x, y)
    optimizer(grads)
    print("loss", soft + hard)
