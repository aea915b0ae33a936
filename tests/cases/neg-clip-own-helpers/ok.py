from clipping import Gradients, clip_list


def step(optimizer, grads):
    held = Gradients(grads)
    held.clip_by_global_norm(1.0)
    optimizer(held.grads)
    grads = list(grads)
    clip_list(grads, 1.0)
    optimizer(tuple(grads))
