"""Pins of section 16: bundles."""

from __future__ import annotations

from isa.table.table import INSTRUCTIONS
from tests.pins.pin import THREE_SLOTS, TWO_SLOTS, Pin
from tests.pins.sources import ALL_32

THREE = "{ ld.local r1, [0] | add.u32 r2, r2, 1 | add.f32 r3, r0, r0 }\nret\n"
LOAD_BESIDE_MOVE = "{ ld.local r1, [0] | mov r2, 1 }\nret\n"
CONFLICT_BESIDE_MOVE = "shl r0, lane_id, 2\n{ ld.local r1, [r0] | mov r2, 1 }\nret\n"


def float_then_integer(address: str) -> str:
    """A load beside an operation of the FPU, then one at `address` beside one of the ALU."""
    return f"{{ ld.local r3, [0] | add.f32 r1, r0, r0 }}\n{{ ld.local r3, [{address}] | add.u32 r2, r0, r0 }}\nret\n"


BUNDLES_PINS = [
    Pin(
        "bundle_of_three",
        THREE,
        THREE_SLOTS,
        4,
        2,
        {
            "events": {0: (0, 0, 1, 1, 1), 1: (0, 0, 1, 1, 1), 2: (0, 0, 1, 1, 1), 3: (1, 1, 2, 2, -1)},
            "pcs": [0, 1, 2, 3],
            "slots": [0, 1, 2, 1],
            "warp_states": {0: "issued*2"},
            "slot_reasons": ["issued*3", "slot_empty issued slot_empty"],
            "issue_ledger": {(pc, "issued"): 1 for pc in range(4)} | {(3, "slot_empty"): 2},
            "warp_ledger": {(0, "issued"): 1, (3, "issued"): 1},
            "lane_ledger": {"active": 16},
        },
        "All enter in 0 and are taken in 1, each by its own port. The ret stands in slot 1, alone.",
    ),
    Pin(
        "bundle_waits_for_its_last_result",
        THREE,
        {
            **THREE_SLOTS,
            "front_end.stages": 3,
            "lds.latency": 2,
            "fpu.latency": 4,
            "retire.stages": 2,
        },
        4,
        13,
        {
            "events": {0: (0, 3, 5, 5, 9), 1: (0, 3, 4, 4, 9), 2: (0, 3, 7, 7, 9), 3: (9, 12, 13, 13, -1)},
            "warp_states": {0: "issued fetch*2 dep_local*2 dep_fpu*4 issued fetch*2 branch"},
            "warp_ledger": {
                (0, "issued"): 1,
                (0, "fetch"): 2,
                (0, "dep_local"): 2,
                (2, "dep_fpu"): 4,
                (3, "issued"): 1,
                (3, "fetch"): 2,
                (3, "branch"): 1,
            },
            "issue_ledger": {
                (0, "issued"): 1,
                (1, "issued"): 1,
                (2, "issued"): 1,
                (0, "fetch"): 6,
                (0, "dep_local"): 6,
                (2, "dep_fpu"): 12,
                (3, "issued"): 1,
                (3, "slot_empty"): 2,
                (-1, "drain"): 9,
            },
        },
        "e = 3: taken in 3 + 2 (LDS), 3 + 1 (ALU) and 3 + 4 (FPU), so complete in 7 and ready in 9. In 3 and 4 the LDS "
        "is the first in slot order that has not been taken, in 5 and 6 only the FPU is left, and it was the last: 7 "
        "and 8 are its r cycles. The ret: 9, 12, 13. All three slots of a cycle without a select take one state.",
    ),
    Pin(
        "bundle_last_of_several",
        THREE,
        {**THREE_SLOTS, "retire.stages": 2},
        4,
        4,
        {"events": {2: (0, 0, 1, 1, 3)}, "warp_ledger": {(0, "issued"): 1, (0, "dep_local"): 2, (3, "issued"): 1}},
        "All are taken in 1: the r cycles 1 and 2 are those of the lowest slot.",
    ),
    Pin(
        "bundle_reads_before_it_writes",
        "mov r0, lane_id\nmov r2, 5\n"
        "{ st.local [lane_id], r0 | add.u32 r0, r0, 10 | cvt.f32.u32 r1, r0 }\n"
        "{ ld.local r2, [lane_id] | sub.u32 r2, r2, 1 | cvt.f32.u32 r2, r2 }\n"
        "{ ld.local r3, [1] | add.u32 r3, r3, 9 }\nret\n",
        {**THREE_SLOTS, "fpu.latency": 3},
        4,
        10,
        {
            "pcs": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
            "events": {2: (2, 2, 3, 3, 5), 4: (2, 2, 5, 5, 5), 5: (5, 5, 6, 6, 8), 8: (8, 8, 9, 9, 9)},
            "registers": {
                (0, 0): [10, 11, 12, 13],
                (0, 1): [0, 0x3F80_0000, 0x4000_0000, 0x4040_0000],
                (0, 2): [0x40A0_0000] * 4,
                (0, 3): [9] * 4,
            },
            "local": {0: 0, 1: 1, 2: 2, 3: 3},
        },
        "The store and the conversion see the lane numbers that the addition replaces. r2: of three writers slot 2 "
        "wins, with the 5 of before; r3: of slots 0 and 1 slot 1 wins.",
    ),
    Pin(
        "bundle_carry_of_before",
        "sub.u32 r0, r0, 1\n{ ld.local r1, [0] -> over if c | add.u32 r2, r0, 0 }\nmov r3, 1\nover: ret\n",
        TWO_SLOTS,
        4,
        3,
        {"pcs": [0, 1, 2, 4], "carry": {0: 0}, "registers": {(0, 2): [ALL_32] * 4, (0, 3): [0] * 4}},
        "0 - 1 borrows, so the flag is set. The load leaves it and jumps on it; that the addition beside it clears it "
        "comes after the bundle.",
    ),
    Pin(
        "bundle_keeps_the_carry",
        "{ sub.u32 r0, r0, 1 | add.f32 r1, r1, r1 }\n{ ld.local r1, [0] | mov r2, 1 | add.f32 r3, r0, r0 }\nret\n",
        THREE_SLOTS,
        4,
        3,
        {"pcs": [0, 1, 2, 3, 4, 5], "carry": {0: 0b1111}, "slots": [1, 2, 0, 1, 2, 1]},
        "Only an operation that writes the flag changes it, whatever the slots above it do.",
    ),
    Pin(
        "bundle_port_of_alu_and_fpu",
        float_then_integer("0"),
        {**TWO_SLOTS, "fpu.latency": 3, "retire.ports": 4},
        8,
        8,
        {
            "order": [0, 0, 1, 1, 0, 0, 0, 1, 1, 1],
            "events": {
                0: (0, 0, 1, 1, 3),
                1: (0, 0, 3, 3, 3),
                2: (1, 1, 2, 2, 4),
                3: (1, 1, 4, 4, 4),
                4: (3, 3, 4, 4, 5),
                5: (3, 3, 4, 5, 5),
                6: (5, 5, 6, 6, -1),
                7: (6, 6, 7, 7, 7),
                8: (6, 6, 7, 7, 7),
                9: (7, 7, 8, 8, -1),
            },
            "warp_states": {
                0: "issued dep_fpu*2 issued retire_port issued drain*2",
                1: "unit_busy issued dep_fpu*2 unit_busy*2 issued*2",
            },
        },
        "In 4 three results are offered: warp 0's load, which has a port of its own, its addition, and warp 1's from "
        "the FPU, which comes first at the port of slot 1: the ALU is frozen in 4. `retire.ports` means nothing. So "
        "warp 1 is not eligible in 4; in 5 both are, and warp 0's ret takes the ALU.",
    ),
    Pin(
        "bundle_ports_of_three_slots",
        float_then_integer("0"),
        {**THREE_SLOTS, "fpu.latency": 3},
        8,
        7,
        {
            "slots": [0, 2, 0, 2, 0, 1, 1, 0, 1, 1],
            "events": {3: (1, 1, 4, 4, 4), 5: (3, 3, 4, 4, 4), 6: (4, 4, 5, 5, -1), 9: (6, 6, 7, 7, -1)},
            "warp_states": {0: "issued dep_fpu*2 issued*2 drain*2", 1: "unit_busy issued dep_fpu*2 unit_busy issued*2"},
            "slot_reasons": [
                "issued slot_empty issued",
                "issued slot_empty issued",
                "dep_fpu*3",
                "issued*2 slot_empty",
                "slot_empty issued slot_empty",
                "issued*2 slot_empty",
                "slot_empty issued slot_empty",
            ],
        },
        "The same with a port for the FPU: all three results of 4 are taken in 4, and both warps are ready. Warp 0's "
        "ret takes the ALU, so warp 1's bundle waits until 5.",
    ),
    Pin(
        "bundle_frozen_before_conflict",
        float_then_integer("lane_id"),
        {**TWO_SLOTS, "fpu.latency": 3, "local.banks": 1},
        8,
        13,
        {
            "degrees": [1, 1, 1, 1, 4, 1, 1, 4, 1, 1],
            "events": {4: (3, 3, 7, 7, 7), 5: (3, 3, 4, 5, 7), 7: (8, 8, 12, 12, 12), 8: (8, 8, 9, 9, 12)},
            "warp_states": {
                0: "issued dep_fpu*2 issued retire_port bank_conflict*2 issued drain*5",
                1: "unit_busy issued dep_fpu*2 unit_busy*4 issued bank_conflict*3 issued",
            },
            "warp_ledger": {
                (0, "unit_busy"): 1,
                (0, "issued"): 2,
                (1, "dep_fpu"): 4,
                (2, "issued"): 2,
                (3, "retire_port"): 1,
                (2, "bank_conflict"): 5,
                (2, "unit_busy"): 4,
                (4, "issued"): 2,
                (-1, "drain"): 5,
            },
        },
        "With one bank the second load has k = 4: in the LDS from 3, conflict cycles 4 to 6, offered in 7. In 4 the "
        "ALU is frozen as well, and that comes first. Warp 1 needs both units: the LDS is free in 7, when warp 0's "
        "ret takes the ALU; so 8.",
    ),
    Pin(
        "bundle_conflict_freezes_nothing_else",
        CONFLICT_BESIDE_MOVE,
        TWO_SLOTS,
        8,
        11,
        {
            "events": {
                0: (0, 0, 1, 1, 1),
                1: (1, 1, 5, 5, 5),
                2: (1, 1, 2, 2, 5),
                3: (2, 2, 3, 3, 3),
                4: (5, 5, 6, 6, -1),
                5: (6, 6, 10, 10, 10),
                6: (6, 6, 7, 7, 10),
                7: (10, 10, 11, 11, -1),
            },
            "order": [0, 0, 0, 1, 0, 1, 1, 1],
            "warp_states": {
                0: "issued*2 bank_conflict*3 issued drain*5",
                1: "unit_busy*2 issued unit_busy*3 issued bank_conflict*3 issued",
            },
        },
        "k = 4: warp 0's load is offered in 1 + 4 = 5. Its move is taken in 2 and waits beside the port; the ALU takes "
        "warp 1's shift in 2 and gives it back in 3. Then warp 1 wants the LDS, which is free in 5; but its bundle "
        "needs the ALU too, which warp 0's ret gets.",
    ),
    Pin(
        "bundle_enters_as_a_whole",
        LOAD_BESIDE_MOVE,
        {**TWO_SLOTS, "front_end.stages": 1, "alu.interval": 3},
        8,
        13,
        {
            "events": {
                0: (0, 1, 2, 2, 4),
                1: (0, 1, 4, 4, 4),
                2: (1, 4, 5, 5, 7),
                3: (1, 4, 7, 7, 7),
                4: (4, 7, 10, 10, -1),
                5: (7, 10, 13, 13, -1),
            },
            "warp_states": {
                0: "issued dep_local dep_alu*2 issued unit_busy*2 branch*3 drain*3",
                1: "not_selected issued unit_busy*2 dep_local dep_alu*2 issued unit_busy*2 branch*3",
            },
            "warp_ledger": {
                (0, "issued"): 2,
                (2, "issued"): 2,
                (0, "dep_local"): 2,
                (1, "dep_alu"): 4,
                (0, "not_selected"): 1,
                (0, "unit_busy"): 2,
                (2, "unit_busy"): 4,
                (2, "branch"): 6,
                (-1, "drain"): 3,
            },
            "issue_ledger": {
                (0, "issued"): 2,
                (1, "issued"): 2,
                (0, "unit_busy"): 4,
                (2, "slot_empty"): 2,
                (2, "issued"): 2,
                (2, "unit_busy"): 8,
                (-1, "drain"): 6,
            },
        },
        "Warp 0's move has the ALU from 1 to 3. Warp 1's bundle is there in 2; the LDS is free, but its load waits "
        "with its move until 4. The hold blames the bundle. The rets want the ALU from 5 and from 8, and get it in 7 "
        "and in 10.",
    ),
    Pin(
        "bundle_held_by_a_conflict",
        CONFLICT_BESIDE_MOVE,
        {**TWO_SLOTS, "front_end.stages": 1},
        8,
        13,
        {
            "events": {2: (2, 3, 7, 7, 7), 3: (2, 3, 4, 4, 7), 4: (3, 7, 11, 11, 11), 5: (3, 7, 8, 8, 11)},
            "warp_states": {
                0: "issued dep_alu issued dep_local bank_conflict*3 issued branch drain*4",
                1: "not_selected issued dep_alu issued bank_conflict*3 dep_local bank_conflict*3 issued branch",
            },
            "slot_reasons": [
                "slot_empty issued",
                "slot_empty issued",
                "issued*2",
                "issued*2",
                *["bank_conflict*2"] * 3,
                "slot_empty issued",
                *["bank_conflict*2"] * 3,
                "slot_empty issued",
                "drain*2",
            ],
        },
        "Warp 0's load is in the LDS from 3 and in conflict cycles in 4 to 6; warp 1's bundle is held for them and "
        "enters in 7, and has its own conflict cycles in 8 to 10.",
    ),
    Pin(
        "bundle_loop",
        ".local x f32[3]\nmov r0, 2\n"
        "loop: { ld.local r1, [r0] | sub.u32 r0, r0, 1 -> loop if nn | add.f32 r2, r2, r1 }\n"
        "add.f32 r2, r2, r1\nret\n",
        {**THREE_SLOTS, "fpu.latency": 3},
        4,
        14,
        {
            "pcs": [0, 1, 2, 3, 1, 2, 3, 1, 2, 3, 4, 5],
            "events": {1: (1, 1, 2, 2, 4), 2: (1, 1, 2, 2, 4), 3: (1, 1, 4, 4, 4), 10: (10, 10, 13, 13, 13)},
            "registers": {(0, 0): [ALL_32] * 4, (0, 2): [0x40C0_0000] * 4},
        },
        "The addition takes what the trip before has loaded: 0, 3, 2, and 1 after the loop. The jump is decided with "
        "the bundle, not when its result is taken. 1 + 3 x 3 = 10, 13, 14.",
        inputs={"x": [1.0, 2.0, 3.0]},
    ),
    Pin(
        "bundle_jumps_of_other_slots",
        "{ ld.local r1, [0] -> over if nz | mov r2, 1 }\n{ mov r3, 1 | cvt.f32.u32 r4, lane_id -> over if z }\n"
        "mov r5, 1\nover: { ld.local r6, [0] | ret }\n",
        THREE_SLOTS,
        4,
        3,
        {
            "pcs": [0, 1, 2, 3, 5, 6],
            "slots": [0, 1, 1, 2, 0, 1],
            "registers": {(0, 3): [1] * 4, (0, 5): [0] * 4},
            "disagreements": {0: 0, 3: 1},
        },
        "The load is 0 in all lanes: on to 0 + 2. The conversion is 0 in lane 0 only, and that one decides.",
    ),
    Pin(
        "bundle_with_bar_and_ret",
        ".local x u32[4]\n{ ld.local r1, [0] | bar }\n{ st.local [lane_id], r1 | ret }\n",
        {**TWO_SLOTS, "lds.latency": 3, "retire.stages": 1},
        8,
        9,
        {
            "events": {
                0: (0, 0, 3, 3, 5),
                1: (0, 0, 1, 1, 5),
                2: (1, 1, 4, 4, 5),
                3: (1, 1, 2, 2, 5),
                4: (5, 5, 8, 8, -1),
                5: (5, 5, 6, 6, -1),
                6: (6, 6, 9, 9, -1),
                7: (6, 6, 7, 7, -1),
            },
            "warp_states": {
                0: "issued dep_local*2 barrier*2 issued dep_local*2 drain",
                1: "unit_busy issued dep_local*2 barrier unit_busy issued dep_local*2",
            },
            "slot_reasons": [
                *["issued*2"] * 2,
                "dep_local*2",
                *["barrier*2"] * 2,
                *["issued*2"] * 2,
                *["drain*2"] * 2,
            ],
            "warp_ledger": {
                (0, "issued"): 2,
                (0, "unit_busy"): 1,
                (0, "dep_local"): 4,
                (1, "barrier"): 3,
                (2, "unit_busy"): 1,
                (2, "issued"): 2,
                (2, "dep_local"): 4,
                (-1, "drain"): 1,
            },
            "local": {0: 9, 1: 9, 2: 9, 3: 9},
        },
        "A bar arrives with its bundle: in 3 and in 4, not in 1 and 2; both are ready in 4 + 1. A warp ends with its "
        "bundle as well: in 8 and 9. In 7 both bundles hold a ret and neither is complete: drain.",
        inputs={"x": [9, 0, 0, 0]},
    ),
    Pin(
        "bundle_deadlock",
        "eq.u32 r0, warp_id, 0 -> out if c\n{ ld.local r1, [0] | bar }\nret\nout: ret\n",
        {**TWO_SLOTS, "lds.latency": 3},
        8,
        7,
        {
            "status": "trap",
            "trap": ("deadlock", 6, 1, 0b1111, 2, 1),
            "waits": [(1, 2, 6)],
            "warp_states": {
                0: "issued*2 drain*5",
                1: "unit_busy*2 issued*2 dep_local*2 barrier",
            },
        },
        "Warp 0 ends in 2. Warp 1's bundle is selected in 3 and complete in 6; the deadlock names the word of the bar.",
    ),
    Pin(
        "bundle_leaves_the_active_set",
        LOAD_BESIDE_MOVE,
        {**TWO_SLOTS, "scheduler.policy": "two_level", "scheduler.active_warps": 1},
        8,
        4,
        {"order": [0, 0, 1, 1, 0, 1]},
        "A bundle with a load makes room: warp 1 (ready since 0) before warp 0 (since 1).",
    ),
    Pin(
        "bundle_trap_of_an_address",
        "{ ld.local r1, [64] | mov r2, 1 | add.f32 r3, r0, r0 }\nret\n",
        {**THREE_SLOTS, "front_end.stages": 1},
        4,
        2,
        {
            "status": "trap",
            "trap": ("local_address", 1, 0, 0b1111, 0, 64),
            "events": dict.fromkeys(range(3), (0, 1, -1, -1, -1)),
            "degrees": [1, 1, 1],
            "warp_states": {0: "issued dep_local"},
            "registers": {(0, 2): [0] * 4},
        },
        "All three have entered in 1.",
    ),
    Pin(
        "bundle_in_the_wrong_order",
        "mov r0, 1\n{ add.f32 r1, r0, r0 | mov r2, 1 | ret }\nret\n",
        THREE_SLOTS,
        4,
        2,
        {
            "status": "trap",
            "trap": ("illegal_instruction", 1, 0, 0b1111, 1, INSTRUCTIONS["mov.b32"].opcode),
            "pcs": [0],
            "warp_states": {0: "issued not_selected"},
            "slot_reasons": ["slot_empty issued slot_empty", "not_selected*3"],
            "warp_ledger": {(0, "issued"): 1, (1, "not_selected"): 1},
        },
        "The move stands behind the addition of a higher slot; the ret, of the move's slot, comes after it.",
    ),
    Pin(
        "bundle_with_two_of_a_slot",
        "{ ld.local r1, [0] | mov r2, 1 | add.f32 r3, r0, r0 }\nret\n",
        TWO_SLOTS,
        4,
        1,
        {"status": "trap", "trap": ("illegal_instruction", 0, 0, 0b1111, 0, INSTRUCTIONS["add.f32"].opcode)},
        "With two slots the ALU and the FPU share one.",
    ),
    Pin(
        "bundle_that_steers_twice",
        "{ ld.local r1, [0] -> over if z | ret }\nover: ret\n",
        {**TWO_SLOTS, "front_end.stages": 2},
        4,
        1,
        {"status": "trap", "trap": ("illegal_instruction", 0, 0, 0b1111, 0, INSTRUCTIONS["ret"].opcode)},
        "A jump on a result and a ret.",
    ),
    Pin(
        "bundle_without_slots",
        LOAD_BESIDE_MOVE,
        {},
        4,
        1,
        {"status": "trap", "trap": ("illegal_instruction", 0, 0, 0b1111, 0, INSTRUCTIONS["ld.local"].opcode)},
        "vliw.slots = 1: a word with `more` is illegal.",
    ),
]
