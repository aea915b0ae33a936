"""How the settings of MindSpore are asked for: of a function that knows some, refuses others and warns."""

from __future__ import annotations

import logging
import sys
import types

import pytest

from mslint.facts.dumping import settings

SOURCE = '''
import logging

logger = logging.getLogger("fake")


class _Context:
    known = property(lambda self: 1, lambda self, value: None)
    setters = {"level": None}

    def helper(self):
        pass


def _context():
    return _Context()


def set_context(**kwargs):
    """Set it.

    Args:
        level (int): How much.
        mode (int): Which.
    """
    for key in kwargs:
        if key == "level":
            logger.warning("the parameter 'level' will be deprecated. Please use the env MS_LEVEL instead.")
        elif key == "depth":
            raise ValueError("the parameter 'depth' has been removed since MindSpore 2.10 version.")
        elif key == "precision":
            raise ValueError("Please set 'precision' through parameter ascend_config")
        elif key not in ("mode", "known"):
            raise ValueError(f"the keyword argument {key} is not recognized!")
'''


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> types.ModuleType:
    path = f"{tmp_path}/context.py"
    with open(path, "w", encoding="utf-8") as file:
        file.write(SOURCE)
    module = types.ModuleType("mindspore.context")
    module.__file__ = path
    exec(compile(SOURCE, path, "exec"), module.__dict__)
    log = types.ModuleType("mindspore.log")
    log._get_logger = lambda: logging.getLogger("fake")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "mindspore.context", module)
    monkeypatch.setitem(sys.modules, "mindspore.log", log)
    return module


def test_what_it_takes_refuses_and_warns_of(fake: types.ModuleType) -> None:
    found = settings.describe_settings({"set_context"}, fake.set_context)
    assert found["forms"] == [["*", "known=...", "level=...", "mode=..."]]
    assert found["keywords"] == {
        "depth": {"announced": False, "since": "2.10", "removal": None, "use": None},
        "level": {"announced": True, "since": None, "removal": None, "use": "the environment variable MS_LEVEL"},
        "precision": {"announced": False, "since": None, "removal": None, "use": "ascend_config="},
    }


def test_other_functions_are_not_asked(fake: types.ModuleType) -> None:
    assert settings.describe_settings({"get_context"}, fake.set_context) == {}
