"""VLIW bundles: atomic dispatch, operations that leave their units one by one, one write back (docs/processor.md, 16).

On a machine without bundles the group `bundles` is None and the compiler drops every branch on it. On a machine with
bundles, a warp's `issue_pc` is the bundle's first word until the bundle is complete. After that it is the operation to
which the warp's wait is charged.
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.unit_pipeline import accepting, clock, is_frozen
from simt.core.divergence.branch import ALWAYS, taken_lanes
from simt.core.jit import block
from simt.core.lanes.write_back import compute_result
from simt.core.state import kinds, reasons, states


@block
def refuser(core, w, pc, cycle):
    """Return the program counter of warp w's first operation at `pc` that no unit can accept in this cycle, or -1."""
    first = np.int64(pc)
    if core.bundles is None:
        return first if accepting(core, core.code[pc], w, cycle) < 0 else np.int64(-1)
    for place in range(first, first + core.code[first].operations):
        if accepting(core, core.code[place], w, cycle) < 0:
            return place
    return np.int64(-1)


@block
def begin_bundle(bundles, w, count):
    """Note that warp w issues a bundle of `count` operations."""
    bundles.left[w] = count
    bundles.count[w] = count


@block
def enter_part(bundles, w, part, k, occupation, now):
    """Note that an operation enters instance k at the instance's clock `now`. part: its place in the bundle."""
    entered = bundles.parts[w, part]
    entered.instance = k
    entered.occupation = occupation
    entered.enter_clock = now
    entered.is_inside = 1


@block
def take_part(bundles, w, part, cycle):
    """Note that an operation's result is taken; return whether it was the last of its bundle."""
    taken = bundles.parts[w, part]
    taken.is_inside = 0
    taken.taken_in = cycle
    bundles.left[w] -= 1
    return bundles.left[w] == 0


@block
def last_taken(bundles, w, cycle):
    """Return the place in the bundle of an operation whose result was taken in this cycle; the lowest of several."""
    part = np.int64(0)
    while bundles.parts[w, part].taken_in != cycle:
        part += 1
    return part


@block
def write_bundle(core, w, first):
    """Apply a complete bundle's architectural effect; return the program counter of its `bar` or `ret`, or -1."""
    warp, words = core.warps[w], core.operands.words
    end = first + core.code[first].operations
    carry = warp.carry
    for pc in range(first, end):
        compute_result(core, core.code[pc], w, w)
    goes_on = np.int64(end)
    ends = np.int64(-1)
    for pc in range(first, end):
        operation = core.code[pc]
        if operation.condition != ALWAYS:
            taken = taken_lanes(core, operation, w, warp.carry if operation.writes_carry else carry)
            if taken != 0 and taken != warp.mask:
                core.ledgers.stats[pc].disagreements += 1
            if taken & 1:
                goes_on = np.int64(operation.target)
        elif operation.kind == kinds.JUMP:
            goes_on = np.int64(operation.target)
        elif operation.kind == kinds.BARRIER or operation.kind == kinds.RETURN:
            ends = np.int64(pc)
    for pc in range(first, end):
        operation = core.code[pc]
        if operation.writes_register:
            source = operation.d_base + w * operation.d_warp
            target = operation.register_base + w * operation.d_warp
            for lane in range(core.spec.warp_size):
                if (warp.mask >> lane) & 1:
                    words[target + lane] = words[source + lane]
    warp.pc = np.uint32(goes_on)
    return ends


@block
def state_in_bundle(core, w, cycle):
    """Return (reason, ledger row) of a warp with operations in units."""
    first = np.int64(core.warps[w].issue_pc)
    inside = np.int64(-1)
    conflict = np.int64(-1)
    for part in range(core.bundles.count[w]):
        entered = core.bundles.parts[w, part]
        if entered.is_inside == 0:
            continue
        instance = core.pipeline.instances[entered.instance]
        if is_frozen(instance, cycle):
            return reasons.RETIRE_PORT, first + part
        operation = core.code[first + part]
        own = operation.beats * operation.interval
        if own <= clock(instance, cycle) - entered.enter_clock < entered.occupation:
            conflict = first + part
        if inside < 0:
            inside = first + part
    if conflict >= 0:
        return reasons.BANK_CONFLICT, conflict
    return np.int64(core.code[inside].reason), inside


@block
def charge_bundles(core, cycle):
    """Charge the cycle to every warp with operations in units: its reason changes from cycle to cycle."""
    for w in range(core.spec.launched):
        warp = core.warps[w]
        if warp.state == states.IN_UNIT and warp.select_cycle != cycle:
            reason, row = state_in_bundle(core, w, cycle)
            core.ledgers.warp[row, reason] += 1
