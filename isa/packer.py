"""The packer: a scalar program to one of bundles that computes the same (docs/packer.md).

The program is cut into basic blocks, whose dependences (`isa.packing.graph`) and value ranges (`isa.packing.ranges`)
are worked out; counted loops of one block are software-pipelined (`isa.packing.loops`), every other block is
list-scheduled (`isa.packing.scheduler`), and the bundles become words again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from isa.bundles import SLOT_UNITS
from isa.cfg import ControlFlow, control_flow
from isa.diagnostics import ProgramError, quote
from isa.encoding import encode
from isa.operands import MAX_INSTRUCTIONS
from isa.packing import ranges
from isa.packing.bounds import Bounds, block_bounds
from isa.packing.graph import dependences, live_at_ends
from isa.packing.loops import Pipelined, pipelined
from isa.packing.operations import Access, Operation, operation
from isa.packing.scheduler import schedule_block
from isa.program import Location, Program
from isa.table import REGISTER_COUNT

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
_GOOD = 1.1  # a block is good if it has at most this many times the bundles of its bound


@dataclass(frozen=True, slots=True)
class BlockReport:
    """What became of a block.

    `label` names it, `scalar` are the addresses of its instructions in the scalar program; `first` is the address of
    its first bundle, `bundles` their number, `operations` the number of operations in them. `kind` is "block", or a
    part of a pipelined loop: "prologue", "kernel", "epilogue". `reason` says why it is more than 10 % above its
    bound, else "".
    """

    label: str
    kind: str
    scalar: tuple[int, ...]
    first: int
    operations: int
    bundles: int
    bounds: Bounds
    reason: str = ""

    @property
    def is_good(self) -> bool:
        """Whether the number of bundles is within 10 % of the bound."""
        return self.bundles <= _GOOD * self.bounds.bound


@dataclass(frozen=True, slots=True)
class PackedProgram:
    """A program of bundles, the scalar one that it was, and the blocks; `origins` are the words' scalar addresses."""

    program: Program
    scalar: Program
    slots: int
    blocks: tuple[BlockReport, ...]
    origins: tuple[int, ...]

    @property
    def bundles(self) -> int:
        """The number of bundles in program memory."""
        return sum(block.bundles for block in self.blocks)


@dataclass(slots=True, eq=False)
class Piece:
    """A run of operations that is scheduled as a whole.

    `entries` are the scalar addresses at which jumps enter it. `following` are the pieces that may come next, None for
    the end. `bundles` are given for what is scheduled already; the jump of a kernel goes to the kernel.
    """

    operations: list[Operation]
    entries: tuple[int, ...]
    following: list[Piece | None] = field(default_factory=list)
    kind: str = "block"
    bundles: tuple[tuple[Operation, ...], ...] = ()
    bounds: Bounds | None = None
    notes: list[str] = field(default_factory=list)


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
    else. With `assume_in_bounds` an access whose address has a constant that points into an array is taken to stay in
    this array; otherwise only what value ranges prove counts. With `keep_registers` every register of the program ends
    with the value that it has in the scalar program, which costs bundles. Without `pipeline` loops stay as they are.
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
    pieces = _pieces(program, graph, known, states, assume_in_bounds)
    at_exit = range(program.registers) if keep_registers else ()
    if pipeline and slots > 1:
        turns = {
            piece: ranges.turns_at_least(program, graph, known, states, number)
            for number, piece in enumerate(pieces)
            if piece in piece.following
        }
        pieces = _pipelined(pieces, turns, slots, registers, words, at_exit)
    _schedule(pieces, slots, registers, at_exit)
    return _assembled(program, pieces, slots, graph)


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
        if entry.spec.unit == "memory":
            return f"bundles and global memory are not combined, and address {address} is `{entry.spec.name}`"
        if entry.spec.requires in ("mask_stack", "explicit_masks") or entry.reads_scalar:
            return f"bundles and masks are not combined, and address {address} is `{entry.spec.name}`"
    return None


# --- Cutting ---------------------------------------------------------------------------------------------------------


def _pieces(
    program: Program,
    graph: ControlFlow,
    threads: int,
    states: Sequence[ranges.State | None],
    assume_in_bounds: bool,
) -> list[Piece]:
    """The blocks of the program with the effects of their operations."""
    accesses = _accesses(program, graph, threads, states, assume_in_bounds)
    found = []
    for block in graph.blocks:
        operations = []
        for address in range(block.first, block.end):
            instruction = program.instructions[address]
            assert instruction is not None
            operations.append(operation(instruction, address, accesses.get(address)))
        found.append(Piece(operations, (block.first,)))
    for block, piece in zip(graph.blocks, found, strict=True):
        piece.following = [None if edge.target == graph.exit else found[edge.target] for edge in block.successors]
    return found


def _accesses(
    program: Program,
    graph: ControlFlow,
    threads: int,
    states: Sequence[ranges.State | None],
    assume_in_bounds: bool,
) -> dict[int, Access]:
    """Where each local access of reachable code may go."""
    found: dict[int, Access] = {}
    for block in graph.blocks:
        before = states[block.number]
        state = dict(before) if before is not None else {}
        for address in range(block.first, block.end):
            instruction = program.instructions[address]
            assert instruction is not None
            if instruction.spec.unit == "lds" and before is not None:
                low, high = ranges.address_range(program, threads, instruction, state)
                if assume_in_bounds and instruction.csel in ("a", "c") and instruction.const < len(program.constants):
                    low, high = _array_around(program, program.constants[instruction.const], low, high)
                found[address] = Access(instruction.spec.is_store, low, high)
            ranges.step(program, threads, instruction, state)
    stores = [access for access in found.values() if access.is_store]
    for address, access in found.items():
        if not access.is_store and not any(access.may_meet(store) for store in stores):
            found[address] = replace(access, is_read_only=True)
    return found


def _array_around(program: Program, word: int, low: int, high: int) -> tuple[int, int]:
    """`low` to `high`, cut down to the array into which `word` points."""
    for array in program.locals.values():
        if array.address <= word < array.address + array.length:
            return max(low, array.address), min(high, array.address + array.length - 1)
    return low, high


# --- Loops -----------------------------------------------------------------------------------------------------------


def _live_ends(pieces: Sequence[Piece], at_exit: Sequence[int]) -> list[set[int]]:
    """`live_at_ends` of pieces."""
    numbers = {piece: number for number, piece in enumerate(pieces)}
    successors = [
        [-1 if following is None else numbers[following] for following in piece.following] for piece in pieces
    ]
    fixed = [number for number, piece in enumerate(pieces) if piece.kind == "kernel"]
    return live_at_ends([piece.operations for piece in pieces], successors, at_exit, fixed)


def _pipelined(
    pieces: list[Piece],
    turns: Mapping[Piece, int],
    slots: int,
    registers: int,
    words: int,
    at_exit: Sequence[int],
) -> list[Piece]:
    """The pieces with loops of one block pipelined where that makes their turns shorter and program memory has room."""
    found = list(pieces)
    room = words - sum(len(piece.operations) for piece in pieces)
    for piece, least in turns.items():
        live_out = _live_ends(found, at_exit)[found.index(piece)]
        last = piece.operations[-1].instruction
        if last.cond == "always" or len(piece.following) != 2:
            continue
        plain = schedule_block(piece.operations, live_out, slots, registers)
        made = pipelined(piece.operations, live_out, slots, registers, len(plain.bundles), least)
        if made is None or len(made.prologue) + len(made.epilogue) > room:
            continue
        room -= len(made.prologue) + len(made.epilogue)
        _replace_loop(found, piece, made)
    return found


def _replace_loop(pieces: list[Piece], loop: Piece, made: Pipelined) -> None:
    """Put prologue, kernel and epilogue in the place of a loop.

    The prologue joins the piece before if only that one leads into the loop, the epilogue the piece behind if only the
    loop leads there: so they are scheduled together.
    """
    place = pieces.index(loop)
    behind = next(following for following in loop.following if following is not loop)
    kernel = Piece([entry for bundle in made.kernel for entry in bundle], (), kind="kernel")
    kernel.bundles, kernel.bounds = made.kernel, made.bounds
    kernel.notes.append(f"{made.stages} iterations overlap")
    if len(made.kernel) > _GOOD * made.bounds.bound:
        kernel.notes.append("no shorter one found in which a value is held for one interval at most")
    before = [piece for piece in pieces if piece is not loop and loop in piece.following]
    new: list[Piece] = [kernel]
    if len(before) == 1 and place > 0 and before[0] is pieces[place - 1] and _only_goes_on(before[0], loop):
        before[0].operations += made.prologue
        before[0].following = [kernel]
    else:
        prologue = Piece(list(made.prologue), loop.entries, [kernel], kind="prologue")
        for piece in before:
            piece.following = [prologue if following is loop else following for following in piece.following]
        new.insert(0, prologue)
    leading = [piece for piece in pieces if piece is not loop and behind is not None and behind in piece.following]
    is_next = behind is not None and place + 1 < len(pieces) and behind is pieces[place + 1]
    if is_next and behind is not None and not leading and behind.kind != "kernel" and behind is not loop:
        behind.operations[:0] = made.epilogue
        kernel.following = [kernel, behind]
    else:
        epilogue = Piece(list(made.epilogue), (), [behind], kind="epilogue")
        kernel.following = [kernel, epilogue]
        new.append(epilogue)
    pieces[place : place + 1] = new


def _only_goes_on(piece: Piece, following: Piece) -> bool:
    """Whether a piece ends without steering and leads to `following` only."""
    is_steering = bool(piece.operations) and piece.operations[-1].steers and not piece.operations[-1].is_barrier
    return not is_steering and piece.kind != "kernel" and piece.following == [following]


# --- Scheduling ------------------------------------------------------------------------------------------------------


def _schedule(pieces: Sequence[Piece], slots: int, registers: int, at_exit: Sequence[int]) -> None:
    """Give every piece its bundles and bounds."""
    ends = _live_ends(pieces, at_exit)
    for piece, live_out in zip(pieces, ends, strict=True):
        if piece.bundles:
            continue
        found = schedule_block(piece.operations, live_out, slots, registers)
        piece.bundles, piece.bounds = found.bundles, found.bounds
        if len(found.bundles) > _GOOD * found.bounds.bound:
            piece.notes.append(_why_long(piece, live_out, slots, registers))


def _why_long(piece: Piece, live_out: set[int], slots: int, registers: int) -> str:
    """Why a block is longer than its bound."""
    bound = piece.bounds.bound if piece.bounds is not None else 0
    more = schedule_block(piece.operations, live_out, slots, REGISTER_COUNT)
    if len(more.bundles) <= _GOOD * bound and registers < REGISTER_COUNT:
        return f"registers: with {REGISTER_COUNT} instead of {registers} it takes {len(more.bundles)} bundles"
    tied = dependences(piece.operations, live_out, is_renaming=True)
    least = block_bounds(tied, slots, with_registers=True).bound
    if least > bound:
        ties = "the register in which a value comes into the block and goes out of it"
        if any(entry.reads_carry for entry in piece.operations):
            ties = "the carry flag"
        return f"{ties} keeps operations apart: not under {least} bundles"
    return "no shorter schedule found; the bound is not known to be within reach"


# --- Words again -----------------------------------------------------------------------------------------------------


def _assembled(program: Program, pieces: Sequence[Piece], slots: int, graph: ControlFlow) -> PackedProgram:
    starts: list[int] = []
    size = 0
    for piece in pieces:
        starts.append(size)
        size += sum(len(bundle) for bundle in piece.bundles)
    if size > MAX_INSTRUCTIONS:
        raise ProgramError(f"the bundles take {size} words, program memory holds {MAX_INSTRUCTIONS}", code="E0341")
    at_entry = {address: start for piece, start in zip(pieces, starts, strict=True) for address in piece.entries}
    beyond = min(size, MAX_INSTRUCTIONS - 1)
    words: list[int] = []
    origins: list[int] = []
    bundle_at: dict[int, int] = {}
    for piece, start in zip(pieces, starts, strict=True):
        for bundle in piece.bundles:
            first = len(words)
            for place, entry in enumerate(bundle):
                instruction = replace(entry.instruction, more=place + 1 < len(bundle))
                if instruction.cond != "always" or "target" in instruction.spec.fields:
                    target = at_entry.get(instruction.target, beyond)
                    if piece.kind == "kernel":
                        target = start
                    instruction = replace(instruction, target=target)
                words.append(encode(instruction))
                origins.append(entry.origin)
                bundle_at.setdefault(entry.origin, first)
    last = len(program.words)
    labels = {
        name: at_entry.get(address, size if address == last else bundle_at.get(address, size))
        for name, address in program.labels.items()
    }
    locations = program.locations or (Location(),) * last
    packed = replace(
        program,
        words=tuple(words),
        labels=labels,
        locations=tuple(locations[origin] for origin in origins),
        warnings=program.warnings,
    )
    reports = tuple(
        _report(program, piece, start, slots) for piece, start in zip(pieces, starts, strict=True) if piece.bundles
    )
    return PackedProgram(packed, program, slots, reports, tuple(origins))


def _report(program: Program, piece: Piece, first: int, slots: int) -> BlockReport:
    scalar = tuple(sorted({entry.origin for bundle in piece.bundles for entry in bundle}))
    names = [name for name, address in program.labels.items() if address in piece.entries]
    assert piece.bounds is not None
    return BlockReport(
        names[0] if names else "",
        piece.kind,
        scalar,
        first,
        sum(len(bundle) for bundle in piece.bundles),
        len(piece.bundles),
        piece.bounds,
        "; ".join(piece.notes),
    )
