"""The tables of overloads, members and deprecations, and what reads them."""

from __future__ import annotations

import pytest
from packaging.version import Version

from mslint.facts import deprecations, members, names, other_names, signatures
from mslint.facts.members import MemberKind
from mslint.facts.signatures import Parameter, ParameterKind

TENSOR = "mindspore.Tensor"


def texts(overloads: signatures.Overloads | None) -> list[str] | None:
    return None if overloads is None else [signatures.text(form) for form in overloads]


class TestOverloads:
    def test_chosen_in_cpp(self) -> None:
        assert texts(signatures.overloads("mindspore.mint.max", "2.10")) == [
            "(input)",
            "(input, dim, keepdim=False)",
            "(input, other)",
        ]
        assert signatures.parameters("mindspore.mint.max", "2.10") == (
            Parameter("args", ParameterKind.VAR_POSITIONAL),
            Parameter("kwargs", ParameterKind.VAR_KEYWORD),
        )

    def test_one_for_most(self) -> None:
        found = signatures.overloads("mindspore.nn.Dropout", "1.10")
        assert texts(found) == ["(keep_prob=0.5, dtype=mindspore.float32)"]

    @pytest.mark.parametrize(
        ("name", "version"), [("mindspore.nn.NoSuchThing", None), ("mindspore.mint.max", "2.0"), ("", None)]
    )
    def test_unknown(self, name: str, version: str | None) -> None:
        assert signatures.overloads(name, version) is None

    def test_keyword_only(self) -> None:
        [first, *_] = signatures.overloads("mindspore.mint.add", "2.10") or ()
        assert first[-1] == Parameter("alpha", ParameterKind.KEYWORD_ONLY, "1")

    def test_what_is_required(self) -> None:
        kind = ParameterKind.POSITIONAL_OR_KEYWORD
        assert Parameter("x", kind).is_required is True
        assert Parameter("x", kind, "0").is_required is False
        assert Parameter("x", kind, signatures.UNKNOWN_DEFAULT).is_required is False
        assert Parameter("x", kind, signatures.MAYBE_REQUIRED).is_required is None
        assert Parameter("args", ParameterKind.VAR_POSITIONAL).is_required is False

    def test_every_function_of_cpp_is_known(self) -> None:
        for version in names.versions():
            hidden = [
                name
                for name, forms in names.load("overloads.json.gz").items()
                if names.form_in(forms, version) and signatures.overloads(name, version) is None
            ]
            assert hidden == [], version

    @pytest.mark.parametrize("text", ["", "a", "a\n/\nb=1", "a\n*\nb=1\n**kwargs", "*args\nb=1", "a\nb=2\n/"])
    def test_text_says_what_was_read(self, text: str) -> None:
        shown = signatures.text(signatures.parsed(text))
        assert shown == f"({', '.join(text.splitlines())})"


class TestMembers:
    def test_method(self) -> None:
        found = members.member(TENSOR, "max", "2.10")
        assert found is not None
        assert (found.owner, found.kind) == (TENSOR, MemberKind.METHOD)
        assert texts(found.overloads) == [
            "()",
            "(dim, keepdim=False)",
            "(axis=None, keepdims=False, *, initial=None, where=True, return_indices=False)",
        ]

    def test_numbers_one_by_one(self) -> None:
        assert texts(members.overloads("mindspore.Tensor.view", "2.10")) == ["(shape)", "(*shape)", "(dtype)"]
        assert texts(members.overloads("mindspore.Tensor.flip", "2.10")) == ["(dims)"]

    def test_by_version(self) -> None:
        assert texts(members.overloads("mindspore.Tensor.sum", "1.10")) == [
            "(axis=None, dtype=None, keepdims=False, initial=None)"
        ]
        assert members.member(TENSOR, "masked_fill_", "2.0") is None
        assert members.member(TENSOR, "masked_fill_", "2.10") is not None
        assert members.member(TENSOR, "max", "2.3") is None
        assert members.member(TENSOR, "max", Version("2.10.0")) == members.member(TENSOR, "max")

    def test_other_kinds(self) -> None:
        def kind(class_name: str, name: str) -> MemberKind:
            found = members.member(class_name, name, "2.10")
            assert found is not None
            assert (found.overloads is None) == (not found.is_called)
            return found.kind

        assert kind(TENSOR, "shape") is MemberKind.PROPERTY
        assert kind(TENSOR, "from_numpy") is MemberKind.STATIC
        assert kind("mindspore.nn.Cell", "training") is MemberKind.ATTRIBUTE
        assert kind("mindspore.experimental.optim.Optimizer", "param_groups") is MemberKind.ATTRIBUTE
        assert kind("mindspore.experimental.optim.lr_scheduler.LRScheduler", "step") is MemberKind.METHOD

    @pytest.mark.parametrize("version", names.versions())
    def test_inherited(self, version: str) -> None:
        found = members.member("mindspore.Parameter", "max", version)
        assert found is not None
        assert found.owner == TENSOR
        optimizer = members.member("mindspore.nn.Optimizer", "set_train", version)
        assert optimizer is not None
        assert optimizer.owner == "mindspore.nn.Cell"
        assert (members.member_names(TENSOR, version) or set()) < (
            members.member_names("mindspore.Parameter", version) or set()
        )

    @pytest.mark.parametrize(
        ("class_name", "name", "expected"),
        [
            (TENSOR, "max", True),
            (TENSOR, "cuda", False),
            (TENSOR, "detach", False),
            (TENSOR, "_max", None),
            ("mindspore.Parameter", "requires_grad", True),
            ("mindspore.nn.Cell", "set_train", True),
            ("mindspore.nn.Cell", "weight", None),
            ("mindspore.nn.NoSuchThing", "max", None),
            ("mindspore.dataset.Dataset", "map", True),
            ("mindspore.dataset.Dataset", "shuffle_", False),
        ],
    )
    def test_has_member(self, class_name: str, name: str, expected: bool | None) -> None:
        assert members.has_member(class_name, name, "2.10") is expected

    def test_unknown_version(self) -> None:
        assert members.member_names(TENSOR, "2.3") is None
        assert members.has_member(TENSOR, "max", "2.3") is None
        assert members.classes("2.3") == frozenset()

    def test_versions_of_a_member(self) -> None:
        assert members.member_versions(TENSOR, "max") == names.versions()
        assert members.member_versions(TENSOR, "cuda") == ()

    def test_every_entry_is_read(self) -> None:
        count = 0
        for version in names.versions():
            for class_name in members.classes(version):
                assert names.canonical(class_name) == class_name
                for name in members.member_names(class_name, version) or ():
                    found = members.member(class_name, name, version)
                    assert found is not None
                    for form in found.overloads or ():
                        assert all(parameter.name.isidentifier() for parameter in form), (class_name, name)
                        assert all(parameter.name != "self" for parameter in form), (class_name, name)
                        count += 1
        assert count > 5000

    def test_few_methods_of_tensor_hide_their_parameters(self) -> None:
        """Those are none that a model calls."""
        for version in names.versions():
            found = [members.member(TENSOR, name, version) for name in members.member_names(TENSOR, version) or ()]
            hidden = [each.name for each in found if each and each.is_called and each.overloads is None]
            assert len(hidden) <= 18, version
            assert not {"max", "view", "to", "sum", "add", "reshape", "astype"} & set(hidden)


class TestDeprecations:
    def test_decorated(self) -> None:
        found = deprecations.deprecation("mindspore.ops.DropoutDoMask", "2.10")
        assert found is not None
        assert (found.since, found.use, found.is_announced) == ("1.5", "ops.Dropout", False)

    def test_documented(self) -> None:
        profiler = deprecations.deprecation("mindspore.Profiler", "2.10")
        assert profiler is not None
        assert profiler.use == "mindspore.profiler.profile"
        assert profiler.sentence == "deprecated, use mindspore.profiler.profile"
        moments = deprecations.deprecation("mindspore.nn.Moments", "2.0")
        assert moments is not None
        assert (moments.since, moments.use) == ("2.0", "ops.var_mean")

    def test_of_a_member(self) -> None:
        found = deprecations.deprecation("mindspore.Tensor.subtract", "2.10")
        assert found is not None
        assert found.since == "2.4"

    def test_set_context_is_only_announced(self) -> None:
        assert deprecations.deprecation("mindspore.set_context", "2.0") is None
        found = deprecations.deprecation("mindspore.set_context", "2.10")
        assert found is not None
        assert found.is_announced
        assert found.sentence == "will be deprecated"

    @pytest.mark.parametrize(
        "name", ["mindspore.nn.Dropout", "mindspore.jit", "mindspore.load_checkpoint", "mindspore.export", "nowhere"]
    )
    def test_of_a_parameter_only(self, name: str) -> None:
        assert all(deprecations.deprecation(name, version) is None for version in names.versions())

    def test_by_version(self) -> None:
        assert deprecations.deprecation("mindspore.nn.Moments", "2.3") is None
        assert "mindspore.Profiler" in deprecations.deprecated_names("2.10")
        assert "mindspore.Profiler" not in deprecations.deprecated_names("2.0")
        assert deprecations.deprecated_names("2.3") == frozenset()

    def test_every_name_exists_in_the_versions_that_deprecate_it(self) -> None:
        for version in names.versions():
            for name in deprecations.deprecated_names(version):
                class_name, _, last = name.rpartition(".")
                is_member = members.member(class_name, last, version) is not None
                spelled = [name, *names.public_spellings(name)]
                assert is_member or any(names.exists(each, version) for each in spelled), (name, version)


class TestSettings:
    def test_what_a_version_takes_is_its_parameter_list(self) -> None:
        [taken] = signatures.overloads("mindspore.set_context", "2.10") or ()
        names_taken = {parameter.name for parameter in taken}
        assert {"mode", "device_target", "jit_config", "enable_compile_cache"} <= names_taken
        assert not {"grad_for_scalar", "memory_offload", "save_dump_path", "precision_mode"} & names_taken
        assert all(parameter.kind is ParameterKind.KEYWORD_ONLY for parameter in taken)

    @pytest.mark.parametrize(
        ("keyword", "since", "until"),
        [("ascend_config", "2.0", "2.10"), ("memory_offload", "2.0", "2.7"), ("save_dump_path", "1.10", "2.0")],
    )
    def test_they_come_and_go(self, keyword: str, since: str, until: str) -> None:
        found = other_names.versions_with("mindspore.set_context", keyword)
        assert (found[0], found[-1]) == (since, until)

    def test_what_a_version_says_of_one(self) -> None:
        assert deprecations.of_keyword("mindspore.set_context", "device_target", "2.0") is None
        found = deprecations.of_keyword("mindspore.set_context", "device_target", "2.10")
        assert found is not None
        assert found.sentence == "will be deprecated, use mindspore.set_device"
        assert "device_target" in deprecations.keywords("mindspore.set_context")

    def test_one_that_is_refused_tells_where_it_went(self) -> None:
        found = deprecations.of_keyword("mindspore.set_context", "precision_mode", "2.10")
        assert found is not None
        assert found.use == "ascend_config="
        assert "mindspore.set_context(precision_mode=)" not in deprecations.deprecated_names("2.10")
