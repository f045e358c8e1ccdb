"""Exact symbolic forms of 32-bit values: integer combinations of lane, warp, work-group, loop turns and parameters.

A `Form` is constant + sum of coefficient x symbol, mod 2^32. The bits of lane and warp are separate symbols, so that
masks, shifts and bit reversals of FFT addresses stay exact. If the coefficients are distinct powers of two, each term
is a bit of the value: a mask selects terms, a shift moves them, a reversal mirrors them. A value without a form is
None; only the walk (`walking.walk`) computes it. `Form` and `Compare` are number classes for `isa.table.semantics`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from isa.table.semantics import OPPOSITE, Number, UnknownError, result_of
from isa.table.spec import InstructionSpec

MASK32 = 0xFFFF_FFFF
# ("lane", bit), ("warp", bit), ("group", "x" or "y"), ("turn", loop), ("param", name)
Symbol = tuple[str, int | str]


@dataclass(frozen=True)
class Form(Number):
    """A form. terms: coefficients from 1 to 2^32 - 1, by symbol. values: the values of symbols that are parameters."""

    constant: int
    terms: Mapping[Symbol, int]
    values: Mapping[Symbol, int]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Form) and self.constant == other.constant and self.terms == other.terms

    __hash__ = None  # type: ignore[assignment]

    def plus(self, other: Form, factor: int = 1) -> Form:
        """Return self + factor x other."""
        terms = dict(self.terms)
        for key, coefficient in other.terms.items():
            terms[key] = (terms.get(key, 0) + factor * coefficient) & MASK32
        return Form(
            (self.constant + factor * other.constant) & MASK32,
            {key: coefficient for key, coefficient in terms.items() if coefficient},
            {**self.values, **other.values},
        )

    def times(self, factor: int) -> Form:
        """Return factor x self."""
        return Form.of(0).plus(self, factor)

    @property
    def bound(self) -> Form:
        """The same form with the values of the parameters substituted."""
        total = self.constant
        for key, value in self.values.items():
            total += self.terms.get(key, 0) * value
        return Form(total & MASK32, {key: c for key, c in self.terms.items() if key not in self.values}, {})

    @property
    def number(self) -> int | None:
        """The value, if it is the same for every lane, warp, work-group and turn; else None."""
        bound = self.bound
        return None if bound.terms else bound.constant

    def value_at(self, symbols: Mapping[Symbol, int]) -> int:
        """Return the value, 0 to 2^32 - 1, for values of the symbols; missing symbols are 0."""
        bound = self.bound
        return (bound.constant + sum(c * symbols.get(key, 0) for key, c in bound.terms.items())) & MASK32

    @property
    def _bits(self) -> Form:
        """The form with parameters substituted, whose terms are bits of lane or warp.

        Raises `UnknownError` if a term is anything else, or if two terms, or a term and the constant, share a bit.
        """
        bound = self.bound
        taken = bound.constant
        for key, coefficient in bound.terms.items():
            if key[0] not in ("lane", "warp") or coefficient & (coefficient - 1) or taken & coefficient:
                raise UnknownError
            taken |= coefficient
        return bound

    @property
    def _taken(self) -> int:
        """The bits that the terms and the constant can set, if each term is a bit."""
        taken = self.constant
        for coefficient in self.terms.values():
            taken |= coefficient
        return taken

    @property
    def _known(self) -> int:
        """The form's only value. Raises `UnknownError` if it has several."""
        number = self.number
        if number is None:
            raise UnknownError
        return number

    def _mapped(self, change: Callable[[int], int]) -> Form:
        terms = {key: change(coefficient) for key, coefficient in self.terms.items()}
        return Form(change(self.constant), {key: coefficient for key, coefficient in terms.items() if coefficient}, {})

    @staticmethod
    def of(value: int) -> Form:
        """Make the form of a number."""
        return Form(value & MASK32, {}, {})

    def __add__(self, other: Form) -> Form:
        return self.plus(other)

    def __sub__(self, other: Form) -> Form:
        return self.plus(other, -1)

    def __mul__(self, other: Form) -> Form:
        return other.times(self._known) if other.number is None else self.times(other.number)

    def __invert__(self) -> Form:
        return Form.of(MASK32) - self

    def __and__(self, other: Form) -> Form:
        moving, mask = (other, self._known) if other.number is None else (self, other.number)
        return moving._bits._mapped(lambda c: c & mask)

    def __or__(self, other: Form) -> Form:
        first, second = self._bits, other._bits
        if not first._taken & second._taken:
            return first + second
        mask = other._known  # a constant sets bits: bits already there are covered
        return first._mapped(lambda c: c & ~mask) + Form.of(mask)

    def __xor__(self, other: Form) -> Form:
        if self.number is None and other.number is None:
            first, second = self._bits, other._bits
            if first._taken & second._taken:
                raise UnknownError
            return first + second
        moving, mask = (other, self._known) if other.number is None else (self, other.number)
        bits = moving._bits
        kept, turned = bits._mapped(lambda c: c & ~mask), bits._mapped(lambda c: c & mask)
        return kept + Form.of(mask) - turned  # the bits of the mask that are 1 become 0

    def __lshift__(self, other: Form) -> Form:
        return self.times(1 << (other._known & 31))

    def __rshift__(self, other: Form) -> Form:
        shift = other._known & 31
        return self._bits._mapped(lambda c: c >> shift)

    def shift_signed(self, other: Form) -> Form:
        """Shift to the right. Raises `UnknownError` if the sign may be set, or as `_bits` and `_known` do."""
        if self._bits._taken >> 31:
            raise UnknownError
        return self >> other

    def reverse(self) -> Form:
        """Reverse the bits. Raises `UnknownError` as `_bits` does."""
        return self._bits._mapped(lambda c: int(f"{c:032b}"[::-1], 2))

    def some_lane(self) -> Form:
        """Return this form if it has the same value in all lanes.

        Raises `UnknownError` if the form contains lanes or turns.

        A form with turns may differ between lanes, because lanes of a warp may be in different turns.
        """
        if any(key[0] in ("lane", "turn") for key in self.terms):
            raise UnknownError
        return self

    def compare(self, kind: str, other: Form) -> Compare:
        """Compare unsigned numbers. The outcome has no form, only a `Compare`."""
        return Compare(kind, False, self, other)

    def compare_signed(self, kind: str, other: Form) -> Compare:
        """Compare signed numbers."""
        return Compare(kind, True, self, other)


@dataclass(frozen=True, slots=True)
class Compare(Number):
    """The outcome, 1 or 0, of an integer compare of two forms."""

    kind: str
    is_signed: bool
    a: Form
    b: Form

    @property
    def opposite(self) -> Compare:
        """The compare that holds if and only if this compare does not."""
        return Compare(OPPOSITE[self.kind], self.is_signed, self.a, self.b)

    of = staticmethod(Form.of)

    def compare(self, kind: str, other: Form) -> Compare:
        """Compare the outcome with 0 for equality. Raises `UnknownError` for any other compare."""
        if other.number != 0 or kind not in ("eq", "ne"):
            raise UnknownError
        return self if kind == "ne" else self.opposite


def symbol(key: Symbol, coefficient: int = 1, value: int | None = None) -> Form:
    """Make the form coefficient x symbol. value: the symbol's value, if it is a parameter."""
    return Form(0, {key: coefficient & MASK32}, {} if value is None else {key: value})


def apply(spec: InstructionSpec, sources: Sequence[Form | Compare | None], table: int = 0) -> Form | Compare | None:
    """Return the form of a result, or None. table: the truth table of a ternlog.

    None is returned if the instruction's result has no form, if a source is not a `Form`, or if the instruction reads
    the carry.
    """
    forms = [source for source in sources if isinstance(source, Form)]
    if len(forms) < len(sources) or spec.reads_carry:
        return None
    return result_of(spec, forms, Form.of(0), table)
