"""Sources that pins of several sections have."""

from __future__ import annotations

TWO = "mov r0, 1\nret\n"
FLOAT = "add.f32 r1, r0, r0\nret\n"


def strided(shift: int) -> str:
    """A load of word lane_id << shift by every lane."""
    return f"shl r0, lane_id, {shift}\nld.local r1, [r0]\nret\n"


ALL_32 = 0xFFFF_FFFF


def sides(lanes: int) -> str:
    """The lowest lanes store 1 and the others the group size, both to word 0."""
    return (
        f"lt.u32 r0, lane_id, {lanes}\nbr_push r0, other, join\nst.local [0], r0\npop_mask\n"
        "other:\nst.local [0], group_size\npop_mask\njoin:\nret\n"
    )
