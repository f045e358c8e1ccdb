"""Changes of the machine or the kernel that would make a run faster, with the cycles that each saves.

A change of the machine is simulated. A change of the kernel is only advice. An upper bound on its saving is measured:
the kernel runs without the limit that the change would avoid (simt/diagnosis/limits.py).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from isa.reporting.diagnostics import SimtError
from isa.table.units import COMPUTE_UNITS
from simt.diagnosis.access_advice import about_banks
from simt.diagnosis.accesses import LOCAL, Access
from simt.machine import Machine
from simt.machine.keys import setting_value
from simt.machine.rules import COALESCERS, SCHEDULERS
from simt.result.result import Result

_WORTH = 0.01  # share of the cycles that a change must save to be reported


@dataclass(frozen=True, slots=True)
class Change:
    """A change, the machine keys by which its saving is measured, and the cycles of the run with these keys.

    saved: the cycles that the change saves. lines: the source lines to change, as (file, line); () for the machine.
    """

    text: str
    keys: Mapping[str, object]
    cycles: int
    saved: int
    is_bound: bool = False  # whether `saved` is an upper bound
    lines: tuple[tuple[str, int], ...] = ()

    @property
    def settings(self) -> str:
        """The keys as options of the command line: `-s key=value`."""
        return " ".join(f"-s {key}={setting_value(value)}" for key, value in self.keys.items())

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "text": self.text, "keys": dict(self.keys), "cycles": self.cycles, "saved": self.saved,
            "at_most": self.is_bound, "lines": [{"file": file, "line": line} for file, line in self.lines],
        }  # fmt: skip


def changes_of(result: Result, accesses: Iterable[Access], run: Callable[[Machine], Result]) -> list[Change]:
    """Return the changes that save at least one per cent of the cycles, the largest savings first.

    accesses: the accesses of the run. run: simulates the launch on another machine. Changes that `run` cannot simulate
    are left out.
    """
    helpful = []
    for text, keys, is_bound, lines in _candidates(result, accesses):
        try:
            machine = result.machine.replace(**keys)
            cycles = run(machine).cycles
        except SimtError:  # an impossible machine or launch
            continue
        saved = result.cycles - cycles
        if saved >= _WORTH * result.cycles:
            helpful.append(Change(text, keys, cycles, saved, is_bound, lines))
    return sorted(helpful, key=lambda change: -change.saved)


class Candidate(NamedTuple):
    """A change to try, as in `Change`."""

    text: str
    keys: dict[str, object]
    is_bound: bool = False
    lines: tuple[tuple[str, int], ...] = ()


def _candidates(result: Result, accesses: Iterable[Access]) -> Iterator[Candidate]:
    machine = result.machine
    yield from _about_banks(result, accesses)
    for policy in SCHEDULERS:
        if policy != machine.scheduler.policy:
            yield Candidate(f"schedule by {policy}", {"scheduler.policy": policy})
    if machine.vliw.count == 1:
        wider: dict[str, object] = {}
        if machine.register_file_organisation == "single":
            wider = {"register_file.organisation": "multiport"}
        yield Candidate("a second retire port", {"retire.ports": machine.retire.ports + 1} | wider)
        yield Candidate(
            "a second issue slot and retire port",
            {"issue_width": machine.issue_width + 1, "retire.ports": machine.retire.ports + 1} | wider,
        )
    for unit in COMPUTE_UNITS:
        if result.issued_by_unit.get(unit):
            count = getattr(machine, unit).count
            yield Candidate(f"one {unit} more", {f"{unit}.count": count + 1})
    yield from _about_places(result)
    yield from _about_memory(result)


def _about_banks(result: Result, accesses: Iterable[Access]) -> Iterator[Candidate]:
    """Suggest other numbers of banks, and other addresses for the lines with bank conflicts."""
    machine, banks = result.machine, result.machine.local.banks
    if not result.lds_conflict_cycles:
        return
    by_line: dict[int, set[int]] = {}
    for access in accesses:
        if access.memory == LOCAL and access.degree > 1:
            shared = {stride for stride in access.strides if stride and math.gcd(stride, banks) > 1}
            by_line.setdefault(access.line, set()).update(shared)
    by_strides: dict[tuple[int, ...], list[int]] = {}
    for line, shared in sorted(by_line.items()):
        by_strides.setdefault(tuple(sorted(shared)), []).append(line)
    texts = [f"{_lines(lines)}: {about_banks(strides, banks)}" for strides, lines in by_strides.items() if strides]
    beats = machine.beats("lds")
    places = {(row["file"], row["line"]) for row in result.lines if row["passes"] > row["accesses"] * beats}
    text = "; ".join(texts) or f"{_lines({line for _, line in places})}: choose addresses without bank conflicts"
    yield Candidate(text, {"ideal.banks": True}, True, tuple(sorted(place for place in places if place[1])))
    for count in (2 * banks, banks + 1):
        words = -(-machine.local.words // count) * count
        yield Candidate(f"{count} banks of local memory", {"local.banks": count, "local.words": words})


def _lines(numbers: Iterable[int]) -> str:
    return f"line {', '.join(map(str, sorted(numbers)))}"


def _about_places(result: Result) -> Iterator[Candidate]:
    """Suggest twice the resources that limit the work-groups of a core, if the launch has more than fit at once."""
    machine = result.machine
    if result.groups <= result.places * len(result.cores):
        return
    doubled = {
        "warps": {"warps": 2 * machine.warps},
        "local memory": {"local.words": 2 * machine.local.words},
        "registers": {"register_file.words": 2 * machine.register_file.words},
        "groups_per_core": {"groups_per_core": 2 * machine.groups_per_core},
    }
    keys = {key: value for name in result.bounded_by for key, value in doubled.get(name, {}).items()}
    if keys:
        yield Candidate(f"twice the {' and '.join(result.bounded_by)} of a core", dict(keys))


def _about_memory(result: Result) -> Iterator[Candidate]:
    machine = result.machine
    accesses, transactions, _ = result.traffic.totals
    if not accesses or transactions == accesses:
        return
    for rule in COALESCERS:
        if rule != machine.memory.coalescing:
            yield Candidate(f"coalescing by {rule}", {"memory.coalescing": rule})
