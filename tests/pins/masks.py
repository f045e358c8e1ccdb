"""Pins of section 13: execution masks."""

from __future__ import annotations

from tests.pins.pin import ARTICLE, MASKS, Pin
from tests.pins.sources import ALL_32, sides

MOVES = "mov r1, 7\n" * 5
FIGURE_5 = f"""
    mov r0.x, lane_id
    push_mask BRANCH_END
    and r0.y, r0.x, u(1)
    mask_nz r0.y
    {MOVES}
    pop_mask            ; pop mask and reconverge
BRANCH_END:
    ret
"""
FIGURE_6 = """
    mov r0.x, lane_id
    push_mask LOOP_END
LOOP_PROLOG:
    lt.u32 r0.y, r0.x, u(16)
    add.u32 r0.x, r0.x, u(1)
    mask_nz r0.y
    jmp LOOP_PROLOG
LOOP_END:
    ret
"""
FIGURE_7 = f"""
    mov r0.x, lane_id
    lt.u32 r0.y, r0.x, u(16)
    br_push r0.y, ELSE, CONVERGE
    {MOVES}
    pop_mask
ELSE:
    {MOVES}
    pop_mask
CONVERGE:
    ret
"""
TRUE_THEN_FALSE = [0, 1, 2, 3, 4, 5, 6]
FALSE_THEN_TRUE = [0, 1, 4, 5, 2, 3, 6]

MASKS_PINS = [
    Pin(
        "article_figure_5",
        FIGURE_5,
        ARTICLE,
        32,
        11,
        {
            "pcs": list(range(11)),
            "masks": [ALL_32] * 4 + [0xAAAA_AAAA] * 6 + [ALL_32],
            "depths": [0, 0] + [1] * 8 + [0],
            "lane_ledger": {"active": 5 * 32 + 6 * 16, "diverged": 6 * 16},
            "warp_states": {0: "issued*11"},
        },
        "One instruction per cycle. mask_nz is selected under all lanes; the odd lanes run five moves and pop_mask. "
        "The figure leaves out one column of the first four: 3, 6, 1.",
    ),
    Pin(
        "article_figure_6",
        FIGURE_6,
        ARTICLE,
        32,
        70,
        {
            "pcs": [0, 1, *[2, 3, 4, 5] * 16, 2, 3, 4, 6],
            "masks": [ALL_32] * 5 + [(1 << n) - 1 for n in range(16, 0, -1) for _ in range(4)] + [ALL_32],
            "depths": [0, 0] + [1] * 67 + [0],
            "lane_ledger": {"active": 6 * 32 + 4 * 136, "diverged": 64 * 32 - 4 * 136},
            "registers": {(0, 0): [17] * 17 + list(range(18, 33))},
        },
        "The j-th mask_nz keeps the lanes with lane + j - 1 < 16: 17 - j of them, which run jmp, lt, add and the next "
        "mask_nz. The 17th keeps none and pops. 2 + 16 x 4 + 3 + 1 = 70. Lane l runs add in all trips in which it is "
        "active: 17 - l of them up to lane 16, one above.",
    ),
    Pin(
        "article_figure_7",
        FIGURE_7,
        ARTICLE,
        32,
        16,
        {
            "pcs": list(range(16)),
            "masks": [ALL_32] * 3 + [0xFFFF] * 6 + [0xFFFF_0000] * 6 + [ALL_32],
            "depths": [0] * 3 + [2] * 6 + [1] * 6 + [0],
        },
        "br_push pushes (all, CONVERGE) and (upper lanes, ELSE): the first pop_mask goes to ELSE, the second on.",
    ),
    Pin(
        "br_push_true_first",
        sides(1),
        MASKS,
        4,
        7,
        {
            "pcs": TRUE_THEN_FALSE,
            "masks": [15, 15, 0b0001, 0b0001, 0b1110, 0b1110, 15],
            "depths": [0, 0, 2, 2, 1, 1, 0],
            "local": {0: 4},
        },
        "The article's order, though the true side is the smaller one.",
    ),
    Pin(
        "br_push_false_first",
        sides(1),
        {**MASKS, "branch.order": "false_first"},
        4,
        7,
        {
            "pcs": FALSE_THEN_TRUE,
            "masks": [15, 15, 0b1110, 0b1110, 0b0001, 0b0001, 15],
            "depths": [0, 0, 2, 2, 1, 1, 0],
            "local": {0: 1},
        },
        "The true side waits with its start, the instruction after br_push; its pop_mask pops (all, join).",
    ),
    Pin(
        "br_push_smaller_first_true",
        sides(1),
        {**MASKS, "branch.order": "smaller_first"},
        4,
        7,
        {"pcs": TRUE_THEN_FALSE, "local": {0: 4}},
        "One true lane, three false ones.",
    ),
    Pin(
        "br_push_smaller_first_false",
        sides(3),
        {**MASKS, "branch.order": "smaller_first"},
        4,
        7,
        {"pcs": FALSE_THEN_TRUE, "masks": [15, 15, 0b1000, 0b1000, 0b0111, 0b0111, 15], "local": {0: 1}},
        "Three true lanes, one false one.",
    ),
    Pin(
        "br_push_smaller_first_equal",
        sides(2),
        {**MASKS, "branch.order": "smaller_first"},
        4,
        7,
        {"pcs": TRUE_THEN_FALSE, "local": {0: 4}},
        "Two and two: the true side.",
    ),
    Pin(
        "br_push_counts_active_lanes_only",
        sides(2),
        {**MASKS, "branch.order": "smaller_first"},
        3,
        7,
        {
            "pcs": FALSE_THEN_TRUE,
            "masks": [7, 7, 0b100, 0b100, 0b011, 0b011, 7],
            "lane_ledger": {"active": 15, "diverged": 6, "tail": 7},
        },
        "Lane 3 has no thread: two true lanes, one false one.",
    ),
    Pin(
        "br_push_all_true",
        sides(4),
        {**MASKS, "branch.order": "false_first", "branch.stack_depth": 1},
        4,
        5,
        {"pcs": [0, 1, 2, 3, 6], "masks": [15] * 5, "depths": [0, 0, 1, 1, 0]},
        "No side waits: one entry, for which a stack of one is deep enough; the first pop_mask goes to join.",
    ),
    Pin(
        "br_push_none_true",
        sides(0),
        {**MASKS, "branch.stack_depth": 1},
        4,
        5,
        {"pcs": [0, 1, 4, 5, 6], "masks": [15] * 5, "depths": [0, 0, 1, 1, 0]},
        "All go to other, with one entry.",
    ),
    Pin(
        "mask_nz_without_true_lanes",
        "push_mask end\nmask_nz r0\nmov r1, 1\nend:\nret\n",
        MASKS,
        4,
        3,
        {"pcs": [0, 1, 3], "masks": [15] * 3, "depths": [0, 1, 0], "registers": {(0, 1): [0] * 4}},
        "r0 is 0 in every lane: as pop_mask.",
    ),
    Pin(
        "return_in_a_divergent_region",
        "push_mask rest\nand.b32 r0, lane_id, 1\nmask_nz r0\nret\nrest:\nbar\nmov r1, 5\nret\n",
        {**MASKS, "scheduler.policy": "round_robin"},
        7,
        14,
        {
            "pcs": [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6],
            "order": [0, 1] * 7,
            "masks": [15, 7, 15, 7, 15, 7, 0b1010, 0b0010, 0b0101, 0b0101, 0b0101, 0b0101, 0b0101, 0b0101],
            "depths": [0, 0, *[1] * 6, *[0] * 6],
            "lane_ledger": {"active": 36, "diverged": 4, "finished": 9, "tail": 7},
            "registers": {(0, 1): [5, 0, 5, 0], (1, 1): [5, 0, 5, 0]},
        },
        "The warps take turns. Lanes 1 and 3 end (of warp 1 only 1: 3 has no thread), the others go on at rest. There "
        "the active lanes are the living ones, so the barrier takes both warps: they arrive in 9 and 10. diverged: two "
        "lanes of each at the first ret; finished: 2 and 1 lanes in three instructions each.",
    ),
    Pin(
        "cascade",
        "push_mask outer\nand.b32 r0, lane_id, 2\nmask_nz r0\npush_mask inner\nand.b32 r0, lane_id, 1\n"
        "mask_nz r0\npush_mask nowhere\npush_mask nowhere\nnowhere:\nret\ninner:\nret\nouter:\nmov r1, 6\nret\n",
        MASKS,
        4,
        12,
        {
            "pcs": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
            "masks": [15, 15, 15, 12, 12, 12, 8, 8, 8, 4, 3, 3],
            "depths": [0, 1, 1, 1, 2, 2, 2, 3, 4, 1, 0, 0],
            "lane_ledger": {"active": 26, "diverged": 17, "finished": 5},
            "registers": {(0, 1): [6, 6, 0, 0]},
        },
        "Lane 3 ends with two entries of its own on the stack, skipped at no cost; of (lanes 2 and 3, inner) lane 2 is "
        "left. It ends too, and (all, outer) is reduced to lanes 0 and 1. diverged: 2 lanes in three instructions, 3 "
        "in three, 2 in the second ret; finished: 1 in that ret, 2 in the last two instructions.",
    ),
    Pin(
        "the_lowest_active_lane_decides",
        "push_mask end\nmask_nz lane_id\nand.b32 r0, lane_id, 1 -> over if nz\nmov r1, 5\nover:\npop_mask\nend:\nret\n",
        MASKS,
        4,
        5,
        {"pcs": [0, 1, 2, 4, 5], "masks": [15, 15, 14, 14, 15], "disagreements": {2: 1}},
        "Lane 1 is the lowest active one and jumps; lane 2 would not, lane 0 is not asked.",
    ),
    Pin(
        "local_memory_under_a_mask",
        "shl r0, lane_id, 2\npush_mask end\nand.b32 r2, lane_id, 1\nmask_nz r2\n"
        "st.local [r0], lane_id\nld.local r3, [r0]\npop_mask\nend:\nret\n",
        MASKS,
        4,
        10,
        {
            "degrees": [1, 1, 1, 1, 2, 2, 1, 1],
            "local": {0: 0, 4: 1, 8: 0, 12: 3},
            "registers": {(0, 3): [0, 1, 0, 3]},
            "warp_states": {0: "issued*5 bank_conflict issued bank_conflict issued*2"},
        },
        "Words 4 and 12 of bank 0: k = 2. Lanes 0 and 2 neither store nor ask for a bank.",
    ),
    Pin(
        "addresses_of_inactive_lanes_do_not_trap",
        "push_mask end\nlt.u32 r0, lane_id, 2\nmask_nz r0\nld.local r1, [lane_id + 62]\npop_mask\nend:\n"
        "ld.local r1, [lane_id + 61]\nret\n",
        MASKS,
        4,
        6,
        {"status": "trap", "trap": ("local_address", 5, 0, 0b1000, 5, 64), "masks": [15, 15, 15, 3, 3, 15]},
        "Lanes 2 and 3 would ask for 64 and 65 in the first load, but are not active.",
    ),
    Pin(
        "stack_overflow",
        "push_mask end\nmask_nz lane_id\npush_mask end\nend:\nret\n",
        {**MASKS, "branch.stack_depth": 1},
        4,
        4,
        {
            "status": "trap",
            "trap": ("stack_overflow", 3, 0, 0b1110, 2, 1),
            "pcs": [0, 1, 2, 2],
            "masks": [15, 15, 14, 14],
            "depths": [0, 1, 1, 1],
            "events": {2: (2, 2, 3, 3, 3), 3: (3, 3, -1, -1, -1)},
            "warp_states": {0: "issued*4"},
        },
        "Found at the retire of 3. With r = 0 the warp is ready in 3 and is selected there once more, where it was.",
    ),
    Pin(
        "stack_overflow_by_two_entries",
        sides(1),
        {**MASKS, "branch.stack_depth": 1, "retire.stages": 2},
        4,
        5,
        {
            "status": "trap",
            "trap": ("stack_overflow", 4, 0, 0b1111, 1, 1),
            "pcs": [0, 1],
            "depths": [0, 0],
            "events": {0: (0, 0, 1, 1, 3), 1: (3, 3, 4, 4, -1)},
            "warp_states": {0: "issued dep_alu*2 issued branch"},
        },
        "Room for one entry, and the lanes disagree. In 4 the warp is in its r cycles.",
    ),
    Pin(
        "stack_underflow",
        "pop_mask\nret\n",
        MASKS,
        3,
        2,
        {"status": "trap", "trap": ("stack_underflow", 1, 0, 0b0111, 0, 0), "pcs": [0, 0]},
        "Nothing was pushed; found at the retire of 1.",
    ),
    Pin(
        "stack_underflow_of_lanes_without_a_way_back",
        "mask_nz lane_id\nret\n",
        {**MASKS, "retire.stages": 1},
        4,
        4,
        {
            "status": "trap",
            "trap": ("stack_underflow", 3, 0, 0b0001, 1, 0),
            "pcs": [0, 1],
            "masks": [15, 14],
            "warp_states": {0: "issued branch issued branch"},
            "lane_ledger": {"active": 7, "diverged": 1},
        },
        "Lanes 1 to 3 would end, and lane 0 is on no stack: it is the living lane for which pop finds no entry.",
    ),
    Pin(
        "divergent_barrier",
        "push_mask end\nmask_nz lane_id\nbar\nend:\nret\n",
        {**MASKS, "retire.stages": 1},
        4,
        6,
        {
            "status": "trap",
            "trap": ("divergent_barrier", 5, 0, 0b0001, 2, 1),
            "masks": [15, 15, 14],
            "warp_states": {0: "issued branch issued branch issued barrier"},
            "waits": [],
        },
        "Lane 0 is missing. The warp does not arrive; in 5 it is in its r cycles, from the retire of its bar on.",
    ),
    Pin(
        "a_trap_at_retire_is_before_a_deadlock",
        "eq.u32 r0, warp_id, 0 -> first if c\neq.u32 r0, warp_id, 1 -> second if c\npop_mask\nfirst:\nret\n"
        "second:\nbar\n",
        {
            **MASKS,
            "scheduler.policy": "oldest",
            "issue_width": 3,
            "alu.count": 3,
            "control.count": 3,
            "retire.ports": 3,
        },
        12,
        4,
        {
            "status": "trap",
            "trap": ("stack_underflow", 3, 2, 0b1111, 2, 0),
            "waits": [(1, 4, 3)],
            "order": [0, 1, 2, 0, 1, 2, 1, 2, 2],
            "pcs": [0, 0, 0, 3, 1, 1, 4, 2, 2],
        },
        "Warp 0 finishes in 2. In 3 warp 1 arrives at its bar, which can never open, and warp 2 pops an empty stack.",
    ),
    Pin(
        "the_first_trap_of_several_at_retire",
        "eq.u32 r0, warp_id, 1 -> second if c\nmask_nz lane_id\nmov r1, 1\nbar\n"
        "second:\nadd.f32 r1, r0, r0\npop_mask\n",
        {
            **MASKS,
            "scheduler.policy": "round_robin",
            "issue_width": 2,
            "alu.count": 2,
            "control.count": 2,
            "fpu.latency": 2,
            "retire.ports": 2,
        },
        8,
        5,
        {
            "status": "trap",
            "trap": ("stack_underflow", 4, 1, 0b1111, 5, 0),
            "order": [0, 1, 0, 1, 0, 1, 0, 1, 0],
            "pcs": [0, 0, 1, 4, 2, 5, 3, 5, 3],
            "instances": [0, 1, 0, 0, 0, 0, 1, 0, 1],
        },
        "In 2 warp 0 is selected alone, so in 3 warp 1 comes first and its pop_mask takes instance 0. Both trap at the "
        "retires of 4: instance 0 is asked first. Warp 0 would have been a divergent_barrier.",
    ),
    Pin(
        "no_mask_stack",
        "push_mask end\nend:\nret\n",
        {},
        4,
        1,
        {"status": "trap", "trap": ("illegal_instruction", 0, 0, 0b1111, 0, 0x68), "order": []},
        "Under first_thread the machine lacks mask instructions.",
    ),
]
