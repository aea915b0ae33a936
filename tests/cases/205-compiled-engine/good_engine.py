import mindspore as ms


class Engine:
    def __init__(self, net, loss_fn):
        self.net = net
        self.loss_fn = loss_fn

    @ms.jit
    def loss(self, x, y):
        return self.loss_fn(self.net(x), y)

    @ms.jit
    def train_loss(self, x, y):
        return self.loss_fn(self.net(x), y)
