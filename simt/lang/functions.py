"""The functions that kernels in Python call: positions, barriers, local and private arrays, atomics, mathematics.

Each can also be called in plain Python, so that a kernel runs without the compiler (`Kernel.__call__`). In plain Python
a mathematical function computes in double precision and rounds the result. Positions, barriers and arrays raise
`RuntimeError` outside a launch.
"""

from __future__ import annotations

import operator
from typing import Any, Final

import numpy as np

from simt.lang.item import current, named
from simt.lang.types import Scalar, common, f32, f64, s32

# Functions of the position, which take a dimension of 0 to 2, with their names in OpenCL C.
PLACES: Final = {
    "global_id": "get_global_id", "local_id": "get_local_id", "group_id": "get_group_id",
    "global_size": "get_global_size", "local_size": "get_local_size", "groups": "get_num_groups",
    "global_offset": "get_global_offset",
}  # fmt: skip

# Mathematical functions, with the number of operands of each. OpenCL C has functions of the same names.
FLOATS: Final = {
    "sqrt": 1, "rsqrt": 1, "cbrt": 1, "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1, "sinh": 1,
    "cosh": 1, "tanh": 1, "exp": 1, "exp2": 1, "expm1": 1, "log": 1, "log2": 1, "log10": 1, "log1p": 1, "floor": 1,
    "ceil": 1, "rint": 1, "trunc": 1, "pow": 2, "atan2": 2, "fmod": 2, "hypot": 2, "copysign": 2, "fmin": 2, "fmax": 2,
    "fma": 3,
}  # fmt: skip
INTEGERS: Final = {"popcount": 1, "clz": 1, "mul_hi": 2}
_NUMPY: Final = {
    "asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2", "pow": "power",
}  # fmt: skip

# Atomic functions: the operation of LLVM's `atomicrmw`, signed and unsigned.
ATOMICS: Final = {
    "atomic_add": ("add", "add"), "atomic_sub": ("sub", "sub"), "atomic_min": ("min", "umin"),
    "atomic_max": ("max", "umax"), "atomic_and": ("and", "and"), "atomic_or": ("or", "or"),
    "atomic_xor": ("xor", "xor"), "atomic_exchange": ("xchg", "xchg"),
}  # fmt: skip


def _place(name: str, what: str) -> Any:
    def place(dimension: int = 0) -> Any:
        return s32(current().position(name, int(dimension)))

    return named(place, name, f"Return {what} in a dimension, 0 to 2, as `s32`.")


global_id = _place("global_id", "the index of the work-item in the launch, plus the offset of the launch,")
local_id = _place("local_id", "the index of the work-item in its work-group")
group_id = _place("group_id", "the index of the work-group in the launch")
global_size = _place("global_size", "the number of work-items in the launch")
local_size = _place("local_size", "the number of work-items in a work-group")
groups = _place("groups", "the number of work-groups in the launch")
global_offset = _place("global_offset", "the offset of the launch")


def work_dim() -> Any:
    """Return the number of dimensions of the launch, 1 to 3, as `s32`."""
    return s32(current().dimensions)


def barrier() -> None:
    """Wait for the other work-items of the work-group, and see what they have stored."""
    current().wait()


def local(element: type[Scalar], *shape: int) -> Any:
    """Return an array in local memory, shared by the work-group: `tile = local(f32, 16, 17)`. It is not initialised."""
    return current().local_array(element, shape)


def private(element: type[Scalar], *shape: int) -> Any:
    """Return an array that only this work-item has: `stack = private(s32, 8)`. It is not initialised."""
    return current().private_array(element, shape)


def _rounded(name: str, *operands: Any) -> Any:
    kind = f64 if any(isinstance(operand, f64) for operand in operands) else f32
    make: Any = kind
    with np.errstate(all="ignore"):
        values = [np.float64(make(operand)) for operand in operands]
        if name == "rsqrt":
            return make(float(1 / np.sqrt(values[0])))
        if name == "fma":
            left, right, added = map(float, values)
            return make(_fused(left, right, added, kind))
        return make(float(getattr(np, _NUMPY.get(name, name))(*values)))


def _fused(left: float, right: float, added: float, kind: type[Scalar]) -> float:
    """Return left x right + added, rounded once to a type."""
    from fractions import Fraction

    if not all(np.isfinite((left, right, added))):
        return left * right + added
    exact = Fraction(left) * Fraction(right) + Fraction(added)
    if not exact:
        return left * right + added
    if kind is f64:
        return exact.numerator / exact.denominator  # Python rounds a quotient of integers once
    near = np.float32(float(exact))
    candidates = [near, np.nextafter(near, np.float32(-np.inf)), np.nextafter(near, np.float32(np.inf))]
    finite = [candidate for candidate in candidates if np.isfinite(candidate)]
    distance = lambda number: (abs(Fraction(float(number)) - exact), int(number.view(np.uint32)) & 1)  # noqa: E731
    return float(min(finite, key=distance)) if np.isfinite(near) else float(near)


def _mathematical(name: str, arity: int) -> Any:
    def function(*operands: Any) -> Any:
        if len(operands) != arity:
            raise TypeError(f"{name} takes {arity} operand{'s' * (arity > 1)}, not {len(operands)}")
        return _rounded(name, *operands)

    return named(function, name, f"Compute OpenCL C's `{name}` in `f32`, or in `f64` if an operand is `f64`.")


def _kind(*values: Any) -> Any:
    """Return the integer type, of at least 32 bits, to which the operands of a function are converted."""
    kinds = [type(value) if isinstance(value, Scalar) else s32 for value in values]
    return common(kinds[0], kinds[-1])


def popcount(value: Any) -> Any:
    """Return the number of 1 bits of an integer. An integer of fewer than 32 bits is converted to `s32` first."""
    kind = _kind(value)
    return kind((int(value) % (1 << kind.bits)).bit_count())


def clz(value: Any) -> Any:
    """Return the number of 0 bits above the highest 1 bit of an integer; for 0, the number of bits of its type.

    An integer of fewer than 32 bits is converted to `s32` first.
    """
    kind = _kind(value)
    return kind(kind.bits - (int(value) % (1 << kind.bits)).bit_length())


def mul_hi(left: Any, right: Any) -> Any:
    """Return the upper half of the product of two integers, which are both signed or both unsigned.

    Integers of fewer than 32 bits are converted to `s32` first.
    """
    kind = _kind(left, right)
    return kind(int(kind(left)) * int(kind(right)) >> kind.bits)


def _atomic(name: str) -> Any:
    operation = name.removeprefix("atomic_")
    compute: Any = {
        "add": operator.add, "sub": operator.sub, "min": min, "max": max, "and": operator.and_, "or": operator.or_,
        "xor": operator.xor, "exchange": lambda _, value: value,
    }[operation]  # fmt: skip

    def function(array: Any, index: Any, value: Any) -> Any:
        old = array[index]
        array[index] = compute(old, type(old)(value))
        return old

    text = f"""Apply `{operation}` to `array[index]` and a value, atomically; return the old element.

    The elements are `s32` or `u32`; `f32` too, except for the operations on bits.
    """
    return named(function, name, text)


def atomic_compare_exchange(array: Any, index: Any, compared: Any, value: Any) -> Any:
    """Set `array[index]`, s32 or u32, to `value` if it equals `compared`, atomically; return the old element."""
    old = array[index]
    if old == compared:
        array[index] = type(old)(value)
    return old


globals().update({name: _mathematical(name, arity) for name, arity in FLOATS.items()})
globals().update({name: _atomic(name) for name in ATOMICS})

NAMES: Final = (
    *PLACES, *FLOATS, *INTEGERS, *ATOMICS, "atomic_compare_exchange", "work_dim", "barrier", "local", "private",
)  # fmt: skip
