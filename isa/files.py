"""Reading a file that a user names: regular files only, up to a size, so that no read waits or fills memory.

Every reader of a user's file goes through `open_file`; `simt.files` adds standard input to it.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


class TooLargeError(ValueError):
    """A file of more bytes than its reader takes."""

    def __init__(self, most: int) -> None:
        super().__init__(f"it is larger than {most} bytes")


def open_file(path: str | Path, most: int) -> BinaryIO:
    """A regular file of at most `most` bytes, open for reading.

    Raises `OSError`, `TooLargeError`, or `ValueError` for a name that no file can have.
    """
    mode = os.stat(path).st_mode  # noqa: PTH116 - before it is opened: opening a pipe or a device can already act on it
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise OSError("it is a pipe or a device, not a file")
    # Where something else takes its place just now, reading does not wait for it.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    stream = os.fdopen(descriptor, "rb")
    if os.fstat(descriptor).st_size > most:
        stream.close()
        raise TooLargeError(most)
    return stream


def read_bytes(path: str | Path, most: int) -> bytes:
    """What `open_file` opens; a file of more bytes than its size tells is held to `most` all the same."""
    with open_file(path, most) as stream:
        return bounded(stream, most)


def bounded(stream: BinaryIO, most: int) -> bytes:
    """The rest of a stream. Raises `TooLargeError`."""
    data = stream.read(most + 1)
    if len(data) > most:
        raise TooLargeError(most)
    return data


def reason_of(error: Exception) -> str:
    """Why a file cannot be read or written, to stand behind a colon: what the system says of it."""
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start} is not UTF-8"
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]
