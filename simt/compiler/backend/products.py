"""Products with a known factor, by shifts or by the machine's multiplier."""

from __future__ import annotations

from simt.compiler.backend.emission import Emitter
from simt.compiler.backend.ops import ZERO, Immediate, Operand


def by_constant(kernel: Emitter, word: Operand, factor: int) -> Operand:
    """The low 32 bits of a word times a number; without a multiplier, shifts, additions and subtractions."""
    factor &= 0xFFFFFFFF
    if factor & (factor - 1) == 0:
        if factor <= 1:
            return word if factor else ZERO
        return kernel.emit("shl.b32", word, Immediate(factor.bit_length() - 1))
    if kernel.can("mul.u32"):
        return kernel.emit("mul.u32", word, Immediate(factor))
    product: Operand | None = None
    for place, digit in reversed(_digits(factor)):
        term = kernel.emit("shl.b32", word, Immediate(place)) if place else word
        if product is None:
            product = term if digit > 0 else kernel.emit("sub.u32", ZERO, term)
        else:
            product = kernel.emit("add.u32" if digit > 0 else "sub.u32", product, term)
    return ZERO if product is None else product


def _digits(factor: int) -> list[tuple[int, int]]:
    """The digits 1 and -1 of a number of 32 bits in non-adjacent form, with their places."""
    digits = []
    for place in range(32):
        if factor & 1:
            digit = 2 - (factor & 3)
            digits.append((place, digit))
            factor -= digit
        factor >>= 1
    return digits
