"""Local memory: addresses, bank conflicts, and the access itself, which takes effect when it enters the unit."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block, kernel
from simt.core.jit.bits import MASK32
from simt.core.ledgers.record import row_of
from simt.core.memory.words import left_in_word, loaded_part
from simt.core.state import kinds
from simt.core.state.accesses import COMPARE, OPERATION, PART, PRIVATE
from simt.core.state.homes import home_of

# Columns of the scratch table [warp_size, 4]: a lane's word address, its place in the chain of its bank (its number
# there from 1; 0: not in it), and of an access to a part of the word the bits below that.
ADDRESS, NEXT, POSITION, SHIFT = range(4)


@block
def lds_addresses(core, operation, w):
    """Compute the active lanes' word addresses into the scratch table and check them.

    Returns (bad, address, shared):

    - bad: the mask of the lanes outside the memory.
    - address: the address of the lowest of these lanes, from the start of the work-group's memory; 0 if there are none.
    - shared: 0 only if there are certainly no bank conflicts. This is so if no two active lanes of a beat use one bank,
      except successive lanes that ask for the same word. A set of the banks in use, one word of bits, shows this usual
      case at once. `shared` is never 0 if the number of banks is above 64 or not a power of two.
    """
    spec, words, scratch = core.spec, core.operands.words, core.memory.scratch
    a = operation.a_base + w * operation.a_warp
    c = operation.c_base + w * operation.c_warp
    a_lane = operation.a_lane
    mask = core.warps[w].mask
    limit = spec.local_words
    base = np.int64(0)
    if core.link is not None:  # the words of the warp's place
        limit = np.int64(core.link.launches[0].reach)
        base = core.link.sides[w].local_base
    offset = np.int64(words[c])
    bank_mask = spec.bank_mask
    highest = np.int64(0)
    shared = np.int64(0 if 0 <= bank_mask < 64 else 1)
    for first in range(0, spec.warp_size, spec.lds_lanes):  # a beat
        used = np.int64(0)
        before = np.int64(-1)
        for lane in range(first, first + spec.lds_lanes):
            if (mask >> lane) & 1:
                address = (np.int64(words[a]) + offset) & MASK32
                scratch[lane, ADDRESS] = base + address
                own = np.int64(1) << (address & bank_mask & 63)
                if address != before:
                    shared |= used & own
                used |= own
                before = address
                highest = max(highest, address)
            a += a_lane
    bad = np.int64(0)
    bad_address = np.int64(0)
    if highest >= limit:
        for lane in range(spec.warp_size - 1, -1, -1):
            if (mask >> lane) & 1 and scratch[lane, ADDRESS] - base >= limit:
                bad_address = scratch[lane, ADDRESS] - base
                bad |= np.int64(1) << lane
    return bad, bad_address, shared


@block
def first_private(core, w):
    """Return the first word of the private memory of a warp's threads, where that is local memory."""
    if core.link is not None:
        return core.link.sides[w].private_base
    return core.spec.private_base + w * core.spec.warp_size * core.spec.private_words


@kernel
def special_addresses(core, operation, w):
    """Compute word addresses and shifts from byte addresses, into the scratch table, and check the addresses.

    This serves accesses to parts of words and to private memory. Returns (bad, address): the mask of the lanes whose
    address is outside the memory or not aligned, and the byte address of the lowest of these lanes, 0 if there are
    none.
    """
    spec, words, scratch = core.spec, core.operands.words, core.memory.scratch
    a = operation.a_base + w * operation.a_warp
    offset = np.int64(words[operation.c_base + w * operation.c_warp])
    mask, code = core.warps[w].mask, np.int64(operation.table)
    low = (np.int64(4) >> (code & PART)) - 1
    base, step, limit = np.int64(0), np.int64(1), np.int64(spec.local_words)
    if core.link is not None:
        base = core.link.sides[w].local_base
        limit = np.int64(core.link.launches[0].reach)
    if code & PRIVATE:
        step, limit = np.int64(spec.warp_size), np.int64(spec.private_words)
    bad = np.int64(0)
    bad_address = np.int64(0)
    for lane in range(spec.warp_size):
        if (mask >> lane) & 1:
            address = (np.int64(words[a]) + offset) & MASK32
            if code & PRIVATE:
                base = lane + first_private(core, home_of(core, w, lane))
            scratch[lane, ADDRESS] = base + (address >> 2) * step
            scratch[lane, SHIFT] = 8 * (address & 3)
            if address & low != 0 or address >> 2 >= limit:
                if bad == 0:
                    bad_address = address
                bad |= np.int64(1) << lane
        a += operation.a_lane
    return bad, bad_address


@block
def lds_passes(core, operation, mask):
    """Return the number of passes of an access.

    A beat takes one pass for each word that is requested from its busiest bank, at least 1. In an atomic every active
    lane counts as a word.

    Within a beat every bank has a chain of the lanes that brought a new word, so that a lane is compared only with the
    words of its bank. A bank's row of `memory.banks` has the stamp of the beat that used it last and the last lane of
    its chain.
    """
    spec, run, scratch, banks = core.spec, core.run, core.memory.scratch, core.memory.banks
    is_atomic = operation.table >> OPERATION != 0
    passes = 0
    bank_mask = spec.bank_mask
    lanes = spec.lds_lanes
    for beat in range(np.int64(operation.beats)):
        run.stamp += 1
        stamp = run.stamp
        degree = 1
        for lane in range(beat * lanes, (beat + 1) * lanes):
            if (mask >> lane) & 1:
                address = scratch[lane, ADDRESS]
                bank = address & bank_mask if bank_mask >= 0 else address % spec.banks
                if banks[bank, 0] != stamp:
                    banks[bank, 0] = stamp
                    banks[bank, 1] = lane
                    scratch[lane, NEXT] = -1
                    scratch[lane, POSITION] = 1
                else:
                    last = banks[bank, 1]
                    other = np.int64(-1) if is_atomic else last
                    while other >= 0 and scratch[other, ADDRESS] != address:
                        other = scratch[other, NEXT]
                    scratch[lane, POSITION] = 0  # a word that another lane has asked for
                    if other < 0:
                        scratch[lane, NEXT] = last
                        scratch[lane, POSITION] = scratch[last, POSITION] + 1
                        banks[bank, 1] = lane
                        degree = max(degree, scratch[lane, POSITION])
        passes += degree
    return passes


@block
def record_banks(core, mask, cycle):
    """Count the words that an access asks of each bank, by the chains of `lds_passes`: a word once in a beat."""
    row, scratch = row_of(cycle, core.record), core.memory.scratch
    for lane in range(core.spec.warp_size):
        if (mask >> lane) & 1 and scratch[lane, POSITION] > 0:
            core.record.bank_words[row, scratch[lane, ADDRESS] % core.spec.banks] += 1


@block
def lds_move(core, operation, w):
    """Carry out an access to whole words. If several lanes store to a word, the highest active lane wins.

    A load's words wait in `operands.loaded` until it retires.
    """
    words, loaded, local, scratch = core.operands.words, core.operands.loaded, core.memory.words, core.memory.scratch
    lanes, mask = core.spec.warp_size, core.warps[w].mask
    if operation.kind == kinds.LOAD_LOCAL:
        first = w * lanes
        for lane in range(lanes):
            if (mask >> lane) & 1:
                loaded[first + lane] = local[scratch[lane, ADDRESS]]
    else:
        b = operation.b_base + w * operation.b_warp
        b_lane = operation.b_lane
        for lane in range(lanes):
            if (mask >> lane) & 1:
                local[scratch[lane, ADDRESS]] = words[b]
            b += b_lane


@kernel
def special_move(core, operation, w):
    """Carry out an access to parts of words or private memory, or an atomic: one lane after the other."""
    words, loaded, local, scratch = core.operands.words, core.operands.loaded, core.memory.words, core.memory.scratch
    lanes, mask, code = core.spec.warp_size, core.warps[w].mask, np.int64(operation.table)
    b = operation.b_base + w * operation.b_warp
    next_register = lanes if code >> OPERATION == COMPARE else 0
    for lane in range(lanes):
        if (mask >> lane) & 1:
            place = scratch[lane, ADDRESS]
            shift = scratch[lane, SHIFT] if code & (PART | PRIVATE) else 0
            before = local[place]
            if operation.kind == kinds.LOAD_LOCAL:
                loaded[w * lanes + lane] = loaded_part(code, before, shift)
            if operation.kind == kinds.STORE_LOCAL or code >> OPERATION != 0:
                local[place] = left_in_word(code, before, shift, words[b], words[b + next_register])
        b += operation.b_lane


@block
def find_addresses(core, operation, w):
    """Compute and check the addresses of any access; return (bad, address, shared) as `lds_addresses` does."""
    if operation.table & (PART | PRIVATE):
        bad, address = special_addresses(core, operation, w)
        return bad, address, np.int64(1)
    bad, address, shared = lds_addresses(core, operation, w)
    return bad, address, shared | (operation.table >> OPERATION)  # an atomic asks for its word once for every lane


@block
def move(core, operation, w):
    """Carry out an access whose addresses stand in the scratch table."""
    if operation.table != 0:
        special_move(core, operation, w)
    else:
        lds_move(core, operation, w)
