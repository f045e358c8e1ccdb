"""The DRAM controller in plain Python, every clock of it (docs/dram.md): lists and dictionaries, nothing skipped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.reference.legality import Command, Rule, rules

LONG_AGO = -(10**9)


@dataclass(eq=False)
class Request:
    arrival: int
    address: int
    is_write: bool
    line: int = 0
    bank: int = 0
    row: int = 0
    accept: int = -1
    complete: int | None = None
    served_with_it: list[Request] = field(default_factory=list)


class Controller:
    """A channel. values: its description, with all keys."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values
        self.rules: list[Rule] = rules(values)
        self.clock = 0
        self.log: list[Command] = []
        self.last: dict[tuple[str, int], int] = {}  # when a bank, or under -1 any, had a command last
        self.activates = [LONG_AGO] * 4
        self.rows: list[int | None] = [None] * values["banks"]
        self.accesses = [0] * values["banks"]
        self.queues: list[list[Request]] = [[] for _ in range(values["banks"])]
        self.reads: list[Request] = []
        self.writes: list[Request] = []
        self.served_last = 0
        self.drain = 0
        self.due = 0

    def place(self, request: Request) -> None:
        """Say which line, bank and row a request is for."""
        values = self.values
        request.line = rest = request.address // values["bytes_per_req"]
        mapping = values["address_mapping"]
        counts = {"ba": values["banks"], "ro": values["rows"], "co": values["columns"] // values["BL"]}
        for start in (10, 8, 6, 4, 2, 0):
            rest, found = divmod(rest, counts.get(mapping[start : start + 2], 1))
            if mapping[start : start + 2] == "ba":
                request.bank = found
            elif mapping[start : start + 2] == "ro":
                request.row = found

    # --- section 4 ---

    def can(self, name: str, bank: int) -> bool:
        """Whether nothing before forbids this command now."""
        if name == "activate" and self.clock - self.activates[-4] < self.values["tFAW"]:
            return False
        for rule in self.rules:
            before = self.last.get((rule.before, bank if rule.same_bank else -1), LONG_AGO)
            if rule.after == name and self.clock - before < rule.clocks:
                return False
        return True

    def issue(self, name: str, bank: int, row: int) -> None:
        self.log.append(Command(self.clock, name, bank, row))
        self.last[name, bank] = self.last[name, -1] = self.clock
        if name == "activate":
            self.activates.append(self.clock)
            self.rows[bank], self.accesses[bank] = row, 0
        elif name == "precharge":
            self.rows[bank] = None
        elif name in ("read", "write"):
            self.accesses[bank] += 1

    # --- section 3 ---

    def tick(self) -> None:
        if self.clock > 0 and self.clock % self.values["tREFI"] == 0:
            self.due += 1
        if self.due:
            self.refresh()
        else:
            self.command()
        self.move()

    def refresh(self) -> None:
        is_open = [bank for bank, row in enumerate(self.rows) if row is not None]
        for bank in is_open:
            if self.can("precharge", bank):
                self.issue("precharge", bank, self.rows[bank] or 0)
                return
        if not is_open and self.can("refresh", -1):
            self.issue("refresh", -1, -1)
            self.due -= 1

    def command(self) -> None:
        banks = len(self.queues)
        for step in range(1, banks + 1):
            bank = (self.served_last + step) % banks
            if self.command_of(bank):
                self.served_last = bank
                return

    def command_of(self, bank: int) -> bool:
        queue, row = self.queues[bank], self.rows[bank]
        if queue and row is None:
            if self.can("activate", bank):
                self.issue("activate", bank, queue[0].row)
                return True
            return False
        for entry in queue:
            if entry.row == row:
                name = "write" if entry.is_write else "read"
                if self.can(name, bank):
                    self.issue(name, bank, entry.row)
                    queue.remove(entry)
                    self.finish(entry)
                    return True
            elif entry is queue[0] and self.may_close(bank) and self.can("precharge", bank):
                self.issue("precharge", bank, row or 0)
                return True
        return False

    def may_close(self, bank: int) -> bool:
        return self.accesses[bank] >= 4 or all(each.row != self.rows[bank] for each in self.queues[bank])

    def finish(self, entry: Request) -> None:
        if not entry.is_write:
            for each in (entry, *entry.served_with_it):
                each.complete = self.clock + self.values["AL"] + self.values["CL"] + self.values["BL"] // 2

    def move(self) -> None:
        places = self.values["trans_queue_size"]
        full = len(self.writes) >= places
        if not self.drain and (full or (len(self.writes) > 8 and not any(self.queues))):
            self.drain = len(self.writes)
        if self.drain:
            entry = self.first_that_fits(self.writes)
            if entry is None:
                return
            if not self.pending(entry.line, is_write=False):
                self.drain -= 1
                self.writes.remove(entry)
                self.queues[entry.bank].append(entry)
                return
            self.drain = 0
        entry = self.first_that_fits(self.reads)
        if entry is not None:
            self.reads.remove(entry)
            self.queues[entry.bank].append(entry)

    def first_that_fits(self, waiting: Sequence[Request]) -> Request | None:
        size = self.values["cmd_queue_size"]
        return next((each for each in waiting if len(self.queues[each.bank]) < size), None)

    # --- section 2 ---

    def pending(self, line: int, *, is_write: bool) -> Request | None:
        waiting = [*self.reads, *self.writes, *(each for queue in self.queues for each in queue)]
        return next((each for each in waiting if each.line == line and each.is_write == is_write), None)

    def refuses(self, request: Request) -> bool:
        return len(self.writes if request.is_write else self.reads) >= self.values["trans_queue_size"]

    def accept(self, request: Request) -> None:
        self.place(request)
        request.accept = self.clock
        write = self.pending(request.line, is_write=True)
        if request.is_write:
            request.complete = self.clock + 1
            if not write:
                self.writes.append(request)
        elif write:
            request.complete = self.clock + 2
        elif read := self.pending(request.line, is_write=False):
            read.served_with_it.append(request)
        else:
            self.reads.append(request)


def serve(values: Mapping[str, Any], requests: Sequence[Request], outstanding: int = 0) -> list[Command]:
    """Serve requests in order until all data is there; the commands until then. Their clocks are written into them."""
    controller = Controller(values)
    waiting = list(requests)
    under_way: list[Request] = []
    while waiting or any(each.complete is None for each in requests):
        controller.tick()
        clock = controller.clock
        under_way = [each for each in under_way if each.complete is None or each.complete > clock]
        request = waiting[0] if waiting else None
        held = outstanding and len(under_way) >= outstanding
        if request and request.arrival <= clock and not controller.refuses(request) and (request.is_write or not held):
            controller.accept(waiting.pop(0))
            under_way += [] if request.is_write else [request]
        controller.clock += 1
    return controller.log
