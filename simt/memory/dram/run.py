"""Runs of a DRAM controller: the requests of a trace, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from simt.core.engine.entry import call
from simt.core.engine.names import DRAM
from simt.core.jit.packed import pack
from simt.core.memory.dram.trace import PROGRESS
from simt.core.state.dram import COMMAND, idle
from simt.machine.channel import Channel, load
from simt.memory.dram.traces import requests_of

_CLOCKS = 300_000  # the most in a call: some hundredths of a second, so that Ctrl-C has an effect


@dataclass(frozen=True)
class Served:
    """A run of a trace of requests."""

    channel: Channel
    requests: Any  # REQUEST [n], with their clocks
    clocks: int  # up to the last data
    computed: int  # clocks that were simulated; the others were skipped
    commands: Any  # COMMAND [n]: all commands in order; empty without `log=True`

    @property
    def share_of_peak(self) -> float:
        """The requested bytes, as a share of the bytes that the bus can move in `clocks` clocks."""
        return len(self.requests) * self.channel.burst / self.clocks if self.clocks else 0.0

    @property
    def latencies(self) -> Any:
        """The clocks from the acceptance of each read to its data: int64 [reads]."""
        reads = self.requests[self.requests["is_write"] == 0]
        return reads["complete"] - reads["accept"]

    @property
    def sums(self) -> dict[str, object]:
        """The figures of the run, as plain values for JSON."""
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
    """Serve requests in the order of their arrival (docs/dram.md, "Requests"), and store their clocks in `requests`.

    - requests: REQUEST [n].
    - max_outstanding: the largest number of reads that wait for data at the same time; 0 for any number.
    - log: whether to keep all commands.
    - progress: called repeatedly with the number of accepted requests.
    """
    dram = idle(channel, requests, _CLOCKS if log else 0)  # a command in a clock at most
    state = np.zeros(1, PROGRESS)
    under_way = np.zeros(min(max_outstanding, len(requests)), np.int64)
    arguments = pack(dram, state, under_way)
    commands = [np.zeros(0, COMMAND)]
    while not state["is_done"][0]:
        call(DRAM, arguments, _CLOCKS)
        commands.append(dram.log[0, : dram.control["logged"][0]].copy())
        dram.control["logged"] = 0
        if progress is not None:
            progress(int(state["request"][0]))
    clocks = int(requests["complete"].max()) if len(requests) else 0
    return Served(channel, requests, clocks, int(state["computed"][0]), np.concatenate(commands))


def compile_engine() -> None:
    """Compile the engine of the controller, or load it from the cache."""
    channel = load("ddr2-400-5e")
    serve(channel, requests_of(b"0 0 R", channel, ""))
