"""The figures of a run, as functions of its counts, for `Result` and for sweeps of many runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simt.machine import Machine


def ipc(instructions: int, cycles: int) -> float:
    """Return the warp instructions per cycle, 0 without cycles."""
    return instructions / cycles if cycles else 0.0


def seconds(machine: Machine, cycles: int) -> float:
    """Return the seconds that the simulated cycles take at the machine's clock."""
    return cycles / (machine.clock_mhz * 1e6)


def conflict_cycles(machine: Machine, accesses: int, passes: int) -> int:
    """Return the LDS cycles that bank conflicts cost: `lds.interval` for each pass beyond one per beat."""
    return (passes - accesses * machine.beats("lds")) * machine.lds.interval


def exposed_cycles(machine: Machine, slots: int) -> int:
    """Return the issue slots lost to bank conflicts, with the slots of a bundle counted once.

    slots: the lost issue slots, with each slot of a bundle counted.

    With an issue width of 1, this is the number of cycles of bank conflicts in which no other warp issues.
    """
    return slots // machine.vliw.count
