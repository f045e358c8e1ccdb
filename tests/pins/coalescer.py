"""Pins of section 19 of docs/processor.md on the causes of a busy coalescer, in every place where a ledger takes them.

Except with DRAM the machines are the ones of `devices`: L = 2, a memory latency of 5, a sector per cycle, f = r = 0. A
transaction that is sent in q is granted in q + 2 if the bus is free, done in q + 7, and its response is there in q + 9.
"""

from __future__ import annotations

from typing import Any

from tests.pins.collector_devices import MEMORY
from tests.pins.devices import FIRST, DevicePin
from tests.pins.pin import spell_out
from tests.pins.scoreboard import SCOREBOARD

STRICT: dict[str, Any] = {"coalescing": "half_warp_strict"}
# All lanes ask word 0, which is no word of their own: with `STRICT` a transaction for each, four of them.
LOAD = f"ld.global r1, [{FIRST}]\nret\n"
# A clock of the DRAM is a cycle, L = 1; lines and transactions are of 32 bytes.
DRAM: dict[str, Any] = {
    "memory": "dram", "part": "ddr2-667-3-x16-32", "clock_mhz": 1000 / 3, "pipeline": 10, "interconnect.latency": 1,
}  # fmt: skip
SECTORS = f"shl.b32 r0, lane_id, 5\nld.global r1, [r0 + {FIRST}]\nret\n"  # each lane its own, of one row

COALESCER_PINS = [
    DevicePin(
        "an_access_that_sends_holds_the_front_end", LOAD, 8, 8, {**STRICT, "front_end.stages": 1},
        {0: {
            "events": {0: (0, 1, 14, 14, 14), 1: (1, 5, 18, 18, 18), 2: (14, 15, 16, 16, -1), 3: (18, 19, 20, 20, -1)},
            "degrees": [4, 4, 1, 1],
            "warp_states": {
                0: "issued dep_global uncoalesced*3 dep_global*9 issued branch drain*4",
                1: "not_selected issued uncoalesced*3 dep_global uncoalesced*3 dep_global*9 issued branch",
            },
            "warp_ledger": {
                (0, "issued"): 2, (0, "not_selected"): 1, (0, "uncoalesced"): 9, (0, "dep_global"): 20,
                (1, "issued"): 2, (1, "branch"): 2, (-1, "drain"): 4,
            },
            "slot_reasons": spell_out("issued*2 uncoalesced*3 dep_global*9 issued dep_global*3 issued drain"),
            "issue_ledger": {
                (0, "issued"): 2, (1, "issued"): 2, (0, "uncoalesced"): 3, (0, "dep_global"): 12, (-1, "drain"): 1,
            },
        }},
        "f = 1: warp 0's load enters in 1 and sends in 2, 3, 4 and 5. In 2 to 4 it has another to send: 4 - 1 cycles, "
        "in which warp 0 is `uncoalesced`, and so is the hold of warp 1's load, which enters in 5. That sends in 6 to "
        "9: `uncoalesced` in 6 to 8. In 5 it has sent nothing yet, in 9 nothing is left. Granted in 4 to 7 and 8 to "
        "11, done in 12 and 16, there in 14 and 18; `ret` takes two cycles. In the warp ledger: 3 cycles of warp 0, 3 "
        "+ 3 of warp 1.",
        device={"cycles": 20},
    ),
    DevicePin(
        "an_access_that_has_just_entered_holds_the_front_end_as_a_busy_unit", LOAD, 12, 12,
        {**STRICT, "front_end.stages": 1, "issue_width": 3},
        {0: {
            "events": {0: (0, 1, 14, 14, 14), 1: (0, 5, 18, 18, 18), 2: (0, 9, 22, 22, 22)},
            "warp_states": {
                0: "issued dep_global uncoalesced*3 dep_global*9 issued branch drain*8",
                1: "issued unit_busy uncoalesced*3 dep_global uncoalesced*3 dep_global*9 issued branch drain*4",
                2: "issued unit_busy uncoalesced*3 unit_busy uncoalesced*3 dep_global uncoalesced*3 dep_global*9 "
                   "issued branch",
            },
            "slot_reasons": [
                *["issued issued issued"],
                *["unit_busy unit_busy unit_busy"],
                *["uncoalesced uncoalesced uncoalesced"] * 3,
                *["unit_busy unit_busy unit_busy"],
                *["uncoalesced uncoalesced uncoalesced"] * 3,
                *["dep_global dep_global dep_global"],
                *["dep_global dep_global uncoalesced"] * 3,
                *["dep_global dep_global dep_global"],
                *["issued dep_global dep_global"],
                *["dep_global dep_global branch"],
                *["dep_global dep_global drain"] * 2,
                *["issued dep_global drain"],
                *["dep_global branch drain"],
                *["dep_global drain drain"] * 2,
                *["issued drain drain"],
                *["drain drain drain"],
            ],
        }},
        "n = 3: all three loads are selected in 0. Warp 0's enters in 1, the others stay: the coalescer is busy with "
        "an access that sends nothing in 1. It sends in 2 to 5, `uncoalesced` in 2 to 4. In 5 its last one goes, and "
        "warp 1's enters, before which warp 2's stays: in 5 the access of the coalescer is warp 1's, which has sent "
        "nothing, so `unit_busy`. That sends in 6 to 9, warp 2's in 10 to 13, when the front end is empty. Granted in "
        "4 to 7, 8 to 11, 12 to 15; done in 12, 16, 20; there in 14, 18, 22.",
        device={"cycles": 24},
    ),
    DevicePin(
        "a_ready_warp_has_the_cause_of_the_coalescer", LOAD, 12, 12, STRICT,
        {0: {
            "events": {0: (0, 0, 13, 13, 13), 1: (4, 4, 17, 17, 17), 2: (8, 8, 21, 21, 21)},
            "warp_states": {
                0: "issued uncoalesced*3 dep_global*9 issued drain*8",
                1: "unit_busy uncoalesced*3 issued uncoalesced*3 dep_global*9 issued drain*4",
                2: "unit_busy uncoalesced*3 unit_busy uncoalesced*3 issued uncoalesced*3 dep_global*9 issued",
            },
            "slot_reasons": spell_out(
                "issued uncoalesced*3 issued uncoalesced*3 issued dep_global*4 issued dep_global*3 issued dep_global*3 "
                "issued"
            ),
        }},
        "f = 0: warp 0's load enters in 0, sends in 1 to 4. Warps 1 and 2 are ready: `unit_busy` in 0, as nothing is "
        "sent, `uncoalesced` in 1 to 3. In 4 the coalescer is free, and takes warp 1's, which has not sent anything "
        "after the select step of 4: warp 2 is `unit_busy`. It sends in 5 to 8, warp 2's, selected in 8, in 9 to 12. "
        "Granted in 3 to 14, the last of each done in 11, 15, 19, there in 13, 17, 21. The slots of 1 to 3 are of warp "
        "1, of 5 to 7 of warp 2, as it was never selected, from 9 on of warps 0, 1 and 2.",
        device={"cycles": 22},
    ),
    DevicePin(
        "sends_and_a_full_queue_take_turns", LOAD, 8, 8, {**STRICT, "memory.queue": 2, "memory.bytes_per_cycle": 16.0},
        {0: {
            "events": {0: (0, 0, 17, 17, 17), 1: (7, 7, 25, 25, 25)},
            "warp_states": {
                0: "issued uncoalesced*2 memory_queue*2 uncoalesced memory_queue dep_global*10 issued drain*8",
                1: "unit_busy uncoalesced*2 memory_queue*2 uncoalesced memory_queue issued memory_queue uncoalesced "
                   "memory_queue uncoalesced memory_queue uncoalesced memory_queue dep_global*10 issued",
            },
            "slot_reasons": spell_out(
                "issued uncoalesced*2 memory_queue*2 uncoalesced memory_queue issued dep_global*9 issued dep_global*7 "
                "issued"
            ),
        }},
        "T(32) = 2048: two cycles for each. f = 0: warp 0's load enters in 0 and sends in 1 and 2. The first is "
        "granted in 3, so its place is free in 5: no room in 3 and 4. The second is granted in 5 (F = 5120 at the end "
        "of 4): sends in 5, no room in 6, the last goes in 7. `uncoalesced` are 1, 2, 5, and not 7. The others are "
        "granted in 7 and 9, done in ceil(11) - 1 + 5 = 15, there in 17. Warp 1's enters in 7. The places that were "
        "taken in 5 and 7 are free in 9 and 11: it sends in 9, 11, 13, 15, and there is no room in 8, 10, 12, 14. "
        "Granted in 11, 13, 15, 17, the last done in 19 - 1 + 5 = 23, there in 25.",
        device={"cycles": 26},
    ),
    DevicePin(
        "beats_in_which_an_access_may_not_send", LOAD, 8, 8, {**STRICT, "memory.queue": 1, "memory.lanes": 2},
        {0: {
            "events": {0: (0, 0, 23, 23, 23), 1: (14, 14, 39, 39, 39)},
            "warp_states": {
                0: "issued dep_global uncoalesced memory_queue*3 uncoalesced memory_queue*3 uncoalesced memory_queue*3 "
                   "dep_global*9 issued drain*16",
                1: "unit_busy*2 uncoalesced memory_queue*3 uncoalesced memory_queue*3 uncoalesced memory_queue*3 "
                   "issued dep_global memory_queue*2 uncoalesced memory_queue*3 uncoalesced memory_queue*3 uncoalesced "
                   "memory_queue*3 dep_global*9 issued",
            },
        }},
        "Two beats: warp 0's load enters in 0 and sends from 2 on: 2, 6, 10, 14. In 1 it may not send yet: warp 1 is "
        "`unit_busy`. Warp 1's enters in 14. The place that was taken in 14 is free in 18. In 15 the queue is full, "
        "but the access has nothing to send yet: `memory_queue` in 16 and 17 only. It sends in 18, 22, 26, 30. The "
        "last ones are granted in 16 and 32, done in 21 and 37, there in 23 and 39.",
        device={"cycles": 40},
    ),
    *(
        DevicePin(
            f"a_load_from_dram_queue_of_{queue}", SECTORS, 4, 4, {**DRAM, "memory.queue": queue},
            {0: {
                "events": {1: (1, 1, 42, 42, 42)},
                "warp_states": {0: f"issued*2 {states} memory_bus*10 dep_global*10 issued"},
                "slot_reasons": spell_out(f"issued*2 {slots} issued"),
            }},
            "The shift takes cycle 0, the load enters in 1. With a queue of 64 it sends in 2 to 5, and a transaction "
            "is at the arbiter a cycle later, granted and accepted then: A = 3, G = 6. In 3 and 4 the access is at "
            "the arbiter, and sends with more to send: `uncoalesced`. In 5 it sends its last: `memory_grant`. With a "
            "queue of one a place is free two cycles after it was taken: it sends in 2, 4, 6, 8, there is no room in "
            "3, 5, 7, and G = 9. The first read is accepted in 3 and in the queue of its bank in 4; activate in 5, "
            "read in 5 + 5 = 10, the next ones of the row every four clocks in 14, 18, 22, when all have long been "
            "there: X = 22. Data in 22 + 5 + 4 = 31 = D, done in 41, there in 42.",
            device={"cycles": 43},
        )
        for queue, states, slots in (
            (64, "uncoalesced*3 memory_grant memory_bank*16", "uncoalesced*3 dep_global*37"),
            (
                1,
                "uncoalesced memory_queue uncoalesced memory_queue uncoalesced memory_queue memory_grant "
                "memory_bank*13",
                "uncoalesced memory_queue uncoalesced memory_queue uncoalesced memory_queue dep_global*34",
            ),
        )
    ),
    DevicePin(
        "a_store_to_dram", SECTORS.replace("ld.global r1, ", "st.global ").replace("]", "], r0"), 4, 4, DRAM,
        {0: {
            "events": {1: (1, 1, 6, 6, 6), 2: (6, 6, 7, 7, -1)},
            "warp_states": {0: "issued*2 uncoalesced*3 memory_grant issued idle*12"},
            "slot_reasons": spell_out("issued*2 uncoalesced*3 dep_global issued idle*12"),
        }},
        "It sends in 2 to 5, is at the arbiter from A = 3 on, and complete in 6. In 5 nothing is left to send, and G "
        "never comes: `memory_grant`. Accepted in 3 to 6, complete in clock 8, done in 18.",
        device={"cycles": 19},
    ),
    DevicePin(
        "a_wait_that_begins_while_its_access_sends",
        f"ld.global r1, [{FIRST}]\nadd.u32 r2, r8, 1\nadd.u32 r3, r1, 1\nret\n", 4, 4, {**STRICT, **SCOREBOARD},
        {0: {
            "events": {0: (0, 0, 13, 13, 13), 1: (1, 1, 2, 2, 2), 2: (13, 13, 14, 14, 14), 3: (14, 14, 15, 15, -1)},
            "warp_states": {0: "issued*2 uncoalesced*2 dep_global*9 issued*2"},
            "warp_ledger": {
                **{(pc, "issued"): 1 for pc in range(4)}, (0, "uncoalesced"): 2, (0, "dep_global"): 9,
            },
            "slot_reasons": spell_out("issued*2 uncoalesced*2 dep_global*9 issued*2"),
            "registers": {(0, 3): [1] * 4},
        }},
        "The load enters in 0 and sends in 1 to 4: `uncoalesced` in 1 to 3. In 1 the warp issues a sum that needs "
        "nothing; from 2 on it awaits the load. So it sees two of the three cycles. Granted in 3 to 6, done in 11, "
        "there in 13.",
        device={"cycles": 15},
    ),
    DevicePin(
        "a_ready_warp_before_its_own_access",
        f"ld.global r1, [{FIRST}]\nld.global r2, [{FIRST}]\nadd.u32 r3, r1, 1\nret\n", 4, 4, {**STRICT, **SCOREBOARD},
        {0: {
            "events": {0: (0, 0, 13, 13, 13), 1: (4, 4, 17, 17, -1), 2: (13, 13, 14, 14, 14), 3: (14, 14, 15, 15, -1)},
            "warp_states": {0: "issued uncoalesced*3 issued dep_global*8 issued*2 dep_global*2"},
            "warp_ledger": {
                **{(pc, "issued"): 1 for pc in range(4)},
                (1, "uncoalesced"): 3, (0, "dep_global"): 8, (1, "dep_global"): 2,
            },
            "slot_reasons": spell_out("issued uncoalesced*3 issued dep_global*8 issued*2 drain*2"),
        }},
        "The second load needs nothing: it is ready from 1 on, and the coalescer cannot accept it in 1 to 3. These "
        "cycles blame it, X, and not the load that sends. It enters in 4 and sends in 5 to 8. From 5 on the warp "
        "awaits the first load, which is not in the coalescer: `dep_global`, though the coalescer sends. Granted in 3 "
        "to 10, done in 11 and 15, there in 13 and 17. `ret` retires in 15: the warp awaits the second load then.",
        device={"cycles": 17},
    ),
    DevicePin(
        "an_awaited_access_in_a_collector_waits_for_a_busy_unit",
        f"ld.global.b128 r4, [{FIRST}]\nld.global r1, [{FIRST}]\nadd.u32 r2, r1, 1\nret\n", 4, 4, MEMORY,
        {0: {
            "events": {0: (0, 1, 14, 14, 14), 1: (1, 5, 15, 15, 15), 2: (15, 17, 18, 18, -1), 3: (16, 17, 18, 18, -1)},
            "warp_states": {0: "issued*2 unit_busy*3 dep_global*10 issued*2 branch"},
            "warp_ledger": {
                **{(pc, "issued"): 1 for pc in range(4)},
                (1, "unit_busy"): 3, (1, "dep_global"): 10, (3, "branch"): 1,
            },
        }},
        "Section 27 has its own states. The wide load enters in 1 and sends four transactions in 2 to 5. The second "
        "load has q = 2, and stays in its collector until 5: `unit_busy`, though the coalescer is `uncoalesced` in 2 "
        "to 4. It sends in 6, is granted in 8, done in 13, there in 15. The sum reads r1 in 16: q = 17, for `ret` "
        "too.",
        device={"cycles": 18},
    ),
    DevicePin(
        "a_ready_warp_without_a_collector_waits_for_a_busy_unit",
        f"ld.global.b128 r4, [{FIRST}]\nld.global r1, [{FIRST}]\nadd.u32 r2, r8, 1\nret\n", 4, 4,
        {**MEMORY, "register_file.collectors": 1},
        {0: {
            "events": {0: (0, 1, 14, 14, 14), 1: (1, 5, 15, 15, -1), 2: (5, 7, 8, 8, 8), 3: (7, 8, 9, 9, -1)},
            "warp_states": {0: "issued*2 unit_busy*3 issued operand_bank issued branch dep_global*6"},
            "warp_ledger": {
                **{(pc, "issued"): 1 for pc in range(4)},
                (2, "unit_busy"): 3, (3, "operand_bank"): 1, (3, "branch"): 1, (0, "dep_global"): 5,
                (1, "dep_global"): 1,
            },
        }},
        "The second load has the only collector in 2 to 4, as the coalescer sends for the wide one; it was collected "
        "in 2, so the sum, which is ready, is in `unit_busy`. It is selected in 5, collected in 7; `ret` is selected "
        "in 7, enters in 8, retires in 9. Then the warp awaits the loads, which are back in 14 and 15.",
        device={"cycles": 15},
    ),
    DevicePin(
        "a_ready_warp_with_a_collector_free_is_not_selected",
        f"ld.global.b128 r4, [{FIRST}]\nld.global r1, [{FIRST}]\nret\n", 8, 8, MEMORY,
        {0: {
            "events": {
                0: (0, 1, 14, 14, 14), 1: (1, 5, 18, 18, 18), 2: (2, 9, 19, 19, -1), 3: (3, 10, 20, 20, -1),
                4: (4, 9, 10, 10, -1), 5: (5, 10, 11, 11, -1),
            },
            "order": [0, 1, 0, 1, 0, 1],
            "warp_states": {
                0: "issued not_selected issued not_selected issued unit_busy*4 branch dep_global*9 drain",
                1: "not_selected issued not_selected issued unit_busy issued unit_busy*4 branch dep_global*9",
            },
            "slot_reasons": spell_out("issued*6 drain*14"),
        }},
        "Round robin takes a warp in turn. In 2 the coalescer, which sends for warp 0, cannot accept the second load "
        "of warp 1, which is ready; but it could be selected, as collectors are free: `not_selected`. In 4 all four "
        "are taken, by warp 1's loads, warp 0's second one and its `ret`: warp 1 is `unit_busy`. Warp 0's first load "
        "sends in 2 to 5, warp 1's enters in 5 and sends in 6 to 9. Then the short ones enter, in 9 and 10, each with "
        "the `ret` after it, which has been collected since 5 or 6: `unit_busy` till then. They send in 10 and 11. "
        "There in 14, 18, 19, 20.",
        device={"cycles": 20},
    ),
]  # fmt: skip
