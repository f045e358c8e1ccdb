"""Writing to files or standard output without leaving half a file, and saying so."""

from __future__ import annotations

import json
from pathlib import Path

from isa.files import reason_of
from simt.cli.echo import echo
from simt.files import FileError, write_file


def json_text(data: object) -> str:
    """`data` as JSON for people and programs: indented, in the order given, with a newline at the end."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def write_output(path: str | None, data: str | bytes) -> None:
    """Write `data` to the file at `path`, in one step, or to standard output for None and `-`. Raises `FileError`."""
    if path is None or path == "-":
        try:
            echo(data, nl=False)
        except BrokenPipeError:
            raise  # no mistake: the error boundary ends the command quietly
        except OSError as error:
            raise output_error(error) from None
        return
    write_file(path, data)


def output_error(error: OSError) -> FileError:
    """What to say where standard output takes no more."""
    return FileError(f"cannot write to standard output: {reason_of(error)}", code="E0652")


def note_written(path: str, *details: str) -> None:
    """Say on stderr that a file was written: its name, its size, and what else there is to say."""
    size = _size(path)
    facts = [*([size] if size else []), *details]
    echo(f"wrote {path}{': ' if facts else ''}{', '.join(facts)}", err=True)


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
