"""The notes of a command on stderr: each once, and none before an error that makes it untrue.

A note about an oracle waits until the run begins. If an error ends the command before, the note is written only if the
oracle's code has run, after the error.
"""

from __future__ import annotations

import sys
from pathlib import Path

from simt.cli.echo import echo

_ORACLES = "simt.launch.oracle"
_written: set[str] = set()
_waiting: dict[str, Path] = {}  # notes, by the oracle that each is about


def forget_notes() -> None:
    """Begin a command: no note was written, and no oracle has run."""
    _written.clear()
    _waiting.clear()
    if (module := sys.modules.get(_ORACLES)) is not None:
        module.executed.clear()


def note(text: str, *, oracle: Path | None = None) -> None:
    """Write a note, unless this command has written it.

    oracle: the oracle of a note about an oracle. This note waits until the run begins.
    """
    if text in _written or text in _waiting:
        return
    if oracle is not None:
        _waiting[text] = oracle
    else:
        _written.add(text)
        echo(text, err=True)


def show_notes(*, is_error: bool = False) -> None:
    """Write the notes that wait.

    is_error: whether an error has ended the command. Then only notes whose oracle has run are written.
    """
    for text, oracle in list(_waiting.items()):
        del _waiting[text]
        if not is_error or _has_run(oracle):
            note(text)


def _has_run(oracle: Path) -> bool:
    module = sys.modules.get(_ORACLES)  # without it, none has
    return module is not None and oracle.resolve() in module.executed
