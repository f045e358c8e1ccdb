"""`simt.report`, the function of `simt report`: a run as one HTML file that shows where every cycle went."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simt.diagnosis.accesses import accesses_of
from simt.interruption import converted
from simt.launch.prepared import PreparedLaunch
from simt.verbs.keywords import AnyMachine, takes, watchers
from simt.verbs.launching import AnyLaunch, after_run, prepare, recorded, shown_core
from simt.verbs.why import Trials
from simt.views.kit.window import range_before_run, resolve_window
from simt.views.report import Report, build_report
from simt.views.report.window import MAX_CYCLES

if TYPE_CHECKING:
    from simt.diagnosis.why import Why
    from simt.result.result import Result

_LEAD = 256  # cycles before the window: instructions that are under way when it begins are recorded at their issue


@takes(watchers, prepare)
def report(
    kernel: AnyLaunch | Result, machine: AnyMachine = None, *, cycles: str | None = None,
    core: int | None = None, output: str | Path | None = None, why: bool = True, max_cycles: int | None = None,
    **words: Any,
) -> Report:  # fmt: skip
    """Run a kernel and make a report, as `simt report` does: `simt.report("fft128", output="fft128.html")`.

    - kernel: a kernel as for `simt.Launch`, a `Launch`, or the `Result` of a run with a record.
    - machine, further keywords: as for `simt.Launch`.
    - cycles: the cycles that are shown one by one, "A:B" as for `simt.trace`; None: up to a limit, the first cycles, or
      the last cycles of a run that stopped.
    - core: the core of a device that is shown; None: the core that trapped, else core 0.
    - output: the file to which the page is written; None: `Report.save` may write it later.
    - why: whether to explain the run as `simt.why` does, which runs the launch again many times. A report of a
      `Result`, of a run that stopped or of a launch with a storage manager has no explanation.
    - max_cycles: the limit of the run in cycles; None for 50000000.
    - progress, compiling: as for `simt.run`. After the run, `progress` goes on with the cycles of the runs that explain
      it. A true result then raises `KeyboardInterrupt`, whose `done` is the report with the limits measured by then.

    Raises `ViewError`, `FileError`, and the errors of `simt.run`.
    """
    watching = {name: words.get(name) for name in ("progress", "compiling")}
    window = range_before_run(cycles)
    if window is not None:
        window = range(window.start, min(window.stop, window.start + MAX_CYCLES))
    launch, result = recorded(
        report, kernel, machine, words, core=core, max_cycles=max_cycles, window=window, lead=_LEAD
    )
    explain = launch is not None and launch.storage is None and why and result.stop is None
    watch = None if watching["progress"] is None else _Cycles(watching["progress"], result.cycles)
    trials = Trials(launch, watch, watching["compiling"]) if launch is not None and explain else None
    if launch is None:
        page = _page(result, cycles, core)
    else:
        page = launch.judged(result, lambda checked: _page(checked, cycles, core, launch, trials))
    if output is not None:
        page.save(output)
    return page


@dataclass
class _Cycles:
    """The cycles of several runs in a row, for one progress. before: the cycles of earlier runs."""

    progress: Callable[[int], object]
    before: int
    _number: int = 0
    _latest: int = 0

    def __call__(self, number: int, cycles: int) -> object:
        """Report the cycles of the run of this number so far; return whether to stop."""
        if number != self._number:
            self._number, self.before = number, self.before + self._latest
        self._latest = cycles
        return self.progress(self.before + cycles)


def _page(
    result: Result, cycles: str | None, core: int | None, launch: PreparedLaunch | None = None,
    trials: Trials | None = None,
) -> Report:  # fmt: skip
    """Return the report of a result.

    launch: the launch of the result, which is run again to show registers; None if there is none. trials: the runs that
    explain the result; None for a report without an explanation. Raises `ViewError`.
    """
    one = shown_core(result, core)
    machine = result.machine.name if result.prepared is None else result.prepared.machine
    check = "" if launch is None else launch.why_unchecked(result)
    # A launch's changes in a storage manager are made already: its registers cannot be simulated a second time.
    states = None if launch is None or launch.storage is not None else launch.states(result)
    with after_run(result):
        window = None if cycles is None else resolve_window(one, cycles)

    def made(why: Why | None) -> Report:
        with after_run(result):
            page = build_report(
                one, cycles=window, machine=machine, check=check, states=states, accesses=accesses_of(result), why=why
            )
        return replace(page, run=result)

    with converted(made):
        why = None if trials is None else trials.explained(result)
    return made(why)
