# also: MSL216
# target-version: 2.0
import mindspore as ms
from mindspore import nn

net = nn.Dense(2, 2)
decayed = nn.AdamWeightDecay(net.trainable_params(), 1e-3)  # ok: this version has no other AdamW
squares = nn.RMSProp(net.trainable_params(), 1e-3)  # ok: nor another RMSprop
summed = nn.Adagrad(net.trainable_params(), learning_rate=1e-2)  # error: MSL216
by_full_name = ms.nn.Adagrad(ms.ParameterTuple(net.trainable_params()))  # error: MSL216
rate = nn.SGD(net.trainable_params(), loss_scale=1024.0)  # error: MSL216
