"""`simt.report`, the function of `simt report`: a run as one HTML file that shows where every cycle went."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simt.diagnosis.accesses import accesses_of
from simt.launch.prepared import PreparedLaunch
from simt.verbs.keywords import AnyMachine, takes, watchers
from simt.verbs.launching import AnyLaunch, after_run, prepare, recorded, shown_core
from simt.views.kit.window import range_before_run, resolve_window
from simt.views.report import Report, build_report
from simt.views.report.window import MAX_CYCLES

if TYPE_CHECKING:
    from simt.result.result import Result

_LEAD = 256  # cycles before the window: instructions that are under way when it begins are recorded at their issue


@takes(watchers, prepare)
def report(
    kernel: AnyLaunch | Result, machine: AnyMachine = None, *, cycles: str | None = None,
    core: int | None = None, output: str | Path | None = None, max_cycles: int | None = None, **words: Any,
) -> Report:  # fmt: skip
    """Run a kernel and make a report, as `simt report` does: `simt.report("fft128", output="fft128.html")`.

    - kernel: a kernel as for `simt.Launch`, a `Launch`, or the `Result` of a run with a record.
    - machine, further keywords: as for `simt.Launch`.
    - cycles: the cycles that are shown one by one, "A:B" as for `simt.trace`; None: the first
      ones, or the last ones of a run that stopped, up to a limit.
    - core: the core of a device that is shown; None: the core that trapped, else core 0.
    - output: the file to which the page is written; None: `Report.save` may write it later.
    - max_cycles: the limit of the run in cycles; None for 50000000.
    - progress, compiling: as for `simt.run`.

    Raises `ViewError`, `FileError`, and what `simt.run` raises.
    """
    window = range_before_run(cycles)
    if window is not None:
        window = range(window.start, min(window.stop, window.start + MAX_CYCLES))
    launch, result = recorded(
        report, kernel, machine, words, core=core, max_cycles=max_cycles, window=window, lead=_LEAD
    )
    if launch is None:
        page = _page(result, cycles, core)
    else:
        page = launch.judged(result, lambda checked: _page(checked, cycles, core, launch))
    if output is not None:
        page.save(output)
    return page


def _page(result: Result, cycles: str | None, core: int | None, launch: PreparedLaunch | None = None) -> Report:
    """Return the report of a result.

    launch: the launch of the result, which is run again to show registers; None if there is none. Raises `ViewError`.
    """
    one = shown_core(result, core)
    machine = result.machine.name if result.prepared is None else result.prepared.machine
    check = "" if launch is None else launch.why_unchecked(result)
    # A launch's changes in a storage manager are made already: its registers cannot be simulated a second time.
    states = None if launch is None or launch.storage is not None else launch.states(result)
    with after_run(result):
        window = None if cycles is None else resolve_window(one, cycles)
        page = build_report(
            one, cycles=window, machine=machine, check=check, states=states, accesses=accesses_of(result)
        )
    return replace(page, run=result)
