"""What of a device differs in a record over time: warps that begin again with each work-group, and the coalescer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from simt.core.state.reasons import REASONS

if TYPE_CHECKING:
    from simt.result.result import Events


def living_in_groups(
    events: Events, warp: int, cycles: np.ndarray, threads: int, retires: np.ndarray, masks: np.ndarray
) -> np.ndarray:
    """int64 [cycles]: the living lanes of a warp, a bit per lane, in ascending cycles that were kept.

    The warp ends, and begins again with `threads`, its lanes that have one, for each work-group of its place. retires,
    masks: the cycles in which its `ret`s took effect, and the lanes that each ended.
    """
    found = events.instructions[events.instructions["warp"] == warp]
    states = events.warps[cycles - events.first, warp]
    last = np.searchsorted(found["select"], cycles, side="right") - 1  # the instruction issued last, -1 before any
    living = np.full(len(cycles), threads, np.int64)
    known = last >= 0
    living[known] = found["living"][last[known]]
    ended = np.searchsorted(retires, cycles, side="right") - 1
    has_ended = known & (ended >= 0)
    # A `ret` that has retired since that instruction was issued is that instruction.
    has_ended[has_ended] = retires[ended[has_ended]] > found["select"][last[has_ended]]
    living[has_ended] &= ~masks[ended[has_ended]]
    is_idle = states == REASONS.index("idle")
    living[(living == 0) & ~is_idle & (states != REASONS.index("drain"))] = threads  # of the next group nothing issued
    living[is_idle] = 0
    return living


def coalescer_cycles(states: np.ndarray, found: np.ndarray, beats: Any, first: int) -> np.ndarray:
    """int64: the cycles for which accesses hold the coalescer (docs/processor.md, section 19).

    states: the states of every warp, [warps, cycles] from cycle `first` on. found: EVENT records. beats: of the memory
    unit. They are beats, one for each transaction but the first, and those in which the queue had no room.
    """
    is_full = np.zeros((states.shape[0], states.shape[1] + 1), np.int64)
    np.cumsum(states == REASONS.index("memory_queue"), axis=1, out=is_full[:, 1:])
    end = first + states.shape[1]
    start = np.where(found["enter"] >= 0, found["enter"], end) - first
    stop = np.where(found["offer"] >= 0, found["offer"], end) - first
    warps = found["warp"]
    blocked = is_full[warps, np.maximum(stop, start)] - is_full[warps, start]
    cycles: np.ndarray = beats + np.maximum(found["degree"].astype(np.int64) - 1, 0) + blocked
    return cycles
