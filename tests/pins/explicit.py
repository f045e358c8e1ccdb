"""Pins of section 15: explicit masks."""

from __future__ import annotations

from tests.pins.pin import EXPLICIT, Pin

EXPLICIT_PINS = [
    Pin(
        "explicit_masks",
        "s_mov.b64 s[0:1], exec\nvcmp.lt.u32 exec, lane_id, 5\nmov r1, 1\ns_andn2.b64 exec, s[0:1], exec\n"
        "s_branch.execz on\nmov r1, 2\non:\nmov r2, 3\ns_mov.b64 exec, s[0:1]\nret\n",
        EXPLICIT,
        4,
        8,
        {
            "pcs": [0, 1, 2, 3, 4, 6, 7, 8],
            "masks": [0b1111, 0b1111, 0b1111, 0b1111, 0, 0, 0, 0b1111],
            "depths": [0] * 8,
            "lane_ledger": {"active": 20, "diverged": 12},
            "registers": {(0, 1): [1, 1, 1, 1], (0, 2): [0, 0, 0, 0]},
        },
        "Nobody is left for the other side: the branch is taken with an empty mask, and the move behind it takes its "
        "cycle and writes nothing.",
    ),
    Pin(
        "scalar_instructions_have_one_beat",
        "s_mov.b64 s[0:1], exec\nvcmp.lt.u32 exec, lane_id, 2\nret\n",
        {"branch.policy": "explicit_masks", "alu.lanes": 2, "alu.latency": 3},
        4,
        10,
        {
            "events": {0: (0, 0, 3, 3, 3), 1: (3, 3, 7, 7, 7), 2: (7, 7, 10, 10, -1)},
            "masks": [0b1111, 0b1111, 0b0011],
            "degrees": [1, 2, 1],
            "warp_states": {0: "issued branch*2 issued dep_alu*3 issued branch*2"},
        },
        "Control instructions go to the ALU: one beat, offered at 0 + 3 + 1 - 1. The compare is a vector instruction "
        "of two beats: 3 + 3 + 2 - 1.",
    ),
]
