# silent-as: torch mindtorch
"""Networks, losses and optimizers of which nothing is known."""

import mindspore as ms
from mindspore import nn, ops


def train(model, loss_fn, optimizer, data):
    def forward(x, y):
        logits = model(x)
        loss = loss_fn(logits, y)
        return loss, logits

    def scaled(x, y):
        logits = model(x)
        loss = loss_fn(ops.softmax(logits, axis=-1), y)
        return loss * 0.5, logits.astype(ms.float32)

    def parts(x, y):
        recon, mean, log_variance = model(x)
        data_term = loss_fn(recon, y)
        kl = model.divergence(mean, log_variance)
        return data_term + kl, data_term, kl

    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)  # error: MSL403
    scaled_fn = ms.value_and_grad(scaled, None, optimizer.parameters)  # error: MSL403
    parts_fn = ms.value_and_grad(parts, None, optimizer.parameters)  # error: MSL403
    for x, y in data:
        (loss, logits), grads = grad_fn(x, y)
        optimizer(grads)
    return scaled_fn, parts_fn


def train_model(model, loss_fn, data):
    optimizer = nn.Adam(model.trainable_params(), learning_rate=1e-3)

    def forward(x, y):
        feature = model(x)
        extra = model(y)
        return loss_fn(feature, extra), feature

    return ms.value_and_grad(forward, None, optimizer.parameters)  # error: MSL403


def look_alikes(model, loss_fn, optimizer, make_mask, count):
    def of_its_own(x, y):
        outputs = model(x, y)
        return outputs.loss, outputs.tokens

    def unpacked(x, y):
        loss, accuracy = model(x, y)
        return loss, accuracy

    def masked(x, y):
        mask = make_mask(x)
        loss = loss_fn(model(x) * mask, y * mask)
        return loss, mask

    def counted(x, y):
        number = count(y)
        return loss_fn(model(x), y) / number, number

    def measured(x, y):
        logits = model(x)
        return loss_fn(logits, y), model.accuracy(logits, y)

    a = ms.value_and_grad(of_its_own, None, optimizer.parameters)  # ok: tokens may be a number
    b = ms.value_and_grad(unpacked, None, optimizer.parameters)  # ok: the network may have stopped it
    c = ms.value_and_grad(masked, None, optimizer.parameters)  # ok: the mask need not depend on weights
    d = ms.value_and_grad(counted, None, optimizer.parameters)  # ok: a count
    e = ms.value_and_grad(measured, None, optimizer.parameters)  # ok: a metric may be anything
    return a, b, c, d, e


def adversarial(generator, discriminator, loss_fn, optimizer):
    def judge(noise, real):
        fake = generator(noise)
        loss = loss_fn(discriminator(fake), discriminator(real))
        return loss, fake

    return ms.value_and_grad(judge, None, optimizer.parameters)  # ok: the optimizer may be the discriminator's


def quiet(model, loss_fn, optimizer):
    def forward(x, y):
        logits = model(x)
        loss = loss_fn(logits, y)
        with ms._no_grad():
            probabilities = ops.softmax(logits)
        return loss, probabilities

    return ms.value_and_grad(forward, None, optimizer.parameters)  # ok: no gradient is recorded there


try:
    from mindspore import value_and_grad
except ImportError:
    value_and_grad = None


def guarded(model, loss_fn, optimizer):
    def forward(x, y):
        logits = model(x)
        return loss_fn(logits, y), logits

    if hasattr(ms, "value_and_grad"):
        return ms.value_and_grad(forward, None, optimizer.parameters)  # ok: in a shim for old versions
    return None
