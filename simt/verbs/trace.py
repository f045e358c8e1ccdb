"""`simt.trace`, the function of `simt trace`: a run over time, as text, picture or trace for another program."""

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
from simt.verbs.shown import MOST_COLUMNS, screenful
from simt.views.exports import EXPORTS, meant_suffix
from simt.views.kit.figure import PICTURE_SUFFIXES
from simt.views.kit.window import check_warp, range_before_run, resolve_window
from simt.views.time.timelines import VIEWS, default_view, find_views

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from simt.launch.replay import Snapshot, States
    from simt.result.result import Result
    from simt.views.time.state import StateView
    from simt.views.time.terminal import Style

PICTURES = tuple(suffix[1:] for suffix in PICTURE_SUFFIXES)
TEXT = "txt"
LEAD = 1000  # cycles kept before the window: an instruction selected in them may still be in a unit when it begins


@dataclass(frozen=True, eq=False)
class Trace:
    """A recorded run, and its views of a window of cycles.

    warp: the only warp shown, or None for all. machine: the name that the views show for the machine.
    """

    run: Result
    result: Result  # of the core that is shown
    views: Sequence[str]
    window: range
    warp: int | None
    machine: str
    launch: PreparedLaunch | None = None  # of which the result is a run; None if it was handed over

    def at(self, cycle: int) -> Snapshot:
        """Return the core after a cycle: `.registers[warp, register, lane]`, flags, masks, memory; -1: at the launch.

        The run is simulated again from the nearest kept state. Raises `IndexError` outside the run, and
        `ArgumentError` for the trace of a `Result`, which has no launch to repeat.
        """
        return self._states.after(cycle, self.result.core.number)

    def state(self, cycle: int, warp: int | None = None, lane: int | None = None) -> StateView:
        """Return the state after a cycle as `simt trace --state` shows it, with what the cycle changed.

        cycle: counted from the end if it is below 0. warp, lane: show these only. Raises `ViewError` for a warp or a
        lane that does not exist, and what `at` raises.
        """
        from simt.views.time.state import state_view

        core = self.result.core.number
        return state_view(self.run, self._states, cycle, warp, lane, core=core, machine=self.machine)

    @cached_property
    def _states(self) -> States:
        if self.launch is None:
            raise ArgumentError("a result does not have its inputs: trace the kernel, simt.trace(kernel, machine)")
        return self.launch.states(self.run)

    def text(self, style: Style | None = None) -> str:
        """Return the views in glyphs or letters, a column per cycle or bin of cycles."""
        from simt.views.time.terminal import render_views

        return render_views(self.result, self.views, self.window, warp=self.warp, style=style, machine=self.machine)

    def figure(self) -> Figure:
        """Return the views as a picture. Raises `FigureError` if matplotlib is not installed."""
        from simt.views.time.pictures import draw_views

        return draw_views(self.result, self.views, self.window, warp=self.warp, machine=self.machine)

    def picture(self, kind: str) -> bytes:
        """Return the views as the bytes of a file, "svg", "png" or "pdf"."""
        from simt.views.kit.figure import picture_bytes

        return picture_bytes(self.figure(), kind)

    def save(self, path: str | Path, form: str | None = None, progress: Callable[[int], object] | None = None) -> None:
        """Write a .txt, .svg, .png or .pdf file, or a trace of the whole record for another viewer (docs/traces.md).

        form: a name of the format, if the suffix does not say. Raises `FileError`, `FigureError`, `ExportError`.
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
        from simt.views.time.timelines import make_panels

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
        """Return `to_dict` in one line."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False) + "\n"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        from simt.views.time.terminal import Style

        return screenful(self.text(Style(MOST_COLUMNS)))

    def _repr_png_(self) -> bytes | None:
        from simt.views.kit.figure import can_draw

        return self.picture("png") if can_draw() else None


@takes(watchers, prepare)
def trace(
    kernel: AnyLaunch | Result, machine: AnyMachine = None, *, views: str | Sequence[str] = (),
    cycles: str | None = None, core: int | None = None, warp: int | None = None, lead: int = LEAD,
    max_cycles: int | None = None, **words: Any,
) -> Trace:  # fmt: skip
    """Run a kernel and show it over time, as `simt trace` does: `simt.trace("fft128", cycles="300:400")`.

    kernel, machine, words: as for `simt.Launch`; or kernel is a `Launch`, or the `Result` of a run with a record.
    views: names of views, or "all"; by default masks wherever lanes can part, else warps. cycles: "A:B" for cycles A to
    B - 1; also "A:", ":B", "A:+N", "-N:" for the last N. core: the core of a device, by default the one that trapped,
    else core 0. warp: the only warp to show. lead: the number of cycles before the window that an export shows too.

    The trace shows itself as a picture in a notebook, and as text elsewhere; `.save(path)` writes it in any format,
    `.result` is the run, `.at(cycle)` the core after a cycle. Raises `ViewError`, and what `simt.run` raises.
    """
    names = find_views((views,) if isinstance(views, str) else tuple(views))
    span = range_before_run(cycles)
    _check_takes_warp(names, warp)
    launch, run = recorded(trace, kernel, machine, words, core=core, max_cycles=max_cycles, window=span, lead=lead)
    label = run.machine.name if run.prepared is None else run.prepared.machine
    result = shown_core(run, core)
    with after_run(run):
        window = resolve_window(result, cycles)
        if warp is not None:
            check_warp(result, warp)
        return Trace(run, result, names or [default_view(result)], window, warp, label, launch)


def _check_takes_warp(names: Sequence[str], warp: int | None) -> None:
    """Refuse a warp for views that show all. Raises `ArgumentError`."""
    if warp is not None and names and not any(VIEWS[name].takes_warp for name in names):
        those = [name for name, view in VIEWS.items() if view.takes_warp]
        message = f"--warp-number changes nothing in the view {' and '.join(names)}: {', '.join(those)} show one warp"
        raise ArgumentError(message)


def format_of(output: str, form: str | None = None) -> str:
    """Return a file's format, by `form` or else its suffix: txt, svg, ..., or a name of EXPORTS. Raises `FileError`."""
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
