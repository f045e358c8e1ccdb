"""The observations of `simt check` in a functional run: registers, and accesses to memory (docs/check.md).

In a kind of engine without the group `shadow`, no code of this module is left. The accesses of all lanes of an
instruction are first compared with earlier accesses, and then kept. So only `stores_otherwise` compares lanes of one
instruction with each other. A functional run has one place for work-groups, whose local words begin at 0.

Memory is divided into cells, which are words or parts of words (`cell_of` of simt/core/state/shadow.py). Accesses are
aligned, so lanes of one instruction have all of their cells in common, or none.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simt.core.blocks.lds import ADDRESS, SHIFT
from simt.core.jit import block, kernel
from simt.core.jit.bits import MASK32, bit
from simt.core.lanes.across import source_lane
from simt.core.ledgers.findings import group_of_check, report_access, report_race, report_unwritten
from simt.core.ledgers.races import begin_epoch, conflicting, remember_read, remember_write
from simt.core.state import kinds, shadow
from simt.core.state.accesses import OPERATION, PART
from simt.core.state.layout import SCALARS
from simt.core.state.shadow import FINE, GROUP, GROUPS_APART, IS_ATOMIC, LANE, MOST_READ, PC, WARP

WORD = 2  # the size of a cell that is a word


@block
def begin_group(core):
    """Start a work-group: nothing counts as written except what the launch has written."""
    kept = core.shadow
    kept.notes[0].epoch += 1
    for word in range(kept.local_written.shape[0]):
        kept.local_written[word] = kept.local_at_launch[word]
    for w in range(core.spec.launched):
        kept.flags[w] = 0
        for cell in range(kept.private.shape[1]):
            kept.private[w, cell] = 0
        for number in range(kept.registers_at_launch.shape[0]):
            kept.registers[w, number] = kept.registers_at_launch[number]
        for k in range(3):
            kept.scalars[w, k] = kept.scalars_at_launch[k]


# --- registers --------------------------------------------------------------------------------------------------------


@block
def watch_scalars(core, pc, w, time):
    """Check the scalar registers and the SCC that an instruction reads."""
    use, written = core.shadow.uses[pc], core.shadow.scalars[w]
    missing, other = use.read_low & ~written[0], use.read_high & ~written[1]
    kind, no_lane = np.int64(shadow.SCALAR_REGISTER), np.int64(0)
    if (missing | other) != 0:
        for number in range(SCALARS):
            if ((missing if number < 64 else other) >> (number & 63)) & 1:
                report_unwritten(core, kind, np.int64(number), w, no_lane, np.int64(pc), time)
    if use.read_condition & ~written[2]:
        report_unwritten(core, kind, np.int64(SCALARS), w, no_lane, np.int64(pc), time)


@block
def watch_probe(core, pc, w, time):
    """Report the lanes of a probe whose operand is not FINE; the compiler puts probes into programs."""
    operation, words, mask = core.code[pc], core.operands.words, core.warps[w].mask
    kind, first = core.shadow.uses[pc].probe, operation.a_base + w * operation.a_warp
    for lane in range(core.spec.warp_size):
        value = np.int64(words[first + lane * operation.a_lane])
        if (mask >> lane) & 1 and value != FINE:
            report_access(core, kind, value, w, bit(lane), np.int64(pc), time)


@block
def watch_shuffle(core, pc, w, time):
    """Report the lanes of a shuffle that read a lane of the warp which does not take part."""
    operation, words, mask, lanes = core.code[pc], core.operands.words, core.warps[w].mask, core.spec.warp_size
    first = operation.b_base + w * operation.b_warp
    for lane in range(lanes):
        source = source_lane(np.int64(operation.opcode), lane, np.int64(words[first + lane * operation.b_lane]))
        if (mask >> lane) & 1 and 0 <= source < lanes and (mask >> source) & 1 == 0:
            report_access(core, np.int64(shadow.SHUFFLE), source, w, bit(lane), np.int64(pc), time)


@kernel
def watch_reads(core, w, first, end, time):
    """Check the registers, flags and scalar registers that warp w's instructions `first` to `end` - 1 read."""
    kept, mask = core.shadow, core.warps[w].mask
    for pc in range(first, end):
        for k in range(MOST_READ):
            number = kept.reads[pc, k]
            if number < 0:
                break
            missing = mask & ~kept.registers[w, number]
            if missing != 0:
                report_unwritten(core, np.int64(shadow.REGISTER), number, w, missing, np.int64(pc), time)
        missing = mask & ~kept.flags[w]
        if kept.uses[pc].reads_flag and missing != 0:
            report_unwritten(core, np.int64(shadow.FLAG), np.int64(0), w, missing, np.int64(pc), time)
        if core.divergence is not None:
            watch_scalars(core, pc, w, time)
        if kept.uses[pc].probe != 0:
            watch_probe(core, pc, w, time)
        if kept.uses[pc].shuffles:
            watch_shuffle(core, pc, w, time)


@kernel
def watch_writes(core, w, first, end):
    """Note the registers and flags that warp w's instructions write in the lanes that are active before they retire."""
    kept, mask = core.shadow, core.warps[w].mask
    for pc in range(first, end):
        use = kept.uses[pc]
        for number in range(use.first, use.first + use.count):
            kept.registers[w, number] |= mask
        if use.writes_flag:
            kept.flags[w] |= mask
        if core.divergence is not None:
            kept.scalars[w, 0] |= use.write_low
            kept.scalars[w, 1] |= use.write_high
            kept.scalars[w, 2] |= use.write_condition


# --- memory -----------------------------------------------------------------------------------------------------------


@block
def watch_bounds(core, operation, w, first, lane, time):
    """Report a lane's access from byte `first` on that leaves its object, if one is known."""
    pc = np.int64(core.warps[w].pc)
    use = core.shadow.uses[pc]
    if use.high != 0:
        reached = operation.words * (np.int64(4) >> (operation.table & PART))
        if first < use.low or first + reached > use.high:
            report_access(core, np.int64(shadow.OUTSIDE), first, w, bit(lane), pc, time)


@block
def access_of(core, w, is_atomic):
    """Return the number that stands for an access by lane 0 of warp w, with its work-group (shadow.py of the state)."""
    own = np.int64(1) | np.int64(is_atomic) << IS_ATOMIC
    return own | np.int64(w) << WARP | np.int64(core.warps[w].pc) << PC | group_of_check(core) << GROUP


@block
def in_group(access):
    """Return an access without its work-group."""
    return access & ((np.int64(1) << GROUP) - 1)


class Memory(NamedTuple):
    """A memory that threads share, with the records of its cells, for the check of one access."""

    kind: Any  # of its uninitialised reads
    groups: Any  # the work-groups of the launch that share it
    size: Any  # of a cell, the binary logarithm of its bytes
    count: Any  # the cells that a lane accesses of a word, or of a part of one
    words: Any  # uint32
    written: Any  # uint8 [cells]
    seen: Any  # SEEN [cells]


@block
def cells_reached(operation, size):
    """Return the number of cells in the word, or in the part of a word, that a lane accesses."""
    return (np.int64(4) >> (operation.table & PART)) >> size


@block
def is_store(operation):
    """Return whether an operation only writes memory."""
    return operation.kind == kinds.STORE_LOCAL or operation.kind == kinds.STORE_GLOBAL


@block
def is_atomic(operation):
    """Return whether an access reads and changes a word in one step."""
    return operation.table >> OPERATION != 0


@block
def first_value(core, operation, w, k):
    """Return the operand's place from which lane 0 stores word k of its access."""
    return operation.b_base + w * operation.b_warp + k * core.spec.warp_size


@block
def value_of(word, cell, size):
    """Return the value of a cell of a word. size: the binary logarithm of the bytes of a cell.

    cell: the number of the cell; its remainder by the cells per word is the cell's place in the word.
    """
    return (np.int64(word) >> (((cell << size) & 3) << 3)) & ((np.int64(1) << (8 << size)) - 1)


@block
def leaves(memory, cell, value, place):
    """Return whether a cell keeps its content if cell `place` of a value is stored to it."""
    word = memory.words[cell >> (WORD - memory.size)]
    return value_of(word, cell, memory.size) == value_of(value, place, memory.size)


@block
def stores_otherwise(core, operation, lane, mask, b, place, size):
    """Return the latest active lane before `lane` that stores to the same cell, if the two values differ; else -1.

    The latest lane is enough: if earlier lanes differ from each other, this was found when they were looked at.

    - b: the index of the first lane's value.
    - place: the place of the cell in a value.
    - size: the binary logarithm of the bytes of a cell.
    """
    cells, values, stride = core.shadow.cells, core.operands.words, operation.b_lane
    own = value_of(values[b + lane * stride], place, size)
    for other in range(lane - 1, -1, -1):
        if (mask >> other) & 1 and cells[other] == cells[lane]:
            return other if value_of(values[b + other * stride], place, size) != own else -1
    return -1


@block
def report(core, memory, kind, own, before, cell, is_same, time):
    """Report a race on a cell, and count its word once. The parameters are as in `report_race`."""
    report_race(core.shadow, np.int64(kind), own, before, cell << memory.size, time, np.int64(is_same))
    first = memory.seen[cell & ~((4 >> memory.size) - 1)]
    if first.is_racing == 0:
        first.is_racing = 1
        core.shadow.notes[0].racing += 1


@block
def compare(core, operation, w, memory, k, time):
    """Report races and uninitialised reads in word k of each active lane's access. Races are with earlier accesses.

    Races within a work-group and races between work-groups are found separately.
    """
    kept, mask, values = core.shadow, core.warps[w].mask, core.operands.words
    notes, cells, stores, is_one = kept.notes[0], kept.cells, is_store(operation), is_atomic(operation)
    agents, epoch, silent = notes.agents, notes.epoch, notes.silent != 0
    access, b = access_of(core, w, is_one), first_value(core, operation, w, k)
    for lane in range(core.spec.warp_size):
        if (mask >> lane) & 1:
            own, first = access | np.int64(lane) << LANE, cells[lane] + k * memory.count
            for cell in range(first, first + memory.count):
                if not stores and memory.written[cell] == 0:
                    pc = np.int64(core.warps[w].pc)
                    report_unwritten(core, memory.kind, cell << memory.size, w, bit(lane), pc, time)
                is_same = stores and leaves(memory, cell, values[b + lane * operation.b_lane], cell - first)
                changes = is_one or (stores and not (is_same and silent))
                begin_epoch(memory.seen[cell], epoch)
                before = conflicting(memory.seen[cell], in_group(own), agents, changes, is_one)
                if before != 0:
                    report(core, memory, 0, own, own - in_group(own) | before, cell, is_same, time)
                if memory.groups > 1:
                    before = conflicting(kept.far_groups[cell], own, np.int64(GROUPS_APART), changes, is_one)
                    if before != 0:
                        report(core, memory, shadow.GROUPS, own, before, cell, is_same, time)


@block
def keep(core, operation, w, memory, k, time):
    """Keep word k of each active lane's access. If it is a store, mark the word as written.

    Lanes of one instruction that store different values to a cell are reported here.
    """
    kept, mask, values = core.shadow, core.warps[w].mask, core.operands.words
    notes, cells, stores, is_one = kept.notes[0], kept.cells, is_store(operation), is_atomic(operation)
    agents, silent, stamp = notes.agents, notes.silent != 0, np.uint32(time + 1)
    access, b = access_of(core, w, is_one), first_value(core, operation, w, k)
    for lane in range(core.spec.warp_size):
        if (mask >> lane) & 1:
            own, first = access | np.int64(lane) << LANE, cells[lane] + k * memory.count
            for cell in range(first, first + memory.count):
                seen, changes = memory.seen[cell], is_one
                if stores:
                    if seen.stamp == stamp:
                        other = stores_otherwise(core, operation, lane, mask, b, cell - first, memory.size)
                        if other >= 0:
                            before = access | np.int64(other) << LANE
                            report(core, memory, shadow.STORE, own, before, cell, False, time)
                    seen.stamp = stamp
                    value = values[b + lane * operation.b_lane]
                    changes = not (silent and leaves(memory, cell, value, cell - first))
                if stores or is_one:
                    memory.written[cell] = 1
                if changes:
                    remember_write(seen, in_group(own), agents, is_one)
                    if memory.groups > 1:
                        remember_write(kept.far_groups[cell], own, np.int64(GROUPS_APART), is_one)
                else:
                    remember_read(seen, in_group(own), agents)
                    if memory.groups > 1:
                        remember_read(kept.far_groups[cell], own, np.int64(GROUPS_APART))


@block
def watch(core, operation, w, memory, time):
    """Check an access whose lanes' first cells are known. Cells of a word, the usual ones, have their own code."""
    for k in range(operation.words):
        if memory.size == WORD:
            plain = Memory(
                memory.kind, memory.groups, np.int64(WORD), np.int64(1), memory.words, memory.written, memory.seen
            )
            compare(core, operation, w, plain, k, time)
            keep(core, operation, w, plain, k, time)
        else:
            compare(core, operation, w, memory, k, time)
            keep(core, operation, w, memory, k, time)


@kernel
def watch_local(core, operation, w, time):
    """Check an access to local memory that does not trap, before it is made; its addresses are in the scratch table."""
    kept, scratch, mask = core.shadow, core.memory.scratch, core.warps[w].mask
    size = kept.notes[0].local_cell
    is_part = operation.table & PART != 0
    for lane in range(core.spec.warp_size):
        if (mask >> lane) & 1:
            below = scratch[lane, SHIFT] >> 3 if is_part else 0
            first = np.int64(scratch[lane, ADDRESS]) << 2 | below
            watch_bounds(core, operation, w, first, lane, time)
            kept.cells[lane] = first >> size
    count, words = cells_reached(operation, size), core.memory.words
    memory = Memory(np.int64(shadow.LOCAL), np.int64(1), size, count, words, kept.local_written, kept.local_seen)
    watch(core, operation, w, memory, time)


@kernel
def watch_global(core, operation, w, words, time):
    """Check an access to global memory that does not trap, before it is made; its addresses are in the next slot."""
    kept, mask, addresses = core.shadow, core.warps[w].mask, core.link.addresses[core.link.units[0].next_slot]
    size, groups = kept.notes[0].far_cell, kept.notes[0].groups
    for lane in range(core.spec.warp_size):
        if (mask >> lane) & 1:
            watch_bounds(core, operation, w, np.int64(addresses[lane]), lane, time)
            kept.cells[lane] = addresses[lane] >> size
    count = cells_reached(operation, size)
    memory = Memory(np.int64(shadow.BUFFER), groups, size, count, words, kept.far_written, kept.far_seen)
    watch(core, operation, w, memory, time)


@kernel
def watch_private(core, operation, w, time):
    """Check an access to private memory that does not trap, wherever it lies: a lane loads only what it has stored."""
    kept, words, mask = core.shadow, core.operands.words, core.warps[w].mask
    size, pc = kept.notes[0].private_cell, np.int64(core.warps[w].pc)
    a = operation.a_base + w * operation.a_warp
    offset = np.int64(words[operation.c_base + w * operation.c_warp])
    for lane in range(core.spec.warp_size):
        if (mask >> lane) & 1:
            byte = (np.int64(words[a + lane * operation.a_lane]) + offset) & MASK32
            watch_bounds(core, operation, w, byte, lane, time)
            first = byte >> size
            for cell in range(first, first + cells_reached(operation, size)):
                if is_store(operation):
                    kept.private[w, cell] |= bit(lane)
                elif (kept.private[w, cell] >> lane) & 1 == 0:
                    report_unwritten(core, np.int64(shadow.PRIVATE), cell << size, w, bit(lane), pc, time)
