"""Emission of operations while instructions are selected: constants, reuse of results, compares and selects."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from isa.table.table import INSTRUCTIONS
from isa.table.values import bits_to_float
from simt.compiler.backend.graph import Flow
from simt.compiler.backend.ops import ZERO, Block, Code, Immediate, Operand, Operation, Register, Special
from simt.compiler.errors import LACKING, UNSUPPORTED, CompileError, SourcePlace, wrong
from simt.machine.capabilities import CAPABILITIES

if TYPE_CHECKING:
    from simt.machine import Machine

_COMPARES: Final = ("eq", "ne", "lt", "le", "gt", "ge")
_CHOOSE: Final = "select_nz.b32"  # by a register, without a compare
_MOST_HOISTED: Final = 8  # constants kept in registers around loops


class Condition(NamedTuple):
    """A compare that is emitted where its outcome is needed.

    is_not: whether the condition holds if the compare does not.
    """

    name: str
    left: Operand
    right: Operand
    is_not: bool = False

    @property
    def compare(self) -> tuple[str, Operand, Operand]:
        """The compare without `is_not`."""
        return self.name, self.left, self.right


ALWAYS: Final = Condition("eq.u32", Special("lane_id"), Special("lane_id"))


class Emitter:
    """A kernel under construction, with the block to which operations are appended."""

    def __init__(self, code: Code, flow: Flow, machine: Machine) -> None:
        self.code = code
        self.flow = flow
        self.machine = machine
        self.block = Block("")
        self.place = SourcePlace()
        self.order = 0  # of the operations that are appended
        self._known: dict[tuple[object, ...], list[tuple[Register, str]]] = {}  # results, with their blocks
        self._carry: set[tuple[object, ...]] = set()  # compares whose outcome is in the carry flag
        self._hoisted = 0

    def start(self, block: Block) -> None:
        """Append the following operations to this block, at whose start nothing is known about the carry flag."""
        self.block = block
        self._carry = set()

    # --- what the machine has ---------------------------------------------------------------------------------------

    def can(self, name: str) -> bool:
        """Return whether the machine has an instruction."""
        spec = INSTRUCTIONS.get(name)
        return spec is not None and self.machine.has(spec.requires)

    def need(self, name: str, what: str) -> str:
        """Return the name of a required instruction.

        Raises `CompileError` if there is no such instruction, or if the machine lacks it. In the latter case the error
        names the machine key that provides it, and some presets that have it.
        """
        spec = INSTRUCTIONS.get(name)
        if spec is None:
            raise self.wrong(f"{what} is not compiled: there is no instruction for it")
        if not self.machine.has(spec.requires):
            from simt.machine.choosing import way_to  # with it come all presets

            capability = CAPABILITIES[spec.requires]
            message = f"{what} {capability.lack.format(self.machine)}, which {self.machine.name} lacks"
            raise wrong(LACKING, message, self.place, f"{capability.kind}: {way_to(spec.requires)}")
        return name

    def wrong(self, message: str, help: str = "", code: str = UNSUPPORTED) -> CompileError:  # noqa: A002
        """Return an error at the place of the instruction that is being compiled."""
        return wrong(code, message, self.place, help)

    # --- operations -------------------------------------------------------------------------------------------------

    def emit(self, name: str, *sources: Operand, is_pure: bool = True) -> Register:
        """Append an operation, unless an earlier one computes the same result; return the result's first register.

        is_pure: whether the operation may be left out. It may not if it reads the carry flag or other lanes, or if it
        is needed for the flag that it sets.
        """
        key = (name, *sources)
        if is_pure and (known := self._find(key)):
            return known
        spec = INSTRUCTIONS[name]
        operation = Operation(name, -1, self._with_one_constant(name, sources), place=self.place)
        operation.result = self.code.new(spec.registers_of("rd"))
        self.append(operation)
        if spec.writes_carry:
            self._carry = {key, ("ne.u32", Register(operation.result), ZERO)} if name[:2] in _COMPARES else set()
        if is_pure:
            self._known.setdefault(key, []).append((Register(operation.result), self.block.name))
        return Register(operation.result)

    def append(self, operation: Operation) -> None:
        """Append an operation as it is. After a barrier or a writer of the carry flag, the flag is unknown."""
        if operation.spec.writes_carry or operation.name == "bar":
            self._carry = set()
        operation.order = self.order
        self.block.operations.append(operation)

    def _find(self, key: tuple[object, ...]) -> Register | None:
        known = self._known.get(key, ())
        return next((result for result, block in known if self.flow.dominates(block, self.block.name)), None)

    def _with_one_constant(
        self, name: str, sources: Sequence[Operand], offset: Immediate | None = None
    ) -> tuple[Operand, ...]:
        """Return the sources with at most one constant, if the instruction allows one; others move to registers.

        offset: the offset of an access, which is the one constant unless it is None.
        """
        spec = INSTRUCTIONS[name]
        is_taken = offset is not None
        operands: list[Operand] = []
        for slot, source in zip(spec.sources, sources, strict=True):
            if isinstance(source, Immediate):
                if not is_taken and slot in spec.constant_slots:
                    is_taken = True
                elif spec.type == "f64":
                    source = self.group(_words_of_double(source))
                else:
                    source = self.register(source)
            operands.append(source)
        return tuple(operands)

    def access(self, name: str, base: Operand, offset: Immediate, *data: Operand) -> Register:
        """Append a load, a store or an atomic at [base + offset].

        Return the first register of its result; a store returns the register -1, which does not exist.
        """
        spec = INSTRUCTIONS[name]
        keeps = None if offset == ZERO else offset
        operation = Operation(name, -1, self._with_one_constant(name, (base, *data), keeps), keeps, place=self.place)
        if spec.writes_register:
            operation.result = self.code.new(spec.registers_of("rd"))
        self.append(operation)
        return Register(operation.result)

    def register(self, operand: Operand) -> Register:
        """Return the register of an operand. A constant or a special source is moved to a register.

        An earlier move is used again if every path here leads through it. In loops, the first few moves of constants
        are placed before the loop.
        """
        if isinstance(operand, Register):
            return operand
        key = ("mov.b32", operand)
        if known := self._find(key):
            return known
        block, place = self.block, self.place
        if isinstance(operand, Immediate) and self.flow.depth.get(block.name) and self._hoisted < _MOST_HOISTED:
            self._hoisted += 1
            name = block.name
            while self.flow.depth[name]:
                name = self.flow.dominator[self.flow.header[name]]
            self.block = self.code.blocks[name]
        operation = Operation("mov.b32", self.code.new(), (operand,), place=place)
        self.block.operations.append(operation)
        self._known.setdefault(key, []).append((Register(operation.result), self.block.name))
        self.block = block
        return Register(operation.result)

    def group(self, words: Sequence[Operand]) -> Register:
        """Move words to consecutive registers, unless they are one whole group already; return the first register."""
        first = words[0]
        if isinstance(first, Register) and self.code.groups[first.unit] == first.unit:
            expected = [Register(first.unit + place) for place in range(len(words))]
            if list(words) == expected and self.code.widths[first.unit] == len(words):
                return first
        start = self.code.new(len(words))
        for place, word in enumerate(words):
            self.append(
                Operation("mov.b32", start + place, (word,), place=self.place, is_copy=isinstance(word, Register))
            )
        return Register(start)

    def scaled(self, word: Operand, factor: int) -> Operand:
        """Emit the low 32 bits of a word times a number.

        For 0 and powers of two this takes at most a shift. A machine without a multiplier shifts, adds and subtracts
        for any other number.
        """
        factor &= 0xFFFFFFFF
        if factor & (factor - 1) == 0:
            if factor <= 1:
                return word if factor else ZERO
            return self.emit("shl.b32", word, Immediate(factor.bit_length() - 1))
        if self.can("mul.u32"):
            return self.emit("mul.u32", word, Immediate(factor))
        product: Operand | None = None
        for place, digit in reversed(_digits(factor)):
            term = self.emit("shl.b32", word, Immediate(place)) if place else word
            if product is None:
                product = term if digit > 0 else self.emit("sub.u32", ZERO, term)
            else:
                product = self.emit("add.u32" if digit > 0 else "sub.u32", product, term)
        return ZERO if product is None else product

    # --- conditions -------------------------------------------------------------------------------------------------

    def choose(self, condition: Condition, yes: Operand, no: Operand) -> Operand:
        """Emit a choice in each lane: `yes` if the condition holds, else `no`."""
        if yes == no:
            return yes
        if condition.is_not:
            yes, no = no, yes
        if isinstance(yes, Immediate) and isinstance(no, Immediate):
            yes = self.register(yes)
        name, left, right = condition.compare
        is_register = isinstance(left, Register) and right == ZERO and name in ("ne.u32", "eq.u32")
        if is_register and condition.compare not in self._carry and self.can(_CHOOSE):
            return self.emit(_CHOOSE, *((yes, no) if name == "ne.u32" else (no, yes)), left)
        if condition.compare not in self._carry:
            self.emit(*condition.compare, is_pure=False)
        return self.emit("select.b32", yes, no, is_pure=False)

    def choose_all(self, condition: Condition, yes: Sequence[Operand], no: Sequence[Operand]) -> list[Operand]:
        """Emit a choice in each lane between the words of `yes` and the words of `no`."""
        return [self.choose(condition, *pair) for pair in zip(yes, no, strict=True)]

    def outcome(self, condition: Condition) -> Operand:
        """Emit a word that is 1 in lanes where the condition holds, else 0."""
        result = self.emit(*condition.compare)
        return self.emit("xor.b32", result, Immediate(1)) if condition.is_not else result


def _digits(factor: int) -> list[tuple[int, int]]:
    """Return the digits 1 and -1 of a number of 32 bits in non-adjacent form, with their places."""
    digits = []
    for place in range(32):
        if factor & 1:
            digit = 2 - (factor & 3)
            digits.append((place, digit))
            factor -= digit
        factor >>= 1
    return digits


def _words_of_double(constant: Immediate) -> list[Operand]:
    """Return the two words of a double; `constant` has the bits of the same number as a single."""
    return [Immediate(word) for word in struct.unpack("<2I", struct.pack("<d", bits_to_float(constant.bits)))]
