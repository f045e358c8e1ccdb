"""Branch policies, each tried on a run whose lanes part, and the missing join if another policy is faster.

Under `ipdom_stack` lanes that part at a branch join at its post-dominator. If both sides come to a block before it, and
one of them can also go past that block, they execute the block and the code after it one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from isa.flow.cfg import ControlFlow, control_flow, reconvergence_points
from isa.reporting.diagnostics import SimtError
from simt.diagnosis.partings import partings_of
from simt.result.stops import STOP_CODES

if TYPE_CHECKING:
    from simt.machine import Machine
    from simt.result.result import Result

POLICIES: Final = ("ipdom_stack", "mask_stack", "min_pc")  # under which lanes go their own ways by jumps or masks
_WAITING: Final = 0.05  # share of all lanes that must wait for a look at policies, and at missing joins
_FASTER: Final = 0.8  # of the cycles: the most that another policy may take before a join is looked for
_BRANCHES: Final = 8  # that lose most lanes, looked at for a join

# Makes a launch on another machine, compiled for it if possible, and stops it after a number of cycles.
Retry = Callable[["Machine", int], "Result"]


@dataclass(frozen=True, slots=True)
class Tried:
    """A policy: the cycles of the run, None if it did not end; `why` gives the reason.

    was_run: False for a program that the policy cannot run.
    """

    policy: str
    keys: Mapping[str, object]
    cycles: int | None
    why: str = ""
    was_run: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {"policy": self.policy, "keys": dict(self.keys), "cycles": self.cycles, "why": self.why}


@dataclass(frozen=True, slots=True)
class MissingJoin:
    """A branch whose lanes join late, by addresses.

    joins: where they do, None for the end; could: where both sides come.
    """

    branch: int
    joins: int | None
    could: int
    lost: int  # lanes that waited because of it, summed over instructions
    share: float  # of all lanes of the issued instructions


@dataclass(frozen=True, slots=True)
class Policies:
    """The cycles of a run under each policy, the fastest first, and the missing join of its own policy."""

    tried: Sequence[Tried]
    missing: MissingJoin | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        missing = None if self.missing is None else asdict(self.missing)
        return {"tried": [one.to_dict() for one in self.tried], "missing_join": missing}


def policies_of(result: Result, retry: Retry) -> Policies | None:
    """Try the other policies on a run with an event record; None if there is none to try, or few lanes wait.

    No run is longer than the one that is explained.
    """
    own = result.machine.branch.policy
    lanes = result.ledgers.lane
    if own not in POLICIES or lanes["diverged"] < _WAITING * sum(lanes.values()):
        return None
    tried = [Tried(own, {}, result.cycles)]
    for policy in POLICIES:
        if policy != own:
            tried.append(_tried(result, policy, retry))
    if not any(one.was_run for one in tried[1:]):
        return None
    tried.sort(key=lambda one: (one.cycles is None, one.cycles or 0))
    fastest = tried[0].cycles
    is_late = own == "ipdom_stack" and fastest is not None and fastest <= _FASTER * result.cycles
    return Policies(tried, missing_join(result) if is_late else None)


def _tried(result: Result, policy: str, retry: Retry) -> Tried:
    keys: dict[str, object] = {"branch.policy": policy}
    if policy != "min_pc":  # deep enough for all of a warp's lanes
        keys["branch.stack_depth"] = max(result.machine.branch.stack_depth, 2 * result.machine.warp_size)
    try:
        other = retry(result.machine.replace(**keys), result.cycles)
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
    """Return, of the branches that lose most lanes, the first whose sides come together before they join."""
    flow = control_flow(result.program)
    points = reconvergence_points(result.program)
    total = sum(result.ledgers.lane.values())
    for one in partings_of(result).branches[:_BRANCHES]:
        joins = points[one.pc] if points[one.pc] >= 0 else None
        could = _meeting(flow, one.pc, joins)
        if could is not None and one.lost >= _WAITING * total:
            return MissingJoin(one.pc, joins, could, one.lost, one.lost / total)
    return None


def _meeting(flow: ControlFlow, branch: int, joins: int | None) -> int | None:
    """Return the address of the nearest block that both sides of a jump come to before they join, or None."""
    block = flow.blocks[flow.block_at[branch]]
    end = flow.exit if joins is None else flow.block_at[joins]
    starts = dict.fromkeys(edge.target for edge in block.successors)
    far = [_distances(flow, start, {block.number, end}) for start in starts]
    if len(far) < 2:
        return None
    both = [number for number in far[0] if number != end and all(number in other for other in far[1:])]
    best = min(both, key=lambda number: (sum(other[number] for other in far), number), default=None)
    return None if best is None else flow.blocks[best].first


def _distances(flow: ControlFlow, start: int, ends: set[int]) -> dict[int, int]:
    """Return the distance in blocks of each block reached from `start` without passing `ends`."""
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
