"""The reading and writing of files that a user names.

Only regular files are read, so that reading never waits, and only up to a size. A file is written whole or not at all.
All readers of users' files call `open_file`, all writers `replacement`; `simt.files` adds the standard streams.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from isa.reporting.diagnostics import ArgumentError, quote

_SPECIAL = "it is a pipe or a device, not a file"
_DESCRIPTOR = re.compile(r"/dev/(?:stdout|stderr|fd/[0-9]{1,6})|/proc/self/fd/[0-9]{1,6}")


class TooLargeError(ValueError):
    """A file of more bytes than its reader accepts."""

    def __init__(self, limit: int, size: int | None = None) -> None:
        has = "" if size is None else f": it has {size}"
        super().__init__(f"it is larger than {limit} bytes{has}")


def open_file(path: str | Path, limit: int) -> BinaryIO:
    """Open a regular file of at most `limit` bytes for reading.

    Raises `OSError`, `TooLargeError`, or `ValueError` for a name that no file can have.
    """
    mode = os.stat(path).st_mode  # noqa: PTH116 - before it is opened: opening a pipe or a device can already act on it
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise OSError(_SPECIAL)
    # A pipe that takes the file's place after the check must not block.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    stream = os.fdopen(descriptor, "rb")
    if (size := os.fstat(descriptor).st_size) > limit:
        stream.close()
        raise TooLargeError(limit, size)
    return stream


def exists(path: str | Path) -> bool:
    """Return whether `path` exists; False also for an impossible name, and where the user may not look."""
    return os.path.exists(path)  # noqa: PTH110 - Path's raises for a name that is too long, and in others' folders


def is_file(path: str | Path) -> bool:
    """Return whether `path` is a regular file; False in the same cases as `exists`."""
    return os.path.isfile(path)  # noqa: PTH113


def is_folder(path: str | Path) -> bool:
    """Return whether `path` is a folder; False in the same cases as `exists`."""
    return os.path.isdir(path)  # noqa: PTH112


def include_folders(include_paths: Iterable[str | Path]) -> list[Path]:
    """Return the folders in which included files are looked for. Raises `ArgumentError` if one is not a folder."""
    if isinstance(include_paths, str | Path):
        advice = f'write include_paths=["{include_paths}"]'
        raise ArgumentError("`include_paths` is a list of folders, not one", help=advice)
    folders = [Path(folder) for folder in include_paths]
    for folder in folders:
        if not is_folder(folder):
            raise ArgumentError(f"include_paths: there is no folder {quote(str(folder))}")
    return folders


def is_below(path: Path, folders: Iterable[Path]) -> bool:
    """Return whether a file is in or below one of the folders, with all links followed."""
    resolved = path.resolve()
    return any(resolved.is_relative_to(folder.resolve()) for folder in folders)


def read_bytes(path: str | Path, limit: int) -> bytes:
    """Read a regular file of at most `limit` bytes.

    Raises the errors of `open_file`, and `TooLargeError` also for a file that grows while it is read.
    """
    with open_file(path, limit) as stream:
        return bounded(stream, limit)


def bounded(stream: BinaryIO, limit: int) -> bytes:
    """Read the rest of a stream, of at most `limit` bytes. Raises `TooLargeError`."""
    data = stream.read(limit + 1)
    if len(data) > limit:
        raise TooLargeError(limit)
    return data


def reason_of(error: Exception) -> str:
    """Return why a file cannot be read or written, for the end of a message."""
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start} is not UTF-8"
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]


def replace_file(path: str | Path, data: bytes) -> None:
    """Write a file, whole or not at all (`replacement`). Raises `OSError` or `ValueError`."""
    with replacement(path) as stream:
        stream.write(data)


@contextlib.contextmanager
def replacement(path: str | Path) -> Iterator[BinaryIO]:
    """Yield a temporary binary file that replaces `path` at the end of the block, or is removed if the block fails.

    An existing file keeps its permissions, and a link stays a link. The null device and open files of this process
    (/dev/stdout, /dev/fd/3) are written to directly. Raises `OSError`, also for other devices and for pipes: writing
    there may wait for a reader. Raises `ValueError` for a name that no file can have.
    """
    check_written(path)
    target = written_path(path)
    if (number := _descriptor(path)) is not None or _is_null(target):
        with _flushed(number) if number is not None else target.open("wb") as stream:
            yield stream
        return
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    temporary = target.parent / f".simt-{os.getpid()}-{os.urandom(8).hex()}"
    _unfinished.add(temporary)  # before the file exists, as Ctrl-C may come at any moment
    try:
        with os.fdopen(os.open(temporary, _NEW, 0o600), "wb") as stream:
            yield stream
        temporary.chmod(mode)
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    finally:
        _unfinished.discard(temporary)


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_unfinished: set[Path] = set()


def remove_unfinished() -> None:
    """Remove the temporary files of this process, before it ends."""
    for path in list(_unfinished):
        with contextlib.suppress(OSError):
            path.unlink()


def written_path(path: str | Path) -> Path:
    """Return the file that writing to `path` changes, with all links followed. Raises `OSError` or `ValueError`."""
    return Path(path) if _descriptor(path) is not None else Path(path).resolve()


def check_written(path: str | Path) -> None:
    """Raise `OSError` or `ValueError` if `replacement` cannot write to `path`, for example to a folder or a device."""
    if _descriptor(path) is not None:
        return
    with contextlib.suppress(FileNotFoundError):
        mode = Path(path).stat().st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if _is_null(Path(path)):
            return
        if not stat.S_ISREG(mode):
            raise OSError(_SPECIAL)
    folder = written_path(path).parent
    if folder.is_dir() and not os.access(folder, os.W_OK | os.X_OK):  # the file's own mode does not matter
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _descriptor(path: str | Path) -> int | None:
    """Return the number of an open file of this process that a path such as /dev/fd/3 names, or None."""
    text = str(path)
    if _DESCRIPTOR.fullmatch(text) is None:
        return None
    name = text.rpartition("/")[2]
    return {"stdout": 1, "stderr": 2}.get(name) or int(name)


def _flushed(number: int) -> BinaryIO:
    """Return a new stream into an open file, after Python's own buffers are flushed."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    return os.fdopen(os.dup(number), "wb")


def _is_null(path: Path) -> bool:
    return path.is_char_device() and path.stat().st_rdev == Path(os.devnull).stat().st_rdev


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
