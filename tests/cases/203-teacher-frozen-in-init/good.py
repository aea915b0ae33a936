import numpy as np
import mindspore as ms
from mindspore import Tensor, nn, ops
from good_nets import backbone


class Distillation(nn.Cell):
    def __init__(self, student, teacher):
        super().__init__()
        self.student = student
        self.teacher = teacher
        self.teacher.set_grad(False)

    def set_train(self, mode=True):
        super().set_train(mode)
        self.teacher.set_train(False)
        return self

    def construct(self, x):
        target = ops.stop_gradient(self.teacher(x))
        return ops.square(self.student(x) - target).mean()


def main():
    net = Distillation(backbone(4), backbone(16))
    optimizer = nn.Adam(net.student.trainable_params(), learning_rate=1e-3)
    step = nn.TrainOneStepCell(net, optimizer)
    step.set_train(True)
    step(Tensor(np.random.rand(4, 3) + 3, ms.float32))
    print("CHECK", net.teacher[1].training)


if __name__ == "__main__":
    main()
