"""Pins of section 20: double precision."""

from __future__ import annotations

from tests.pins.pin import MASKS, Pin

DOUBLES_PINS = [
    Pin(
        "doubles_in_registers_that_overlap",
        "cvt.f64.s32 r2, 3\nadd.f64 r1, r2, r2\nlt.f64 r4, r1, 7.0 -> end if c\nmov r5, 1\nend: ret\n",
        {"dpu.count": 1, "dpu.lanes": 2, "dpu.latency": 3, "dpu.interval": 2},
        4,
        19,
        {
            "events": {0: (0, 0, 6, 6, 6), 1: (6, 6, 12, 12, 12), 2: (12, 12, 18, 18, 18), 3: (18, 18, 19, 19, -1)},
            "warp_states": {0: "issued dep_dpu*5 issued dep_dpu*5 issued dep_dpu*5 issued"},
            "registers": {
                (0, 1): [0] * 4,
                (0, 2): [0x40180000] * 4,
                (0, 3): [0x40080000] * 4,
                (0, 4): [1] * 4,
                (0, 5): [0] * 4,
            },
            "carry": {0: 0b1111},
        },
        "Two beats of interval 2, then 3 - 1 more stages: each double-precision instruction takes 6 cycles, a compare "
        "too. 3.0 lies in r2 and r3 (the upper half, 0x40080000); 6.0 goes to r1 and r2, and r3 stays. 6 < 7 jumps "
        "over the mov.",
    ),
    Pin(
        "lanes_that_are_masked_off_keep_both_words",
        "mov r2, 7\nmov r3, 9\npush_mask end\nmask_nz lane_id\ncvt.f64.s32 r2, 2\npop_mask\nend: ret\n",
        {**MASKS, "dpu.count": 1},
        4,
        7,
        {"registers": {(0, 2): [7, 0, 0, 0], (0, 3): [9, 0x40000000, 0x40000000, 0x40000000]}},
        "One instruction per cycle. Lane 0 has lane_id 0 and is masked off when 2.0 is written.",
    ),
    Pin(
        "the_second_register_of_a_double_is_not_there",
        "add.f64 r14, r14, r14\nadd.f64 r0, r0, r15\nret\n",
        {"dpu.count": 1},
        4,
        2,
        {"status": "trap", "trap": ("illegal_instruction", 1, 0, 0b1111, 1, 0xB0)},
        "The machine has 16 registers: r14 and r15 are a double, r15 and the one behind it are none.",
    ),
]
