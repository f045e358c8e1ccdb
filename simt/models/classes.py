"""The classes of instructions that counts distinguish."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class InstructionClass:
    """A class of instructions. unit: the unit that executes it. paper: its class in the paper's table 1, 0 if none."""

    name: str
    unit: str
    paper: int
    meaning: str


CLASSES: dict[str, InstructionClass] = {
    entry.name: entry
    for entry in (
        InstructionClass("int_add", "alu", 1, "integer add, subtract, logic, shift, compare, select, conversion"),
        InstructionClass("int_mul", "alu", 2, "integer multiply"),
        InstructionClass("int_div", "alu", 2, "integer divide, remainder"),
        InstructionClass("float_add", "fpu", 1, "float32 add, subtract, compare, minimum, conversion"),
        InstructionClass("float_mul", "fpu", 2, "float32 multiply, multiply-add"),
        InstructionClass("float_div", "sfu", 2, "float32 divide, reciprocal"),
        InstructionClass("special", "sfu", 3, "sine, cosine, logarithm, square root"),
        InstructionClass("double", "double", 4, "float64"),
        InstructionClass("control", "control", 0, "jumps and mask operations; barriers are counted by themselves"),
    )
}

UNITS = tuple(dict.fromkeys(entry.unit for entry in CLASSES.values()))
FLOAT_CLASSES: tuple[str, ...] = ("float_add", "float_mul", "float_div", "special", "double")
INTEGER_CLASSES: tuple[str, ...] = ("int_add", "int_mul", "int_div")
