"""Pins of keys that meet: bundles with masks, doubles and global memory, banks with a scoreboard (sections 16, 17, 31).

The cores have one result per port and cycle, one cycle of latency and no front end, except where a pin says otherwise.
"""

from __future__ import annotations

from typing import Any

from tests.pins.devices import FIRST, DevicePin
from tests.pins.pin import IPDOM, MASKS, THREE_SLOTS, Pin

EIGHT: dict[str, Any] = {"register_file.organisation": "eight_banks", "front_end.stages": 1}
FIVE: dict[str, Any] = {"vliw.slots": ["alu", "alu", "alu", "alu+control", "lds+fpu"], "alu.count": 8}
ITS: dict[str, Any] = {"control.route": "own", "branch.policy": "its", "branch.order": "false_first"}
FLOATS = [0, 0x3F80_0000, 0x4000_0000, 0x4040_0000]  # 0.0 to 3.0

RET_IN_A_BUNDLE = """
    and r1, lane_id, 1 -> other if nz
    bar
    ret
other:
    mov r2, 7
    { add.f32 r3, r2, r2 | ret }
"""

COMBINATIONS_PINS = [
    Pin(
        "its_ret_in_a_bundle_arrives",
        RET_IN_A_BUNDLE,
        {**ITS, "retire.stages": 1, "fpu.latency": 3, "vliw.slots": ["lds+alu", "fpu", "control"]},
        2,
        11,
        {
            "pcs": [0, 1, 3, 4, 5, 2],
            "warp_states": {0: "issued dep_alu issued barrier issued dep_alu issued dep_fpu*2 barrier issued"},
            "warp_ledger": {
                (0, "issued"): 1,
                (0, "dep_alu"): 1,
                (1, "issued"): 1,
                (1, "barrier"): 1,
                (2, "issued"): 1,
                (3, "issued"): 1,
                (3, "dep_alu"): 1,
                (4, "issued"): 1,
                (4, "dep_fpu"): 2,
                (5, "barrier"): 1,
            },
        },
        "Lane 0 waits at `bar` in 3. The `ret` of lane 1 is taken in 7 and waits for the FPU, whose result is taken in "
        "9. There the bundle retires and the warp arrives: the wait in 9 blames the `ret`, not what was taken last.",
    ),
    Pin(
        "a_push_in_a_bundle",
        "{ br_push lane_id, other, meet | cvt.f32.u32 r1, lane_id }\n"
        "{ add.u32 r2, r2, 1 | cvt.f32.u32 r3, lane_id }\npop_mask\n"
        "other: add.u32 r2, r2, 5\npop_mask\nmeet: ret\n",
        {**MASKS, **THREE_SLOTS},
        4,
        6,
        {
            "events": {0: (0, 0, 1, 1, 1), 2: (1, 1, 2, 2, 2), 4: (2, 2, 3, 3, 3), 7: (5, 5, 6, 6, -1)},
            "pcs": [0, 1, 2, 3, 4, 5, 6, 7],
            "slots": [1, 2, 1, 2, 1, 1, 1, 1],
            "masks": [0b1111, 0b1111, 0b1110, 0b1110, 0b1110, 0b0001, 0b0001, 0b1111],
            "depths": [0, 0, 2, 2, 2, 1, 1, 0],
            "registers": {
                (0, 1): FLOATS,
                (0, 2): [5, 1, 1, 1],
                (0, 3): [0, *FLOATS[1:]],
            },
        },
        "A bundle per cycle. The push at 0 parts lane 0 (false) from the others; the true side starts behind the whole "
        "bundle, at 2. The conversion beside it has the mask from before: all lanes. The pops lead to 5 and to 7.",
    ),
    Pin(
        "lanes_part_at_a_bundle",
        "{ eq.u32 r1, lane_id, 0 -> over if nz | add.f32 r2, r0, r0 }\n"
        "{ add.u32 r3, r3, 1 | cvt.f32.u32 r4, lane_id }\nover: ret\n",
        {**IPDOM, **THREE_SLOTS},
        4,
        3,
        {
            "events": {0: (0, 0, 1, 1, 1), 2: (1, 1, 2, 2, 2), 4: (2, 2, 3, 3, -1)},
            "masks": [0b1111, 0b1111, 0b1110, 0b1110, 0b1111],
            "depths": [0, 0, 1, 1, 0],
            "registers": {(0, 1): [1, 0, 0, 0], (0, 3): [0, 1, 1, 1], (0, 4): [0, *FLOATS[1:]]},
            "carry": {0: 0b0001},
            "disagreements": {0: 1},
        },
        "Lane 0 jumps to 4, where all lanes meet, and waits there in the one entry. The addition writes the flag of "
        "the lanes 1 to 3 only: no carry.",
    ),
    Pin(
        "a_bundle_that_traps_writes_nothing",
        "{ st.local [lane_id], 7 | eq.u32 r1, lane_id, 0 -> other if nz | cvt.f32.u32 r2, lane_id }\n"
        "mov r4, 1\njmp meet\nother: mov r4, 2\nmeet: ret\n",
        {**IPDOM, **THREE_SLOTS, "branch.stack_depth": 1},
        4,
        2,
        {
            "status": "trap",
            "trap": ("stack_overflow", 1, 0, 0b1111, 1, 1),
            "events": {0: (0, 0, 1, 1, 1), 1: (0, 0, 1, 1, 1), 2: (0, 0, 1, 1, 1)},
            "registers": {(0, 1): [0] * 4, (0, 2): [0] * 4},
            "carry": {0: 0},
            "local": {0: 7, 3: 7},
            "disagreements": {1: 1},
        },
        "In 1 the jump needs two entries, one for the lanes that meet and one for the side that waits; there is one. "
        "Neither its own result nor the conversion's is written. The store took effect as it entered. The trap has the "
        "program counter of the jump's word.",
    ),
    Pin(
        "a_double_in_a_bundle",
        "{ add.u32 r3, r3, 1 | cvt.f64.s32 r2, 3 }\nret\n",
        {**THREE_SLOTS, "dpu.count": 1, "dpu.lanes": 2, "dpu.latency": 3, "dpu.interval": 2},
        4,
        7,
        {
            "events": {0: (0, 0, 1, 1, 6), 1: (0, 0, 6, 6, 6), 2: (6, 6, 7, 7, -1)},
            "slots": [1, 2, 1],
            "warp_states": {0: "issued dep_dpu*5 issued"},
            "warp_ledger": {(0, "issued"): 1, (1, "dep_dpu"): 5, (2, "issued"): 1},
            "registers": {(0, 2): [0] * 4, (0, 3): [0x4008_0000] * 4},
        },
        "Two beats of interval 2, then 3 - 1 more stages: taken in 6. The sum, taken in 1, waits for it. Both write "
        "r3; the upper word of 3.0 is of the higher slot.",
    ),
    Pin(
        "banks_under_a_scoreboard",
        "add.f32 r1, r8, r8\nadd.u32 r9, r10, 2\nadd.u32 r2, r9, 0\nret\n",
        {
            **EIGHT,
            "issue.dependences": "scoreboard",
            "issue.entries": 4,
            "fpu.latency": 2,
            "retire.stages": 1,
            "retire.ports": 2,
        },
        4,
        8,
        {
            "events": {0: (0, 1, 3, 3, 4), 1: (1, 2, 3, 3, 5), 2: (5, 6, 7, 7, -1), 3: (6, 7, 8, 8, -1)},
            "warp_states": {0: "issued*2 dep_alu retire_port dep_alu issued*2 branch"},
            "warp_ledger": {
                **{(pc, "issued"): 1 for pc in range(4)},
                (1, "dep_alu"): 2,
                (1, "retire_port"): 1,
                (3, "branch"): 1,
            },
            "registers": {(0, 2): [2] * 4, (0, 9): [2] * 4},
        },
        "Both results leave in 3, the FPU's first. r1 and r9 are in bank 1: written in 3 and in 4, so the second is "
        "released in 4 + 1. The third reads r9, and waits for it: in its unit in 2, for its bank in 3, its r cycle 4.",
    ),
    Pin(
        "banks_of_two_instructions",
        "add.f32 r2, r1, r8\nret\n",
        {
            **EIGHT,
            "issue_width": 2,
            "alu.count": 2,
            "fpu.count": 2,
            "retire.ports": 2,
        },
        8,
        5,
        {
            "order": [0, 1, 0, 1],
            "events": {
                0: (0, 2, 3, 3, 3),
                1: (0, 2, 3, 3, 3),
                2: (3, 4, 5, 5, -1),
                3: (3, 4, 5, 5, -1),
            },
            "warp_states": dict.fromkeys((0, 1), "issued operand_bank dep_fpu issued branch"),
            "slot_reasons": ["issued*2", "operand_bank*2", "dep_fpu*2", "issued*2", "drain*2"],
        },
        "r1 of warp 0 and r8 of warp 1 are both in bank 1, and come into R0 together: reads in 0 and 1. d = 1, so that "
        "both enter in 2, though warp 0 has its operands after 0. The results are in the banks 2 and 3.",
    ),
    Pin(
        "five_slots_of_two_instances_each",
        "{ add.u32 r1, r0, 1 | add.u32 r2, r0, 2 | add.u32 r3, r0, 3 | add.u32 r4, r0, 4 | add.f32 r5, r0, r0 }\nret\n",
        {**FIVE, "alu.interval": 2},
        8,
        5,
        {
            "order": [*[0] * 5, *[1] * 5, 0, 1],
            "slots": [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 3, 3],
            "instances": [0, 1, 2, 3, 0, 4, 5, 6, 7, 0, 3, 7],
            "events": {
                **dict.fromkeys(range(4), (0, 0, 2, 2, 2)),
                4: (0, 0, 1, 1, 2),
                **dict.fromkeys(range(5, 9), (1, 1, 3, 3, 3)),
                9: (1, 1, 2, 2, 3),
                10: (2, 2, 4, 4, -1),
                11: (3, 3, 5, 5, -1),
            },
            "slot_reasons": [
                "issued*5",
                "issued*5",
                "slot_empty*3 issued slot_empty",
                "slot_empty*3 issued slot_empty",
                "drain*5",
            ],
            "registers": {(w, r): [r] * 4 for w in (0, 1) for r in (1, 2, 3, 4)},
        },
        "Of the four slots that take the ALU, slot s has its instances s and s + 4. With an interval of 2 warp 1 finds "
        "the lower ones busy in 1. A `ret` stands in slot 3: the instance 3 is free for the first one in 2, and in 3 "
        "the second one goes to 7. It takes two cycles too.",
    ),
]

BUNDLE_AND_LOAD = f"{{ ld.global r1, [{FIRST}] | add.u32 r2, r0, 1 }}\nret\n"
TWO_LOADS = f"shl r0, lane_id, 2\n{{ ld.global r1, [{FIRST}] | ld.local r2, [r0] }}\nret\n"

COMBINATIONS_DEVICE_PINS = [
    DevicePin(
        "a_global_load_in_a_bundle",
        BUNDLE_AND_LOAD,
        4,
        4,
        {"vliw": 2},
        {
            0: {
                "events": {0: (0, 0, 10, 10, 10), 1: (0, 0, 1, 1, 10), 2: (10, 10, 11, 11, -1)},
                "degrees": [1, 1, 1],
                "slots": [0, 1, 1],
                "warp_states": {0: "issued dep_global*9 issued"},
                "warp_ledger": {(0, "issued"): 1, (0, "dep_global"): 9, (2, "issued"): 1},
                "registers": {(0, 2): [1] * 4},
            }
        },
        "One sector: in the queue in 1, at the arbiter and granted in 3, done in 3 + 5, back in 10. The sum is taken "
        "in 1 and written with the load.",
        device={"cycles": 11},
    ),
    DevicePin(
        "loads_of_both_memories_in_a_bundle",
        TWO_LOADS,
        4,
        4,
        {"vliw": ["memory", "lds", "alu+fpu+control"], "local.banks": 4},
        {
            0: {
                "events": {1: (1, 1, 11, 11, 11), 2: (1, 1, 5, 5, 11), 3: (11, 11, 12, 12, -1)},
                "degrees": [1, 1, 4, 1],
                "slots": [2, 0, 1, 2],
                "warp_states": {0: "issued*2 bank_conflict*3 dep_global*6 issued"},
                "warp_ledger": {
                    (0, "issued"): 1,
                    (1, "issued"): 1,
                    (2, "bank_conflict"): 3,
                    (1, "dep_global"): 6,
                    (3, "issued"): 1,
                },
            }
        },
        "All lanes ask one bank: the local load occupies the LDS in 1 to 4 and is taken in 5. Its conflict cycles 2 to "
        "4 come before the global load's reason, though that is the first in slot order.",
        device={"cycles": 12},
    ),
    DevicePin(
        "a_wide_load_to_one_bank",
        f"ld.global.b128 r4, [{FIRST}]\nret\n",
        4,
        4,
        {"register_file": "three_banks", "front_end.stages": 1},
        {
            0: {
                "events": {0: (0, 1, 14, 14, 17), 1: (17, 18, 19, 19, -1)},
                "degrees": [4, 1],
                "warp_states": {0: "issued dep_global uncoalesced*3 dep_global*9 retire_port*3 issued branch"},
                "warp_ledger": {
                    (0, "issued"): 1,
                    (0, "dep_global"): 10,
                    (0, "uncoalesced"): 3,
                    (0, "retire_port"): 3,
                    (1, "issued"): 1,
                    (1, "branch"): 1,
                },
            }
        },
        "Four quarters of one lane: sectors in the queue in 2 to 5, granted in 4 to 7, the last done in 12, back in "
        "14. Its four registers are all in the warp's bank: written in 14 to 17, and ready in 17.",
        device={"cycles": 19},
    ),
]
