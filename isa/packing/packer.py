"""The packer: a scalar program to one of bundles that computes the same (docs/packer.md).

Counted loops are unrolled where that helps (`isa.packing.unrolling`). The program is cut into basic blocks, whose
dependences (`isa.packing.graph`) and value ranges (`isa.packing.ranges`) are computed; counted loops of one block are
software-pipelined (`isa.packing.loops`), operations move between blocks (`isa.packing.motion`), every block is
list-scheduled (`isa.packing.scheduler`), and the bundles become words again. `isa.packing.passes` is the order.
"""

from __future__ import annotations

from isa.packing.operations import source_fields
from isa.packing.packed import PackedProgram, assembled
from isa.packing.passes import made_of
from isa.packing.pieces import Options
from isa.program.bundles import SLOT_UNITS
from isa.program.program import Assumptions, Program
from isa.reporting.diagnostics import ProgramError, quote
from isa.table.table import NEAR_INSTRUCTIONS, REGISTER_COUNT, SPECIALS

DEFAULT_REGISTERS = 32  # of the FPGA paper's machines


def is_packable(program: Program) -> bool:
    """Return whether `pack` takes the program: scalar, every word an instruction, no mask instruction."""
    return bool(program.words) and _obstacle(program) is None


def pack(
    program: Program, slots: int, *, registers: int = DEFAULT_REGISTERS, threads: int | None = None,
    words: int = NEAR_INSTRUCTIONS, assume_in_bounds: bool = False, keep_registers: bool = False, **passes: bool,
) -> PackedProgram:  # fmt: skip
    """Pack `program` for a machine with `slots` slots, `registers` registers and `words` of program memory.

    `threads` is the number of threads of the launch (None: the program's); a launch with more may compute something
    else, so the packed program states its assumptions (`Program.assumes`), and a launch checks them. With
    `assume_in_bounds` an access whose address has a constant that points into an array is taken to stay in this array;
    otherwise only proofs by value ranges count. With `keep_registers` every register of the program ends with the value
    that it has in the scalar program, which costs bundles. passes: with `pipeline=False` turns of loops do not overlap,
    with `unroll=False` loops stay loops, with `move=False` operations stay in their blocks. Raises `ProgramError`
    (E0341) if the program cannot be packed.
    """
    if slots not in SLOT_UNITS:
        raise ProgramError(f"a bundle has 1, 2 or 3 slots, not {slots}", code="E0341")
    obstacle = _obstacle(program)
    if obstacle is not None:
        raise ProgramError(f"the kernel {quote(program.name)} cannot be packed: {obstacle}", code="E0341")
    known = program.threads if threads is None else threads
    limit = min(max(registers, program.registers), REGISTER_COUNT)
    at_exit = range(program.registers) if keep_registers else ()
    options = Options(slots, limit, words, known, assume_in_bounds, at_exit, **passes)
    unrolled_program, pieces = made_of(program, options)
    assumes = Assumptions(slots, known, bool(known) and _reads_group_size(program), assume_in_bounds)
    return assembled(program, unrolled_program, pieces, assumes)


def pack_for_machine(
    program: Program, slots: int, *, registers: int = DEFAULT_REGISTERS, words: int = NEAR_INSTRUCTIONS,
    threads: int = 0,
) -> Program:  # fmt: skip
    """Return the program of a launch on a machine with `slots` slots: a scalar program packed, any other as it is.

    `threads` 0 means the program's own number. A program that cannot be packed comes back unchanged, as does one whose
    bundles would not fit into program memory: the launch reports the mistake, or runs it an operation at a time.
    """
    if slots == 1 or program.has_bundles or not is_packable(program):
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
