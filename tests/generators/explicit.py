"""Pieces of random programs for machines with explicit masks: scalar registers, compares to masks, writes to `exec`.

Structured pieces save `exec` and restore it; others leave any mask behind, the empty one included. Save registers lie
above those that random operations write.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from isa.program.program import LaunchValue
from isa.table.table import INDEXED, INSTRUCTIONS, PAIRS, SCALAR, SPECIALS

if TYPE_CHECKING:
    from tests.generators.builder import Builder

__all__ = ["explicit_piece", "read_by_number", "scalar_operations", "some_launch_values"]

EXEC, VCC = PAIRS["exec"], PAIRS["vcc"]
RANDOM_PAIRS = (0, 0, 2, 2, 4, 6, VCC, VCC, EXEC)
FIRST_SAVE = 16
COMPARES = [spec.name for spec in INSTRUCTIONS.values() if spec.format == "lane_test"]
UNARY = ["s_mov.b64", "s_mov.b64", "s_not.b64", "s_and_saveexec.b64"]
BINARY = [spec.name for spec in INSTRUCTIONS.values() if spec.format == "scalar_binary"]
MASKS = (0, 1, 2, 5, 0x55, 0xFFFF_FFFF, 0xFFFF_FFFE, 0xAAAA_AAAA, 0x8000_0000)
UNIFORM = ("warp_id", "group_id", "group_size", "groups", "warp_size")
PER_LANE = ("local_id_z", "global_id_z")
UNIFORM_EXTRAS = ("group_id_x", "group_id_y", "group_size_x", *(name for name in INDEXED if name not in PER_LANE))


def read_by_number(builder: Builder, slots: tuple[str, ...]) -> dict[str, int]:
    """The fields of an instruction whose sources `slots`, some of them, read one scalar register.

    With extras, and on other machines, an indexed special source.
    """
    rng = builder.rng
    chosen = rng.sample(slots, rng.randint(1, len(slots)))
    number = rng.choice([0, 1, 2, 3, 5, VCC, VCC + 1, EXEC, EXEC, EXEC + 1, rng.randrange(128)])
    if not builder.has_scalars or (builder.extras and rng.random() < 0.5):
        number = rng.choice(list(INDEXED.values()))
    return {**{f"r{slot}": SCALAR for slot in chosen}, "const": number}


def some_launch_values(builder: Builder) -> tuple[LaunchValue, ...]:
    """A register or a few that do not start at 0, in order, each once; scalar ones where the machine has them."""
    rng, registers = builder.rng, builder.machine.registers
    sources, uniform = list(SPECIALS), UNIFORM
    if builder.extras:
        sources, uniform = sources + list(INDEXED), uniform + UNIFORM_EXTRAS
    values = {("register", rng.randrange(registers)): rng.choice(sources) for _ in range(rng.randint(0, 2))}
    if builder.has_scalars:
        values |= {("scalar", rng.choice([0, 1, 4, 40, 105])): rng.choice(uniform) for _ in range(rng.randint(0, 2))}
    return tuple(LaunchValue(*place, source) for place, source in sorted(values.items()))


def compare(builder: Builder, pair: int) -> None:
    """The pair becomes a mask of active lanes: mostly some of them, sometimes all or none."""
    rng = builder.rng
    if rng.random() < 0.4:
        name = rng.choice(COMPARES)
        fields: dict[str, Any] = {"ra": builder.source(), "rb": builder.source()}
        if rng.random() < 0.3:
            fields |= read_by_number(builder, ("a", "b"))
        builder.emit(name, sd=pair, **fields)
        return
    of = SPECIALS[rng.choice(["lane_id", "lane_id", "thread_id"])]
    if rng.random() < 0.4:
        name, bits = "vtest.b32", rng.choice([1, 1, 2, 3, 4])
    else:
        name = rng.choice(["vcmp.lt.u32", "vcmp.ge.u32", "vcmp.eq.u32", "vcmp.ne.u32", "vcmp.le.s32"])
        bits = rng.randint(0, builder.machine.warp_size)
    if not builder.emit_with_constant(name, "b", bits, sd=pair, ra=of):
        builder.emit("vtest.b32", sd=pair, ra=of, rb=of)


def scalar_operations(builder: Builder, *, keeps_exec: bool) -> None:
    """Some operations on scalar registers, any of which may write `exec` unless it is to be kept."""
    rng = builder.rng
    for _ in range(rng.randint(1, 4)):
        kind = rng.random()
        sd = rng.choice(RANDOM_PAIRS)
        if keeps_exec and sd == EXEC:
            sd = 0
        if kind < 0.35:
            compare(builder, sd)
        elif kind < 0.55:
            name = rng.choice(UNARY)
            if keeps_exec and name == "s_and_saveexec.b64":
                name = "s_not.b64"
            slot_is_constant = rng.random() < 0.4
            if not (slot_is_constant and builder.emit_with_constant(name, "a", rng.choice(MASKS), sd=sd)):
                builder.emit(name, sd=sd, sa=rng.choice(RANDOM_PAIRS))
        elif kind < 0.85:
            name = rng.choice(BINARY)
            sources = {"sa": rng.choice(RANDOM_PAIRS), "sb": rng.choice(RANDOM_PAIRS)}
            slot = rng.choice("ab")
            rest = {name: value for name, value in sources.items() if name != f"s{slot}"}
            if rng.random() < 0.75 or not builder.emit_with_constant(name, slot, rng.choice(MASKS), sd=sd, **rest):
                builder.emit(name, sd=sd, **sources)
        else:
            builder.emit("s_test.b64", sa=rng.choice(RANDOM_PAIRS), sb=rng.choice(RANDOM_PAIRS))


def save(builder: Builder) -> int:
    """Save `exec`; gives the pair."""
    pair = FIRST_SAVE + 2 * builder.saves
    builder.saves += 1
    builder.emit("s_mov.b64", sd=pair, sa=EXEC)
    return pair


def restore(builder: Builder, pair: int) -> None:
    builder.emit("s_mov.b64", sd=EXEC, sa=pair)
    builder.saves -= 1


def narrow(builder: Builder) -> None:
    """`exec` becomes some of the active lanes, in one of the ways in which that is written."""
    match builder.rng.randrange(4):
        case 0:
            compare(builder, VCC)
            builder.emit(builder.rng.choice(["s_and.b64", "k_and.b64"]), sd=EXEC, sa=EXEC, sb=VCC)
        case 1:
            compare(builder, VCC)
            builder.emit("s_andn2.b64", sd=EXEC, sa=EXEC, sb=VCC)
        case 2:
            compare(builder, VCC)
            builder.emit("s_and_saveexec.b64", sd=0, sa=VCC)
        case _:
            compare(builder, EXEC)


def explicit_if(builder: Builder, body: Callable[[], None], other: Callable[[], None] | None) -> None:
    """An if, with an else where `other` is one. The branches over an empty side may be left out."""
    rng = builder.rng
    position = len(builder.items)
    otherwise, join = f"selse{position}", f"sjoin{position}"
    pair = save(builder)
    narrow(builder)
    if rng.random() < 0.6:
        builder.emit("s_branch.execz", otherwise)
    body()
    builder.labels[otherwise] = len(builder.items)
    if other is not None:
        builder.emit("s_andn2.b64", sd=EXEC, sa=pair, sb=EXEC)
        if rng.random() < 0.6:
            builder.emit(rng.choice(["s_branch.execz", "s_branch.scc0"]), join)
        other()
    builder.labels[join] = len(builder.items)
    restore(builder, pair)


def explicit_while(builder: Builder, body: Callable[[], None]) -> None:
    """Each lane its own number of trips, counted down."""
    step = builder.constant(1)
    most = builder.constant(builder.rng.choice([1, 3, 3, 7]))
    counter = builder.take_register() if step is not None and most is not None else None
    if counter is None:
        return
    of = SPECIALS[builder.rng.choice(["lane_id", "thread_id"])]
    builder.emit("and.b32", rd=counter, ra=of, csel="b", const=most)
    pair = save(builder)
    end = f"sendwhile{len(builder.items)}"
    label = builder.label()
    builder.emit("vtest.b32", sd=EXEC, ra=counter, rb=counter)
    builder.emit("s_branch.execz", end)
    body()
    builder.emit("sub.u32", rd=counter, ra=counter, csel="b", const=step)
    if builder.rng.random() < 0.5:
        builder.emit("s_branch.execnz", label)
    else:
        builder.emit("jmp", label)
    builder.labels[end] = len(builder.items)
    restore(builder, pair)
    builder.free.append(counter)


def over_something(builder: Builder, body: Callable[[], None]) -> None:
    """A branch on SCC, `vcc` or `exec` over something."""
    scalar_operations(builder, keeps_exec=True)
    label = f"sover{len(builder.items)}"
    builder.emit(f"s_branch.{builder.rng.choice(['execz', 'execnz', 'scc0', 'scc1', 'vccz', 'vccnz'])}", label)
    body()
    builder.labels[label] = len(builder.items)


def explicit_piece(builder: Builder, depth: int, body: Callable[[], None]) -> None:
    """A structure whose lanes part and meet again, or operations on masks."""
    rng = builder.rng
    choice = rng.random()
    if len(builder.items) > 90 or choice < 0.2:
        scalar_operations(builder, keeps_exec=rng.random() < 0.7)
    elif choice < 0.45:
        explicit_if(builder, body, None)
    elif choice < 0.7:
        explicit_if(builder, body, body if rng.random() < 0.8 else builder.any_operation)
    elif choice < 0.88:
        if depth < 2:
            explicit_while(builder, body)
    else:
        over_something(builder, body)
