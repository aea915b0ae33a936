"""The parameters of compiled functions, asked of the functions themselves.

Python cannot tell the parameters of what MindSpore wrote in C++. Called with
arguments that nothing accepts, such a function raises and says what it would
have taken: all its forms where it has several, else how many arguments, or
which one is missing or of the wrong type. Names, order and what must be given
come from these messages; defaults come from the documented forms, and so do
the keywords of a function with one form, which it does not list. Where its
documentation has other parameters than it says itself, `**kwargs` stands for
what may be missing.

A function is never called with arguments that all fit, but for a few without
parameters that ignore what they are given.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Sequence
from typing import Any

from mslint.facts.dumping.forms import MAYBE_REQUIRED, UNKNOWN_DEFAULT, defaults, is_form, names, positional, split

_ABORTING = ("2.6.", "2.7.")

_FLOOD = 40
"""More arguments than any function takes."""

_SEVERAL = "The valid calling should be"
_LISTED = re.compile(r'^"(?:\w+\.)?\w+\((.*)\)"$', re.MULTILINE)
_COUNT = re.compile(r"\(\) takes (?:from \d+ to )?(\d+) positional arguments? but")
_MISSING = re.compile(r"\(\) missing \d+ required (?:positional |keyword-only )?arguments?: '?(\w+)'?")
_WRONG_TYPE = re.compile(r"argument '(\w+)'(?: \(position (\d+)\))? must be (.+?)(?:,? not | but )")
_UNKNOWN = re.compile(r"unexpected keyword argument|invalid keyword argument")
_QUOTED = re.compile(r"'(\w+)'")
_COMPILED = re.compile(r"^ *\d+\. \((.*)\) -> ", re.MULTILINE)
_NO_ARGUMENTS = re.compile(r"takes no arguments")
_SEQUENCE = re.compile(r"tuple|list", re.IGNORECASE)


_NO_PARAMETER = "mslint_probe"
"""A keyword that no function has."""


class Misfit:
    """An argument that no function accepts."""


class Ran(Exception):
    """The function took what it was given."""


def complaint(function: Callable[..., Any], *arguments: object, **keywords: object) -> str:
    """What `function` says when it is called so.

    Raises:
        Ran: it says nothing.
    """
    try:
        function(*arguments, **keywords)
    except Exception as error:
        return str(error)
    raise Ran


def forms_of(function: Callable[..., Any], receiver: tuple[object, ...], documented: list[list[str]]) -> Any:
    """The forms of a compiled function, without `receiver`; None where they cannot be known.

    `receiver` is what a call begins with: the object of a method, or nothing.
    `documented` are the forms in its documentation.
    """
    try:
        found = _asked(function, receiver, documented)
    except Ran:
        found = _taking_no_keywords(function, receiver)
    if found is None or not all(is_form(form) for form in found):
        return None
    return [form for index, form in enumerate(found) if form not in found[:index]]


def constructor_forms(value: Callable[..., Any], documented: list[str]) -> list[list[str]] | None:
    """The form of a class that hands `*args, **kwargs` on, where it refuses a keyword that it does not know.

    Its parameters are the `documented` names if it knows all of them. None
    where it takes anything, or its documentation names what it refuses, and
    for the constructors in C++ of 2.6 and 2.7: they abort the process.
    """
    is_compiled = not inspect.isfunction(vars(value).get("__init__"))
    if is_compiled and importlib.import_module("mindspore").__version__.startswith(_ABORTING):
        return None
    if not documented or not _refuses(value, _NO_PARAMETER) or any(_refuses(value, name) for name in documented):
        return None
    message = complaint(value, **{documented[-1]: Misfit()})
    required = _QUOTED.findall(message) if _MISSING.search(message) else []
    form = [name if name in required else name + "=" + UNKNOWN_DEFAULT for name in documented]
    return [form] if is_form(form) else None


def _refuses(value: Callable[..., Any], keyword: str) -> bool:
    """Whether a call says that there is no such keyword."""
    try:
        message = complaint(value, **{keyword: Misfit()})
    except Ran:
        return False
    return bool(_UNKNOWN.search(message)) and keyword in _QUOTED.findall(message)


def _taking_no_keywords(function: Callable[..., Any], receiver: tuple[object, ...]) -> list[list[str]] | None:
    """The form of a function that ignores what it is given by position, if it takes no keywords."""
    try:
        message = complaint(function, *receiver, **{_NO_PARAMETER: Misfit()})
    except Ran:
        return None
    return [["*args"]] if "takes no keyword arguments" in message else None


def _asked(function: Callable[..., Any], receiver: tuple[object, ...], documented: list[list[str]]) -> Any:
    """What `forms_of` describes, before it is checked."""
    message = complaint(function, *receiver, *[Misfit()] * _FLOOD)
    if _SEVERAL in message:
        return _several(function, receiver, message, documented)
    if "incompatible function arguments" in message:
        return [_bound(text) for text in _COMPILED.findall(message)]
    if _NO_ARGUMENTS.search(message):
        return [[]]
    count = _COUNT.search(message)
    if count or _WRONG_TYPE.search(message):
        return _single(function, receiver, int(count.group(1)) if count else None, documented)
    return None


def _bound(text: str) -> list[str]:
    """A form as pybind11 lists it: `self: Tensor, arg0: int, device: str = 'CPU'`."""
    form = []
    for part in split(text):
        name, _, rest = part.partition(":")
        default = rest.partition("=")[2].strip()
        if name.strip() == "self":
            continue
        form.append(name.strip() + ("=" + default if default else ""))
    if form and all(re.fullmatch(r"arg\d+", name) for name in form):
        form.append("/")
    return form


def _several(
    function: Callable[..., Any], receiver: tuple[object, ...], message: str, documented: list[list[str]]
) -> list[list[str]]:
    """The forms that a function with several lists, such as `max(dim=<int>, *, keepdim=<bool>)`."""
    result = []
    spreads = None
    for text in _LISTED.findall(message):
        listed = split(text)
        reached = positional(listed)
        form = _with_defaults(function, receiver, listed, documented)
        result.append(form)
        if len(reached) == 1 and _SEQUENCE.search(listed[0]):
            if spreads is None:
                spreads = _spreads(function, receiver)
            if spreads:
                result.append(_spread(form))
    return result


def _spreads(function: Callable[..., Any], receiver: tuple[object, ...]) -> bool:
    """Whether the numbers of a tuple may be given one by one: `x.view(2, 3)`."""
    try:
        message = complaint(function, *receiver, *[1] * 9)
    except Ran:
        return True
    return _SEVERAL not in message and not _COUNT.search(message)


def _spread(form: list[str]) -> list[str]:
    """The form in which the first parameter is given number by number."""
    return ["*" + form[0].partition("=")[0], *(text for text in form[1:] if text != "*")]


def _with_defaults(
    function: Callable[..., Any], receiver: tuple[object, ...], listed: list[str], documented: list[list[str]]
) -> list[str]:
    """A listed form with defaults: from a documented form with these names, else from any that has the name.

    Whether there is a default is asked of the function, as far as it tells.
    """
    bare = [part.partition("=")[0] for part in listed]
    required = _required(function, receiver, listed)
    same = [form for form in documented if names(form) == names(bare)][:1]
    result = []
    for name in bare:
        if name not in ("*", "/"):
            said = {defaults(form).get(name) for form in same or documented if name in names(form)}
            name += _ending(said, required.get(name))
        result.append(name)
    return result


def _ending(said: set[str | None], is_required: bool | None) -> str:
    """What follows the name of a parameter.

    `said` are the defaults in the documentation, None for none. They count
    where there is one answer, unless a call tells the opposite.
    """
    default = next(iter(said)) if len(said) == 1 else None
    if is_required is None:
        is_required = default is None if len(said) == 1 else None
    if is_required is None:
        return "=" + MAYBE_REQUIRED
    if is_required:
        return ""
    return "=" + (UNKNOWN_DEFAULT if default is None else default)


def _required(function: Callable[..., Any], receiver: tuple[object, ...], listed: list[str]) -> dict[str, bool]:
    """For the parameters of one of several forms: whether a call says that it is missing.

    The last one is given, and of the wrong type, so that nothing runs; what
    is missing before it is said first. So nothing is learnt about the last one.
    """
    kinds = {part.partition("=")[0]: part.partition("=")[2].strip("<>") for part in listed if "=" in part}
    found = list(kinds)
    known: dict[str, bool] = {}
    given: dict[str, object] = {name: Misfit() for name in found[-1:]}
    while given:
        lines = complaint(function, *receiver, **given).splitlines()
        listings = [index for index, line in enumerate(lines[:-1]) if _names_listed(line) == found]
        if not listings:
            return known
        said = lines[listings[0] + 1]
        missing = said.partition("missing required argument: ")[2]
        if not missing:
            return {**dict.fromkeys(found[:-1], False), **known} if "invalid types" in said else known
        values = _fitting(kinds.get(missing, ""))
        if missing in given or not values:
            return known
        known[missing] = True
        given[missing] = values[0]
    return known


def _names_listed(line: str) -> list[str]:
    """The names in one listed form."""
    match = _LISTED.match(line)
    return names([part.partition("=")[0] for part in split(match.group(1))]) if match else []


def _single(
    function: Callable[..., Any], receiver: tuple[object, ...], count: int | None, documented: list[list[str]]
) -> list[list[str]] | None:
    """The forms of a function with one: it names what is missing, then what is of the wrong type.

    `count` None: the numbers of its first parameter may be given one by one.
    """
    found: list[str] = []
    required: list[str] = []
    values: list[object] = []
    while count is None or len(found) < count:
        if len(values) < len(found):
            return None
        wrong = _WRONG_TYPE.search(complaint(function, *receiver, *values, Misfit()))
        if not wrong or wrong.group(1) in found:
            return None
        found.append(wrong.group(1))
        missing = _MISSING.search(complaint(function, *receiver, *values, **{_NO_PARAMETER: Misfit()}))
        if missing and missing.group(1) == found[-1]:
            required.append(found[-1])
        values += _fitting(wrong.group(3))
        if count is None:
            break
    form = [name if name in required else name + "=" + UNKNOWN_DEFAULT for name in found]
    further = [name for known in documented for name in names(known) if name not in found]
    keywords = []
    for name in further:
        wrong = _WRONG_TYPE.search(complaint(function, *receiver, *values, **{name: Misfit()}))
        if wrong and wrong.group(1) == name and name not in keywords:
            keywords.append(name)
    if keywords:
        form += ["*", *(name + "=" + UNKNOWN_DEFAULT for name in keywords)]
    same = [defaults(known) for known in documented if names(known) == names(form)]
    form = [_redefaulted(text, same[0]) for text in form] if same else [*form, "**kwargs"]
    return [form, _spread(form)] if count is None else [form]


def _redefaulted(text: str, known: dict[str, str]) -> str:
    """`text` with the documented default where only that it has one was known."""
    name, equals, _ = text.partition("=")
    return name + equals + known[name] if equals and name in known else text


def _fitting(kinds: str) -> Sequence[object]:
    """A value of the kind that a message asks for: `int`, `tuple of int`; nothing where it is not known."""
    for kind in kinds.split(","):
        kind = kind.strip().lower()
        if kind == "tensor":
            return [importlib.import_module("mindspore").Tensor([1.0])]
        if kind in _VALUES:
            return [_VALUES[kind]]
    return []


_VALUES = {
    "bool": True,
    "float": 1.0,
    "int": 1,
    "list of int": [1],
    "none": None,
    "number": 1,
    "str": "mean",
    "string": "mean",
    "tuple of int": (1,),
}
