def layerwise(net, rate, decay=0.9):
    """One group for each layer, slower towards the input."""
    groups = []
    for depth, layer in enumerate([net.head, net.norm, net.body]):
        groups.append({"params": layer.trainable_params(), "learning_rate": rate * decay**depth})
    return groups
