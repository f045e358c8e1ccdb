"""The refined model on memory of DRAM: requests that share a column access, crowded channels, and their rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import simt
from isa import assemble
from simt.machine import Machine
from simt.models.refined import Profile, predict
from simt.models.refined.memory import access_of
from simt.models.static import analyse
from simt.result.result import Result

# A clock of the DRAM is a cycle; a line has 32 bytes and takes 4 clocks of the bus; read of a closed bank 16 clocks.
KEYS: dict[str, Any] = {
    "memory": "dram", "part": "ddr2-667-3-x16-32", "clock_mhz": 1000 / 3, "coalescing": "sectors", "cores": 4,
    "memory.queue": 32, "interconnect.latency": 4, "warp_size": 8, "warps": 16,
}  # fmt: skip
STRIDED = """
.kernel strided
.buffer x, u32, 65536
    shl.b32   r0, lane_id, {shift}
    and.b32   r1, thread_id, 56
    shl.b32   r1, r1, {spread}
    add.u32   r0, r0, r1
    mov.b32   r3, 24
loop:
    ld.global r2, [r0 + x]
    sub.u32   r3, r3, 1 -> loop if nz
    ret
"""


ATOMICS = """
.kernel atomics
.buffer x, u32, 64
    and.b32   r1, thread_id, {lanes}
    shl.b32   r1, r1, {shift}
    mov.b32   r3, 32
loop:
    atom.add.u32 r2, [r1 + x], r3
    sub.u32   r3, r3, 1 -> loop if nz
    ret
"""


def device(**keys: object) -> Machine:
    return Machine.load("fpga4", KEYS | {name.replace("__", "."): value for name, value in keys.items()})


def run(machine: Machine, shift: int, spread: int = 0) -> Result:
    return simt.run(assemble(STRIDED.format(shift=shift, spread=spread)), machine, global_size=256, local_size=64)


def error(result: Result, profile: Profile) -> float:
    return predict(profile).cycles / result.cycles - 1


def test_static_counts_know_no_channel_that_is_crowded() -> None:
    """16 accesses of 8 lanes, a line each: 4 clocks of one of the two buses."""
    machine = device(memory__channels=2)
    program = assemble(STRIDED.format(shift=5, spread=0))
    profile = Profile.of_static(analyse(program, machine, global_size=64, local_size=64))
    assert (profile.columns, profile.crowded) == (1.0, None)
    load = next(pc for pc, each in enumerate(profile.transactions) if each)
    assert access_of(profile, load, 1.0).bus == 8 * 4 / 2


@pytest.mark.parametrize(
    ("columns", "crowded", "one"), [(1.0, 0.5, 2.0), (0.5, 0.5, 1.0), (0.01, 0.5, 0.5), (1.0, 1.0, 4.0)]
)
def test_a_transaction_of_a_line(columns: float, crowded: float, one: float) -> None:
    """4 clocks for a column access of its own, one at least for the request; all of it where all wait for a channel."""
    machine = device(memory__channels=2)
    program = assemble(STRIDED.format(shift=5, spread=0))
    found = replace(
        Profile.of_static(analyse(program, machine, global_size=64, local_size=64)), columns=columns, crowded=crowded
    )
    load = next(pc for pc, each in enumerate(found.transactions) if each)
    assert access_of(found, load, 1.0).bus == pytest.approx(8 * one)


@pytest.mark.parametrize(("clocks", "columns", "one"), [(19.0, 1.0, 19.0), (19.0, 0.1, 1.9), (19.0, 0.01, 1.0)])
def test_a_column_access_takes_the_time_of_the_rows_that_a_run_has_shown(
    clocks: float, columns: float, one: float
) -> None:
    """19 clocks of the busiest channel for each column access, in place of the 4 on the bus; a clock for a request."""
    program, machine = assemble(STRIDED.format(shift=5, spread=0)), device()
    profile = Profile.of_static(analyse(program, machine, global_size=64, local_size=64))
    found = replace(profile, columns=columns, clocks=clocks)
    load = next(pc for pc, each in enumerate(found.transactions) if each)
    assert access_of(found, load, 1.0).bus == pytest.approx(8 * one)


def test_a_channel_takes_one_transaction_in_a_cycle() -> None:
    """With 16 clocks in a cycle the 4 of a line are none of it, but there is a port."""
    machine = device(clock_mhz=1000 / 48)
    program = assemble(STRIDED.format(shift=5, spread=0))
    found = Profile.of_static(analyse(program, machine, global_size=64, local_size=64))
    load = next(pc for pc, each in enumerate(found.transactions) if each)
    assert access_of(found, load, 1.0).bus == pytest.approx(8)


@pytest.mark.parametrize(("columns", "one"), [(1.0, 8.0), (0.5, 4.0), (0.1, 2.0)])
def test_an_atomic_makes_two_requests(columns: float, one: float) -> None:
    """Each of 8 lanes is a transaction of a line, which is read and written: 4 clocks for each column access of the
    two, one at least for each request."""
    program, machine = assemble(ATOMICS.format(lanes=7, shift=2)), device()
    found = replace(Profile.of_static(analyse(program, machine, global_size=64, local_size=64)), columns=columns)
    (atomic,) = found.atomics
    assert access_of(found, atomic, 1.0).bus == pytest.approx(8 * one)
    assert access_of(found, atomic, 1.0).latency == access_of(found, atomic, 1.0).done - 1 + 4  # one way of L = 4
    # 8 warps, 32 turns, 8 lanes: 2048 transactions, 4096 requests, one in a clock, which is a cycle. All is in a turn.
    bounds = {bound.resource: bound for bound in predict(found).bounds}
    assert bounds["memory bandwidth"].cycles == 2 * 2048 - 1
    assert bounds["memory bandwidth"].detail == "4096 requests of 2048 transactions"


def test_an_atomic_of_several_lines_reads_and_writes_each() -> None:
    """A bus of 16 bits has lines of 16 bytes, two for the 32 bytes of an atomic: 4 requests of 4 clocks."""
    program, machine = assemble(ATOMICS.format(lanes=7, shift=2)), device(part="ddr2-667-3-x16-16")
    found = Profile.of_static(analyse(program, machine, global_size=64, local_size=64))
    assert access_of(found, found.atomics[0], 1.0).bus == pytest.approx(8 * 4 * 4)
    assert next(bound.cycles for bound in predict(found).bounds if bound.resource == "memory bandwidth") == 4 * 2048 - 1


def test_atomics_move_a_bus_once() -> None:
    """`simple` memory takes the time of 32 bytes for a transaction, whatever it does with them."""
    program = assemble(ATOMICS.format(lanes=7, shift=2))
    found = Profile.of_static(analyse(program, device(memory="simple"), global_size=64, local_size=64))
    assert access_of(found, found.atomics[0], 1.0).bus == 8 * 32 / found.machine.memory.bytes_per_cycle


@pytest.mark.parametrize(("lanes", "shift"), [(0, 2), (7, 2), (7, 5)])
@pytest.mark.parametrize("size", [64, 256])
def test_atomics_take_turns_at_their_channel(lanes: int, shift: int, size: int) -> None:
    """Lanes at one word, at words of one line, at lines of their own: all at one of two channels, which accepts a
    request in a clock. Reads are forwarded from the write before them, and writes merged, so the data bus is idle."""
    program = assemble(ATOMICS.format(lanes=lanes, shift=shift))
    result = simt.run(program, device(memory__channels=2), global_size=size, local_size=64)
    assert 64 * size < result.cycles < 64 * size + 60
    assert abs(error(result, Profile.of_result(result))) < 0.01


def test_lanes_that_camp_on_one_of_four_channels() -> None:
    """Lanes 1024 bytes apart. With equal shares for the channels the prediction is far too low."""
    machine = device(memory__channels=4)
    result = run(machine, shift=10, spread=2)
    profile = Profile.of_result(result)
    assert profile.crowded is not None
    assert profile.crowded > 0.9
    assert error(result, replace(profile, crowded=None, asked=0.0)) < -0.3
    assert abs(error(result, profile)) < 0.25


def test_lanes_that_spread_over_the_channels() -> None:
    result = run(device(memory__channels=4), shift=8, spread=2)
    profile = Profile.of_result(result)
    assert profile.crowded is not None
    assert profile.crowded < 0.35
    assert abs(error(result, profile)) < 0.25


def test_cores_that_read_the_same_lines_at_once() -> None:
    """Four cores ask for the same: requests share column accesses, and with one of its own for each it is too high."""
    result = run(device(), shift=5)
    profile = Profile.of_result(result)
    assert profile.columns < 0.7
    assert error(result, replace(profile, columns=1.0)) > 0.3
    assert abs(error(result, profile)) < 0.25


def test_lanes_at_rows_of_one_bank() -> None:
    """Lanes 32 KiB apart: each asks for a row of its own, in the same bank. Without a record the rows are not known."""
    program = assemble(STRIDED.format(shift=15, spread=0))
    machine = device(memory__merge=False)
    result = simt.run(program, machine, global_size=256, local_size=64, record=True)
    profile = Profile.of_result(result)
    assert profile.clocks is not None
    assert profile.clocks > 6
    assert abs(error(result, profile)) < 0.15
    unrecorded = Profile.of_result(simt.run(program, machine, global_size=256, local_size=64))
    assert unrecorded.clocks is None
    assert error(result, unrecorded) < -0.3


def test_what_is_counted_of_channels_changes_nothing_on_a_bus() -> None:
    result = run(device(memory="simple"), shift=5)
    profile = Profile.of_result(result)
    assert (profile.columns, profile.crowded) == (1.0, None)
    assert predict(replace(profile, columns=0.5, crowded=1.0, clocks=9.0)).cycles == predict(profile).cycles


def test_every_model_says_that_exclusive_grants_are_left_out() -> None:
    options: dict[str, Any] = {"local_size": (16, 16), "models": "all"}
    told = "memory.arbiter = hmgpu is left out"
    for arbiter in ("frfcfs", "hmgpu"):
        found = simt.model("mm_global", "gtx280", set={"memory": "dram", "memory.arbiter": arbiter}, **options)
        notes = [note for one in found.outcomes if one.prediction for note in one.prediction.notes]
        assert sum(told in note for note in notes) == (5 if arbiter == "hmgpu" else 0)
        assert str(found).count(told) == (arbiter == "hmgpu")


GATHERED = """
.kernel gathered
.buffer x, u32, 65536
.buffer y, u32, 64
    shl.b32   r0, global_id, 8
    ld.global r1, [r0 + x]
    mov.b32   r3, 4
loop:
    atom.add.u32 r2, [y], r3
    sub.u32   r3, r3, 1 -> loop if nz
    ret
"""


def test_atomics_camp_on_a_channel_to_which_few_column_accesses_go() -> None:
    """Loads of 64 lines in all channels, one column access each; atomics of one line, which share one access."""
    result = simt.run(assemble(GATHERED), device(memory__channels=4), global_size=64, local_size=16)
    profile = Profile.of_result(result)
    assert profile.crowded is not None
    assert profile.crowded < 0.6 < profile.asked
    assert error(result, replace(profile, asked=0.0)) < -0.2
    assert abs(error(result, profile)) < 0.1
