"""Pieces of random programs (`tests.generators`) whose lanes part at ordinary jumps: docs/processor.md, section 14.

Under `ipdom_stack` a piece asks for the stack entries that it may need, as the pieces with mask instructions do. An
early exit takes the joins of all that is around it away; then only a stack that holds 2 x (warp_size - 1) is surely
deep enough.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from isa.table.table import SPECIALS

if TYPE_CHECKING:
    from tests.generators.builder import Builder

__all__ = ["LANE_TROUBLES", "ROOM_FOR_ALL", "parted_at_a_barrier", "pieces_behind", "random_lane_piece", "stack_room"]

ROOM_FOR_ALL = 1 << 20
Body = Callable[[], None]
Jump = Callable[["Builder", str], None]


def stack_room(policy: str, depth: int, warp_size: int) -> int:
    """Entries that a program may use; everything if it cannot fill the stack whatever it does."""
    can_fill = policy == "mask_stack" or (policy == "ipdom_stack" and depth < 2 * (warp_size - 1))
    return depth if can_fill else ROOM_FOR_ALL


def jump(builder: Builder, label: str) -> None:
    """A jump on which the lanes disagree, mostly: on lane or thread number, on data, on a loaded word."""
    rng = builder.rng
    rd = rng.choice(builder.free)
    if builder.threads_move and rng.random() < 0.7 and jump_of_threads(builder, label):
        return
    number = SPECIALS[rng.choice(["lane_id", "lane_id", "thread_id"])]
    of = number if rng.random() < 0.75 else builder.source()
    kind = rng.random()
    if kind < 0.4:
        condition = rng.choice(["z", "nz"])
        if builder.emit_with_constant(
            "and.b32", "b", rng.choice([1, 1, 2, 3, 4, 5, 8]), label, rd=rd, ra=of, cond=condition
        ):
            return
    elif kind < 0.75:
        name, bits = rng.choice(["lt.u32", "ge.u32", "eq.u32", "ne.u32"]), rng.randint(0, builder.machine.warp_size)
        if builder.emit_with_constant(name, "b", bits, label, rd=rd, ra=of, cond=rng.choice(["c", "nc"])):
            return
    elif kind < 0.82:
        builder.emit("add.f32", label, rd=rd, ra=builder.source(), rb=builder.source(), cond=rng.choice(["n", "nz"]))
        return
    elif kind < 0.92 and builder.may_race:
        register = builder.take_register()
        if register is not None:
            if builder.address(register, 0, builder.machine.local.words):
                builder.emit("ld.local", label, rd=register, ra=register, cond=rng.choice(["z", "nz"]))
            builder.free.append(register)
            return
    builder.emit("mov.b32", label, rd=rd, ra=number, cond=rng.choice(["z", "nz"]))


def number_of_a_thread(builder: Builder, register: int) -> bool:
    """`register` becomes a number that each thread has for itself: other lanes of other warps go on together."""
    bits = builder.rng.getrandbits(32)
    return builder.emit_with_constant("shr.u32", "a", bits, rd=register, rb=SPECIALS["thread_id"])


def jump_of_threads(builder: Builder, label: str) -> bool:
    """A jump that each thread takes or not for itself; False if there is no room for it."""
    rng = builder.rng
    rd = rng.choice(builder.free)
    return number_of_a_thread(builder, rd) and builder.emit_with_constant(
        "and.b32", "b", 1, label, rd=rd, ra=rd, cond=rng.choice(["z", "nz"])
    )


def jump_on_bit(builder: Builder, label: str, bit: int) -> None:
    """A jump of the lanes whose number has a bit or has it not."""
    rd, condition = builder.rng.choice(builder.free), builder.rng.choice(["z", "nz"])
    if not builder.emit_with_constant("and.b32", "b", 1 << bit, label, rd=rd, ra=SPECIALS["lane_id"], cond=condition):
        jump(builder, label)


def lane_if(builder: Builder, body: Body, jump: Jump = jump) -> None:
    """Some lanes jump over the body, which may be empty."""
    if not builder.has_room(1):
        return
    end = f"lane_end{len(builder.items)}"
    jump(builder, end)
    builder.stack_room -= 1
    if builder.rng.random() < 0.95:
        body()
    builder.stack_room += 1
    builder.labels[end] = len(builder.items)


def lane_if_else(builder: Builder, body: Body, other_body: Body, jump: Jump = jump) -> None:
    """Two sides; the one that is jumped to stands behind the other one, or behind the program's last `ret`."""
    if not builder.has_room(2):
        return
    other, join = f"lane_other{len(builder.items)}", f"lane_join{len(builder.items)}"
    jump(builder, other)
    builder.stack_room -= 2
    body()
    if builder.may_race and builder.rng.random() < 0.3:
        room, free = builder.stack_room, list(builder.free)

        def behind() -> None:
            builder.stack_room, builder.free = room, free
            builder.labels[other] = len(builder.items)
            other_body()
            builder.emit("jmp", join)

        builder.behind.append(behind)
    else:
        builder.emit("jmp", join)
        builder.labels[other] = len(builder.items)
        other_body()
    builder.stack_room += 2
    builder.labels[join] = len(builder.items)


def pieces_behind(builder: Builder) -> None:
    """What stands behind the last `ret`."""
    while builder.behind:
        builder.behind.pop(0)()


def counted(builder: Builder) -> tuple[int, int] | None:
    """A register with a number of trips of each lane's own, 0 to 7, and the constant 1; None if there is no room."""
    step = builder.constant(1)
    most = builder.constant(builder.rng.choice([1, 3, 3, 7]))
    counter = builder.take_register() if step is not None and most is not None else None
    if counter is None or step is None:
        return None
    of = SPECIALS[builder.rng.choice(["lane_id", "thread_id"])] if builder.rng.random() < 0.6 else builder.source()
    if builder.threads_move and builder.rng.random() < 0.7 and number_of_a_thread(builder, counter):
        of = counter
    builder.emit("and.b32", rd=counter, ra=of, csel="b", const=most)
    return counter, step


def lane_while(builder: Builder, body: Body) -> None:
    """Each lane its own number of trips, tested before or after; lanes may break off in the body."""
    found = counted(builder) if builder.has_room(1) else None
    if found is None:
        return
    counter, step = found
    tests_first = builder.rng.random() < 0.5
    end = f"lane_endwhile{len(builder.items)}"
    builder.stack_room -= 1
    label = builder.label()
    if tests_first:
        builder.emit("mov.b32", end, rd=builder.rng.choice(builder.free), ra=counter, cond="z")
    body()
    if builder.rng.random() < 0.4:
        jump(builder, end)
        builder.any_operation()
    if tests_first:
        builder.emit("sub.u32", rd=counter, ra=counter, csel="b", const=step)
        builder.emit("jmp", label)
    else:
        builder.emit("sub.u32", label, rd=counter, ra=counter, csel="b", const=step, cond="nn")
    builder.stack_room += 1
    builder.labels[end] = len(builder.items)
    builder.free.append(counter)


def parted_at_a_barrier(builder: Builder, body: Body) -> None:
    """Two sides with a `bar` in each, so that all warps go on in one cycle, with some lanes each: they form."""
    rng = builder.rng

    def side() -> None:
        builder.emit("bar")
        for _ in range(rng.randint(1, 2)):
            builder.any_operation()
        body()

    def part(builder: Builder, label: str) -> None:
        if not jump_of_threads(builder, label):
            jump(builder, label)

    lane_if_else(builder, side, side, part)


def two_entries(builder: Builder) -> None:
    """The article's loop that lanes enter at two places."""
    found = counted(builder) if builder.has_room(1) else None
    if found is None:
        return
    counter, step = found
    second = f"lane_second{len(builder.items)}"
    jump(builder, second)
    first = builder.label()
    builder.any_operation()
    builder.labels[second] = len(builder.items)
    builder.any_operation()
    builder.emit("sub.u32", first, rd=counter, ra=counter, csel="b", const=step, cond="nn")
    builder.free.append(counter)


def lane_exit(builder: Builder) -> None:
    """Some lanes end here, lane 0 not if it is to survive."""
    if not builder.has_room(ROOM_FOR_ALL):
        return
    over = f"lane_over{len(builder.items)}"
    bits = builder.constant(builder.rng.choice([1, 2, 4, 6]))
    if builder.lane_0_survives:
        if bits is None:
            return
        rd = builder.rng.choice(builder.free)
        builder.emit("and.b32", over, rd=rd, ra=SPECIALS["lane_id"], csel="b", const=bits, cond="z")
    else:
        jump(builder, over)
    if builder.rng.random() < 0.5:
        builder.any_operation()
    builder.emit("ret")
    builder.has_exits = True
    builder.labels[over] = len(builder.items)


def random_lane_piece(builder: Builder, depth: int, body: Body) -> None:
    """A structure whose lanes part and meet again."""
    rng = builder.rng
    if len(builder.items) > 90:
        builder.any_operation()
        return
    choice = rng.random()
    if choice < 0.35:
        lane_if(builder, body)
    elif choice < 0.65:
        lane_if_else(builder, body, body if rng.random() < 0.8 else builder.any_operation)
    elif choice < 0.85:
        if depth < 2:
            lane_while(builder, body)
    elif choice < 0.92:
        two_entries(builder)
    else:
        lane_exit(builder)


# Troubles: each may end the run early.


def barrier_of_some(builder: Builder) -> None:
    if builder.rng.random() < 0.5:
        lane_if(builder, lambda: builder.emit("bar"))
    else:
        lane_if_else(builder, lambda: builder.emit("bar"), builder.any_operation)


def barrier_in_both_sides(builder: Builder) -> None:
    """Legal where the lanes agree."""
    lane_if_else(builder, lambda: builder.emit("bar"), lambda: builder.emit("bar"))


def deep_jumps(builder: Builder) -> None:
    """Ifs to the depth of a small stack and one more, or up to eight; mostly each splits what is left."""
    rng = builder.rng
    depth = min(builder.machine.branch.stack_depth + rng.randint(0, 1), 8)
    spread = rng.random() < 0.8

    def nest(level: int) -> None:
        def part(builder: Builder, label: str) -> None:
            jump_on_bit(builder, label, level) if spread else jump(builder, label)

        if level == depth:
            builder.any_operation()
        elif rng.random() < 0.3:
            lane_if(builder, lambda: nest(level + 1), part)
        else:
            lane_if_else(builder, lambda: nest(level + 1), builder.any_operation, part)

    fits, builder.fits_stack = builder.fits_stack, False
    nest(0)
    builder.fits_stack = fits


def split_by_lane(builder: Builder) -> None:
    """Every pass ends or parts a lane, with early exits, in an endless loop: sides without a join pile up."""
    label = builder.label()
    over = f"lane_over{len(builder.items)}"
    jump(builder, over)
    builder.any_operation()
    if builder.rng.random() < 0.5:
        builder.emit("ret")
    builder.labels[over] = len(builder.items)
    builder.any_operation()
    jump(builder, label)


def any_jumps(builder: Builder) -> None:
    """Jumps to anywhere near, back and forth, between other operations, ends and barriers."""
    rng = builder.rng
    for _ in range(rng.randint(2, 7)):
        here = len(builder.items)
        near = f"lane_near{here}"
        builder.labels[near] = max(here + rng.choice([-4, -2, -1, 1, 2, 2, 3, 4, 5, 6, 8]), 0)
        choice = rng.random()
        if choice < 0.5:
            jump(builder, near)
        elif choice < 0.6:
            builder.emit("jmp", near)
        elif choice < 0.68:
            builder.emit("ret")
        elif choice < 0.74:
            builder.emit("bar")
        else:
            builder.any_operation()


LANE_TROUBLES: list[Callable[[Builder], None]] = [
    barrier_of_some,
    barrier_of_some,
    barrier_in_both_sides,
    deep_jumps,
    deep_jumps,
    deep_jumps,
    deep_jumps,
    deep_jumps,
    split_by_lane,
    any_jumps,
    any_jumps,
    any_jumps,
    any_jumps,
]
