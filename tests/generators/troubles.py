"""Troubles in random programs: each may end the run early."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from isa.program.program import Program
from isa.table.table import SCALAR, SPECIALS
from tests.generators.builder import Builder
from tests.generators.words import EXTRAS, MORE


def early_exit(builder: Builder) -> None:
    """Some warps end here: a deadlock if the others come to a barrier."""
    position = len(builder.items)
    threshold = builder.constant(builder.rng.randint(0, builder.warps))
    if threshold is None:
        return
    rd = builder.rng.choice(builder.free)
    label = f"early{position}"
    name = builder.rng.choice(["lt.u32", "eq.u32", "ne.u32"])
    builder.emit(name, label, cond="c", rd=rd, ra=SPECIALS["warp_id"], csel="b", const=threshold)
    builder.emit("ret")
    builder.labels[label] = len(builder.items)
    if builder.rng.random() < 0.5:
        builder.emit("bar")


def unequal_barriers(builder: Builder) -> None:
    builder.skip(lambda: builder.emit("bar"))


def past_the_end(builder: Builder) -> None:
    builder.labels["past"] = builder.rng.choice([200, 4095, 100])
    if builder.rng.random() < 0.5:
        builder.emit("jmp", "past")
    else:
        rd = builder.rng.choice(builder.free)
        builder.emit("mov.b32", "past", cond="nz", rd=rd, ra=builder.source())


def endless_loop(builder: Builder) -> None:
    label = builder.label()
    builder.any_operation()
    if builder.rng.random() < 0.5:
        builder.local_accesses()
    builder.emit("jmp", label)


def illegal(builder: Builder) -> None:
    """An instruction that this machine, or any, lacks."""
    rng, machine = builder.rng, builder.machine
    kind = rng.randrange(5)
    if (
        machine.has("dpu") and machine.registers < 112 and rng.random() < 0.3
    ):  # a pair whose second register is not there
        fields = {"rd": 0, "ra": 0, "rb": 0, rng.choice(["rd", "ra", "rb"]): machine.registers - 1}
        builder.emit("add.f64", **fields)
    elif kind == 0 and machine.registers < 112 and builder.extras and rng.random() < 0.5:
        builder.emit("atom.local.cas.b32", rb=machine.registers - 1)
    elif kind == 0 and machine.registers < 112:
        fields = {"rd": 0, "ra": 0, "rb": 0, rng.choice(["rd", "ra", "rb"]): rng.randint(machine.registers, 111)}
        builder.emit("xor.b32", **fields)
    elif kind == 1 and builder.extras and rng.random() < 0.5:  # scalar registers may be there
        builder.emit("mov.b32", ra=SCALAR, const=rng.choice([0, 105, 127]))
    elif kind == 1:
        builder.emit("mov.b32", csel="a", const=rng.randint(min(machine.constants.words, 1023), 1023))
    elif kind == 2:
        names = EXTRAS if builder.extras else ("mul.u32", "mulh.s32", "mad.f32", "mad.f64")
        builder.emit(rng.choice(names), rd=0, ra=0, rb=0)
    elif kind == 3:
        builder.emit(rng.choice(["pop_mask", "mask_nz", "push_mask", "br_push", "s_mov.b64", "vtest.b32"]))
    else:
        builder.emit("add.f32", more=True)


def conflict_heavy(builder: Builder) -> None:
    """Lanes at a stride that is a multiple of the banks."""
    register = builder.take_register()
    if register is None:
        return
    machine = builder.machine
    shift = max(machine.local.banks.bit_length() - 1, 0)
    if builder.constant(shift) is not None and machine.warp_size << shift <= machine.local.words:
        builder.emit_with_constant("shl.b32", "b", shift, rd=register, ra=SPECIALS["lane_id"])
        for _ in range(builder.rng.randint(1, 4)):
            builder.access(register, 0, builder.rng.random() < 0.5)
    builder.free.append(register)


def parting(builder: Builder) -> None:
    """Some warps come to one trouble, the others to another or to none, all released by one barrier.

    So that two traps are found in one cycle, or one beside warps that could be selected.
    """
    rng = builder.rng
    position = len(builder.items)
    threshold = builder.constant(rng.randrange(builder.warps))
    if threshold is None:
        return
    label = f"parting{position}"
    name = rng.choice(["lt.u32", "eq.u32", "eq.u32", "ne.u32"])
    rd = rng.choice(builder.free)
    traps: list[Callable[[Builder], None]] = [Builder.raw_access, illegal, past_the_end]
    builder.emit(name, label, cond="c", rd=rd, ra=SPECIALS["warp_id"], csel="b", const=threshold)
    sides = [rng.choice(traps), rng.choice([Builder.any_operation, Builder.any_operation, *traps])]
    rng.shuffle(sides)
    for side in sides:
        builder.emit("bar")
        for _ in range(rng.choice([0, 0, 1, 2])):
            builder.any_operation()
        side(builder)
        if label not in builder.labels:
            builder.emit("ret")
            builder.labels[label] = len(builder.items)


TROUBLES: list[Callable[[Builder], None]] = [
    early_exit,
    early_exit,
    unequal_barriers,
    past_the_end,
    endless_loop,
    illegal,
    conflict_heavy,
    Builder.raw_access,
    parting,
    parting,
    parting,
    parting,
]


def pop_of_nothing(builder: Builder) -> None:
    builder.emit("pop_mask")


def endless_pushes(builder: Builder) -> None:
    """The stack runs full, one or two entries at a time."""
    label = builder.label()
    if builder.rng.random() < 0.5:
        builder.emit("push_mask", label)
    else:
        builder.emit("br_push", label, label, ra=builder.condition())
    if builder.rng.random() < 0.3:
        builder.any_operation()
    builder.emit("jmp", label)


def divergent_barrier(builder: Builder) -> None:
    if builder.rng.random() < 0.5:
        builder.masked_if(lambda: builder.emit("bar"))
    else:
        builder.masked_if_else(lambda: builder.emit("bar"), builder.any_operation)


def lanes_without_a_way_back(builder: Builder) -> None:
    """mask_nz with nothing pushed: lanes drop out for good, or the stack underflows at once."""
    builder.emit("mask_nz", ra=builder.condition())
    if builder.rng.random() < 0.5:
        builder.emit(builder.rng.choice(["ret", "bar", "pop_mask"]))


def deep_nesting(builder: Builder) -> None:
    """Ifs to the depth of a small stack and one more, or up to eight."""
    depth = min(builder.machine.branch.stack_depth + builder.rng.randint(0, 1), 8)

    def nest(level: int) -> None:
        if level == depth:
            builder.any_operation()
        elif builder.rng.random() < 0.6:
            builder.masked_if(lambda: nest(level + 1))
        else:
            builder.masked_if_else(lambda: nest(level + 1), builder.any_operation)

    fits, builder.fits_stack = builder.fits_stack, False
    nest(0)
    builder.fits_stack = fits


def any_masks(builder: Builder) -> None:
    """Mask instructions in no order, whose targets are anywhere near, between other operations."""
    rng = builder.rng
    for _ in range(rng.randint(1, 5)):
        here = len(builder.items)
        near, also = f"near{here}", f"also{here}"
        builder.labels[near] = max(here + rng.randint(-3, 8), 0)
        builder.labels[also] = max(here + rng.randint(-3, 8), 0)
        match rng.randrange(6):
            case 0:
                builder.emit("push_mask", near)
            case 1:
                builder.emit("pop_mask")
            case 2:
                builder.emit("mask_nz", ra=builder.condition())
            case 3:
                builder.emit("br_push", near, also, ra=builder.condition())
            case 4:
                builder.emit("ret")
            case _:
                builder.any_operation()


MASK_TROUBLES: list[Callable[[Builder], None]] = [
    pop_of_nothing,
    endless_pushes,
    endless_pushes,
    divergent_barrier,
    divergent_barrier,
    lanes_without_a_way_back,
    deep_nesting,
    any_masks,
    any_masks,
    any_masks,
]


def damaged(rng: random.Random, program: Program, has_bundles: bool) -> Program:
    """The same program without its last `ret`, or with a random word somewhere, or with one bit turned over.

    With bundles that bit is often `more`.
    """
    words = list(program.words)
    position = rng.randrange(len(words))
    kind = rng.randrange(4)
    if kind == 0:
        words.pop()
    elif kind == 1 and has_bundles:
        words[position] ^= MORE
    elif kind == 1:
        words[position] = rng.getrandbits(64)
    else:
        words[position] ^= 1 << rng.randrange(64)
    return replace(
        Program.from_words(
            words,
            constants=program.constants,
            threads=program.threads,
            local_words=program.local_words,
            private_words=program.private_words,
        ),
        at_launch=program.at_launch,
    )
