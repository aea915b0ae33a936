"""Written for optimizers with groups."""


def adjust_learning_rate(optimizer, epoch):
    """Divide the rate by 10 every 30 epochs."""
    rate = 1e-3 * 0.1 ** (epoch // 30)
    for group in optimizer.param_groups:
        group["lr"] = rate
