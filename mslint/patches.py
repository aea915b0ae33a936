"""Whether MindSpore's own classes may have been given more attributes than they come with."""

from __future__ import annotations

import ast
import re

from mslint.facts.names import canonical
from mslint.model.evaluator import Evaluator
from mslint.model.names import Module, Scope
from mslint.model.values import Definition, External

_PATCHING_PACKAGES = ("hyper_parallel", "mindnlp", "mindtorch", "ms_adapter", "msadapter")
"""They add PyTorch's methods to `mindspore.Tensor`, hyper_parallel by its `autograd_compat`."""

_IMPORTS_PATCHING = re.compile(rb"^\s*(?:from|import)\s+(?:%b)\b" % "|".join(_PATCHING_PACKAGES).encode(), re.MULTILINE)


def may_add(name: str, evaluator: Evaluator) -> bool:
    """Whether the file under check, or what it imports, may give MindSpore's objects an attribute `name`."""
    module = evaluator.module
    if imports_patching_package(module):
        return True
    scopes = (module.scope, *module.scopes.values())
    if any(
        write.target.attr == name and _is_class(write.target.value, write.scope, evaluator)
        for scope in scopes
        for write in scope.writes
    ):
        return True
    return _sets_attribute(name, evaluator) or _imports_patch(name, evaluator)


def imports_patching_package(module: Module) -> bool:
    """Whether a file imports what puts PyTorch's names over MindSpore."""
    return any(not each.level and each.module.partition(".")[0] in _PATCHING_PACKAGES for each in module.imports)


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
    return _imports_mention(evaluator, pattern)


def _imports_mention(evaluator: Evaluator, pattern: re.Pattern[bytes]) -> bool:
    """Whether a file that is imported matches, or imports what puts PyTorch's names over MindSpore."""
    project, module = evaluator.project, evaluator.module
    for imported in module.imports:
        inner = f"{imported.module}.{imported.name}".lstrip(".")
        for dotted in (imported.module, inner):
            path = project.locate(module, dotted, imported.level)
            if path is not None and any(project.mentions(path, each) for each in (pattern, _IMPORTS_PATCHING)):
                return True
    return False


def may_replace(name: str, evaluator: Evaluator) -> bool:
    """Whether the file under check, or what it imports, may put something else in the place of a function.

    `name` is its canonical name: `ops.sum = own_sum` replaces `mindspore.ops.sum`.
    """
    module = evaluator.module
    if imports_patching_package(module):
        return True
    owner, _, last = name.rpartition(".")
    for scope in (module.scope, *module.scopes.values()):
        for write in scope.writes:
            if write.target.attr == last and _names(write.target.value, write.scope, owner, evaluator):
                return True
    written = re.compile(rb"\.%b\s*=[^=]" % last.encode())
    replaced = re.compile(rb"\b(F|P|dataset|functional|mindspore|mint|ms|nn|ops)\.%b\s*=[^=]" % last.encode())
    return _imports_mention(evaluator, written) and _imports_mention(evaluator, replaced)


def _names(node: ast.expr, scope: Scope, owner: str, evaluator: Evaluator) -> bool:
    """Whether an expression is the module or class with the canonical name `owner`."""
    values = evaluator.values(node, scope)
    return any(isinstance(value, External) and canonical(f"{value.name}.x") == f"{owner}.x" for value in values)
