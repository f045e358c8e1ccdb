"""Pins of the scheduling rule `majority` (sections 3 and 25): program counters, active lanes, ring order.

One instruction per cycle and all latencies 1, unless a pin says otherwise: a warp selected in t is ready in t + 1.
"""

from __future__ import annotations

from typing import Any

from tests.pins.devices import DevicePin
from tests.pins.pin import TWO_SLOTS, Pin

MAJORITY: dict[str, Any] = {"scheduler.policy": "majority", "control.route": "own"}
TWO_OF_EACH: dict[str, Any] = {"alu.count": 2, "control.count": 2, "retire.ports": 2}
SCOREBOARD: dict[str, Any] = {"issue.dependences": "scoreboard", "issue.entries": 4}

# Bit w of 6 is 0, 1, 1, 0 for the warps 0 to 3: the warps 1 and 2 go on at 2, the others at 4.
TWO_GO_ON = "shr.u32 r1, 6, warp_id\nand.b32 r1, r1, 1 -> end if z\nadd.u32 r2, r2, 1\nadd.u32 r2, r2, 1\nend: ret\n"
# Of the warps 0 and 1 lane 0 stays, of warp 2 all four lanes. Then warp 2 goes to 5, the others go on at 4.
FEW_LANES = (
    "shr.u32 r1, 0xf11, thread_id\nand.b32 r1, r1, 1 -> stay if nz\nret\nstay: xor.b32 r1, warp_id, 2 -> end if z\n"
    "add.u32 r2, r2, 1\nend: ret\n"
)
# Warp 3 goes to 3, the others to the FPU at 1.
BUSY_FPU = (
    "xor.b32 r1, warp_id, 3 -> other if z\nadd.f32 r4, r5, r6\nret\nother: add.u32 r2, r2, 1\nadd.u32 r2, r2, 1\nret\n"
)
# Bits 0, 3 and 4 of 0x19 are set: the warps 0, 3 and 4 go to 4, the warps 1, 2 and 5 go on at 2.
TWO_RINGS = (
    "shr.u32 r1, 0x19, warp_id\nand.b32 r1, r1, 1 -> other if nz\nadd.u32 r2, r2, 1\nret\n"
    "other: add.u32 r3, r3, 1\nret\n"
)
# Warp 2 goes to the load at 3.
ONE_LOADS = "xor.b32 r1, warp_id, 2 -> load if z\nadd.u32 r2, r2, 1\nret\nload: ld.local r3, [r8]\nret\n"
# Warp 2 goes to the second operation of the bundle that the others have, which is a bundle by itself.
INTO_A_BUNDLE = "xor.b32 r1, warp_id, 2 -> middle if z\n{ ld.local r3, [r8] | middle: add.u32 r2, r2, 1 }\nret\n"
# Warp 1 goes to 6. Both empty their masks, and fill them again.
NO_LANES = (
    "s_mov.b64 s[0:1], exec\nxor.b32 r1, warp_id, 1 -> other if z\nvcmp.lt.u32 exec, lane_id, 0\nmov r2, 1\n"
    "s_mov.b64 exec, s[0:1]\nret\nother: vcmp.lt.u32 exec, lane_id, 0\nmov r2, 2\ns_mov.b64 exec, s[0:1]\nret\n"
)
# The groups 0 and 1 end at 1, the others have two sums.
SHORT_GROUPS = "shr.u32 r1, group_id, 1 -> work if nz\nret\nwork: add.u32 r2, r2, 1\nadd.u32 r2, r2, 1\nret\n"
FORMING = "and.b32 r1, lane_id, 1\nxor.b32 r1, r1, warp_id -> end if z\nadd.u32 r2, r2, 1\nend: ret\n"

MAJORITY_PINS = [
    Pin(
        "majority_begins_with_warp_0_at_0",
        "add.u32 r1, r8, 1\nret\n",
        MAJORITY,
        12,
        6,
        {"order": [0, 1, 2, 0, 1, 2], "pcs": [0, 0, 0, 1, 1, 1]},
        "In 0 the last counter is 0 and the last warp 2. In 1 and 2 the warps that are still at 0 come before warp 0, "
        "which is ready at 1.",
    ),
    Pin(
        "majority_ring_order_at_one_counter",
        TWO_GO_ON,
        MAJORITY,
        16,
        16,
        {
            "order": [0, 1, 2, 3, 0, 1, 2, 3, 1, 2, 1, 2, 3, 0, 1, 2],
            "pcs": [0] * 4 + [1] * 4 + [2, 2, 3, 3] + [4] * 4,
        },
        "In 8 nobody is at 1. The warps 1 and 2 have 8 lanes at 2, the warps 0 and 3 have 8 at 4: the lower counter. "
        "In 9 warp 2 alone is at 2, the last counter, which comes before the 8 lanes at 4. In 10 it is 8 against 8 at "
        "3 and 4. In 12 all are at 4, and the first after warp 2 is warp 3.",
    ),
    Pin(
        "majority_of_two_slots",
        TWO_GO_ON,
        {**MAJORITY, **TWO_OF_EACH, "issue_width": 2},
        16,
        8,
        {
            "order": [0, 1, 2, 3, 0, 1, 2, 3, 1, 2, 1, 2, 3, 0, 1, 2],
            "pcs": [0] * 4 + [1] * 4 + [2, 2, 3, 3] + [4] * 4,
            "slots": [0, 1] * 8,
        },
        "As with one slot, twice as fast. In 4 slot 0 takes warp 1 at 2, by the lower counter of two with 8 lanes. "
        "For slot 1 this is the last counter: warp 2, not one of the 8 lanes at 4.",
    ),
    Pin(
        "majority_of_lanes_not_of_warps",
        FEW_LANES,
        {**MAJORITY, "branch.policy": "min_pc"},
        12,
        16,
        {
            "order": [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 0, 1],
            "pcs": [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 5, 4, 4, 5, 5],
            "masks": [15] * 6 + [14, 14, 15, 1, 1, 15, 1, 1, 1, 1],
        },
        "In 6 the warps 0 and 1 have three lanes each at 2, warp 2 has four at 3. In 8 all are at 3, and the first "
        "after warp 1 is warp 2. In 11 the warps 0 and 1 have one lane each at 4, warp 2 has four at 5: 5.",
    ),
    Pin(
        "majority_of_eligible_warps",
        BUSY_FPU,
        {**MAJORITY, "fpu.interval": 3, "retire.ports": 2},
        16,
        14,
        {
            "order": [0, 1, 2, 3, 0, 3, 3, 1, 0, 3, 2, 1, 2],
            "pcs": [0, 0, 0, 0, 1, 3, 4, 1, 2, 5, 1, 2, 2],
            "events": {4: (4, 4, 7, 7, 7), 7: (7, 7, 10, 10, 10), 10: (10, 10, 13, 13, 13), 12: (13, 13, 14, 14, -1)},
        },
        "In 4 there are 12 lanes at 1. In 5 and 6 the warps 1 and 2 are there, and the FPU is occupied: neither the "
        "last counter nor the 8 lanes count, and warp 3 goes on. In 7 they count again: 8 lanes at 1, 4 each at 2 and "
        "5. In 8 it is 4 each at 2 and 5, and the lower one; in 10 4 each at 1 and 2.",
    ),
    Pin(
        "majority_of_ready_warps_with_a_front_end",
        BUSY_FPU,
        {**MAJORITY, "fpu.interval": 3, "retire.ports": 2, "front_end.stages": 1},
        16,
        19,
        {
            "order": [0, 1, 2, 3, 0, 1, 2, 0, 1, 3, 2, 3, 3],
            "pcs": [0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 2, 4, 5],
            "events": {
                4: (4, 5, 8, 8, 8),
                5: (5, 8, 11, 11, 11),
                6: (8, 11, 14, 14, 14),
                7: (11, 12, 13, 13, -1),
                9: (13, 14, 15, 15, 15),
                10: (14, 15, 16, 16, -1),
            },
        },
        "Ready bits are seen: in 5 warp 1 is selected at 1, the last counter, and holds the front end until 8; so does "
        "warp 2 until 11. Then the warps 0 and 1 have 8 lanes at 2, warp 3 has 4 at 3. In 13 warp 2 is in flight and "
        "counts nowhere; in 14 warp 3 is.",
    ),
    Pin(
        "majority_of_two_schedulers",
        TWO_RINGS,
        {
            **MAJORITY,
            **TWO_OF_EACH,
            **SCOREBOARD,
            "warps": 8,
            "issue.schedulers": 2,
        },
        24,
        12,
        {
            "order": [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 4, 5, 0, 1, 4, 5, 2, 3, 2, 3],
            "pcs": [0] * 6 + [1] * 6 + [4, 2, 4, 2, 5, 3, 5, 3, 2, 4, 3, 5],
            "slots": [0, 1] * 12,
        },
        "Scheduler 0 has the warps 0, 2 and 4, scheduler 1 the warps 1, 3 and 5. In 6 scheduler 0 has 8 lanes at 4 and "
        "4 at 2, scheduler 1 the other way round. In 7 each stays at its own last counter: warp 4 at 4, where warp 2 "
        "has as many lanes at 2; warp 5 at 2. In 8 it is 8 lanes at 5 against 4 at 2, and 8 at 3 against 4 at 4.",
    ),
    Pin(
        "majority_of_warps_that_fit_the_slot",
        ONE_LOADS,
        {**MAJORITY, **TWO_OF_EACH, **SCOREBOARD, "issue_width": 2, "issue.slots": ["arithmetic+control", "lds"]},
        12,
        8,
        {
            "order": [0, 1, 2, 0, 2, 1, 0, 1, 2],
            "pcs": [0, 0, 0, 1, 3, 1, 2, 2, 4],
            "slots": [0, 0, 0, 0, 1, 0, 0, 0, 0],
            "events": {3: (3, 3, 4, 4, 4), 4: (3, 3, 4, 4, 4), 8: (7, 7, 8, 8, -1)},
        },
        "In 3 slot 0 sees 8 lanes at 1. Slot 1 sees warp 2 alone: warp 1, which is at the last counter, does not fit "
        "it. In 4 the last counter is the load's, and it is 4 lanes each at 1, 2 and 4. In 5 it is 8 at 2, 4 at 4.",
    ),
    Pin(
        "majority_of_a_bundle_by_its_first_operation",
        INTO_A_BUNDLE,
        {**MAJORITY, **TWO_SLOTS},
        12,
        9,
        {
            "order": [0, 1, 2, 0, 0, 1, 1, 0, 1, 2, 2],
            "pcs": [0, 0, 0, 1, 2, 1, 2, 3, 3, 2, 3],
        },
        "In 3 there are 8 lanes at 1 and 4 at 2. The bundle of warp 0 has the operations 1 and 2: the last counter is "
        "1, so that warp 1 comes in 4, and not warp 2, which is at 2. In 5 nobody is at 1, and it is 8 lanes at 3 "
        "against 4 at 2.",
    ),
    Pin(
        "majority_of_no_lanes",
        NO_LANES,
        {**MAJORITY, "branch.policy": "explicit_masks"},
        8,
        12,
        {
            "order": [0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 1, 1],
            "pcs": [0, 0, 1, 1, 2, 6, 3, 4, 5, 7, 8, 9],
            "masks": [15] * 6 + [0, 0, 15, 0, 0, 15],
        },
        "In 5 warp 0 is at 3 without an active lane, warp 1 at 6 with four. In 6 and 7 neither has one: the lower "
        "counter. In 8 warp 0 has its four again. In 9 warp 1 is the only one, and is selected without a lane.",
    ),
    Pin(
        "majority_of_warps_that_form",
        FORMING,
        {
            **MAJORITY,
            **TWO_OF_EACH,
            **{f"{unit}.lanes": 2 for unit in ("alu", "fpu", "sfu", "dpu", "lds")},
            "branch.policy": "warp_formation",
            "warp_size": 2,
            "issue_width": 2,
        },
        4,
        4,
        {"order": [0, 1, 0, 1, 0, 1, 0], "pcs": [0, 0, 1, 1, 2, 3, 3], "masks": [3] * 7},
        "In 2 each warp has a lane at 2 and waits with the other at 3. Warp 0 takes the lane of warp 1, which has both "
        "lanes at 3 now. So for slot 1 nobody is at 2, and warp 1 is selected at 3.",
    ),
]

MAJORITY_DEVICE_PINS = [
    DevicePin(
        "majority_when_a_group_starts",
        SHORT_GROUPS,
        20,
        4,
        {"scheduler.policy": "majority", "groups_per_core": 4, "interconnect.latency": 1},
        {
            0: {
                "order": [0, 1, 2, 3, 0, 1, 2, 3, 2, 3, 2, 3, 0, 0, 0, 0],
                "pcs": [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 0, 2, 3, 4],
            }
        },
        "Four places of one warp each, five groups. In 4 it is 8 lanes each at 1 and 2. Group 0 ends in 5, and group 4 "
        "starts in its place in 7. There warp 0 is ready at 0 with four lanes, and warp 3 with four at 2, the last "
        "counter, which remains. In 8 there are 8 lanes at 3, in 10 at 4.",
        device={"cycles": 16},
    ),
]
