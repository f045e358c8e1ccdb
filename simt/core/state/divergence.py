"""The lanes of a warp that are not active, at its start and in their turns (docs/processor.md, sections 14, 29, 30)."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.state import layout
from simt.core.state.layout import NEVER, NO_BARRIER, NO_JOIN, Divergence
from simt.machine import Machine


def divergence_of(machine: Machine, warps: int) -> Divergence:
    """Return the places of waiting lanes before cycle 0, no larger than the policy needs."""
    branch, lanes = machine.branch, machine.warp_size
    depth = branch.stack_depth if branch.has_stack else 1
    current = NO_BARRIER if branch.has_barriers else NEVER if branch.is_lowest_first else NO_JOIN
    has_counters = branch.has_barriers or branch.is_lowest_first  # of lanes; without them they are of a stack's entries
    return Divergence(
        masks=np.zeros((warps, depth), np.int64),
        counters=np.zeros((warps, lanes if has_counters else depth), np.int64),
        joins=np.zeros((warps, depth), np.int64),
        current=np.full(warps, current, np.int64),
        replaced=np.zeros(lanes + 1, np.int64),
        innermost=np.full((warps, lanes if branch.has_barriers else 1), NO_BARRIER, np.int64),
        barriers=np.zeros((warps, branch.convergence_barriers if branch.has_barriers else 1), layout.MEETING),
        turns=np.zeros(warps, layout.TURN),
    )


@block
def can_run(divergence, warp, w):
    """Return the living lanes that are neither blocked at a barrier nor wait at `bar`."""
    turn = divergence.turns[w]
    return warp.living & ~(turn.blocked | turn.waiting)


@block
def forget_lanes(divergence, w):
    """Set the lanes of a warp as at its start: they stand together, without barriers."""
    turn, barriers = divergence.turns[w], divergence.barriers[w]
    turn.blocked = 0
    turn.waiting = 0
    turn.lane = 0
    turn.jumps = 0
    turn.arrives = 0
    for number in range(barriers.shape[0]):
        barriers[number].participants = 0
    for lane in range(divergence.innermost.shape[1]):
        divergence.innermost[w, lane] = NO_BARRIER
    divergence.current[w] = NO_BARRIER
