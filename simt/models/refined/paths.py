"""The paths of warps through a program: the blocks that a warp visits, in order. They agree with the counts.

Loops nest as in the control flow. Only a few turns of a loop are walked. The first turn stands for itself, and the
other walked turns stand for the rest. A visit has a *weight*: the number of visits for which it stands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from isa.flow.cfg import control_flow
from isa.program.program import Program

_EPSILON = 1e-9  # error of sums of fractions
_ALONE = 4  # visits that are walked of a block which is visited more than once outside a loop (irreducible flow)

Visits = Sequence[float]  # of a warp, by block


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop. header: its first block, which is visited once in each turn. body: its blocks and loops, by address."""

    header: int
    body: tuple[Loop | int, ...]


@lru_cache(maxsize=256)
def nest_of(program: Program) -> tuple[Loop | int, ...]:
    """Return the blocks and the outermost loops of a program, by address."""
    flow = control_flow(program)
    around: list[list[int]] = [[] for _ in flow.blocks]  # the loops around each block, the outermost first
    for number, loop in sorted(enumerate(flow.loops), key=lambda entry: entry[1].depth):
        for block in loop.blocks:
            around[block].append(number)

    def nested(blocks: Sequence[int], depth: int) -> tuple[Loop | int, ...]:
        found: dict[int, list[int]] = {}
        for block in blocks:
            found.setdefault(around[block][depth] if len(around[block]) > depth else -1 - block, []).append(block)
        return tuple(
            members[0] if loop < 0 else Loop(flow.loops[loop].header, nested(members, depth + 1))
            for loop, members in found.items()
        )

    return nested(range(len(flow.blocks)), 0)


def turns_of(items: Sequence[Loop | int], visits: Visits, outer: float = 1.0) -> Iterator[tuple[int, float]]:
    """Yield the header of each loop that a warp enters, and its turns in each turn of the loop around it.

    outer: the turns of the loop around these items. A loop is assumed to be entered once in each of them.
    """
    for item in items:
        if isinstance(item, Loop) and (turns := visits[item.header]):
            yield item.header, turns / outer
            yield from turns_of(item.body, visits, turns)


def length_of(
    items: Sequence[Loop | int], visits: Visits, stands: Mapping[int, float], lengths: Sequence[int],
    outer: float = 1.0,
) -> float:  # fmt: skip
    """Return the steps on a path. stands: as in `path_of`. lengths: the steps of each block. outer: see `turns_of`."""
    total = 0.0
    for item in items:
        if not isinstance(item, Loop):
            total += min(visits[item] / outer, _ALONE) * lengths[item]
        elif turns := visits[item.header]:
            share = turns / outer
            walked = min(share, 1 + max(0.0, share - 1) / stands[item.header])
            total += walked * length_of(item.body, visits, stands, lengths, turns)
    return total


def path_of(items: Sequence[Loop | int], visits: Visits, stands: Mapping[int, float]) -> list[tuple[int, float]]:
    """Return the blocks that a warp visits, in order, each with its weight. The weights of a block add up to `visits`.

    stands: by header of a loop, the number of turns for which each walked turn after the first stands.
    """
    path: list[tuple[int, float]] = []
    taken: dict[int, int] = defaultdict(int)  # turns of the loop around an item, by the item's block
    walked: dict[int, float] = defaultdict(float)

    def times(block: int, share: float) -> int:
        """Return how often an item is taken in the next turn, if it is taken `share` times in the mean turn."""
        count = taken[block]
        taken[block] = count + 1
        return ceil((count + 1) * share - _EPSILON) - ceil(count * share - _EPSILON)

    def walk(items: Sequence[Loop | int], outer: float, weight: float) -> None:
        for item in items:
            block = item.header if isinstance(item, Loop) else item
            if not visits[block]:
                continue
            if not isinstance(item, Loop):
                turns = times(-1 - block, visits[block] / outer)
                for _ in range(min(turns, _ALONE)):
                    walked[block] += weight
                    path.append((block, weight))
            elif turns := times(block, visits[block] / outer):
                walk(item.body, visits[block], weight)
                for _ in range(round((turns - 1) / stands[block])):
                    walk(item.body, visits[block], weight * stands[block])

    walk(items, 1.0, 1.0)
    return [(block, weight * visits[block] / walked[block]) for block, weight in path]
