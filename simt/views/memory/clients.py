"""The run of a memory system as text, data and a picture: its clients, latencies, and bandwidth over time."""

from __future__ import annotations

from typing import Any

import numpy as np

from simt.core.memory.clients.layout import POLICIES
from simt.memory.clients.run import SystemServed
from simt.views.kit.figure import Figure
from simt.views.kit.text import aligned, clip, percent, plural
from simt.views.memory.histograms import bandwidth_lines, histogram_data, history_picture, latency_bins, latency_lines

_NAME = 16


def clients_data(served: SystemServed) -> dict[str, Any]:
    """Return the figures of docs/clients.md, section 8: latencies of reads in powers of two, bandwidth over time."""
    system = served.system
    latencies = {record.client.name: latency_bins(record.latencies) for record in served.clients}
    over_time = histogram_data(system.channel, system["clocks"], _completed(served))
    return {"schema": "simt.memory.clients/1"} | served.sums | {"latencies": latencies, "bandwidth": over_time}


def clients_text(served: SystemServed) -> str:
    """Return the run as text of at most 80 columns."""
    sums, system = served.sums, served.system
    microseconds = system["clocks"] * system.channel["tCK"] / 1000
    head = f"{system['clocks']} clocks of {system.channel.name} ({microseconds:.1f} us)"
    age = f", age {system['age']}" if system["age"] else ""
    if system["hold"] and system.policy != POLICIES[0]:
        age += f", hold {system['hold']}"
    lines = [
        clip(f"{system.name}: {head}, policy {system.policy}{age}", 80),
        f"  {sums['MBps']:.1f} MB/s, {percent(served.share_of_peak, 1)} of the peak; row hits "
        f"{percent(served.row_hits or 0, 1)}; {plural(served.commands['refresh'], 'refresh', 'es')}",
    ]
    if sums["longest_service"] is not None:
        lines.append(f"  no request takes longer than {sums['longest_service']} clocks")
    latencies = latency_lines(np.concatenate([record.latencies for record in served.clients]))
    over_time = bandwidth_lines(system.channel, system["clocks"], list(_completed(served).values()))
    lines += ["", *_table(served), *_missed(served), "", *latencies, "", *over_time]
    return "\n".join(lines) + "\n"


def _table(served: SystemServed) -> list[str]:
    rows = [("client", "prio", "MB/s", "rate", "grants", "wait", "longest", "latency", "longest")]
    for record in served.clients:
        sums = record.sums
        mean = "" if sums["mean_wait"] is None else f"{sums['mean_wait']:.0f}"
        latency = "" if sums["mean_latency"] is None else f"{sums['mean_latency']:.0f}"
        longest = [("" if sums[key] is None else str(sums[key])) for key in ("longest_wait", "longest_latency")]
        rows.append((
            clip(record.client.name, _NAME), str(record.client["priority"]), f"{served.bandwidth(record.bytes):.1f}",
            f"{record.rate_MBps:.1f}",
            str(record.grants), mean, longest[0], latency, longest[1],
        ))  # fmt: skip
    return [
        *aligned(rows, (0,), ""),
        "rate: MB/s between clocks in which as much of the client is outstanding, if any",
        "waits in the queue and latencies of reads, mean and longest, in clocks",
    ]


def _missed(served: SystemServed) -> list[str]:
    """Return the lines on the deadlines of each display, and on each client that was never served."""
    lines = []
    for record in served.clients:
        name = clip(record.client.name, _NAME)
        if record.client.kind == "display":
            first = f", the first in clock {record.first_missed}" if record.missed else ""
            lines.append(f"{name}: {plural(record.missed, 'missed deadline')}{first}")
        if len(record.requests) and not record.bytes:
            advice = "" if served.system["age"] else "; an age lets it go first in the end (--age N)"
            lines.append(f"{name}: not one request was served{advice}")
    return lines


def clients_picture(served: SystemServed) -> Figure:
    """Return the bandwidth over time, a layer per client, above the reads by latency. Raises `FigureError`."""
    system = served.system
    return history_picture(
        system.channel, system["clocks"], _completed(served), [record.latencies for record in served.clients],
        title=f"{system.name} on {system.channel.name}, {system.policy}", waiting="clocks from arrival to data",
        time="clock in which requests are complete: writes under frfcfs when they are accepted",
    )  # fmt: skip


def _completed(served: SystemServed) -> dict[str, Any]:
    return {record.client.name: record.served["complete"] for record in served.clients}
