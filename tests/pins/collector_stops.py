"""Pins of section 27 of docs/processor.md: stops with instructions in collectors."""

from __future__ import annotations

from tests.pins.collectors import COLLECTORS, ONE_COLLECTOR
from tests.pins.pin import Pin

NO_WORD = -1, -1, -1  # of an event: what an instruction that is in a collector at the end has not come to

COLLECTOR_STOPS_PINS = [
    Pin(
        "a_trap_on_entry_with_instructions_in_collectors",
        "add.f32 r4, r11, 1.0\nld.local r1, [r8 + 64]\nadd.u32 r2, r9, 1\nadd.u32 r3, r10, 1\nret\n",
        {**COLLECTORS, "fpu.latency": 4},
        4,
        4,
        {
            "status": "trap",
            "trap": ("local_address", 3, 0, 15, 1, 64),
            "events": {
                0: (0, 2, -1, -1, -1),
                1: (1, 3, -1, -1, -1),
                2: (2, -1, *NO_WORD),
                3: (3, -1, *NO_WORD),
            },
            "warp_states": {0: "issued*4"},
            "registers": {(0, 1): [0] * 4, (0, 2): [0] * 4, (0, 3): [0] * 4, (0, 4): [0x3F800000] * 4},
            "pending": set(),
        },
        "The load is collected in 3, enters and traps: there are 64 words. The select step of 3 takes 3 all the same. "
        "At the stop the FPU drains; 2, which would be collected in 4, and 3 are in collectors, and write nothing.",
    ),
    Pin(
        "a_trap_on_entry_does_not_end_the_dispatch_step",
        ".at_launch r8, warp_id\nld.local r1, [r8 + 63]\nmov r2, 5\nret\n",
        COLLECTORS,
        8,
        4,
        {
            "status": "trap",
            "trap": ("local_address", 3, 1, 15, 0, 64),
            "order": [0, 1, 0, 1],
            "events": {0: (0, 2, 3, 3, 3), 1: (1, 3, -1, -1, -1), 2: (2, 3, -1, -1, -1), 3: (3, -1, *NO_WORD)},
            "warp_states": {0: "issued not_selected issued not_selected", 1: "not_selected issued not_selected issued"},
            "registers": {(0, 2): [5] * 4, (1, 2): [0] * 4},
        },
        "Warp 0's load is of the last word, warp 1's, which enters in 3, of the one after it. Warp 0's move was "
        "selected after that, in 2, has q = 3, and enters in 3 all the same: its result is drained. Warp 1's move, "
        "selected in 3, is in a collector.",
    ),
    Pin(
        "a_trap_on_entry_keeps_younger_ones_out_of_their_units",
        "ld.local r1, [r8 + 64]\nmov r2, 5\nmov r3, 6\nret\n",
        COLLECTORS,
        4,
        3,
        {
            "status": "trap",
            "trap": ("local_address", 2, 0, 15, 0, 64),
            "events": {0: (0, 2, -1, -1, -1), 1: (1, -1, *NO_WORD), 2: (2, -1, *NO_WORD)},
            "warp_states": {0: "issued*3"},
            "registers": {(0, 2): [0] * 4, (0, 3): [0] * 4},
        },
        "The move reads nothing and has q = 2, from the load before it. A trap is precise (section 24): no younger "
        "instruction of its warp has entered when it is found, so the move stays, though the ALU is free.",
    ),
    Pin(
        "the_limit_with_instructions_in_collectors",
        "add.f32 r1, r8, 1.0\nadd.u32 r2, r9, 1\nadd.u32 r3, r10, 1\nret\n",
        {**COLLECTORS, "fpu.latency": 4},
        4,
        3,
        {
            "status": "cycle_limit",
            "events": {0: (0, 2, -1, -1, -1), 1: (1, -1, *NO_WORD), 2: (2, -1, *NO_WORD)},
            "warp_states": {0: "issued*3"},
            "registers": {(0, 1): [0x3F800000] * 4, (0, 2): [0] * 4, (0, 3): [0] * 4},
        },
        "No step of cycle 3 takes place, in which 1 would enter. The sum in the FPU is written.",
        max_cycles=3,
    ),
    Pin(
        "a_trap_at_the_check_needs_no_collector",
        "mov r1, warp_id -> end if nz\nadd.f32 r2, r8, r9\nret\nend:\n",
        {**ONE_COLLECTOR, "register_file.banks": 1},
        8,
        4,
        {
            "status": "trap",
            "trap": ("program_counter", 3, 1, 15, 3, 3),
            "order": [0, 1, 0],
            "events": {0: (0, 1, 2, 2, 2), 1: (1, 2, 3, 3, 3), 2: (2, -1, *NO_WORD)},
            "warp_states": {
                0: "issued dep_alu issued operand_bank",
                1: "operand_bank issued dep_alu not_selected",
            },
            "issue_ledger": {(0, "issued"): 2, (1, "issued"): 1, (-1, "not_selected"): 1},
        },
        "The moves read nothing and enter in 1 and 2, and leave the collector to the next one. Warp 0's sum, selected "
        "in 2, would be collected in 5. In 3 warp 1 has jumped out of the program: it is eligible all the same, and "
        "round robin takes it before warp 0.",
    ),
]
