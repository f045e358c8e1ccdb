"""Histograms of a run: latencies of reads in powers of two, bandwidth over time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simt.machine.channel import Channel


def latency_bins(latencies: Any) -> list[tuple[int, int]]:
    """Count the latencies in each power of two, from the first that has some: `(64, 10)` for ten from 64 to 127."""
    if not len(latencies):
        return []
    powers = np.bincount(np.log2(np.maximum(latencies, 1)).astype(int))
    first = int(np.flatnonzero(powers)[0])
    return [(1 << power, int(powers[power])) for power in range(first, len(powers))]


def bandwidth_over_time(channel: Channel, clocks: int, completed: Sequence[Any], bins: int) -> tuple[Any, Any]:
    """Return the first clock of each part of a run, and each client's MB/s in it: int64 [bins], float [clients, bins].

    completed: int64 [requests] of each client, the clocks in which its requests were complete.
    """
    edges = np.linspace(0, clocks, min(bins, clocks) + 1).astype(np.int64)
    counts = [np.histogram(done - 1, edges)[0] if clocks else np.zeros(0, np.int64) for done in completed]
    bytes_moved = np.array(counts) * int(channel["bytes_per_req"])
    return edges[:-1], bytes_moved * 1000 / (np.diff(edges) * channel["tCK"])
