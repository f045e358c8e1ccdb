"""Lower bounds on the number of bundles of a straight piece of code.

The three bounds are the busiest slot, the longest chain of true dependences, and a joint bound after M. Langevin and E.
Cerny, "A recursive technique for computing lower-bound performance of schedules" (ACM TODAES 1 (4), 1996): take n
operations of a slot that cannot start before bundle h and have at least q bundles after them. They need h + n + q
bundles. If not one but k slots take the n operations (`isa.packing.room`), n is replaced by n / k, rounded up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from isa.packing.graph import Dependences
from isa.packing.room import Group, Room

GOOD = 1.1  # a block with at most this multiple of its bound is good
_MOST = 600  # the most operations of a block for which the joint bound is computed


@dataclass(frozen=True, slots=True)
class Bounds:
    """Lower bounds on the number of bundles that a block needs.

    - resources: for each group of slots, the bundles that its operations need. For a group of one slot this is the
      number of operations.
    - chain: the bundles of the longest chain of dependences.
    - joint: the bound by slots and dependences together, 0 if it is not computed.
    - groups: the groups of slots.
    """

    resources: tuple[int, ...]
    chain: int
    joint: int
    groups: tuple[Group, ...]

    @property
    def bound(self) -> int:
        """The greatest of the bounds."""
        return max(*self.resources, self.chain, self.joint)

    @property
    def binding(self) -> str:
        """Return the reason for the bound: the name of a group, "dependences", or "dependences and NAME" for both."""
        busiest = max(range(len(self.groups)), key=lambda number: self.resources[number])
        name = self.groups[busiest].name
        if self.resources[busiest] >= self.bound:
            return name
        return "dependences" if self.chain >= self.bound else f"dependences and {name}"


def _reversed(edges: Sequence[dict[int, int]]) -> list[dict[int, int]]:
    reversed_edges: list[dict[int, int]] = [{} for _ in edges]
    for before, after in enumerate(edges):
        for place, distance in after.items():
            reversed_edges[place][before] = distance
    return reversed_edges


def _levels(edges: Sequence[dict[int, int]], order: Sequence[int]) -> list[int]:
    """Return the length of the longest path to each operation.

    order: all operations, each after its predecessors.
    """
    levels = [0] * len(edges)
    for place in order:
        for after, distance in edges[place].items():
            levels[after] = max(levels[after], levels[place] + distance)
    return levels


def earliest(edges: Sequence[dict[int, int]]) -> list[int]:
    """Return the earliest bundle of each operation, by dependences alone. edges: edges to later operations only."""
    return _levels(edges, range(len(edges)))


def latest_tails(edges: Sequence[dict[int, int]]) -> list[int]:
    """Return, for each operation, the least number of bundles after its own, by dependences alone."""
    return _levels(_reversed(edges), range(len(edges) - 1, -1, -1))


def _raised(
    edges: Sequence[dict[int, int]], numbers: Sequence[int], groups: Sequence[Group], order: Sequence[int]
) -> list[int]:
    """Return the earliest bundle of each operation, by dependences and slots together.

    The operations of one group that must come before an operation need bundles of their own. A bundle takes at most one
    of them in each slot of the group.

    numbers: the class of each operation. order: all operations, each after its predecessors.
    """
    members_of = [[place for place, group in enumerate(groups) if number in group.classes] for number in numbers]
    levels = [0] * len(edges)
    distances: list[dict[int, int]] = [{} for _ in edges]  # from all operations before
    for place in order:
        before = distances[place]
        by_group: dict[int, list[tuple[int, int]]] = {}
        for other, distance in before.items():
            for group in members_of[other]:
                by_group.setdefault(group, []).append((levels[other], distance))
        for group, members in by_group.items():
            members.sort(reverse=True)
            nearest, width = members[0][1], groups[group].width
            for number, (level, distance) in enumerate(members):
                nearest = min(nearest, distance)
                levels[place] = max(levels[place], level + number // width + nearest)
        for after, distance in edges[place].items():
            levels[after] = max(levels[after], levels[place] + distance)
            known = distances[after]
            if known.get(place, -1) < distance:
                known[place] = distance
            for other, length in before.items():
                if known.get(other, -1) < length + distance:
                    known[other] = length + distance
        distances[place] = {}
    return levels


def latest_tails_in_room(graph: Dependences, room: Room) -> list[int]:
    """Return, for each operation, the least number of bundles after its own, by dependences and slots together.

    For long pieces of code, by dependences alone.
    """
    count = len(graph.operations)
    if len(room.slots) == 1 or count > _MOST:
        return latest_tails(graph.edges)
    numbers = room.classes(graph.operations)
    return _raised(_reversed(graph.edges), numbers, room.groups, range(count - 1, -1, -1))


def block_bounds(graph: Dependences, room: Room, *, with_registers: bool = False) -> Bounds:
    """Return the bounds of a piece of code.

    with_registers: whether to include the dependences that the present choice of registers causes. Without these
    dependences, the bounds hold for any choice of registers.
    """
    count = len(graph.operations)
    numbers = room.classes(graph.operations)
    needed = room.needed(graph.operations)
    edges = graph.edges if with_registers else graph.true_edges
    chain = max((level + 1 for level in earliest(edges)), default=0)
    if len(room.slots) == 1 or count > _MOST:
        return Bounds(needed, chain, 0, room.groups)
    heads = _raised(edges, numbers, room.groups, range(count))
    tails = _raised(_reversed(edges), numbers, room.groups, range(count - 1, -1, -1))
    joint = max((head + tail + 1 for head, tail in zip(heads, tails, strict=True)), default=0)
    for group in room.groups:
        members = sorted(
            ((heads[place], tails[place]) for place in range(count) if numbers[place] in group.classes), reverse=True
        )
        seen: list[int] = []  # the tails of operations with at least this head, descending
        for head, tail in members:
            seen.append(tail)
            seen.sort(reverse=True)
            joint = max(joint, max(head + place // group.width + 1 + other for place, other in enumerate(seen)))
    return Bounds(needed, chain, joint, room.groups)
