"""The display of progress: notes are written before it is drawn, and a compilation removes it."""

from __future__ import annotations

import sys

import pytest

from simt.views.kit import progress as module
from simt.views.kit.progress import Progress, SweepProgress


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 0.0)
    monkeypatch.setenv("FORCE_COLOR", "1")  # which makes a terminal of any stream


def noting() -> bool:
    """Write a note, as the command line does when it is asked whether to stop."""
    sys.stderr.write("a note\n")
    return False


def test_a_note_stands_above_the_bar(capsys: pytest.CaptureFixture[str]) -> None:
    progress = SweepProgress(is_shown=True, is_interrupted=noting)
    assert not progress.points(0, 3, 0)
    progress.close()
    written = capsys.readouterr().err
    assert written.startswith("a note\n")
    assert "0 of 3 points" in written


def test_a_note_stands_above_the_count(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(is_shown=True, is_interrupted=noting)
    assert not progress(5)
    progress.close()
    written = capsys.readouterr().err
    assert written.startswith("a note\n")
    assert "5 cycles" in written


def test_what_is_compiled_is_said_below_no_bar() -> None:
    progress = SweepProgress(is_shown=True)
    progress.points(1, 3, 0)
    assert progress._bar is not None
    progress.restart()
    assert progress._bar is None
    progress.close()
