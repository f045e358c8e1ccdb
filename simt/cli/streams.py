"""Standard streams that a command can write to, in whatever state its caller left them.

A closed stream accepts text and drops it. Output that stderr does not take (a full disk, a reader that has gone) is
dropped too: a message that nobody can read must not change how a command ends. An error on standard output, which has
the results, is an error of the command; `simt.cli.main` reports it.
"""

from __future__ import annotations

import io
import os
import sys


def open_streams() -> None:
    """Give the process three open descriptors, and streams that take every text."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free: no file of ours may get it
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
    if isinstance(sys.stdout, io.TextIOWrapper) and isinstance(sys.stdout.buffer, io.RawIOBase):
        encoding, errors = sys.stdout.encoding, sys.stdout.errors
        # PYTHONUNBUFFERED: of a long text such a stream keeps what the system takes at once, and drops the rest.
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(sys.stdout.detach()), encoding, errors, write_through=True)
    encoding = sys.stderr.encoding
    lossy = io.BufferedWriter(_Lossy(2, "w", closefd=False))
    sys.stderr = io.TextIOWrapper(lossy, encoding, "backslashreplace", line_buffering=True)


def take_every_text() -> None:
    """Let standard output write characters that its encoding lacks, and unpaired surrogates, as escapes."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


class _Lossy(io.FileIO):
    """A file that drops output that it cannot write."""

    def write(self, data: object, /) -> int:
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError:
            return memoryview(data).nbytes  # type: ignore[arg-type]
