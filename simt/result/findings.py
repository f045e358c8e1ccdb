"""The findings of a watched run: races, reads of words that nobody wrote, accesses out of bounds (docs/check.md)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from isa.program.program import Program

# By the numbers of the engine (simt/core/state/shadow.py): the code that `simt explain` knows, and its word.
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
}
CHECKS = ("races", "uninitialised", "bounds")  # the checks that a user can choose


@dataclass(frozen=True, slots=True)
class Access:
    """An instruction of lanes of a warp; `warp` is its number in the work-group, lanes are numbers."""

    pc: int
    group: int
    warp: int
    lanes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """A race of two instructions, or one that reads unwritten words or leaves its array: how often, the first time.

    access: the one that completes it. other: of a race, the one before. what: the word, variable, register or flag.
    count: of a race, accesses of lanes that conflict with an earlier one; else reads, or accesses, of lanes. is_same:
    both store the same value. length: elements of the array that is left.
    """

    code: str
    kind: str
    what: str
    count: int
    access: Access
    other: Access | None = None
    is_same: bool = False
    length: int = 0

    @property
    def check(self) -> str:
        """The check that it belongs to, of `CHECKS`."""
        return "races" if self.other is not None else "bounds" if self.code == "C011" else "uninitialised"

    def to_dict(self, program: Program) -> dict[str, Any]:
        """Return plain values; program: the one that ran."""

        def access(one: Access) -> dict[str, Any]:
            place = program.locations[one.pc]
            where = {"pc": one.pc, "file": place.file or None, "line": place.line or None}
            return {**where, "group": one.group, "warp": one.warp, "lanes": list(one.lanes)}

        values = {"code": self.code, "kind": self.kind, "what": self.what, "count": self.count}
        other = None if self.other is None else access(self.other)
        return {**values, "access": access(self.access), "other": other, "same_value": self.is_same} | (
            {"length": self.length} if self.length else {}
        )


@dataclass(frozen=True, slots=True)
class Findings:
    """The findings of a watched run, in the order in which they came up.

    checks: the chosen ones. racing_words: words of memory with a race. untold: findings for which the table of pairs of
    instructions had no room. unseen: of a compiled kernel, why variables and bounds were not looked at.
    """

    found: tuple[Finding, ...]
    racing_words: int = 0
    untold: int = 0
    checks: tuple[str, ...] = CHECKS
    unseen: str = ""

    @property
    def is_clean(self) -> bool:
        """Return whether nothing was found."""
        return not self.found and not self.untold

    def of(self, checks: Collection[str]) -> Findings:
        """Return the findings of some of the checks."""
        names = tuple(name for name in CHECKS if name in checks)
        chosen = tuple(finding for finding in self.found if finding.check in names)
        return replace(self, found=chosen, checks=names, racing_words=self.racing_words if "races" in names else 0)

    def to_dict(self, program: Program) -> dict[str, Any]:
        """Return plain values; program: the one that ran."""
        return {
            "checks": list(self.checks),
            "found": [finding.to_dict(program) for finding in self.found],
            "racing_words": self.racing_words,
            "untold": self.untold,
            "unseen": self.unseen or None,
        }
