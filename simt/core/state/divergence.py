"""The lanes of a warp that are not active, at its start and in their turns (docs/processor.md, sections 14, 29, 30)."""

from __future__ import annotations

from simt.core.jit import block
from simt.core.state.layout import NO_BARRIER


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
