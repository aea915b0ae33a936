import mindspore.nn as nn

__all__ = ["nn"]
