from dataclasses import dataclass
from typing import Any


@dataclass
class Gradient:
    """A parameter and its gradient."""

    name: str
    grad: Any
    grad_fn: Any = None
    is_leaf: bool = True
    requires_grad: bool = False

    def detach(self):
        return Gradient(self.name, self.grad)

    def backward(self):
        return self.grad
