"""Bounds of DRAM channels: the time that each resource alone needs for a run's commands (docs/dram.md, 4 and 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from isa.reporting.diagnostics import plural

if TYPE_CHECKING:
    from simt.machine import Machine
    from simt.machine.channel import Channel
    from simt.result.parts import ChannelCounts


def needs_of_channels(machine: Machine, counts: ChannelCounts) -> list[tuple[int, str, str]]:
    """Return (cycles, resource, work in words) for each resource of channels, from its busiest channel.

    No run that ends is shorter than these cycles.
    """
    rows: dict[str, tuple[int, str, str]] = {}
    for number in range(len(counts.requests)):
        of_channel = "" if len(counts.requests) == 1 else f" of channel {number}"
        for resource, clock, work in _of_channel(machine, counts, number):
            cycles = _cycles(machine, clock)
            if resource not in rows or cycles > rows[resource][0]:
                rows[resource] = cycles, resource, work + of_channel
    return list(rows.values())


def _of_channel(machine: Machine, counts: ChannelCounts, number: int) -> list[tuple[str, int, str]]:
    """Return (resource, the earliest clock of its last command, its work) for the resources of a channel."""
    channel, is_exclusive = machine.dram, machine.memory.arbiter == "hmgpu"
    requests, columns, turns, opened, refreshes, granted = (
        int(count[number])
        for count in (
            counts.requests, counts.columns, counts.turns, counts.opened, counts.refreshes, counts.granted,
        )
    )  # fmt: skip
    if not requests:
        return []
    after = f", {plural(refreshes, 'refresh', 'es')}"
    rows = [] if is_exclusive else [("DRAM requests", requests - 1, plural(requests, "request"))]
    if columns:
        work = f"{plural(columns, 'column access', 'es')}, {plural(turns, 'turn')}{after}"
        rows.append(("DRAM bus", bus_clock(channel, columns, turns, refreshes), work))
    if opened:
        work = plural(opened, "activate") + after
        rows.append(("DRAM activates", activate_clock(channel, opened, refreshes), work))
        rows.append(_busiest_bank(channel, counts, number, refreshes))
    if opened and is_exclusive:
        has_reads = int(counts.bank_written[number].sum()) < columns
        clock = granted + refreshes * channel.refresh_clocks - (_after_data(channel) if has_reads else 0)
        rows.append(("DRAM grants", clock, f"{plural(opened, 'exclusive grant')}{after}"))
    return rows


def _busiest_bank(channel: Channel, counts: ChannelCounts, number: int, refreshes: int) -> tuple[str, int, str]:
    """Return the row of `_of_channel` for the bank that needs the most clocks."""
    arrays = counts.bank_opened, counts.bank_columns, counts.bank_written
    banks = zip(*(array[number].tolist() for array in arrays), strict=True)
    clock, bank, opened, columns = max(
        (bank_clock(channel, opened, columns, written, refreshes), bank, opened, columns)
        for bank, (opened, columns, written) in enumerate(banks)
    )
    work = f"{plural(opened, 'activate')}, {plural(columns, 'column access', 'es')} of bank {bank}"
    return "DRAM bank", clock, work


def bus_clock(channel: Channel, columns: int, turns: int, refreshes: int) -> int:
    """Return the earliest clock of a channel's last column access, counted from the first activate.

    - columns: the number of column accesses of the channel.
    - turns: the number of accesses whose direction differs from the access before.
    - refreshes: the number of refreshes of the channel.
    """
    # A gap in which banks are closed, refreshed and opened again is no shorter than the gap alone and the refresh.
    around = _closing(channel) + int(channel["act_to_col"])
    hidden = max(0, int(max(channel["col_to_col"], channel["rd_to_wr"], channel["wr_to_rd"])) - around)
    clocks = int(channel["act_to_col"]) + column_clocks(channel, columns, turns)
    return clocks + _refreshed(channel, refreshes, hidden)


def column_clocks(channel: Channel, columns: int, turns: int) -> int:
    """Return the fewest clocks from the first to the last of a channel's column accesses, without refreshes.

    columns, turns: as for `bus_clock`.
    """
    there, back, gap = int(channel["rd_to_wr"]), int(channel["wr_to_rd"]), int(channel["col_to_col"])
    return (columns - 1 - turns) * gap + turns // 2 * (there + back) + turns % 2 * min(there, back)


def activate_clock(channel: Channel, opened: int, refreshes: int) -> int:
    """Return the earliest clock of a channel's last activate, counted from the channel's first activate.

    opened: the number of activates, in any banks. refreshes: the number of refreshes of the channel.
    """
    fours, rest = divmod(opened - 1, 4)
    other, four = int(channel["tRRD"]), int(channel["tFAW"])
    clocks = fours * max(four, 4 * other) + rest * other
    return clocks + _refreshed(channel, refreshes, max(four, other))


def bank_clock(channel: Channel, opened: int, columns: int, written: int, refreshes: int) -> int:
    """Return the earliest clock of a bank's last command, counted from its first activate; 0 without activates.

    - opened, columns: the numbers of the bank's activates and column accesses.
    - written: the number of column accesses that write.
    - refreshes: the number of refreshes of the channel.

    Between two activates there are at least tRC clocks, and at least the time to access the columns and close the row.
    """
    if not opened:
        return 0
    closing = int(channel["wr_to_pre"]) + int(channel["tRP"]) if written == columns else _closing(channel)
    again = int(channel["tRC"])
    gap = int(min(channel["col_to_col_L"], channel["rd_to_wr"], channel["wr_to_rd_L"]))
    # A refresh may close a row before its first column access: the row is then open for at least tRC less tRP.
    served = min(int(channel["act_to_col"]) + closing, again + gap)
    clocks = max((opened - 1) * again, (opened - 1) * served + (columns - opened) * gap)
    if channel["tRFCpb"]:
        refreshes //= channel["banks"]
    return clocks + _again(channel, refreshes, again - int(channel["tRAS"]) - int(channel["tRP"]))


def _refreshed(channel: Channel, refreshes: int, hidden: int) -> int:
    """Return the clocks that refreshes add to the commands of a channel: none if each refreshes a single bank."""
    return 0 if channel["tRFCpb"] else _again(channel, refreshes, hidden)


def _again(channel: Channel, refreshes: int, hidden: int) -> int:
    """Return the clocks that all refreshes except the last add.

    hidden: the clocks of a refresh that would pass anyway.

    The last refresh may come after the last command.
    """
    return max(0, refreshes - 1) * max(0, channel.refresh_clocks - hidden)


def _closing(channel: Channel) -> int:
    """Return the fewest clocks from a column access until its bank can be activated again."""
    return int(min(channel["rd_to_pre"], channel["wr_to_pre"]) + channel["tRP"])


def _after_data(channel: Channel) -> int:
    """Return the largest number of clocks of an exclusive grant after the data of its reads.

    A run does not wait for them.
    """
    closed = max(int(channel["tRC"]), int(channel["act_to_col"]) + int(channel["rd_to_pre"] + channel["tRP"]))
    return max(0, closed - int(channel["act_to_col"]) - channel.read_to_data)


def _cycles(machine: Machine, clock: int) -> int:
    """Return the fewest cycles of a run whose controller issues a command in clock `clock`.

    Channels run in steps as long as the interconnect's latency. So a write, which no warp waits for, may be issued in a
    step that goes beyond the end of the launch. A launch waits for all accesses of exclusive grants.
    """
    beyond = 0 if machine.memory.arbiter == "hmgpu" else machine.interconnect.latency - 1
    return max(0, 1024 * clock // machine.dram_rate + 1 - beyond)
