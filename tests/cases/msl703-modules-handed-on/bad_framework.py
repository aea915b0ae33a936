from bad_names import nn
from mindspore import ops

__all__ = ["nn", "ops"]
