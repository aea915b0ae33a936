"""How many batches a dataset surely has, where its data are written out."""

from __future__ import annotations

import ast
from collections.abc import Callable

from mslint.facts.names import canonical
from mslint.model.evaluator import Evaluator
from mslint.model.values import Constant, External, Instance, Mapping, Member, Sequence, Site, Value

_MAX_DEPTH = 12
_OF_MEMORY = frozenset({"mindspore.dataset.GeneratorDataset", "mindspore.dataset.NumpySlicesDataset"})
_ROWS_PICKED = frozenset({"num_samples", "num_shards", "sampler", "shard_id"})
_KEEPS_ROWS = frozenset({"map", "project", "rename", "shuffle"})
_SHAPED = frozenset(f"numpy.{name}" for name in ("empty", "full", "ones", "zeros", "random.random"))
"""Functions whose first argument is a shape."""
_SIZED = frozenset(f"numpy.random.{name}" for name in ("normal", "randint", "standard_normal", "uniform"))
"""Functions that are told the shape by `size`."""
_BY_DIMENSION = frozenset({"numpy.arange", "numpy.random.rand", "numpy.random.randn"})
_KEEPS_LENGTH = frozenset({"astype", "copy"})


class Datasets:
    """Counts for the file of one evaluator."""

    def __init__(self, evaluator: Evaluator) -> None:
        """Nothing is remembered from one question to the next."""
        self._evaluator = evaluator

    def batches(self, site: Site) -> int | None:
        """The smallest number of batches, one epoch, that a dataset can have; None where it is not known."""
        return self._least(site, self._batches_of, _MAX_DEPTH)

    def integer(self, site: Site) -> int | None:
        """The integer that an expression is; None where it can be several or is not known."""
        found = self._evaluator.at(site)
        value = found[0].value if len(found) == 1 and not found[0].is_default else None
        return value.value if isinstance(value, Constant) and type(value.value) is int else None

    def _least(self, site: Site, count: Callable[[Value, int], int | None], depth: int) -> int | None:
        found = self._evaluator.at(site) if depth else []
        counts = [None if each.is_default else count(each.value, depth - 1) for each in found]
        known = [each for each in counts if each is not None]
        return min(known) if known and len(known) == len(counts) else None

    # -- datasets ------------------------------------------------------

    def _batches_of(self, value: Value, depth: int) -> int | None:
        site = value.site if isinstance(value, Instance) else None
        if not isinstance(value, Instance) or site is None or not isinstance(site.node, ast.Call):
            return None
        call = site.node
        if isinstance(value.of, External):
            data = _argument(call, 0, "data", "source")
            is_whole = all(keyword.arg not in (*_ROWS_PICKED, None) for keyword in call.keywords) and len(call.args) < 3
            if canonical(value.of.name) not in _OF_MEMORY or data is None or not is_whole:
                return None
            is_columns = canonical(value.of.name).endswith("NumpySlicesDataset")
            return self._rows(self._at(data, site), depth, is_columns=is_columns)
        if not isinstance(value.of, Member):
            return None
        before = self._batches_of(value.of.base, depth - 1) if depth else None
        return None if before is None else self._after(value.of.name, before, call, site)

    def _after(self, method: str, rows: int, call: ast.Call, site: Site) -> int | None:
        """The number of rows after a method of a dataset that has `rows`."""
        if method in _KEEPS_ROWS:
            return rows
        if method == "batch":
            size, dropping = _argument(call, 0, "batch_size"), _argument(call, 1, "drop_remainder")
            number = None if size is None else self.integer(self._at(size, site))
            if number is None or number < 1:
                return None
            drops = dropping is not None and self._constant(dropping, site) is not False
            return rows // number if drops else -(-rows // number)
        if method in ("repeat", "skip", "take"):
            given = _argument(call, 0, "count")
            number = None if given is None else self.integer(self._at(given, site))
            if number is None or number < 0:
                return None
            return {"repeat": rows * number, "skip": max(rows - number, 0), "take": min(rows, number)}[method]
        return None

    # -- data ----------------------------------------------------------

    def _rows(self, site: Site, depth: int, *, is_columns: bool) -> int | None:
        def count(value: Value, depth: int) -> int | None:
            if is_columns and isinstance(value, Mapping) and not value.is_open and value.items:
                return self._rows(value.items[0][1], depth, is_columns=False)
            if is_columns and isinstance(value, Sequence) and value.kind == "tuple" and not value.is_open:
                return self._rows(value.elements[0], depth, is_columns=False) if value.elements else None
            return self._length(value, depth)

        return self._least(site, count, depth)

    def _length(self, value: Value, depth: int) -> int | None:
        """The first dimension of an array, or the length of a list."""
        if isinstance(value, Sequence):
            return None if value.is_open or value.kind == "set" else len(value.elements)
        site = value.site if isinstance(value, Instance) else None
        if not isinstance(value, Instance) or site is None or not isinstance(site.node, ast.Call) or not depth:
            return None
        if isinstance(value.of, Member):
            return self._length(value.of.base, depth - 1) if value.of.name in _KEEPS_LENGTH else None
        name = value.of.name if isinstance(value.of, External) else ""
        if name in ("numpy.array", "numpy.asarray") and site.node.args:
            return self._rows(self._at(site.node.args[0], site), depth - 1, is_columns=False)
        shape: ast.expr | None = None
        if name in _SHAPED:
            shape = _argument(site.node, 0, "shape", "size")
        elif name in _SIZED:
            shape = _argument(site.node, None, "size")
        elif name in _BY_DIMENSION and (name != "numpy.arange" or len(site.node.args) == 1):
            shape = _argument(site.node, 0)
        return None if shape is None else self._first_dimension(self._at(shape, site))

    def _first_dimension(self, site: Site) -> int | None:
        found = self._evaluator.at(site)
        value = found[0].value if len(found) == 1 else None
        if isinstance(value, Sequence):
            return self.integer(value.elements[0]) if value.elements and not value.is_open else None
        return self.integer(site)

    def _constant(self, node: ast.expr, site: Site) -> object:
        value = self._evaluator.only(node, site.scope, site.frame)
        return value.value if isinstance(value, Constant) else None

    @staticmethod
    def _at(node: ast.expr, site: Site) -> Site:
        return Site(node, site.scope, site.frame)


def _argument(call: ast.Call, position: int | None, *names: str) -> ast.expr | None:
    """An argument by its place or name; None where it is not written out."""
    for keyword in call.keywords:
        if keyword.arg in names:
            return keyword.value
    if position is None or len(call.args) <= position or any(isinstance(each, ast.Starred) for each in call.args):
        return None
    return call.args[position]
