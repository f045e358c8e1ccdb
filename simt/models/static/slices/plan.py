"""The plan of a walk: for every block of the program, the instructions to evaluate and the block's end."""

from __future__ import annotations

from dataclasses import dataclass

from isa.flow.flow import is_plain
from isa.program.encoding import Instruction
from isa.table.units import MEMORY_UNITS
from simt.models.static.launch import StaticLaunch
from simt.models.static.slices.slicing import address_slice, bundles_by_block


@dataclass(frozen=True, slots=True)
class BundlePlan:
    """The operations of a bundle to evaluate, with their addresses.

    - accesses: accesses to memory.
    - values: operations of the address slice.
    - scalars: scalar operations.
    - barriers: the addresses of barriers.
    - steers: whether the bundle ends the block and decides where the warp continues.
    """

    accesses: tuple[tuple[int, Instruction], ...]
    values: tuple[tuple[int, Instruction], ...]
    scalars: tuple[tuple[int, Instruction], ...]
    barriers: tuple[int, ...]
    steers: bool


@dataclass(frozen=True, slots=True)
class Exit:
    """The end of a block that may leave a loop. true_stays: whether a true condition stays in the loop.

    is_last: whether staying leads to the loop's start, so that the turn is full.
    """

    loop: int
    true_stays: bool
    is_last: bool


@dataclass(frozen=True, slots=True)
class BlockPlan:
    """The plan of the block of instructions `first` to `end` - 1.

    - work: the plans of the bundles that have something to evaluate.
    - exit: how the block's end may leave a loop, if it may.
    - last: the address of the operation that decides where the warp continues, or -1.
    - illegal: the address of a word that is not an instruction, or -1.
    - operations: the number of evaluated operations.
    """

    first: int
    end: int
    work: tuple[BundlePlan, ...]
    last: int
    exit: Exit | None
    illegal: int
    operations: int


def plan_blocks(launch: StaticLaunch) -> tuple[BlockPlan, ...]:
    """Make the plan of every block of the program's control-flow graph."""
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
            plan = BundlePlan(
                tuple((pc, op) for pc, op in ops if op.spec.unit in MEMORY_UNITS),
                tuple((pc, op) for pc, op in ops if pc in chosen),
                tuple((pc, op) for pc, op in ops if "sd" in op.spec.fields or op.spec.name == "s_test.b64"),
                tuple(pc for pc, op in ops if op.spec.name == "bar"),
                last >= 0,
            )
            if plan.accesses or plan.values or plan.scalars or plan.barriers:
                work.append(plan)
        operations = sum(len(plan.accesses) + len(plan.values) + len(plan.scalars) for plan in work)
        leaving = _exit(launch, block.number, last)
        plans.append(BlockPlan(block.first, block.end, tuple(work), last, leaving, illegal, operations))
    return tuple(plans)


def _exit(launch: StaticLaunch, number: int, last: int) -> Exit | None:
    """Return how the condition at a block's end leaves a loop, or None.

    The loop is the innermost loop that the block leaves for one outcome, and in which it stays for the other.
    """
    flow = launch.flow
    instruction = flow.instructions[last] if last >= 0 else None
    if instruction is None:
        return None
    after, name = flow.blocks[number].end, instruction.spec.name
    if instruction.cond != "always" or name.startswith("s_branch."):
        targets: tuple[int, int | None] = (instruction.target, after)
    elif name == "mask_nz":
        popped = [edge for edge in flow.blocks[number].successors if edge.kind == "popped" and not edge.is_unknown]
        targets = (after, flow.blocks[popped[0].target].first if popped and popped[0].target != flow.exit else None)
    elif name == "br_push":
        targets = (after, instruction.otherwise)
    else:
        return None
    true, false = (flow.exit if pc is None or pc >= len(flow.block_at) else flow.block_at[pc] for pc in targets)
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
