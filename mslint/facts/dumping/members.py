"""The public methods, properties and attributes of the classes whose objects users hold."""

from __future__ import annotations

import importlib
import inspect
import types
from collections.abc import Callable
from typing import Any

from mslint.facts.dumping.deprecations import deprecation
from mslint.facts.dumping.docstrings import documented_forms
from mslint.facts.dumping.parameters import parameters
from mslint.facts.dumping.probing import forms_of

CLASSES = (
    ("mindspore", "Tensor"),
    ("mindspore", "Parameter"),
    ("mindspore", "ParameterTuple"),
    ("mindspore", "COOTensor"),
    ("mindspore", "CSRTensor"),
    ("mindspore", "Generator"),
    ("mindspore", "Model"),
    ("mindspore.nn", "Cell"),
    ("mindspore.nn", "CellDict"),
    ("mindspore.nn", "CellList"),
    ("mindspore.nn", "SequentialCell"),
    ("mindspore.nn", "TrainOneStepCell"),
    ("mindspore.nn", "Optimizer"),
    ("mindspore.experimental.optim", "Optimizer"),
    ("mindspore.experimental.optim.lr_scheduler", "LRScheduler"),
    ("mindspore.experimental.optim.lr_scheduler", "_LRScheduler"),
    ("mindspore.experimental.optim.lr_scheduler", "ReduceLROnPlateau"),
    ("mindspore.nn.learning_rate_schedule", "LearningRateSchedule"),
    ("mindspore.ops", "Primitive"),
    ("mindspore.ops", "GradOperation"),
    ("mindspore.amp", "LossScaler"),
    ("mindspore.amp", "StaticLossScaler"),
    ("mindspore.amp", "DynamicLossScaler"),
    ("mindspore.nn", "Metric"),
    ("mindspore.train", "Metric"),
    ("mindspore.train.callback", "Callback"),
    ("mindspore.train.callback", "RunContext"),
    ("mindspore", "SummaryRecord"),
    ("mindspore.train.summary", "SummaryRecord"),
    ("mindspore", "Profiler"),
    ("mindspore.profiler", "Profiler"),
    ("mindspore.profiler", "profile"),
    ("mindspore.dataset", "Dataset"),
    ("mindspore.dataset", "GeneratorDataset"),
    ("mindspore.dataset", "Schema"),
    ("mindspore.dataset.text", "Vocab"),
    ("mindspore.mindrecord", "FileWriter"),
    ("mindspore.mindrecord", "FileReader"),
)
"""Module and name of each class, in any version; a base comes before what derives from it."""


def describe_all() -> dict[str, Any]:
    """Full name of a class -> its `base` among the classes, and its own `members`."""
    result: dict[str, Any] = {}
    known: list[tuple[str, type]] = []
    for module, name in CLASSES:
        try:
            found = getattr(importlib.import_module(module), name, None)
        except ImportError:
            continue
        if not inspect.isclass(found) or any(found is other for _, other in known):
            continue
        full_name = module + "." + name
        base = _nearest(_made(found), known)
        result[full_name] = {
            "base": base[0] if base else None,
            "is_open": hasattr(found, "__getattr__"),
            "members": _own_members(_made(found), base[1] if base else object),
        }
        known.append((full_name, found))
    return result


def _made(found: type) -> type:
    """The class that objects of `found` have: `Parameter(...)` makes one that is also a Tensor."""
    return type(_samples(found)[0]) if found.__name__ == "Parameter" and _samples(found) else found


def _nearest(found: type, known: list[tuple[str, type]]) -> tuple[str, type] | None:
    """The first base of `found` that is among the known classes."""
    for base in found.__mro__[1:]:
        for entry in known:
            if entry[1] is base:
                return entry
    return None


def _own_members(found: type, base: type) -> dict[str, Any]:
    """Name -> description of the public members that `base` has not, or has otherwise."""
    absent = object()
    result: dict[str, Any] = {}
    for name in dir(found):
        value = inspect.getattr_static(found, name, absent)
        if name.startswith("_") or value is absent or value is inspect.getattr_static(base, name, absent):
            continue
        result[name] = _describe(found, name, value)
    for name in _held(found) - _held(base):
        if name not in result and not hasattr(base, name):
            result[name] = {"kind": "attribute"}
    return dict(sorted(result.items()))


def _describe(found: type, name: str, value: Any) -> dict[str, Any]:
    """The entry of one member: its kind, its forms if it can be called, its deprecation."""
    entry: dict[str, Any] = {"kind": _kind(value)}
    if entry["kind"] not in ("property", "attribute"):
        entry["forms"] = _forms(found, name, value)
    marked = deprecation(value, {name})
    if marked is not None:
        entry["deprecated"] = marked
    return entry


def _kind(value: Any) -> str:
    """method, static, class-method, property or attribute."""
    if isinstance(value, staticmethod):
        return "static"
    if isinstance(value, (classmethod, types.ClassMethodDescriptorType)):
        return "class-method"
    if isinstance(value, (property, types.GetSetDescriptorType, types.MemberDescriptorType)):
        return "property"
    return "method" if callable(value) and not inspect.isclass(value) else "attribute"


def _forms(found: type, name: str, value: Any) -> list[list[str]] | None:
    """The forms of a method, without self; None where they are not known."""
    seen = parameters(value.__func__ if isinstance(value, (staticmethod, classmethod)) else value)
    if seen is not None:
        takes_self = not isinstance(value, staticmethod)
        if takes_self and seen and not seen[0].startswith("*"):
            seen = [text for text in seen[1:] if text != "/"] if seen[1:2] == ["/"] else seen[1:]
        return [seen]
    samples: list[Any] = [()] if isinstance(value, staticmethod) else [(sample,) for sample in _samples(found)]
    documented = documented_forms(getattr(value, "__doc__", None))
    if samples and found.__name__ == "Tensor":
        documented += _implementations(name)
    return forms_of(getattr(found, name), samples[0], documented) if samples else None


def _held(found: type) -> set[str]:
    """The public attributes that objects of the class hold: those that all the samples have."""
    held = [set(vars(sample)) for sample in _samples(found) if hasattr(sample, "__dict__")]
    return {name for name in set.intersection(*held) if not name.startswith("_")} if held else set()


def _samples(found: type) -> list[Any]:
    """Objects of the class, or of several that derive from it; none where they are not easily made."""
    make = _MAKERS.get(found.__name__)
    if make is None:
        return []
    try:
        samples = make(importlib.import_module("mindspore"), found)
    except Exception:
        return []
    return [sample for sample in samples if isinstance(sample, found)]


def _parameter(mindspore: Any) -> Any:
    """A parameter to train."""
    return mindspore.Parameter(mindspore.Tensor([1.0]), name="p")


def _optimizer(mindspore: Any) -> Any:
    """An optimizer after PyTorch's."""
    return importlib.import_module("mindspore.experimental.optim").SGD([_parameter(mindspore)], lr=0.1)


def _optimizers(mindspore: Any, found: type) -> list[Any]:
    """Optimizers of either kind."""
    if found is mindspore.nn.Optimizer:
        return [mindspore.nn.Optimizer(0.1, [_parameter(mindspore)])]
    return [found([_parameter(mindspore)], {"lr": 0.1})]


def _schedulers(mindspore: Any, _: type) -> list[Any]:
    """Two schedulers, for what they have in common."""
    module = importlib.import_module("mindspore.experimental.optim.lr_scheduler")
    return [module.StepLR(_optimizer(mindspore), 1), module.ConstantLR(_optimizer(mindspore))]


def _datasets(mindspore: Any, _: type) -> list[Any]:
    """Two data sets, for what they have in common."""
    source = mindspore.dataset.GeneratorDataset([(1.0,)], ["x"])
    return [source, source.batch(1)]


_MAKERS: dict[str, Callable[[Any, type], list[Any]]] = {
    "Tensor": lambda mindspore, found: [found([1.0])],
    "Parameter": lambda mindspore, found: [_parameter(mindspore)],
    "ParameterTuple": lambda mindspore, found: [found((_parameter(mindspore),))],
    "Cell": lambda mindspore, found: [found()],
    "CellList": lambda mindspore, found: [found()],
    "SequentialCell": lambda mindspore, found: [found()],
    "Model": lambda mindspore, found: [found(mindspore.nn.Cell())],
    "Dataset": _datasets,
    "Primitive": lambda mindspore, found: [found("p")],
    "Optimizer": _optimizers,
    "LRScheduler": _schedulers,
    "_LRScheduler": _schedulers,
    "ReduceLROnPlateau": lambda mindspore, found: [found(_optimizer(mindspore))],
}
"""Name of a class -> what makes samples of it from `mindspore` and the class."""


def _implementations(name: str) -> list[list[str]]:
    """The forms of the Python functions behind a method of Tensor, which have the defaults that C++ does not tell."""
    try:
        module = importlib.import_module("mindspore.ops.tensor_method")
    except ImportError:
        return []
    beginnings = ("tensor_" + name, "deprecated_tensor_" + name, "deprecated_" + name)
    found = [parameters(value) for key, value in sorted(vars(module).items()) if key.startswith(beginnings)]
    return [form[1:] for form in found if form]
