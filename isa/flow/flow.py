"""The exits of an instruction or a bundle: the addresses where execution may go on, as far as known without a run.

The words of a bundle execute at once. So a bundle has the exits of its jump, if any. The next instruction is the word
after its last word. A jump into the middle of a bundle, which the assembler refuses, counts as a jump to the bundle.
"""

from __future__ import annotations

from collections.abc import Sequence

from isa.flow.graphs import reach
from isa.program.bundles import bundle_ranges
from isa.program.encoding import Instruction

# The kinds of exits, with their meanings.
KINDS = {
    "fallthrough": "on to the next instruction",
    "taken": "a jump",
    "otherwise": "the lanes that do not take a br_push",
    "pushed": "pushed by push_mask or br_push, popped somewhere",
    "return": "ret: the active lanes end",
    "popped": "pop_mask, or the lanes that mask_nz masks off: on to what was pushed last",
    "trap": "the word is not an instruction",
}

_NEVER_FALL_THROUGH = ("jmp", "ret", "pop_mask")
_PUSHES = ("push_mask", "br_push")
_POPS = ("pop_mask", "mask_nz")
_LEAVES = {"ret": "return", "pop_mask": "popped", "mask_nz": "popped"}


def is_plain(instruction: Instruction | None) -> bool:
    """Return whether the only exit is to the next instruction."""
    return instruction is not None and not instruction.has_target and instruction.spec.name not in _LEAVES


def exits(instruction: Instruction | None, address: int) -> tuple[tuple[str, int | None], ...]:
    """Return the kind (a key of `KINDS`) and the target address of each exit of `instruction`, which is at `address`.

    A target may lie outside the program. The target None stands for the end of the warp, a trap, or a pop of the mask
    stack. A mask instruction has an exit to the address that it pushes.
    """
    if instruction is None:
        return (("trap", None),)
    spec = instruction.spec
    pairs: list[tuple[str, int | None]] = []
    if spec.name not in _NEVER_FALL_THROUGH:
        pairs.append(("fallthrough", address + 1))
    if instruction.cond != "always":
        pairs.append(("taken", instruction.target))
    elif "target" in spec.fields:
        pairs.append(("pushed" if spec.name in _PUSHES else "taken", instruction.target))
    if "otherwise" in spec.fields:
        pairs.append(("otherwise", instruction.otherwise))
    if spec.name in _LEAVES:
        pairs.append((_LEAVES[spec.name], None))
    return tuple(pairs)


def bundle_exits(instructions: Sequence[Instruction | None], bundle: range) -> tuple[tuple[str, int | None], ...]:
    """Return the exits of the bundle at the addresses `bundle`, as `exits` does.

    Operations that are plain (`is_plain`) do not count: the exits are the exits of the first other operation. If all
    operations are plain, the only exit is to the next instruction.
    """
    for address in bundle:
        if not is_plain(instructions[address]):
            own = exits(instructions[address], address)
            return tuple((kind, bundle.stop if kind == "fallthrough" else target) for kind, target in own)
    return (("fallthrough", bundle.stop),)


def reachable(instructions: Sequence[Instruction | None]) -> set[int]:
    """Return the addresses that execution may reach from 0, some perhaps outside the program."""
    bundle_at = [bundle for bundle in bundle_ranges(instructions) for _ in bundle]

    def at(address: int) -> range:
        return bundle_at[address] if address < len(bundle_at) else range(address, address + 1)

    def following(address: int) -> list[int]:
        pairs = bundle_exits(instructions, at(address)) if address < len(bundle_at) else ()
        return [target for _, target in pairs if target is not None]

    return {other for address in reach([0], following) for other in at(address)}


def pop_targets(
    instructions: Sequence[Instruction | None], starts: Sequence[int], block_at: Sequence[int]
) -> dict[int, int] | None:
    """Return the address to which each pop of the mask stack leads, by number of the block that ends in the pop.

    starts: the first address of each block. block_at: the block of each address.

    The mask stack of a *thread* has the entries of the warp's stack that include the thread's lane. `push_mask L` adds
    the address L, and `br_push r, ELSE, CONV` adds CONV, whichever side the thread takes. At a pop, or when `mask_nz`
    masks the thread off, the thread goes on at the address on top. If pushes and pops nest properly, a block always
    begins with equal stacks, and so every pop has one target. After a `br_push` one side of the branch waits, and the
    warp's stack has an entry for it. No thread executes both sides, so this entry belongs to no thread's stack.

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
