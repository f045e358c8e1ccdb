"""Intervals of unsigned 32-bit numbers: the value ranges of the packer (`isa.packing.ranges`) and of the compiler."""

from __future__ import annotations

from dataclasses import dataclass

from isa.table.semantics import Number

LAST = (1 << 32) - 1


@dataclass(slots=True)  # a frozen one takes longer to make than its arithmetic
class Interval(Number):
    """The numbers from `low` to `high` with no other bits set than in `bits`.

    - is_uniform: whether all lanes of a warp hold the same number. Operators do not compute `is_uniform`; `Ranges.step`
      does.
    - base: the index of the constant with a buffer's address, if values are this address plus a number of the interval
      (mod 2^32); -1 otherwise. Operators do not compute `base`; `Ranges.step` does.
    """

    low: int
    high: int
    bits: int
    is_uniform: bool = False
    base: int = -1

    @staticmethod
    def of(value: int) -> Interval:
        """Return the interval of a single number."""
        return Interval(value, value, value, True)

    def __add__(self, other: Interval) -> Interval:
        low, high = self.low + other.low, self.high + other.high
        if low > LAST:
            low, high = low - LAST - 1, high - LAST - 1
        aligned = self._aligned(other)
        if high > LAST:
            return Interval(0, aligned, aligned)
        return between(low, high, self.bits | other.bits if not self.bits & other.bits else aligned)

    def __sub__(self, other: Interval) -> Interval:
        aligned = self._aligned(other)
        if self.low >= other.high:
            return between(self.low - other.high, self.high - other.low, aligned)
        return Interval(0, aligned, aligned)

    def _aligned(self, other: Interval) -> int:
        """Return the bits that a sum or difference may have: none below the lowest bit of the operands."""
        either = self.bits | other.bits
        return LAST & -(either & -either)

    def __mul__(self, other: Interval) -> Interval:
        high = self.high * other.high
        lowest = (self.bits & -self.bits) * (other.bits & -other.bits)  # trailing zeros add, also where a product wraps
        bits = LAST & -lowest
        return between(self.low * other.low, high, bits) if high <= LAST else Interval(0, bits, bits)

    def __and__(self, other: Interval) -> Interval:
        return between(0, min(self.high, other.high), self.bits & other.bits)

    def __or__(self, other: Interval) -> Interval:
        bits = self.bits | other.bits
        return between(max(self.low, other.low), bits, bits)

    def __xor__(self, other: Interval) -> Interval:
        bits = self.bits | other.bits
        return Interval(0, bits, bits)

    def __invert__(self) -> Interval:
        return between(LAST - self.high, LAST - self.low)

    def __lshift__(self, other: Interval) -> Interval:
        if other.high > 31:
            return ANY
        bits = 0
        for shift in range(other.low, other.high + 1):
            bits |= self.bits << shift & LAST
        if self.high << other.high > LAST:
            return Interval(0, bits, bits)
        return between(self.low << other.low, self.high << other.high, bits)

    def __rshift__(self, other: Interval) -> Interval:
        if other.high > 31:
            return between(0, self.high)
        bits = 0
        for shift in range(other.low, other.high + 1):
            bits |= self.bits >> shift
        return between(self.low >> other.high, self.high >> other.low, bits)

    def shift_signed(self, other: Interval) -> Interval:
        """Return the numbers shifted to the right with copies of the sign; any numbers if the sign may be 1."""
        return self >> other if self.high >> 31 == 0 else ANY

    def ones(self) -> Interval:
        """Return the number of bits that are set."""
        return between(0, self.bits.bit_count())

    def reverse(self) -> Interval:
        """Return the numbers with their bits in reverse order."""
        bits = int(f"{self.bits:032b}"[::-1], 2)
        return Interval(0, bits, bits)

    def minimum(self, other: Interval) -> Interval:
        """Return the smaller of two numbers."""
        return between(min(self.low, other.low), min(self.high, other.high), self.bits | other.bits)

    def maximum(self, other: Interval) -> Interval:
        """Return the larger of two numbers."""
        return between(max(self.low, other.low), max(self.high, other.high), self.bits | other.bits)

    def compare(self, kind: str, other: Interval) -> Interval:
        """Return 1 or 0 if the comparison has this result for all pairs of numbers, else the interval of both."""
        if kind in ("eq", "ne"):
            holds = self.low == self.high == other.low == other.high
            fails = self.high < other.low or self.low > other.high
        elif kind in ("lt", "ge"):
            holds, fails = self.high < other.low, self.low >= other.high
        else:
            holds, fails = self.high <= other.low, self.low > other.high
        if kind in ("ne", "ge", "gt"):
            holds, fails = fails, holds
        return Interval.of(1) if holds else Interval.of(0) if fails else TRUTH

    def some_lane(self) -> Interval:
        """Return this interval: it holds for every lane."""
        return self

    def choose(self, a: Interval, b: Interval) -> Interval:
        """Return `a` if this number cannot be 0, `b` if it must be 0, else the interval that contains both."""
        return a if self.low > 0 else b if self.high == 0 else join(a, b)


ANY = Interval(0, LAST, LAST)
TRUTH = Interval(0, 1, 1)  # true or false


def between(low: int, high: int, bits: int = LAST, is_uniform: bool = False) -> Interval:
    """Return the interval from `low` to `high`, with the bits of `bits` up to the highest bit of `high`.

    The upper end is lowered to the number that has all these bits, if it is larger.
    """
    bits &= (1 << high.bit_length()) - 1
    return Interval(low, min(high, bits), bits, is_uniform)


def join(first: Interval, second: Interval) -> Interval:
    """Return the least interval that contains both."""
    if first == second:
        return first
    if first.base != second.base:
        return ANY
    return Interval(
        min(first.low, second.low),
        max(first.high, second.high),
        first.bits | second.bits,
        first.is_uniform and second.is_uniform,
        first.base,
    )
