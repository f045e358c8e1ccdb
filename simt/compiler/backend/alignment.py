"""The powers of two that divide the values of a function, and whether word addresses suffice for local memory."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from simt.compiler.llvm.ir import Aggregate, Expr, Function, Instruction, IrType, IrValue, Name, Number, Undef
from simt.compiler.types import COPIES

_ANY: Final = 32  # trailing zeros of 0, and of values that no path has computed yet
_LEAST: Final = ("phi", "add", "sub", "or", "xor", "urem", "srem")  # the operand with the fewest zeros decides
_SAME: Final = ("zext", "sext", "trunc", "freeze")


class Alignments:
    """The number of trailing zero bits that each integer of a function is known to have."""

    def __init__(self, function: Function) -> None:
        self._zeros: dict[str, int] = {argument.name: 0 for argument in function.arguments}
        integers = [op for op in function.instructions() if op.type.scalar.kind == "int"]
        self._zeros |= {op.result: _ANY for op in integers}
        is_changed = True
        while is_changed:  # in a loop, the best is assumed until an instruction contradicts it
            is_changed = False
            for op in integers:
                if (zeros := self._of(op)) < self._zeros[op.result]:
                    self._zeros[op.result], is_changed = zeros, True

    def zeros(self, value: IrValue) -> int:
        """Return the known number of trailing zero bits of a value, at most 32; the least in a vector."""
        if isinstance(value, Name):
            return self._zeros.get(value.name, 0)
        if isinstance(value, Number):
            return min(_ANY, (value.bits & -value.bits).bit_length() - 1) if value.bits else _ANY
        if isinstance(value, Aggregate):
            return min(map(self.zeros, value.elements), default=_ANY)
        return _ANY if isinstance(value, Undef) else 0

    def _of(self, op: Instruction) -> int:
        operands = [self.zeros(value) for value in op.operands]
        if op.opcode in _LEAST:
            return min(operands)
        if op.opcode in _SAME:
            return operands[0]
        if op.opcode == "select":
            return min(operands[1:])
        if op.opcode == "and":
            return max(operands)
        if op.opcode == "mul":
            return min(_ANY, sum(operands))
        if op.opcode in ("shl", "lshr", "ashr") and isinstance(op.operands[1], Number):
            by = op.operands[1].bits
            return min(_ANY, operands[0] + by) if op.opcode == "shl" else max(0, operands[0] - by)
        return operands[0] if op.opcode == "shl" else 0


def is_by_bytes(function: Function, spaces: Collection[int]) -> bool:
    """Return whether pointers into these address spaces need addresses in bytes, because words would not suffice.

    Words do not suffice in four cases: an address may not be a multiple of 4; an address is made from a number; bytes
    are copied that are not whole words; an address is kept in memory, where it may be read as a number.
    """
    known: Alignments | None = None
    for op in function.instructions():
        if any(_hides_alignment(part, spaces) for part in made_by(op)):
            return True
        for part in made_by(op):
            if part.opcode == "getelementptr" and part.operands[0].type.space in spaces:
                known = known or Alignments(function)
                zeros = (known.zeros(index) + known.zeros(Number(index.type, size)) for index, size in part.strides())
                if any(number < 2 for number in zeros):
                    return True
    return False


def made_by(instruction: Instruction) -> Iterator[Instruction]:
    """Yield an instruction and the constant expressions that it reads."""
    yield instruction
    for value in instruction.operands:
        if isinstance(value, Expr):
            yield from made_by(value.instruction)


def _hides_alignment(op: Instruction, spaces: Collection[int]) -> bool:
    """Return whether an instruction hides the alignment of addresses in these address spaces.

    It does if it makes an address from a number, loads or stores an address, or copies or fills parts of words.
    """
    if op.opcode == "inttoptr":
        return _is_pointer(op.type, spaces)
    if op.opcode in ("load", "store"):
        kept = op.type if op.opcode == "load" else op.operands[0].type
        return _is_pointer(kept, spaces)
    if op.opcode == "call" and op.detail.startswith(COPIES):
        size = op.operands[2]
        is_there = any(value.type.kind == "ptr" and value.type.space in spaces for value in op.operands[:2])
        return is_there and bool(op.align % 4 or not isinstance(size, Number) or size.bits % 4)
    return False


def _is_pointer(kind: IrType, spaces: Collection[int]) -> bool:
    return kind.scalar.kind == "ptr" and kind.scalar.space in spaces
