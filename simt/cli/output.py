"""Output to files, which are written whole or not at all, and to standard output."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from isa.reporting.files import is_file, reason_of
from simt.cli.echo import columns, echo, tell
from simt.cli.pairs import named_files
from simt.files import FileError, check_output, write_file
from simt.views.kit.figure import PICTURE_SUFFIXES, picture_bytes

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure

    from isa.program.program import Program
    from isa.reporting.diagnostics import SimtError

DRAWN = (".txt", ".json", *PICTURE_SUFFIXES)
DRAWN_HELP = "Write to FILE: .txt, .json, or .svg, .png and .pdf (these need matplotlib: pip install 'simt[plots]')."

_Outcome = TypeVar("_Outcome")


def json_text(data: object) -> str:
    """Return `data` as JSON: indented, in its own order, with a newline at the end."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def suffix_of(output: str | None, known: Sequence[str], what: str, *, advice: str = "") -> str:
    """Return the suffix of the file to write, one of `known`; "" for standard output.

    what: the beginning of the message about another suffix. advice: its help. Raises `FileError` for another suffix,
    and if the file cannot be written.
    """
    if not output or output == "-":
        return ""
    suffix = Path(output).suffix.lower()
    if suffix not in known:
        formats = " or ".join(known) if len(known) < 3 else ", ".join(known)
        raise FileError(f"{what} written as {formats}, not {output}", code="E0653", help=advice)
    check_output(output)
    return suffix


def write_picture(path: str | None, suffix: str, figure: Figure) -> None:
    """Write a figure as .svg, .png or .pdf. Raises `FileError`, `FigureError`."""
    write_output(path, picture_bytes(figure, suffix[1:]))


def write_shown(
    outcome: _Outcome, data: Callable[[_Outcome], object], text: Callable[[_Outcome], str],
    picture: Callable[[_Outcome], Figure], output: str | None, suffix: str, *, as_json: bool, is_quiet: bool = False,
) -> None:  # fmt: skip
    """Write an outcome to a file, as JSON, text or picture by its suffix, and report the file unless quiet.

    - suffix: the suffix of `output`; "" for standard output, which gets the text unless `as_json`.
    - as_json: whether standard output gets JSON, even if there is a file.

    Raises `FileError`, `FigureError`.
    """
    if suffix in PICTURE_SUFFIXES:
        write_picture(output, suffix, picture(outcome))
    elif suffix:
        write_output(output, json_text(data(outcome)) if suffix == ".json" else text(outcome))
    if suffix and output and not is_quiet:
        note_written(output)
    if as_json:
        write_output(None, json_text(data(outcome)))
    elif not suffix:
        write_text(lambda: text(outcome))


def write_output(path: str | None, data: str | bytes, *, is_text: bool = False) -> None:
    """Write `data` to the file at `path`, in one step, or to standard output for None and `-`.

    is_text: whether `data` is sentences and tables, which are fitted to the width of standard output, if known. Raises
    `FileError`.
    """
    if path is None or path == "-":
        width = screen_columns() if is_text else None
        if width is not None and isinstance(data, str):
            from simt.views.studies.fitting import fitted

            data = fitted(data, width)
        try:
            echo(data, nl=False)
        except BrokenPipeError:
            raise  # not a mistake: the error boundary ends the command quietly
        except OSError as error:
            raise output_error(error) from None
        return
    write_file(path, data)


def write_text(text: Callable[[], str]) -> None:
    """Write sentences and tables to standard output. text: makes them; its sentences are folded to the screen once."""
    from simt.views.kit.text import folding

    with folding(screen_columns()):
        made = text()
    write_output(None, made, is_text=True)


def write_listing(listing: str | bytes) -> None:
    """Write a listing to standard output. Its first lines, remarks, are folded to the screen, and other lines cut.

    A listing is whole where the width of the screen is not known, as in a file or a pipe.
    """
    from isa.reporting.diagnostics import folded
    from simt.views.kit.text import cut

    width = screen_columns()
    if width is not None and isinstance(listing, str):
        lines: list[str] = []
        for line in listing.split("\n"):
            lines += folded(line, width, ";   ") if line.startswith(";") else [cut(line, width)]
        listing = "\n".join(lines)
    write_output(None, listing)


def write_answer(path: str | None, data: str | bytes, *, is_quiet: bool, is_text: bool = False) -> None:
    """Write `data` as `write_output` does, and report a written file, unless quiet."""
    write_output(path, data, is_text=is_text)
    if path is not None and path != "-" and not is_quiet:
        note_written(path)


def screen_columns() -> int | None:
    """Return the columns of standard output: COLUMNS, or the columns of its terminal; None if neither is known."""
    return columns(sys.stdout)


def output_error(error: OSError) -> FileError:
    """Return the error for standard output that cannot be written to."""
    return FileError(f"cannot write to standard output: {reason_of(error)}", code="E0652")


def note_written(path: str, *details: str) -> None:
    """Report on stderr that a file was written: its name, its size, and notes."""
    size = _size(path)
    facts = [*([size] if size else []), *details]
    tell(f"wrote {path}{': ' if facts else ''}{', '.join(facts)}")


def _size(path: str) -> str:
    """Return the size of a file, `850 B`, `43 kB`, `1204 kB`; empty for a device or a pipe."""
    if not is_file(path):
        return ""
    size = Path(path).stat().st_size
    return f"{size} B" if size < 1000 else f"{size / 1000:.0f} kB" if size < 10_000_000 else f"{size / 1e6:.0f} MB"


def targets_of(program: Program, wanted: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the array's name and the file of each --out, checked as far as possible before the run.

    Raises `InputError`, `FileError` for a file that cannot be written, and `click.UsageError` for a text that is not
    NAME=FILE and for a file that is named twice.
    """
    from simt.launch.array_files import check_target
    from simt.launch.inputs import find_array

    pairs = [(find_array(program, name).name, target) for name, target in named_files(wanted, "--out")]
    files = [os.path.realpath(target) for _, target in pairs]
    for (name, target), file in zip(pairs, files, strict=True):
        check_target(name, target)
        check_output(target)
        if files.count(file) > 1:
            raise click.UsageError(f"--out names the file {target} more than once")
    return pairs


def write_arrays(arrays: Mapping[str, np.ndarray], targets: list[tuple[str, str]]) -> list[SimtError]:
    """Write the arrays that a run has left to their files; return the problems with files.

    A target whose array the run has not left is skipped.
    """
    problems: list[SimtError] = []
    if targets:
        from simt.launch.array_files import write_array
        from simt.launch.inputs import InputError

        for name, target in targets:
            try:
                if name in arrays:
                    write_array(name, arrays[name], target)
            except InputError as error:
                problems.append(error)
    return problems
