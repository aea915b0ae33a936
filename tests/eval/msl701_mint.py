"""`mindspore.mint` follows PyTorch and refuses MindSpore's own keywords."""

from mindspore import Tensor, mint


def functions(x: Tensor):
    a = mint.mean(x, axis=0)  # error: MSL701
    b = mint.cat([x, x], axis=1)  # error: MSL701
    c = mint.argmax(x, axis=1)  # error: MSL701
    d = mint.arange(4, device="cpu")  # error: MSL701
    e = mint.mean(x, dim=0, keepdim=True)  # ok: PyTorch's names
    f = mint.softmax(x, dim=1)  # ok: PyTorch's name
    return a, b, c, d, e, f


conv = mint.nn.Conv2d(3, 8, 3, padding=1, bias=False)  # ok: PyTorch's names
wrong = mint.nn.Conv2d(3, 8, 3, has_bias=False)  # error: MSL701
linear = mint.nn.Linear(3, 8, has_bias=False)  # error: MSL701
relu = mint.nn.ReLU()  # ok: nothing to take
norm = mint.nn.LayerNorm((8,), eps=1e-6)  # ok: PyTorch's name
