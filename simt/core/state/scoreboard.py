"""The scoreboards of a core before cycle 0, and what each instruction of a program needs and makes pending."""

from __future__ import annotations

import numpy as np

from isa.program.encoding import Instruction
from isa.program.program import Program
from simt.core.state import layout
from simt.core.state.layout import FLAG, NEVER, Flights
from simt.machine import Machine
from simt.machine.capabilities import obstacle

_LOW = 64  # registers of the first word


def flights_of(program: Program, machine: Machine, warps: int) -> Flights | None:
    """Return the empty scoreboards of `warps` warps; None on a machine whose warps have one instruction in flight."""
    if not machine.issue.has_scoreboard:
        return None
    entries = machine.issue.entries
    flights = np.zeros(warps * entries, layout.FLIGHT)
    flights["warp"] = np.arange(warps * entries) // entries
    flights["place"] = np.arange(warps * entries) % entries
    flights["sequence"] = -1
    flights["enter_cycle"] = flights["retire_cycle"] = -1
    flights["release"] = NEVER
    boards = np.zeros(warps, layout.BOARD)
    boards["steering"] = -1
    uses = np.zeros(max(1, len(program.words)), layout.USES)
    for use, instruction in zip(uses, program.instructions, strict=False):
        if instruction is not None and obstacle(instruction, machine) is None:
            _write_uses(use, instruction, machine)
    return Flights(
        flights, boards, uses, np.array([entries, machine.issue.loads or entries], np.int64), np.zeros(1, np.int64)
    )


def steers(instruction: Instruction) -> bool:
    """Return whether the warp issues nothing until the instruction is released: it decides where, and with which lanes,
    the warp goes on, or writes a scalar register.
    """
    spec = instruction.spec
    return spec.unit == "control" or instruction.cond != "always" or spec.requires == "explicit_masks"


def _write_uses(use: np.ndarray, instruction: Instruction, machine: Machine) -> None:
    """Write the registers and the flag of an instruction into a USES record."""
    spec = instruction.spec
    written = instruction.registers_written
    needed = {*instruction.registers_read, *written}
    reads_flag = spec.reads_carry or (instruction.cond in ("c", "nc") and not spec.writes_carry)
    use["need_low"], use["need_high"] = _words(needed, reads_flag)
    use["put_low"], use["put_high"] = _words(written, spec.writes_carry)
    use["steers"] = steers(instruction)
    use["is_load"] = machine.serving(spec.unit) == "memory" and bool(written)


def _words(registers: object, flag: bool) -> tuple[np.int64, np.int64]:
    """Return a set of registers and the flag as two words."""
    bits = sum(1 << number for number in registers)  # type: ignore[attr-defined]
    low, high = bits & ((1 << _LOW) - 1), bits >> _LOW
    return np.uint64(low).astype(np.int64), np.int64(high | (FLAG if flag else 0))


def registers_of(use: np.void) -> frozenset[int]:
    """Return the registers that an instruction of this USES record writes."""
    bits = int(use["put_low"]) & ((1 << _LOW) - 1) | (int(use["put_high"]) & ~FLAG) << _LOW
    return frozenset(number for number in range(bits.bit_length()) if bits >> number & 1)
