"""Exact symbolic forms of 32-bit values: integer combinations of the bits of lane and warp, loop turns and parameters.

A `Form` is constant + sum of coefficient x symbol, mod 2^32. Because lane and warp are taken bit by bit, the masks,
shifts and bit reversals of FFT addresses stay exact: where the coefficients are distinct powers of two, so that the
terms are the bits of the value, a mask selects terms, a shift moves them and a reversal mirrors them. What cannot be
said so is None, and the sliced evaluation (`simt.models.static.walk`) still gets it right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

MASK32 = 0xFFFF_FFFF
# ("lane", bit), ("warp", bit), ("group", "x" or "y"), ("turn", loop), ("param", name)
Symbol = tuple[str, int | str]


@dataclass(frozen=True)
class Form:
    """`constant` and coefficients, 1 to 2^32 - 1, by symbol; `values` holds those of the parameters among them."""

    constant: int
    terms: Mapping[Symbol, int]
    values: Mapping[Symbol, int]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Form) and self.constant == other.constant and self.terms == other.terms

    __hash__ = None  # type: ignore[assignment]

    def plus(self, other: Form, factor: int = 1) -> Form:
        """self + factor x other."""
        terms = dict(self.terms)
        for key, coefficient in other.terms.items():
            terms[key] = (terms.get(key, 0) + factor * coefficient) & MASK32
        return Form(
            (self.constant + factor * other.constant) & MASK32,
            {key: coefficient for key, coefficient in terms.items() if coefficient},
            {**self.values, **other.values},
        )

    def times(self, factor: int) -> Form:
        """factor x self."""
        return constant(0).plus(self, factor)

    @property
    def bound(self) -> Form:
        """The same with the values of the parameters put in."""
        found = self.constant
        for key, value in self.values.items():
            found += self.terms.get(key, 0) * value
        return Form(found & MASK32, {key: c for key, c in self.terms.items() if key not in self.values}, {})

    @property
    def number(self) -> int | None:
        """The value, if it is the same for every lane, warp and turn."""
        bound = self.bound
        return None if bound.terms else bound.constant

    @property
    def bits(self) -> Form | None:
        """The form with parameters put in, if its terms are the bits of the value; else None."""
        bound = self.bound
        taken = bound.constant
        for key, coefficient in bound.terms.items():
            if key[0] not in ("lane", "warp") or coefficient & (coefficient - 1) or taken & coefficient:
                return None
            taken |= coefficient
        return bound

    def mapped(self, change: Callable[[int], int]) -> Form:
        """Constant and coefficients changed; for forms that are `bits`."""
        terms = {key: change(coefficient) for key, coefficient in self.terms.items()}
        return Form(change(self.constant), {key: coefficient for key, coefficient in terms.items() if coefficient}, {})

    def value_at(self, symbols: Mapping[Symbol, int]) -> int:
        """The value, 0 to 2^32 - 1, for values of the symbols; those that are left out are 0."""
        bound = self.bound
        return (bound.constant + sum(c * symbols.get(key, 0) for key, c in bound.terms.items())) & MASK32


def constant(value: int) -> Form:
    """A number."""
    return Form(value & MASK32, {}, {})


def symbol(key: Symbol, coefficient: int = 1, value: int | None = None) -> Form:
    """A symbol; a parameter with its value."""
    return Form(0, {key: coefficient & MASK32}, {} if value is None else {key: value})


def _and(a: Form, b: Form) -> Form | None:
    mask = b.number
    if mask is None:
        a, mask = b, a.number
    bits = a.bits
    return None if mask is None or bits is None else bits.mapped(lambda c: c & (mask or 0))


def _or(a: Form, b: Form) -> Form | None:
    first, second = a.bits, b.bits
    if first is None or second is None:
        return None
    if _ones(first) & _ones(second):
        mask = b.number
        # A constant sets bits: what is there is covered.
        return None if mask is None else first.mapped(lambda c: c & ~mask).plus(constant(mask))
    return first.plus(second)


def _xor(a: Form, b: Form) -> Form | None:
    mask = b.number
    if mask is None:
        a, mask = b, a.number
    bits = a.bits
    if mask is None or bits is None:
        joined = _or(a, b)  # bits that do not meet are joined by both
        first, second = a.bits, b.bits
        return joined if first and second and not _ones(first) & _ones(second) else None
    kept = bits.mapped(lambda c: c & ~(mask or 0))
    turned = bits.mapped(lambda c: c & (mask or 0))
    return kept.plus(constant(mask)).plus(turned, -1)  # mask - bit: the bits of the mask that are 1 become 0


def _ones(bits: Form) -> int:
    found = bits.constant
    for coefficient in bits.terms.values():
        found |= coefficient
    return found


def _left(a: Form, b: Form) -> Form | None:
    shift = b.number
    return None if shift is None else a.times(1 << (shift & 31))


def _right(a: Form, b: Form) -> Form | None:
    shift, bits = b.number, a.bits
    return None if shift is None or bits is None else bits.mapped(lambda c: c >> ((shift or 0) & 31))


def _right_signed(a: Form, b: Form) -> Form | None:
    bits = a.bits
    return None if bits is None or _ones(bits) >> 31 else _right(a, b)


def _reverse(a: Form) -> Form | None:
    bits = a.bits
    return None if bits is None else bits.mapped(lambda c: int(f"{c:032b}"[::-1], 2))


def _multiply(a: Form, b: Form) -> Form | None:
    if (factor := b.number) is not None:
        return a.times(factor)
    return None if (factor := a.number) is None else b.times(factor)


_OPERATIONS: dict[str, Callable[..., Form | None]] = {
    "mov.b32": lambda a: a,
    "mov.f32": lambda a: a,
    "add.u32": lambda a, b: a.plus(b),
    "sub.u32": lambda a, b: a.plus(b, -1),
    "not.b32": lambda a: constant(MASK32).plus(a, -1),
    "mul.u32": _multiply,
    "and.b32": _and,
    "or.b32": _or,
    "xor.b32": _xor,
    "shl.b32": _left,
    "shr.u32": _right,
    "shr.s32": _right_signed,
    "brev.b32": _reverse,
}


def apply(name: str, sources: list[Form | None]) -> Form | None:
    """What the instruction `name` makes of forms; None if that has no form, or a source has none."""
    operation = _OPERATIONS.get(name)
    if operation is None or any(source is None for source in sources):
        return None
    return operation(*sources)
