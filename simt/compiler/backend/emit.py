"""Assembly of a kernel whose units have registers: blocks in order, with the necessary jumps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from isa.forms.disassembler import constant_text
from isa.table.semantics import signed
from isa.table.table import NEAR_INSTRUCTIONS
from simt.compiler.backend.ops import OPPOSITE, Block, Code, Operand, Operation, Register, Special
from simt.compiler.errors import SourcePlace


class Assembly(NamedTuple):
    """A kernel in assembly.

    - places: the place in the source of each instruction.
    - effort: the instructions that a work-item executes if each loop runs ten times and no code is skipped.
    - probes: pairs of an instruction's number and the number of its probe.
    - written: the origin of each instruction.
    """

    text: str
    places: list[SourcePlace]
    effort: int
    probes: list[tuple[int, int]]
    written: list[Written]


class Written(NamedTuple):
    """The origin of an instruction.

    - block: its block, "" outside blocks.
    - operation: the operation that became this instruction; None for an instruction that only ends the block.
    - before, after: the copies before and after the operation that became no instruction, because the register has the
      value already.
    """

    block: str
    operation: Operation | None
    before: tuple[Operation, ...] = ()
    after: tuple[Operation, ...] = ()


class Writer:
    """A writer of a kernel's assembly, block by block.

    - number: the register of each unit.
    - directives: the lines before the instructions.
    - is_far: whether the program is so long that only some instructions can name the address of every jump's target.
    """

    def __init__(self, code: Code, number: Mapping[int, int], directives: Sequence[str], is_far: bool = False) -> None:
        self.code = code
        self.is_far = is_far
        self.number = number
        self.directives = directives
        self.taken = set(re.findall(r"\w+", " ".join(directives)))  # names that labels must not use
        self.lines: list[str] = []
        self.places: list[SourcePlace] = []
        self.probes: list[tuple[int, int]] = []
        self.written: list[Written] = []
        self.within = ""  # the block that is written
        self._left: list[Operation] = []  # copies that were left out since the last instruction
        self._left_before: dict[int, list[Operation]] = {}  # of each operation, by its identity
        self._left_last: dict[str, list[Operation]] = {}  # of each block, after its last operation
        self.effort = 1  # starts with the end
        self.bodies = {name: list(self._without_repeats(block)) for name, block in code.blocks.items()}
        self.targets = {name: self._target(name) for name in code.blocks}
        self.order = [name for name in code.blocks if self.targets[name] == name]
        self.labels = {name: self._free(f"L{place}") for place, name in enumerate(self.order)}
        self.labels[""] = self._free("end")
        self.used: set[str] = set()  # labels of jump targets

    def whole(self) -> Assembly:
        """Write the kernel and return its assembly. It may be called once."""
        self.blocks()
        lines = [line for line in self.lines if line[-1] != ":" or line[:-1] in self.used]
        text = "\n".join([f".kernel {self.code.name}", *self.directives, "", *lines])
        return Assembly(f"{text}\n", self.places, self.effort, self.probes, self.written)

    def _without_repeats(self, block: Block) -> Iterator[Operation]:
        """Yield a block's operations, except moves of a value to a register that already holds it."""
        held: dict[object, object] = {}  # new contents of registers
        left: list[Operation] = []
        for operation in block.operations:
            writes = [self.number[unit] for unit in operation.writes()]
            values: list[object] = [object() for _ in writes]
            if operation.name == "mov.b32" and operation.probe < 0:
                source = operation.sources[0]
                what = self.number[source.unit] if isinstance(source, Register) else source
                values = [held.get(what, what)]
                if not isinstance(source, Special) and values[0] == held.get(writes[0], writes[0]):
                    left.append(operation)
                    continue
            self._left_before[id(operation)], left = left, []
            yield operation
            held |= dict(zip(writes, values, strict=True))
        self._left_last[block.name] = left

    def _target(self, name: str) -> str:
        """Return the first block that is not empty from this block on, which may be the block itself; "" is the end."""
        seen = set()
        while name and name not in seen:
            seen.add(name)
            block = self.code.blocks[name]
            if self.bodies[name] or block.branch.test is not None or block.branch.is_over:
                break
            name = block.branch.taken
        return name

    def blocks(self) -> None:
        """Write all blocks that are not empty, and the end of the kernel."""
        for name, following in pairwise([*self.order, ""]):
            self.lines.append(f"{self.labels[name]}:")
            before = len(self.places)
            self.within = name
            self._block(self.code.blocks[name], following)
            self.effort += (len(self.places) - before) * 10 ** self.code.blocks[name].depth
        self._end()

    def _end(self) -> None:
        self.within = ""
        self.lines.append(f"{self.labels['']}:")
        ends = [block.branch.place for block in self.code.blocks.values() if not block.branch.taken]
        self._write("ret", ends[-1] if ends else SourcePlace())

    def _free(self, label: str) -> str:
        while label in self.taken:
            label += "_"
        return label

    def _label(self, name: str) -> str:
        """Return the label of a jump target, and note that it is used."""
        label = self.labels[self.targets.get(name, "")]
        self.used.add(label)
        return label

    def _sides(self, block: Block) -> tuple[str, str]:
        """Return the two targets of a block's jump, past empty blocks."""
        return self.targets.get(block.branch.taken, ""), self.targets.get(block.branch.other, "")

    def _jumps(self, block: Block, following: str) -> list[tuple[str, str]]:
        """Return the conditions and targets of the jumps at the end of a block; "" is the condition of a plain jump."""
        branch = block.branch
        taken, other = self._sides(block)
        if branch.is_over:
            return []
        if branch.test is None or taken == other:
            return [] if taken == following else [("", taken)]
        if taken == following:
            return [(OPPOSITE[branch.condition], other)]
        return [(branch.condition, taken)] + ([] if other == following else [("", other)])

    def _block(self, block: Block, following: str) -> None:
        """Write a block, which falls through to the following one."""
        body, test = self.bodies[block.name], block.branch.test
        jumps = self._jumps(block, following)
        rides = self._ridden(body, test) if test is not None and jumps and jumps[0][0] else None
        self._operations(operation for operation in body if operation is not rides)
        for condition, target in jumps:
            if condition and test is not None:
                tested = rides or test
                text = self._text(tested)
                if not self._reaches(tested) or self._is_apart(tested):
                    self._write(text, test.place, tested)
                    text = "mov.b32 {0}, {0}".format(f"r{self.number[tested.result]}")
                self._write(f"{text} -> {self._label(target)} if {condition}", test.place, tested)
            else:
                self._write(f"jmp {self._label(target)}" if target else "ret", block.branch.place)

    def _operations(self, body: Iterable[Operation]) -> None:
        for operation in body:
            if operation.probe >= 0:
                self.probes.append((len(self.places), operation.probe))
            self._write(self._text(operation), operation.place, operation)
        self._left += self._left_last[self.within]

    def _reaches(self, operation: Operation) -> bool:
        """Return whether an operation can jump as well, to any address of this program."""
        return operation.spec.reach > (NEAR_INSTRUCTIONS if self.is_far else 0) and operation.spec.may_jump

    def _is_apart(self, operation: Operation) -> bool:
        """Return whether the jump on an operation's result is an instruction of its own, which moves this result."""
        is_moved = operation.is_copy and isinstance(operation.sources[0], Register)
        return self.code.has_own_jumps and not is_moved

    def _ridden(self, body: Sequence[Operation], test: Operation) -> Operation | None:
        """Return the operation that computes a block's tested value if it can make the jump as well, else None."""
        if test.name != "mov.b32" or not isinstance(source := test.sources[0], Register):
            return None
        register = self.number[source.unit]
        touched: set[int] = set()  # by later operations
        read: set[int] = set()
        is_carry_read = is_carry_written = False
        for operation in reversed(body):
            writes = {self.number[unit] for unit in operation.writes()}
            reads = {self.number[unit] for unit in operation.reads()}
            spec = operation.spec
            if register in writes:
                is_free = not (touched & reads or touched & writes or writes & read)
                is_free = is_free and not (is_carry_read and spec.writes_carry)
                is_free = is_free and not (is_carry_written and spec.reads_carry)
                may_move = spec.unit not in ("lds", "memory") and len(writes) == 1
                return operation if self._reaches(operation) and may_move and is_free else None
            touched |= writes
            read |= reads
            is_carry_read |= spec.reads_carry
            is_carry_written |= spec.writes_carry
        return None

    # --- text -------------------------------------------------------------------------------------------------------

    def _write(self, text: str, place: SourcePlace, operation: Operation | None = None) -> None:
        self.lines.append(f"    {text}")
        self.places.append(place)
        last = self.written[-1] if self.written else None
        if last is not None and last.block != self.within and self._left:
            self.written[-1] = last._replace(after=tuple(self._left))
            self._left.clear()
        self._left += self._left_before.get(id(operation), ())
        self.written.append(Written(self.within, operation, tuple(self._left)))
        self._left.clear()

    def _text(self, operation: Operation) -> str:
        spec = operation.spec
        sources = list(operation.sources)
        written = []
        for operand in spec.operands:
            if operand == "rd":
                written.append(f"r{self.number[operation.result]}")
            elif operand == "[ra + offset]":
                inner = self._operand(sources.pop(0), "b32")
                if operation.offset is not None:
                    inner += f" + {self._operand(operation.offset, 'b32')}"
                written.append(f"[{inner}]")
            elif operand in ("target", "otherwise"):
                written.append(self._label(operation.target if operand == "target" else operation.otherwise))
            else:
                written.append(self._operand(sources.pop(0), spec.type))
        return f"{spec.name} {', '.join(written)}".strip()

    def _operand(self, operand: Operand, kind: str) -> str:
        if isinstance(operand, Register):
            return f"r{self.number[operand.unit]}"
        if isinstance(operand, Special):
            return operand.name
        if not operand.symbol:
            return constant_text(operand.bits, kind)
        number = signed(operand.bits)
        return f"{operand.symbol} {'-' if number < 0 else '+'} {abs(number)}" if number else operand.symbol


def assembly(
    writer: Callable[..., Writer], code: Code, number: Mapping[int, int], directives: Sequence[str]
) -> Assembly:
    """Return the assembly of a kernel. writer: its class; the other parameters are as for `Writer`."""
    text = writer(code, number, directives).whole()
    if len(text.places) > NEAR_INSTRUCTIONS:
        text = writer(code, number, directives, is_far=True).whole()
    return text
