"""The types of kernels in Python: scalars that compute as the machine does, and annotations of arrays.

Operators on integers compute exactly, as in Python; the result has the type `common`, and wraps if it does not fit.
`f32` is rounded after every operation. A number of Python takes the type of the other operand. `/` of integers gives a
float; `//` and `%` round down.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from typing import Any, ClassVar, Final

Number = int | float
MAX_POWER: Final = 64
_MAX_BITS: Final = 64  # of a type
MAX_DIMENSIONS: Final = 3  # of an array


class Scalar:
    """The base of the scalar types. rank: `common` prefers the type with the higher one."""

    bits: ClassVar[int]
    is_float: ClassVar[bool] = False
    is_signed: ClassVar[bool] = True
    rank: ClassVar[int]

    def __pow__(self, times: Any) -> Any:
        """Return a power by repeated squaring. The exponent is a number of Python; `pow` takes any other."""
        if type(times) is not int or not 0 <= times <= MAX_POWER:
            raise TypeError(f"a power is a number from 0 to {MAX_POWER}: else pow(x, y)")
        make: Any = common(type(self), type(self))
        result, square = make(1), make(self)
        for bit in range(times.bit_length()):
            if times >> bit & 1:
                result = result * square
            square = square * square
        return result


def common(left: type[Scalar], right: type[Scalar]) -> type[Scalar]:
    """Return the type of an operator's result from the types of its operands.

    It is a float if an operand is a float. Of two integers it has the bits of the larger, at least 32, and it is
    unsigned if both are unsigned and one has 32 bits or more.
    """
    kinds: tuple[type[Scalar], ...] = (s32, left, right)
    kind = max(kinds, key=lambda kind: kind.rank)
    if kind.is_signed or not (left.is_signed or right.is_signed):
        return kind
    return s64 if kind is u64 else s32


def fits(value: Number, kind: type[Scalar]) -> bool:
    """Return whether a type has a number of Python: an integer in its range, or for a float any number."""
    if kind.is_float or isinstance(value, float):
        return kind.is_float
    low = -(1 << kind.bits - 1) if kind.is_signed else 0
    return low <= value < low + (1 << kind.bits)


def beside(value: Number, kind: type[Scalar]) -> type[Scalar]:
    """Return the type of a number of Python beside an operand of type `kind`. Raises `OverflowError`."""
    if kind.is_float:
        return kind
    if isinstance(value, float):
        return f32
    kind = common(kind, kind)
    if not fits(value, kind):
        raise OverflowError(f"{value} does not fit {kind.__name__}")
    return kind


def own(value: Any, before: Any = None) -> Any:
    """Give a number of Python the type of `before`, if that is a scalar, else `s32` or `f32`.

    Any other value is returned unchanged. Raises `OverflowError` for a number that does not fit.
    """
    if type(value) not in (int, float):
        return value
    kind: Any = type(before) if isinstance(before, Scalar) else s32 if isinstance(value, int) else f32
    if not fits(value, kind):
        raise OverflowError(f"{value} does not fit {kind.__name__}")
    return kind(value)


def _operands(left: Any, right: Any) -> tuple[Any, Any, type[Scalar]] | None:
    """Return two operands as exact integers, or as floats, and the type of the result; None if one is no number."""
    if isinstance(right, Scalar):
        kind = common(type(left), type(right))
    elif isinstance(right, int | float):
        kind = beside(right, type(left))
    else:
        return None
    make: Any = kind
    return (float(make(left)), float(make(right)), kind) if kind.is_float else (int(left), int(right), kind)


def _method(compute: Callable[[Any, Any], Any], *, swaps: bool, is_compare: bool = False) -> Callable[..., Any]:
    """Return the method of an operator. compute: the operator on numbers of Python."""

    def method(self: Any, other: Any) -> Any:
        pair = _operands(self, other)
        if pair is None:
            return NotImplemented
        left, right = pair[:2]
        result = compute(right, left) if swaps else compute(left, right)
        if is_compare:
            return result
        make: Any = pair[2] if not (isinstance(result, float) and not pair[2].is_float) else f32
        return make(result)

    return method


def _divide(left: Number, right: Number) -> float:
    if not isinstance(left, float):
        left, right = float(f32(left)), float(f32(right))
    if right != 0:
        return left / right
    return math.nan if left == 0 or math.isnan(left) else math.copysign(math.inf, left) * math.copysign(1, right)


_COMPUTE: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "truediv": _divide,
    "floordiv": operator.floordiv, "mod": operator.mod,
}  # fmt: skip
_BITS: Final[dict[str, Callable[[Any, Any], Any]]] = {"and": operator.and_, "or": operator.or_, "xor": operator.xor}
_COMPARE: Final = ("lt", "le", "gt", "ge", "eq", "ne")


def _add_operators(kind: Any) -> None:
    for name, compute in (_COMPUTE if kind.is_float else _COMPUTE | _BITS).items():
        setattr(kind, f"__{name}__", _method(compute, swaps=False))
        setattr(kind, f"__r{name}__", _method(compute, swaps=True))
    for name in _COMPARE:
        setattr(kind, f"__{name}__", _method(getattr(operator, name), swaps=False, is_compare=True))
    kind.__hash__ = float.__hash__ if kind.is_float else _Integer.__hash__


class _Integer(Scalar):
    """An integer that wraps. A float is truncated and saturates, and NaN becomes 0, as in the `cvt` instructions.

    The class does not inherit from `int`: Python would then compute `1.5 + x` without it.
    """

    __slots__ = ("_value",)

    def __init__(self, value: Any = 0) -> None:
        low = -(1 << self.bits - 1) if self.is_signed else 0
        if isinstance(value, float):
            value = 0 if math.isnan(value) else int(max(low, min(low + (1 << self.bits) - 1, value)))
        self._value = (int(value) - low) % (1 << self.bits) + low

    def __index__(self) -> int:
        return self._value

    def __float__(self) -> float:
        return float(self._value)

    def __bool__(self) -> bool:
        return self._value != 0

    def __hash__(self) -> int:
        return hash(self._value)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._value})"

    def __format__(self, form: str) -> str:
        return format(self._value, form)

    def _promoted(self, value: int) -> Any:
        """Return a value in the type of at least 32 bits in which operators compute."""
        kind: Any = common(type(self), type(self))
        return kind(value)

    def __neg__(self) -> Any:
        return self._promoted(-int(self))

    def __invert__(self) -> Any:
        return self._promoted(~int(self))

    def __pos__(self) -> Any:
        return self._promoted(int(self))

    def __abs__(self) -> Any:
        return self._promoted(abs(self._value))

    def __lshift__(self, other: Any) -> Any:
        return self._promoted(self._value << min(operator.index(other), _MAX_BITS))

    def __rshift__(self, other: Any) -> Any:
        return self._promoted(self._value >> min(operator.index(other), _MAX_BITS))

    def __rlshift__(self, other: int) -> Any:
        return own(other) << self

    def __rrshift__(self, other: int) -> Any:
        return own(other) >> self


def _nearest(value: int, bits: int) -> float:
    """Return an integer as a float, rounded once: for 32 bits to 24 binary digits, half to even."""
    more = abs(value).bit_length() - 24
    if bits > 32 or more <= 0:
        return float(value)
    unit = 1 << more
    rest = value % unit
    value -= rest
    if 2 * rest > unit or (2 * rest == unit and value // unit % 2):
        value += unit
    return float(value)


class _Float(Scalar, float):  # type: ignore[misc]  # its power differs from `float`'s
    """A float that is rounded after every operation."""

    is_float = True
    form: ClassVar[str]

    def __new__(cls, value: Any = 0.0) -> Any:
        number = value if isinstance(value, float) else _nearest(int(value), cls.bits)
        try:
            number = float(struct.unpack(cls.form, struct.pack(cls.form, number))[0])
        except OverflowError:
            number = math.copysign(math.inf, number)
        return float.__new__(cls, number)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({float(self)})"

    def __neg__(self) -> Any:
        return type(self)(-float(self))

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return type(self)(abs(float(self)))


class s8(_Integer):  # noqa: N801
    """An integer of 8 bits."""

    bits, rank = 8, 0


class u8(_Integer):  # noqa: N801
    """An integer of 8 bits, without sign."""

    bits, rank, is_signed = 8, 1, False


class s16(_Integer):  # noqa: N801
    """An integer of 16 bits."""

    bits, rank = 16, 2


class u16(_Integer):  # noqa: N801
    """An integer of 16 bits, without sign."""

    bits, rank, is_signed = 16, 3, False


class s32(_Integer):  # noqa: N801
    """An integer of 32 bits."""

    bits, rank = 32, 4


class u32(_Integer):  # noqa: N801
    """An integer of 32 bits, without sign."""

    bits, rank, is_signed = 32, 5, False


class s64(_Integer):  # noqa: N801
    """An integer of 64 bits."""

    bits, rank = 64, 6


class u64(_Integer):  # noqa: N801
    """An integer of 64 bits, without sign."""

    bits, rank, is_signed = 64, 7, False


class f32(_Float):  # noqa: N801
    """A float of 32 bits, in single precision."""

    bits, rank, form = 32, 8, "<f"


class f64(_Float):  # noqa: N801
    """A float of 64 bits, in double precision."""

    bits, rank, form = 64, 9, "<d"


SCALARS: Final[dict[str, type[Scalar]]] = {
    kind.__name__: kind for kind in (s8, u8, s16, u16, s32, u32, s64, u64, f32, f64)
}
for _kind in SCALARS.values():
    _add_operators(_kind)


class Space:
    """The base of annotations of arrays, such as `Global[f32]`. number: of the address space in SPIR."""

    number: ClassVar[int]
    element: ClassVar[type[Any]]  # a scalar or a vector
    dimensions: ClassVar[int] = 1

    def __class_getitem__(cls, item: Any) -> type[Space]:
        """Return the type of an array: of `Global[f32, 2]` in two dimensions, of `Global[f32]` in one."""
        element, dimensions = item if isinstance(item, tuple) and len(item) == 2 else (item, 1)
        if not (isinstance(element, type) and (issubclass(element, Scalar) or hasattr(element, "count"))):
            raise TypeError(f"{cls.__name__}[...] takes a scalar type, one of {', '.join(SCALARS)}, or f32x4 and so on")
        limit = 1 if cls.number == Local.number else MAX_DIMENSIONS
        if type(dimensions) is not int or not 1 <= dimensions <= limit:
            raise TypeError(f"{cls.__name__}[...] takes 1 to {limit} dimensions")
        name = element.__name__ if dimensions == 1 else f"{element.__name__}, {dimensions}"
        return type(f"{cls.__name__}[{name}]", (cls,), {"element": element, "dimensions": dimensions})


class Global(Space):
    """An array in global memory, which the kernel reads and writes."""

    number = 1


class Constant(Space):
    """An array in global memory, which the kernel only reads."""

    number = 2


class Local(Space):
    """An array in local memory, whose length the launch gives."""

    number = 3
