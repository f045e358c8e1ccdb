"""The packer: a scalar program to one of bundles that computes the same (docs/packer.md).

The program is cut into basic blocks, whose dependences (`isa.packing.graph`) and value ranges (`isa.packing.ranges`)
are worked out; counted loops of one block are software-pipelined (`isa.packing.loops`), every other block is
list-scheduled (`isa.packing.scheduler`), and the bundles become words again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from isa.bundles import SLOT_UNITS
from isa.cfg import control_flow
from isa.diagnostics import ProgramError, quote
from isa.operands import MAX_INSTRUCTIONS
from isa.packing import ranges
from isa.packing.bounds import block_bounds
from isa.packing.graph import dependences
from isa.packing.operations import source_fields
from isa.packing.packed import GOOD, BlockReport, PackedProgram, assembled
from isa.packing.pieces import Piece, cut, live_ends
from isa.packing.pipelines import pipelined_loops
from isa.packing.scheduler import schedule_block
from isa.program import Assumptions, Program
from isa.table import REGISTER_COUNT, SPECIALS

__all__ = [
    "DEFAULT_REGISTERS",
    "BlockReport",
    "PackedProgram",
    "has_bundles",
    "is_packable",
    "pack",
    "pack_for_machine",
]

DEFAULT_REGISTERS = 32  # of the FPGA paper's machines


def has_bundles(program: Program) -> bool:
    """Whether the program has bundles already."""
    return any(entry is not None and entry.more for entry in program.instructions)


def is_packable(program: Program) -> bool:
    """Whether `pack` takes the program: scalar, every word an instruction, none that works on masks."""
    return bool(program.words) and _obstacle(program) is None


def pack(
    program: Program,
    slots: int,
    *,
    registers: int = DEFAULT_REGISTERS,
    threads: int | None = None,
    words: int = MAX_INSTRUCTIONS,
    assume_in_bounds: bool = False,
    keep_registers: bool = False,
    pipeline: bool = True,
) -> PackedProgram:
    """`program` in bundles for a machine with `slots` slots, `registers` registers and `words` of program memory.

    `threads` is the number of threads of the launch (None: the program's); a launch with more may compute something
    else, so the packed program tells what it assumes (`Program.assumes`), and a launch checks it. With
    `assume_in_bounds` an access whose address has a constant that points into an array is taken to stay in this array;
    otherwise only what value ranges prove counts. With `keep_registers` every register of the program ends with the
    value that it has in the scalar program, which costs bundles. Without `pipeline` loops stay as they are.
    Raises `ProgramError` (E0341) if the program cannot be packed.
    """
    if slots not in SLOT_UNITS:
        raise ProgramError(f"a bundle has 1, 2 or 3 slots, not {slots}", code="E0341")
    obstacle = _obstacle(program)
    if obstacle is not None:
        raise ProgramError(f"the kernel {quote(program.name)} cannot be packed: {obstacle}", code="E0341")
    registers = min(max(registers, program.registers), REGISTER_COUNT)
    graph = control_flow(program)
    known = program.threads if threads is None else threads
    states = ranges.entry_states(program, graph, known)
    pieces = cut(program, graph, known, states, assume_in_bounds)
    at_exit = range(program.registers) if keep_registers else ()
    if pipeline and slots > 1:
        turns = {
            piece: ranges.turns_at_least(program, graph, known, states, number)
            for number, piece in enumerate(pieces)
            if piece in piece.following
        }
        pieces = pipelined_loops(pieces, turns, slots, registers, words, at_exit)
    _schedule(pieces, slots, registers, at_exit)
    assumes = Assumptions(slots, known, bool(known) and _reads_group_size(program), assume_in_bounds)
    return assembled(replace(program, assumes=assumes), pieces, slots)


def pack_for_machine(
    program: Program, slots: int, *, registers: int = DEFAULT_REGISTERS, words: int = MAX_INSTRUCTIONS, threads: int = 0
) -> Program:
    """What a launch runs on a machine with so many slots: a scalar program packed, any other program as it is.

    `threads` 0 means the program's own number. A program that cannot be packed comes back unchanged, as does one whose
    bundles would not fit in program memory: the launch says what is wrong with it, or runs it an operation at a time.
    """
    if slots == 1 or has_bundles(program) or not is_packable(program):
        return program
    packed = pack(program, slots, registers=registers, threads=threads or None, words=words).program
    return packed if len(packed.words) <= max(words, len(program.words)) else program


def _obstacle(program: Program) -> str | None:
    for address, entry in enumerate(program.instructions):
        if entry is None:
            return f"the word at address {address} is no instruction"
        if entry.more:
            return "it has bundles already"
        if entry.spec.requires in ("mask_stack", "explicit_masks") or entry.reads_scalar:
            return f"bundles and masks are not combined, and address {address} is `{entry.spec.name}`"
    return None


def _reads_group_size(program: Program) -> bool:
    number = SPECIALS["group_size"]
    return any(
        getattr(entry, name) == number
        for entry in program.instructions
        if entry is not None
        for name in source_fields(entry)
    )


def _schedule(pieces: Sequence[Piece], slots: int, registers: int, at_exit: Sequence[int]) -> None:
    """Give every piece its bundles and bounds."""
    ends = live_ends(pieces, at_exit)
    for piece, live_out in zip(pieces, ends, strict=True):
        if piece.bundles:
            continue
        found = schedule_block(piece.operations, live_out, slots, registers)
        piece.bundles, piece.bounds = found.bundles, found.bounds
        if len(found.bundles) > GOOD * found.bounds.bound:
            piece.notes.append(_why_long(piece, live_out, slots, registers))


def _why_long(piece: Piece, live_out: set[int], slots: int, registers: int) -> str:
    """Why a block is longer than its bound."""
    bound = piece.bounds.bound if piece.bounds is not None else 0
    more = schedule_block(piece.operations, live_out, slots, REGISTER_COUNT)
    if len(more.bundles) <= GOOD * bound and registers < REGISTER_COUNT:
        return f"registers: with {REGISTER_COUNT} instead of {registers} it takes {len(more.bundles)} bundles"
    tied = dependences(piece.operations, live_out, is_renaming=True)
    least = block_bounds(tied, slots, with_registers=True).bound
    if least > bound:
        ties = "the register in which a value comes into the block and goes out of it"
        if any(entry.reads_carry for entry in piece.operations):
            ties = "the carry flag"
        return f"{ties} keeps operations apart: not under {least} bundles"
    return "no shorter schedule found; the bound is not known to be within reach"
