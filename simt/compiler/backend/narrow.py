"""The possible values of registers, and the removal of masks, tests and extensions that do not change them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from simt.compiler.backend.ops import ZERO, Block, Code, Immediate, Operand, Operation, Register
from simt.compiler.backend.registers import bits, live_before

_TURNS: Final = 6  # passes after which a growing range may be anything


class Range(NamedTuple):
    """The possible values of a register: the bits that may be 1, and the largest value, without a sign."""

    bits: int
    most: int

    def __or__(self, other: object) -> Range:
        assert isinstance(other, Range)
        return Range(self.bits | other.bits, max(self.most, other.most))


_NOTHING: Final = Range(0, 0)
_ANYTHING: Final = Range(0xFFFFFFFF, 0xFFFFFFFF)
_TRUTH: Final = Range(1, 1)


def _up_to(limit: int, zeros: int = 0) -> Range:
    """Return the range of the numbers up to `limit` that have at least `zeros` trailing zeros.

    If the limit has more than 32 bits, numbers wrap around and may be anything with these zeros.
    """
    low = (1 << zeros) - 1
    if limit >> 32:
        return Range(0xFFFFFFFF & ~low, 0xFFFFFFFF & ~low)
    return Range(((1 << limit.bit_length()) - 1) & ~low, limit)


def _zeros(of: Range) -> int:
    """Return the number of trailing zeros that all numbers of a range have."""
    return (of.bits & -of.bits).bit_length() - 1 if of.bits else 32


def _both(one: Range, other: Range) -> Range:
    common = one.bits & other.bits
    return Range(common, min(one.most, other.most, common))


def _either(one: Range, other: Range) -> Range:
    joined = one.bits | other.bits
    return Range(joined, joined)


def _extreme(which: Callable[[int, int], int], *, is_signed: bool) -> Callable[[Range, Range], Range]:
    """Return the function that computes the range of a minimum or a maximum from two ranges.

    which: `min` or `max`. Signed numbers below 2^31 are equal to unsigned ones.
    """
    return lambda one, other: (
        _ANYTHING if is_signed and (one.bits | other.bits) >> 31 else _up_to(which(one.most, other.most))
    )


def _left(one: Range, by: int) -> Range:
    return Range(one.bits << by & 0xFFFFFFFF, min(one.most << by, one.bits << by & 0xFFFFFFFF))


def _right(one: Range, by: int) -> Range:
    return Range(one.bits >> by, one.most >> by)


_OF: Final[dict[str, Callable[[Range, Range], Range]]] = {
    "add.u32": lambda one, other: _up_to(one.most + other.most, min(_zeros(one), _zeros(other))),
    **dict.fromkeys(("mul.u32", "mul.u24"), lambda one, other:
                    _up_to(one.most * other.most, min(32, _zeros(one) + _zeros(other)))),
    **dict.fromkeys(("or.b32", "xor.b32"), _either), **dict.fromkeys(("select.b32", "select_nz.b32"), Range.__or__),
    **{f"{which.__name__}.{kind}32": _extreme(which, is_signed=kind == "s") for which in (min, max) for kind in "us"},
    "and.b32": _both,
}  # fmt: skip
_SHIFTS: Final = {"shl.b32": _left, "shr.u32": _right, "shr.s32": _right}
_COMPARE: Final = re.compile(r"(?:eq|ne|lt|le|gt|ge)\.\w+")
_PART: Final = re.compile(r"ld\.\w+\.u(8|16)")
_COUNTS: Final = ("popc.b32", "clz.b32", "ctz.b32")


class Ranges:
    """The range of each register of a kernel, over all values that are written to the register."""

    def __init__(self, code: Code) -> None:
        self._of = [_NOTHING] * len(code.groups)
        first = next(iter(code.blocks))
        for unit in bits(live_before(code)[first]):  # nothing is known about registers read before they are written
            self._of[unit] = _ANYTHING
        operations = [op for op in code.operations() if op.result >= 0]
        is_changed, turn = True, 0
        while is_changed:
            is_changed, turn = False, turn + 1
            for op in operations:
                result = self._result(op)
                for unit in op.writes():
                    new = self._of[unit] | result
                    if new != self._of[unit]:
                        self._of[unit], is_changed = new if turn < _TURNS else _ANYTHING, True

    def of(self, operand: Operand) -> Range:
        """Return the range of an operand; a symbol may have any value."""
        if isinstance(operand, Register):
            return self._of[operand.unit]
        if isinstance(operand, Immediate) and not operand.symbol:
            return Range(operand.bits, operand.bits)
        return _ANYTHING

    def _result(self, operation: Operation) -> Range:
        name, sources = operation.name, operation.sources
        if name == "mov.b32":
            return self.of(sources[0])
        if name in _OF:
            return _OF[name](self.of(sources[0]), self.of(sources[1]))
        if name in _SHIFTS:
            word, count = sources
            known = self.of(word)
            if name == "shr.s32" and known.bits >> 31:
                return _ANYTHING
            if isinstance(count, Immediate) and not count.symbol:
                return _SHIFTS[name](known, count.bits & 31)
            return _ANYTHING if name == "shl.b32" else _up_to(known.most)
        if _COMPARE.fullmatch(name):
            return _TRUTH
        if name in _COUNTS:
            return _up_to(32)
        part = _PART.fullmatch(name)
        return _up_to((1 << int(part[1])) - 1) if part else _ANYTHING


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
            if known.bits & ~other.bits == 0 if operation.name == "and.b32" else other == ZERO and known.most <= 1:
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
        if ranges.of(word).most < 1 << 31 - count.bits:
            op.name, op.sources, op.is_copy = "mov.b32", (word,), True
        elif load is not None and uses[word.unit] == uses[shift.result] == 1 and count.bits in (16, 24):
            name = load.name.replace(f".u{32 - count.bits}", f".s{32 - count.bits}")
            if _PART.fullmatch(load.name) and name != load.name and can(name):
                load.name, load.result = name, op.result
                gone |= {id(shift), id(op)}
    for block in code.blocks.values():
        block.operations = [op for op in block.operations if id(op) not in gone]


def _only(writers: dict[int, list[Operation]], operand: Operand) -> Operation | None:
    """Return the only operation that writes a register; None if there are none or several, or for other operands."""
    operations = writers.get(operand.unit, []) if isinstance(operand, Register) else []
    return operations[0] if len(operations) == 1 else None
