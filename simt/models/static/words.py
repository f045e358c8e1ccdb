"""Values of registers for many lanes at once, and what integer instructions make of them.

A `Word` is what is known of a 32-bit register in every lane of some warps. Loads and floating-point operations give
unknown values, and so does everything that depends on them. This is evaluation of addresses and conditions, for the
static analysis; it shares no code with the engines, and the tests hold it against them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

MASK32 = 0xFFFF_FFFF
UNKNOWN_ORIGIN = -1
_SIGN = 0x8000_0000

# A plain number (the same in all lanes) or an array [1 or warps, 1 or lanes].
Numbers = Any

# What each further work-group, in x and in y, adds to a value, of those that are taken together (static/moving.py).
# Compared by identity: a value that is the same for all, one whose groups differ otherwise, and one where fewer
# neighbouring groups may agree.
Steps = tuple[int, int]
STAYS: Steps = (0, 0)
MIXED: Steps = (1 << 40, 0)
UNDECIDED: Steps = (1 << 41, 0)


@dataclass(frozen=True, slots=True)
class Word:
    """`value`: int, or int64 [1 or warps, 1 or lanes], in 0 to 2^32 - 1; `known`: bool, or bool of such a shape.

    `origin` is the address of the instruction that the first unknown part came from; -1 while all is known. `steps`: of
    work-groups that are taken together the value is the first one's, and this is what the others add.
    """

    value: Numbers
    known: Numbers = True
    origin: int = UNKNOWN_ORIGIN
    steps: Steps = STAYS

    def rows(self, chosen: np.ndarray) -> Word:
        """The word of some of the warps."""
        return Word(_rows(self.value, chosen), _rows(self.known, chosen), self.origin, self.steps)

    def is_known_in(self, lanes: np.ndarray) -> bool:
        """Whether it is known in these lanes, bool [lanes], of every warp."""
        if isinstance(self.known, np.ndarray):
            return bool(np.all(self.known | ~lanes))
        return bool(self.known)


def _rows(part: Numbers, chosen: np.ndarray) -> Numbers:
    return part[chosen] if isinstance(part, np.ndarray) and part.shape[0] > 1 else part


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


def merge(lanes: np.ndarray, new: Word, old: Word) -> Word:
    """`new` in these lanes, bool [lanes], and `old` in the others."""
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


# --- integer instructions ---------------------------------------------------------------------------------------------
# On numbers in 0 to 2^32 - 1, plain or int64 arrays; no step leaves 63 bits.


def _signed(a: Numbers) -> Numbers:
    return (a ^ _SIGN) - _SIGN


def _multiply(a: Numbers, b: Numbers) -> Numbers:
    return (a * (b & 0xFFFF) + ((a * (b >> 16) & 0xFFFF) << 16)) & MASK32


def _multiply_high(a: Numbers, b: Numbers) -> Numbers:
    return (a * (b >> 16) + ((a * (b & 0xFFFF)) >> 16)) >> 16


def _reverse(a: Numbers) -> Numbers:
    for width, mask in ((1, 0x5555_5555), (2, 0x3333_3333), (4, 0x0F0F_0F0F), (8, 0x00FF_00FF)):
        a = ((a >> width) & mask) | ((a & mask) << width)
    return (a >> 16) | ((a & 0xFFFF) << 16)


def _ones(a: Numbers) -> Numbers:
    a = a - ((a >> 1) & 0x5555_5555)
    a = (a & 0x3333_3333) + ((a >> 2) & 0x3333_3333)
    return (((a + (a >> 4)) & 0x0F0F_0F0F) * 0x0101_0101 & MASK32) >> 24


def _trailing_zeros(a: Numbers) -> Numbers:
    return _ones(((a & -a) - 1) & MASK32)


def _permute(a: Numbers, b: Numbers, selectors: Numbers) -> Numbers:
    found: Numbers = 0
    for place in range(4):
        selector = selectors >> (4 * place)
        byte = (_choose((selector & 4) != 0, b, a) >> (8 * (selector & 3))) & 0xFF
        byte = _choose((selector & 8) != 0, (byte >> 7) * 0xFF, byte)
        found = found | (byte << (8 * place))
    return found


def _signed_24(a: Numbers) -> Numbers:
    return ((a & 0xFF_FFFF) ^ 0x80_0000) - 0x80_0000


def _divide(a: Numbers, b: Numbers) -> Numbers:
    return _choose(b == 0, MASK32, a // (b + (b == 0)))


def _remainder(a: Numbers, b: Numbers) -> Numbers:
    return _choose(b == 0, a, a % (b + (b == 0)))


def _divide_signed(a: Numbers, b: Numbers) -> Numbers:
    x, y = _signed(a), _signed(b)
    whole = abs(x) // (abs(y) + (y == 0))
    return _choose(y == 0, MASK32, _choose((x < 0) != (y < 0), -whole, whole) & MASK32)


def _remainder_signed(a: Numbers, b: Numbers) -> Numbers:
    x, y = _signed(a), _signed(b)
    rest = abs(x) % (abs(y) + (y == 0))
    return _choose(y == 0, a, _choose(x < 0, -rest, rest) & MASK32)


def _ternary(a: Numbers, b: Numbers, c: Numbers, table: int) -> Numbers:
    found: Numbers = 0
    for number in range(8):
        if table >> number & 1:
            part = a if number & 4 else a ^ MASK32
            part = part & (b if number & 2 else b ^ MASK32)
            found = found | (part & (c if number & 1 else c ^ MASK32))
    return found


_COMPARES: dict[str, Callable[[Numbers, Numbers], Numbers]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}
_PLAIN: dict[str, Callable[..., Numbers]] = {
    "mov.b32": lambda a: a,
    "mov.f32": lambda a: a,
    "not.b32": lambda a: a ^ MASK32,
    "brev.b32": _reverse,
    "mul.u32": _multiply,
    "mulh.u32": _multiply_high,
    "mulh.s32": lambda a, b: ((_signed(a) * _signed(b)) >> 32) & MASK32,
    "mul.u24": lambda a, b: ((a & 0xFF_FFFF) * (b & 0xFF_FFFF)) & MASK32,
    "mul.s24": lambda a, b: (_signed_24(a) * _signed_24(b)) & MASK32,
    "div.u32": _divide,
    "div.s32": _divide_signed,
    "rem.u32": _remainder,
    "rem.s32": _remainder_signed,
    "popc.b32": _ones,
    "clz.b32": lambda a: _trailing_zeros(_reverse(a)),
    "ctz.b32": _trailing_zeros,
    "perm.b32": _permute,
    "select_nz.b32": lambda a, b, c: _choose(c != 0, a, b),
    "and.b32": lambda a, b: a & b,
    "or.b32": lambda a, b: a | b,
    "xor.b32": lambda a, b: a ^ b,
    "shl.b32": lambda a, b: (a << (b & 31)) & MASK32,
    "shr.u32": lambda a, b: a >> (b & 31),
    "shr.s32": lambda a, b: (_signed(a) >> (b & 31)) & MASK32,
    "min.u32": lambda a, b: _choose(a < b, a, b),
    "max.u32": lambda a, b: _choose(a > b, a, b),
    "min.s32": lambda a, b: _choose(_signed(a) < _signed(b), a, b),
    "max.s32": lambda a, b: _choose(_signed(a) > _signed(b), a, b),
    "mad.u24": lambda a, b, c: ((a & 0xFF_FFFF) * (b & 0xFF_FFFF) + c) & MASK32,
    "mad.s24": lambda a, b, c: (_signed_24(a) * _signed_24(b) + c) & MASK32,
    "vtest.b32": lambda a, b: a & b,
}
# a, b, carry -> 33 bits, the upper one the carry flag (`& 1 << 32` of a negative number: a borrow)
_CARRYING: dict[str, Callable[[Numbers, Numbers, Numbers], Numbers]] = {
    "add.u32": lambda a, b, _: a + b,
    "sub.u32": lambda a, b, _: a - b,
    "addc.u32": lambda a, b, carry: a + b + carry,
    "subb.u32": lambda a, b, carry: a - b - carry,
}
_SELECTS = ("select.b32", "select.f32")


def is_evaluated(name: str) -> bool:
    """Whether the analysis computes what the instruction `name` gives; otherwise it is unknown."""
    return (
        name in _PLAIN or name in _CARRYING or name in _SELECTS or name == "ternlog.b32" or _compare(name) is not None
    )


def _compare(name: str) -> tuple[Callable[[Numbers, Numbers], Numbers], bool] | None:
    """The comparison that an integer compare makes, into a register or a mask, and whether it is signed."""
    kind, _, type_name = name.removeprefix("vcmp.").partition(".")
    if kind in _COMPARES and type_name in ("u32", "s32"):
        return _COMPARES[kind], type_name == "s32"
    return None


def evaluate(name: str, table: int, sources: list[Word], carry: Word, pc: int) -> tuple[Word, Word | None]:
    """Result and carry flag (None: it stays) of the instruction `name` at `pc`. table: that of a ternlog."""
    known: Numbers = True
    origin = UNKNOWN_ORIGIN
    for source in sources:
        if source.known is not True:
            known = _both(known, source.known)
            origin = source.origin if origin == UNKNOWN_ORIGIN else origin
    values: list[Any] = [source.value for source in sources]
    if name in _PLAIN:
        return Word(_PLAIN[name](*values), known, origin), None
    if name in _CARRYING:
        if name in ("addc.u32", "subb.u32") and carry.known is not True:
            known, origin = _both(known, carry.known), carry.origin if origin == UNKNOWN_ORIGIN else origin
        wide = _CARRYING[name](values[0], values[1], carry.value)
        return Word(wide & MASK32, known, origin), Word((wide >> 32) & 1, known, origin)
    if name in _SELECTS:
        return _select(sources[0], sources[1], carry), None
    if name == "ternlog.b32":
        return Word(_ternary(values[0], values[1], values[2], table), known, origin), None
    compare = _compare(name)
    if compare is not None:
        holds, is_signed = compare
        outcome = Word(holds(*(_signed(each) if is_signed else each for each in values[:2])) * 1, known, origin)
        return outcome, outcome
    unknown = Word(0, False, pc if origin == UNKNOWN_ORIGIN else origin)
    return unknown, unknown


def _select(a: Word, b: Word, carry: Word) -> Word:
    value = _choose(_bool(carry.value), a.value, b.value)
    if a.known is True and b.known is True and carry.known is True:
        return Word(value)
    known = _both(_choose(_bool(carry.value), a.known, b.known), carry.known)
    origin = next(part.origin for part in (carry, a, b) if part.known is not True)
    return Word(value, known, origin)


def _bool(value: Numbers) -> Numbers:
    return value != 0
