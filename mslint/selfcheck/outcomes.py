"""What came of running one program, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Value = float | list[float]


@dataclass(frozen=True, slots=True)
class Values:
    """`observe` returned these numbers, by name."""

    values: dict[str, Value]

    def __str__(self) -> str:
        """The numbers in words."""
        return ", ".join(f"{name} {number_text(value)}" for name, value in self.values.items())


@dataclass(frozen=True, slots=True)
class Raised:
    """`observe`, or the program around it, raised; `bases` are the names of the exception's base classes."""

    type: str
    bases: tuple[str, ...]
    message: str

    def __str__(self) -> str:
        """The exception as Python prints it, first line only."""
        return f"{self.type}: {first_line(self.message)}"


@dataclass(frozen=True, slots=True)
class Died:
    """The process that ran the program ended."""

    reason: str

    def __str__(self) -> str:
        """How it ended."""
        return self.reason


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The program was stopped at its limit."""

    seconds: float

    def __str__(self) -> str:
        """The limit."""
        return f"no answer in {self.seconds:g} s"


@dataclass(frozen=True, slots=True)
class NotRun:
    """The program was not run, because something that it needs is not there."""

    reason: str

    def __str__(self) -> str:
        """The reason stands beside the verdict."""
        return "not run"


Outcome = Values | Raised | Died | TimedOut | NotRun


def of_answer(answer: dict[str, Any]) -> Outcome:
    """The outcome that a worker's answer tells.

    Raises:
        ValueError: it tells none.
    """
    try:
        if "values" in answer:
            return Values({str(name): _number(value) for name, value in answer["values"].items()})
        raised = answer["raised"]
        return Raised(str(raised["type"]), tuple(map(str, raised["bases"])), str(raised["message"]))
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"not an answer: {error}") from None


def _number(value: Any) -> Value:
    return [float(each) for each in value] if isinstance(value, list) else float(value)


def number_text(value: Value) -> str:
    """A number, or a list of them, with four digits."""
    if isinstance(value, list):
        return "[" + ", ".join(map(number_text, value)) + "]"
    return f"{value:.4g}"


def first_line(message: str) -> str:
    """What a message says first, without MindSpore's decoration of long errors."""
    lines = (line.strip("- \t") for line in message.splitlines())
    return next((line for line in lines if line), "")


def as_object(outcome: Outcome) -> dict[str, Any]:
    """The outcome for JSON."""
    match outcome:
        case Values(values):
            return {"values": {name: _json_value(value) for name, value in values.items()}}
        case Raised(kind, bases, message):
            return {"raised": {"type": kind, "bases": list(bases), "message": message}}
        case Died(reason):
            return {"died": reason}
        case TimedOut(seconds):
            return {"timed_out": seconds}
        case NotRun(reason):
            return {"not_run": reason}


def _json_value(value: Value) -> Any:
    """JSON has no infinity: what is not finite becomes text."""
    if isinstance(value, list):
        return [_json_value(each) for each in value]
    return value if abs(value) < float("inf") else str(value)


def of_object(data: dict[str, Any]) -> Outcome:
    """The outcome that `as_object` wrote."""
    if "died" in data:
        return Died(data["died"])
    if "timed_out" in data:
        return TimedOut(data["timed_out"])
    if "not_run" in data:
        return NotRun(data["not_run"])
    return of_answer(data)
