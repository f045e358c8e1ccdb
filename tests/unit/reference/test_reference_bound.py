"""Memory of DRAM on the specification: holds, and buffers that are objects of a storage manager, derived by hand."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
import pytest

import isa
from simt.machine import Machine
from tests.reference import DeviceResult, simulate_device
from tests.reference.bound import Bound
from tests.reference.storage import RefusedError, Storage

# A clock of the DRAM is a cycle, L = 2, f = 0, r = 0; lines and transactions are of 32 bytes, rows of 4096.
BASE = {
    "memory": "dram", "part": "ddr2-667-3-x16-32", "clock_mhz": 1000 / 3, "pipeline": 10, "coalescing": "sectors",
    "memory.queue": 64, "interconnect.latency": 2, "front_end.stages": 0, "retire.stages": 0, "alu.latency": 1,
}  # fmt: skip
DEFAULT = {
    "memory_bytes": 268435456, "program_bytes": 4096, "image_bytes": 16777216, "display_bytes": 16777216,
    "row_bytes": 4096,
}  # fmt: skip
SMALL = {"memory_bytes": 1 << 28, "program_bytes": 1024, "image_bytes": 16384, "display_bytes": 1024, "row_bytes": 4096}


def run(text: str, bound: Bound | None = None, first: int = 4096, **keys: Any) -> DeviceResult:
    """A warp of four on a buffer of four pages, whose first byte's address the text has as FIRST."""
    machine = Machine.load("fpga4", {**BASE, **{key.replace("__", "."): value for key, value in keys.items()}})
    spans = bound.spans if bound else ((first, first + 4096),)
    program = isa.assemble(text.replace("FIRST", str(spans[0][0])))
    words = np.zeros(spans[-1][1] // 4, np.uint32)
    return simulate_device(
        program, machine, size=(4, 1), local=(4, 1), buffers=spans, bound=bound, words=words, max_cycles=5000
    )


# --- The hold --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("age", "granted", "read"), [(0, 7, 23), (8, 7, 23), (3, 7, 26), (1, 19, 32)]
)  # of the last of four lanes
def test_a_hold(age: int, granted: int, read: int) -> None:
    """Four lines of four banks: the load enters in 1, sends in 2, 3, 4, 5; they are at the arbiter in 4, 5, 6, 7.

    In 4 it sends its third and has another, so that it is still `uncoalesced`.
    Without a hold they are accepted then; activates in 6, 10, 14, 18 (tRRD = 4), reads tRCD = 5 later, the last in 23.
    With an age of 3 the first three are accepted; from 7 on the first has waited 3, from 8 the second, from 9 the
    third: all have had their reads in 19, so the last is accepted then, moves on in 20, activate in 21, read in 26.
    With an age of 1 each is accepted in the clock of the read before it: 4, 11, 18, 25, the last read in 32. The port
    is empty after 18, so the last grant is in 19.
    """
    text = "shl.b32 r0, lane_id, 5\nld.global r1, [r0 + FIRST]\nret\n"
    result = run(text, memory__age=age, memory__mapping="row_column_bank")
    assert result.cores[0].events[1].offer == read + 9 + 10 + 2
    states = [row[0] for row in result.cores[0].warp_states]
    assert states[:5] == ["issued"] * 2 + ["uncoalesced"] * 3
    assert states[5:granted] == ["memory_grant"] * (granted - 5)
    assert states[granted:read] == ["memory_bank"] * (read - granted)
    assert states[read : read + 10] == ["memory_bus"] * 10
    assert states[read + 10 : read + 21] == ["dep_global"] * 11


# --- Exclusive grants -------------------------------------------------------------------------------------------------


def test_exclusive_grants() -> None:
    """Four lines of one row: the load enters in 1, sends in 2, 3, 4, 5; they are at the arbiter in 4, 5, 6, 7.

    The first is granted alone: activate in 4, read tRCD = 5 later, precharge in 18 (tRAS = 14), over tRP = 5 later, in
    23. The others are granted together then: reads in 28, 32, 36, the last data CL + B = 9 later, in 45.
    """
    text = "shl.b32 r0, lane_id, 5\nld.global r1, [r0 + FIRST]\nret\n"
    for keys in ({}, {"memory__age": 1, "memory__merge": False}):
        result = run(text, memory__arbiter="hmgpu", **keys)
        assert result.cores[0].events[1].offer == 45 + 10 + 2
        states = [row[0] for row in result.cores[0].warp_states]
        assert states[2:5] == ["uncoalesced"] * 3
        assert states[5:23] == ["memory_grant"] * 18
        assert states[23:36] == ["memory_bank"] * 13
        assert states[36:46] == ["memory_bus"] * 10


@pytest.mark.parametrize(
    ("more", "offered"),
    [
        ({"coalescing": "half_warp_strict", "memory__grant": 128}, 57),  # three of 32 bytes
        ({"memory__mapping": "row_column_bank"}, 4 + 3 * 19 + 14 + 12),  # each of another bank: tRC or tRAS + tRP each
    ],
)
def test_what_is_not_granted_together(more: dict[str, Any], offered: int) -> None:
    text = "shl.b32 r0, lane_id, 5\nld.global r1, [r0 + FIRST]\nret\n"
    assert run(text, memory__arbiter="hmgpu", **more).cores[0].events[1].offer == offered


def test_an_atomic_is_granted_alone() -> None:
    """At the arbiter from 3 on, a word of one line each: read in 8, over in 3 + 19 = 22; then the write, in 22.

    Its write command is in 27, precharge WL + B + tWR = 4 + 4 + 5 = 13 later, over tRP = 5 later, in 45; only then is
    the next atomic granted, so that each takes 42 clocks, and the last write is complete in 3 + 4 x 42 = 171.
    """
    result = run("atom.add.u32 r1, [FIRST], warp_size\nret\n", memory__arbiter="hmgpu")
    assert result.cores[0].events[0].offer == 171 + 10 + 2
    assert result.words[1024] == 16


# --- Buffers as objects ----------------------------------------------------------------------------------------------


def test_managing() -> None:
    """Five pages: create 2 + 5, write and read 1 + 4 each; one page: 3, 1, 1. A changed one is read; releases are 3."""
    storage = Storage(DEFAULT)
    bound = Bound(storage, [5000, 100], [None, None])
    assert bound.managing == 7 + 5 + 5 + 3 + 1 + 1
    bound.finish([True, False])
    assert bound.managing == 22 + 5 + 3 + 3
    assert bound.storage.dump()["free"] == [[6, 49130], [0, 6]]
    assert storage.dump() == Storage(DEFAULT).dump(), "what was before is as it was"


def test_objects_that_are_kept_or_were_there() -> None:
    storage = Storage(DEFAULT)
    storage.create("buffer", 0, 100)
    storage.create("list", 7, 3000)
    bound = Bound(storage, [2048, 4, 4], [("list", 7), None, ("buffer", 1)], are_kept=True)
    assert [(each.kind, each.key, each.is_new) for each in bound.buffers] == [
        ("list", 7, False), ("buffer", 2, True), ("buffer", 1, True),
    ]  # fmt: skip
    bound.finish([False, False, False])
    assert [each[:3] for each in bound.storage.leaks()] == [
        ("buffer", 0, 100), ("list", 7, 3000), ("buffer", 2, 4), ("buffer", 1, 4),
    ]  # fmt: skip
    again = Bound(storage, [2048, 4, 4], [("list", 7), None, ("buffer", 1)])
    again.finish([False, False, False])
    assert again.storage.dump()["free"] == [[6, 49130], [4, 2]]


@pytest.mark.parametrize(
    ("sizes", "named"),
    [
        ([4, 4], [("image", "mask"), ("image", "mask")]),
        ([101], [("buffer", 0)]),  # larger than what is there
        ([1 << 28], [None]),  # more pages than there are
        ([4] * 8, [None] * 8),  # one of eight is in use
        ([8], [("texture", (0, 11))]),  # a partition of four bytes
    ],
)
def test_what_cannot_be_bound(sizes: list[int], named: list[Any]) -> None:
    storage = Storage(DEFAULT)
    storage.create("buffer", 0, 100)
    with pytest.raises(RefusedError):
        Bound(storage, sizes, named)


def test_addresses_in_the_program() -> None:
    """Texture 1 begins at 67125248 + 22369620, which is 340 behind a multiple of 1024.

    Its 3584 bytes end at 8020, so the next buffer is not at 8192 but at 12288.
    """
    bound = Bound(Storage(DEFAULT), [3584, 2048], [("texture", (1, 0)), None])
    assert bound.spans == ((4436, 8020), (12288, 14336))
    first = 67125248 + 22369620
    assert [bound.address(4436 + k) for k in (0, 683, 684, 3583)] == [first, first + 683, first + 684, first + 3583]
    assert bound.address(4096) == first - 340, "before the object, with the others of its page"
    assert bound.address(12288) == 201342976


STRIDED = "shl.b32 r0, lane_id, 10\nld.global r1, [r0 + FIRST]\nret\n"  # each lane its own page


@pytest.mark.nightly
def test_bytes_are_where_their_pages_are() -> None:
    """Two channels of 1024 bytes in turn; every other page is somebody else's, so that all four are of channel 0.

    The load enters in 1, its transactions are at the arbiter in 4 to 7. Without a manager channel 1 accepts two, in 5
    and 7: activate in 7, read in 12, and the next, of the same row, in 16, data in 25. With it channel 0 accepts all,
    in 4 to 7: reads in 11, 15, 19, 23, the last data in 32.
    """
    keys = {"memory__channels": 2, "memory__interleave": 1024}
    assert run(STRIDED, **keys).cores[0].events[1].offer == 25 + 10 + 2
    storage = Storage(SMALL)
    for number in range(8):
        storage.create("list", number, 1024)
    storage.create("list", 8, 1024 * len(storage.free))
    for number in (0, 2, 4, 6):
        storage.release("list", number)
    bound = Bound(storage, [4096], [None])
    result = run(STRIDED, bound, **keys)
    assert result.cores[0].events[1].offer == 32 + 10 + 2
    assert result.managing == (2 + 4) + 4 + 4 + 3
    assert result.storage == bound.storage.dump()


@pytest.mark.parametrize(("key", "first"), [("source", 4096), ("target", 20480), ("graphic", 53248)])
@pytest.mark.parametrize("mapping", ["row_bank_column", "row_column_bank"])
def test_an_object_is_as_a_buffer_at_its_address(key: str, first: int, mapping: str) -> None:
    """Images begin at 4096 here, and one is in one piece."""
    keys = {"memory__mapping": mapping, "memory__channels": 3, "memory__interleave": 128}
    text = STRIDED.replace("ret", "st.global [r0 + FIRST], lane_id\nld.global r2, [r0 + FIRST]\nret")
    bound = Bound(Storage(SMALL), [4096], [("image", key)])
    as_object, as_buffer = run(text, bound, **keys), run(text, None, first, **keys)
    assert as_object.cycles == as_buffer.cycles
    assert as_object.cores[0].differences(as_buffer.cores[0]) == []
    assert as_object.managing == 2 + 1 + 1 + 1 + 2, "create, write, read; read and release"


def test_a_launch_that_does_not_end_leaves_the_manager_alone() -> None:
    storage = Storage(SMALL)
    storage.create("buffer", 3, 9000)
    before = deepcopy(storage.dump())
    result = run("ld.global r1, [FIRST + 4096]\nret\n", Bound(storage, [4096], [None]))
    assert result.status == "trap"
    assert result.storage == before == storage.dump()
    assert result.managing == (2 + 4) + 4 + 4
