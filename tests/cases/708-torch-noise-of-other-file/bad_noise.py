import torch


def noise(batch):
    return torch.randn(batch, 4)
