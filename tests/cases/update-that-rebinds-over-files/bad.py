from mindspore import ops

from bad_net import Critic

critic = Critic()


def clip_weights(limit):
    for weight in critic.weights():
        weight = ops.clip_by_value(weight, -limit, limit)
