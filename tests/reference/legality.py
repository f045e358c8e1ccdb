"""The rules of DDR SDRAM, held against a log of commands: what the data sheet forbids, and nothing of any controller.

A rule names two commands, where the second is counted (the same bank, or any), and the clocks that lie between them at
least. Beside these are the states of banks, the window of four activates, the data bus, and refreshes in time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

LATE = 9  # refresh intervals between two refreshes at most: eight may be postponed


class Command(NamedTuple):
    """A command on the bus. bank and row: -1 where it has none."""

    clock: int
    name: str
    bank: int
    row: int


class Violation(NamedTuple):
    """A rule that a command breaks: number in the log, and the rule's name."""

    place: int
    rule: str


class Rule(NamedTuple):
    name: str
    before: str
    after: str
    same_bank: bool
    clocks: int


def burst_of(timing: Mapping[str, int]) -> int:
    """The clocks of a burst on the data bus: a clock has two beats, or as many as are given."""
    return timing["BL"] // timing.get("beats_per_clock", 2)


def rules(timing: Mapping[str, int]) -> list[Rule]:
    """The rules between two commands. timing: clocks by the data sheet's names."""
    burst = burst_of(timing)
    write_latency = timing["AL"] + timing["CWL"]
    read_ends, write_ends = timing["AL"] + burst, write_latency + burst
    gap = max(burst, timing["tCCD"])
    turn = timing["CL"] - timing["CWL"] + burst + 1  # read data, an idle clock, write data
    table = [
        Rule("tRCD", "activate", "read", True, timing["tRCD"] - timing["AL"]),
        Rule("tRCD", "activate", "write", True, timing["tRCD"] - timing["AL"]),
        Rule("tRAS", "activate", "precharge", True, timing["tRAS"]),
        Rule("tRC", "activate", "activate", True, timing["tRC"]),
        Rule("tRRD", "activate", "activate", False, timing["tRRD"]),
        Rule("tRP", "precharge", "activate", True, timing["tRP"]),
        Rule("tRP", "precharge", "refresh", False, timing["tRP"]),
        Rule("tCCD", "read", "read", False, gap),
        Rule("tCCD", "write", "write", False, gap),
        Rule("read to write", "read", "write", False, turn),
        Rule("tWTR", "write", "read", False, write_ends + max(2, timing["tWTR"])),
        Rule("tRTP", "read", "precharge", True, read_ends + max(2, timing["tRTP"]) - 2),
        Rule("tWR", "write", "precharge", True, write_ends + timing["tWR"]),
    ]
    table += [Rule("tRFC", "refresh", after, False, timing["tRFC"]) for after in ("activate", "refresh")]
    return table


def violations(log: Iterable[Command], timing: Mapping[str, int]) -> list[Violation]:
    """All breaches of the rules, in the order of the log."""
    table = rules(timing)
    data_after = {"read": timing["AL"] + timing["CL"], "write": timing["AL"] + timing["CWL"]}
    found: list[Violation] = []
    rows: dict[int, int] = {}  # the open row of each open bank
    last: dict[tuple[str, int], int] = {}  # when a command was last given to a bank; under bank -2, to any
    activates: list[int] = []
    bus_free, refreshed, clock_before = 0, 0, -1
    for place, (clock, name, bank, row) in enumerate(log):

        def check(holds: bool, rule: str, place: int = place) -> None:
            if not holds:
                found.append(Violation(place, rule))

        check(clock > clock_before, "one command in a clock")
        clock_before = clock
        if name == "activate":
            check(bank not in rows, "a bank that is opened is closed")
            rows[bank] = row
            activates.append(clock)
            check(len(activates) < 5 or clock - activates[-5] >= timing["tFAW"], "tFAW")
        elif name in data_after:
            check(rows.get(bank) == row, "the row of an access is open")
            first = clock + data_after[name]
            check(first >= bus_free, "one burst on the data bus")
            bus_free = first + burst_of(timing)
        elif name == "precharge":
            check(bank in rows, "a bank that is closed is open")
            rows.pop(bank, None)
        elif name == "refresh":
            check(not rows, "all banks are closed for a refresh")
            check(clock - refreshed <= LATE * timing["tREFI"], "tREFI")
            refreshed = clock
        else:
            check(False, "there is such a command")
        for rule in table:
            before = last.get((rule.before, bank if rule.same_bank else -2))
            if rule.after == name and before is not None:
                check(clock - before >= rule.clocks, rule.name)
        last[name, bank] = last[name, -2] = clock
    return found
