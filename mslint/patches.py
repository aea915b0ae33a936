"""Whether MindSpore's own classes may have been given more attributes than they come with."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from functools import partial

from mslint.model.classes import self_class
from mslint.model.evaluator import Evaluator
from mslint.model.names import AttributeWrite, Module, Scope
from mslint.model.project import Project
from mslint.model.values import Definition, External

_MAX_PACKAGES = 8
"""Packages within packages that a file may lie in."""
_PATCHING_PACKAGES = ("hyper_parallel", "mindnlp", "mindtorch", "ms_adapter", "msadapter")
"""They add PyTorch's methods to `mindspore.Tensor`, hyper_parallel by its `autograd_compat`."""

_WRITTEN_TO_OBJECTS = frozenset({"grad", "requires_grad"})
"""What is assigned to parameters without a patch being meant."""


def _importing(packages: Iterable[str]) -> re.Pattern[bytes]:
    """Finds an import of one of these packages in the text of a file."""
    return re.compile(rb"^\s*(?:from|import)\s+(?:%b)\b" % "|".join(sorted(packages)).encode(), re.MULTILINE)


_IMPORTS_PATCHING = _importing(_PATCHING_PACKAGES)
_BINDING = (
    rb"^[ \t]*(?:\w+\.)*(?:mindspore|mint|ms|nn|ops)\.%b\s*=[^=]"
    rb"|setattr\(\s*(?:\w+\.)*(?:mindspore|mint|ms|nn|ops)\s*,\s*(?:[^\"'\s]|.%b\b)"
)
"""An assignment to a name of a module, or a `setattr` with that name or one that is not written out."""
_BINDS_SOMETHING = re.compile(_BINDING % (rb"\w+", rb"\w+"), re.MULTILINE)
_SUSPECT = tuple(
    re.compile(pattern)
    for pattern in (
        rb"\.(?:(?<=mindspore\.)|(?<=mint\.)|(?<=ms\.)|(?<=nn\.)|(?<=ops\.))\w+[ \t]*=[^=]",
        rb"setattr\(",
        *(package.encode() for package in _PATCHING_PACKAGES),
    )
)
"""A file with a match of the two above matches one of these; each begins with plain text, which is found quickly."""


def may_add(name: str, evaluator: Evaluator) -> bool:
    """Whether the file under check, or what it imports, may give MindSpore's objects an attribute `name`."""
    if imports_patching_package(evaluator.module):
        return True
    writes = (write for write in evaluator.module.attribute_writes if write.target.attr == name)
    if any(_may_be_patched(write, evaluator) for write in writes):
        return True
    return _sets_attribute(name, evaluator) or _imports_patch(name, evaluator)


def _assigns(name: str, evaluator: Evaluator) -> bool:
    """Whether the file assigns to an attribute `name` of a class or module."""
    return any(
        write.target.attr == name and _is_class(write.target.value, write.scope, evaluator)
        for write in evaluator.module.attribute_writes
    )


def bound_names(names: Collection[str], evaluator: Evaluator) -> set[str]:
    """Those of these names of MindSpore's modules that the project may add, by an assignment or `setattr`.

    In the file under check, in what it imports, or in the `__init__.py` files
    above it and what those import, which run before it.
    """
    module, project = evaluator.module, evaluator.project
    if not names:
        return set()
    foreign = {package for package in _PATCHING_PACKAGES if project.locate(module, package) is None}
    if any(not each.level and each.module.partition(".")[0] in foreign for each in module.imports):
        return set(names)
    paths = {*_suspects(module, project), *_suspects_around(module, project)}
    if foreign and any(project.mentions(path, _importing(foreign)) for path in paths):
        return set(names)
    text = module.source.text.encode("utf-8", "surrogatepass")
    may_set = b"setattr(" in text
    found = set()
    for name in names:
        last = name.rpartition(".")[2]
        binding = re.compile(_BINDING % (last.encode(), last.encode()), re.MULTILINE)
        is_bound_here = _assigns(last, evaluator) or (may_set and binding.search(text) is not None)
        if is_bound_here or any(project.mentions(path, binding) for path in paths):
            found.add(name)
    return found


def _suspects(module: Module, project: Project) -> list[str]:
    """The files that a file imports and that may add to MindSpore's modules."""
    return [
        path
        for path in dict.fromkeys(_imported_paths(module, project))
        if any(project.mentions(path, each) for each in _SUSPECT)
        and any(project.mentions(path, each) for each in (_BINDS_SOMETHING, _IMPORTS_PATCHING))
    ]


def _suspects_around(module: Module, project: Project) -> list[str]:
    """The same for the `__init__.py` files of the packages that a file lies in, themselves included."""
    found: list[str] = []
    for level in range(1, _MAX_PACKAGES):
        path = project.locate(module, "", level)
        if path is None:
            break
        found.append(path)
        package = project.load(path)
        if package is not None:
            found += project.derive(package, "suspects", partial(_suspects, package, project))
    return found


def _imported_paths(module: Module, project: Project) -> Iterator[str]:
    """The files of the project that a file imports."""
    for imported in module.imports:
        inner = f"{imported.module}.{imported.name}".lstrip(".")
        for dotted in (imported.module, inner):
            path = project.locate(module, dotted, imported.level)
            if path is not None:
                yield path


def imports_patching_package(module: Module) -> bool:
    """Whether a file imports what puts PyTorch's names over MindSpore."""
    return any(not each.level and each.module.partition(".")[0] in _PATCHING_PACKAGES for each in module.imports)


def _may_be_patched(write: AttributeWrite, evaluator: Evaluator) -> bool:
    """Whether a write reaches a class, or one object under a name that MindSpore's objects lack."""
    if write.target.attr not in _WRITTEN_TO_OBJECTS and self_class(write.target.value, write.scope) is None:
        return True
    return _is_class(write.target.value, write.scope, evaluator)


def _is_class(node: ast.expr, scope: Scope, evaluator: Evaluator) -> bool:
    return any(
        isinstance(value, External) or (isinstance(value, Definition) and value.is_class)
        for value in evaluator.values(node, scope)
    )


def _sets_attribute(name: str, evaluator: Evaluator) -> bool:
    """`setattr(Tensor, "name", function)`, or with a name that is not written out."""
    for call in evaluator.module.calls_named(["setattr"]):
        function, arguments = call.node.func, call.node.args
        if isinstance(function, ast.Name) and function.id == "setattr" and len(arguments) == 3:
            may_be = not isinstance(arguments[1], ast.Constant) or arguments[1].value == name
            if may_be and _is_class(arguments[0], call.scope, evaluator):
                return True
    return False


def _imports_patch(name: str, evaluator: Evaluator) -> bool:
    """Whether a file that is imported writes such an attribute to a class of MindSpore, or imports what does."""
    classes = rb"\b(Tensor|Parameter|Cell|Optimizer)"
    pattern = re.compile(rb"%b\.%b\s*=[^=]|setattr\(\s*([\w.]+\.)?%b\b" % (classes, name.encode(), classes))
    project = evaluator.project
    paths = _imported_paths(evaluator.module, project)
    return any(project.mentions(path, each) for path in paths for each in (pattern, _IMPORTS_PATCHING))
