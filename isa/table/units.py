"""The units that execute instructions: the one table of their names and properties, for all packages.

Stall reasons, exports and legends have the order of this table. In a machine description, the table with the name of a
unit describes it. CONTRIBUTING.md lists what a new unit needs in addition to its row here.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitSpec:
    """A unit.

    - slots: the slot of its operations on machines with 1, 2 and 3 slots.
    - reason: the stall reason of a warp that waits for its result.
    - waiting: this reason in words.
    - look: the colour, letter and glyph of this reason in all views.
    - stage: its stage in a Konata log, which begins with an X, as Konata expects for stages of execution.
    - classes: the models' class of its instructions, and the class of its multiplications; None if it has neither.
    - served_by: its name in the analytical models, "" if they do not have it.
    - probe: the instruction by which calibration measures the unit, "" if the unit has measurements of its own.
    - noun: the name of an optional unit in errors.
    - is_pipeline: whether the machine gives its lanes, latency and interval.
    - is_optional: whether a machine may lack the unit.
    - is_memory: whether its instructions have an address.
    """

    name: str
    slots: tuple[int, int, int]
    reason: str
    waiting: str
    look: tuple[str, str, str]
    stage: str
    classes: tuple[str, str] | None = None
    served_by: str = ""
    probe: str = ""
    noun: str = ""
    is_pipeline: bool = True
    is_optional: bool = False
    is_memory: bool = False


UNITS: dict[str, UnitSpec] = {
    unit.name: unit
    for unit in (
        UnitSpec(
            name="alu", slots=(0, 1, 1), stage="Xa", look=("#5398d7", "a", "─"),
            reason="dep_alu", waiting="waiting for the result of its ALU instruction",
            classes=("int_add", "int_mul"), served_by="alu", probe="add.u32",
        ),
        UnitSpec(
            name="fpu", slots=(0, 1, 2), stage="Xf", look=("#027a2e", "f", "═"),
            reason="dep_fpu", waiting="waiting for the result of its FPU instruction",
            classes=("float_add", "float_mul"), served_by="fpu", probe="add.f32",
        ),
        UnitSpec(
            name="sfu", noun="an SFU", slots=(0, 1, 2), stage="Xs", look=("#2f9c78", "s", "┅"),
            reason="dep_sfu", waiting="waiting for the result of its SFU instruction",
            classes=("special", "special"), served_by="sfu", probe="rcp.f32", is_optional=True,
        ),
        UnitSpec(
            name="dpu", noun="a double-precision unit", slots=(0, 1, 2), stage="Xd", look=("#2d7f8a", "p", "┉"),
            reason="dep_dpu", waiting="waiting for the result of its double-precision instruction",
            classes=("double", "double"), served_by="double", probe="add.f64", is_optional=True,
        ),
        UnitSpec(
            name="lds", slots=(0, 0, 0), stage="Xl", look=("#e17611", "l", "╌"),
            reason="dep_local", waiting="waiting for its local-memory access",
            probe="ld.local", is_memory=True,
        ),
        UnitSpec(
            name="memory", slots=(0, 0, 0), stage="Xm", look=("#5b473a", "g", "┄"),
            reason="dep_global", waiting="waiting for its global-memory access",
            is_pipeline=False, is_memory=True,
        ),
        UnitSpec(
            name="control", slots=(0, 1, 1), stage="Xc", look=("#8f3f96", "j", "↷"),
            reason="branch", waiting="a jump, barrier or exit is being carried out",
            classes=("control", "control"), served_by="control", is_pipeline=False,
        ),
    )
}  # fmt: skip

PIPELINES: tuple[str, ...] = tuple(unit.name for unit in UNITS.values() if unit.is_pipeline)
COMPUTE_UNITS: tuple[str, ...] = tuple(name for name in PIPELINES if not UNITS[name].is_memory)
STANDARD: tuple[str, ...] = tuple(name for name in PIPELINES if not UNITS[name].is_optional)  # every machine has them
OPTIONAL: tuple[str, ...] = tuple(unit.name for unit in UNITS.values() if unit.is_optional)
PRIVATE = "private"  # in place of a unit: the machine's `private.place` decides which unit executes the instruction
MEMORY_UNITS: tuple[str, ...] = (*(unit.name for unit in UNITS.values() if unit.is_memory), PRIVATE)
