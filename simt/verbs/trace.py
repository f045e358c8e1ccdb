"""`simt.trace`, the function of `simt trace`: a run over time, as text, a picture, or a trace for another program."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from isa.reporting.diagnostics import ArgumentError, quote, suggest
from simt.files import FileError, write_file
from simt.launch.prepared import PreparedLaunch
from simt.verbs.keywords import AnyMachine, takes, watchers
from simt.verbs.launching import AnyLaunch, after_run, prepare, recorded, shown_core
from simt.views.exports import EXPORTS, meant_suffix
from simt.views.kit.figure import PICTURES, can_draw, picture_bytes
from simt.views.kit.text import MOST_COLUMNS, screenful
from simt.views.kit.window import check_warp, range_before_run, resolve_window
from simt.views.time.timelines import VIEWS, default_view, find_views, make_panels

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from simt.launch.replay import Snapshot, States
    from simt.result.result import Result
    from simt.views.run.access_view import AccessView
    from simt.views.time.state import StateView
    from simt.views.time.terminal import Style

TEXT = "txt"


@dataclass(frozen=True, eq=False)
class Trace:
    """A recorded run, and its views of a window of cycles.

    - run: the result of the whole run.
    - result: the result of the core that is shown.
    - views: the names of the views.
    - window: the cycles that the views show.
    - warp: the only warp shown, or None for all.
    - machine: the name that the views show for the machine.
    - launch: the launch of the run; None if the run was handed over as a `Result`.
    """

    run: Result
    result: Result
    views: Sequence[str]
    window: range
    warp: int | None
    machine: str
    launch: PreparedLaunch | None = None

    def at(self, cycle: int) -> Snapshot:
        """Return the core after a cycle, with registers [warp, register, lane], flags, masks and memory.

        cycle: from 0; -1 for the state before cycle 0. The run is simulated again from the nearest kept state. Raises
        `IndexError` outside the run, and `ArgumentError` for the trace of a `Result` and for a launch with a storage
        manager.
        """
        return self._states.after(cycle, self.result.core.number)

    def state(self, cycle: int, warp: int | None = None, lane: int | None = None) -> StateView:
        """Return the state after a cycle as `simt trace --state` shows it, with what the cycle changed.

        - cycle: counted from the end if it is below 0.
        - warp: the only warp shown; None for all, or for warp 0 if a lane is given.
        - lane: the only lane shown; None for all.

        Raises `ViewError` for a cycle, a warp or a lane that does not exist, and `ArgumentError` as `at`.
        """
        from simt.views.time.state import state_view

        core = self.result.core.number
        return state_view(self.run, self._states, cycle, warp, lane, core=core, machine=self.machine)

    def access(self, at: str | int | None = None) -> AccessView:
        """Return the addresses of one access by lane, as `simt trace --view access` shows them.

        Of the accesses of the line that enter their unit in the window, the first is shown. If the trace is of one
        warp, it is the first of this warp.

        at: the line, `26` or `"kernel.s:26"`, or the instruction, `"pc 5"`; None for the line with accesses that lost
        most issue slots. The run is simulated again up to the cycle of the access.

        Raises `ViewError` for a line without an access, and `ArgumentError` as `at`.
        """
        from simt.views.run.access import one_access
        from simt.views.run.access_view import AccessView

        place = None if at is None else str(at)
        return AccessView(one_access(self.result, self._states, place, self.window, self.warp, self.machine))

    @cached_property
    def _states(self) -> States:
        if self.launch is None:
            raise ArgumentError("a result does not have its inputs: trace the kernel, simt.trace(kernel, machine)")
        return self.launch.states(self.run)

    def text(self, style: Style | None = None) -> str:
        """Return the views in glyphs or letters, a column per cycle or bin of cycles.

        style: None for the default. Raises `ViewError`.
        """
        from simt.views.time.terminal import render_views

        return render_views(self.result, self.views, self.window, warp=self.warp, style=style, machine=self.machine)

    def figure(self) -> Figure:
        """Return the views as a picture. Raises `FigureError` if matplotlib is not installed."""
        from simt.views.time.pictures import draw_views

        return draw_views(self.result, self.views, self.window, warp=self.warp, machine=self.machine)

    def picture(self, kind: str) -> bytes:
        """Return the views as the bytes of a file.

        kind: "svg", "png" or "pdf". Raises `FigureError`.
        """
        return picture_bytes(self.figure(), kind)

    def save(self, path: str | Path, form: str | None = None, progress: Callable[[int], object] | None = None) -> None:
        """Write a .txt, .svg, .png or .pdf file, or a trace of the whole record for another viewer (docs/traces.md).

        - path: the file.
        - form: the name of a format; None: the suffix of the file decides.
        - progress: called at times with the number of instructions written to a trace; a true result raises
          `KeyboardInterrupt`.

        Raises `FileError`, `FigureError`, `ExportError`.
        """
        kind = format_of(str(path), form)
        if kind == TEXT:
            write_file(path, self.text())
        elif kind in PICTURES:
            write_file(path, self.picture(kind))
        else:
            EXPORTS[kind].write(self.result, path, progress)

    def to_dict(self) -> dict[str, Any]:
        """Return the views as plain values."""
        result, window = self.result, self.window
        return {
            "schema": "simt.trace/1",
            "program": result.program.name,
            "machine": self.machine,
            "status": "completed" if result.stop is None else result.stop.kind,
            "cycles": result.cycles,
            **result.with_places({"core": result.shown}),
            "window": [window.start, window.stop],
            "views": {
                name: [panel.to_dict() for panel in make_panels(result, name, window, self.warp)] for name in self.views
            },
            "provenance": result.provenance,
        }

    def to_json(self) -> str:
        """Return `to_dict` as JSON in one line."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False) + "\n"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        from simt.views.time.terminal import Style

        return screenful(self.text(Style(MOST_COLUMNS)))

    def _repr_png_(self) -> bytes | None:
        return self.picture("png") if can_draw() else None


@takes(watchers, prepare)
def trace(
    kernel: AnyLaunch | Result, machine: AnyMachine = None, *, views: str | Sequence[str] = (),
    cycles: str | None = None, core: int | None = None, warp_number: int | None = None,
    lead: int | None = None,
    max_cycles: int | None = None, **words: Any,
) -> Trace:  # fmt: skip
    """Run a kernel and show it over time, as `simt trace` does: `simt.trace("fft128", cycles="300:400")`.

    - kernel: a kernel as for `simt.Launch`, a `Launch`, or the `Result` of a run with a record.
    - machine, further keywords: as for `simt.Launch`.
    - views: names of views, or "all" for all except `dram`; by default masks wherever lanes can part, else warps.
    - cycles: "A:B" for the cycles A to B - 1; also "A:", ":B", "A:+N", "-N:" for the last N cycles, and ":-N" for all
      cycles except the last N. None for all.
    - core: the core of a device that is shown; None: the core that trapped, else core 0.
    - warp_number: the only warp to show; None for all. (`warp` is the warp size, a machine key.)
    - lead: the number of cycles before `cycles` that are recorded, and that an export shows too; None for 1000.
    - max_cycles: the limit of the run in cycles; None for 50000000.
    - progress, compiling: as for `simt.run`.

    The trace shows itself as a picture in a notebook, and as text elsewhere; `.save(path)` writes it in any format,
    `.run` is the result, `.at(cycle)` the core after a cycle, `.access(line)` the lanes of one access.

    Raises `ViewError`, `ArgumentError`, and the errors of `simt.run`.
    """
    from simt.result.result import Result

    names = find_views((views,) if isinstance(views, str) else tuple(views))
    span = range_before_run(cycles)
    _check_takes_warp(names, warp_number)
    if lead is not None and (cycles is None or isinstance(kernel, Result)):
        raise ArgumentError("`lead` goes with `cycles`, of a run that is still to come: leave it out")
    if lead is not None and span is None:
        raise ArgumentError("`lead` goes with cycles that are counted from the beginning, A:B: leave it out")
    launch, run = recorded(trace, kernel, machine, words, core=core, max_cycles=max_cycles, window=span, lead=lead)
    label = run.machine.name if run.prepared is None else run.prepared.machine
    result = shown_core(run, core)
    with after_run(run):
        window = resolve_window(result, cycles)
        if warp_number is not None:
            check_warp(result, warp_number)
        return Trace(run, result, names or [default_view(result)], window, warp_number, label, launch)


def _check_takes_warp(names: Sequence[str], warp: int | None) -> None:
    """Raise `ArgumentError` for a warp if none of the views can show a single warp."""
    if warp is not None and names and not any(VIEWS[name].takes_warp for name in names):
        those = [name for name, view in VIEWS.items() if view.takes_warp]
        message = f"`warp_number` changes nothing in the view {' and '.join(names)}: {', '.join(those)} show one warp"
        raise ArgumentError(message)


def format_of(output: str, form: str | None = None) -> str:
    """Return the format of a file, "txt", "svg" and so on or a name of `EXPORTS`.

    form: the name of the format, or a suffix; None: the suffix of `output` decides, and "-" stands for text. Raises
    `FileError`.
    """
    known = [TEXT, *PICTURES, *EXPORTS]
    suffixes: dict[str, tuple[str, ...]] = {kind: (f".{kind}",) for kind in (TEXT, *PICTURES)}
    suffixes.update({kind: entry.suffixes for kind, entry in EXPORTS.items()})
    if form is not None:
        meant = form.lower().removeprefix(".")
        for kind, ends in suffixes.items():
            if meant == kind or f".{meant}" in ends:
                return kind
        guess = suggest(meant, [*known, *(end[1:] for ends in suffixes.values() for end in ends)])
        advice = f"did you mean {guess}?" if guess else f"the formats are {', '.join(known)}"
        raise FileError(f"there is no format {quote(form)}", code="E0653", help=advice)
    name = Path(output).name.lower()
    if output == "-":
        return TEXT
    for kind, ends in suffixes.items():
        if name.endswith(ends):
            return kind
    listed = [end for ends in suffixes.values() for end in ends]
    advice = meant_suffix(name, listed) or f"end it in one of {', '.join(listed)}, or give --format"
    raise FileError(f"the name {quote(output)} does not say which format to write", code="E0653", help=advice)
