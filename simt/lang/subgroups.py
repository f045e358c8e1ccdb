"""The functions of kernels in Python by which the work-items of a sub-group, a warp of the machine, read one another.

In plain Python a work-item waits at such a function for other work-items of its sub-group. It waits for all whose way
through ifs and loops leads there, in the same turn of each loop (`item.Item.meet`). It does not wait for work-items
that have gone on to a later place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, Final

from simt.lang.item import current, named
from simt.lang.types import own, s32, u64

# Functions of the position, with their names in OpenCL C.
SUB_GROUP_PLACES: Final = {
    "sub_group_size": "get_sub_group_size", "max_sub_group_size": "get_max_sub_group_size",
    "sub_groups": "get_num_sub_groups", "sub_group_id": "get_sub_group_id",
    "sub_group_local_id": "get_sub_group_local_id",
}  # fmt: skip
# Functions of OpenCL C of the same names: of a number and of a lane, or of how many lanes lie between.
MOVES: Final = (
    "sub_group_broadcast", "sub_group_non_uniform_broadcast", "sub_group_shuffle", "sub_group_shuffle_xor",
    "sub_group_shuffle_up", "sub_group_shuffle_down",
)  # fmt: skip
# Of a condition; the result is a condition.
VOTES: Final = ("sub_group_all", "sub_group_any", "sub_group_non_uniform_all", "sub_group_non_uniform_any")
_WAYS: Final = ("reduce", "scan_inclusive", "scan_exclusive")
_FOR_SOME: Final = {"add": True, "min": True, "max": True, "mul": True, "and": False, "or": False, "xor": False}
# Of a number, each with whether the number may be a float.
COMBINED: Final = {
    **{f"sub_group_{way}_{name}": True for way in _WAYS for name in ("add", "min", "max")},
    **{f"sub_group_non_uniform_{way}_{name}": has for way in _WAYS for name, has in _FOR_SOME.items()},
    "sub_group_broadcast_first": True,
}  # fmt: skip

Values = Mapping[int, Any]  # by lane, of the lanes that take part


def _typed(value: Any) -> Any:
    """Return a number with the type that it has on the machine: at least 32 bits wide."""
    value = own(value)
    kind: Any = type(value)
    return value if kind.is_float or kind.bits >= 32 else s32(value)


def _combine(name: str, values: list[Any]) -> Any:
    kind: Any = type(values[0])
    step: Callable[[Any, Any], Any] = {
        "add": lambda a, b: kind(a + b), "mul": lambda a, b: kind(a * b), "and": lambda a, b: a & b,
        "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b, "min": _extreme(min), "max": _extreme(max),
    }[name]  # fmt: skip
    return reduce(step, values)


def _extreme(choose: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """Return `min` or `max` that ignores a NaN."""
    return lambda a, b: b if a != a else a if b != b else choose(a, b)


def _in_order(name: str, values: Values, lanes: int) -> Any:
    """Combine values as the machine does: neighbours first, then their results, and so on."""
    row = [[values[lane]] if lane in values else [] for lane in range(lanes)]
    while len(row) > 1:
        pairs = [[*row[place], *(row[place + 1] if place + 1 < len(row) else ())] for place in range(0, len(row), 2)]
        row = [[_combine(name, pair)] if pair else [] for pair in pairs]
    return row[0][0]


def _identity(name: str, kind: Any) -> Any:
    if name in ("min", "max"):
        if kind.is_float:
            return kind(float("inf" if name == "min" else "-inf"))
        return kind((1 << (kind.bits - kind.is_signed)) - 1 if name == "min" else -(kind.is_signed << (kind.bits - 1)))
    return kind({"mul": 1, "and": -1}.get(name, 0))


def _combined(name: str) -> Callable[[Values, int], dict[int, Any]]:
    way, _, what = name.removeprefix("sub_group_").removeprefix("non_uniform_").rpartition("_")

    def result(values: Values, lanes: int) -> dict[int, Any]:
        order = sorted(values)
        if way == "broadcast":
            return dict.fromkeys(order, values[order[0]])
        if way == "reduce":
            return dict.fromkeys(order, _in_order(what, values, lanes))
        got = {}
        for place, lane in enumerate(order):
            before = [values[other] for other in order[: place + (way == "scan_inclusive")]]
            got[lane] = _combine(what, before) if before else _identity(what, type(values[lane]))
        return got

    return result


_SOURCES: Final[dict[str, Callable[[int, int], int]]] = {
    "sub_group_shuffle_xor": lambda lane, by: lane ^ by, "sub_group_shuffle_up": lambda lane, by: lane - by,
    "sub_group_shuffle_down": lambda lane, by: lane + by,
}  # fmt: skip


def _moved(name: str) -> Callable[[Values, int], dict[int, Any]]:
    source: Callable[[int, int], int] = _SOURCES.get(name, lambda _, lane: lane)
    return lambda pairs, _: {
        lane: pairs.get(source(lane, int(by) % (1 << 32)), pairs[lane])[0] for lane, (_, by) in pairs.items()
    }


def _meet(name: str, value: Any, compute: Callable[[Values, int], dict[int, Any]]) -> Any:
    is_for_all = name.startswith(("sub_group_reduce", "sub_group_scan")) or name in VOTES[:2] + MOVES[:1]
    return current().meet(name, value, compute, is_for_all=is_for_all)


def _place(name: str, what: str) -> Any:
    def place() -> Any:
        return s32(current().of_sub_group(name))

    return named(place, name, f"Return {what}, as `s32`.")


sub_group_size = _place("sub_group_size", "the number of work-items of this sub-group")
max_sub_group_size = _place("max_sub_group_size", "the lanes of a warp")
sub_groups = _place("sub_groups", "the number of sub-groups of the work-group")
sub_group_id = _place("sub_group_id", "the index of the sub-group in its work-group")
sub_group_local_id = _place("sub_group_local_id", "the index of the work-item in its sub-group, which is its lane")


def _move(name: str) -> Any:
    def function(value: Any, lane: Any) -> Any:
        return _meet(name, (_typed(value), lane), _moved(name))

    text = f"""Return a number of another work-item of the sub-group, as OpenCL C's `{name}`.

    A work-item gets its own number if there is no such work-item, or if it does not call the function.
    """
    return named(function, name, text)


def _vote(name: str) -> Any:
    decide = all if name.endswith("all") else any

    def function(condition: Any) -> Any:
        return _meet(name, bool(condition), lambda values, _: dict.fromkeys(values, decide(values.values())))

    return named(function, name, f"Return whether a condition holds in {decide.__name__} work-items that call this.")


def _combining(name: str) -> Any:
    def function(value: Any) -> Any:
        return _meet(name, _typed(value), _combined(name))

    return named(function, name, f"Compute OpenCL C's `{name}` of a number.")


def sub_group_elect() -> Any:
    """Return whether this is the first of the sub-group's work-items that call this."""
    return _meet("sub_group_elect", None, lambda values, _: {lane: lane == min(values) for lane in values})


def sub_group_ballot(condition: Any) -> Any:
    """Return a `u64` whose bit i is 1 if the condition holds in lane i and the lane calls this."""
    return _meet(
        "sub_group_ballot", bool(condition),
        lambda values, _: dict.fromkeys(values, u64(sum(1 << lane for lane, is_true in values.items() if is_true))),
    )  # fmt: skip


def sub_group_barrier() -> None:
    """Wait for the other work-items of the sub-group, and see what they have stored."""
    _meet("sub_group_barrier", None, lambda values, _: dict.fromkeys(values))


globals().update({name: _move(name) for name in MOVES})
globals().update({name: _vote(name) for name in VOTES})
globals().update({name: _combining(name) for name in COMBINED})

NAMES: Final = (
    *SUB_GROUP_PLACES, *MOVES, *VOTES, *COMBINED, "sub_group_elect", "sub_group_ballot", "sub_group_barrier",
)  # fmt: skip
