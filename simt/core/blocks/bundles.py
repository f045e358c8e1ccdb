"""VLIW bundles: operations enter their units together, and leave them one by one (docs/processor.md, section 16).

Without the group `bundles` the compiler drops every branch on it. With the group and one slot, a bundle is one
operation. A warp's `issue_pc` is the bundle's first word until the bundle is complete. After that it is the operation
to which the warp's wait is charged.
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.unit_pipeline import accepting, clock, first_free, is_frozen
from simt.core.jit import block
from simt.core.jit.bits import bit
from simt.core.memory.charges import charge_phases, state_in_memory
from simt.core.memory.link import is_global
from simt.core.state import reasons, states


@block
def accepting_part(core, first, part, cycle):
    """Return the lowest-numbered instance that can accept an operation of the bundle at `first` in this cycle, or -1.

    part: the operation's place in the bundle. Only instances of its slot serve it.
    """
    position = core.bundles.positions[first, part]
    end = np.int64(core.code[first + part].end_instance)
    return first_free(core, position.first, end, position.step, cycle)


@block
def entrance(core, w, pc, cycle):
    """Return (k, refusing) of warp w's instruction at `pc` in this cycle.

    - k: the instance that it would enter; of a bundle, the one of its last operation. -1 if a unit can accept none.
    - refusing: the program counter of the first operation that no unit can accept, or -1.
    """
    first = np.int64(pc)
    if core.bundles is None:
        k = accepting(core, core.code[pc], w, cycle)
        return k, first if k < 0 else np.int64(-1)
    k = np.int64(-1)
    for part in range(np.int64(core.code[first].operations)):
        k = accepting_part(core, first, part, cycle)
        if k < 0:
            return k, first + part
    return k, np.int64(-1)


@block
def refuser(core, w, pc, cycle):
    """Return the program counter of warp w's first operation at `pc` that no unit can accept in this cycle, or -1."""
    return entrance(core, w, pc, cycle)[1]


@block
def first_instance(core, first, pc):
    """Return the lowest-numbered instance that serves the operation at `pc`, of the bundle at `first`."""
    if core.bundles is None:
        return np.int64(core.code[pc].first_instance)
    return core.bundles.positions[first, pc - first].first


@block
def slot_of(core, w, part):
    """Return the slot of an operation of warp w's bundle, which is not complete. part: its place in the bundle."""
    return core.bundles.positions[core.warps[w].issue_pc, part].slot


@block
def enter_part(core, w, part, k, now, planned, occupation):
    """Note that an operation enters instance k at the instance's clock `now`.

    part: the operation's place in the bundle. planned, occupation: the clocks for which it holds the first stage,
    without bank conflicts and with them.
    """
    entered = core.bundles.parts[w, part]
    entered.instance = k
    entered.port = bit(slot_of(core, w, part)) if core.spec.slots > 1 else np.int64(0)
    entered.conflict_from = now + planned
    entered.conflict_end = now + occupation
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
def state_in_bundle(core, w, cycle):
    """Return (reason, ledger row) of a warp with operations in units."""
    first = np.int64(core.warps[w].issue_pc)
    inside = np.int64(-1)
    conflict = np.int64(-1)
    at_access = np.int64(0)  # the reason of the first operation that is inside, if it is an access to global memory
    for part in range(core.bundles.count[w]):
        entered = core.bundles.parts[w, part]
        if entered.is_inside == 0:
            continue
        pc = first + part
        if core.link is not None:
            if is_global(core.code[pc]):
                reason = np.int64(state_in_memory(core.link, w, cycle))
                if reason == reasons.RETIRE_PORT:
                    return reason, pc
                if inside < 0:
                    inside = pc
                    at_access = reason
                continue
        instance = core.pipeline.instances[entered.instance]
        if is_frozen(instance, cycle):
            return np.int64(reasons.RETIRE_PORT), pc
        if entered.conflict_from <= clock(instance, cycle) < entered.conflict_end:
            conflict = pc
        if inside < 0:
            inside = pc
    if conflict >= 0:
        return np.int64(reasons.BANK_CONFLICT), conflict
    return at_access if at_access != 0 else np.int64(core.code[inside].reason), inside


@block
def charge_bundles(core, cycle, times):
    """Charge `times` equal cycles to every warp with operations in units.

    The reason of such a warp changes from cycle to cycle. Even in equal cycles, an access to global memory may go
    through several phases.
    """
    for w in range(core.spec.launched):
        warp = core.warps[w]
        if warp.state == states.IN_UNIT and warp.select_cycle != cycle:
            reason, row = state_in_bundle(core, w, cycle)
            rest = times
            if core.link is not None:
                if reason == reasons.DEP_GLOBAL:
                    rest -= charge_phases(core, core.link.away[w], row, cycle, cycle + times, np.int64(0))
            core.ledgers.warp[row, reason] += rest
