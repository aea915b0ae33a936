"""Small programs that ask an installed MindSpore of one name or one keyword, and what their outcomes tell.

Each is run like a rule's program, so a call that crashes or hangs costs one answer.
"""

from __future__ import annotations

import re

from mslint.selfcheck.outcomes import Died, NotRun, Outcome, Raised, TimedOut, Values

_NAME = """\
import importlib

NAME = {name!r}


class Absent(Exception):
    pass


def find(name):
    module, _, last = name.rpartition(".")
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        # It may be there and need something that is not.
        reason = Absent(name) if (name + ".").startswith(str(error.name) + ".") else error
    except Exception as error:
        reason = error
    if module:
        home = find(module)
        if hasattr(home, last):
            return getattr(home, last)
    raise reason


def observe():
    try:
        return {{"there": find(NAME) is not NotImplemented}}
    except Absent:
        return {{"there": False}}
"""

_HEAD = """\
import contextlib
import importlib
import inspect

import mindspore

# `import mindspore` leaves out some modules.
with contextlib.suppress(Exception):
    importlib.import_module({module!r})
x = mindspore.Tensor([[1.0, 2.0], [3.0, 4.0]], mindspore.float32)
# What a call before did wrong may be raised only when a result is asked for.
with contextlib.suppress(Exception):
    (x + x).asnumpy()


def observe():
"""

_CALL = """\
    {call}
    return {{"returned": True}}
"""

_SIGNATURE = """\
    called = {called}
    parameters = inspect.signature(called.__init__ if isinstance(called, type) else called).parameters
    kinds = [each.kind for each in parameters.values()]
    found = parameters.get({keyword!r})
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {{
        "takes": found is not None and found.kind in named,
        "open": inspect.Parameter.VAR_KEYWORD in kinds,
    }}
"""

_INNER = re.compile(r"Failed calling (\w+) with")
_UNKNOWN = re.compile(
    r"unexpected keyword argument|invalid keyword argument|multiple values for (?:keyword|argument 'self')"
)
_LEFT_OVER = re.compile(r"dict_keys\(\[(.*)\]\)")
_WRONG_TYPE = re.compile(r"argument '(\w+)'(?: \(position \d+\))? must be")
_COMPILED_FORM = re.compile(r"^ *\d+\. \((.*)\) -> ", re.MULTILINE)
_LISTED = "valid calling should be"


def name_program(name: str) -> str:
    """The program that looks for a dotted name by `import` and `getattr`."""
    return _NAME.format(name=name)


def call_program(call: str, module: str) -> str:
    """The program that makes a call, an expression over `mindspore` and a tensor `x`, after it has imported a module.

    The module is that of the function, or whatever the name of the function has before its last part.
    """
    return (_HEAD + _CALL).format(call=call, module=module)


def signature_program(called: str, keyword: str, module: str) -> str:
    """The same that reads off the signature of what is called whether it takes a keyword."""
    return (_HEAD + _SIGNATURE).format(called=called, keyword=keyword, module=module)


def is_there(outcome: Outcome) -> bool | None:
    """Whether a name was found; None where the outcome does not tell."""
    return bool(outcome.values["there"]) if isinstance(outcome, Values) and "there" in outcome.values else None


def is_missing_in_signature(outcome: Outcome) -> bool | None:
    """Whether a signature takes no such keyword; None where there is none to read, or it takes any."""
    if not isinstance(outcome, Values) or not {"takes", "open"} <= outcome.values.keys():
        return None
    if outcome.values["takes"]:
        return False
    return None if outcome.values["open"] else True


def is_refused(keyword: str, outcome: Outcome) -> bool | None:
    """Whether a call ended because of a keyword; None where that does not tell."""
    if isinstance(outcome, Values):
        return False
    if isinstance(outcome, Died | TimedOut | NotRun):
        return None
    return _is_refusal(keyword, outcome)


def _is_refusal(keyword: str, raised: Raised) -> bool | None:
    message = raised.message
    quoted = f"'{keyword}'"
    if raised.type == "KeyError":
        left_over = _LEFT_OVER.search(message)
        return quoted in left_over[1] if left_over else message == quoted
    if raised.type == "AttributeError" and message.startswith("module 'mindspore"):
        return None
    if raised.type != "TypeError":
        return False
    if _UNKNOWN.search(message):
        return quoted in message or None
    wrong = _WRONG_TYPE.search(message)
    if wrong is not None and wrong[1] != keyword:
        return None
    forms = _COMPILED_FORM.findall(message)
    if forms and f"{keyword}=" in message:
        return not any(re.search(rf"\b{keyword}:", form) for form in forms)
    inner = _INNER.search(message)
    if inner is not None and (inner[1][0].isupper() or f"{keyword}=" not in message.partition(_LISTED)[0]):
        return False
    if _LISTED in message:
        return re.search(rf"\b{keyword}=", message.partition(_LISTED)[2]) is None
    return None if "missing" in message else False
