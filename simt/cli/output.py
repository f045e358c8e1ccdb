"""Reading from files or standard input, and writing to files or standard output without leaving half a file."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from isa.diagnostics import SimtError, quote
from simt.files import reason_of, replace_file

_MAX_BYTES = 16_000_000


class FileError(SimtError):
    """A file of the command line that cannot be read or written."""

    code = "E0651"


def json_text(data: object) -> str:
    """`data` as JSON for people and programs: indented, in the order given, with a newline at the end."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`. Raises `FileError`."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(_MAX_BYTES + 1)
        else:
            with Path(path).open("rb") as stream:
                data = stream.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {quote(path)}: {reason_of(error)}") from None
    if len(data) > _MAX_BYTES:
        raise FileError(f"cannot read {quote(path)}: it is larger than {_MAX_BYTES} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"cannot read {quote(path)}: byte {error.start} is not UTF-8") from None


def check_folder(path: str) -> None:
    """Tell before a run, not after it, that the folder of an output file is not there. Raises `FileError`."""
    folder = Path(path).parent
    if path != "-" and not folder.is_dir():
        raise FileError(
            f"cannot write {path}: there is no folder {folder}", code="E0652", help=f"make it: mkdir -p {folder}"
        )


def write_output(path: str | None, data: str | bytes) -> None:
    """Write `data` to the file at `path`, in one step, or to standard output for None and `-`. Raises `FileError`."""
    if path is None or path == "-":
        try:
            click.echo(data, nl=False)
        except BrokenPipeError:
            raise  # no mistake: the error boundary ends the command quietly
        except OSError as error:
            raise FileError(f"cannot write to standard output: {reason_of(error)}", code="E0652") from None
        return
    try:
        replace_file(path, data.encode() if isinstance(data, str) else data)
    except (OSError, ValueError) as error:
        raise FileError(f"cannot write {quote(path)}: {reason_of(error)}", code="E0652") from None


def note_written(path: str, *details: str) -> None:
    """Say on stderr that a file was written: its name, its size, and what else there is to say."""
    size = _size(path)
    facts = [*([size] if size else []), *details]
    click.echo(f"wrote {path}{': ' if facts else ''}{', '.join(facts)}", err=True)


def _size(path: str) -> str:
    """The size of a file, `850 B`, `43 kB`, `1,204 kB`; empty for a device or a pipe."""
    try:
        found = Path(path)
        size = found.stat().st_size if found.is_file() else None
    except OSError:
        return ""
    if size is None:
        return ""
    return f"{size} B" if size < 1000 else f"{size / 1000:,.0f} kB" if size < 10_000_000 else f"{size / 1e6:,.0f} MB"
