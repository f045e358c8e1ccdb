"""Lanes that are followed one at a time from the state in which a run stopped, to see what each would do next.

A lane is followed instruction by instruction: integers by `isa.table.semantics`, loads from the memory that the run
left, with the lane's own stores on top. Some values are unknown: floats, private memory, most special sources, and all
values computed from them. At a jump on an unknown value, or at an access to an unknown address, the walk ends. So every
step of the walk is a step that the lane would take.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from isa.program.encoding import Instruction
from isa.table.semantics import CONDITIONS, RESULTS
from isa.table.table import FIRST_SPECIAL, SPECIALS_BY_NUMBER
from simt.core.state.placed import Placed
from simt.launch.arrays import buffer_spans
from simt.models.static.values.words import Word, evaluate
from simt.result.parts import CoreResult
from simt.result.result import Result

_MOST_STEPS: Final = 4000  # instructions of a lane that is followed
_UNKNOWN: Final = Word(0, False)


class Cell(NamedTuple):
    """A word of memory: its space, "local" or "global", and its address: a word, or the byte of its beginning."""

    space: str
    address: int


class Access(NamedTuple):
    """An access of a lane: the instruction's address, the word, its value before and after, and whether it reads."""

    pc: int
    cell: Cell
    before: int
    after: int
    reads: bool


class Memory:
    """The memory that a core's lanes see at the stop of a run."""

    def __init__(self, result: Result, core: CoreResult) -> None:
        self._local, self._result = core.memory, result
        self._reach = Placed(result.program, result.machine, result.grid).reach(result.places)
        program = result.program
        spans = buffer_spans(program).tolist() if program.buffers else []
        self._buffers = [
            (first, end, result.buffers[name].view("u4"))
            for (first, end), name in zip(spans, program.buffers, strict=True)
            if name in result.buffers
        ]

    def word(self, cell: Cell, place: int) -> int | None:
        """Return a word; None if it lies in no memory. place: the place of the lane's work-group."""
        if cell.space == "local":
            if not 0 <= cell.address < self._reach:
                return None
            return int(self._local[place * self._reach + cell.address])
        for first, end, words in self._buffers:
            if first <= cell.address < end and cell.address % 4 == 0:
                return int(words[(cell.address - first) // 4])
        return None


@dataclass(slots=True)
class Lane:
    """A lane at the stop of a run, and where it would go on. core: its core's result; warp: its number in the core."""

    result: Result
    core: CoreResult
    memory: Memory
    warp: int
    lane: int
    pc: int
    stack: list[int] = field(default_factory=list)  # with mask instructions: where it goes on when popped, the top last
    registers: list[Word] = field(default_factory=list)
    carry: Word = _UNKNOWN
    own: dict[Cell, int] = field(default_factory=dict)  # what it has stored

    def __post_init__(self) -> None:
        words = self.core.registers[self.warp, :, self.lane]
        self.registers = [Word(int(word)) for word in words]
        self.carry = Word(int(self.core.carry[self.warp]) >> self.lane & 1)

    @property
    def state(self) -> tuple[object, ...]:
        """Return everything on which the lane's way depends, as long as no other lane stores."""
        words = tuple(word.value if word.known is True else None for word in (*self.registers, self.carry))
        return (self.pc, words, tuple(self.stack), tuple(sorted(self.own.items())))

    def accesses(self) -> Iterator[Access | None]:
        """Walk on: yield each access to a word of local or global memory, and None after any other instruction.

        The walk ends where the lane ends, waits at a barrier, or takes an unknown step.
        """
        for _ in range(_MOST_STEPS):
            program = self.result.program
            instruction = program.instructions[self.pc] if 0 <= self.pc < len(program.instructions) else None
            if instruction is None or instruction.spec.name in ("ret", "bar") or instruction.more:
                return
            at, access, result = self.pc, None, None
            if "offset" in instruction.spec.syntax:
                found = self._access(instruction)
                if found is None:
                    return
                access, result = found
            elif instruction.spec.name != "jmp" and instruction.spec.unit == "control":
                if not self._change_masks(instruction):
                    return
                yield None
                continue
            elif instruction.spec.name != "jmp":
                result = self._compute(instruction)
            if not self._go_on(instruction, at, result):
                return
            yield access

    # --- one instruction ----------------------------------------------------------------------------------------------

    def _source(self, instruction: Instruction, slot: str) -> Word:
        if instruction.csel == slot:
            return Word(self.result.program.constants[instruction.const])
        number = getattr(instruction, f"r{slot}")
        if number < FIRST_SPECIAL:
            return self.registers[number] if number < len(self.registers) else _UNKNOWN
        special = self._specials.get(SPECIALS_BY_NUMBER.get(number, ""))
        return _UNKNOWN if special is None else Word(special)

    @property
    def _specials(self) -> dict[str, int]:
        warp, size = self.warp % self.result.group_warps, self.result.machine.warp_size
        thread = warp * size + self.lane
        return {"lane_id": self.lane, "warp_id": warp, "thread_id": thread}

    def _compute(self, instruction: Instruction) -> Word:
        spec = instruction.spec
        sources = [self._source(instruction, slot) for slot in spec.sources]
        result, flag = _UNKNOWN, _UNKNOWN if spec.writes_carry else None
        if not spec.across and not spec.doubles:
            result, flag = evaluate(spec, sources, self.carry, instruction.table, self.pc)
        for number in instruction.registers_written:
            self.registers[number] = result
        if flag is not None:
            self.carry = flag
        return result

    def _access(self, instruction: Instruction) -> tuple[Access | None, Word] | None:
        """Carry out an access; return the access, and the word that it loads. None if its address is not known."""
        spec = instruction.spec
        space = next((name for name in ("local", "global", "private") if name in spec.name.split(".")), "global")
        if space == "private" or spec.bytes != 4:
            if space != "private" and spec.is_store:
                return None  # parts of words and several words: whom it reaches is not worked out
            for number in instruction.registers_written:
                self.registers[number] = _UNKNOWN
            return None if spec.is_atomic else (None, _UNKNOWN)
        base, offset = self._source(instruction, "a"), 0
        if instruction.csel == "c":
            offset = self.result.program.constants[instruction.const]
        if base.known is not True:
            return None
        cell = Cell(space, (int(base.value) + offset) & 0xFFFF_FFFF)
        before = self.own.get(cell)
        if before is None:
            before = self.memory.word(cell, self.warp // self.result.group_warps)
        if before is None:
            return None
        after = self._stored(instruction, before)
        if after is None:
            return None
        if after != before:
            self.own[cell] = after
        loaded = Word(before)
        for number in instruction.registers_written:
            self.registers[number] = loaded
        return Access(self.pc, cell, before, after, not spec.is_store), loaded

    def _stored(self, instruction: Instruction, before: int) -> int | None:
        """Return a word after an access that found `before` there; None if this word is not known."""
        spec = instruction.spec
        if not spec.is_store and not spec.is_atomic:
            return before
        data = self._source(instruction, "b")
        if data.known is not True:
            return None
        value = int(data.value)
        if spec.is_store:
            return value
        operation = ".".join(spec.name.split(".")[-2:])
        if operation == "exch.b32":
            return value
        if operation != "cas.b32":
            return int(RESULTS[operation](Word(before), data).value)
        if value != before:
            return before
        new = self.registers[instruction.rb + 1]
        return int(new.value) if new.known is True else None

    def _change_masks(self, instruction: Instruction) -> bool:
        """Carry out a mask instruction as for this lane alone; return whether it is known where it goes on."""
        name = instruction.spec.name
        if name == "push_mask":
            self.stack.append(instruction.target)
        elif name in ("mask_nz", "br_push"):
            condition = self._source(instruction, "a")
            if condition.known is not True:
                return False
            if name == "br_push":
                self.stack.append(instruction.target)
                self.pc = self.pc + 1 if condition.value else instruction.otherwise
                return True
            if not condition.value:
                return self._pop()
        elif name == "pop_mask":
            return self._pop()
        else:
            return False
        self.pc += 1
        return True

    def _pop(self) -> bool:
        if not self.stack:
            return False
        self.pc = self.stack.pop()
        return True

    def _go_on(self, instruction: Instruction, at: int, result: Word | None) -> bool:
        """Set the program counter after an instruction; return whether it is known."""
        condition = instruction.cond
        self.pc = at + 1
        if instruction.spec.name == "jmp":
            self.pc = instruction.target
        elif condition != "always":
            taken: Word = CONDITIONS[condition](_UNKNOWN if result is None else result, self.carry)
            if taken.known is not True:
                return False
            if taken.value:
                self.pc = instruction.target
        return True
