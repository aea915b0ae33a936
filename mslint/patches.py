"""Whether MindSpore's own classes may have been given more attributes than they come with."""

from __future__ import annotations

import ast
import re

from mslint.model.classes import self_class
from mslint.model.evaluator import Evaluator
from mslint.model.names import AttributeWrite, Module, Scope
from mslint.model.values import Definition, External

_PATCHING_PACKAGES = ("hyper_parallel", "mindnlp", "mindtorch", "ms_adapter", "msadapter")
"""They add PyTorch's methods to `mindspore.Tensor`, hyper_parallel by its `autograd_compat`."""

_WRITTEN_TO_OBJECTS = frozenset({"grad", "requires_grad"})
"""What is assigned to parameters without a patch being meant."""

_IMPORTS_PATCHING = re.compile(rb"^\s*(?:from|import)\s+(?:%b)\b" % "|".join(_PATCHING_PACKAGES).encode(), re.MULTILINE)


def may_add(name: str, evaluator: Evaluator) -> bool:
    """Whether the file under check, or what it imports, may give MindSpore's objects an attribute `name`."""
    module = evaluator.module
    if imports_patching_package(module):
        return True
    if any(
        write.target.attr == name and _may_be_patched(write, evaluator) for write in module.attribute_writes
    ):
        return True
    return _sets_attribute(name, evaluator) or _imports_patch(name, evaluator)


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
    for call in evaluator.module.calls:
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
    project, module = evaluator.project, evaluator.module
    for imported in module.imports:
        inner = f"{imported.module}.{imported.name}".lstrip(".")
        for dotted in (imported.module, inner):
            path = project.locate(module, dotted, imported.level)
            if path is not None and any(project.mentions(path, each) for each in (pattern, _IMPORTS_PATCHING)):
                return True
    return False
