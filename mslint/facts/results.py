"""What calling MindSpore's functions, operators and cells gives.

Read off the documented returns of MindSpore 2.0, 2.7 and 2.10. What gives one
tensor in one version and a tuple in another is in neither set.
"""

from __future__ import annotations

from functools import cache

from mslint.facts import names

PARAMETER = "mindspore.Parameter"
CELL = "mindspore.nn.Cell"

GRADIENT_FUNCTIONS = frozenset({"mindspore.grad", "mindspore.value_and_grad"})
"""Given a function, they give its gradient as a function."""

GRADIENT_OPERATOR = "mindspore.ops.GradOperation"
"""The class whose objects do the same."""

LOSS_SCALERS = frozenset(
    f"mindspore.amp.{name}" for name in ("DynamicLossScaler", "LossScaler", "StaticLossScaler")
)  # fmt: skip
"""Their `scale` and `unscale` give what they are given."""

SAME_CELL = frozenset({"set_train", "set_grad", "to_float", "recompute", "shard", "set_boost", "set_acc"})
"""Methods of a cell that give the cell itself."""

SAME_PARAMETER = frozenset({"assign_value", "clone", "copy", "init_data", "set_data"})
"""Methods of a parameter that give a parameter."""

PERHAPS_ITSELF = frozenset({"contiguous", "swapaxes", "t", "transpose"})
"""Methods that give the tensor itself, and so a parameter, where there is nothing to do.

Seen for `contiguous()`, for `T` of one dimension, for `tensor[...]`, for
`+tensor` and for `ops.cast`. The in-place methods, and `ops.assign`, give a
plain tensor.
"""

CELL_PARAMETERS = frozenset({"bias", "beta", "embedding_table", "gamma", "weight"})
"""Attributes under which MindSpore's layers keep parameters."""

PARAMETER_LISTS = frozenset({"get_parameters", "trainable_params", "untrainable_params"})
"""Methods of a cell that give parameters; the list of an optimizer is its attribute `parameters`."""

TENSOR_ATTRIBUTES = frozenset({"H", "T", "mH", "mT"})
"""Attributes of a tensor that are tensors."""

TELLING_METHODS = frozenset(
    {"astype", "broadcast_to", "expand_dims", "masked_fill", "permute", "reshape", "unsqueeze", "view"}
)
"""Methods by which the argument of a cell's `construct` is known for a tensor."""

_TENSOR_MAKERS = frozenset(
    {
        "mindspore.Tensor",
        "mindspore.Tensor.from_numpy",
        "mindspore.common.initializer.initializer",
        "mindspore.from_numpy",
        "mindspore.tensor",
    }
)

_MODULES = ("mindspore.ops", "mindspore.mint", "mindspore.mint.nn.functional", "mindspore.numpy")
"""Where functions that give tensors are."""

_TUPLES = frozenset(
    {
        "aminmax", "batch_norm", "broadcast_arrays", "chunk", "clip_by_global_norm", "cummax", "cummin", "dsplit",
        "eig", "geqrf", "hsplit", "kthvalue", "log_matrix_determinant", "lu_unpack", "max", "median", "meshgrid", "min",
        "nanmedian", "qr", "slogdet", "sort", "split", "std_mean", "svd", "tensor_split", "topk", "unbind", "unique",
        "unique_with_pad", "unstack", "var_mean", "vsplit",
    }
)  # fmt: skip
"""Functions that give several tensors, or one, by version and arguments: what is unpacked from them are tensors."""

_OTHERS = _TUPLES | frozenset(
    {
        "adaptive_max_pool1d", "adaptive_max_pool2d", "adaptive_max_pool3d", "add_flags", "all_gather", "all_reduce",
        "allclose", "array_equal", "array_equiv", "array_split", "array_str", "array_to_scalar", "average", "barrier",
        "batch_isend_irecv", "broadcast", "broadcast_gradient_args", "clip_by_norm", "clip_by_value", "coalesce",
        "constexpr", "core", "csr_to_coo", "ctc_greedy_decoder", "ctc_loss", "custom_info_register", "deepcopy",
        "dense_to_sparse_coo", "dense_to_sparse_csr", "depend", "derivative", "diag_indices", "divmod", "dropout",
        "dtype", "eigh", "flash_attention_score", "fractional_max_pool2d", "fractional_max_pool3d", "get_backend",
        "get_global_rank", "get_group_rank", "get_process_group_ranks", "get_rank", "get_vm_impl_fn", "get_world_size",
        "grad", "gradient", "histogram", "histogram2d", "histogramdd", "identity", "init_process_group", "irecv",
        "is_complex", "is_floating_point", "is_nonzero", "is_tensor", "isconstant", "isend", "isscalar", "item", "ix_",
        "jacfwd", "jacrev", "jet", "jvp", "kernel", "linearize", "lp_pool1d", "lp_pool2d", "lstsq", "max_pool2d",
        "max_pool3d", "mixed_precision_cast", "mode", "move_to", "multi_margin_loss", "ndim", "new_group", "numel",
        "partial", "print_", "promote_types", "rank", "recompute_block", "recv", "reduce", "reduce_scatter",
        "result_type", "rms_norm", "scalar_cast", "scalar_to_array", "scalar_to_tensor_", "send", "shape", "shard",
        "shard_fn", "size", "stop_gradient", "switch", "tensordump", "triangular_solve", "tril_indices",
        "tril_indices_from", "triu_indices", "triu_indices_from", "typeof", "unique_consecutive", "value_and_grad",
        "vjp", "vmap", "zip_operation",
    }
)  # fmt: skip
"""Functions that do not, or not always, give one tensor. `stop_gradient` gives what it is given."""

_OTHER_PREFIXES = (
    "coo_", "csr_", "dict_", "env", "is_", "list_", "make_", "row_tensor_", "scalar_", "string_", "tuple_",
)  # fmt: skip

_OTHER_CELLS = frozenset(
    {
        "AutoParallel", "Cell", "CellDict", "CellList", "DynamicLossScaleUpdateCell", "FixedLossScaleUpdateCell",
        "ForwardValueAndGrad", "GRU", "GRUCell", "GetNextSingleOp", "GradAccumulation", "GradAccumulationCell",
        "GradientAccumulation", "GraphCell", "Identity", "ImageGradients", "Jvp", "LSTM", "LSTMCell", "MaxPool1d",
        "MaxPool2d", "MaxPool3d", "MicroBatchInterleaved", "MultiheadAttention", "PipelineCell", "RNN", "RNNCell",
        "TrainOneStepWithLossScaleCell", "Vjp", "VirtualDatasetCellTriple", "WithEvalCell", "WithGradCell",
    }
)  # fmt: skip
"""Cells whose call does not, or not always, give one tensor."""

_TENSOR_PRIMITIVES = frozenset(
    {
        "Abs", "Add", "AddN", "Argmax", "Argmin", "AvgPool", "BatchMatMul", "BiasAdd", "BinaryCrossEntropy", "Cast",
        "Concat", "Conv2D", "Cos", "CumSum", "Div", "Equal", "Erf", "Exp", "ExpandDims", "Fill", "FloorDiv", "Gather",
        "GatherD", "GatherNd", "GeLU", "Greater", "L2Normalize", "Less", "Log", "LogSoftmax", "LogicalAnd",
        "LogicalNot", "MatMul", "Maximum", "Minimum", "Mul", "Neg", "Ones", "OnesLike", "Pad", "Pow", "Range", "ReLU",
        "RealDiv", "ReduceAll", "ReduceAny", "ReduceMax", "ReduceMean", "ReduceMin", "ReduceSum", "Reshape", "Rsqrt",
        "Select", "Sigmoid", "SigmoidCrossEntropyWithLogits", "Sin", "Softmax", "Softplus", "Sqrt", "Square", "Squeeze",
        "Stack", "StandardNormal", "StridedSlice", "Sub", "Tanh", "Tile", "Transpose", "Zeros", "ZerosLike",
    }
)  # fmt: skip
"""Operators of `mindspore.ops` whose call gives one tensor."""

_OTHER_METHODS = _OTHERS | frozenset(
    {
        "argmax_with_value", "argmin_with_value", "asnumpy", "data_ptr", "data_sync", "device", "dim", "element_size",
        "from_dlpack", "get_bytes", "has_init", "index", "is_contiguous", "itemset", "ndimension", "nelement", "new",
        "numpy", "offload", "register_hook", "requires_grad_", "storage", "storage_offset", "stride", "to_coo",
        "to_csr", "tolist", "type", "untyped_storage", "values", "indices", "is_shared", "cuda", "cpu",
    }
)  # fmt: skip
"""Methods of a tensor that do not, or not always, give one tensor."""


@cache
def gives_tensor(name: str) -> bool:
    """Whether the function or class with this canonical name gives one tensor when it is called."""
    if name in _TENSOR_MAKERS:
        return True
    module, _, last = name.rpartition(".")
    if module not in _MODULES or last in _OTHERS or last.startswith(_OTHER_PREFIXES) or not last.islower():
        return False
    return not names.is_module(name) and any(names.exists(name, version) for version in names.versions())


def gives_tensors(name: str) -> bool:
    """Whether what is unpacked from the result of this function are tensors."""
    module, _, last = name.rpartition(".")
    return module in _MODULES and last in _TUPLES


def method_gives_tensors(name: str) -> bool:
    """Whether what is unpacked from the result of this method of a tensor are tensors."""
    return name in _TUPLES


def call_gives_tensor(name: str) -> bool:
    """Whether calling an object of this cell or operator class gives one tensor."""
    module, _, last = name.rpartition(".")
    if module in ("mindspore.nn", "mindspore.mint.nn"):
        return is_cell(name) and last not in _OTHER_CELLS
    return module == "mindspore.ops" and last in _TENSOR_PRIMITIVES


def method_gives_tensor(name: str) -> bool:
    """Whether a method of a tensor gives one tensor; True for names that no tensor has."""
    return name not in _OTHER_METHODS and not name.startswith("is_")


def is_cell(name: str) -> bool:
    """Whether this is one of MindSpore's cells."""
    return name in names.category("cell")
