"""Reading texts of files and of standard input; writing files whole or not at all."""

from __future__ import annotations

import contextlib
import csv
import io
import os
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from isa.diagnostics import SimtError, quote
from isa.files import bounded, read_bytes, reason_of

_MAX_BYTES = 16_000_000


class FileError(SimtError):
    """A file of the command line that cannot be read or written."""

    code = "E0651"


def replace_file(path: str | Path, data: bytes) -> None:
    """Write `data` in the place of `path`, as `replacement` does. Raises `OSError` or `ValueError`."""
    with replacement(path) as stream:
        stream.write(data)


@contextlib.contextmanager
def replacement(path: str | Path) -> Iterator[BinaryIO]:
    """A temporary binary file that takes the place of `path` when the block ends well, and is removed when it does not.

    An existing file keeps its permissions, a link stays a link; a device or a pipe is written to directly. Raises
    `OSError`, or `ValueError` for a name that no file can have.
    """
    target = written_path(path)
    if _is_special(target):
        with target.open("wb") as stream:
            yield stream
        return
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    descriptor, temporary = tempfile.mkstemp(prefix=".simt-", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            yield stream
        Path(temporary).chmod(mode)
        Path(temporary).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def written_path(path: str | Path) -> Path:
    """The file that writing to `path` changes: where a link leads to, but a device or a pipe by the name given.

    Raises `OSError` or `ValueError`.
    """
    target = Path(path)
    return target if _is_special(target) else target.resolve()


def _is_special(path: Path) -> bool:
    """Whether there is something that is no file; a folder is refused when it is opened."""
    return path.exists() and not path.is_file()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


# --- what a person names ----------------------------------------------------------------------------------------------


def text_of(path: str | Path, most: int) -> str:
    """The text of a regular file of at most `most` bytes, or of standard input for `-`.

    Raises `OSError` or `ValueError`, of which `reason_of` tells why.
    """
    if str(path) != "-":
        return read_bytes(path, most).decode("utf-8-sig")
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return bounded(sys.stdin.buffer, most).decode("utf-8-sig")


# The time that tomllib takes for a key grows as the square of its dots.
_REFUSED_IN_TOML = re.compile(
    r"\b(?P<digits>[0-9][0-9_]{4000,}|0[xob][0-9a-fA-F_]{3000,})"
    r"""|(?m:^|[{,])[ \t]*+\[{0,2}[ \t]*+(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){32}"""
)


def toml_tree(text: str) -> dict[str, Any]:
    """The tables of a TOML text. Raises `tomllib.TOMLDecodeError`, also for what would take long to read or print."""
    if found := _REFUSED_IN_TOML.search(text):
        reason, start = "A number has too many digits" if found["digits"] else "A key has too many dots", found.start()
        line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
        raise tomllib.TOMLDecodeError(f"{reason} (at line {line}, column {column})")
    return tomllib.loads(text)


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`. Raises `FileError`."""
    try:
        return text_of(path, _MAX_BYTES)
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {quote(path)}: {reason_of(error)}") from None


def encoded(text: str) -> bytes:
    """`text` in UTF-8; halves of characters, which no file may hold, as the escapes that JSON has for them."""
    return text.encode("utf-8", "backslashreplace")


def check_folder(path: str) -> None:
    """Tell before a run, not after it, that the folder of an output file is not there. Raises `FileError`."""
    folder = Path(path).parent
    if path != "-" and not folder.is_dir():
        message = f"cannot write {path}: there is no folder {folder}"
        raise FileError(message, code="E0652", help=f"make it: mkdir -p {folder}")


def write_file(path: str | Path, data: str | bytes) -> None:
    """Write `data` in the place of the file at `path`, in one step. Raises `FileError`."""
    try:
        replace_file(path, encoded(data) if isinstance(data, str) else data)
    except (OSError, ValueError) as error:
        raise FileError(f"cannot write {quote(str(path))}: {reason_of(error)}", code="E0652") from None


# --- tables -----------------------------------------------------------------------------------------------------------


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV; None is an empty cell. A text that a spreadsheet would compute has an apostrophe before it."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows([_cell(value) for value in row] for row in rows)
    return stream.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, str):
        value = value.replace("\r", "\n")  # which is quoted; a carriage return is not, and would begin a row
    if not isinstance(value, str) or not value.startswith(("=", "+", "-", "@", "\t", "\n")):
        return value
    try:
        float(value)
    except ValueError:
        return f"'{value}"
    return value
