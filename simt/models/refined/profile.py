"""`Profile`: the refined model's view of a launch, whatever its source: the number of issues of each instruction."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from isa.program.program import Program
from simt.machine import Machine
from simt.models.static.results.counts import LaunchCounts, WarpKind

if TYPE_CHECKING:
    from simt.models.static import StaticCounts
    from simt.result.result import Result


@dataclass(frozen=True, eq=False, kw_only=True)
class Profile(LaunchCounts):
    """A launch by its counts. `transactions`, `moved` and `kinds` are empty if they are not known.

    `source`: "static", "measured" or another origin. For memory of DRAM, which only a run counts: `columns`, column
    accesses for a request; `crowded`, the busiest channel's share of the column accesses that can go side by side
    (`ChannelCounts`). Otherwise every request has an access of its own, and the channels have equal shares.
    """

    source: str
    columns: float = 1.0
    crowded: float | None = None

    def __post_init__(self) -> None:
        length = len(self.program.words)
        for name in ("issues", "passes", "active_lanes", "transactions", "moved"):
            values = tuple(map(int, getattr(self, name)))  # arrays too
            values = values or (0,) * (length if name in ("transactions", "moved") else 0)
            if len(values) != length or min(values, default=0) < 0:
                raise ValueError(f"`{name}` has one number of at least 0 for each of the {length} instructions")
            object.__setattr__(self, name, values)
        if self.threads < 1:
            raise ValueError(f"a launch has at least one thread, not {self.threads}")

    @property
    def is_uneven(self) -> bool:
        """Return whether the sums show unequal warps, without knowing which warp issues what.

        Sums that are multiples of the warps show nothing.
        """
        return not self.kinds and any(count % self.warps for count in self.issues)

    @classmethod
    def of_static(cls, counts: StaticCounts) -> Profile:
        """The profile of a static analysis."""
        return cls(source="static", **{field.name: getattr(counts, field.name) for field in fields(LaunchCounts)})

    @classmethod
    def of_result(cls, result: Result) -> Profile:
        """The profile of a run on either engine; the functional one counts neither LDS passes nor transactions.

        The sums of a run do not distinguish warps: `kinds` are there if the run was recorded, and the record is whole.

        Raises `ValueError` for one core of a device alone.
        """
        counted = result.issues, result.passes, result.active_lanes
        if result.shown is not None:
            raise ValueError(f"a profile covers a whole launch and is not of core {result.shown} alone")
        traffic = {"transactions": result.traffic.transactions, "moved": result.traffic.moved}
        of_groups = result.with_places({"grid": result.grid, "places": result.places, **traffic})
        profile = cls.measured(result.program, result.machine, result.groups * result.threads, *counted, **of_groups)
        counts = result.channels
        if counts is not None and (columns := int(counts.columns.sum())):
            requests = int(counts.requests.sum())
            profile = replace(profile, columns=columns / requests, crowded=counts.crowded / columns)
        return replace(profile, kinds=_recorded_kinds(result))

    @classmethod
    def measured(
        cls, program: Program, machine: Machine, threads: int, issues: Any, passes: Any, active_lanes: Any, **more: Any
    ) -> Profile:
        """Counts of a run: arrays or lists of whole numbers, one per instruction. threads: of all work-groups."""
        return cls(program, machine, threads, issues, passes, active_lanes, source="measured", **more)


def _recorded_kinds(result: Result) -> tuple[WarpKind, ...]:
    """Warps by their issues, most first; empty if an instruction is missing in the record or the run did not end."""
    import numpy as np

    events = [core.events.instructions for core in result.cores if core.events is not None]
    length = len(result.program.words)
    if not result.completed or sum(map(len, events)) != int(result.issues.sum()):
        return ()
    kinds: Counter[tuple[int, ...]] = Counter()
    for each in events:
        own = each[np.argsort(each["warp"], kind="stable")]  # one warp after the other; on a device, by place
        last = np.flatnonzero(own["ready"] == -1)  # it is never ready again: the next instruction is another warp's
        warp = np.searchsorted(last, np.arange(len(own)))
        counts = np.bincount(warp * length + own["pc"], minlength=len(last) * length)
        kinds.update(map(tuple, counts.reshape(-1, length).tolist()))
    if kinds.total() != result.groups * result.group_warps:
        return ()
    ordered = sorted(kinds.items(), key=lambda each: (-sum(each[0]), each[0]))
    return tuple(WarpKind(warps, issues) for issues, warps in ordered)
