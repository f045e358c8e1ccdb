"""The times of a channel's commands and their effects, made from the table of constraints (docs/dram.md, 4).

Every row of the table becomes a line of the function of its earlier command, so no table is read during a run. Rows of
the rank are noted in the controller, rows of a bank in the bank, rows of a group in each of its banks.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simt.core.jit import apart, block, inlined
from simt.core.state.dram import ACTIVATE, PRECHARGE, READ, REFRESH, WRITE
from simt.machine.constraints import CONSTRAINTS, WAITS_AS, waiting


def _from_table(name: str, arguments: str, lines: list[str], **called: Any) -> Any:
    """Return a function whose lines were made from the table."""
    exec(f"def {name}({arguments}):\n" + "".join(f"    {line}\n" for line in lines), called)
    return called[name]


def _first_clock(command: str) -> Any:
    """Return the function for the first clock in which a bank takes a command, whatever its row is."""
    terms = [f"bank.next_{name}" for name in WAITS_AS[command] if name in waiting("bank", "group")]
    terms += [f"dram.control.next_{name}" for name in WAITS_AS[command] if name in waiting("rank")]
    first = terms.pop()
    for term in terms:
        first = f"max({term}, {first})"
    return inlined(_from_table(f"{command}_at", "bank, dram", [f"return {first}"]))


def _lines(command: str, level: str) -> list[str]:
    """Return a line for each row of the table by which a command makes later ones of a level wait."""
    record, lines = "control" if level == "rank" else "bank", []
    for row in CONSTRAINTS:
        if row.level == level and command in row.before.split():
            since = "clock"
            if row.window > 1:
                lines.append("dram.activates[control.oldest] = clock")
                lines.append(f"control.oldest = (control.oldest + 1) & {row.window - 1}")
                since = "dram.activates[control.oldest]"
            for field in (f"{record}.next_{name}" for name in row.after.split()):
                lines.append(f"{field} = max({field}, {since} + channel.{row.clocks})")
    return lines


def _waits_in_group() -> Any:
    """Return the function that notes a command's waits in its group's banks: channels without groups do not call it."""
    lines = ["channel, first = dram.channel, number & -dram.channel.group_banks"]
    lines += ["for place in range(first, first + channel.group_banks):", "    bank = dram.banks[place]"]
    for place, command in enumerate(WAITS_AS):
        if notes := _lines(command, "group"):
            lines += [f"    if command == {place}:", *(f"        {line}" for line in notes)]
    return apart(_from_table("in_group", "command, number, clock, dram", lines))


def _waits_after(command: str) -> Any:
    """Return the function that notes the waits of later commands after a command in a bank."""
    lines = ["channel, control, bank = dram.channel, dram.control, dram.banks[number]"]
    lines += _lines(command, "bank") + _lines(command, "rank")
    if _lines(command, "group"):
        place = list(WAITS_AS).index(command)
        lines += ["if channel.group_banks > 0:", f"    in_group(int64({place}), int64(number), clock, dram)"]
    name, arguments = f"after_{command}", "number, clock, dram"
    return inlined(_from_table(name, arguments, lines, in_group=in_group, int64=np.int64))


in_group = _waits_in_group()
activate_at, precharge_at = _first_clock("activate"), _first_clock("precharge")
read_at, write_at = _first_clock("read"), _first_clock("write")
refresh_at, refresh_bank_at = _first_clock("refresh"), _first_clock("refresh_bank")
after_activate, after_precharge = _waits_after("activate"), _waits_after("precharge")
after_read, after_write = _waits_after("read"), _waits_after("write")
after_refresh, after_refresh_bank = _waits_after("refresh"), _waits_after("refresh_bank")


@block
def activate(number, row, clock, dram):
    """Open a row."""
    bank = dram.banks[number]
    bank.row = row
    bank.hits = 0
    bank.opened += 1
    dram.control.opened += 1
    after_activate(number, clock, dram)
    log(ACTIVATE, number, row, clock, dram)


@block
def read(number, row, clock, dram):
    """Read a burst of the row, which is open."""
    count_column(number, np.int64(0), dram)
    after_read(number, clock, dram)
    log(READ, number, row, clock, dram)


@block
def write(number, row, clock, dram):
    """Write a burst into the row, which is open."""
    count_column(number, np.int64(1), dram)
    after_write(number, clock, dram)
    log(WRITE, number, row, clock, dram)


@block
def count_column(number, is_write, dram):
    """Count a column access in a bank, and whether the bus turns for it."""
    bank, control = dram.banks[number], dram.control
    bank.hits += 1
    bank.columns += 1
    bank.written += is_write
    if control.columns > 0 and control.is_writing != is_write:
        control.turns += 1
    control.columns += 1
    control.is_writing = is_write


@block
def precharge(number, clock, dram):
    """Close a bank's row."""
    bank = dram.banks[number]
    log(PRECHARGE, number, bank.row, clock, dram)
    bank.row = -1
    after_precharge(number, clock, dram)


@block
def refresh(clock, dram):
    """Refresh all banks, which are closed."""
    dram.control.refreshed += 1
    after_refresh(0, clock, dram)
    log(REFRESH, np.int64(-1), np.int64(-1), clock, dram)


@block
def refresh_bank(number, clock, dram):
    """Refresh a bank, which is closed."""
    dram.control.refreshed += 1
    after_refresh_bank(number, clock, dram)
    log(REFRESH, number, np.int64(-1), clock, dram)


@block
def log(command, bank, row, clock, dram):
    """Write a command into the log, if somebody reads it."""
    if dram.log.shape[0] > 0:
        entry = dram.log[dram.control.logged % dram.log.shape[0]]
        entry.clock = clock
        entry.command = command
        entry.bank = bank
        entry.row = row
        dram.control.logged += 1
