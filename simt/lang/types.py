"""The types of kernels in Python: scalars that compute as the machine does, and annotations of arrays.

Operators on integers compute exactly, as in Python; the result wraps in the type that `common` returns. `f32` is
rounded after every operation. A plain number of Python takes the type of the other operand. `/` of integers gives a
float; `//` and `%` round down.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from ctypes import c_float
from typing import Any, ClassVar, Final

Number = int | float
MAX_POWER: Final = 64
_MAX_BITS: Final = 64  # of a type
MAX_DIMENSIONS: Final = 3  # of an array


class Scalar:
    """The base of the scalar types. rank: its place in the order by which `common` chooses the type of a result."""

    bits: ClassVar[int]
    is_float: ClassVar[bool] = False
    is_signed: ClassVar[bool] = True
    rank: ClassVar[int]

    def __pow__(self, times: Any) -> Any:
        """Return a power by repeated squaring. Raises `TypeError` unless `times` is an `int` from 0 to `MAX_POWER`."""
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

    The result is a float type if an operand is a float. For two integers, it has the width of the wider operand, but at
    least 32 bits. This integer type is unsigned if both operands are unsigned and at least one of them has 32 bits or
    more.
    """
    kinds: tuple[type[Scalar], ...] = (s32, left, right)
    kind = max(kinds, key=lambda kind: kind.rank)
    if not kind.is_signed and (left.is_signed or right.is_signed):
        kind = s64 if kind is u64 else s32
    return kind


def fits(value: Number, kind: type[Scalar]) -> bool:
    """Return whether a type can hold a number of Python: a float any number, an integer the integers in its range."""
    if kind.is_float or isinstance(value, float):
        return kind.is_float
    low = -(1 << kind.bits - 1) if kind.is_signed else 0
    return low <= value < low + (1 << kind.bits)


def beside(value: Number, kind: type[Scalar]) -> type[Scalar]:
    """Return the type in which a number of Python and a scalar of type `kind` are combined.

    Raises `OverflowError` for a number that does not fit.
    """
    if isinstance(value, float) and not kind.is_float:
        kind = f32
    if kind.is_float:
        return kind
    kind = common(kind, kind)
    if not fits(value, kind):
        raise OverflowError(f"{value} does not fit {kind.__name__}")
    return kind


def own(value: Any, before: Any = None) -> Any:
    """Give a number of Python the type of `before`, if `before` is a scalar, else `s32` or `f32`.

    Any other value is returned unchanged. Raises `OverflowError` for a number that does not fit.
    """
    if type(value) not in (int, float):
        return value
    kind: Any = type(before) if isinstance(before, Scalar) else s32 if isinstance(value, int) else f32
    if not fits(value, kind):
        raise OverflowError(f"{value} does not fit {kind.__name__}")
    return kind(value)


def _operands(left: Any, right: Any) -> tuple[Any, Any, type[Scalar]] | None:
    """Return two operands as exact integers or floats, and the type of the result; None if `right` is not a number.

    Raises `OverflowError` for a number of Python that does not fit.
    """
    if isinstance(right, Scalar):
        kind = common(type(left), type(right))
    elif isinstance(right, int | float):
        kind = beside(right, type(left))
    else:
        return None
    make: Any = kind
    return (float(make(left)), float(make(right)), kind) if kind.is_float else (int(left), int(right), kind)


def _method(compute: Callable[[Any, Any], Any], *, swaps: bool, is_compare: bool = False) -> Callable[..., Any]:
    """Return the method of an operator.

    - compute: the operator on numbers of Python.
    - swaps: whether the operands change places, as in `__radd__`.
    - is_compare: whether the result is a truth value.
    """

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


def _single(compute: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return the method of an operator on one number, which computes in at least 32 bits."""

    def method(self: Any) -> Any:
        make: Any = common(type(self), type(self))
        return make(compute(float(self) if self.is_float else int(self)))

    return method


def _shift(compute: Callable[[Any, Any], Any], *, swaps: bool) -> Callable[[Any, Any], Any]:
    """Return the method of a shift. No type has more than 64 bits, so a larger count acts as 64.

    swaps: whether the operands change places, as in `__rlshift__`.
    """

    def method(self: Any, other: Any) -> Any:
        if swaps:
            return compute(own(other), self)
        make: Any = common(type(self), type(self))
        return make(compute(int(self), min(operator.index(other), _MAX_BITS)))

    return method


_COMPUTE: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "truediv": _divide,
    "floordiv": operator.floordiv, "mod": operator.mod,
}  # fmt: skip
_BITS: Final[dict[str, Callable[[Any, Any], Any]]] = {"and": operator.and_, "or": operator.or_, "xor": operator.xor}


def _add_operators(base: type[Scalar]) -> None:
    for name, compute in (_COMPUTE if base.is_float else _COMPUTE | _BITS).items():
        setattr(base, f"__{name}__", _method(compute, swaps=False))
        setattr(base, f"__r{name}__", _method(compute, swaps=True))
    for name in ("lt", "le", "gt", "ge", "eq", "ne"):
        setattr(base, f"__{name}__", _method(getattr(operator, name), swaps=False, is_compare=True))
    for name in ("neg", "pos", "abs") if base.is_float else ("neg", "pos", "abs", "invert"):
        setattr(base, f"__{name}__", _single(getattr(operator, name)))
    for name in () if base.is_float else ("lshift", "rshift"):
        setattr(base, f"__{name}__", _shift(getattr(operator, name), swaps=False))
        setattr(base, f"__r{name}__", _shift(getattr(operator, name), swaps=True))


class _Integer(Scalar):
    """An integer that wraps. A float is truncated and saturates, and NaN becomes 0, as in the `cvt` instructions.

    The class does not inherit from `int`: Python would then compute `1.5 + x` without this class.
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
    __hash__ = float.__hash__

    def __new__(cls, value: Any = 0.0) -> Any:
        number = value if isinstance(value, float) else _nearest(int(value), cls.bits)
        return float.__new__(cls, c_float(number).value if cls.bits == 32 else number)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({float(self)})"


for _base in (_Integer, _Float):
    _add_operators(_base)


def _scalar(rank: int, name: str) -> Any:
    """Make the scalar type of a name such as `u32`. rank: as in `Scalar`."""
    bits, is_signed, base = int(name[1:]), name[0] != "u", _Float if name[0] == "f" else _Integer
    about = f"An integer of {bits} bits{'' if is_signed else ', without sign'}."
    if base is _Float:
        about = f"A float of {bits} bits, in {'single' if bits == 32 else 'double'} precision."
    return type(name, (base,), {"__doc__": about, "bits": bits, "rank": rank, "is_signed": is_signed})


SCALARS: Final[dict[str, Any]] = {
    name: _scalar(rank, name)
    for rank, name in enumerate(("s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64", "f32", "f64"))
}
s8, u8, s16, u16, s32, u32, s64, u64, f32, f64 = SCALARS.values()
PLAIN: Final[dict[Any, Any]] = {int: s32, float: f32}  # the scalar types for which Python's own stand


class Space:
    """The base of annotations of arrays, such as `Global[f32]`. number: the address space's number in SPIR."""

    number: ClassVar[int]
    element: ClassVar[type[Any]]  # a scalar or a vector
    dimensions: ClassVar[int] = 1

    def __class_getitem__(cls, item: Any) -> type[Space]:
        """Return the type of an array: `Global[f32]` has one dimension, `Global[f32, 2]` two. Raises `TypeError`."""
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
