"""Pieces of random programs whose lanes read one another (docs/processor.md, section 28), on machines that have it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from isa.table.table import INSTRUCTIONS, SPECIALS
from simt.machine import Machine
from tests.generators.explicit import read_by_number

if TYPE_CHECKING:
    from tests.generators.builder import Builder

__all__ = ["NAMES", "OPTIONS", "across_names", "across_operation", "across_piece", "with_across"]

OPTIONS = ("options.shuffle", "options.vote", "options.ballot", "options.reduce")
NAMES = [name for name, spec in INSTRUCTIONS.items() if spec.across]


def with_across(rng: random.Random, machine: Machine) -> Machine:
    """The machine, mostly with some of the options of section 28 or all.

    Of those that would have one branch for a warp, and no bundles, some get a policy that fewer machines have.
    """
    kind = rng.random()
    options = [] if kind < 0.1 else OPTIONS if kind < 0.7 else [key for key in OPTIONS if rng.random() < 0.7]
    keys: dict[str, object] = dict.fromkeys(options, True)
    may_part = machine.vliw.count == 1 and machine.branch.policy == "first_thread"
    if options and may_part and rng.random() < 0.5:
        keys["branch.policy"] = rng.choice(("min_pc", "min_pc", "ipdom_stack", "explicit_masks"))
    return machine.replace(**keys) if keys else machine


def across_names(builder: Builder) -> list[str]:
    """The instructions of section 28 that the program may have; none in cases without extras."""
    return [name for name in NAMES if builder.has(name)]


def across_operation(builder: Builder) -> None:
    """One instruction of section 28, with operands for which something comes of it, mostly."""
    rng = builder.rng
    names = across_names(builder)
    if not names:
        return
    name = rng.choice(names)
    spec = INSTRUCTIONS[name]
    fields: dict[str, Any] = {"rd": rng.choice(builder.free)}
    for slot in spec.sources:
        fields["r" + slot] = builder.source()
    if rng.random() < 0.3:  # what differs between lanes
        fields["ra"] = SPECIALS["lane_id"] if name.startswith("shuffle") else builder.condition()
    if (builder.has_scalars or builder.extras) and rng.random() < 0.1:
        builder.emit(name, **{**fields, **read_by_number(builder, spec.sources)})
        return
    if "b" in spec.sources and rng.random() < 0.6:
        number = rng.choice((0, 0, 1, 1, 2)) if name == "ballot.b32" else rng.randint(0, builder.machine.warp_size)
        replaced = {key: value for key, value in fields.items() if key != "rb"}
        if builder.emit_with_constant(name, "b", number, **replaced):
            return
    builder.emit(name, **fields)


def across_piece(builder: Builder) -> None:
    """One to three of them, or a loop that ends by one."""
    if builder.rng.random() < 0.1:
        vote_loop(builder)
        return
    for _ in range(builder.rng.randint(1, 3)):
        across_operation(builder)


def vote_loop(builder: Builder) -> None:
    """A loop of lanes that stay together until none of them has a trip left, by a vote or by the largest number."""
    rng = builder.rng
    names = [name for name in ("vote_any.b32", "reduce_or.b32", "reduce_max.u32") if builder.has(name)]
    counter = builder.take_register() if names else None
    if counter is None:
        return
    most, step = builder.constant(rng.choice([1, 3, 7])), builder.constant(1)
    if most is not None and step is not None:  # its jump never parts lanes
        of = rng.choice([SPECIALS["lane_id"], SPECIALS["thread_id"], builder.source()])
        builder.emit("and.b32", rd=counter, ra=of, csel="b", const=most)
        label = builder.label()
        builder.any_operation()
        builder.emit("shr.u32", rd=counter, ra=counter, csel="b", const=step)
        builder.emit(rng.choice(names), label, cond="nz", rd=rng.choice(builder.free), ra=counter)
    builder.free.append(counter)
