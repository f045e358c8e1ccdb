"""The scoreboards of a core before cycle 0, with what each instruction of a program needs and makes pending."""

from __future__ import annotations

import numpy as np

from isa.flow.operand_loads import operand_users
from simt.core.state import layout
from simt.core.state.ages import NOBODY
from simt.core.state.layout import NEVER, Flights
from simt.core.state.operands import lowest, set_of
from simt.core.state.placed import Placed
from simt.machine import Machine
from simt.machine.dependences import FLAG_NUMBER, uses_of
from simt.machine.slot_kinds import slots_by_word

_LOW = 64  # registers of the first word
FLAG = 1 << FLAG_NUMBER - _LOW  # its bit in the second word


def flights_of(placed: Placed, warps: int, code: np.ndarray) -> Flights:
    """Return the empty scoreboards of `warps` warps, on a machine whose warps have several instructions in flight.

    code: the lowered program.
    """
    program, machine = placed.program, placed.machine
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
    uses = np.zeros(max(1, len(program.words)), layout.USES)
    for use, instruction in zip(uses, placed.legal, strict=False):
        if instruction is not None:
            needed, pending, use["steers"], use["is_load"] = uses_of(instruction, machine)
            use["need_low"], use["need_high"] = _words(needed)
            use["put_low"], use["put_high"] = _words(pending)
    uses["slots"] = lowest(machine.issue_width)
    if machine.issue.has_kinds:
        for use, slots in zip(uses, slots_by_word(machine, program), strict=False):
            use["slots"] = set_of(slots)
    uses["takes_operand"][list(operand_users(program.instructions))] = 1
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


def _words(numbers: frozenset[int]) -> tuple[np.int64, int]:
    """Return a set of registers and the flag as two words."""
    bits = sum(1 << number for number in numbers)
    return np.uint64(bits & ((1 << _LOW) - 1)).astype(np.int64), bits >> _LOW


def registers_of(use: np.void) -> frozenset[int]:
    """Return the registers that an instruction of this USES record writes."""
    bits = int(use["put_low"]) & ((1 << _LOW) - 1) | int(use["put_high"]) << _LOW
    return frozenset(number for number in range(FLAG_NUMBER) if bits >> number & 1)
