from contextlib import nullcontext

try:
    from mindspore import no_grad
except ImportError:
    no_grad = nullcontext


def enable_grad():
    return nullcontext()
