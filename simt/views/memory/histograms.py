"""Histograms of global memory as text, data and pictures: reads by latency, bandwidth over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simt.machine.channel import Channel
from simt.views.kit.figure import COLORS, Axes, Figure, figure_style, new_figure
from simt.views.kit.text import aligned, bar, clip
from simt.views.kit.theme import SOFT


def latency_bins(latencies: Any) -> list[tuple[int, int]]:
    """Count the latencies by power of two, the smallest first: `(64, 10)` stands for ten latencies from 64 to 127.

    A latency of 0 counts as 1. Without latencies the list is empty.
    """
    if not len(latencies):
        return []
    powers = np.bincount(np.log2(np.maximum(latencies, 1)).astype(int))
    first = int(np.flatnonzero(powers)[0])
    return [(1 << power, int(powers[power])) for power in range(first, len(powers))]


def bandwidth_over_time(channel: Channel, clocks: int, completed: Sequence[Any], bins: int) -> tuple[Any, Any]:
    """Return the first clock of each part of a run, int64 [parts], and the MB/s in it, float [clients, parts].

    The run is divided into `bins` equal parts, or into its clocks if there are fewer.

    completed: for each client the clocks in which its requests were complete, int64 [requests].
    """
    edges = np.linspace(0, clocks, min(bins, clocks) + 1).astype(np.int64)
    counts = [np.histogram(done - 1, edges)[0] if clocks else np.zeros(0, np.int64) for done in completed]
    bytes_moved = np.array(counts) * int(channel["bytes_per_req"])
    return edges[:-1], bytes_moved * 1000 / (np.diff(edges) * channel["tCK"])


_PARTS, _LINES = 100, 16  # of a run, in a picture and as text
_BAR = 40


def histogram_data(channel: Channel, clocks: int, completed: Mapping[str, Any]) -> dict[str, Any]:
    """Return the MB/s of each client over time.

    completed: the clocks in which requests were complete, int64 [requests], by client.
    """
    starts, rates = bandwidth_over_time(channel, clocks, list(completed.values()), _LINES)
    return {"clock": starts.tolist(), "MBps": dict(zip(completed, np.round(rates, 3).tolist(), strict=True))}


def latency_lines(latencies: Any) -> list[str]:
    """Return the reads by latency, a line per power of two."""
    bins = latency_bins(latencies)
    if not bins:
        return ["no read was served"]
    largest = max(count for _, count in bins)
    rows = [(f"{first}-{2 * first - 1}", str(count), bar(count, largest, _BAR)) for first, count in bins]
    return ["reads by latency in clocks", *aligned(rows, (2,))]


def bandwidth_lines(channel: Channel, clocks: int, completed: Sequence[Any]) -> list[str]:
    """Return the MB/s of all clients over time, a line per part of the run. completed: as for `bandwidth_over_time`."""
    starts, rates = bandwidth_over_time(channel, clocks, completed, _LINES)
    peak, totals = channel["peak_MBps"], rates.sum(axis=0)
    full = max(peak, float(totals.max(initial=0)))  # posted writes may come faster than the bus moves them
    rows = [(str(start), f"{rate:.0f}", bar(rate, full, _BAR))
            for start, rate in zip(starts.tolist(), totals.tolist(), strict=True)]  # fmt: skip
    scale = f"a full bar is the peak, {peak:.0f}" if full == peak else f"a full bar is {full:.0f}, the peak {peak:.0f}"
    return [f"MB/s from clock to clock; {scale}", *aligned(rows, (2,))]


def history_picture(
    channel: Channel, clocks: int, completed: Mapping[str, Any], latencies: Sequence[Any], *, title: str, time: str,
    waiting: str,
) -> Figure:  # fmt: skip
    """Return the bandwidth over time, a layer per client, above the reads by latency.

    - completed: the clocks in which requests were complete, int64 [requests], by client.
    - latencies: int64 [reads] for each client, in clocks.
    - time, waiting: the labels of the two axes in clocks.

    Raises `FigureError`.
    """
    with figure_style():
        figure, (over_time, reads) = new_figure(8.0, 6.2, 2, height_ratios=[3, 2])
        _draw_bandwidth(over_time, channel, clocks, completed)
        over_time.set_xlabel(time)
        over_time.set_title(clip(title, 80))
        _draw_latencies(reads, latencies, waiting)
        handles, labels = over_time.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=min(4, len(completed)))
    return figure


def _draw_bandwidth(axes: Axes, channel: Channel, clocks: int, completed: Mapping[str, Any]) -> None:
    starts, rates = bandwidth_over_time(channel, clocks, list(completed.values()), _PARTS)
    peak = channel["peak_MBps"]
    edges = [*starts.tolist(), clocks]
    base = np.zeros(len(starts))
    for k, (name, rate) in enumerate(zip(completed, rates, strict=True)):
        axes.stairs(base + rate, edges, baseline=base, fill=True, color=COLORS[k % len(COLORS)], label=clip(name, 24))
        base = base + rate
    axes.axhline(peak, color=SOFT, linewidth=0.8, linestyle="--")
    axes.text(edges[-1], peak, f"peak {peak:.0f}", ha="right", va="bottom", fontsize=7.5)
    axes.set(xlim=(0, edges[-1] or 1), ylim=(0, max(peak, float(base.max(initial=0))) * 1.08), ylabel="MB/s")


def _draw_latencies(axes: Axes, latencies: Sequence[Any], label: str) -> None:
    bins = [dict(latency_bins(client)) for client in latencies]
    powers = sorted({first for client in bins for first in client})
    base = np.zeros(len(powers))
    for k, client in enumerate(bins):
        counts = np.array([client.get(first, 0) for first in powers])
        axes.bar(range(len(powers)), counts, bottom=base, color=COLORS[k % len(COLORS)])
        base = base + counts
    axes.set_xticks(range(len(powers)), [f"{first}-{2 * first - 1}" for first in powers])
    axes.set(xlabel=label, ylabel="reads", title="reads by latency")
