"""The output of `simt memory run --commands`: a table, text or a picture of banks and data bus over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simt.core.state.dram import COMMANDS
from simt.memory.dram.timeline import Timeline
from simt.views.kit.panels import Panel
from simt.views.time.dram import dram_panels

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from simt.memory.dram.run import Served

_WIDTH = 100


def commands_csv(timeline: Timeline, window: range) -> str:
    """A row per command: clock, name, bank and row; a refresh has no row."""
    lines = ["clock,command,bank,row"]
    for clock, command, bank, row in timeline.in_window(window).tolist():
        place = f"{bank},{row}" if bank >= 0 else ","
        lines.append(f"{clock},{COMMANDS[command]},{place}")
    return "\n".join(lines) + "\n"


def commands_text(served: Served, window: range) -> str:
    """Banks and data bus in glyphs, a column per clock or bin of clocks."""
    from simt.views.time.terminal import Style, render_panels

    style = Style(_WIDTH, moment="clock")
    return "\n\n".join([_title(served, window), *render_panels(_panels(served, window), window, style)]) + "\n"


def commands_picture(served: Served, window: range) -> Figure:
    """The same as a picture. Raises `FigureError`."""
    from simt.views.time.pictures import draw_panels

    return draw_panels(_panels(served, window), window, _title(served, window), moment="clock")


def _panels(served: Served, window: range) -> list[Panel]:
    return dram_panels([Timeline(served.channel, served.commands)], window)


def _title(served: Served, window: range) -> str:
    return f"{served.channel.name}: clocks {window.start} to {window.stop - 1}"
