"""Devices on the specification: pins derived by hand from sections 18 and 19, and laws over generated cases."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import isa
from isa.program.buffers import buffer_addresses
from isa.program.encoding import Instruction, encode
from isa.program.program import LaunchValue, Program
from isa.table.spec import InstructionSpec
from isa.table.table import INSTRUCTIONS, SCALAR, SPECIAL_NAMES
from simt.machine import Machine
from tests.device_engines import disagreement, specified_device
from tests.examples import examples
from tests.generators.cases import random_case
from tests.generators.devices import DeviceCase, describe, random_device_case, shrink
from tests.reasons import OF_DEVICES, OF_DRAM
from tests.reference import DeviceResult, simulate, simulate_device

FIRST = 4096  # the buffer's first byte
END = 8192
# Nothing but memory takes more than a cycle: f = 0, r = 0, a latency of 1, a control instruction in the ALU.
# L = 2, memory latency 5, T(32) = 1024: a sector a cycle; queues that never fill.
BASE = {
    "memory": "simple", "coalescing": "sectors", "memory.queue": 64, "memory.latency": 5,
    "memory.bytes_per_cycle": 32.0, "interconnect.latency": 2, "front_end.stages": 0, "retire.stages": 0,
    "alu.latency": 1, "lds.latency": 1,
}  # fmt: skip


def run(
    text: str, size: int | tuple[int, int] = 4, local: int | tuple[int, int] = 4, /, words: Any = None, **keys: Any
) -> DeviceResult:
    """A launch on a machine of warps of four; in `keys` two underlines are a dot."""
    machine = Machine.load("fpga4", {**BASE, **{key.replace("__", "."): value for key, value in keys.items()}})
    given = np.zeros(END // 4, np.uint32)
    if words is not None:
        given[FIRST // 4 : FIRST // 4 + len(words)] = words
    return simulate_device(
        isa.assemble(text),
        machine,
        size=size if isinstance(size, tuple) else (size, 1),
        local=local if isinstance(local, tuple) else (local, 1),
        buffers=[(FIRST, END)],
        words=given,
        max_cycles=5000,
    )


def states(result: DeviceResult, warp: int, core: int = 0) -> list[str]:
    return [row[warp] for row in result.cores[core].warp_states]


# --- Times -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("f", [0, 3])
@pytest.mark.parametrize("r", [0, 2])
@pytest.mark.parametrize("latency", [1, 4])
@pytest.mark.parametrize("lanes", [4, 2, 1])
@pytest.mark.parametrize(("bytes_per_cycle", "more"), [(32.0, 0), (8.0, 3), (24.0, 1), (1024.0, 0)])
def test_unloaded_load(f: int, r: int, latency: int, lanes: int, bytes_per_cycle: float, more: int) -> None:
    """Select t = 0, enter e = f, into the queue in e + beats, at the arbiter L later, granted at once.

    The bus has it from the beginning of cycle g: 32 bytes take 1, 4, 1 1/3 or 1/32 cycles, so it is on the bus until
    the end of cycle g + `more`. Done `memory.latency` later, offered L after that, and retired at once.
    """
    result = run(
        f"ld.global r1, [{FIRST + 32}]\nret\n",
        words=[0] * 8 + [77],
        front_end__stages=f,
        retire__stages=r,
        interconnect__latency=latency,
        memory__lanes=lanes,
        memory__bytes_per_cycle=bytes_per_cycle,
    )
    beats = 4 // lanes
    offered = f + beats + latency + more + 5 + latency
    event = result.cores[0].events[0]
    assert (event.select, event.enter, event.offer, event.retire, event.ready) == (
        0, f, offered, offered, offered + r,
    )  # fmt: skip
    assert (event.instance, event.degree) == (0, 1)
    assert result.cores[0].registers[0][1].tolist() == [77] * 4
    assert states(result, 0)[: offered + r] == ["issued"] + ["fetch"] * max(f - 1, 0) + ["dep_global"] * (
        offered + r - 1 - max(f - 1, 0)
    )


STRIDED = f"shl.b32 r0, lane_id, 5\nld.global r1, [r0 + {FIRST}]\nret\n"  # each lane its own sector


def test_queue_of_one() -> None:
    """The shift is selected in 0, the load enters in 1 and sends from cycle 2 on.

    Sent in q, at the arbiter in q + 2 and granted then, the place free in q + 4: q = 2, 6, 10, 14. The coalescer finds
    no room in 3-5, 7-9, 11-13. The last is granted in 16, done in 17 - 1 + 5 = 21, its response there in 23.
    """
    result = run(STRIDED, memory__queue=1)
    event = result.cores[0].events[1]
    assert (event.enter, event.degree, event.offer) == (1, 4, 23)
    assert states(result, 0)[2:23] == (["dep_global"] + ["memory_queue"] * 3) * 3 + ["dep_global"] * 9


def test_front_end_held_by_the_queue() -> None:
    """f = 1: warp 0's load enters in 1, warp 1's is selected in 1 and stays before the coalescer from 2 on.

    As above the transactions go in 2, 6, 10, 14; the coalescer is free in the dispatch step of 14. The hold blames the
    queue in the cycles in which it had no room.
    """
    text = f"ld.global r1, [{FIRST}]\nret\n"
    result = run(text, 8, 8, memory__queue=1, front_end__stages=1, coalescing="half_warp_strict")
    # Every lane asks word 0, so no two in order: a transaction per lane.
    assert [event.degree for event in result.cores[0].events[:2]] == [4, 4]
    assert [event.enter for event in result.cores[0].events[:2]] == [1, 14]
    slots = [row[0] for row in result.cores[0].slot_reasons]
    assert slots[:14] == ["issued"] * 2 + ["unit_busy", "memory_queue", "memory_queue", "memory_queue"] * 3
    assert states(result, 1)[2:14] == slots[2:14]
    assert slots[14] == "dep_global"


def test_stream_bound_by_bandwidth() -> None:
    """24 bytes a cycle: T(32) = floor(32768 / 24 + 1/2) = 1365 ticks. A warp of eight, each lane its own sector.

    The load enters in 1, sends in 2 to 9, there in 4 to 11. Grants, each as soon as the bus is free before the end of
    the cycle (F the bus's end after it): in 4 from 4096 on, F = 5461; in 5 (5461 < 6144) 6826; in 6 (< 7168) 8191; in
    7, as 8191 < 8192, 9556; not in 8 (9216), in 9 (< 10240) 10921; in 10 (< 11264) 12286; in 11, as 12286 < 12288,
    13651; not in 12 (13312), in 13 (< 14336) 15016. Done in ceil(15016 / 1024) - 1 + 5 = 19, there in 21.

    That is 4096 + 8 x 1365 = 15016: the bus never waits.
    """
    result = run(STRIDED, 8, 8, warp=8, memory__bytes_per_cycle=24.0)
    assert result.cores[0].events[1].offer == 21


def test_bus_that_is_not_free() -> None:
    """8 bytes a cycle: T = 4096 ticks. At the arbiter in 4, 5, 6, 7, granted in 4, 8, 12, 16.

    The last is on the bus until the end of 19, done in 20 - 1 + 5 = 24, the response there in 26. With a queue of two
    a place is free two cycles after the grants in 4 and 8: sends in 2, 3, 6, 10; the last is there in 12, granted in 16
    all the same.
    """
    for queue in (64, 2):
        result = run(STRIDED, memory__bytes_per_cycle=8.0, memory__queue=queue)
        assert result.cores[0].events[1].offer == 26
        assert Counter(states(result, 0))["memory_queue"] == (5 if queue == 2 else 0)  # in 4, 5, 7, 8, 9


def test_several_grants_in_a_cycle() -> None:
    """64 bytes a cycle, T = 512: two cores' sectors go in one cycle, F = 1024 g + 1024 after both.

    Each core sends in 2, 3, 4, 5, granted in 4, 5, 6, 7, both done in 8 - 1 + 5 = 12, there in 14.
    """
    result = run(STRIDED, 8, memory__bytes_per_cycle=64.0, cores=2)
    assert [core.events[1].offer for core in result.cores] == [14, 14]


ATOMICS = f"atom.add.u32 r1, [{FIRST}], group_size\nret\n"  # groups of four threads


def test_two_cores_take_turns() -> None:
    """Each lane's atomic is a transaction. Both cores send in 1, 2, 3, 4; L = 1: there in 2, 3, 4, 5.

    One grant a cycle, core 0 first: core 0 in 2, 4, 6, 8, core 1 in 3, 5, 7, 9. So core 0's lanes find 4 x 0, 2, 4, 6.
    Its last is done in 9 - 1 + 5 = 13, the response there in 14; core 1's one later.
    """
    result = run(ATOMICS, 8, cores=2, interconnect__latency=1)
    assert [(core.registers[0][1] // 4).tolist() for core in result.cores] == [[0, 2, 4, 6], [1, 3, 5, 7]]
    assert [core.events[0].offer for core in result.cores] == [14, 15]
    assert result.words[FIRST // 4] == 4 * 8


def test_core_granted_last_is_last_in_the_ring() -> None:
    """Three cores, of which core 1 asks alone at first, core 0 and core 2 two cycles later.

    Core 1's lanes are there in 4, 5, 6, 7 (L = 2: it jumps in 0, enters in 1, sends from 2 on); those of the others in
    6 to 9. Grants: core 1 in 4 and 5; in 6 core 2 comes after core 1: 2, 0, 1, 2, 0, 1, then 2, 0, 2, 0.
    """
    text = f"""
        eq.u32 r0, group_id, 1 -> now if c
        mov r0, r0
        mov r0, r0
        now: atom.add.u32 r1, [{FIRST}], group_size
        ret
    """
    result = run(text, 12, cores=3)
    assert [(core.registers[0][1] // 4).tolist() for core in result.cores] == [
        [3, 6, 9, 11],
        [0, 1, 4, 7],
        [2, 5, 8, 10],
    ]


def test_posted_store_then_load() -> None:
    """The store enters in 0, its transaction goes into the queue in 1; it is complete in 2, and the warp goes on.

    The load enters in 2, is sent in 3, there and granted in 5, behind the store's grant in 3: it finds the new word.
    Done in 6 - 1 + 5 = 10, there in 12.
    """
    result = run(f"st.global [{FIRST}], warp_size\nld.global r1, [{FIRST}]\nret\n")
    store, load = result.cores[0].events[:2]
    assert (store.enter, store.offer, store.retire, store.ready) == (0, 2, 2, 2)
    assert (load.enter, load.offer) == (2, 12)
    assert result.cores[0].registers[0][1].tolist() == [4] * 4


def test_launch_ends_when_its_stores_are_done() -> None:
    """The store is granted in 3 and done in 4 - 1 + 5 = 8. `ret` is selected in 2 and retires in 3: cycles = 9.

    From 3 on the core has no group.
    """
    result = run(f"st.global [{FIRST}], warp_size\nret\n")
    assert (result.cycles, result.core_cycles, result.status) == (9, [9], "done")
    assert states(result, 0) == ["issued", "dep_global", "issued"] + ["idle"] * 6
    assert [row[0] for row in result.cores[0].slot_reasons][3:] == ["idle"] * 6


def test_store_of_several_lanes_on_one_word() -> None:
    """The highest lane's value stays; of two transactions the later one's."""
    text = f"and.b32 r0, lane_id, 0\nst.global [r0 + {FIRST}], lane_id\nret\n"
    assert run(text).words[FIRST // 4] == 3
    assert run(text, coalescing="half_warp_strict").words[FIRST // 4] == 3


@pytest.mark.parametrize("loads", [0, 1])
def test_results_of_memory_leave_one_by_one(loads: int) -> None:
    """n = 2, L = 1, memory latency 1, p = 4. A warp loads, the other one stores, both complete in 5; warp 0 is first.

    Both jump or not in 0. The load enters in 1, is sent in 2, there and granted in 3, done in 4 - 1 + 1 = 4, its
    response there in 5. The other warp moves in 1 and 2, its store enters in 3, is sent in 4, complete in 5. Both are
    offered in 5; that of warp 1 is retired in 6.
    """
    text = f"""
        mov r0, warp_id -> other if {["nz", "z"][loads]}
        ld.global r1, [{FIRST}]
        ret
        other: mov r0, r0
        mov r0, r0
        st.global [{FIRST + 4}], warp_size
        ret
    """
    keys = {"interconnect__latency": 1, "memory__latency": 1, "issue_width": 2, "alu__count": 2, "retire__ports": 4}
    result = run(text, 8, 8, **keys)
    load, store = (next(e for e in result.cores[0].events if e.pc == pc) for pc in (1, 5))
    assert (load.warp, load.enter, load.offer, load.retire) == (loads, 1, 5, 5 + loads)
    assert (store.warp, store.enter, store.offer, store.retire) == (1 - loads, 3, 5, 6 - loads)
    assert states(result, 1)[5] == "retire_port"


def test_access_without_active_lanes() -> None:
    """No transactions: the coalescer is free in the units step of e + beats, the access complete one cycle later.

    The mask is emptied in 0, the load enters in 1, with two beats its coalescer is free in 3, and it is offered in 4.
    """
    text = f"s_mov.b64 exec, 0\nld.global r1, [{FIRST}]\nret\n"
    event = run(text, branch="explicit_masks", memory__lanes=2).cores[0].events[1]
    assert (event.enter, event.degree, event.offer) == (1, 0, 4)


# --- Groups ----------------------------------------------------------------------------------------------------------


def test_group_starts_after_an_end() -> None:
    """One place, L = 3. Group 0's `ret` is selected in 0 and retires in u = 1; group 1 starts in u + 2L = 7."""
    result = run("mov r0, group_id\nret\n", 8, groups_per_core=1, interconnect__latency=3)
    # group 0: mov in 0, ret in 1, end in 2; group 1: in 8, ret in 9, end in 10.
    assert result.cycles == 10
    assert states(result, 0) == ["issued"] * 2 + ["idle"] * 6 + ["issued"] * 2
    assert result.cores[0].registers[0][0].tolist() == [1] * 4
    assert result.cores[0].ready_bits == [0] * 10  # a warp that starts is selected at once


def test_groups_go_round_the_cores() -> None:
    """Two cores of two places, six groups: 0 and 2 to core 0, 1 and 3 to core 1, then as places fall empty.

    Both cores do the same, so their first places fall empty in one cycle: group 4 is core 0's, 5 core 1's.
    """
    result = run("mov r0, group_id\nret\n", 24, cores=2, groups_per_core=2)
    assert [core.registers[:, 0, 0].tolist() for core in result.cores] == [[4, 2], [5, 3]]


def test_places_are_bounded() -> None:
    """P is the least of five bounds; the ring has P x G warps."""

    def warps(text: str = "mov r0, r0\nret\n", size: int = 64, local: int = 8, **keys: Any) -> int:
        return len(run(text, size, local, **keys).cores[0].registers)

    assert warps() == 16  # 16 warps of the machine, groups of two: eight places; eight groups
    assert warps(groups_per_core=3) == 6
    assert warps(cores=3) == 6  # ceil(8 / 3) = 3
    assert warps(register_file__words=5) == 4  # a register, two warps: two places
    # Local memory: 5 words on 4 banks are 8; of 20 words two places.
    assert warps(".local a u32[5]\nmov r0, r0\nret\n", local__words=20) == 4
    with pytest.raises(ValueError, match="fits no core"):
        run("mov r3, r0\nret\n", register_file__words=3)
    with pytest.raises(ValueError, match="does not divide"):
        run("ret\n", 10)


def test_local_memory_of_places() -> None:
    """Five words on four banks: place 1 begins at word 8. A group's words are 0 at its start, whoever was there."""
    text = """
        .local a u32[5]
        ld.local r1, [4]
        add.u32 r0, group_id, 1
        st.local [4], r0
        ret
    """
    result = run(text, 16, groups_per_core=2)
    local = result.cores[0].local
    assert [local[4], local[12]] == [3, 4]  # groups 0 and 1, then 2 and 3
    assert result.cores[0].registers[:, 1].tolist() == [[0] * 4] * 2


@pytest.mark.parametrize(("groups", "traps"), [(2, True), (1, False)])
def test_local_address_outside_of_a_place(groups: int, traps: bool) -> None:
    """Word 8 is place 1's first; with one place all of local memory is the group's."""
    result = run(".local a u32[5]\nst.local [8], warp_size\nret\n", 4 * groups)
    if traps:
        assert result.trap is not None
        assert (result.trap.kind, result.trap.value, result.trap.lanes) == ("local_address", 8, 15)
    else:
        assert result.cores[0].local[8] == 4


def test_barriers_are_of_a_group() -> None:
    """Group 0 comes by two barriers, group 1 by none, and its warps end before."""
    text = "mov r0, group_id -> out if nz\nbar\nbar\nout: ret\n"
    result = run(text, 16, 8)
    assert result.status == "done"
    assert result.cores[0].issues == [4, 2, 2, 4]


def test_deadlock_of_a_group() -> None:
    """Group 1's second warp ends, its first waits: warp 2 of the ring, one warp waits."""
    result = run("and.b32 r0, group_id, warp_id -> out if nz\nbar\nout: ret\n", 16, 8)
    assert result.trap is not None
    assert (result.trap.kind, result.trap.warp, result.trap.value, result.trap.pc) == ("deadlock", 2, 1, 1)
    assert result.trap_core == 0


def test_stores_before_a_barrier_are_seen_after_it() -> None:
    """Each thread stores its number, and after the barrier loads that of the thread opposite."""
    text = f"""
        shl.b32 r0, thread_id, 2
        st.global [r0 + {FIRST}], thread_id
        bar
        sub.u32 r0, 60, r0
        ld.global r1, [r0 + {FIRST}]
        ret
    """
    result = run(text, 16, 16, memory__queue=1, memory__bytes_per_cycle=3.0)
    assert result.cores[0].registers[:, 1].reshape(-1).tolist() == list(range(15, -1, -1))


def test_special_sources_of_two_dimensions() -> None:
    """(6, 4) threads in groups of (3, 2): four groups, group 3 the one at (1, 1). Thread 4 is at (1, 1) in it."""
    names = [
        "thread_id", "group_id", "group_size", "groups", "global_id", "local_id_x", "local_id_y", "group_id_x",
        "group_id_y", "global_id_x", "global_id_y", "group_size_x", "warp_id",
    ]  # fmt: skip
    text = "".join(f"mov r{k}, {name}\n" for k, name in enumerate(names)) + "ret\n"
    result = run(text, (6, 4), (3, 2))
    # place 3, its second warp (thread 4 is its lane 0)
    assert result.cores[0].registers[7, : len(names), 0].tolist() == [4, 3, 6, 4, 22, 1, 1, 1, 1, 4, 3, 3, 1]


def launched(size: tuple[int, ...], local: tuple[int, ...], offset: tuple[int, ...] = ()) -> DeviceResult:
    """A launch of warps of four in which register k starts as the k-th of the special sources, in every lane."""
    program = isa.assemble("".join(f".at_launch r{k}, {name}\n" for k, name in enumerate(SPECIAL_NAMES)) + "ret\n")
    machine = Machine.load("fpga4", {**BASE, "groups_per_core": 64, "warps": 64, "register_file.words": 1 << 14})
    return simulate_device(program, machine, size=size, local=local, offset=offset)


def sources(result: DeviceResult, warp: int, lane: int, kind: str) -> list[int]:
    """The special sources of a kind in the three dimensions."""
    return [int(result.cores[0].registers[warp, SPECIAL_NAMES.index(f"{kind}_{d}"), lane]) for d in "xyz"]


def test_special_sources_of_three_dimensions() -> None:
    """(4, 6, 10) threads in groups of (2, 3, 5), from (10, 0, 2^32 - 10) on: 2 x 2 x 2 groups of 30 threads, 8 warps.

    Group 5 is the one at (1, 0, 1). Its thread 22 is at (0, 2, 3): 0 + 2 x 2 + 6 x 3. It is lane 2 of its warp 5, which
    is warp 45 of the core. What is 32 in warp 7 of a group has no thread: t = 30 would be at (0, 0, 5).
    """
    result = launched((4, 6, 10), (2, 3, 5), (10, 0, (1 << 32) - 10))
    assert sources(result, 45, 2, "local_id") == [0, 2, 3]
    assert sources(result, 45, 2, "group_id") == [1, 0, 1]
    assert sources(result, 45, 2, "group_size") == [2, 3, 5]
    assert sources(result, 45, 2, "groups") == [2, 2, 2]
    assert sources(result, 45, 2, "global_size") == [4, 6, 10]
    assert sources(result, 45, 2, "global_offset") == [10, 0, (1 << 32) - 10]
    assert sources(result, 45, 2, "global_id") == [12, 2, (1 << 32) - 2]
    linear = ("thread_id", "warp_id", "lane_id", "group_id", "group_size", "groups", "global_id", "work_dim")
    numbers = [int(result.cores[0].registers[45, SPECIAL_NAMES.index(name), 2]) for name in linear]
    assert numbers == [22, 5, 2, 5, 30, 8, 172, 3]
    assert sources(result, 47, 2, "local_id") == [0, 0, 5]
    assert sources(result, 47, 2, "global_id") == [12, 0, 0]


@pytest.mark.parametrize(
    ("size", "local", "offset", "work_dim", "behind"),
    [
        ((6,), (3,), (), 1, [3, 0, 0]),
        ((6,), (3, 1), (), 2, [3, 0, 0]),
        ((6, 1, 1), (3,), (), 3, [3, 0, 0]),
        ((6,), (3,), (0, 0), 2, [3, 0, 0]),
        ((2, 3), (1, 3), (), 2, [0, 3, 0]),
        ((1, 1, 6), (1, 1, 3), (5,), 3, [0, 0, 3]),
        ((3, 1, 1), (3, 1, 1), (1, 1, 1), 3, [3, 0, 0]),
    ],
)
def test_dimensions_of_a_launch(
    size: tuple[int, ...], local: tuple[int, ...], offset: tuple[int, ...], work_dim: int, behind: list[int]
) -> None:
    """`behind` is where thread 3 of a group of three would be."""
    result = launched(size, local, offset)
    assert int(result.cores[0].registers[0, SPECIAL_NAMES.index("work_dim"), 0]) == work_dim
    assert sources(result, 0, 3, "local_id") == behind


@pytest.mark.parametrize(
    ("size", "local", "offset"),
    [
        ((6, 4), (3, 3), ()),
        ((6,), (3, 2), ()),
        ((6,), (3,), (-1,)),
        ((6,), (3,), ((1 << 32) - 5,)),
        ((1 << 16, 1 << 16), (1, 1), ()),
        ((6, 1, 1, 1), (3,), ()),
        ((6, 0), (3, 1), ()),
    ],
)
def test_launches_that_are_none(size: tuple[int, ...], local: tuple[int, ...], offset: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"divide|negative|many|dimensions"):
        launched(size, local, offset)


def test_an_indexed_source_may_be_read_more_than_once() -> None:
    """By any machine, in every source that takes a constant; a scalar register only under explicit masks."""
    found = run("mul.u32 r0, groups_x, groups_x\nst.local [r0 + 1], r0\nret\n", 12, 4, options__multiply=True)
    assert found.cores[0].registers[0, 0].tolist() == [9] * 4
    instruction = Instruction(INSTRUCTIONS["mov.b32"], ra=SCALAR, const=127)
    result = simulate(Program.from_words([encode(instruction)], threads=4), Machine.load("fpga4"))
    assert result.trap is not None
    assert result.trap.kind == "illegal_instruction"


@pytest.mark.parametrize("spec", [s for s in INSTRUCTIONS.values() if s.unit == "memory"], ids=lambda spec: spec.name)
def test_kernel_of_the_table(spec: InstructionSpec) -> None:
    """The example that every instruction has in `isa/instructions.toml`; its buffer is bound as section 19 has it."""
    program = isa.assemble(spec.kernel)
    constants = list(program.constants)
    addresses = buffer_addresses([buffer.length for buffer in program.buffers.values()])
    for buffer, address in zip(program.buffers.values(), addresses, strict=True):
        constants[buffer.index] = address
    result = simulate_device(
        replace(program, constants=tuple(constants)),
        Machine.load("fpga4", {"memory": "simple"}),
        size=(1, 1),
        local=(1, 1),
        buffers=[(FIRST, END)],
        words=[0] * (END // 4),
    )
    assert result.status == "done"
    registers = result.cores[0].registers[0, :, 0]
    for name, value in spec.expect.items():
        assert registers[int(name[1:])] == value, name


# --- Stops -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "lanes", "value"),
    [
        (f"ld.global r1, [{FIRST + 2}]", 15, FIRST + 2),  # no multiple of four
        (f"ld.global.b64 r2, [r0 + {FIRST + 4}]", 15, FIRST + 4),  # nor of eight
        (f"shl.b32 r0, lane_id, 2\nld.global r1, [r0 + {END - 8}]", 12, END),
        (f"shl.b32 r0, lane_id, 4\nst.global.b128 [r0 + {FIRST - 32}], r4", 3, FIRST - 32),
        (f"atom.add.u32 r1, [{END}], r0", 15, END),
        ("ld.global r1, [r0 + 0xfffffffc]", 15, 0xFFFF_FFFC),
    ],
)
def test_addresses_that_trap(text: str, lanes: int, value: int) -> None:
    result = run(text + "\nret\n", words=[5] * 1024)
    assert result.trap is not None
    assert (result.trap.kind, result.trap.lanes, result.trap.value) == ("global_address", lanes, value)
    assert (result.words[FIRST // 4 :] == 5).all()  # and change nothing
    event = result.cores[0].events[-1]
    assert (event.enter, event.degree, event.offer) == (result.cycles - 1, 0, -1)


def test_registers_of_wide_accesses() -> None:
    for text in (f"ld.global.b128 r5, [{FIRST}]", f"st.global.b64 [r0 + {FIRST}], r7"):
        assert run(text + "\nret\n", registers=9).trap is None
        trap = run(text + "\nret\n", registers=8).trap
        assert trap is not None
        assert trap.kind == "illegal_instruction"


def test_wide_words() -> None:
    text = f"""
        shl.b32 r0, lane_id, 4
        ld.global.b128 r4, [r0 + {FIRST}]
        st.global.b64 [r0 + {FIRST + 512}], r6
        ret
    """
    result = run(text, words=range(16))
    assert result.cores[0].registers[0][4:8].tolist() == [[k + 4 * lane for lane in range(4)] for k in range(4)]
    assert result.words[(FIRST + 512) // 4 :][:8].tolist() == [2, 3, 0, 0, 6, 7, 0, 0]


def test_a_trap_stops_the_device_at_a_multiple_of_the_latency() -> None:
    """L = 4. Core 1 jumps in 0 and traps in 1: it has done two cycles; core 0 does those before 4."""
    text = "mov r0, group_id -> bad if nz\nloop: jmp loop\nbad: ld.global r1, [1]\nret\n"
    result = run(text, 8, cores=2, interconnect__latency=4)
    assert (result.status, result.trap_core, result.cycles, result.core_cycles) == ("trap", 1, 2, [4, 2])


def test_the_first_trap_is_reported() -> None:
    """Core 0 traps two cycles after core 1, in the same stretch of 4 cycles; at L = 1 it does not come to it."""
    text = "mov r0, group_id -> bad if nz\nmov r0, r0\nmov r0, r0\nbad: ld.global r1, [1]\nret\n"
    result = run(text, 8, cores=2, interconnect__latency=4)
    assert (result.trap_core, result.cycles, result.core_cycles) == (1, 2, [4, 2])
    assert [core.trap is not None for core in result.cores] == [True, True]
    assert run(text, 8, cores=2, interconnect__latency=1).cores[0].trap is None


# --- Whole kernels ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["segments", "sectors", "half_warp_relaxed", "half_warp_strict"])
def test_a_kernel_over_many_groups(rule: str) -> None:
    """c[i] = a[i] + b[i], and a sum over all threads, whatever the device looks like."""
    text = f"""
        shl.b32 r0, global_id, 2
        ld.global r1, [r0 + {FIRST}]
        ld.global r2, [r0 + {FIRST + 512}]
        add.u32 r1, r1, r2
        st.global [r0 + {FIRST + 1024}], r1
        atom.add.u32 r3, [{FIRST + 2048}], group_size
        ret
    """
    given = np.arange(1000, 1256, dtype=np.uint32)
    for cores, groups, queue in ((1, 1, 1), (2, 2, 3), (4, 3, 64)):
        result = run(
            text, 96, 12, words=given, cores=cores, groups_per_core=groups, coalescing=rule, memory__queue=queue
        )
        assert result.status == "done"
        words = result.words[FIRST // 4 :]
        assert words[256 : 256 + 96].tolist() == (given[:96] + given[128 : 128 + 96]).tolist()
        assert words[512] == 96 * 12


# --- Against the plain processor, and laws ---------------------------------------------------------------------------


def test_a_device_of_one_core_is_the_plain_processor() -> None:
    seen = 0
    seeds = examples(220)
    for seed in range(seeds):
        case = random_case(seed)
        if case.machine.vliw.slots > 1 or case.machine.register_file_organisation in ("three_banks", "eight_banks"):
            continue  # not combined
        plain = simulate(case.program, case.machine, threads=case.threads, max_cycles=case.max_cycles)
        machine = case.machine.replace(**{"memory.policy": "simple", "memory.lanes": 1, "interconnect.latency": 7})
        device = simulate_device(
            case.program, machine, size=(case.threads, 1), local=(case.threads, 1), max_cycles=case.max_cycles
        )
        if plain.trap is not None and plain.trap.kind == "illegal_instruction":
            continue  # the word may be one of global memory
        assert plain.differences(device.cores[0]) == [], seed
        assert (device.cycles, device.status, device.trap) == (plain.cycles, plain.status, plain.trap)
        seen += 1
    assert seen > seeds // 3


STOPS = {
    "done", "cycle_limit", "global_address", "local_address", "illegal_instruction", "program_counter", "deadlock",
    "stack_overflow", "stack_underflow", "divergent_barrier",
}  # fmt: skip


@pytest.mark.nightly
def test_generated_cases_keep_the_laws_and_reach_everything() -> None:
    """What the equality of the engines says is worth as much as what the cases reach."""
    warps: set[str] = set()
    slots: set[str] = set()
    stops: set[str] = set()
    special: Counter[str] = Counter()
    for seed in (*range(examples(600, 15)), *SELDOM):
        case = random_device_case(seed)
        result = specified_device(case)
        stops.add(result.trap.kind if result.trap is not None else result.status)
        special["other cores stopped by a trap"] += result.trap is not None and len(result.cores) > 1
        cases_of = case.program.instructions
        for core in result.cores:
            ring = len(core.registers)
            assert sum(core.warp_ledger.values()) == ring * core.cycles == sum(map(len, core.warp_states))
            assert sum(core.issue_ledger.values()) == case.machine.issue_width * core.cycles
            assert core.cycles == len(core.ready_bits)
            for row in core.warp_states:
                warps.update(row)
            for row in core.slot_reasons:
                slots.update(row)
            starts: Counter[int] = Counter()
            for before, after in zip(core.warp_states, core.warp_states[1:], strict=False):
                for warp, (first, then) in enumerate(zip(before, after, strict=True)):
                    starts[warp] += first == "idle" != then
            special["a place filled again"] += max(starts.values(), default=0) > 0
            for event in core.events:
                instruction = cases_of[event.pc]
                assert instruction is not None
                if instruction.spec.unit == "memory" and event.enter >= 0:
                    special[f"{instruction.spec.words} words"] += 1
                    special["atomics"] += instruction.spec.name.startswith("atom.")
                    special["no lanes"] += event.degree == 0 and event.offer >= 0
                    special["a result of memory waits"] += event.retire > event.offer >= 0
                    special["several transactions"] += event.degree > 1
                    if event.offer >= 0 and not instruction.spec.is_store and event.degree:
                        memory = case.machine.memory
                        beats = case.machine.warp_size // memory.lanes
                        least = memory.pipeline if memory.policy == "dram" else memory.latency
                        way = 2 * case.machine.interconnect.latency + least
                        assert event.offer >= event.enter + beats + event.degree - 1 + way
    assert warps >= OF_DEVICES
    assert slots >= OF_DEVICES - OF_DRAM
    assert not slots & OF_DRAM
    assert stops >= STOPS
    assert min(special.values()) > 0, special
    assert len(special) == 9


SELDOM = (56, 65, 68, 114, 119, 149, 186, 373)  # seeds of what few cases reach


def test_a_hold_that_is_the_coalescers() -> None:
    """Some front ends are held by a coalescer that works (`unit_busy`), some by a full queue."""
    held: Counter[str] = Counter()
    for seed in range(examples(60)):
        case = random_device_case(seed)
        for core in specified_device(case).cores:
            for (pc, reason), count in core.issue_ledger.items():
                instruction = case.program.instructions[pc] if pc >= 0 else None
                if instruction is not None and instruction.spec.unit == "memory":
                    held[reason] += count
    assert held["unit_busy"] > 0
    assert held["memory_queue"] > 0


def test_disagreements_are_told_by_core_and_cycle() -> None:
    case = next(
        case for case in map(random_device_case, range(100)) if case.machine.cores > 1 and case.max_cycles > 200
    )
    first, second = specified_device(case), specified_device(case)
    assert disagreement(first, second) == ""
    second.cores[1].warp_states[3] = ["issued"] * 9
    second.cores[0].warp_states[5] = ["issued"] * 9
    second.words[1] = 1
    told = disagreement(first, second)
    assert told.startswith("core 1:\nfirst differing cycle: 3\n")
    assert "core 0:\nfirst differing cycle: 5\n" in told
    assert "global memory: byte 4: 0 / 1" in told
    assert describe(case).startswith(f"# seed {case.seed}\n")


def test_a_description_rebuilds_its_case() -> None:
    for seed in range(20):
        case = random_device_case(seed)
        known = (Machine, Program, DeviceCase, LaunchValue, replace)
        names: dict[str, Any] = {each.__name__: each for each in known}
        exec(describe(case), names)
        assert names["case"] == replace(case, seed=-1)


def test_shrinking_keeps_what_fails() -> None:
    def fails(case: DeviceCase) -> bool:
        loads = [found for found in case.program.instructions if found is not None and found.spec.name == "ld.global"]
        return len(loads) > 1 and case.machine.memory.queue < 5 and case.size != case.local

    case = next(case for case in map(random_device_case, range(200)) if case.machine.cores > 1 and fails(case))
    smallest = shrink(case, fails)
    assert fails(smallest)
    assert smallest.machine.cores == 1
    assert smallest.machine.memory.queue == case.machine.memory.queue
    assert smallest.max_cycles == 1
    nothing = isa.assemble("mov r0, r0\n").words[0]
    assert sum(word != nothing for word in smallest.program.words) == 2
