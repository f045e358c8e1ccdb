"""Values for which there is no register: in private memory, loaded where they are read."""

from __future__ import annotations

from typing import Final

from simt.compiler.backend.ops import Block, Code, Constant, Operand, Operation, Register
from simt.compiler.backend.registers import Allocation

_MOST_AT_ONCE: Final = 8  # values that go to memory between two attempts


def spill(code: Code, allocation: Allocation, limit: int, slots: dict[int, Constant], array: str) -> bool:
    """Send values to memory that lie in registers from `limit` on, or are in their way; tell whether there are any.

    slots: the places of those that are there already; this one's are added. array: the name of the array of slots.
    """
    over = {unit for unit, number in allocation.number.items() if number >= limit}
    near = over | {other for unit in over for other in allocation.number if allocation.near[unit] >> other & 1}
    weights = _weights(code)
    candidates = [
        unit
        for unit in near
        if code.widths.get(unit) == 1 and unit not in slots and unit in weights and unit not in code.temporaries
    ]
    candidates.sort(key=lambda unit: (weights[unit] / (1 + allocation.near[unit].bit_count()), unit))
    chosen = candidates[: min(_MOST_AT_ONCE, max(1, allocation.count - limit))]
    for unit in chosen:
        slots[unit] = Constant(4 * len(slots), array)
    for block in code.blocks.values():
        _rewrite(code, block, {unit: slots[unit] for unit in chosen})
    return bool(chosen)


def _weights(code: Code) -> dict[int, int]:
    """The accesses that a value would need, ten times as many in every loop."""
    found: dict[int, int] = {}
    for block in code.blocks.values():
        for operation in block.all():
            for unit in (*operation.reads(), *operation.writes()):
                found[unit] = found.get(unit, 0) + 10**block.depth
    return found


def _rewrite(code: Code, block: Block, slots: dict[int, Constant]) -> None:
    block.operations = [each for operation in block.operations for each in _with_slots(code, operation, slots)]
    if block.branch.test is not None:
        *loads, block.branch.test = _with_slots(code, block.branch.test, slots)
        block.operations += loads


def _with_slots(code: Code, operation: Operation, slots: dict[int, Constant]) -> list[Operation]:
    """The operation with loads of what it reads and a store of what it writes."""
    found: list[Operation] = []
    loaded: dict[int, int] = {}
    sources: list[Operand] = []
    for source in operation.sources:
        if isinstance(source, Register) and source.unit in slots:
            if source.unit not in loaded:
                loaded[source.unit] = code.temporary()
                slot = slots[source.unit]
                found.append(Operation("ld.private", loaded[source.unit], (slot,), place=operation.place))
            source = Register(loaded[source.unit])
        sources.append(source)
    operation.sources = tuple(sources)
    found.append(operation)
    if operation.result in slots:
        slot = slots[operation.result]
        operation.result = code.temporary()
        value = Register(operation.result)
        found.append(Operation("st.private", -1, (slot, value), place=operation.place))
    return found
