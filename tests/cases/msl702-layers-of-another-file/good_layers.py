from mindspore import nn as layers
from mindspore.nn import Dense as Quantized

__all__ = ["Quantized", "layers"]
