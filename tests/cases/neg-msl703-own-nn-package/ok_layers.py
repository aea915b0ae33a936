import ok_nn as nn

__all__ = ["nn"]
