"""The executable specification: `docs/processor.md` in plain Python, slow and obvious.

It shares no code with the fast engine, so that a disagreement between the two reveals an error in one of them (or in
the contract). One file per part of the contract: `values`, `floats` and `transcendental` (section 8), `scheduler` (3),
`front_end` (4), `units` (5), `local_memory` (5, 8), `masks` (13), `joins`, `counters` and `reconvergence` (14),
`explicit` (15), `bundle_slots` and `bundles` (16), `register_file` with `operands` (17), `accounting` (11), `record`
(10), `processor`, the cycle loop (2, 6, 7, 9), `scoreboard` (24), `schedulers` (25, and its costs in `units`) and
`launch` (1); `groups` and `core` (18), `coalescing`, `memory` and `arbiter` (19), `device` (18 and 19), `parts` (23),
`slots` (26), `collectors` (27), `across` (28), `progress` (29), `formation` (30). `dram` is written from docs/dram.md,
`storage` from docs/memory.md, `bound` from that and section 19, `clients` with `client_work` from docs/clients.md.
"""

from __future__ import annotations

from tests.reference.device import DeviceResult, simulate_device
from tests.reference.launch import simulate
from tests.reference.record import Event, ReferenceResult, Trap, Wait

__all__ = ["DeviceResult", "Event", "ReferenceResult", "Trap", "Wait", "simulate", "simulate_device"]
