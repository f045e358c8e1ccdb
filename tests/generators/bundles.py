"""Bundles in random programs (`tests.generators`): docs/processor.md, section 16.

A program is drawn one instruction after the other. `bundled` then joins neighbours into bundles here and there, adds
operations to slots that are still empty, and moves the labels along. What it adds writes registers that are free where
it stands, so that loop counters and addresses stay, and mostly the same ones that the rest of the bundle reads and
writes. Instructions that were drawn as bundles already, by the troubles at the end of this file, stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from isa.program.encoding import Instruction
from isa.table.table import INSTRUCTIONS, SPECIALS
from isa.table.units import COMPUTE_UNITS
from tests.generators.parts import bundled_part
from tests.reference.bundle_slots import steers
from tests.reference.operands import reads, writes

if TYPE_CHECKING:
    from tests.generators.builder import Builder

__all__ = ["BUNDLE_TROUBLES", "bundled", "reading_bundles"]

CONDITIONS = ("z", "nz", "n", "nn", "c", "nc")

Item = tuple[Instruction, str | None, str | None]  # with the labels of target, otherwise


def takes(builder: Builder, slot: int, unit: str) -> bool:
    """Whether a slot takes the operations of a unit that the machine has."""
    return slot in builder.bundle_slots.taking(unit)


def names_of(builder: Builder, slot: int) -> list[str]:
    """The instructions of a slot that compute, and that this machine has."""
    return [
        name
        for name, spec in INSTRUCTIONS.items()
        if spec.unit in COMPUTE_UNITS and takes(builder, slot, spec.unit) and builder.has(name)
    ]


def slots_of(builder: Builder, group: Sequence[int]) -> list[int]:
    """The slots of neighbours that form a bundle; one behind the last for an operation that no slot takes."""
    found: list[int] = []
    for each in group:
        slot = builder.bundle_slots.lowest(builder.items[each][0], found[-1] if found else -1)
        found.append(builder.slots if slot is None else slot)
    return found


# --- From instructions to bundles ------------------------------------------------------------------------------------


def bundled(builder: Builder) -> tuple[list[Item], dict[str, int]]:
    """The builder's instructions as bundles, and its labels."""
    rng = builder.rng
    density = rng.choice([0.0, 0.2, 0.5, 0.5, 0.8, 1.0])  # of operations that are added
    joins = rng.choice([0.0, 0.5, 0.8, 1.0])
    starts = set(builder.labels.values())
    words: list[Item] = []
    places: list[int] = []  # of each instruction, in words
    new_labels: dict[str, int] = {}
    at = 0
    while at < len(builder.items):
        if builder.items[at][0].more:
            at = copy_as_it_is(builder.items, at, words, places)
            continue
        group = [at]
        while may_join(builder, group, starts) and rng.random() < joins:
            group.append(group[-1] + 1)
        at = group[-1] + 1
        by_slot = {slot: builder.items[each] for slot, each in zip(slots_of(builder, group), group, strict=True)}
        if len(words) + len(builder.items) - at < builder.most_words:
            fill(builder, by_slot, group, density)
        places += [len(words)] * len(group)
        in_order = [by_slot[slot] for slot in sorted(by_slot)]
        words += [(replace(item[0], more=True), *item[1:]) for item in in_order[:-1]] + in_order[-1:]
        for _, label, _ in in_order:
            if label is not None and label not in builder.labels:  # the jump of an added operation
                new_labels[label] = len(words) + (builder.may_race and rng.random() < 0.3)
    places.append(len(words))
    labels = {name: places[old] if old < len(places) else old for name, old in builder.labels.items()}
    return words, labels | new_labels


def copy_as_it_is(items: Sequence[Item], at: int, words: list[Item], places: list[int]) -> int:
    """A bundle that was drawn as one, word by word; gives what comes after it."""
    while at < len(items):
        places.append(len(words))
        words.append(items[at])
        at += 1
        if not words[-1][0].more:
            break
    return at


def may_join(builder: Builder, group: list[int], starts: set[int]) -> bool:
    """Whether the next instruction may come into the bundle of those before it."""
    following = group[-1] + 1
    if following >= len(builder.items) or following in starts:
        return False
    after = builder.items[following][0]
    if after.more or builder.bundle_slots.lowest(after, slots_of(builder, group)[-1]) is None:
        return False
    if builder.heeds_results and (not builder.may_race or builder.rng.random() < 0.9):
        written = frozenset().union(*(writes(builder.items[each][0]) for each in group))
        if written & (reads(after) | writes(after)):
            return False
    if any(steers(builder.items[each][0]) for each in group):
        # Now it takes place whether the bundle jumps or not.
        return builder.may_race and not steers(after) and builder.rng.random() < 0.1
    return True


def fill(builder: Builder, by_slot: dict[int, Item], group: list[int], density: float) -> None:
    """Operations for slots that are empty."""
    rng = builder.rng
    free = [register for register in builder.free_at[group[0]] if all(register in builder.free_at[x] for x in group)]
    for slot in range(builder.slots):
        if slot in by_slot or rng.random() >= density:
            continue
        others = [item[0] for item in by_slot.values()]
        written = [each.rd for each in others if each.spec.writes_register and each.rd in free]
        rd = rng.choice(written if written and rng.random() < 0.3 else free)
        added = operation_of(builder, slot, rd, others, free)
        if added is None or builder.bundle_slots.lowest(added, slot - 1) != slot:  # private memory may be elsewhere
            continue
        label = None
        may_jump = added.spec.may_jump and not any(map(steers, others))
        if may_jump and rng.random() < 0.06:
            added, label = replace(added, cond=rng.choice(CONDITIONS)), f"after{group[0]}_{slot}"
        by_slot[slot] = added, label, None


def operation_of(
    builder: Builder, slot: int, rd: int, others: Sequence[Instruction], free: Sequence[int]
) -> Instruction | None:
    """A random operation of a slot; None if nothing comes to mind. free: the registers that it may write."""
    makers: list[Callable[[], Instruction | None]] = []
    if takes(builder, slot, "lds"):
        makers.append(lambda: local_access(builder, rd, others))
    if takes(builder, slot, "memory") and builder.may_race and builder.buffers:
        makers.append(lambda: global_access(builder, rd, others))
    if any(takes(builder, slot, unit) for unit in COMPUTE_UNITS):
        makers.append(lambda: computation(builder, slot, rd, others, free))
    if not makers:
        return None
    return (makers[0] if len(makers) == 1 else builder.rng.choice(makers))()


def source(builder: Builder, others: Sequence[Instruction]) -> int:
    """A source; often a register that another operation of the bundle writes."""
    written = [each.rd for each in others if each.spec.writes_register]
    return builder.rng.choice(written) if written and builder.rng.random() < 0.4 else builder.source()


def computation(
    builder: Builder, slot: int, rd: int, others: Sequence[Instruction], free: Sequence[int]
) -> Instruction | None:
    """A random operation of a slot that computes; None if there is none."""
    rng = builder.rng
    names = names_of(builder, slot)
    if not names:
        return None
    spec = INSTRUCTIONS[rng.choice(names)]
    fields: dict[str, Any] = {"r" + letter: source(builder, others) for letter in spec.sources}
    if spec.doubles:
        pairs = [number for number in builder.readable if number + 1 < builder.machine.registers]
        targets = [number for number in free if number + 1 in free]
        if not pairs or ("rd" in spec.doubles and not targets):
            return None
        fields |= {name: rng.choice(pairs) for name in spec.doubles if name != "rd"}
        rd = rng.choice(targets) if "rd" in spec.doubles else rd
    if spec.name == "ternlog.b32":
        fields["table"] = rng.randrange(256)
    elif rng.random() < 0.2:
        letter = rng.choice(spec.sources)
        index = builder.constant(rng.getrandbits(32) >> rng.randrange(32))
        if index is not None:
            del fields["r" + letter]
            fields |= {"csel": letter, "const": index}
    return Instruction(spec, rd=rd, **fields)


def local_access(builder: Builder, rd: int, others: Sequence[Instruction]) -> Instruction | None:
    """A load or store. Without races: a load of the word for loop counters of this warp, or thread."""
    rng = builder.rng
    words = builder.machine.local.words
    if builder.extras and rng.random() < 0.4:
        return bundled_part(builder, rd, source(builder, others))
    if not builder.may_race:
        base = builder.constant(words - builder.owners) if words > builder.owners else None
        if base is None:
            return None
        return Instruction(INSTRUCTIONS["ld.local"], rd=rd, ra=SPECIALS[builder.owner], csel="c", const=base)
    kind = rng.random()
    fields: dict[str, Any]
    if kind < 0.02:
        fields = {"ra": source(builder, others)}  # whatever it is: usually a trap
    elif kind < 0.5 or words <= builder.machine.warp_size:
        index = builder.constant(rng.randrange(words))
        if index is None:
            return None
        fields = {"csel": "a", "const": index}
    else:
        fields = {"ra": SPECIALS["lane_id"]}
        offset = builder.constant(rng.randint(0, words - builder.machine.warp_size))
        if offset is not None:
            fields |= {"csel": "c", "const": offset}
    if rng.random() < 0.35:
        return Instruction(INSTRUCTIONS["st.local"], rb=source(builder, others), **fields)
    return Instruction(INSTRUCTIONS["ld.local"], rd=rd, **fields)


def global_access(builder: Builder, rd: int, others: Sequence[Instruction]) -> Instruction | None:
    """A load, a store or an atomic of a word of a buffer, the same for all lanes; seldom at whatever address."""
    rng = builder.rng
    first, end = rng.choice(builder.buffers)
    index = builder.constant(first + 4 * rng.randrange((end - first) // 4))
    fields: dict[str, Any] = {"csel": "a", "const": index}
    if index is None or rng.random() < 0.02:
        fields = {"ra": source(builder, others)}
    kind = rng.random()
    if kind < 0.5:
        return Instruction(INSTRUCTIONS["ld.global"], rd=rd, **fields)
    if kind < 0.85:
        return Instruction(INSTRUCTIONS["st.global"], rb=source(builder, others), **fields)
    return Instruction(INSTRUCTIONS["atom.add.u32"], rd=rd, rb=source(builder, others), **fields)


def reading_bundles(builder: Builder) -> None:
    """Bundles one behind the other whose operations all read registers: one bank serves them one at a time."""
    rng = builder.rng
    for _ in range(rng.randint(2, 6)):
        if builder.machine.local.words >= builder.machine.warp_size:
            builder.emit("st.local", ra=SPECIALS["lane_id"], rb=rng.choice(builder.readable), more=True)
        for slot in range(1, builder.slots):
            name = "xor.b32" if slot == 1 else "add.f32"
            sources = {"ra": rng.choice(builder.readable), "rb": rng.choice(builder.readable)}
            builder.emit(name, rd=rng.choice(builder.free), more=slot < builder.slots - 1, **sources)


# --- Troubles: bundles that are illegal, and jumps into one ----------------------------------------------------------


def some(builder: Builder, slot: int, jump: bool = False) -> Item:
    """Any operation, mostly of a slot, perhaps with a jump, whose target is behind it."""
    rng = builder.rng
    others: list[Instruction] = []
    rd = rng.choice(builder.free)
    found = None
    if takes(builder, slot, "lds") and not jump:
        found = local_access(builder, rd, others)
    if takes(builder, slot, "lds") and found is None:
        found = Instruction(INSTRUCTIONS["ld.local"], rd=rd, ra=SPECIALS["warp_id"])
    if found is None:
        found = computation(builder, slot, rd, others, builder.free)
    if found is None:
        found = Instruction(INSTRUCTIONS["mov.b32"], rd=rd, ra=builder.source())
    if not jump:
        return found, None, None
    label = f"behind{len(builder.items)}"
    builder.labels[label] = len(builder.items) + rng.randint(1, 3)
    cond = rng.choice(CONDITIONS)
    return (replace(found, cond=cond), label, None) if found.spec.may_jump else (found, None, None)


def write_bundle(builder: Builder, items: list[Item]) -> None:
    """The operations as one bundle that is not changed any more."""
    for place, (instruction, label, otherwise) in enumerate(items):
        more = place < len(items) - 1
        builder.items.append((replace(instruction, more=more), label, otherwise))
        builder.free_at.append(tuple(builder.free))


def control(builder: Builder) -> Item:
    """A steering operation of the control unit."""
    name = builder.rng.choice(["bar", "ret", "jmp"])
    return Instruction(INSTRUCTIONS[name], target=len(builder.items) if name == "jmp" else 0), None, None


def wrong_order(builder: Builder) -> None:
    low, high = sorted(builder.rng.sample(range(builder.slots), 2))
    write_bundle(builder, [some(builder, high), some(builder, low)])


def two_of_a_slot(builder: Builder) -> None:
    slot = builder.rng.randrange(builder.slots)
    items = [some(builder, slot), some(builder, slot)]
    if takes(builder, slot, "control") and builder.rng.random() < 0.3:
        items[1] = control(builder)
    elif slot > 0 and builder.rng.random() < 0.5:
        items.insert(0, some(builder, 0))
    write_bundle(builder, items)


def two_that_steer(builder: Builder) -> None:
    rng = builder.rng
    low, high = sorted(rng.sample(range(builder.slots), 2))
    items = [some(builder, low, jump=True), some(builder, high, jump=True)]
    for place, slot in enumerate((low, high)):
        if takes(builder, slot, "control") and rng.random() < 0.5:
            items[place] = control(builder)
    write_bundle(builder, items)


def illegal_part(builder: Builder) -> None:
    """The last operation is one that the machine lacks, or no instruction that it has."""
    rng = builder.rng
    items = [some(builder, slot) for slot in range(builder.slots)]
    bad = {"rd": 0, "ra": 0, "rb": 0}
    if builder.machine.registers < 112:
        bad[rng.choice(["rd", "ra", "rb"])] = rng.randint(builder.machine.registers, 111)
    name = "add.f32"
    if builder.machine.registers >= 112 or rng.random() < 0.3:
        name, bad = rng.choice([("pop_mask", {}), ("mul.u32", bad), ("mask_nz", {})])
    items[-1] = Instruction(INSTRUCTIONS[name], **bad), None, None
    write_bundle(builder, items)


def dangling(builder: Builder) -> None:
    """A jump to a bundle behind the last `ret` that wants one more word."""
    label = f"dangling{len(builder.items)}"
    builder.emit("jmp", label)

    def behind() -> None:
        builder.labels[label] = len(builder.items)
        first = builder.rng.randrange(builder.slots)
        items = [some(builder, slot) for slot in range(first, builder.slots)]
        write_bundle(builder, items)
        builder.items[-1] = (replace(builder.items[-1][0], more=True), None, None)

    builder.behind.append(behind)


def into_the_middle(builder: Builder) -> None:
    """A jump over the first operations of a bundle: legal, it starts where the jump leads."""
    rng = builder.rng
    label = f"middle{len(builder.items)}"
    rd = rng.choice(builder.free)
    if rng.random() < 0.4:
        builder.emit("jmp", label)
    else:
        builder.emit("mov.b32", label, rd=rd, ra=builder.source(), cond=rng.choice(CONDITIONS))
    items = [some(builder, slot) for slot in range(builder.slots)]
    builder.labels[label] = len(builder.items) + rng.randint(1, builder.slots - 1)
    write_bundle(builder, items)


BUNDLE_TROUBLES: list[Callable[[Builder], None]] = [
    wrong_order,
    two_of_a_slot,
    two_that_steer,
    illegal_part,
    dangling,
    into_the_middle,
    into_the_middle,
]
