"""A student learns from a teacher."""

from mindspore import nn, ops


class Distillation(nn.Cell):
    def __init__(self, student, teacher):
        super().__init__()
        self.student = student
        self.teacher = teacher
        self.soft = nn.MSELoss()
        self.hard = nn.CrossEntropyLoss()

    def construct(self, x, y):
        logits = self.student(x)
        target = self.teacher(x)
        return self.soft(logits, target), self.hard(logits, y), target, ops.stop_gradient(logits)
