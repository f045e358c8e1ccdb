"""The schedule of a packed program, as text and as data for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple

from isa.forms.disassembler import disassembly
from isa.packing.operations import CARRY, operation
from isa.packing.packed import BlockReport, PackedProgram
from isa.packing.room import room_of
from isa.program.bundles import Slots, bundle_ranges
from isa.program.encoding import Instruction
from isa.reporting.diagnostics import listed

_NARROW = 12  # the fewest columns of a slot


def schedule_text(packed: PackedProgram) -> str:
    """Return the schedule: a line for the program, then for each block its figures and a line for each bundle.

    The line of a bundle ends with the reasons why its operations are not in the bundle before: a register that is
    written there, a slot that is taken there, a barrier.
    """
    statements = disassembly(packed.program).statements
    slots = packed.slots
    lines = [
        f"{packed.program.name}: {len(packed.scalar.words)} instructions in {packed.bundles} bundles of up to "
        f"{len(slots)} ({', '.join(slots.names)}), {len(packed.program.words)} words, "
        f"{packed.program.registers} registers"
    ]
    for block in packed.blocks:
        lines += ["", *_block_lines(packed, block, statements)]
    return "\n".join(lines) + "\n"


def schedule_data(packed: PackedProgram) -> dict[str, object]:
    """Return the schedule as plain values for JSON: the figures of each block, without its bundles."""
    return {
        "schema": "simt.schedule/1",
        "program": packed.program.name,
        "slots": packed.slots.value,
        "instructions": len(packed.scalar.words),
        "bundles": packed.bundles,
        "words": len(packed.program.words),
        "blocks": [
            {
                "label": block.label,
                "kind": block.kind,
                "address": block.first,
                "scalar": list(block.scalar),
                "operations": block.operations,
                "bundles": block.bundles,
                "bound": block.bounds.bound,
                "resources": {
                    group.name: count for group, count in zip(block.bounds.groups, block.bounds.resources, strict=True)
                },
                "dependences": block.bounds.chain,
                "binding": block.bounds.binding,
                "within_10_percent": block.is_good,
                "reason": block.reason,
                "moved": [
                    dict(zip(("scalar", "label", "block", "next_turn"), astuple(arrival), strict=True))
                    for arrival in block.arrived
                ],
            }
            for block in packed.blocks
        ],
    }


def _block_lines(packed: PackedProgram, block: BlockReport, statements: Sequence[str]) -> list[str]:
    bounds, slots = block.bounds, packed.slots
    name = f" `{block.label}`" if block.label else ""
    groups = zip(bounds.groups, bounds.resources, strict=True)
    needs = ", ".join(f"{group.name} {count}" for group, count in groups)
    lines = [
        f"{block.kind}{name} at {block.first:x}, from {_addresses(block.scalar)}: {block.operations} operations in "
        f"{block.bundles} bundles, at least {bounds.bound}",
        f"  bounds: {needs}, dependences {bounds.chain}, together {bounds.bound}; {bounds.binding} binding",
    ]
    if block.arrived:
        lines.append(f"  from other blocks: {_arrivals(block)}")
    if block.reason:
        lines.append(f"  {'note' if block.is_good else 'above the bound'}: {block.reason}")
    instructions = packed.program.instructions
    bundles = [
        bundle for bundle in bundle_ranges(instructions) if block.first <= bundle.start < block.first + block.operations
    ]
    cells: list[list[str]] = []
    for bundle in bundles:
        row = [""] * len(slots)
        operations = [entry for address in bundle if (entry := instructions[address]) is not None]
        for address, slot in zip(bundle, slots.placed(entry.spec for entry in operations), strict=True):
            row[slot] = statements[address]
        cells.append(row)
    widths = [max(_NARROW, len(name), *(len(row[slot]) for row in cells)) for slot, name in enumerate(slots.names)]
    head = " | ".join(f"{name:<{width}}" for name, width in zip(slots.names, widths, strict=True))
    lines.append(f"  addr  {head}   after the bundle before because of".rstrip())
    before: list[Instruction] = []
    for bundle, row in zip(bundles, cells, strict=True):
        here = [entry for address in bundle if (entry := instructions[address]) is not None]
        text = " | ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        lines.append(f"  {bundle.start:4x}  {text}   {_why(before, here, slots)}".rstrip())
        before = here
    return lines


def _arrivals(block: BlockReport) -> str:
    """Return the operations that came from each other block, by their addresses in the scalar program."""
    homes: dict[str, list[str]] = {}
    for arrival in block.arrived:
        name = f"`{arrival.label}`" if arrival.label else f"the block at {arrival.home:x}"
        turn = ", for its next turn" if arrival.is_next_turn else ""
        homes.setdefault(f"{name}{turn}", []).append(f"{arrival.scalar:x}")
    return "; ".join(f"{listed(places, 'and')} of {name}" for name, places in homes.items())


def _addresses(scalar: Sequence[int]) -> str:
    if len(scalar) == scalar[-1] - scalar[0] + 1 and len(scalar) > 1:
        return f"{scalar[0]:x}-{scalar[-1]:x}"
    return ", ".join(f"{address:x}" for address in scalar) if len(scalar) <= 4 else f"{len(scalar)} instructions"


def _why(before: Sequence[Instruction], here: Sequence[Instruction], slots: Slots) -> str:
    """Return the reasons why the operations of a bundle are not in the bundle before."""
    reasons: list[str] = []
    earlier = [operation(entry, 0) for entry in before]
    written = {number for entry in earlier for number in entry.writes}
    room = room_of(slots)
    taken = room.classes(earlier)
    for instruction in here:
        entry = operation(instruction, 0)
        cause = ["the carry flag" if number == CARRY else f"r{number}" for number in entry.reads if number in written]
        if not cause and any(other.is_barrier for other in earlier) and entry.access is not None:
            cause = ["bar"]
        if not cause and room.state_of([*taken, *room.classes([entry])]) < 0:
            able = slots.by_unit[instruction.spec.unit]
            cause = [f"{slots.names[able[0]]} slot" if len(able) == 1 else f"slots for {instruction.spec.unit}"]
        reasons += cause
    return ", ".join(dict.fromkeys(reasons))
