from mindspore import nn

NO_DECAY = ("bias", "gamma", "beta")


def param_groups(network, weight_decay):
    decayed, others = [], []
    for param in network.trainable_params():
        if not param.requires_grad:
            continue
        if any(key in param.name for key in NO_DECAY):
            others.append(param)
        else:
            decayed.append(param)
    return [{"params": decayed, "weight_decay": weight_decay}, {"params": others, "weight_decay": 0.0}]


def build(network, args):
    return nn.Momentum(param_groups(network, args.weight_decay), args.lr, args.momentum)
