"""What a launch of a random kernel in OpenCL C gives: arrays, numbers and a struct, alike for all of them."""

from __future__ import annotations

ITEMS = 64
# Arrays that the launch gives: type and number of elements. A work-item writes its own elements of `own`, `out`,
# `room`, `halves` and `heap`, and its own of `count` from 32 on; those before are counts of all.
INPUTS = {
    "in_i": ("int", 96), "in_f": ("float", 96), "in_d": ("double", 96), "in_q": ("ulong", 96), "in_h": ("ushort", 96),
    "in_c": ("char", 96),
}  # fmt: skip
ARRAYS = {
    **INPUTS, "c_s": ("short", 16), "out": ("ulong", 8 * ITEMS), "own": ("uint", 4 * ITEMS), "swap": ("uint", ITEMS),
    "count": ("uint", 32 + ITEMS), "room": ("ulong4", 16 * ITEMS), "halves": ("half", 4 * ITEMS),
    "heap": ("ulong", 8 * ITEMS),
}  # fmt: skip
NUMBERS = {"n": "uint", "z": "float", "v": "int4"}
# A struct that the launch gives by value: name, type and number of elements of each member, and where it lies.
GIVEN = (
    ("a", "int", 0, 0), ("b", "short", 4, 4), ("c", "char", 0, 12), ("d", "uchar4", 0, 16), ("f", "float", 0, 20),
    ("q", "ulong", 0, 24), ("e", "uchar", 8, 32),
)  # fmt: skip
GIVEN_SIZE = 40
PADDED = "room"  # holds structs: what lies between their members is anything
