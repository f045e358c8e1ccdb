"""The form of a kernel in the back end: operations on virtual registers, in blocks.

A *unit* is one virtual register of 32 bits. A value of several consecutive real registers (a double, a wide load) is a
*group* of units with successive numbers; an operand names the first unit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from isa.table.spec import InstructionSpec
from isa.table.table import INSTRUCTIONS
from isa.table.units import COMPUTE_UNITS
from simt.compiler.backend.graph import Flow
from simt.compiler.errors import NOWHERE, SourcePlace
from simt.compiler.llvm.ir import SourceVariable


class Register(NamedTuple):
    """A virtual register."""

    unit: int


class Immediate(NamedTuple):
    """A constant operand: the bits of a number, or the value of a symbol plus a number. It lies in constant memory."""

    bits: int
    symbol: str = ""


class Special(NamedTuple):
    """A special source of an instruction, such as `lane_id`."""

    name: str


Operand = Register | Immediate | Special
ZERO: Final = Immediate(0)


@dataclass(frozen=True, slots=True)
class Address:
    """An address: symbol + offset + register, counted in units of `unit` bytes.

    memory: "global", "local" or "private", or "param" for parameters given by value.
    """

    memory: str
    unit: int
    symbol: str = ""
    offset: int = 0
    register: Operand | None = None

    def after(self, size: int) -> Address:
        """Return the address `size` bytes further, a multiple of the unit."""
        assert size % self.unit == 0
        return replace(self, offset=self.offset + size // self.unit)


@dataclass(slots=True)
class Operation:
    """An instruction before register allocation.

    - result: the first unit of its result, -1 for none.
    - sources: the operands in the order of the fields ra, rb, rc; the first operand of a load or a store is the
      address.
    - offset: the number added to the address.
    - target: the target of a jump.
    - otherwise: the second target of a `br_push`.
    - is_copy: whether the operation is a move that may vanish.
    - probe: a probe's number, else -1.
    - order: its place among the operations and notes of its block, in the order of selection; -1 if it was added later.
    """

    name: str
    result: int = -1
    sources: tuple[Operand, ...] = ()
    offset: Immediate | None = None
    target: str = ""
    otherwise: str = ""
    place: SourcePlace = NOWHERE
    is_copy: bool = False
    probe: int = -1
    order: int = -1

    @property
    def spec(self) -> InstructionSpec:
        """The instruction's entry in the table."""
        return INSTRUCTIONS[self.name]

    def widths(self) -> Iterator[tuple[Operand, int]]:
        """Yield the sources, each with its number of registers."""
        for slot, source in zip(self.spec.sources, self.sources, strict=True):
            yield source, self.spec.registers_of(f"r{slot}")

    def reads(self) -> Iterator[int]:
        """Yield the units that the operation reads."""
        for source, width in self.widths():
            if isinstance(source, Register):
                yield from range(source.unit, source.unit + width)

    def writes(self) -> range:
        """Return the units that the operation writes."""
        if self.result < 0:
            return range(0)
        return range(self.result, self.result + self.spec.registers_of("rd"))

    @property
    def is_pure(self) -> bool:
        """Return whether the operation only computes a word from its lane's sources; it may also set the carry."""
        spec = self.spec
        is_alone = len(self.writes()) == 1 and self.probe < 0 and not spec.reads_carry and not spec.across
        return is_alone and spec.unit in COMPUTE_UNITS


@dataclass(slots=True)
class Branch:
    """The end of a block: a compare that jumps to `taken` on `condition`, else to `other`.

    - test: None for a jump that is always taken.
    - taken: "" for the end of the kernel.
    - also: further blocks at which lanes may go on, because the stack of masks leads there.
    - is_over: whether lanes go on only at the blocks of `also`, because the block ends with a pop.
    - leads: blocks to which guards lead the lanes of this block. Values of these lanes are alive on the way to these
      blocks, but not on the way to other targets of the guards.
    """

    taken: str = ""
    test: Operation | None = None
    condition: str = "nz"
    other: str = ""
    place: SourcePlace = NOWHERE
    also: tuple[str, ...] = ()
    is_over: bool = False
    leads: tuple[str, ...] = ()

    @property
    def sides(self) -> tuple[str, ...]:
        """The targets of the jump; "" is the end of the kernel."""
        return (self.taken,) if self.test is None else (self.taken, self.other)

    @property
    def targets(self) -> tuple[str, ...]:
        """The names of the possible successors, without the end of the kernel."""
        own = () if self.is_over else (self.taken, self.other)
        return tuple(dict.fromkeys(name for name in (*own, *self.also) if name))

    def redirect(self, old: str, new: str) -> None:
        """Let the jump lead to the block `new` wherever it leads to `old`; `also` is unchanged."""
        self.taken = new if self.taken == old and not self.is_over else self.taken
        self.other = new if self.other == old else self.other


@dataclass(slots=True)
class Block:
    """A basic block: operations, the last of which copy to phis of its successors, and its end."""

    name: str
    operations: list[Operation] = field(default_factory=list)
    branch: Branch = field(default_factory=Branch)
    depth: int = 0  # of loops around it

    def all(self) -> list[Operation]:
        """Return its operations and the compare of its end."""
        return [*self.operations, *([] if self.branch.test is None else [self.branch.test])]


class Noted(NamedTuple):
    """A note that the value of a source variable is in `words`, from the place `order` on.

    words: None for a word that is not known. first: the number of the first of these words in the variable; -1 if they
    are all words of the variable. is_end: whether the variable ends here.
    """

    order: int
    variable: SourceVariable
    words: tuple[Operand | None, ...]
    first: int = -1
    is_end: bool = False


class Phi(NamedTuple):
    """The words of a phi, and the words that it has on the way from each block before it; () for any words."""

    words: tuple[Register, ...]
    ways: dict[str, tuple[Operand, ...]]


@dataclass(slots=True)
class Code:
    """A kernel as operations; the blocks in their final order, the entry first."""

    name: str
    blocks: dict[str, Block] = field(default_factory=dict)
    groups: list[int] = field(default_factory=list)  # for each unit, the first unit of its group
    widths: dict[int, int] = field(default_factory=dict)  # for each group, by its first unit

    temporaries: set[int] = field(default_factory=set)  # units that hold a value from memory for one operation
    notes: dict[str, list[Noted]] = field(default_factory=dict)  # of each block, in order
    phis: dict[str, list[Phi]] = field(default_factory=dict)  # of each block
    has_own_jumps: bool = False  # whether an instruction of its own makes a jump that depends on a result
    leading: int = 0  # a bit for the unit by which guards lead lanes, which is alive on the way to them

    def operations(self) -> Iterator[Operation]:
        """Return the operations of all blocks, without the compares at their ends."""
        return (operation for block in self.blocks.values() for operation in block.operations)

    def flow(self) -> Flow:
        """Return the current control flow."""
        return Flow({name: block.branch.targets for name, block in self.blocks.items()})

    def settle(self) -> None:
        """Put the blocks in the order of the control flow, and note the number of loops around each.

        Unreachable blocks are dropped.
        """
        flow = self.flow()
        self.blocks = {name: self.blocks[name] for name in flow.order}
        for name, block in self.blocks.items():
            block.depth = flow.depth[name]

    def temporary(self, width: int = 1) -> int:
        """Make a group of units that are never spilled; return the first one.

        Each of them is read by exactly one operation or jump.
        """
        first = self.new(width)
        self.temporaries |= {*range(first, first + width)}
        return first

    def new(self, width: int = 1) -> int:
        """Make a group of units; return the first one."""
        first = len(self.groups)
        self.groups += [first] * width
        self.widths[first] = width
        return first

    def flag(self, block: Block, target: str) -> Register:
        """Append the compare of a block's jump to its operations; return the register of the result.

        The register is not 0 in exactly the lanes that jump to the block `target`. The block keeps its jump; the caller
        must replace it.
        """
        branch, test = block.branch, block.branch.test
        assert test is not None
        test.result = self.new()
        block.operations.append(test)
        flag = Register(test.result)
        if (branch.condition == "nz") != (branch.taken == target):
            flag = Register(self.new())
            block.operations.append(Operation("eq.u32", flag.unit, (Register(test.result), ZERO), place=branch.place))
        return flag


OPPOSITE: Final = {"z": "nz", "nz": "z"}
