"""Unrolling of counted loops of one block, to a scalar program with copies of their bodies.

A loop is unrolled if the value ranges (`isa.packing.ranges`) prove the number of its turns: completely, or by a factor
that divides this number. Only the last copy of the body may jump back. The copies are analysed like other code, so that
accesses of different turns get different ranges. Operations that only count the turns are dropped later, if their
results are not read.
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
_FACTORS = (2, 4)  # of loops that are not unrolled completely
_WHOLE = {1: "the only turn of a loop", 2: "both turns of a loop"}


@dataclass(frozen=True, slots=True)
class Unrolled:
    """A program with unrolled loops.

    - origins: for each word, its address in the original program.
    - spare: the addresses of operations that count turns, to be dropped if their results are not read.
    - notes: the way in which each loop was unrolled, by the address of the loop's first word.
    """

    program: Program
    origins: tuple[int, ...]
    spare: frozenset[int] = frozenset()
    notes: Mapping[int, str] = field(default_factory=dict)


def factors(size: int, turns: Turns) -> list[int]:
    """Return the factors by which a loop of `size` instructions may be unrolled, ascending; none if its turns vary."""
    if not turns.is_exact:
        return []
    divisors = {factor for factor in _FACTORS if turns.least % factor == 0} | {turns.least}
    return sorted(factor for factor in divisors if factor * size <= _MOST_WORDS)


def unrolled(program: Program, graph: ControlFlow, plan: Mapping[int, int], turns: Mapping[int, Turns]) -> Unrolled:
    """Return the program with unrolled loops. plan, turns: the factors and turns of loops, by number of their block."""
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
    changed = tuple(encode(with_targets(entry, now_at, beyond)) for entry in words)
    locations = program.locations or (Location(),) * len(program.words)
    program_of_copies = replace(
        program,
        words=changed,
        labels={name: now_at.get(address, end) for name, address in program.labels.items()},
        locations=tuple(locations[origin] for origin in origins),
        objects={},
    )
    return Unrolled(program_of_copies, tuple(origins), frozenset(spare), notes)


def with_targets(entry: Instruction, new: Mapping[int, int], beyond: int) -> Instruction:
    """Return an instruction with new addresses in place of its own, by the old ones. beyond: in place of any other."""
    if not entry.has_target:
        return entry
    otherwise = new.get(entry.otherwise, beyond) if "otherwise" in entry.spec.fields else entry.otherwise
    return replace(entry, target=new.get(entry.target, beyond), otherwise=otherwise)


def _counting(body: Sequence[Instruction]) -> set[int]:
    """Return the indices of the ALU operations that the jump back, the last operation of a body, depends on."""
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
