"""The paths of warps through a program: the blocks that a warp visits, in order. They agree with the counts.

Loops nest as in the control flow. Only a few turns of a loop are walked. The first turn stands for itself, and the
other walked turns stand for the rest. A visit has a *weight*: the number of visits for which it stands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from isa.flow.cfg import control_flow
from isa.program.program import Program

_EPSILON = 1e-9  # error of sums of fractions
_ALONE = 4  # visits that are walked of a block which is visited more than once outside a loop (irreducible flow)


@dataclass(frozen=True, slots=True)
class Visit:
    """A visit of a warp to a block. weight: the number of visits that it stands for."""

    block: int
    weight: float


@dataclass(frozen=True, slots=True)
class Turns:
    """A loop in a path, or one block (`loop` is -1, `body` empty).

    share: its turns for each turn of the loop or launch around it.
    """

    loop: int
    share: float
    body: tuple[Turns, ...]
    block: int = -1


def turns_of(program: Program, visits: Sequence[float]) -> tuple[Turns, ...]:
    """Arrange blocks into the loops around them. visits: a warp's visits to each block.

    Blocks are in order of address. A loop is assumed to be entered once in each turn of the loop around it.
    """
    headers, around = _loops(program)

    def arranged(blocks: Sequence[int], depth: int, outer: float) -> tuple[Turns, ...]:
        found: dict[int, list[int]] = {}
        for block in blocks:
            inside = len(around[block]) > depth
            found.setdefault(around[block][depth] if inside else -1 - block, []).append(block)
        result = []
        for loop, members in found.items():
            if loop < 0:
                result.append(Turns(-1, visits[members[0]] / outer, (), members[0]))
            else:
                turns = visits[headers[loop]] or max(visits[block] for block in members)
                result.append(Turns(loop, turns / outer, arranged(members, depth + 1, turns)))
        return tuple(result)

    return arranged([block for block, count in enumerate(visits) if count], 0, 1.0)


@lru_cache(maxsize=256)
def _loops(program: Program) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return the header of each loop, and the loops around each block, the outermost first."""
    flow = control_flow(program)
    inner = [-1] * len(flow.blocks)
    for number, loop in enumerate(flow.loops):
        for block in loop.blocks:
            if inner[block] < 0 or flow.loops[inner[block]].depth < loop.depth:
                inner[block] = number
    chains = []
    for number in inner:
        chain: list[int] = []
        while number >= 0:
            chain.append(number)
            parent = flow.loops[number].parent
            number = -1 if parent is None else parent
        chains.append(tuple(reversed(chain)))
    return tuple(loop.header for loop in flow.loops), tuple(chains)


def most_turns(items: Sequence[Turns], known: dict[int, float]) -> dict[int, float]:
    """Raise `known`, the largest number of turns of each loop so far, to the turns of another path, and return it."""
    for item in items:
        if item.loop >= 0:
            known[item.loop] = max(known.get(item.loop, 0.0), ceil(item.share - _EPSILON))
            most_turns(item.body, known)
    return known


def weights_of(turns: Mapping[int, float], walked: int) -> dict[int, float]:
    """Return the weight of every turn of a loop after the first, if `walked` turns stand for all."""
    return {loop: max(1.0, (most - 1) / (walked - 1)) for loop, most in turns.items()}


def length_of(items: Sequence[Turns], weights: Mapping[int, float], lengths: Sequence[int]) -> float:
    """Return the steps on a path with these weights. lengths: the steps of each block."""
    total = 0.0
    for item in items:
        if item.loop < 0:
            total += min(item.share, _ALONE) * lengths[item.block]
        else:
            turns = min(item.share, 1 + max(0.0, item.share - 1) / weights[item.loop])
            total += turns * length_of(item.body, weights, lengths)
    return total


def path_of(items: Sequence[Turns], weights: Mapping[int, float], number: int) -> list[Visit]:
    """Return the visits of a warp, in order.

    - weights: the weight of each turn after the first, by loop.
    - number: the warp's number among the warps that share fractional visits. If two warps share one visit, one of them
      makes the visit.
    """
    path: list[Visit] = []
    made: dict[int, int] = {}

    def times(item: Turns) -> int:
        count = made.get(id(item), number)
        made[id(item)] = count + 1
        return ceil((count + 1) * item.share - _EPSILON) - ceil(count * item.share - _EPSILON)

    def walk(items: Sequence[Turns], weight: float) -> None:
        for item in items:
            turns = times(item)
            if item.loop < 0:
                walked = min(turns, _ALONE)
                path.extend([Visit(item.block, weight * turns / max(walked, 1))] * walked)
            elif turns:
                walk(item.body, weight)
                later = weights[item.loop]
                for _ in range(round((turns - 1) / later)):
                    walk(item.body, weight * later)

    walk(items, 1.0)
    return path


def scaled(path: Sequence[Visit], visits: Sequence[float]) -> list[Visit]:
    """Return a path whose visits to each block stand for all visits of the warp. visits: these, by block.

    A part of a loop that is in few of its turns may be in all of the turns that are walked.
    """
    walked: dict[int, float] = defaultdict(float)
    for visit in path:
        walked[visit.block] += visit.weight
    return [Visit(visit.block, visit.weight * visits[visit.block] / walked[visit.block]) for visit in path]
