"""Buffers of a launch as objects of a storage manager (docs/processor.md, section 19, Storage)."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import isa
import simt
from isa.reporting.diagnostics import ArgumentError, SimtError
from simt.core.state.pages import PAGE_BYTES
from simt.launch.arrays import buffer_spans
from simt.launch.inputs import bind
from simt.launch.storage import LaunchStorage, named_objects
from simt.machine import Machine
from simt.memory.storage.layout import Layout
from simt.memory.storage.manager import StorageManager
from simt.views.run.stops import stop_diagnostic
from simt.views.run.summary import summary
from tests.device_kernels import LESS, SMALL, check
from tests.examples import nightly_but
from tests.shipped import OF_DEVICES

FIXED = 128 << 20  # bytes of the textures; the other fixed regions are as small as they can be
COLUMNS = isa.assemble("""\
.kernel columns
.threads 4
.buffer x, f32
    and.b32   r0, global_id, 31
    shl.b32   r0, r0, 10
    shr.u32   r1, global_id, 5
    shl.b32   r1, r1, 2
    add.u32   r0, r0, r1
    ld.global r1, [r0 + x]
    st.global [r0 + x], r1
    ret
""")  # word id div 32 of page id mod 32
COPY = isa.assemble("""\
.kernel copy
.threads 4
.buffer x, f32
.buffer y, f32
    shl.b32   r0, global_id, 2
    ld.global r1, [r0 + x]
    st.global [r0 + y], r1
    ret
""")
MACHINE = Machine.load("fpga4", {"memory": "dram", "warps": 32, "groups_per_core": 4, "clock_mhz": 1000 / 3})


def storage_of(pages: int, **more: Any) -> StorageManager:
    """A manager with so many pages; its user area begins at FIXED + 8192."""
    return StorageManager(Layout(FIXED + 9 * 1024 + pages * 1024, 1024, 1024, 1024, 4096), **more)


def fragment(storage: StorageManager, seed: int) -> StorageManager:
    """The same after random operations: its free list is in no order, and some objects are in use."""
    chance = random.Random(seed)
    for _ in range(60):
        number = chance.randrange(8, 40)
        if ("list", number) in storage.state.blocks:
            storage.release("list", number)
        else:
            storage.create("list", number, chance.randrange(1, 3000))
    assert storage.statistics()["free_runs"] > 4
    return storage


def run(
    storage: StorageManager | str | Path | None, words: int = 1024, program: Any = COPY, **options: Any
) -> simt.Result:
    x = np.arange(words, dtype=np.float32)
    given = {name: x if name == "x" else 0 * x for name in program.buffers}
    return simt.run(program, MACHINE, inputs=given, storage=storage, **{"global_size": words} | options)


def ended(result: simt.Result) -> simt.Result:
    assert result.completed, result.stop
    assert all((array == np.arange(len(array))).all() for array in result.buffers.values())
    return result


# --- what is bound to what --------------------------------------------------------------------------------------------


def test_managing_is_the_sum_of_the_operations() -> None:
    """4000 bytes are 4 pages. create: 2 + 4; write and read: 1 + 3 hops each; y alone is read back; release: 3 each."""
    storage = storage_of(16)
    managing = ended(run(storage, 1000)).managing
    assert managing is not None
    assert [(each.buffer, each.operation, each.cycles, each.hops) for each in managing.operations] == [
        ("x", "create", 6, 4), ("x", "write", 4, 3), ("x", "read", 4, 3),
        ("y", "create", 6, 4), ("y", "write", 4, 3), ("y", "read", 4, 3),
        ("y", "read", 4, 3), ("x", "release", 3, 0), ("y", "release", 3, 0),
    ]  # fmt: skip
    assert (managing.cycles, managing.hops) == (38, 23)
    statistics = storage.statistics()
    assert (statistics["cycles"], statistics["hops"], statistics["peak_pages"]) == (38, 23, 8)
    assert (storage.leaks(), storage.check()) == ([], [])


def test_buffers_are_bound_in_the_order_of_the_program() -> None:
    """x takes the lowest id that is neither in use nor named for y."""
    storage = storage_of(16)
    storage.create("buffer", 0, 10)
    result = ended(run(storage, bind={"y": "buffer:1"}, keep_objects=True))
    assert result.managing is not None
    first = FIXED + 8192
    assert [(each.buffer, each.object, each.created, each.address) for each in result.managing.buffers] == [
        ("x", "buffer 2", True, first + 1024), ("y", "buffer 1", True, first + 5 * 1024),
    ]  # fmt: skip
    assert [(leak.kind, leak.id, leak.size) for leak in storage.leaks()] == [
        ("buffer", 0, 10), ("buffer", 2, 4096), ("buffer", 1, 4096),
    ]  # fmt: skip
    again = ended(run(storage, 500, bind={"x": "buffer:2", "y": ("buffer", 1)})).managing
    assert again is not None
    assert [each.created for each in again.buffers] == [False, False]
    assert {each.operation for each in again.operations} == {"write", "read"}, "what was there stays"
    assert (len(storage.leaks()), storage.check()) == (3, [])


def test_kept_objects_were_written() -> None:
    storage = storage_of(16)
    ended(run(storage, keep_objects=True))
    assert storage.read("buffer", 1, 0, 4096).hops == 3


BINDINGS: dict[str, dict[str, str]] = {
    "buffers": {},
    "lists": {"x": "list:255", "y": "list:0"},
    "images": {"x": "image:source", "y": "image:target"},
    "textures": {"x": "texture:0.0", "y": "texture:1.0"},
    "odd": {"x": "texture:1.0", "y": "texture:3.1"},
}


@pytest.mark.parametrize("names", BINDINGS.values(), ids=BINDINGS)
@pytest.mark.parametrize("seed", [None, 1])
def test_the_result_is_the_same_wherever_buffers_are(names: dict[str, str], seed: int | None) -> None:
    storage = StorageManager() if seed is None else fragment(StorageManager(), seed)
    before = len(storage.leaks())
    ended(run(storage, bind=names))
    assert (len(storage.leaks()), storage.check()) == (before, [])


@pytest.mark.parametrize("name", nightly_but(OF_DEVICES, ("pps_br",)))
def test_shipped_kernels_on_a_fragmented_memory(name: str) -> None:
    machine = Machine.load("fpga4", SMALL | {"memory.policy": "dram"})
    storage = fragment(StorageManager(), 3)
    check(name, machine, LESS.get(name), storage=storage)
    assert storage.check() == []


# --- addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_every_byte_is_where_the_manager_says(seed: int) -> None:
    """The table by which the engine finds addresses, and `locate`, are of one mind."""
    chance = random.Random(seed)
    storage = fragment(storage_of(200), seed)
    sizes = [chance.randrange(1, 3000) for _ in range(5)]
    text = "".join(f".buffer b{k}, u32, {words}\n" for k, words in enumerate(sizes))
    program = isa.assemble(f".threads 1\n{text} ret\n")
    names = {"b1": "texture:5.2", "b3": "list:3", "b4": "texture:2.0"}
    managed = LaunchStorage(storage, named_objects(program, names), is_kept=True)
    placed = bind(program, MACHINE, {}, managed.place).program
    managed.finish([])
    for each, (start, end) in zip(managed.managing.buffers, buffer_spans(placed).tolist(), strict=True):
        region = "textures" if each.object.startswith("texture") else "user"
        for address in {start, end - 1, *(chance.randrange(start, end) for _ in range(50))}:
            memory = int(managed.frames[address // PAGE_BYTES]) + address % PAGE_BYTES
            place = storage.locate(region, memory)
            assert place is not None
            assert each.object.startswith(place.kind)
            assert place.offset == address - start


def test_addresses_in_the_program() -> None:
    """Texture 1 begins 22369620 bytes behind texture 0, at 340 in its page: so does the buffer. The next one is at the
    first multiple of 4096 at least 256 bytes behind it."""
    storage = storage_of(16)
    words = 3504 // 4
    assert storage.layout.partitions["texture", (1, 0)][0] % 1024 == 340
    plain, bound = run(None, words), run(storage, words, bind={"x": "texture:1.0"})
    assert buffer_spans(plain.program)[:, 0].tolist() == [4096, 8192]
    assert buffer_spans(bound.program)[:, 0].tolist() == [4096 + 340, 12288]
    ended(bound)


WIDE = isa.assemble("""\
.kernel wide
.threads 16
.buffer x, f32
    shl.b32        r0, global_id, 4
    ld.global.b128 r4, [r0 + x]
    ret
""")


def test_a_wide_access_to_a_texture_that_begins_between_its_words() -> None:
    """Texture 1 begins at 4 mod 16: an access of 16 bytes is in no order there, as it would be in the hardware."""
    x = np.arange(64, dtype=np.float32)
    storage = storage_of(16)
    fine = simt.run(WIDE, MACHINE, inputs={"x": x}, storage=storage, bind={"x": "texture:0.0"})
    assert fine.completed
    before = storage.dump()
    stopped = simt.run(WIDE, MACHINE, inputs={"x": x}, storage=storage, bind={"x": "texture:1.0"})
    assert stopped.stop is not None
    assert (stopped.stop.kind, stopped.stop.buffer, stopped.stop.offset) == ("global_address", "x", 0)
    told = stop_diagnostic(stopped)
    assert told.message == "a warp loads from `x` + 0 (address 4436), which is not a multiple of 16"
    assert told.help == (
        "`x` begins at 4436, as its object does in its page: bind it to one that begins at a multiple of 16"
    )
    assert storage.dump() == before


# --- cycles -----------------------------------------------------------------------------------------------------------


def test_in_order_it_is_as_without_a_manager() -> None:
    """Buffers of 4096 k - 256 bytes follow each other in pages as they do without a manager. The user area then begins
    a multiple of all rows of all banks behind 4096, so every access differs by a number of rows, and no cycle does.
    """
    words = (4096 * 4 - 256) // 4
    plain = ended(run(None, words, record=True))
    user = FIXED + (16 << 20) + 4096
    layout = Layout(user + (1 << 20), program_bytes=1024, image_bytes=4 << 20, display_bytes=1024)
    assert layout.regions["user"][0] == user
    managed = ended(run(StorageManager(layout), words, record=True))
    assert managed.cycles == plain.cycles
    assert managed.managing is not None
    assert managed.managing.cycles > 0
    for name in ("ledgers", "channels"):
        one, other = getattr(managed, name).to_dict(), getattr(plain, name).to_dict()
        assert one == other
    assert plain.commands is not None
    assert managed.commands is not None
    for one, other in zip(managed.commands, plain.commands, strict=True):
        assert np.array_equal(one[["clock", "command", "bank"]], other[["clock", "command", "bank"]])
    is_row = plain.commands[0]["command"] < 3  # activate, read, write
    moved = managed.commands[0]["row"][is_row] - plain.commands[0]["row"][is_row]
    assert set(moved.tolist()) == {(user - 4096) // 32768}, "the same rows, further on"


def scattered(storage: StorageManager) -> StorageManager:
    """Its free list has pages that follow each other 32 pages apart: in another row of the same bank each."""
    pages = 256
    for number in range(pages):
        storage.create("list", number, 1024)
    for number in (first + 32 * step for first in range(32) for step in range(8)):
        storage.release("list", number)
    return storage


def test_a_fragmented_memory_costs_rows() -> None:
    """A row of a bank is 4 pages, 8 banks are 32. Neighbours read neighbouring pages: on a fresh memory the four lanes
    of a warp find one row, and the 8 warps that follow each other 8 banks. On this one every page is another row of
    bank 0, which has to be precharged and activated for it.
    """
    found = []
    for storage in (storage_of(256), scattered(storage_of(256))):
        result = ended(run(storage, 8192, COLUMNS, global_size=1024, keep_objects=True))
        assert result.channels is not None
        assert result.managing is not None
        found.append((result, storage.statistics()["row_crossings"], int(result.channels.opened.sum())))
    (fresh, few, opened), (other, many, reopened) = found
    assert (few, many) == (7, 31)
    assert other.traffic.totals == fresh.traffic.totals
    assert opened <= 8 + 8 * fresh.dram_figures["refreshes"], "a row stays open but for refreshes"
    assert reopened > 800, "of 1024 loads"
    assert other.cycles > 1.5 * fresh.cycles
    assert [result.managing and result.managing.buffers[0].pieces for result in (fresh, other)] == [1, 32]
    assert other.managing is not None
    assert fresh.managing is not None
    assert other.managing.cycles == fresh.managing.cycles, "a list is walked, wherever its pages are"


# --- launches that fail -----------------------------------------------------------------------------------------------

NINE = isa.assemble(".threads 1\n" + "".join(f".buffer b{k}, u32, 1\n" for k in range(9)) + " ret\n")
Storage = Callable[[], StorageManager]


def in_use() -> StorageManager:
    """A manager in whose buffer object 3 there are 100 bytes."""
    storage = storage_of(16)
    storage.create("buffer", 3, 100)
    return storage


@pytest.mark.parametrize(
    ("options", "code", "message", "advice"),
    [
        ({"bind": {"z": "buffer:1"}}, "E0601", "the kernel `copy` has no buffer `z`", "it has: x, y"),
        (
            {"bind": {"x": "bufer:1"}}, "E0921", "`bufer:1` is not an object of the storage manager",
            "did you mean `buffer`?",
        ),
        (
            {"bind": {"x": "texture:0"}}, "E0922", "there is no object `texture:0`",
            "there are texture:0.0 to texture:5.11",
        ),
        (
            {"bind": {"x": ("buffer", 8)}}, "E0922", "there is no buffer `8`", "the ids of this kind are 0 to 7",
        ),
        (
            {"bind": {"x": "buffer:1", "y": ("buffer", 1)}}, "E0937",
            "the buffers `x` and `y` are both bound to buffer 1", "bind one of them to another object",
        ),
        (
            {"bind": {"y": "buffer:3"}, "storage": in_use}, "E0938",
            "the buffer `y` has 4096 bytes, and buffer 3, which it is bound to and which is in use, has 100",
            "bind it to one that is not in use, or is larger",
        ),
        (
            {"bind": {"y": "texture:0.8"}}, "E0926",
            "the buffer `y` cannot be bound: texture 0 level 8 has a partition of 256 bytes, and 4096 do not fit", "",
        ),
        (
            {"storage": lambda: storage_of(7)}, "E0928",
            "the buffer `y` cannot be bound: buffer 1 needs 4 pages, and 3 are free",
            "release something: leaks() lists what is in use",
        ),
        (
            {"machine": MACHINE.replace(**{"memory.policy": "simple"})}, "E0935",
            "fpga4 has no memory of DRAM, whose pages a storage manager could give to buffers", "-s memory=dram",
        ),
        (
            {"storage": lambda: StorageManager(Layout(512 << 20))}, "E0936",
            "the storage manager has 536870912 bytes, and memory.channels = 1 of memory.part = ddr2-667-3-x16-32 hold "
            "268435456",
            "more channels: -s memory.channels=2; or another layout of the memory",
        ),
    ],
)  # fmt: skip
def test_what_is_refused(options: dict[str, Any], code: str, message: str, advice: str) -> None:
    storage = options.pop("storage", lambda: storage_of(16))()
    machine = options.pop("machine", MACHINE)
    before = storage.dump()
    x = np.zeros(1024, np.float32)
    with pytest.raises(SimtError) as refused:
        simt.run(COPY, machine, inputs={"x": x, "y": x}, global_size=1024, storage=storage, **options)
    told = refused.value
    found = told.diagnostics[0] if hasattr(told, "diagnostics") and told.diagnostics else told
    assert (told.code, told.message, found.help) == (code, message, advice)
    assert storage.dump() == before


def test_there_are_eight_buffer_objects() -> None:
    storage = storage_of(16)
    with pytest.raises(SimtError, match="no buffer object is left for the buffer `b8`: there are 8") as refused:
        simt.run(NINE, MACHINE, storage=storage)
    assert refused.value.code == "E0939"
    assert not storage.statistics()["creates"]
    assert simt.run(NINE, MACHINE, storage=storage, bind={"b4": "list:0"}).completed


def test_objects_need_a_manager() -> None:
    with pytest.raises(ArgumentError, match="give storage too"):
        simt.run(COPY, MACHINE, bind={"x": "buffer:1"})


def test_a_state_comes_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_text(json.dumps(fragment(storage_of(100), 5).dump()))
    assert ended(run(path)).managing == ended(run(fragment(storage_of(100), 5))).managing
    path.write_text("{}")
    with pytest.raises(SimtError) as refused:
        run(path)
    assert refused.value.code == "E0934"


@pytest.mark.parametrize("options", [{"max_cycles": 100}, {"progress": lambda _: True}], ids=["limit", "interrupted"])
def test_a_launch_that_does_not_end_changes_nothing(options: dict[str, Any]) -> None:
    storage = storage_of(16)
    before = storage.dump()
    result = run(storage, keep_objects=True, **options)
    assert result.stop is not None
    assert result.managing is not None
    assert {each.operation for each in result.managing.operations} == {"create", "write", "read"}
    assert storage.dump() == before


# --- the verbs --------------------------------------------------------------------------------------------------------


def test_values_only() -> None:
    storage = storage_of(16)
    result = ended(run(storage, engine="functional"))
    assert result.managing == ended(run(storage_of(16))).managing


def test_what_a_run_says() -> None:
    result = ended(run(storage_of(16), 1000, bind={"y": "texture:0.1"}))
    assert "  storage  24 cycles of managing, 10 hops; x is buffer 0, y is texture 0 level 1\n" in summary(result)
    told = json.loads(result.to_json())["managing"]
    assert (told["cycles"], told["hops"], len(told["operations"])) == (24, 10, 9)
    assert told["buffers"][1] == {
        "buffer": "y", "object": "texture 0 level 1", "created": True, "bytes": 4000,
        "address": 4096 + 4096 + 16777216, "pieces": 1,
    }  # fmt: skip
    plain = ended(run(None, 1000))
    assert "managing" not in json.loads(plain.to_json())
    assert result.inputs_hash != plain.inputs_hash, "where buffers are decides the cycles"


def test_verbs_that_run_several_times_leave_the_manager_alone() -> None:
    storage = fragment(storage_of(100), 2)
    before = storage.dump()
    x = np.arange(256, dtype=np.float32)
    options = {"inputs": {"x": x, "y": 0 * x}, "global_size": 256, "storage": storage, "bind": {"y": "texture:1.0"}}
    found = simt.why(COPY, MACHINE, **options)
    assert any(each.limit.name == "rows and banks of memory" for each in found.limits)
    assert storage.dump() == before
    assert simt.diff(COPY, COPY, machine=MACHINE, **options).ratio == 1
    assert storage.dump() == before
