import mindspore as ms
from mindspore import nn, ops

__all__ = ["ms", "nn", "ops"]
