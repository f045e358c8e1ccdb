"""Windows of DRAM: the clocks that channels need per column access, of logs that are written by hand.

A bank of this part has a read 5 clocks after its activate, closes 5 clocks after a read and opens 5 after that, but no
sooner than 19 after it was opened (tRC). Activates are 4 apart (tRRD), and the fifth is 17 after the first (tFAW).
Column accesses are 4 apart, a write is 6 after a read, a read 11 after a write. A command goes in each clock at most.
A window has 32 column accesses for each channel and 8 for the core.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from simt.core.state.dram import ACTIVATE, COMMAND, READ, WRITE
from simt.machine import Machine
from simt.result import dram_windows
from simt.result.dram_windows import clocks_per_column

Commands = Sequence[tuple[int, int]]  # a command and its bank

OPEN_AND_READ: Commands = [(int(ACTIVATE), 0), (int(READ), 0)]


def machine(channels: int = 1) -> Machine:
    keys = {"memory": "dram", "memory.part": "ddr2-667-3-x16-32", "memory.channels": channels, "clock_mhz": 1000 / 3}
    return Machine.load("fpga4", keys)


def log(commands: Commands, first: int = 0, step: int = 1) -> np.ndarray:
    """A log of commands that are `step` clocks apart: only their order matters, and the clocks at which windows end."""
    rows = [(first + step * number, command, bank, 0) for number, (command, bank) in enumerate(commands)]
    return np.array(rows, COMMAND)


def reads(count: int) -> Commands:
    return [(int(READ), 0)] * count


def test_reads_of_an_open_row_take_the_data_bus_alone() -> None:
    """The first read is in clock 5, and the last of 64 is 63 x 4 clocks later."""
    assert clocks_per_column(machine(), [log([*OPEN_AND_READ, *reads(63)])]) == (5 + 63 * 4 + 1) / 64


def test_turns_of_the_data_bus() -> None:
    """A read every 17 clocks, of a row that is open before, and a write 6 after each."""
    alternating = [(int(command), 0) for command in (READ, WRITE)] * 16
    assert clocks_per_column(machine(), [log(alternating)]) == (15 * 17 + 6 + 1) / 32


def test_rows_of_one_bank() -> None:
    """Each of 32 reads opens a row: tRC from each activate to the next one, and the last read 5 later."""
    assert clocks_per_column(machine(), [log([*OPEN_AND_READ] * 32)]) == (31 * 19 + 5 + 1) / 32


def test_rows_of_all_banks_in_turn() -> None:
    """A bank is opened before the one before it is read: four activates in tFAW, the last of 32 in 7 x 17 + 12.

    The last read but one is in 132, after that activate in 131, and the last one 4 after it.
    """
    opens, gets = ([(int(command), number % 8) for number in range(32)] for command in (ACTIVATE, READ))
    each = [opens[0], *(one for pair in zip(opens[1:], gets[:-1], strict=True) for one in pair), gets[-1]]
    assert clocks_per_column(machine(), [log(each)]) == (132 + 4 + 1) / 32


def test_the_channel_with_most_accesses_need_not_be_the_one_that_takes_longest() -> None:
    """One channel opens 16 rows of a bank, until 15 x 19 + 5, while the other reads 48 times, until 5 + 47 x 4."""
    logs = [log([*OPEN_AND_READ] * 16), log([*OPEN_AND_READ, *reads(47)])]
    assert clocks_per_column(machine(2), logs) == (15 * 19 + 5 + 1) / 48


def test_channels_that_are_busy_one_after_the_other_wait_for_each_other() -> None:
    """A window of two channels has 72 accesses. In the first all are on one channel, in the second on the other.

    The busiest channel of each 64 accesses has 64, 56 and 16 of them; in turns it has 32, 32 and 8.
    """
    own = 71 * 4 + 1
    assert clocks_per_column(machine(2), [log(reads(72)), log(reads(72), first=72)]) == 2 * own / 136
    in_turns = [log(reads(72), step=2), log(reads(72), first=1, step=2)]  # 36 of each in each window
    assert clocks_per_column(machine(2), in_turns) == own / 72


def test_commands_that_a_full_log_of_another_channel_has_lost_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first log is full, and begins with clock 1000: what the second has before it has nobody beside it."""
    monkeypatch.setattr(dram_windows, "log_length", lambda machine, cycles: 40)
    logs = [log(reads(40), first=1000), log([*OPEN_AND_READ] * 15)]
    assert clocks_per_column(machine(2), logs) == (39 * 4 + 1) / 40


def test_no_column_access_has_no_time() -> None:
    assert clocks_per_column(machine(), [log([])]) is None
    assert clocks_per_column(machine(), []) is None
