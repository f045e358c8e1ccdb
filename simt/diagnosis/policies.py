"""The cycles of a run under other branch policies and, if one of them is faster, a join that the program lacks.

Under `ipdom_stack` and `its` lanes that part at a branch join at its post-dominator. Before this join, both sides may
reach a common block, which one of the sides can also bypass. Then the two sides execute this block and the code after
it separately.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from isa.flow.cfg import ControlFlow, control_flow, reconvergence_points
from isa.reporting.diagnostics import SimtError
from simt.diagnosis.partings import partings_of
from simt.machine import Machine
from simt.result.result import Result
from simt.result.stops import STOP_CODES

POLICIES: Final = ("ipdom_stack", "mask_stack", "min_pc")  # policies under which lanes may part, which are tried
# Policies with a price of their own, for progress or for threads that move: compared if they are the run's own.
_OTHERS: Final = ("its", "its_yield", "warp_formation")
_WAITING: Final = 0.05  # least share of lanes that wait: below it no policy is tried, and no join is looked for
_FASTER: Final = 0.8  # a join is looked for if another policy takes at most this share of the cycles
_BRANCHES: Final = 8  # branches that lose most lanes and are examined for a join

# Simulates a launch on another machine, compiled for it if possible, for at most a number of cycles.
Retry = Callable[["Machine", int], "Result"]


@dataclass(frozen=True, slots=True)
class Tried:
    """A policy, the machine keys that choose it, and the cycles of the run under it.

    - cycles: None if the program cannot run under the policy, or if the run did not end.
    - why: the reason if `cycles` is None, else "".
    - was_run: whether the program can run under the policy.
    """

    policy: str
    keys: Mapping[str, object]
    cycles: int | None
    why: str = ""
    was_run: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {"policy": self.policy, "keys": dict(self.keys), "cycles": self.cycles, "why": self.why}


@dataclass(frozen=True, slots=True)
class MissingJoin:
    """A branch whose lanes join later than they could. `branch`, `joins` and `could` are program counters."""

    branch: int
    joins: int | None  # where the lanes join, None for the end of the program
    could: int  # the first instruction of a block that both sides reach before
    lost: int  # lanes that waited because of the branch, summed over issued instructions
    share: float  # `lost` as a share of all lanes of the issued instructions


@dataclass(frozen=True, slots=True)
class Policies:
    """The cycles of a run under each policy, the fastest first.

    missing: a join that the program lacks under the run's own policy; None if no such join was found, or if it was not
    looked for.
    """

    tried: Sequence[Tried]
    missing: MissingJoin | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        missing = None if self.missing is None else asdict(self.missing)
        return {"tried": [policy.to_dict() for policy in self.tried], "missing_join": missing}


def policies_of(result: Result, retry: Retry) -> Policies | None:
    """Run the launch of a recorded run again under the other policies, and return the cycles under each.

    A run under another policy is stopped after the cycles of `result`. The result is None if lanes cannot part, if
    fewer than 5 % of the lanes wait, or if the program can run under no other policy.

    retry: simulates the launch on another machine, for at most a number of cycles.

    Raises `ValueError` without an event record.
    """
    own = result.machine.branch.policy
    lanes = result.ledgers.lane
    if own not in (*POLICIES, *_OTHERS) or lanes["diverged"] < _WAITING * sum(lanes.values()):
        return None
    tried = [Tried(own, {}, result.cycles), *(_tried(result, name, retry) for name in POLICIES if name != own)]
    if not any(policy.was_run for policy in tried[1:]):
        return None
    tried.sort(key=lambda policy: (policy.cycles is None, policy.cycles or 0))
    fastest = tried[0].cycles
    is_late = result.machine.branch.has_joins and fastest is not None and fastest <= _FASTER * result.cycles
    return Policies(tried, missing_join(result) if is_late else None)


def _tried(result: Result, policy: str, retry: Retry) -> Tried:
    keys: dict[str, object] = {"branch.policy": policy}
    if policy != "min_pc":  # deep enough for all of a warp's lanes
        keys["branch.stack_depth"] = max(result.machine.branch.stack_depth, 2 * result.machine.warp_size)
    try:
        other = retry(result.machine.replace(**keys), result.cycles + 1)  # a run may end in the same cycle
        if policy == "mask_stack" and all(
            word is None or word.spec.requires != "mask_stack" for word in other.program.instructions
        ):
            why = "the program has no mask instructions: its lanes would not part"
            return Tried(policy, keys, None, why, was_run=False)
    except SimtError as error:  # mask instructions, or lanes that a stack of masks cannot follow
        return Tried(policy, keys, None, error.message or str(error).partition("\n")[0], was_run=False)
    if other.stop is None:
        return Tried(policy, keys, other.cycles)
    if other.stop.kind == "cycle_limit":
        return Tried(policy, keys, None, f"more than {result.cycles}")
    return Tried(policy, keys, None, f"ends with {STOP_CODES[other.stop.kind]}, {other.stop.kind.replace('_', ' ')}")


def missing_join(result: Result) -> MissingJoin | None:
    """Return a branch whose sides reach a common block before they join, or None.

    If there are several branches of this kind, the branch that loses most lanes is returned. Only the eight branches
    that lose most lanes are examined, and only if they lose at least 5 % of all lanes. Raises `ValueError` without an
    event record.
    """
    flow = control_flow(result.program)
    points = reconvergence_points(result.program)
    total = sum(result.ledgers.lane.values())
    for branch in partings_of(result).branches[:_BRANCHES]:
        joins = points[branch.pc] if points[branch.pc] >= 0 else None
        could = _meeting(flow, branch.pc, joins)
        if could is not None and branch.lost >= _WAITING * total:
            return MissingJoin(branch.pc, joins, could, branch.lost, branch.lost / total)
    return None


def _meeting(flow: ControlFlow, branch: int, joins: int | None) -> int | None:
    """Return the first address of the nearest block that all sides of a branch reach before they join, or None.

    joins: the address of the join, None for the end of the program.
    """
    block = flow.blocks[flow.block_at[branch]]
    end = flow.exit if joins is None else flow.block_at[joins]
    starts = dict.fromkeys(edge.target for edge in block.successors)
    sides = [_distances(flow, start, {block.number, end}) for start in starts]
    if len(sides) < 2:
        return None
    common = set.intersection(*(set(distances) for distances in sides)) - {end}
    best = min(common, key=lambda number: (sum(distances[number] for distances in sides), number), default=None)
    return None if best is None else flow.blocks[best].first


def _distances(flow: ControlFlow, start: int, ends: set[int]) -> dict[int, int]:
    """Return the distance, in edges from `start`, of each block that is reached without going on from `ends`."""
    distances = {start: 0}
    waiting = [start]
    for number in waiting:
        if number in ends or number == flow.exit:
            continue
        for edge in flow.blocks[number].successors:
            if edge.target not in distances:
                distances[edge.target] = distances[number] + 1
                waiting.append(edge.target)
    return distances
