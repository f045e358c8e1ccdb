"""The optional groups of a core before cycle 0: of bundles, of the register file, of instructions in flight, of lanes.

The parts of a program that a group holds are as lowered: `lowering.Lowered` names them.
"""

from __future__ import annotations

import numpy as np

from simt.core.state import layout
from simt.core.state.ages import NOBODY
from simt.core.state.homes import Formation
from simt.core.state.layout import NEVER, NO_BARRIER, NO_JOIN, Bundles, Collectors, Divergence, Flights, RegisterFile
from simt.core.state.operands import OperandFile, set_of
from simt.machine import Machine


def bundles_of(machine: Machine, warps: int, positions: np.ndarray) -> Bundles:
    """Return the bundles of a core with `warps` warps, none of which is in flight."""
    return Bundles(
        positions,
        parts=np.zeros((warps, machine.vliw.count), layout.PART),
        left=np.zeros(warps, np.int64),
        count=np.zeros(warps, np.int64),
    )


def register_file_of(machine: Machine, warps: int, reads: np.ndarray, writes: np.ndarray) -> RegisterFile:
    """Return the banks of a core with `warps` warps; on a machine without banks, one of which no access is asked."""
    count = max(1, machine.register_banks)
    slots = machine.vliw.count if machine.register_file_organisation == "three_banks" else 1
    banks = np.zeros(1, layout.BANKS)
    banks[0]["count"] = count
    banks[0]["stages"] = slots - 1
    passages = np.zeros(warps, layout.PASSAGE)
    passages["left"] = -1
    return RegisterFile(
        banks,
        reads,
        writes,
        read_free=np.zeros(count, np.int64),
        write_free=np.zeros(count, np.int64),
        stages=np.full(max(1, slots - 1), -1, np.int64),
        passages=passages,
        written=np.zeros(most_in_flight(machine, warps), layout.WRITE),
    )


def collectors_of(machine: Machine, warps: int, reads: np.ndarray, writes: np.ndarray) -> Collectors:
    """Return the empty operand collectors of a core with `warps` warps."""
    pools = np.zeros(1, layout.POOL)
    pools[0]["banks"] = count = machine.register_file.banks
    return Collectors(
        pools,
        taken=np.zeros(machine.issue.schedulers, np.int64),
        waiting=np.zeros(machine.issue.schedulers * machine.register_file.collectors, np.int64),
        due=np.zeros(warps * machine.issue.entries, np.int64),
        collected=np.zeros(warps, np.int64),
        reads=reads,
        writes=writes,
        read_free=np.zeros(count, np.int64),
        write_free=np.zeros(count, np.int64),
    )


def flights_of(machine: Machine, warps: int, code: np.ndarray, uses: np.ndarray) -> Flights:
    """Return the empty scoreboards of `warps` warps, on a machine whose warps have several instructions in flight.

    code, uses: the program, as lowered for the machine.
    """
    entries = machine.issue.entries
    flights = np.zeros(warps * entries, layout.FLIGHT)
    flights["warp"] = np.arange(warps * entries) // entries
    flights["place"] = np.arange(warps * entries) % entries
    flights["sequence"] = -1
    flights["enter_cycle"] = flights["retire_cycle"] = -1
    flights["release"] = NEVER
    boards = np.zeros(warps, layout.BOARD)
    boards["steering"] = -1
    numbers, step = np.arange(warps), machine.issue.schedulers
    boards["scheduler"] = numbers % step
    # By age the warps of a scheduler are in the order of their numbers: none has been selected.
    boards["older"] = np.where(numbers >= step, numbers - step, NOBODY)
    boards["younger"] = np.where(numbers + step < warps, numbers + step, NOBODY)
    return Flights(flights, boards, uses, _schedulers(machine, warps), _first_wants(machine, code, uses, boards))


def most_in_flight(machine: Machine, warps: int) -> int:
    """Return the number of instructions that `warps` warps have in flight, at most."""
    return warps * (machine.issue.entries if machine.issue.has_scoreboard else 1)


def rings_of(machine: Machine, warps: int) -> list[range]:
    """Return the warps of each scheduler (docs/processor.md, section 25)."""
    count = machine.issue.schedulers
    return [range(number, warps, count) for number in range(count)]


def _schedulers(machine: Machine, warps: int) -> np.ndarray:
    schedulers = np.zeros(machine.issue.schedulers, layout.SCHEDULER)
    schedulers["step"] = machine.issue.interval
    schedulers["turn"] = np.arange(len(schedulers)) % machine.issue.interval
    for scheduler, ring in zip(schedulers, rings_of(machine, warps), strict=True):
        scheduler["ring"] = set_of(ring)
        scheduler["oldest"] = ring[0] if ring else NOBODY
        scheduler["youngest"] = scheduler["end"] = scheduler["last"] = ring[-1] if ring else NOBODY
    return schedulers


def _first_wants(machine: Machine, code: np.ndarray, uses: np.ndarray, boards: np.ndarray) -> np.ndarray:
    """Return the sets of warps by what their first instructions want, and note in the boards who is in which."""
    traps = sum(machine.unit_counts.values())
    first = code[0]
    is_legal = first["operations"] > 0
    boards["wants"], boards["slots"] = traps, 0
    if is_legal:
        boards["wants"] = first["first_instance"] + (boards["scheduler"] if first["per_scheduler"] else 0)
        boards["slots"] = uses[0]["slots"]
    units = [set_of(np.flatnonzero(boards["wants"] == place).tolist()) for place in range(traps + 1)]
    slots = [set_of(np.flatnonzero(boards["slots"] >> slot & 1).tolist()) for slot in range(machine.issue_width)]
    return np.array(units + slots, np.int64)


def divergence_of(machine: Machine, warps: int) -> Divergence:
    """Return the places of waiting lanes before cycle 0, no larger than the policy needs."""
    branch, lanes = machine.branch, machine.warp_size
    depth = branch.stack_depth if branch.has_stack else 1
    current = NO_BARRIER if branch.has_barriers else NEVER if branch.is_lowest_first else NO_JOIN
    has_counters = branch.has_barriers or branch.is_lowest_first  # of lanes; without them they are of a stack's entries
    return Divergence(
        masks=np.zeros((warps, depth), np.int64),
        counters=np.zeros((warps, lanes if has_counters else depth), np.int64),
        joins=np.zeros((warps, depth), np.int64),
        current=np.full(warps, current, np.int64),
        replaced=np.zeros(lanes + 1, np.int64),
        innermost=np.full((warps, lanes if branch.has_barriers else 1), NO_BARRIER, np.int64),
        barriers=np.zeros((warps, branch.convergence_barriers if branch.has_barriers else 1), layout.MEETING),
        turns=np.zeros(warps, layout.TURN),
    )


def formation_of(file: OperandFile, registers: int) -> Formation:
    """Return the threads of a core at home. registers: those that a thread uses."""
    homes = np.repeat(np.arange(file.warps)[:, None], file.lanes, axis=1)
    return Formation(homes, file.rows_of_thread(registers))
