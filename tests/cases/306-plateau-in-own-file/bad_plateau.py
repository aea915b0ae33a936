"""A scheduler."""


class Plateau:
    """Lowers the rate when the loss does not fall."""

    def __init__(self, optimizer, factor=0.1, minimum=1e-6):
        self.optimizer, self.factor, self.minimum = optimizer, factor, minimum
        self.best = None

    def step(self, loss):
        if self.best is None or loss < self.best:
            self.best = loss
            return
        for group in self.optimizer.param_groups:
            group["lr"] = max(group["lr"] * self.factor, self.minimum)
