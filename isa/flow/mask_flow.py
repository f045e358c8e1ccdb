"""The targets of pops of the mask stack, as far as they are known without running the program.

The mask stack of a *thread* has the entries of the warp's stack that include the thread's lane. `push_mask L` adds the
address L, and `br_push r, ELSE, CONV` adds CONV, whichever side the thread takes. At a pop, or when `mask_nz` masks the
thread off, the thread goes on at the address on top. If pushes and pops nest properly, a block always begins with equal
stacks, and so every pop has one target. After a `br_push` one side of the branch waits, and the warp's stack has an
entry for it. No thread executes both sides, so this entry does not belong to any thread's stack.
"""

from __future__ import annotations

from collections.abc import Sequence

from isa.flow.flow import exits
from isa.program.encoding import Instruction

_POPS = ("pop_mask", "mask_nz")


def pop_targets(
    instructions: Sequence[Instruction | None], starts: Sequence[int], block_at: Sequence[int]
) -> dict[int, int] | None:
    """Return the address to which each pop leads, by number of the block that ends in the pop.

    starts: the first address of each block. block_at: the block of each address.

    Unreachable blocks and pops of an empty stack are left out. The result is None if there are no pops, or if paths
    reach a block with different stacks.
    """
    if not any(instruction is not None and instruction.spec.name in _POPS for instruction in instructions):
        return None
    # A stack is the number of its top entry, 0 if it is empty; equal stacks have equal numbers.
    entries: list[tuple[int, int]] = [(-1, -1)]  # address, number of the stack below
    numbers: dict[tuple[int, int], int] = {}
    ends = [*starts[1:], len(instructions)]
    stacks: dict[int, int] = {0: 0}  # at the beginning of a block
    targets: dict[int, int] = {}
    waiting = [0]
    while waiting:
        block = waiting.pop()
        last = ends[block] - 1
        after = stacks[block]
        edges = exits(instructions[last], last)
        for kind, target in edges:
            if kind == "pushed" and target is not None:
                entry = (target, after)
                if entry not in numbers:
                    numbers[entry] = len(entries)
                    entries.append(entry)
                after = numbers[entry]
        for kind, target in edges:
            stack = after
            if kind == "pushed":
                continue
            if kind == "popped" and stack:
                target, stack = entries[stack]
                targets[block] = target
            if target is None or target >= len(instructions):
                continue
            following = block_at[target]
            if following not in stacks:
                stacks[following] = stack
                waiting.append(following)
            elif stacks[following] != stack:
                return None
    return targets
