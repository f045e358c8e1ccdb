"""The ways of execution on from one instruction or bundle, as far as they are known without running the program.

This is the instruction's side of control flow; `isa.flow.cfg` puts the instructions together to blocks and a graph. The
words of a bundle execute at once: its ways are the ways of the operation that steers, and the next instruction is after
its last word. A jump into the middle of a bundle, which the assembler refuses, counts as one to the bundle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from isa.program.bundles import bundle_ranges

if TYPE_CHECKING:
    from isa.program.encoding import Instruction

# The ways from an instruction to the next one, with their meanings.
KINDS = {
    "fallthrough": "on to the next instruction",
    "taken": "a jump",
    "otherwise": "the lanes that do not take a br_push",
    "pushed": "pushed by push_mask or br_push, popped somewhere",
    "return": "ret: the active lanes end",
    "popped": "pop_mask, or the lanes that mask_nz masks off: on to what was pushed last",
    "trap": "the word is no instruction",
}

_NEVER_FALL_THROUGH = ("jmp", "ret", "pop_mask")
_PUSHES = ("push_mask", "br_push")
_LEAVES = {"ret": "return", "pop_mask": "popped", "mask_nz": "popped"}


def is_plain(instruction: Instruction | None) -> bool:
    """Return whether the only way on is to the next instruction."""
    if instruction is None or instruction.cond != "always":
        return False
    return instruction.spec.name not in _LEAVES and "target" not in instruction.spec.fields


def ways(instruction: Instruction | None, address: int) -> tuple[tuple[str, int | None], ...]:
    """Return the kind (a key of `KINDS`) and the address of each way on from `instruction` at `address`.

    Addresses outside the program are possible. None: no address is known, the warp ends, traps, or pops its stack. The
    address that a mask instruction pushes counts as a way from the push.
    """
    if instruction is None:
        return (("trap", None),)
    spec = instruction.spec
    exits: list[tuple[str, int | None]] = []
    if spec.name not in _NEVER_FALL_THROUGH:
        exits.append(("fallthrough", address + 1))
    if instruction.cond != "always":
        exits.append(("taken", instruction.target))
    elif "target" in spec.fields:
        exits.append(("pushed" if spec.name in _PUSHES else "taken", instruction.target))
    if "otherwise" in spec.fields:
        exits.append(("otherwise", instruction.otherwise))
    if spec.name in _LEAVES:
        exits.append((_LEAVES[spec.name], None))
    return tuple(exits)


def bundle_ways(instructions: Sequence[Instruction | None], bundle: range) -> tuple[tuple[str, int | None], ...]:
    """Return the `ways` of the bundle at the addresses `bundle`. The first operation that steers decides."""
    for address in bundle:
        if not is_plain(instructions[address]):
            own = ways(instructions[address], address)
            return tuple((kind, bundle.stop if kind == "fallthrough" else target) for kind, target in own)
    return (("fallthrough", bundle.stop),)


def successors(instructions: Sequence[Instruction | None], address: int) -> tuple[int, ...]:
    """Return the possible next addresses after the bundle of `address`, also outside the program.

    The address that a mask instruction pushes counts as a successor of the push; a word that does not decode has none
    (it traps).
    """
    first, last = address, address
    while first > 0 and _goes_on(instructions[first - 1]):
        first -= 1
    while _goes_on(instructions[last]) and last + 1 < len(instructions):
        last += 1
    exits = bundle_ways(instructions, range(first, last + 1))
    return tuple(target for _, target in exits if target is not None)


def reachable(instructions: Sequence[Instruction | None]) -> set[int]:
    """Return the addresses that execution may reach from 0, outside the program too; all addresses of a bundle."""
    bundle_at = [bundle for bundle in bundle_ranges(instructions) for _ in bundle]
    seen: set[int] = set()
    waiting = [0]
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        if address >= len(instructions):
            seen.add(address)
            continue
        seen.update(bundle_at[address])
        waiting.extend(target for _, target in bundle_ways(instructions, bundle_at[address]) if target is not None)
    return seen


def _goes_on(instruction: Instruction | None) -> bool:
    return instruction is not None and instruction.more
