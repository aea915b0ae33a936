"""Through which functions, operators, methods and layers of MindSpore gradients flow.

Measured on MindSpore 1.10 to 2.10: comparisons, `argmax`, rounding and
`stop_gradient` end them. What is not listed is not known.
"""

from __future__ import annotations

import enum
import re


class Through(enum.Enum):
    """What becomes of the gradient of an argument in a function."""

    KEPT = enum.auto()
    """It flows to the one result."""
    SPLIT = enum.auto()
    """It flows to each of several results."""
    ENDED = enum.auto()
    """It does not reach the result."""
    UNKNOWN = enum.auto()


TORCH_GRADIENT_MODES = frozenset({"enable_grad", "inference_mode", "is_grad_enabled", "no_grad", "set_grad_enabled"})
"""Names of PyTorch that switch the recording of gradients; MindSpore has none and needs none."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_KEPT = _words(
    """
    abs acos acosh adaptiveavgpool1d adaptiveavgpool2d add addbmm addcdiv addcmul addmm addmv addn addr array asarray
    asin asinh astype atan atan2 atanh avgpool avgpool1d avgpool2d avgpool3d baddbmm batchmatmul batchnorm biasadd
    binarycrossentropy binarycrossentropywithlogits bmm broadcastto cast cat celu clamp clip clipbyvalue clone concat
    concatenate contiguous conv1d conv2d conv3d copy cos cosh cosineembeddingloss cosinesimilarity crossentropy cumprod
    cumsum diag diagonal diff div divide dot dropout dropout1d dropout2d dropout3d einsum elu erf erfc exp exp2 expand
    expandas expanddims expm1 flatten flip float fold fromnumpy gather gatherd gatherelements gathernd gelu glu
    gridsample groupnorm half hardshrink hardsigmoid hardswish hardtanh hstack huberloss identity indexselect inner
    instancenorm interpolate kldiv l1loss layernorm leakyrelu lerp linear log log10 log1p log2 logaddexp logsigmoid
    logsoftmax logsumexp marginrankingloss maskedfill maskedselect matmul mean mish mm moveaxis movedim mseloss mul
    multiply mv nanmean nansum narrow neg negative nllloss norm normalize outer pad permute pixelshuffle pixelunshuffle
    pow power prelu prod ravel realdiv reciprocal reducemean reduceprod reducesum reflectionpad2d relu relu6 repeat
    repeatinterleave reshape roll rot90 rsqrt scatter select selu sigmoid sigmoidcrossentropywithlogits silu sin sinc
    sinh slice smoothl1loss softmarginloss softmax softmin softplus softshrink softsign sqrt square squeeze stack std
    stridedslice sub subtract sum swapaxes swapdims t take tan tanh tensordot tile to tofloat trace transpose
    tripletmarginloss tril triu truedivide typeas unsqueeze upsample value var view viewas vstack where xdivy xlogy
    """
)
"""With one differentiable result, by the last part of the name, without underscores and capitals."""
_SPLIT = _words("broadcasttensors chunk dsplit hsplit meshgrid split tensorsplit unbind unstack vsplit")
_ENDED = _words(
    """
    argmax argmin argsort argwhere ceil eq equal floor floordiv floordivide full fulllike ge greater greaterequal gt
    isfinite isinf isnan le less lessequal logicaland logicalnot logicalor lt ne nonzero notequal numel onehot ones
    oneslike rank rint round shape sign size stopgradient trunc zeros zeroslike
    """
)
_LOSSES = _words("binarycrossentropy binarycrossentropywithlogits crossentropy kldiv softmaxcrossentropywithlogits")
DETACHING = frozenset({"asnumpy", "item", "numpy", "tolist"})
"""Tensor methods that give what gradients do not follow."""
ARRAY_METHODS = frozenset({"asnumpy", "numpy", "tolist"})
"""Those of them that give more than one number."""
ITEM_DETACHES_SINCE = "2.5"
"""Before, `Tensor.item()` gave a tensor that gradients flow through."""
_ABOUT = _words("_dtype device dtype has_init itemsize name nbytes ndim requires_grad shape size strides")
"""Attributes that say something about a tensor and are no part of its value."""
_SAME = frozenset({"H", "T", "data", "imag", "mT", "real"})
"""Attributes that are the tensor in another form."""
_CONSTRUCTORS = frozenset(
    {"mindspore.Tensor", "mindspore.Tensor.from_numpy", "mindspore.mint.tensor", "mindspore.tensor"}
)
_FUNCTIONS = ("mindspore.ops.", "mindspore.mint.", "mindspore.numpy.")
_NUMBER_TYPES = ("float16", "float32", "float64")
_WEIGHTED = re.compile(
    r"(BiDense|Bilinear|\w*Norm(\d[dD])?|Conv\w*|DenseBnAct|Dense|DepthwiseConv\w*|Embedding\w*|GRU(Cell)?|Linear"
    r"|LSTM(Cell)?|MultiheadAttention|PReLU|RNN(Cell)?|Transformer\w*)$"
)
_SEVERAL = re.compile(r"(GRU|LSTM|RNN)(Cell)?$|MultiheadAttention|Transformer|CellList|ModuleList|Sequential|Cell$")


def _plain(name: str) -> str:
    return name.rpartition(".")[2].replace("_", "").lower()


def through_function(name: str) -> Through:
    """What becomes of gradients in a library function or operator, by its canonical name."""
    if name in _CONSTRUCTORS:
        return Through.KEPT
    return through_method(name) if name.startswith(_FUNCTIONS) else Through.UNKNOWN


def through_method(name: str) -> Through:
    """What becomes of gradients in a method of a tensor."""
    plain = _plain(name)
    if plain in _KEPT:
        return Through.KEPT
    if plain in _SPLIT:
        return Through.SPLIT
    return Through.ENDED if plain in _ENDED else Through.UNKNOWN


def is_loss(name: str) -> bool:
    """Whether a function or layer computes a loss, by its name."""
    plain = _plain(name)
    return plain.endswith(("loss", "losscell")) or plain in _LOSSES


def is_reduction(name: str) -> bool:
    """Whether a function or method that is given nothing but a tensor gives one number of it."""
    return _plain(name) in ("mean", "reducemean", "reducesum", "sum")


def is_constructor(name: str) -> bool:
    """Whether a library function makes a tensor of what it is given."""
    return name in _CONSTRUCTORS


def is_arithmetic(name: str) -> bool:
    """Whether a function of numpy computes with numbers and gives numbers of the same meaning."""
    plain = _plain(name)
    return name.startswith("numpy.") and (plain in _KEPT or plain in _NUMBER_TYPES)


def is_primitive(name: str) -> bool:
    """Whether calling this makes an operator object."""
    module, _, last = name.rpartition(".")
    return module == "mindspore.ops" and last[:1].isupper()


def is_about(attribute: str) -> bool:
    """Whether an attribute of a tensor is no part of its value."""
    return attribute in _ABOUT


def is_whole(attribute: str) -> bool:
    """Whether an attribute of a tensor is the tensor in another form, or one of its methods."""
    return attribute in _SAME or attribute in DETACHING or through_method(attribute) is not Through.UNKNOWN


def has_weights(layer: str) -> bool:
    """Whether a library layer, by canonical name, has parameters."""
    return _WEIGHTED.match(layer.rpartition(".")[2]) is not None


def gives_one(layer: str) -> bool:
    """Whether a library layer, by canonical name, surely gives one tensor."""
    return _SEVERAL.match(layer.rpartition(".")[2]) is None
