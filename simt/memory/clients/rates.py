"""The rate at which a client is served, independent of its queue at the end of the run (docs/clients.md, section 8)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simt.memory.clients.description import Client, System, scan_rate

_START = 8  # the first 1/8 of the run is left out


class Rate(NamedTuple):
    """The bytes moved for a client from clock `first` to `last`.

    is_balanced: whether the client asked for exactly this number of bytes between the two clocks.
    """

    bytes: int
    first: int
    last: int
    is_balanced: bool

    def bandwidth(self, clock_ns: float) -> float:
        """Return the rate in MB/s; 0 if the two clocks are the same. clock_ns: the length of a clock in ns."""
        return 1000 * self.bytes / ((self.last - self.first) * clock_ns) if self.last > self.first else 0.0


def asked_rate(client: Client, system: System) -> float | None:
    """Return the MB/s that a client asks for; None if it has no limit."""
    if client.kind == "display":
        return float(scan_rate(client))
    if client.kind == "loader":  # a program stored and one loaded in every interval
        return float(2000 * system.layout.program_bytes / (client["interval"] * system.channel["tCK"]))
    rate: float = client.values.get("rate") or 0.0
    return rate or None


def rate_of(system: System, operations: Any, requests: Any) -> Rate:
    """Return the rate at which a client moves data, and the clocks over which it is measured.

    operations: OPERATION [n], with `end` counted from the client's first request. requests: REQUEST [n], the requests
    of the client.

    A client asks for an operation in the operation's earliest clock. From then on the operation's requests are
    outstanding, until they are complete. Take two clocks at which the client asks and has the same number of requests
    outstanding. Between these clocks, the data that was moved equals the data that the client asked for. The time
    between these clocks is a stretch.

    The first eighth of the run is left out. If the longest stretch covers at least half of the rest, the rate is
    measured over this stretch; if not, over the whole rest. A client that asks faster than it is served has only short
    stretches, because more and more of its requests are outstanding. A client that asks for everything at once has no
    stretch.
    """
    clocks, line = int(system["clocks"]), system.line
    start = clocks // _START
    complete = np.sort(requests["complete"])
    before = np.concatenate(([0], operations["end"][:-1])).astype(np.int64)
    is_asked = (operations["earliest"] >= start) & (operations["earliest"] <= clocks)
    earliest, before = operations["earliest"][is_asked], before[is_asked]
    outstanding = before - np.searchsorted(complete, earliest, side="right")
    levels, firsts = np.unique(outstanding, return_index=True)
    lasts = len(outstanding) - 1 - np.unique(outstanding[::-1], return_index=True)[1]
    if len(levels):
        longest = int(np.argmax(earliest[lasts] - earliest[firsts]))
        begin, end = int(firsts[longest]), int(lasts[longest])
        first, last = int(earliest[begin]), int(earliest[end])
        if 2 * (last - first) >= clocks - start:
            return Rate(line * int(before[end] - before[begin]), first, last, True)
    moved = np.searchsorted(complete, [start, clocks], side="right")
    return Rate(line * int(moved[1] - moved[0]), start, clocks, False)
