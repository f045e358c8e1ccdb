"""The blocks of a program as the walk takes them: the instructions to evaluate in each, and its end."""

from __future__ import annotations

from dataclasses import dataclass

from isa.flow.flow import is_plain
from isa.program.encoding import Instruction
from isa.table.units import MEMORY_UNITS
from simt.models.static.launch import StaticLaunch
from simt.models.static.slices.slicing import address_slice, bundles_by_block


@dataclass(frozen=True, slots=True)
class BundlePlan:
    """A bundle to evaluate, by address: memory accesses, evaluated operations, scalar operations, and its barrier.

    `steers`: it ends the block, and its outcome decides where to go on."""

    accesses: tuple[tuple[int, Instruction], ...]
    values: tuple[tuple[int, Instruction], ...]
    scalars: tuple[tuple[int, Instruction], ...]
    barriers: tuple[int, ...]
    steers: bool


@dataclass(frozen=True, slots=True)
class Exit:
    """A block's end as a loop's exit: the loop, whether true stays in it, whether the way in it goes to its start."""

    loop: int
    true_stays: bool
    is_last: bool


@dataclass(frozen=True, slots=True)
class BlockPlan:
    """Instructions `first` to `end` - 1; `last` is the address of the operation that steers, -1 if none does."""

    first: int
    end: int
    work: tuple[BundlePlan, ...]
    last: int
    exit: Exit | None
    illegal: int  # the address of a word that is not an instruction, -1
    operations: int  # the number of evaluated ones


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
            ops = [(pc, op) for pc in bundle if (op := flow.instructions[pc]) is not None]
            illegal = bundle.start if len(ops) < len(bundle) else illegal
            last = next((pc for pc, op in ops if not is_plain(op)), -1)
            one = BundlePlan(
                tuple((pc, op) for pc, op in ops if op.spec.unit in MEMORY_UNITS),
                tuple((pc, op) for pc, op in ops if pc in chosen),
                tuple((pc, op) for pc, op in ops if "sd" in op.spec.fields or op.spec.name == "s_test.b64"),
                tuple(pc for pc, op in ops if op.spec.name == "bar"),
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
