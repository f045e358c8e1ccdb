"""Pins of section 22: machines without bank conflicts, beats of inactive lanes, or waiting at barriers."""

from __future__ import annotations

from typing import Any

from tests.pins.pin import EXPLICIT, MASKS, TWO_SLOTS, Pin
from tests.pins.sources import TWO, strided

NO_CONFLICTS: dict[str, Any] = {"ideal.banks": True}
NO_IDLE_BEATS: dict[str, Any] = {"ideal.lanes": True}
NO_BARRIERS: dict[str, Any] = {"ideal.barriers": True}


def of_lanes_1_to_3(operation: str) -> str:
    """An operation of three lanes of four."""
    return f"push_mask end\nmask_nz lane_id\n{operation}\npop_mask\nend: ret\n"


IDEAL_PINS = [
    # Banks
    Pin(
        "ideal_banks_one_beat",
        strided(2),
        NO_CONFLICTS,
        4,
        3,
        {
            "degrees": [1, 1, 1],
            "warp_states": {0: "issued*3"},
            "events": {1: (1, 1, 2, 2, 2)},
            "bank_words": {1: [4, 0, 0, 0]},
        },
        "Words 0 4 8 12, all in bank 0, and k = 1. The record has the four words of that bank all the same.",
    ),
    Pin(
        "ideal_banks_several_beats",
        strided(2),
        {
            **NO_CONFLICTS,
            "warp_size": 8,
            "alu.lanes": 8,
            "fpu.lanes": 8,
            "lds.lanes": 4,
            "lds.latency": 3,
            "lds.interval": 2,
        },
        8,
        8,
        {
            "degrees": [1, 2, 1],
            "events": {1: (1, 1, 7, 7, 7)},
            "warp_states": {0: "issued*2 dep_local*5 issued"},
            "bank_words": {1: [8, 0, 0, 0]},
        },
        "Two beats of k = 1: occ = 2 x 2 = 4, offered in 1 + 3 + 4 - 1 = 7, with no conflict cycle.",
    ),
    Pin(
        "ideal_banks_hold_of_the_front_end",
        strided(2),
        {**NO_CONFLICTS, "front_end.stages": 1, "lds.interval": 3},
        8,
        11,
        {
            "events": {
                2: (2, 3, 6, 6, 6),
                3: (3, 6, 9, 9, 9),
                4: (6, 7, 8, 8, -1),
                5: (9, 10, 11, 11, -1),
            },
            "warp_states": {
                0: "issued dep_alu issued dep_local*3 issued branch drain*3",
                1: "not_selected issued dep_alu issued unit_busy*2 dep_local*3 issued branch",
            },
            "slot_reasons": [
                *["issued"] * 4,
                *["unit_busy"] * 2,
                "issued",
                *["dep_local"] * 2,
                "issued",
                "drain",
            ],
        },
        "occ = 3 x 1: the LDS has warp 0's load from 3 to 5 and takes warp 1's, selected in 3, in 6. The front end is "
        "held in 4 and 5, and the cause is unit_busy: there are no conflict cycles. Slots of 7 and 8: warp 1 was "
        "selected longest ago, then it is the only one left.",
    ),
    Pin(
        "ideal_banks_in_a_bundle",
        "shl r0, lane_id, 2\n{ ld.local r1, [r0] | mov r2, 1 }\nret\n",
        {**NO_CONFLICTS, **TWO_SLOTS},
        4,
        3,
        {
            "degrees": [1, 1, 1, 1],
            "events": {1: (1, 1, 2, 2, 2), 2: (1, 1, 2, 2, 2), 3: (2, 2, 3, 3, -1)},
            "bank_words": {1: [4, 0, 0, 0]},
        },
        "Both operations are taken in 2.",
    ),
    # Lanes
    Pin(
        "ideal_lanes_two_of_four",
        "and.b32 r0, lane_id, 1\npush_mask end\nmask_nz r0\nmov r1, 7\npop_mask\nend: ret\n",
        {**NO_IDLE_BEATS, **MASKS, "alu.lanes": 2, "alu.interval": 2},
        4,
        10,
        {
            "degrees": [2, 1, 1, 1, 1, 1],
            "masks": [15, 15, 15, 0b1010, 0b1010, 15],
            "events": {0: (0, 0, 4, 4, 4), 3: (6, 6, 8, 8, 8)},
            "warp_states": {0: "issued dep_alu*3 issued*3 dep_alu issued*2"},
            "registers": {(0, 1): [0, 7, 0, 7]},
        },
        "The and has four lanes: ceil(4 / 2) = 2 beats of interval 2, offered in 0 + 1 + 4 - 1. The mov has lanes 1 "
        "and 3, which are in different beats of section 5; side by side they are one: 6 + 1 + 2 - 1 = 8.",
    ),
    Pin(
        "ideal_lanes_three_of_four",
        of_lanes_1_to_3("mov r1, 7"),
        {**NO_IDLE_BEATS, **MASKS, "alu.lanes": 1, "alu.interval": 2},
        4,
        10,
        {
            "degrees": [1, 1, 3, 1, 1],
            "events": {2: (2, 2, 8, 8, 8)},
            "warp_states": {0: "issued*3 dep_alu*5 issued*2"},
            "registers": {(0, 1): [0, 7, 7, 7]},
        },
        "Three beats instead of four: occ = 6, offered in 2 + 1 + 6 - 1 = 8.",
    ),
    Pin(
        "ideal_lanes_round_up",
        of_lanes_1_to_3("mov r1, 7"),
        {**NO_IDLE_BEATS, **MASKS, "alu.lanes": 2, "alu.interval": 2},
        4,
        8,
        {"degrees": [1, 1, 2, 1, 1], "events": {2: (2, 2, 6, 6, 6)}},
        "ceil(3 / 2) = 2 beats, as many as there are without the key: occ = 4, offered in 2 + 1 + 4 - 1 = 6.",
    ),
    Pin(
        "ideal_lanes_without_active_ones",
        "s_mov.b64 exec, 0\nmov r1, 5\nret\n",
        {**NO_IDLE_BEATS, **EXPLICIT, "alu.lanes": 1, "alu.interval": 3},
        4,
        5,
        {
            "degrees": [1, 1, 1],
            "masks": [15, 0, 0],
            "events": {1: (1, 1, 4, 4, 4)},
            "registers": {(0, 1): [0] * 4},
        },
        "No lane is active, and the mov takes max(1, 0) beats of interval 3: 1 + 1 + 3 - 1 = 4.",
    ),
    Pin(
        "ideal_lanes_of_tail_and_control",
        TWO,
        {**NO_IDLE_BEATS, "warp_size": 8, "alu.lanes": 2, "fpu.lanes": 8, "lds.lanes": 8},
        3,
        3,
        {"degrees": [2, 1], "events": {0: (0, 0, 2, 2, 2), 1: (2, 2, 3, 3, -1)}},
        "Three of eight lanes have a thread: ceil(3 / 2) = 2 beats instead of 4. The ret goes to the same ALU and has "
        "one beat, as every control instruction.",
    ),
    Pin(
        "ideal_lanes_of_other_units",
        "add.f32 r4, r4, 1.0\nrcp.f32 r5, r4\nadd.f64 r2, r2, 1.0\nret\n",
        {
            **NO_IDLE_BEATS,
            "fpu.lanes": 2,
            "sfu.count": 1,
            "sfu.lanes": 1,
            "dpu.count": 1,
            "dpu.lanes": 1,
            "dpu.interval": 2,
        },
        2,
        8,
        {
            "degrees": [1, 2, 2, 1],
            "events": {0: (0, 0, 1, 1, 1), 1: (1, 1, 3, 3, 3), 2: (3, 3, 7, 7, 7), 3: (7, 7, 8, 8, -1)},
            "warp_states": {0: "issued*2 dep_sfu issued dep_dpu*3 issued"},
        },
        "Two of four lanes have a thread. One beat on the two lanes of the FPU; two on the one of the SFU: 1 + 1 + 2 - "
        "1 = 3; two of interval 2 on the one of the DPU: 3 + 1 + 4 - 1 = 7.",
    ),
    Pin(
        "ideal_lanes_leave_local_accesses",
        of_lanes_1_to_3("ld.local r1, [lane_id]"),
        {**NO_IDLE_BEATS, **MASKS, "lds.lanes": 1},
        4,
        8,
        {"degrees": [1, 1, 4, 1, 1], "events": {2: (2, 2, 6, 6, 6)}},
        "An access to local memory has its four beats, that of lane 0 too: 2 + 1 + 4 - 1 = 6.",
    ),
    Pin(
        "ideal_lanes_in_a_bundle",
        "{ ld.local r1, [0] | mov r2, 1 }\nret\n",
        {**NO_IDLE_BEATS, **TWO_SLOTS, "lds.lanes": 1, "alu.lanes": 1, "alu.interval": 3},
        2,
        9,
        {
            "degrees": [4, 2, 1],
            "events": {0: (0, 0, 4, 4, 6), 1: (0, 0, 6, 6, 6), 2: (6, 6, 9, 9, -1)},
            "warp_states": {0: "issued dep_local*3 dep_alu*2 issued branch*2"},
        },
        "Two of four lanes have a thread: the load has four beats and is taken in 4, the mov has two of interval 3 and "
        "is taken in 6. The ret: one beat of interval 3.",
    ),
    # Barriers
    Pin(
        "ideal_barriers_two_warps",
        "bar\nret\n",
        {**NO_BARRIERS, "retire.stages": 2},
        8,
        5,
        {
            "events": {0: (0, 0, 1, 1, 3), 1: (1, 1, 2, 2, 4), 2: (3, 3, 4, 4, -1), 3: (4, 4, 5, 5, -1)},
            "warp_states": {0: "issued barrier*2 issued drain", 1: "unit_busy issued barrier*2 issued"},
            "slot_reasons": ["issued", "issued", "barrier", "issued", "issued"],
        },
        "The bar of warp 0 retires in 1 and that of warp 1 in 2; each warp is ready r = 2 cycles later, `barrier` till "
        "then.",
    ),
    Pin(
        "ideal_barriers_no_deadlock",
        "eq.u32 r0, warp_id, 0 -> done if c\nbar\ndone:\nret\n",
        NO_BARRIERS,
        8,
        5,
        {
            "order": [0, 0, 1, 1, 1],
            "pcs": [0, 2, 0, 1, 2],
            "events": {3: (3, 3, 4, 4, 4), 4: (4, 4, 5, 5, -1)},
            "warp_states": {0: "issued*2 drain*3", 1: "unit_busy*2 issued*3"},
            "waits": [],
        },
        "Warp 0 finishes in 2 without a bar; the one of warp 1 retires in 4, and with r = 0 the warp goes on in 4.",
    ),
    Pin(
        "ideal_barriers_order_nothing",
        "st.local [thread_id], group_size\nbar\nxor.b32 r0, thread_id, 4\nld.local r1, [r0]\nret\n",
        NO_BARRIERS,
        8,
        10,
        {"order": [0] * 5 + [1] * 5, "registers": {(0, 1): [0] * 4, (1, 1): [8] * 4}},
        "r = 0: both warps are available in every cycle, and 0 is chosen until it has ended, in 5. It reads words 4 to "
        "7 in 3, which warp 1 writes in 5; warp 1 reads what warp 0 has written.",
    ),
    Pin(
        "ideal_barriers_divergent_barrier",
        "push_mask end\nmask_nz lane_id\nbar\nend:\nret\n",
        {**NO_BARRIERS, **MASKS, "retire.stages": 1},
        4,
        6,
        {
            "status": "trap",
            "trap": ("divergent_barrier", 5, 0, 0b0001, 2, 1),
            "warp_states": {0: "issued branch issued branch issued barrier"},
            "waits": [],
        },
        "Two cycles per instruction: the bar is selected in 4 under lanes 1 to 3 and retires in 5. Lane 0 is missing.",
    ),
    Pin(
        "ideal_barriers_in_a_bundle",
        ".local x u32[4]\n{ ld.local r1, [0] | bar }\n{ st.local [lane_id], r1 | ret }\n",
        {**NO_BARRIERS, **TWO_SLOTS, "lds.latency": 3, "retire.stages": 1},
        8,
        8,
        {
            "events": {
                0: (0, 0, 3, 3, 4),
                1: (0, 0, 1, 1, 4),
                2: (1, 1, 4, 4, 5),
                3: (1, 1, 2, 2, 5),
                4: (4, 4, 7, 7, -1),
                5: (4, 4, 5, 5, -1),
                6: (5, 5, 8, 8, -1),
                7: (5, 5, 6, 6, -1),
            },
            "warp_states": {
                0: "issued dep_local*2 barrier issued dep_local*2 drain",
                1: "unit_busy issued dep_local*2 barrier issued dep_local*2",
            },
            "local": {0: 9, 1: 9, 2: 9, 3: 9},
        },
        "The bundles with bar are complete in 3 and in 4, and their warps are ready r = 1 cycle later.",
        inputs={"x": [9, 0, 0, 0]},
    ),
]
