"""Progress of a long run: cycles so far and their rate. Nothing for short runs, nothing where no terminal is."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from simt.views.text import si

if TYPE_CHECKING:
    from rich.status import Status

__all__ = ["Progress"]

_PATIENCE = 2.0  # seconds before anything is shown


class Progress:
    """Called with the count of cycles (or instructions) so far; shows it on stderr after two seconds."""

    def __init__(self, unit: str = "cycle", *, is_shown: bool | None = None) -> None:
        self.count = 0
        self.unit = unit
        self._start: float | None = time.perf_counter()
        self._is_shown = sys.stderr.isatty() if is_shown is None else is_shown
        self._status: Status | None = None

    def __call__(self, count: int) -> None:
        """Take note of the count, and show it if it is time to."""
        self.count = count
        now = time.perf_counter()
        if self._start is None:
            self._start = now
        elapsed = now - self._start
        if not self._is_shown or elapsed < _PATIENCE:
            return
        text = f"{count:,} {self.unit}s, {si(count / elapsed, f' {self.unit}s/s')} (Ctrl-C stops)"
        if self._status is None:
            from rich.console import Console
            from rich.status import Status

            self._status = Status(text, console=Console(stderr=True))
            self._status.start()
        else:
            self._status.update(text)

    def restart(self) -> None:
        """Count the time from the next call: until then the engine is compiled."""
        self._start = None

    def close(self) -> None:
        """Take the display away."""
        if self._status is not None:
            self._status.stop()
            self._status = None
