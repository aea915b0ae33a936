def warm_up(optimizer, epoch, epochs, rate):
    if epoch < epochs:
        for group in optimizer.param_groups:
            group["lr"] = rate * (epoch + 1) / epochs
