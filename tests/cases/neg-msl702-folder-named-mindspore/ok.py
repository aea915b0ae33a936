import mindspore
from mindspore import tools, ms_function

print(mindspore.anything, tools.Sequential, ms_function)
