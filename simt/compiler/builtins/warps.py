"""OpenCL's functions for the sizes and the numbers of sub-groups, which are warps, for a machine and a work-group."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from simt.compiler.types import SPECIAL

_MOST_WARPS = 1 << 16  # more than the warps of any work-group


def warp_functions(warp_size: int, group: Sequence[int] = ()) -> dict[str, str]:
    """Return functions on lanes and warps: the definition of each in LLVM IR, by its mangled name.

    warp_size: lanes of a warp. group: the size of a work-group, one to three numbers; () if it is not known.
    """
    items = prod(group) if group else 0
    warps = -(-items // warp_size)
    lane = [_special("lane_id", f"range(i32 0, {warp_size})"), "  ret i32 %lane_id"]
    warp = [_special("warp_id", f"range(i32 0, {warps or _MOST_WARPS})"), "  ret i32 %warp_id"]
    if group:
        count, size = _number(warps), _number(min(items, warp_size))
    else:
        count = [
            _special("group_size", f"range(i32 1, {_MOST_WARPS * warp_size})"),
            f"  %most = add nuw i32 %group_size, {warp_size - 1}",
            f"  %count = udiv i32 %most, {warp_size}",
            "  ret i32 %count",
        ]
    if not group or (items > warp_size and items % warp_size):
        every = f"  %items = add i32 {items}, 0" if group else f"  %items = call i32 @{SPECIAL}group_size()"
        size = [
            every,
            _special("warp_id", f"range(i32 0, {warps or _MOST_WARPS})"),
            f"  %before = mul nuw i32 %warp_id, {warp_size}",
            "  %rest = sub nuw i32 %items, %before",
            f"  %is_last = icmp ult i32 %rest, {warp_size}",
            f"  %size = select i1 %is_last, i32 %rest, i32 {warp_size}",
            "  ret i32 %size",
        ]
    bodies = {
        "get_max_sub_group_size": _number(warp_size), "get_sub_group_size": size,
        "get_num_sub_groups": count, "get_enqueued_num_sub_groups": count,
        "get_sub_group_id": warp, "get_sub_group_local_id": lane,
    }  # fmt: skip
    return {
        f"_Z{len(name)}{name}v": "\n".join([f"define spir_func i32 @_Z{len(name)}{name}v() {{", *lines, "}\n"])
        for name, lines in bodies.items()
    }


def _number(number: int) -> list[str]:
    return [f"  ret i32 {number}"]


def _special(name: str, range_: str) -> str:
    return f"  %{name} = call {range_} i32 @{SPECIAL}{name}()"
