"""Progress of a long run or sweep, and its end by Ctrl-C.

On a terminal, the work done so far and its rate are shown after a second. Ctrl-C ends a run between two cycles, and
keeps what was computed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from simt.views.kit.text import si

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID
    from rich.status import Status

_PATIENCE = 1.0  # seconds before anything is shown


def rate_text(rate: float) -> str:
    """Return a number per second: three digits, thousands as k; below 1 as a fraction, not in thousandths."""
    return si(rate, "").strip() if rate >= 1 else f"{rate:.2g}"


class Progress:
    """A display of a run's progress: a function of the cycles (or instructions) so far that returns whether to stop.

    is_shown: whether to show it; None to show it only on a terminal. is_interrupted: returns whether the user pressed
    Ctrl-C.
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
        """Record the count, show it after the first second, and return whether to stop."""
        elapsed = self._elapsed(count)
        is_stopped = self._is_interrupted()  # before anything is drawn: it may write notes
        if not self._is_shown or elapsed < _PATIENCE:
            return is_stopped
        text = f"{count} {self.unit}s, {rate_text(count / elapsed)} {self.unit}s/s (Ctrl-C stops)"
        if self._status is None:
            from rich.console import Console
            from rich.status import Status

            self._status = Status(text, console=Console(stderr=True))
            self._status.start()
        else:
            self._status.update(text)
        return is_stopped

    def _elapsed(self, count: int) -> float:
        """Record the count; return the seconds since the start, or since the first call after `restart`."""
        self.count = count
        now = time.perf_counter()
        if self._start is None:
            self._start = now
        return now - self._start

    def restart(self) -> None:
        """Remove the display and count the time from the next call on, to leave out the compilation of the engine.

        Raises `KeyboardInterrupt` after a Ctrl-C.
        """
        self._start = None
        self.close()
        if self._is_interrupted():
            raise KeyboardInterrupt

    def close(self) -> None:
        """Remove the display."""
        if self._status is not None:
            self._status.stop()
            self._status = None


class SweepProgress(Progress):
    """Progress of a sweep: a bar with the numbers of finished and of failed points."""

    def __init__(self, *, is_shown: bool | None = None, is_interrupted: Callable[[], bool] = lambda: False) -> None:
        super().__init__("point", is_shown=is_shown, is_interrupted=is_interrupted)
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self._first: int | None = None

    def points(self, done: int, size: int, failed: int) -> bool:
        """Record that `done` of `size` points are done, `failed` of them without a result; return whether to stop.

        The bar is shown after the first second.
        """
        elapsed = self._elapsed(done)
        if self._first is None:
            self._first = done
        is_stopped = self._is_interrupted()
        if not self._is_shown or elapsed < _PATIENCE:
            return is_stopped
        rate = (done - self._first) / elapsed
        left = time_text((size - done) / rate) if rate else "?"
        text = f"{done} of {size} points, {rate:.0f}/s, {left} left" + (f", {failed} failed" if failed else "")
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, TextColumn
            from rich.progress import Progress as Bar

            console = Console(stderr=True)
            self._bar = Bar(BarColumn(30), TextColumn("{task.description}"), console=console, transient=True)
            self._task = self._bar.add_task(text, total=size)
            self._bar.start()
        assert self._task is not None
        self._bar.update(self._task, completed=done, description=text)
        return is_stopped

    def close(self) -> None:
        """Remove the display."""
        super().close()
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def time_text(seconds: float) -> str:
    """Return a duration in at most two units: `4 s`, `3 min 20 s`, `2 h 5 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    if whole < 48 * 3600:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    return f"{whole // 86400} days"
