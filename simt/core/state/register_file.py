"""The banks of registers of a core before cycle 0, with the accesses that each instruction asks of them."""

from __future__ import annotations

from collections import Counter

import numpy as np

from isa.program.encoding import Instruction
from simt.core.state import layout
from simt.core.state.layout import RegisterFile
from simt.core.state.lowering import bundle_at
from simt.core.state.placed import Placed
from simt.core.state.scoreboard import most_in_flight


def register_file_of(placed: Placed, warps: int) -> RegisterFile:
    """Return the banks of a core with `warps` warps; on a machine without banks, one of which no access is asked."""
    machine = placed.machine
    count = max(1, machine.register_banks)
    slots = machine.vliw.count if machine.register_file_organisation == "three_banks" else 1
    banks = np.zeros(1, layout.BANKS)
    banks[0]["count"] = count
    banks[0]["stages"] = slots - 1
    passages = np.zeros(warps, layout.PASSAGE)
    passages["left"] = -1
    reads, writes = _accesses(placed)
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


def _accesses(placed: Placed) -> tuple[np.ndarray, np.ndarray]:
    """Return the demand on the banks of registers: (reads, writes). The numbers of banks are for warp 0.

    reads: int64 [instructions, banks], the number of reads from each bank by the instruction or bundle that begins at a
    word. writes: int64 [instructions, n], the banks of the registers that a word's operation writes; -1 ends a row.
    """
    machine, legal = placed.machine, placed.legal
    count = machine.register_banks
    is_by_warp = machine.register_file_organisation == "three_banks"
    reads = np.zeros((max(1, len(legal)), max(1, count)), np.int64)
    writes = np.full((max(1, len(legal)), layout.WORDS_PER_ACCESS + 1), -1, np.int64)
    for pc, instruction in enumerate(legal if count else ()):
        operations = [entry for entry in bundle_at(legal, pc) if entry is not None]
        if is_by_warp:
            reads[pc, 0] = sum(map(_widest_source, operations))
        else:
            registers = set().union(*(entry.registers_read for entry in operations))
            for bank, reading in Counter(number % count for number in registers).items():
                reads[pc, bank] = reading
        for place, number in enumerate(() if instruction is None else instruction.registers_written):
            writes[pc, place] = 0 if is_by_warp else number % count
    return reads, writes


def _widest_source(instruction: Instruction) -> int:
    """Return the registers of the source that has most of them, 0 if none is a register."""
    spec = instruction.spec
    read = set(instruction.registers_read)
    fields = [f"r{slot}" for slot in spec.sources if slot != instruction.csel]
    return max((spec.registers_of(field) for field in fields if getattr(instruction, field) in read), default=0)
