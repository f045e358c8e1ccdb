"""The findings of `simt check` in a run: races, reads of what nobody gives, accesses out of bounds (docs/check.md)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from isa.program.program import Program

# Code and kind of each finding, by its number in the engine (simt/core/state/shadow.py).
CODES = {
    1: ("C001", "race_groups"),
    2: ("C002", "race_warps"),
    3: ("C003", "race_lanes"),
    4: ("C004", "race_store"),
    5: ("C005", "uninitialised_register"),
    6: ("C006", "uninitialised_scalar"),
    7: ("C007", "uninitialised_flag"),
    8: ("C008", "uninitialised_local"),
    9: ("C009", "uninitialised_buffer"),
    10: ("C010", "uninitialised_private"),
    11: ("C011", "out_of_bounds"),
    12: ("C012", "shuffle_from_inactive"),
}
CHECKS = ("races", "uninitialised", "bounds")  # for a user to choose from


@dataclass(frozen=True, slots=True)
class LaneAccess:
    """An access by some lanes of a warp. warp: its number in the work-group. lanes: their numbers."""

    pc: int
    group: int
    warp: int
    lanes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding of `simt check`: a race, a read of a value that nobody wrote or gives, or an access out of bounds.

    - code, kind: an entry of `CODES`.
    - what: the word, variable, register or flag; for a shuffle, the lane from which it reads.
    - count: the number of accesses of lanes with this finding.
    - access: the first access with the fault.
    - other: the earlier access of a race; None for any other finding.
    - is_same: whether both accesses of a race store the same value.
    - length: for an access out of bounds, the number of elements of the array; else 0.
    """

    code: str
    kind: str
    what: str
    count: int
    access: LaneAccess
    other: LaneAccess | None = None
    is_same: bool = False
    length: int = 0

    @property
    def check(self) -> str:
        """The check that made the finding, one of `CHECKS`."""
        return "races" if self.other is not None else "bounds" if self.code == "C011" else "uninitialised"

    def to_dict(self, program: Program) -> dict[str, Any]:
        """Return plain values for JSON. program: the program of the run."""

        def plain(access: LaneAccess) -> dict[str, Any]:
            location = program.locations[access.pc]
            where = {"pc": access.pc, "file": location.file or None, "line": location.line or None}
            return {**where, "group": access.group, "warp": access.warp, "lanes": list(access.lanes)}

        return {
            **{name: getattr(self, name) for name in ("code", "kind", "what", "count")},
            "access": plain(self.access),
            "other": None if self.other is None else plain(self.other),
            "same_value": self.is_same,
            **({"length": self.length} if self.length else {}),
        }


@dataclass(frozen=True, slots=True)
class Findings:
    """The findings in a run, in the order in which they first happened.

    - racing_words: the number of words of memory with a race.
    - untold: the number of findings that are left out because the table of pairs of instructions was full.
    - checks: the checks that were made.
    - unseen: the reason why the variables and bounds of a compiled kernel were not checked; "" if they were checked.
    - unlocked: the reason why races are listed that a lock may order; "" if the locks of the kernel were followed.
    """

    found: tuple[Finding, ...]
    racing_words: int = 0
    untold: int = 0
    checks: tuple[str, ...] = CHECKS
    unseen: str = ""
    unlocked: str = ""

    @property
    def is_clean(self) -> bool:
        """Return whether there are no findings."""
        return not self.found and not self.untold

    def of(self, checks: Collection[str]) -> Findings:
        """Return the findings of the given checks only. Without "races", `racing_words` is 0; `untold` stays."""
        names = tuple(name for name in CHECKS if name in checks)
        chosen = tuple(finding for finding in self.found if finding.check in names)
        return replace(self, found=chosen, checks=names, racing_words=self.racing_words if "races" in names else 0)

    def to_dict(self, program: Program) -> dict[str, Any]:
        """Return plain values for JSON. program: the program of the run."""
        return {
            "checks": list(self.checks),
            "found": [finding.to_dict(program) for finding in self.found],
            "racing_words": self.racing_words,
            "untold": self.untold,
            "unseen": self.unseen or None,
            "unlocked": self.unlocked or None,
        }
