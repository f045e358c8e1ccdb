"""Pins of sections 25 and 26: schedulers, their turns, costs of operations, kinds of slots.

The first three, and the first with kinds of slots, are the sections' examples.
"""

from __future__ import annotations

from typing import Any

from isa.table.table import INSTRUCTIONS
from tests.pins.pin import Pin
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
]
