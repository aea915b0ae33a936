"""Seeds of CUDA beside one that seeds, as programs for several backends have them."""

import mindspore as ms
import mindtorch.torch as torch


def seed_everything(seed):
    torch.manual_seed(seed)
    torch.cuda.manual_seed(seed)  # ok: the line above seeds
    torch.cuda.manual_seed_all(seed)  # ok: the same


ms.set_context(device_target="CPU")


def mixed(model, x):
    with torch.autocast("cuda"):  # error: MSL908
        return model(x)
