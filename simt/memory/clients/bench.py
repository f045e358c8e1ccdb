"""A bench of usual access patterns, each by clients at full speed (docs/clients.md, section 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from simt.core.memory.clients.layout import POLICIES
from simt.interruption import kept
from simt.machine.channel import Channel
from simt.memory.clients.description import System, system_of
from simt.memory.clients.grants import granted_bandwidth
from simt.memory.clients.run import SystemServed, run

PIXEL_BYTES = 6  # the HMGPU's, docs/clients.md
_MOST = 1 << 32


@dataclass(frozen=True)
class Measured:
    """A pattern and its run."""

    pattern: str
    served: SystemServed
    expected: float | None  # MB/s by the closed form of exclusive grants, None if there is no such form

    @property
    def latencies(self) -> Any:
        """The clocks from arrival to data, of all completed reads: int64 [n]."""
        return np.concatenate([client.latencies for client in self.served.clients])

    @property
    def sums(self) -> dict[str, object]:
        """The figures of the pattern (docs/clients.md, section 9), as plain values for JSON."""
        served, latencies = self.served, self.latencies
        rate = served.bandwidth(served.bytes)
        p50 = p99 = longest = None
        if len(latencies):
            p50, p99, longest = map(int, np.percentile(latencies, (50, 99, 100), method="lower"))
        return {
            "pattern": self.pattern,
            "MBps": round(rate, 3),
            "closed_form_MBps": None if self.expected is None else round(self.expected, 3),
            "share_of_peak": round(served.share_of_peak, 6),
            "row_hits": None if served.row_hits is None else round(served.row_hits, 6),
            "Mpixels": round(rate / PIXEL_BYTES, 3),
            "mean_latency": round(float(latencies.mean()), 3) if len(latencies) else None,
            "p50_latency": p50,
            "p99_latency": p99,
            "longest_latency": longest,
        }


def patterns(channel: Channel, values: Mapping[str, object]) -> Iterator[tuple[System, float | None]]:
    """Yield a memory system for each pattern, and its MB/s by the closed form of exclusive grants, or None.

    None stands for a pattern without a closed form, and for a policy without exclusive grants.

    values: keys of the memory systems, with their values. Raises `MemorySystemError` for wrong ones.
    """
    line = int(channel["bytes_per_req"])
    memory = min(channel.bytes, _MOST)
    burst = line * max(1, 512 // line)
    next_row = line << channel.places()["row_shift"]

    def pattern(
        name: str, expected: tuple[int, float] | None, *clients: dict[str, object]
    ) -> tuple[System, float | None]:
        common = {"kind": "cores", "address": 0, "bytes": memory, "burst": burst}
        tables = [common | {"name": f"client {number}"} | client for number, client in enumerate(clients)]
        system = system_of({"channel": {"name": channel.name} | dict(channel.values), "client": tables, **values}, name)
        if expected is None or system.policy != POLICIES[0]:
            return system, None
        requests, write = expected
        return system, granted_bandwidth(channel, min(requests * line, system["grant"]) // line, write)

    in_row = burst // line
    half: dict[str, object] = {"write": 0.5}
    yield pattern("read", (in_row, 0), {})
    yield pattern("write", (in_row, 1), {"write": 1})
    yield pattern("copy", (in_row, 0.5), {"pattern": "copy"})
    yield pattern("mix", (in_row, 0.5), half)
    yield pattern("random read", None, {"pattern": "random", "access": line})
    yield pattern("random mix", None, {"pattern": "random", "access": line} | half)
    stride = 2 * line
    while stride <= next_row and stride < memory:
        yield pattern(f"stride {stride}", None, {"pattern": "strided", "stride": stride, "access": line})
        stride *= 2
    yield pattern("other row", (1, 0), {"pattern": "strided", "stride": next_row, "access": line})


def bench(channel: Channel, *, progress: Callable[[int], object] | None = None, **values: object) -> list[Measured]:
    """Run all patterns and return their measurements.

    progress: called repeatedly with the clocks of all patterns so far. values: keys of the memory systems (policy,
    grant, age, clocks).

    A `KeyboardInterrupt` has the finished measurements as `done`. Raises `MemorySystemError` for wrong values.
    """
    measured: list[Measured] = []
    before = 0
    with kept(lambda: measured):
        for system, expected in patterns(channel, values):

            def report(clocks: int, before: int = before) -> None:
                if progress is not None:
                    progress(before + clocks)

            measured.append(Measured(system.name, run(system, progress=report), expected))
            before += system["clocks"]
    return measured
