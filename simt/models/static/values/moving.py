"""Values that move in equal steps from work-group to work-group, so that evaluating one group covers many.

Groups of a launch mostly do the same with other addresses: a register holds, in every lane, the first group's value
plus a step for each further group in x and in y, mod 2^32 (`Word.steps`). Sums, products with a number, shifts and
masks of whole steps preserve this; a compare is the same for all groups if its range shows it (`Moving`). Otherwise
`GroupsDifferError` is raised, and fewer groups are taken together (`walking.together`). Nothing here is approximate.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np

from isa.table.semantics import CONDITIONS, FLAGS, SIGN, Number, flag_of, result_of, signed
from isa.table.spec import InstructionSpec
from simt.models.static.values.words import MASK32, MIXED, STAYS, UNDECIDED, Numbers, Steps, Word, evaluate


class GroupsDifferError(Exception):
    """Groups that were taken together part here; `by_place`: fewer neighbouring ones may do the same."""

    def __init__(self, *, by_place: bool) -> None:
        super().__init__("work-groups differ")
        self.by_place = by_place


@dataclass(frozen=True)
class Span:
    """Work-groups taken together: `first` is the first one's number in x and y, `count` their number in x and y."""

    first: tuple[int, int] = (0, 0)
    count: tuple[int, int] = (1, 1)
    _residues: dict[tuple[int, int, int], dict[int, int]] = field(default_factory=dict, compare=False)

    @cached_property
    def groups(self) -> int:
        """The number of all of them."""
        return self.count[0] * self.count[1]

    @property
    def halves(self) -> list[Span]:
        """The same groups in two parts, along the longer side."""
        (x, y), (across, down) = self.first, self.count
        if across >= down:
            return [Span((x, y), (across // 2, down)), Span((x + across // 2, y), (across - across // 2, down))]
        return [Span((x, y), (across, down // 2)), Span((x, y + down // 2), (across, down - down // 2))]

    def numbers(self, groups_x: int, which: range) -> np.ndarray:
        """The numbers of some of the groups, int64 [n], of a launch with `groups_x` in x. which: x fastest."""
        row, column = np.divmod(np.arange(which.start, which.stop, dtype=np.int64), self.count[0])
        return (self.first[1] + row) * groups_x + self.first[0] + column

    def steps(self, x: int, y: int) -> Steps:
        """The steps of a value; 0 in a direction with one group only."""
        x = signed(x & MASK32) if self.count[0] > 1 else 0
        y = signed(y & MASK32) if self.count[1] > 1 else 0
        return (x, y) if x or y else STAYS

    def reach(self, steps: Steps) -> tuple[int, int]:
        """The least and the largest addition of the steps, over all groups."""
        ends = [step * (count - 1) for step, count in zip(steps, self.count, strict=True)]
        return sum(min(0, end) for end in ends), sum(max(0, end) for end in ends)

    def residues(self, steps: Steps, modulus: int) -> dict[int, int]:
        """The additions of the steps, mod `modulus`: the number of groups with each."""
        about = steps[0] % modulus, steps[1] % modulus, modulus
        counts = self._residues.get(about)
        if counts is None:
            across, down = (_residues(step, count, modulus) for step, count in zip(about[:2], self.count, strict=True))
            counts = self._residues[about] = {}
            for x in np.flatnonzero(across).tolist():
                for y in np.flatnonzero(down).tolist():
                    key = (x + y) % modulus
                    counts[key] = counts.get(key, 0) + int(across[x] * down[y])
        return counts


def _residues(step: int, count: int, modulus: int) -> np.ndarray:
    """Count 0, step, 2 step, ... (`count` of them) by their value mod `modulus`: int64 [modulus]."""
    numbers = np.arange(modulus, dtype=np.int64)
    counts = np.zeros(modulus, np.int64)
    np.add.at(counts, step * numbers % modulus, count // modulus + (numbers < count % modulus))
    return counts


def settled(word: Word) -> Word:
    """A word that is the same in every group. Raises `GroupsDifferError` if it is not."""
    if word.steps is not STAYS:
        raise GroupsDifferError(by_place=word.steps is not MIXED)
    return word


def evaluate_moving(
    spec: InstructionSpec, sources: list[Word], carry: Word, table: int, pc: int, span: Span, *, needs_carry: bool
) -> tuple[Word, Word | None]:
    """Evaluate as `words.evaluate` does, for operands that move. The values are the first group's.

    needs_carry: a jump depends on the carry flag; otherwise the flag of a sum or difference is not followed.
    """
    moving, flag = [Moving(word, span) for word in sources], Moving(carry, span)
    result = result_of(spec, moving, flag, table)
    if result is None:
        return evaluate(spec, sources, carry, table, pc)
    if not spec.writes_carry:
        return result.word, None
    if spec.name in FLAGS and not needs_carry:
        return result.word, _with(flag_of(spec, result.word, sources, carry), MIXED)
    return result.word, flag_of(spec, result, moving, flag).word


def _with(word: Word, steps: Steps) -> Word:
    return Word(word.value, word.known, word.origin, steps if word.known is not False else STAYS)


# --- the steps of a result with a moving operand: MIXED if it has none, UNDECIDED if fewer groups may have -----------


def _mixed(*_: Moving) -> Steps:
    return MIXED


def _sum(span: Span, *parts: tuple[int, Steps]) -> Steps:
    return span.steps(*(sum(factor * steps[axis] for factor, steps in parts) for axis in (0, 1)))


def _product(a: Moving, b: Moving) -> Steps:
    for moving, other in ((a, b), (b, a)):
        if other.number is not None:
            return _sum(a.span, (other.number, moving.steps))
    return MIXED


def _left(a: Moving, b: Moving) -> Steps:
    return MIXED if b.number is None else _sum(a.span, (1 << (b.number & 31), a.steps))


def _lowest_bit(steps: Steps) -> int:
    """The largest power of two that divides the steps."""
    joined = (steps[0] | steps[1]) & MASK32
    return joined & -joined if joined else 1 << 32


def _right(a: Moving, b: Moving, limit: int = 1 << 32) -> Steps:
    if b.number is None or _lowest_bit(a.steps) % (width := 1 << (b.number & 31)):
        return MIXED
    if not a.is_below(limit):
        return UNDECIDED
    return a.span.steps(a.steps[0] // width, a.steps[1] // width)


def _masked(a: Moving, b: Moving, *, is_and: bool) -> Steps:
    """Whole steps are above the bits that the other operand touches, or it touches none of the value's."""
    for moving, mask in ((a, b), (b, a)):
        if mask.steps is not STAYS or mask.word.known is not True:
            continue
        lowest, bits = _lowest_bit(moving.steps), np.asarray(mask.word.value)
        if int(bits.max()) < lowest:  # it changes bits below the steps only
            return STAYS if is_and else moving.steps
        if is_and and int((bits ^ MASK32).max()) < lowest:
            return moving.steps
        if is_and and mask.number and not mask.number & mask.number + 1 and moving.is_below(mask.number + 1):
            return moving.steps
    return MIXED


def _compared(a: Moving, kind: str, b: Moving) -> Steps:
    """STAYS if in every lane the outcome is the same for all groups, else UNDECIDED."""
    if not (a.is_below(1 << 32) and b.is_below(1 << 32)):
        return UNDECIDED
    apart = np.asarray(a.word.value) - np.asarray(b.word.value)
    low, high = a.span.reach((a.steps[0] - b.steps[0], a.steps[1] - b.steps[1]))
    if low == high == 0:
        return STAYS
    # The sign of the difference: the same for its least and its largest value.
    least, largest = apart + low, apart + high
    if kind in ("eq", "ne"):
        same = (least > 0) | (largest < 0)
    else:
        same = (least < 0) == (largest < 0) if kind in ("lt", "ge") else (least <= 0) == (largest <= 0)
    return STAYS if bool(np.all(same)) else UNDECIDED


def _extreme(a: Moving, b: Moving, *, is_least: bool) -> Steps:
    outcome = _compared(a, "lt", b)
    return _chosen((a.word.value < b.word.value) == is_least, a, b) if outcome is STAYS else outcome


def _chosen(which: Numbers, a: Moving, b: Moving) -> Steps:
    """The steps of `a` in the lanes `which`, and of `b` in the others."""
    if a.steps == b.steps or bool(np.all(which)):
        return a.steps
    return MIXED if bool(np.any(which)) else b.steps


# --- numbers ----------------------------------------------------------------------------------------------------------


def _operator(operate: Callable[..., Word], rule: Callable[..., Steps] = _mixed) -> Callable[..., Moving]:
    """An operator of moving numbers from the operator of words and the rule for steps."""

    def result(*operands: Moving) -> Moving:
        word = operate(*[one.word for one in operands])
        return operands[0].with_steps(word, operands, lambda: rule(*operands))

    return result


@dataclass(frozen=True, slots=True)
class Moving(Number):
    """A word as a number of `isa.table.semantics` that tracks its steps in a span."""

    word: Word
    span: Span

    @property
    def steps(self) -> Steps:
        """The additions of further work-groups."""
        return self.word.steps

    @property
    def number(self) -> int | None:
        """The value, if it is one number for all lanes and groups."""
        if self.steps is not STAYS or self.word.known is not True or np.size(self.word.value) != 1:
            return None
        return int(np.asarray(self.word.value).ravel()[0])

    def is_below(self, limit: int) -> bool:
        """Return whether it is below `limit`, without wrapping, in every lane and group."""
        low, high = self.span.reach(self.steps)
        values = np.asarray(self.word.value)
        return bool(values.min() + low >= 0 and values.max() + high < limit)

    def with_steps(self, word: Word, operands: Sequence[Moving], rule: Callable[[], Steps]) -> Moving:
        """The result of operands, with steps by a rule, unless their steps settle it."""
        for mark in (MIXED, UNDECIDED):
            if any(one.steps is mark for one in operands):
                return Moving(_with(word, mark), self.span)
        stays = all(one.steps is STAYS for one in operands)
        return Moving(word if stays else _with(word, rule()), self.span)

    def of(self, value: int) -> Moving:
        """A number."""
        return Moving(Word(value), self.span)

    __add__ = _operator(operator.add, lambda a, b: _sum(a.span, (1, a.steps), (1, b.steps)))
    __sub__ = _operator(operator.sub, lambda a, b: _sum(a.span, (1, a.steps), (-1, b.steps)))
    __mul__ = _operator(operator.mul, _product)
    __floordiv__ = _operator(operator.floordiv)
    __mod__ = _operator(operator.mod)
    __and__ = _operator(operator.and_, partial(_masked, is_and=True))
    __or__ = _operator(operator.or_, partial(_masked, is_and=False))
    __xor__ = _operator(operator.xor, partial(_masked, is_and=False))
    __invert__ = _operator(operator.invert, lambda a: _sum(a.span, (-1, a.steps)))
    __lshift__ = _operator(operator.lshift, _left)
    __rshift__ = _operator(operator.rshift, _right)
    shift_signed = _operator(Word.shift_signed, partial(_right, limit=SIGN))
    high_product = _operator(Word.high_product)
    reverse = _operator(Word.reverse)
    ones = _operator(Word.ones)
    minimum = _operator(Word.minimum, partial(_extreme, is_least=True))
    maximum = _operator(Word.maximum, partial(_extreme, is_least=False))

    def compare(self, kind: str, other: Moving) -> Moving:
        """1 in the lanes in which it holds, if that is the same for all groups."""
        word = self.word.compare(kind, other.word)
        return self.with_steps(word, (self, other), lambda: _compared(self, kind, other))

    def choose(self, a: Moving, b: Moving) -> Moving:
        """`a` in the lanes in which this is not 0 for any group, `b` in which it is for all."""
        outcome = self.compare("ne", self.of(0))
        word = self.word.choose(a.word, b.word)
        return self.with_steps(word, (outcome, a, b), lambda: _chosen(outcome.word.value != 0, a, b))


def condition_of(kind: str, result: Word, carry: Word, span: Span) -> Word:
    """The condition of a jump on a result, or (kind "nz") of a mask instruction on its register: not 0 if it holds.

    Raises `GroupsDifferError` if it is not the same for every group.
    """
    if result.steps is STAYS and carry.steps is STAYS:
        condition: Word = CONDITIONS[kind](result, carry)
        return condition
    return settled(CONDITIONS[kind](Moving(result, span), Moving(carry, span)).word)
