"""Reads of registers, the carry flag, scalar registers and SCC that no path to the read has written.

The writes before an instruction are the union over all paths to it, so that a report is true of every run. A write
under a mask counts. After a mask is pushed, all writes of the program count: a lane that pops the mask may have
executed any of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from isa.flow.flow import bundle_exits
from isa.program.bundles import bundle_ranges
from isa.program.encoding import Instruction
from isa.program.program import ZERO_REGISTERS, Program
from isa.table.table import PAIRS, REGISTER_COUNT, SCALAR_COUNT

# Sets of the registers, the carry flag, the scalar registers and SCC are integers with a bit for each.
_FLAG = REGISTER_COUNT
_FIRST_SCALAR = _FLAG + 1
_SCC = _FIRST_SCALAR + SCALAR_COUNT
_REGISTERS = (1 << REGISTER_COUNT) - 1


def unwritten_reads(program: Program) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the address of each instruction that reads unwritten registers or flags, and their names.

    A name is yielded once, for the first instruction in the program that reads the register or flag unwritten.
    """
    reads = [0 if word is None else _reads(word) for word in program.instructions]
    reported = 0
    for bundle, written in _written_before(program):
        for address in bundle:
            unwritten = reads[address] & ~written & ~reported
            if unwritten:
                reported |= unwritten
                yield address, tuple(_name(number) for number in range(_SCC + 1) if unwritten >> number & 1)


def _written_before(program: Program) -> list[tuple[range, int]]:
    """Return the reachable bundles in order, each with the set of registers and flags that some path to it writes."""
    instructions = program.instructions
    writes = [0 if word is None else _writes(word) for word in instructions]
    bundles = bundle_ranges(instructions)
    number_at = [number for number, bundle in enumerate(bundles) for _ in bundle]
    exits = [bundle_exits(instructions, bundle) for bundle in bundles]
    own = [reduce(or_, (writes[address] for address in bundle)) for bundle in bundles]
    start = _at_launch(program)
    anything = reduce(or_, own, start)
    before = {0: start} if bundles else {}
    waiting = list(before)
    while waiting:
        number = waiting.pop()
        for kind, target in exits[number]:
            if target is None or target >= len(instructions):
                continue
            following = number_at[target]
            known = before.get(following)
            merged = (known or 0) | (anything if kind == "pushed" else before[number] | own[number])
            if merged != known:
                before[following] = merged
                waiting.append(following)
    return [(bundles[number], before[number]) for number in sorted(before)]


def _at_launch(program: Program) -> int:
    written = _REGISTERS if ZERO_REGISTERS in program.counts_on else 0
    written |= _scalar_set({PAIRS["exec"], PAIRS["exec"] + 1})
    for entry in program.at_launch:
        written |= 1 << entry.number + (_FIRST_SCALAR if entry.bank == "scalar" else 0)
    return written


def _reads(instruction: Instruction) -> int:
    registers = sum(1 << number for number in instruction.registers_used)
    return registers | instruction.uses_flag << _FLAG | _scalar_set(instruction.scalars_used[0])


def _writes(instruction: Instruction) -> int:
    registers = sum(1 << number for number in instruction.registers_written)
    return registers | instruction.spec.writes_carry << _FLAG | _scalar_set(instruction.scalars_used[1])


def _scalar_set(numbers: set[int]) -> int:
    return sum(1 << _FIRST_SCALAR + number for number in numbers)


def _name(number: int) -> str:
    if number < _FLAG:
        return f"r{number}"
    if number == _FLAG:
        return "the carry flag"
    return "SCC" if number == _SCC else f"s{number - _FIRST_SCALAR}"
