"""Functions of MindSpore with a keyword each, and the calls that try them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from keyword import iskeyword

from packaging.version import Version

from mslint.facts import members, names, signatures, torch_names
from mslint.facts.signatures import Parameter, ParameterKind

CLASSES = ("mindspore.Tensor", "mindspore.nn.Cell", "mindspore.Model")
"""The classes whose methods are tried; the object comes first."""
_OBJECTS = {
    "mindspore.Tensor": "x",
    "mindspore.nn.Cell": "mindspore.nn.Dense(2, 2)",
    "mindspore.Model": "mindspore.Model(mindspore.nn.Dense(2, 2))",
}
_LEFT_OUT = ("communication", "distributed", "init", "load", "profiler", "run_check", "save", "set_")
"""Parts of the names of functions that would reach out of the process or change it."""
_VALUES = {
    "axis": "0",
    "axis0": "0",
    "axis1": "1",
    "dim": "0",
    "dim0": "0",
    "dim1": "1",
    "dims": "(0, 1)",
    "dtype": "mindspore.float32",
    "keep_dims": "True",
    "keepdim": "True",
    "keepdims": "True",
    "output_size": "(2, 2)",
    "params": "mindspore.nn.Dense(2, 2).trainable_params()",
    "repeats": "2",
    "shape": "(2, 2)",
    "size": "(2, 2)",
    "tensors": "[x, x]",
}
"""What a parameter is given; a tensor where nothing else is said."""
_NAMED = (ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY)


@dataclass(frozen=True, order=True, slots=True)
class Row:
    """A keyword for a function, class or method."""

    name: str
    keyword: str

    @property
    def module(self) -> str:
        """Where a function or class is; of a method, its class."""
        return self.name.rpartition(".")[0]


def torch_rows(version: Version) -> list[Row]:
    """Every keyword of PyTorch with every counterpart in a version."""
    return sorted(
        {
            Row(name, parameter.name)
            for torch_name in torch_names.known_torch_names()
            for name in torch_names.counterparts(torch_name, version)
            for form in torch_names.torch_overloads(torch_name) or ()
            for parameter in form
            if parameter.kind in _NAMED
        }
    )


def rows_of_any_version(version: Version) -> list[Row]:
    """What a version has, each with the keywords that it takes in any version."""
    known = [name for name in names.public_names() if signatures.overloads(name, version)]
    known += [f"{owner}.{name}" for owner in CLASSES for name in members.member_names(owner, version) or ()]
    return sorted(
        {Row(name, keyword) for name in known for each in names.versions() for keyword in keywords(name, each)}
    )


def keywords(name: str, version: Version | str) -> Iterator[str]:
    """The keywords that a function takes in a version."""
    for form in members.overloads(name, version) or ():
        for parameter in form:
            if parameter.kind in _NAMED:
                yield parameter.name


def call_of(row: Row, version: Version) -> str | None:
    """The call that a row means, with something for all that has no default; None where that is not known."""
    overloads = members.overloads(row.name, version)
    called = called_by(row.name, version)
    if not overloads or called is None or iskeyword(row.keyword):
        return None
    with_keyword = [form for form in overloads if any(parameter.name == row.keyword for parameter in form)]
    form = min(with_keyword or overloads, key=lambda form: len(_required(form, row.keyword)))
    given = [f"{name}={_VALUES.get(name, 'x')}" for name in [*_required(form, row.keyword), row.keyword]]
    return f"{called}({', '.join(given)})"


def called_by(name: str, version: Version) -> str | None:
    """The expression for a function, class or method; None where calls of it are not tried."""
    owner, _, last = name.rpartition(".")
    if any(part in name for part in _LEFT_OUT):
        return None
    if owner in _OBJECTS:
        return f"{_OBJECTS[owner]}.{last}"
    return name if members.member(owner, last, version) is None else None


def _required(form: tuple[Parameter, ...], keyword: str) -> list[str]:
    """The parameters that have no default and can be given by name, but for the keyword itself."""
    return [
        parameter.name
        for parameter in form
        if parameter.is_required is not False and parameter.kind in _NAMED and parameter.name != keyword
    ]
