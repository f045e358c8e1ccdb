"""What channels of DRAM count (`simt.result.parts.ChannelCounts`): by hand, and against the log of their commands."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import isa
import simt
from simt.core.engine.run import finish
from simt.core.state.dram import COMMANDS, commands_of
from simt.core.state.grid import Grid
from simt.core.state.placed import Memories, Placed
from simt.core.state.state import State
from simt.launch.arrays import buffer_spans
from simt.launch.inputs import bind
from simt.machine import Machine
from simt.result.parts import ChannelCounts
from simt.result.result import Result

KEYS = {"memory": "dram", "memory.coalescing": "sectors", "memory.queue": 64}


def run(text: str, threads: int, **keys: object) -> Result:
    machine = Machine.load("fpga4", {**KEYS, **{key.replace("__", "."): value for key, value in keys.items()}})
    return simt.run(isa.assemble(f".kernel counted\n.buffer x, u32, 16384\n{text}ret\n"), machine, threads=threads)


def counted(result: Result) -> ChannelCounts:
    assert result.channels is not None
    return result.channels


def of_channels(found: ChannelCounts) -> dict[str, object]:
    """All but the counts of banks, which tests/unit/result/test_dram_bounds.py looks at."""
    return {name: value for name, value in found.to_dict().items() if not name.startswith("bank_")}


def test_two_rows_of_a_bank() -> None:
    """Rows have 4096 bytes and there are eight banks, so 32768 bytes on is the next row of the bank.

    The second read goes tRCD + tRAS + tRP + 2 = 26 clocks after the first was accepted, which was 3 clocks before it.
    """
    found = counted(run("shl.b32 r0, lane_id, 15\nld.global r1, [r0 + x]\n", 2))
    assert of_channels(found) == {
        "requests": [2],
        "columns": [2],
        "opened": [2],
        "turns": [0],
        "refreshes": [0],
        "longest_wait": [23],
        "granted": [0],
        "crowded": 2,
    }


def test_reads_of_one_line_share_a_column_access() -> None:
    """Two warps read the same line at once: a request of each, of which the second is served with the first."""
    found = counted(run("ld.global r1, [x]\n", 8, clock_mhz=1000))
    assert of_channels(found) == {
        "requests": [2],
        "columns": [1],
        "opened": [1],
        "turns": [0],
        "refreshes": [0],
        "longest_wait": [7],
        "granted": [0],
        "crowded": 1,
    }


def test_a_write_that_waits_has_no_column_access() -> None:
    found = counted(run("st.global [4096], r1\nld.global r1, [4160]\n", 1))
    assert found.requests.tolist() == [2]
    assert found.columns.tolist() == [1]


def test_lanes_that_camp_on_a_channel() -> None:
    """Four channels change every 256 bytes: lanes 1024 bytes apart are of one channel, 256 bytes apart of four.

    Buffers begin at byte 4096, in channel 0.
    """
    camping = counted(run("shl.b32 r0, lane_id, 10\nld.global r1, [r0 + x]\n", 4, memory__channels=4))
    assert camping.requests.tolist() == [4, 0, 0, 0]
    assert camping.crowded == 4
    even = counted(run("shl.b32 r0, lane_id, 8\nld.global r1, [r0 + x]\n", 4, memory__channels=4))
    assert even.requests.tolist() == [1, 1, 1, 1]
    assert even.crowded == 1


def test_windows_hold_what_the_transaction_queues_do() -> None:
    """256 lines in a row, of eight to a channel, fill four windows of 2 x 32 requests: 32 of each channel in each."""
    text = "shl.b32 r0, thread_id, 5\n" + "ld.global r1, [r0 + x]\nadd.u32 r0, r0, 2048\n" * 4
    found = counted(run(text, 64, memory__channels=2))
    assert found.requests.tolist() == [128, 128]
    assert 128 <= found.crowded <= 4 * 40  # warps do not come in their order throughout


def test_no_channels_no_counts() -> None:
    assert run("ld.global r1, [x]\n", 4, memory="simple").channels is None


@pytest.mark.parametrize("channels", [1, 3])
def test_counts_are_those_of_the_commands(channels: int) -> None:
    """Copies with strides, so that rows change and the bus turns."""
    machine = Machine.load("fpga4", {**KEYS, "memory.channels": channels, "memory.interleave": 128})
    program = isa.assemble(
        ".kernel copy\n.buffer x, u32, 16384\nshl.b32 r0, thread_id, 9\nmov.b32 r2, 24\nloop:\n"
        "ld.global r1, [r0 + x]\nst.global [r0 + 4128], r1\nadd.u32 r0, r0, 1092\nand.b32 r0, r0, 65420\n"
        "sub.u32 r2, r2, 1 -> loop if nz\nret\n"
    )
    bound = bind(program, machine, {})
    words = np.concatenate((np.zeros(1024, np.uint32), bound.memory))
    state = State.build(
        Placed(bound.program, machine, Grid.of(64)),
        Memories(local=bound.local, words=words, buffers=buffer_spans(program)),
        commands=20_000,
    )
    found = finish(state, max_cycles=200_000).channels
    assert found is not None
    assert state.device is not None
    for number, log in enumerate(commands_of(state.device.dram)):
        names = [COMMANDS[command] for command in log["command"]]
        columns = [name for name in names if name in ("read", "write")]
        assert found["columns"][number] == len(columns)
        assert found["opened"][number] == names.count("activate")
        assert found["turns"][number] == sum(a != b for a, b in pairwise(columns)) > 0
        assert found["requests"][number] >= len(columns)
    assert found["columns"].max() <= found["crowded"] <= found["columns"].sum()
