"""The walk: it follows every warp's path through the program, and computes only addresses and conditions.

The instructions of the address slice (`slices.slicing`) are evaluated, for all lanes of all warps on the same path at
once. All instructions are counted, block by block; there is no time and no memory. Results of loads and of
floating-point instructions are unknown. If a path or an address depends on an unknown result, the analysis ends with an
error, unless the user has given an assumption.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

import numpy as np

from isa.program.encoding import Instruction
from isa.table.units import PRIVATE
from simt.models.static.errors import StaticError, refusal
from simt.models.static.launch import Assumptions, StaticLaunch
from simt.models.static.memory.accesses import Accesses
from simt.models.static.memory.traffic import Traffic
from simt.models.static.slices.plan import BlockPlan, BundlePlan, plan_blocks
from simt.models.static.values.across import evaluate_across
from simt.models.static.values.moving import Span, condition_of, evaluate_moving, settled
from simt.models.static.values.words import STAYS, Word, evaluate, merge
from simt.models.static.warps.decisions import Decider
from simt.models.static.warps.groups import Group, Paths, lanes_array, trap
from simt.models.static.warps.operands import Operands
from simt.models.static.warps.scalars import Scalars
from simt.models.static.warps.turns import Turns

_ZERO = Word(0)
LANES_OF_STEP = 2048
_HIGHER = "does it end? a higher limit is --max-steps N (max_steps=N in Python)"


@dataclass
class Budget:
    """The limit on the steps of an analysis, and the steps taken by its walks.

    A step is an entered block, or an evaluated operation, for up to `LANES_OF_STEP` lanes.
    """

    limit: int
    steps: int = 0


@dataclass
class LoopTurns:
    """The number of times that warps enter a loop. turns: the number of entries by their full turns."""

    entries: int = 0
    turns: Counter[int] = field(default_factory=Counter)


class Walk:
    """A walk and its counts. Arrays are int64 [instructions]. plans: the blocks' plans, by default made here."""

    def __init__(
        self, launch: StaticLaunch, assumptions: Assumptions, budget: Budget, plans: tuple[BlockPlan, ...] | None = None
    ) -> None:
        length = len(launch.program.words)
        self.launch = launch
        self.assumptions = assumptions
        self.flow = launch.flow
        self.plans = plan_blocks(launch) if plans is None else plans
        self.paths = Paths(launch)
        self.decider = Decider(launch, assumptions)
        self.operands = Operands(launch)
        self.accesses = Accesses(launch, assumptions, self.operands)
        self.traffic = Traffic(launch, assumptions, self.operands)
        self.scalars = Scalars(launch, self.operands, self.decider)
        self.budget = budget
        # By the issues of a warp, int64 [instructions]: the numbers of the warps that issue this, in the launch.
        self.kinds: defaultdict[bytes, list[np.ndarray]] = defaultdict(list)
        # Active lanes as differences between instructions: a block changes them only at its two ends.
        self.lane_steps = [0] * (length + 1)
        self.disagreements = np.zeros(length, np.int64)
        self.incomplete: set[int] = set()  # jumps of which only the deciding lane is known
        self.loops = [LoopTurns() for _ in self.flow.loops]
        self.barriers = 0  # passed by a warp, in the work-group that passes most
        self._judged: tuple[Word, Word] | None = None  # result and flag for the jump of the block
        self._around = [
            frozenset(number for number, loop in enumerate(self.flow.loops) if block.number in loop.blocks)
            for block in self.flow.blocks
        ]

    @property
    def written(self) -> set[str]:
        """The arrays with given contents that the kernel changes."""
        return self.accesses.written | self.traffic.written

    def part(self) -> Walk:
        """Return a walk of the same launch without counts. It shares plans, computed patterns, budget and decider."""
        part = Walk(self.launch, self.assumptions, self.budget, self.plans)
        part.decider = self.decider
        part.scalars.decider = self.decider
        part.accesses.known = self.accesses.known
        part.traffic.known = self.traffic.known
        return part

    def add(self, part: Walk) -> None:
        """Add the counts of another walk; of barriers, take the larger number."""
        for issues, warps in part.kinds.items():
            self.kinds[issues] += warps
        self.lane_steps = [own + added for own, added in zip(self.lane_steps, part.lane_steps, strict=True)]
        self.disagreements += part.disagreements
        self.incomplete |= part.incomplete
        self.barriers = max(self.barriers, part.barriers)
        for own, added in zip(self.loops, part.loops, strict=True):
            own.entries += added.entries
            own.turns.update(added.turns)
        self.accesses.add(part.accesses)
        self.traffic.add(part.traffic)

    @property
    def issues(self) -> np.ndarray:
        """The issues of each instruction."""
        sums = np.zeros(len(self.launch.program.words), np.int64)
        for issues, warps in self.kinds.items():
            sums += sum(map(len, warps)) * np.frombuffer(issues, np.int64)
        return sums

    @property
    def active_lanes(self) -> np.ndarray:
        """The active lanes of each instruction, summed over its issues."""
        return np.cumsum(np.array(self.lane_steps, np.int64))[:-1]

    def run(self, span: Span, groups: np.ndarray) -> None:
        """Follow every warp of some work-groups to its end, and count its work.

        groups: the numbers of these work-groups, int64 [n]. If `span` has several groups, they are followed together,
        and `groups` has only the number of the first. Raises `StaticError`, and `GroupsDifferError` if they cannot be
        followed together.
        """
        waiting = self._launched(span, groups)
        launch = self.launch
        together = (
            span.numbers(launch.groups_x, range(span.groups)) - groups[0] if span.groups > 1 else np.zeros(1, int)
        )
        before = 0 if launch.all_groups else groups[0]
        passed: list[tuple[np.ndarray, int]] = []
        while waiting:
            group = waiting.pop()
            while group.living:
                others = self._block(group)
                waiting += others
            self._change_loops(group, None)
            if group.rows:
                passed.append((group.groups, group.barriers))
                numbers = ((group.groups - before)[:, None] + together) * launch.warps + group.warps[:, None]
                self.kinds[np.cumsum(np.array(group.issued, np.int64))[:-1].tobytes()].append(numbers.ravel())
        numbers = np.concatenate([of_warps for of_warps, _ in passed]) - groups[0]
        barriers = np.repeat([count for _, count in passed], [len(of_warps) for of_warps, _ in passed])
        least = np.full(groups[-1] - groups[0] + 1, np.iinfo(np.int64).max)
        largest = np.full(len(least), -1)
        np.minimum.at(least, numbers, barriers)
        np.maximum.at(largest, numbers, barriers)
        if bool((least < largest).any()) and not launch.machine.ideal.barriers:
            raise trap(launch, -1, "warps wait at a barrier for others that have ended: a deadlock")
        self.barriers = int(largest.max())

    def _launched(self, span: Span, groups: np.ndarray) -> list[Group]:
        launch = self.launch
        count = launch.warps
        whole = count if launch.lanes_of(count - 1) == launch.lanes_of(0) else count - 1
        numbers = np.arange(count, dtype=np.int64)
        parts = [
            (np.tile(warps, len(groups)), np.repeat(groups, len(warps)))
            for warps in (numbers[:whole], numbers[whole:])
            if len(warps)
        ]
        if launch.machine.branch.has_scalars:
            parts = [(warps[k : k + 1], numbers[k : k + 1]) for warps, numbers in parts for k in range(len(warps))]
        launched = []
        for warps, numbers in parts:
            mask = launch.lanes_of(int(warps[0]))
            group = Group(warps, numbers, span, 0, mask, mask, counters=(0,) * launch.machine.warp_size)
            if launch.machine.branch.has_barriers:
                barriers = launch.machine.branch.convergence_barriers
                group.lanes = Turns.begun(mask, launch.machine.warp_size, barriers)
            group.issued = [0] * (len(launch.program.words) + 1)
            for entry in launch.program.at_launch:
                if entry.bank == "register":
                    group.registers[entry.number] = self.operands.special(group, entry.source)
            if launch.machine.branch.has_scalars:
                self.scalars.start(group)
            launched.append(group)
        return launched

    # --- a block ------------------------------------------------------------------------------------------------------

    def _block(self, group: Group) -> list[Group]:
        """Take a group of warps through the block at its program counter; return the groups that split off.

        Raises `StaticError` where a run would trap, at the limit, and where the analysis cannot follow.
        """
        pc = group.pc
        if not 0 <= pc < len(self.flow.block_at):
            last = self.plans[group.block].end - 1 if group.block >= 0 else -1
            raise trap(self.launch, last, f"a warp goes on at address {pc}, outside the program")
        number = self.flow.block_at[pc]
        plan = self.plans[number]
        if plan.first != pc:
            message = "a jump leads into the middle of this bundle, and the analysis does not follow it there"
            raise refusal(self.launch.program, pc, "E0845", message)
        if plan.illegal >= 0:
            raise trap(self.launch, plan.illegal, "the word is not an instruction")
        self.budget.steps += (1 + plan.operations) * (1 + group.rows * self.launch.machine.warp_size // LANES_OF_STEP)
        if self.budget.steps > self.budget.limit:
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
        group.issued[first] += 1
        group.issued[end] -= 1
        self.lane_steps[first] += lanes
        self.lane_steps[end] -= lanes

    def _work(self, group: Group, plan: BlockPlan, work: BundlePlan) -> None:
        flag = group.carry
        for pc, operation in work.accesses:
            is_local = self.launch.machine.unit_of(operation) == "lds"
            (self.accesses if is_local else self.traffic).count(group, pc, operation)
        written: list[tuple[int, Word, Word | None]] = []
        judged = _ZERO, flag  # the values for a jump of this bundle
        for pc, operation in work.values:
            spec = operation.spec
            carry: Word | None = None
            if spec.unit in ("lds", "memory"):
                words = (self.accesses if spec.unit == "lds" else self.traffic).load(group, pc, operation)
                result = words[0]
            else:
                result = Word(0, False, pc)
                if spec.unit != PRIVATE:
                    result, carry = self._value(group, pc, operation, flag)
                words = [result] * len(operation.registers_written)
            written += ((number, word, carry) for number, word in zip(operation.registers_written, words, strict=True))
            if pc == plan.last:
                judged = result, flag if carry is None else carry
        if work.steers:
            self._judged = judged
        for number, result, carry in written:
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

    def _value(self, group: Group, pc: int, operation: Instruction, flag: Word) -> tuple[Word, Word | None]:
        spec = operation.spec
        sources = [self.operands.read(group, operation, slot, pc) for slot in spec.sources]
        if spec.across and group.mask:
            active = lanes_array(group.mask, self.launch.machine.warp_size)
            if all(word.is_known_in(active) for word in sources):
                result = evaluate_across(spec, [settled(word) for word in sources], active)
                if result is not None:
                    return result, None
        moving = sources if not spec.reads_carry else [*sources, flag]
        if all(word.steps is STAYS for word in moving):
            return evaluate(spec, sources, flag, operation.table, pc)
        looks_at_flag = operation.cond in ("c", "nc")
        return evaluate_moving(spec, sources, flag, operation.table, pc, group.span, needs_carry=looks_at_flag)

    def _write(self, group: Group, number: int, result: Word, carry: Word | None) -> None:
        if group.mask == group.living and not self.launch.machine.branch.has_scalars:
            # The registers of lanes that have ended, or never had a thread, are never read.
            group.registers[number] = result
            group.carry = group.carry if carry is None else carry
            return
        lanes = lanes_array(group.mask, self.launch.machine.warp_size)
        group.registers[number] = merge(lanes, result, group.registers.get(number, _ZERO))
        if carry is not None:
            group.carry = merge(lanes, carry, group.carry)

    def _leave(self, group: Group, plan: BlockPlan, instruction: Instruction) -> list[Group]:
        """Carry out the operation that ends a block, which decides where the group continues.

        Return the groups that split off.
        """
        pc, name = plan.last, instruction.spec.name
        if instruction.cond != "always":
            return self._jump(group, plan, instruction)
        if name == "ret":
            self.paths.end(group, pc)
        elif name == "jmp":
            self.paths.go(group, instruction.target, is_back=instruction.target <= pc)
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
        if instruction.target == plan.end:  # both ways are the same
            self.incomplete.add(pc)
            self.paths.go(group, plan.end)
            return []
        result, carry = self._judged or (_ZERO, group.carry)  # without work the flag is unchanged
        condition = condition_of(instruction.cond, result, carry, group.span)
        one_decides = not self.paths.lanes_jump or instruction.spec.is_common
        outcomes = self.decider.decide(group, condition, pc, plan.exit, one_decides=one_decides)
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
        condition = condition_of("nz", self.operands.read(group, instruction, "a", pc), _ZERO, group.span)
        outcomes = self.decider.decide(group, condition, pc, plan.exit, one_decides=False)
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
        """Return the parts of a group that was split, and empty the group itself. An undivided group has no parts."""
        if parts[0] is group:
            return []
        group.living = 0
        group.warps = group.warps[:0]
        group.groups = group.groups[:0]
        group.turns.clear()
        group.block = -1
        return parts

    # --- loops --------------------------------------------------------------------------------------------------------

    def _change_loops(self, group: Group, number: int | None) -> None:
        """Count the loops that a group leaves, enters or repeats as it comes to a block; number: None at its end."""
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
        subject = "the loop that starts here" if around else "the kernel"
        message = f"{subject} has not come to its end after {self.budget.limit} steps of the analysis"
        return refusal(self.launch.program, first, "E0844", message, help=_HIGHER)
