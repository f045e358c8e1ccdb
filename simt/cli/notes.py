"""The notes of a command on stderr: each once, and none before an error that makes it untrue.

A note about an oracle waits until the run begins. If an error ends the command before, the note is written after the
error, and only if it is true: if the oracle's code has run, or if the note says that it does not run.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Collection, Iterable
from pathlib import Path

from isa.reporting.diagnostics import SimtError, listed
from isa.reporting.files import is_file
from simt.cli.echo import tell

_ORACLES = "simt.launch.oracle"
_written: set[str] = set()
_waiting: dict[str, Path | None] = {}  # notes, each with the oracle that runs, or None for one that does not


def forget_notes() -> None:
    """Begin a command: no note was written, and no oracle has run."""
    _written.clear()
    _waiting.clear()
    if (module := sys.modules.get(_ORACLES)) is not None:
        module.executed.clear()


def note(text: str) -> None:
    """Write a note, unless this command has written it."""
    if text not in _written:
        _written.add(text)
        tell(text)


def fold_log() -> None:
    """Fold what the library logs to the width of standard error, from now on: where compiled code cannot be kept."""
    import logging

    class Folding(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            note(record.getMessage())

    log = logging.getLogger("simt")
    if not log.handlers:
        log.addHandler(Folding())


def note_oracle(text: str, oracle: Path | None) -> None:
    """Write a note about an oracle when the run begins. oracle: its file; None if the oracle does not run."""
    if text not in _written:
        _waiting.setdefault(text, oracle)


def note_no_oracles(kernels: Iterable[str], *, is_quiet: bool) -> None:
    """Note that --no-oracle has no effect if no oracle is beside any of these kernels, unless quiet."""
    from simt.launch.naming import oracle_place

    places: list[Path] = []
    with contextlib.suppress(SimtError):  # said when the kernel is read
        places += [place for name in kernels if name != "-" and (place := oracle_place(name)) is not None]
    if not is_quiet:
        note_none_beside(places)


def note_none_beside(places: Collection[Path]) -> None:
    """Note that --no-oracle has no effect, unless an oracle is beside one of these files."""
    if places and not any(place.suffix != ".py" and is_file(place.with_suffix(".py")) for place in places):
        names = listed((place.name for place in places), "or")
        note_oracle(f"note: --no-oracle has no effect: no oracle is beside {names}", None)


def show_notes(*, is_error: bool = False) -> None:
    """Write the notes that wait.

    is_error: whether an error has ended the command. Then notes whose oracle would have run are left out.
    """
    for text, oracle in list(_waiting.items()):
        del _waiting[text]
        if not is_error or oracle is None or _has_run(oracle):
            note(text)


def _has_run(oracle: Path) -> bool:
    module = sys.modules.get(_ORACLES)  # without it, none has
    return module is not None and oracle.resolve() in module.executed
