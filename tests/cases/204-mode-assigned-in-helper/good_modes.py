def training_mode(network, mode):
    network.set_train(mode)
    return network
