"""A run of a memory system: its clients, latencies and bandwidth over time; as text, data and a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from simt.memory.clients.histograms import bandwidth_over_time, latency_bins
from simt.memory.clients.run import SystemServed
from simt.views.figure import COLORS, figure_style, new_figure
from simt.views.text import aligned, bar, clip, percent, plural

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PARTS, _LINES = 100, 16  # of the run, in the picture and as text
_BAR = 40
_NAME = 16


def clients_data(served: SystemServed) -> dict[str, Any]:
    """What docs/clients.md, section 8, tells, latencies of reads in powers of two, bandwidth over time."""
    starts, rates = bandwidth_over_time(served, _LINES)
    names = [each.client.name for each in served.clients]
    latencies = {name: latency_bins(each.latencies) for name, each in zip(names, served.clients, strict=True)}
    over_time = dict(zip(names, np.round(rates, 3).tolist(), strict=True))
    return (
        {"schema": "simt.memory.clients/1"}
        | served.sums
        | {"latencies": latencies, "bandwidth": {"clock": starts.tolist(), "MBps": over_time}}
    )


def clients_text(served: SystemServed) -> str:
    """The same in at most 80 columns."""
    sums, system = served.sums, served.system
    microseconds = system["clocks"] * system.channel["tCK"] / 1000
    head = f"{system['clocks']:,} clocks of {system.channel.name} ({microseconds:,.1f} us)"
    age = f", age {system['age']}" if system["age"] else ""
    lines = [
        clip(f"{system.name}: {head}, policy {system.policy}{age}", 80),
        f"  {sums['MBps']:,.1f} MB/s, {percent(served.share_of_peak, 1)} of the peak; row hits "
        f"{percent(served.row_hits or 0, 1)}; {plural(served.commands['refresh'], 'refresh').replace('hs', 'hes')}",
    ]
    if sums["longest_service"] is not None:
        lines.append(f"  no request takes longer than {sums['longest_service']:,} clocks")
    lines += ["", *_table(served), *_missed(served), "", *_latencies(served), "", *_over_time(served)]
    return "\n".join(lines) + "\n"


def _table(served: SystemServed) -> list[str]:
    rows = [("client", "prio", "MB/s", "share", "grants", "wait", "longest", "latency", "longest")]
    for each in served.clients:
        sums = each.sums
        mean = "" if sums["mean_wait"] is None else f"{sums['mean_wait']:.0f}"
        latency = "" if sums["mean_latency"] is None else f"{sums['mean_latency']:.0f}"
        longest = [("" if sums[key] is None else str(sums[key])) for key in ("longest_wait", "longest_latency")]
        rows.append((
            clip(each.client.name, _NAME), str(each.client["priority"]), f"{served.bandwidth(each.bytes):.1f}",
            percent(each.bytes, served.bytes), str(each.grants), mean, longest[0], latency, longest[1],
        ))  # fmt: skip
    return [*aligned(rows, (0,), ""), "waits in the queue and latencies of reads, mean and longest, in clocks"]


def _missed(served: SystemServed) -> list[str]:
    """A line per display, and one per client that got nothing."""
    lines = []
    for each in served.clients:
        name = clip(each.client.name, _NAME)
        if each.client.kind == "display":
            first = f", the first in clock {each.first_missed}" if each.missed else ""
            lines.append(f"{name}: {plural(each.missed, 'missed deadline')}{first}")
        if len(each.requests) and not each.bytes:
            advice = "" if served.system["age"] else "; an age lets it go first in the end (--age N)"
            lines.append(f"{name}: not one request was served{advice}")
    return lines


def _latencies(served: SystemServed) -> list[str]:
    bins = latency_bins(np.concatenate([each.latencies for each in served.clients]))
    if not bins:
        return ["no read was served"]
    most = max(count for _, count in bins)
    rows = [(f"{first}-{2 * first - 1}", str(count), bar(count, most, _BAR)) for first, count in bins]
    return ["reads by latency in clocks", *aligned(rows, (2,))]


def _over_time(served: SystemServed) -> list[str]:
    starts, rates = bandwidth_over_time(served, _LINES)
    peak = served.system.channel["peak_MBps"]
    rows = [(str(start), f"{rate:.0f}", bar(rate, peak, _BAR))
            for start, rate in zip(starts.tolist(), rates.sum(axis=0).tolist(), strict=True)]  # fmt: skip
    return [f"MB/s from clock to clock; a full bar is the peak, {peak:.0f}", *aligned(rows, (2,))]


def clients_picture(served: SystemServed) -> Figure:
    """Above, bandwidth over time, a layer per client; below, reads by latency. Raises `FigureError`."""
    starts, rates = bandwidth_over_time(served, _PARTS)
    names = [clip(each.client.name, 24) for each in served.clients]
    colors = [COLORS[k % len(COLORS)] for k in range(len(names))]
    peak = served.system.channel["peak_MBps"]
    with figure_style():
        figure, (over_time, latencies) = new_figure(8.0, 6.2, 2, height_ratios=[3, 2])
        edges = [*starts.tolist(), served.system["clocks"]]
        base = np.zeros(len(starts))
        for name, color, rate in zip(names, colors, rates, strict=True):
            over_time.stairs(base + rate, edges, baseline=base, fill=True, color=color, label=name)
            base = base + rate
        over_time.axhline(peak, color="#606060", linewidth=0.8, linestyle="--")
        over_time.text(edges[-1], peak, f"peak {peak:.0f}", ha="right", va="bottom", fontsize=7.5)
        over_time.set_xlim(0, edges[-1])
        over_time.set_ylim(0, peak * 1.08)
        over_time.set_xlabel("clock in which requests are complete: writes under frfcfs when they are accepted")
        over_time.set_ylabel("MB/s")
        over_time.set_title(clip(f"{served.system.name} on {served.system.channel.name}, {served.system.policy}", 80))
        _draw_latencies(latencies, served, names, colors)
        handles, labels = over_time.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=4)
    return figure


def _draw_latencies(axes: Any, served: SystemServed, names: list[str], colors: list[str]) -> None:
    bins = [dict(latency_bins(each.latencies)) for each in served.clients]
    powers = sorted({first for each in bins for first in each})
    base = np.zeros(len(powers))
    for name, color, each in zip(names, colors, bins, strict=True):
        counts = np.array([each.get(first, 0) for first in powers])
        axes.bar(range(len(powers)), counts, bottom=base, color=color, label=name)
        base = base + counts
    axes.set_xticks(range(len(powers)), [f"{first}-{2 * first - 1}" for first in powers])
    axes.set_xlabel("clocks from arrival to data")
    axes.set_ylabel("reads")
    axes.set_title("reads by latency")
