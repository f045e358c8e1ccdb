"""Two runs side by side: cycles, ledgers, and the change in cost of each source line (docs/diff.md).

Lines of two versions of a source are matched by their text, edited lines by their place. The changes of all lines, and
of the issue slots that are charged to no line, sum exactly to the difference of the ledgers.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any

from simt.diagnosis.saved import SavedRun
from simt.files import flattened

SCHEMA = "simt.diff/1"
ISSUED = "issued"


@dataclass(slots=True)
class LineSlots:
    """A source line of a run, with the cost of its instructions."""

    file: str
    line: int
    source: str
    pcs: list[int] = field(default_factory=list)  # the program counters of its instructions
    slots: Counter[str] = field(default_factory=Counter)  # issue slots: `issued`, and lost ones by reason
    warp_cycles: Counter[str] = field(default_factory=Counter)  # by state

    @property
    def place(self) -> str:
        """The file and the line, as `file:line`."""
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class LineChange:
    """A source line in both runs; None for a run that does not have it."""

    before: LineSlots | None
    after: LineSlots | None

    @property
    def slots(self) -> dict[str, int]:
        """The line's issue slots after minus before, by reason, without zeros; `issued` counts instructions."""
        return self._change("slots")

    @property
    def warp_cycles(self) -> dict[str, int]:
        """The line's warp cycles after minus before, by state, without zeros."""
        return self._change("warp_cycles")

    def _change(self, counts: str) -> dict[str, int]:
        one, other = (Counter[str]() if side is None else getattr(side, counts) for side in (self.before, self.after))
        return {reason: other[reason] - one[reason] for reason in {**one, **other} if other[reason] != one[reason]}

    @property
    def weight(self) -> int:
        """The sort key of a line whose slots changed: the largest change, of a single reason or of the sum."""
        return max(abs(self.total), max(map(abs, self.slots.values())))

    @property
    def total(self) -> int:
        """The line's issue slots after minus before, summed over the reasons."""
        return sum(self.slots.values())

    @property
    def shown(self) -> LineSlots:
        """The line after the change, or the removed line."""
        line = self.after or self.before
        assert line is not None
        return line

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "before": None if self.before is None else {"file": self.before.file, "line": self.before.line},
            "after": None if self.after is None else {"file": self.after.file, "line": self.after.line},
            "source": self.shown.source,
            "instructions": [0 if side is None else len(side.pcs) for side in (self.before, self.after)],
            "slots": self.slots,
            "warp_cycles": self.warp_cycles,
        }


@dataclass(frozen=True, eq=False)
class Difference:
    """The comparison of two runs: `before` (A) and `after` (B)."""

    before: SavedRun
    after: SavedRun

    @property
    def ratio(self) -> float:
        """The cycles after, divided by the cycles before; 1 if there were none before."""
        return self.after.cycles / self.before.cycles if self.before.cycles else 1.0

    @cached_property
    def lines(self) -> list[LineChange]:
        """The change of every source line of either run, in the order of B's program.

        Lines that only A has stand between the lines that surround them in A.
        """
        return _matched(by_line(self.before), by_line(self.after))

    @property
    def changed(self) -> list[LineChange]:
        """The lines whose issue slots changed, largest change first."""
        return sorted((line for line in self.lines if line.slots), key=lambda line: -line.weight)

    @cached_property
    def ledgers(self) -> dict[str, dict[str, tuple[int, int]]]:
        """The counts before and after, by ledger and reason."""
        changes = {}
        for name in ("issue", "warp", "lane"):
            one, other = getattr(self.before.ledgers, name), getattr(self.after.ledgers, name)
            changes[name] = {reason: (one.get(reason, 0), other.get(reason, 0)) for reason in {**one, **other}}
        return changes

    @cached_property
    def nowhere(self) -> dict[str, int]:
        """The change, by reason, of the issue slots that are charged to no line, such as `drain` and `idle`."""
        of_lines: Counter[str] = Counter()
        for line in self.lines:
            of_lines.update(line.slots)
        changes = {reason: other - one - of_lines[reason] for reason, (one, other) in self.ledgers["issue"].items()}
        return {reason: count for reason, count in changes.items() if count}

    @cached_property
    def machine(self) -> dict[str, tuple[Any, Any]]:
        """The machine keys that differ, each with both values; None for a run without the key."""
        one, other = flat_machine(self.before.machine), flat_machine(self.after.machine)
        return {key: (one.get(key), other.get(key)) for key in {**one, **other} if one.get(key) != other.get(key)}

    @cached_property
    def launch(self) -> dict[str, tuple[Any, Any]]:
        """The properties in which the launches differ, such as kernel, sizes and inputs, each with both values."""
        both_sides: dict[str, tuple[Any, Any]] = {
            "kernel": (self.before.program.name, self.after.program.name),
            "status": (self.before.status, self.after.status),
        }
        for key in ("launch", "seed", "engine", "version"):
            both_sides[key] = self.before.provenance.get(key), self.after.provenance.get(key)
        both_sides |= {f"input {name}": both for name, both in self._inputs.items()}
        both_sides["threads"] = self.before.program.threads, self.after.program.threads
        return {key: both for key, both in both_sides.items() if both[0] != both[1]}

    @property
    def _inputs(self) -> dict[str, tuple[Any, Any]]:
        one, other = (side.provenance.get("inputs") for side in (self.before, self.after))
        if not (isinstance(one, dict) and isinstance(other, dict)):
            return {}  # a file of another origin
        return {name: (one.get(name), other.get(name)) for name in {**one, **other}}

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON, `schema` first."""
        return {
            "schema": SCHEMA,
            "cycles": [self.before.cycles, self.after.cycles],
            "ratio": self.ratio,
            "instructions": [self.before.instructions, self.after.instructions],
            "machine": {key: list(both) for key, both in self.machine.items()},
            "launch": {key: list(both) for key, both in self.launch.items()},
            "ledgers": {
                name: {reason: list(both) for reason, both in rows.items()} for name, rows in self.ledgers.items()
            },
            "lines": [line.to_dict() for line in self.lines],
            "nowhere": self.nowhere,
        }

    def to_json(self) -> str:
        """Return `to_dict` as JSON, with a newline at the end."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False) + "\n"


def by_line(run: SavedRun) -> list[LineSlots]:
    """Return the source lines of a run, each file's in the order of the source, files by their first instruction.

    A compiler or a packer moves instructions, and the order of the source makes both runs of a kernel comparable. An
    instruction without a source line counts as a line of its own.
    """
    lines: dict[tuple[str, int], LineSlots] = {}
    for row in run.lines:
        line = lines.setdefault((row.file, row.line or -row.pc), LineSlots(row.file, row.line, row.source))
        line.pcs.append(row.pc)
        line.slots[ISSUED] += row.issues
        line.slots.update(row.lost)
        line.warp_cycles.update(row.warp_cycles)
    files = {file: k for k, file in enumerate(dict.fromkeys(file for file, _ in lines))}
    return sorted(lines.values(), key=lambda line: (files[line.file], line.line))


def _matched(before: Sequence[LineSlots], after: Sequence[LineSlots]) -> list[LineChange]:
    """Match the lines of two runs by text, as a diff of the sources does.

    If as many lines stand in the place of others, a line with the first word (mostly the instruction) of the line that
    it replaces is an edited one. Other unmatched lines are removed or new.
    """
    one, other = [[" ".join(line.source.split()) for line in lines] for lines in (before, after)]
    changes: list[LineChange] = []
    for what, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if b - a != d - c:
            changes += [LineChange(line, None) for line in before[a:b]]
            changes += [LineChange(None, line) for line in after[c:d]]
            continue
        for k, m in zip(range(a, b), range(c, d), strict=True):
            if what == "equal" or one[k].split(" ")[0] == other[m].split(" ")[0]:
                changes.append(LineChange(before[k], after[m]))
            else:
                changes += [LineChange(before[k], None), LineChange(None, after[m])]
    return changes


def flat_machine(machine: Mapping[str, Any]) -> dict[str, Any]:
    """Return a machine's values by full key (`local.banks`), without name and description."""
    return {key: value for key, value in flattened(machine).items() if key not in ("name", "description")}
