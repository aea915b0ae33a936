def freeze(network):
    for param in network.get_parameters():
        param.requires_grad = False


def freeze_backbone(model):
    freeze(model.backbone)
