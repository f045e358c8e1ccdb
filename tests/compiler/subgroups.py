"""The functions of sub-groups in numpy: what each lane of one warp gets, from the lanes that are active.

x: a value for each lane of a warp, with or without a thread. active: which lanes take part. A result counts in active
lanes only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, Any]
Lanes = Callable[[Array, Array], Array]

TYPES: Final = {
    "char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4", "long": "i8", "ulong": "u8",
    "float": "f4", "double": "f8",
}  # fmt: skip
WHOLE: Final = tuple(name for name, kind in TYPES.items() if kind[0] != "f")


def moved(x: Array, active: Array, source: Array) -> Array:
    """Each lane's word of the lane `source`; its own if there is no such lane or if that one is not active."""
    lanes = np.arange(x.size)
    is_there = (source >= 0) & (source < x.size)
    source = np.where(is_there, source, lanes)
    return x[np.where(active[source], source, lanes)]


def combined(name: str, x: Array) -> Any:
    """All of these values by the operation `name`, in their type."""
    with np.errstate(all="ignore"):
        return reduce(_OPERATIONS[name], list(x))


def _sum(a: Any, b: Any) -> Any:
    return a + b


def _product(a: Any, b: Any) -> Any:
    return a * b


_OPERATIONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "add": _sum, "mul": _product, "min": min, "max": max, "and": lambda a, b: a & b, "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}  # fmt: skip


def in_order(name: str, x: Array, active: Array) -> Any:
    """The active values in the order of the machine's instruction: neighbours first, then their results, and so on."""
    values: list[Any] = [value if is_active else None for value, is_active in zip(x, active, strict=True)]
    while len(values) > 1:
        pairs = [[v for v in values[place : place + 2] if v is not None] for place in range(0, len(values), 2)]
        values = [combined(name, np.array(pair)) if pair else None for pair in pairs]
    return values[0]


def identity(name: str, kind: np.dtype[Any]) -> Any:
    """What an exclusive scan gives the first lane."""
    if kind.kind == "f":
        least, most = -math.inf, math.inf
    else:
        least, most = np.iinfo(kind).min, np.iinfo(kind).max
    every = most if kind.kind == "u" else -1
    return {"add": 0, "or": 0, "xor": 0, "mul": 1, "min": most, "max": least, "and": every}[name]


def reduced(name: str) -> Lanes:
    """A reduction over the active lanes."""
    return lambda x, active: np.full(x.size, in_order(name, x, active), x.dtype)


def scanned(name: str, *, is_exclusive: bool) -> Lanes:
    """A scan over the active lanes."""

    def result(x: Array, active: Array) -> Array:
        out = x.copy()
        for lane in np.flatnonzero(active):
            before = x[: lane + (not is_exclusive)][active[: lane + (not is_exclusive)]]
            out[lane] = combined(name, before) if before.size else identity(name, x.dtype)
        return out

    return result


def _lanes(x: Array) -> Array:
    return np.arange(x.size)


def _first(active: Array) -> int:
    return int(np.flatnonzero(active)[0])


def for_all(type_: str) -> Iterator[tuple[str, Lanes]]:
    """Yield calls of an `x` of a type that all lanes make together, each with what it gives."""
    for name in ("add", "min", "max"):
        yield f"sub_group_reduce_{name}(x)", reduced(name)
        yield f"sub_group_scan_inclusive_{name}(x)", scanned(name, is_exclusive=False)
        yield f"sub_group_scan_exclusive_{name}(x)", scanned(name, is_exclusive=True)
    yield "sub_group_broadcast(x, 2)", lambda x, active: moved(x, active, np.full(x.size, 2))
    if type_ == "int":
        yield "sub_group_all(x > 3)", lambda x, active: np.full(x.size, (x[active] > 3).all())
        yield "sub_group_any(x > 3)", lambda x, active: np.full(x.size, (x[active] > 3).any())


def for_some(type_: str) -> Iterator[tuple[str, Lanes]]:
    """Yield calls of an `x` of a type that lanes may make on their own, each with what it gives."""
    names = ("add", "min", "max", "mul", *(("and", "or", "xor") if type_ in WHOLE else ()))
    prefix = "sub_group_non_uniform"
    for name in names:
        yield f"{prefix}_reduce_{name}(x)", reduced(name)
        yield f"{prefix}_scan_inclusive_{name}(x)", scanned(name, is_exclusive=False)
        yield f"{prefix}_scan_exclusive_{name}(x)", scanned(name, is_exclusive=True)
    yield f"{prefix}_broadcast(x, 3)", lambda x, active: moved(x, active, np.full(x.size, 3))
    yield "sub_group_broadcast_first(x)", lambda x, active: moved(x, active, np.full(x.size, _first(active)))
    yield "sub_group_shuffle(x, lane * 3 & 7)", lambda x, active: moved(x, active, _lanes(x) * 3 & 7)
    yield "sub_group_shuffle_xor(x, 5)", lambda x, active: moved(x, active, _lanes(x) ^ 5)
    yield "sub_group_shuffle_up(x, 3)", lambda x, active: moved(x, active, _lanes(x) - 3)
    yield "sub_group_shuffle_down(x, lane & 3)", lambda x, active: moved(x, active, _lanes(x) + (_lanes(x) & 3))
    yield f"{prefix}_all_equal(x)", lambda x, active: np.full(x.size, (x[active] == x[active][0]).all())
    if type_ == "int":
        yield from _of_masks()


def _of_masks() -> Iterator[tuple[str, Lanes]]:
    """Yield calls that vote and count."""
    yield "sub_group_elect()", lambda x, active: _lanes(x) == _first(active)
    yield "sub_group_non_uniform_all(x > 3)", lambda x, active: np.full(x.size, (x[active] > 3).all())
    yield "sub_group_non_uniform_any(x > 3)", lambda x, active: np.full(x.size, (x[active] > 3).any())
    ballot = "sub_group_ballot(x & 1)"
    bits = lambda x, active: (x & 1 != 0) & active  # noqa: E731
    yield f"sub_group_inverse_ballot({ballot})", bits
    yield f"sub_group_ballot_bit_count({ballot})", lambda x, active: np.full(x.size, bits(x, active).sum())
    yield f"sub_group_ballot_inclusive_scan({ballot})", lambda x, active: np.cumsum(bits(x, active))
    yield f"sub_group_ballot_exclusive_scan({ballot})", lambda x, active: np.cumsum(b := bits(x, active)) - b
    yield f"sub_group_ballot_bit_extract({ballot}, 2)", lambda x, active: np.full(x.size, bits(x, active)[2])
    whole = "sub_group_ballot(1)"
    yield f"sub_group_ballot_find_lsb({whole})", lambda x, active: np.full(x.size, _first(active))
    yield f"sub_group_ballot_find_msb({whole})", lambda x, active: np.full(x.size, np.flatnonzero(active)[-1])
    for name, of in (("lt", 0), ("le", 1), ("eq", 1)):
        here = f"sub_group_ballot_bit_count(get_sub_group_{name}_mask())"
        yield here, lambda x, active, of=of, name=name: of + (name != "eq") * _lanes(x)
    for name, of in (("gt", 1), ("ge", 0)):
        here = f"sub_group_ballot_bit_count(get_sub_group_{name}_mask())"
        yield here, lambda x, active, of=of: x.size - of - _lanes(x)
    yield f"(int){ballot}.y", lambda x, active: np.full(x.size, _word(bits(x, active), 32), np.int64).astype(np.int32)
    yield f"(int){ballot}.x", lambda x, active: np.full(x.size, _word(bits(x, active), 0), np.int64).astype(np.int32)
    yield f"(int){ballot}.z", lambda x, active: np.zeros(x.size, np.int32)
    for name in ("and", "or", "xor"):
        logic = reduced(name)
        yield (f"sub_group_non_uniform_reduce_logical_{name}(x & 2)",
               lambda x, active, logic=logic: logic((x & 2 != 0).astype(np.int32), active))  # fmt: skip
        for how in ("inclusive", "exclusive"):
            scan = scanned(name, is_exclusive=how == "exclusive")
            yield (f"sub_group_non_uniform_scan_{how}_logical_{name}(x & 2)",
                   lambda x, active, scan=scan: scan((x & 2 != 0).astype(np.int32), active) & 1)  # fmt: skip
    yield ("intel_sub_group_shuffle_up(x, x + 1, 1u)", lambda x, active: _between(x, active, -1))
    yield ("intel_sub_group_shuffle_down(x, x + 1, 1u)", lambda x, active: _between(x, active, 1))
    yield "intel_sub_group_shuffle(x, lane ^ 1)", lambda x, active: moved(x, active, _lanes(x) ^ 1)
    yield "intel_sub_group_shuffle_xor(x, 2u)", lambda x, active: moved(x, active, _lanes(x) ^ 2)


def _word(bits: Array, first: int) -> int:
    return sum(1 << place for place, bit in enumerate(bits[first : first + 32]) if bit)


def _between(x: Array, active: Array, by: int) -> Array:
    """`intel_sub_group_shuffle_up` or `_down` by one lane, of x and x + 1."""
    size = x.size
    source = _lanes(x) + by
    one, other = (x, x + 1) if by < 0 else (x + 1, x)  # what lies before or after the warp, and what lies in it
    far, near = moved(one, active, source % size), moved(other, active, source)
    return np.where((source >= 0) & (source < size), near, far)
