"""Which loops go over the parameters of a network."""

from __future__ import annotations

import ast

from mslint.facts.names import canonical
from mslint.facts.optimizers import optimizers
from mslint.facts.worlds import World
from mslint.model.evaluator import Evaluator
from mslint.model.names import Scope
from mslint.model.values import Definition, External, Instance, Member, Sequence, Site, Value

_LISTS = frozenset({"get_parameters", "trainable_params", "untrainable_params"})
"""Methods of cells, under names that nothing else uses, that give parameters."""
_PAIRS = frozenset({"parameters_and_names"})
"""... that give pairs of a name and a parameter."""
_OTHER_PACKAGES = frozenset({"mindnlp", "mindtorch", "msadapter", "torch"})
"""Their modules have some of these methods as well, and parameters that can be changed in place."""
_PASSED_ON = frozenset({"builtins.iter", "builtins.list", "builtins.reversed", "builtins.sorted", "builtins.tuple"})
"""What gives the elements of its first argument."""


def is_parameter(iterated: ast.expr, index: tuple[int, ...], scope: Scope, evaluator: Evaluator) -> bool:
    """Whether the place `index` of each element of `iterated` is a Parameter; () is the element itself."""
    if isinstance(iterated, ast.Call) and iterated.args:
        function = evaluator.only(iterated.func, scope)
        if isinstance(function, External):
            if function.name == "builtins.enumerate" and index[:1] == (1,):
                return is_parameter(iterated.args[0], index[1:], scope, evaluator)
            if function.name == "builtins.zip" and index and index[0] < len(iterated.args):
                return is_parameter(iterated.args[index[0]], index[1:], scope, evaluator)
            if function.name in _PASSED_ON:
                return is_parameter(iterated.args[0], index, scope, evaluator)
    possible = evaluator.at(Site(iterated, scope))
    if len(possible) != 1:
        return False
    value, written = possible[0].value, possible[0].written
    if isinstance(value, Sequence) and isinstance(written.node, ast.Call) and written.node is not iterated:
        return is_parameter(written.node, index, written.scope, evaluator)
    if isinstance(value, Member):
        return not index and value.name == "parameters" and _is_native_optimizer(value.base)
    if not isinstance(value, Instance):
        return False
    made = value.of
    if isinstance(made, External):
        return not index and canonical(made.name) == "mindspore.ParameterTuple"
    if not isinstance(made, Member):
        return False
    is_listed = made.name in _LISTS if not index else made.name in _PAIRS and index == (1,)
    return is_listed and _is_of_cell(made.base, made.name, evaluator)


def _is_of_cell(receiver: Value, method: str, evaluator: Evaluator) -> bool:
    """Whether a method is one of MindSpore's cells; of an unknown receiver, where the file knows no other."""
    made = receiver.of if isinstance(receiver, Instance) else None
    if isinstance(made, External):
        return canonical(made.name).startswith("mindspore.")
    if isinstance(made, Definition):
        bases = [each.name for each in evaluator.classes.ancestry(made.scope) if isinstance(each, External)]
        return any(canonical(base).startswith("mindspore.") for base in bases)
    module = evaluator.module
    packages = {imported.module.partition(".")[0] for imported in module.imports if not imported.level}
    return (
        "mindspore" in packages
        and packages.isdisjoint(_OTHER_PACKAGES)
        and not any(method in class_.bindings for class_ in module.classes)
    )


def _is_native_optimizer(value: Value) -> bool:
    if not isinstance(value, Instance) or not isinstance(value.of, External):
        return False
    known = optimizers().get(canonical(value.of.name))
    return known is not None and known.world is World.NATIVE
