class Boxes:
    """Boxes that know their size, after PyTorch's."""

    def __init__(self, tensor):
        self.tensor = tensor

    def size(self, axis):
        return self.tensor.shape[axis]

    def cpu(self):
        return self

    def relu(self):
        return self

    def to(self, device):
        return Boxes(self.tensor) if device else self


class Device:
    is_cuda = False
