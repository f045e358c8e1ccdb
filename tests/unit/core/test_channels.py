"""Memory of DRAM behind the arbiter (docs/processor.md, section 19): cycles derived by hand, values, commands.

The specification is held equal elsewhere; here is what the contract says of launches that are small enough to follow.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

import isa
import simt
from isa.program.buffers import FIRST_BUFFER
from simt.core.engine.recorder import recorder_of
from simt.core.engine.run import Running, finish
from simt.core.state import states
from simt.core.state.dram import COMMANDS, commands_of
from simt.core.state.grid import Grid
from simt.core.state.placed import Memories, Placed
from simt.core.state.state import State
from simt.launch.arrays import buffer_spans
from simt.launch.inputs import bind
from simt.launch.oracle import Oracle
from simt.machine import Machine
from tests.device_kernels import LESS, SMALL, check
from tests.examples import nightly_but
from tests.reference.legality import Command, violations
from tests.shipped import OF_DEVICES

FIRST, END = 4096, 4096 + 65536  # the buffer
PARTS = ("ddr2-667-3-x16-32", "ddr4-2400-083e-x16-64", "gddr3-2214-x32-64", "gddr5-4800-x32-32")
# f = 0, r = 0, L = 2; a clock of the DRAM is a cycle; lines and transactions are of 32 bytes, rows of 4096. The buffer
# begins with row 0 of bank 1, and 32768 bytes further on is row 1 of that bank.
BASE = {
    "memory": "dram", "part": "ddr2-667-3-x16-32", "clock_mhz": 1000 / 3, "pipeline": 10, "coalescing": "sectors",
    "memory.queue": 64, "interconnect.latency": 2, "front_end.stages": 0, "retire.stages": 0, "alu.latency": 1,
}  # fmt: skip


class Found(NamedTuple):
    offers: list[int]  # of each core's last access to memory
    cycles: int
    commands: list[list[tuple[int, str, int, int]]]  # of each channel: clock, name, bank, row
    words: np.ndarray


def run(text: str, threads: int = 1, groups: int = 1, **keys: Any) -> Found:
    """A launch on a machine of warps of four; in `keys` two underlines are a dot."""
    machine = Machine.load("fpga4", {**BASE, **{key.replace("__", "."): value for key, value in keys.items()}})
    program = isa.assemble(text)
    grid = Grid.of(threads, groups=groups)
    words, spans = np.zeros(END // 4, np.uint32), np.array([(FIRST, END)])
    state = State.build(Placed(program, machine, grid), Memories(words=words, buffers=spans), commands=1000)
    output = finish(state, max_cycles=4000, recorder=recorder_of(state, True, 4000))
    assert output.kept is not None
    assert output.status == "done"
    assert state.device is not None
    offers = [
        max(event["offer"] for event in kept.events if program.instructions[event["pc"]].spec.unit == "memory")
        for kept in output.kept
    ]
    return Found(offers, output.cycles, [named(log) for log in commands_of(state.device.dram)], words)


def named(log: np.ndarray) -> list[tuple[int, str, int, int]]:
    """A log with the commands' names."""
    return [(clock, COMMANDS[command], bank, row) for clock, command, bank, row in log.tolist()]


# --- Times -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("clock_mhz", "offered"), [(1000 / 3, 31), (2000 / 3, 48), (500 / 3, 23)])
def test_one_load(clock_mhz: float, offered: int) -> None:
    """Entered in 0, in the queue in 1, at the arbiter in 3 and granted then.

    Clock 3 accepts it; it moves on in 4, activate in 5, read tRCD = 5 later, data CL + B = 5 + 4 later, in 19: served
    in cycle 19, done 10 later, there L later. With clocks of two cycles it is accepted in clock 2, the first that does
    not begin before cycle 3; data in clock 18, which is cycle 36. With two clocks in a cycle it is accepted in clock 6;
    data in 22, which is cycle 11.
    """
    found = run(f"ld.global r1, [{FIRST}]\nret\n", clock_mhz=clock_mhz)
    assert found.offers == [offered]
    accepted = {31: 3, 48: 2, 23: 6}[offered]
    assert found.commands == [[(accepted + 2, "activate", 1, 0), (accepted + 7, "read", 1, 0)]]


def test_two_loads_of_a_row() -> None:
    """The shift takes cycle 0, the load enters in 1; in the queue in 2 and 3, at the arbiter and granted in 4 and 5.

    The first activates in 6 and reads in 11; the second, accepted in 5, is in the bank's queue in 6 and reads B = 4
    clocks after the first, in 15. Its data is there in 24, so the access is offered in 24 + 10 + 2.
    """
    found = run(f"shl.b32 r0, lane_id, 5\nld.global r1, [r0 + {FIRST}]\nret\n", 2)
    assert found.commands == [[(6, "activate", 1, 0), (11, "read", 1, 0), (15, "read", 1, 0)]]
    assert found.offers == [36]


def test_two_loads_of_two_rows_of_a_bank() -> None:
    """As above, but the second is of row 1: a precharge tRAS = 14 after the activate, in 20, is later than 5 after the
    read; activate in 25, read in 30, data in 39.
    """
    found = run(f"shl.b32 r0, lane_id, 15\nld.global r1, [r0 + {FIRST}]\nret\n", 2)
    assert found.commands == [
        [
            (6, "activate", 1, 0), (11, "read", 1, 0), (20, "precharge", 1, 0), (25, "activate", 1, 1),
            (30, "read", 1, 1),
        ]
    ]  # fmt: skip
    assert found.offers == [51]


def test_a_load_of_what_was_stored() -> None:
    """The store enters in 0, is in the queue in 1 and complete in 2; the load enters in 2 and is granted in 5.

    The write waits in its queue with no other, so the read is forwarded from it, in two clocks: 7 + 10 + 2. Nothing
    goes to the DRAM.
    """
    found = run(f"mov.b32 r1, 77\nst.global [{FIRST}], r1\nld.global r2, [{FIRST}]\nst.global [{FIRST + 4}], r2\nret\n")
    assert found.commands == [[]]
    assert found.words[FIRST // 4 :][:2].tolist() == [77, 77]
    assert run(f"st.global [{FIRST}], r1\nld.global r2, [{FIRST}]\nret\n").offers == [19]


def test_an_atomic_reads_its_line_and_then_writes_it() -> None:
    """Granted in 3 as the load is, its read accepted in 3 and its write in 4: the read's data is later."""
    found = run(f"mov.b32 r1, 5\natom.add.u32 r2, [{FIRST}], r1\nret\n")
    assert found.offers == [32]  # after the move
    assert found.commands == [[(6, "activate", 1, 0), (11, "read", 1, 0)]]
    assert found.words[FIRST // 4] == 5


def test_two_channels() -> None:
    """128 bytes on is the other channel, at byte 2048 of it, in bank 0. Granted in 4 and 5: data in 20 and 21."""
    text = f"shl.b32 r0, lane_id, 7\nld.global r1, [r0 + {FIRST}]\nret\n"
    found = run(text, 2, memory__channels=2, memory__interleave=128)
    assert found.commands == [
        [(6, "activate", 0, 0), (11, "read", 0, 0)],
        [(7, "activate", 0, 0), (12, "read", 0, 0)],
    ]
    assert found.offers == [33]


def test_two_cores_at_one_channel() -> None:
    """A cycle later, at the arbiter in 4: core 0 first, core 1 when the port is empty, in 5. Data in 20 and 24."""
    found = run(f"shl.b32 r0, group_id, 5\nld.global r1, [r0 + {FIRST}]\nret\n", 1, 2, cores=2)
    assert found.offers == [32, 36]  # after the shift


def test_two_cores_at_two_channels_are_granted_in_one_cycle() -> None:
    text = f"shl.b32 r0, group_id, 7\nld.global r1, [r0 + {FIRST}]\nret\n"
    found = run(text, 1, 2, cores=2, memory__channels=2, memory__interleave=128)
    assert found.offers == [32, 32]


def test_a_transaction_of_four_lines_is_done_with_the_last() -> None:
    """A segment of 128 bytes: lines accepted in 3 to 6, read in 10, 14, 18 and 22; data in 31."""
    found = run(f"ld.global r1, [{FIRST}]\nret\n", coalescing="segments")
    assert [clock for clock, name, _, _ in found.commands[0] if name == "read"] == [10, 14, 18, 22]
    assert found.offers == [31 + 10 + 2]


def test_a_launch_ends_when_its_stores_are_accepted() -> None:
    """Granted in 3, accepted in 3, complete in 5: done in 15, and the launch ends in 16."""
    assert run(f"st.global [{FIRST}], r1\nret\n").cycles == 16


@pytest.mark.parametrize(
    ("age", "reads", "offered"),
    [(0, [11, 15, 19, 23], 44), (7, [11, 15, 19, 23], 44), (6, [11, 15, 19, 23], 44), (2, [11, 15, 22, 26], 47)],
)
def test_nothing_is_taken_while_a_read_waits_too_long(age: int, reads: list[int], offered: int) -> None:
    """Four loads of four banks, granted in 4 to 7; banks are activated tRRD = 4 clocks apart, in 6, 10, 14 and 18.

    With an age of 2 the read that was accepted in 4 holds all others but the second up from 6 on, and when it goes, in
    11, the second has waited for longer. That one goes in 15: the third is accepted then, activated in 17, and reads in
    22; the fourth is granted and accepted in 16, before the third is old, and reads 4 clocks later.
    """
    found = run(f"shl.b32 r0, lane_id, 12\nld.global r1, [r0 + {FIRST}]\nret\n", 4, memory__age=age)
    assert [clock for clock, name, _, _ in found.commands[0] if name == "read"] == reads
    assert found.offers == [offered]


@pytest.mark.parametrize(
    ("mapping", "bank", "row"), [("row_bank_column", 1, 1), ("row_column_bank", 0, 1), ("bank_row_column", 0, 9)]
)
def test_mappings(mapping: str, bank: int, row: int) -> None:
    """Line 1152 is 9 x 128: rows have 128 lines, and there are 8 banks of 8192 rows."""
    found = run(f"ld.global r1, [{FIRST + 32768}]\nret\n", memory__mapping=mapping)
    assert found.commands[0][0][1:] == ("activate", bank, row)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("clock_mhz", [100.0, 850.0, 1296.0])
def test_a_machine_knows_what_an_unloaded_load_takes(part: str, clock_mhz: float) -> None:
    """From the grant in cycle 3 on, but for the wait until a clock begins; and L back."""
    found = run(f"ld.global r1, [{FIRST}]\nret\n", part=part, clock_mhz=clock_mhz)
    machine = Machine.load("fpga4", {**BASE, "part": part, "clock_mhz": clock_mhz})
    assert 0 <= found.offers[0] - 3 - 2 - machine.memory_latency(32) <= -(-1024 // machine.dram_rate)


# --- Values, slices, commands ----------------------------------------------------------------------------------------

DRAM = SMALL | {"memory.policy": "dram", "memory.channels": 3, "coalescing": "sectors"}


def state_of(name: str, machine: Machine, defines: dict[str, int], commands: int = 0) -> State:
    """A shipped kernel before its run."""
    program, oracle = simt.load_program(name, defines=defines), Oracle.beside(simt.find_program(name))
    assert oracle is not None
    sizes = oracle.launch(program)
    assert sizes is not None
    bound = bind(program, machine, oracle.inputs(program, seed=7))
    words = np.concatenate((np.zeros(FIRST_BUFFER // 4, np.uint32), bound.memory))
    return State.build(
        Placed(bound.program, machine, Grid(*sizes)),
        Memories(words=words, buffers=buffer_spans(bound.program)),
        commands=commands,
    )


@pytest.mark.parametrize("name", nightly_but(("mm_local", "pps_br"), OF_DEVICES))
def test_shipped_kernels_compute_the_same(name: str) -> None:
    check(name, Machine.load("fpga4", DRAM), LESS.get(name, {"n": 256, "group": 32}))


@pytest.mark.parametrize("part", PARTS)
def test_the_commands_of_a_kernel_are_legal(part: str) -> None:
    machine = Machine.load("fpga4", DRAM | {"part": part, "memory.mapping": "row_column_bank"})
    state = state_of("mm_global", machine, {"n": 32}, commands=1 << 18)
    assert finish(state, max_cycles=10_000_000).status == "done"
    assert state.device is not None
    logs = [named(log) for log in commands_of(state.device.dram)]
    assert len(logs) == 3
    for log in logs:
        assert 100 < len(log) < 1 << 18
        assert violations([Command(*each) for each in log], machine.dram.values) == []


@pytest.mark.parametrize("latency", [1, 8])
def test_a_run_in_slices_is_the_run(latency: int) -> None:
    assert_slices_are_the_run(Machine.load("fpga4", DRAM | {"interconnect.latency": latency}))


def assert_slices_are_the_run(machine: Machine) -> None:
    """Whatever a call computes, and wherever it returns to Python: all that the state holds is the same in the end."""
    whole, sliced = (state_of("mm_local", machine, {"n": 16}, commands=1000) for _ in range(2))
    finish(whole, max_cycles=100_000)
    assert sliced.device is not None
    far = sliced.device.fars[0]
    running, until = Running(sliced), 0
    while far["status"] == states.RUNNING:
        until += 97
        running.advance(until, 100_000)
    for mine, its in zip(arrays(whole), arrays(sliced), strict=True):
        np.testing.assert_array_equal(mine, its)


def arrays(group: Any) -> list[np.ndarray]:
    """All arrays of a state or a group."""
    if isinstance(group, State):
        return arrays((group.cores, group.device))
    if isinstance(group, tuple):
        return [array for member in group for array in arrays(member)]
    return [] if group is None else [group]


def test_values_do_not_hang_on_the_interconnect() -> None:
    """A kernel without races: the same memory, in other times."""
    found = []
    for latency in (1, 5, 33):
        state = state_of("mm_global", Machine.load("fpga4", DRAM | {"interconnect.latency": latency}), {"n": 16})
        output = finish(state, max_cycles=1_000_000)
        assert output.status == "done"
        found.append((output.cycles, output.words.tobytes() if output.words is not None else b""))
    assert len({words for _, words in found}) == 1
    assert len({cycles for cycles, _ in found}) == 3


# --- Errors ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "code", "words"),
    [
        ({"part": "ddr2-667"}, "E0404", "did you mean `ddr2-667-3"),
        ({"part": "channel.toml"}, "E0404", "there is no preset `channel.toml`"),
        ({"part": "ddr2-667-3-x16-8"}, "E0404", "a part is wider than the bus"),
        ({"memory": "dram", "interleave": 384}, "E0405", "memory.interleave = 384 is not a power of two"),
        ({"memory": "dram", "part": "ddr2-667-3-x16-512", "interleave": 128}, "E0405", "holds no whole line"),
        ({"channels": 65}, "E0403", "1 to 64"),
    ],
)
def test_what_a_machine_cannot_be(keys: dict[str, object], code: str, words: str) -> None:
    with pytest.raises(simt.MachineError) as refused:
        Machine.load("fpga4", keys)
    found = refused.value.diagnostics[0]
    assert found.code == code
    assert words in str(refused.value)
    assert "E0430" not in str(refused.value)


def test_buffers_that_the_channels_do_not_hold() -> None:
    """One channel of 64 Mi words: two devices of 1 Gb."""
    program = simt.assemble(f".buffer x, u32, {1 << 26}\nret\n")
    with pytest.raises(simt.SimtError) as refused:
        simt.run(program, Machine.load("fpga4", {"memory": "dram"}), local_size=1)
    assert refused.value.code == "E0501"
    assert "end at byte 268439552, and memory.channels = 1" in str(refused.value)
    assert "memory.channels=2" in str(refused.value)
