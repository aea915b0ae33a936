"""The keywords that functions which only take `**kwargs`, and refuse some, know: `set_context` and its like.

Every word in the modules that belong to such a function is tried, with a
value that fits nothing, so that as good as nothing is set. What the function
does not know, or knows no more, it refuses by name; what it calls deprecated
it says in a warning. The process is of no use for anything else afterwards.
"""

from __future__ import annotations

import importlib
import inspect
import logging
import re
from collections.abc import Iterator
from typing import Any

from mslint.facts.dumping.docstrings import documented_arguments
from mslint.facts.dumping.forms import UNKNOWN_DEFAULT
from mslint.facts.dumping.parameters import unwrapped
from mslint.facts.dumping.probing import Misfit

_MODULES = {
    "set_auto_parallel_context": "mindspore.parallel._auto_parallel_context",
    "set_context": "mindspore.context",
}
"""The functions, and the module that holds what they know beside `mindspore.context`."""

_FITTING = {"device_target": "CPU"}
"""Values for what is looked at before any warning."""

_WORD = re.compile(r"[a-z]\w*")
_REFUSED = re.compile(r"is not recognized|has been removed|[Pp]lease set '\w+' through")
_THROUGH = re.compile(r"[Pp]lease set '\w+' through (?:parameter )?(\w+)")
_USE = re.compile(r"[Pp]lease use (?:the )?(.*) instead", re.DOTALL)
_WARNED = re.compile(r"(will be|is|has been) (?:deprecated|removed)")
_SINCE = re.compile(r"removed since MindSpore (\d+\.\d+)")


def describe_settings(own_names: set[str], function: Any) -> dict[str, Any]:
    """What the entry of a function gets where it is one of these; `own_names` are the last parts of its names.

    `forms`: its parameter list, keywords alone, with defaults that are not
    known. `keywords`: keyword -> `docstrings.deprecation_in`'s answer, for
    those that it warns of, or refuses with a word on what to use.
    """
    name = next(iter(own_names & _MODULES.keys()), None)
    if name is None or not inspect.isfunction(function):
        return {}
    known = _known(name, function)
    taken = [keyword + "=" + UNKNOWN_DEFAULT for keyword, said in known.items() if not said.get("refused")]
    told = {keyword: said["deprecated"] for keyword, said in known.items() if "deprecated" in said}
    return {"forms": [["*", *taken]], "keywords": told}


def _known(name: str, function: Any) -> dict[str, dict[str, Any]]:
    """Keyword -> what the function says of it: `refused` and `deprecated`; those that it does not know are left out."""
    found = {}
    for word in sorted(_words(_MODULES[name]) | set(documented_arguments(function.__doc__))):
        outcome, warnings = _said(function, word)
        is_refused = bool(_REFUSED.search(outcome))
        hint = _hint([outcome, *warnings] if is_refused else warnings)
        if not is_refused or hint is not None:
            found[word] = {**({"refused": True} if is_refused else {}), **({"deprecated": hint} if hint else {})}
    return found


def _words(module: str) -> set[str]:
    """Everything in the modules, and in the enumeration of C++, that can be the name of a keyword."""
    context = importlib.import_module("mindspore.context")
    sources = [inspect.getsource(importlib.import_module(each)) for each in {"mindspore.context", module}]
    words = {word for source in sources for word in _WORD.findall(source)}
    enumeration = getattr(context, "ms_ctx_param", None)
    words.update(name for name in getattr(enumeration, "__members__", ()) if _WORD.fullmatch(name))
    return words - _own_attributes(context._context())


def _own_attributes(holder: object) -> set[str]:
    """What the object that holds the settings has for itself: it takes these for settings, and is broken then."""
    kinds = {name: getattr(type(holder), name, None) for name in {*dir(holder)} - {*getattr(holder, "setters", ())}}
    return {name for name, kind in kinds.items() if not (isinstance(kind, property) and kind.fset)}


def _said(function: Any, keyword: str) -> tuple[str, list[str]]:
    """The text of the error that a keyword brings, empty where there is none, and the warnings before it."""
    logger = importlib.import_module("mindspore.log")._get_logger()
    handler = _Warnings()
    logger.addHandler(handler)
    try:
        # Beyond the decorator that looks at the types of the values.
        unwrapped(function)(**{keyword: _FITTING.get(keyword, Misfit())})
    except Exception as error:
        return str(error), handler.texts
    finally:
        logger.removeHandler(handler)
    return "", handler.texts


class _Warnings(logging.Handler):
    """Keeps the texts of warnings."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


def _hint(texts: list[str]) -> dict[str, Any] | None:
    """What texts say of the end of a keyword and of what to use instead."""
    for text in texts:
        through = _THROUGH.search(text)
        if through:
            return {"announced": False, "since": None, "removal": None, "use": through.group(1) + "="}
        warned = _WARNED.search(text)
        if warned:
            since = _SINCE.search(text)
            use = _USE.search(text)
            return {
                "announced": warned.group(1) == "will be",
                "since": since.group(1) if since else None,
                "removal": None,
                "use": ", ".join(_successors(use.group(1))) if use else None,
            }
    return None


def _successors(text: str) -> Iterator[str]:
    """What a warning names in the place of a keyword, part by part."""
    for part in text.split(","):
        kind, _, name = " ".join(part.split()).partition(" ")
        if kind in ("env", "environ"):
            yield "the environment variable " + name.rpartition(" ")[2].strip("'")
        else:
            yield (name if kind == "api" else f"{kind} {name}".strip()).replace("()", "").replace("`", "")
