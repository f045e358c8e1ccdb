"""The time that DRAM channels alone would need for the commands of a run (docs/dram.md, sections 4 and 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simt.machine import Machine
    from simt.machine.channel import Channel
    from simt.result.parts import ChannelCounts


def needs_of_channels(machine: Machine, counts: ChannelCounts) -> list[tuple[int, str, str]]:
    """Return (cycles, resource, its work) of each resource of a channel, in the channel that needs it longest.

    No complete run is shorter.
    """
    found: dict[str, tuple[int, str, str]] = {}
    for number in range(len(counts.requests)):
        of_channel = "" if len(counts.requests) == 1 else f" of channel {number}"
        for resource, clock, work in _of_channel(machine, counts, number):
            cycles = _cycles(machine, clock)
            if resource not in found or cycles > found[resource][0]:
                found[resource] = cycles, resource, work + of_channel
    return list(found.values())


def _of_channel(machine: Machine, counts: ChannelCounts, number: int) -> list[tuple[str, int, str]]:
    """Return (resource, clock of its last action at the earliest, its work) of one channel."""
    channel, is_exclusive = machine.dram, machine.memory.arbiter == "hmgpu"
    requests, columns, turns, opened, refreshes, granted = (
        int(count[number])
        for count in (
            counts.requests, counts.columns, counts.turns, counts.opened, counts.refreshes, counts.granted,
        )
    )  # fmt: skip
    if not requests:
        return []
    after = f", {_several(refreshes, 'refresh', 'es')}"
    found = [] if is_exclusive else [("DRAM requests", requests - 1, _several(requests, "request"))]
    if columns:
        work = f"{_several(columns, 'column access', 'es')}, {_several(turns, 'turn')}{after}"
        found.append(("DRAM bus", bus_clock(channel, columns, turns, refreshes), work))
    if opened:
        found.append(
            ("DRAM activates", activate_clock(channel, opened, refreshes), _several(opened, "activate") + after)
        )
        found.append(_busiest_bank(channel, counts, number, refreshes))
    if opened and is_exclusive:
        has_reads = int(counts.bank_written[number].sum()) < columns
        clock = granted + refreshes * channel.refresh_clocks - (_after_data(channel) if has_reads else 0)
        found.append(("DRAM grants", clock, f"{_several(opened, 'exclusive grant')}{after}"))
    return found


def _busiest_bank(channel: Channel, counts: ChannelCounts, number: int, refreshes: int) -> tuple[str, int, str]:
    """Return the row of the bank that needs the longest time."""
    banks = zip(
        *(of[number].tolist() for of in (counts.bank_opened, counts.bank_columns, counts.bank_written)), strict=True
    )
    clock, bank, opened, columns = max(
        (bank_clock(channel, opened, columns, written, refreshes), bank, opened, columns)
        for bank, (opened, columns, written) in enumerate(banks)
    )
    work = f"{_several(opened, 'activate')}, {_several(columns, 'column access', 'es')} of bank {bank}"
    return "DRAM bank", clock, work


def bus_clock(channel: Channel, columns: int, turns: int, refreshes: int) -> int:
    """Return the clock of the last of these column accesses at the earliest.

    turns: how many are in the other direction than the one before. Before the first one a row is opened.
    """
    there, back, gap = int(channel["rd_to_wr"]), int(channel["wr_to_rd"]), int(channel["col_to_col"])
    turned = turns // 2 * (there + back) + turns % 2 * min(there, back)
    # A gap in which banks are closed, refreshed and opened again is no shorter than the gap alone and the refresh.
    around = _closing(channel) + int(channel["act_to_col"])
    hidden = max(0, max(gap, there, back) - around)
    clocks = int(channel["act_to_col"]) + (columns - 1 - turns) * gap + turned
    return clocks + _refreshed(channel, refreshes, hidden)


def activate_clock(channel: Channel, opened: int, refreshes: int) -> int:
    """Return the clock of the last of `opened` activates at the earliest, in any banks."""
    fours, rest = divmod(opened - 1, 4)
    other, four = int(channel["tRRD"]), int(channel["tFAW"])
    clocks = fours * max(four, 4 * other) + rest * other
    return clocks + _refreshed(channel, refreshes, max(four, other))


def bank_clock(channel: Channel, opened: int, columns: int, written: int, refreshes: int) -> int:
    """Return the clock of a bank's last command at the earliest. written: how many of the column accesses write.

    From one activate to the next there are tRC clocks, or the time of its column accesses and the close of the row.
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
    """Return the clocks that refreshes add to the commands of all banks: none, if they are of single banks."""
    return 0 if channel["tRFCpb"] else _again(channel, refreshes, hidden)


def _again(channel: Channel, refreshes: int, hidden: int) -> int:
    """Return the clocks that refreshes add to what each of them delays. hidden: clocks of each waited anyway.

    The last one may go after it.
    """
    return max(0, refreshes - 1) * max(0, channel.refresh_clocks - hidden)


def _closing(channel: Channel) -> int:
    """Return the fewest clocks from a column access to when its bank can be opened again."""
    return int(min(channel["rd_to_pre"], channel["wr_to_pre"]) + channel["tRP"])


def _after_data(channel: Channel) -> int:
    """Return the most clocks of an exclusive grant after its reads' data: nobody waits until the row is closed."""
    closed = max(int(channel["tRC"]), int(channel["act_to_col"]) + int(channel["rd_to_pre"] + channel["tRP"]))
    return max(0, closed - int(channel["act_to_col"]) - channel.read_to_data)


def _cycles(machine: Machine, clock: int) -> int:
    """Return the cycles of a run in which a controller did something in this clock.

    Channels run in steps as long as the interconnect's latency, so a write that nobody waits for may go in the last of
    these cycles, after the launch has ended. A launch waits for the reads and writes of exclusive grants.
    """
    beyond = 0 if machine.memory.arbiter == "hmgpu" else machine.interconnect.latency - 1
    return max(0, 1024 * clock // machine.dram_rate + 1 - beyond)


def _several(count: int, word: str, ending: str = "s") -> str:
    return f"{count} {word}{'' if count == 1 else ending}"
