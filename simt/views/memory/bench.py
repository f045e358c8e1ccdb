"""The bench of a channel as text, data and a picture: bandwidth and latency by access pattern."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simt.memory.clients.bench import PIXEL_BYTES, Measured
from simt.views.kit.figure import COLORS, Figure, figure_style, new_figure, plain_ticks
from simt.views.kit.text import aligned, clip, percent
from simt.views.kit.theme import SOFT
from simt.views.memory.histograms import latency_bins

_MARKS = {"p50": (COLORS[2], "o"), "p99": (COLORS[4], "s"), "longest": (COLORS[1], "D")}


def bench_data(measured: Sequence[Measured]) -> dict[str, Any]:
    """Return the figures of docs/clients.md, section 9."""
    system = measured[0].served.system
    head = {"schema": "simt.memory.bench/1", "channel": system.channel.name, "policy": system.policy}
    rows = [trace.sums | {"latencies": latency_bins(trace.latencies)} for trace in measured]
    return head | {"age": system["age"], "clocks": system["clocks"], "patterns": rows}


def bench_text(measured: Sequence[Measured]) -> str:
    """Return the bench as text of at most 80 columns."""
    system = measured[0].served.system
    peak = system.channel["peak_MBps"]
    head = f"{system.channel.name}, policy {system.policy}, {system['clocks']} clocks each, peak {peak:.0f} MB/s"
    has_form = any(trace.expected is not None for trace in measured)
    form = ["form"] if has_form else []
    rows = [["pattern", "MB/s", *form, "of peak", "hits", "Mpix/s", "mean", "p50", "p99", "max"]]
    for trace in measured:
        sums = trace.sums
        form = [("" if trace.expected is None else f"{trace.expected:.0f}")] if has_form else []
        numbers = ["" if sums[f"{key}_latency"] is None else str(sums[f"{key}_latency"]) for key in _MARKS]
        rows.append([
            trace.pattern, f"{sums['MBps']:.0f}", *form, percent(trace.served.share_of_peak, 1),
            percent(trace.served.row_hits or 0, 1), f"{sums['Mpixels']:.0f}",
            "" if sums["mean_latency"] is None else f"{sums['mean_latency']:.0f}", *numbers,
        ])  # fmt: skip
    notes = [f"Mpix/s: {PIXEL_BYTES} bytes a pixel. mean to max: clocks from a read's arrival to its data"]
    return "\n".join([clip(head, 80), "", *aligned(rows, (0,), ""), *notes]) + "\n"


def bench_picture(measured: Sequence[Measured]) -> Figure:
    """Return the bandwidth by pattern, and beside it the latencies of the reads. Raises `FigureError`."""
    system = measured[0].served.system
    peak = system.channel["peak_MBps"]
    places = np.arange(len(measured))
    with figure_style():
        figure, (rates, latencies) = new_figure(8.0, 1.6 + 0.26 * len(measured), 1, 2, width_ratios=[3, 2], sharey=True)
        rates.barh(places, [trace.served.bandwidth(trace.served.bytes) for trace in measured], color=COLORS[0])
        known = [(place, trace.expected) for place, trace in zip(places, measured, strict=True) if trace.expected]
        if known:
            rates.plot([rate for _, rate in known], [place for place, _ in known], "|", color=COLORS[6], markersize=13,
                       label="closed form")  # fmt: skip
        rates.axvline(peak, color=SOFT, linewidth=0.8, linestyle="--")
        rates.set_yticks(places, [trace.pattern for trace in measured])
        rates.invert_yaxis()
        rates.set(xlim=(0, peak * 1.03), xlabel=f"MB/s; the dashed line is the peak, {peak:.0f}")
        rates.set_title(clip(f"{system.channel.name}, {system.policy}", 60))
        for place, trace in zip(places, measured, strict=True):
            if len(trace.latencies):
                p50, p99, longest = np.percentile(trace.latencies, (50, 99, 100))
                latencies.plot([p50, longest], [place, place], color=SOFT, linewidth=1.0, zorder=1)
                for value, (color, mark) in zip((p50, p99, longest), _MARKS.values(), strict=True):
                    latencies.plot(value, place, mark, color=color, markersize=4)
        for name, (color, mark) in _MARKS.items():
            latencies.plot([], [], mark, color=color, markersize=4, label=name)
        latencies.set_xscale("log")
        plain_ticks(latencies.xaxis)
        latencies.set(xlabel="clocks from arrival to data", title="latency of reads")
        figure.legend(loc="outside lower center", ncols=4)
    return figure
