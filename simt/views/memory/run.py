"""The run of a trace through a channel as text, data and a picture: sums, latencies of reads, bandwidth over time."""

from __future__ import annotations

from typing import Any

from simt.core.state.dram import COMMANDS
from simt.memory.dram.run import Served
from simt.memory.dram.timeline import Timeline
from simt.views.kit.figure import Figure
from simt.views.kit.panels import Panel
from simt.views.kit.text import clip, percent, plural
from simt.views.memory.histograms import bandwidth_lines, histogram_data, history_picture, latency_bins, latency_lines
from simt.views.time.dram import dram_panels
from simt.views.time.pictures import draw_panels
from simt.views.time.terminal import Style, render_panels


def sums_text(served: Served) -> str:
    """Return the requests, their clocks and the share of the peak bandwidth, in a line."""
    requests = plural(len(served.requests), "request")
    return f"{requests} in {served.clocks} clocks, {percent(served.share_of_peak, 1)} of the peak"


def run_data(served: Served) -> dict[str, Any]:
    """Return the sums, latencies of reads in powers of two, bandwidth over time."""
    over_time = histogram_data(served.channel, served.clocks, _completed(served))
    more = {"latencies": latency_bins(served.latencies), "bandwidth": over_time}
    return {"schema": "simt.memory.run/1"} | served.sums | more


def run_text(served: Served) -> str:
    """Return the run as text of at most 80 columns."""
    over_time = bandwidth_lines(served.channel, served.clocks, list(_completed(served).values()))
    head = clip(f"{served.channel.name}: {sums_text(served)}", 80)
    return "\n".join([head, "", *latency_lines(served.latencies), "", *over_time]) + "\n"


def run_picture(served: Served) -> Figure:
    """Return the bandwidth over time, of reads and of writes, above the reads by latency. Raises `FigureError`."""
    return history_picture(
        served.channel, served.clocks, _completed(served), [served.latencies],
        title=f"{served.channel.name}: {sums_text(served)}", waiting="clocks from acceptance to data",
        time="clock in which requests are complete: writes when they are accepted",
    )  # fmt: skip


def _completed(served: Served) -> dict[str, Any]:
    is_write = served.requests["is_write"] == 1
    return {"reads": served.requests["complete"][~is_write], "writes": served.requests["complete"][is_write]}


_WIDTH = 100


def commands_csv(timeline: Timeline, window: range) -> str:
    """Return a line per command: clock, name, bank and row.

    Bank and row are empty for a refresh of all banks; a refresh of a single bank has row -1.
    """
    lines = ["clock,command,bank,row"]
    for clock, command, bank, row in timeline.in_window(window).tolist():
        place = f"{bank},{row}" if bank >= 0 else ","
        lines.append(f"{clock},{COMMANDS[command]},{place}")
    return "\n".join(lines) + "\n"


def commands_text(served: Served, window: range) -> str:
    """Return the commands over time as text: banks and data bus in glyphs, a column per clock or bin of clocks."""
    style = Style(_WIDTH, moment="clock")
    return "\n\n".join([_title(served, window), *render_panels(_panels(served, window), window, style)]) + "\n"


def commands_picture(served: Served, window: range) -> Figure:
    """Return the commands over time as a picture. Raises `FigureError`."""
    return draw_panels(_panels(served, window), window, _title(served, window), moment="clock")


def _panels(served: Served, window: range) -> list[Panel]:
    return dram_panels([Timeline(served.channel, served.commands)], window)


def _title(served: Served, window: range) -> str:
    return f"{served.channel.name}: clocks {window.start} to {window.stop - 1}"
