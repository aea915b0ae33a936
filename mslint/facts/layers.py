"""Layers whose meaning depends on momentum or on the training mode."""

from __future__ import annotations

from functools import cache

from mslint.facts import signatures

OLD_WEIGHING_NORMS = frozenset(
    f"mindspore.nn.{name}" for name in ("BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "SyncBatchNorm")
)
"""Their momentum weighs the OLD statistics: new = momentum * old + (1 - momentum) * batch, PyTorch's upside down."""

TORCH_LIKE_NORMS = frozenset(
    {
        "mindspore.mint.nn.BatchNorm1d",
        "mindspore.mint.nn.BatchNorm2d",
        "mindspore.mint.nn.BatchNorm3d",
        "mindspore.mint.nn.SyncBatchNorm",
        "mindspore.mint.nn.functional.batch_norm",
        "mindspore.nn.InstanceNorm1d",
        "mindspore.nn.InstanceNorm2d",
        "mindspore.nn.InstanceNorm3d",
        "mindspore.ops.BatchNorm",
        "mindspore.ops.batch_norm",
    }
)
"""Their momentum weighs the batch, as PyTorch's does, and is 0.1 by default."""

MODE_DEPENDENT = frozenset(
    {
        *OLD_WEIGHING_NORMS,
        "mindspore.mint.nn.BatchNorm1d",
        "mindspore.mint.nn.BatchNorm2d",
        "mindspore.mint.nn.BatchNorm3d",
        "mindspore.mint.nn.SyncBatchNorm",
        "mindspore.mint.nn.Dropout",
        "mindspore.mint.nn.Dropout2d",
        "mindspore.nn.Dropout",
        "mindspore.nn.Dropout1d",
        "mindspore.nn.Dropout2d",
        "mindspore.nn.Dropout3d",
        "mindspore.nn.DropoutExt",
    }
)
"""Layers that compute something else in training than in evaluation, whatever their arguments."""

DROPOUT_INSIDE = {
    "mindspore.nn.GRU": "dropout",
    "mindspore.nn.LSTM": "dropout",
    "mindspore.nn.MultiheadAttention": "dropout",
    "mindspore.nn.RNN": "dropout",
    "mindspore.nn.Transformer": "dropout",
    "mindspore.nn.TransformerDecoderLayer": "dropout",
    "mindspore.nn.TransformerEncoderLayer": "dropout",
}
"""Layers that drop inside, and depend on the mode, only where this argument is above 0."""


@cache
def momentum_position(name: str) -> int | None:
    """The position of `momentum` in the norm with this canonical name."""
    return signatures.position(name, "momentum")
