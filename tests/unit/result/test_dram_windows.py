"""Windows of DRAM: clocks per column access of the busiest channel, of logs that are written by hand.

A bank of this part has a read 5 clocks after its activate, closes 5 clocks after a read and opens 5 after that, but no
sooner than 19 after it was opened (tRC). Activates are 4 apart (tRRD), and the fifth is 17 after the first (tFAW).
Column accesses are 4 apart, a write is 6 after a read, a read 11 after a write. A window has 32 column accesses for
each channel.
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
    assert clocks_per_column(machine(), [log([*OPEN_AND_READ, *reads(63)])]) == 4


def test_turns_of_the_data_bus() -> None:
    """16 turns to a write and 15 back, and the time from the last access to the first one of the next window."""
    alternating = [(int(command), 0) for command in (READ, WRITE)] * 16
    assert clocks_per_column(machine(), [log(alternating)]) == (16 * 6 + 15 * 11 + 4) / 32


def test_rows_of_one_bank() -> None:
    """Each of 32 reads opens a row: 31 times tRC from the first activate to the last one."""
    assert clocks_per_column(machine(), [log([*OPEN_AND_READ] * 32)]) == 31 * 19 / 32


def test_rows_of_all_banks_in_turn() -> None:
    """31 activates after the first: seven times four in tFAW and three in tRRD, 131 clocks, and the bus needs 128."""
    each = [(int(command), number % 8) for number in range(32) for command in (ACTIVATE, READ)]
    assert clocks_per_column(machine(), [log(each)]) == (7 * 17 + 3 * 4) / 32


def test_the_channel_with_most_accesses_need_not_be_the_one_that_takes_longest() -> None:
    """One channel opens 16 rows of a bank, 15 x 19 = 285 clocks, while the other reads 48 times, in 192."""
    logs = [log([*OPEN_AND_READ] * 16), log([*OPEN_AND_READ, *reads(47)])]
    assert clocks_per_column(machine(2), logs) == 285 / 48


def test_windows_are_added_up() -> None:
    """31 more reads of the first row, then 32 rows. The second of all is opened before the first window's end.

    In this one the bank takes 5 + 5 + 5 clocks for a row that is opened again, and 30 x 4 for the other reads. In the
    next it opens 31 rows, 19 clocks apart.
    """
    assert (
        clocks_per_column(machine(), [log([*OPEN_AND_READ, *reads(31), *OPEN_AND_READ * 32])])
        == (15 + 30 * 4 + 30 * 19) / 64
    )


def test_commands_that_a_full_log_of_another_channel_has_lost_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first log is full, and begins with clock 1000: what the second has before it has nobody beside it."""
    monkeypatch.setattr(dram_windows, "log_length", lambda machine, cycles: 40)
    logs = [log(reads(40), first=1000), log([*OPEN_AND_READ] * 15)]
    assert clocks_per_column(machine(2), logs) == 4


def test_no_column_access_has_no_time() -> None:
    assert clocks_per_column(machine(), [log([])]) is None
