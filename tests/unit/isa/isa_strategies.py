"""Hypothesis strategies for instructions, words, programs and source text."""

from __future__ import annotations

from hypothesis import strategies as st

from isa.assembly.dialects import DIALECTS
from isa.program.encoding import Instruction, encode
from isa.program.program import Program
from isa.table.table import (
    COND,
    FIRST_SPECIAL,
    INDEXED,
    INSTRUCTIONS,
    MAX_INSTRUCTIONS,
    MNEMONICS,
    SCALAR,
    SCALAR_COUNT,
    SPECIALS,
    InstructionSpec,
)

SOURCES = st.one_of(st.integers(0, 7), st.integers(0, FIRST_SPECIAL - 1), st.sampled_from(list(SPECIALS.values())))
PAIRS = st.integers(0, SCALAR_COUNT // 2 - 1).map(lambda number: 2 * number)
DESTINATIONS = st.one_of(st.integers(0, 7), st.integers(0, FIRST_SPECIAL - 1))
WORDS_32 = st.one_of(
    st.integers(0, 40),
    st.integers(0, 2**32 - 1),
    st.sampled_from([0, 1, 0x3F800000, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7FC00001, 0xFFFFFFFF]),
)


@st.composite
def instructions(
    draw: st.DrawFn,
    *,
    targets: int = MAX_INSTRUCTIONS,
    constants: int = 1024,
    more: bool = True,
    specs: list[InstructionSpec] | None = None,
) -> Instruction:
    """Any instruction that encodes."""
    spec = draw(st.sampled_from(specs or list(INSTRUCTIONS.values())))
    values: dict[str, int] = {}
    for field in spec.fields:
        if spec.registers_of(field) > 1:
            values[field] = draw(st.integers(0, FIRST_SPECIAL - spec.registers_of(field)))
        elif field == "rd":
            values[field] = draw(DESTINATIONS)
        elif field in ("target", "otherwise"):
            values[field] = draw(st.integers(0, min(targets, spec.reach) - 1))
        elif field in ("sd", "sa", "sb"):
            values[field] = draw(PAIRS)
        elif field == "table":
            values[field] = draw(st.integers(0, 255))
        else:
            values[field] = draw(SOURCES)
    csel, cond = "none", "always"
    if spec.constant_slots and constants:
        csel = draw(st.sampled_from(["none", *spec.constant_slots]))
        if csel != "none":
            values["const"] = draw(st.integers(0, constants - 1))
            for field in (f"r{csel}", f"s{csel}"):
                if field in values:
                    values[field] = 0
    has_words = any(spec.registers_of(f"r{slot}") == 1 for slot in spec.sources)
    if has_words and spec.takes_scalars and csel == "none" and draw(st.integers(0, 3)) == 0:
        narrow = [slot for slot in spec.sources if spec.registers_of(f"r{slot}") == 1]
        for slot in draw(st.sets(st.sampled_from(narrow), min_size=1)):
            values[f"r{slot}"] = SCALAR
        values["const"] = draw(st.integers(0, SCALAR_COUNT - 1) | st.sampled_from(list(INDEXED.values())))
    if spec.may_jump:
        cond = draw(st.sampled_from(list(COND)))
        if cond != "always":
            values["target"] = draw(st.integers(0, min(targets, spec.reach) - 1))
    return Instruction(spec, csel=csel, cond=cond, more=more and draw(st.booleans()), **values)  # type: ignore[arg-type]


@st.composite
def words_near_valid(draw: st.DrawFn) -> int:
    """A valid word with a few bits flipped, or any 64 bits."""
    word = encode(draw(instructions()))
    for bit in draw(st.lists(st.integers(0, 63), max_size=4)):
        word ^= 1 << bit
    return draw(st.sampled_from([word, word, word, draw(st.integers(0, 2**64 - 1))]))


@st.composite
def raw_programs(draw: st.DrawFn) -> Program:
    """Words and constants in any order, invalid ones among them."""
    constants = draw(st.lists(WORDS_32, max_size=6))
    valid = instructions(targets=20, constants=len(constants) + 1, more=False).map(encode)
    words = draw(st.lists(st.one_of(valid, valid, valid, words_near_valid()), min_size=1, max_size=12))
    return Program.from_words(words, constants, threads=draw(st.integers(0, 64)))


_NAMES = [
    "loop",
    "n",
    "x",
    "data",
    "table",
    "scale",
    "i",
    "m",
    "r1",
    "r200",
    "r1.z",
    "r3.q",
    "lane_id",
    "s4",
    "s200",
    "s[0:1]",
    "s[1:2]",
    "exec",
    "vcc_lo",
    "v1",
    "zmm3",
    "k1",
    "{k1}",
    "{",
    "}",
    "u",
    "f",
    "log2",
    "min",
]
_SYMBOLS = [*'+-*/%&|^~()[],:=<>;"\\#@.', "->", "<<", ">>", "==", "!=", "\\a", "\\@", "//", "if", " ", " ", "\t"]
_NUMBERS = [
    "0",
    "1",
    "63",
    "-1",
    "64",
    "0x80000000",
    "0xffffffffff",
    "1.5",
    "1e39",
    "1e999",
    "0b2",
    "9" * 30,
    "nan",
    "inf",
]
_DIRECTIVES = [
    ".kernel",
    ".threads",
    ".equ",
    ".local",
    ".const",
    ".param",
    ".buffer",
    ".include",
    ".macro",
    ".endm",
    ".rept",
    ".endr",
    ".if",
    ".else",
    ".endif",
    ".word",
    ".at_launch",
    ".dialect",
    ".dialect gcn",
    ".dialect avx512",
    ".assert",
    ".error",
    ".region",
    ".endregion",
    "align",
    "u32",
    "f32",
    "f32[4]",
    '"x.s"',
]

_FOREIGN = [mnemonic for dialect in DIALECTS.values() for mnemonic in dialect.forms]
tokens = st.sampled_from([*MNEMONICS, *_FOREIGN, *_NAMES, *_NAMES, *_SYMBOLS, *_NUMBERS, *_DIRECTIVES, *_DIRECTIVES])
token_soup = st.lists(st.lists(tokens, max_size=9).map(" ".join), max_size=12).map("\n".join)
