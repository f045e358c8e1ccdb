"""What a run on a device adds to a `Result`: its cores, its places for work-groups, its traffic with global memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from simt.core.state.grid import Grid

if TYPE_CHECKING:
    from simt.machine import Machine
    from simt.result.result import Events, Ledgers


@dataclass(frozen=True, eq=False)
class Traffic:
    """Accesses to global memory by instruction of the program, each int64 [instructions].

    accesses: those that entered the coalescer; transactions: what it made of them; moved: their bytes.
    """

    accesses: np.ndarray
    transactions: np.ndarray
    moved: np.ndarray


@dataclass(frozen=True, eq=False)
class CoreResult:
    """One core of a device. Warps are numbered as in its ring: place x warps of a group + warp of the group."""

    number: int
    cycles: int  # those that its ledgers cover
    instructions: int
    ledgers: Ledgers
    issues: np.ndarray  # int64 [instructions], and so on: as in `Result`
    accesses: np.ndarray
    passes: np.ndarray
    active_lanes: np.ndarray
    disagreements: np.ndarray
    traffic: Traffic
    memory: np.ndarray  # uint32 [local words], as the last groups left it
    registers: np.ndarray  # uint32 [warps, registers, lanes]
    carry: np.ndarray  # int64 [warps]
    events: Events | None


@dataclass(frozen=True, eq=False)
class DevicePart:
    """A launch on a device. Empty `cores`: a functional run, which has no places either."""

    grid: Grid
    bounds: Mapping[str, int]  # places for work-groups in a core by what bounds them
    traffic: Traffic  # of all cores
    cores: tuple[CoreResult, ...]
    shown: int | None = None  # the core that a result shows alone (`Result.of_core`)

    @property
    def places(self) -> int:
        """Work-groups that a core holds at a time."""
        return min(self.bounds.values())

    @property
    def bounded_by(self) -> list[str]:
        """What allows no more places."""
        return [name for name, places in self.bounds.items() if places == self.places]

    @property
    def transactions(self) -> int:
        """Transactions of all accesses."""
        return int(self.traffic.transactions.sum())

    @property
    def moved(self) -> int:
        """Bytes of all transactions."""
        return int(self.traffic.moved.sum())

    @property
    def accesses(self) -> int:
        """Accesses of warps to global memory."""
        return int(self.traffic.accesses.sum())

    def to_dict(self, machine: Machine, cycles: int) -> dict[str, Any]:
        """Plain values for JSON."""
        grid, peak = self.grid, machine.memory.bytes_per_cycle
        rate = self.moved / cycles if cycles else 0.0
        return {
            "global_size": list(grid.size),
            "local_size": list(grid.local),
            "groups": grid.groups,
            "places": {"count": self.places, "bounded_by": self.bounded_by, "bounds": dict(self.bounds)},
            "memory": {
                "accesses": self.accesses,
                "transactions": self.transactions,
                "transactions_per_access": self.transactions / self.accesses if self.accesses else None,
                "bytes": self.moved,
                "bytes_per_cycle": rate,
                "share_of_peak": rate / peak,
            },
            "cores": [
                {
                    "core": core.number,
                    "cycles": core.cycles,
                    "instructions": core.instructions,
                    "transactions": int(core.traffic.transactions.sum()),
                    "bytes": int(core.traffic.moved.sum()),
                    "ledgers": {
                        "issue": core.ledgers.issue,
                        "warp": core.ledgers.warp,
                        "lane": dict(core.ledgers.lane),
                    },
                }
                for core in self.cores
            ],
        }
