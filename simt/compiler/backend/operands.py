"""Local loads next to the instruction that uses the value, on machines that issue loads as operands.

Source: docs/processor.md, section 26.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from isa.flow.operand_loads import LOAD, USERS
from isa.table.units import COMPUTE_UNITS
from simt.compiler.backend.ops import Block, Code, Operation, Register


def place_operands(code: Code) -> None:
    """Move local loads directly before the only reader of the value, if it can take the value as an operand.

    Each reader gets at most one load.
    """
    reads = Counter(unit for block in code.blocks.values() for operation in block.all() for unit in operation.reads())
    for block in code.blocks.values():
        _place(block, reads)


def _place(block: Block, reads: Counter[int]) -> None:
    operations = block.operations
    waiting: dict[int, int] = {}  # loads that may still move, by their results: their places
    addressed: dict[int, set[int]] = defaultdict(set)  # for each unit, the results of loads whose address it is
    moves: dict[int, int] = {}  # for each user, its load
    for place, operation in enumerate(operations):
        if operation.spec.unit in USERS and not operation.is_copy:
            sources = {
                source.unit for source, width in operation.widths() if width == 1 and isinstance(source, Register)
            }
            if loads := [waiting.pop(unit) for unit in sources if unit in waiting]:
                moves[place] = max(loads)
        if not _is_passed(operation):
            waiting.clear()
        for unit in operation.writes():
            for result in (unit, *addressed.pop(unit, ())):
                waiting.pop(result, None)
        if operation.name == LOAD and reads[operation.result] == 1:
            waiting[operation.result] = place
            for unit in operation.reads():
                addressed[unit].add(operation.result)
    moved = {*moves.values()}
    block.operations = []
    for place, operation in enumerate(operations):
        if place in moves:
            block.operations.append(operations[moves[place]])
        if place not in moved:
            block.operations.append(operation)


def _is_passed(operation: Operation) -> bool:
    """Return whether a local load gives the same value after an operation as before it, if the address is the same."""
    spec = operation.spec
    return operation.probe < 0 and (spec.unit in COMPUTE_UNITS or (spec.writes_register and not spec.is_atomic))
