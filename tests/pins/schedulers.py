"""Pins of sections 25 and 26: schedulers, their turns, costs of operations, kinds of slots, turns after operands.

The first three, and the first with kinds of slots, are the sections' examples.
"""

from __future__ import annotations

from typing import Any

from isa.table.table import INSTRUCTIONS
from tests.pins.pin import Pin, spell_out
from tests.pins.scoreboard import SCOREBOARD

# The machine of the section's examples: f = 0, r = 1, N = 4.
EXAMPLE: dict[str, Any] = {
    **SCOREBOARD, "issue.entries": 4, "retire.stages": 1, "alu.latency": 2, "scheduler.policy": "round_robin",
}  # fmt: skip
# The same without retire stages, with control instructions on units of their own, and a round of single cycles.
OWN: dict[str, Any] = {
    **SCOREBOARD, "issue.entries": 4, "scheduler.policy": "round_robin", "control.route": "own",
}  # fmt: skip

CHAIN = "add.u32 r1, r8, 1\nadd.u32 r2, r1, 1\nret\n"
SHORT = "add.u32 r1, r8, 1\nret\n"
OPERAND = "ld.local r1, [r8]\nadd.u32 r2, r1, 1\nret\n"

# As OWN, with one slot that takes all instructions, operand loads too.
ONE_SLOT: dict[str, Any] = {**OWN, "issue.slots": ["lds+operand+arithmetic+control"]}

SCHEDULER_PINS = [
    Pin(
        "one_turn_in_four_cycles",
        CHAIN,
        {**EXAMPLE, "issue.interval": 4},
        4,
        10,
        {
            "events": {0: (0, 0, 2, 2, 3), 1: (4, 4, 6, 6, 7), 2: (8, 8, 10, 10, -1)},
            "warp_states": {0: "issued dep_alu*2 not_selected issued not_selected*3 issued branch"},
            "slot_reasons": ["issued", *["interval"] * 3, "issued", *["interval"] * 3, "issued", "drain"],
            "issue_ledger": {**{(pc, "issued"): 1 for pc in range(3)}, (-1, "interval"): 6, (-1, "drain"): 1},
        },
        "Turns are 0, 4 and 8. 0 retires in 2 and is released in 3: 1 is ready then, and selected in 4. `ret` needs no "
        "result, is ready from 5 on, and is selected in 8.",
    ),
    Pin(
        "two_schedulers_turn_about",
        CHAIN,
        {**EXAMPLE, "issue.schedulers": 2, "issue.interval": 2, "alu.count": 2, "retire.ports": 2},
        8,
        9,
        {
            "order": [0, 1, 0, 1, 0, 1],
            "slots": [0, 1, 0, 1, 0, 1],
            "events": {0: (0, 0, 2, 2, 3), 1: (1, 1, 3, 3, 4), 2: (4, 4, 6, 6, 7), 3: (5, 5, 7, 7, 8)},
            "slot_reasons": [
                "issued interval",
                "interval issued",
                "dep_alu interval",
                "interval dep_alu",
                "issued interval",
                "interval issued",
                "issued interval",
                "drain issued",
                "drain drain",
            ],
        },
        "Warp 0 has the even cycles, warp 1 the odd ones. `ret` is selected in 6 and 7, and retires in 8 and 9. From 7 "
        "on both warps have issued it, so that nothing is left.",
    ),
    Pin(
        "short_latency_after_a_long_one",
        "mul.u32 r1, r8, r9\nadd.u32 r2, r8, 1\nret\n",
        {**EXAMPLE, "options.multiply": True, "costs": ["mul.u32:1:5"]},
        4,
        7,
        {
            "events": {0: (0, 0, 5, 5, 6), 1: (1, 1, 6, 6, -1), 2: (2, 2, 7, 7, -1)},
            "warp_states": {0: "issued*3 branch*4"},
        },
        "The product is offered in 0 + 5 + 1 - 1 = 5. The sum would be offered in 3 and follows in 6; `ret` in 7.",
    ),
    Pin(
        "instances_of_one_scheduler",
        SHORT,
        {
            **OWN,
            "issue.schedulers": 2,
            "alu.count": 2,
            "alu.per_scheduler": True,
            "alu.interval": 3,
            "control.count": 2,
            "retire.ports": 2,
        },
        12,
        6,
        {
            "order": [0, 1, 0, 1, 2, 2],
            "instances": [0, 1, 0, 1, 0, 0],
            "events": {0: (0, 0, 3, 3, -1), 1: (0, 0, 3, 3, -1), 2: (1, 1, 2, 2, -1), 4: (3, 3, 6, 6, -1)},
            "warp_states": {2: "unit_busy*3 issued*2 dep_alu"},
        },
        "Scheduler 0 has warps 0 and 2, and instance 0 of the ALU, which warp 0's sum occupies in 0 to 2. So warp 2 "
        "waits till 3, while the `ret`s of 0 and 1 are selected in 1; its sum retires in 3 + 1 + 3 - 1 = 6, its `ret`, "
        "selected in 4, in 5. A warp ends when both have retired.",
    ),
    Pin(
        "a_held_front_end_loses_a_turn",
        SHORT,
        {**OWN, "front_end.stages": 1, "issue.interval": 3, "alu.interval": 6},
        8,
        14,
        {
            "order": [0, 1, 0, 1],
            "events": {0: (0, 1, 7, 7, 7), 1: (3, 7, 13, 13, 13), 2: (9, 10, 11, 11, -1), 3: (12, 13, 14, 14, -1)},
            "slot_reasons": [
                "issued",
                "interval",
                "interval",
                "issued",
                "unit_busy",
                "unit_busy",
                "unit_busy",
                "interval",
                "interval",
                "issued",
                "interval",
                "interval",
                "issued",
                "drain",
            ],
        },
        "Warp 1's sum is selected in 3 and finds the ALU occupied until 7: the front end is held in 4, 5 and 6, and 6 "
        "was a turn. The next is 9. Round robin gives it to warp 0, and 12 to warp 1.",
    ),
    Pin(
        "a_cost_on_local_memory",
        "ld.local r1, [r8]\nst.local [r9], r2\nret\n",
        {**OWN, "costs": ["ld.local:2:4"]},
        4,
        6,
        {
            "events": {0: (0, 0, 5, 5, 5), 1: (2, 2, 6, 6, -1), 2: (3, 3, 4, 4, -1)},
            "warp_states": {0: "issued unit_busy issued*2 dep_local*2"},
            "slot_reasons": ["issued", "unit_busy", "issued", "issued", "drain", "drain"],
        },
        "The load occupies the first stage for 2 x 1 cycles and is offered in 0 + 4 + 2 - 1 = 5. The store enters in "
        "2, would be offered in 3, and follows the load in 6. `ret` retires in 4, and the warp ends in 6.",
    ),
    Pin(
        "a_trap_ends_the_selection_of_all_schedulers",
        "add.u32 r1, warp_id, 0 -> last if z\nadd.u32 r2, r8, 1\nret\nlast: add.f64 r2, r4, r6\nret\n",
        {**OWN, "issue.schedulers": 2, "alu.count": 2, "control.count": 2, "retire.ports": 2},
        8,
        2,
        {
            "status": "trap",
            "trap": ("illegal_instruction", 1, 0, 0b1111, 3, INSTRUCTIONS["add.f64"].opcode),
            "order": [0, 1],
            "warp_states": {0: "issued not_selected", 1: "issued not_selected"},
            "slot_reasons": ["issued issued", "not_selected not_selected"],
        },
        "Both jumps retire in 1. Scheduler 0 finds that the machine has no double addition; warp 1, whose scheduler "
        "comes after, is ready with its sum and is not selected.",
    ),
    Pin(
        "a_slot_for_operands_of_local_memory",
        "ld.local r1, [r8]\nadd.u32 r2, r1, 1\nret\n",
        {
            **EXAMPLE,
            "front_end.stages": 1,
            "lds.latency": 3,
            "issue_width": 2,
            "issue.slots": ["any", "operand"],
        },
        8,
        11,
        {
            "order": [0, 1, 0, 1, 0, 1],
            "slots": [1, 1, 0, 0, 0, 0],
            "events": {0: (0, 1, 4, 4, 5), 1: (1, 2, 5, 5, 6), 2: (5, 6, 8, 8, 9), 3: (6, 7, 9, 9, 10)},
            "slot_reasons": [
                "slot_kind issued",
                "dep_local issued",
                *["dep_local dep_local"] * 3,
                "issued dep_local",
                "issued slot_kind",
                "issued slot_kind",
                "issued drain",
                *["drain drain"] * 2,
            ],
        },
        "The loads are operand loads of the sums, which slot 0 does not take: selected in 0 and 1, they retire in 4 "
        "and 5 and are released in 5 and 6, in which the sums are selected. In 6 warp 0 is ready with its `ret`, which "
        "slot 1 does not take, and round robin gives slot 0 to warp 1.",
    ),
    Pin(
        "a_slot_for_each_unit",
        "ld.local r1, [r8]\nadd.u32 r2, r8, 1\nret\n",
        {**OWN, "issue_width": 2, "retire.ports": 2, "issue.slots": ["arithmetic+control", "lds"]},
        8,
        5,
        {
            "order": [0, 0, 1, 0, 1, 1],
            "slots": [1, 0, 1, 0, 0, 0],
            "events": {0: (0, 0, 1, 1, 1), 1: (1, 1, 2, 2, 2), 2: (1, 1, 2, 2, 2), 3: (2, 2, 3, 3, -1)},
            "slot_reasons": ["unit_busy issued", "issued issued", "issued slot_kind", "issued drain", "issued drain"],
        },
        "In 0 both warps want the LDS, and slot 0 takes no load. In 1 warp 0's sum and warp 1's load are selected, by "
        "slots. In 2 warp 1, selected last, gives way to warp 0's `ret` in slot 0, and slot 1 takes no sum.",
    ),
    Pin(
        "a_turn_after_an_operand",
        OPERAND,
        {**OWN, "issue_width": 2, "retire.ports": 2, "issue.slots": ["any", "operand"], "issue.operand_interval": 3},
        8,
        9,
        {
            "order": [0, 0, 1, 0, 1, 1],
            "slots": [1, 0, 1, 0, 0, 0],
            "events": {
                0: (0, 0, 1, 1, 1),
                1: (1, 1, 2, 2, 2),
                2: (1, 1, 2, 2, 2),
                3: (4, 4, 5, 5, -1),
                4: (5, 5, 6, 6, 6),
                5: (8, 8, 9, 9, -1),
            },
            "warp_states": {
                0: "issued*2 not_selected*2 issued drain*4",
                1: "unit_busy issued not_selected*3 issued not_selected*2 issued",
            },
            "slot_reasons": [
                "unit_busy issued",
                "issued issued",
                *["interval interval"] * 2,
                "issued slot_kind",
                "issued drain",
                *["interval interval"] * 2,
                "issued drain",
            ],
        },
        "v = 1, u = 3. In 0 slot 0 takes no operand load, and the LDS is taken when it looks at warp 1's state. In 1 "
        "warp 0's sum, which takes an operand, is selected, and slot 1 of this turn is filled all the same: the next "
        "turn is 4. There warp 0's `ret` is selected, which takes none, so the next turn is 5: warp 1's sum. The next "
        "is 8. In 4 warp 1 is ready, and its sum does not fit slot 1. From 5 on it is the only warp.",
    ),
    Pin(
        "two_schedulers_whose_turns_move",
        "ld.local r1, [r8]\nadd.u32 r2, r1, 1\nadd.u32 r3, r8, 1\nadd.u32 r4, r8, 2\nret\n",
        {
            **ONE_SLOT,
            "issue.schedulers": 2,
            "issue.interval": 2,
            "issue.operand_interval": 3,
            "alu.count": 2,
            "control.count": 2,
            "retire.ports": 2,
        },
        12,
        21,
        {
            "order": [0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 0, 2, 0, 2],
            "pcs": [0, 0, 0, 1, 1, 2, 1, 3, 2, 4, 2, 3, 3, 4, 4],
            "events": {
                number: (cycle, cycle, cycle + 1, cycle + 1, -1 if number in (9, 13, 14) else cycle + 1)
                for number, cycle in enumerate((0, 1, 2, 3, 4, 6, 7, 8, 10, 10, 12, 14, 16, 18, 20))
            },
            "warp_states": {
                1: "unit_busy issued not_selected issued not_selected*2 issued not_selected issued not_selected "
                "issued drain*10",
            },
            "slot_reasons": [
                "issued interval",
                "interval issued",
                "issued interval",
                "interval issued",
                "issued interval",
                "interval interval",
                "interval issued",
                "issued interval",
                "interval issued",
                "interval interval",
                "issued issued",
                "interval interval",
                *["issued drain", "interval interval"] * 4,
                "issued drain",
            ],
        },
        "v = 2, u = 3. Scheduler 0 has warps 0 and 2, scheduler 1 has warp 1. Turns of scheduler 0: 0 and 2, the "
        "loads; 4, warp 0's first sum, so not 6 but 7, warp 2's, so 10; then every second cycle, 10, 12, ... 20, for "
        "warps 0 and 2 in turn. Of scheduler 1: 1, the load; 3, the first sum, so not 5 but 6; then 8 and 10, in which "
        "both schedulers select. Warp 1 ends in 11: in 12, 14, 16 and 18 scheduler 1 has a turn and no warp. In 20 the "
        "last `ret` is issued.",
    ),
    Pin(
        "a_held_front_end_loses_the_turn_after_an_operand",
        OPERAND,
        {**ONE_SLOT, "front_end.stages": 1, "alu.interval": 10, "issue.interval": 2, "issue.operand_interval": 5},
        8,
        25,
        {
            "order": [0, 1, 0, 1, 0, 1],
            "events": {
                0: (0, 1, 2, 2, 2),
                1: (2, 3, 4, 4, 4),
                2: (4, 5, 15, 15, 15),
                3: (9, 15, 25, 25, -1),
                4: (16, 17, 18, 18, -1),
                5: (18, 19, 20, 20, -1),
            },
            "warp_states": {
                0: "issued dep_local not_selected*2 issued not_selected*5 unit_busy*5 not_selected issued branch "
                "drain*7",
                1: "not_selected*2 issued dep_local not_selected*5 issued unit_busy*5 not_selected*3 issued branch "
                "dep_alu*5",
            },
            "slot_reasons": spell_out(
                "issued interval issued interval issued interval*4 issued unit_busy*5 interval issued interval issued "
                "drain*6"
            ),
        },
        "v = 2, u = 5. The turns 0 and 2 are the loads', 4 is warp 0's sum: it enters in 5 and occupies the ALU until "
        "15, and the next turn is 9. There warp 1's sum is selected, so the next is 14. The sum stands before the ALU "
        "in 10 to 14: the front end is held and the turn is lost. The next is v later, 16: warp 0's `ret`, and 18 "
        "warp 1's. Warp 1's sum is offered in 15 + 1 + 10 - 1 = 25.",
    ),
    Pin(
        "nothing_is_ready_in_the_turn_after_an_operand",
        "ld.local r1, [r8]\nadd.u32 r2, r1, 1\nadd.u32 r3, r2, 1\nret\n",
        {**ONE_SLOT, "alu.latency": 6, "issue.interval": 2, "issue.operand_interval": 3},
        4,
        15,
        {
            "events": {0: (0, 0, 1, 1, 1), 1: (2, 2, 8, 8, 8), 2: (9, 9, 15, 15, -1), 3: (11, 11, 12, 12, -1)},
            "warp_states": {
                0: "issued not_selected issued dep_alu*5 not_selected issued not_selected issued dep_alu*3",
            },
            "slot_reasons": spell_out(
                "issued interval issued interval*2 dep_alu interval dep_alu interval issued interval issued drain*3"
            ),
        },
        "v = 2, u = 3. The first sum takes an operand: after 2 the turns are 5, 7, 9, and not 4, 6, 8. It retires in "
        "2 + 6 = 8, so nothing is ready in 5 and 7, and the second sum, ready in 8, is selected in 9. It takes no "
        "operand: `ret` in 11. The warp ends with the sum, in 15.",
    ),
]
