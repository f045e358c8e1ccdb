"""The file of an export: written in pieces, whole or not at all, with reports of progress."""

from __future__ import annotations

import contextlib
import gzip
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, cast

from isa.reporting.diagnostics import SimtError, quote
from isa.reporting.files import reason_of, replacement, written_path


class ExportError(SimtError):
    """A trace that cannot be written as requested."""

    code = "E0653"


class InstructionProgress:
    """A function that converts a share of work to a number of instructions and reports it to `progress`."""

    def __init__(self, instructions: int, progress: Callable[[int], object] | None) -> None:
        self._instructions = instructions
        self._progress = progress

    def __call__(self, done: int, of: int) -> None:
        """Report that `done` of `of` pieces are done. Raises `KeyboardInterrupt` if `progress` returns true."""
        if self._progress is not None and self._progress(self._instructions * done // max(of, 1)):
            raise KeyboardInterrupt


@contextlib.contextmanager
def whole_file(path: str | Path) -> Iterator[BinaryIO]:
    """Open a stream whose contents replace the file at the end, compressed if the name ends in `.gz`.

    Raises `ExportError` (E0652) if the file cannot be written. A `BrokenPipeError` is raised as it is.
    """
    try:
        target = written_path(path)
    except (OSError, ValueError) as error:
        raise _refusal(path, error) from None
    try:
        with replacement(target) as stream, _compressed(stream, target) as packed:
            yield packed
    except BrokenPipeError:
        raise  # no error: the reader of the pipe has seen enough
    except OSError as error:
        raise _refusal(path, error) from None


@contextlib.contextmanager
def _compressed(stream: BinaryIO, target: Path) -> Iterator[BinaryIO]:
    """Yield `stream`, or for a target in `.gz` a compressing stream into it."""
    if target.suffix.lower() != ".gz":
        yield stream
        return
    # Without a name and a time in the header, equal runs give equal bytes. Level 1 is six times as fast as the default,
    # and traces are repetitive.
    with gzip.GzipFile(filename="", mode="wb", compresslevel=1, fileobj=stream, mtime=0) as packed:
        yield cast(BinaryIO, packed)


def _refusal(path: str | Path, error: OSError | ValueError) -> ExportError:
    return ExportError(f"cannot write {quote(str(path))}: {reason_of(error)}", code="E0652")
