from mindspore import nn
from mindspore.experimental.optim.lr_scheduler import MultiStepLR

from good_optim import create_optimizer


class Trainer:
    def __init__(self, network, rate, milestones):
        self.optimizer = create_optimizer(network.trainable_params(), rate)
        self.scheduler = MultiStepLR(self.optimizer, milestones)


trainer = Trainer(nn.Dense(4, 2), 0.1, [30, 60])
