"""`StaticCounts`: the results of the analysis of a kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from isa.program.program import Program
from isa.table.units import PRIVATE
from simt.core.state.grid import Grid
from simt.machine import Machine

SCHEMA = "simt.static/1"
_PER_INSTRUCTION = ("issues", "active_lanes", "accesses", "passes", "transactions", "moved", "disagreements")


@dataclass(frozen=True, slots=True)
class LoopCount:
    """A natural loop.

    - entries: the number of times that warps enter the loop.
    - turns: the number of entries with a number of full turns, by that number. A turn is full if it reaches the end of
      the loop.
    - formula: the condition under which the loop goes on, in closed form; "" if there is none.
    - source: the way in which the turns were found: "counted" (from the formula), "evaluated" (turn by turn) or
      "assumed".
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
    """A load, store or atomic of local memory, all warps together.

    - passes: the sum of the degrees of all beats.
    - degrees: the number of beats by degree.
    - strides: the number of accesses by the distance in words between neighbouring active lanes of a beat. The key None
      counts accesses with several distances, and accesses without two active lanes in a beat.
    - address: the exact form of the address, "" if there is none.
    - stride: the distance between neighbouring lanes that follows from the form; None if it is not the same for all
      lanes, or if there is no form.
    - is_assumed: whether the user assumed the degree of some accesses, which `degrees` and `strides` leave out.
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
        """The mean degree of the beats with known addresses, 0 if there are none."""
        beats = sum(self.degrees.values())
        return sum(degree * times for degree, times in self.degrees.items()) / beats if beats else 0.0


@dataclass(frozen=True, slots=True)
class GlobalCount:
    """A load, store or atomic of global memory, all warps together. kind: "load", "store" or "atomic".

    - transactions, moved: the transactions and the bytes that they move, as defined in docs/processor.md, section 19.
    - useful: requested bytes, each counted once per access; lanes at unknown addresses are assumed to request different
      bytes.
    - spread: a histogram: for each number of transactions, how many accesses with known addresses take that many.
    - strides, address, stride: as in `AccessCount`, but in bytes; `strides` are taken within groups of 16 lanes.
    - is_assumed: whether the user assumed the transactions of some accesses.
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
        """The requested share of the bytes moved, 1 if none were moved."""
        return self.useful / self.moved if self.moved else 1.0

    @property
    def transactions_per_access(self) -> float:
        """The average number of transactions of an access."""
        return self.transactions / self.accesses if self.accesses else 0.0


@dataclass(frozen=True, slots=True)
class JumpCount:
    """A jump, a mask instruction, or a compare into a mask.

    - varies: the widest dependence of the condition: "nothing" (all lanes of all warps agree), "warps", "lanes" or
      "data". With "lanes" or "data", lanes may diverge.
    - issues: the number of executions.
    - disagreements: the number of times that the active lanes disagree about a jump; None if this number depends on
      data.
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
    """Warps that issue the same. warps: their number in all work-groups. issues: one warp's issues, by instruction.

    Issues are whole numbers, except for warps whose record was cut.
    """

    warps: int
    issues: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class LaunchCounts:
    """The work of a launch on a machine. Tuples have an entry per instruction of the program.

    - threads: the threads of all work-groups.
    - issues: the issues of all warps together.
    - passes: the passes of the LDS, that is, the sum of the conflict degrees of all beats (docs/processor.md, section
      5).
    - active_lanes: the active lanes, summed over the issues.
    - grid: the sizes of a launch on a device; None for a plain launch, which has one group.
    - places: work-groups that a core holds at a time (section 18).
    - transactions, moved: the transactions with global memory, and their bytes.
    - kinds: groups of warps with equal issues, most issues first.
    - order: the kind of each warp, by its number in the launch, group after group; empty without kinds.
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
    order: Sequence[int] = ()

    @cached_property
    def groups(self) -> int:
        """The launched work-groups."""
        return 1 if self.grid is None else self.grid.groups

    @cached_property
    def warps_per_group(self) -> int:
        """The warps of a work-group."""
        return -(-self.threads // self.groups // self.machine.warp_size)

    @cached_property
    def warps(self) -> int:
        """The launched warps of all work-groups."""
        return self.groups * self.warps_per_group

    @cached_property
    def instructions(self) -> int:
        """The issued warp instructions, or the issued bundles of a program with bundles."""
        return self.program.starts(self.issues)

    @cached_property
    def issued_by_unit(self) -> dict[str, int]:
        """The issued operations by unit. Accesses to private memory count for the unit of the memory that holds it."""
        return self.program.by_unit(self.issues, self.machine.serving(PRIVATE))

    @cached_property
    def lanes_by_unit(self) -> dict[str, int]:
        """The active lanes by unit, summed over the issued operations."""
        return self.program.by_unit(self.active_lanes, self.machine.serving(PRIVATE))


@dataclass(frozen=True, eq=False, kw_only=True)
class StaticCounts(LaunchCounts):
    """The work of a launch on a machine, computed without running it.

    - accesses: the accesses to local memory, per instruction.
    - disagreements: per instruction, the number of times that the active lanes disagree about a jump; None if this
      number depends on data.
    - loops, jumps: an entry for each loop and for each condition.
    - local: an entry for each instruction that accesses local memory. traffic: the same for global memory.
    - barriers: the barriers that a warp passes, in the work-group that passes most.
    - assumed: the user's assumptions as text.
    - evaluated: the number of instructions in the address slice.
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
        """Return whether nothing was assumed, so that every number equals the number of a run."""
        return not self.assumed

    @property
    def active_share(self) -> float:
        """The mean share of a warp's lanes that are active in an issued operation."""
        return sum(self.active_lanes) / (max(sum(self.issues), 1) * self.machine.warp_size)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON. The same analysis gives the same dictionary."""
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
            "launch": None
            if self.grid is None
            else {**self.grid.listed, "groups": self.grid.groups, "places": self.places},
            "kinds": [{"warps": kind.warps, "issues": list(kind.issues)} for kind in self.kinds],
            "barriers": self.barriers,
            "loops": [_listed(loop, _LOOP) for loop in self.loops],
            "local": [_listed(access, _LOCAL) for access in self.local],
            "global": [_listed(access, _GLOBAL) for access in self.traffic],
            "jumps": [_listed(jump, _JUMP) for jump in self.jumps],
            "per_instruction": {name: list(getattr(self, name)) for name in _PER_INSTRUCTION},
        }


# Attributes in the order of JSON, which has their names without "is_".
_LOOP = ("label", "pc", "line", "depth", "entries", "trips", "turns", "source", "formula")
_LOCAL = (
    "pc", "line", "is_store", "accesses", "passes", "degree", "degrees", "strides", "address", "stride", "is_assumed",
)  # fmt: skip
_GLOBAL = (
    "pc", "line", "kind", "size", "accesses", "transactions", "moved", "useful", "efficiency", "spread", "strides",
    "address", "stride", "is_assumed",
)  # fmt: skip
_JUMP = ("pc", "line", "varies", "may_diverge", "issues", "disagreements", "is_assumed")


def _listed(count: object, names: tuple[str, ...]) -> dict[str, Any]:
    values = ((name.removeprefix("is_"), getattr(count, name)) for name in names)
    return {name: _by_text(value) if isinstance(value, Mapping) else value for name, value in values}


def _by_text(numbers: Mapping[int, int] | Mapping[int | None, int]) -> dict[str, int]:
    """Return the numbers with their keys as text, as JSON needs; None becomes "none"."""
    ordered = sorted(numbers.items(), key=lambda item: (item[0] is None, item[0] or 0))
    return {"none" if key is None else str(key): value for key, value in ordered}
