"""Section 14, `ipdom_stack`: a stack of (mask, program counter, join). A value: an effect is a new value."""

from __future__ import annotations

from typing import NamedTuple

from tests.reference.masks import MaskError

__all__ = ["Entry", "JoinLanes"]


class Entry(NamedTuple):
    """Lanes that wait, where they go on, and the join that they then have."""

    mask: int
    pc: int
    join: int | None


class JoinLanes(NamedTuple):
    """The lanes of a warp as masks, the stack, and the current join J."""

    active: int
    living: int
    stack: tuple[Entry, ...] = ()
    join: int | None = None

    def pop(self) -> tuple[JoinLanes, int] | None:
        """Down to the first entry with a living lane; gives the program counter too. None if there is no such entry."""
        for height in range(len(self.stack) - 1, -1, -1):
            mask, pc, join = self.stack[height]
            if mask & self.living:
                return JoinLanes(mask & self.living, self.living, self.stack[:height], join), pc
        return None

    def arrive(self, pc: int) -> tuple[JoinLanes, int]:
        """Step 3: the lanes are at `pc`; at the join they meet those that wait for them."""
        lanes = self
        while lanes.join is not None and pc == lanes.join:
            popped = lanes.pop()
            if popped is None:
                return lanes._replace(stack=(), join=None), pc
            lanes, pc = popped
        return lanes, pc

    def after_return(self) -> tuple[JoinLanes, int] | None:
        """Step 4. None if the active lanes were the last ones."""
        left = self.living & ~self.active
        if not left:
            return None
        popped = self._replace(living=left).pop()
        assert popped is not None, "no lane is in none of E and the entries"
        lanes, pc = popped
        return lanes.arrive(pc)

    def move(
        self, next_pc: int, taken: int, target: int, meeting: int | None, depth: int, order: str
    ) -> tuple[JoinLanes, int]:
        """After an instruction other than `ret`. `taken`: the active lanes that go to `target`, others to `next_pc`.

        `meeting` is the reconvergence point R of a jump.
        """
        others = self.active & ~taken
        if not taken:
            return self.arrive(next_pc)
        if not others or target == next_pc:
            return self.arrive(target)
        pushed = []
        if meeting is not None and meeting != self.join:
            pushed.append(Entry(self.active, meeting, self.join))
        taken_side, other_side = (taken, target), (others, next_pc)
        taken_goes_on = {
            "true_first": True,
            "false_first": False,
            "smaller_first": taken.bit_count() <= others.bit_count(),
        }[order]
        sides = [taken_side, other_side] if taken_goes_on else [other_side, taken_side]
        remaining = [side for side in sides if side[1] != meeting]
        active, start = remaining[0]  # two sides with one start are no divergence: at most one has arrived
        pushed += [Entry(mask, first, meeting) for mask, first in remaining[1:]]
        if len(self.stack) + len(pushed) > depth:
            raise MaskError("stack_overflow", self.active, depth)
        return JoinLanes(active, self.living, (*self.stack, *pushed), meeting).arrive(start)
