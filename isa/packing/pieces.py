"""A program cut into pieces of straight code, with the effects of their operations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from isa.cfg import ControlFlow
from isa.packing import ranges
from isa.packing.bounds import Bounds
from isa.packing.graph import live_at_ends
from isa.packing.operations import Access, Operation, operation
from isa.program import Program

__all__ = ["Piece", "cut", "live_ends"]


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


def cut(
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


def live_ends(pieces: Sequence[Piece], at_exit: Sequence[int]) -> list[set[int]]:
    """`live_at_ends` of pieces."""
    numbers = {piece: number for number, piece in enumerate(pieces)}
    successors = [
        [-1 if following is None else numbers[following] for following in piece.following] for piece in pieces
    ]
    fixed = [number for number, piece in enumerate(pieces) if piece.kind == "kernel"]
    return live_at_ends([piece.operations for piece in pieces], successors, at_exit, fixed)
