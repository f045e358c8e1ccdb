"""Pins of section 29: convergence barriers, turns and yields. One instruction per cycle unless banks conflict."""

from __future__ import annotations

from typing import Any

from tests.pins.pin import Pin

ITS: dict[str, Any] = {"control.route": "own", "branch.policy": "its", "branch.yield_after": 2}
ITS_YIELD: dict[str, Any] = {**ITS, "branch.policy": "its_yield"}
FALSE_FIRST: dict[str, Any] = {"branch.order": "false_first"}
SCOREBOARD: dict[str, Any] = {"issue.dependences": "scoreboard"}

IF_ELSE = "and.b32 r0, lane_id, 1 -> other if z\nmov r1, 1\njmp join\nother: mov r1, 2\njoin: ret\n"
FLAG = "and.b32 r1, lane_id, 1 -> give if z\nread: ld.local r2, [r0] -> read if z\nret\ngive: st.local [r0], 1\nret\n"
LOCK = "mov r2, 1\nbegin: atom.local.cas.b32 r3, [r0], r1 -> begin if nz\nst.local [r0], r1\nret\n"
NESTED = (
    "and.b32 r0, lane_id, 1 -> odd if nz\nand.b32 r0, lane_id, 2 -> two if nz\nmov r1, 1\ntwo: mov r2, 1\njmp join\n"
    "odd: mov r1, 2\njoin: ret\n"
)
TWO_BARS = "and.b32 r0, lane_id, 1 -> odd if nz\nbar\nret\nodd: mov r1, 1\nbar\nmov r1, 2\nret\n"
BAR_OF_SOME = "and.b32 r0, lane_id, 1 -> odd if nz\nbar\nret\nodd: mov r1, 1\nret\n"
BAR_INSIDE = "mov r0, lane_id -> over if z\nbar\nover: mov r1, 1\nret\n"
LOOP = "mov r0, lane_id\nloop: sub.u32 r0, r0, 1 -> loop if nn\nret\n"

PROGRESS_PINS = [
    Pin(
        "its_if_else",
        IF_ELSE,
        ITS,
        2,
        5,
        {
            "pcs": [0, 3, 1, 2, 4],
            "masks": [3, 1, 2, 2, 3],
            "depths": [0, 1, 1, 1, 0],
            "warp_states": {0: "issued*5"},
            "lane_ledger": {"active": 7, "diverged": 3, "tail": 10},
            "registers": {(0, 1): [2, 1, 0, 0]},
            "disagreements": {0: 1},
        },
        "Barrier 0 is at 4 for both lanes. Lane 0 jumps, goes on, and is blocked at 4; the turn passes to lane 1, which"
        " comes to 4 by its jump: the barrier opens.",
    ),
    Pin(
        "its_false_first",
        IF_ELSE,
        {**ITS, **FALSE_FIRST},
        2,
        5,
        {"pcs": [0, 1, 2, 3, 4], "masks": [3, 2, 2, 1, 3], "depths": [0, 1, 1, 1, 0]},
        "Lane 1 goes on; as it is blocked the turn passes from T = 0 to lane 0, the last of the ring.",
    ),
    Pin(
        "its_nested",
        NESTED,
        ITS,
        4,
        7,
        {
            "pcs": [0, 5, 1, 2, 3, 4, 6],
            "masks": [15, 10, 5, 1, 5, 5, 15],
            "depths": [0, 1, 1, 2, 1, 1, 0],
        },
        "Barrier 0 at 6 for all; the odd lanes 1 and 3 go on, and are blocked at 6. Lanes 0 and 2 part at 1: barrier 1 "
        "at 3 inside barrier 0. Lane 2 starts there, so lane 0 runs 2 alone.",
    ),
    Pin(
        "its_without_a_free_barrier",
        NESTED,
        {**ITS, "branch.convergence_barriers": 1},
        4,
        9,
        {
            "pcs": [0, 5, 1, 3, 4, 2, 3, 4, 6],
            "masks": [15, 10, 5, 4, 4, 1, 1, 1, 15],
            "depths": [0, 1, 1, 1, 1, 1, 1, 1, 0],
        },
        "At 1 no barrier is free: lane 2, which jumps, goes on alone to 6, then lane 0.",
    ),
    Pin(
        "its_waits_for_a_word",
        FLAG,
        {**ITS, **FALSE_FIRST},
        2,
        7,
        {
            "pcs": [0, 1, 1, 3, 4, 1, 2],
            "masks": [3, 2, 2, 1, 1, 2, 2],
            "depths": [0] * 7,
            "local": {0: 1},
        },
        "The first example of section 29.",
    ),
    Pin(
        "its_yields_after_one",
        FLAG,
        {**ITS, **FALSE_FIRST, "branch.yield_after": 1},
        2,
        6,
        {"pcs": [0, 1, 3, 4, 1, 2], "masks": [3, 2, 1, 1, 2, 2]},
        "Lane 1 yields after its first jump back.",
    ),
    Pin(
        "its_spin_lock",
        LOCK,
        ITS,
        2,
        20,
        {"status": "cycle_limit", "local": {0: 1}, "issues": [1, 18, 0, 0]},
        "Lane 0 is blocked behind the loop and lane 1 spins. The first turn of the loop takes two cycles, as two lanes "
        "ask one bank: it is issued in 1 and from 3 to 19.",
        max_cycles=20,
    ),
    Pin(
        "its_yield_spin_lock",
        LOCK,
        ITS_YIELD,
        2,
        9,
        {
            "events": {1: (1, 1, 3, 3, 3), 2: (3, 3, 4, 4, 4)},
            "pcs": [0, 1, 1, 2, 3, 1, 2, 3],
            "masks": [3, 3, 2, 1, 1, 2, 2, 2],
            "depths": [0, 0, 1, 0, 0, 0, 0, 0],
            "local": {0: 0},
        },
        "The second example of section 29, after a `mov`.",
    ),
    Pin(
        "its_yield_of_a_loop",
        LOOP,
        ITS_YIELD,
        4,
        7,
        {
            "pcs": [0, 1, 1, 2, 1, 1, 2],
            "masks": [15, 15, 14, 3, 12, 8, 12],
            "depths": [0, 0, 1, 0, 0, 1, 0],
        },
        "Lane l has l + 1 turns. Lane 0 is blocked at 2, then lane 1; lanes 2 and 3 have jumped back twice and"
        " leave barrier 0, so it opens. T = 1. When these have ended T = 2, and lanes 2 and 3 part anew.",
    ),
    Pin(
        "its_two_bars",
        TWO_BARS,
        ITS,
        2,
        7,
        {
            "pcs": [0, 3, 4, 1, 5, 6, 2],
            "masks": [3, 2, 2, 1, 2, 2, 1],
            "warp_states": {0: "issued*7"},
        },
        "Lane 1 waits at 4 and lane 0 arrives at 1: the warp arrives in 4, and the barrier opens. T was 0 as lane 1 "
        "waited: lane 0; as the warp arrives it passes to lane 1.",
    ),
    Pin(
        "its_bar_of_some",
        BAR_OF_SOME,
        {**ITS, **FALSE_FIRST, "retire.stages": 1},
        2,
        9,
        {
            "pcs": [0, 1, 3, 4, 2],
            "masks": [3, 1, 2, 2, 1],
            "warp_states": {0: "issued dep_alu issued barrier issued dep_alu issued barrier issued"},
        },
        "Lane 0 waits at its `bar`, and the warp is in its r cycles. Lane 1 ends in 7, and so the warp arrives: its "
        "`ret` stands for a `bar`, which opens in 7, and the warp is ready in 8.",
    ),
    Pin(
        "its_bar_leaves_the_barrier",
        BAR_INSIDE,
        ITS,
        4,
        6,
        {
            "pcs": [0, 1, 2, 3, 2, 3],
            "masks": [15, 14, 1, 1, 14, 14],
            "depths": [0, 1, 0, 0, 0, 0],
        },
        "Lane 0 is blocked at 2. Lanes 1 to 3 wait at `bar` and leave barrier 0: it opens for lane 0, which ends; then "
        "all living lanes wait, and go on.",
    ),
]
