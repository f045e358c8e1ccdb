"""Write a large file in pieces, whole or not at all, and report progress."""

from __future__ import annotations

import contextlib
import gzip
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, cast

from isa.reporting.diagnostics import quote
from isa.reporting.files import reason_of, replacement, written_path
from simt.views.exports.errors import ExportError


class InstructionProgress:
    """Converts shares of the work to instruction counts for a progress function, which may end the work."""

    def __init__(self, instructions: int, progress: Callable[[int], object] | None) -> None:
        self._instructions = instructions
        self._progress = progress

    def __call__(self, done: int, of: int) -> None:
        """Report that `done` of `of` pieces are done. Raises `KeyboardInterrupt` if the progress function says stop."""
        if self._progress is not None and self._progress(self._instructions * done // max(of, 1)):
            raise KeyboardInterrupt


@contextlib.contextmanager
def whole_file(path: str | Path) -> Iterator[BinaryIO]:
    """An `isa.reporting.files.replacement` of `path`; output to a name ending in `.gz` is compressed.

    Raises `ExportError` (E0652) if the system refuses.
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
    """`stream`, or for a name in `.gz` a compressing stream into it. Its header has no name and no time, so that equal
    runs give equal bytes; level 1 is six times as fast as the default, and traces are repetitive."""
    if target.suffix.lower() != ".gz":
        yield stream
        return
    with gzip.GzipFile(filename="", mode="wb", compresslevel=1, fileobj=stream, mtime=0) as packed:
        yield cast(BinaryIO, packed)


def _refusal(path: str | Path, error: OSError | ValueError) -> ExportError:
    return ExportError(f"cannot write {quote(str(path))}: {reason_of(error)}", code="E0652")
