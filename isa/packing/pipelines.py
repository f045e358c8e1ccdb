"""The pass of software pipelining: the choice of loops, and how their parts join the other pieces of the program."""

from __future__ import annotations

from isa.packing.bounds import GOOD
from isa.packing.loops import Pipelined, pipelined
from isa.packing.pieces import Options, Piece, live_ends
from isa.packing.scheduler import schedule_block


def pipelined_loops(pieces: list[Piece], options: Options) -> list[Piece]:
    """Return the pieces, with loops pipelined where this shortens their turns and program memory has room.

    The pieces before and after a pipelined loop are changed in place.
    """
    result = list(pieces)
    registers = options.registers
    free = options.words - sum(len(piece.operations) for piece in pieces)
    for piece in pieces:
        if piece not in piece.following:
            continue
        live_out = live_ends(result, options.at_exit)[piece]
        last = piece.operations[-1].instruction
        if last.cond == "always" or len(piece.following) != 2:
            continue
        if options.may_part and not piece.turns.is_exact:
            continue  # lanes that leave the loop later than others would finish their last turns after them
        plain = schedule_block(piece.operations, live_out, options.room, registers)
        pipeline = pipelined(piece.operations, live_out, options.room, registers, len(plain.bundles), piece.turns.least)
        if pipeline is None or len(pipeline.prologue) + len(pipeline.epilogue) > free:
            continue
        free -= len(pipeline.prologue) + len(pipeline.epilogue)
        _replace_loop(result, piece, pipeline)
    return result


def _replace_loop(pieces: list[Piece], loop: Piece, pipeline: Pipelined) -> None:
    """Replace a loop by its prologue, kernel and epilogue.

    If the loop has a single predecessor that leads nowhere else, the prologue joins it, and both are scheduled
    together. Likewise the epilogue joins a successor that only the loop leads to.
    """
    place = pieces.index(loop)
    leaving = next(following for following in loop.following if following is not loop)
    kernel = Piece([entry for bundle in pipeline.kernel for entry in bundle], (), kind="kernel")
    kernel.bundles, kernel.bounds = pipeline.kernel, pipeline.bounds
    outside = loop.weight / max(loop.turns.least, 1)
    kernel.depth = loop.depth
    kernel.weight = outside * max(loop.turns.least - pipeline.stages + 1, 1)
    kernel.notes += [*loop.notes, f"{pipeline.stages} iterations overlap"]
    if len(pipeline.kernel) > GOOD * pipeline.bounds.bound:
        kernel.notes.append("no shorter one found in which a value is held for one interval at most")
    before = [piece for piece in pieces if piece is not loop and loop in piece.following]
    new: list[Piece] = [kernel]
    if len(before) == 1 and place > 0 and before[0] is pieces[place - 1] and _only_goes_on(before[0], loop):
        before[0].operations += pipeline.prologue
        before[0].following = [kernel]
    else:
        prologue = Piece(
            list(pipeline.prologue), loop.entries, [kernel], kind="prologue", weight=outside, depth=loop.depth - 1
        )
        for piece in before:
            piece.following = [prologue if following is loop else following for following in piece.following]
        new.insert(0, prologue)
    leading = [piece for piece in pieces if piece is not loop and leaving is not None and leaving in piece.following]
    is_next = leaving is not None and place + 1 < len(pieces) and leaving is pieces[place + 1]
    if is_next and leaving is not None and not leading and leaving.kind != "kernel" and leaving is not loop:
        leaving.operations[:0] = pipeline.epilogue
        leaving.state = None  # the known values of registers are those after the epilogue
        kernel.following = [kernel, leaving]
    else:
        epilogue = Piece(list(pipeline.epilogue), (), [leaving], kind="epilogue", weight=outside, depth=loop.depth - 1)
        kernel.following = [kernel, epilogue]
        new.append(epilogue)
    pieces[place : place + 1] = new


def _only_goes_on(piece: Piece, following: Piece) -> bool:
    """Return whether a piece does not end in a jump and leads to `following` only."""
    is_steering = bool(piece.operations) and piece.operations[-1].steers and not piece.operations[-1].is_barrier
    return not is_steering and piece.kind != "kernel" and piece.following == [following]
