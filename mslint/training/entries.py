"""Which files, functions and classes can have to do with training at all.

A look at the names decides it, so that most files cost nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import cache

from mslint.facts.optimizers import optimizers
from mslint.model.names import Binding, Call, Module, Scope, ScopeKind, dotted
from mslint.model.project import Project
from mslint.training.packages import is_known, is_over_mindspore

_STEPS = frozenset(
    {
        "ForwardValueAndGrad",
        "GradOperation",
        "TrainOneStepCell",
        "TrainOneStepWithLossScaleCell",
        "build_train_network",
        "value_and_grad",
    }
)
_REGIONS = frozenset({"jit", "ms_function", "set_context"})
_STEP_BYTES = re.compile(rb"value_and_grad|GradOperation|TrainOneStep|build_train_network|\bgrad\(")
_REGION_BYTES = re.compile(rb"\b(?:jit|ms_function)\b")
_GROUP_BYTES = re.compile(rb"param_groups")
_CHANGE_BYTES = re.compile(
    rb"param_groups|\.lr *=|\.learning_rate *[-+*/]?=[^=]|\.learning_rate\.|set_data|assign_value|load_param_into_net"
)
_CHANGE = re.compile(_CHANGE_BYTES.pattern.decode() + r"|learning_rate *= *\[|(?:piecewise_constant|decay|warmup)_lr\(")
"""What an optimizer can be given, or be changed by, that only shows over several steps."""
_TELLING_NAME = re.compile(
    r"(?i)train|step|fit|engine|solver|learn|loop|task|run|epoch|update|grad|wrap|cell|helper|util"
)
"""Names under which files hand on what trains."""
_TELLING_RATE = re.compile(r"(?i)lr|sched|rate|adjust|decay|warm|optim|helper|util")
"""Names under which files hand on what writes rates."""
_CALLED_WORDS = _STEPS | {"Model", "export", "grad", "set_train", "step"}
_CHANGE_WORDS = frozenset({"load_checkpoint", "load_param_into_net", "set_data"})
_ALWAYS_TELLING = _STEPS | {"learning_rate", "param_groups"}
_PACKAGES = ("mindspore", "mindtorch", "msadapter")


def is_relevant(module: Module, project: Project) -> bool:
    """Whether a file can hold a train step, or write a rate in compiled code."""
    is_script = _is_script(module)
    if not is_script and not any(each.module.startswith(_PACKAGES) for each in module.imports):
        return False
    if is_over_mindspore(module):
        return True
    called = module.calls_by_name.keys()
    if not _STEPS.isdisjoint(called) or any(each.name in _STEPS for each in module.imports):
        return True
    if "grad" in called and any(_is_gradient(call.node.func, module) for call in module.calls_named(["grad"])):
        return True
    if "partial" in called and "value_and_grad" in module.source.text:
        return True
    if any(_last_name(base) in _STEPS for scope in module.classes for base in _bases(scope)):
        return True
    has_region = (
        not _REGIONS.isdisjoint(called)
        or any(each.name in _REGIONS for each in module.imports)
        or any(_last_name(decorator) in _REGIONS for scope in module.functions for decorator in _decorators(scope))
    )
    if has_region and ("step" in called or "param_groups" in module.source.text):
        return True
    sets_mode = "set_train" in called and any(map(_may_set_training, module.calls_named(["set_train"])))
    if sets_mode and (has_region or "export" in called or any(map(_is_in_init, module.calls_named(["set_train"])))):
        return True
    if "export" in called and "Model" in called:
        return True
    names = _optimizer_names()
    makes_optimizer = not names.isdisjoint(called) or any(each.name in names for each in module.imports)
    if makes_optimizer and (_CHANGE.search(module.source.text) or ("Model" in called and "train" in called)):
        return True
    if not is_script and not sets_mode and not makes_optimizer:
        return False
    wanted = [_STEP_BYTES]
    if has_region:
        wanted.append(_GROUP_BYTES)
    if sets_mode:
        wanted.append(_REGION_BYTES)
    if makes_optimizer:
        wanted.append(_CHANGE_BYTES)
    return _imports_relevant(module, project, wanted, has_region or makes_optimizer)


@cache
def _optimizer_names() -> frozenset[str]:
    return frozenset(name.rpartition(".")[2] for name in optimizers())


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _is_gradient(function: ast.expr, module: Module) -> bool:
    """Whether a call is spelled as one of MindSpore's `grad`."""
    parts = dotted(function)
    if parts is None or parts[-1] != "grad":
        return False
    bindings = module.scope.bindings.get(parts[0], [])
    return any(each.imported is not None and each.imported.module.startswith("mindspore") for each in bindings)


def _may_set_training(call: Call) -> bool:
    """Whether a call of `set_train` is not always given False."""
    given = [*call.node.args, *(keyword.value for keyword in call.node.keywords)]
    return not any(isinstance(value, ast.Constant) and value.value is False for value in given)


def _is_in_init(call: Call) -> bool:
    """Whether an `__init__` makes the call."""
    function = call.scope.function
    return function is not None and function.name == "__init__"


def _bases(scope: Scope) -> Iterable[ast.expr]:
    return scope.node.bases if isinstance(scope.node, ast.ClassDef) else ()


def _decorators(scope: Scope) -> Iterable[ast.expr]:
    return () if isinstance(scope.node, ast.Lambda) else getattr(scope.node, "decorator_list", ())


def _is_script(module: Module) -> bool:
    """Whether a file asks for `__name__` at its top level."""
    return any(
        isinstance(statement, ast.If)
        and isinstance(statement.test, ast.Compare)
        and isinstance(statement.test.left, ast.Name)
        and statement.test.left.id == "__name__"
        for statement in module.tree.body
    )


def _imports_relevant(module: Module, project: Project, wanted: list[re.Pattern[bytes]], writes_rates: bool) -> bool:
    """Whether an imported file of the project can train, write rates in a region here, or compile what is set here."""
    for imported in module.imports:
        if is_known(imported, module, project):
            continue
        spelled = f"{imported.module} {imported.name}"
        if not _TELLING_NAME.search(spelled) and not (writes_rates and _TELLING_RATE.search(spelled)):
            continue
        spellings = [imported.module]
        if imported.name:
            spellings.append(f"{imported.module}.{imported.name}" if imported.module else imported.name)
        for name in spellings:
            path = project.locate(module, name, imported.level)
            if path is None:
                continue
            if any(project.mentions(path, pattern) for pattern in wanted):
                return True
            if path.endswith("__init__.py") and imported.name and _TELLING_NAME.search(imported.name):
                return True
    return False


class Relevance:
    """Which functions and classes of a file can lead to a train step or to a rate."""

    def __init__(self, module: Module) -> None:
        """Follow the names that functions and classes use to what matters; over MindSpore, everything may."""
        self._is_everything = is_over_mindspore(module)
        names: dict[Scope | Binding, set[str]] = {scope: _names(scope.node) for scope in _top_scopes(module)}
        names.update(_made_at_top(module))
        words = {*_CALLED_WORDS, *_CHANGE_WORDS, *_ALWAYS_TELLING, *_optimizer_names(), *_imported_names(module)}
        found: set[Scope | Binding] = set()
        changed = True
        while changed:
            changed = False
            for scope, used in names.items():
                if scope not in found and not words.isdisjoint(used):
                    found.add(scope)
                    words.add(scope.name)
                    changed = True
        self._found = found

    def is_relevant(self, scope: Scope) -> bool:
        """Whether running this function, or the methods of this class, can show something."""
        return self._is_everything or scope in self._found


def _top_scopes(module: Module) -> list[Scope]:
    return [
        scope
        for scope in module.scopes.values()
        if scope.parent is module.scope and scope.kind in (ScopeKind.FUNCTION, ScopeKind.CLASS)
    ]


def _made_at_top(module: Module) -> dict[Scope | Binding, set[str]]:
    """What the calls use whose results are names of the file, as gradient functions and optimizers of scripts are."""
    return {
        binding: _names(binding.value)
        for bindings in module.scope.bindings.values()
        for binding in bindings
        if isinstance(binding.value, ast.Call)
    }


def _imported_names(module: Module) -> set[str]:
    """The local names of imports that matter, as far as their spelling tells."""
    return {
        binding.name
        for bindings in module.scope.bindings.values()
        for binding in bindings
        if binding.imported is not None and _is_telling(binding.imported.name or binding.imported.module)
    }


def _is_telling(name: str) -> bool:
    return name in _CALLED_WORDS or bool(_TELLING_NAME.search(name) or _TELLING_RATE.search(name))


def _names(node: ast.AST) -> set[str]:
    """The names that code uses; of attributes those that are called or always tell."""
    found: set[str] = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            found.add(inner.id)
        elif isinstance(inner, ast.Call):
            found.add(_last_name(inner.func))
        elif isinstance(inner, ast.Attribute) and inner.attr in _ALWAYS_TELLING:
            found.add(inner.attr)
        elif isinstance(inner, ast.Attribute) and inner.attr == "lr" and isinstance(inner.ctx, ast.Store):
            found.add("learning_rate")
    return found
