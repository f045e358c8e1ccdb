"""Files that a person names, read and written, standard input included; tables as CSV."""

from __future__ import annotations

import csv
import io
import os
import re
import sys
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import SimtError, quote, suggest
from isa.reporting.files import bounded, check_written, exists, read_bytes, reason_of, replace_file

TOML_BYTES = 256_000  # of a TOML file at most: more, of the worst kind, take tomllib seconds
_MAX_BYTES = 16_000_000
_ENTRIES = 10_000  # of a folder, that a missing file is compared with


class FileError(SimtError):
    """A file of the command line that cannot be read or written."""

    code = "E0651"


# --- files that a person names ----------------------------------------------------------------------------------------


def text_of(path: str | Path, size_limit: int) -> str:
    """Read a regular file, or standard input for `-`, as text.

    Raises the errors of `bytes_of`, and `ValueError` for bytes that are not UTF-8.
    """
    return bytes_of(path, size_limit).decode("utf-8-sig")


def bytes_of(path: str | Path, size_limit: int) -> bytes:
    """Read a regular file, or standard input for `-`. Raises `OSError`, or `ValueError` above `size_limit` bytes."""
    if str(path) != "-":
        return read_bytes(path, size_limit)
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return bounded(sys.stdin.buffer, size_limit)


# The time that tomllib takes for a key grows as the square of its dots.
_REFUSED_IN_TOML = re.compile(
    r"\b(?P<digits>[0-9][0-9_]{4000,}|0[xob][0-9a-fA-F_]{3000,})"
    r"""|(?m:^|[{,])[ \t]*+\[{0,2}[ \t]*+(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){32}"""
)


def toml_tree(text: str) -> dict[str, Any]:
    """Parse the tables of a TOML text.

    Raises `tomllib.TOMLDecodeError`, also for text that is too slow to read. Raises `RecursionError` for arrays or
    tables that are nested too deeply.
    """
    if match := _REFUSED_IN_TOML.search(text):
        reason, start = "A number has too many digits" if match["digits"] else "A key has too many dots", match.start()
        line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
        raise tomllib.TOMLDecodeError(f"{reason} (at line {line}, column {column})")
    return tomllib.loads(text)


def flattened(table: Mapping[str, Any], above: str = "") -> dict[str, Any]:
    """Flatten a table: `[sweep.local]` with `banks = ...` becomes `local.banks`. above: the start of all keys."""
    flat: dict[str, Any] = {}
    for name, value in table.items():
        if isinstance(value, Mapping):
            flat.update(flattened(value, f"{above}{name}."))
        else:
            flat[f"{above}{name}"] = value
    return flat


def toml_reason(error: Exception) -> str:
    """Return why a TOML file cannot be read, for the end of a message.

    error: the error that `text_of` or `toml_tree` raised.
    """
    if isinstance(error, RecursionError):
        return "its arrays or tables are nested too deeply"
    return f"not TOML: {error}" if isinstance(error, tomllib.TOMLDecodeError) else reason_of(error)


def read_text(path: str, size_limit: int = _MAX_BYTES) -> str:
    """Read the text of a file of at most `size_limit` bytes, or of standard input for `-`. Raises `FileError`."""
    try:
        return text_of(path, size_limit)
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {quote(path)}: {reason_of(error)}", help=file_meant(path)) from None


def file_meant(path: str, suffixes: Collection[str] = ()) -> str:
    """Return advice about a missing file: the file with the most similar name in its folder; "" if none is similar.

    suffixes: the suffixes of files that may be meant, by default all.
    """
    folder, name = os.path.split(path)
    if exists(path):
        return ""
    try:
        with os.scandir(folder or ".") as entries:
            files = [entry.name for entry in islice(entries, _ENTRIES) if entry.name.isprintable() and entry.is_file()]
    except (OSError, ValueError):
        return ""
    stems = {Path(file).stem: file for file in files if Path(file).suffix in suffixes}
    guess = suggest(name, [file for file in files if not suffixes or Path(file).suffix in suffixes])
    guess = guess or stems.get(suggest(name, stems) or "")
    return f"did you mean `{os.path.join(folder, guess)}`?" if guess else ""  # noqa: PTH118 - as it was written


def encoded(text: str) -> bytes:
    """Encode a text in UTF-8; unpaired surrogates, which UTF-8 cannot hold, become escapes as in JSON."""
    return text.encode("utf-8", "backslashreplace")


def check_output(path: str) -> None:
    """Raise `FileError` if a file cannot be written at a path; `-` is standard output.

    A command calls this before a run, so that the run is not lost.
    """
    if path == "-":
        return
    folder = Path(path).parent
    if not folder.is_dir():
        message = f"cannot write {path}: there is no folder {folder}"
        raise FileError(message, code="E0652", help=f"make it: mkdir -p {folder}")
    try:
        check_written(path)
    except (OSError, ValueError) as error:
        raise _not_written(path, error) from None


def write_file(path: str | Path, data: str | bytes) -> None:
    """Replace the file at `path` by a file with `data`, in one step. Raises `FileError`."""
    try:
        replace_file(path, encoded(data) if isinstance(data, str) else data)
    except (OSError, ValueError) as error:
        raise _not_written(path, error) from None


def make_folder(path: str | Path) -> None:
    """Make a folder in an existing one, unless it is there. Raises `FileError`."""
    try:
        Path(path).mkdir(exist_ok=True)
    except (OSError, ValueError) as error:
        raise _not_written(path, error) from None


def _not_written(path: str | Path, error: Exception) -> FileError:
    return FileError(f"cannot write {quote(str(path))}: {reason_of(error)}", code="E0652")


# --- tables -----------------------------------------------------------------------------------------------------------


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV; None is an empty cell.

    A text that a spreadsheet would compute gets a leading apostrophe. Carriage returns become line feeds.
    """
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows([_cell(value) for value in row] for row in rows)
    return stream.getvalue()


def rows_csv(rows: Sequence[Mapping[str, object]]) -> str:
    """Return rows that all have the same columns as CSV, with a first line of the columns. Lists become texts."""
    cells = ([str(value) if isinstance(value, list | tuple) else value for value in row.values()] for row in rows)
    return csv_text([list(rows[0]) if rows else [], *cells])


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
