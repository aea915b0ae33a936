def training_mode(network, mode):
    network.training = mode
    return network
