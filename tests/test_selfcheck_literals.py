"""A user's literals in a rule's programs; no MindSpore is needed to put them there."""

from __future__ import annotations

import ast
from pathlib import Path

import linting
import pytest
from packaging.version import Version

from mslint.checkers import all_checkers
from mslint.config import Configuration, Options
from mslint.finding import Failure
from mslint.model.source import Source
from mslint.rule import Rule
from mslint.selfcheck import findings
from mslint.selfcheck.literals import OWN_PROGRAM, UserProbe, context_of, user_probe
from mslint.selfcheck.proving import Probe

TARGET = Version("2.10")
RULES = {checker.rule.code: checker.rule for checker in all_checkers()}
HEAD = "from functools import partial\nfrom mindspore import nn, ops\nfrom mindspore.experimental import optim\n"


def probe_of(rule: Rule) -> Probe:
    return Probe(rule, "", rule.bad, rule.good, rule.original)


def prove(code: str, text: str) -> UserProbe:
    """The programs for the only finding in `text`."""
    program = HEAD + text + "\n"
    found = [each for each in linting.check(Path("user.py"), program).findings if each.code == code]
    assert len(found) == 1
    context = context_of(Source.from_bytes("user.py", program.encode()), TARGET)
    return user_probe(probe_of(RULES[code]), found[0], context)


def constant(program: str, name: str) -> object:
    for node in ast.parse(program).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return ast.literal_eval(node.value)
    raise AssertionError(name)


@pytest.mark.parametrize(
    ("code", "text", "name", "value"),
    [
        ("MSL201", "nn.BatchNorm2d(64, momentum=0.03)", "MOMENTUM", 0.03),
        ("MSL201", "nn.BatchNorm1d(64, 1e-5, 0.25)", "MOMENTUM", 0.25),
        ("MSL201", "M = 0.2\nnn.BatchNorm2d(8, momentum=M)", "MOMENTUM", 0.2),
        ("MSL201", "norm = partial(nn.BatchNorm2d, momentum=0.05)", "MOMENTUM", 0.05),
        ("MSL209", "nn.Dropout(0.2)", "RATE", 0.2),
        ("MSL209", "ops.Dropout(0.3)", "RATE", 0.3),
        ("MSL202", "nn.SGD(params, lr=0.7)", "RATE", 0.7),
        ("MSL202", "nn.Adam(params, lr=1e-3)", "RATE", 1e-3),
        ("MSL208", "optim.AdamW(params, learning_rate=3e-4)", "RATE", 3e-4),
    ],
)
def test_the_literal_takes_the_place_of_the_constant(code: str, text: str, name: str, value: object) -> None:
    made = prove(code, text)
    assert made.has_literals
    assert repr(value) in made.note
    for program in (made.probe.bad, made.probe.good, made.probe.original):
        assert constant(program, name) == value


def test_an_optimizer_travels_with_its_other_literals() -> None:
    made = prove("MSL202", "nn.Momentum(params, lr=0.3, momentum=0.9, use_nesterov=True)")
    arguments = "momentum=0.9, use_nesterov=True)"
    assert f"nn.Momentum(net.trainable_params(), lr=RATE, {arguments}" in made.probe.bad
    assert f"nn.Momentum(net.trainable_params(), learning_rate=RATE, {arguments}" in made.probe.good
    assert made.probe.bad.count("\n") == RULES["MSL202"].bad.count("\n")


def test_only_literals_travel() -> None:
    made = prove("MSL202", "nn.Momentum(build(secret), lr=0.3, momentum=decay, weight_decay=open('x'))")
    text = made.probe.bad + made.probe.good + made.note
    assert constant(made.probe.bad, "RATE") == 0.3
    assert not any(word in text for word in ("secret", "build", "decay", "open"))


def test_another_layer_is_shown_with_the_probes_own() -> None:
    made = prove("MSL201", "nn.BatchNorm1d(64, momentum=0.03)")
    assert "BatchNorm1d" not in made.probe.bad
    assert made.note == "BatchNorm2d with momentum=0.03"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("MSL202", "nn.SGD(params, lr=rate)"),
        ("MSL203", 'nn.SGD([{"params": net.get_parameters()}], 0.1)'),
        ("MSL204", "nn.SGD(net.get_parameters(), 0.1)"),
    ],
)
def test_what_is_no_literal_is_proved_by_the_rules_own_program(code: str, text: str) -> None:
    header = "net = nn.Dense(2, 2)\n" if "net" in text else ""
    made = prove(code, header + text)
    assert made.probe == probe_of(RULES[code])
    assert not made.has_literals
    assert OWN_PROGRAM in made.note


R_NOTEBOOK = b'{"nbformat": 4, "cells": [], "metadata": {"language_info": {"name": "R"}}}'
SCHEDULERS = """\
import mindspore as ms
from mindspore import nn
from mindspore.experimental import optim

net = nn.Dense(2, 2)
optimizer = optim.SGD(net.trainable_params(), lr=0.1)
annealing = optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=3)
halving = optim.lr_scheduler.StepLR(optimizer, 1)


@ms.jit
def step(gradients):
    optimizer(gradients)
    annealing.step()
    halving.step()
    for group in optimizer.param_groups:
        group["lr"] = 0.5
        group["lr"] *= 0.5


step((1, 2))
"""


def test_the_variant_is_the_one_that_the_finding_is_about() -> None:
    configuration = Configuration(Options(target=TARGET))
    failures: list[Failure] = []
    sources = [("model.py", SCHEDULERS.encode()), ("broken.py", b"def f(:\n"), ("r.ipynb", R_NOTEBOOK)]
    rules, skipped = list(RULES.values()), []
    planned = findings.plan(
        sources, configuration, rules, TARGET, failures.append, lambda path, reason: skipped.append((path, reason))
    )
    chosen = [(each.finding.code, each.probe.probe.variant) for each in planned]
    assert chosen == [
        ("MSL302", "CosineAnnealingWarmRestarts"),
        ("MSL302", "StepLR"),
        ("MSL301", "@jit"),
        ("MSL301", "*="),
    ]
    assert [failure.path for failure in failures] == ["broken.py"]
    assert skipped == [("r.ipynb", "is a notebook in R, not in Python")]
    assert {each.place.partition(":")[0] for each in planned} == {"model.py"}
