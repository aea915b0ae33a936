from mindspore.nn import Cell as Module
from mindspore.nn import SequentialCell as Sequential

__all__ = ["Module", "Sequential"]
