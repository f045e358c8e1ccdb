"""Pins of section 24: several instructions of a warp in flight. The first ones are the section's examples."""

from __future__ import annotations

from typing import Any

from tests.pins.devices import FIRST, DevicePin
from tests.pins.pin import IPDOM, Pin, spell_out

SCOREBOARD: dict[str, Any] = {"issue.dependences": "scoreboard"}

# The machine of the section's examples: f = 1, r = 1.
EXAMPLE: dict[str, Any] = {
    **SCOREBOARD, "issue.entries": 4, "front_end.stages": 1, "retire.stages": 1, "alu.latency": 2, "lds.latency": 3,
}  # fmt: skip

INDEPENDENT = "add.u32 r1, r8, 1\nadd.u32 r2, r8, 2\nadd.u32 r3, r8, 3\nret\n"

SCOREBOARD_PINS = [
    Pin(
        "independent_instructions",
        INDEPENDENT,
        EXAMPLE,
        4,
        6,
        {
            "events": {0: (0, 1, 3, 3, 4), 1: (1, 2, 4, 4, 5), 2: (2, 3, 5, 5, -1), 3: (3, 4, 6, 6, -1)},
            "warp_states": {0: "issued*4 branch*2"},
            "warp_ledger": {**{(pc, "issued"): 1 for pc in range(4)}, (3, "branch"): 2},
            "slot_reasons": ["issued"] * 4 + ["drain"] * 2,
            "registers": {(0, register): [register] * 4 for register in (1, 2, 3)},
        },
        "One instruction per cycle: nothing is waited for, though all write the flag. Each enters in t + 1, retires in "
        "t + 3, is released in t + 4. `ret` steers: 4 and 5 are its `branch`; it retires in 6, after all others, and "
        "the third would be released in 6, in which the warp finishes. A warp whose `ret` is on its way is `drain`.",
    ),
    Pin(
        "two_entries",
        INDEPENDENT,
        {**EXAMPLE, "issue.entries": 2},
        4,
        8,
        {
            "events": {0: (0, 1, 3, 3, 4), 1: (1, 2, 4, 4, 5), 2: (4, 5, 7, 7, -1), 3: (5, 6, 8, 8, -1)},
            "warp_states": {0: "issued*2 scoreboard_full*2 issued*2 branch*2"},
            "warp_ledger": {
                **{(pc, "issued"): 1 for pc in range(4)},
                (0, "scoreboard_full"): 2,
                (3, "branch"): 2,
            },
            "issue_ledger": {
                **{(pc, "issued"): 1 for pc in range(4)},
                (0, "scoreboard_full"): 2,
                (-1, "drain"): 2,
            },
        },
        "N = 2: 0 and 1 fill the scoreboard; 2 is selected in 4, in which 0 is released, 3 in 5, after the release of "
        "1. Full blames the oldest, 0.",
    ),
    Pin(
        "one_entry_is_one_in_flight",
        INDEPENDENT,
        {**EXAMPLE, "issue.entries": 1},
        4,
        15,
        {
            "events": {0: (0, 1, 3, 3, 4), 1: (4, 5, 7, 7, 8), 2: (8, 9, 11, 11, 12), 3: (12, 13, 15, 15, -1)},
            "warp_states": {
                0: "issued scoreboard_full*3 issued scoreboard_full*3 issued scoreboard_full*3 issued branch*2"
            },
        },
        "f + l + r = 4 cycles from select to select. `ret` has entered in 13.",
    ),
    Pin(
        "load_and_first_use_two_instructions_later",
        "ld.local r1, [r8]\nadd.u32 r2, r8, 1\nadd.u32 r3, r1, r2\nret\n",
        EXAMPLE,
        4,
        10,
        {
            "events": {0: (0, 1, 4, 4, 5), 1: (1, 2, 4, 5, 6), 2: (6, 7, 9, 9, -1), 3: (7, 8, 10, 10, -1)},
            "warp_states": {0: "issued*2 dep_local*3 dep_alu issued*2 branch*2"},
            "warp_ledger": {
                **{(pc, "issued"): 1 for pc in range(4)},
                (0, "dep_local"): 3,
                (1, "dep_alu"): 1,
                (3, "branch"): 2,
            },
            "slot_reasons": spell_out("issued*2 dep_local*3 dep_alu issued*2 drain*2"),
        },
        "The load retires in 1 + 3 = 4 and is released in 5; 1 is offered in 2 + 2 = 4 too, but the LDS is asked first "
        "and there is one port: it retires in 5, released in 6. 2 needs both: 0 is the older, awaited until 5, then 1. "
        "2 is selected in 6, retires in 9 and would be released in 10, the end.",
    ),
    Pin(
        "a_register_is_not_written_twice_at_a_time",
        "ld.local r1, [r8]\nmov r1, 5\nret\n",
        {**SCOREBOARD, "lds.latency": 3},
        4,
        5,
        {
            "events": {0: (0, 0, 3, 3, 3), 1: (3, 3, 4, 4, 4), 2: (4, 4, 5, 5, -1)},
            "warp_states": {0: "issued dep_local*2 issued*2"},
            "registers": {(0, 1): [5] * 4},
        },
        "WAW: the move waits for the load, which retires in 3 (f = r = 0), and is released then.",
    ),
    Pin(
        "a_source_may_be_written_by_a_younger_instruction",
        "add.f32 r1, r2, r2\nmov r2, 7\nret\n",
        {**SCOREBOARD, "fpu.latency": 4},
        4,
        4,
        {
            "events": {0: (0, 0, 4, 4, -1), 1: (1, 1, 2, 2, 2), 2: (2, 2, 3, 3, -1)},
            "warp_states": {0: "issued*3 dep_fpu"},
            "registers": {(0, 1): [0] * 4, (0, 2): [7] * 4},
        },
        "WAR: the sum has read r2 = 0 in 0, the move writes it in 2. `ret` retires in 3, the sum in 4: only then the "
        "warp finishes; in 3 it awaits the sum.",
    ),
    Pin(
        "the_flag_is_the_youngest_writers",
        "eq.f64 r1, r2, r2\nadd.u32 r4, r8, 1\nret\n",
        {**SCOREBOARD, "dpu.count": 1, "dpu.latency": 5},
        4,
        5,
        {
            "events": {0: (0, 0, 5, 5, -1), 1: (1, 1, 2, 2, 2), 2: (2, 2, 3, 3, -1)},
            "warp_states": {0: "issued*3 dep_dpu*2"},
            "slot_reasons": ["issued"] * 3 + ["drain"] * 2,
            "registers": {(0, 1): [1] * 4, (0, 4): [1] * 4},
            "carry": {0: 0},
        },
        "The compare, true in every lane, retires in 5, after the sum, which has no carry out: the flags are the "
        "sum's. In 3 and 4 the warp awaits the compare, and its slots are `drain`, as its `ret` has ended it.",
    ),
    Pin(
        "a_reader_of_the_flag_waits_for_its_writers",
        "eq.f64 r1, r2, r2\nadd.u32 r4, r8, 1\naddc.u32 r5, r8, 1\nret\n",
        {**SCOREBOARD, "dpu.count": 1, "dpu.latency": 5},
        4,
        7,
        {
            "events": {0: (0, 0, 5, 5, 5), 1: (1, 1, 2, 2, 2), 2: (5, 5, 6, 6, 6), 3: (6, 6, 7, 7, -1)},
            "warp_states": {0: "issued*2 dep_dpu*3 issued*2"},
            "registers": {(0, 5): [1] * 4},
        },
        "The flag is pending until its last writer in flight is released, the compare in 5, though the sum's is the "
        "value that counts.",
    ),
    Pin(
        "a_join_happens_at_select",
        "mov r1, lane_id -> other if z\nmov r2, 1\nother: mov r3, 2\nret\n",
        {**IPDOM, **SCOREBOARD, "alu.latency": 3},
        4,
        8,
        {
            "events": {0: (0, 0, 3, 3, 3), 1: (3, 3, 6, 6, 6), 2: (4, 4, 7, 7, 7), 3: (5, 5, 6, 8, -1)},
            "masks": [15, 14, 15, 15],
            "depths": [0, 1, 0, 0],
            "warp_states": {0: "issued dep_alu*2 issued*3 retire_port*2"},
            "registers": {(0, 2): [0, 1, 1, 1], (0, 3): [2] * 4},
            "disagreements": {0: 1},
        },
        "Lane 0 jumps to the join in 3, and the others go on. As 1 is selected their counter is the join: all lanes "
        "are active in the select of 4, while 1 is in the ALU with its own mask. `ret`, offered in 6, is asked after "
        "the ALU, which gives a result in 6 and 7.",
    ),
    Pin(
        "a_trap_at_select_waits_for_all",
        "mov r1, 1\n",
        {**SCOREBOARD, "alu.latency": 3},
        4,
        4,
        {
            "status": "trap",
            "trap": ("program_counter", 3, 0, 15, 1, 1),
            "warp_states": {0: "issued dep_alu*2 not_selected"},
            "registers": {(0, 1): [1] * 4},
        },
        "The next instruction is outside the program: (b) holds it until the move is released in 3.",
    ),
    Pin(
        "the_limit_drains_the_units",
        "add.f32 r1, 1.0, r2\nmov r3, 3 -> end if z\nend: ret\n",
        {**SCOREBOARD, "fpu.latency": 4, "alu.latency": 4},
        4,
        3,
        {
            "status": "cycle_limit",
            "events": {0: (0, 0, -1, -1, -1), 1: (1, 1, -1, -1, -1)},
            "warp_states": {0: "issued*2 dep_alu"},
            "registers": {(0, 1): [0x3F800000] * 4, (0, 3): [0] * 4},
        },
        "The sum is in the FPU and is written; the move steers, and has no effect.",
        max_cycles=3,
    ),
]

OUT_OF_ORDER = f"ld.global r1, [r8 + {FIRST}]\nld.local r2, [r9]\nadd.u32 r3, r2, 1\nadd.u32 r4, r1, r3\nret\n"
MEMORY = {"interconnect.latency": 1, "memory.latency": 5, "memory.bytes_per_cycle": 128.0}
_TWO_LOADS = f"ld.global r1, [{FIRST}]\nld.global r2, [{FIRST}]\nret\n"

SCOREBOARD_DEVICE_PINS = [
    DevicePin(
        "two_loads_that_return_out_of_order",
        OUT_OF_ORDER,
        4,
        4,
        {**EXAMPLE, **MEMORY},
        {
            0: {
                "events": {
                    0: (0, 1, 9, 9, 10),
                    1: (1, 2, 5, 5, 6),
                    2: (6, 7, 9, 10, 11),
                    3: (11, 12, 14, 14, -1),
                    4: (12, 13, 15, 15, -1),
                },
                "warp_states": {0: "issued*2 dep_local*4 issued dep_global*3 dep_alu issued*2 branch*2"},
                "warp_ledger": {
                    **{(pc, "issued"): 1 for pc in range(5)},
                    (1, "dep_local"): 4,
                    (0, "dep_global"): 3,
                    (2, "dep_alu"): 1,
                    (4, "branch"): 2,
                },
                "slot_reasons": spell_out("issued*2 dep_local*4 issued dep_global*3 dep_alu issued*2 drain*2"),
            }
        },
        "The global load enters in 1, sends in 2, is at the arbiter and granted in 3, done in 3 + 5 = 8, complete in "
        "9. The local one retires in 2 + 3 = 5, is released in 6. 2 is offered in 7 + 2 = 9 too: memory is asked "
        "first. 3 awaits 0, released in 10, and then 2, released in 11.",
        device={"cycles": 15},
    ),
    DevicePin(
        "a_trap_with_a_load_away",
        OUT_OF_ORDER.replace("[r9]", "[r9 + 1048576]"),
        4,
        4,
        {**EXAMPLE, **MEMORY},
        {0: {"pending": {1}, "registers": {(0, 1): [0] * 4}, "warp_states": {0: "issued*2 dep_local"}}},
        "The local load traps as it enters in 2; the older one is away, and writes nothing.",
        device={"cycles": 3, "status": "trap", "trap": (0, "local_address", 0, 15, 1, 1048576)},
    ),
    DevicePin(
        "the_limit_loses_a_load_that_is_away",
        f".at_launch r1, lane_id\n{OUT_OF_ORDER}",
        4,
        4,
        {**EXAMPLE, **MEMORY},
        {0: {"registers": {(0, 1): [0, 1, 2, 3], (0, 3): [1] * 4}, "pending": set()}},
        "No step of cycle 9 takes place: r1 is what it was at the launch. r3 = r2 + 1 is in the ALU, and is written.",
        device={"cycles": 9, "status": "cycle_limit"},
        max_cycles=9,
    ),
    *(
        DevicePin(
            f"two_loads_of_which_{loads or 'any number'}_may_be_away".replace(" ", "_"),
            _TWO_LOADS,
            4,
            4,
            {**SCOREBOARD, "issue.loads": loads},
            {0: {"events": events, "warp_states": {0: states}, "warp_ledger": ledger}},
            "f = r = 0, L = 2: an access of one transaction that enters in e is sent in e + 1, granted in e + 3, done "
            "in e + 8, complete in e + 10, and the coalescer is free in e + 1. With one load in flight the second "
            "waits for the release of the first in 10, and blames it. `ret` ends the warp; the rest is a wait for the "
            "oldest load that has not retired.",
            device={"cycles": cycles},
        )
        for loads, cycles, events, states, ledger in (
            (
                1,
                20,
                {0: (0, 0, 10, 10, 10), 1: (10, 10, 20, 20, -1), 2: (11, 11, 12, 12, -1)},
                "issued scoreboard_full*9 issued*2 dep_global*8",
                {**{(pc, "issued"): 1 for pc in range(3)}, (0, "scoreboard_full"): 9, (1, "dep_global"): 8},
            ),
            (
                0,
                11,
                {0: (0, 0, 10, 10, 10), 1: (1, 1, 11, 11, -1), 2: (2, 2, 3, 3, -1)},
                "issued*3 dep_global*8",
                {**{(pc, "issued"): 1 for pc in range(3)}, (0, "dep_global"): 7, (1, "dep_global"): 1},
            ),
        )
    ),
]
