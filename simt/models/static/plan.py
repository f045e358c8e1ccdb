"""The blocks of a program as the walk takes them: what has to be evaluated in each, and how it is left."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from isa.flow.flow import is_plain
from isa.program.encoding import Instruction
from isa.table.table import FIRST_SPECIAL, SCALAR, SPECIALS
from isa.table.units import MEMORY_UNITS
from simt.models.static.groups import Group
from simt.models.static.launch import StaticLaunch
from simt.models.static.slicing import address_slice, bundles_by_block
from simt.models.static.words import Word

_NAMES = {number: name for name, number in SPECIALS.items()}
_ZERO = Word(0)


@dataclass(frozen=True, slots=True)
class Work:
    """A bundle that has to be looked at: its accesses to memory, the operations that are evaluated, those on scalar
    registers, and its barrier, by address; `steers`: it is the one that the block ends with, and it steers."""

    accesses: tuple[tuple[int, Instruction], ...]
    values: tuple[tuple[int, Instruction], ...]
    scalars: tuple[tuple[int, Instruction], ...]
    barriers: tuple[int, ...]
    steers: bool


@dataclass(frozen=True, slots=True)
class Exit:
    """A block's end as the way out of a loop: the number of the loop, whether a condition that holds stays in it, and
    whether the way that stays goes to the loop's start."""

    loop: int
    true_stays: bool
    is_last: bool


@dataclass(frozen=True, slots=True)
class BlockPlan:
    """Instructions `first` to `end` - 1; `last` is the address of the operation that steers, -1 if none does."""

    first: int
    end: int
    work: tuple[Work, ...]
    last: int
    exit: Exit | None
    illegal: int  # the address of a word that is no instruction, -1
    operations: int  # that are evaluated


def plan_blocks(launch: StaticLaunch) -> tuple[BlockPlan, ...]:
    """The plan of every block of the program's control-flow graph."""
    flow = launch.flow
    chosen = address_slice(flow, launch.machine.branch.policy)
    of_block = bundles_by_block(flow)
    plans = []
    for block in flow.blocks:
        work = []
        last = illegal = -1
        for bundle in of_block[block.number]:
            found = [(pc, op) for pc in bundle if (op := flow.instructions[pc]) is not None]
            illegal = bundle.start if len(found) < len(bundle) else illegal
            last = next((pc for pc, op in found if not is_plain(op)), -1)
            one = Work(
                tuple((pc, op) for pc, op in found if op.spec.unit in MEMORY_UNITS),
                tuple((pc, op) for pc, op in found if pc in chosen),
                tuple((pc, op) for pc, op in found if "sd" in op.spec.fields or op.spec.name == "s_test.b64"),
                tuple(pc for pc, op in found if op.spec.name == "bar"),
                last >= 0,
            )
            if one.accesses or one.values or one.scalars or one.barriers:
                work.append(one)
        operations = sum(len(one.accesses) + len(one.values) + len(one.scalars) for one in work)
        way_out = _exit(launch, block.number, last)
        plans.append(BlockPlan(block.first, block.end, tuple(work), last, way_out, illegal, operations))
    return tuple(plans)


def _exit(launch: StaticLaunch, number: int, last: int) -> Exit | None:
    """The innermost loop that one outcome of the condition at the end of a block leaves and the other does not."""
    flow = launch.flow
    instruction = flow.instructions[last] if last >= 0 else None
    if instruction is None:
        return None
    after, name = flow.blocks[number].end, instruction.spec.name
    if instruction.cond != "always" or name.startswith("s_branch."):
        ways: tuple[int, int | None] = (instruction.target, after)
    elif name == "mask_nz":
        popped = [edge for edge in flow.blocks[number].successors if edge.kind == "popped" and not edge.is_unknown]
        ways = (after, flow.blocks[popped[0].target].first if popped and popped[0].target != flow.exit else None)
    elif name == "br_push":
        ways = (after, instruction.otherwise)
    else:
        return None
    true, false = (flow.block_at[way] if way is not None and way < len(flow.block_at) else flow.exit for way in ways)
    around = sorted(
        (place for place, loop in enumerate(flow.loops) if number in loop.blocks),
        key=lambda place: -flow.loops[place].depth,
    )
    for place in around:
        loop = flow.loops[place]
        if (true in loop.blocks) != (false in loop.blocks):
            staying = true if true in loop.blocks else false
            return Exit(place, true in loop.blocks, staying == loop.header)
    return None


class Operands:
    """Reads operands of instructions for a group of warps."""

    def __init__(self, launch: StaticLaunch) -> None:
        self.launch = launch
        self.constants = [Word(value) for value in launch.program.constants]

    def constant(self, index: int) -> Word:
        """A word of constant memory; 0 behind the program's own."""
        return self.constants[index] if index < len(self.constants) else _ZERO

    def special(self, group: Group, name: str) -> Word:
        """A special source."""
        word = group.specials.get(name)
        if word is None:
            value = self.launch.special(name, group.warps, group.groups)
            word = group.specials[name] = Word(value, steps=self.launch.steps(name, group.span))
        return word

    def read(self, group: Group, instruction: Instruction, slot: str, pc: int) -> Word:
        """The operand a, b or c of a vector instruction."""
        if instruction.csel == slot:
            return self.constant(instruction.const)
        number: int = getattr(instruction, f"r{slot}")
        if instruction.indexed and number == SCALAR:
            return self.special(group, instruction.indexed)
        if number == SCALAR:
            value = group.scalars[instruction.const]
            return Word(0, False, pc) if value is None else Word(value)
        if number < FIRST_SPECIAL:
            return group.registers.get(number, _ZERO)
        return self.special(group, _NAMES[number])

    def address(self, group: Group, instruction: Instruction, pc: int) -> Word:
        """The address of a load or store, mod 2^32: of a word of local memory, of a byte of global memory."""
        base = self.read(group, instruction, "a", pc)
        if instruction.csel != "c":
            return base
        offset = self.constant(instruction.const).value
        return Word((base.value + offset) & 0xFFFF_FFFF, base.known, base.origin, base.steps)

    def pair(self, group: Group, instruction: Instruction, slot: str) -> int | None:
        """A 64-bit source: a pair of scalar registers, or a constant with its sign; None if it is unknown."""
        if instruction.csel == slot:
            value = int(self.constant(instruction.const).value)
            return ((value ^ 0x8000_0000) - 0x8000_0000) & 0xFFFF_FFFF_FFFF_FFFF
        return group.pair(getattr(instruction, f"s{slot}"))


def rows_as_masks(bits: np.ndarray) -> list[int]:
    """Rows of bool [warps, lanes] as masks."""
    packed = np.packbits(bits, axis=1, bitorder="little")
    data, width = packed.tobytes(), packed.shape[1]
    return [int.from_bytes(data[place : place + width], "little") for place in range(0, len(data), width)]
