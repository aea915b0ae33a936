"""The tables about MindSpore, what reads them, and what makes them."""

from __future__ import annotations

import ast
import gzip
import json
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

import pytest
from packaging.version import Version

from mslint.facts import dump, dumping, layers, merge, names, optimizers, schedulers, signatures
from mslint.facts.schedulers import InGraph
from mslint.facts.signatures import Parameter, ParameterKind
from mslint.facts.worlds import World, world_of
from mslint.rule import KNOWN_VERSIONS

TABLES = sorted(names.DATA_FOLDER.glob("*.json.gz"))
DUMPING = [Path(str(dump.__file__)), *sorted(Path(str(dumping.__file__)).parent.glob("*.py"))]


def public_names() -> Iterator[str]:
    """Every public name of every version."""
    for module, masks in names.load("names.json.gz")["names"].items():
        for members in masks.values():
            yield from (f"{module}.{name}" for name in members.split())


class TestCanonical:
    @pytest.mark.parametrize(
        ("spelling", "expected"),
        [
            ("mindspore.nn.layer.basic.Dropout", "mindspore.nn.Dropout"),
            ("mindspore.nn.layer.Dropout", "mindspore.nn.Dropout"),
            ("mindspore.nn.optim.Adam", "mindspore.nn.Adam"),
            ("mindspore.nn.optim.adam.Adam", "mindspore.nn.Adam"),
            ("mindspore.nn.optim.optimizer.Optimizer", "mindspore.nn.Optimizer"),
            ("mindspore.nn.layer.normalization.BatchNorm2d", "mindspore.nn.BatchNorm2d"),
            ("mindspore.nn.wrap.cell_wrapper.TrainOneStepCell", "mindspore.nn.TrainOneStepCell"),
            ("mindspore.nn.cell.Cell", "mindspore.nn.Cell"),
            ("mindspore.ops.value_and_grad", "mindspore.value_and_grad"),
            ("mindspore.ops.functional.value_and_grad", "mindspore.value_and_grad"),
            ("mindspore.ops.grad", "mindspore.grad"),
            ("mindspore.ops.composite.GradOperation", "mindspore.ops.GradOperation"),
            ("mindspore.ops.operations.nn_ops.Conv2D", "mindspore.ops.Conv2D"),
            ("mindspore.ops.operations.BatchNorm", "mindspore.ops.BatchNorm"),
            ("mindspore.common.parameter.ParameterTuple", "mindspore.ParameterTuple"),
            ("mindspore.common.api.jit", "mindspore.jit"),
            ("mindspore.common.api.ms_function", "mindspore.ms_function"),
            ("mindspore.common.tensor.Tensor", "mindspore.Tensor"),
            ("mindspore.common.dtype.float32", "mindspore.float32"),
            ("mindspore.dtype.float32", "mindspore.float32"),
            ("mindspore.context.set_context", "mindspore.set_context"),
            ("mindspore.train.model.Model", "mindspore.Model"),
            ("mindspore.train.Model", "mindspore.Model"),
            ("mindspore.train.serialization.load_checkpoint", "mindspore.load_checkpoint"),
            ("mindspore.experimental.optim.adam.Adam", "mindspore.experimental.optim.Adam"),
            ("mindspore.mint.optim.adam.Adam", "mindspore.mint.optim.Adam"),
            ("mindspore.mint.nn.layer.normalization.BatchNorm2d", "mindspore.mint.nn.BatchNorm2d"),
            ("mindspore.mint.functional.relu", "mindspore.mint.nn.functional.relu"),
        ],
    )
    def test_internal_spelling(self, spelling: str, expected: str) -> None:
        assert names.canonical(spelling) == expected

    @pytest.mark.parametrize(
        "name",
        [
            "mindspore",
            "mindspore.nn",
            "mindspore.ms_function",
            "mindspore.value_and_grad",
            "mindspore.nn.Dropout",
            "mindspore.nn.NoSuchThing",
            "mindspore.mint.nn.Dropout",
            "mindspore.mint.nn.functional.relu",
            "mindspore.mint.abs",
            "mindspore.numpy.where",
            "mindspore.ops.relu",
            "mindspore.ops.tensor_add",
            "mindspore.experimental.optim.lr_scheduler.StepLR",
            "mindsporelike.nn.layer.basic.Dropout",
            "torch.nn.Dropout",
            "",
        ],
    )
    def test_kept(self, name: str) -> None:
        assert names.canonical(name) == name

    def test_members_are_kept(self) -> None:
        assert names.canonical("mindspore.nn.cell.Cell.set_train") == "mindspore.nn.Cell.set_train"
        assert names.canonical("mindspore.nn.Cell.set_train") == "mindspore.nn.Cell.set_train"

    def test_every_name_comes_to_rest(self) -> None:
        moving = [name for name in public_names() if names.canonical(names.canonical(name)) != names.canonical(name)]
        assert moving == []

    def test_every_world_is_kept(self) -> None:
        """But for what mint and others merely hold, such as `mindspore.mint.Tensor`, which is not public there."""
        lost = [name for name in public_names() if world_of(names.canonical(name)) is not world_of(name)]
        assert lost == []

    def test_last_part_of_a_public_name_is_kept(self) -> None:
        renamed = [
            name for name in public_names() if names.canonical(name).rpartition(".")[2] != name.rpartition(".")[2]
        ]
        assert renamed == []


class TestNames:
    def test_versions_are_those_of_the_rules(self) -> None:
        assert names.versions() == KNOWN_VERSIONS

    def test_star_names(self) -> None:
        assert {"Dropout", "Cell", "Adam", "Momentum"} <= names.star_names("mindspore.nn")
        assert {"Tensor", "set_seed"} <= names.star_names("mindspore")
        assert {"float32", "int32"} <= names.star_names("mindspore.common.dtype")
        assert {"float32", "int32"} <= names.star_names("mindspore.dtype")
        assert "nn" not in names.star_names("mindspore")
        assert names.star_names("mindspore.nowhere") == frozenset()

    def test_star_of_mint_leaves_out_what_its_all_leaves_out(self) -> None:
        assert "Linear" in names.star_names("mindspore.mint.nn")
        assert "Dropout" not in names.star_names("mindspore.mint.nn")

    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("mindspore", True),
            ("mindspore.nn", True),
            ("mindspore.nn.optim", True),
            ("mindspore.nn.optim.adam", True),
            ("mindspore.dtype", True),
            ("mindspore.dataset.config", True),
            ("mindspore.mint.functional", True),
            ("mindspore.nn.transformer", True),
            ("mindspore.nn.Adam", False),
            ("mindspore.jit", False),
            ("mindspore.nn.nowhere", False),
            ("torch.nn", False),
        ],
    )
    def test_is_module(self, name: str, expected: bool) -> None:
        assert names.is_module(name) is expected

    @pytest.mark.parametrize(
        ("name", "version", "expected"),
        [
            ("mindspore.nn.Linear", "2.0.0", False),
            ("mindspore.nn.Linear", "2.7", True),
            ("mindspore.nn.Linear", "2.10.0", True),
            ("mindspore.ms_function", "1.10.1", True),
            ("mindspore.ms_function", "2.7", False),
            ("mindspore.jit", "1.10", False),
            ("mindspore.jit", "2.0", True),
            ("mindspore.mint", "2.0", False),
            ("mindspore.mint.optim.SGD", "2.5", False),
            ("mindspore.mint.optim.SGD", "2.6", True),
            ("mindspore.mint.nn.Dropout", "2.10", True),
            ("mindspore.nn.transformer", "1.10", True),
            ("mindspore.nn.transformer", "2.0", False),
            ("mindspore.nn.GlobalBatchNorm", "1.10", True),
            ("mindspore.nn.GlobalBatchNorm", "2.0", False),
            ("mindspore.dtype.float32", "2.10", True),
            ("mindspore.nn.NoSuchThing", "2.10", False),
            ("mindspore.nn.NoSuchThing", "2.3", None),
            ("mindspore.nn.Cell.set_train", "2.10", None),
            ("mindspore.__version__", "2.10", None),
        ],
    )
    def test_exists(self, name: str, version: str, expected: bool | None) -> None:
        assert names.exists(name, version) is expected
        assert names.exists(name, Version(version)) is expected

    def test_categories(self) -> None:
        assert names.category("nn-optimizer") <= names.category("cell")
        assert "mindspore.nn.Dense" in names.category("cell")
        assert "mindspore.mint.nn.Linear" in names.category("cell")
        assert "mindspore.nn.CosineDecayLR" in names.category("learning-rate-schedule")
        assert "mindspore.ops.Dropout" in names.category("primitive")
        assert names.category("cell").isdisjoint(names.category("primitive"))
        with pytest.raises(KeyError):
            names.category("no-such-category")


class TestSignatures:
    def test_parameters(self) -> None:
        assert signatures.parameters("mindspore.nn.Dropout", "1.10") == (
            Parameter("keep_prob", ParameterKind.POSITIONAL_OR_KEYWORD, "0.5"),
            Parameter("dtype", ParameterKind.POSITIONAL_OR_KEYWORD, "mindspore.float32"),
        )
        newest = signatures.parameters("mindspore.nn.Dropout")
        assert newest == signatures.parameters("mindspore.nn.Dropout", Version("2.10.0"))
        assert newest is not None
        assert [parameter.name for parameter in newest] == ["keep_prob", "p", "dtype"]

    def test_decorated_constructor(self) -> None:
        found = signatures.parameters("mindspore.nn.Adam", "2.10")
        assert found is not None
        assert [parameter.name for parameter in found[:3]] == ["params", "learning_rate", "beta1"]
        assert found[-1] == Parameter("kwargs", ParameterKind.VAR_KEYWORD)

    def test_keyword_only(self) -> None:
        found = signatures.parameters("mindspore.mint.optim.SGD", "2.10")
        assert found is not None
        assert found[-1] == Parameter("maximize", ParameterKind.KEYWORD_ONLY, "False")
        assert signatures.position("mindspore.mint.optim.SGD", "maximize", "2.10") is None

    @pytest.mark.parametrize(
        ("name", "version"),
        [("mindspore.nn.NoSuchThing", None), ("mindspore.nn.Linear", "2.0"), ("nowhere.at.all", None), ("", None)],
    )
    def test_unknown(self, name: str, version: str | None) -> None:
        assert signatures.parameters(name, version) is None
        assert signatures.position(name, "x", version) is None

    def test_every_text_is_read(self) -> None:
        count = 0
        for table in TABLES:
            if not table.name.startswith("signatures-"):
                continue
            for name, forms in names.load(table.name).items():
                for mask, _kind, text in forms:
                    if text is None:
                        continue
                    bit = (mask & -mask).bit_length() - 1
                    found = signatures.parameters(name, names.versions()[bit])
                    assert found is not None, name
                    assert all(parameter.name.isidentifier() for parameter in found), name
                    count += 1
        assert count > 3000

    def test_versions_of_a_name_do_not_overlap(self) -> None:
        for table in TABLES:
            if table.name.startswith("signatures-"):
                for name, forms in names.load(table.name).items():
                    masks = [form[0] for form in forms]
                    assert sum(masks) == reduce(or_, masks), name


class TestOptimizers:
    def test_native(self) -> None:
        adam = optimizers.optimizer("mindspore.nn.Adam")
        assert adam == optimizers.Optimizer("mindspore.nn.Adam", World.NATIVE, "params", "learning_rate")
        assert (adam.params_position, adam.rate_position) == (0, 1)
        adagrad = optimizers.optimizer("mindspore.nn.Adagrad")
        assert adagrad is not None
        assert adagrad.rate_position == 2

    @pytest.mark.parametrize("name", sorted(optimizers.NOT_OVER_PARAMETERS))
    def test_wrappers_take_neither(self, name: str) -> None:
        assert optimizers.optimizer(name) == optimizers.Optimizer(name, World.NATIVE, None, None)

    def test_base_has_its_own_order(self) -> None:
        base = optimizers.optimizer("mindspore.nn.Optimizer")
        assert base is not None
        assert (base.rate_position, base.params_keyword, base.params_position) == (0, "parameters", 1)

    def test_factory(self) -> None:
        thor = optimizers.optimizer("mindspore.nn.thor")
        assert thor is not None
        assert (thor.params_position, thor.rate_keyword, thor.rate_position) == (None, "learning_rate", 1)

    def test_torch_like(self) -> None:
        for found in optimizers.optimizers().values():
            if found.world is not World.NATIVE and found.name not in optimizers.BASES:
                rate = "learning_rate" if found.world is World.MSADAPTER else "lr"
                assert (found.params_position, found.rate_keyword, found.rate_position) == (0, rate, 1), found.name

    def test_worlds(self) -> None:
        assert {found.world for found in optimizers.optimizers().values()} == {
            World.NATIVE,
            World.EXPERIMENTAL,
            World.MINT,
            World.MINDTORCH,
            World.MSADAPTER,
        }
        assert all(world_of(name) is found.world for name, found in optimizers.optimizers().items())

    def test_unknown(self) -> None:
        assert optimizers.optimizer("mindspore.nn.Dropout") is None
        assert optimizers.optimizer("torch.optim.Adam") is None

    def test_positions_are_the_same_in_every_version(self) -> None:
        for found in optimizers.optimizers().values():
            for keyword, position in (
                (found.params_keyword, found.params_position),
                (found.rate_keyword, found.rate_position),
            ):
                if keyword is None or found.world in (World.MINDTORCH, World.MSADAPTER):
                    continue
                for version in names.versions():
                    if names.exists(found.name, version):
                        assert signatures.position(found.name, keyword, version) == position, (found.name, version)

    def test_every_native_rate_is_a_learning_rate(self) -> None:
        """No optimizer of `mindspore.nn` takes `lr`, in no version."""
        for name in names.category("nn-optimizer"):
            for version in names.versions():
                found = signatures.parameters(name, version) or ()
                assert "lr" not in [parameter.name for parameter in found], (name, version)


class TestLayers:
    def test_every_layer_is_a_cell_of_some_version(self) -> None:
        wanted = layers.MODE_DEPENDENT | layers.DROPOUT_INSIDE.keys() | layers.NORM_INSIDE.keys()
        assert wanted <= names.category("cell")

    def test_every_name_is_canonical(self) -> None:
        wanted = layers.MODE_DEPENDENT | layers.TORCH_LIKE_NORMS | layers.DROPOUT_INSIDE.keys()
        assert {names.canonical(name) for name in wanted} == wanted

    def test_momentum_is_the_third_argument(self) -> None:
        for name in layers.OLD_WEIGHING_NORMS:
            assert layers.momentum_position(name) == 2, name

    @pytest.mark.parametrize(
        ("norms", "default"), [(layers.OLD_WEIGHING_NORMS, "0.9"), (layers.TORCH_LIKE_NORMS, "0.1")]
    )
    def test_default_momentum(self, norms: frozenset[str], default: str) -> None:
        for name in norms:
            for version in names.versions():
                for parameter in signatures.parameters(name, version) or ():
                    if parameter.name == "momentum":
                        assert parameter.default == default, (name, version)

    def test_no_norm_has_both_meanings(self) -> None:
        assert layers.OLD_WEIGHING_NORMS.isdisjoint(layers.TORCH_LIKE_NORMS)

    def test_mode_fixing_keyword(self) -> None:
        for name in layers.OLD_WEIGHING_NORMS - {"mindspore.nn.GlobalBatchNorm", "mindspore.nn.SyncBatchNorm"}:
            found = signatures.parameters(name) or ()
            assert Parameter(layers.MODE_FIXING_KEYWORD, ParameterKind.POSITIONAL_OR_KEYWORD, "None") in found, name

    def test_norm_inside(self) -> None:
        for name, keyword in layers.NORM_INSIDE.items():
            found = {parameter.name: parameter.default for parameter in signatures.parameters(name) or ()}
            assert found[keyword] == "False"
            assert "momentum" in found

    @pytest.mark.parametrize(
        ("name", "position", "default"),
        [
            ("mindspore.nn.LSTM", 5, 0.0),
            ("mindspore.nn.MultiheadAttention", 2, 0.0),
            ("mindspore.nn.Transformer", 5, 0.1),
            ("mindspore.nn.TransformerDecoderLayer", 3, 0.1),
            ("mindspore.nn.TransformerEncoderLayer", 3, 0.1),
        ],
    )
    def test_inner_dropout(self, name: str, position: int, default: float) -> None:
        assert layers.inner_dropout(name) == layers.InnerDropout("dropout", position, default)

    def test_every_inner_dropout_is_found(self) -> None:
        assert all(layers.inner_dropout(name) for name in layers.DROPOUT_INSIDE)
        assert layers.inner_dropout("mindspore.nn.Dense") is None

    def test_recurrent_layers_hide_their_parameters(self) -> None:
        for name in layers.RECURRENT:
            for version in names.versions():
                assert [parameter.name for parameter in signatures.parameters(name, version) or ()] == [
                    "args",
                    "kwargs",
                ]


class TestSchedulers:
    def test_every_scheduler_was_measured(self) -> None:
        known = schedulers.SCHEDULERS.keys() | schedulers.SCHEDULER_BASES
        assert names.category("lr-scheduler") <= known
        assert schedulers.SCHEDULERS.keys() <= names.category("lr-scheduler")

    def test_outcomes(self) -> None:
        prefix = "mindspore.experimental.optim.lr_scheduler."
        assert schedulers.SCHEDULERS[f"{prefix}StepLR"] is InGraph.RIGHT
        assert schedulers.SCHEDULERS[f"{prefix}LambdaLR"] is InGraph.BY_FUNCTION
        assert schedulers.SCHEDULERS[f"{prefix}CosineAnnealingWarmRestarts"] is InGraph.RAISES

    @pytest.mark.parametrize(
        ("version", "expected"),
        [("2.5", InGraph.IGNORED), ("2.7.0", InGraph.IGNORED), ("2.8", InGraph.RIGHT), ("2.10", InGraph.RIGHT)],
    )
    def test_augmented_assignment(self, version: str, expected: InGraph) -> None:
        assert schedulers.augmented_assignment(Version(version)) is expected

    def test_fixed_rate(self) -> None:
        assert optimizers.optimizers().keys() >= schedulers.FIXED_RATE_OPTIMIZERS


class TestTables:
    def test_they_are_small(self) -> None:
        assert sum(table.stat().st_size for table in names.DATA_FOLDER.iterdir()) < 400_000

    def test_they_hold_no_time_and_no_file_name(self) -> None:
        for table in TABLES:
            head = table.read_bytes()[:10]
            assert head[:3] == b"\x1f\x8b\x08"
            assert head[3] == 0, "no optional fields"
            assert head[4:8] == bytes(4), "no modification time"

    def test_they_hold_no_machine_paths(self) -> None:
        for table in TABLES:
            text = gzip.decompress(table.read_bytes()).decode()
            assert "site-packages" not in text
            assert " at 0x" not in text


FAKE = {
    "__init__.py": """
        from mindspore import nn, ops, mint, experimental
        from mindspore.common import dtype
        from mindspore.common.tensor import Tensor
        from mindspore.common.api import compiled, _hidden
        from mindspore.ops.grad import grad
        __version__ = "9.1.3"
        __all__ = ["Tensor", "no-name"]
    """,
    "common/__init__.py": "",
    "common/dtype.py": "class Number:\n    pass\n\n\nfloat32 = Number()\n",
    "common/tensor.py": "class Tensor:\n    def __init__(self, data=None, /, dtype=None):\n        pass\n",
    "common/api.py": """
        def compiled(fn=None, *, level="O0", **options):
            pass

        def _hidden():
            pass
    """,
    "_private/__init__.py": "",
    "nn/__init__.py": """
        from mindspore.nn.cell import Cell
        from mindspore.nn.basic import Dropout, DropoutExt
        from mindspore.nn.optim import *
        __all__ = ["Cell", "Dropout", "DropoutExt", "Optimizer", "Adam"]
    """,
    "nn/cell.py": "class Cell:\n    pass\n",
    "nn/basic.py": """
        from mindspore.nn.cell import Cell
        from mindspore.common.tensor import Tensor

        class Dropout(Cell):
            def __init__(self, keep_prob=0.5):
                pass

        class DropoutExt(Cell):
            def __init__(self, p=0.5):
                pass
    """,
    "nn/optim/__init__.py": """
        from mindspore.nn.optim.optimizer import Optimizer
        from mindspore.nn.optim.adam import Adam
        __all__ = ["Optimizer", "Adam"]
    """,
    "nn/optim/optimizer.py": """
        from mindspore.nn.cell import Cell

        def registered(function):
            def deco(self, *args, **kwargs):
                function(self, *args, **kwargs)
            return deco

        class Optimizer(Cell):
            def __init__(self, learning_rate, parameters):
                pass
    """,
    "nn/optim/adam.py": """
        from mindspore.nn.optim.optimizer import Optimizer, registered

        class Adam(Optimizer):
            @registered
            def __init__(self, params, learning_rate=1e-3, filter=lambda x: x, **kwargs):
                pass
    """,
    "ops/__init__.py": """
        from mindspore.ops.grad import grad
        from mindspore.ops.math import relu, relu as relu_again
        __all__ = ["grad", "relu", "relu_again"]
    """,
    "ops/grad.py": "def grad(fn, *rest):\n    pass\n",
    "ops/math.py": "def relu(x):\n    pass\n",
    "mint/__init__.py": """
        from mindspore.common.tensor import Tensor
        from mindspore.mint import nn
        from mindspore.ops.math import relu
        __all__ = ["relu"]
    """,
    "mint/nn.py": "from mindspore.nn.basic import DropoutExt as Dropout\n__all__ = []\n",
    "experimental/__init__.py": "",
}
"""A package with MindSpore's habits, small enough to know the answers."""


@pytest.fixture(scope="module")
def fake_dump(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The dump of the fake MindSpore, made as users make it: by the script alone."""
    folder = tmp_path_factory.mktemp("fake")
    for name, text in FAKE.items():
        path = folder / "mindspore" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
    output = folder / "dump.json"
    script = [sys.executable, str(dump.__file__), "-o", str(output)]
    done = subprocess.run(script, env={"PYTHONPATH": str(folder)}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return output


class TestDump:
    def test_without_mindspore(self, tmp_path: Path) -> None:
        script = [sys.executable, str(dump.__file__), "-o", str(tmp_path / "dump.json")]
        (tmp_path / "mindspore.py").write_text("raise ImportError('no such wheel')", encoding="utf-8")
        done = subprocess.run(script, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert done.stderr.splitlines() == [f"mindspore cannot be imported by {sys.executable}: no such wheel"]

    @pytest.mark.parametrize("path", DUMPING, ids=lambda path: path.name)
    def test_it_needs_the_standard_library_of_python_3_7_only(self, path: Path) -> None:
        tree = ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 7))
        imported = {
            name
            for node in ast.walk(tree)
            for name in (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
        }
        own = {name for name in imported if name.startswith("mslint.facts.dumping")}
        assert {name.partition(".")[0] for name in imported - own} <= sys.stdlib_module_names

    def test_content(self, fake_dump: Path) -> None:
        content = json.loads(fake_dump.read_text(encoding="utf-8"))
        assert content["version"] == "9.1.3"
        assert "mindspore.nn.optim.adam" in content["modules"]
        assert not any("_private" in module for module in content["modules"])
        assert content["star"]["mindspore"] == ["Tensor"]
        assert set(content["names"]["mindspore"]) == {"Tensor", "compiled", "grad"}
        assert set(content["names"]["mindspore.mint"]) == {"relu"}
        assert set(content["names"]["mindspore.mint.nn"]) == {"Dropout"}
        assert content["visible"]["mindspore.mint"] == ["Tensor", "nn"]

    def test_parameters(self, fake_dump: Path) -> None:
        content = json.loads(fake_dump.read_text(encoding="utf-8"))

        def entry(module: str, name: str) -> dict[str, Any]:
            found: dict[str, Any] = content["objects"][content["names"][module][name]]
            return found

        adam = entry("mindspore.nn", "Adam")
        assert adam["parameters"] == [
            "params",
            "learning_rate=0.001",
            "filter=<Adam.<lambda>>",
            "**kwargs",
        ]
        assert adam["categories"] == ["cell", "nn-optimizer"]
        assert adam["defined"] == "mindspore.nn.optim.adam.Adam"
        assert entry("mindspore", "compiled")["parameters"] == ["fn=None", "*", "level='O0'", "**options"]
        assert entry("mindspore", "grad")["parameters"] == ["fn", "*rest"]
        assert entry("mindspore", "Tensor")["parameters"] == ["data=None", "/", "dtype=None"]
        assert entry("mindspore.nn", "Cell")["parameters"] == []


class TestMerge:
    def test_names(self, fake_dump: Path) -> None:
        content = json.loads(fake_dump.read_text(encoding="utf-8"))
        chosen = merge.canonical_names([content])
        assert chosen["mindspore.ops.grad"] == "mindspore.grad"
        assert chosen["mindspore.ops.grad.grad"] == "mindspore.grad"
        assert chosen["mindspore.ops.relu"] == "mindspore.ops.relu"
        assert chosen["mindspore.ops.math.relu"] == "mindspore.ops.relu"
        assert chosen["mindspore.ops.relu_again"] == "mindspore.ops.relu_again"
        assert chosen["mindspore.mint.relu"] == "mindspore.mint.relu"
        assert chosen["mindspore.mint.nn.Dropout"] == "mindspore.mint.nn.Dropout"
        assert chosen["mindspore.mint.Tensor"] == "mindspore.Tensor"
        assert chosen["mindspore.nn.basic.Dropout"] == "mindspore.nn.Dropout"
        assert chosen["mindspore.nn.optim.Adam"] == "mindspore.nn.Adam"
        assert chosen["mindspore.common.dtype.float32"] == "mindspore.dtype.float32"

    def test_the_newest_version_decides(self) -> None:
        def version(number: str, public: dict[str, dict[str, int]]) -> dict[str, Any]:
            return {"version": number, "names": public, "spellings": {}}

        old = version("1.0", {"mindspore.ops": {"f": 0}, "mindspore.ops.functional": {"f": 0}})
        new = version("2.0", {"mindspore": {"f": 0}, "mindspore.ops": {"f": 0}})
        chosen = merge.canonical_names([new, old])
        assert chosen["mindspore.ops.f"] == "mindspore.f"
        assert chosen["mindspore.ops.functional.f"] == "mindspore.f"

    def test_versions_and_forms(self, fake_dump: Path) -> None:
        first = json.loads(fake_dump.read_text(encoding="utf-8"))
        second = json.loads(fake_dump.read_text(encoding="utf-8"))
        second["version"] = "9.2"
        number = second["names"]["mindspore.nn"].pop("Dropout")
        second["spellings"]["mindspore.nn.basic"].pop("Dropout")
        second["objects"][second["names"]["mindspore.nn"]["DropoutExt"]]["parameters"] = ["rate"]
        table = merge.names_table([first, second])
        assert table["versions"] == ["9.1", "9.2"]
        assert "Dropout" in table["names"]["mindspore.nn"]["1"].split()
        assert "DropoutExt" in table["names"]["mindspore.nn"]["3"].split()
        forms = merge.signature_tables([first, second])["nn"]
        assert forms["mindspore.nn.DropoutExt"] == [[1, "class", "p=0.5"], [2, "class", "rate"]]
        assert forms["mindspore.nn.Dropout"] == [[1, "class", "keep_prob=0.5"]]
        assert number is not None

    def test_command(self, fake_dump: Path, tmp_path: Path) -> None:
        written = []
        for name in ("once", "again"):
            folder = tmp_path / name
            command = [sys.executable, "-m", "mslint.facts.merge", str(fake_dump), "-o", str(folder)]
            subprocess.run(command, check=True)
            written.append({path.name: path.read_bytes() for path in folder.iterdir()})
        assert written[0] == written[1]
        assert {
            "deprecations.json.gz",
            "members.json.gz",
            "names.json.gz",
            "overloads.json.gz",
            "signatures-mindspore.json.gz",
            "signatures-nn.json.gz",
        } <= written[0].keys()
