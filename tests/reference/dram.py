"""docs/dram.md: a channel, that is a controller and the DRAM behind it, clock by clock and with nothing skipped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple

__all__ = ["Command", "Controller", "Request", "serve"]

DRAIN_ABOVE = 8  # writes that may wait for more to come
MOST_HITS = 4  # column accesses of a row, then its first entry of another row is no longer passed by


class Command(NamedTuple):
    """A command that went. row: that it opens, reads, writes or closes; a refresh has none (-1), of all no bank."""

    clock: int
    name: str
    bank: int
    row: int


@dataclass(eq=False)
class Request:
    """A read or a write, as it comes, and what becomes of it."""

    arrival: int
    address: int
    is_write: bool
    accept: int | None = None
    found: int | None = None  # the clock of its read command, or in which it is forwarded or, a write, accepted
    complete: int | None = None


@dataclass(eq=False)
class Entry:
    """A place of a queue: a line that is to be read or written once, for one request or several."""

    line: int
    bank: int
    row: int
    is_write: bool
    readers: list[Request] = field(default_factory=list)  # who gets the data

    @property
    def access(self) -> str:
        return "write" if self.is_write else "read"


@dataclass(eq=False)
class Bank:
    """A bank with its queue."""

    number: int
    row: int | None = None  # the open one
    accesses: int = 0  # to it since it was opened
    queue: list[Entry] = field(default_factory=list)

    def is_hit(self, entry: Entry) -> bool:
        return entry.row == self.row


def burst_of(values: Mapping[str, Any]) -> int:
    """B: the clocks of a burst on the data bus."""
    return int(values["BL"] // values.get("beats_per_clock", 2))


class Timing:
    """Section 4: the clock before which a command may not go, by its name and its bank.

    "refresh one" is the refresh of a bank.
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        beats = values.get("beats_per_clock", 2)
        burst, additive = burst_of(values), values["AL"]
        fetched = values.get("prefetch", 2 * beats) // beats  # p
        between = max(burst, values["tCCD"])
        between_in_group = max(between, values.get("tCCD_L", 0))
        written = additive + values["CWL"] + burst  # WL + B
        turn = values["CL"] - values["CWL"] + burst + values.get("bus_turn", 1)
        alone, apart = values.get("tRFCpb", 0), values.get("tRRD_L", 0)
        self.of_the_same_bank = [
            ("activate", "read", values["tRCD"] - additive),
            ("activate", "write", values["tRCD"] - additive),
            ("activate", "precharge", values["tRAS"]),
            ("activate", "activate", values["tRC"]),
            ("precharge", "activate", values["tRP"]),
            ("precharge", "refresh", values["tRP"]),
            ("read", "precharge", additive + burst + max(values["tRTP"], fetched) - fetched),
            ("write", "precharge", written + values["tWR"]),
            ("activate", "refresh one", values["tRC"]),
            ("precharge", "refresh one", values["tRP"]),
            ("refresh one", "activate", alone),
        ]
        self.of_the_same_group = [
            ("read", "read", between_in_group),
            ("write", "write", between_in_group),
            ("write", "read", written + max(values["tWTR"], values.get("tWTR_L", 0), 2)),
        ]
        opening = ("activate", "refresh one")
        self.of_the_same_group += [(one, other, apart) for one in opening for other in opening]
        self.of_any_bank = [(one, other, values["tRRD"]) for one in opening for other in opening]
        self.of_any_bank += [
            ("refresh one", "refresh one", alone),
            ("read", "read", between),
            ("read", "write", turn),
            ("write", "write", between),
            ("write", "read", written + max(values["tWTR"], 2)),
            ("refresh", "activate", values["tRFC"]),
            ("refresh", "refresh", values["tRFC"]),
        ]
        self.window = values["tFAW"]
        self.banks = range(values["banks"])
        self.in_group = values["banks"] // values.get("bank_groups", 1)
        self.earliest: dict[tuple[str, int], int] = {}
        self.activates: list[int] = []  # clocks of the last four

    def allows(self, clock: int, name: str, bank: int) -> bool:
        return clock >= self.earliest.get((name, bank), 0)

    def note(self, clock: int, name: str, bank: int) -> None:
        """A command goes; a refresh of all has no bank."""
        mates = [other for other in self.banks if other // self.in_group == bank // self.in_group]
        for rules, those in (
            (self.of_the_same_bank, [bank]), (self.of_the_same_group, mates), (self.of_any_bank, self.banks)
        ):  # fmt: skip
            for before, after, clocks in rules:
                if before == name:
                    for other in those:
                        self._wait(after, other, clock + clocks)
        if name in ("activate", "refresh one"):
            self.activates = [*self.activates, clock][-4:]
            if len(self.activates) == 4:
                for other in self.banks:
                    for after in ("activate", "refresh one"):
                        self._wait(after, other, self.activates[0] + self.window)

    def _wait(self, name: str, bank: int, until: int) -> None:
        self.earliest[name, bank] = max(until, self.earliest.get((name, bank), 0))


class Controller:
    """A channel. In each clock `step` is called, and then `accept` with a request, if there is one.

    values: of the channel, by the keys of section 5.
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values
        self.timing = Timing(values)
        self.merges = bool(values.get("merge", 1))
        self.line_bytes = values["BL"] * values["bus_width"] // 8
        self.data_after = values["AL"] + values["CL"] + burst_of(values)  # a read command
        self.banks = [Bank(number) for number in range(values["banks"])]
        self.reads: list[Entry] = []  # the transaction queues
        self.writes: list[Entry] = []
        self.drain = 0  # writes that it still has to move on; 0: no drain is on
        self.refreshes_due = 0
        self.last_bank = 0  # that had a command
        self.one_by_one = values.get("tRFCpb", 0) > 0
        self.turn = 0  # the bank whose refresh is next, if they are refreshed one by one
        self.interval = values["tREFI"] // values["banks"] if self.one_by_one else values["tREFI"]
        self.log: list[Command] = []

    def place(self, line: int) -> tuple[int, int]:
        """A line's bank and row."""
        groups = self.values.get("bank_groups", 1)
        sizes = {
            "ro": self.values["rows"],
            "bg": groups,
            "ba": self.values["banks"] // groups,
            "co": self.values["columns"] // self.values["BL"],
        }
        mapping = self.values["address_mapping"]
        fields = {}
        for start in (10, 8, 6, 4, 2, 0):  # from the lowest bits up
            name = mapping[start : start + 2]
            line, fields[name] = divmod(line, sizes.get(name, 1))
        return fields["bg"] * sizes["ba"] + fields["ba"], fields["ro"]

    def pending(self, line: int, is_write: bool) -> Entry | None:
        """The entry of this line and direction that waits for its column access, if there is one."""
        waiting = [*self.reads, *self.writes, *(entry for bank in self.banks for entry in bank.queue)]
        return next((entry for entry in waiting if entry.line == line and entry.is_write == is_write), None)

    # Section 3: a clock

    def step(self, clock: int) -> None:
        """The clock up to where a request is accepted."""
        if clock > 0 and clock % self.interval == 0:
            self.refreshes_due += 1
        if self.refreshes_due and self.one_by_one:
            self._refresh_one(clock)
        elif self.refreshes_due:
            self._refresh(clock)
        else:
            self._command(clock)
        self._move_on()

    def _refresh(self, clock: int) -> None:
        open_banks = [bank for bank in self.banks if bank.row is not None]
        for bank in open_banks:
            if self.timing.allows(clock, "precharge", bank.number):
                self._precharge(clock, bank)
                return
        if not open_banks and all(self.timing.allows(clock, "refresh", bank.number) for bank in self.banks):
            self._issue(clock, "refresh")
            self.refreshes_due -= 1

    def _refresh_one(self, clock: int) -> None:
        bank = self.banks[self.turn]
        if bank.row is not None and self.timing.allows(clock, "precharge", bank.number):
            self._precharge(clock, bank)
        elif bank.row is None and self.timing.allows(clock, "refresh one", bank.number):
            self.log.append(Command(clock, "refresh", bank.number, -1))
            self.timing.note(clock, "refresh one", bank.number)
            self.refreshes_due -= 1
            self.turn = (self.turn + 1) % len(self.banks)
        else:
            self._command(clock, left_out=bank)

    def _command(self, clock: int, left_out: Bank | None = None) -> None:
        """The first command that can go, beginning with the bank after the one that had the last."""
        after_last = self.last_bank + 1
        for bank in self.banks[after_last:] + self.banks[:after_last]:
            if bank.queue and bank is not left_out and self._serve(clock, bank):
                self.last_bank = bank.number
                return

    def _serve(self, clock: int, bank: Bank) -> bool:
        """A command for the queue of a bank, if one can go."""
        if bank.row is None:
            if not self.timing.allows(clock, "activate", bank.number):
                return False
            bank.row, bank.accesses = bank.queue[0].row, 0
            self._issue(clock, "activate", bank.number, bank.row)
            return True
        for entry in bank.queue:
            if bank.is_hit(entry):
                if self.timing.allows(clock, entry.access, bank.number):
                    self._access(clock, bank, entry)
                    return True
            elif entry is bank.queue[0]:
                has_had_its_turn = bank.accesses >= MOST_HITS or not any(map(bank.is_hit, bank.queue))
                if has_had_its_turn and self.timing.allows(clock, "precharge", bank.number):
                    self._precharge(clock, bank)
                    return True
        return False

    def _access(self, clock: int, bank: Bank, entry: Entry) -> None:
        self._issue(clock, entry.access, bank.number, entry.row)
        bank.accesses += 1
        bank.queue.remove(entry)
        for request in entry.readers:
            request.found = clock
            request.complete = clock + self.data_after

    def _precharge(self, clock: int, bank: Bank) -> None:
        assert bank.row is not None
        self._issue(clock, "precharge", bank.number, bank.row)
        bank.row = None

    def _issue(self, clock: int, name: str, bank: int = -1, row: int = -1) -> None:
        self.log.append(Command(clock, name, bank, row))
        self.timing.note(clock, name, bank)

    def _move_on(self) -> None:
        """A request goes from a transaction queue to its bank's."""
        if self._drain_can_begin():
            self.drain = len(self.writes)
        if self.drain:
            write = next(filter(self._has_room, self.writes), None)
            if write is None:
                return
            if self.pending(write.line, is_write=False) is None:
                self.drain -= 1
                self._move(write, self.writes)
                return
            self.drain = 0
        read = next(filter(self._has_room, self.reads), None)
        if read is not None:
            self._move(read, self.reads)

    def _drain_can_begin(self) -> bool:
        is_full = len(self.writes) == self.values["trans_queue_size"]
        are_many = len(self.writes) > DRAIN_ABOVE and not any(bank.queue for bank in self.banks)
        return not self.drain and (is_full or are_many)

    def _has_room(self, entry: Entry) -> bool:
        return len(self.banks[entry.bank].queue) < self.values["cmd_queue_size"]

    def _move(self, entry: Entry, queue: list[Entry]) -> None:
        queue.remove(entry)
        self.banks[entry.bank].queue.append(entry)

    # Section 2: requests

    def has_room(self, is_write: bool) -> bool:
        """The queue of transactions of this direction has a free place."""
        return len(self.writes if is_write else self.reads) < self.values["trans_queue_size"]

    def accept(self, clock: int, request: Request) -> bool:
        """The end of a clock: take the request, or refuse it."""
        if not self.has_room(request.is_write):
            return False
        queue = self.writes if request.is_write else self.reads
        request.accept = clock
        line = request.address // self.line_bytes
        write, read = self.pending(line, is_write=True), self.pending(line, is_write=False)
        if request.is_write:
            request.found, request.complete = clock, clock + 2
            if write is None or not self.merges:
                queue.append(Entry(line, *self.place(line), True))
        elif write is not None:
            request.found, request.complete = clock, clock + 2
        else:
            if read is None or not self.merges:
                read = Entry(line, *self.place(line), False)
                queue.append(read)
            read.readers.append(request)
        return True

    def is_at_rest(self) -> bool:
        """Nothing will happen before another request comes, but refreshes."""
        is_moving = self.reads or self.drain or self._drain_can_begin()
        return not is_moving and not any(bank.queue for bank in self.banks)


def serve(values: Mapping[str, Any], requests: Sequence[Request], max_outstanding: int = 0) -> list[Command]:
    """Run a trace, whose requests get their clocks, and return the commands that went.

    max_outstanding: reads that may be under way at once; 0: any number.
    """
    controller = Controller(values)
    left = list(requests)
    under_way: list[Request] = []
    for clock in count():
        controller.step(clock)
        under_way = [read for read in under_way if read.complete is None or read.complete > clock]
        if left and left[0].arrival <= clock:
            must_wait = max_outstanding and not left[0].is_write and len(under_way) >= max_outstanding
            if not must_wait and controller.accept(clock, left[0]):
                request = left.pop(0)
                if not request.is_write:
                    under_way.append(request)
        if not left and controller.is_at_rest():
            break
    return controller.log
