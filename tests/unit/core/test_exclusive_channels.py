"""Channels of DRAM under exclusive grants (docs/processor.md, section 19, `hmgpu`): cycles by hand, values, commands.

The specification is held equal elsewhere; here is what the contract says of launches that are small enough to follow.
Machines, lines and rows are those of test_channels.py: activate, read tRCD = 5 later, data CL + B = 9 later; a read is
B = 4 after another; a precharge is tRAS = 14 after the activate, 5 after a read and 13 after a write, and the grant is
over 5 later, tRC = 19 after its activate and with its last data at the earliest.
"""

from __future__ import annotations

from typing import Any

import pytest

from simt.core.engine.run import finish
from simt.core.state.dram import commands_of
from simt.machine import Machine
from tests.device_kernels import LESS, check
from tests.examples import nightly_but
from tests.reference.legality import Command, violations
from tests.shipped import OF_DEVICES
from tests.unit.core.test_channels import (
    BASE,
    DRAM,
    FIRST,
    PARTS,
    Found,
    assert_slices_are_the_run,
    named,
    run,
    state_of,
)

HMGPU = DRAM | {"memory.arbiter": "hmgpu"}


def run_so(text: str, threads: int = 1, groups: int = 1, **keys: Any) -> Found:
    return run(text, threads, groups, memory__arbiter="hmgpu", **keys)


def columns(found: Found, channel: int = 0) -> list[tuple[int, str]]:
    """The clocks of activates and column accesses, and which they are."""
    return [(clock, name) for clock, name, _, _ in found.commands[channel] if name != "precharge"]


# --- Times -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("clock_mhz", "offered"), [(1000 / 3, 29), (2000 / 3, 44)])
def test_one_load(clock_mhz: float, offered: int) -> None:
    """At the arbiter in 3 and granted then: activate in 3, read in 8, data in 17, offered 10 + 2 later.

    With clocks of two cycles it begins in clock 2: data in clock 16, which is cycle 32.
    """
    found = run_so(f"ld.global r1, [{FIRST}]\nret\n", clock_mhz=clock_mhz)
    first = 3 if offered == 29 else 2
    assert found.commands == [[(first, "activate", 1, 0), (first + 5, "read", 1, 0), (first + 14, "precharge", 1, 0)]]
    assert found.offers == [offered]
    machine = Machine.load("fpga4", BASE | {"clock_mhz": clock_mhz, "memory.arbiter": "hmgpu"})
    assert 0 <= offered - 3 - 2 - machine.memory_latency(32) <= -(-1024 // machine.dram_rate)


def test_the_row_is_closed_after_a_grant() -> None:
    """At the arbiter in 4 and 5: the first is alone, and over in 4 + 19. The second's data is there in 23 + 5 + 9."""
    found = run_so(f"shl.b32 r0, lane_id, 5\nld.global r1, [r0 + {FIRST}]\nret\n", 2)
    assert columns(found) == [(4, "activate"), (9, "read"), (23, "activate"), (28, "read")]
    assert found.offers == [37 + 12]


def test_what_stands_behind_one_another_is_granted_together() -> None:
    """As above, and the third and the fourth have arrived when the first grant is over: data in 36 + 9."""
    found = run_so(f"shl.b32 r0, lane_id, 5\nld.global r1, [r0 + {FIRST}]\nret\n", 4)
    assert columns(found)[2:] == [(23, "activate"), (28, "read"), (32, "read"), (36, "read")]
    assert found.offers == [45 + 12]


@pytest.mark.parametrize(("bytes_", "activates"), [(128, [4, 31, 58, 85]), (255, [4, 31, 58, 85]), (256, [4, 31, 74])])
def test_a_grant_has_so_many_bytes(bytes_: int, activates: list[int]) -> None:
    """Four segments of four lines: the last read of one is 5 + 12 after its activate, and 5 + 5 after that it is over.

    Of two together the last read is 5 + 28 after the activate.
    """
    text = f"shl.b32 r0, lane_id, 7\nld.global r1, [r0 + {FIRST}]\nret\n"
    found = run_so(text, 4, coalescing="segments", memory__grant=bytes_)
    assert [clock for clock, name in columns(found) if name == "activate"] == activates


def test_another_row_is_another_grant() -> None:
    """Lanes of rows 0, 0, 1 and 1: the first alone, then one of each row and what is behind it of the same."""
    text = f"shl.b32 r0, lane_id, 14\nand.b32 r0, r0, 32768\nld.global r1, [r0 + {FIRST}]\nret\n"
    found = run_so(text, 4, coalescing="half_warp_strict")
    assert [row for _, name, _, row in found.commands[0] if name == "activate"] == [0, 0, 1]


def test_a_segment_over_several_banks_is_a_grant_of_each() -> None:
    """Lines lie in banks 0 to 3; each grant takes tRC, and the last one's data is there 3 + 3 x 19 + 14 on."""
    found = run_so(f"ld.global r1, [{FIRST}]\nret\n", coalescing="segments", memory__mapping="row_column_bank")
    opened = [(clock, bank) for clock, name, bank, _ in found.commands[0] if name == "activate"]
    assert opened == [(3, 0), (22, 1), (41, 2), (60, 3)]
    assert found.offers == [74 + 12]


def test_a_store_is_complete_when_its_grant_is_over() -> None:
    """Activate in 3, write in 8, precharge in 21, over in 26: done in 36, and the launch ends in 37."""
    assert run_so(f"st.global [{FIRST}], r1\nret\n").cycles == 37


def test_loads_and_stores_are_not_granted_together() -> None:
    """Loads behind three stores that wait for the first: these are written in 27 + 5 and so on, then those are read."""
    text = f"shl.b32 r0, lane_id, 5\nst.global [r0 + {FIRST}], r0\nld.global r1, [r0 + {FIRST}]\nret\n"
    found = run_so(text, 4)
    assert columns(found)[:7] == [
        (4, "activate"), (9, "write"), (27, "activate"), (32, "write"), (36, "write"), (40, "write"), (58, "activate"),
    ]  # fmt: skip
    assert [name for _, name in columns(found)[7:]] == ["read"] * 4


def test_an_atomic_is_a_grant_that_reads_and_one_that_writes() -> None:
    """After the move, granted in 4: over in 23. Written in 28, precharge in 41, over in 46: its response then."""
    found = run_so(f"mov.b32 r1, 5\natom.add.u32 r2, [{FIRST}], r1\nret\n")
    assert columns(found) == [(4, "activate"), (9, "read"), (23, "activate"), (28, "write")]
    assert found.offers == [46 + 12]
    assert found.words[FIRST // 4] == 5


def test_two_cores_have_the_channel_in_turn() -> None:
    """Both are at the arbiter in 4. Core 0 has its first transaction, then core 1 all four, then core 0 its three."""
    text = f"shl.b32 r1, group_id, 15\nshl.b32 r0, lane_id, 5\nadd.u32 r0, r0, r1\nld.global r1, [r0 + {FIRST}]\nret\n"
    found = run_so(text, 4, 2, cores=2)
    first = 6  # two instructions later
    assert columns(found) == [
        *((first + clock, name) for clock, name in ((0, "activate"), (5, "read"))),
        *((first + 19 + clock, name) for clock, name in ((0, "activate"), (5, "read"), (9, "read"), (13, "read"))),
        (first + 36, "read"),
        *((first + 46 + clock, name) for clock, name in ((0, "activate"), (5, "read"), (9, "read"), (13, "read"))),
    ]
    assert found.offers == [first + 46 + 13 + 9 + 12, first + 36 + 9 + 12]


def test_a_refresh_goes_before_a_grant() -> None:
    """One is due in clock 2600 and takes tRFC = 43: a load that comes meanwhile begins behind it."""

    def begins(count: int) -> tuple[int, list[tuple[int, str]]]:
        text = f"mov.b32 r2, {count}\nwait:\nsub.u32 r2, r2, 1 -> wait if nz\nld.global r1, [{FIRST}]\nret\n"
        found = columns(run_so(text))
        return next(clock for clock, name in found if name == "activate"), found

    (first, _), (second, _) = begins(1), begins(2)
    count = 1 + (2610 - first) // (second - first)
    assert 2600 <= first + (count - 1) * (second - first) < 2643
    clock, found = begins(count)
    assert clock == 2643
    assert found[:2] == [(2600, "refresh"), (2643, "activate")]


# --- Values, slices, commands ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", nightly_but(("mm_local",), OF_DEVICES))
def test_shipped_kernels_compute_the_same(name: str) -> None:
    check(name, Machine.load("fpga4", HMGPU), LESS.get(name, {"n": 256, "group": 32}))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("mapping", ["row_bank_column", "row_column_bank"])
def test_the_commands_of_a_kernel_are_legal(part: str, mapping: str) -> None:
    machine = Machine.load("fpga4", HMGPU | {"part": part, "memory.mapping": mapping})
    state = state_of("mm_global", machine, {"n": 32}, commands=1 << 18)
    output = finish(state, max_cycles=10_000_000)
    assert output.status == "done"
    assert state.device is not None
    assert output.channels is not None
    for number, log in enumerate(commands_of(state.device.dram)):
        commands = [Command(*each) for each in named(log)]
        assert 100 < len(commands) < 1 << 18
        assert violations(commands, machine.dram.values) == []
        accesses = [each for each in commands if each.name in ("read", "write")]
        assert output.channels["requests"][number] == output.channels["columns"][number] == len(accesses)
        assert output.channels["opened"][number] == sum(each.name == "activate" for each in commands)


def test_a_run_in_slices_is_the_run() -> None:
    assert_slices_are_the_run(Machine.load("fpga4", HMGPU))
