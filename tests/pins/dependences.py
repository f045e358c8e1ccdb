"""Pins of section 22 about dependences: a machine whose warps wait for global memory and for jumps alone."""

from __future__ import annotations

from typing import Any

from tests.pins.devices import DevicePin
from tests.pins.pin import Pin, spell_out
from tests.pins.scoreboard import EXAMPLE, MEMORY, OUT_OF_ORDER

# The machine of the examples of section 24: f = 1, r = 1.
NO_DEPENDENCES: dict[str, Any] = {**EXAMPLE, "ideal.dependences": True}

DEPENDENCES_PINS = [
    Pin(
        "ideal_dependences_of_a_chain",
        "sub.u32 r1, r8, 1\naddc.u32 r2, r1, r1\nadd.u32 r3, r1, r2\nret\n",
        NO_DEPENDENCES,
        4,
        6,
        {
            "events": {0: (0, 1, 3, 3, 4), 1: (1, 2, 4, 4, 5), 2: (2, 3, 5, 5, -1), 3: (3, 4, 6, 6, -1)},
            "warp_states": {0: "issued*4 branch*2"},
            "warp_ledger": {**{(pc, "issued"): 1 for pc in range(4)}, (3, "branch"): 2},
            "slot_reasons": ["issued"] * 4 + ["drain"] * 2,
            "registers": {(0, 1): [0xFFFF_FFFF] * 4, (0, 2): [0xFFFF_FFFF] * 4, (0, 3): [0xFFFF_FFFE] * 4},
            "carry": {0: 0b1111},
        },
        "The times of independent instructions: 1 enters in 2 and reads r1 and the borrow of 0, which entered in 1; 2 "
        "enters in 3. -1 + -1 + 1 is -1; -1 + -1 is -2, with carry. `ret` steers, and is waited for.",
    ),
    *(
        Pin(
            f"ideal_dependences_two_writes_of_a_register_{end}",
            ".local x u32[4]\nld.local r1, [r8]\nmov r1, 5\nadd.u32 r2, r1, 1\nret\n",
            {**NO_DEPENDENCES, "lds.latency": 5, "retire.ports": 2},
            4,
            cycles,
            {
                "status": status,
                "events": events,
                "warp_states": {0: states},
                "registers": {(0, 1): [5] * 4, (0, 2): [6] * 4},
            },
            "The load enters in 1 and is offered in 6; the move enters in 2 and retires in 4, the sum in 5, `ret` in 6 "
            "beside the load. r1 was written in 1 and 2: neither the load's retire nor the units that drain at the "
            "limit write it again.",
            inputs={"x": [9, 9, 9, 9]},
            max_cycles=limit,
        )
        for end, cycles, status, limit, states, events in (
            (
                "to_the_end",
                6,
                "done",
                1000,
                "issued*4 branch*2",
                {0: (0, 1, 6, 6, -1), 1: (1, 2, 4, 4, 5), 2: (2, 3, 5, 5, -1), 3: (3, 4, 6, 6, -1)},
            ),
            (
                "to_a_limit",
                5,
                "cycle_limit",
                5,
                "issued*4 branch",
                {0: (0, 1, -1, -1, -1), 1: (1, 2, 4, 4, -1), 2: (2, 3, -1, -1, -1), 3: (3, 4, -1, -1, -1)},
            ),
        )
    ),
    *(
        Pin(
            f"ideal_dependences_wait_for_a_jump_{end}",
            "add.u32 r1, r8, 1\nsub.u32 r2, r1, 2 -> last if n\nmov r3, 7\nlast: ret\n",
            NO_DEPENDENCES,
            4,
            cycles,
            {
                "status": status,
                "pcs": pcs,
                "events": events,
                "warp_states": {0: states},
                "registers": {(0, 1): [1] * 4, (0, 2): [difference] * 4, (0, 3): [0] * 4},
                "carry": {0: borrow},
            },
            "The difference reads r1 as it enters in 2, and steers: it is written when it retires in 4, not in a run "
            "with a limit of 4, and the warp waits for its release in 5. It is negative, so the move is left out.",
            max_cycles=limit,
        )
        for end, cycles, status, limit, pcs, states, events, difference, borrow in (
            (
                "to_the_end",
                8,
                "done",
                1000,
                [0, 1, 3],
                "issued*2 dep_alu*3 issued branch*2",
                {0: (0, 1, 3, 3, 4), 1: (1, 2, 4, 4, 5), 2: (5, 6, 8, 8, -1)},
                0xFFFF_FFFF,
                0b1111,
            ),
            (
                "to_a_limit",
                4,
                "cycle_limit",
                4,
                [0, 1],
                "issued*2 dep_alu*2",
                {0: (0, 1, 3, 3, -1), 1: (1, 2, -1, -1, -1)},
                0,
                0,
            ),
        )
    ),
]

DEPENDENCES_DEVICE_PINS = [
    DevicePin(
        "ideal_dependences_wait_for_global_memory",
        OUT_OF_ORDER,
        4,
        4,
        {**NO_DEPENDENCES, **MEMORY},
        {
            0: {
                "events": {
                    0: (0, 1, 9, 9, 10),
                    1: (1, 2, 5, 5, 6),
                    2: (2, 3, 5, 6, 7),
                    3: (10, 11, 13, 13, -1),
                    4: (11, 12, 14, 14, -1),
                },
                "warp_states": {0: "issued*3 dep_global*7 issued*2 branch*2"},
                "warp_ledger": {
                    **{(pc, "issued"): 1 for pc in range(5)},
                    (0, "dep_global"): 7,
                    (4, "branch"): 2,
                },
                "slot_reasons": spell_out("issued*3 dep_global*7 issued*2 drain*2"),
                "registers": {(0, 3): [1] * 4, (0, 4): [1] * 4},
            }
        },
        "2 enters in 3 and reads what the local load took in 2. Both are offered in 5: the LDS is asked first, 2 "
        "retires in 6. 3 needs r1, which global memory has until 9, and is selected in 10.",
        device={"cycles": 14},
    ),
]
