"""Spilling: values without a register lie in private memory and are loaded where they are read."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from simt.compiler.backend.ops import Block, Code, Immediate, Operation, Register
from simt.compiler.backend.registers import Allocation, bits
from simt.compiler.errors import SourcePlace


def spill(code: Code, allocation: Allocation, limit: int, first: int, array: str) -> int:
    """Spill values so that other values get registers; return the number of words for them, 0 if none can be spilled.

    A value without a register is spilled. If it must not be spilled, the neighbour with the lowest cost per neighbour
    is spilled instead. Values that would share a register share a word. limit: the number of registers. array: the
    array in private memory, which is free from word `first` on.
    """
    cost = allocation.cost
    chosen = set()
    for root in allocation.failed:
        near = [root] if isfinite(cost[root]) else allocation.neighbours[root]
        chosen.add(min(near, key=lambda other: cost[other] / len(allocation.neighbours[other]), default=root))
    slots: dict[int, Immediate] = {}
    words = first
    for root in sorted(root for root in chosen if isfinite(cost[root])):
        for units in allocation.members[root].values():
            slots |= dict.fromkeys(bits(units), Immediate(4 * words, array))
            words += 1
    for block in code.blocks.values():
        _rewrite(code, block, slots, limit // 8)
    return words - first


def _rewrite(code: Code, block: Block, slots: Mapping[int, Immediate], near: int) -> None:
    """Load the spilled values that a block reads, and store the spilled values that it writes.

    slots: the address of each spilled unit. near: operations during which a loaded or stored value stays in its
    register.
    """
    rewritten: list[Operation] = []
    kept: dict[Immediate, tuple[int, int]] = {}  # units that hold spilled words, and since when

    def loaded(unit: int, width: int, place: SourcePlace) -> int:
        """Return the first of `width` consecutive units with the spilled words from `unit` on.

        Adds their loads, unless a single word was loaded or stored at most `near` operations ago.
        """
        word = slots[unit]
        if width == 1 and word in kept and len(rewritten) - kept[word][1] <= near:
            return kept[word][0]
        new = code.temporary(width)
        for by in range(width):
            rewritten.append(Operation("ld.private", new + by, (slots[unit + by],), place=place))
        kept[word] = new, len(rewritten)
        return new

    for operation in block.all():
        source = operation.sources[0] if operation.is_copy else None
        old, result = operation.writes(), operation.result
        if isinstance(source, Register) and source.unit in slots and slots[source.unit] == slots.get(result):
            continue
        operation.sources = tuple(
            Register(loaded(operand.unit, width, operation.place))
            if isinstance(operand, Register) and operand.unit in slots
            else operand
            for operand, width in operation.widths()
        )
        if operation is not block.branch.test:
            rewritten.append(operation)
        if result in slots:
            operation.result = code.temporary(len(old))
            for unit, new in zip(old, operation.writes(), strict=True):
                rewritten.append(Operation("st.private", -1, (slots[unit], Register(new)), place=operation.place))
                kept[slots[unit]] = new, len(rewritten)
    block.operations = rewritten
