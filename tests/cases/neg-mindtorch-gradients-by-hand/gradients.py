def put(parameters, gradients):
    for parameter, gradient in zip(parameters, gradients):
        parameter.grad = gradient
