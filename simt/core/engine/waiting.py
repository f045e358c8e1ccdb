"""Lanes that wait while other lanes of their warp run, read from a state: where each goes on, under every policy."""

from __future__ import annotations

from typing import Any

from simt.core.engine.lanes import WaitingLanes
from simt.core.state import layout
from simt.core.state.cores import own_part
from simt.core.state.state import State
from simt.machine.rules import BRANCH_RULES

STACKS = (BRANCH_RULES.index("mask_stack"), layout.IPDOM_STACK)  # the policies with a stack
ALL_LANES = (1 << 64) - 1


def waiting_lanes(state: State, core: int, warp: int) -> list[WaitingLanes]:
    """Return the living lanes of a warp that are not active; lanes whose turn comes next are first, if that is known.

    With explicit masks only the program knows where these lanes go on, so the result is empty.
    """
    divergence, policy = state.cores.divergence, int(state.cores.spec["branch_policy"][0])
    if divergence is None or policy == layout.EXPLICIT_MASKS:
        return []
    record = state.cores.warps[core][warp]
    left = int(record["living"]) & ~int(record["mask"]) & ALL_LANES
    if policy in STACKS:
        return _in_stack(stack_entries(state, core, warp), left)
    return _by_counter(divergence, core, warp, left, policy >= layout.ITS)


def place_of(state: State, core: int, warp: int) -> int:
    """Return the address at which a warp's active lanes go on, or of the oldest access for whose words they wait.

    Under a scoreboard the program counter is past an access to global memory that has not retired.
    """
    flights = state.cores.flights
    if flights is not None:
        entries = len(flights.flights[core]) // len(flights.boards[core])
        unretired = int(flights.boards[core][warp]["unretired"])
        own = [flights.flights[core][warp * entries + place] for place in range(entries) if unretired >> place & 1]
        uses = own_part(flights.uses, core)
        loads = [flight for flight in own if uses[flight["issue_pc"]]["is_load"]]
        if loads:
            return int(min(loads, key=lambda flight: int(flight["sequence"]))["issue_pc"])
    return int(state.cores.warps[core][warp]["pc"])


def stack_entries(state: State, core: int, warp: int) -> list[tuple[int, int]]:
    """Return the entries of a warp's stack, (mask, program counter), the top last; none without a stack."""
    divergence = state.cores.divergence
    if divergence is None or int(state.cores.spec["branch_policy"][0]) not in STACKS:
        return []
    return [
        (int(divergence.masks[core, warp, place]) & ALL_LANES, int(divergence.counters[core, warp, place]))
        for place in range(int(state.cores.warps[core][warp]["depth"]))
    ]


def _in_stack(entries: list[tuple[int, int]], left: int) -> list[WaitingLanes]:
    """Return every lane in the topmost entry that holds it, from the top down."""
    waiting = []
    for mask, pc in reversed(entries):
        if mask & left:
            waiting.append(WaitingLanes(mask & left, pc, "stack"))
            left &= ~mask
    return waiting


def _by_counter(divergence: Any, core: int, warp: int, left: int, has_barriers: bool) -> list[WaitingLanes]:
    """Return the lanes by their counters, the lowest first, and by what they wait for."""
    groups: dict[tuple[int, str], int] = {}
    turn = divergence.turns[core, warp]
    for lane in range(divergence.counters.shape[2]):
        if left >> lane & 1:
            how = "turn"
            if has_barriers:
                is_blocked, is_waiting = (int(turn[name]) >> lane & 1 for name in ("blocked", "waiting"))
                how = "blocked" if is_blocked else "barrier" if is_waiting else "turn"
            key = (int(divergence.counters[core, warp, lane]), how)
            groups[key] = groups.get(key, 0) | 1 << lane
    return [WaitingLanes(mask, pc, how) for (pc, how), mask in sorted(groups.items())]
