"""The possible values of registers, and the removal of masks, tests and extensions that do not change them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import Final

from isa.table.intervals import ANY, TRUTH, Interval, between, join
from isa.table.semantics import OPPOSITE, result_of
from isa.table.units import MEMORY_UNITS
from simt.compiler.backend.ops import ZERO, Block, Code, Immediate, Operand, Operation, Register
from simt.compiler.backend.registers import bits, live_before

_TURNS: Final = 6  # passes after which a growing range may be anything


class Ranges:
    """The range of each register of a kernel, over all values that are written to the register."""

    def __init__(self, code: Code) -> None:
        self._of = [Interval.of(0)] * len(code.groups)
        first = next(iter(code.blocks))
        for unit in bits(live_before(code)[first]):  # nothing is known about registers read before they are written
            self._of[unit] = ANY
        operations = [op for op in code.operations() if op.result >= 0]
        is_changed, turn = True, 0
        while is_changed:
            is_changed, turn = False, turn + 1
            for op in operations:
                result = self._result(op)
                for unit in op.writes():
                    new = join(self._of[unit], result)
                    if new != self._of[unit]:
                        self._of[unit], is_changed = new if turn < _TURNS else ANY, True

    def of(self, operand: Operand) -> Interval:
        """Return the range of an operand; a symbol may have any value."""
        if isinstance(operand, Register):
            return self._of[operand.unit]
        if isinstance(operand, Immediate) and not operand.symbol:
            return Interval.of(operand.bits)
        return ANY

    def _result(self, operation: Operation) -> Interval:
        spec = operation.spec
        if spec.unit in MEMORY_UNITS:
            is_part = spec.bytes < 4 and not spec.is_signed
            return between(0, (1 << 8 * spec.bytes) - 1) if is_part else ANY
        if spec.name.partition(".")[0] in OPPOSITE:
            return TRUTH  # of floats too
        if spec.doubles or spec.format == "logic":  # an operation holds no truth table
            return ANY
        return result_of(spec, [self.of(source) for source in operation.sources], TRUTH, 0) or ANY


def narrow(code: Code, can: Callable[[str], bool]) -> None:
    """Turn operations that change nothing into copies, and sign extensions into loads that extend signs.

    can: returns whether the machine has an instruction.
    """
    ranges = Ranges(code)
    for block in code.blocks.values():
        for operation, is_carry_read in _with_carry(block):
            if (kept := _unchanged(operation, ranges)) and not is_carry_read:
                operation.name, operation.sources, operation.is_copy = "mov.b32", (kept,), True
    _extend_by_loads(code, ranges, can)


def _with_carry(block: Block) -> Iterator[tuple[Operation, bool]]:
    """Yield a block's operations, the last one first, and whether the carry that each sets is read later."""
    is_read = False
    for operation in reversed(block.operations):
        spec = operation.spec
        yield operation, spec.writes_carry and is_read
        is_read = spec.reads_carry or (is_read and not spec.writes_carry)


def _unchanged(operation: Operation, ranges: Ranges) -> Register | None:
    """Return the source that a mask, or a test of a truth value against 0, always leaves unchanged, if any."""
    if operation.name not in ("and.b32", "ne.u32"):
        return None
    for one, other in (operation.sources, operation.sources[::-1]):
        if isinstance(one, Register) and isinstance(other, Immediate) and not other.symbol:
            known = ranges.of(one)
            if known.bits & ~other.bits == 0 if operation.name == "and.b32" else other == ZERO and known.high <= 1:
                return one
    return None


def _extend_by_loads(code: Code, ranges: Ranges, can: Callable[[str], bool]) -> None:
    """Drop pairs of shifts that extend a sign, if the value is never negative or its load can extend the sign."""
    writers: dict[int, list[Operation]] = defaultdict(list)
    uses: Counter[int] = Counter()
    everything = [op for block in code.blocks.values() for op in block.all()]
    for op in everything:
        uses.update(op.reads())
        for unit in op.writes():
            writers[unit].append(op)
    gone: set[int] = set()
    for op in everything:
        shift = _only(writers, op.sources[0]) if op.name == "shr.s32" else None
        if shift is None or shift.name != "shl.b32" or shift.sources[1] != op.sources[1]:
            continue
        (word, count), load = shift.sources, _only(writers, shift.sources[0])
        if not isinstance(word, Register) or not isinstance(count, Immediate) or count.symbol:
            continue
        if ranges.of(word).high < 1 << 31 - count.bits:
            op.name, op.sources, op.is_copy = "mov.b32", (word,), True
        elif load is not None and uses[word.unit] == uses[shift.result] == 1 and count.bits in (16, 24):
            name = load.name.replace(f".u{32 - count.bits}", f".s{32 - count.bits}")
            if name != load.name and can(name):
                load.name, load.result = name, op.result
                gone |= {id(shift), id(op)}
    for block in code.blocks.values():
        block.operations = [op for op in block.operations if id(op) not in gone]


def _only(writers: dict[int, list[Operation]], operand: Operand) -> Operation | None:
    """Return the only operation that writes a register; None if there are none or several, or for other operands."""
    operations = writers.get(operand.unit, []) if isinstance(operand, Register) else []
    return operations[0] if len(operations) == 1 else None
