from mindspore import nn as layers
from mindspore.nn import DenseQuant as Quantized

__all__ = ["Quantized", "layers"]
