"""Lists of parameters as expressions give them: whose, which of them, in which order.

A list is a symbol whose key is a `Run`, a sum of such lists, or a Python list of
such symbols. So it stays the same thing wherever the interpreter hands it on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace

from mslint.training.objects import Constant, Instance, Mapping, OwnParameter, Sequence, Symbol, Tuple, Value

Condition = tuple[Hashable, bool]
"""The key of something that was asked of a parameter, in which `IT` stands for it, and the answer."""
IT = "parameter"
_KINDS = frozenset({"bias", "beta", "bn", "gamma", "ln", "norm", "weight"})
"""Parts of the names of parameters that many layers of a network have."""
_STATISTICS = ("moving", "running")
"""Words in the names of what layers compute and no optimizer holds."""
_SHAPES = frozenset({"dim", "ndim", "shape"})


@dataclass(frozen=True, slots=True)
class Run:
    """The parameters of a network in their order, all of them or those that meet `conditions`.

    `owner` is the network, or the key of one that is not known. `at` counts
    the times that parameters had been frozen or thawed when the list was made;
    `is_trainable` tells that it left out those that were frozen then.
    """

    owner: Hashable
    conditions: frozenset[Condition] = frozenset()
    at: int = 0
    is_trainable: bool = True


@dataclass(frozen=True, slots=True)
class Element:
    """The key of any one parameter of a list."""

    of: Run
    number: Hashable


Entry = tuple[Hashable, str]
"""A parameter by its cell and its name in it; the name is empty for the cell itself."""
_PARAMETERS = {
    "mindspore.nn.BatchNorm1d": ("gamma", "beta"),
    "mindspore.nn.BatchNorm2d": ("gamma", "beta"),
    "mindspore.nn.BatchNorm3d": ("gamma", "beta"),
    "mindspore.nn.Conv1d": ("weight",),
    "mindspore.nn.Conv2d": ("weight",),
    "mindspore.nn.Conv3d": ("weight",),
    "mindspore.nn.Dense": ("weight", "bias"),
    "mindspore.nn.Embedding": ("embedding_table",),
    "mindspore.nn.GroupNorm": ("gamma", "beta"),
    "mindspore.nn.LayerNorm": ("gamma", "beta"),
    "mindspore.mint.nn.Linear": ("weight", "bias"),
}
"""The parameters of layers in their order, with the default arguments."""


def runs_of(value: Value) -> tuple[Run, ...] | None:
    """What a value lists, in order; None where that is not known."""
    found: list[Run] = []
    if isinstance(value, Symbol):
        runs = _of_key(value.key)
        if runs is None:
            return None
        found.extend(runs)
    elif isinstance(value, Tuple | Sequence):
        items = value.items if isinstance(value, Tuple) else value.state["items"]
        for item in items:
            runs = runs_of(item) if isinstance(item, Symbol) else None
            if runs is None:
                return None
            found.extend(runs)
    else:
        return None
    return tuple(run for number, run in enumerate(found) if run not in found[:number])


def _of_key(key: Hashable) -> tuple[Run, ...] | None:
    if isinstance(key, Run):
        return (key,)
    if isinstance(key, tuple) and len(key) == 3 and key[0] == "Add":
        left, right = _of_key(key[1]), _of_key(key[2])
        return None if left is None or right is None else (*left, *right)
    return None


def held_by(parameters: Value) -> tuple[Run, ...] | None:
    """What an optimizer that is given `parameters` holds, in its order; None where that is not known."""
    if not isinstance(parameters, Sequence):
        return runs_of(parameters)
    groups = parameters.state["items"]
    if not any(isinstance(group, Mapping) for group in groups):
        return runs_of(parameters)
    if parameters.state.get("open") is not False:
        return None
    found: list[Run] = []
    for group in groups:
        if not isinstance(group, Mapping) or "order_params" in group.fields or group.state.get("open") is not False:
            return None
        runs = runs_of(group.fields["params"]) if "params" in group.fields else None
        if runs is None:
            return None
        found.extend(runs)
    return tuple(found)


def conditions_on(element: Element, facts: Iterable[tuple[Hashable, bool]]) -> frozenset[Condition]:
    """What is known of one parameter, said of any; whether it is trained does not count."""
    found = set()
    for key, answer in facts:
        said = _said_of(key, element)
        if said != (".", IT, "requires_grad"):
            found.add((said, answer))
    return frozenset(found)


def _said_of(key: Hashable, element: Element) -> Hashable:
    if key == element:
        return IT
    return tuple(_said_of(part, element) for part in key) if isinstance(key, tuple) else key


def picked(run: Run, conditions: frozenset[Condition]) -> Run:
    """Those of a list that meet more conditions."""
    return replace(run, conditions=run.conditions | conditions)


def is_disordered(
    held: tuple[Run, ...], wanted: tuple[Run, ...], entries: Callable[[Instance], list[tuple[Entry, str]]]
) -> bool:
    """Whether an optimizer holds parameters surely in another order than gradients come in.

    `entries` gives what is known in a network, in its order: the cells, and
    the parameters with their full names.
    """
    places = _expanded(wanted, entries)
    order = _expanded(held, entries)
    if places is not None and order is not None:
        index = {entry: number for number, entry in enumerate(places)}
        known = [index[entry] for entry in order if entry in index]
        return known != sorted(known)
    if len(wanted) != 1 or wanted[0].conditions or len(held) < 2:
        return False
    owner = wanted[0].owner
    if isinstance(owner, Instance) and len({entry[0] for entry, name in entries(owner) if entry[1]}) == 1:
        return False
    return all(run.owner == owner and _is_by_kind(run) for run in held)


def _expanded(runs: tuple[Run, ...], entries: Callable[[Instance], list[tuple[Entry, str]]]) -> list[Entry] | None:
    """The entries of lists one after the other; None where it is not known which are picked."""
    found: list[Entry] = []
    for run in runs:
        if not isinstance(run.owner, Instance):
            if run.conditions:
                return None
            found.append((run.owner, ""))
            continue
        for entry, name in entries(run.owner):
            if not run.conditions:
                found.append(entry)
            elif entry[1]:
                answers = [(_answer(key, name), wanted) for key, wanted in run.conditions]
                if any(answer is None for answer, _ in answers):
                    return None
                if all(answer is wanted for answer, wanted in answers):
                    found.append(entry)
    return found


def _answer(key: Hashable, name: str) -> bool | None:
    """What is true of a parameter with this name; None where the name does not tell."""
    if not isinstance(key, tuple) or len(key) < 2:
        return None
    if key[0] == "not":
        inner = _answer(key[1], name)
        return None if inner is None else not inner
    if key[0] in ("and", "or") and isinstance(key[1], tuple):
        parts = [_answer(part, name) for part in key[1]]
        if None in parts:
            return None
        return all(parts) if key[0] == "and" else any(parts)
    asked = _asked_of_name(key)
    if asked is None:
        return None
    verb, text = asked
    if verb == "in":
        return text in name
    if verb == "==":
        return text == name
    return name.startswith(text) if verb == "startswith" else name.endswith(text)


def _asked_of_name(key: tuple[Hashable, ...]) -> tuple[str, str] | None:
    """`"x" in p.name`, `p.name == "x"`, `p.name.startswith("x")`, `p.name.endswith("x")`: the verb and the text."""
    if len(key) != 3:
        return None
    subject, text = (key[2], key[1]) if key[0] == "in" else (key[1], key[2])
    is_text = isinstance(text, tuple) and text[:2] == ("constant", "str")
    if key[0] not in ("in", "==", "startswith", "endswith") or subject != (".", IT, "name") or not is_text:
        return None
    return str(key[0]), str(text[2])  # type: ignore[index]


def _is_by_kind(run: Run) -> bool:
    """Whether parameters are picked by what many layers have one of, so that they stand between the others."""
    return bool(run.conditions) and all(_asks_for_kind(key) for key, _ in run.conditions)


def are_statistics(conditions: frozenset[Condition]) -> bool:
    """Whether parameters are picked that layers compute and no optimizer holds, such as moving means."""
    return any(is_met and _asks_for_statistics(key) for key, is_met in conditions)


def _asks_for_statistics(key: Hashable) -> bool:
    if not isinstance(key, tuple):
        return False
    if len(key) == 2 and key[0] in ("and", "or") and isinstance(key[1], tuple):
        return all(_asks_for_statistics(part) for part in key[1])
    asked = _asked_of_name(key)
    return asked is not None and any(word in asked[1].lower() for word in _STATISTICS)


def _asks_for_kind(key: Hashable) -> bool:
    if not isinstance(key, tuple) or len(key) < 2:
        return False
    if key[0] == "not":
        return _asks_for_kind(key[1])
    if key[0] in ("and", "or") and isinstance(key[1], tuple):
        return all(_asks_for_kind(part) for part in key[1])
    asked = _asked_of_name(key)
    if asked is not None:
        return asked[1].lower().strip("._0123456789") in _KINDS
    return any(_is_shape(part) for part in key)


def _is_shape(key: Hashable) -> bool:
    if not isinstance(key, tuple):
        return False
    return (key[:2] == (".", IT) and key[2] in _SHAPES) or (key[0] == "len" and _is_shape(key[1]))


def own_parameters(cell: Instance) -> list[str]:
    """The names of the parameters that a cell itself has, as far as they are known."""
    if cell.cls is not None:
        return [name for name, value in cell.fields.items() if isinstance(name, str) and _is_own(value)]
    found = list(_PARAMETERS.get(cell.library, ()))
    has_bias = cell.arguments.get(None, "has_bias", "bias")
    if isinstance(has_bias, Constant):
        found = [name for name in found if name != "bias"]
        if has_bias.value is True and "weight" in found:
            found.append("bias")
    return found


def _is_own(value: Value) -> bool:
    return isinstance(value, Symbol) and any(isinstance(mark, OwnParameter) for mark in value.marks)
