"""Unrolling of counted loops of one block, as a scalar program with copies of their bodies.

A loop is unrolled if the ranges of values (`isa.packing.ranges`) prove the number of its turns: completely (a loop of
one turn disappears), or several turns to one, if that divides their number. Only the last copy may jump back. The
copies' code is analysed like any other, which separates addresses that were one register before. Operations that only
counted the turns are dropped if nobody reads their results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from isa.flow.cfg import ControlFlow
from isa.packing.operations import source_fields
from isa.packing.ranges import Turns
from isa.program.encoding import Instruction, encode
from isa.program.program import Location, Program
from isa.table.table import FIRST_SPECIAL, NEAR_INSTRUCTIONS

_MOST_WORDS = 160  # of an unrolled loop
_PARTS = (2, 4)  # turns that become one
_WHOLE = {1: "the only turn of a loop", 2: "both turns of a loop"}


@dataclass(frozen=True, slots=True)
class Unrolled:
    """A program with unrolled loops.

    `origins` are the addresses of its words in the program that it was. `spare` are the addresses of operations that
    may be dropped if nobody reads their results: they counted the turns. `notes` describe, by the address of the first
    word of a former loop, its fate.
    """

    program: Program
    origins: tuple[int, ...]
    spare: frozenset[int] = frozenset()
    notes: Mapping[int, str] = field(default_factory=dict)


def factors(size: int, turns: Turns) -> list[int]:
    """List how many turns of a loop of `size` instructions may become one, ascending; at best all of them."""
    if not turns.is_exact:
        return []
    divisors = {part for part in _PARTS if turns.least % part == 0 and part <= turns.least} | {turns.least}
    return sorted(part for part in divisors if part * size <= _MOST_WORDS)


def unrolled(program: Program, graph: ControlFlow, plan: Mapping[int, int], turns: Mapping[int, Turns]) -> Unrolled:
    """Return the program with the loops of `plan` unrolled: by number of block, how many turns become one.

    `turns` are the loops' turns. The plan has values of `factors`.
    """
    words: list[Instruction] = []
    origins: list[int] = []
    spare: set[int] = set()
    notes: dict[int, str] = {}
    now_at: dict[int, int] = {}
    for block in graph.blocks:
        copies, is_loop = plan.get(block.number, 1), block.number in plan
        body = [entry for entry in graph.instructions[block.first : block.end] if entry is not None]
        counting = _counting(body) if is_loop else set()
        is_whole = is_loop and copies == turns[block.number].least
        if is_loop:
            whole = _WHOLE.get(copies, f"all {copies} turns of a loop")
            notes[len(words)] = whole if is_whole else f"{copies} turns in one"
        for copy in range(copies):
            for place, entry in enumerate(body):
                address = block.first + place
                now_at.setdefault(address, len(words))
                if place in counting:
                    spare.add(len(words))
                is_jump = place + 1 == len(body)
                if is_loop and is_jump and (is_whole or copy + 1 < copies):
                    entry = replace(entry, cond="always", target=0)
                words.append(entry)
                origins.append(address)
    end = len(words)
    beyond = min(end, NEAR_INSTRUCTIONS - 1)
    changed = tuple(
        encode(replace(entry, target=now_at.get(entry.target, beyond)) if _jumps(entry) else entry) for entry in words
    )
    locations = program.locations or (Location(),) * len(program.words)
    program_of_copies = replace(
        program,
        words=changed,
        labels={name: now_at.get(address, end) for name, address in program.labels.items()},
        locations=tuple(locations[origin] for origin in origins),
        objects={},
    )
    return Unrolled(program_of_copies, tuple(origins), frozenset(spare), notes)


def _jumps(entry: Instruction) -> bool:
    return entry.cond != "always" or "target" in entry.spec.fields


def _counting(body: Sequence[Instruction]) -> set[int]:
    """Return the places of the ALU operations that decide whether the loop goes on: the jump back depends on them."""
    wanted = {getattr(body[-1], name) for name in source_fields(body[-1])}
    counting = {len(body) - 1}
    is_changed = True
    while is_changed:
        is_changed = False
        for place, entry in enumerate(body):
            if place not in counting and entry.spec.unit == "alu" and entry.spec.writes_register and entry.rd in wanted:
                counting.add(place)
                wanted.update(
                    number for name in source_fields(entry) if (number := getattr(entry, name)) < FIRST_SPECIAL
                )
                is_changed = True
    return {place for place in counting if body[place].spec.unit == "alu"}
