"""# deprecated-api (MSL710)

## What it does

Finds names of MindSpore that the target version calls deprecated, in a warning
of its own or in its documentation, and says what it offers instead. So it does
with the settings that `set_context` warns of, such as `device_target=`.

## Why is this bad

Such names are taken out in later versions: of the names that MindSpore 1.10 to
2.9 had, several hundred are gone in 2.10 (MSL702). Until then many of them log
a warning each time.

## Example

```python
y = ops.TensorAdd()(a, b)
```

## Use instead

```python
y = ops.Add()(a, b)
```

## Fix safety

No fix: the successor may take other arguments.

## Limits

Off by default: the code works. What MindSpore only says will be deprecated is
reported where it names what to use instead or the version that may drop it.
Other deprecated parameters are not reported, nor are methods of objects. An import
is reported once, at the import, and each use of a dotted name by itself.
Places that are written for some versions only are left out, as in MSL702.

## Versions

MindSpore 1.10 to 2.10, each by what it says itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint import api_calls
from mslint.calls import LibraryCall
from mslint.context import Context
from mslint.facts import deprecations
from mslint.facts.deprecations import Deprecation, deprecation
from mslint.facts.names import canonical
from mslint.finding import Finding, Severity
from mslint.rule import Differs, Proof, Rule, Seen

RULE = Rule(
    code="MSL710",
    symbol="deprecated-api",
    summary="names that the MindSpore version calls deprecated",
    message="{name} {words}, as MindSpore {target} says: {effect}",
    seen=(Seen("1.10", None, Severity.PARITY, "it works, and may be gone in a later version"),),
    bad='''\
import logging

import numpy as np
import mindspore as ms
from mindspore import log, nn, ops


class Counter(logging.Handler):
    """Counts the warnings of a deprecation."""

    count = 0

    def emit(self, record):
        self.count += "deprecated" in record.getMessage()


def observe(name):
    """The result, and how often MindSpore warns."""
    counter = Counter()
    log._get_logger().addHandler(counter)
    x = ms.Tensor(np.ones((2, 2)), ms.float32)
    if name == "TensorAdd":
        y = ops.TensorAdd()(x, x)  # MSL710
    elif name == "Pack, imported":
        from mindspore.ops import Pack  # MSL710
        y = Pack()((x, x))
    elif name == "Gelu":
        y = ops.Gelu()(x)  # MSL710
    elif name == "setting":
        ms.set_context(enable_sparse=True)  # MSL710
        y = x
    else:
        y = nn.MatMul()(x, x)  # MSL710
    log._get_logger().removeHandler(counter)
    return {"warnings": counter.count, "y": y.asnumpy().ravel().tolist()}
''',
    good='''\
import logging

import numpy as np
import mindspore as ms
from mindspore import log, nn, ops


class Counter(logging.Handler):
    """Counts the warnings of a deprecation."""

    count = 0

    def emit(self, record):
        self.count += "deprecated" in record.getMessage()


def observe(name):
    """The result, and how often MindSpore warns."""
    counter = Counter()
    log._get_logger().addHandler(counter)
    x = ms.Tensor(np.ones((2, 2)), ms.float32)
    if name == "TensorAdd":
        y = ops.Add()(x, x)
    elif name == "Pack, imported":
        from mindspore.ops import Stack
        y = Stack()((x, x))
    elif name == "Gelu":
        y = ops.GeLU()(x)
    elif name == "setting":
        y = x
    else:
        y = ops.matmul(x, x)
    log._get_logger().removeHandler(counter)
    return {"warnings": counter.count, "y": y.asnumpy().ravel().tolist()}
''',
    proofs=tuple(
        Proof((Differs("warnings", 1),), variant=name)
        for name in ("TensorAdd", "Pack, imported", "Gelu", "MatMul", "setting")
    ),
    original="""\
import torch


def observe(name):
    x = torch.ones(2, 2)
    results = {
        "TensorAdd": lambda: x + x,
        "Pack, imported": lambda: torch.stack((x, x)),
        "Gelu": lambda: torch.nn.functional.gelu(x, approximate="tanh"),
        "MatMul": lambda: x @ x,
        "setting": lambda: x,
    }
    return {"warnings": 0, "y": results[name]().flatten().tolist()}
""",
)


def check(context: Context) -> Iterator[Finding]:
    """Every mention of a name that the target version calls deprecated."""

    def wanted(name: str) -> str | None:
        parts = name.split(".")
        prefixes = (".".join(parts[:end]) for end in range(2, len(parts) + 1))
        return next((prefix for prefix in prefixes if _said(prefix, context) is not None), None)

    for mention in context.mentions.of(wanted):
        said = _said(mention.part, context)
        assert said is not None
        yield context.finding(RULE, mention.node, name=mention.part, words=_words(said))
    for name in sorted(context.calls.names & deprecations.with_keywords()):
        for call in context.calls.to(name):
            yield from _settings(call, context)


def _settings(call: LibraryCall, context: Context) -> Iterator[Finding]:
    """The keywords of a call that the target version takes and warns of."""
    for keyword in api_calls.written_keywords(call):
        said = deprecations.of_keyword(call.name, keyword, context.target)
        node = call.keyword(keyword)
        if said is None or node is None or api_calls.refuses(call.name, keyword, context.target):
            continue
        if _is_told(said):
            yield context.finding(RULE, node, name=f"{keyword}= of {call.name}", words=_words(said))


def _words(said: Deprecation) -> str:
    return said.sentence if said.is_announced else f"is {said.sentence}"


def _is_told(said: Deprecation) -> bool:
    """Whether it says more than that something will be deprecated some day."""
    return bool(not said.is_announced or said.use or said.removal)


def _said(name: str, context: Context) -> Deprecation | None:
    """What the target version says of a name, if it is more than that it will be deprecated some day."""
    said = deprecation(canonical(name), context.target)
    if said is not None and said.use is not None and canonical(said.use) == said.name:
        said = said._replace(use=None)
    return said if said is not None and _is_told(said) else None
