from mindspore import nn


class Model(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(4, 2)

    def parameters_and_names(self, name_prefix="", expand=True):
        return [parameter for _, parameter in super().parameters_and_names(name_prefix, expand)]

    def construct(self, x):
        return self.dense(x)
