"""Where a run is written, and what it is compared with."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from mslint import atomic, baseline
from mslint.baseline import Comparison, Key
from mslint.config import ConfigError, Settings
from mslint.output.base import Output
from mslint.output.formats import opened
from mslint.output.text import printable


class Report:
    """The output of a run, to standard output or, when all is well at the end, to a file."""

    def __init__(
        self,
        output_format: str,
        file: Path | None,
        color: str,
        home: Path,
        *,
        is_quiet: bool = False,
        is_stdout_taken: bool = False,
    ) -> None:
        """An output called `output_format`; `home` is what files in baselines are relative to.

        Where it `is_quiet`, nothing is written; where something else goes to
        standard output, it takes standard error.

        Raises:
            ConfigError: `file` cannot be written, or there is nothing to write to it.
        """
        if file is not None and is_quiet:
            raise ConfigError("--output-file: does not go with --diff or --fix-only, which report no findings")
        if file is not None:
            _check_place(file)
        self._file = file
        self._buffer = io.StringIO()
        screen = sys.stderr if is_stdout_taken else sys.stdout
        stream = screen if file is None else self._buffer
        self._output = Output() if is_quiet else opened(output_format, stream, color, home)

    def __enter__(self) -> Output:
        """What takes the run."""
        return self._output

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write the file."""
        if self._file is None or error is not None:
            return
        try:
            atomic.write(self._file, self._buffer.getvalue().encode("utf-8", "backslashreplace"))
        except OSError as problem:
            raise _unwritable(self._file, problem.strerror) from None


def _check_place(file: Path) -> None:
    """See before the run whether its report can be written."""
    folder = file.absolute().parent
    if not folder.is_dir():
        raise _unwritable(file, "its folder does not exist")
    if file.is_dir():
        raise _unwritable(file, "is a folder")
    if not os.access(folder, os.W_OK) and not file.exists():
        raise _unwritable(file, "its folder cannot be written to")


def _unwritable(file: Path, reason: str | None) -> ConfigError:
    return ConfigError(f"--output-file: {file}: cannot be written: {reason}")


def home(given: Path | None, settings: Settings) -> Path:
    """The folder of the baseline, whether there is one or not."""
    return baseline.place_of(given, settings).parent


def comparison(given: Path | None, settings: Settings, *, is_required: bool, is_refused: bool) -> Comparison | None:
    """The comparison with the baseline; None where there is none and nobody asked for one.

    Raises:
        ConfigError: There must be one and is not, or it cannot be read, or it is asked for and refused.
    """
    if is_refused:
        if given or is_required:
            raise ConfigError(f"--no-baseline: does not go with {'--baseline' if given else '--ratchet'}")
        return None
    place = baseline.place_of(given, settings)
    if not (is_required or given or settings.baseline or os.path.lexists(place)):
        return None
    return Comparison(place.parent, baseline.read(given or place))


def known(comparison: Comparison | None) -> Iterator[str]:
    """What a summary says about the baseline."""
    if comparison is None:
        return
    if comparison.held_back:
        yield f"{count(comparison.held_back, 'known finding')} held back"
    number = sum(comparison.fixed().values())
    if number:
        verb = "is" if number == 1 else "are"
        yield f"{number} of the baseline {verb} fixed, `mslint baseline update` takes note"


def fixed(comparison: Comparison | None) -> Iterator[str]:
    """One line for each entry of the baseline that is fixed."""
    if comparison is not None:
        for key, number in sorted(comparison.fixed().items()):
            yield f"fixed: {entry(key, number)}"


def entry(key: Key, number: int) -> str:
    """An entry of a baseline on one line."""
    times = f" ({number} times)" if number > 1 else ""
    return printable(f"{key.file}: {key.scope}: {key.rule} {key.text}{times}")


def count(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
