"""Programs of bundles as scalar programs: what a bundle does at once is done one operation after the other.

So an engine without bundles runs what the packer has made, under every policy of branches and with every memory. An
operation whose result another one of its bundle must not see yet writes to a register that the program does not name,
from which it is moved after all others; the operation that steers is the last.
"""

from __future__ import annotations

from dataclasses import replace

from isa.program.bundles import bundle_ranges
from isa.program.encoding import Instruction, encode
from isa.program.program import Location, Program
from isa.table.table import FIRST_SPECIAL, INSTRUCTIONS, REGISTER_COUNT

__all__ = ["unbundled"]

MOVE = INSTRUCTIONS["mov.b32"]
CARRY = REGISTER_COUNT
SCALARS = REGISTER_COUNT + 1


def unbundled(program: Program) -> Program:
    """A scalar program that computes the same; bundles whose jumps go outside still leave the program."""
    words: list[Instruction] = []
    now_at: dict[int, int] = {}
    scratch = list(range(FIRST_SPECIAL - 1, program.registers - 1, -1))
    for bundle in bundle_ranges(program.instructions):
        now_at[bundle.start] = len(words)
        operations = [entry for address in bundle if (entry := program.instructions[address]) is not None]
        assert len(operations) == len(bundle)
        words += _in_turn([replace(entry, more=False) for entry in operations], scratch)
    end = len(words)

    def moved(entry: Instruction) -> Instruction:
        if not entry.has_target:
            return entry
        otherwise = now_at.get(entry.otherwise, end) if "otherwise" in entry.spec.fields else entry.otherwise
        return replace(entry, target=now_at.get(entry.target, end), otherwise=otherwise)

    return replace(
        program,
        words=tuple(encode(moved(entry)) for entry in words),
        labels={},
        locations=(Location(),) * end,
        assumes=None,
        objects={},
    )


def _reads(entry: Instruction) -> set[int]:
    flag = {CARRY} if entry.uses_flag else set()
    return {*entry.registers_read, *flag, *(SCALARS + number for number in entry.scalars_used[0])}


def _writes(entry: Instruction) -> set[int]:
    flag = {CARRY} if entry.spec.writes_carry else set()
    return {*entry.registers_written, *flag, *(SCALARS + number for number in entry.scalars_used[1])}


def _in_turn(operations: list[Instruction], scratch: list[int]) -> list[Instruction]:
    """The operations of a bundle one after the other, with moves where one would see what another has written."""
    free = list(scratch)
    last = [entry for entry in operations if entry.steers]
    left = [entry for entry in operations if not entry.steers]
    before: list[Instruction] = []
    for place, entry in enumerate(last):  # what it reads and others write is kept aside
        written = set().union(*(_writes(other) for other in left)) & set(entry.registers_read)
        for name in ("ra", "rb", "rc"):
            if name in entry.spec.fields and name[1] != entry.csel:
                first, count = getattr(entry, name), entry.spec.registers_of(name)
                if first < FIRST_SPECIAL and written & {*range(first, first + count)}:
                    copy = free.pop(0) - count + 1
                    free = [number for number in free if number < copy]
                    before += [Instruction(MOVE, rd=copy + k, ra=first + k) for k in range(count)]
                    entry = last[place] = replace(entry, **{name: copy})  # type: ignore[arg-type]
        assert not (CARRY in _reads(entry) and any(CARRY in _writes(other) for other in left))
    ordered: list[Instruction] = []
    after: list[Instruction] = []
    while left:
        for entry in left:
            others = [other for other in left if other is not entry]
            if not any(_writes(entry) & (_reads(other) | _writes(other)) for other in others):
                ordered.append(entry)
                left.remove(entry)
                break
        else:  # they exchange registers
            entry = next(
                entry
                for entry in left
                if entry.registers_written
                and not (entry.spec.writes_carry and any(CARRY in _reads(other) for other in left if other != entry))
            )
            count = len(entry.registers_written)
            copy = free.pop(0) - count + 1
            free = [number for number in free if number < copy]
            after += [Instruction(MOVE, rd=entry.rd + k, ra=copy + k) for k in range(count)]
            ordered.append(replace(entry, rd=copy))
            left.remove(entry)
    return [*before, *ordered, *after, *last]
