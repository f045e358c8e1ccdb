"""What `simt check` watches in a functional run: registers, and accesses to local and global memory (docs/check.md).

All of it is compiled away where the group `shadow` is None. An instruction's lanes are compared with what was before
it, and only then kept, so that lanes of one instruction meet each other in `stores_otherwise` alone. A functional run
has one place for work-groups, whose local words begin at 0.
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.lds import ADDRESS
from simt.core.jit import block, kernel
from simt.core.jit.bits import bit
from simt.core.ledgers.findings import group_of_check, report_race, report_unwritten
from simt.core.ledgers.races import begin_epoch, conflicting, remember_read, remember_write
from simt.core.state import kinds, shadow
from simt.core.state.accesses import OPERATION
from simt.core.state.layout import SCALARS
from simt.core.state.shadow import GROUP, GROUPS_APART, IS_ATOMIC, LANE, MOST_READ, PC, WARP


@block
def begin_group(core):
    """A work-group starts: what its launch has written, and nothing else, is written."""
    kept = core.shadow
    kept.notes[0].epoch += 1
    for word in range(kept.local_written.shape[0]):
        kept.local_written[word] = kept.local_at_launch[word]
    for w in range(core.spec.launched):
        kept.flags[w] = 0
        for number in range(kept.registers_at_launch.shape[0]):
            kept.registers[w, number] = kept.registers_at_launch[number]
        for k in range(3):
            kept.scalars[w, k] = kept.scalars_at_launch[k]


# --- registers --------------------------------------------------------------------------------------------------------


@block
def watch_scalars(core, pc, w, time):
    """The scalar registers that an instruction reads."""
    use, written = core.shadow.uses[pc], core.shadow.scalars[w]
    missing = use.read_low & ~written[0]
    other = use.read_high & ~written[1]
    if (missing | other) != 0:
        for number in range(SCALARS):
            if ((missing if number < 64 else other) >> (number & 63)) & 1:
                report_unwritten(
                    core, np.int64(shadow.SCALAR_REGISTER), np.int64(number), w, np.int64(0), np.int64(pc), time
                )
    if use.read_condition & ~written[2]:
        report_unwritten(core, np.int64(shadow.SCALAR_REGISTER), np.int64(SCALARS), w, np.int64(0), np.int64(pc), time)


@kernel
def watch_reads(core, w, first, end, time):
    """The registers, flags and scalar registers that warp w's instructions `first` to `end` - 1 read."""
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


@kernel
def watch_writes(core, w, first, end):
    """The registers and flags that warp w's instructions write in the lanes that are active before they retire."""
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
def access_of(core, w, is_atomic):
    """The number of an access of lane 0 of warp w, with its work-group."""
    own = np.int64(1) | np.int64(is_atomic) << IS_ATOMIC
    return own | np.int64(w) << WARP | np.int64(core.warps[w].pc) << PC | group_of_check(core) << GROUP


@block
def in_group(access):
    """An access without its work-group."""
    return access & ((np.int64(1) << GROUP) - 1)


@block
def note_racing(kept, seen):
    """Count the words on which there is a race."""
    if seen.is_racing == 0:
        seen.is_racing = 1
        kept.notes[0].racing += 1


@block
def stores_otherwise(addresses, values, lane, mask, strides):
    """The latest active lane before this one that stores another value to the same address, or -1.

    strides: (first value, values between two lanes). If all before it that have its address agree, so does the latest.
    """
    first, stride = strides
    for other in range(lane - 1, -1, -1):
        if (mask >> other) & 1 and addresses[other] == addresses[lane]:
            return other if values[first + other * stride] != values[first + lane * stride] else -1
    return -1


@kernel
def watch_local(core, operation, w, time):
    """An access to local memory that does not trap, before it takes effect; its addresses are in the scratch table."""
    kept, mask, words = core.shadow, core.warps[w].mask, core.operands.words
    agents, epoch, silent = kept.notes[0].agents, kept.notes[0].epoch, kept.notes[0].silent != 0
    addresses = core.memory.scratch[:, ADDRESS]
    is_atomic = operation.table >> OPERATION != 0
    access = access_of(core, w, is_atomic)
    group = access - in_group(access)
    is_store = operation.kind == kinds.STORE_LOCAL
    b = operation.b_base + w * operation.b_warp
    for lane in range(core.spec.warp_size):
        if (mask >> lane) & 1:
            word = addresses[lane]
            own = access | np.int64(lane) << LANE
            if not is_store and kept.local_written[word] == 0:
                report_unwritten(core, np.int64(shadow.LOCAL), word, w, bit(lane), np.int64(core.warps[w].pc), time)
            seen = kept.local_seen[word]
            begin_epoch(seen, epoch)
            is_same = is_store and core.memory.words[word] == words[b + lane * operation.b_lane]
            changes = is_atomic or (is_store and not (is_same and silent))
            before = conflicting(seen, in_group(own), agents, changes, is_atomic)
            if before != 0:
                report_race(kept, np.int64(0), own, group | before, word, time, np.int64(is_same))
                note_racing(kept, seen)
    stamp = np.uint32(time + 1)
    for lane in range(core.spec.warp_size):
        if (mask >> lane) & 1:
            word = addresses[lane]
            own = access | np.int64(lane) << LANE
            seen = kept.local_seen[word]
            if is_atomic:
                kept.local_written[word] = 1
                remember_write(seen, in_group(own), agents, True)
                continue
            if not is_store:
                remember_read(seen, in_group(own), agents)
                continue
            if seen.stamp == stamp:
                other = stores_otherwise(addresses, words, lane, mask, (b, operation.b_lane))
                if other >= 0:
                    before = access | np.int64(other) << LANE
                    report_race(kept, np.int64(shadow.STORE), own, before, word, time, np.int64(0))
                    note_racing(kept, seen)
            seen.stamp = stamp
            kept.local_written[word] = 1
            if silent and core.memory.words[word] == words[b + lane * operation.b_lane]:
                remember_read(seen, in_group(own), agents)
            else:
                remember_write(seen, in_group(own), agents, False)


@block
def compare_global(core, own, word, operation, time, is_same):
    """Hold one lane's access to a word of global memory against those before, of its work-group and of others."""
    kept = core.shadow
    notes = kept.notes[0]
    is_atomic = operation.kind == kinds.ATOMIC
    changes = operation.kind != kinds.LOAD_GLOBAL and not (is_same != 0 and notes.silent != 0)
    seen = kept.far_seen[word]
    begin_epoch(seen, notes.epoch)
    before = conflicting(seen, in_group(own), notes.agents, changes, is_atomic)
    if before != 0:
        report_race(kept, np.int64(0), own, own - in_group(own) | before, word, time, is_same)
        note_racing(kept, seen)
    if notes.groups > 1:
        before = conflicting(kept.far_groups[word], own, np.int64(GROUPS_APART), changes, is_atomic)
        if before != 0:
            report_race(kept, np.int64(shadow.GROUPS), own, before, word, time, is_same)
            note_racing(kept, seen)


@block
def keep_global(core, own, word, operation, is_same):
    """Keep one lane's access to a word of global memory."""
    kept = core.shadow
    notes = kept.notes[0]
    is_atomic = operation.kind == kinds.ATOMIC
    if operation.kind != kinds.LOAD_GLOBAL:
        kept.far_written[word] = 1
    if operation.kind == kinds.LOAD_GLOBAL or (is_same and notes.silent != 0):
        remember_read(kept.far_seen[word], in_group(own), notes.agents)
        if notes.groups > 1:
            remember_read(kept.far_groups[word], own, np.int64(GROUPS_APART))
    else:
        remember_write(kept.far_seen[word], in_group(own), notes.agents, is_atomic)
        if notes.groups > 1:
            remember_write(kept.far_groups[word], own, np.int64(GROUPS_APART), is_atomic)


@kernel
def watch_global(core, operation, w, memory, time):
    """An access to global memory that does not trap, before it is carried out; its addresses stand in their slot."""
    kept, mask, words = core.shadow, core.warps[w].mask, core.operands.words
    lanes = core.spec.warp_size
    addresses = core.link.addresses[core.link.units[0].next_slot]
    is_store = operation.kind == kinds.STORE_GLOBAL
    access = access_of(core, w, operation.kind == kinds.ATOMIC)
    stamp = np.uint32(time + 1)
    for k in range(operation.words):
        b = operation.b_base + w * operation.b_warp + k * lanes
        for lane in range(lanes):
            if (mask >> lane) & 1:
                word = (addresses[lane] >> 2) + k
                if not is_store and kept.far_written[word] == 0:
                    report_unwritten(
                        core, np.int64(shadow.BUFFER), word, w, bit(lane), np.int64(core.warps[w].pc), time
                    )
                is_same = is_store and memory[word] == words[b + lane * operation.b_lane]
                compare_global(core, access | np.int64(lane) << LANE, word, operation, time, np.int64(is_same))
        for lane in range(lanes):
            if (mask >> lane) & 1:
                word = (addresses[lane] >> 2) + k
                own = access | np.int64(lane) << LANE
                seen = kept.far_seen[word]
                if is_store and seen.stamp == stamp:
                    other = stores_otherwise(addresses, words, lane, mask, (b, operation.b_lane))
                    if other >= 0:
                        before = access | np.int64(other) << LANE
                        report_race(kept, np.int64(shadow.STORE), own, before, word, time, np.int64(0))
                        note_racing(kept, seen)
                if is_store:
                    seen.stamp = stamp
                is_same = is_store and memory[word] == words[b + lane * operation.b_lane]
                keep_global(core, own, word, operation, is_same)
