"""The loss of all programs."""

from mindspore import nn

loss_fn = nn.CrossEntropyLoss(label_smoothing=0.1)
