"""Facts that all parts of the compiler share: the layout of data, reserved names, the assembler's types."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from isa.table.table import SPECIAL_NAMES

LAYOUT: Final = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n32"
TRIPLE: Final = "spir-unknown-unknown"

PROBE: Final = "__simt_probe_"  # prefix of a probe's number, a function of its operand
SPECIAL: Final = "__simt_special_"  # prefix of a special source, such as lane_id, a function without operands
MACHINE: Final = "__simt_op_"  # prefix of a machine's instruction, a function of its sources
NEVER: Final = "__simt_never"  # a function whose result is false, which LLVM does not know
DECLARED: Final = "__simt_declared"  # a function that marks the declaration of a variable, by its address
PADDING: Final = "__simt_padding"  # a function that marks bytes between the members of a variable
ENDED: Final = "DW_OP_constu, 7, DW_OP_stack_value"  # an expression that marks the end of a variable's scope
WITHIN: Final = "simt.within"  # metadata of an element's address: the length and the name of the array
COPIES: Final = ("llvm.memcpy.", "llvm.memmove.", "llvm.memset.")  # how the names of functions that copy or fill begin

PRINTED: Final = "__simt_printed"  # the variable in global memory that collects printed output
PRINTED_WORDS: Final = 1 << 18  # 1 MiB, the least that OpenCL 1.2 requires

# OpenCL's functions for positions and sizes: the special source of a dimension, the value beyond three dimensions.
WORK_ITEM: Final = {
    "get_global_id": ("global_id_{}", 0), "get_local_id": ("local_id_{}", 0), "get_group_id": ("group_id_{}", 0),
    "get_global_size": ("global_size_{}", 1), "get_local_size": ("group_size_{}", 1),
    "get_num_groups": ("groups_{}", 1), "get_global_offset": ("global_offset_{}", 0),
}  # fmt: skip
WARP: Final = (  # of sub-groups
    "get_max_sub_group_size", "get_sub_group_size", "get_num_sub_groups", "get_enqueued_num_sub_groups",
    "get_sub_group_id", "get_sub_group_local_id",
)  # fmt: skip
# SPIR's names of functions whose results never change in a kernel.
WORK_ITEM_FUNCTIONS: Final = (
    *(f"_Z{len(name)}{name}j" for name in WORK_ITEM), *(f"_Z{len(name)}{name}v" for name in ("get_work_dim", *WARP)),
)  # fmt: skip

ELEMENTS: Final = {  # of buffers
    "float": "f32", "double": "f64", "char": "s8", "uchar": "u8", "short": "s16", "ushort": "u16", "int": "s32",
    "uint": "u32", "long": "s64", "ulong": "u64", "half": "u16", "bool": "u8",
}  # fmt: skip
_RESERVED: Final = re.compile(r"(?:[rs]\d+|pi|inf|nan|vcc|exec)\Z")
_VECTOR: Final = re.compile(r"(\D+?)(2|3|4|8|16)?\Z")


def scalar_of(type_name: str) -> tuple[str, int]:
    """Return the assembler's type of a scalar, a vector's element or a pointer's target, and the vector's length.

    The type is "" for anything else, such as a structure.
    """
    match = _VECTOR.match(type_name.removesuffix("*").strip())
    if match is None or match[1] not in ELEMENTS:
        return "", 1
    return ELEMENTS[match[1]], int(match[2] or 1)


def assembly_name(wanted: str) -> str:
    """Return a valid name in assembly, as close as possible to the source's: `v_r1` for `r1`, a register."""
    name = wanted if wanted.isascii() else "".join(map(_in_ascii, wanted))
    name = re.sub(r"\W", "_", name, flags=re.ASCII)
    if not name or name[0].isdigit() or name in SPECIAL_NAMES or _RESERVED.match(name):
        name = f"v_{name}"
    return name


def parameter_names(parameters: Iterable[tuple[str, bool]]) -> list[str]:
    """Return distinct names in assembly for the parameters of a kernel.

    parameters: the name of each parameter, and whether it takes several words. The words of `x` are named `x_0`, `x_1`
    and so on.
    """
    spelled = [(assembly_name(name), is_wide) for name, is_wide in parameters]
    wide = {name for name, is_wide in spelled if is_wide}
    names: dict[str, None] = {}
    for name, _ in spelled:
        while name in names or (re.search(r"_\d+\Z", name) and name.rpartition("_")[0] in wide):
            name += "_"
        names[name] = None
    return list(names)


def _in_ascii(letter: str) -> str:
    """Return a letter without its accents, or `u` and its code in hexadecimal if it has no form in ASCII."""
    plain = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return plain or f"u{ord(letter):x}"
