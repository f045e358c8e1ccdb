"""Pins of section 27 of docs/processor.md on devices: wide accesses, loads that wait for a bank."""

from __future__ import annotations

from typing import Any

from tests.pins.collectors import COLLECTORS
from tests.pins.devices import FIRST, DevicePin

# L = 2, a memory latency of 5, a sector per cycle: a transaction that is sent in q is granted in q + 2, done in q + 7,
# and its response is there in q + 9. The first one is sent in the cycle after the entry.
MEMORY: dict[str, Any] = {**COLLECTORS, "control.count": 1, "memory.lanes": 4}

COLLECTOR_DEVICE_PINS = [
    DevicePin(
        "a_wide_load_takes_its_banks_for_two_cycles",
        f"ld.global.b128 r4, [{FIRST}]\nadd.u32 r1, r8, 1\nadd.u32 r2, r9, 1\nret\n",
        4,
        4,
        {**MEMORY, "register_file.banks": 2, "alu.latency": 11},
        {
            0: {
                "events": {0: (0, 1, 14, 14, 14), 1: (1, 3, 14, 16, 16), 2: (2, 4, 17, 17, -1), 3: (3, 4, 5, 5, -1)},
                "warp_states": {0: "issued*4 branch dep_global*9 retire_port*2 dep_alu"},
                "warp_ledger": {
                    **{(pc, "issued"): 1 for pc in range(4)},
                    (3, "branch"): 1,
                    (0, "dep_global"): 9,
                    (1, "retire_port"): 2,
                    (2, "dep_alu"): 1,
                },
            }
        },
        "16 bytes per lane are a transaction for each lane, sent in 2 to 5: the last response is there in 14. Four "
        "registers are two in each bank: both banks are taken in 14 and 15. The first sum enters in 3 and is offered "
        "in 14 too; the ALU is frozen in 14 and 15, so the second one is offered in 4 + 11 + 2 = 17.",
        device={"cycles": 17},
    ),
    DevicePin(
        "a_load_that_waits_for_its_bank_holds_up_its_unit",
        f"ld.global.b64 r4, [{FIRST}]\nld.global r1, [{FIRST}]\nadd.u32 r2, r8, 1\nst.global [{FIRST}], r2\nret\n",
        4,
        4,
        {**MEMORY, "register_file.banks": 1, "alu.latency": 5},
        {
            0: {
                "events": {
                    0: (0, 1, 12, 12, 12),
                    1: (1, 3, 13, 14, 14),
                    2: (2, 4, 9, 9, 9),
                    3: (9, 11, 13, 15, -1),
                    4: (10, 11, 12, 12, -1),
                },
                "warp_states": {
                    0: "issued*3 fetch dep_alu*5 issued*2 branch dep_global retire_port*2 idle*5",
                },
            }
        },
        "The first load has two transactions, sent in 2 and 3, and is complete in 12: it takes the bank in 12 and 13. "
        "The second enters in 3, when the coalescer is free, sends in 4, and is complete in 13, as is the store, which "
        "enters in 11 and sends in 12. In 13 the load is asked, as the older one, and stays; the store needs no bank, "
        "and is not asked. They retire in 14 and 15. The store is granted in 14, done in 19.",
        device={"cycles": 20},
    ),
    DevicePin(
        "a_wide_store_reads_its_registers_bank_by_bank",
        f"st.global.b128 [{FIRST}], r4\nret\n",
        4,
        4,
        {**MEMORY, "register_file.banks": 2},
        {
            0: {
                "events": {0: (0, 3, 8, 8, -1), 1: (1, 3, 4, 4, -1)},
                "warp_states": {0: "issued*2 fetch branch uncoalesced*3 dep_global idle*7"},
            }
        },
        "Two reads of each bank, in 1 and 2: q = 3, for `ret` too. Four transactions are sent in 4 to 7, `uncoalesced` "
        "in 4 to 6: the store is complete in 8, the last is granted in 9 and done in 14.",
        device={"cycles": 15},
    ),
]
