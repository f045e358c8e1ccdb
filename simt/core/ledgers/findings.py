"""The findings of a checked run: a hash table with one for each kind and pair of instructions (docs/check.md)."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block, kernel
from simt.core.jit.bits import bit, count_bits
from simt.core.state.shadow import GROUP, LANE, LANES, LOCAL, PC, WARP, WARPS

_NOWHERE = np.int64(-1)


@kernel
def place_of(shadow, kind, pc, other):
    """Return the place of a finding in the table; add it if it is new. If there is no room, count it and return -1."""
    findings = shadow.findings
    last = findings.shape[0] - 1
    place = (pc * 61 + other * 7 + kind) & last
    for _ in range(last + 1):
        here = findings[place]
        if here.kind == 0:
            here.kind = kind
            here.pc = pc
            here.other = other
            return place
        if here.kind == kind and here.pc == pc and here.other == other:
            return place
        place = (place + 1) & last
    shadow.notes[0].lost += 1
    return _NOWHERE


@block
def group_of_check(core):
    """Return the running work-group, counted from 0 among the launch's."""
    group = np.int64(0)
    if core.link is not None:
        group = core.link.places[0].group
    return group


@block
def begin(finding, time, group, w, lanes, place):
    """Write down the first occurrence of a finding: its time, work-group, warp, lanes and place."""
    finding.time = time
    finding.group = group
    finding.warp = w
    finding.lanes = lanes
    finding.place = place


@block
def count_access(finding, byte, lanes, time):
    """Count one lane's access to a word. Several of its bytes may be reported one after the other: they count once."""
    if finding.last_time != time or finding.last_lanes != lanes or finding.last_word != byte >> 2:
        finding.count += 1
        finding.last_time = time
        finding.last_lanes = lanes
        finding.last_word = byte >> 2


@kernel
def report_race(shadow, kind, access, before, byte, time, is_same):
    """Report an access that races with an earlier access.

    - kind: the kind of the finding. The kind 0 becomes LANES if one warp made both accesses, else WARPS.
    - access, before: the numbers of this access and of the earlier one, with their work-groups.
    - byte: the first byte of the cell in which they meet.
    - is_same: whether the access is a store that leaves the memory as it is.
    """
    if kind == 0:
        is_one_warp = (access >> WARP) & 63 == (before >> WARP) & 63
        kind = np.int64(LANES if is_one_warp else WARPS)
    place = place_of(shadow, kind, (access >> PC) & 0xFFFF, (before >> PC) & 0xFFFF)
    if place < 0:
        return
    finding = shadow.findings[place]
    if finding.count == 0:
        begin(finding, time, access >> GROUP, (access >> WARP) & 63, bit((access >> LANE) & 63), byte)
        finding.other_group = before >> GROUP
        finding.other_warp = (before >> WARP) & 63
        finding.other_lane = (before >> LANE) & 63
        finding.is_same = is_same
    count_access(finding, byte, bit((access >> LANE) & 63), time)


@kernel
def report_access(core, kind, byte, w, lanes, pc, time):
    """Report an access by lanes of warp w that is a finding by itself.

    byte: the byte of memory, the value of a probe's operand, or the lane from which a shuffle reads.
    """
    place = place_of(core.shadow, kind, pc, _NOWHERE)
    if place < 0:
        return
    finding = core.shadow.findings[place]
    if finding.count == 0:
        begin(finding, time, group_of_check(core), w, lanes, byte)
    finding.count += count_bits(lanes)


@kernel
def report_unwritten(core, kind, number, w, lanes, pc, time):
    """Report a read of an unwritten register by lanes of warp w, or of an unwritten byte of memory by one lane.

    number: the register's number, or the byte's address. All bytes that an instruction reads share one finding.
    """
    is_memory = kind >= LOCAL
    place = place_of(core.shadow, kind, pc, _NOWHERE if is_memory else number)
    if place < 0:
        return
    finding = core.shadow.findings[place]
    if finding.count == 0:
        begin(finding, time, group_of_check(core), w, lanes, number)
    if is_memory:
        count_access(finding, number, lanes, time)
    else:
        finding.count += max(1, count_bits(lanes))
