import mindspore as ms


def train_epoch(model, loss_fn, optimizer, data):
    model.train()
    step = ms.value_and_grad(lambda x, y: loss_fn(model(x), y), None, optimizer.parameters)
    for x, y in data:
        _, grads = step(x, y)
        optimizer(grads)


def evaluate(model, loss_fn, data):
    model.eval()
    return sum(float(loss_fn(model(x), y)) for x, y in data)
