"""Progress of a long run, and its end by Ctrl-C.

The number of cycles so far and their rate are shown after two seconds, on a terminal. Ctrl-C ends the run between two
cycles, so that nothing computed is lost.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from simt.views.kit.text import si

if TYPE_CHECKING:
    from rich.status import Status

_PATIENCE = 2.0  # seconds before anything is shown


class Progress:
    """A function of the number of cycles (or instructions) so far; returns whether the run is to stop.

    is_interrupted: whether the user asked for that.
    """

    def __init__(
        self, unit: str = "cycle", *, is_shown: bool | None = None, is_interrupted: Callable[[], bool] = lambda: False
    ) -> None:
        self.count = 0
        self._is_interrupted = is_interrupted
        self.unit = unit
        self._start: float | None = time.perf_counter()
        self._is_shown = sys.stderr.isatty() if is_shown is None else is_shown
        self._status: Status | None = None

    def __call__(self, count: int) -> bool:
        """Record the count, show it if it is time to, and return whether to stop."""
        elapsed = self._elapsed(count)
        if not self._is_shown or elapsed < _PATIENCE:
            return self._is_interrupted()
        text = f"{count:,} {self.unit}s, {si(count / elapsed, f' {self.unit}s/s')} (Ctrl-C stops)"
        if self._status is None:
            from rich.console import Console
            from rich.status import Status

            self._status = Status(text, console=Console(stderr=True))
            self._status.start()
        else:
            self._status.update(text)
        return self._is_interrupted()

    def _elapsed(self, count: int) -> float:
        """Record the count; return the seconds since the start, or since the first call after `restart`."""
        self.count = count
        now = time.perf_counter()
        if self._start is None:
            self._start = now
        return now - self._start

    def restart(self) -> None:
        """Count the time from the next call: until then the engine is compiled."""
        self._start = None
        if self._is_interrupted():
            raise KeyboardInterrupt

    def close(self) -> None:
        """Remove the display."""
        if self._status is not None:
            self._status.stop()
            self._status = None
