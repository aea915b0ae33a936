"""Write down what an installed MindSpore offers.

    python -m mslint.facts.dump -o FILE

or, under an interpreter that has MindSpore but not mslint (Python 3.7 or
later), `python mslint/facts/dump.py -o FILE` in a checkout. It needs MindSpore
and the standard library only. The result is JSON without times or machine paths;
`mslint.facts.merge` makes the shipped tables from several of them.

The keys of the result:

* `version`: the MindSpore version.
* `modules`: every module of the package, imported or not.
* `module_aliases`: an attribute that is a module of another name.
* `star`: for each public module, the names that `from MODULE import *` asks for.
* `names`: for each public module, name -> object number.
* `visible`: for each public module, the further names without an underscore that it happens to hold.
* `spellings`: for each other module, name -> object number, for objects that are public somewhere.
* `objects`: object number -> kind, categories, definition and parameters; `forms` where MindSpore's C++ decides what
  a function takes (null where that is not known), or it takes `**kwargs` and refuses some; `deprecated` where it is;
  `keywords` where it warns of some.
* `members`: class -> `base`, `is_open` (it makes up attributes), and its public `members`.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import os
import sys
import types
from typing import Any

if not __package__:
    # Run by its path, where mslint need not be installed.
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from mslint.facts.dumping.deprecations import deprecation
from mslint.facts.dumping.docstrings import documented_arguments, documented_forms
from mslint.facts.dumping.members import describe_all
from mslint.facts.dumping.parameters import is_own, parameters
from mslint.facts.dumping.probing import constructor_forms, forms_of
from mslint.facts.dumping.settings import describe_settings

PUBLIC_MODULES = (
    "mindspore",
    "mindspore.amp",
    "mindspore.boost",
    "mindspore.common",
    "mindspore.common.dtype",
    "mindspore.common.initializer",
    "mindspore.communication",
    "mindspore.communication.comm_func",
    "mindspore.communication.management",
    "mindspore.context",
    "mindspore.dataset",
    "mindspore.dataset.audio",
    "mindspore.dataset.config",
    "mindspore.dataset.c_transforms",
    "mindspore.dataset.engine",
    "mindspore.dataset.py_transforms",
    "mindspore.dataset.samplers",
    "mindspore.dataset.text",
    "mindspore.dataset.text.transforms",
    "mindspore.dataset.transforms",
    "mindspore.dataset.transforms.c_transforms",
    "mindspore.dataset.transforms.py_transforms",
    "mindspore.dataset.vision",
    "mindspore.dataset.vision.c_transforms",
    "mindspore.dataset.vision.py_transforms",
    "mindspore.device_context.ascend",
    "mindspore.device_context.cpu",
    "mindspore.device_context.gpu",
    "mindspore.device_manager",
    "mindspore.dtype",
    "mindspore.experimental",
    "mindspore.experimental.es",
    "mindspore.experimental.optim",
    "mindspore.experimental.optim.lr_scheduler",
    "mindspore.graph",
    "mindspore.hal",
    "mindspore.hal.contiguous_tensors_handle",
    "mindspore.log",
    "mindspore.mindrecord",
    "mindspore.mint",
    "mindspore.mint.distributed",
    "mindspore.mint.linalg",
    "mindspore.mint.nn",
    "mindspore.mint.nn.functional",
    "mindspore.mint.optim",
    "mindspore.mint.special",
    "mindspore.nn",
    "mindspore.nn.dynamic_lr",
    "mindspore.nn.layer",
    "mindspore.nn.learning_rate_schedule",
    "mindspore.nn.loss",
    "mindspore.nn.metrics",
    "mindspore.nn.optim",
    "mindspore.nn.probability",
    "mindspore.nn.probability.bijector",
    "mindspore.nn.probability.distribution",
    "mindspore.nn.transformer",
    "mindspore.nn.utils",
    "mindspore.nn.wrap",
    "mindspore.numpy",
    "mindspore.ops",
    "mindspore.ops.composite",
    "mindspore.ops.function",
    "mindspore.ops.functional",
    "mindspore.ops.operations",
    "mindspore.ops.primitive",
    "mindspore.parallel",
    "mindspore.parallel.auto_parallel",
    "mindspore.parallel.nn",
    "mindspore.profiler",
    "mindspore.rewrite",
    "mindspore.runtime",
    "mindspore.safeguard",
    "mindspore.scipy",
    "mindspore.scipy.linalg",
    "mindspore.scipy.optimize",
    "mindspore.train",
    "mindspore.train.amp",
    "mindspore.train.callback",
    "mindspore.train.loss_scale_manager",
    "mindspore.train.serialization",
    "mindspore.train.summary",
    "mindspore.utils",
)
"""The modules that MindSpore's documentation tells users to import from, in any version."""

_CATEGORIES = (
    ("cell", "mindspore.nn", "Cell"),
    ("nn-optimizer", "mindspore.nn", "Optimizer"),
    ("experimental-optimizer", "mindspore.experimental.optim", "Optimizer"),
    ("learning-rate-schedule", "mindspore.nn.learning_rate_schedule", "LearningRateSchedule"),
    ("lr-scheduler", "mindspore.experimental.optim.lr_scheduler", "LRScheduler"),
    ("lr-scheduler", "mindspore.experimental.optim.lr_scheduler", "_LRScheduler"),
    ("lr-scheduler", "mindspore.experimental.optim.lr_scheduler", "ReduceLROnPlateau"),
    ("lr-scheduler", "mindspore.experimental.optim.lr_scheduler", "SequentialLR"),
    ("primitive", "mindspore.ops", "Primitive"),
    ("callback", "mindspore.train.callback", "Callback"),
)
"""Category, and the class whose subclasses belong to it.

ReduceLROnPlateau and SequentialLR have no base class in common with the other schedulers.
"""

_DISPATCHING_MODULE = "mindspore.ops.functional_overload"
"""Where the functions come from that leave their arguments to C++."""


def module_names(package_folder: str) -> list[str]:
    """The modules of the MindSpore package on disk, sorted, without private ones and what is inside those."""
    found = {"mindspore"}
    for folder, subfolders, files in os.walk(package_folder):
        if folder != package_folder and "__init__.py" not in files:
            subfolders[:] = []
            continue
        subfolders[:] = [name for name in subfolders if not name.startswith("_")]
        parts = ["mindspore"] + [part for part in os.path.relpath(folder, package_folder).split(os.sep) if part != "."]
        found.add(".".join(parts))
        sources = [name for name in files if name.endswith(".py") and not name.startswith("_")]
        found.update(".".join([*parts, name[:-3]]) for name in sources)
    return sorted(found)


def import_all(names: tuple[str, ...]) -> dict[str, types.ModuleType]:
    """The modules of `names` that this version has and can import here.

    Some are attributes only: `mindspore.dtype` is `mindspore.common.dtype`. In
    1.10 the attribute `mindspore.amp` is another module until `mindspore.amp`
    is imported; the latter counts, for it has more names.
    """
    modules: dict[str, types.ModuleType] = {}
    for name in names:
        parent, _, last = name.rpartition(".")
        attribute = getattr(modules.get(parent), last, None)
        try:
            modules[name] = importlib.import_module(name)
        except Exception as error:
            if isinstance(attribute, types.ModuleType):
                modules[name] = attribute
            else:
                print(f"not imported: {name}: {error}", file=sys.stderr)
    return modules


def star_names(module: types.ModuleType) -> list[str]:
    """The names that `from module import *` asks for."""
    declared = getattr(module, "__all__", None)
    if declared is None:
        declared = [name for name in vars(module) if not name.startswith("_")]
    return sorted(name for name in set(declared) if name.isidentifier())


def public_names(module: types.ModuleType) -> list[str]:
    """The names users are meant to take from `module`.

    A module without `__all__` offers what it defines. The `__all__` of
    `mindspore` and of mint leave out much that is documented
    (`mindspore.value_and_grad`, `mindspore.mint.nn.Dropout`): there every
    visible name counts, apart from classes that mint only borrows (Tensor, Cell).
    """
    names = set(star_names(module))
    visible = {name for name, value in vars(module).items() if not name.startswith("_") and is_own(value)}
    if module.__name__ == "mindspore":
        names |= visible
    elif module.__name__.startswith("mindspore.mint"):
        names |= {name for name in visible if not is_borrowed_class(name, getattr(module, name))}
    elif not hasattr(module, "__all__"):
        names = {name for name in visible if is_defined_below(module, getattr(module, name))}
    return sorted(names)


def is_borrowed_class(name: str, value: object) -> bool:
    """Whether `value` is a class that `mindspore` or `mindspore.nn` offers under the same name."""
    owners = [sys.modules["mindspore"], sys.modules["mindspore.nn"]]
    return inspect.isclass(value) and any(getattr(owner, name, None) is value for owner in owners)


def is_defined_below(module: types.ModuleType, value: object) -> bool:
    """Whether `value` was defined in `module` or in a module inside it."""
    place = str(getattr(value, "__module__", "")) + "."
    return place.startswith(module.__name__ + ".")


def kind_of(value: object) -> str:
    """class, function, module, or other."""
    if inspect.isclass(value):
        return "class"
    if inspect.isroutine(value):
        return "function"
    return "module" if isinstance(value, types.ModuleType) else "other"


def category_bases() -> list[tuple[str, type]]:
    """The categories that this version has, with their base classes."""
    bases = []
    for category, module, name in _CATEGORIES:
        base = getattr(sys.modules.get(module), name, None)
        if inspect.isclass(base):
            bases.append((category, base))
    return bases


def describe(value: Any, names: set[str], bases: list[tuple[str, type]]) -> dict[str, Any]:
    """The entry of one object; `names` are the last parts of its public names."""
    entry: dict[str, Any] = {"kind": kind_of(value)}
    if entry["kind"] == "class":
        entry["categories"] = sorted({category for category, base in bases if issubclass(value, base)})
    if entry["kind"] in ("class", "function"):
        entry["defined"] = value.__module__ + "." + value.__qualname__ if is_own(value) else None
        entry["parameters"] = parameters(value)
        is_function = entry["kind"] == "function"
        if is_function and (entry["parameters"] is None or value.__module__ == _DISPATCHING_MODULE):
            entry["forms"] = forms_of(value, (), documented_forms(value.__doc__))
        elif entry["kind"] == "class" and entry["parameters"] == ["*args", "**kwargs"]:
            forms = constructor_forms(value, documented_arguments(value.__doc__))
            if forms is not None:
                entry["forms"] = forms
        marked = deprecation(value, names)
        if marked is not None:
            entry["deprecated"] = marked
    return entry


def is_spelled_in(module: str) -> bool:
    """Whether people may take names from `module`: not from the compiled parts or what serves those."""
    parts = module.split(".")
    return parts[0] == "mindspore" and not (len(parts) > 1 and parts[1].startswith("_"))


class Numbering:
    """Gives each object a number; equal objects of one identity share it."""

    def __init__(self) -> None:
        """Start without objects."""
        self.objects: list[object] = []
        self._numbers: dict[int, int] = {}

    def number(self, value: object) -> int:
        """The number of `value`, a new one where it was not seen or is a plain value."""
        known = self._numbers.get(id(value))
        if known is not None:
            return known
        self.objects.append(value)
        if is_own(value):
            self._numbers[id(value)] = len(self.objects) - 1
        return len(self.objects) - 1

    def known(self, value: object) -> int | None:
        """The number of `value` if it has one."""
        return self._numbers.get(id(value))


def dump() -> dict[str, Any]:
    """Everything about the installed MindSpore, as plain data."""
    root = importlib.import_module("mindspore")
    public = import_all(PUBLIC_MODULES)
    numbering = Numbering()
    names: dict[str, dict[str, int]] = {}
    visible: dict[str, list[str]] = {}
    aliases: dict[str, str] = {}
    star = {}
    for name, module in sorted(public.items()):
        star[name] = star_names(module)
        members = names[name] = {}
        for member in public_names(module):
            value = getattr(module, member, None)
            if hasattr(module, member) and not isinstance(value, types.ModuleType):
                members[member] = numbering.number(value)
        visible[name] = sorted(member for member in vars(module) if member not in members and member[0] != "_")
    spellings: dict[str, dict[str, int]] = {}
    for name, imported in sorted(sys.modules.items()):
        if not is_spelled_in(name) or not isinstance(imported, types.ModuleType):
            continue
        for member, value in sorted(vars(imported).items()):
            if isinstance(value, types.ModuleType):
                path = f"{name}.{member}"
                if name in public and path not in public and is_spelled_in(value.__name__) and value.__name__ != path:
                    aliases[path] = value.__name__
                continue
            number = numbering.known(value)
            if number is not None and member not in names.get(name, ()):
                spellings.setdefault(name, {})[member] = number
    own_names: dict[int, set[str]] = {}
    for members in names.values():
        for member, number in members.items():
            own_names.setdefault(number, set()).add(member)
    bases = category_bases()
    objects = [describe(value, own_names[number], bases) for number, value in enumerate(numbering.objects)]
    members_of_classes = describe_all()
    # Last of all, for it tries settings out.
    for number, value in enumerate(numbering.objects):
        objects[number].update(describe_settings(own_names[number], value))
    folder = os.path.dirname(str(root.__file__))
    return {
        "version": getattr(root, "__version__", None) or importlib.import_module("mindspore.version").__version__,
        "modules": module_names(folder),
        "module_aliases": aliases,
        "star": star,
        "names": names,
        "visible": visible,
        "spellings": spellings,
        "objects": objects,
        "members": members_of_classes,
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Write down what the installed MindSpore offers, as JSON.")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the file to write")
    output = parser.parse_args().output
    try:
        content = dump()
    except ImportError as error:
        sys.exit(f"mindspore cannot be imported by {sys.executable}: {error}")
    with open(output, "w", encoding="utf-8") as stream:
        json.dump(content, stream, sort_keys=True, indent=0, separators=(",", ":"))
        stream.write("\n")


if __name__ == "__main__":
    main()
