"""The result of every instruction, written once for all analyses.

`RESULTS` has a function per instruction, from the numbers in its sources to the number in its result. What a number is
depends on the analysis: each has its own subclass of `Number`, such as the packer's intervals. If the subclass lacks an
operator, `UnknownError` is raised, and the analysis does not know the result. `NOT_COMPUTED` has the reasons why the
other instructions have no function. The engines and the reference do not use this module; tests compare their results
with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from isa.table.spec import InstructionSpec

SIGN: Final = 1 << 31
LOW_24: Final = (1 << 24) - 1
OPPOSITE: Final = {"lt": "ge", "ge": "lt", "gt": "le", "le": "gt", "eq": "ne", "ne": "eq"}  # by kind of compare


def signed(a: Any) -> Any:
    """Return a 32-bit word, or an array of words, as a signed number."""
    return (a ^ SIGN) - SIGN


class UnknownError(Exception):
    """The use of an operator that a subclass of `Number` does not have."""


class Number:
    """The knowledge of an analysis about the value of a 32-bit register.

    Sums, differences and products are mod 2^32. A shift uses the low five bits of its amount. A division by 0 has a
    quotient of all ones, and the dividend as remainder. `>>`, `//`, `%` and `compare` are unsigned.
    """

    __slots__ = ()

    def unknown(self, *_: Any, **__: Any) -> Any:
        """Raise `UnknownError`; stands in for every operator that a subclass does not define."""
        raise UnknownError

    __add__ = __sub__ = __mul__ = __floordiv__ = __mod__ = __and__ = __or__ = __xor__ = __invert__ = unknown
    __lshift__ = __rshift__ = unknown
    of = unknown  # (value): the number for a constant
    shift_signed = unknown  # (amount): a shift to the right that copies the sign
    high_product = unknown  # (other): the upper word of the unsigned product
    reverse = unknown  # (): the bits in reverse order
    ones = unknown  # (): the number of bits that are set
    minimum = maximum = unknown  # (other): of the two, unsigned
    compare = unknown  # (kind, other): 1 if it holds, else 0; the kind is a key of `OPPOSITE`
    choose = unknown  # (a, b): a where this number is not 0, else b
    some_lane = unknown  # (): the number of a lane of the warp, which may be another one for each lane

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
    """Return a word whose bits all equal the sign bit of `a`."""
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
    """Return a word, each bit of which is looked up in the truth table by the bits of a, b and c."""
    result = a.of(0)
    for number in range(8):
        if table >> number & 1:
            result |= (a if number & 4 else ~a) & (b if number & 2 else ~b) & (c if number & 1 else ~c)
    return result


# The result of each instruction. The arguments are its sources, then the carry flag if the instruction reads it, or the
# truth table of a `ternlog`. Masks of 64 lanes are plain integers, of which the lower 64 bits count. The last argument
# of `and_saveexec` is `exec`.
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
    **{f"shuffle{way}.b32": lambda a, _b: a.some_lane() for way in ("", "_up", "_down", "_xor")},
    **{f"vote_{which}.b32": lambda a: a.some_lane().compare("ne", a.of(0)) for which in ("any", "all")},
    **{f"reduce_{end}.{kind}": lambda a: a.some_lane() for end in ("min", "max") for kind in ("u32", "s32")},
    "reduce_and.b32": lambda a: a.some_lane() & a.some_lane(),
    "reduce_or.b32": lambda a: a.some_lane() | a.some_lane(),
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

# The carry flag after each instruction that writes it, from the result and the arguments. A compare has no function
# here: its flag is its result.
FLAGS: Final[dict[str, Callable[..., Any]]] = {
    "add.u32": lambda result, a, b: result.compare("lt", a),
    "addc.u32": lambda result, a, b, carry: result.compare("lt", a) | (result.compare("eq", a) & carry),
    "sub.u32": lambda result, a, b: a.compare("lt", b),
    "subb.u32": lambda result, a, b, carry: a.compare("lt", b) | (a.compare("eq", b) & carry),
}

# The conditions of jumps, from the result and the carry flag after an instruction: not 0 if the jump is taken.
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
    **dict.fromkeys(("ballot.b32", "reduce_add.u32", "reduce_xor.b32"), "it depends on which lanes take part"),
}


def result_of(spec: InstructionSpec, sources: Sequence[N], carry: N, table: int) -> N | None:
    """Return the result of an instruction, or None if the analysis does not know it.

    carry: the carry flag before the instruction. table: the truth table of a `ternlog`, 8 bits.
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
    """Return the carry flag after an instruction that writes it. carry: the flag before it. Raises `UnknownError`."""
    function = FLAGS.get(spec.name)
    if function is None:
        return result
    flag: N = function(result, *sources, carry) if spec.reads_carry else function(result, *sources)
    return flag
