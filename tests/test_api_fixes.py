"""The fixes of the rules about what exists and what does not, to the letter."""

from __future__ import annotations

from pathlib import Path

import linting
import pytest
from fixing import fixed

from mslint.finding import Applicability

SAFE, UNSAFE = Applicability.SAFE, Applicability.UNSAFE
HEAD = "import mindspore as ms\nfrom mindspore import context, nn\nloss_fn = nn.CrossEntropyLoss()\n"


def repaired(code: str, text: str, target: str = "2.10") -> tuple[str, set[Applicability]]:
    """The text after the fixes of `code`, and how sure they are; other rules must not speak."""
    report = linting.check(Path("program.py"), f"{HEAD}{text}\n", target)
    assert report.failure is None
    assert {finding.code for finding in report.findings} == {code}
    result = fixed(f"{HEAD}{text}\n", report.findings)
    assert result.startswith(HEAD)
    applicabilities = {finding.fix.applicability for finding in report.findings if finding.fix is not None}
    return result[len(HEAD) :].rstrip("\n"), applicabilities


NET = """class Net(nn.Cell):
    def forward(self, x, depth=1):
        return self.forward(x, 0) if depth else x
"""
CONSTRUCTED = NET.replace("forward", "construct")


@pytest.mark.parametrize(
    ("before", "after", "applicability"),
    [
        (
            "class Net(nn.Cell):\n    def forward(self, x):\n        return x",
            "class Net(nn.Cell):\n    def construct(self, x):\n        return x",
            UNSAFE,
        ),
        (f"{NET}\nNet()(1)", f"{CONSTRUCTED}\nNet()(1)", SAFE),
        (f"{NET}\nnet = Net()\nprint(net(1))", f"{CONSTRUCTED}\nnet = Net()\nprint(net(1))", SAFE),
        (
            "class Net(nn.Cell):\n    @ms.jit\n    def  forward (self, x):  # forward\n        return x",
            "class Net(nn.Cell):\n    @ms.jit\n    def  construct (self, x):  # forward\n        return x",
            UNSAFE,
        ),
    ],
)
def test_forward_becomes_construct(before: str, after: str, applicability: Applicability) -> None:
    assert repaired("MSL705", before) == (after, {applicability})


@pytest.mark.parametrize(
    "text",
    [
        f"{NET}\nNet()(1)\nNet().forward(1)",
        f"{NET}\nNet()(1)\n\ndef run(net):\n    return net.forward(1)",
        "class Net(nn.Cell):\n    def \\\n        forward(self, x):\n        return x",
        "class Net(nn.Cell):\n    def forward(self, x):\n        return self.\\\n            forward(x)\nNet()(1)",
    ],
)
def test_forward_that_is_used_otherwise_keeps_its_name(text: str) -> None:
    assert repaired("MSL705", text) == (text, set())


CELL = "class Net(nn.Cell):\n    def __init__(self):\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("        self.fc = nn.Dense(4, 2)", "        super().__init__()\n        self.fc = nn.Dense(4, 2)"),
        (
            '        """A layer."""\n        self.fc = nn.Dense(4, 2)',
            '        """A layer."""\n        super().__init__()\n        self.fc = nn.Dense(4, 2)',
        ),
        (
            '        """A layer.\n\n        And more.\n        """\n\n'
            "        # The layer.\n        self.fc = nn.Dense(4, 2)",
            '        """A layer.\n\n        And more.\n        """\n\n        super().__init__()\n'
            "        # The layer.\n        self.fc = nn.Dense(4, 2)",
        ),
        (
            "        super().__init__\n        self.fc = nn.Dense(4, 2)",
            "        super().__init__()\n        self.fc = nn.Dense(4, 2)",
        ),
        (
            "        self.fc = nn.Dense(4, 2)\n        super().__init__()\n        self.size = 4",
            "        super().__init__()\n        self.fc = nn.Dense(4, 2)\n        self.size = 4",
        ),
        (
            "        size = 4\n        self.fc = nn.Dense(size, 2)\n        super(Net, self).__init__()",
            "        super(Net, self).__init__()\n        size = 4\n        self.fc = nn.Dense(size, 2)",
        ),
    ],
)
def test_the_call_comes_first(before: str, after: str) -> None:
    assert repaired("MSL706", CELL + before) == (CELL + after, {SAFE})


@pytest.mark.parametrize(
    "text",
    [
        "class Net(nn.Cell):\n    def __init__(self): self.fc = nn.Dense(4, 2)",
        f"{CELL}        self.fc = nn.Dense(4, 2)\n        super().__init__(auto_prefix=False)",
        f"{CELL}        self.fc = nn.Dense(4, 2)\n        super().__init__(); self.size = 4",
        f"{CELL}        self.fc = nn.Dense(4, 2)\n        super().__init__()  # at last",
        "class Net(nn.LossBase):\n    def __init__(self):\n        self.fc = nn.Dense(4, 2)",
        "class Base(nn.Cell):\n    def __init__(self, size):\n        super().__init__()\n"
        "class Net(Base):\n    def __init__(self):\n        self.fc = nn.Dense(4, 2)",
    ],
)
def test_no_call_is_added_where_its_place_or_its_arguments_are_not_plain(text: str) -> None:
    assert repaired("MSL706", text) == (text, set())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('ms.set_context(device_target="cuda")', 'ms.set_context(device_target="GPU")'),
        ("ms.set_context(device_target='cpu')", "ms.set_context(device_target='CPU')"),
        ("ms.set_device('npu', 0)", "ms.set_device('Ascend', 0)"),
        ('ms.set_context(mode="GRAPH_MODE")', "ms.set_context(mode=ms.GRAPH_MODE)"),
        (
            "context.set_context(mode='PYNATIVE_MODE', device_target='gpu')",
            "context.set_context(mode=context.PYNATIVE_MODE, device_target='GPU')",
        ),
        ('ms.context.set_context(mode="GRAPH_MODE")', "ms.context.set_context(mode=ms.context.GRAPH_MODE)"),
        (
            'ms.set_context(device_target="ascend" if ms.__name__ else "CPU")',
            'ms.set_context(device_target="Ascend" if ms.__name__ else "CPU")',
        ),
    ],
)
def test_a_device_or_mode_gets_its_name(before: str, after: str) -> None:
    assert repaired("MSL707", before) == (after, {SAFE})


@pytest.mark.parametrize(
    "text",
    [
        'ms.set_context(device_target="cuda:0")',
        'ms.set_context(device_target="tpu")',
        'ms.set_context(device_target="cu" "da")',
        'DEVICE = "cuda"\nms.set_context(device_target=DEVICE)',
        'ms.set_context(mode="graph")',
        'from mindspore import set_context\nset_context(mode="GRAPH_MODE")',
    ],
)
def test_a_device_or_mode_without_one_meaning_is_left(text: str) -> None:
    assert repaired("MSL707", text) == (text, set())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("loss_fn(x, y.long())", "loss_fn(x, y.int())"),
        ("loss_fn(x, ms.Tensor([0, 1]))", "loss_fn(x, ms.Tensor([0, 1]).int())"),
        ("y = ms.Tensor([0, 1])\nloss_fn(x, y)", "y = ms.Tensor([0, 1])\nloss_fn(x, y.int())"),
        ("loss_fn(x, ms.Tensor([0, 1])[:1])  # one", "loss_fn(x, ms.Tensor([0, 1])[:1].int())  # one"),
    ],
)
def test_labels_are_cast(before: str, after: str) -> None:
    assert repaired("MSL711", f"x = ms.Tensor([[0.1, 0.2]])\n{before}") == (
        f"x = ms.Tensor([[0.1, 0.2]])\n{after}",
        {SAFE},
    )


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("loss_fn(None, ms.Tensor([0, 1]))", "1.10"),
        ("def step(y):\n    return loss_fn(None, y)\nstep(ms.Tensor([0, 1]))", "2.10"),
    ],
)
def test_labels_are_left_where_a_cast_is_not_plain(text: str, target: str) -> None:
    assert repaired("MSL711", text, target) == (text, set())


def test_a_new_line_ends_as_the_others_do() -> None:
    text = f"{HEAD}{CELL}        self.fc = nn.Dense(4, 2)\n".replace("\n", "\r\n")
    report = linting.check(Path("program.py"), text)
    assert [finding.code for finding in report.findings] == ["MSL706"]
    after = text.replace("        self.fc", "        super().__init__()\r\n        self.fc")
    assert fixed(text, report.findings) == after
