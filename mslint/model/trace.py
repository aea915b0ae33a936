"""What was looked up in the file system while files were checked, for telling later whether it is still so."""

from __future__ import annotations

from dataclasses import dataclass, field


def digest(data: bytes) -> str:
    """What stands for a content: other contents have others."""
    # Only some runs need it, and importing it takes a while.
    import hashlib

    return hashlib.sha256(data).hexdigest()[:32]


@dataclass
class Trace:
    """The contents that were read, and where imports led. All paths are absolute."""

    contents: dict[str, str | None] = field(default_factory=dict)
    """By path, the digest; None where there was nothing to read."""
    imports: dict[str, dict[str, str | None]] = field(default_factory=dict)
    """By importing file and by what it imports, with the dots of relative imports; None where it led nowhere."""
    unsteady: set[str] = field(default_factory=set)
    """Files that were not the same each time, so that nobody can tell what was seen of them."""

    def saw_content(self, path: str, data: bytes | None) -> str | None:
        """Take note of what a file holds; its digest."""
        found = None if data is None else digest(data)
        self._note_content(path, found)
        return found

    def saw_import(self, importer: str, written: str, target: str | None) -> None:
        """Take note of where an import leads."""
        if self.imports.setdefault(importer, {}).setdefault(written, target) != target:
            self.unsteady.add(importer)

    def add(self, other: Trace) -> None:
        """Take note of all that `other` saw."""
        for path, found in other.contents.items():
            self._note_content(path, found)
        for importer, imports in other.imports.items():
            for written, target in imports.items():
                self.saw_import(importer, written, target)
        self.unsteady |= other.unsteady

    def take(self) -> Trace:
        """What was seen since this was asked last."""
        taken = Trace(self.contents, self.imports, self.unsteady)
        self.contents, self.imports, self.unsteady = {}, {}, set()
        return taken

    def _note_content(self, path: str, found: str | None) -> None:
        if self.contents.setdefault(path, found) != found:
            self.unsteady.add(path)
