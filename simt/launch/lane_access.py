"""The addresses of one access by lane, at the end of the cycle in which the access enters its unit.

The addresses are not recorded: the launch is simulated again up to this cycle (`simt.launch.replay.States`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from simt.core.blocks.lds import ADDRESS
from simt.core.memory.coalescer import BYTES, LANES

if TYPE_CHECKING:
    from simt.core.state.state import State


class Transaction(NamedTuple):
    """A transaction with global memory: its first byte, its bytes, and the lanes that it serves, as bits."""

    first: int
    size: int
    lanes: int


@dataclass(frozen=True, eq=False)
class LaneAccess:
    """An access of a warp.

    - addresses: int64 [lanes], bytes of global memory, or words of a core's local memory; undefined for inactive lanes.
    - base: the first word of the work-group in local memory, 0 for global memory.
    - transactions: the transactions with global memory, in their order; empty for local memory.
    """

    addresses: np.ndarray
    base: int
    transactions: tuple[Transaction, ...]


def local_access(state: State, core: int, warp: int) -> LaneAccess:
    """Return the access that has entered the LDS of a core in the last cycle. warp: the warp of the access."""
    link = state.cores.link
    base = 0 if link is None else int(link.sides[core, warp]["local_base"])
    return LaneAccess(state.cores.memory.scratch[core, :, ADDRESS].copy(), base, ())


def global_access(state: State, core: int) -> LaneAccess:
    """Return the access that has entered the coalescer of a core in the last cycle."""
    link = state.cores.link
    unit = link.units[core, 0]
    addresses = link.addresses[core, int(unit["slot"])].copy()
    transactions = []
    for row in link.segments[core, : int(unit["count"])].tolist():
        lanes, size = row[LANES], row[BYTES]
        lowest = (lanes & -lanes).bit_length() - 1
        transactions.append(Transaction(int(addresses[lowest]) & -size, size, lanes & (1 << len(addresses)) - 1))
    return LaneAccess(addresses, 0, tuple(transactions))
