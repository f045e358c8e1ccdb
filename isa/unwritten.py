"""What an instruction reads of what may not have been written: registers, the carry flag, scalar registers, SCC."""

from __future__ import annotations

from typing import TYPE_CHECKING

from isa.table import PAIRS, SCALAR, SCALAR_COUNT

if TYPE_CHECKING:
    from isa.encoding import Instruction


def registers_asked(instruction: Instruction) -> tuple[int, ...]:
    """The registers on which an instruction's result depends: a `ternlog` may ignore operands, whatever they are."""
    if instruction.spec.name != "ternlog.b32":
        return instruction.registers_read
    table, found = instruction.table, []
    for slot, apart in (("a", 4), ("b", 2), ("c", 1)):  # places of the table in which only this operand differs
        if any((table >> k ^ table >> (k + apart)) & 1 for k in range(8) if not k & apart):
            found.append(getattr(instruction, f"r{slot}"))
    return tuple(number for number in instruction.registers_read if number in found)


def asks_flag(instruction: Instruction) -> bool:
    """Tell whether it reads the carry flag from before it; a jump on the flag that it writes itself does not."""
    return instruction.spec.reads_carry or (instruction.cond in ("c", "nc") and not instruction.spec.writes_carry)


def scalars_used(instruction: Instruction) -> tuple[set[int], set[int]]:
    """The scalar registers that an instruction reads, and those that it writes; number `SCALAR_COUNT` is SCC."""
    spec, name = instruction.spec, instruction.spec.name
    read: set[int] = set()
    written: set[int] = set()
    for slot in spec.sources:
        if slot != instruction.csel and getattr(instruction, f"r{slot}") == SCALAR:
            read.add(instruction.const)
    for slot in ("a", "b"):
        if f"s{slot}" in spec.fields and slot != instruction.csel:
            read |= _pair(getattr(instruction, f"s{slot}"))
    if "sd" in spec.fields:
        written |= _pair(instruction.sd)
    if name.startswith("s_branch.scc"):
        read.add(SCALAR_COUNT)
    elif name.startswith("s_branch.vcc"):
        read |= _pair(PAIRS["vcc"])
    elif name.startswith("s_") and name != "s_mov.b64" and not name.startswith("s_branch"):
        written.add(SCALAR_COUNT)
    return read, written


def _pair(number: int) -> set[int]:
    return {number, number + 1}
