def current(optimizer):
    for group in optimizer.param_groups:
        return group["lr"]


def show(optimizer):
    for number, group in enumerate(optimizer.param_groups):
        print(f"group {number}: {group['lr']:.6f}")


def decay(optimizer, factor):
    for group in optimizer.param_groups:
        group["lr"] *= factor
