"""The views over time, by name. A view is a function of `simt.views.time.timelines.views` and a line of `VIEWS`.

The function returns panels; `simt.views.time.terminal` and `simt.views.time.pictures` draw them.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from isa.reporting.diagnostics import did_you_mean, quote
from simt.views.kit.window import ViewError, check_warp, check_window

if TYPE_CHECKING:
    from simt.result.result import Result
    from simt.views.kit.panels import Panel

__all__ = ["ACCESS", "ALL", "VIEWS", "View", "default_view", "find_views", "make_panels"]

ALL = "all"
ACCESS = "access"  # the picture of one access, which is not over time: `simt.views.run.access`


@dataclass(frozen=True)
class View:
    """A view: a one-line description, and whether it can show one warp only."""

    description: str
    takes_warp: bool


VIEWS: dict[str, View] = {
    "masks": View("lanes of a warp: active, masked off, stalled, waiting, ended", takes_warp=True),
    "warps": View("warps: issued, or why not", takes_warp=True),
    "issue": View("issue slots: filled, or why not", takes_warp=False),
    "units": View("unit instances: busy, in bank conflicts, frozen, empty", takes_warp=False),
    "banks": View("local accesses: words per bank, and LDS passes by source line", takes_warp=True),
    "stack": View("entries of the mask stack, and active of living lanes", takes_warp=True),
    "ready": View("ready bits, as in figure 4 of the FPGA paper", takes_warp=True),
    "dram": View("banks and data buses of memory of DRAM", takes_warp=False),
}


def find_views(names: tuple[str, ...]) -> list[str]:
    """Return the names of views that a user wrote, each once. A text may have several names, with commas.

    `all` stands for every view except `dram`, which few machines have. Raises `ViewError` (E0705).
    """
    chosen: list[str] = []
    for name in (part.strip() for text in names for part in text.split(",")):
        if name == ACCESS:
            advice = "in Python: simt.trace(kernel).access(at)"
            message = "the view access shows one access and not a course of time: show it alone"
            raise ViewError(message, code="E0705", help=advice)
        if name != ALL and name not in VIEWS:
            advice = did_you_mean(name, [*VIEWS, ALL], f"the views are {', '.join(VIEWS)}, and {ALL}")
            raise ViewError(f"there is no view {quote(name)}", code="E0705", help=advice)
        chosen += [view for view in VIEWS if view != "dram"] if name == ALL else [name]
    return list(dict.fromkeys(chosen))


def default_view(result: Result) -> str:
    """Return the view of a run by default: `masks` if lanes may part, else `warps`."""
    return "warps" if not result.machine.branch.lanes_may_part else "masks"


def make_panels(result: Result, name: str, window: range, warp: int | None = None) -> list[Panel]:
    """Return the panels of a view. warp: the only warp to show, or None. Raises `ViewError`."""
    (name,) = find_views((name,))
    check_window(result, window)
    if warp is not None:
        check_warp(result, warp)
    panels: list[Panel] = getattr(import_module("simt.views.time.timelines.views"), name)(result, window, warp)
    return panels
