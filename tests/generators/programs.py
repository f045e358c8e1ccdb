"""Random programs: loops on results of every unit, carry chains, barriers, conflicts, divergence."""

from __future__ import annotations

import random
from collections.abc import Callable

from isa.program.program import Program
from isa.table.table import SPECIALS
from simt.machine import Machine
from tests.generators.builder import Builder
from tests.generators.bundles import BUNDLE_TROUBLES, reading_bundles
from tests.generators.explicit import explicit_piece
from tests.generators.lane_jumps import LANE_TROUBLES, pieces_behind, random_lane_piece
from tests.generators.parts import random_own_words, raw_part, without_private
from tests.generators.troubles import MASK_TROUBLES, TROUBLES, damaged, early_exit


def random_threads(rng: random.Random, machine: Machine) -> int:
    """Whole warps more often than not, all of the machine's or fewer."""
    warps = rng.choice([machine.warps, rng.randint(1, machine.warps)])
    threads = warps * machine.warp_size
    return threads if rng.random() < 0.6 else threads - rng.randrange(machine.warp_size)


def random_program(rng: random.Random, machine: Machine, threads: int | None = None, extras: bool = False) -> Program:
    """A program of about 5 to 60 instructions for `machine`; one in five or so can trap, deadlock or run forever."""
    threads = threads or random_threads(rng, machine)
    own_words = random_own_words(rng, machine, threads) if extras else 0
    builder = Builder(rng, without_private(machine, threads, own_words), threads, extras, own_words)
    for register in builder.free[: rng.randint(1, 3)]:
        builder.emit("mov.b32", rd=register, ra=rng.choice(list(SPECIALS.values())))
    troubles = TROUBLES + MASK_TROUBLES * builder.has_masks + LANE_TROUBLES * builder.lanes_jump
    troubles += (BUNDLE_TROUBLES + [early_exit] * 3) * (builder.slots > 1)
    troubles += [raw_part] * 4 * builder.extras
    trouble = rng.choice(troubles) if rng.random() < 0.4 else None
    builder.fits_stack = rng.random() < (0.7 if builder.lanes_jump else 0.85)
    builder.lane_0_survives = rng.random() < 0.7
    pieces = rng.randint(2, 9)
    at = rng.randrange(pieces)
    for number in range(pieces):
        if len(builder.items) > 45:
            break
        random_piece(builder, depth=0, is_uniform=True)
        if builder.slots > 1 and machine.register_file.organisation == "three_banks":
            reading_bundles(builder)
        if trouble is not None and number == at:
            trouble(builder)
    builder.emit("ret")
    pieces_behind(builder)
    program = builder.program()
    return damaged(rng, program, builder.slots > 1) if rng.random() < 0.05 else program


def random_piece(builder: Builder, depth: int, is_uniform: bool) -> None:
    """One piece of a program. Barriers only where every warp comes by equally often."""
    rng = builder.rng
    inner_is_uniform = False

    def body() -> None:
        for _ in range(rng.randint(1, 3)):
            random_piece(builder, depth + 1, inner_is_uniform)

    if builder.has_masks and depth < 4 and rng.random() < 0.45:
        divergent_piece(builder, depth, body)
        return
    if builder.lanes_jump and depth < 4 and rng.random() < 0.45:
        random_lane_piece(builder, depth, body)
        return
    if builder.has_scalars and depth < 4 and rng.random() < 0.45:
        explicit_piece(builder, depth, body)
        return
    choice = rng.random()
    if choice < 0.35 or depth > 2:
        for _ in range(rng.randint(1, 4)):
            builder.any_operation()
    elif choice < 0.5:
        builder.local_accesses()
    elif choice < 0.55:
        builder.broadcast()
    elif choice < 0.62:
        builder.carry_chain()
    elif choice < 0.74:
        if is_uniform:
            builder.emit("bar")
    elif choice < 0.84:
        builder.skip(body)
    elif depth < 2:
        inner_is_uniform = is_uniform and rng.random() < 0.6
        builder.loop(body, inner_is_uniform)


def divergent_piece(builder: Builder, depth: int, body: Callable[[], None]) -> None:
    """A structure whose lanes part and meet again."""
    rng = builder.rng
    if len(builder.items) > 90:
        builder.any_operation()
        return
    choice = rng.random()
    if choice < 0.35:
        builder.masked_if(body)
    elif choice < 0.65:
        builder.masked_if_else(body, body if rng.random() < 0.8 else builder.any_operation)
    elif choice < 0.88:
        if depth < 2:
            builder.masked_while(body)
    else:
        builder.exit_of_some()
