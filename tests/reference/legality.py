"""The rules of DDR SDRAM, held against a log of commands: what the data sheet forbids, and nothing of any controller.

A rule names two commands, where the second is counted (the same bank, its group, or any), and the clocks that lie
between them at least. The refresh of one bank is "refresh one" here, and an activate as well. Beside these are the
states of banks, the window of four activates, the data bus, and refreshes in time.
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
    """Commands of one name and later ones of another: of the same bank, in a group of its own banks, or of any."""

    name: str
    before: str
    after: str
    level: str  # bank, group, any
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
    turn = timing["CL"] - timing["CWL"] + burst + timing.get("bus_turn", 1)  # read data, idle clocks, write data
    beats = timing.get("beats_per_clock", 2)
    fetch = timing.get("prefetch", 2 * beats) // beats  # clocks from which tRTP counts are those of the last fetch
    table = [
        Rule("tRCD", "activate", "read", "bank", timing["tRCD"] - timing["AL"]),
        Rule("tRCD", "activate", "write", "bank", timing["tRCD"] - timing["AL"]),
        Rule("tRAS", "activate", "precharge", "bank", timing["tRAS"]),
        Rule("tRC", "activate", "activate", "bank", timing["tRC"]),
        Rule("tRRD", "activate", "activate", "any", timing["tRRD"]),
        Rule("tRP", "precharge", "activate", "bank", timing["tRP"]),
        Rule("tRP", "precharge", "refresh", "any", timing["tRP"]),
        Rule("tCCD", "read", "read", "any", gap),
        Rule("tCCD", "write", "write", "any", gap),
        Rule("read to write", "read", "write", "any", turn),
        Rule("tWTR", "write", "read", "any", write_ends + max(2, timing["tWTR"])),
        Rule("tRTP", "read", "precharge", "bank", read_ends + max(fetch, timing["tRTP"]) - fetch),
        Rule("tWR", "write", "precharge", "bank", write_ends + timing["tWR"]),
    ]
    table += [Rule("tRFC", "refresh", after, "any", timing["tRFC"]) for after in ("activate", "refresh")]
    if timing.get("bank_groups", 1) > 1:
        table += [
            Rule("tRRD_L", "activate", "activate", "group", timing["tRRD_L"]),
            Rule("tCCD_L", "read", "read", "group", timing["tCCD_L"]),
            Rule("tCCD_L", "write", "write", "group", timing["tCCD_L"]),
            Rule("tWTR_L", "write", "read", "group", write_ends + timing["tWTR_L"]),
        ]
    if timing.get("tRFCpb", 0):
        table += [
            Rule("tRP", "precharge", "refresh one", "bank", timing["tRP"]),
            Rule("tRFCpb", "refresh one", "activate", "bank", timing["tRFCpb"]),
            Rule("tRFCpb", "refresh one", "refresh one", "any", timing["tRFCpb"]),
        ]
        pairs = (("refresh one", "activate"), ("activate", "refresh one"))
        table += [Rule("tRRD", before, after, "any", timing["tRRD"]) for before, after in pairs]
    return table


def violations(log: Iterable[Command], timing: Mapping[str, int]) -> list[Violation]:
    """All breaches of the rules, in the order of the log."""
    table = rules(timing)
    data_after = {"read": timing["AL"] + timing["CL"], "write": timing["AL"] + timing["CWL"]}
    found: list[Violation] = []
    rows: dict[int, int] = {}  # the open row of each open bank
    last: dict[tuple[str, str, int], int] = {}  # when a command was last given, by level, to which bank or group
    in_group, one_by_one = timing["banks"] // timing.get("bank_groups", 1), timing.get("tRFCpb", 0) > 0
    activates: list[int] = []
    bus_free, refreshed, clock_before, turn = 0, 0, -1, 0
    for place, (clock, name, bank, row) in enumerate(log):

        def check(holds: bool, rule: str, place: int = place) -> None:
            if not holds:
                found.append(Violation(place, rule))

        check(clock > clock_before, "one command in a clock")
        clock_before = clock
        if name == "refresh" and bank >= 0:
            name = "refresh one"
        if name in ("activate", "refresh one"):
            check(bank not in rows, "a bank that is opened is closed")
            activates.append(clock)
            check(len(activates) < 5 or clock - activates[-5] >= timing["tFAW"], "tFAW")
        if name == "activate":
            rows[bank] = row
        elif name in data_after:
            check(rows.get(bank) == row, "the row of an access is open")
            first = clock + data_after[name]
            check(first >= bus_free, "one burst on the data bus")
            bus_free = first + burst_of(timing)
        elif name == "precharge":
            check(bank in rows, "a bank that is closed is open")
            rows.pop(bank, None)
        elif name == "refresh":
            check(not rows and not one_by_one, "all banks are closed for a refresh")
            check(clock - refreshed <= LATE * timing["tREFI"], "tREFI")
            refreshed = clock
        elif name == "refresh one":
            check(one_by_one and bank == turn, "banks are refreshed in turn")
            check(clock - refreshed <= LATE * timing["tREFI"] // timing["banks"], "tREFI")
            refreshed, turn = clock, (turn + 1) % timing["banks"]
        else:
            check(False, "there is such a command")
        places = {"bank": bank, "group": bank // in_group, "any": 0}
        for rule in table:
            before = last.get((rule.before, rule.level, places[rule.level]))
            if rule.after == name and before is not None:
                check(clock - before >= rule.clocks, rule.name)
        last |= {(name, level, place): clock for level, place in places.items()}
    return found
