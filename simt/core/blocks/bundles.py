"""VLIW bundles: atomic dispatch, operations that leave their units one by one, one write back (docs/processor.md, 16).

On a machine without bundles the group `bundles` is None and the compiler drops every branch on it. With them a warp's
`issue_pc` is the bundle's first word until the bundle is complete, then the operation that its wait is charged to.
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.unit_pipeline import accepting, clock, is_frozen
from simt.core.divergence.branch import ALWAYS, taken_lanes
from simt.core.jit import block
from simt.core.lanes.write_back import compute_result
from simt.core.state.layout import (
    BANK_CONFLICT,
    IN_UNIT,
    KIND_BARRIER,
    KIND_JUMP,
    KIND_RETURN,
    RETIRE_PORT,
)


@block
def refuser(pc, fixed, pipeline, bundles, cycle):
    """The program counter of the first operation of an instruction that no unit can accept in this cycle, or -1."""
    first = np.int64(pc)
    if bundles is None:
        return first if accepting(fixed.code[pc], pipeline, cycle) < 0 else np.int64(-1)
    for operation in range(first, first + fixed.code[first].operations):
        if accepting(fixed.code[operation], pipeline, cycle) < 0:
            return operation
    return np.int64(-1)


@block
def begin_bundle(w, count, bundles):
    """Warp w issues a bundle of so many operations."""
    bundles.left[w] = count
    bundles.count[w] = count


@block
def enter_part(w, part, k, occupation, now, bundles):
    """An operation enters instance k at the instance's clock `now`."""
    entered = bundles.parts[w, part]
    entered.instance = k
    entered.occupation = occupation
    entered.enter_clock = now
    entered.is_inside = 1


@block
def take_part(w, part, bundles, cycle):
    """An operation's result is taken; whether it was the last of its bundle."""
    taken = bundles.parts[w, part]
    taken.is_inside = 0
    taken.taken_in = cycle
    bundles.left[w] -= 1
    return bundles.left[w] == 0


@block
def last_taken(w, bundles, cycle):
    """The operation that was taken last, in this cycle; of several the one of the lowest slot."""
    part = np.int64(0)
    while bundles.parts[w, part].taken_in != cycle:
        part += 1
    return part


@block
def write_bundle(w, warp, first, fixed, operands, ledgers):
    """The architectural effect of a complete bundle; returns its `bar` or `ret` (program counter), or -1.

    Results go to scratch rows of the operand file first, so that no operation sees what another one writes.
    """
    spec = fixed.specs[0]
    lanes = spec.warp_size
    end = first + fixed.code[first].operations
    carry = warp.carry
    for operation in range(first, end):
        compute_result(fixed.code[operation], warp, w, lanes, operands)
    goes_on = np.int64(end)
    ends = np.int64(-1)
    for operation in range(first, end):
        step = fixed.code[operation]
        if step.condition != ALWAYS:
            flags = warp.carry if step.writes_carry else carry
            taken = taken_lanes(step, warp, w, flags, spec, operands)
            if taken != 0 and taken != warp.mask:
                ledgers.stats[operation].disagreements += 1
            if taken & 1:
                goes_on = np.int64(step.target)
        elif step.kind == KIND_JUMP:
            goes_on = np.int64(step.target)
        elif step.kind == KIND_BARRIER or step.kind == KIND_RETURN:
            ends = np.int64(operation)
    for operation in range(first, end):
        step = fixed.code[operation]
        if step.writes_register:
            source = step.d_base + w * step.d_warp
            target = step.register_base + w * step.d_warp
            for lane in range(lanes):
                if (warp.mask >> lane) & 1:
                    operands.words[target + lane] = operands.words[source + lane]
    warp.pc = np.uint32(goes_on)
    return ends


@block
def state_in_bundle(w, warp, fixed, pipeline, bundles, cycle):
    """(reason, ledger row) of a warp with operations in units."""
    first = np.int64(warp.issue_pc)
    inside = np.int64(-1)
    conflict = np.int64(-1)
    for part in range(bundles.count[w]):
        entered = bundles.parts[w, part]
        if entered.is_inside == 0:
            continue
        instance = pipeline.instances[entered.instance]
        if is_frozen(instance, cycle):
            return RETIRE_PORT, first + part
        step = fixed.code[first + part]
        if step.beats * step.interval <= clock(instance, cycle) - entered.enter_clock < entered.occupation:
            conflict = first + part
        if inside < 0:
            inside = first + part
    if conflict >= 0:
        return BANK_CONFLICT, conflict
    return np.int64(fixed.code[inside].reason), inside


@block
def charge_bundles(fixed, pipeline, warps, bundles, ledgers, cycle):
    """Charge the cycle to every warp with operations in units; what it waits for changes from cycle to cycle."""
    for w in range(fixed.specs[0].launched):
        warp = warps[w]
        if warp.state == IN_UNIT and warp.select_cycle != cycle:
            reason, row = state_in_bundle(w, warp, fixed, pipeline, bundles, cycle)
            ledgers.warp[row, reason] += 1
