"""Runs of a DRAM controller: the requests of a trace, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from simt.core.engine.entry import DRAM, call
from simt.core.memory.dram.trace import PROGRESS
from simt.core.state.dram import COMMAND, idle
from simt.machine.channel import Channel, load
from simt.memory.dram.traces import requests_of

_CLOCKS = 300_000  # computed in one call: some hundredths of a second, so that Ctrl-C is heard


@dataclass(frozen=True)
class Served:
    """The outcome of a trace: its requests with their clocks, and how long the controller was at work."""

    channel: Channel
    requests: Any  # REQUEST [n]
    clocks: int  # until the last data was there
    computed: int  # clocks in which something was looked at; the others were skipped
    commands: Any  # COMMAND [n], in the order in which they were issued; empty unless they were asked for

    @property
    def share_of_peak(self) -> float:
        """The requested bytes, as a share of the bytes that the bus could have moved in that time."""
        return len(self.requests) * self.channel.burst / self.clocks if self.clocks else 0.0

    @property
    def latencies(self) -> Any:
        """int64 [reads]: clocks from when a read was accepted until its data was there."""
        reads = self.requests[self.requests["is_write"] == 0]
        return reads["complete"] - reads["accept"]

    @property
    def sums(self) -> dict[str, object]:
        """Return how long it took in all."""
        latencies = self.latencies
        return {
            "channel": self.channel.name,
            "requests": len(self.requests),
            "reads": len(latencies),
            "clocks": self.clocks,
            "share_of_peak": round(self.share_of_peak, 6),
            "mean_read_latency": round(float(latencies.mean()), 3) if len(latencies) else None,
            "longest_read_latency": int(latencies.max()) if len(latencies) else None,
        }


def serve(
    channel: Channel, requests: Any, max_outstanding: int = 0, *, log: bool = False,
    progress: Callable[[int], object] | None = None,
) -> Served:  # fmt: skip
    """Serve requests in order, as docs/dram.md says under "Requests"; their clocks are written into them.

    requests: REQUEST [n]. max_outstanding: reads that may be under way at once, 0 for any number. log: keep
    all commands. progress: called now and then with the number of requests that have been accepted.
    """
    dram = idle(channel, requests, _CLOCKS if log else 0)  # a command in a clock at most
    state = np.zeros(1, PROGRESS)
    under_way = np.zeros(min(max_outstanding, len(requests)), np.int64)
    commands = [np.zeros(0, COMMAND)]
    while not state["is_done"][0]:
        call(DRAM, dram, state, under_way, np.int64(_CLOCKS))
        commands.append(dram.log[0, : dram.control["logged"][0]].copy())
        dram.control["logged"] = 0
        if progress is not None:
            progress(int(state["request"][0]))
    clocks = int(requests["complete"].max()) if len(requests) else 0
    return Served(channel, requests, clocks, int(state["computed"][0]), np.concatenate(commands))


def compile_engine() -> None:
    """Have the controller's code in memory and on disk."""
    channel = load("ddr2-400-5e")
    serve(channel, requests_of(b"0 0 R", channel, ""))
