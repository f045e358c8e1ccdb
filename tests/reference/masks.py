"""Section 13: execution masks. Everything here is a value: an effect is a new value, a trap is no new value."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["MASK_INSTRUCTIONS", "Lanes", "MaskError", "after_return", "check_barrier", "effect", "lowest"]

MASK_INSTRUCTIONS = ("push_mask", "pop_mask", "mask_nz", "br_push")


class MaskError(Exception):
    """A mask instruction, `ret` or `bar` traps when it retires."""

    def __init__(self, kind: str, lanes: int, value: int) -> None:
        super().__init__(kind)
        self.kind = kind
        self.lanes = lanes
        self.value = value


class Lanes(NamedTuple):
    """The lanes of a warp as masks: the active ones (E), the living ones, and the stack of (mask, program counter)."""

    active: int
    living: int
    stack: tuple[tuple[int, int], ...] = ()

    def push(self, depth: int, *entries: tuple[int, int]) -> Lanes:
        """All entries, or a trap if they do not all fit a stack of `depth` entries."""
        if len(self.stack) + len(entries) > depth:
            raise MaskError("stack_overflow", self.active, depth)
        return self._replace(stack=(*self.stack, *entries))

    def pop(self) -> tuple[Lanes, int]:
        """Down to the first entry with a living lane; gives the program counter too."""
        for height in range(len(self.stack) - 1, -1, -1):
            mask, pc = self.stack[height]
            if mask & self.living:
                return Lanes(mask & self.living, self.living, self.stack[:height]), pc
        raise MaskError("stack_underflow", self.living, 0)


def lowest(mask: int) -> int:
    """The lowest lane of a mask that is not empty."""
    return next(lane for lane in range(mask.bit_length()) if mask >> lane & 1)


def effect(
    name: str, lanes: Lanes, next_pc: int, nonzero: int, target: int, otherwise: int, depth: int, order: str
) -> tuple[Lanes, int]:
    """The lanes and the program counter after a mask instruction; `nonzero`: the lanes with r != 0.

    `next_pc` is what follows the instruction, or the bundle that it is in.
    """
    true_lanes = lanes.active & nonzero
    false_lanes = lanes.active & ~nonzero
    if name == "push_mask":
        return lanes.push(depth, (lanes.active, target)), next_pc
    if name == "pop_mask":
        return lanes.pop()
    if name == "mask_nz":
        return (lanes._replace(active=true_lanes), next_pc) if true_lanes else lanes.pop()
    assert name == "br_push"
    join = (lanes.active, target)
    if not false_lanes:
        return lanes.push(depth, join), next_pc
    if not true_lanes:
        return lanes.push(depth, join), otherwise
    true_side, false_side = (true_lanes, next_pc), (false_lanes, otherwise)
    true_goes_on = {
        "true_first": True,
        "false_first": False,
        "smaller_first": true_lanes.bit_count() <= false_lanes.bit_count(),
    }[order]
    goes_on, waits = (true_side, false_side) if true_goes_on else (false_side, true_side)
    return lanes.push(depth, join, waits)._replace(active=goes_on[0]), goes_on[1]


def after_return(lanes: Lanes) -> tuple[Lanes, int] | None:
    """The active lanes end. None if they were the last ones, else where the warp goes on."""
    left = lanes.living & ~lanes.active
    return lanes._replace(living=left).pop() if left else None


def check_barrier(active: int, living: int) -> None:
    """A barrier takes all living lanes at once."""
    missing = living & ~active
    if missing:
        raise MaskError("divergent_barrier", missing, missing.bit_count())
