"""The instruction table: the content of `instructions.toml`, the single source of the instruction set.

Importing this module raises `TableError` with all mistakes in the file, if any.
"""

from __future__ import annotations

import copyreg
import hashlib
from pathlib import Path

from isa.table import kept
from isa.table.spec import FormatSpec, InstructionSpec
from isa.table.table_loading import load_table

TYPES = ("b32", "u32", "s32", "f32")
# Bytes of an element of an array, by its type. Memory is little-endian.
ELEMENT_BYTES = {
    **dict.fromkeys(TYPES, 4), "f64": 8, "u64": 8, "s64": 8, "u16": 2, "s16": 2, "u8": 1, "s8": 1,
}  # fmt: skip
ELEMENT_TYPES = tuple(ELEMENT_BYTES)
_TEXT = Path(__file__).parents[1].joinpath("instructions.toml").read_bytes()
_TABLE = load_table(kept.parsed(_TEXT, kept.place()))

WORD_BITS: int = _TABLE.word["bits"]
FIELDS: dict[str, tuple[int, int]] = dict(_TABLE.fields)
FIELD_DOCS: dict[str, str] = dict(_TABLE.field_docs)
CSEL: dict[str, int] = _TABLE.word["csel"]
COND: dict[str, int] = _TABLE.word["cond"]
REGISTER_COUNT: int = _TABLE.registers["count"]
FIRST_SPECIAL: int = _TABLE.registers["first_special"]
SPECIALS: dict[str, int] = dict(_TABLE.specials)
SPECIALS_BY_NUMBER: dict[int, str] = {number: name for name, number in SPECIALS.items()}
INDEXED: dict[str, int] = dict(_TABLE.indexed)
INDEXED_NAMES: dict[int, str] = {number: name for name, number in INDEXED.items()}
SPECIAL_NAMES: tuple[str, ...] = (*SPECIALS, *INDEXED)
_PER_LANE = ("lane_id", "thread_id", "global_id", *(f"{what}_id_{d}" for what in ("local", "global") for d in "xyz"))
UNIFORM = tuple(name for name in SPECIAL_NAMES if name not in _PER_LANE)  # equal in all lanes of a warp
SCALAR: int = _TABLE.registers["scalar"]  # the source number of scalar registers and indexed special sources
SCALAR_COUNT: int = _TABLE.registers["scalars"]
PAIRS: dict[str, int] = _TABLE.registers["pairs"]  # name -> number of the lower scalar register
# The banks of registers that may hold a special source at launch: the number of these registers, and the sources.
LAUNCH_BANKS = {"register": (FIRST_SPECIAL, SPECIAL_NAMES), "scalar": (PAIRS["exec"], UNIFORM)}
FORMATS: dict[str, FormatSpec] = dict(_TABLE.formats)
MAX_INSTRUCTIONS: int = max(form.reach for form in FORMATS.values())  # of a program
NEAR_INSTRUCTIONS: int = min(form.reach for form in FORMATS.values() if form.reach)  # that every jump can name
INSTRUCTIONS: dict[str, InstructionSpec] = dict(_TABLE.instructions)
BY_OPCODE: dict[int, InstructionSpec] = {spec.opcode: spec for spec in INSTRUCTIONS.values()}
MNEMONICS: dict[str, InstructionSpec] = {
    name: spec for spec in INSTRUCTIONS.values() for name in (spec.name, *spec.aliases)
}


def instruction(name: str) -> InstructionSpec:
    """Return the entry of the instruction called `name`. Raises `KeyError`."""
    return INSTRUCTIONS[name]


def words_for(length: int, kind: str) -> int:
    """Return the words of memory that `length` elements of type `kind` take, the last one perhaps in part."""
    return -(-length * ELEMENT_BYTES[kind] // 4)


copyreg.pickle(InstructionSpec, lambda spec: (instruction, (spec.name,)))


def opcode(name: str) -> int:
    """Return the opcode of the instruction whose name or alias is `name`. Raises `KeyError`."""
    return MNEMONICS[name].opcode


def table_hash() -> str:
    """Return the SHA-256 of `instructions.toml`, in hex."""
    return hashlib.sha256(_TEXT).hexdigest()
