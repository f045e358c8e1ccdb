"""The pieces of straight code that a program is cut into."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from isa.flow.cfg import BasicBlock, ControlFlow
from isa.packing.bounds import Bounds
from isa.packing.operations import EVERY_REGISTER, Access, Operation, operation
from isa.packing.phases import phases_of
from isa.packing.ranges import ONCE, Ranges, Turns, Values
from isa.packing.room import Room
from isa.program.encoding import Instruction
from isa.program.program import Program
from isa.table.intervals import LAST
from isa.table.units import MEMORY_UNITS

# What a piece reads before it writes it, and what it writes: registers and `CARRY`.
Effects = tuple[frozenset[int], frozenset[int]]
Known = dict[tuple[tuple[Operation, ...], bool], Effects]  # of operations, and whether they are a pipelined loop

_GUESSED_TURNS = 8  # of a loop whose turns are unknown


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the passes, as in `isa.pack`, except the following.

    - room: the room in bundles.
    - threads: the threads of a work-group, 0 for any number.
    - at_exit: the registers that must have their values at the end.
    - may_part: whether lanes may part at jumps.
    """

    room: Room
    registers: int
    words: int
    threads: int
    assume_in_bounds: bool
    at_exit: Sequence[int]
    pipeline: bool = True
    move: bool = True
    unroll: bool = True
    may_part: bool = False


@dataclass(slots=True, eq=False)
class Piece:
    """A run of operations that is scheduled as a whole.

    - entries: the addresses at which jumps enter the piece.
    - following: the pieces that may come next, None for the end of the program.
    - kind: as in `BlockReport`; the jump of a kernel goes back to the kernel.
    - bundles: the schedule, () if there is none yet.
    - notes: sentences for the report.
    - weight: an estimate of how often the piece is executed.
    - depth: the number of loops around it.
    - turns: the turns of the piece if it is a loop.
    - state: the values of registers at its beginning, None if unknown.
    - arrived: the operations that came from other pieces: by the address of an operation, the address of the piece from
      which it came.
    - has_masks: whether a lane may be masked off in the piece, so that every register may be read after it.
    """

    operations: list[Operation]
    entries: tuple[int, ...]
    following: list[Piece | None] = field(default_factory=list)
    kind: str = "block"
    bundles: tuple[tuple[Operation, ...], ...] = ()
    bounds: Bounds | None = None
    notes: list[str] = field(default_factory=list)
    weight: float = 1.0
    depth: int = 0
    turns: Turns = ONCE
    state: Values | None = None
    arrived: dict[int, int] = field(default_factory=dict)
    has_masks: bool = False


def cut(ranges: Ranges, options: Options) -> list[Piece]:
    """Return the blocks of a program as pieces."""
    graph = ranges.graph
    accesses = _accesses(ranges, options)
    phases = phases_of(ranges.program, graph, accesses)
    pieces = []
    for block in graph.blocks:
        operations = []
        for address in range(block.first, block.end):
            instruction = graph.instructions[address]
            assert instruction is not None
            operations.append(operation(instruction, address, accesses.get(address), phases.get(address)))
        turns = ranges.turns.get(block.number, ONCE)
        piece = Piece(operations, (block.first,), turns=turns, has_masks=ranges.has_masks)
        piece.state, piece.depth = ranges.states[block.number], graph.loop_depth(block.number)
        pieces.append(piece)
    for piece, weight in zip(pieces, _weights(graph, pieces), strict=True):
        piece.weight = weight
    for block, piece in zip(graph.blocks, pieces, strict=True):
        piece.following = [None if edge.target == graph.exit else pieces[edge.target] for edge in block.successors]
    return pieces


def _weights(graph: ControlFlow, pieces: Sequence[Piece]) -> list[float]:
    """Estimate how often each block is executed: loops make their proven turns, or 8; half of all jumps are taken."""
    weights = []
    for block in graph.blocks:
        weight = 1.0
        for loop in graph.loops:
            if block.number in loop.blocks:
                turns = pieces[loop.header].turns if len(loop.blocks) == 1 else ONCE
                weight *= turns.least if turns.is_exact else max(turns.least, _GUESSED_TURNS)
        for above in graph.blocks:
            is_fork = len(above.successors) == 2 and above.number != block.number
            if is_fork and graph.dominates(above.number, block.number) and not _steers_a_loop(graph, above):
                weight *= 1.0 if graph.post_dominates(block.number, above.number) else 0.5
        weights.append(weight)
    return weights


def _steers_a_loop(graph: ControlFlow, block: BasicBlock) -> bool:
    """Return whether the jump that ends `block` decides between the next turn of a loop and its end."""
    return any(
        edge.target == loop.header or edge.target not in loop.blocks
        for loop in graph.loops
        if block.number in loop.blocks
        for edge in block.successors
    )


def without_spare(pieces: Sequence[Piece], spare: Collection[int], at_exit: Sequence[int]) -> None:
    """Drop the operations at the addresses `spare` whose results nobody reads. Jumps and accesses stay.

    at_exit: the registers that are live at the end of the program.
    """
    is_changed = bool(spare)
    while is_changed:
        is_changed = False
        for piece, live_out in live_ends(pieces, at_exit).items():
            live = set(live_out)
            kept = []
            for entry in reversed(piece.operations):
                is_wanted = entry.steers or entry.access is not None or not live.isdisjoint(entry.writes)
                if entry.origin in spare and not is_wanted:
                    is_changed = True
                    continue
                live.difference_update(entry.writes)
                live.update(entry.reads)
                kept.append(entry)
            piece.operations = kept[::-1]


def _accesses(ranges: Ranges, options: Options) -> dict[int, Access]:
    """Return the access of each instruction in reachable code that accesses memory, by address of the instruction."""
    accesses: dict[int, Access] = {}
    for block in ranges.graph.blocks:
        before = ranges.states[block.number]
        if before is None:
            continue
        state = dict(before)
        for address in range(block.first, block.end):
            instruction = ranges.program.instructions[address]
            assert instruction is not None
            if instruction.spec.unit in MEMORY_UNITS:
                accesses[address] = _access(ranges, options, instruction, state)
            ranges.step(instruction, state)
    others = (
        entry
        for address, entry in enumerate(ranges.program.instructions)
        if entry is not None and address not in accesses and entry.spec.unit in MEMORY_UNITS
    )
    every = [*accesses.values(), *(access for entry in others if (access := operation(entry, 0).access) is not None)]
    stores = [access for access in every if access.is_store]
    for address, access in accesses.items():
        if not access.is_store and not any(access.overlaps(store) for store in stores):
            accesses[address] = replace(access, is_read_only=True)
    return accesses


def _access(ranges: Ranges, options: Options, instruction: Instruction, state: Values) -> Access:
    """Return the access of an instruction: of whole words of local memory and of global memory with its addresses."""
    access = operation(instruction, 0).access
    assert access is not None
    spec = instruction.spec
    address = ranges.address(instruction, state)
    low, high = address.low, address.high
    if spec.unit == "memory":
        high += spec.bytes - 1
        if high > LAST:  # it may go round
            low, high = 0, LAST
        is_inside = options.assume_in_bounds and address.base >= 0
        return replace(access, low=low, high=high, base=address.base, is_inside=is_inside)
    if spec.name not in ("ld.local", "st.local"):
        return access
    has_constant = instruction.csel in ("a", "c") and instruction.const < len(ranges.program.constants)
    if options.assume_in_bounds and has_constant:
        low, high = _array_around(ranges.program, ranges.program.constants[instruction.const], low, high)
    return replace(access, low=low, high=high)


def _array_around(program: Program, word: int, low: int, high: int) -> tuple[int, int]:
    """Return the part of the range `low` to `high` in the array that contains the address `word`.

    The whole range is returned if no array contains the word.
    """
    for array in program.locals.values():
        if array.address <= word < array.address + array.words:
            return max(low, array.address), min(high, array.address + array.words - 1)
    return low, high


def live_ends(pieces: Sequence[Piece], at_exit: Sequence[int], known: Known | None = None) -> dict[Piece, set[int]]:
    """Return the registers, and `CARRY`, that are live at the end of each piece.

    If a piece has masks, all registers are.

    at_exit: the registers that are live at the end of the program. known: the effects of pieces that an earlier call
    found. New effects are added for later calls.
    """
    if any(piece.has_masks for piece in pieces):
        return {piece: set(EVERY_REGISTER) for piece in pieces}
    known, leaving = {} if known is None else known, set(at_exit)
    effects = {piece: _effects(piece, known) for piece in pieces}
    starts = {piece: read for piece, (read, _) in effects.items()}
    ends: dict[Piece, set[int]] = {piece: set() for piece in pieces}
    is_changed = True
    while is_changed:
        is_changed = False
        for piece in reversed(pieces):
            end: set[int] = set()
            for following in piece.following:
                end |= leaving if following is None else starts[following]
            if end != ends[piece]:
                ends[piece] = end
                read, written = effects[piece]
                starts[piece] = read | (end - written)
                is_changed = True
    return ends


def _effects(piece: Piece, known: Known) -> Effects:
    """Return the effects of a piece; a pipelined loop counts as if it wrote nothing."""
    is_loop = piece.kind == "kernel"
    key = tuple(piece.operations), is_loop
    if key not in known:
        read: set[int] = set()
        written: set[int] = set()
        for entry in piece.operations:
            read.update(number for number in entry.reads if number not in written)
            written.update(() if is_loop else entry.writes)
        known[key] = frozenset(read), frozenset(written)
    return known[key]
