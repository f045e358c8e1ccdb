"""The packer: from a scalar program to a program of bundles that computes the same (docs/packer.md).

`isa.packing.passes` has the passes in their order. Counted loops are unrolled where that helps (`unrolling`). The
program is cut into basic blocks (`pieces`), whose value ranges (`ranges`) and dependences (`graph`) are computed.
Counted loops of one block are software-pipelined (`loops`), operations move between blocks (`motion`), and every block
is list-scheduled (`scheduler`). Then the bundles become words (`packed`).
"""

from __future__ import annotations

from isa.packing.operations import source_fields
from isa.packing.packed import PackedProgram, assembled
from isa.packing.passes import scheduled
from isa.packing.pieces import Options
from isa.program.bundles import MAX_STANDARD, Slots, SlotsValue
from isa.program.program import Assumptions, Program
from isa.reporting.diagnostics import ProgramError, quote
from isa.table.table import NEAR_INSTRUCTIONS, REGISTER_COUNT, SPECIALS

DEFAULT_REGISTERS = 32  # of the FPGA paper's machines


def is_packable(program: Program) -> bool:
    """Return whether `pack` accepts the program.

    It must have words, which all decode, and no more than every jump can name. It must be scalar, without global
    memory, double precision, masks and scalar registers.
    """
    return bool(program.words) and _obstacle(program) is None


def pack(
    program: Program, slots: Slots | SlotsValue, *, registers: int = DEFAULT_REGISTERS, threads: int | None = None,
    words: int = NEAR_INSTRUCTIONS, assume_in_bounds: bool = False, keep_registers: bool = False, **passes: bool,
) -> PackedProgram:  # fmt: skip
    """Pack `program` for a machine with bundles, and return it with a report.

    - slots: the slots of the machine, 1 to 3.
    - registers: the registers of a thread on the machine; a program that names more keeps them.
    - threads: the threads of a work-group, None for the program's own number. More threads may compute something else;
      a launch checks this and the other assumptions, which are in `Program.assumes`.
    - words: the words of program memory.
    - assume_in_bounds: if an address has a constant in an array, the access stays in this array, even without proof.
    - keep_registers: every register ends with the value that it has in the scalar program, which costs bundles.
    - passes: `pipeline=False` keeps turns of loops from overlapping, `unroll=False` keeps loops, `move=False` keeps
      operations in their blocks.

    Raises `ProgramError` (E0341) if the program cannot be packed.
    """
    if isinstance(slots, int) and not 1 <= slots <= MAX_STANDARD:
        raise ProgramError(f"a bundle has 1, 2 or 3 slots, not {slots}", code="E0341")
    count = Slots.of(slots).standard
    if not count:
        raise ProgramError(f"bundles are made for 1, 2 or 3 slots, not for {Slots.of(slots)}", code="E0341")
    obstacle = _obstacle(program)
    if obstacle is not None:
        raise ProgramError(f"the kernel {quote(program.name)} cannot be packed: {obstacle}", code="E0341")
    known = program.threads if threads is None else threads
    limit = min(max(registers, program.registers), REGISTER_COUNT)
    at_exit = range(program.registers) if keep_registers else ()
    options = Options(count, limit, words, known, assume_in_bounds, at_exit, **passes)
    assumes = Assumptions(count, known, bool(known) and _reads_group_size(program), assume_in_bounds)
    return assembled(program, *scheduled(program, options), assumes)


def pack_for_machine(
    program: Program, slots: Slots | SlotsValue, *, registers: int = DEFAULT_REGISTERS, words: int = NEAR_INSTRUCTIONS,
    threads: int = 0,
) -> Program:  # fmt: skip
    """Return the program to launch on a machine with these slots: a scalar program packed, any other unchanged.

    registers, words: the registers of a thread and the words of program memory. threads: the threads of a work-group, 0
    for the program's own number.

    A program is also unchanged if it cannot be packed or its bundles do not fit into program memory.

    Raises `ProgramError` (E0341) if its bundles take more words than jumps can name.
    """
    slots = Slots.of(slots)
    if len(slots) == 1 or not slots.standard or program.has_bundles or not is_packable(program):
        return program
    packed = pack(program, slots, registers=registers, threads=threads or None, words=words).program
    return packed if len(packed.words) <= max(words, len(program.words)) else program


def _obstacle(program: Program) -> str | None:
    if len(program.words) > NEAR_INSTRUCTIONS:
        return f"it has {len(program.words)} instructions, and bundles are made of up to {NEAR_INSTRUCTIONS}"
    for address, entry in enumerate(program.instructions):
        if entry is None:
            return f"the word at address {address} is no instruction"
        if entry.more:
            return "it has bundles already"
        what = {"memory": "global memory", "dpu": "double precision"}.get(entry.spec.unit, "")
        if entry.spec.requires in ("mask_stack", "explicit_masks") or entry.reads_scalar:
            what = what or "masks"
        if what:
            return f"bundles and {what} are not combined, and address {address} is `{entry.spec.name}`"
    return None


def _reads_group_size(program: Program) -> bool:
    number = SPECIALS["group_size"]
    return any(
        getattr(entry, name) == number
        for entry in program.instructions
        if entry is not None
        for name in source_fields(entry)
    )
