import mindspore as ms


class Trainer:
    def __init__(self, model, optimizer, criterion):
        self.model, self.optimizer, self.criterion = model, optimizer, criterion
        self.compute = ms.value_and_grad(self.forward, None, optimizer.parameters)

    def forward(self, x, y):
        return self.criterion(self.model(x), y)

    def train(self, data):
        for x, y in data:
            self.compute(x, y)
            self.optimizer.step()

    def train_rightly(self, data):
        for x, y in data:
            loss, gradients = self.compute(x, y)
            self.optimizer.step(gradients)
