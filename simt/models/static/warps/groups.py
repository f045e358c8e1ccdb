"""Groups of warps that are followed together, and their progress under each branch policy.

The warps of a `Group` are at the same instruction with the same masks, stack and scalar registers; only the values in
their registers differ. Where their paths differ, the group is split. docs/processor.md, sections 6, 13 to 15 and 29,
has the rules of progress, which are followed here without time.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

import numpy as np

from isa.flow.cfg import reconvergence_points
from isa.table.table import PAIRS
from simt.models.static.errors import StaticError, refusal
from simt.models.static.launch import StaticLaunch
from simt.models.static.values.moving import Span
from simt.models.static.values.words import Word
from simt.models.static.warps.turns import Rule, Step, Turns

NO_JOIN = -1
_ZERO = Word(0)
EXEC = PAIRS["exec"]


def lowest(mask: int) -> int:
    """Return the lowest lane of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


@lru_cache(maxsize=1024)
def lanes_array(mask: int, size: int) -> np.ndarray:
    """Return a mask as a read-only array, bool [size]."""
    lanes = np.array([mask >> lane & 1 for lane in range(size)], dtype=bool)
    lanes.flags.writeable = False
    return lanes


def rows_as_masks(bits: np.ndarray) -> list[int]:
    """Return each row of bool [warps, lanes] as a mask."""
    packed = np.packbits(bits, axis=1, bitorder="little")
    data, width = packed.tobytes(), packed.shape[1]
    return [int.from_bytes(data[place : place + width], "little") for place in range(0, len(data), width)]


def trap(launch: StaticLaunch, pc: int, message: str) -> StaticError:
    """Make the error of a kernel that stops before its end, E0843. pc: the place of the stop; -1 without a place."""
    return refusal(launch.program, pc, "E0843", message, help="a run stops there too: `simt run` shows when and why")


@dataclass
class Group:
    """Warps at the block that starts at `pc`. Masks are ints, a bit per lane.

    - warps: the number of each warp in its work-group, int64 [n].
    - groups: the number of each warp's work-group, int64 [n]. If several work-groups are followed together (`span`),
      this is the number of the first.
    - mask, living: active lanes, and lanes that have not ended.
    - stack: entries (mask, program counter, join), top last.
    - join: the address at which the active lanes wait for the next stack entry, or NO_JOIN (ipdom_stack).
    - counters: the lanes' program counters (min_pc).
    - lanes: their counters, barriers and turns (its, its_yield); None under another policy.
    - scalars: the 128 scalar registers; None for an unknown value.
    - scc: the scalar condition code; None if it is unknown.
    - specials: the values of the special sources that were read, by name.
    - turns: back edges taken since a loop was entered, by the loop's number.
    - block: the last executed block.
    - issued: the issues of a warp by instruction, each as the difference from the instruction before; the last entry is
      for the end of the program.
    """

    warps: np.ndarray
    groups: np.ndarray
    span: Span
    pc: int
    mask: int
    living: int
    registers: dict[int, Word] = field(default_factory=dict)
    carry: Word = _ZERO
    stack: tuple[tuple[int, int, int], ...] = ()
    join: int = NO_JOIN
    counters: tuple[int, ...] = ()
    lanes: Turns | None = None
    scalars: list[int | None] = field(default_factory=list)
    scc: int | None = 0
    turns: dict[int, int] = field(default_factory=dict)
    block: int = -1
    barriers: int = 0
    specials: dict[str, Word] = field(default_factory=dict)
    issued: list[int] = field(default_factory=list)

    @property
    def rows(self) -> int:
        """The number of warps to evaluate."""
        return len(self.warps)

    @property
    def count(self) -> int:
        """The number of warps in all work-groups that are followed together."""
        return len(self.warps) * self.span.groups

    def part(self, chosen: np.ndarray) -> Group:
        """Return some of the warps as a group of their own. chosen: their indices, int64 [m]."""
        return replace(
            self,
            warps=self.warps[chosen],
            groups=self.groups[chosen],
            registers={number: word.rows(chosen) for number, word in self.registers.items()},
            carry=self.carry.rows(chosen),
            lanes=None if self.lanes is None else self.lanes.copy(),
            scalars=list(self.scalars),
            turns=dict(self.turns),
            issued=self.issued.copy(),
            specials={name: word.rows(chosen) for name, word in self.specials.items()},
        )

    def pair(self, number: int) -> int | None:
        """Return the 64 bits of a pair of scalar registers; None if they are unknown."""
        low, high = self.scalars[number], self.scalars[number + 1]
        return None if low is None or high is None else high << 32 | low

    def set_pair(self, number: int, value: int | None) -> None:
        """Write a pair of scalar registers other than `exec`. value: 64 bits; None if unknown."""
        self.scalars[number] = None if value is None else value & 0xFFFF_FFFF
        self.scalars[number + 1] = None if value is None else value >> 32 & 0xFFFF_FFFF

    def set_mask(self, mask: int, threads: int) -> None:
        """Write `exec`, limited to the lanes of the mask `threads`, and make it the active mask."""
        self.mask = mask & threads
        self.set_pair(EXEC, self.mask)


class Paths:
    """The rules of progress under the machine's branch policy. Raises `StaticError` E0843 if a run would trap."""

    def __init__(self, launch: StaticLaunch) -> None:
        self.launch = launch
        branch = launch.machine.branch
        self.policy = branch.policy
        self.order = branch.order
        self.depth = branch.stack_depth
        self._rule = Rule(self._goes_first, branch.yield_after, branch.policy == "its_yield")

    @cached_property
    def _meeting_points(self) -> list[int]:
        return reconvergence_points(self.launch.program)

    @property
    def lanes_jump(self) -> bool:
        """Return whether every lane decides for itself whether it takes a jump."""
        return self.launch.machine.branch.parts_at_jumps

    def jump(self, group: Group, pc: int, taken: int, target: int, after: int) -> None:
        """Execute the jump at `pc`: the lanes `taken` go on at `target`, the other active lanes at `after`."""
        if self.policy == "ipdom_stack":
            self._take_sides(group, pc, taken, target, after)
        elif self.policy == "min_pc":
            self._advance(group, taken, target, after)
        elif group.lanes is not None:
            self._move(group, taken, Step(target, after, self._meeting_points[pc], target <= pc))
        elif self.launch.machine.branch.forms_warps:
            if taken not in (0, group.mask) and target != after:
                message = "lanes part here, and which threads make a warp from then on is decided by time"
                advice = "lanes part in the same places under -s branch.policy=min_pc"
                raise refusal(self.launch.program, pc, "E0845", message, help=advice)
            group.pc = target if taken else after
        else:
            group.pc = target if group.mask and taken >> lowest(group.mask) & 1 else after

    def go(self, group: Group, pc: int, *, is_back: bool = False) -> None:
        """Go to `pc` with all active lanes. is_back: whether a jump back leads there."""
        group.pc = pc
        if group.lanes is not None:
            self._move(group, group.mask, Step(pc, pc, is_back=is_back))
        elif self.policy == "ipdom_stack":
            self._join(group)
        elif self.policy == "min_pc":
            self._advance(group, group.mask, pc, pc)

    def end(self, group: Group, pc: int) -> None:
        """Execute `ret`: the active lanes end, and the warps go on with the other living lanes, if any.

        Under `first_thread` and `explicit_masks` all lanes end.
        """
        left = group.living & ~group.mask
        if self.policy in ("first_thread", "explicit_masks"):
            left = 0
        group.living = left
        if not left:
            return
        if group.lanes is not None:
            group.lanes.end()
            group.mask, group.pc = group.lanes.active, group.lanes.pc
            return
        if self.policy == "min_pc":
            self._regroup(group)
            return
        self.pop(group, pc)
        if self.policy == "ipdom_stack":
            self._join(group)

    def check_barrier(self, group: Group, pc: int) -> None:
        """Raise `StaticError` if living lanes are missing at a barrier. Explicit masks allow that."""
        if group.lanes is not None:
            if group.mask != group.living and not self.launch.machine.ideal.barriers:
                message = "some lanes of a warp wait at this barrier, and the analysis does not follow the others to it"
                raise refusal(self.launch.program, pc, "E0845", message, help="a run does: `simt model measured`")
            return
        if self.policy != "explicit_masks" and group.mask != group.living:
            raise trap(self.launch, pc, "the barrier is reached by some lanes of a warp only")

    # --- mask stack ---------------------------------------------------------------------------------------------------

    def push(self, group: Group, pc: int, *entries: tuple[int, int, int]) -> None:
        """Push entries (mask, program counter, join) together. Raises `StaticError` if they do not fit."""
        if len(group.stack) + len(entries) > self.depth:
            raise trap(self.launch, pc, f"the mask stack is full: it has {self.depth} entries")
        group.stack += entries

    def pop(self, group: Group, pc: int) -> None:
        """Go on with the uppermost entry that has a living lane. Raises `StaticError` if there is none."""
        stack = group.stack
        while stack:
            mask, counter, join = stack[-1]
            stack = stack[:-1]
            if mask & group.living:
                group.stack, group.mask, group.pc, group.join = stack, mask & group.living, counter, join
                return
        raise trap(self.launch, pc, "the mask stack is empty where it is popped")

    def branch_and_push(self, group: Group, pc: int, true: int, otherwise: int, target: int) -> None:
        """Execute `br_push` at `pc`: the lanes `true` go on, the others go to `otherwise`, and all join at `target`."""
        false = group.mask & ~true
        everyone = (group.mask, target, NO_JOIN)
        if not true or not false:
            self.push(group, pc, everyone)
            group.pc = pc + 1 if true else otherwise
        elif self._goes_first(true, false):
            self.push(group, pc, everyone, (false, otherwise, NO_JOIN))
            group.mask, group.pc = true, pc + 1
        else:
            self.push(group, pc, everyone, (true, pc + 1, NO_JOIN))
            group.mask, group.pc = false, otherwise

    def _goes_first(self, true: int, false: int) -> bool:
        if self.order == "smaller_first":
            return true.bit_count() <= false.bit_count()
        return self.order == "true_first"

    # --- reconvergence ------------------------------------------------------------------------------------------------

    def _take_sides(self, group: Group, pc: int, taken: int, target: int, after: int) -> None:
        others = group.mask & ~taken
        if not taken:
            group.pc = after
        elif not others or target == after:
            group.pc = target
        else:
            self._part(group, pc, taken, target, others, after)
        self._join(group)

    def _part(self, group: Group, pc: int, taken: int, start: int, others: int, other_start: int) -> None:
        meet = self._meeting_points[pc]
        entries = [(taken | others, meet, group.join)] if meet not in (NO_JOIN, group.join) else []
        first, waiting = (taken, start), (others, other_start)
        if start == meet:
            first, waiting = waiting, first
        elif other_start != meet:
            if not self._goes_first(taken, others):
                first, waiting = waiting, first
            entries.append((*waiting, meet))
        self.push(group, pc, *entries)
        group.join = meet
        group.mask, group.pc = first

    def _join(self, group: Group) -> None:
        while group.pc == group.join != NO_JOIN:
            stack = group.stack
            while stack and not stack[-1][0] & group.living:
                stack = stack[:-1]
            if stack:
                self.pop(group, group.pc)
            else:
                group.stack, group.join = stack, NO_JOIN

    def _move(self, group: Group, taken: int, step: Step) -> None:
        assert group.lanes is not None
        group.lanes.move(step, taken, self._rule)
        group.mask, group.pc = group.lanes.active, group.lanes.pc

    def _advance(self, group: Group, taken: int, target: int, after: int) -> None:
        counters = list(group.counters)
        for lane in range(len(counters)):
            if group.mask >> lane & 1:
                counters[lane] = target if taken >> lane & 1 else after
        group.counters = tuple(counters)
        self._regroup(group)

    def _regroup(self, group: Group) -> None:
        alive = [(counter, lane) for lane, counter in enumerate(group.counters) if group.living >> lane & 1]
        group.pc = min(alive)[0]
        group.mask = sum(1 << lane for counter, lane in alive if counter == group.pc)
