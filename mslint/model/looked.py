"""What was looked up in the file system for one file, for telling later whether it is still so."""

from __future__ import annotations

from dataclasses import dataclass, field

CHANGING = ""
"""In the place of a digest: the file was not the same each time. No content has this digest."""


def digest(data: bytes) -> str:
    """What stands for a content: other contents have others."""
    # Only some runs need it, and importing it takes a while.
    import hashlib

    return hashlib.sha256(data).hexdigest()[:32]


@dataclass
class Looked:
    """The files that were read, and where imports led. All paths are absolute."""

    files: dict[str, str | None] = field(default_factory=dict)
    """By path, the digest of the content; None where there was nothing to read."""
    imports: dict[tuple[str, str], str | None] = field(default_factory=dict)
    """By folder of the importing file and by what it imports, with the dots of relative imports.

    None where that leads to no file of the project.
    """

    def add(self, other: Looked) -> None:
        """Take in what was looked up for something else."""
        self.files.update(other.files)
        self.imports.update(other.imports)
