"""Packages whose functions are known not to switch a network, or are known one by one."""

from __future__ import annotations

import sys

STDLIB = frozenset(sys.stdlib_module_names)
KNOWN_LIBRARIES = STDLIB | {"mindspore", "numpy", "torch"}
