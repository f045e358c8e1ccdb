"""Values that grow in equal steps from work-group to work-group, so that evaluating one group covers many.

The groups of a launch mostly execute the same instructions with other addresses. In every lane, a register then holds
the first group's value plus a step for each further group in x and in y, mod 2^32 (`Word.steps`). Sums, products with a
number, shifts and masks of whole steps preserve this form. A compare may have the same outcome in all groups, if the
ranges of its operands show this. Otherwise `GroupsDifferError` is raised, and fewer groups are followed together
(`walking.together`).
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
    """A difference between groups that are followed together. by_place: whether fewer neighbouring groups may agree."""

    def __init__(self, *, by_place: bool) -> None:
        super().__init__("work-groups differ")
        self.by_place = by_place


@dataclass(frozen=True)
class Span:
    """A rectangle of work-groups that are followed together. first: its first group in x and y. count: its sides."""

    first: tuple[int, int] = (0, 0)
    count: tuple[int, int] = (1, 1)
    _residues: dict[tuple[int, int, int], dict[int, int]] = field(default_factory=dict, compare=False)

    @cached_property
    def groups(self) -> int:
        """The number of groups."""
        return self.count[0] * self.count[1]

    @property
    def halves(self) -> list[Span]:
        """The same groups in two parts, along the longer side."""
        (x, y), (across, down) = self.first, self.count
        if across >= down:
            return [Span((x, y), (across // 2, down)), Span((x + across // 2, y), (across - across // 2, down))]
        return [Span((x, y), (across, down // 2)), Span((x, y + down // 2), (across, down - down // 2))]

    def numbers(self, groups_x: int, which: range) -> np.ndarray:
        """Return the numbers in the launch of some of the groups, int64 [n].

        which: the indices of these groups in the span, where x changes fastest. groups_x: the number of groups of the
        launch in x.
        """
        row, column = np.divmod(np.arange(which.start, which.stop, dtype=np.int64), self.count[0])
        return (self.first[1] + row) * groups_x + self.first[0] + column

    def steps(self, x: int, y: int) -> Steps:
        """Return the steps (x, y) of a value, with 0 in a direction that has only one group."""
        x = signed(x & MASK32) if self.count[0] > 1 else 0
        y = signed(y & MASK32) if self.count[1] > 1 else 0
        return (x, y) if x or y else STAYS

    def reach(self, steps: Steps) -> tuple[int, int]:
        """Return the smallest and the largest difference from the first group's value, over all groups."""
        ends = [step * (count - 1) for step, count in zip(steps, self.count, strict=True)]
        return sum(min(0, end) for end in ends), sum(max(0, end) for end in ends)

    def residues(self, steps: Steps, modulus: int) -> dict[int, int]:
        """Return the number of groups by the difference of their value from the first group's, mod `modulus`."""
        key = steps[0] % modulus, steps[1] % modulus, modulus
        counts = self._residues.get(key)
        if counts is None:
            across, down = (_residues(step, count, modulus) for step, count in zip(key[:2], self.count, strict=True))
            counts = self._residues[key] = {}
            for x in np.flatnonzero(across).tolist():
                for y in np.flatnonzero(down).tolist():
                    residue = (x + y) % modulus
                    counts[residue] = counts.get(residue, 0) + int(across[x] * down[y])
        return counts


def _residues(step: int, count: int, modulus: int) -> np.ndarray:
    """Count 0, `step`, 2 `step`, ..., `count` numbers in all, by value mod `modulus`: int64 [modulus]."""
    numbers = np.arange(modulus, dtype=np.int64)
    counts = np.zeros(modulus, np.int64)
    np.add.at(counts, step * numbers % modulus, count // modulus + (numbers < count % modulus))
    return counts


def settled(word: Word, *, by_place: bool = True) -> Word:
    """Return the word if it is the same in every group.

    Raises `GroupsDifferError` if groups have different words. by_place: what the error says to its catcher, whether to
    try again with fewer groups, which may have the same word. If not, the catcher follows each group alone.
    """
    if word.steps is not STAYS:
        raise GroupsDifferError(by_place=by_place and word.steps is not MIXED)
    return word


def evaluate_moving(
    spec: InstructionSpec, sources: list[Word], carry: Word, table: int, pc: int, span: Span, *, needs_carry: bool
) -> tuple[Word, Word | None]:
    """Do the work of `words.evaluate` for operands with steps. table, pc: as for `words.evaluate`.

    needs_carry: whether a jump depends on the carry flag. If not, the steps of the carry flag of sums and differences
    are not computed (MIXED).
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


# --- the steps of a result with a moving operand ---------------------------------------------------------------------


def _sum(span: Span, *parts: tuple[int, Steps]) -> Steps:
    return span.steps(*(sum(factor * steps[axis] for factor, steps in parts) for axis in (0, 1)))


def _product(a: Moving, b: Moving) -> Steps:
    for moving, other in ((a, b), (b, a)):
        if other.number is not None:
            return _sum(a.span, (other.number, moving.steps))
    return MIXED


def _lowest_bit(steps: Steps) -> int:
    joined = (steps[0] | steps[1]) & MASK32
    return joined & -joined if joined else 1 << 32


def _right(a: Moving, b: Moving, limit: int = 1 << 32) -> Steps:
    if b.number is None or _lowest_bit(a.steps) % (width := 1 << (b.number & 31)):
        return MIXED
    if not a.is_below(limit):
        return UNDECIDED
    return a.span.steps(a.steps[0] // width, a.steps[1] // width)


def _masked(a: Moving, b: Moving, *, is_and: bool) -> Steps:
    """Return the steps of a masked value; MIXED if the mask changes bits of the steps."""
    for moving, mask in ((a, b), (b, a)):
        if mask.steps is not STAYS or mask.word.known is not True:
            continue
        lowest, bits = _lowest_bit(moving.steps), np.asarray(mask.word.value)
        if int(bits.max()) < lowest:  # the mask changes only bits below the steps
            return STAYS if is_and else moving.steps
        if is_and and int((bits ^ MASK32).max()) < lowest:
            return moving.steps
        if is_and and mask.number and not mask.number & mask.number + 1 and moving.is_below(mask.number + 1):
            return moving.steps
    return MIXED


def _compared(a: Moving, kind: str, b: Moving) -> Steps:
    """Return STAYS if all groups have the same outcome in every lane, else UNDECIDED."""
    if not (a.is_below(1 << 32) and b.is_below(1 << 32)):
        return UNDECIDED
    apart = np.asarray(a.word.value) - np.asarray(b.word.value)
    low, high = a.span.reach((a.steps[0] - b.steps[0], a.steps[1] - b.steps[1]))
    if low == high == 0:
        return STAYS
    # The outcome is the same for all groups if the smallest and the largest difference have the same sign.
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
    """Return the steps of a word with `a` in the lanes `which` and `b` in the others."""
    if a.steps == b.steps or bool(np.all(which)):
        return a.steps
    return MIXED if bool(np.any(which)) else b.steps


# --- numbers ----------------------------------------------------------------------------------------------------------


def _operator(operate: Callable[..., Word], rule: Callable[..., Steps] = lambda *_: MIXED) -> Callable[..., Moving]:
    """Make an operator of moving numbers. operate: the operator of words. rule: returns the steps of the result."""

    def result(*operands: Moving) -> Moving:
        word = operate(*[operand.word for operand in operands])
        return operands[0].with_steps(word, operands, lambda: rule(*operands))

    return result


@dataclass(frozen=True, slots=True)
class Moving(Number):
    """A word with its steps in a span, as a number of `isa.table.semantics`."""

    word: Word
    span: Span

    @property
    def steps(self) -> Steps:
        """The growth of the value from work-group to work-group, in x and in y."""
        return self.word.steps

    @property
    def number(self) -> int | None:
        """The value, if it is the same in all lanes and groups; else None."""
        if self.steps is not STAYS or self.word.known is not True or np.size(self.word.value) != 1:
            return None
        return int(np.asarray(self.word.value).ravel()[0])

    def is_below(self, limit: int) -> bool:
        """Return whether the value is below `limit` in every lane and group, and no step wraps."""
        low, high = self.span.reach(self.steps)
        values = np.asarray(self.word.value)
        return bool(values.min() + low >= 0 and values.max() + high < limit)

    def with_steps(self, word: Word, operands: Sequence[Moving], rule: Callable[[], Steps]) -> Moving:
        """Return a result with its steps.

        If the steps of an operand are MIXED or UNDECIDED, the steps of the result are, too. If all operands are the
        same in all groups, so is the result. Otherwise `rule` returns the steps.
        """
        for mark in (MIXED, UNDECIDED):
            if any(operand.steps is mark for operand in operands):
                return Moving(_with(word, mark), self.span)
        stays = all(operand.steps is STAYS for operand in operands)
        return Moving(word if stays else _with(word, rule()), self.span)

    def of(self, value: int) -> Moving:
        """Make a number."""
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
    __lshift__ = _operator(
        operator.lshift, lambda a, b: MIXED if b.number is None else _sum(a.span, (1 << (b.number & 31), a.steps))
    )
    __rshift__ = _operator(operator.rshift, _right)
    shift_signed = _operator(Word.shift_signed, partial(_right, limit=SIGN))
    high_product = _operator(Word.high_product)
    reverse = _operator(Word.reverse)
    ones = _operator(Word.ones)
    minimum = _operator(Word.minimum, partial(_extreme, is_least=True))
    maximum = _operator(Word.maximum, partial(_extreme, is_least=False))

    some_lane = _operator(Word.some_lane, lambda a: a.steps)

    def compare(self, kind: str, other: Moving) -> Moving:
        """Return 1 in the lanes in which the compare holds, else 0; with steps if all groups have the same outcome."""
        word = self.word.compare(kind, other.word)
        return self.with_steps(word, (self, other), lambda: _compared(self, kind, other))

    def choose(self, a: Moving, b: Moving) -> Moving:
        """Return `a` in the lanes in which this is not 0, else `b`; with steps if all groups choose the same."""
        outcome = self.compare("ne", self.of(0))
        word = self.word.choose(a.word, b.word)
        return self.with_steps(word, (outcome, a, b), lambda: _chosen(outcome.word.value != 0, a, b))


def condition_of(kind: str, result: Word, carry: Word, span: Span) -> Word:
    """Return the condition of a jump on a result, or of a mask instruction (kind "nz"): not 0 in lanes where it holds.

    Raises `GroupsDifferError` if groups differ.
    """
    if result.steps is STAYS and carry.steps is STAYS:
        condition: Word = CONDITIONS[kind](result, carry)
        return condition
    return settled(CONDITIONS[kind](Moving(result, span), Moving(carry, span)).word)
