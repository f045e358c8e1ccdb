"""Pins of section 27 of docs/processor.md: operand collectors. The first is the section's example.

Runs that a trap or the limit stops are in `collector_stops`, launches on devices in `collector_devices`.
"""

from __future__ import annotations

from typing import Any

from tests.pins.pin import Pin, spell_out
from tests.pins.scoreboard import SCOREBOARD

# f = r = 0, eight banks, four collectors; `ret` in a unit of its own, results of all units in one cycle.
COLLECTORS: dict[str, Any] = {
    **SCOREBOARD, "register_file.organisation": "collectors", "register_file.banks": 8, "register_file.collectors": 4,
    "control.route": "own", "retire.ports": 4, "scheduler.policy": "round_robin",
}  # fmt: skip
ONE_COLLECTOR: dict[str, Any] = {**COLLECTORS, "register_file.collectors": 1}
ONE_BANK: dict[str, Any] = {**COLLECTORS, "register_file.banks": 1}
TWO_BANKS: dict[str, Any] = {**COLLECTORS, "register_file.banks": 2}

SHORT = "add.u32 r1, r8, 1\nret\n"

COLLECTOR_PINS = [
    Pin(
        "collectors_and_banks_of_two",
        "add.u32 r1, r2, r4\nadd.u32 r3, r5, 1\nret\n",
        {
            **TWO_BANKS,
            "register_file.collectors": 2,
            "issue.entries": 4,
            "control.route": "alu",
            "retire.ports": 1,
            "retire.stages": 1,
            "alu.latency": 2,
        },
        4,
        7,
        {
            "events": {0: (0, 3, 5, 5, 6), 1: (1, 4, 6, 6, -1), 2: (3, 5, 7, 7, -1)},
            "warp_states": {0: "issued*2 operand_bank issued unit_busy branch*2"},
            "slot_reasons": spell_out("issued*2 operand_bank issued drain*3"),
            "warp_ledger": {
                **{(pc, "issued"): 1 for pc in range(3)},
                (2, "operand_bank"): 1,
                (2, "unit_busy"): 1,
                (2, "branch"): 2,
            },
            "issue_ledger": {**{(pc, "issued"): 1 for pc in range(3)}, (2, "operand_bank"): 1, (-1, "drain"): 3},
        },
        "r2 and r4 are in bank 0: read in 1 and 2, so 0 is collected in 3. 1 reads bank 1 in 2 and is collected in 3 "
        "too. Both collectors are taken in 2. In 3 instruction 0 enters the ALU, which takes one per cycle, and leaves "
        "its collector to `ret`; 1 enters in 4. `ret`, selected in 3, reads nothing: q = 4, and it waits for the ALU.",
    ),
    Pin(
        "one_collector",
        "add.u32 r1, r8, 1\nadd.u32 r2, r9, 1\nret\n",
        ONE_COLLECTOR,
        4,
        6,
        {
            "events": {0: (0, 2, 3, 3, 3), 1: (2, 4, 5, 5, 5), 2: (4, 5, 6, 6, -1)},
            "warp_states": {0: "issued operand_bank issued operand_bank issued branch"},
            "warp_ledger": {
                **{(pc, "issued"): 1 for pc in range(3)},
                (1, "operand_bank"): 1,
                (2, "operand_bank"): 1,
                (2, "branch"): 1,
            },
        },
        "With nothing in the way an instruction is read in t + 1 and enters in t + 2, and leaves the collector to the "
        "next one. In 1 and 3 the ready warp finds it taken, by one that is not collected yet, and blames its own next "
        "instruction. `ret` reads nothing and enters in 5.",
    ),
    Pin(
        "slots_share_the_collectors",
        SHORT,
        {
            **COLLECTORS,
            "issue_width": 2,
            "register_file.collectors": 3,
            "control.route": "alu",
            "retire.ports": 1,
        },
        12,
        8,
        {
            "order": [0, 1, 2, 0, 1, 2],
            "slots": [0, 1, 0, 0, 0, 0],
            "events": {
                0: (0, 2, 3, 3, 3),
                1: (0, 3, 4, 4, 4),
                2: (1, 4, 5, 5, 5),
                3: (2, 5, 6, 6, -1),
                4: (3, 6, 7, 7, -1),
                5: (4, 7, 8, 8, -1),
            },
            "warp_states": {
                0: "issued operand_bank issued unit_busy*2 branch drain*2",
                1: "issued operand_bank unit_busy issued unit_busy*2 branch drain",
                2: "not_selected issued unit_busy*2 issued unit_busy*2 branch",
            },
            "slot_reasons": [
                "issued*2",
                "issued operand_bank",
                "issued unit_busy",
                "issued unit_busy",
                "issued drain",
                *["drain*2"] * 3,
            ],
        },
        "r8 of the warps is in banks 0, 1, 2: 0 and 1 are collected in 2, warp 2's sum, selected in 1, in 3. In 0 a "
        "third collector is free, so warp 2 is `not_selected`. Slot 0 takes it in 1, and slot 1 finds none. From 2 on "
        "one instruction enters the ALU per cycle, in the order of select, and one warp takes its collector; the "
        "oldest that stays has q = 2 in 2 and q = 3 in 3: it waits for the ALU. A `ret` has q = t + 1.",
    ),
    Pin(
        "one_bank_reads_in_the_order_of_select",
        "add.u32 r1, r8, r9\nadd.u32 r2, r10, 1\nret\n",
        ONE_BANK,
        8,
        8,
        {
            "order": [0, 1, 0, 1, 0, 1],
            "events": {
                0: (0, 3, 4, 4, 4),
                1: (1, 5, 6, 6, 6),
                2: (2, 6, 7, 7, -1),
                3: (3, 7, 8, 8, -1),
                4: (4, 6, 7, 7, -1),
                5: (5, 7, 8, 8, -1),
            },
            "warp_states": {
                0: "issued not_selected issued not_selected issued fetch branch drain",
                1: "not_selected issued not_selected issued operand_bank issued fetch branch",
            },
        },
        "Reads: warp 0's first in 1 and 2, warp 1's in 3 and 4, the second ones in 5 and 6. So q is 3, 5, 6, 7. In 4 "
        "all four collectors are taken, the oldest by warp 1's first, collected in 5. A `ret` has the q of the "
        "instruction before it, 6 and 7, and enters in the same cycle, in a unit of its own; one cycle it is in "
        "`fetch`, as t + 1 < q.",
    ),
    Pin(
        "what_is_no_register_or_the_same_is_not_read",
        "add.u32 r1, lane_id, 1\nadd.u32 r2, r8, r8\nret\n",
        ONE_BANK,
        4,
        4,
        {
            "events": {0: (0, 1, 2, 2, 2), 1: (1, 3, 4, 4, -1), 2: (2, 3, 4, 4, -1)},
            "warp_states": {0: "issued*3 branch"},
            "registers": {(0, 1): [1, 2, 3, 4], (0, 2): [0] * 4},
        },
        "A special source and a constant: q = 1. One register twice is one read, in 2: q = 3, and `ret` has it too. "
        "The two enter and retire together.",
    ),
    # Retire
    Pin(
        "two_results_for_one_bank",
        "add.f32 r1, r9, 1.0\nadd.u32 r3, r10, 1\nret\n",
        {**TWO_BANKS, "fpu.latency": 2, "retire.ports": 2},
        4,
        5,
        {
            "events": {0: (0, 2, 4, 4, 4), 1: (1, 3, 4, 5, -1), 2: (2, 3, 4, 4, -1)},
            "warp_states": {0: "issued*3 branch retire_port"},
            "warp_ledger": {
                **{(pc, "issued"): 1 for pc in range(3)},
                (2, "branch"): 1,
                (1, "retire_port"): 1,
            },
            "slot_reasons": spell_out("issued*3 drain*2"),
            "registers": {(0, 1): [0x3F800000] * 4, (0, 3): [1] * 4},
        },
        "r1 and r3 are in bank 1. 0 enters in 2, 1 in 3, each one after its read; both are offered in 4, and `ret` "
        "too, which has entered after 1 in 3. The FPU is asked first and takes the bank; the ALU is frozen, and the "
        "second port goes to `ret`. The warp ends with 1 in 5.",
    ),
    Pin(
        "two_results_for_two_banks",
        "add.f32 r1, r9, 1.0\nadd.u32 r2, r10, 1\nret\n",
        {**TWO_BANKS, "fpu.latency": 2},
        4,
        4,
        {
            "events": {0: (0, 2, 4, 4, -1), 1: (1, 3, 4, 4, -1), 2: (2, 3, 4, 4, -1)},
            "warp_states": {0: "issued*3 branch"},
        },
        "As above with r2 for r3, in bank 0: all retire in 4.",
    ),
    Pin(
        "a_double_takes_its_bank_for_two_cycles",
        "mul.f64 r4, r8, r10\nadd.u32 r1, lane_id, 1\nret\n",
        {**ONE_BANK, "dpu.count": 1},
        4,
        8,
        {
            "events": {0: (0, 5, 6, 6, 6), 1: (1, 5, 6, 8, -1), 2: (2, 5, 6, 6, -1)},
            "warp_states": {0: "issued*3 fetch operand_bank branch retire_port*2"},
            "warp_ledger": {
                **{(pc, "issued"): 1 for pc in range(3)},
                (2, "fetch"): 1,
                (2, "operand_bank"): 1,
                (2, "branch"): 1,
                (1, "retire_port"): 2,
            },
            "slot_reasons": spell_out("issued*3 drain*5"),
        },
        "Two doubles are four registers, read in 1 to 4: q = 5. The sum and `ret` read nothing, and have q = 5 from "
        "the one before; all three enter in 5 and are offered in 6. The DPU is asked first; its result is two "
        "registers, which take the bank in 6 and 7, so the sum retires in 8.",
    ),
    Pin(
        "a_jump_waits_for_its_bank",
        "add.f32 r1, r8, 1.0\nadd.u32 r3, r9, 1 -> end if z\nend: ret\n",
        {**TWO_BANKS, "fpu.latency": 2},
        4,
        7,
        {
            "events": {0: (0, 2, 4, 4, 4), 1: (1, 3, 4, 5, 5), 2: (5, 6, 7, 7, -1)},
            "warp_states": {0: "issued*2 fetch dep_alu retire_port issued branch"},
        },
        "Both are offered in 4, and r1 has bank 1. The jump is decided in 5, in which `ret` is selected.",
    ),
    # Order
    Pin(
        "a_collected_instruction_waits_behind_its_warps_older_one",
        "add.f32 r1, r8, 1.0\nadd.f32 r2, r9, 1.0\nadd.u32 r3, r10, 1\nret\n",
        {**COLLECTORS, "fpu.interval": 3},
        4,
        8,
        {
            "events": {0: (0, 2, 5, 5, 5), 1: (1, 5, 8, 8, -1), 2: (2, 5, 6, 6, 6), 3: (3, 5, 6, 6, -1)},
            "warp_states": {0: "issued*4 unit_busy branch dep_fpu*2"},
            "slot_reasons": spell_out("issued*4 drain*4"),
        },
        "The FPU is occupied in 2 to 4, so the second float sum, collected in 3, enters in 5. 2 and `ret` are "
        "collected in 4, and enter their free units in 5, after it. In 4 `ret` is in `unit_busy`, as q has come.",
    ),
    Pin(
        "another_warps_older_one_is_no_obstacle",
        "add.f32 r1, r8, 1.0\nadd.u32 r2, r9, 1\nret\n",
        {**COLLECTORS, "fpu.interval": 4},
        8,
        10,
        {
            "order": [0, 1, 0, 1, 0, 1],
            "events": {
                0: (0, 2, 6, 6, -1),
                1: (1, 6, 10, 10, -1),
                2: (2, 4, 5, 5, 5),
                3: (3, 6, 7, 7, 7),
                4: (4, 5, 6, 6, -1),
                5: (5, 6, 7, 7, -1),
            },
            "warp_states": {
                0: "issued not_selected issued not_selected issued branch drain*4",
                1: "not_selected issued not_selected issued not_selected issued branch dep_fpu*3",
            },
        },
        "Warp 0's float sum has the FPU in 2 to 5; warp 1's, collected in 3, enters in 6, and its other two "
        "instructions after it. Warp 0's second sum, which was selected later, enters in 4.",
    ),
    Pin(
        "all_collectors_wait_for_a_unit",
        "add.f32 r1, r8, 1.0\nret\n",
        {**ONE_COLLECTOR, "fpu.interval": 4},
        8,
        10,
        {
            "order": [0, 1, 0, 1],
            "events": {0: (0, 2, 6, 6, 6), 1: (2, 6, 10, 10, -1), 2: (6, 7, 8, 8, -1), 3: (7, 8, 9, 9, -1)},
            "warp_states": {
                0: "issued operand_bank*3 unit_busy*2 issued branch drain*2",
                1: "operand_bank*2 issued operand_bank unit_busy*2 operand_bank issued branch dep_fpu",
            },
            "issue_ledger": {
                (0, "issued"): 2,
                (1, "issued"): 2,
                (0, "operand_bank"): 1,
                (1, "operand_bank"): 1,
                (1, "unit_busy"): 2,
                (-1, "drain"): 2,
            },
        },
        "Warp 0's sum enters in 2, and the FPU takes the next one in 6. Warp 1's has the collector from 2 on and is "
        "collected in 4: both warps, ready with a `ret` that needs no FPU, are in `operand_bank` before 4 and in "
        "`unit_busy` in 4 and 5. The slot of 1 blames warp 1's sum, which was never selected, and in 3 to 5 warp 0's "
        "`ret`. In 6 it is selected, and warp 1's in 7.",
    ),
    # Schedulers
    Pin(
        "two_schedulers_share_the_banks",
        SHORT,
        {
            **ONE_COLLECTOR,
            "register_file.banks": 1,
            "issue.schedulers": 2,
            "alu.count": 2,
            "alu.per_scheduler": True,
        },
        8,
        5,
        {
            "order": [0, 1, 0, 1],
            "slots": [0, 1, 0, 1],
            "instances": [0, 1, 0, 0],
            "events": {0: (0, 2, 3, 3, 3), 1: (0, 3, 4, 4, 4), 2: (2, 3, 4, 4, -1), 3: (3, 4, 5, 5, -1)},
            "warp_states": {0: "issued operand_bank issued branch drain", 1: "issued operand_bank*2 issued branch"},
            "slot_reasons": ["issued*2", "operand_bank*2", "issued operand_bank", "drain issued", "drain*2"],
        },
        "Each scheduler has a collector, and both warps are selected in 0. They ask the one bank: warp 0, of the lower "
        "slot, in 1, warp 1 in 2. So q is 2 and 3. In 3 warp 1's sum enters the instance of scheduler 1, though the "
        "other one is free, and warp 0's `ret` its own unit.",
    ),
    Pin(
        "a_scheduler_looks_at_its_own_collectors",
        "add.f32 r1, r8, 1.0\nret\n",
        {**ONE_COLLECTOR, "issue.schedulers": 2, "fpu.interval": 4},
        8,
        10,
        {
            "order": [0, 1, 0, 1],
            "slots": [0, 1, 0, 1],
            "events": {0: (0, 2, 6, 6, -1), 1: (0, 6, 10, 10, -1), 2: (2, 3, 4, 4, -1), 3: (6, 7, 8, 8, -1)},
            "warp_states": {
                0: "issued operand_bank issued branch dep_fpu*2 drain*4",
                1: "issued operand_bank unit_busy*4 issued branch dep_fpu*2",
            },
            "slot_reasons": [
                "issued*2",
                "operand_bank*2",
                "issued unit_busy",
                "branch unit_busy",
                *["dep_fpu unit_busy"] * 2,
                "drain issued",
                *["drain*2"] * 3,
            ],
        },
        "Both sums are collected in 2. Warp 0's enters then, and the FPU takes the other in 6: it keeps the collector "
        "of scheduler 1, in which the `ret` of warp 1 does not find room until then. Warp 0's has one of its own.",
    ),
    Pin(
        "out_of_turn_with_a_collector_and_without",
        SHORT,
        {**ONE_COLLECTOR, "issue.interval": 3},
        4,
        5,
        {
            "events": {0: (0, 2, 3, 3, 3), 1: (3, 4, 5, 5, -1)},
            "warp_states": {0: "issued operand_bank not_selected issued branch"},
            "slot_reasons": spell_out("issued interval*2 issued drain"),
        },
        "Turns are 0 and 3. The warp is ready in 1 and 2; in 2 the collector is free.",
    ),
    Pin(
        "a_slot_of_another_kind_and_a_full_scheduler",
        SHORT,
        {**COLLECTORS, "register_file.collectors": 2, "issue_width": 2, "issue.slots": ["alu+control", "fpu+lds"]},
        8,
        5,
        {
            "order": [0, 1, 0, 1],
            "slots": [0, 0, 0, 0],
            "events": {0: (0, 2, 3, 3, 3), 1: (1, 3, 4, 4, 4), 2: (2, 3, 4, 4, -1), 3: (3, 4, 5, 5, -1)},
            "warp_states": {
                0: "issued operand_bank issued branch drain",
                1: "not_selected issued operand_bank issued branch",
            },
            "slot_reasons": [
                "issued slot_kind",
                "issued operand_bank",
                "issued operand_bank",
                "issued drain",
                "drain*2",
            ],
        },
        "Nothing fits slot 1. In 0 it takes the state of warp 1, for which a collector is free: `slot_kind`. In 1 and "
        "2 both are taken, and the oldest is collected in 2 and 3: what the slot would take matters no more.",
    ),
]
