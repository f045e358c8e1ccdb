"""The warp ledger behind channels of DRAM (docs/processor.md, section 19): states derived by hand, on both engines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import isa
from simt.core.engine.run import simulate
from simt.core.state.grid import Grid
from simt.core.state.placed import Memories, Placed
from simt.core.state.reasons import REASONS
from simt.machine import Machine
from tests.device_engines import fast_device, specified_device
from tests.generators.devices import DeviceCase
from tests.reference import DeviceResult, ReferenceResult

FIRST, END = 4096, 8192  # the buffer: row 0 of bank 1
# f = 0, r = 0, L = 2; a clock of the DRAM is a cycle; lines and transactions are of 32 bytes.
BASE = {
    "memory": "dram", "part": "ddr2-667-3-x16-32", "clock_mhz": 1000 / 3, "pipeline": 10, "coalescing": "sectors",
    "memory.queue": 64, "interconnect.latency": 2, "front_end.stages": 0, "retire.stages": 0, "alu.latency": 1,
}  # fmt: skip
STRIDED = f"shl.b32 r0, lane_id, 5\nld.global r1, [r0 + {FIRST}]\nret\n"  # each lane its own sector


def case_of(text: str, threads: int = 1, groups: int = 1, max_cycles: int = 1000, **keys: Any) -> DeviceCase:
    """A launch on a machine of warps of four; in `keys` two underlines are a dot."""
    machine = Machine.load("fpga4", {**BASE, **{key.replace("__", "."): value for key, value in keys.items()}})
    words = (0,) * (END // 4)
    return DeviceCase(
        machine, isa.assemble(text), (threads * groups, 1), (threads, 1), ((FIRST, END),), words, (), max_cycles
    )


def by_reason(core: ReferenceResult) -> Counter[str]:
    """The cycles of the warp ledger."""
    found: Counter[str] = Counter()
    for (_, reason), cycles in core.warp_ledger.items():
        found[reason] += cycles
    return found


def results(case: DeviceCase) -> Iterator[DeviceResult]:
    """The launch on the specification and on the engine, whose ledgers are the same without a record."""
    yield specified_device(case)
    recorded = fast_device(case)
    yield recorded
    bare = simulate(
        Placed(case.program, case.machine, Grid(size=case.size, local=case.local)),
        Memories(buffers=np.array(case.buffers, np.int64), words=np.array(case.words, np.uint32)),
        max_cycles=case.max_cycles,
    )
    charged = dict(zip(REASONS, bare.ledgers.warp.sum(axis=(0, 1)).tolist(), strict=True))
    assert Counter(charged) == sum(map(by_reason, recorded.cores), Counter())


def states(result: DeviceResult, core: int = 0) -> list[str]:
    """Those of warp 0, cycle by cycle; the ledger has the same."""
    rows = result.cores[core].warp_states
    assert by_reason(result.cores[core]) == Counter(state for row in rows for state in row)
    return [row[0] for row in rows]


def of(**cycles: int) -> list[str]:
    """States one after the other: names with two underlines and a number behind them are the same name again."""
    return [name.partition("__")[0] for name, count in cycles.items() for _ in range(count)]


ONE_LOAD = of(issued=1, dep_global=2, memory_bank=7, memory_bus=10, dep_global__2=11)


def test_one_load() -> None:
    """Entered in 0, in the queue in 1, at the arbiter in 3 and granted then: it never waits for the arbiter.

    Clock 3 accepts it; activate in 5, read in 10, data in 19; offered 10 + 2 later. Slots do not tell of the memory.
    """
    for result in results(case_of(f"ld.global r1, [{FIRST}]\nret\n")):
        assert states(result)[:31] == ONE_LOAD
        assert [row[0] for row in result.cores[0].slot_reasons][:31] == ["issued"] + ["dep_global"] * 30


@pytest.mark.parametrize("end", [2, 3, 4, 7, 9, 10, 11, 15, 19, 20, 21, 30])
def test_a_run_that_is_stopped_in_every_phase(end: int) -> None:
    for result in results(case_of(f"ld.global r1, [{FIRST}]\nret\n", max_cycles=end)):
        assert states(result) == ONE_LOAD[:end]


def test_clocks_of_two_cycles() -> None:
    """Accepted in clock 2, which is cycle 4; read in clock 9, cycle 18; data in clock 18, cycle 36; offered in 48."""
    for result in results(case_of(f"ld.global r1, [{FIRST}]\nret\n", clock_mhz=2000 / 3)):
        assert states(result)[:48] == of(issued=1, dep_global=2, memory_bank=15, memory_bus=19, dep_global__2=11)


def test_two_cores_on_one_channel() -> None:
    """Segments of four lines. The shifts take cycle 0; both transactions are at the arbiter in 4, core 0's is granted.

    Clocks 4 to 7 accept its reads; activate in 6, reads in 11, 15, 19 and 23, data in 32. Core 1's is granted in 8,
    when the port is empty: its reads in 27, 31, 35 and 39, data in 48.
    """
    text = f"shl.b32 r0, group_id, 7\nld.global r1, [r0 + {FIRST}]\nret\n"
    for result in results(case_of(text, groups=2, cores=2, coalescing="segments")):
        assert states(result)[:44] == of(issued=2, dep_global=2, memory_bank=19, memory_bus=10, dep_global__2=11)
        assert states(result, 1)[:60] == of(
            issued=2, dep_global=2, memory_grant=4, memory_bank=31, memory_bus=10, dep_global__2=11
        )


def test_a_merged_read_has_the_command_of_the_other() -> None:
    """Both cores read one line: granted in 3 and 4, one read in 10, data in 19 for both."""
    for result in results(case_of(f"ld.global r1, [{FIRST}]\nret\n", groups=2, cores=2)):
        assert states(result)[:31] == ONE_LOAD
        merged = of(issued=1, dep_global=2, memory_grant=1, memory_bank=6, memory_bus=10, dep_global__2=11)
        assert states(result, 1)[:31] == merged


def test_an_atomic_whose_last_request_is_a_write() -> None:
    """The store is sent in 1 and complete in 2; it arrives in 3, and clock 3 accepts it.

    The atomic enters in 2, is granted in 5: its read is forwarded in clock 5, its write merged in 6, which is complete
    in 8. It is offered in 8 + 10 + 2. Neither the store's one cycle nor anything of it tells of the memory.
    """
    text = f"st.global [{FIRST}], r1\natom.add.u32 r2, [{FIRST}], r1\nret\n"
    for result in results(case_of(text)):
        assert states(result)[:20] == of(
            issued=1, dep_global=1, issued__2=1, dep_global__2=2, memory_bank=1, memory_bus=3, dep_global__3=11
        )


def test_atomics_of_one_word() -> None:
    """The shift takes cycle 0. Two transactions, sent in 2 and 3, arrive in 4 and 5.

    Clock 4 accepts the first one's read, 5 its write. The second is granted in 6; its read is forwarded and its write
    merged at once. The last command is the first one's read in 11, data in 20.
    """
    text = f"shl.b32 r0, lane_id, 0\natom.add.u32 r2, [{FIRST}], r0\nret\n"
    for result in results(case_of(text, 2)):
        assert states(result)[:32] == of(
            issued=2, uncoalesced=1, dep_global=1, memory_grant=2, memory_bank=5, memory_bus=10, dep_global__2=11
        )


@pytest.mark.parametrize("r", [0, 2])
def test_a_store_is_not_waited_for(r: int) -> None:
    """The shift is in r + 1 cycles, so the store enters in e = r + 1; it sends from e + 1 to e + 4, arrives in e + 3.

    In e + 1 to e + 3 it has another to send. It is complete in e + 5; its r cycles tell nothing of the memory.
    """
    text = f"shl.b32 r0, lane_id, 5\nst.global [r0 + {FIRST}], r0\nret\n"
    for result in results(case_of(text, 4, retire__stages=r)):
        shift = of(issued=1, dep_alu=r, issued__2=1)
        assert states(result)[: 2 * r + 6] == shift + of(uncoalesced=3, memory_grant=1, dep_global=r)


def test_cycles_without_room_in_the_queue_are_the_queues() -> None:
    """Sent in 2, 6, 10 and 14, granted in 4, 8, 12 and 16: no room in 3-5, 7-9 and 11-13.

    The last is accepted in 16 and reads in 23, data in 32; offered in 44.
    """
    for result in results(case_of(STRIDED, 4, memory__queue=1)):
        assert states(result)[:44] == of(
            issued=2, uncoalesced=1, memory_queue=3, uncoalesced__2=1, memory_queue__2=3, uncoalesced__3=1,
            memory_queue__3=3, memory_grant=2, memory_bank=7, memory_bus=10, dep_global=11,
        )  # fmt: skip


def test_simple_memory_tells_nothing() -> None:
    keys = {"memory": "simple", "memory__latency": 5, "memory__bytes_per_cycle": 32.0}
    for result in results(case_of(STRIDED, 4, **keys)):
        assert not {state for state in states(result) if state.startswith("memory_")}
