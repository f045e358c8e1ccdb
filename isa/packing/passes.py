"""The passes of the packer in their order: unroll, cut, pipeline, move, schedule.

Unrolling changes the input of all other passes. So a plan of unrolling is tried with all passes, and kept if it saves
enough bundles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from isa.flow.cfg import ControlFlow, control_flow
from isa.packing.bounds import GOOD, block_bounds
from isa.packing.graph import dependences
from isa.packing.motion import Mover
from isa.packing.operations import needs_masks
from isa.packing.pieces import Options, Piece, cut, live_ends, without_spare
from isa.packing.pipelines import pipelined_loops
from isa.packing.ranges import Ranges, Turns
from isa.packing.scheduler import schedule_block
from isa.packing.unrolling import Unrolled, factors, unrolled
from isa.program.program import Program
from isa.table.table import REGISTER_COUNT

_GAIN = 0.95  # unrolling is kept if the cost becomes at most this share of the former cost


def scheduled(program: Program, options: Options) -> tuple[Unrolled, list[Piece]]:
    """Return the program with unrolled loops, and its scheduled pieces."""
    graph = control_flow(program)
    if any(entry is not None and needs_masks(entry) for entry in program.instructions):
        options = replace(options, pipeline=False, move=False, unroll=False)
    best = _tried(program, graph, {}, {}, options)
    if options.unroll and len(options.room.slots) > 1:
        turns = Ranges(program, graph, options.threads).turns
        plan: dict[int, int] = {}
        for number, number_of_turns in turns.items():
            block = graph.blocks[number]
            for factor in factors(block.end - block.first, number_of_turns):
                trial = {**plan, number: factor}
                attempt = _tried(program, graph, trial, turns, options)
                size = sum(len(bundle) for piece in attempt[1] for bundle in piece.bundles)
                if size <= options.words and _cost(attempt[1]) <= _GAIN * _cost(best[1]):
                    best, plan = attempt, trial
    for piece, live_out in live_ends(best[1], options.at_exit).items():
        if piece.bounds is not None and len(piece.bundles) > GOOD * piece.bounds.bound and piece.kind != "kernel":
            piece.notes.append(_why_long(piece, live_out, options))
    return best


def _tried(
    program: Program, graph: ControlFlow, plan: Mapping[int, int], turns: Mapping[int, Turns], options: Options
) -> tuple[Unrolled, list[Piece]]:
    """Return the program unrolled by a plan, and its scheduled pieces."""
    unrolled_program = unrolled(program, graph, plan, turns)
    program = unrolled_program.program
    graph = control_flow(program) if plan else graph
    ranges = Ranges(program, graph, options.threads)
    pieces = cut(ranges, options)
    without_spare(pieces, unrolled_program.spare, options.at_exit)
    for address, note in unrolled_program.notes.items():
        pieces[graph.block_at[address]].notes.append(note)
    if options.pipeline and len(options.room.slots) > 1:
        pieces = pipelined_loops(pieces, options)
    if options.move and len(options.room.slots) > 1:
        Mover(ranges, pieces, options).improve()
    for piece, live_out in live_ends(pieces, options.at_exit).items():
        if not piece.bundles:
            schedule = schedule_block(piece.operations, live_out, options.room, options.registers)
            piece.bundles, piece.bounds = schedule.bundles, schedule.bounds
    return unrolled_program, pieces


def _cost(pieces: Sequence[Piece]) -> float:
    """Return the estimated number of executed bundles."""
    return sum(piece.weight * len(piece.bundles) for piece in pieces)


def _why_long(piece: Piece, live_out: set[int], options: Options) -> str:
    """Explain why a block is longer than its bound."""
    bound = piece.bounds.bound if piece.bounds is not None else 0
    more = schedule_block(piece.operations, live_out, options.room, REGISTER_COUNT)
    if len(more.bundles) <= GOOD * bound and options.registers < REGISTER_COUNT:
        return f"registers: with {REGISTER_COUNT} instead of {options.registers} it takes {len(more.bundles)} bundles"
    tied = dependences(piece.operations, live_out, is_renaming=True)
    least = block_bounds(tied, options.room, with_registers=True).bound
    if least > bound:
        ties = "the register in which a value comes into the block and goes out of it"
        if any(entry.reads_carry for entry in piece.operations):
            ties = "the carry flag"
        return f"{ties} keeps operations apart: not under {least} bundles"
    return "no shorter schedule found; the bound is not known to be within reach"
