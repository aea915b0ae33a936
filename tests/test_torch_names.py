"""The tables about PyTorch's names, row by row, and what reads them."""

from __future__ import annotations

import csv
from functools import cache

import pytest

from mslint.facts import members, names, torch_names
from mslint.facts.signatures import ParameterKind, text
from mslint.facts.torch_names import Relation
from mslint.facts.worlds import World, world_of


def rows() -> list[dict[str, str]]:
    with (names.DATA_FOLDER / "torch-names.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


ROWS = rows()
NOT_DOCUMENTED = {
    (name, "unbiased")
    for name in ("torch.std", "torch.std_mean", "torch.var", "torch.var_mean", "torch.Tensor.std", "torch.Tensor.var")
}
"""Keywords that PyTorch takes and no longer documents."""


@cache
def parameters_in_any_version(name: str) -> frozenset[str]:
    found = [members.overloads(name, version) for version in names.versions()]
    return frozenset(parameter.name for forms in found for form in forms or () for parameter in form)


@cache
def torch_parameters(name: str) -> frozenset[str]:
    return frozenset(parameter.name for form in torch_names.torch_overloads(name) or () for parameter in form)


class TestRows:
    def test_there_are_many_and_each_is_there_once(self) -> None:
        pairs = [(row["torch"], row["mindspore"]) for row in ROWS]
        assert len(pairs) > 1600
        assert pairs == sorted(set(pairs))

    def test_every_mindspore_name_is_canonical_and_exists_in_some_version(self) -> None:
        for row in ROWS:
            name = row["mindspore"]
            assert names.canonical(name) == name
            assert any(torch_names.exists(name, version) for version in names.versions()), name

    def test_every_torch_name_is_one(self) -> None:
        wrong = [row["torch"] for row in ROWS if row["torch"].partition(".")[0] not in TORCH_PACKAGES]
        assert wrong == []

    def test_every_renamed_keyword_exists_on_both_sides(self) -> None:
        wrong = []
        for row in ROWS:
            known = parameters_in_any_version(row["mindspore"])
            in_torch = torch_parameters(row["torch"])
            for renaming in row["renamed"].split():
                name, _, targets = renaming.partition("=")
                if not HIDING.issuperset(known) and not known.issuperset(targets.split("+")):
                    wrong.append((row["torch"], row["mindspore"], targets))
                if in_torch and name not in in_torch and (row["torch"], name) not in NOT_DOCUMENTED:
                    wrong.append((row["torch"], row["mindspore"], name))
                if targets == name:
                    wrong.append((row["torch"], row["mindspore"], name))
        assert wrong == []

    def test_every_keyword_of_other_meaning_exists_on_both_sides(self) -> None:
        wrong = []
        for row in ROWS:
            renamed = [renaming.partition("=")[0] for renaming in row["renamed"].split()]
            in_torch = torch_parameters(row["torch"])
            for name in row["other_meaning"].split():
                if name not in renamed and name not in parameters_in_any_version(row["mindspore"]):
                    wrong.append((row["torch"], row["mindspore"], name))
                if in_torch and name not in in_torch and (row["torch"], name) not in NOT_DOCUMENTED:
                    wrong.append((row["torch"], row["mindspore"], name))
        assert wrong == []

    def test_every_signature_is_read_and_asked_for(self) -> None:
        known = {row["torch"] for row in ROWS}
        with (names.DATA_FOLDER / "torch-signatures.csv").open(encoding="utf-8", newline="") as stream:
            signatures = list(csv.DictReader(stream))
        assert {row["name"] for row in signatures} <= known
        for row in signatures:
            found = torch_names.torch_overloads(row["name"])
            assert found
            assert all(parameter.name.isidentifier() for form in found for parameter in form), row["name"]
        assert len(signatures) > 900


TORCH_PACKAGES = {"torch", "torchaudio", "torchtext", "torchvision"}
HIDING = {"args", "kwargs"}
"""A constructor with these alone takes more than it shows."""


class TestCounterparts:
    def test_by_version(self) -> None:
        assert torch_names.counterparts("torch.nn.Linear", "2.0") == ("mindspore.nn.Dense",)
        assert torch_names.counterparts("torch.nn.Linear", "2.10") == (
            "mindspore.nn.Dense",
            "mindspore.nn.Linear",
            "mindspore.mint.nn.Linear",
        )
        assert torch_names.counterparts("torch.optim.Adam") == (
            "mindspore.nn.Adam",
            "mindspore.mint.optim.Adam",
            "mindspore.experimental.optim.Adam",
        )

    def test_primitives_come_last(self) -> None:
        assert torch_names.counterparts("torch.sum", "2.10")[-1] == "mindspore.ops.ReduceSum"

    def test_methods(self) -> None:
        assert torch_names.counterparts("torch.Tensor.max", "2.10") == ("mindspore.Tensor.max",)
        assert torch_names.counterparts("torch.nn.Module.train", "1.10") == ("mindspore.nn.Cell.set_train",)

    def test_unknown(self) -> None:
        assert torch_names.counterparts("torch.no.such.name") == ()
        assert torch_names.counterparts("torch.nn.Linear", "2.3") == ()

    def test_and_back(self) -> None:
        assert torch_names.torch_names("mindspore.nn.Dense") == ("torch.nn.Linear",)
        assert torch_names.torch_names("mindspore.nn.NoSuchThing") == ()
        for torch_name in torch_names.known_torch_names():
            for name in torch_names.counterparts(torch_name):
                assert torch_name in torch_names.torch_names(name)

    def test_mint_has_what_pytorch_calls_by_the_same_name(self) -> None:
        for name in ("add", "nn.Dropout", "nn.functional.relu", "optim.AdamW", "linalg.inv"):
            [found] = [
                each
                for each in torch_names.counterparts(f"torch.{name}", "2.10")
                if world_of(each) is World.MINT and each.endswith(name.rpartition(".")[2])
            ]
            assert found == names.canonical(f"mindspore.mint.{name}")


class TestKeyword:
    @pytest.mark.parametrize(
        ("pair", "name", "version", "relation", "parameters"),
        [
            (("torch.nn.Linear", "mindspore.nn.Dense"), "bias", "2.10", Relation.RENAMED, ("has_bias",)),
            (("torch.nn.Linear", "mindspore.nn.Dense"), "device", "2.10", Relation.ABSENT, ()),
            (("torch.nn.Conv2d", "mindspore.nn.Conv2d"), "stride", "2.10", Relation.SAME, ("stride",)),
            (("torch.Tensor.sum", "mindspore.Tensor.sum"), "dim", "2.0", Relation.RENAMED, ("axis",)),
            (("torch.Tensor.sum", "mindspore.Tensor.sum"), "dim", "2.10", Relation.SAME, ("dim",)),
            (("torch.nn.Dropout", "mindspore.nn.Dropout"), "p", "1.10", Relation.ABSENT, ()),
            (("torch.nn.Dropout", "mindspore.nn.Dropout"), "p", "2.10", Relation.SAME, ("p",)),
            (("torch.optim.Adam", "mindspore.nn.Adam"), "lr", "2.10", Relation.RENAMED, ("learning_rate",)),
            (("torch.optim.Adam", "mindspore.nn.Adam"), "betas", "2.10", Relation.RENAMED, ("beta1", "beta2")),
            (("torch.nn.LSTM", "mindspore.nn.LSTM"), "bias", "2.10", Relation.RENAMED, ("has_bias",)),
            (("torch.max", "mindspore.ops.max"), "dim", "2.10", Relation.RENAMED, ("axis",)),
        ],
    )
    def test_relation(
        self, pair: tuple[str, str], name: str, version: str, relation: Relation, parameters: tuple[str, ...]
    ) -> None:
        found = torch_names.keyword(*pair, name, version)
        assert found is not None
        assert (found.relation, found.parameters) == (relation, parameters)

    @pytest.mark.parametrize(
        ("pair", "name"),
        [
            (("torch.nn.Linear", "mindspore.nn.Conv2d"), "bias"),
            (("torch.no.such.name", "mindspore.nn.Dense"), "bias"),
            (("torch.nn.Linear", "mindspore.nn.Dense"), "no_such_keyword"),
            (("torch.nn.ModuleDict", "mindspore.nn.CellDict"), "modules"),
            (("torch.std", "mindspore.Tensor.std"), "input"),
        ],
    )
    def test_not_known(self, pair: tuple[str, str], name: str) -> None:
        assert torch_names.keyword(*pair, name, "2.10") is None

    def test_not_in_this_version(self) -> None:
        assert torch_names.keyword("torch.nn.Linear", "mindspore.nn.Linear", "bias", "2.0") is None

    @pytest.mark.parametrize(
        ("pair", "name", "places"),
        [
            (("torch.nn.Dropout", "mindspore.nn.Dropout"), "p", (0, 1)),
            (("torch.nn.Conv2d", "mindspore.nn.Conv2d"), "padding", (4, 5)),
            (("torch.nn.Linear", "mindspore.nn.Dense"), "in_features", (0, 0)),
            (("torch.sum", "mindspore.ops.sum"), "dtype", (None, None)),
            (("torch.std", "mindspore.Tensor.std"), "dim", (None, None)),
        ],
    )
    def test_positions(self, pair: tuple[str, str], name: str, places: tuple[int | None, int | None]) -> None:
        found = torch_names.keyword(*pair, name, "2.10")
        assert found is not None
        assert (found.torch_position, found.position) == places
        assert found.is_moved == (places[0] != places[1])

    def test_other_meaning(self) -> None:
        momentum = torch_names.keyword("torch.nn.BatchNorm2d", "mindspore.nn.BatchNorm2d", "momentum", "2.10")
        assert momentum is not None
        assert (momentum.relation, momentum.has_other_meaning) == (Relation.SAME, True)
        mint = torch_names.keyword("torch.nn.BatchNorm2d", "mindspore.mint.nn.BatchNorm2d", "momentum", "2.10")
        assert mint is not None
        assert not mint.has_other_meaning

    def test_all_of_a_pair(self) -> None:
        found = torch_names.keywords("torch.nn.Linear", "mindspore.nn.Dense", "2.10")
        assert [each.torch_keyword for each in found] == ["in_features", "out_features", "bias", "device", "dtype"]
        assert torch_names.keywords("torch.nn.Linear", "mindspore.nn.Conv2d") == ()

    def test_absent_means_that_a_call_would_raise(self) -> None:
        """In every version, no form of the counterpart takes what is called absent."""
        for row in ROWS:
            for version in names.versions():
                for each in torch_names.keywords(row["torch"], row["mindspore"], version):
                    if each.relation is Relation.ABSENT:
                        for form in members.overloads(row["mindspore"], version) or ():
                            assert each.torch_keyword not in {parameter.name for parameter in form}
                            assert all(parameter.kind is not ParameterKind.VAR_KEYWORD for parameter in form)


def test_torch_signatures() -> None:
    def shown(name: str) -> list[str]:
        return [text(form) for form in torch_names.torch_overloads(name) or ()]

    assert shown("torch.max") == [
        "(input, *, out=None)",
        "(input, dim, keepdim=False, *, out=None)",
        "(input, other, *, out=None)",
    ]
    assert shown("torch.Tensor.abs") == ["()"]
    assert shown("torch.nn.Dropout") == ["(p=0.5, inplace=False)"]
    assert shown("torch.no.such.name") == []
