"""The ways a number takes to an expression: through names, assignments, attributes of self and calls.

The evaluator says what a value can be; a trail also says what it was called
on its way, and whether it was turned into 1 minus itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from mslint.model.classes import self_class
from mslint.model.evaluator import Evaluator
from mslint.model.names import Binding, BindingKind, Scope, lookup, reaching, start_of
from mslint.model.values import Constant, Site

_MAX_HOPS = 8
_MAX_TRAILS = 24


class Hop(NamedTuple):
    """A whole expression on the way: an assigned value, an argument, or the one that was asked for.

    `is_complement` tells whether what arrives is 1 minus it.
    """

    site: Site
    is_complement: bool


class Step(NamedTuple):
    """A name in an expression on the way; `hop` is the number of the expression, `is_complement` as there."""

    name: str
    hop: int
    is_complement: bool


class Trail(NamedTuple):
    """One way, from where it arrives backwards.

    `numbers` are what can arrive, where it is known what the way begins with.
    """

    hops: tuple[Hop, ...]
    steps: tuple[Step, ...] = ()
    numbers: tuple[float, ...] = ()


def trails(site: Site, evaluator: Evaluator) -> list[Trail]:
    """The ways that lead to the expression at `site`."""
    return _Tracer(evaluator).trails(site)


class _Tracer:
    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._left = _MAX_TRAILS

    def trails(self, site: Site) -> list[Trail]:
        return list(self._follow(site, Trail((Hop(site, False),)), False))

    def _follow(self, site: Site, trail: Trail, flipped: bool) -> Iterator[Trail]:
        """The ways that go through `site`, a part of the last hop; `flipped` where 1 minus it arrives."""
        node = site.node
        if self._left <= 0:
            return
        inner, opposite = inside_float(node), complemented(node)
        if inner is not None:
            yield from self._follow(_moved(site, inner), trail, flipped)
        elif opposite is not None:
            yield from self._follow(_moved(site, opposite), trail, not flipped)
        elif isinstance(node, ast.Name):
            yield from self._name(node, site, _with_step(trail, node.id, flipped), flipped)
        elif isinstance(node, ast.Attribute):
            yield from self._attribute(node, site, _with_step(trail, node.attr, flipped), flipped)
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            yield self._end(site, _with_step(trail, str(node.slice.value), flipped), flipped)
        else:
            yield self._end(site, trail, flipped)

    def _name(self, node: ast.Name, site: Site, trail: Trail, flipped: bool) -> Iterator[Trail]:
        home = lookup(site.scope, node.id)
        bindings = reaching(site.scope, node.id, start_of(node))
        if home is None or len(bindings) != 1:
            yield self._end(site, trail, flipped)
            return
        binding = bindings[0]
        frame = site.frame if site.frame is not None and home.function is site.frame.function else None
        if binding.kind is BindingKind.ASSIGNMENT and binding.value is not None:
            yield from self._enter(Site(binding.value, binding.scope, frame), trail, flipped)
        elif binding.kind is BindingKind.PARAMETER:
            yield from self._parameter(binding, home, site, trail, flipped)
        else:
            yield self._end(site, trail, flipped)

    def _parameter(self, binding: Binding, home: Scope, site: Site, trail: Trail, flipped: bool) -> Iterator[Trail]:
        """What the calls give, and what the default says of the parameter."""
        arguments = self._evaluator.arguments
        if site.frame is not None and site.frame.function is home:
            frames = [site.frame]
        else:
            frames = [arguments.frame(home, call.node, call.scope, None) for call in arguments.callers(home)]
        for frame in frames:
            given = frame.arguments.get(binding.name)
            if given is not None:
                yield from self._enter(given, trail, flipped)
        if binding.value is not None and home.parent is not None:
            yield self._end(Site(binding.value, home.parent), trail, flipped)
        elif not frames:
            yield self._end(site, trail, flipped)

    def _attribute(self, node: ast.Attribute, site: Site, trail: Trail, flipped: bool) -> Iterator[Trail]:
        class_ = self_class(node.value, site.scope)
        writes = self._evaluator.classes.writes(class_).get(node.attr, []) if class_ is not None else []
        if len(writes) == 1 and not writes[0][1]:
            yield from self._enter(writes[0][0], trail, flipped)
        else:
            yield self._end(site, trail, flipped)

    def _enter(self, site: Site, trail: Trail, flipped: bool) -> Iterator[Trail]:
        """Go on in another expression, unless the way is long or has been there already."""
        if len(trail.hops) < _MAX_HOPS and all(site.node is not hop.site.node for hop in trail.hops):
            yield from self._follow(site, Trail((*trail.hops, Hop(site, flipped)), trail.steps), flipped)

    def _end(self, site: Site, trail: Trail, flipped: bool) -> Trail:
        self._left -= 1
        values = (possible.value for possible in self._evaluator.at(site))
        numbers = (value.value for value in values if isinstance(value, Constant))
        known = [each for each in numbers if isinstance(each, int | float) and not isinstance(each, bool)]
        return Trail(trail.hops, trail.steps, tuple(1 - each if flipped else each for each in known))


def complemented(node: ast.expr) -> ast.expr | None:
    """`x` of `1 - x`."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Sub):
        return None
    return node.right if isinstance(node.left, ast.Constant) and node.left.value == 1 else None


def inside_float(node: ast.expr) -> ast.expr | None:
    """`x` of `float(x)`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float":
        return node.args[0] if len(node.args) == 1 and not node.keywords else None
    return None


def _moved(site: Site, node: ast.expr) -> Site:
    return Site(node, site.scope, site.frame)


def _with_step(trail: Trail, name: str, flipped: bool) -> Trail:
    return Trail(trail.hops, (*trail.steps, Step(name, len(trail.hops) - 1, flipped)))
