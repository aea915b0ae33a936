"""The PyTorch-like optimizers do not take MindSpore's old keywords."""

from mindspore import mint, nn
from mindspore.experimental import optim

net = nn.Dense(2, 2)
params = net.trainable_params()

split = optim.Adam(params, lr=0.1, beta1=0.9, beta2=0.99)  # error: MSL207, MSL207
scaled = optim.SGD(params, lr=0.1, loss_scale=1024.0)  # error: MSL207
renamed = optim.AdamW(params, lr=0.1, use_amsgrad=True)  # error: MSL207
implementation = mint.optim.AdamW(params, lr=0.1, foreach=True)  # error: MSL207

betas = optim.Adam(params, lr=0.1, betas=(0.9, 0.99), eps=1e-8, amsgrad=True)  # ok: PyTorch's names
maximize = optim.SGD(params, lr=0.1, momentum=0.9, nesterov=True, maximize=True)  # ok: PyTorch's names
mint_adam = mint.optim.Adam(params, lr=0.1, betas=(0.9, 0.99), maximize=False)  # ok: PyTorch's names
