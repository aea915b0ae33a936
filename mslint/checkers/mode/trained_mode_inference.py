"""# trained-mode-inference (MSL107)

## What it does

Finds a network that is evaluated or exported while it is in training mode: a
function of the project that evaluates calls it, or `mindspore.export` writes
it, after `set_train()` or `Model(network, loss, optimizer)` and with no
`set_train(False)` between.

## Why is this bad

Dropout drops and BatchNorm uses the statistics of the batch, so the measured
accuracy is too low and depends on the batch, and the running statistics take in
the test data. `export` in the format MINDIR writes the graph of the mode that
the network is in: the exported file drops wherever it is run.

## Example

```python
net.set_train()
train(net, data)
ms.export(net, sample, file_name="net", file_format="MINDIR")
```

## Use instead

```python
net.set_train()
train(net, data)
net.set_train(False)
ms.export(net, sample, file_name="net", file_format="MINDIR")
```

## Fix safety

No fix: where the network goes back to training mode is for the author to say.

## Limits

Training and evaluation have to be in sight of one file, and the mode has to be
the same on all paths. A function counts as evaluating by its name (evaluate,
validate, test, predict, infer and the like), or where it names the network or
its input after a test (`eval_net(x)`, `net(x_test)`); not where it, or what it
calls, is named after training, calibration or Monte Carlo dropout, or sets
training mode itself. A loop over test data alone does not tell. `Model.eval`,
`Model.predict` and `export` in the format ONNX set inference mode themselves;
AIR, which needs Ascend, was not measured. After `Model.fit`, and after
`Model.train` with callbacks, the mode is not taken to be known. That a network
which was exported or run before in inference mode is exported as that graph is
not taken into account.

## Versions

MindSpore 1.10 to 2.10, all measured alike.

## References

- MindSpore: `mindspore.export`, `mindspore.nn.Cell.set_train`
"""

from __future__ import annotations

from collections.abc import Iterator

from mslint.context import Context
from mslint.finding import Confidence, Finding, Severity
from mslint.rule import Differs, Proof, Rule, Seen
from mslint.training.events import TrainedInference

RULE = Rule(
    code="MSL107",
    symbol="trained-mode-inference",
    summary="a network is evaluated or exported in training mode",
    message=(
        "{network} is {what} in training mode: on MindSpore {target} {layer} {effect}; call set_train(False) before"
    ),
    seen=(Seen("1.10", None, Severity.WARNING, "goes on acting as in training"),),
    bad='''\
import tempfile
from pathlib import Path

import numpy as np
import mindspore as ms
from mindspore import nn, ops


def train(net, x):
    optimizer = nn.SGD(net.trainable_params(), 1e-3)

    def forward(x):
        return net(x).mean()

    grad_fn = ops.value_and_grad(forward, None, optimizer.parameters)
    net.set_train()
    _, grads = grad_fn(x)
    optimizer(grads)


def evaluate(net, x):
    return float((net(x).asnumpy() == 0).mean())  # MSL107


def exported(net, x):
    with tempfile.TemporaryDirectory() as folder:
        name = str(Path(folder) / "net")
        ms.export(net, x, file_name=name, file_format="MINDIR")  # MSL107
        graph = ms.load(f"{name}.mindir")
    ms.set_context(mode=ms.GRAPH_MODE)
    return float((nn.GraphCell(graph)(x).asnumpy() == 0).mean())


def observe(kind):
    """The share of zeros in the output, where the weights give none."""
    net = nn.SequentialCell([nn.Dense(4, 400, weight_init="ones"), nn.Dropout(0.5)])
    x = ms.Tensor(np.ones((20, 4)), ms.float32)
    train(net, x)
    return {"zeros": evaluate(net, x) if kind == "evaluate" else exported(net, x)}
''',
    good='''\
import tempfile
from pathlib import Path

import numpy as np
import mindspore as ms
from mindspore import nn, ops


def train(net, x):
    optimizer = nn.SGD(net.trainable_params(), 1e-3)

    def forward(x):
        return net(x).mean()

    grad_fn = ops.value_and_grad(forward, None, optimizer.parameters)
    net.set_train()
    _, grads = grad_fn(x)
    optimizer(grads)


def evaluate(net, x):
    net.set_train(False)
    return float((net(x).asnumpy() == 0).mean())


def exported(net, x):
    net.set_train(False)
    with tempfile.TemporaryDirectory() as folder:
        name = str(Path(folder) / "net")
        ms.export(net, x, file_name=name, file_format="MINDIR")
        graph = ms.load(f"{name}.mindir")
    ms.set_context(mode=ms.GRAPH_MODE)
    return float((nn.GraphCell(graph)(x).asnumpy() == 0).mean())


def observe(kind):
    """The share of zeros in the output, where the weights give none."""
    net = nn.SequentialCell([nn.Dense(4, 400, weight_init="ones"), nn.Dropout(0.5)])
    x = ms.Tensor(np.ones((20, 4)), ms.float32)
    train(net, x)
    return {"zeros": evaluate(net, x) if kind == "evaluate" else exported(net, x)}
''',
    confidence=Confidence.CONTROL_FLOW,
    related=("MSL102", "MSL103"),
    proofs=(
        Proof((Differs("zeros", 0.3),), variant="evaluate"),
        Proof((Differs("zeros", 0.3),), variant="export"),
    ),
    original="""\
import torch
from torch import nn


def observe(kind):
    net = nn.Sequential(nn.Linear(4, 400, bias=False), nn.Dropout(0.5))
    nn.init.ones_(net[0].weight)
    net.eval()
    return {"zeros": float((net(torch.ones(20, 4)) == 0).float().mean())}
""",
)


def check(context: Context) -> Iterator[Finding]:
    """Every network that is evaluated or exported in training mode, once in each function that does."""
    reported = set()
    for seen in context.training.of(TrainedInference):
        key = (seen.place.scope, seen.network.site, seen.is_export)
        if key in reported:
            continue
        reported.add(key)
        what = "exported" if seen.is_export else "evaluated"
        yield context.finding(RULE, seen.place.node, network=seen.network.name, what=what, layer=seen.layer.name)
