"""The types of parameters: OpenCL C's names, and what the assembler calls them."""

from __future__ import annotations

import re
from typing import Final

ELEMENTS: Final = {  # of buffers
    "float": "f32", "double": "f64", "char": "s8", "uchar": "u8", "short": "s16", "ushort": "u16", "int": "s32",
    "uint": "u32", "long": "s64", "ulong": "u64", "half": "u16",
}  # fmt: skip
_VECTOR: Final = re.compile(r"(\D+?)(2|3|4|8|16)?\Z")


def scalar_of(type_name: str) -> tuple[str, int]:
    """The assembler's type of a scalar, a vector's elements or what a pointer points to, and how many a vector has.

    It is "" for anything else, such as a structure.
    """
    found = _VECTOR.match(type_name.removesuffix("*").strip())
    if found is None or found[1] not in ELEMENTS:
        return "", 1
    return ELEMENTS[found[1]], int(found[2] or 1)
