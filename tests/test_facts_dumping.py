"""The parts of the dump that read texts: forms and docstrings."""

from __future__ import annotations

from typing import Any

import pytest

from mslint.facts.dumping import docstrings, forms
from mslint.facts.dumping.deprecations import deprecation


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("input", ["input"]),
        ("axis=<None, int>, keepdims=<bool>", ["axis=<None, int>", "keepdims=<bool>"]),
        ("betas=(0.9, 0.999), *, name='a, b'", ["betas=(0.9, 0.999)", "*", "name='a, b'"]),
        ("f: Callable[[int], int] = None, x", ["f: Callable[[int], int] = None", "x"]),
        ("f=<x -> y>, z", ["f=<x -> y>", "z"]),
        ("a,", ["a"]),
    ],
)
def test_split(text: str, expected: list[str]) -> None:
    assert forms.split(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a, b) -> Tensor", "a, b"),
        ("size=(1, 2)) and (more)", "size=(1, 2)"),
        ("end=')')", "end=')'"),
        ("a, (b)", None),
    ],
)
def test_bracketed(text: str, expected: str | None) -> None:
    assert forms.bracketed(text, 0) == expected


def test_names_defaults_and_positions() -> None:
    form = ["input", "/", "dim=-1", "*", "dtype=None"]
    assert forms.names(form) == ["input", "dim", "dtype"]
    assert forms.defaults(form) == {"dim": "-1", "dtype": "None"}
    assert forms.positional(form) == ["input", "dim"]
    assert forms.positional(["*size", "dtype=None"]) == []


@pytest.mark.parametrize(
    ("form", "expected"),
    [([], True), (["a", "*", "b=1"], True), (["*size"], True), (["a", "a"], False), (["2d"], False), (["..."], False)],
)
def test_is_form(form: list[str], expected: bool) -> None:
    assert forms.is_form(form) is expected


class TestDocumentedForms:
    def test_first_line_and_directives(self) -> None:
        text = """max() -> Tensor

        Returns the maximum.

        .. method:: Tensor.max(dim, keepdim=False) -> tuple(Tensor)
            :noindex:

        .. method:: Tensor.max(axis=None, *, initial=None) -> Tensor
        """
        assert docstrings.documented_forms(text) == [
            [],
            ["dim", "keepdim=False"],
            ["axis=None", "*", "initial=None"],
        ]

    def test_annotations_are_left_out(self) -> None:
        assert docstrings.documented_forms("\nstd(input: Tensor, dim: int = 0, *, out: Tensor = None) -> Tensor\n") == [
            ["input", "dim=0", "*", "out=None"]
        ]

    def test_several_lines(self) -> None:
        text = ".. function:: pad(input, pad,\n    mode='constant', value=None)"
        assert docstrings.documented_forms(text) == [["input", "pad", "mode='constant'", "value=None"]]

    @pytest.mark.parametrize("text", [None, "", "Adds (or not) two numbers.", "max(input, dim", "Tensor(s) are added."])
    def test_none(self, text: str | None) -> None:
        assert [form for form in docstrings.documented_forms(text) if form != ["s"]] == []


def told(announced: bool, since: str | None, removal: str | None, use: str | None) -> dict[str, Any]:
    return {"announced": announced, "since": since, "removal": removal, "use": use}


class TestDeprecationInDocstrings:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            (
                "Note:\n    The interface is deprecated from version 2.5 and will be removed in a future version.",
                told(False, "2.5", None, None),
            ),
            (
                "The current interface is deprecated, please use: :class:`mindspore.profiler.profile` instead.",
                told(False, None, None, "mindspore.profiler.profile"),
            ),
            (
                "'nn.Thing' is deprecated from version 2.0 and will be removed in a future version. "
                "Please use 'ops.thing' instead.",
                told(False, "2.0", None, "ops.thing"),
            ),
            (
                "`ops.Thing` is deprecated from version 2.8.0 and will be removed after version 2.9.0, "
                "please use :func:`mindspore.ops.other` instead.",
                told(False, "2.8.0", "2.9.0", "mindspore.ops.other"),
            ),
            (".. warning::\n    This interface is deprecated and will be removed after version 2.9.0.",
             told(False, None, "2.9.0", None)),
            ("Thing will be deprecated in the future.", told(True, None, None, None)),
            ("The Thing class will be deprecated in the future, this function can be replaced by :func:`ops.range`",
             told(True, None, None, "ops.range")),
            ("Sets it, this api will be deprecated and removed in future versions.", told(True, None, None, None)),
            ("Makes it.\n\nSupported Platforms:\n    Deprecated", told(False, None, None, None)),
            ("Thing will be deprecated in the future.\n\nSupported Platforms:\n    ``Deprecated``",
             told(False, None, None, None)),
        ],
    )  # fmt: skip
    def test_of_the_object(self, text: str, expected: dict[str, Any]) -> None:
        assert docstrings.deprecation_in(text, {"Thing"}) == expected

    @pytest.mark.parametrize(
        "text",
        [
            None,
            "",
            "Makes it.\n\nSupported Platforms:\n    ``Ascend`` ``CPU``",
            "Makes it.\n\nArgs:\n    mode (int): This parameter will be deprecated. Thing is deprecated.\n\n"
            "    level (int): This interface is deprecated.",
            "Note:\n    The parameter `max_rowsize` will be deprecated in a future version.",
            ".. warning::\n    The value ``'O2'`` of `level` is deprecated from version 2.9.0.",
            "`Other` is deprecated, please use `Thing` instead.",
            "AIR format is deprecated, please use other formats.",
        ],
    )
    def test_not_of_the_object(self, text: str | None) -> None:
        assert docstrings.deprecation_in(text, {"Thing"}) is None

    def test_what_follows_the_arguments_is_of_the_object(self) -> None:
        text = "Makes it.\n\nArgs:\n    mode (int): How.\n\n.. warning::\n    This interface is deprecated."
        assert docstrings.deprecation_in(text, {"Thing"}) == told(False, None, None, None)


def deprecated(version: str, substitute: str | None) -> Any:
    """A decorator like MindSpore's."""

    def decorate(function: Any) -> Any:
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            print(f"'{function.__name__}' is deprecated from version {version}, use '{substitute}' instead.")
            return function(*args, **kwargs)

        return wrapper

    return decorate


def checked(function: Any) -> Any:
    """Some other decorator."""

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return wrapper


class TestDeprecatedByDecorator:
    def test_function(self) -> None:
        assert deprecation(deprecated("1.8", "range")(len), {"f"}) == told(False, "1.8", None, "range")

    def test_class_below_another_decorator(self) -> None:
        class Thing:
            """Makes it. `Thing` is deprecated and will be removed after version 2.9.0."""

            @checked
            @deprecated("2.0", None)
            def __init__(self) -> None:
                pass

        assert deprecation(Thing, {"Thing"}) == told(False, "2.0", "2.9.0", None)

    def test_property(self) -> None:
        assert deprecation(property(deprecated("2.4", "y")(len)), {"x"}) == told(False, "2.4", None, "y")

    def test_none(self) -> None:
        assert deprecation(checked(len), {"len"}) is None
        assert deprecation(len, {"len"}) is None
