"""Pins of section 6: who retires, and what waits for it."""

from __future__ import annotations

from tests.pins.pin import Pin

# Warp 0 takes a reciprocal, the others go elsewhere.
RECIPROCAL = "ge.u32 r1, warp_id, 1 -> other if c\nrcp.f32 r2, 4.0\nret\nother:\nmov r2, 1\nret\n"

RETIRE_PINS = [
    Pin(
        "retire_port_freezes_the_alu",
        "add.f32 r1, r0, r0\nadd.u32 r2, r0, r0\nret\n",
        {"fpu.latency": 3},
        8,
        8,
        {
            "order": [0, 1, 0, 0, 1, 1],
            "events": {1: (1, 1, 4, 4, 4), 2: (3, 3, 4, 5, 5), 3: (5, 5, 6, 6, -1), 4: (6, 6, 7, 7, 7)},
            "warp_states": {
                0: "issued dep_fpu*2 issued retire_port issued drain*2",
                1: "unit_busy issued dep_fpu*2 unit_busy*2 issued*2",
            },
        },
        "Warp 0 enters the FPU in 0, warp 1 in 1 (in 0 the FPU is taken: unit_busy). Warp 0 is back in 3 and enters "
        "the ALU; in 4 its result and warp 1's from the FPU are offered: one port, FPU first. The ALU is frozen in "
        "4, so warp 1 is not eligible. In 5 both could enter the ALU: all available, warp 0 is chosen, and its ret "
        "takes the ALU from warp 1.",
    ),
    Pin(
        "freeze_stops_every_stage",
        "add.f32 r1, r0, r0\nmov r2, 1\nmov r3, 1\nret\n",
        {"fpu.latency": 3, "retire.priority": ["alu", "lds", "control", "fpu"]},
        12,
        14,
        {
            "events": {0: (0, 0, 3, 3, 3), 1: (1, 1, 4, 7, 7), 2: (2, 2, 8, 11, 11)},
            "warp_states": {2: "unit_busy*2 issued dep_fpu retire_port*3 dep_fpu retire_port*3 issued*3"},
        },
        "The FPU is asked last. Warp 0 is back in 3 and retires ALU results in 4, 5 and 6: warp 1's FPU result, "
        "offered in 4, waits until 7, and warp 2's, a stage behind, moves in none of these cycles: offered in 5 + 3. "
        "Then warp 1 does the same to warp 2.",
    ),
    Pin(
        "the_sfu_is_asked_first",
        RECIPROCAL,
        {"sfu.count": 1, "sfu.latency": 2, "scheduler.policy": "fixed_priority"},
        8,
        7,
        {
            "order": [0, 0, 1, 0, 1, 1],
            "events": {
                0: (0, 0, 1, 1, 1),
                1: (1, 1, 3, 3, 3),
                2: (2, 2, 3, 4, 4),
                3: (4, 4, 5, 5, -1),
                4: (5, 5, 6, 6, 6),
                5: (6, 6, 7, 7, -1),
            },
        },
        "In 3 the SFU offers warp 0's reciprocal and the ALU warp 1's comparison: one port, the SFU goes first, as "
        "retire.priority does not name it. The ALU is frozen in 3, so warp 0's ret enters it in 4.",
    ),
    Pin(
        "the_sfu_in_its_named_place",
        RECIPROCAL,
        {
            "sfu.count": 1,
            "sfu.latency": 2,
            "scheduler.policy": "fixed_priority",
            "retire.priority": ["alu", "lds", "fpu", "control", "sfu"],
        },
        8,
        7,
        {
            "order": [0, 0, 1, 1, 1, 0],
            "events": {
                0: (0, 0, 1, 1, 1),
                1: (1, 1, 3, 6, 6),
                2: (2, 2, 3, 3, 3),
                3: (3, 3, 4, 4, 4),
                4: (4, 4, 5, 5, -1),
                5: (6, 6, 7, 7, -1),
            },
            "warp_states": {0: "issued*2 dep_sfu retire_port*3 issued"},
        },
        "The same with the SFU named last: the ALU has a result of warp 1 in 3, 4 and 5, and warp 0's reciprocal, "
        "offered in 3, is taken in 6.",
    ),
    Pin(
        "the_dpu_is_asked_before_the_sfu",
        "rcp.f32 r1, 4.0\nadd.f64 r2, r2, 1.0\nret\n",
        {"sfu.count": 1, "sfu.latency": 3, "dpu.count": 1, "scheduler.policy": "fixed_priority"},
        8,
        8,
        {
            "order": [0, 1, 0, 0, 1, 1],
            "events": {
                0: (0, 0, 3, 3, 3),
                1: (1, 1, 4, 5, 5),
                2: (3, 3, 4, 4, 4),
                3: (4, 4, 5, 7, -1),
                4: (5, 5, 6, 6, 6),
                5: (7, 7, 8, 8, -1),
            },
        },
        "In 4 the DPU offers warp 0's sum and the SFU warp 1's reciprocal: one port, the DPU goes first. The "
        "reciprocal leaves in 5, before the ALU's ret, which has to let warp 1's sum pass in 6 too: its ALU is frozen "
        "in 5 and 6, so warp 1's ret enters in 7.",
    ),
]
