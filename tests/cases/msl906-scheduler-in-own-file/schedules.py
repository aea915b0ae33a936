class Warmup:
    def __init__(self, optimizer, steps):
        self.optimizer, self.steps, self.now = optimizer, steps, 0

    def step(self):
        self.now += 1
        for group in self.optimizer.param_groups:
            group["lr"] = 0.1 * self.now / self.steps
