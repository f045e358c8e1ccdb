"""Local loads next to the instruction that uses the value, on machines that issue them as its operand.

docs/processor.md, section 26.
"""

from __future__ import annotations

from collections import Counter

from isa.table.units import COMPUTE_UNITS
from simt.compiler.backend.ops import Block, Code, Operation, Register

_LOAD = "ld.local"
_USERS = ("alu", "fpu")  # the units of instructions that take such an operand


def place_operands(code: Code) -> None:
    """Move local loads directly before the only instruction that reads the value, one for each user."""
    reads = Counter(unit for block in code.blocks.values() for operation in block.all() for unit in operation.reads())
    for block in code.blocks.values():
        _place(block, reads)


def _place(block: Block, reads: Counter[int]) -> None:
    place = 0
    while place < len(block.operations):
        user = block.operations[place]
        if user.spec.unit in _USERS and not user.is_copy:
            found = _operand_of(block.operations[:place], user, reads)
            if found >= 0:
                block.operations.insert(place - 1, block.operations.pop(found))
        place += 1


def _operand_of(before: list[Operation], user: Operation, reads: Counter[int]) -> int:
    """Return the place of the last load that may stand directly before `user`, -1 if there is none."""
    wanted = {source.unit for source, width in user.widths() if isinstance(source, Register) and width == 1}
    wanted = {unit for unit in wanted if reads[unit] == 1}
    written: set[int] = set()
    for place in range(len(before) - 1, -1, -1):
        operation = before[place]
        if operation.name == _LOAD and operation.result in wanted and not written & {*operation.reads()}:
            return place
        if not _is_passed(operation):
            return -1
        written |= {*operation.writes()}
    return -1


def _is_passed(operation: Operation) -> bool:
    """Return whether a local load gives the same value after an operation as before it, if the address is the same."""
    spec = operation.spec
    return operation.probe < 0 and (spec.unit in COMPUTE_UNITS or (spec.writes_register and not spec.is_atomic))
