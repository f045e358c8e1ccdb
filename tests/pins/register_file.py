"""Small runs on register files with banks, every cycle derived by hand from section 17 of docs/processor.md."""

from __future__ import annotations

from typing import Any

from tests.pins.pin import Pin

EIGHT: dict[str, Any] = {"register_file.organisation": "eight_banks", "front_end.stages": 1}
THREE: dict[str, Any] = {"register_file.organisation": "three_banks", "front_end.stages": 1}
IN_A_RING: dict[str, Any] = {"scheduler.policy": "round_robin"}

TWO_READS = "add.f32 r1, r0, r8\nret\n"  # of bank w mod 8
TWO_PATHS = "eq.u32 r15, warp_id, 1 -> other if c\nadd.f32 r1, r0, r8\nret\nother: mov r2, 1\nret\n"
THREE_READERS = "{ st.local [r0], r0 | add.u32 r2, r0, r0 | add.f32 r3, r0, r0 }\n"
TWO_READERS = "{ st.local [r0], r0 | add.f32 r4, r3, r3 }\n"
THREE_RESULTS = "{ ld.local r1, [0] | mov r2, 7 | add.f32 r3, r0, r0 }\nret\n"

REGISTER_FILE_PINS = [
    Pin(
        "eight_banks_one_bank_twice",
        TWO_READS,
        EIGHT,
        4,
        5,
        {
            "events": {0: (0, 2, 3, 3, 3), 1: (3, 4, 5, 5, -1)},
            "warp_states": {0: "issued operand_bank dep_fpu issued branch"},
            "slot_reasons": ["issued", "operand_bank", "dep_fpu", "issued", "drain"],
            "warp_ledger": {
                (0, "issued"): 1,
                (0, "operand_bank"): 1,
                (0, "dep_fpu"): 1,
                (1, "issued"): 1,
                (1, "branch"): 1,
            },
            "issue_ledger": {
                (0, "issued"): 1,
                (0, "operand_bank"): 1,
                (0, "dep_fpu"): 1,
                (1, "issued"): 1,
                (-1, "drain"): 1,
            },
        },
        "r0 and r8 of warp 0 are both in bank 0. In R0 from 0: reads in 0 and 1, d = 1, so it enters in 2 and not in "
        "1. The ret reads nothing.",
    ),
    Pin(
        "eight_banks_behind_another_stage",
        TWO_READS,
        {**EIGHT, "front_end.stages": 2},
        4,
        7,
        {
            "events": {0: (0, 3, 4, 4, 4), 1: (4, 6, 7, 7, -1)},
            "warp_states": {0: "issued fetch operand_bank dep_fpu issued fetch branch"},
        },
        "f = 2: in R0 from 1, reads in 1 and 2.",
    ),
    Pin(
        "eight_banks_one_register_twice",
        "add.f32 r1, r8, r8\nadd.u32 r2, r0, 5\nadd.u32 r2, lane_id, r8\nadd.f32 r2, r0, r7\nret\n",
        EIGHT,
        4,
        10,
        {
            "events": {
                0: (0, 1, 2, 2, 2),
                1: (2, 3, 4, 4, 4),
                2: (4, 5, 6, 6, 6),
                3: (6, 7, 8, 8, 8),
                4: (8, 9, 10, 10, -1),
            }
        },
        "One read each: one register twice, a constant, a special source; r0 and r7 are in two banks. Nothing waits.",
    ),
    Pin(
        "eight_banks_three_operands",
        "mad.f32 r1, r0, r8, r16\nmad.f32 r2, r0, r8, r1\nmad.f32 r3, r0, r8, r0\nret\n",
        {**EIGHT, "options.read_ports": 3, "registers": 32},
        4,
        12,
        {
            "events": {0: (0, 3, 4, 4, 4), 1: (4, 6, 7, 7, 7), 2: (7, 9, 10, 10, 10), 3: (10, 11, 12, 12, -1)},
            "warp_states": {
                0: "issued operand_bank*2 dep_fpu issued operand_bank dep_fpu issued operand_bank dep_fpu issued branch"
            },
        },
        "r0, r8 and r16 are in bank 0: three reads, 0 to 2. r0, r8 and r1: two of bank 0, one of bank 1. r0 is read "
        "once though it is named twice: two.",
    ),
    Pin(
        "eight_banks_operand_of_several_operations",
        "{ st.local [r0], r0 | add.u32 r2, r0, r0 | add.f32 r3, r0, r0 }\n"
        "{ st.local [r0], r1 | add.u32 r2, r1, r0 | add.f32 r3, r8, r0 }\nret\n",
        {**EIGHT, "vliw.slots": 3},
        4,
        7,
        {
            "events": {
                **dict.fromkeys(range(3), (0, 1, 2, 2, 2)),
                **dict.fromkeys(range(3, 6), (2, 4, 5, 5, 5)),
                6: (5, 6, 7, 7, -1),
            },
            "slot_reasons": [
                "issued*3",
                "dep_local*3",
                "issued*3",
                "operand_bank*3",
                "dep_local*3",
                "slot_empty issued slot_empty",
                "drain*3",
            ],
            "issue_ledger": {
                (0, "issued"): 1,
                (1, "issued"): 1,
                (2, "issued"): 1,
                (0, "dep_local"): 3,
                (3, "issued"): 1,
                (4, "issued"): 1,
                (5, "issued"): 1,
                (3, "operand_bank"): 3,
                (3, "dep_local"): 3,
                (6, "issued"): 1,
                (6, "slot_empty"): 2,
                (-1, "drain"): 3,
            },
        },
        "The first bundle reads r0 alone, once. The second reads r0, r1, r8: banks 0, 1, 0. The two results of each "
        "are in banks 2 and 3.",
    ),
    Pin(
        "eight_banks_hold_is_operand_bank_first",
        TWO_READS,
        {**EIGHT, **IN_A_RING, "fpu.interval": 4, "registers": 16},
        8,
        12,
        {
            "events": {0: (0, 2, 6, 6, 6), 1: (2, 6, 10, 10, 10), 2: (6, 7, 8, 8, -1), 3: (10, 11, 12, 12, -1)},
            "warp_states": {
                0: "issued operand_bank dep_fpu*4 issued branch drain*4",
                1: "not_selected operand_bank issued operand_bank unit_busy*2 dep_fpu*4 issued branch",
            },
            "slot_reasons": [
                "issued",
                "operand_bank",
                "issued",
                "operand_bank",
                *["unit_busy"] * 2,
                "issued",
                *["dep_fpu"] * 3,
                "issued",
                "drain",
            ],
            "warp_ledger": {
                (0, "issued"): 2,
                (0, "not_selected"): 1,
                (0, "operand_bank"): 3,
                (0, "unit_busy"): 2,
                (0, "dep_fpu"): 8,
                (1, "issued"): 2,
                (1, "branch"): 2,
                (-1, "drain"): 4,
            },
        },
        "Warp 0 enters the FPU in 2 and occupies it until 6. Warp 1 (r0 and r8 in bank 1) comes into R0 in 2 and reads "
        "in 2 and 3: in 3 the hold is operand_bank, though the FPU is busy too; in 4 and 5 it is unit_busy.",
    ),
    Pin(
        "eight_banks_a_ready_warp_blames_its_own",
        TWO_PATHS,
        {**EIGHT, **IN_A_RING},
        8,
        8,
        {
            "events": {2: (2, 4, 5, 5, 5), 3: (4, 5, 6, 6, 6)},
            "slot_reasons": ["issued"] * 3 + ["operand_bank"] + ["issued"] * 3 + ["drain"],
            "issue_ledger": {
                (0, "issued"): 2,
                (1, "issued"): 1,
                (1, "operand_bank"): 1,
                (2, "issued"): 1,
                (3, "issued"): 1,
                (4, "issued"): 1,
                (-1, "drain"): 1,
            },
            "warp_ledger": {
                (0, "issued"): 2,
                (0, "dep_alu"): 2,
                (0, "not_selected"): 1,
                (1, "issued"): 1,
                (1, "operand_bank"): 1,
                (1, "dep_fpu"): 1,
                (2, "issued"): 1,
                (2, "branch"): 1,
                (3, "issued"): 1,
                (3, "operand_bank"): 1,
                (3, "dep_alu"): 1,
                (4, "issued"): 1,
                (4, "branch"): 1,
                (-1, "drain"): 1,
            },
        },
        "Warp 0 stands in R0 in 3. Warp 1 is ready then: its state is operand_bank too and blames its move, word 3.",
    ),
    Pin(
        "eight_banks_a_warp_before_r0_blames_its_own",
        TWO_PATHS,
        {**EIGHT, **IN_A_RING, "front_end.stages": 2},
        8,
        11,
        {
            "events": {2: (3, 6, 7, 7, 7), 3: (4, 7, 8, 8, 8)},
            "warp_states": {
                0: "issued fetch dep_alu issued fetch operand_bank dep_fpu issued fetch branch drain",
                1: "not_selected issued fetch dep_alu issued operand_bank fetch dep_alu issued fetch branch",
            },
            "warp_ledger": {
                (0, "issued"): 2,
                (0, "fetch"): 2,
                (0, "dep_alu"): 2,
                (0, "not_selected"): 1,
                (1, "issued"): 1,
                (1, "fetch"): 1,
                (1, "operand_bank"): 1,
                (1, "dep_fpu"): 1,
                (2, "issued"): 1,
                (2, "fetch"): 1,
                (2, "branch"): 1,
                (3, "issued"): 1,
                (3, "operand_bank"): 1,
                (3, "fetch"): 1,
                (3, "dep_alu"): 1,
                (4, "issued"): 1,
                (4, "fetch"): 1,
                (4, "branch"): 1,
                (-1, "drain"): 1,
            },
        },
        "Warp 0 is in R0 from 4 and stands in 5; warp 1, selected in 4, stands in the stage before it.",
    ),
    Pin(
        "eight_banks_two_results_of_one_bank",
        "{ ld.local r1, [0] | mov r9, 1 | add.f32 r3, r0, r0 }\nret\n",
        {**EIGHT, "vliw.slots": 3},
        4,
        5,
        {
            "events": {**dict.fromkeys(range(3), (0, 1, 2, 2, 3)), 3: (3, 4, 5, 5, -1)},
            "warp_states": {0: "issued dep_local retire_port issued branch"},
            "warp_ledger": {
                (0, "issued"): 1,
                (0, "dep_local"): 1,
                (1, "retire_port"): 1,
                (3, "issued"): 1,
                (3, "branch"): 1,
            },
            "registers": {(0, 9): [1] * 4},
        },
        "All are taken in 2. r1 and r9 are in bank 1: written in 2 and 3; r3 in 2. The move writes last.",
    ),
    Pin(
        "eight_banks_one_register_written_twice",
        "{ ld.local r1, [0] | mov r1, 1 }\nret\n",
        {**EIGHT, "vliw.slots": 2, "retire.stages": 2},
        4,
        7,
        {
            "events": {**dict.fromkeys(range(2), (0, 1, 2, 2, 5)), 2: (5, 6, 7, 7, -1)},
            "warp_states": {0: "issued dep_local retire_port dep_local*2 issued branch"},
            "warp_ledger": {
                (0, "issued"): 1,
                (0, "dep_local"): 3,
                (1, "retire_port"): 1,
                (2, "issued"): 1,
                (2, "branch"): 1,
            },
            "registers": {(0, 1): [1] * 4},
        },
        "Two writes, in 2 and 3; ready in 3 + 2. In the r cycles the operation that was taken last blames: both in 2, "
        "so the load.",
    ),
    Pin(
        "eight_banks_two_write_last",
        "eq.u32 r15, warp_id, 1 -> other if c\n{ ld.local r2, [0] | mov r1, 1 }\nret\n"
        "other: { mov r0, 5 | add.f32 r1, r3, r3 }\nret\n",
        {**EIGHT, **IN_A_RING, "vliw.slots": 3, "lds.latency": 2},
        8,
        8,
        {
            "order": [0, 1, 0, 0, 1, 1, 0, 1],
            "events": {
                2: (2, 3, 5, 5, 5),
                3: (2, 3, 4, 4, 5),
                4: (3, 4, 5, 5, 6),
                5: (3, 4, 5, 5, 6),
                6: (5, 6, 7, 7, -1),
                7: (6, 7, 8, 8, -1),
            },
            "warp_states": {
                0: "issued dep_alu issued dep_local*2 issued branch drain",
                1: "not_selected issued dep_alu issued dep_alu retire_port issued branch",
            },
            "warp_ledger": {
                (0, "issued"): 2,
                (0, "dep_alu"): 2,
                (0, "not_selected"): 1,
                (1, "issued"): 1,
                (1, "dep_local"): 2,
                (3, "issued"): 1,
                (3, "branch"): 1,
                (4, "issued"): 1,
                (4, "dep_alu"): 1,
                (4, "retire_port"): 1,
                (6, "issued"): 1,
                (6, "branch"): 1,
                (-1, "drain"): 1,
            },
        },
        "Both bundles are complete in 5, warp 0's first, as the LDS is asked first. It writes r2 (bank 2) and r1 (bank "
        "1) in 5; warp 1's r0 (bank 1) and r1 (bank 2) wait until 6, both: the lower slot, the move, is blamed.",
    ),
    Pin(
        "eight_banks_write_of_a_warp_that_ends",
        "eq.u32 r15, warp_id, 0 -> last if c\nmov r0, 1\nret\nlast: { ld.local r1, [0] | ret }\n",
        {**EIGHT, **IN_A_RING, "vliw.slots": 2, "lds.latency": 2},
        8,
        8,
        {
            "order": [0, 1, 0, 0, 1, 1],
            "events": {2: (2, 3, 5, 5, -1), 3: (2, 3, 4, 4, -1), 4: (3, 4, 5, 5, 6), 5: (6, 7, 8, 8, -1)},
            "warp_states": {
                0: "issued dep_alu issued dep_local*2 drain*3",
                1: "not_selected issued dep_alu issued dep_alu retire_port issued branch",
            },
        },
        "Warp 0 ends in 5 and its load takes bank 1 in that cycle; warp 1's r0, of the same bank, is written in 6.",
    ),
    Pin(
        "three_banks_alone",
        THREE_READERS + "ret\n",
        {**THREE, "vliw.slots": 3, "front_end.stages": 2},
        4,
        11,
        {
            "events": {**dict.fromkeys(range(3), (0, 4, 5, 5, 6)), 3: (6, 10, 11, 11, -1)},
            "warp_states": {0: "issued fetch*3 dep_local retire_port issued fetch*3 branch"},
        },
        "e = t + f + S - 1 = 4: in R0 from 1, reads in 1 to 3, so it may leave in 2, and is in R1 and R2 while the "
        "rest is read. Results of the addition in 5, of the float addition in 6.",
    ),
    Pin(
        "three_banks_warps_of_equal_and_of_other_banks",
        THREE_READERS * 2 + "ret\n",
        {**THREE, **IN_A_RING, "vliw.slots": 3, "warps": 8},
        28,
        26,
        {
            "order": [x for x in range(7) for _ in range(3)] * 2 + list(range(7)),
            "events": {
                0: (0, 3, 4, 4, 5),  # warp 0
                3: (1, 4, 5, 5, 6),
                6: (2, 5, 6, 6, 7),
                9: (3, 6, 7, 7, 8),  # warp 3
                18: (6, 9, 10, 10, 11),  # warp 6
                21: (7, 12, 13, 13, 14),  # warp 0 again
                24: (10, 13, 14, 14, 15),
                30: (12, 15, 16, 16, 17),
                42: (16, 19, 20, 20, -1),
                48: (22, 25, 26, 26, -1),
            },
            "warp_states": {
                0: "issued fetch*2 dep_local retire_port not_selected*2 issued operand_bank*2 fetch*2 dep_local "
                "retire_port not_selected*2 issued fetch*2 branch drain*6",
                6: "not_selected*6 issued fetch*2 dep_local retire_port not_selected*4 issued fetch*2 dep_local "
                "retire_port not_selected*2 issued fetch*2 branch",
            },
        },
        "Warps 0 to 6 have the banks 0 1 2 0 1 2 0. Three warps apart nothing waits: warp 0 reads in 0 to 2, warp 3 in "
        "3 to 5, warp 6 in 6 to 8. Warp 0 comes right behind warp 6: in R0 from 7, reads in 9 to 11, so it may leave "
        "in 11 + 1 - 2 = 10 instead of 8. It stands in 8 and 9, while warp 6 moves on from R1 to R2 and enters in 9.",
    ),
    Pin(
        "three_banks_slots_blame_the_entry_that_waits",
        "mov r1, 1\nmov r5, 2\n" + THREE_READERS * 2 + "ret\n",
        {**THREE, **IN_A_RING, "vliw.slots": 3, "warps": 8},
        28,
        40,
        {
            "events": {14: (14, 17, 18, 18, 19), 32: (20, 23, 24, 24, 25), 35: (21, 26, 27, 27, 28)},
            "issue_ledger": {
                (0, "issued"): 7,
                (0, "slot_empty"): 14,
                (1, "issued"): 7,
                (1, "slot_empty"): 14,
                **{(pc, "issued"): 7 for pc in range(2, 9)},
                (8, "slot_empty"): 14,
                (5, "operand_bank"): 6,
                (-1, "drain"): 9,
            },
        },
        "As before behind two moves of each warp (14 cycles). In the two held cycles, 22 and 23, all slots blame word "
        "5, the first of warp 0's second bundle. The last ret is selected in 36 and retires in 40.",
    ),
    Pin(
        "three_banks_two_readers_and_a_conflict",
        "shl r2, lane_id, 2\neq.u32 r1, warp_id, 2\nselect.b32 r0, r2, r3\n" + TWO_READERS * 2 + "ret\n",
        {**THREE, **IN_A_RING, "vliw.slots": 2},
        16,
        32,
        {
            "events": {
                12: (12, 14, 15, 15, 15),
                16: (14, 16, 20, 20, 20),
                17: (14, 16, 17, 17, 20),
                18: (15, 20, 21, 21, 21),
                20: (16, 21, 22, 22, 22),
                22: (20, 22, 23, 23, 23),
                24: (21, 23, 27, 27, 27),
                26: (22, 27, 28, 28, 28),
                28: (23, 28, 29, 29, -1),
                31: (29, 31, 32, 32, -1),
            },
            "warp_states": {
                0: "issued fetch dep_alu not_selected issued fetch dep_alu not_selected issued fetch dep_alu "
                "not_selected issued fetch dep_local not_selected issued bank_conflict*3 fetch dep_local not_selected "
                "issued bank_conflict*3 fetch branch drain*3",
            },
        },
        "Warp 2's store has four words of one LDS bank: it occupies the LDS from 16 to 19 and warp 3 stands in R1 from "
        "17 to 19. Warp 0 comes into R0 in 16, behind warp 3 of its own bank, which reads in 15 and 16: its reads are "
        "in 17 and 18, it may leave in 18 + 1 - 1. In 17 it may not, but the front end as a whole is held, so the "
        "cause is bank_conflict. The reads go on in the held cycles.",
    ),
    Pin(
        "three_banks_reads_in_held_cycles",
        TWO_READERS + "ret\n",
        {**THREE, **IN_A_RING, "vliw.slots": 2, "fpu.interval": 4},
        16,
        21,
        {
            "events": {
                1: (0, 2, 6, 6, 6),
                3: (1, 6, 10, 10, 10),
                5: (2, 10, 14, 14, 14),
                7: (6, 14, 18, 18, 18),
                8: (10, 15, 16, 16, -1),
                9: (14, 16, 17, 17, -1),
                10: (15, 17, 18, 19, -1),
                11: (18, 20, 21, 21, -1),
            },
            "warp_states": {
                2: "not_selected*2 issued unit_busy*3 fetch unit_busy*3 dep_local dep_fpu*3 not_selected "
                "issued fetch branch retire_port drain*2",
            },
        },
        "The FPU takes a bundle every 4 cycles: 2, 6, 10, 14. Warp 2 stands in R0 from 3 to 5 and reads in 2 and 3; "
        "nobody waits for a bank. In 18 the FPU's result goes first, the ret of warp 2 in 19.",
    ),
    Pin(
        "three_banks_three_results",
        THREE_RESULTS,
        {**THREE, "vliw.slots": 3, "retire.stages": 2},
        4,
        12,
        {
            "events": {**dict.fromkeys(range(3), (0, 3, 4, 4, 8)), 3: (8, 11, 12, 12, -1)},
            "warp_states": {0: "issued fetch*2 dep_local retire_port*2 dep_local*2 issued fetch*2 branch"},
            "warp_ledger": {
                (0, "issued"): 1,
                (0, "fetch"): 2,
                (0, "dep_local"): 3,
                (2, "retire_port"): 2,
                (3, "issued"): 1,
                (3, "fetch"): 2,
                (3, "branch"): 1,
            },
            "registers": {(0, 2): [7] * 4},
        },
        "Taken in 4, written in 4, 5, 6; ready in 6 + 2. The float addition writes last.",
    ),
    Pin(
        "three_banks_barrier",
        "{ ld.local r1, [0] | bar | add.f32 r2, r0, r0 }\nret\n",
        {**THREE, **IN_A_RING, "vliw.slots": 3, "retire.stages": 1},
        8,
        11,
        {
            "events": {
                **dict.fromkeys(range(3), (0, 3, 4, 4, 6)),
                **dict.fromkeys(range(3, 6), (1, 4, 5, 5, 7)),
                6: (6, 9, 10, 10, -1),
                7: (7, 10, 11, 11, -1),
            },
            "warp_states": {
                0: "issued fetch*2 dep_local barrier*2 issued fetch*2 branch drain",
                1: "not_selected issued fetch*2 dep_local barrier*2 issued fetch*2 branch",
            },
            "warp_ledger": {
                (0, "issued"): 2,
                (0, "not_selected"): 1,
                (0, "fetch"): 4,
                (0, "dep_local"): 2,
                (1, "barrier"): 4,
                (3, "issued"): 2,
                (3, "fetch"): 4,
                (3, "branch"): 2,
                (-1, "drain"): 1,
            },
        },
        "Two results of each warp in one bank. Warp 0 arrives in 4 and has written in 5; warp 1 arrives in 5, which "
        "opens the barrier, and has written in 6. Ready in max(5, 5) + 1 and max(6, 5) + 1; barrier all the time.",
    ),
    Pin(
        "eight_banks_without_barriers",
        "{ ld.local r1, [0] | bar | add.f32 r9, r0, r0 }\nret\n",
        {**EIGHT, "ideal.barriers": True, "vliw.slots": 3, "retire.stages": 1},
        12,
        8,
        {
            "events": {
                **dict.fromkeys(range(3), (0, 1, 2, 2, 4)),
                **dict.fromkeys(range(3, 6), (1, 2, 3, 3, 5)),
                **dict.fromkeys(range(6, 9), (2, 3, 4, 4, 6)),
                9: (4, 5, 6, 6, -1),
                10: (5, 6, 7, 7, -1),
                11: (6, 7, 8, 8, -1),
            },
            "warp_states": {
                0: "issued dep_local barrier*2 issued branch drain*2",
                1: "not_selected issued dep_local barrier*2 issued branch drain",
                2: "not_selected*2 issued dep_local barrier*2 issued branch",
            },
            "warp_ledger": {
                (0, "issued"): 3,
                (0, "not_selected"): 3,
                (0, "dep_local"): 3,
                (1, "barrier"): 6,
                (3, "issued"): 3,
                (3, "branch"): 3,
                (-1, "drain"): 3,
            },
        },
        "Section 22. r1 and r9 are of one bank: each warp's bundle retires in u and has written in u + 1. Warp 0 waits "
        "for its write, and not for warp 2, which arrives in 4: ready in 2 + 1 + 1, barrier till then.",
    ),
    Pin(
        "three_banks_without_bundles",
        "eq.u32 r15, warp_id, 3 -> other if c\nadd.f32 r1, r0, r0\nret\nother: mov r1, 5\nret\n",
        {**THREE, **IN_A_RING, "retire.ports": 2, "fpu.latency": 4},
        16,
        14,
        {
            "order": [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3],
            "events": {
                4: (4, 5, 9, 9, 9),
                5: (5, 6, 10, 10, 10),
                6: (6, 7, 11, 11, 11),
                7: (7, 8, 9, 9, 10),
                8: (9, 10, 11, 11, -1),
                9: (10, 11, 12, 12, -1),
                10: (11, 12, 13, 13, -1),
                11: (12, 13, 14, 14, -1),
            },
            "warp_states": {
                3: "not_selected*3 issued dep_alu not_selected*2 issued dep_alu retire_port not_selected*2 issued "
                "branch",
            },
        },
        "No stages more (S = 1). In 9 warp 0's float addition retires and, second, warp 3's move: both of bank 0, so "
        "the move is written in 10.",
    ),
    Pin(
        "three_banks_trap_at_retire_has_written",
        "eq.u32 r15, warp_id, 3 -> other if c\nadd.f32 r1, r0, r0\nret\n"
        "other: and.b32 r1, lane_id, 1 -> even if z\nmov r2, 1\njmp on\neven: mov r2, 2\non: ret\n",
        {
            **THREE,
            **IN_A_RING,
            "retire.ports": 2,
            "retire.stages": 1,
            "retire.priority": ["alu", "fpu", "lds", "control"],
            "fpu.latency": 4,
            "branch.policy": "ipdom_stack",
            "branch.stack_depth": 1,
        },
        16,
        10,
        {
            "status": "trap",
            "trap": ("stack_overflow", 9, 3, 0b1111, 3, 1),
            "events": {4: (4, 5, 9, 9, -1), 7: (7, 8, 9, 9, -1)},
            "warp_states": {
                0: "issued dep_alu*2 not_selected issued dep_fpu*4 retire_port",
                3: "not_selected*3 issued dep_alu*2 not_selected issued dep_alu*2",
            },
            "registers": {(3, 1): [0] * 4},
        },
        "Warp 3's jump retires first in 9 and traps: two entries, room for one. It has taken bank 0 all the same, and "
        "warp 0's float addition would be written in 10.",
    ),
]
