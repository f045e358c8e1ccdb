"""The rows of a lowered program that only some cores have: what its words ask of slots, registers and their banks.

legal: the instructions of a program, None for a word that the machine lacks. bundles: the operations of the bundle that
begins at each word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from isa.flow.operand_loads import operand_loads
from isa.program.encoding import Instruction
from simt.core.state import layout
from simt.core.state.operands import lowest, set_of, words_of
from simt.core.state.units import Unit
from simt.machine import Machine
from simt.machine.dependences import FLAG_NUMBER, uses_of
from simt.machine.slot_kinds import slots_by_word

FLAG = 1 << FLAG_NUMBER - 64  # its bit in the second word of a USES record
_MOST = 8  # registers that one instruction reads or writes, at most

Words = Sequence[Instruction | None]


def positions(bundles: Sequence[Words], machine: Machine, units: Mapping[str, Unit]) -> np.ndarray:
    """Return slots and instances of the operations of the bundle that begins at each word: POSITION [words, slots]."""
    slots = machine.bundle_slots
    rows = np.zeros((len(bundles), len(slots)), layout.POSITION)
    for row, bundle in zip(rows, bundles, strict=True):
        specs = [entry.spec for entry in bundle if entry is not None]
        for part, slot in enumerate(slots.placed(specs)):
            serving = machine.serving(specs[part].unit)
            sharing = slots.by_unit[serving]
            row[part] = slot, units[serving].first + sharing.index(slot), len(sharing)
    return rows


def banked(bundles: Sequence[Words], machine: Machine) -> tuple[np.ndarray, np.ndarray]:
    """Return the demand on the banks of registers: (reads, writes). The numbers of banks are for warp 0.

    reads: int64 [words, banks], the number of reads from each bank by the instruction or bundle that begins at a word.
    writes: int64 [words, n], the banks of the registers that a word's operation writes; -1 ends a row.
    """
    count = machine.register_banks
    is_by_warp = machine.register_file_organisation == "three_banks"
    reads = np.zeros((len(bundles), max(1, count)), np.int64)
    writes = np.full((len(bundles), layout.WORDS_PER_ACCESS + 1), -1, np.int64)
    for pc, bundle in enumerate(bundles if count else ()):
        operations = [entry for entry in bundle if entry is not None]
        if is_by_warp:
            reads[pc, 0] = sum(map(_widest_source, operations))
        else:
            registers = set().union(*(entry.registers_read for entry in operations))
            for bank, reading in Counter(number % count for number in registers).items():
                reads[pc, bank] = reading
        written = range(0) if bundle[0] is None else bundle[0].registers_written
        writes[pc, : len(written)] = [0 if is_by_warp else number % count for number in written]
    return reads, writes


def _widest_source(instruction: Instruction) -> int:
    """Return the registers of the source that has most of them, 0 if none is a register."""
    spec = instruction.spec
    read = set(instruction.registers_read)
    fields = [f"r{slot}" for slot in spec.sources if slot != instruction.csel]
    return max((spec.registers_of(field) for field in fields if getattr(instruction, field) in read), default=0)


def uses(legal: Words, instructions: Words, machine: Machine) -> np.ndarray:
    """Return what each word needs and makes pending under a scoreboard, USES [words].

    instructions: the decoded words, on whichever machine.
    """
    rows = np.zeros(len(legal), layout.USES)
    loads = operand_loads(instructions)
    rows["slots"] = lowest(machine.issue_width)
    if machine.issue.has_kinds:
        rows["slots"] = [*map(set_of, slots_by_word(machine, instructions, loads))]
    rows["takes_operand"][[load + 1 for load in loads]] = 1
    for row, instruction in zip(rows, legal, strict=True):
        if instruction is not None:
            needed, pending, row["steers"], row["is_load"] = uses_of(instruction, machine)
            row["need_low"], row["need_high"] = words_of(needed, 2)
            row["put_low"], row["put_high"] = words_of(pending, 2)
    return rows


def registers_of(use: np.void) -> frozenset[int]:
    """Return the registers that an instruction of this USES record writes."""
    bits = int(use["put_low"]) & ((1 << 64) - 1) | int(use["put_high"]) << 64
    return frozenset(number for number in range(FLAG_NUMBER) if bits >> number & 1)


def collected(legal: Words) -> tuple[np.ndarray, np.ndarray]:
    """Return the registers that each word reads and those that it writes, int64 [words, n] each; -1 fills up a row."""
    reads, writes = np.full((2, len(legal), _MOST), -1, np.int64)
    for pc, instruction in enumerate(legal):
        if instruction is not None:
            read, written = sorted(instruction.registers_read), instruction.registers_written
            reads[pc, : len(read)], writes[pc, : len(written)] = read, written
    return reads, writes
