"""Places for work-groups: groups that start and end (docs/processor.md, section 18)."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.jit.bits import bit, count_bits
from simt.core.ledgers.intervals import remember_held
from simt.core.ledgers.wanting import note_next
from simt.core.memory.link import after, further
from simt.core.state import reasons, states
from simt.core.state.ages import make_oldest
from simt.core.state.divergence import forget_lanes
from simt.core.state.layout import ITS, MIN_PC, NEVER, NO_JOIN, SCALAR_WORDS, WARP_FORMATION


@block
def write_row(core, row, w, value):
    """Set a special source of a warp, of all lanes alike."""
    lanes = core.spec.warp_size
    first = row * lanes + w * core.link.launches[0].warp_words
    for lane in range(lanes):
        core.operands.words[first + lane] = np.uint32(value & 0xFFFF_FFFF)


@block
def write_sums(core, row, local_row, w, base):
    """Set a special source of a warp, in row `row`, to the sum of the row `local_row` and `base`, lane by lane."""
    lanes = core.spec.warp_size
    first = w * core.link.launches[0].warp_words
    for lane in range(lanes):
        value = base + np.int64(core.operands.words[first + local_row * lanes + lane])
        core.operands.words[first + row * lanes + lane] = np.uint32(value & 0xFFFF_FFFF)


@block
def prepare_operands(core, w, group):
    """Set a warp's registers and special sources as at the launch of a group."""
    link, words, lanes = core.link, core.operands.words, core.spec.warp_size
    launch = link.launches[0]
    first = w * launch.warp_words
    for k in range(first, first + launch.fresh_words):
        words[k] = link.template[k]
    if launch.first_scalar >= 0:
        scalars = launch.first_scalar + w * SCALAR_WORDS
        for k in range(scalars, scalars + SCALAR_WORDS):
            words[k] = link.template[k]
    across = group // launch.groups_x
    group_x = group - across * launch.groups_x
    group_z = across // launch.groups_y
    group_y = across - group_z * launch.groups_y
    write_row(core, launch.group_id_row, w, group)
    write_row(core, launch.group_x_row, w, group_x)
    write_row(core, launch.group_y_row, w, group_y)
    write_row(core, launch.group_z_row, w, group_z)
    write_sums(core, launch.global_id_row, launch.thread_row, w, group * launch.threads)
    write_sums(core, launch.global_x_row, launch.local_x_row, w, launch.offset_x + group_x * launch.size_x)
    write_sums(core, launch.global_y_row, launch.local_y_row, w, launch.offset_y + group_y * launch.size_y)
    write_sums(core, launch.global_z_row, launch.local_z_row, w, launch.offset_z + group_z * launch.size_z)
    for k in range(link.copies.shape[0]):
        source = first + link.copies[k, 2] * lanes
        if link.copies[k, 0]:
            words[launch.first_scalar + w * SCALAR_WORDS + link.copies[k, 1]] = words[source]
        else:
            target = first + link.copies[k, 1] * lanes
            for lane in range(lanes):
                words[target + lane] = words[source + lane]


@block
def prepare_warp(core, w, group):
    """Set a warp's registers, special sources and masks as at the launch of a group."""
    prepare_operands(core, w, group)
    warp = core.warps[w]
    mask = core.link.sides[w].mask
    warp.mask = mask
    warp.living = mask
    warp.active = count_bits(mask)
    warp.alive = warp.active
    warp.carry = 0
    warp.pc = 0
    warp.depth = 0
    if core.divergence is not None:
        policy = core.spec.branch_policy
        if policy >= ITS:
            forget_lanes(core.divergence, w)
        else:
            core.divergence.current[w] = NEVER if policy == MIN_PC else NO_JOIN
        if policy == WARP_FORMATION:
            core.divergence.current[w] = NEVER
    if core.formation is not None:
        for lane in range(core.spec.warp_size):
            core.formation.homes[w, lane] = w


@block
def start_group(core, place, group):
    """Put a group into a place: local memory and its warps are as at a launch. The caller sets their states."""
    link = core.link
    launch = link.launches[0]
    base = place * launch.place_words
    for k in range(link.local.shape[0]):
        core.memory.words[base + k] = link.local[k]
    first = place * launch.group_warps
    for w in range(first, first + launch.group_warps):
        prepare_warp(core, w, group)
    link.places[place].group = group
    link.places[place].waiting = 0
    link.places[place].finished = 0
    link.units[0].resident += 1
    core.run.finished -= launch.group_warps


@block
def start_groups(core, cycle):
    """Start the groups whose start is in this cycle: their warps are ready in its select step."""
    link = core.link
    unit = link.units[0]
    while unit.starts > 0 and link.starts[unit.start_head].arrives <= cycle:
        start = link.starts[unit.start_head]
        unit.start_head = after(unit.start_head, link.starts)
        unit.starts -= 1
        start_group(core, start.place, start.group)
        first = start.place * link.launches[0].group_warps
        for w in range(first, first + link.launches[0].group_warps):
            warp = core.warps[w]
            core.ledgers.warp[core.spec.program_length, reasons.IDLE] += cycle - warp.since
            warp.state = states.READY
            warp.ready_cycle = cycle
            if core.flights is not None:
                make_oldest(core, w)
                note_next(core, w)
            warp.select_cycle = -1
            remember_held(core, w)
            core.run.ready |= bit(w)


@block
def finish_warp(core, w, cycle):
    """Finish warp w; the last of its group empties the place and reports to the dispatcher."""
    link = core.link
    launch = link.launches[0]
    place = link.sides[w].place
    link.places[place].finished += 1
    if link.places[place].finished < launch.group_warps:
        return
    first = place * launch.group_warps
    for other in range(first, first + launch.group_warps):
        core.ledgers.warp[core.spec.program_length, reasons.DRAIN] += cycle - core.warps[other].since
        core.warps[other].state = states.EMPTY
        core.warps[other].since = cycle
    unit = link.units[0]
    link.places[place].group = -1
    unit.resident -= 1
    end = link.ends[further(unit.end_head, unit.ends, link.ends)]
    end.arrives = cycle + launch.interconnect
    end.place = place
    unit.ends += 1
