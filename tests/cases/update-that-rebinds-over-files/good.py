from mindspore import ops

from good_net import Critic

critic = Critic()


def clip_weights(limit):
    for weight in critic.weights():
        ops.assign(weight, ops.clip_by_value(weight, -limit, limit))
