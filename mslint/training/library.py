"""What the library classes that matter in training are and hold."""

from __future__ import annotations

from functools import cache

from packaging.version import Version

from mslint.facts import adapters, layers, names
from mslint.facts.optimizers import optimizers
from mslint.facts.worlds import World, world_of
from mslint.training.objects import Constant, Instance, Value

COMPILERS = frozenset({"mindspore.jit", "mindspore.ms_function"})
DIFFERENTIATORS = frozenset({"mindspore.value_and_grad", "mindspore.grad"})
MODEL = "mindspore.Model"
GRAD_OPERATION = "mindspore.ops.GradOperation"
CELL = "mindspore.nn.Cell"
CELL_DICT = "mindspore.nn.CellDict"
CONTAINERS = frozenset(
    {
        CELL_DICT,
        "mindspore.nn.CellList",
        "mindspore.nn.SequentialCell",
        "mindspore.mint.nn.ModuleList",
        "mindspore.mint.nn.Sequential",
    }
)
TRAIN_CELLS = frozenset(
    {
        "mindspore.boost.BoostTrainOneStepCell",
        "mindspore.boost.BoostTrainOneStepWithLossScaleCell",
        "mindspore.nn.TrainOneStepCell",
        "mindspore.nn.TrainOneStepWithLossScaleCell",
    }
)
RUNS_ITS_PARTS = frozenset({"mindspore.nn.WithLossCell", "mindspore.nn.WithEvalCell"})
_SCHEDULERS = "mindspore.experimental.optim.lr_scheduler."
_MINDTORCH_SCHEDULERS = "mindtorch.torch.optim.lr_scheduler."
_HARMLESS_PACKAGES = frozenset(
    {
        "PIL",
        "cv2",
        "matplotlib",
        "mindinsight",
        "mindspore",
        "mindtorch",
        "msadapter",
        "numpy",
        "pandas",
        "scipy",
        "skimage",
        "sklearn",
        "torch",
        "tqdm",
        "yaml",
    }
)
OPTIMIZER_BASES = {"mindspore.nn.Optimizer": False, "mindspore.experimental.optim.Optimizer": True}
"""The classes that all optimizers with or without `param_groups` extend."""
_DROPS_BY_DEFAULT = frozenset(
    {
        "mindspore.nn.Transformer",
        "mindspore.nn.TransformerDecoderLayer",
        "mindspore.nn.TransformerEncoderLayer",
    }
)


@cache
def is_cell(name: str) -> bool:
    """Whether a canonical name is a class of cells."""
    return name == CELL or name in CONTAINERS or name in names.category("cell")


@cache
def is_optimizer(name: str) -> bool:
    """Whether a canonical name is an optimizer of MindSpore or of a package over it."""
    return name in optimizers() or name == adapters.OPTIMIZER_BASE


def has_groups(name: str) -> bool:
    """Whether an optimizer has `param_groups`: MindSpore's own, which MSAdapter's are too, have none."""
    return is_optimizer(name) and world_of(name) not in (World.NATIVE, World.MSADAPTER)


@cache
def is_scheduler(name: str) -> bool:
    """Whether a canonical name is a learning-rate scheduler with `step()`."""
    return name.startswith((_SCHEDULERS, _MINDTORCH_SCHEDULERS))


def is_object(name: str) -> bool:
    """Whether calling this makes an object that is followed."""
    return is_cell(name) or is_optimizer(name) or is_scheduler(name) or name in (MODEL, GRAD_OPERATION)


def is_harmless(name: str, stdlib: frozenset[str]) -> bool:
    """Whether a library function leaves the mode of cells it is given alone."""
    package = name.partition(".")[0]
    return package in _HARMLESS_PACKAGES or package in stdlib


def starts_in_training(name: str, target: Version) -> bool:
    """Whether a layer is in training mode as constructed: mint's norms up to 2.7 are."""
    last = Version(layers.MINT_NORMS_BEGIN_TRAINING_UNTIL).release[:2]
    return name in layers.MINT_NORMS and target.release[:2] <= last


def depends_on_mode(layer: Instance) -> bool:
    """Whether a library layer surely computes something else in training.

    A rate that is not known is taken to be above 0, except for layers that
    do not drop by default.
    """
    name = layer.library
    arguments = layer.arguments
    if name in layers.DROPOUT_INSIDE:
        rate = arguments.get(None, layers.DROPOUT_INSIDE[name])
        if rate is None:
            return name in _DROPS_BY_DEFAULT
        number = _number(rate)
        return number is not None and number > 0
    if name in layers.NORM_INSIDE:
        has_norm = arguments.get(None, layers.NORM_INSIDE[name])
        return isinstance(has_norm, Constant) and has_norm.value is True
    if name not in layers.MODE_DEPENDENT:
        return False
    if "Dropout" in name:
        if name == "mindspore.nn.Dropout":
            kept, dropped = arguments.get(0, "keep_prob"), arguments.get(1, "p")
            return _number(dropped) != 0 and (dropped is not None or _number(kept) != 1)
        return _number(arguments.get(0, "p")) != 0
    if name.startswith("mindspore.mint."):
        return not _is_false(arguments.get(4, "track_running_stats"))
    statistics = arguments.get(None, "use_batch_statistics")
    return statistics is None or (isinstance(statistics, Constant) and statistics.value is None)


def _number(value: Value | None) -> float | None:
    if isinstance(value, Constant) and isinstance(value.value, int | float):
        return value.value
    return None


def _is_false(value: Value | None) -> bool:
    return isinstance(value, Constant) and value.value is False
