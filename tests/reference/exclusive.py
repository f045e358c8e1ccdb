"""docs/clients.md, section 4: exclusive grants of a channel, and the refreshes between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tests.reference import dram

__all__ = ["Exclusive", "Granted"]


class Granted(NamedTuple):
    """What becomes of the requests of a grant: the clock of the command of each, and in which each is complete."""

    commands: list[int]
    complete: list[int]


class Exclusive:
    """A channel that one grant at a time has. values: of the channel, by the keys of docs/dram.md."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values
        self.channel = dram.Controller(values)  # as far as it knows where lines are
        self.line_bytes = self.channel.line_bytes
        self.timing = self.channel.timing
        self.free = 0  # the first clock in which the next grant or refresh may begin
        self.over = 0  # the last grant, in this clock
        self.refreshes_due = 0
        self.turn = 0  # the bank whose refresh is next, if they are refreshed one by one
        self.log: list[dram.Command] = []

    def place(self, address: int) -> tuple[int, int]:
        """The bank and row of a byte."""
        return self.channel.place(address // self.line_bytes)

    def can_begin(self, clock: int) -> bool:
        """The first part of a clock: refreshes fall due and are served. Answers whether a grant may begin in it."""
        if clock > 0 and clock % self.channel.interval == 0:
            self.refreshes_due += 1
        if clock >= self.free and self.refreshes_due:
            self.refreshes_due -= 1
            if self.channel.one_by_one:
                self.free = self._issue(clock, "refresh one", self.turn, -1) + self.values["tRFCpb"]
                self.turn = (self.turn + 1) % self.values["banks"]
            else:
                self.free = self._issue(clock, "refresh", -1, -1) + self.values["tRFC"]
        return clock >= self.free

    def grant(self, clock: int, addresses: Sequence[int], is_write: bool) -> Granted:
        """Activate, column accesses, precharge, each as early as may be."""
        bank, row = self.place(addresses[0])
        clock = activated = self._issue(clock, "activate", bank, row)
        commands = []
        for _ in addresses:
            clock = self._issue(clock + 1, "write" if is_write else "read", bank, row)
            commands.append(clock)
        data = [command + self.channel.data_after for command in commands]
        clock = self._issue(clock + 1, "precharge", bank, row)
        self.over = max(activated + self.values["tRC"], clock + self.values["tRP"], *([] if is_write else data))
        self.free = self.over
        return Granted(commands, [self.over] * len(data) if is_write else data)

    def _issue(self, clock: int, name: str, bank: int, row: int) -> int:
        """A command, in this clock or the first later one in which it may go."""
        while not self.timing.allows(clock, name, bank):
            clock += 1
        self.timing.note(clock, name, bank)
        self.log.append(dram.Command(clock, name.removesuffix(" one"), bank, row))
        return clock
