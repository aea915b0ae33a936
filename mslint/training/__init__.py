"""What happens in training: steps, modes, compiled regions, learning rates.

`interpret_file` runs a file in the mind, within a budget, and gives its events
in the words that rules are written in. Files that cannot have any cost nothing.
"""

from __future__ import annotations

from mslint.training.api import Training, interpret_file

__all__ = ["Training", "interpret_file"]
