import mindspore as ms


def adjust(optimizer, rate):
    for group in optimizer.param_groups:
        group["lr"] = rate


def adjust_rightly(optimizer, rate):
    for group in optimizer.param_groups:
        ms.ops.assign(group["lr"], rate)
