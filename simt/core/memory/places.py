"""Places for work-groups: groups that start and end (docs/processor.md, section 18)."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.jit.bits import bit, count_bits
from simt.core.ledgers.intervals import remember_held
from simt.core.memory.port import after, behind
from simt.core.state.layout import (
    DRAIN,
    EMPTY,
    IDLE,
    MIN_PC,
    NEVER,
    NO_JOIN,
    READY,
    SCALAR_WORDS,
)


@block
def write_row(row, w, value, step, spec, port, operands):
    """Set a special source of a warp: `value` in lane 0, `step` more in each further lane."""
    lanes = spec.warp_size
    first = row * lanes + w * port.launches[0].block
    for lane in range(lanes):
        operands.words[first + lane] = np.uint32((value + step * lane) & 0xFFFF_FFFF)


@block
def prepare_warp(w, warp, group, spec, port, operands, divergence):
    """Registers, special sources and masks of a warp of a group, as at a launch."""
    launch = port.launches[0]
    block_words = launch.block
    first = w * block_words
    for k in range(first, first + block_words):
        operands.words[k] = port.template[k]
    if launch.first_scalar >= 0:
        first = launch.first_scalar + w * SCALAR_WORDS
        for k in range(first, first + SCALAR_WORDS):
            operands.words[k] = port.template[k]
    group_y = group // launch.groups_x
    group_x = group - group_y * launch.groups_x
    lanes = spec.warp_size
    write_row(launch.group_id_row, w, group, 0, spec, port, operands)
    write_row(launch.group_x_row, w, group_x, 0, spec, port, operands)
    write_row(launch.group_y_row, w, group_y, 0, spec, port, operands)
    first = w * block_words
    words = operands.words
    for lane in range(lanes):
        thread = np.int64(words[first + launch.thread_row * lanes + lane])
        local_x = np.int64(words[first + launch.local_x_row * lanes + lane])
        local_y = np.int64(words[first + launch.local_y_row * lanes + lane])
        words[first + launch.global_id_row * lanes + lane] = np.uint32((group * launch.threads + thread) & 0xFFFF_FFFF)
        words[first + launch.global_x_row * lanes + lane] = np.uint32((group_x * launch.size_x + local_x) & 0xFFFF_FFFF)
        words[first + launch.global_y_row * lanes + lane] = np.uint32((group_y * launch.size_y + local_y) & 0xFFFF_FFFF)
    for k in range(port.copies.shape[0]):
        source = first + port.copies[k, 2] * lanes
        if port.copies[k, 0]:
            words[launch.first_scalar + w * SCALAR_WORDS + port.copies[k, 1]] = words[source]
        else:
            target = first + port.copies[k, 1] * lanes
            for lane in range(lanes):
                words[target + lane] = words[source + lane]
    mask = port.sides[w].mask
    warp.mask = mask
    warp.living = mask
    warp.active = count_bits(mask)
    warp.alive = warp.active
    warp.carry = 0
    warp.pc = 0
    warp.depth = 0
    if divergence is not None:
        divergence.current[w] = NEVER if spec.branch_policy == MIN_PC else NO_JOIN


@block
def start_group(place, group, spec, run, port, warps, operands, divergence, memory):
    """A group takes a place: local memory and its warps are as at a launch. Their states are the caller's."""
    launch = port.launches[0]
    base = place * launch.place_words
    for k in range(port.local.shape[0]):
        memory.words[base + k] = port.local[k]
    first = place * launch.group_warps
    for w in range(first, first + launch.group_warps):
        prepare_warp(w, warps[w], group, spec, port, operands, divergence)
    port.places[place].group = group
    port.places[place].waiting = 0
    port.places[place].finished = 0
    port.units[0].resident += 1
    run.finished -= launch.group_warps


@block
def start_groups(spec, run, port, register_file, warps, operands, divergence, memory, ledgers, cycle):
    """Groups whose start is in this cycle: their warps are ready in its select step."""
    unit = port.units[0]
    while unit.starts > 0 and port.starts[unit.start_head].arrives <= cycle:
        start = port.starts[unit.start_head]
        unit.start_head = after(unit.start_head, port.starts)
        unit.starts -= 1
        start_group(start.place, start.group, spec, run, port, warps, operands, divergence, memory)
        first = start.place * port.launches[0].group_warps
        for w in range(first, first + port.launches[0].group_warps):
            warp = warps[w]
            ledgers.warp[spec.program_length, IDLE] += cycle - warp.since
            warp.state = READY
            warp.ready_cycle = cycle
            warp.select_cycle = -1
            remember_held(w, warp, run, register_file, port)
            run.ready |= bit(w)


@block
def finish_warp(w, spec, port, warps, ledgers, cycle):
    """Warp w has finished; the last of its group empties the place and tells the dispatcher."""
    launch = port.launches[0]
    place = port.sides[w].place
    port.places[place].finished += 1
    if port.places[place].finished < launch.group_warps:
        return
    first = place * launch.group_warps
    for other in range(first, first + launch.group_warps):
        ledgers.warp[spec.program_length, DRAIN] += cycle - warps[other].since
        warps[other].state = EMPTY
        warps[other].since = cycle
    unit = port.units[0]
    port.places[place].group = -1
    unit.resident -= 1
    end = port.ends[behind(unit.end_head, unit.ends, port.ends)]
    end.arrives = cycle + launch.interconnect
    end.place = place
    unit.ends += 1
