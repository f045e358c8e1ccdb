"""`StaticCounts`: the results of the analysis of a kernel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from isa.program.program import Program
from isa.table.units import PRIVATE
from simt.machine import Machine

if TYPE_CHECKING:
    from simt.core.state.grid import Grid

SCHEMA = "simt.static/1"
_PER_INSTRUCTION = ("issues", "active_lanes", "accesses", "passes", "transactions", "moved", "disagreements")


@dataclass(frozen=True, slots=True)
class LoopCount:
    """A natural loop.

    `entries`: the number of times that a warp enters it. `turns`: full turns -> entries with that number; a turn is
    full if the end of the loop is reached. `formula`: the condition under which it goes on, as exact arithmetic, if
    any. `source`: the turns are "counted" (they follow from the formula too), "evaluated" (turn by turn) or "assumed".
    """

    label: str
    pc: int  # of its first instruction
    line: int
    depth: int
    entries: int
    turns: Mapping[int, int]
    source: str
    formula: str

    @property
    def trips(self) -> float:
        """The average number of full turns per entry."""
        entries = sum(self.turns.values())
        return sum(turns * times for turns, times in self.turns.items()) / entries if entries else 0.0


@dataclass(frozen=True, slots=True)
class AccessCount:
    """A local load or store, all warps together.

    `passes` is the sum of the degrees of all beats. `degrees`: degree -> beats. `strides`: words between neighbouring
    active lanes -> accesses; None if it differs among lanes, or if one lane is active. `stride` is the coefficient of
    the lane in `address`, the exact form of the address, if any.
    """

    pc: int
    line: int
    is_store: bool
    accesses: int
    passes: int
    degrees: Mapping[int, int]
    strides: Mapping[int | None, int]
    address: str
    stride: int | None
    is_assumed: bool = False

    @property
    def degree(self) -> float:
        """The mean degree of a beat."""
        beats = sum(self.degrees.values())
        return sum(degree * times for degree, times in self.degrees.items()) / beats if beats else 0.0


@dataclass(frozen=True, slots=True)
class GlobalCount:
    """A load, store or atomic of global memory, all warps together. `kind` is "load", "store" or "atomic".

    `transactions` and `moved`, their bytes, are defined in docs/processor.md, section 19; `useful`: the bytes that an
    access requests, each counted once (for unknown addresses: as if all lanes requested different bytes). `spread`:
    transactions of an access -> accesses. `strides`: bytes between neighbouring active lanes -> accesses; None if it
    differs among lanes, or if one lane is active. `stride` is the coefficient of the lane in `address`, the exact form
    of the byte address, if any.
    """

    pc: int
    line: int
    kind: str
    size: int  # bytes per lane
    accesses: int
    transactions: int
    moved: int
    useful: int
    spread: Mapping[int, int]
    strides: Mapping[int | None, int]
    address: str
    stride: int | None
    is_assumed: bool = False

    @property
    def efficiency(self) -> float:
        """The requested share of the bytes moved."""
        return self.useful / self.moved if self.moved else 1.0

    @property
    def transactions_per_access(self) -> float:
        """The average number of transactions of an access."""
        return self.transactions / self.accesses if self.accesses else 0.0


@dataclass(frozen=True, slots=True)
class JumpCount:
    """A jump on a result, a mask instruction on a register's condition, or a compare into a mask.

    `varies`: how far its condition may vary: "nothing" (all lanes of all warps agree), "warps", "lanes" or "data"; from
    "lanes" on it is a candidate for divergence. `issues`: the number of executions. `disagreements`: of a jump, the
    number of times the active lanes disagree; None if it depends on data.
    """

    pc: int
    line: int
    varies: str
    issues: int
    disagreements: int | None
    is_assumed: bool = False

    @property
    def may_diverge(self) -> bool:
        """Return whether lanes of one warp may disagree."""
        return self.varies in ("lanes", "data")


@dataclass(frozen=True, slots=True)
class WarpKind:
    """Warps that issue the same: their number over all work-groups, and the issues of each, per instruction."""

    warps: int
    issues: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class LaunchCounts:
    """The work of a launch on a machine. Tuples have an entry per instruction of the program.

    `threads`: of all work-groups. `issues`: warp instructions, all warps together. `passes`: LDS passes, the sum of the
    conflict degrees of all beats (docs/processor.md, section 5); 0 outside the LDS. `active_lanes`: active lanes summed
    over the issues. `grid`: sizes of a launch on a device; None for a plain launch, of one group. `places`: work-groups
    that a core holds at a time (section 18). `transactions` and `moved`: transactions of the accesses to global memory
    and their bytes. `kinds`: warps that issue the same, most issues first; times their warps they add up to `issues`.
    """

    program: Program
    machine: Machine
    threads: int
    issues: tuple[int, ...]
    passes: tuple[int, ...]
    active_lanes: tuple[int, ...]
    grid: Grid | None = None
    places: int = 1
    transactions: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    kinds: tuple[WarpKind, ...] = ()

    @property
    def groups(self) -> int:
        """Launched work-groups."""
        return 1 if self.grid is None else self.grid.groups

    @property
    def warps_per_group(self) -> int:
        """Warps of a work-group."""
        return -(-self.threads // self.groups // self.machine.warp_size)

    @property
    def warps(self) -> int:
        """Launched warps, of all work-groups."""
        return self.groups * self.warps_per_group

    @cached_property
    def instructions(self) -> int:
        """Issued warp instructions; with bundles: bundles."""
        return self.program.starts(self.issues)

    @cached_property
    def issued_by_unit(self) -> dict[str, int]:
        """Issued operations by unit, control excluded."""
        return self.program.by_unit(self.issues, self.machine.serving(PRIVATE))

    @cached_property
    def lanes_by_unit(self) -> dict[str, int]:
        """Active lanes, summed over issued operations, by unit."""
        return self.program.by_unit(self.active_lanes, self.machine.serving(PRIVATE))


@dataclass(frozen=True, eq=False, kw_only=True)
class StaticCounts(LaunchCounts):
    """The work of a launch on a machine, computed without running it.

    `accesses`: of the LDS. `disagreements`: jumps on which active lanes disagree, None if it depends on data.
    `barriers`: that a warp passes, in the work-group that passes most. `assumed` lists the assumptions, as given.
    `evaluated` is the number of instructions in the address slice. `traffic` has more on the accesses to global memory.
    """

    accesses: tuple[int, ...]
    disagreements: tuple[int | None, ...]
    loops: tuple[LoopCount, ...]
    local: tuple[AccessCount, ...]
    jumps: tuple[JumpCount, ...]
    barriers: int
    assumed: tuple[str, ...]
    evaluated: int
    traffic: tuple[GlobalCount, ...]

    @property
    def is_exact(self) -> bool:
        """Return whether nothing was assumed: then every number equals a run's."""
        return not self.assumed

    @property
    def active_share(self) -> float:
        """The mean share of a warp's lanes that are active in an issued operation."""
        return sum(self.active_lanes) / (max(sum(self.issues), 1) * self.machine.warp_size)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON. The same analysis gives the same dictionary."""
        return {
            "schema": SCHEMA,
            "program": {"name": self.program.name, "hash": self.program.hash, "threads": self.threads},
            "machine": {"name": self.machine.name, "hash": self.machine.hash},
            "exact": self.is_exact,
            "assumed": list(self.assumed),
            "warps": self.warps,
            "instructions": self.instructions,
            "issued_by_unit": self.issued_by_unit,
            "active_lanes_by_unit": self.lanes_by_unit,
            "active_share": self.active_share,
            "passes": sum(self.passes),
            "transactions": sum(self.transactions),
            "moved": sum(self.moved),
            "launch": None if self.grid is None else {
                **self.grid.listed, "groups": self.grid.groups,
                "places": self.places,
            },
            "kinds": [{"warps": kind.warps, "issues": list(kind.issues)} for kind in self.kinds],
            "barriers": self.barriers,
            "loops": [
                {
                    "label": loop.label, "pc": loop.pc, "line": loop.line, "depth": loop.depth, "entries": loop.entries,
                    "trips": loop.trips, "turns": _by_text(loop.turns), "source": loop.source, "formula": loop.formula,
                }
                for loop in self.loops
            ],
            "local": [
                {
                    "pc": one.pc, "line": one.line, "store": one.is_store, "accesses": one.accesses,
                    "passes": one.passes, "degree": one.degree, "degrees": _by_text(one.degrees),
                    "strides": _by_text(one.strides), "address": one.address, "stride": one.stride,
                    "assumed": one.is_assumed,
                }
                for one in self.local
            ],
            "global": [
                {
                    "pc": one.pc, "line": one.line, "kind": one.kind, "size": one.size, "accesses": one.accesses,
                    "transactions": one.transactions, "moved": one.moved, "useful": one.useful,
                    "efficiency": one.efficiency, "spread": _by_text(one.spread), "strides": _by_text(one.strides),
                    "address": one.address, "stride": one.stride, "assumed": one.is_assumed,
                }
                for one in self.traffic
            ],
            "jumps": [
                {
                    "pc": jump.pc, "line": jump.line, "varies": jump.varies, "may_diverge": jump.may_diverge,
                    "issues": jump.issues, "disagreements": jump.disagreements, "assumed": jump.is_assumed,
                }
                for jump in self.jumps
            ],
            "per_instruction": {name: list(getattr(self, name)) for name in _PER_INSTRUCTION},
        }  # fmt: skip


def _by_text(numbers: Mapping[int, int] | Mapping[int | None, int]) -> dict[str, int]:
    """Convert keys to text, as JSON needs; None becomes "none"."""
    ordered = sorted(numbers.items(), key=lambda item: (item[0] is None, item[0] or 0))
    return {"none" if key is None else str(key): value for key, value in ordered}
