"""Random programs without races, whose final state does not depend on who comes first."""

from __future__ import annotations

import random

from isa.program.program import Program
from isa.table.table import SPECIALS
from simt.machine import Machine
from tests.generators.builder import Builder
from tests.generators.explicit import explicit_piece
from tests.generators.lane_jumps import random_lane_piece
from tests.generators.parts import own_parts, random_own_words, without_private
from tests.generators.programs import divergent_piece, random_threads


def random_race_free_program(
    rng: random.Random, machine: Machine, threads: int | None = None, extras: bool = False
) -> Program:
    """A program that ends, never traps, and whose result does not depend on the order of the warps.

    A warp writes its own part of local memory only, or a thread where threads may change their warps. It reads its
    own part at any time, and that of others only in a phase between two barriers in which nobody writes. Under
    `ipdom_stack` there is no barrier after early exits: they take joins away.
    """
    threads = threads or random_threads(rng, machine)
    own_words = random_own_words(rng, machine, threads) if extras else 0
    builder = Builder(rng, without_private(machine, threads, own_words), threads, extras, own_words)
    builder.may_race = False
    for register in builder.free[: rng.randint(1, 3)]:
        builder.emit("mov.b32", rd=register, ra=rng.choice(list(SPECIALS.values())))
    for _ in range(rng.randint(2, 9)):
        if len(builder.items) > 45:
            break
        if rng.random() < 0.25 and not (builder.has_exits and machine.branch.policy == "ipdom_stack"):
            reading_phase(builder)
        else:
            race_free_piece(builder, depth=0)
    builder.emit("ret")
    return builder.program()


def private_accesses(builder: Builder) -> None:
    """Accesses within k x size to k x size + size - 1 of owner k, a warp or a thread; size is a power of two."""
    register = builder.take_register()
    if register is None:
        return
    if builder.private_words:
        size = 1 << (builder.private_words.bit_length() - 1)
        shift = builder.constant(size.bit_length() - 1)
        base = builder.take_register()
        if shift is not None and base is not None and builder.address(register, 0, size):
            builder.emit("shl.b32", rd=base, ra=SPECIALS[builder.owner], csel="b", const=shift)
            builder.emit("or.b32", rd=register, ra=register, rb=base)
            for _ in range(builder.rng.randint(1, 3)):
                builder.access(register, 0, builder.rng.random() < 0.6)
            if builder.extras:
                own_parts(builder, register)
        if base is not None:
            builder.free.append(base)
    builder.free.append(register)


def reading_phase(builder: Builder) -> None:
    """Barrier, loads from anywhere, barrier."""
    register = builder.take_register()
    if register is None:
        return
    builder.emit("bar")
    if builder.address(register, 0, builder.machine.local.words):
        for _ in range(builder.rng.randint(1, 3)):
            builder.access(register, 0, is_store=False)
    builder.emit("bar")
    builder.free.append(register)


def race_free_piece(builder: Builder, depth: int) -> None:
    rng = builder.rng

    def body() -> None:
        for _ in range(rng.randint(1, 3)):
            race_free_piece(builder, depth + 1)

    if builder.has_masks and depth < 4 and rng.random() < 0.4:
        divergent_piece(builder, depth, body)
        return
    if builder.lanes_jump and depth < 4 and rng.random() < 0.4:
        random_lane_piece(builder, depth, body)
        return
    if builder.has_scalars and depth < 4 and rng.random() < 0.4:
        explicit_piece(builder, depth, body)
        return
    choice = rng.random()
    if choice < 0.4 or depth > 2:
        for _ in range(rng.randint(1, 4)):
            builder.any_operation()
    elif choice < 0.6:
        private_accesses(builder)
    elif choice < 0.7:
        builder.carry_chain()
    elif choice < 0.85:
        builder.skip(body)
    elif depth < 2:
        builder.loop(body, is_uniform=False)
