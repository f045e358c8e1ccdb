"""The values of a kernel during instruction selection: words, conditions, pointers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import gcd
from typing import TYPE_CHECKING, Final

from simt.compiler.backend.declarations import Declarations
from simt.compiler.backend.emission import ALWAYS, Condition, Emitter
from simt.compiler.backend.graph import Flow
from simt.compiler.backend.ops import ZERO, Address, Code, Immediate, Operand
from simt.compiler.llvm.ir import Aggregate, Expr, Function, Instruction, IrType, IrValue, Name, Number, Symbol, Undef

if TYPE_CHECKING:
    from simt.machine import Machine

_MASK: Final = 0xFFFFFFFF
_SUMS: Final = {"add": "add.u32", "sub": "sub.u32"}  # of constant expressions
Row = tuple[list[Operand], ...]  # the words of one element of each operand
Select = Callable[["Selection", Instruction, Row], list[Operand]]  # the words of the result's element


class Selection(Emitter):
    """A kernel during instruction selection.

    - made: the declarations of the kernel.
    - values, pointers, conditions: the results of selection so far, by the name of the value.
    - definitions: the instruction of each value.
    - is_lazy: whether a condition is emitted only where it is needed: the names of these conditions.
    """

    def __init__(self, code: Code, flow: Flow, machine: Machine, function: Function, declared: Declarations) -> None:
        super().__init__(code, flow, machine)
        self.made = declared
        self.values, self.pointers = declared.values, declared.pointers
        self.work_group = function.work_group
        self.definitions = {op.result: op for op in function.instructions()}
        self.conditions: dict[str, Condition] = {}
        self.is_lazy: set[str] = set()
        self.copied: dict[str, str] = {}  # structs given by value with a copy in private memory, and its place

    def words(self, value: IrValue) -> list[Operand]:
        """Return the words of a value, the lowest first; of vectors element by element. Raises `CompileError`."""
        if isinstance(value, Name):
            if value.name in self.values:
                return self.values[value.name]
            if value.name in self.conditions:
                return [self.outcome(self.conditions[value.name])]
        if value.type.kind == "ptr":
            return [self.address(self.pointer(value))]
        if isinstance(value, Number):
            return [Immediate(value.bits >> (32 * place) & _MASK) for place in range(value.type.words)]
        if isinstance(value, Undef):
            return [ZERO] * value.type.words
        if isinstance(value, Aggregate):
            return [word for element in value.elements for word in self.words(element)]
        if isinstance(value, Expr) and value.type.words == 1:
            opcode, operands = value.instruction.opcode, value.instruction.operands
            if opcode == "ptrtoint":
                return [self.number_of(self.pointer(operands[0]))]
            if opcode in _SUMS:
                return [self.emit(_SUMS[opcode], *map(self.word, operands))]
        raise self.wrong("a constant expression of LLVM IR that is not compiled")

    def word(self, value: IrValue) -> Operand:
        """Return the single word of a value."""
        return self.words(value)[0]

    def parts(self, value: IrValue) -> list[list[Operand]]:
        """Return the words of each element of a vector; a scalar is its own element."""
        words, count = self.words(value), value.type.scalar.words
        return [words[place : place + count] for place in range(0, len(words), count)]

    def give(self, instruction: Instruction, words: Sequence[Operand]) -> None:
        """Set the words of an instruction's value."""
        if instruction.type.kind == "ptr":
            self.pointers[instruction.result] = self.into(instruction.type, words[0])
        else:
            self.values[instruction.result] = list(words)

    def condition(self, value: IrValue) -> Condition:
        """Return the condition of an i1."""
        if isinstance(value, Name) and value.name in self.conditions:
            return self.conditions[value.name]
        word = self.word(value)
        if isinstance(word, Immediate) and not word.symbol:
            return ALWAYS._replace(is_not=not word.bits)
        return Condition("ne.u32", word, ZERO)

    # --- pointers ---------------------------------------------------------------------------------------------------

    def pointer(self, value: IrValue) -> Address:
        """Return the address of a pointer value. Raises `CompileError`."""
        if isinstance(value, Name):
            return self.pointers[value.name]
        if isinstance(value, Symbol):
            if value.name not in self.made.variables:
                raise self.wrong(f"the address of `{value.name}`, which is not a variable of the kernel")
            return self.made.variables[value.name]
        if isinstance(value, Expr):
            inner = value.instruction
            if inner.opcode == "getelementptr":
                return self.stepped(inner)
            if inner.opcode in ("addrspacecast", "bitcast"):
                return self.pointer(inner.operands[0])
            if inner.opcode == "inttoptr":
                return self.into(value.type, self.word(inner.operands[0]))
        return replace(self.into(value.type), offset=value.bits if isinstance(value, Number) else 0)

    def into(self, kind: IrType, register: Operand | None = None, symbol: str = "") -> Address:
        """Return the address at a symbol (if any) plus the contents of a register (if any), for pointers of a type."""
        memory, unit = self.made.memories[kind.space]
        return Address(memory, unit, symbol, 0, register)

    def address(self, pointer: Address, base: str = "") -> Operand:
        """Return the address as one word. If its symbol is `base`, the word is the distance from that symbol."""
        constant = Immediate(pointer.offset & _MASK, "" if pointer.symbol == base else pointer.symbol)
        if pointer.register is None:
            return constant
        return pointer.register if constant == ZERO else self.emit("add.u32", pointer.register, constant)

    def number_of(self, pointer: Address) -> Operand:
        """Return an address as a number of bytes."""
        word = self.address(pointer)
        return word if pointer.unit == 1 else self.emit("shl.b32", word, Immediate(2))

    def stepped(self, instruction: Instruction) -> Address:
        """Return the address of a `getelementptr`."""
        pointer = self.pointer(instruction.operands[0])
        for index, size in instruction.strides():
            pointer = self._scaled(pointer, index, size)
        return pointer

    def _scaled(self, pointer: Address, index: IrValue, scale: int) -> Address:
        """Return the address `index` times `scale` bytes further, a multiple of the pointer's unit."""
        if isinstance(index, Number):
            return pointer.after(index.signed * scale)
        if isinstance(index, Undef):
            return pointer
        maker = self.definitions.get(index.name) if isinstance(index, Name) else None
        if maker is not None and (maker.opcode == "add" or (maker.opcode == "or" and "disjoint" in maker.flags)):
            left, right = maker.operands
            if isinstance(right, Number) and (right.bits * scale) % pointer.unit == 0:
                return self._scaled(self._scaled(pointer, right, scale), left, scale)
        common = gcd(scale, pointer.unit)
        term = self.scaled(self._fraction(index, pointer.unit // common), scale // common)
        if pointer.register is not None:
            term = self.emit("add.u32", pointer.register, term)
        return replace(pointer, register=term)

    def _fraction(self, index: IrValue, by: int) -> Operand:
        """Return the index divided by the power of two `by`, without a remainder."""
        if by == 1:
            return self.word(index)
        maker = self.definitions.get(index.name) if isinstance(index, Name) else None
        shift = by.bit_length() - 1
        if maker is not None and maker.opcode == "shl" and maker.flags & {"nuw", "nsw"}:  # no bit is lost
            count = maker.operands[1]
            if isinstance(count, Number) and count.bits >= shift:
                return self.scaled(self.word(maker.operands[0]), 1 << (count.bits - shift))
        return self.emit("shr.s32", self.word(index), Immediate(shift))

    # --- vectors ----------------------------------------------------------------------------------------------------

    def rows(self, instruction: Instruction) -> Iterator[Row]:
        """Return the words of the operands of an instruction, element by element of the result."""
        count = instruction.type.count if instruction.type.kind == "vector" else 1
        columns = [
            self.parts(value) if value.type.kind == "vector" else [self.words(value)] * count
            for value in instruction.operands
        ]
        return zip(*columns, strict=True)

    def by_elements(self, instruction: Instruction, select: Select) -> None:
        """Set an instruction's words to the results of `select` on its operands' words, element by element."""
        self.give(instruction, [word for row in self.rows(instruction) for word in select(self, instruction, row)])
