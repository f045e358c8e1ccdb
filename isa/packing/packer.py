"""The packer: from a scalar program to a program of bundles that computes the same (docs/packer.md).

`isa.packing.passes` has the passes in their order. Counted loops are unrolled where that helps (`unrolling`). The
program is cut into basic blocks (`pieces`), whose value ranges (`ranges`) and dependences (`graph`) are computed, with
the barriers that loads may pass (`phases`). Counted loops of one block are software-pipelined (`loops`, `placement`),
operations move between blocks (`motion`), and every block is list-scheduled (`scheduler`). Then the bundles become
words (`packed`).
"""

from __future__ import annotations

from collections.abc import Sequence

from isa.packing.operations import needs_masks, source_fields
from isa.packing.packed import PackedProgram, assembled
from isa.packing.passes import scheduled
from isa.packing.pieces import Options
from isa.packing.room import room_of
from isa.program.assumptions import Assumptions
from isa.program.bundles import Slots
from isa.program.program import Program
from isa.reporting.diagnostics import ProgramError, quote
from isa.table.table import NEAR_INSTRUCTIONS, REGISTER_COUNT, SPECIALS

DEFAULT_REGISTERS = 32  # of the FPGA paper's machines


def is_packable(program: Program) -> bool:
    """Return whether `pack` accepts the program, if the slots take its units.

    A packable program is scalar and has at least one word. All its words decode, and every jump can name the address of
    each of them.
    """
    return bool(program.words) and _obstacle(program) is None


def pack(
    program: Program, slots: Slots | int | Sequence[str], *, registers: int = DEFAULT_REGISTERS,
    threads: int | None = None,
    words: int = NEAR_INSTRUCTIONS, may_part: bool = False, assume_in_bounds: bool = False,
    keep_registers: bool = False, **passes: bool,
) -> PackedProgram:  # fmt: skip
    """Pack `program` for a machine with bundles, and return it with a report.

    - slots: the slots of the machine: 1 to 3, or the kind of each.
    - registers: the registers of a thread on the machine; a program that names more keeps them.
    - threads: the threads of a work-group, None for the program's own number. More threads may compute something else;
      a launch checks this and the other assumptions, which are in `Program.assumes`.
    - words: the words of program memory.
    - may_part: whether the lanes of a warp may part at jumps. If so, the packed program is for any machine, else only
      for machines of `branch.policy` = `first_thread`. A program with mask instructions is for the machines that have
      these instructions.
    - assume_in_bounds: whether to assume without proof that accesses stay in bounds. A constant in an address decides
      which array or buffer this is.
    - keep_registers: whether every register ends with the value that it has at the end of the scalar program. This
      costs bundles.
    - passes: `pipeline=False` keeps turns of loops from overlapping, `unroll=False` keeps loops, `move=False` keeps
      operations in their blocks.

    Raises `ProgramError` (E0341) if the program cannot be packed.
    """
    try:
        slots = Slots.checked(slots)
    except ValueError as error:
        raise ProgramError(str(error), code="E0341") from None
    obstacle = _obstacle(program) or _without_slot(program, slots)
    if obstacle is not None:
        raise ProgramError(f"the kernel {quote(program.name)} cannot be packed: {obstacle}", code="E0341")
    known = program.threads if threads is None else threads
    limit = min(max(registers, program.registers), REGISTER_COUNT)
    at_exit = range(program.registers) if keep_registers else ()
    options = Options(room_of(slots), limit, words, known, assume_in_bounds, at_exit, may_part=may_part, **passes)
    is_exact = bool(known) and _reads_group_size(program)
    stay_together = not may_part and not any(map(needs_masks, filter(None, program.instructions)))
    assumes = Assumptions(slots.value, known, is_exact, assume_in_bounds, stay_together)
    return assembled(program, *scheduled(program, options), assumes)


def pack_for_machine(
    program: Program, slots: Slots | int | Sequence[str], *, registers: int = DEFAULT_REGISTERS,
    words: int = NEAR_INSTRUCTIONS, threads: int = 0, may_part: bool = False,
) -> Program:  # fmt: skip
    """Return the program to launch on a machine with these slots: a scalar program packed, any other unchanged.

    - registers: the registers of a thread. words: the words of program memory.
    - threads: the threads of a work-group, 0 for the program's own number.
    - may_part: whether the lanes of a warp may part at jumps.

    A program is also unchanged if it cannot be packed or its bundles do not fit into program memory.

    Raises `ProgramError` (E0341) if its bundles take more words than jumps can name.
    """
    slots = Slots.of(slots)
    if len(slots) == 1 or program.has_bundles or not is_packable(program) or _without_slot(program, slots):
        return program
    packed = pack(program, slots, registers=registers, threads=threads or None, words=words, may_part=may_part).program
    return packed if len(packed.words) <= max(words, len(program.words)) else program


def _obstacle(program: Program) -> str | None:
    if len(program.words) > NEAR_INSTRUCTIONS:
        return f"it has {len(program.words)} instructions, and bundles are made of up to {NEAR_INSTRUCTIONS}"
    for address, entry in enumerate(program.instructions):
        if entry is None:
            return f"the word at address {address} is not an instruction"
        if entry.more:
            return "it has bundles already"
    return None


def _without_slot(program: Program, slots: Slots) -> str | None:
    for address, entry in enumerate(program.instructions):
        if entry is not None and not slots.by_unit[entry.spec.unit]:
            return f"no slot of {slots} takes `{entry.spec.name}` at address {address}"
    return None


def _reads_group_size(program: Program) -> bool:
    number = SPECIALS["group_size"]
    return any(
        getattr(entry, name) == number
        for entry in program.instructions
        if entry is not None
        for name in source_fields(entry)
    )
