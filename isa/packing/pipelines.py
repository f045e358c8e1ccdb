"""Pipelined loops among the other pieces of a program: which are pipelined, and how they join the pieces around."""

from __future__ import annotations

from isa.packing.bounds import GOOD
from isa.packing.loops import Pipelined, pipelined
from isa.packing.pieces import Options, Piece, live_ends
from isa.packing.scheduler import schedule_block


def pipelined_loops(pieces: list[Piece], options: Options) -> list[Piece]:
    """Pipeline loops of one block if that makes their turns shorter and program memory has room; return the pieces."""
    found = list(pieces)
    slots, registers = options.slots, options.registers
    room = options.words - sum(len(piece.operations) for piece in pieces)
    for piece in pieces:
        if not piece.is_loop:
            continue
        live_out = live_ends(found, options.at_exit)[found.index(piece)]
        last = piece.operations[-1].instruction
        if last.cond == "always" or len(piece.following) != 2:
            continue
        plain = schedule_block(piece.operations, live_out, slots, registers)
        made = pipelined(piece.operations, live_out, slots, registers, len(plain.bundles), piece.turns.least)
        if made is None or len(made.prologue) + len(made.epilogue) > room:
            continue
        room -= len(made.prologue) + len(made.epilogue)
        _replace_loop(found, piece, made)
    return found


def _replace_loop(pieces: list[Piece], loop: Piece, made: Pipelined) -> None:
    """Put prologue, kernel and epilogue in the place of a loop.

    The prologue joins the piece before if only that one leads into the loop, the epilogue the piece after if only the
    loop leads there: so they are scheduled together.
    """
    place = pieces.index(loop)
    behind = next(following for following in loop.following if following is not loop)
    kernel = Piece([entry for bundle in made.kernel for entry in bundle], (), kind="kernel")
    kernel.bundles, kernel.bounds = made.kernel, made.bounds
    outside = loop.weight / max(loop.turns.least, 1)
    kernel.depth = loop.depth
    kernel.weight = outside * max(loop.turns.least - made.stages + 1, 1)
    kernel.notes += [*loop.notes, f"{made.stages} iterations overlap"]
    if len(made.kernel) > GOOD * made.bounds.bound:
        kernel.notes.append("no shorter one found in which a value is held for one interval at most")
    before = [piece for piece in pieces if piece is not loop and loop in piece.following]
    new: list[Piece] = [kernel]
    if len(before) == 1 and place > 0 and before[0] is pieces[place - 1] and _only_goes_on(before[0], loop):
        before[0].operations += made.prologue
        before[0].following = [kernel]
    else:
        prologue = Piece(
            list(made.prologue), loop.entries, [kernel], kind="prologue", weight=outside, depth=loop.depth - 1
        )
        for piece in before:
            piece.following = [prologue if following is loop else following for following in piece.following]
        new.insert(0, prologue)
    leading = [piece for piece in pieces if piece is not loop and behind is not None and behind in piece.following]
    is_next = behind is not None and place + 1 < len(pieces) and behind is pieces[place + 1]
    if is_next and behind is not None and not leading and behind.kind != "kernel" and behind is not loop:
        behind.operations[:0] = made.epilogue
        behind.state = None  # the known facts hold after the epilogue
        kernel.following = [kernel, behind]
    else:
        epilogue = Piece(list(made.epilogue), (), [behind], kind="epilogue", weight=outside, depth=loop.depth - 1)
        kernel.following = [kernel, epilogue]
        new.append(epilogue)
    pieces[place : place + 1] = new


def _only_goes_on(piece: Piece, following: Piece) -> bool:
    """Return whether a piece ends without steering and leads to `following` only."""
    is_steering = bool(piece.operations) and piece.operations[-1].steers and not piece.operations[-1].is_barrier
    return not is_steering and piece.kind != "kernel" and piece.following == [following]
