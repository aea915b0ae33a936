"""What docstrings say of an object: its forms, and whether it is deprecated."""

from __future__ import annotations

import inspect
import re
from typing import Any

from mslint.facts.dumping.forms import bracketed, is_form, split

_FIRST_LINE = re.compile(r"\A\s*[\w.]+\(")
_DIRECTIVE = re.compile(r"^\s*\.\. (?:py:)?(?:method|function):: ?[\w.]+\(", re.MULTILINE)

_SECTION = re.compile(r"^(\w[\w ]*):$")
_ARGUMENT = re.compile(r"^ {4}(\w+)\b")
_ARGUMENTS = ("Args", "Arguments", "Keyword Args", "Keyword Arguments", "Parameters")
_PARTS_OF_THE_OBJECT = (
    *_ARGUMENTS,
    "Examples",
    "Example",
    "Inputs",
    "Outputs",
    "Raises",
    "Returns",
    "Tutorial Examples",
)
_SENTENCE = re.compile(r"(?<=[.!])\s+(?=[A-Z`'\"-])")
_NAME = r"(?:`{0,2}['\"]?(?P<name>[\w.]+)['\"]?(?:\(\))?`{0,2})"
_IS = r"(?P<when>is|was|has been|will be|are)(?: being)? (?:marked as )?deprecated"
_KIND = r"(?:interface|api|operator|class|function|method|primitive)"
_SELF = re.compile(r"\b(?:this|the|the current|current) " + _KIND + r"\b[^.]{0,60}? " + _IS, re.IGNORECASE)
_NAMED = re.compile(_NAME + r"(?: " + _KIND + r")? " + _IS, re.IGNORECASE)
_SINCE = re.compile(r"deprecated (?:from|since|after|in)(?: MindSpore)?(?: version)? v?(\d+\.\d+(?:\.\d+)?)")
_REMOVAL = re.compile(r"removed (?:after|from|in)(?: version)? (\d+\.\d+(?:\.\d+)?)")
_PLATFORMS = re.compile(r"Supported Platforms: [`' ]*Deprecated[`' ]*")
_USE = re.compile(
    r"(?:\buse|\breplaced? (?:by|with))(?: the)?(?: new)?(?: api| interface| operator| function)?:? "
    r"(?::\w+:)?[`'\"]{1,2}(?P<name>[^`'\"]+)[`'\"]",
    re.IGNORECASE,
)


def documented_forms(docstring: object) -> list[list[str]]:
    """The forms in the first line and in the `.. method::` and `.. function::` lines of a docstring."""
    if not isinstance(docstring, str):
        return []
    found = []
    for pattern in (_FIRST_LINE, _DIRECTIVE):
        for match in pattern.finditer(docstring):
            inside = bracketed(docstring, match.end())
            if inside is not None:
                found.append(_form(inside))
    return [form for form in found if is_form(form)]


def documented_arguments(docstring: object) -> list[str]:
    """The names in the sections about arguments of a docstring, in its order."""
    found: list[str] = []
    is_inside = False
    for line in inspect.cleandoc(docstring).splitlines() if isinstance(docstring, str) else ():
        section = _SECTION.match(line)
        if section:
            is_inside = section.group(1) in _ARGUMENTS
        elif is_inside:
            found += _ARGUMENT.findall(line)
    return found


def _form(text: str) -> list[str]:
    """A form without the annotations: `dim: int = 0` is `dim=0`. The lone `*` after `*name` says nothing."""
    form: list[str] = []
    for part in split(" ".join(text.split())):
        name, equals, default = part.partition("=")
        spreads = any(known.startswith("*") for known in form)
        if not (part == "*" and spreads):
            form.append(name.partition(":")[0].strip() + equals + default.strip())
    return form


def deprecation_in(docstring: object, own_names: set[str]) -> dict[str, Any] | None:
    """What a docstring says of the deprecation of its object, not of its parameters.

    `own_names` are the last parts of the names that the object has. The keys:
    `announced` (it will be deprecated, and is not yet), `since`, `removal`
    (after this version) and `use`, each None where it is not said.
    """
    if not isinstance(docstring, str) or "deprecated" not in docstring.lower():
        return None
    paragraphs = _own_paragraphs(docstring)
    is_marked = any(_PLATFORMS.fullmatch(paragraph) for paragraph in paragraphs)
    for paragraph in paragraphs:
        sentences = _SENTENCE.split(paragraph)
        for index, sentence in enumerate(sentences):
            said = _said(sentence, own_names)
            if said is None:
                continue
            following = sentence + " " + " ".join(sentences[index + 1 : index + 2])
            since = _SINCE.search(sentence)
            removal = _REMOVAL.search(sentence)
            use = _USE.search(following)
            return {
                "announced": said == "will be" and not is_marked,
                "since": since.group(1) if since else None,
                "removal": removal.group(1) if removal else None,
                "use": _reference(use) if use else None,
            }
    return {"announced": False, "since": None, "removal": None, "use": None} if is_marked else None


def _said(sentence: str, own_names: set[str]) -> str | None:
    """`is`, `will be` ... where the sentence calls the object itself deprecated."""
    match = _SELF.search(sentence)
    if match is None:
        match = _NAMED.search(sentence)
        if match is None or match.group("name").rpartition(".")[2] not in own_names:
            return None
    return match.group("when").lower()


def _reference(match: Any) -> str:
    """The successor that is named, without the marks of reStructuredText."""
    return str(match.group("name")).strip().lstrip("~")


def _own_paragraphs(docstring: str) -> list[str]:
    """The paragraphs about the object, each on one line: without the sections about its parts."""
    result: list[str] = []
    is_own = True
    for block in re.split(r"\n\s*\n", inspect.cleandoc(docstring)):
        lines = block.splitlines()
        kept = []
        for line in lines:
            section = _SECTION.match(line)
            if section:
                is_own = section.group(1) not in _PARTS_OF_THE_OBJECT
            elif line.startswith(".. ") or (line is lines[0] and not line.startswith((" ", "\t"))):
                is_own = True
            if is_own:
                kept.append(line.strip())
        text = " ".join(" ".join(kept).split())
        if text:
            result.append(text)
    return result
