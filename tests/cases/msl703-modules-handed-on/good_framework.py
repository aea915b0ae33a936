from good_names import nn
from mindspore import ops

__all__ = ["nn", "ops"]
