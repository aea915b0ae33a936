"""Repairs of what is written to `group["lr"]`."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from mslint.assignments import Assigner
from mslint.context import Context
from mslint.finding import Fix
from mslint.training.events import Place, RateWrite


def assign_to_entries(context: Context, places: Iterable[Place]) -> dict[ast.expr, Fix]:
    """`ops.assign` for what is written at `places`, by place.

    `ops.assign` takes the Parameter that the entry is at first, and fails once
    a number is in its place. So there is none for the rates of an optimizer to
    which something else is written too, or the same in a way that stays.
    """
    assigner = Assigner(context.module)
    fixes: dict[ast.expr, Fix] = {}
    for place in places:
        fix = assigner.in_place_of(place.node, place.scope) if place.is_direct else None
        if fix is not None and place.node not in fixes:
            fixes[place.node] = fix
    writes = context.training.of(RateWrite)
    while True:
        kept = {write.optimizer for write in writes if write.place.node not in fixes}
        spoiled = [write.place.node for write in writes if write.optimizer in kept and write.place.node in fixes]
        if not spoiled:
            return fixes
        for node in spoiled:
            fixes.pop(node, None)
