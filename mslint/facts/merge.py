"""Make the shipped tables from dumps of several MindSpore versions.

    python -m mslint.facts.merge DUMP... [-o FOLDER]

Writes `names.json.gz` and one `signatures-SECTION.json.gz` for each part of
MindSpore (`nn`, `ops`, `mint` ...), the same bytes for the same dumps.
`mslint.facts.names` and `mslint.facts.signatures` read them. In all tables a
set of versions is a bit mask over the list `versions`, oldest first, and a
list of names is one text with spaces between them.

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
from collections.abc import Iterable, Mapping
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

    Parameters are one text, a line each, or null where Python cannot tell them.
    """
    chosen = canonical_names(reversed(dumps))
    forms: dict[str, dict[tuple[str, str | None], int]] = defaultdict(lambda: defaultdict(int))
    for index, dump in enumerate(dumps):
        for module, members in dump["names"].items():
            for name, number in members.items():
                entry = dump["objects"][number]
                canonical = chosen[f"{module}.{name}"]
                if entry["kind"] not in ("class", "function") or entry.get("defined") is None:
                    continue
                if canonical != f"{module}.{name}" and canonical in forms and has_bit(forms[canonical], index):
                    continue
                lines = entry["parameters"]
                form = (entry["kind"], None if lines is None else "\n".join(lines))
                forms[canonical][form] |= 1 << index
    tables: dict[str, dict[str, list[list[Any]]]] = defaultdict(dict)
    for canonical, found in forms.items():
        tables[section(canonical)][canonical] = [[mask, *form] for form, mask in found.items()]
    return tables


def has_bit(forms: Mapping[tuple[str, str | None], int], index: int) -> bool:
    """Whether some form is known already for the version at `index`."""
    return any(mask >> index & 1 for mask in forms.values())


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


if __name__ == "__main__":
    main()
