"""Make the shipped tables from dumps of several MindSpore versions.

    python -m mslint.facts.merge DUMP... [-o FOLDER]

Writes `names.json.gz`, one `signatures-SECTION.json.gz` for each part of
MindSpore (`nn`, `ops`, `mint` ...), `overloads.json.gz`, `members.json.gz` and
`deprecations.json.gz`, the same bytes for the same dumps. `mslint.facts.names`,
`signatures`, `members` and `deprecations` read them. In all tables a set of
versions is a bit mask over the list `versions`, oldest first, a list of names
is one text with spaces between them, and a parameter list is one text, a line
each.

One canonical name
------------------
Of several public names of one object the canonical one has the fewest dots
(`mindspore.value_and_grad`, not `mindspore.ops.value_and_grad`), then the
better known module. The newest version that has a spelling decides for it.
Two things stay apart although the object is the same:

* names of different worlds (`mindspore.ops.relu`, `mindspore.mint.nn.functional.relu`,
  `mindspore.numpy.where`), since the spelling tells which conventions the author had in mind;
* public names whose last part differs (`mindspore.ops.tensor_add`, `mindspore.ops.add`).
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from packaging.version import Version

from mslint.facts.names import DATA_FOLDER
from mslint.facts.signatures import section

Dump = dict[str, Any]

_WORLDS = ("mindspore.mint.", "mindspore.experimental.", "mindspore.numpy.")
_LESS_KNOWN = {"boost", "common", "context", "graph", "hal", "safeguard"}


def minor_version(dump: Dump) -> str:
    """The version of a dump as rules name versions, for example "2.10"."""
    release = Version(dump["version"]).release
    return f"{release[0]}.{release[1]}"


def world_prefix(name: str) -> str:
    """What keeps equal objects of different worlds apart; "" for MindSpore's own."""
    return next((prefix for prefix in _WORLDS if name.startswith(prefix)), "")


def rank(name: str) -> tuple[int, bool, str]:
    """The order in which public names of one object are preferred."""
    return (name.count("."), name.split(".")[1] in _LESS_KNOWN, name)


def last_part(name: str) -> str:
    """The name without its module."""
    return name.rpartition(".")[2]


def choose(spelling: str, public: Iterable[str], is_public: bool) -> str:
    """The canonical name for `spelling` of an object whose public names are `public`."""
    candidates = [name for name in public if world_prefix(name) == world_prefix(spelling)]
    same_last = [name for name in candidates or public if last_part(name) == last_part(spelling)]
    if same_last:
        return min(same_last, key=rank)
    return spelling if is_public else min(candidates or public, key=rank)


def spellings_by_object(table: Mapping[str, Mapping[str, int]]) -> dict[int, list[str]]:
    """Object number -> the full names it has in `table`."""
    result = defaultdict(list)
    for module, members in table.items():
        for name, number in members.items():
            result[number].append(f"{module}.{name}")
    return result


def canonical_names(dumps: Iterable[Dump]) -> dict[str, str]:
    """Every spelling -> its canonical name; `dumps` come newest first."""
    chosen: dict[str, str] = {}
    for dump in dumps:
        internal = spellings_by_object(dump["spellings"])
        for number, public in spellings_by_object(dump["names"]).items():
            for name in public:
                chosen.setdefault(name, choose(name, public, is_public=True))
            for name in internal.get(number, ()):
                chosen.setdefault(name, choose(name, public, is_public=False))
    return {name: follow(chosen, name) for name in chosen}


def follow(chosen: Mapping[str, str], name: str) -> str:
    """The end of the chain that starts at `name`: an older version's choice may itself have moved on."""
    seen = {name}
    while (after := chosen.get(name, name)) not in seen:
        seen.add(after)
        name = after
    return name


def by_mask(masks: Mapping[str, int]) -> dict[str, str]:
    """Mask -> the names that have it, as one text."""
    result = defaultdict(list)
    for name in sorted(masks):
        result[str(masks[name])].append(name)
    return {mask: " ".join(names) for mask, names in sorted(result.items())}


def names_table(dumps: list[Dump]) -> dict[str, Any]:
    """What `mslint.facts.names` reads; `dumps` come oldest first."""
    chosen = canonical_names(reversed(dumps))
    modules: dict[str, int] = defaultdict(int)
    names: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    visible: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    star: dict[str, set[str]] = defaultdict(set)
    categories: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    module_aliases: dict[str, str] = {}
    for index, dump in enumerate(dumps):
        bit = 1 << index
        for module in dump["modules"]:
            modules[module] |= bit
        module_aliases.update(dump["module_aliases"])
        for module, members in dump["star"].items():
            star[module].update(members)
        for module, further in dump["visible"].items():
            for name in further:
                visible[module][name] |= bit
        for module, members in dump["names"].items():
            for name, number in members.items():
                names[module][name] |= bit
                for category in dump["objects"][number].get("categories", ()):
                    categories[category][chosen[f"{module}.{name}"]] |= bit
    aliases: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    renamed: dict[str, str] = {}
    for spelling, target in sorted(chosen.items()):
        module, _, name = spelling.rpartition(".")
        target_module, _, target_name = target.rpartition(".")
        if spelling != target and name == target_name:
            aliases[module][target_module].append(name)
        elif spelling != target:
            renamed[spelling] = target
    return {
        "versions": [minor_version(dump) for dump in dumps],
        "modules": by_mask(modules),
        "module_aliases": module_aliases,
        "names": {module: by_mask(members) for module, members in names.items()},
        "visible": {module: by_mask(members) for module, members in visible.items() if members},
        "star": {module: " ".join(sorted(members)) for module, members in star.items()},
        "aliases": {
            module: {target: " ".join(members) for target, members in targets.items()}
            for module, targets in aliases.items()
        },
        "renamed": renamed,
        "categories": {category: by_mask(members) for category, members in categories.items()},
    }


def signature_tables(dumps: list[Dump]) -> dict[str, dict[str, list[list[Any]]]]:
    """Section -> canonical name -> [mask, kind, parameters], one entry for each form it had, oldest first.

    Parameters are null where Python cannot tell them.
    """
    changes = Changes()
    for index, name, entry in public_objects(dumps):
        if entry["kind"] in ("class", "function") and entry.get("defined") is not None:
            lines = entry["parameters"]
            changes.add(name, index, (entry["kind"], None if lines is None else "\n".join(lines)))
    tables: dict[str, dict[str, list[list[Any]]]] = defaultdict(dict)
    for name, forms in changes.table().items():
        tables[section(name)][name] = forms
    return tables


def overloads_table(dumps: list[Dump]) -> dict[str, list[list[Any]]]:
    """Canonical name -> [mask, overloads], for the functions that leave their arguments to C++.

    The overloads are a list of parameter lists, or null where they are not known.
    """
    changes = Changes()
    for index, name, entry in public_objects(dumps):
        if "forms" in entry:
            changes.add(name, index, (form_texts(entry["forms"]),))
    return changes.table()


def members_table(dumps: list[Dump]) -> dict[str, Any]:
    """Canonical name of a class -> what its objects have.

    `versions` is a mask, `open` the mask of the versions in which the class
    makes up attributes, `bases` maps a base to the mask of the versions in
    which what it has comes to that, and `members` maps a name to
    [mask, kind, overloads], as in the tables of signatures.
    """
    chosen = canonical_names(reversed(dumps))
    masks: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    bases: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    changes: dict[str, Changes] = defaultdict(Changes)
    for index, dump in enumerate(dumps):
        for spelled, entry in dump["members"].items():
            name = chosen.get(spelled, spelled)
            masks[name]["versions"] |= 1 << index
            masks[name]["open"] |= entry["is_open"] << index
            if entry["base"]:
                bases[name][chosen.get(entry["base"], entry["base"])] |= 1 << index
            for member, told in entry["members"].items():
                changes[name].add(member, index, (told["kind"], form_texts(told.get("forms"))))
    return {name: {**masks[name], "bases": bases[name], "members": changes[name].table()} for name in masks}


def deprecations_table(dumps: list[Dump]) -> dict[str, list[list[Any]]]:
    """Canonical name, that of a class and a member, or `name(keyword=)` -> [mask, announced, since, removal, use]."""
    chosen = canonical_names(reversed(dumps))
    changes = Changes()
    for index, name, entry in public_objects(dumps):
        if "deprecated" in entry:
            changes.add(name, index, deprecation_form(entry["deprecated"]))
        for keyword, told in entry.get("keywords", {}).items():
            changes.add(f"{name}({keyword}=)", index, deprecation_form(told))
    for index, dump in enumerate(dumps):
        for spelled, entry in dump["members"].items():
            for member, told in entry["members"].items():
                if "deprecated" in told:
                    name = f"{chosen.get(spelled, spelled)}.{member}"
                    changes.add(name, index, deprecation_form(told["deprecated"]))
    return changes.table()


def deprecation_form(told: Mapping[str, Any]) -> tuple[Hashable, ...]:
    """What a dump tells of a deprecation, in the order of the table."""
    return (told["announced"], told["since"], told["removal"], told["use"])


def form_texts(forms: list[list[str]] | None) -> tuple[str, ...] | None:
    """Parameter lists as texts."""
    return None if forms is None else tuple("\n".join(form) for form in forms)


def public_objects(dumps: list[Dump]) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Index of the dump, canonical name and entry of each object; spelled canonically last, so that this counts."""
    chosen = canonical_names(reversed(dumps))
    for index, dump in enumerate(dumps):
        found: dict[str, dict[str, Any]] = {}
        for module, members in dump["names"].items():
            for name, number in members.items():
                canonical = chosen[f"{module}.{name}"]
                if canonical == f"{module}.{name}" or canonical not in found:
                    found[canonical] = dump["objects"][number]
        for name, entry in found.items():
            yield index, name, entry


class Changes:
    """What is told of names, version by version; what stays the same is kept once."""

    def __init__(self) -> None:
        """Start without names."""
        self._masks: dict[str, dict[tuple[Hashable, ...], int]] = defaultdict(lambda: defaultdict(int))

    def add(self, name: str, index: int, form: tuple[Hashable, ...]) -> None:
        """The version at `index` tells `form` of `name`."""
        self._masks[name][form] |= 1 << index

    def table(self) -> dict[str, list[list[Any]]]:
        """Name -> the forms it had, each after its mask, oldest first."""
        return {name: [[mask, *form] for form, mask in forms.items()] for name, forms in self._masks.items()}


def write(path: Path, content: object) -> None:
    """Write `content` compressed, without a time stamp or a file name."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Make mslint's tables from dumps of MindSpore versions.")
    parser.add_argument("dumps", nargs="+", type=Path, metavar="DUMP", help="a file that mslint.facts.dump wrote")
    parser.add_argument("-o", "--output", type=Path, default=DATA_FOLDER, metavar="FOLDER")
    arguments = parser.parse_args()
    dumps = [json.loads(path.read_text(encoding="utf-8")) for path in arguments.dumps]
    dumps.sort(key=lambda dump: Version(dump["version"]))
    arguments.output.mkdir(parents=True, exist_ok=True)
    for old in arguments.output.glob("*.json.gz"):
        old.unlink()
    write(arguments.output / "names.json.gz", names_table(dumps))
    for name, table in signature_tables(dumps).items():
        write(arguments.output / f"signatures-{name}.json.gz", table)
    write(arguments.output / "overloads.json.gz", overloads_table(dumps))
    write(arguments.output / "members.json.gz", members_table(dumps))
    write(arguments.output / "deprecations.json.gz", deprecations_table(dumps))


if __name__ == "__main__":
    main()
