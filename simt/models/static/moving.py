"""Values that move in equal steps from work-group to work-group, so that one group's evaluation is that of many.

Groups of a launch mostly do the same with other addresses: a register holds, in every lane, the first group's value
plus a step for each further group in x and in y, mod 2^32 (`Word.steps`). Sums, products with a number, shifts and
masks of whole steps keep it so; a compare is the same for all groups if its range says so. Where it is not,
`GroupsDifferError` is raised, and fewer groups are taken together (`simt.models.static.together`). Nothing here is
approximate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from simt.models.static.words import MASK32, MIXED, STAYS, UNDECIDED, Steps, Word, evaluate

_SIGN = 1 << 31
_COMPARES = ("eq", "ne", "lt", "le", "gt", "ge")


class GroupsDifferError(Exception):
    """Groups that were taken together part here; `by_place`: fewer neighbouring ones may do the same."""

    def __init__(self, *, by_place: bool) -> None:
        super().__init__("work-groups differ")
        self.by_place = by_place


@dataclass(frozen=True)
class Span:
    """Work-groups taken together: `first` is the first one's number in x and y, `count` how many in x and y."""

    first: tuple[int, int] = (0, 0)
    count: tuple[int, int] = (1, 1)
    _residues: dict[tuple[int, int, int], dict[int, int]] = field(default_factory=dict, compare=False)

    @cached_property
    def groups(self) -> int:
        """All of them."""
        return self.count[0] * self.count[1]

    @property
    def halves(self) -> list[Span]:
        """The same groups in two parts, along the longer side."""
        (x, y), (across, down) = self.first, self.count
        if across >= down:
            return [Span((x, y), (across // 2, down)), Span((x + across // 2, y), (across - across // 2, down))]
        return [Span((x, y), (across, down // 2)), Span((x, y + down // 2), (across, down - down // 2))]

    def numbers(self, groups_x: int, which: range) -> np.ndarray:
        """The numbers of some of the groups, int64 [n], of a launch of so many in x. which: x fastest, from 0 on."""
        row, column = np.divmod(np.arange(which.start, which.stop, dtype=np.int64), self.count[0])
        return (self.first[1] + row) * groups_x + self.first[0] + column

    def steps(self, x: int, y: int) -> Steps:
        """Steps of a value; 0 in a direction in which there is one group only."""
        x = _signed(x) if self.count[0] > 1 else 0
        y = _signed(y) if self.count[1] > 1 else 0
        return (x, y) if x or y else STAYS

    def reach(self, steps: Steps) -> tuple[int, int]:
        """The least and the most that steps add, over all groups."""
        ends = [step * (count - 1) for step, count in zip(steps, self.count, strict=True)]
        return sum(min(0, end) for end in ends), sum(max(0, end) for end in ends)

    def residues(self, steps: Steps, modulus: int) -> dict[int, int]:
        """What steps add, mod `modulus`: how many groups have which."""
        about = steps[0] % modulus, steps[1] % modulus, modulus
        found = self._residues.get(about)
        if found is None:
            across, down = (_residues(step, count, modulus) for step, count in zip(about[:2], self.count, strict=True))
            found = self._residues[about] = {}
            for x in np.flatnonzero(across).tolist():
                for y in np.flatnonzero(down).tolist():
                    key = (x + y) % modulus
                    found[key] = found.get(key, 0) + int(across[x] * down[y])
        return found


def _residues(step: int, count: int, modulus: int) -> np.ndarray:
    """How many of 0, step, 2 step, ... (`count` of them) are 0, 1, ..., mod `modulus`: int64 [modulus]."""
    numbers = np.arange(modulus, dtype=np.int64)
    found = np.zeros(modulus, np.int64)
    np.add.at(found, step * numbers % modulus, count // modulus + (numbers < count % modulus))
    return found


def _signed(value: int) -> int:
    return ((value & MASK32) ^ _SIGN) - _SIGN


def settled(word: Word) -> Word:
    """A word that is the same in every group. Raises `GroupsDifferError` if it is not."""
    if word.steps is not STAYS:
        raise GroupsDifferError(by_place=word.steps is not MIXED)
    return word


def evaluate_moving(
    name: str, table: int, sources: list[Word], carry: Word, pc: int, span: Span, *, needs_carry: bool
) -> tuple[Word, Word | None]:
    """`words.evaluate` for operands that move. The values are those of the first group; this finds the steps.

    needs_carry: a jump looks at the carry flag; otherwise that of a moving value is not followed.
    """
    result, flag = evaluate(name, table, sources, carry, pc)
    steps = _Steps(sources, carry, span).of(name)
    if flag is None:
        return _with(result, steps), None
    if name.partition(".")[0] in _COMPARES or name.startswith("vcmp."):
        return _with(result, steps), _with(flag, steps)
    if needs_carry and name in ("add.u32", "sub.u32"):
        return _with(result, steps), _with(flag, _carry_steps(name, sources, span))
    return _with(result, steps), _with(flag, MIXED)


def _with(word: Word, steps: Steps) -> Word:
    return Word(word.value, word.known, word.origin, steps if word.known is not False else STAYS)


class _Steps:
    """The steps of a result."""

    def __init__(self, sources: Sequence[Word], carry: Word, span: Span) -> None:
        self.sources = sources
        self.carry = carry
        self.span = span

    def of(self, name: str) -> Steps:
        """Those of the instruction `name`; MIXED if it has none, UNDECIDED if fewer groups might have."""
        kind, _, type_name = name.removeprefix("vcmp.").partition(".")
        reads_carry = name in ("addc.u32", "subb.u32") or kind == "select"
        known = [word.steps for word in (*self.sources, *((self.carry,) if reads_carry else ()))]
        for mark in (MIXED, UNDECIDED):
            if any(steps is mark for steps in known):
                return mark
        if kind in _COMPARES and type_name in ("u32", "s32"):
            return self._compare(kind, is_signed=type_name == "s32")
        if kind in ("min", "max") and type_name in ("u32", "s32"):
            return self._chosen(is_least=kind == "min", is_signed=type_name == "s32")
        if kind == "select":
            return self._select()
        rule = {
            "mov.b32": lambda: known[0],
            "mov.f32": lambda: known[0],
            "not.b32": lambda: self._sum((-1, known[0])),
            "add.u32": lambda: self._sum((1, known[0]), (1, known[1])),
            "sub.u32": lambda: self._sum((1, known[0]), (-1, known[1])),
            "mul.u32": lambda: self._product(0, 1),
            "shl.b32": self._left,
            "shr.u32": lambda: self._right(1 << 32),
            "shr.s32": lambda: self._right(_SIGN),
            "and.b32": lambda: self._masked("and"),
            "or.b32": lambda: self._masked("or"),
            "xor.b32": lambda: self._masked("xor"),
            "mul.u24": self._product_24,
            "mad.u24": self._mad,
        }.get(name)
        if name in ("addc.u32", "subb.u32") and self.carry.steps is STAYS:
            return self._sum((1, known[0]), (1 if name == "addc.u32" else -1, known[1]))
        return MIXED if rule is None else rule()

    def _sum(self, *parts: tuple[int, Steps]) -> Steps:
        return self.span.steps(*(sum(factor * steps[axis] for factor, steps in parts) for axis in (0, 1)))

    def _number(self, place: int) -> int | None:
        """An operand that is one number for all."""
        word = self.sources[place]
        if word.steps is not STAYS or word.known is not True or np.size(word.value) != 1:
            return None
        return int(np.asarray(word.value).ravel()[0])

    def _product(self, left: int, right: int, limit: int = 1 << 32) -> Steps:
        for moving, other in ((left, right), (right, left)):
            factor = self._number(other)
            if factor is not None and factor < limit:
                return self._sum((factor, self.sources[moving].steps))
        return MIXED

    def _left(self) -> Steps:
        shift = self._number(1)
        return MIXED if shift is None else self._sum((1 << (shift & 31), self.sources[0].steps))

    def _lowest_bit(self, steps: Steps) -> int:
        """The largest power of two that divides the steps."""
        joined = (steps[0] | steps[1]) & MASK32
        return joined & -joined if joined else 1 << 32

    def _stays_within(self, place: int, limit: int) -> bool:
        """Whether an operand is below `limit`, without wrapping, in every lane and group."""
        word = self.sources[place]
        low, high = self.span.reach(word.steps)
        values = np.asarray(word.value)
        return bool(values.min() + low >= 0 and values.max() + high < limit)

    def _right(self, limit: int) -> Steps:
        shift = self._number(1)
        if shift is None:
            return MIXED
        steps, width = self.sources[0].steps, 1 << (shift & 31)
        if self._lowest_bit(steps) % width:
            return MIXED
        if not self._stays_within(0, limit):
            return UNDECIDED
        return self.span.steps(steps[0] // width, steps[1] // width)

    def _masked(self, kind: str) -> Steps:
        """Whole steps are above the bits that the other operand touches."""
        for moving, other in ((0, 1), (1, 0)):
            steps, mask = self.sources[moving].steps, self.sources[other]
            if mask.steps is not STAYS or mask.known is not True:
                continue
            lowest = self._lowest_bit(steps)
            values = np.asarray(mask.value)
            if int(values.max()) < lowest:  # it changes bits below the steps only
                return STAYS if kind == "and" else steps
            if kind == "and" and int((values ^ MASK32).max()) < lowest:
                return steps
        return MIXED

    def _product_24(self) -> Steps:
        if not (self._stays_within(0, 1 << 24) and self._stays_within(1, 1 << 24)):
            return MIXED
        if self.sources[0].steps is STAYS and self.sources[1].steps is STAYS:
            return STAYS
        return self._product(0, 1, 1 << 24)

    def _mad(self) -> Steps:
        product = self._product_24()
        return MIXED if product is MIXED else self._sum((1, product), (1, self.sources[2].steps))

    def _compare(self, kind: str, *, is_signed: bool) -> Steps:
        """STAYS if in every lane the outcome is the same for all groups, else UNDECIDED."""
        numbers: list[Any] = []
        for word in self.sources[:2]:
            low, high = self.span.reach(word.steps)
            values = np.asarray(word.value)
            values = (values ^ _SIGN) - _SIGN if is_signed else values
            least, most = (-_SIGN, _SIGN - 1) if is_signed else (0, MASK32)
            if (low or high) and (values.min() + low < least or values.max() + high > most):
                return UNDECIDED
            numbers.append(values)
        apart = numbers[0] - numbers[1]
        low, high = self.span.reach(_combined(self.sources[0].steps, -1, self.sources[1].steps))
        if low == high == 0:
            return STAYS
        # Where the difference lies below, at or above 0: the same for its least and its most value.
        least, most = apart + low, apart + high
        same = {
            "lt": (least < 0) == (most < 0),
            "ge": (least < 0) == (most < 0),
            "le": (least <= 0) == (most <= 0),
            "gt": (least <= 0) == (most <= 0),
        }.get(kind, (least > 0) | (most < 0))
        return STAYS if bool(np.all(same)) else UNDECIDED

    def _chosen(self, *, is_least: bool, is_signed: bool) -> Steps:
        """The steps of the smaller (`is_least`) or larger operand."""
        first, second = self.sources[0], self.sources[1]
        outcome = self._compare("lt", is_signed=is_signed)
        if outcome is not STAYS or first.steps == second.steps:
            return outcome if outcome is not STAYS else first.steps
        flip = _SIGN if is_signed else 0  # the order of signed numbers is that of unsigned ones with the sign turned
        is_less = (np.asarray(first.value) ^ flip) < (np.asarray(second.value) ^ flip)
        if bool(np.all(is_less)) or not bool(np.any(is_less)):
            return first.steps if bool(np.all(is_less)) == is_least else second.steps
        return MIXED

    def _select(self) -> Steps:
        first, second = self.sources[0], self.sources[1]
        if first.steps == second.steps:
            return first.steps
        chosen = np.asarray(self.carry.value) != 0
        if bool(np.all(chosen)) or not bool(np.any(chosen)):
            return first.steps if bool(np.all(chosen)) else second.steps
        return MIXED


def _combined(one: Steps, sign: int, other: Steps) -> Steps:
    """Steps of a sum or difference of values that do not wrap: not mod 2^32, as those of a register are."""
    return one[0] + sign * other[0], one[1] + sign * other[1]


def _carry_steps(name: str, sources: Sequence[Word], span: Span) -> Steps:
    """Whether the carry of a sum, or the borrow of a difference, is the same for all groups."""
    sign = 1 if name == "add.u32" else -1
    for word in sources[:2]:
        if word.steps is MIXED or word.steps is UNDECIDED:
            return word.steps
        low, high = span.reach(word.steps)
        values = np.asarray(word.value)
        if values.min() + low < 0 or values.max() + high > MASK32:
            return UNDECIDED
    a, b = sources[0], sources[1]
    wide = np.asarray(a.value) + sign * np.asarray(b.value)
    low, high = span.reach(_combined(a.steps, sign, b.steps))
    return STAYS if bool(np.all((wide + low) >> 32 == (wide + high) >> 32)) else UNDECIDED


def settled_condition(word: Word, kind: str, span: Span) -> Word:
    """A result that a jump looks at: itself if it stays, or a stand-in whose condition is that of every group.

    Raises `GroupsDifferError`.
    """
    if word.steps is STAYS:
        return word
    if word.steps is MIXED or word.steps is UNDECIDED:
        raise GroupsDifferError(by_place=word.steps is UNDECIDED)
    low, high = span.reach(word.steps)
    values = np.asarray(word.value)
    least, most = values + low, values + high
    if not (bool(np.all(least >= 0)) and bool(np.all(most <= MASK32))):
        raise GroupsDifferError(by_place=True)
    same = (least > 0) if kind in ("z", "nz") else (least >= _SIGN) == (most >= _SIGN)
    if not bool(np.all(same)):
        raise GroupsDifferError(by_place=True)
    return Word(np.maximum(values, 1) if kind in ("z", "nz") else values, word.known, word.origin)
