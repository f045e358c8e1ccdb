"""The targets of pops of the mask stack, as far as they are known without running the program.

A *thread* that goes through a program with mask instructions has a stack of its own: the entries that hold its lane.
`push_mask L` adds L to it and `br_push r, ELSE, CONV` adds CONV, whichever side the thread takes. A thread that meets a
pop, or that `mask_nz` masks off, goes on at the address on top. If pushes and pops nest properly, this stack is the
same whenever a block begins, and so every pop has one target. The entry for the side that waits after a `br_push` holds
other lanes: no thread goes from one side to the other, though the machine runs them one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from isa.flow.flow import ways

if TYPE_CHECKING:
    from isa.program.encoding import Instruction

_POPS = ("pop_mask", "mask_nz")


def pop_targets(
    instructions: Sequence[Instruction | None], starts: Sequence[int], block_at: Sequence[int]
) -> dict[int, int] | None:
    """Return the address to which the pop at the end of a block leads, by the number of the block.

    starts: the first address of each block. block_at: the block of each address. Blocks that are not reached, and pops
    of an empty stack, are left out. None if a block is reached with different stacks, so that nothing is known; and if
    there are no pops.
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
        edges = ways(instructions[last], last)
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
