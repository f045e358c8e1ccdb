"""A program cut into pieces of straight code, with the effects of their operations."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from isa.flow.cfg import BasicBlock, ControlFlow
from isa.packing import ranges
from isa.packing.bounds import Bounds
from isa.packing.graph import Effects, effects, live_at_ends
from isa.packing.operations import Access, Operation, operation
from isa.program.program import Program
from isa.table.units import MEMORY_UNITS

_GUESSED_TURNS = 8


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the passes, as in `isa.pack`. `at_exit` are registers whose last values are wanted."""

    slots: int
    registers: int
    words: int
    threads: int
    assume_in_bounds: bool
    at_exit: Sequence[int]
    pipeline: bool = True
    move: bool = True
    unroll: bool = True


@dataclass(slots=True, eq=False)
class Piece:
    """A run of operations that is scheduled as a whole.

    `entries` are the addresses at which jumps enter it. `following` are the pieces that may come next, None for the
    end. `bundles` belong to a piece that is scheduled already; the jump of a kernel goes to the kernel. `weight` is a
    guess how often it is executed, in `depth` loops; `turns` are the turns of a loop by itself. `state` is what
    registers may hold at its beginning, None if that is not known. `arrived` are the operations that came from other
    pieces: address of the operation, address of the piece.
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
    turns: ranges.Turns = ranges.ONCE
    state: ranges.State | None = None
    arrived: dict[int, int] = field(default_factory=dict)

    @property
    def is_loop(self) -> bool:
        """Return whether it may follow itself."""
        return any(following is self for following in self.following)


def cut(program: Program, graph: ControlFlow, options: Options, states: Sequence[ranges.State | None]) -> list[Piece]:
    """Return the blocks of the program with the effects of their operations."""
    accesses = _accesses(program, graph, options, states)
    pieces = []
    for block in graph.blocks:
        operations = []
        for address in range(block.first, block.end):
            instruction = program.instructions[address]
            assert instruction is not None
            operations.append(operation(instruction, address, accesses.get(address)))
        piece = Piece(operations, (block.first,))
        piece.state, piece.depth = states[block.number], graph.loop_depth(block.number)
        if any(edge.target == block.number for edge in block.successors):
            piece.turns = ranges.loop_turns(program, graph, options.threads, states, block.number)
        pieces.append(piece)
    for piece, weight in zip(pieces, _weights(graph, pieces), strict=True):
        piece.weight = weight
    for block, piece in zip(graph.blocks, pieces, strict=True):
        piece.following = [None if edge.target == graph.exit else pieces[edge.target] for edge in block.successors]
    return pieces


def _weights(graph: ControlFlow, pieces: Sequence[Piece]) -> list[float]:
    """Guess how often each block is executed: loops make their proven turns, or 8; a way is taken or not."""
    weights = []
    for block in graph.blocks:
        weight = 1.0
        for loop in graph.loops:
            if block.number in loop.blocks:
                turns = pieces[loop.header].turns if len(loop.blocks) == 1 else ranges.ONCE
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
    """Drop the operations at the addresses `spare` whose results nobody reads."""
    is_changed = bool(spare)
    while is_changed:
        is_changed = False
        for piece, live_out in zip(pieces, live_ends(pieces, at_exit), strict=True):
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


def _accesses(
    program: Program, graph: ControlFlow, options: Options, states: Sequence[ranges.State | None]
) -> dict[int, Access]:
    """Return the range of each local access of reachable code.

    Accesses to parts of words, atomics and private memory have none: they may go anywhere, and loads among them are not
    read only.
    """
    accesses: dict[int, Access] = {}
    for block in graph.blocks:
        before = states[block.number]
        state = dict(before) if before is not None else {}
        for address in range(block.first, block.end):
            instruction = program.instructions[address]
            assert instruction is not None
            if instruction.spec.name in ("ld.local", "st.local") and before is not None:
                low, high = ranges.address_range(program, options.threads, instruction, state)
                if (
                    options.assume_in_bounds
                    and instruction.csel in ("a", "c")
                    and instruction.const < len(program.constants)
                ):
                    low, high = _array_around(program, program.constants[instruction.const], low, high)
                accesses[address] = Access(instruction.spec.is_store, low, high)
            ranges.step(program, options.threads, instruction, state)
    stores = [access for access in accesses.values() if access.is_store]
    others = (other.spec for other in program.instructions if other is not None and other.spec.unit in MEMORY_UNITS)
    stores += [Access(True) for spec in others if spec.is_atomic or (spec.is_store and spec.name != "st.local")]
    for address, access in accesses.items():
        if not access.is_store and not any(access.may_meet(store) for store in stores):
            accesses[address] = replace(access, is_read_only=True)
    return accesses


def _array_around(program: Program, word: int, low: int, high: int) -> tuple[int, int]:
    """Return `low` to `high`, cut down to the array into which `word` points."""
    for array in program.locals.values():
        if array.address <= word < array.address + array.words:
            return max(low, array.address), min(high, array.address + array.words - 1)
    return low, high


def live_ends(
    pieces: Sequence[Piece], at_exit: Sequence[int], known: dict[tuple[Operation, ...], Effects] | None = None
) -> list[set[int]]:
    """Return `live_at_ends` of pieces. known: effects of runs of operations, for a later call after few changes."""
    numbers = {piece: number for number, piece in enumerate(pieces)}
    successors = [
        [-1 if following is None else numbers[following] for following in piece.following] for piece in pieces
    ]
    known = {} if known is None else known
    about = []
    for piece in pieces:
        if piece.kind == "kernel":
            about.append(effects(piece.operations, is_fixed=True))
            continue
        operations = tuple(piece.operations)
        if operations not in known:
            known[operations] = effects(operations, is_fixed=False)
        about.append(known[operations])
    return live_at_ends(about, successors, at_exit)
