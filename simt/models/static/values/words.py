"""Values of registers for many lanes at once.

A `Word` is the known part of a 32-bit register in every lane of some warps. It is a number of `isa.table.semantics`.
Results of loads and floating-point operations are unknown, and so is everything that depends on them. Words share no
code with the engines; tests compare both.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from isa.table.semantics import OPPOSITE, Number, UnknownError, flag_of, result_of, signed
from isa.table.spec import InstructionSpec

MASK32 = 0xFFFF_FFFF
UNKNOWN_ORIGIN = -1

# A plain number (the same in all lanes) or an array [1 or warps, 1 or lanes].
Numbers = Any

# By how much a value grows from work-group to work-group, in x and in y, of groups that are followed together
# (values/moving.py). Three steps are compared by identity: STAYS, the same value in all groups; MIXED, values that do
# not grow in equal steps; UNDECIDED, values that may grow in equal steps if fewer groups are followed together.
Steps = tuple[int, int]
STAYS: Steps = (0, 0)
MIXED: Steps = (1 << 40, 0)
UNDECIDED: Steps = (1 << 41, 0)


# --- arithmetic on numbers from 0 to 2^32 - 1, plain or int64 arrays; intermediate results fit into 63 bits -----------


def _both(a: Numbers, b: Numbers) -> Numbers:
    if a is True:
        return b
    if b is True:
        return a
    if a is False or b is False:
        return False
    return a & b


def _choose(which: Numbers, a: Numbers, b: Numbers) -> Numbers:
    if isinstance(which, np.ndarray):
        return np.where(which, a, b)
    return a if which else b


def _multiply(a: Numbers, b: Numbers) -> Numbers:
    return (a * (b & 0xFFFF) + ((a * (b >> 16) & 0xFFFF) << 16)) & MASK32


def _high_product(a: Numbers, b: Numbers) -> Numbers:
    return (a * (b >> 16) + ((a * (b & 0xFFFF)) >> 16)) >> 16


def _reverse(a: Numbers) -> Numbers:
    for width, mask in ((1, 0x5555_5555), (2, 0x3333_3333), (4, 0x0F0F_0F0F), (8, 0x00FF_00FF)):
        a = ((a >> width) & mask) | ((a & mask) << width)
    return (a >> 16) | ((a & 0xFFFF) << 16)


def _ones(a: Numbers) -> Numbers:
    a = a - ((a >> 1) & 0x5555_5555)
    a = (a & 0x3333_3333) + ((a >> 2) & 0x3333_3333)
    return (((a + (a >> 4)) & 0x0F0F_0F0F) * 0x0101_0101 & MASK32) >> 24


def _unary(compute: Callable[[Numbers], Numbers]) -> Callable[[Word], Word]:
    return lambda word: Word(compute(word.value), word.known, word.origin)


def _binary(compute: Callable[[Numbers, Numbers], Numbers]) -> Callable[[Word, Word], Word]:
    def result(a: Word, b: Word) -> Word:
        if a.known is True and b.known is True:
            return Word(compute(a.value, b.value))
        origin = b.origin if a.origin == UNKNOWN_ORIGIN else a.origin
        return Word(compute(a.value, b.value), _both(a.known, b.known), origin)

    return result


def _comparing(holds: Callable[[Numbers, Numbers], Numbers]) -> Callable[[Word, Word], Word]:
    return _binary(lambda a, b: holds(a, b) * 1)


_COMPARES = {kind: _comparing(getattr(operator, kind)) for kind in OPPOSITE}


# --- words ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)  # a frozen one takes longer to make than its arithmetic
class Word(Number):
    """A 32-bit register in every lane of some warps, as far as it is known.

    - value: int, or int64 [1 or warps, 1 or lanes], from 0 to 2^32 - 1.
    - known: bool, or bool of the same shape.
    - origin: the address of the first instruction whose result was unknown; -1 if the word is known in all lanes.
    - steps: the growth of the value from work-group to work-group, if several are followed together. `value` then
      belongs to the first group. The operators of words do not compute steps; `Moving` does.
    """

    value: Numbers
    known: Numbers = True
    origin: int = UNKNOWN_ORIGIN
    steps: Steps = STAYS

    @staticmethod
    def of(value: int) -> Word:
        """Make a word with the same value in all lanes."""
        return Word(value)

    __add__ = _binary(lambda a, b: (a + b) & MASK32)
    __sub__ = _binary(lambda a, b: (a - b) & MASK32)
    __mul__ = _binary(_multiply)
    __floordiv__ = _binary(lambda a, b: _choose(b == 0, MASK32, a // (b + (b == 0))))
    __mod__ = _binary(lambda a, b: _choose(b == 0, a, a % (b + (b == 0))))
    __and__ = _binary(operator.and_)
    __or__ = _binary(operator.or_)
    __xor__ = _binary(operator.xor)
    __invert__ = _unary(lambda a: a ^ MASK32)
    __lshift__ = _binary(lambda a, b: (a << (b & 31)) & MASK32)
    __rshift__ = _binary(lambda a, b: a >> (b & 31))
    shift_signed = _binary(lambda a, b: (signed(a) >> (b & 31)) & MASK32)
    high_product = _binary(_high_product)
    reverse = _unary(_reverse)
    ones = _unary(_ones)
    minimum = _binary(lambda a, b: _choose(a < b, a, b))
    maximum = _binary(lambda a, b: _choose(a > b, a, b))

    def compare(self, kind: str, other: Word) -> Word:
        """Return 1 in the lanes in which the compare holds, else 0."""
        return _COMPARES[kind](self, other)

    def some_lane(self) -> Word:
        """Return this word if it is the same in all lanes of a warp. Raises `UnknownError` if it is not."""
        parts = [part for part in (self.value, self.known) if isinstance(part, np.ndarray)]
        if any(part.ndim < 2 or part.shape[-1] > 1 for part in parts):
            raise UnknownError
        return self

    def choose(self, a: Word, b: Word) -> Word:
        """Return `a` in the lanes in which this word is not 0, else `b`. Only the chosen value has to be known."""
        which = self.value != 0
        if a.known is True and b.known is True and self.known is True:
            return Word(_choose(which, a.value, b.value))
        known = _both(_choose(which, a.known, b.known), self.known)
        origin = next(word.origin for word in (self, a, b) if word.known is not True)
        return Word(_choose(which, a.value, b.value), known, origin)

    def rows(self, chosen: np.ndarray) -> Word:
        """Return the word in some of the warps. chosen: their indices."""
        return Word(_rows(self.value, chosen), _rows(self.known, chosen), self.origin, self.steps)

    def is_known_in(self, lanes: np.ndarray) -> bool:
        """Return whether the word is known in all warps, in the lanes that are set in `lanes`, bool [lanes]."""
        if isinstance(self.known, np.ndarray):
            return bool(np.all(self.known | ~lanes))
        return bool(self.known)


def _rows(part: Numbers, chosen: np.ndarray) -> Numbers:
    return part[chosen] if isinstance(part, np.ndarray) and part.shape[0] > 1 else part


def merge(lanes: np.ndarray, new: Word, old: Word) -> Word:
    """Return `new` in some lanes and `old` in the others. lanes: bool [lanes]."""
    known: Numbers = True
    if new.known is not True or old.known is not True:
        known = np.where(lanes[np.newaxis, :], new.known, old.known)
    origin = new.origin if new.known is not True else old.origin
    return Word(np.where(lanes[np.newaxis, :], new.value, old.value), known, origin, _merged_steps(new, old))


def _merged_steps(new: Word, old: Word) -> Steps:
    if new.steps is old.steps or old.known is False:
        return new.steps
    if new.known is False or new.steps == old.steps:
        return old.steps
    return MIXED


def evaluate(spec: InstructionSpec, sources: list[Word], carry: Word, table: int, pc: int) -> tuple[Word, Word | None]:
    """Return the result and the carry flag (None: unchanged) of the instruction at `pc`. table: for a ternlog."""
    result = result_of(spec, sources, carry, table)
    if result is None:
        origin = next((word.origin for word in sources if word.known is not True), pc)
        result = Word(0, False, origin)
        return result, result if spec.writes_carry else None
    return result, flag_of(spec, result, sources, carry) if spec.writes_carry else None
