def validate(network, data):
    right = total = 0
    for x, y in data:
        right += int((network(x).argmax(1) == y).sum())
        total += y.size
    return right / total
