"""Layers whose meaning depends on momentum or on the training mode.

Measured on CPU with MindSpore 1.10, 2.0, 2.5 to 2.10: each layer was called
before any `set_train`, in evaluation and in training, and its outputs and
statistics compared. What has no CPU kernel (`mindspore.mint.nn`'s dropout and
batch norm, instance norm) was read in the source: whether `construct` reads
`self.training`.
"""

from __future__ import annotations

from typing import NamedTuple

from mslint.facts import signatures

OLD_WEIGHING_NORMS = frozenset(
    f"mindspore.nn.{name}" for name in ("BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "GlobalBatchNorm", "SyncBatchNorm")
)
"""Their momentum weighs the OLD statistics: new = momentum * old + (1 - momentum) * batch, PyTorch's upside down.

GlobalBatchNorm is gone after 1.10.
"""

NORM_INSIDE = {"mindspore.nn.Conv2dBnAct": "has_bn", "mindspore.nn.DenseBnAct": "has_bn"}
"""Layers that hand `momentum` to such a norm, and depend on the mode, where this argument is True; it is False."""

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

MINT_NORMS = frozenset(name for name in TORCH_LIKE_NORMS if name.startswith("mindspore.mint.nn.") and "Norm" in name)
"""Batch norms of mint. Up to 2.7 they alone begin in training mode; from 2.8 in evaluation, as every other Cell."""

MINT_NORMS_BEGIN_TRAINING_UNTIL = "2.7"

_BATCH_NORM_VALUES = frozenset({"momentum", "eps"})
FIXED_WHEN_MADE = {
    "mindspore.nn.BatchNorm1d": ("1.10", _BATCH_NORM_VALUES),
    "mindspore.nn.BatchNorm2d": ("1.10", _BATCH_NORM_VALUES),
    "mindspore.nn.BatchNorm3d": ("1.10", _BATCH_NORM_VALUES),
    "mindspore.nn.LayerNorm": ("2.0", frozenset({"epsilon", "eps"})),
    "mindspore.nn.SyncBatchNorm": ("2.6", _BATCH_NORM_VALUES),
}
"""Norms that compute with what their constructor was given, whatever is assigned to these attributes later.

Each with the first version in which that was seen: before 2.6 SyncBatchNorm
does not run on CPU, and in 1.10 LayerNorm computes there without any epsilon,
wherever it was given. GroupNorm reads its `eps` in every call; instance norm
and mint's batch and layer norms do not run on CPU.
"""

NORM_KERNELS = frozenset({"bn_infer", "bn_train", "layer_norm"})
"""The attributes in which these layers hold what computes."""

DROPOUTS = frozenset(
    {
        "mindspore.mint.nn.Dropout",
        "mindspore.mint.nn.Dropout2d",
        "mindspore.nn.Dropout",
        "mindspore.nn.Dropout1d",
        "mindspore.nn.Dropout2d",
        "mindspore.nn.Dropout2dExt",
        "mindspore.nn.Dropout3d",
        "mindspore.nn.DropoutExt",
    }
)
"""Layers that drop in training only."""

MODE_DEPENDENT = OLD_WEIGHING_NORMS | MINT_NORMS | DROPOUTS
"""Layers that compute something else in training than in evaluation.

Instance, group and layer norms do not: MindSpore's instance norm always uses
the statistics of the input.
"""

MODE_FIXING_KEYWORD = "use_batch_statistics"
"""A norm of `mindspore.nn` that is given True or False here no longer depends on the mode; None is the default."""


RECURRENT = frozenset({"mindspore.nn.GRU", "mindspore.nn.LSTM", "mindspore.nn.RNN"})
"""Layers called as (input_size, hidden_size, num_layers=1, has_bias, batch_first, dropout=0.0, bidirectional).

MindSpore hides these parameters behind `*args, **kwargs`. They drop between
their layers, so only where `num_layers` is above 1.
"""

RECURRENT_LAYERS_POSITION = 2
_RECURRENT_DROPOUT_POSITION = 5

DROPOUT_INSIDE = {
    **dict.fromkeys(RECURRENT, "dropout"),
    "mindspore.nn.MultiheadAttention": "dropout",
    "mindspore.nn.Transformer": "dropout",
    "mindspore.nn.TransformerDecoderLayer": "dropout",
    "mindspore.nn.TransformerEncoderLayer": "dropout",
}
"""Layers that drop inside, and depend on the mode, only where this argument is above 0.

TransformerEncoder and TransformerDecoder hold the layer that they are given.
The transformers of 1.10 are others, with other arguments, and drop by default
too.
"""


class InnerDropout(NamedTuple):
    """The argument that makes a layer drop inside; `position` counts from 0 without self."""

    keyword: str
    position: int
    default: float


def inner_dropout(name: str) -> InnerDropout | None:
    """How the layer with this canonical name takes its inner dropout; None where it has none."""
    keyword = DROPOUT_INSIDE.get(name)
    if keyword is None:
        return None
    if name in RECURRENT:
        return InnerDropout(keyword, _RECURRENT_DROPOUT_POSITION, 0.0)
    for position, parameter in enumerate(signatures.parameters(name) or ()):
        if parameter.name == keyword:
            return InnerDropout(keyword, position, float(parameter.default or 0.0))
    return None


def momentum_position(name: str) -> int | None:
    """The position of `momentum` in the layer with this canonical name."""
    return signatures.position(name, "momentum")
