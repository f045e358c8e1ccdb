"""Pins of section 14: reconvergence without mask instructions."""

from __future__ import annotations

from tests.pins.pin import IPDOM, MIN_PC, Pin
from tests.pins.sources import ALL_32

LANE_IF_ELSE = "and.b32 r0, lane_id, 1 -> other if z\nmov r1, 1\njmp join\nother: mov r1, 2\njoin: ret\n"
EMPTY_SIDE = "and.b32 r0, lane_id, 1 -> over if z\nmov r1, 1\nover: ret\n"
LANE_LOOP = "mov r0, lane_id\nloop: sub.u32 r0, r0, 1 -> loop if nn\nret\n"
EXIT = "and.b32 r0, lane_id, 1 -> stay if z\nlt.u32 r0, lane_id, 2 -> stay if nc\nret\nstay: mov r1, 1\nret\n"
OTHER_SIDE_BEHIND = (
    "and.b32 r0, lane_id, 1 -> other if z\nmov r1, 1\njoin: mov r2, 1\nret\nother: mov r1, 2\njmp join\n"
)
BARRIER_OF_SOME = "mov r0, lane_id -> over if z\nbar\nover: ret\n"
BARRIER_BEHIND = "mov r0, lane_id -> over if z\nmov r1, 1\nover: bar\nret\n"


def lane_sides(lanes: int) -> str:
    """The lowest lanes jump."""
    return f"lt.u32 r0, lane_id, {lanes} -> other if c\nmov r1, 1\njmp join\nother: mov r1, 2\njoin: ret\n"


RECONVERGENCE_PINS = [
    Pin(
        "ipdom_taken_first",
        LANE_IF_ELSE,
        IPDOM,
        2,
        5,
        {
            "pcs": [0, 3, 1, 2, 4],
            "masks": [3, 1, 2, 2, 3],
            "depths": [0, 2, 1, 1, 0],
            "warp_states": {0: "issued*5"},
            "lane_ledger": {"active": 7, "diverged": 3, "tail": 10},
            "registers": {(0, 1): [2, 1, 0, 0]},
            "disagreements": {0: 1},
        },
        "R = 4. Pushed: (both, 4, none), (lane 1, 1, 4); lane 0 jumps. At 4 it meets nobody yet: lane 1 is popped, and "
        "when its jump comes to 4, both are.",
    ),
    Pin(
        "ipdom_false_first",
        LANE_IF_ELSE,
        {**IPDOM, "branch.order": "false_first"},
        2,
        5,
        {
            "pcs": [0, 1, 2, 3, 4],
            "masks": [3, 2, 2, 1, 3],
            "depths": [0, 2, 2, 1, 0],
            "registers": {(0, 1): [2, 1, 0, 0]},
        },
        "Lane 1 goes on, lane 0 waits with its start 3.",
    ),
    Pin(
        "ipdom_smaller_first_taken",
        lane_sides(1),
        {**IPDOM, "branch.order": "smaller_first"},
        4,
        5,
        {"pcs": [0, 3, 1, 2, 4], "masks": [15, 1, 14, 14, 15], "registers": {(0, 1): [2, 1, 1, 1]}},
        "One lane jumps, three do not.",
    ),
    Pin(
        "ipdom_smaller_first_not_taken",
        lane_sides(3),
        {**IPDOM, "branch.order": "smaller_first"},
        4,
        5,
        {"pcs": [0, 1, 2, 3, 4], "masks": [15, 8, 8, 7, 15], "registers": {(0, 1): [2, 2, 2, 1]}},
        "Three lanes jump, one does not.",
    ),
    Pin(
        "ipdom_smaller_first_equal",
        lane_sides(2),
        {**IPDOM, "branch.order": "smaller_first"},
        4,
        5,
        {"pcs": [0, 3, 1, 2, 4], "masks": [15, 3, 12, 12, 15]},
        "Two and two: the taken side.",
    ),
    Pin(
        "ipdom_smaller_first_counts_active_lanes_only",
        lane_sides(2),
        {**IPDOM, "branch.order": "smaller_first"},
        3,
        5,
        {"pcs": [0, 1, 2, 3, 4], "masks": [7, 4, 4, 3, 7]},
        "Lane 3 has no thread: two lanes jump, one does not.",
    ),
    Pin(
        "ipdom_empty_side",
        EMPTY_SIDE,
        {**IPDOM, "branch.stack_depth": 1},
        4,
        3,
        {
            "pcs": [0, 1, 2],
            "masks": [15, 10, 15],
            "depths": [0, 1, 0],
            "registers": {(0, 1): [0, 1, 0, 1]},
            "disagreements": {0: 1},
        },
        "R = 2 is where the taken lanes 0 and 2 start: they have arrived, though taken lanes would go first. So one "
        "entry.",
    ),
    Pin(
        "ipdom_all_agree",
        "mov r0, 0 -> over if z\nmov r1, 1\nover: mov r0, 0 -> end if nz\nmov r1, 2\nend: ret\n",
        {**IPDOM, "branch.stack_depth": 1},
        4,
        4,
        {"pcs": [0, 2, 3, 4], "masks": [15] * 4, "depths": [0] * 4, "disagreements": {0: 0, 2: 0}},
        "All jump at 0, none at 2: nothing is pushed.",
    ),
    Pin(
        "ipdom_jump_to_the_next",
        "and.b32 r0, lane_id, 1 -> next if z\nnext: ret\n",
        IPDOM,
        4,
        2,
        {"pcs": [0, 1], "masks": [15, 15], "depths": [0, 0], "disagreements": {0: 1}},
        "Both sides start at 1. No divergence, but the lanes disagree.",
    ),
    Pin(
        "ipdom_loop",
        LANE_LOOP,
        {**IPDOM, "branch.stack_depth": 1},
        4,
        6,
        {
            "pcs": [0, 1, 1, 1, 1, 2],
            "masks": [15, 15, 14, 12, 8, 15],
            "depths": [0, 0, 1, 1, 1, 0],
            "lane_ledger": {"active": 18, "diverged": 6},
            "registers": {(0, 0): [ALL_32] * 4},
            "disagreements": {1: 3},
        },
        "Lane l makes l + 1 trips. R = 2, where the lanes that leave start. For the first of them (all, 2, none) is "
        "pushed, so J = 2; then R = J and nothing is pushed. Lane 3 leaves alone: no disagreement, and at 2 all meet.",
    ),
    Pin(
        "ipdom_join_of_an_inner_if_is_that_of_the_outer_one",
        "and.b32 r0, lane_id, 1 -> join if z\nlt.u32 r0, lane_id, 2 -> join if c\nmov r1, 1\njoin: ret\n",
        {**IPDOM, "branch.stack_depth": 1},
        4,
        4,
        {"pcs": [0, 1, 2, 3], "masks": [15, 10, 8, 15], "depths": [0, 1, 1, 0], "disagreements": {0: 1, 1: 1}},
        "R = J = 3 at 1: lane 1 waits in the entry that is there.",
    ),
    Pin(
        "ipdom_nested",
        "and.b32 r0, lane_id, 1 -> outer if z\nlt.u32 r0, lane_id, 2 -> other if c\nmov r1, 1\njmp inner\n"
        "other: mov r1, 2\ninner: mov r2, 1\nouter: ret\n",
        IPDOM,
        4,
        7,
        {
            "pcs": [0, 1, 4, 2, 3, 5, 6],
            "masks": [15, 10, 2, 8, 8, 10, 15],
            "depths": [0, 1, 3, 2, 2, 1, 0],
            "registers": {(0, 1): [0, 2, 0, 1], (0, 2): [0, 1, 0, 1]},
        },
        "At 0 (all, 6, none); at 1 (lanes 1 and 3, 5, 6) and (lane 3, 2, 5). Lane 1 comes to 5 = J, then lane 3, then "
        "both go on with J = 6.",
    ),
    Pin(
        "ipdom_loaded_value",
        ".local x u32[4]\nld.local r0, [lane_id] -> over if nz\nmov r1, 1\nover: ret\n",
        IPDOM,
        4,
        3,
        {"pcs": [0, 1, 2], "masks": [15, 5, 15], "registers": {(0, 0): [0, 5, 0, 7], (0, 1): [1, 0, 1, 0]}},
        "Lanes 1 and 3 have loaded something else than 0 and jump to R.",
        inputs={"x": [0, 5, 0, 7]},
    ),
    Pin(
        "ipdom_ret_of_some",
        "lt.u32 r0, lane_id, 2 -> stay if c\nret\nstay: mov r1, 1\nret\n",
        {**IPDOM, "branch.stack_depth": 1},
        4,
        4,
        {
            "pcs": [0, 2, 3, 1],
            "masks": [15, 3, 3, 12],
            "depths": [0, 1, 1, 0],
            "lane_ledger": {"active": 10, "diverged": 4, "finished": 2},
            "registers": {(0, 1): [1, 1, 0, 0]},
        },
        "R is none, so only (lanes 2 and 3, 1, none) is pushed. Lanes 0 and 1 end at 3; the others are popped and end.",
    ),
    Pin(
        "ipdom_does_not_merge_without_a_join",
        EXIT,
        IPDOM,
        4,
        7,
        {
            "pcs": [0, 3, 4, 1, 3, 4, 2],
            "masks": [15, 5, 5, 10, 8, 8, 2],
            "depths": [0, 1, 1, 0, 1, 1, 0],
            "lane_ledger": {"active": 13, "diverged": 6, "finished": 9},
            "registers": {(0, 1): [1, 0, 1, 1]},
        },
        "The ret at 2 leaves the end as the only post-dominator of 0 and of 1: lane 3 runs 3 and 4 after lanes 0 and 2 "
        "did. diverged: 2 lanes in two instructions, 1 in two; finished: 2 in three, 3 in the last.",
    ),
    Pin(
        "ipdom_other_side_behind",
        OTHER_SIDE_BEHIND,
        IPDOM,
        4,
        6,
        {"pcs": [0, 4, 5, 1, 2, 3], "masks": [15, 5, 5, 10, 15, 15], "depths": [0, 2, 2, 1, 0, 0]},
        "R = 2, before the jump's target. All meet there.",
    ),
    Pin(
        "ipdom_stack_overflow",
        "mov r0, 7\nadd.u32 r0, lane_id, 0xfffffffe -> other if c\nmov r1, 1\njmp join\nother: mov r1, 2\njoin: ret\n",
        {**IPDOM, "branch.stack_depth": 1},
        4,
        3,
        {
            "status": "trap",
            "trap": ("stack_overflow", 2, 0, 0b1111, 1, 1),
            "pcs": [0, 1, 1],
            "depths": [0, 0, 0],
            "events": {1: (1, 1, 2, 2, 2), 2: (2, 2, -1, -1, -1)},
            "registers": {(0, 0): [7] * 4},
            "carry": {0: 0},
            "disagreements": {1: 1},
        },
        "Two entries and room for one. The jump retires in 2 and changes no register and no flag; with r = 0 the warp "
        "is selected there once more.",
    ),
    Pin(
        "ipdom_divergent_barrier",
        BARRIER_OF_SOME,
        {**IPDOM, "retire.stages": 1},
        4,
        4,
        {
            "status": "trap",
            "trap": ("divergent_barrier", 3, 0, 0b0001, 1, 1),
            "masks": [15, 14],
            "warp_states": {0: "issued dep_alu issued barrier"},
            "waits": [],
        },
        "Lane 0 has arrived at 2, where it waits for the others.",
    ),
    Pin(
        "ipdom_barrier_behind_a_join",
        BARRIER_BEHIND,
        {**IPDOM, "scheduler.policy": "round_robin"},
        8,
        8,
        {
            "order": [0, 1] * 4,
            "pcs": [0, 0, 1, 1, 2, 2, 3, 3],
            "masks": [15, 15, 14, 14, 15, 15, 15, 15],
        },
        "All lanes are there again. The warps take turns; the second bar retires in 6 and opens the barrier.",
    ),
    Pin(
        "min_pc_if_else",
        LANE_IF_ELSE,
        MIN_PC,
        2,
        5,
        {
            "pcs": [0, 1, 2, 3, 4],
            "masks": [3, 2, 2, 1, 3],
            "depths": [0] * 5,
            "registers": {(0, 1): [2, 1, 0, 0]},
            "disagreements": {0: 1},
        },
        "Lane 1 has the lower counter until its jump to 4; then lane 0 at 3; both at 4.",
    ),
    Pin(
        "min_pc_loop",
        LANE_LOOP,
        MIN_PC,
        4,
        6,
        {"pcs": [0, 1, 1, 1, 1, 2], "masks": [15, 15, 14, 12, 8, 15], "depths": [0] * 6, "disagreements": {1: 3}},
        "Lanes that have left stand at 2, above those at 1.",
    ),
    Pin(
        "min_pc_merges_without_a_join",
        EXIT,
        MIN_PC,
        4,
        5,
        {
            "pcs": [0, 1, 2, 3, 4],
            "masks": [15, 10, 2, 13, 13],
            "lane_ledger": {"active": 13, "diverged": 5, "finished": 2},
            "registers": {(0, 1): [1, 0, 1, 1]},
        },
        "Lane 1 ends at 2; all others stand at 3. Two cycles less than under ipdom_stack.",
    ),
    Pin(
        "min_pc_other_side_behind",
        OTHER_SIDE_BEHIND,
        MIN_PC,
        4,
        8,
        {
            "pcs": [0, 1, 2, 3, 4, 5, 2, 3],
            "masks": [15, 10, 10, 10, 5, 5, 5, 5],
            "lane_ledger": {"active": 18, "diverged": 6, "finished": 8},
            "registers": {(0, 1): [2, 1, 2, 1], (0, 2): [1, 1, 1, 1]},
        },
        "The others stand at 4, above the join at 2, so lanes 1 and 3 do not wait there. Two cycles more than under "
        "ipdom_stack.",
    ),
    Pin(
        "min_pc_divergent_barrier",
        BARRIER_OF_SOME,
        {**MIN_PC, "retire.stages": 1},
        4,
        4,
        {
            "status": "trap",
            "trap": ("divergent_barrier", 3, 0, 0b0001, 1, 1),
            "masks": [15, 14],
            "warp_states": {0: "issued dep_alu issued barrier"},
            "waits": [],
        },
        "Lane 0 stands at 2.",
    ),
    Pin(
        "min_pc_barrier_behind_a_join",
        BARRIER_BEHIND,
        {**MIN_PC, "scheduler.policy": "round_robin"},
        8,
        8,
        {"order": [0, 1] * 4, "pcs": [0, 0, 1, 1, 2, 2, 3, 3], "masks": [15, 15, 14, 14, 15, 15, 15, 15]},
        "As under ipdom_stack.",
    ),
    Pin(
        "min_pc_leaves_the_program",
        "mov r0, lane_id -> out if z\nret\nout:\n",
        MIN_PC,
        4,
        3,
        {
            "status": "trap",
            "trap": ("program_counter", 2, 0, 0b0001, 2, 2),
            "pcs": [0, 1],
            "masks": [15, 14],
            "lane_ledger": {"active": 7, "diverged": 1},
        },
        "Lanes 1 to 3 end in 2; there lane 0 goes on, at 2, which is past the end.",
    ),
]
