"""Pins of sections 2 and 3: the clock, and what is selected."""

from __future__ import annotations

from tests.pins.pin import Pin
from tests.pins.sources import TWO

FOUR = "mov r0, 1\nmov r0, 2\nmov r0, 3\nret\n"
LOAD_MOVE = "ld.local r1, [0]\nmov r2, 1\nret\n"
GAP = "mov r1, 1\nmov r1, 2\nld.local r2, [0]\nmov r1, 3\nret\n"

SELECT_PINS = [
    Pin(
        "single_ret",
        "ret\n",
        {},
        4,
        1,
        {"events": {0: (0, 0, 1, 1, -1)}, "warp_states": {0: "issued"}, "slot_reasons": ["issued"]},
        "f = 0: selected and entered in 0; l = occ = 1: offered in 0 + 1 + 1 - 1 = 1, retired in 1; the warp is "
        "finished.",
    ),
    Pin(
        "one_instruction_per_cycle",
        FOUR,
        {},
        4,
        4,
        {
            "events": {0: (0, 0, 1, 1, 1), 1: (1, 1, 2, 2, 2), 2: (2, 2, 3, 3, 3), 3: (3, 3, 4, 4, -1)},
            "warp_states": {0: "issued*4"},
            "registers": {(0, 0): [3, 3, 3, 3]},
        },
        "f = 0, l = 1, r = 0: each is retired, and the warp selected again, in the cycle after its select.",
    ),
    Pin(
        "two_slots_two_alus",
        TWO,
        {"issue_width": 2, "alu.count": 2, "retire.ports": 2},
        16,
        4,
        {
            "order": [0, 1, 0, 1, 2, 3, 2, 3],
            "slots": [0, 1] * 4,
            "instances": [0, 1] * 4,
            "warp_states": {0: "issued*2 drain*2", 3: "unit_busy*2 issued*2"},
        },
        "All available: 0; its bit clears, 1 has an unavailable predecessor. In 1 both are back and all are "
        "available again. In 2 they are finished and 2 is the lowest with an unavailable predecessor.",
    ),
    Pin(
        "second_slot_without_warp",
        TWO,
        {"issue_width": 2},
        4,
        2,
        {
            "slot_reasons": ["issued drain", "issued drain"],
            "issue_ledger": {(0, "issued"): 1, (1, "issued"): 1, (-1, "drain"): 2},
        },
        "One live warp, two slots: the second has none to blame.",
    ),
    Pin(
        "paper_order_of_four_warps",
        FOUR,
        {"alu.latency": 2},
        16,
        17,
        {"order": [0, 1, 2, 3] * 4},
        "A warp is away for two cycles. In 2 warps 0, 2 and 3 are available, and only 2 has a predecessor that is "
        "not; in 3 of 0, 1, 3 only 3; in 4 of 0, 1, 2 only 0. So on in a circle, a select in every cycle: 16 "
        "selects, the last retires in 15 + 2.",
    ),
    Pin(
        "greedy_order_of_four_warps",
        FOUR,
        {"alu.latency": 2, "scheduler.policy": "greedy_oldest"},
        16,
        17,
        {"order": [0, 1] * 4 + [2, 3] * 4},
        "A warp is away for two cycles; two warps fill them, the lowest, until they finish.",
    ),
    Pin(
        "greedy_stays_with_a_warp",
        TWO,
        {"scheduler.policy": "greedy_oldest"},
        12,
        6,
        {"order": [0, 0, 1, 1, 2, 2]},
        "Back in the next cycle, the last selected warp is selected again.",
    ),
    Pin(
        "oldest_order_of_four_warps",
        LOAD_MOVE,
        {"scheduler.policy": "oldest", "alu.latency": 2, "lds.latency": 4, "retire.ports": 2},
        16,
        13,
        {"order": [0, 1, 2, 3, 0, 1, 0, 2, 1, 3, 2, 3]},
        "Loads come back in 4 to 7, ALU results two cycles after their select. In 6 warps 0 and 2 have both become "
        "ready in 6: 0; in 7 2 (since 6); in 8 1 and 3 (since 7): 1; in 9 3; in 10 2, in 11 3.",
    ),
    Pin(
        "round_robin_order_of_four_warps",
        LOAD_MOVE,
        {"scheduler.policy": "round_robin", "alu.latency": 2, "lds.latency": 4, "retire.ports": 2},
        16,
        13,
        {"order": [0, 1, 2, 3] * 3},
        "The next of the ring is always back in time.",
    ),
    Pin(
        "paper_order_with_loads",
        LOAD_MOVE,
        {"alu.latency": 2, "lds.latency": 4, "retire.ports": 2},
        16,
        13,
        {"order": [0, 1, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3]},
        "In 6 warps 0 and 2 are available and their predecessors are not: 0. In 7 1 to 3 are: 1. In 8 2 and 3: 2.",
    ),
    Pin(
        "two_level_order_of_four_warps",
        LOAD_MOVE,
        {"scheduler.policy": "two_level", "alu.latency": 2, "lds.latency": 4, "retire.ports": 2},
        16,
        13,
        {"order": [0, 1, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3]},
        "A starts as {0, 1}. Each load leaves it and lets the next warp in: 0, 1, 2, 3. In 4 warp 0 is back and "
        "enters, in 5 warp 1; A is full, so in 6 warp 2, ready, stays outside: 0, 1 go on to their rets. In 8 warp "
        "0 finishes, 2 enters; in 9 3.",
    ),
    Pin(
        "two_level_does_not_leave_for_alu_work",
        FOUR,
        {"scheduler.policy": "two_level", "alu.latency": 2},
        16,
        17,
        {"order": [0, 1] * 4 + [2, 3] * 4},
        "No access, no barrier: 0 and 1 stay in A until they finish.",
    ),
    Pin(
        "fixed_priority_starves",
        FOUR,
        {"scheduler.policy": "fixed_priority", "alu.latency": 2},
        12,
        16,
        {
            "order": [*[0, 1] * 4, *[2] * 4],
            "warp_states": {
                0: "issued dep_alu issued dep_alu issued dep_alu issued branch drain*8",
                1: "unit_busy issued dep_alu issued dep_alu issued dep_alu issued branch drain*7",
                2: "unit_busy*8 issued dep_alu issued dep_alu issued dep_alu issued branch",
            },
        },
        "An instruction takes two cycles, so warps 0 and 1 fill all slots: 0 in even cycles, 1 in odd ones. Warp 2 is "
        "ready all the time and selected for the first time in 8, when warp 0 has finished. f = 0: the ALU has "
        "accepted, so it is unit_busy for the others.",
    ),
    Pin(
        "fixed_priority_takes_the_slot_back",
        GAP,
        {"scheduler.policy": "fixed_priority", "lds.latency": 3, "retire.ports": 2},
        8,
        12,
        {
            "order": [0, 0, 0, 1, 1, 0, 0, 1, 1, 1],
            "warp_states": {
                0: "issued*3 dep_local*2 issued*2 drain*5",
                1: "unit_busy*2 not_selected issued*2 not_selected*2 issued dep_local*2 issued*2",
            },
        },
        "Warp 0 loads in 2 and is back in 5, where it goes before warp 1, selected last. So the load of warp 1 waits "
        "until 7, and nothing hides it. The ALU is taken in 0 and 1; in 2, 5 and 6 the unit of warp 1 is free.",
    ),
    Pin(
        "greedy_oldest_keeps_the_slot",
        GAP,
        {"scheduler.policy": "greedy_oldest", "lds.latency": 3, "retire.ports": 2},
        8,
        10,
        {"order": [0, 0, 0, 1, 1, 1, 0, 0, 1, 1]},
        "The same under greedy_oldest: in 5 warp 1 goes on, and its load is hidden.",
    ),
]
