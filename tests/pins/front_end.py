"""Pins of section 4: the front end."""

from __future__ import annotations

from tests.pins.pin import Pin
from tests.pins.sources import FLOAT, TWO, strided

FRONT_END_PINS = [
    Pin(
        "whole_path",
        TWO,
        {"front_end.stages": 3, "alu.latency": 2, "retire.stages": 2},
        4,
        12,
        {
            "events": {0: (0, 3, 5, 5, 7), 1: (7, 10, 12, 12, -1)},
            "warp_states": {0: "issued fetch*2 dep_alu*4 issued fetch*2 branch*2"},
            "issue_ledger": {
                (0, "issued"): 1,
                (0, "fetch"): 2,
                (0, "dep_alu"): 4,
                (1, "issued"): 1,
                (-1, "drain"): 4,
            },
            "warp_ledger": {
                (0, "issued"): 1,
                (0, "fetch"): 2,
                (0, "dep_alu"): 4,
                (1, "issued"): 1,
                (1, "fetch"): 2,
                (1, "branch"): 2,
            },
        },
        "e = 0 + f = 3; u = 3 + l + occ - 1 = 5; ready 5 + r = 7. In 3, 4 in the unit, in 5, 6 in its r cycles. The "
        "ret: 7, 10, 12. Slots of 8 to 11: the only live warp has issued its ret: drain.",
    ),
    Pin(
        "held_by_the_fpu",
        FLOAT,
        {"front_end.stages": 1, "fpu.latency": 4, "fpu.interval": 4},
        8,
        14,
        {
            "events": {0: (0, 1, 8, 8, 8), 1: (1, 5, 12, 12, 12), 2: (8, 9, 10, 10, -1), 3: (12, 13, 14, 14, -1)},
            "warp_states": {
                0: "issued dep_fpu*7 issued branch drain*4",
                1: "not_selected issued unit_busy*3 dep_fpu*7 issued branch",
            },
            "issue_ledger": {
                (0, "issued"): 2,
                (1, "issued"): 2,
                (0, "unit_busy"): 3,
                (0, "dep_fpu"): 6,
                (-1, "drain"): 1,
            },
        },
        "occ = 4: the FPU accepts warp 1 in 1 + 4 = 5; cycles 2 to 4 are held. Slot of 9: warp 1 was selected "
        "longest ago. Slot of 13: the only live warp is in its ret.",
    ),
    Pin(
        "held_by_bank_conflicts",
        strided(2),
        {"front_end.stages": 1},
        8,
        13,
        {
            "events": {2: (2, 3, 7, 7, 7), 3: (3, 7, 11, 11, 11)},
            "warp_states": {
                0: "issued dep_alu issued dep_local bank_conflict*3 issued branch drain*4",
                1: "not_selected issued dep_alu issued bank_conflict*3 dep_local bank_conflict*3 issued branch",
            },
            "slot_reasons": [
                *["issued"] * 4,
                *["bank_conflict"] * 3,
                "issued",
                *["bank_conflict"] * 3,
                "issued",
                "drain",
            ],
        },
        "Warp 0's load occupies the LDS from 3 to 6, its conflict cycles are 4 to 6: warp 1's load waits in the "
        "front end, and the hold cause is bank_conflict. In 7 warp 1 enters, in 8 its conflict cycles begin: slot "
        "of 8 to 10: warp 1 is the live warp whose last select (3) is oldest; in 8 warp 0 (last select 7) is in its "
        "ret. Slot of 12: warp 1 is in its ret.",
    ),
    Pin(
        "rigid_front_end_keeps_bubbles",
        "eq.u32 r1, warp_id, 2 -> other if c\nadd.f32 r2, r1, r1\nret\nother:\nmov r2, 1\nret\n",
        {"front_end.stages": 3, "alu.interval": 2, "fpu.interval": 4},
        12,
        25,
        {
            "order": [0, 1, 2, 0, 1, 2, 0, 1, 2],
            "events": {
                0: (0, 3, 5, 5, 5),
                1: (1, 5, 7, 7, 7),
                2: (2, 7, 9, 9, 9),
                3: (5, 9, 13, 13, 13),
                4: (7, 13, 17, 17, 17),
                5: (9, 15, 17, 18, 18),
                6: (13, 18, 20, 20, -1),
                7: (18, 21, 23, 23, -1),
                8: (19, 23, 25, 25, -1),
            },
        },
        "The ALU takes two cycles each, so the front end is held in 4 and 6. Warp 0's FPU operation is selected in "
        "5, enters in 9 (one held cycle) and occupies the FPU until 12, offered in 9 + 4 = 13. Warp 1's, selected "
        "in 7, waits from 10 and enters in 13; behind it an empty group (nothing was selected in 8), then warp 2's "
        "mov of 9: it enters in 15, not in 14. In 17 both are offered, the FPU goes first; the ALU is frozen, so "
        "warp 0's ret (selected in 13, due in 16) cannot enter in 17 either.",
    ),
    Pin(
        "entries_enter_independently",
        "eq.u32 r1, warp_id, 2 -> other if c\nadd.f32 r2, r1, r1\nret\nother:\nmov r2, 1\nret\n",
        {"front_end.stages": 1, "issue_width": 3, "alu.count": 3, "retire.ports": 3, "fpu.interval": 3},
        12,
        11,
        {
            "order": [0, 1, 2, 0, 1, 2, 2, 0, 1],
            "slots": [0, 1, 2, 0, 1, 2, 0, 1, 0],
            "instances": [0, 1, 2, 0, 0, 0, 0, 1, 0],
            "events": {3: (2, 3, 6, 6, 6), 4: (2, 6, 9, 9, 9), 5: (2, 3, 4, 4, 4), 6: (6, 7, 8, 8, -1)},
            "warp_states": {2: "issued dep_alu issued dep_alu unit_busy*2 issued branch drain*3"},
        },
        "In 3 the group is FPU, FPU, ALU: slot 0 and slot 2 enter, slot 1 stays and holds until the FPU accepts in "
        "3 + 3 = 6. Warp 2 is ready from 4 and takes the hold cause in 4 and 5. In 6 warps 0 and 2 are ready: 2 has "
        "an unavailable predecessor, then 0 has.",
    ),
]
