import mindspore as ms
from mindspore import nn

from ok_version import is_version_ge

if is_version_ge(ms.__version__, "2.0"):
    raise ImportError("for MindSpore 1")


class Up(nn.Cell):
    def __init__(self):
        super().__init__()
        self.resize = nn.ResizeBilinear()
