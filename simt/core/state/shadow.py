"""The shadow of `simt check` beside a run: who accessed each word last, and what has been written (docs/check.md)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from isa.program.program import FINE as FINE
from isa.program.program import LOCKSTEP, SILENT_STORES, ZERO_REGISTERS, Program
from isa.table.table import ELEMENT_BYTES, PAIRS
from isa.table.units import MEMORY_UNITS
from simt.core.jit.deferred import hand_on_whole
from simt.core.state.layout import record
from simt.core.state.operands import lowest, words_of
from simt.core.state.placed import Given, Placed
from simt.machine import Machine

# The kinds of findings. The first are races: between work-groups, between warps of one, between lanes of one, and
# between lanes that store different values in one instruction. The others are reads of words that nobody wrote,
# accesses outside of their object, and shuffles from lanes that do not take part.
GROUPS, WARPS, LANES, STORE, REGISTER, SCALAR_REGISTER, FLAG, LOCAL, BUFFER, PRIVATE, OUTSIDE, SHUFFLE = range(1, 13)

FINDINGS = 1024  # pairs of instructions that have findings of their own; a power of two
MOST_READ = 8  # registers that one operation reads, at most; -1 after the last

# An access as one number, never 0. Its agent is who must not conflict with others: a thread, or where the kernel counts
# on the lock step of a warp, a warp; between work-groups, the work-group.
IS_ATOMIC, LANE, WARP, PC, GROUP = 1, 2, 8, 14, 30  # the lowest bit is always set
THREADS_APART = (1 << PC) - (1 << LANE)
WARPS_APART = (1 << PC) - (1 << WARP)
GROUPS_APART = -1 << GROUP


PROBED = {"C005": REGISTER, "C010": PRIVATE, "C011": OUTSIDE}  # the kinds of what probes find


# A check's notes: the number of the epoch, the bits of an access that are its agent,
# whether a store that changes nothing counts as a load, the groups of the launch; how often a finding had no room, the
# words on which a race was found; and the size of a cell of each memory, the binary logarithm of its bytes.
NOTES = record("epoch agents silent groups lost racing local_cell far_cell private_cell")
# A cell: the accesses of the epoch in which it was last touched, two of different agents that write it and two that
# read it; the stamp of the last store, and, of the first cell of a word, whether a race was found on the word.
SEEN = record("epoch stamp write write_too read read_too is_racing", np.uint32)
# The same of all epochs, two of different work-groups each.
SEEN_FAR = record("write write_too read read_too")
# The reads and writes of an instruction: a run of registers, the carry flag, scalar registers as bits and SCC. Of a
# probe the kind of its findings; of an access to a known object its first byte and the byte after its last; and whether
# it is a shuffle.
USE = record(
    "first count reads_flag writes_flag read_low read_high read_condition write_low write_high write_condition "
    "probe low high shuffles"
)
# A finding: its kind, the instruction that completes it, and `other`, the instruction of the access before it or the
# number of a register; how often; then of the first time when it was, who, and the byte of memory or the number of a
# register; and the access that was counted last.
FINDING = record(
    "kind pc other count time group warp lanes other_group other_warp other_lane place is_same "
    "last_time last_lanes last_word"
)


class Shadow(NamedTuple):
    """The shadow of a checked run. None in every other run."""

    notes: Any  # NOTES [1]
    reads: Any  # int64 [program, 8]: registers that an instruction reads, -1 after the last
    uses: Any  # USE [program]
    registers_at_launch: Any  # int64 [registers]: lanes
    registers: Any  # int64 [W, registers]: lanes in which something has written it
    flags: Any  # int64 [W]: lanes
    scalars_at_launch: Any  # int64 [3]: bits of scalar registers, and SCC
    scalars: Any  # int64 [W, 3]
    cells: Any  # int64 [warp_size]: the first cell that each lane of an access reaches
    local_at_launch: Any  # uint8 [cells of a work-group]
    local_written: Any  # uint8 [cells of a work-group]
    local_seen: Any  # SEEN [cells of a work-group]
    far_written: Any  # uint8 [cells of global memory]
    far_seen: Any  # SEEN [cells of global memory]
    far_groups: Any  # SEEN_FAR [cells of global memory], none where the launch is one work-group
    private: Any  # int64 [W, cells of a thread]: lanes that have stored to it
    findings: Any  # FINDING [1024], a hash table


hand_on_whole(Shadow)


def cell_of(program: Program, unit: str) -> int:
    """Return the binary logarithm of the bytes of a cell, in the memory that a unit's instructions access.

    A cell is as large as the smallest access, so two accesses have a cell in common exactly if they have a byte in
    common. The cells of kernels that only move words are words.
    """
    sizes = [one.spec.bytes for one in program.instructions if one is not None and one.spec.unit == unit]
    return min([4, *sizes]).bit_length() - 1


def object_spans(program: Program) -> dict[int, tuple[int, int]]:
    """Return the array of each access whose array is known: its first byte, and the byte after its last.

    The keys are the program counters of the accesses. A word that is no longer an access to memory is left out.
    """
    spans = {}
    for pc, name in program.objects.items():
        instruction = program.instructions[pc]
        unit = None if instruction is None else instruction.spec.unit
        if unit not in MEMORY_UNITS:  # the words are others by now
            continue
        if unit == "memory":
            buffer = program.buffers[name]
            first, size = program.constants[buffer.index], buffer.length * ELEMENT_BYTES[buffer.type]
        else:
            array = (program.locals if unit == "lds" else program.privates)[name]
            first, size = 4 * array.address, array.length * ELEMENT_BYTES[array.type]
        spans[pc] = first, first + size
    return spans


def shadow_of(placed: Placed, warps: int, groups: int, reach: int, given: Given) -> Shadow:
    """Return the shadow of one core with one place; every array has a leading axis for the core.

    groups: the work-groups that run. reach: words of local memory that a work-group has.
    """
    program, machine = placed.program, placed.machine
    notes = np.zeros(1, NOTES)
    notes["agents"] = WARPS_APART if LOCKSTEP in program.counts_on else THREADS_APART
    notes["silent"] = SILENT_STORES in program.counts_on
    notes["groups"] = groups
    near, far, own = (cell_of(program, unit) for unit in ("lds", "memory", "private"))
    notes["local_cell"], notes["far_cell"], notes["private_cell"] = near, far, own
    local = np.zeros(reach, np.uint8)
    local[: min(reach, len(given.local))] = given.local[:reach]
    local = np.repeat(local, 4 >> near)
    words = np.repeat(given.words, 4 >> far)
    registers, scalars = _written_at_launch(program, machine)
    reads, uses = _uses(placed)
    for probe in program.probes or ():
        uses[probe.pc]["probe"] = PROBED[probe.code]
    for pc, (first, end) in object_spans(program).items():
        uses[pc]["low"], uses[pc]["high"] = first, end
    shadow = Shadow(
        notes=notes,
        reads=reads,
        uses=uses,
        registers_at_launch=registers,
        registers=np.repeat(registers[None], warps, axis=0),
        flags=np.zeros(warps, np.int64),
        scalars_at_launch=scalars,
        scalars=np.repeat(scalars[None], warps, axis=0),
        cells=np.zeros(machine.warp_size, np.int64),
        local_at_launch=local,
        local_written=local.copy(),
        local_seen=np.zeros(len(local), SEEN),
        far_written=words,
        far_seen=np.zeros(len(words), SEEN),
        far_groups=np.zeros(len(words) if groups > 1 else 0, SEEN_FAR),
        private=np.zeros((warps, program.private_words * 4 >> own), np.int64),
        findings=np.zeros(FINDINGS, FINDING),
    )
    return Shadow(*(array[None] for array in shadow))


def _written_at_launch(program: Program, machine: Machine) -> tuple[np.ndarray, np.ndarray]:
    """Return the lanes of each register, and the bits of scalar registers, that a warp finds written."""
    everyone = lowest(machine.warp_size)
    registers = np.full(machine.registers, everyone if ZERO_REGISTERS in program.counts_on else 0, np.int64)
    scalars = set(range(PAIRS["exec"], PAIRS["exec"] + 2))
    for entry in program.at_launch:
        if entry.bank == "scalar":
            scalars.add(entry.number)
        elif entry.number < machine.registers:
            registers[entry.number] = everyone
    return registers, np.array(words_of(scalars, 3), np.int64)


def _uses(placed: Placed) -> tuple[np.ndarray, np.ndarray]:
    """Return (reads, uses), the reads and writes of each instruction: fields of `Shadow`."""
    length = max(1, len(placed.legal))
    reads, uses = np.full((length, MOST_READ), -1, np.int64), np.zeros(length, USE)
    for pc, instruction in enumerate(placed.legal):
        if instruction is None:
            continue
        spec, use = instruction.spec, uses[pc]
        read = instruction.registers_used
        reads[pc, : len(read)] = read
        written = instruction.registers_written
        use["first"], use["count"] = written.start, len(written)
        use["shuffles"] = spec.across == "one"
        use["reads_flag"], use["writes_flag"] = instruction.uses_flag, spec.writes_carry
        asked, changed = instruction.scalars_used
        use["read_low"], use["read_high"], use["read_condition"] = words_of(asked, 3)
        use["write_low"], use["write_high"], use["write_condition"] = words_of(changed, 3)
    return reads, uses
