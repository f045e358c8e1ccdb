"""The result of every instruction, written once for all analyses.

`RESULTS` has a function per instruction, over abstract numbers: the words of the static analysis, intervals of the
packer, forms, and values that move from work-group to work-group are `Number`s, each with its own operators. An
operator that a kind of number lacks raises `UnknownError`, and then the result is unknown to the analysis. An
instruction without a function has its reason in `NOT_COMPUTED`. The engines and the reference do not use this: they are
held equal to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from isa.table.spec import InstructionSpec

SIGN: Final = 1 << 31
LOW_24: Final = (1 << 24) - 1
OPPOSITE: Final = {"lt": "ge", "ge": "lt", "gt": "le", "le": "gt", "eq": "ne", "ne": "eq"}  # by kind of compare


def signed(a: Any) -> Any:
    """A word of 32 bits, or an array of words, as a signed number."""
    return (a ^ SIGN) - SIGN


class UnknownError(Exception):
    """An operator that a kind of number does not have."""


class Number:
    """The knowledge about a register of 32 bits.

    Sums, differences and products are mod 2^32. Shifts are by the low five bits of the amount. A quotient by 0 is all
    ones and its remainder the dividend; `>>`, `//`, `%` and compares take registers as unsigned.
    """

    __slots__ = ()

    def unknown(self, *_: Any, **__: Any) -> Any:
        """Raise the error for an operator that a kind of number does not have."""
        raise UnknownError

    __add__ = __sub__ = __mul__ = __floordiv__ = __mod__ = __and__ = __or__ = __xor__ = __invert__ = unknown
    __lshift__ = __rshift__ = unknown
    of = unknown  # value: a number of this kind that is the same everywhere
    shift_signed = unknown  # amount: to the right, with copies of the sign
    high_product = unknown  # other: the upper word of the product of unsigned numbers
    reverse = unknown  # the bits, mirrored
    ones = unknown  # the number of bits that are set
    minimum = maximum = unknown  # other
    compare = unknown  # kind, other: 1 or 0
    choose = unknown  # a, b: a where this number is not 0, else b

    def compare_signed(self, kind: str, other: Any) -> Any:
        """Compare as signed numbers: add 2^31 to both sides, then compare as unsigned numbers."""
        return _biased(self).compare(kind, _biased(other))


N = TypeVar("N", bound=Number)


def _biased(a: Any) -> Any:
    return a + a.of(SIGN)


def _low_24(a: Any) -> Any:
    return a & a.of(LOW_24)


def _signed_24(a: Any) -> Any:
    eight = a.of(8)
    return (a << eight).shift_signed(eight)


def _signs(a: Any) -> Any:
    """Return a number whose bits all are the sign."""
    return a.shift_signed(a.of(31))


def _negated_where(signs: Any, a: Any) -> Any:
    return (a ^ signs) - signs


def _magnitude(a: Any) -> Any:
    return _negated_where(_signs(a), a)


def _trailing_zeros(a: Any) -> Any:
    return (~a & (a - a.of(1))).ones()


def _permute(a: Any, b: Any, selectors: Any) -> Any:
    word = a.of
    result = word(0)
    for place in range(0, 32, 8):
        selector = selectors >> word(place // 2)
        byte = (selector & word(4)).choose(b, a) >> ((selector & word(3)) << word(3))
        signs = _signs(byte << word(24))
        result |= ((selector & word(8)).choose(signs, byte) & word(0xFF)) << word(place)
    return result


def _ternary(a: Any, b: Any, c: Any, table: int) -> Any:
    """Choose each bit of the result from the table, by the bits of a, b and c."""
    result = a.of(0)
    for number in range(8):
        if table >> number & 1:
            result |= (a if number & 4 else ~a) & (b if number & 2 else ~b) & (c if number & 1 else ~c)
    return result


# From the sources to the result, then the carry flag if the instruction reads it, and the table of a ternlog. Masks of
# 64 lanes are plain integers, of which the lower 64 bits count; the last argument of `and_saveexec` is `exec`.
RESULTS: Final[dict[str, Callable[..., Any]]] = {
    "mov.b32": lambda a: a,
    "mov.f32": lambda a: a,
    "add.u32": lambda a, b: a + b,
    "addc.u32": lambda a, b, carry: a + b + carry,
    "sub.u32": lambda a, b: a - b,
    "subb.u32": lambda a, b, carry: a - b - carry,
    "mul.u32": lambda a, b: a * b,
    "mulh.u32": lambda a, b: a.high_product(b),
    "mulh.s32": lambda a, b: a.high_product(b) - (b & _signs(a)) - (a & _signs(b)),
    "mul.u24": lambda a, b: _low_24(a) * _low_24(b),
    "mul.s24": lambda a, b: _signed_24(a) * _signed_24(b),
    "mad.u24": lambda a, b, c: _low_24(a) * _low_24(b) + c,
    "mad.s24": lambda a, b, c: _signed_24(a) * _signed_24(b) + c,
    "div.u32": lambda a, b: a // b,
    "div.s32": lambda a, b: b.choose(_negated_where(_signs(a ^ b), _magnitude(a) // _magnitude(b)), ~a.of(0)),
    "rem.u32": lambda a, b: a % b,
    "rem.s32": lambda a, b: _negated_where(_signs(a), _magnitude(a) % _magnitude(b)),
    "and.b32": lambda a, b: a & b,
    "or.b32": lambda a, b: a | b,
    "xor.b32": lambda a, b: a ^ b,
    "not.b32": lambda a: ~a,
    "ternlog.b32": _ternary,
    "shl.b32": lambda a, b: a << b,
    "shr.u32": lambda a, b: a >> b,
    "shr.s32": lambda a, b: a.shift_signed(b),
    "brev.b32": lambda a: a.reverse(),
    "popc.b32": lambda a: a.ones(),
    "clz.b32": lambda a: _trailing_zeros(a.reverse()),
    "ctz.b32": _trailing_zeros,
    "perm.b32": _permute,
    "min.u32": lambda a, b: a.minimum(b),
    "max.u32": lambda a, b: a.maximum(b),
    "min.s32": lambda a, b: _biased(_biased(a).minimum(_biased(b))),
    "max.s32": lambda a, b: _biased(_biased(a).maximum(_biased(b))),
    "select.b32": lambda a, b, carry: carry.choose(a, b),
    "select.f32": lambda a, b, carry: carry.choose(a, b),
    "select_nz.b32": lambda a, b, c: c.choose(a, b),
    "vtest.b32": lambda a, b: a & b,
    **{f"{to}{kind}.u32": lambda a, b, kind=kind: a.compare(kind, b) for to in ("", "vcmp.") for kind in OPPOSITE},
    **{
        f"{to}{kind}.s32": lambda a, b, kind=kind: a.compare_signed(kind, b)
        for to in ("", "vcmp.")
        for kind in ("lt", "le", "gt", "ge")
    },
    "s_mov.b64": lambda a: a,
    "s_not.b64": lambda a: ~a,
    "s_test.b64": lambda a, b: a | b,
    "s_and_saveexec.b64": lambda a, mask: a & mask,
    **{f"{name}_and.b64": lambda a, b: a & b for name in "sk"},
    **{f"{name}_andn2.b64": lambda a, b: a & ~b for name in "sk"},
    **{f"{name}_or.b64": lambda a, b: a | b for name in "sk"},
    **{f"{name}_xor.b64": lambda a, b: a ^ b for name in "sk"},
}

# From the result and the arguments to the carry flag after the instruction; of compares the flag is the result.
FLAGS: Final[dict[str, Callable[..., Any]]] = {
    "add.u32": lambda result, a, b: result.compare("lt", a),
    "addc.u32": lambda result, a, b, carry: result.compare("lt", a) | (result.compare("eq", a) & carry),
    "sub.u32": lambda result, a, b: a.compare("lt", b),
    "subb.u32": lambda result, a, b, carry: a.compare("lt", b) | (a.compare("eq", b) & carry),
}

# From the result and the carry flag after an instruction to a number that is not 0 where a jump on them is taken.
CONDITIONS: Final[dict[str, Callable[..., Any]]] = {
    "z": lambda result, carry: result.compare("eq", result.of(0)),
    "nz": lambda result, carry: result.compare("ne", result.of(0)),
    "n": lambda result, carry: result.compare_signed("lt", result.of(0)),
    "nn": lambda result, carry: result.compare_signed("ge", result.of(0)),
    "c": lambda result, carry: carry,
    "nc": lambda result, carry: carry.compare("eq", carry.of(0)),
}

# The reasons why instructions of a unit, a type or a name have no function.
NOT_COMPUTED: Final = {
    **dict.fromkeys(("lds", "memory", "private"), "what memory holds is data"),
    **dict.fromkeys(("fpu", "dpu", "f32", "f64"), "floats are data"),
    **dict.fromkeys(("jmp", "ret", "bar", "push_mask", "pop_mask", "mask_nz", "br_push"), "it gives no value"),
    **{f"s_branch.{source}{value}": "it gives no value" for source in ("exec", "vcc") for value in ("z", "nz")},
    **{f"s_branch.scc{value}": "it gives no value" for value in "01"},
}


def result_of(spec: InstructionSpec, sources: Sequence[N], carry: N, table: int) -> N | None:
    """Return the result of an instruction; None if it is unknown.

    carry: the flag before it, for instructions that read it. table: a ternlog's.
    """
    function = RESULTS.get(spec.name)
    if function is None:
        return None
    try:
        if spec.reads_carry:
            return function(*sources, carry)  # type: ignore[no-any-return]
        return function(*sources, table) if spec.format == "logic" else function(*sources)  # type: ignore[no-any-return]
    except UnknownError:
        return None


def flag_of(spec: InstructionSpec, result: N, sources: Sequence[N], carry: N) -> N:
    """Return the carry flag after an instruction that writes it, from the result. Raises `UnknownError`."""
    function = FLAGS.get(spec.name)
    if function is None:
        return result
    flag: N = function(result, *sources, carry) if spec.reads_carry else function(result, *sources)
    return flag
