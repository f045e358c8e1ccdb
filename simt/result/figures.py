"""The figures of a run, each from the counts that it follows from.

A `Result` has them from its cores; a sweep, for many runs at once, from the engine's sums.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from simt.core.state.reasons import LANE_KINDS

if TYPE_CHECKING:
    from simt.machine import Machine


def ipc(instructions: int, cycles: int) -> float:
    """Return warp instructions per cycle, 0 without cycles."""
    return instructions / cycles if cycles else 0.0


def seconds(machine: Machine, cycles: int) -> float:
    """Return the time of simulated cycles at the machine's clock."""
    return cycles / (machine.clock_mhz * 1e6)


def conflict_cycles(machine: Machine, accesses: int, passes: int) -> int:
    """Return the LDS cycles beyond one per beat: the cost of bank conflicts to the LDS, hidden by other work or not."""
    return (passes - accesses * machine.beats("lds")) * machine.lds.interval


def exposed_cycles(machine: Machine, slots: int) -> int:
    """Return the cycles that bank conflicts took from issue, from the issue slots that they cost.

    With an issue width of 1 they are the conflict cycles that nothing hides; a bundle counts once.
    """
    return slots // machine.vliw.slots


def lane_ledger(machine: Machine, operations: int, active: int, diverged: int, tail: int) -> dict[str, int]:
    """Return the lane ledger: issued operations x lanes by what the lane was; the rest had finished."""
    rest = operations * machine.warp_size - active - diverged - tail
    return dict(zip(LANE_KINDS, (active, diverged, rest, tail), strict=True))
