"""The sliced evaluation: every warp's way through the program, with addresses and conditions computed and nothing else.

It is no simulation. There is no time, no memory and no data: only the instructions of the address slice
(`simt.model.static.slicing`) are evaluated, for all lanes of all warps that go the same way at once, and the others are
counted block by block. Values that are loaded, or that floating-point instructions give, are unknown; a way or an
address that depends on one is refused, unless something is assumed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from isa.encoding import Instruction
from simt.model.static.accesses import Accesses
from simt.model.static.decisions import Decider, condition_of
from simt.model.static.errors import StaticError, place
from simt.model.static.groups import Group, Paths, lanes_array, trap
from simt.model.static.launch import Assumptions, Launch
from simt.model.static.plan import BlockPlan, Operands, Work, plan_blocks
from simt.model.static.scalars import Scalars
from simt.model.static.words import Word, evaluate, merge

__all__ = ["LoopTurns", "Walk", "walk"]

_ZERO = Word(0)


@dataclass
class LoopTurns:
    """How often warps enter a loop, and how many full turns they make: turns -> entries."""

    entries: int = 0
    turns: Counter[int] = field(default_factory=Counter)


class Walk:
    """What is counted on the way. Arrays are int64 [instructions]."""

    def __init__(self, launch: Launch, assumptions: Assumptions, max_blocks: int) -> None:
        length = len(launch.program.words)
        self.launch = launch
        self.flow = launch.flow
        self.plans = plan_blocks(launch)
        self.paths = Paths(launch)
        self.decider = Decider(launch, assumptions)
        self.operands = Operands(launch)
        self.accesses = Accesses(launch, assumptions, self.operands)
        self.scalars = Scalars(launch, self.operands, self.decider)
        self.max_blocks = max_blocks
        self.visited = 0
        # What a block adds to its instructions is added at its ends, and summed up when all is done.
        self.issue_steps = np.zeros(length + 1, np.int64)
        self.lane_steps = np.zeros(length + 1, np.int64)
        self.disagreements = np.zeros(length, np.int64)
        self.incomplete: set[int] = set()  # jumps of which only the deciding lane is known
        self.loops = [LoopTurns() for _ in self.flow.loops]
        self.barriers: Counter[int] = Counter()  # barriers that a warp has passed -> warps
        self._judged: tuple[Word, Word] | None = None  # result and flag that the jump of the block looks at
        self._around = [
            frozenset(number for number, loop in enumerate(self.flow.loops) if block.number in loop.blocks)
            for block in self.flow.blocks
        ]

    @property
    def issues(self) -> np.ndarray:
        """Times that each instruction is issued."""
        return np.cumsum(self.issue_steps)[:-1]

    @property
    def active_lanes(self) -> np.ndarray:
        """Active lanes of each instruction, summed over its issues."""
        return np.cumsum(self.lane_steps)[:-1]

    def run(self) -> None:
        """Follow every warp to its end. Raises `StaticError`."""
        waiting = self._launched()
        while waiting:
            group = waiting.pop()
            while group.living:
                others = self._block(group)
                waiting += others
            self._change_loops(group, None)
            if group.count:
                self.barriers[group.barriers] += group.count
        if len(self.barriers) > 1:
            raise trap(self.launch, -1, "warps wait at a barrier for others that have ended: a deadlock")

    def _launched(self) -> list[Group]:
        launch = self.launch
        first = launch.lanes_of(0)
        last = launch.lanes_of(launch.warps - 1)
        whole = launch.warps if last == first else launch.warps - 1
        if launch.machine.branch.policy == "explicit_masks":
            parts = [np.array([warp], np.int64) for warp in range(launch.warps)]
        else:
            parts = [np.arange(whole, dtype=np.int64), np.arange(whole, launch.warps, dtype=np.int64)]
        found = []
        for warps in parts:
            if not len(warps):
                continue
            mask = launch.lanes_of(int(warps[0]))
            group = Group(warps, 0, mask, mask, counters=(0,) * launch.machine.warp_size)
            for entry in launch.program.at_launch:
                if entry.bank == "register":
                    group.registers[entry.number] = self.operands.special(group, entry.source)
            if launch.machine.branch.policy == "explicit_masks":
                self.scalars.start(group)
            found.append(group)
        return found

    # --- a block ------------------------------------------------------------------------------------------------------

    def _block(self, group: Group) -> list[Group]:
        """Take a group through the block at its program counter. Returns warps that have parted from it."""
        pc = group.pc
        if not 0 <= pc < len(self.flow.block_at):
            behind = self.plans[group.block].end - 1 if group.block >= 0 else -1
            raise trap(self.launch, behind, f"a warp goes on at address {pc}, outside the program")
        number = self.flow.block_at[pc]
        plan = self.plans[number]
        if plan.first != pc:
            message = "a jump leads into the middle of this bundle, and the analysis does not follow it there"
            raise StaticError([place(self.launch.program, pc, "E0845", message)], pc)
        if plan.illegal >= 0:
            raise trap(self.launch, plan.illegal, "the word is no instruction")
        self.visited += 1
        if self.visited > self.max_blocks:
            raise self._endless(number)
        self._change_loops(group, number)
        self._count(group, plan.first, plan.end)
        self._judged = None
        for work in plan.work:
            self._work(group, plan, work)
        if plan.last < 0:
            self.paths.go(group, plan.end)
            return []
        instruction = self.flow.instructions[plan.last]
        assert instruction is not None
        return self._leave(group, plan, instruction)

    def _count(self, group: Group, first: int, end: int) -> None:
        lanes = group.mask.bit_count() * group.count
        self.issue_steps[first] += group.count
        self.issue_steps[end] -= group.count
        self.lane_steps[first] += lanes
        self.lane_steps[end] -= lanes

    def _work(self, group: Group, plan: BlockPlan, work: Work) -> None:
        flag = group.carry
        for pc, operation in work.accesses:
            self.accesses.count(group, pc, operation)
        written: list[tuple[Instruction, Word, Word | None]] = []
        judged = _ZERO, flag  # what a jump of this bundle looks at
        for pc, operation in work.values:
            spec = operation.spec
            if spec.unit == "lds":
                result, carry = self.accesses.load(group, pc, operation), None
            else:
                sources = [self.operands.read(group, operation, slot, pc) for slot in spec.sources]
                result, carry = evaluate(spec.name, operation.table, sources, flag, pc)
                carry = carry if spec.writes_carry else None
            written.append((operation, result, carry))
            if pc == plan.last:
                judged = result, flag if carry is None else carry
        if work.steers:
            self._judged = judged
        for operation, result, carry in written:
            for number in operation.registers_written:
                self._write(group, number, result, carry)
        for pc, operation in work.scalars:
            before = group.mask
            self.scalars.step(group, pc, operation)
            if group.mask != before:  # the rest of the block has other lanes
                change = (group.mask.bit_count() - before.bit_count()) * group.count
                self.lane_steps[pc + 1] += change
                self.lane_steps[plan.end] -= change
        for pc in work.barriers:
            self.paths.check_barrier(group, pc)
            group.barriers += 1

    def _write(self, group: Group, number: int, result: Word, carry: Word | None) -> None:
        if group.mask == group.living and self.launch.machine.branch.policy != "explicit_masks":
            # Nobody looks at the registers of lanes that have ended, or that never had a thread.
            group.registers[number] = result
            group.carry = group.carry if carry is None else carry
            return
        lanes = lanes_array(group.mask, self.launch.machine.warp_size)
        group.registers[number] = merge(lanes, result, group.registers.get(number, _ZERO))
        if carry is not None:
            group.carry = merge(lanes, carry, group.carry)

    def _leave(self, group: Group, plan: BlockPlan, instruction: Instruction) -> list[Group]:
        """Carry out the operation that steers."""
        pc, name = plan.last, instruction.spec.name
        if instruction.cond != "always":
            return self._jump(group, plan, instruction)
        if name == "ret":
            self.paths.end(group, pc)
        elif name == "jmp":
            self.paths.go(group, instruction.target)
        elif name == "push_mask":
            self.paths.push(group, pc, (group.mask, instruction.target, -1))
            group.pc = pc + 1
        elif name == "pop_mask":
            self.paths.pop(group, pc)
        elif name in ("mask_nz", "br_push"):
            return self._mask(group, plan, instruction)
        elif name.startswith("s_branch."):
            taken = self.scalars.takes(group, name)
            if taken is None:
                outcomes = self.decider.decide(group, self.scalars.unknown(pc), pc, plan.exit, one_decides=True)
                taken = bool(outcomes[0].lanes)
            group.pc = instruction.target if taken else plan.end
        return []

    def _jump(self, group: Group, plan: BlockPlan, instruction: Instruction) -> list[Group]:
        pc = plan.last
        if instruction.target == plan.end:  # both ways are one
            self.incomplete.add(pc)
            self.paths.go(group, plan.end)
            return []
        result, carry = self._judged or (_ZERO, group.carry)  # without work it is on a flag that nobody changes here
        condition = condition_of(instruction.cond, result, carry)
        outcomes = self.decider.decide(group, condition, pc, plan.exit, one_decides=not self.paths.lanes_jump)
        for outcome in outcomes:
            part = outcome.group
            if not outcome.is_complete:
                self.incomplete.add(pc)
            elif outcome.lanes and outcome.lanes != part.mask:
                self.disagreements[pc] += part.count
            self.paths.jump(part, pc, outcome.lanes, instruction.target, plan.end)
        return self._continue(group, [outcome.group for outcome in outcomes])

    def _mask(self, group: Group, plan: BlockPlan, instruction: Instruction) -> list[Group]:
        pc = plan.last
        word = self.operands.read(group, instruction, "a", pc)
        outcomes = self.decider.decide(group, condition_of("nz", word, word), pc, plan.exit, one_decides=False)
        for outcome in outcomes:
            part = outcome.group
            if instruction.spec.name == "br_push":
                self.paths.branch_and_push(part, pc, outcome.lanes, instruction.otherwise, instruction.target)
            elif outcome.lanes:
                part.mask, part.pc = outcome.lanes, pc + 1
            else:
                self.paths.pop(part, pc)
        return self._continue(group, [outcome.group for outcome in outcomes])

    @staticmethod
    def _continue(group: Group, parts: list[Group]) -> list[Group]:
        """After a split: `group` itself ends here, and its parts go on."""
        if parts[0] is group:
            return []
        group.living = 0
        group.warps = group.warps[:0]
        group.turns.clear()
        group.block = -1
        return parts

    # --- loops --------------------------------------------------------------------------------------------------------

    def _change_loops(self, group: Group, number: int | None) -> None:
        """Count the loops that a group leaves, enters or goes round as it comes to a block (None: its end)."""
        before = self._around[group.block] if group.block >= 0 else frozenset[int]()
        now = frozenset[int]() if number is None else self._around[number]
        loops = self.flow.loops
        if before or now:
            for loop in before - now:
                turns = group.turns.pop(loop, 0) + (group.block in loops[loop].latches)
                self.loops[loop].turns[turns] += group.count
            for loop in now:
                if loop not in before:
                    self.loops[loop].entries += group.count
                    group.turns[loop] = 0
                elif loops[loop].header == number:
                    group.turns[loop] = group.turns.get(loop, 0) + 1
        group.block = -1 if number is None else number

    def _endless(self, number: int) -> StaticError:
        flow = self.flow
        around = [loop for loop in flow.loops if number in loop.blocks]
        first = flow.blocks[around[0].header if around else number].first
        what = "the loop that starts here" if around else "the kernel"
        return StaticError(
            [
                place(
                    self.launch.program,
                    first,
                    "E0844",
                    f"{what} has not come to its end after {self.max_blocks} basic blocks",
                    advice="does it end? a higher limit is max_blocks=N",
                )
            ],
            first,
        )


def walk(launch: Launch, assumptions: Assumptions, max_blocks: int) -> Walk:
    """Follow every warp of a launch to its end. Raises `StaticError`."""
    found = Walk(launch, assumptions, max_blocks)
    found.run()
    return found
