def noted_groups(net):
    return [{"params": layer.trainable_params(), "name": str(number)} for number, layer in enumerate(net)]
