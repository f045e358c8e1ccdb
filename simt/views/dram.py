"""Banks and data buses of DRAM over time: panels, and what `simt memory run --commands` writes of a trace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from simt.core.state.dram import COMMANDS
from simt.memory.dram.timeline import BANK_STATES, BUS_STATES, Timeline
from simt.views import palette
from simt.views.panels import Grid, Look, Panel

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from simt.memory.dram.run import Served

BANKS = Look(BANK_STATES, palette.DRAM_COLORS, palette.DRAM_MARKS, palette.DRAM_GLYPHS)
BUSES = Look(BUS_STATES, palette.DRAM_COLORS, palette.DRAM_MARKS, palette.DRAM_GLYPHS)
_ROWS = 32  # banks that are shown, at most
_WIDTH = 100


def dram_panels(timelines: Sequence[Timeline], window: range) -> list[Panel]:
    """A row per bank, and one per data bus. Of many banks those that have most commands in the window."""
    banks = [(number, bank) for number, each in enumerate(timelines) for bank in range(each.channel["banks"])]
    shown, left = banks, ""
    if len(banks) > _ROWS:
        counts = np.concatenate([_commands(each, window) for each in timelines])
        busiest = np.sort(np.argsort(-counts, kind="stable")[:_ROWS])
        shown, left = [banks[place] for place in busiest], f", the busiest {_ROWS} of {len(banks)}"
    has_many = len(timelines) > 1
    rows = tuple(f"{number}.{bank}" if has_many else str(bank) for number, bank in shown)
    cells = np.stack([timelines[number].bank(bank).cells(window) for number, bank in shown])
    buses = np.stack([each.bus().cells(window) for each in timelines])
    names = tuple(map(str, range(len(timelines)))) if has_many else ("",)
    title, word = ("data buses", "channel") if has_many else ("data bus", "")
    return [
        Grid(f"banks of DRAM{left}", rows, cells, BANKS, "read", "moments", "bank", also=("write",)),
        Grid(title, names, buses, BUSES, "read", "moments", word, also=("write",)),
    ]


def _commands(timeline: Timeline, window: range) -> np.ndarray:
    """int64 [banks]: commands of each bank in a window, refreshes apart."""
    log, banks = timeline.in_window(window), timeline.channel["banks"]
    counts: np.ndarray = np.bincount(log["bank"][log["bank"] >= 0], minlength=banks)
    return counts


# --- traces -----------------------------------------------------------------------------------------------------------


def commands_csv(timeline: Timeline, window: range) -> str:
    """A row per command: clock, name, bank and row, which a refresh does not have."""
    lines = ["clock,command,bank,row"]
    for clock, command, bank, row in timeline.in_window(window).tolist():
        place = f"{bank},{row}" if bank >= 0 else ","
        lines.append(f"{clock},{COMMANDS[command]},{place}")
    return "\n".join(lines) + "\n"


def commands_text(served: Served, window: range) -> str:
    """Banks and data bus in glyphs, a column per clock or bin of clocks."""
    from simt.views.terminal import Style, render_panels

    style = Style(_WIDTH, moment="clock")
    return "\n\n".join([_title(served, window), *render_panels(_panels(served, window), window, style)]) + "\n"


def commands_picture(served: Served, window: range) -> Figure:
    """The same as a picture. Raises `FigureError`."""
    from simt.views.pictures import draw_panels

    return draw_panels(_panels(served, window), window, _title(served, window), moment="clock")


def _panels(served: Served, window: range) -> list[Panel]:
    return dram_panels([Timeline(served.channel, served.commands)], window)


def _title(served: Served, window: range) -> str:
    return f"{served.channel.name}: clocks {window.start} to {window.stop - 1}"
