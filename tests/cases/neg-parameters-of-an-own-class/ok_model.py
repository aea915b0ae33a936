from mindspore import nn


class Circuit:
    """No Cell: its methods give what it says they give."""

    def __init__(self):
        self.layer = nn.Dense(4, 2)

    def parameters_and_names(self):
        return [parameter for _, parameter in self.layer.parameters_and_names()]
