import mindspore as ms
from mindspore import nn


def make_step(net, loss_fn, optimizer):
    def forward(x, y):
        return loss_fn(net(x), y)

    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)

    def step(x, y):
        loss, grads = grad_fn(x, y)
        optimizer(grads)
        return loss

    return step


if __name__ == "__main__":
    network = nn.Dense(4, 1).set_train()
    train_step = make_step(network, nn.MSELoss(), nn.SGD(network.trainable_params(), learning_rate=0.1))
    print(train_step(ms.ops.ones((2, 4)), ms.ops.ones((2, 1))))
