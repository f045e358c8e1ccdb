"""Histograms of a run: latencies of reads in powers of two, bandwidth over time."""

from __future__ import annotations

from typing import Any

import numpy as np

from simt.memory.clients.run import SystemServed


def latency_bins(latencies: Any) -> list[tuple[int, int]]:
    """How many latencies lie in each power of two, from the first that has some: `(64, 10)` for ten from 64 to 127."""
    if not len(latencies):
        return []
    powers = np.bincount(np.log2(np.maximum(latencies, 1)).astype(int))
    first = int(np.flatnonzero(powers)[0])
    return [(1 << power, int(powers[power])) for power in range(first, len(powers))]


def bandwidth_over_time(served: SystemServed, bins: int) -> tuple[Any, Any]:
    """The first clock of each part of the run, and MB/s of each client in it: int64 [bins], float [clients, bins]."""
    system = served.system
    edges = np.linspace(0, system["clocks"], min(bins, system["clocks"]) + 1).astype(np.int64)
    counts = [np.histogram(each.served["complete"] - 1, edges)[0] for each in served.clients]
    return edges[:-1], np.array(counts) * system.line * 1000 / (np.diff(edges) * system.channel["tCK"])
