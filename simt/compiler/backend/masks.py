"""Branches on which lanes part, for machines with a stack of execution masks (docs/processor.md, section 13).

A loop that lanes leave one by one is entered with `push_mask` and left with `mask_nz`: lanes that have left wait after
the loop. The sides of a branch end with `pop_mask`, at the branch's own join. Lanes may leave a loop from within a side
of a branch. They come back at the branch's join, and the join sends them on, as a register records which lanes are
still in the loop.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from isa.flow.graphs import reach
from simt.compiler.backend.graph import Flow
from simt.compiler.backend.ops import Block, Branch, Code, Immediate, Operation, Register
from simt.compiler.errors import DIVERGENT, CompileError, SourcePlace, wrong

_MAY_BE_COPIED: Final = 512  # operations, or the number of operations of the kernel


def structured(code: Code, parting: Collection[str]) -> None:
    """Turn the jumps at the ends of the blocks `parting` into masks. Raises `CompileError` if that cannot be done."""
    masks = _Masks(code, set(parting))
    masks.loops()
    masks.branches()
    code.settle()


class _Masks:
    def __init__(self, code: Code, parting: set[str]) -> None:
        self.code = code
        self.parting = parting
        self.leaving: dict[str, str] = {}  # for each block at which lanes leave a loop, the loop's header
        self.copies = self.copied = 0  # numbers of copied blocks and of copied operations
        self.most_copied = max(_MAY_BE_COPIED, sum(len(block.all()) for block in code.blocks.values()))
        self.running: dict[str, int] = {}  # for each loop left from within a branch, the lanes still in it

    def _block(self, name: str, branch: Branch, *operations: Operation) -> str:
        self.code.blocks[name] = Block(name, list(operations), branch=branch)
        return name

    def _pop(self, name: str, to: str, place: SourcePlace) -> str:
        """Make a block that ends a side of a branch; return its name."""
        return self._block(name, Branch(also=(to,), is_over=True, place=place), Operation("pop_mask", place=place))

    # --- loops --------------------------------------------------------------------------------------------------------

    def loops(self) -> None:
        """Give a mask of its own to every loop that lanes leave one by one, inner loops first."""
        done: set[str] = set()
        while True:
            flow = self.code.flow()
            heads = [head for head in flow.loops if head not in done]
            if not heads:
                return
            head = min(heads, key=lambda name: (-flow.depth[name], flow.number[name]))
            done.add(head)
            self._one_latch(head, flow)
            self._loop(head, self.code.flow())

    def _one_latch(self, head: str, flow: Flow) -> None:
        """Lead all back edges of a loop through one block."""
        latches = [name for name in flow.predecessors[head] if name in flow.loops[head]]
        if len(latches) > 1:
            self._redirect(latches, head, self._block(f"{head}.latch", Branch(head)))

    def _redirect(self, names: Collection[str], old: str, new: str) -> None:
        for name in names:
            self.code.blocks[name].branch.redirect(old, new)

    def _loop(self, head: str, flow: Flow) -> None:
        body = flow.loops[head]
        exits = [name for name in flow.order if name in body and self._targets_outside(name, body)]
        for name in self.parting & body - set(exits):  # within a branch some lanes are missing, even if the rest agree
            if flow.header[name] == head:
                _, region = self._region(name, flow, body)
                self.parting |= region & set(exits)
        if not any(name in self.parting for name in exits):
            return
        targets = list(dict.fromkeys(target for name in exits for target in self._targets_outside(name, body)))
        landing = self._block(f"{head}.left", Branch(targets[0]))
        which = self.code.new() if len(targets) > 1 else -1
        for name in exits:
            if name in self.parting:
                self.leaving[name] = head
            self._leave(self.code.blocks[name], body, landing, targets, which)
        enter = Operation("push_mask", target=landing, place=self.code.blocks[head].branch.place)
        entry = self._block(f"{head}.enter", Branch(head), enter)
        self._redirect([name for name in flow.predecessors[head] if name not in body], head, entry)
        block = self.code.blocks[landing]
        for number, target in enumerate(targets[:-1]):  # lanes that left for different places part after the loop
            rest = targets[-1]
            if number < len(targets) - 2:
                rest = self._block(f"{landing}.{number}", Branch(rest))
            test = Operation("eq.u32", self.code.temporary(), (Register(which), Immediate(number)))
            block.branch = Branch(target, test, "nz", rest)
            self.parting.add(block.name)
            block = self.code.blocks.get(rest, block)

    def _targets_outside(self, name: str, body: Collection[str]) -> list[str]:
        branch = self.code.blocks[name].branch
        return [] if branch.is_over else [target for target in branch.sides if target not in body]

    def _leave(self, block: Block, body: Collection[str], landing: str, targets: list[str], which: int) -> None:
        """Make lanes leave a loop at the end of a block.

        - body: the blocks of the loop.
        - landing: the block at which lanes that have left wait.
        - targets: all blocks to which lanes leave the loop.
        - which: the unit that takes the number of a lane's target; -1 for a single target.
        """
        branch = block.branch
        outside = self._targets_outside(block.name, body)
        if len(outside) > 1:
            raise _refused(branch.place)
        if which >= 0:
            number = Immediate(targets.index(outside[0]))
            block.operations.append(Operation("mov.b32", which, (number,), place=branch.place))
        if branch.test is None:
            block.operations.append(Operation("pop_mask", place=branch.place))
            block.branch = Branch(also=(landing,), is_over=True, place=branch.place)
            return
        inside = branch.other if branch.taken == outside[0] else branch.taken
        if block.name in self.parting:
            stays = self.code.flag(block, inside)
            block.operations.append(Operation("mask_nz", -1, (stays,), place=branch.place))
            block.branch = Branch(inside, also=(landing,), place=branch.place)
            self.parting.discard(block.name)
        else:
            self._redirect([block.name], outside[0], self._pop(f"{block.name}.leave", landing, branch.place))

    # --- branches -----------------------------------------------------------------------------------------------------

    def branches(self) -> None:
        """Give every branch on which lanes part its own join, inner ones first."""
        flow = self.code.flow()
        for name in sorted(self.parting & set(flow.number), key=lambda name: -flow.number[name]):
            self._branch(self.code.blocks[name])

    def _branch(self, block: Block) -> None:
        branch = block.branch
        flow = self.code.flow()
        if branch.test is None or branch.taken == branch.other:
            return
        level = flow.loops.get(flow.header[block.name], set(flow.number))
        join, region = self._region(block.name, flow, level)
        if shared := [name for name in region if not set(flow.predecessors[name]) <= region | {block.name}]:
            self._copy(block, region, shared, flow)
            self._branch(self.code.blocks[block.name])
            return
        meet = self._block(f"{block.name}.join", Branch(join, place=branch.place))
        head = flow.header[block.name]
        left_from = [name for name in region if self.leaving.get(name, "") == head
                     and f"{head}.left" in self.code.blocks[name].branch.also]  # fmt: skip
        if left_from:
            self._come_back(left_from, meet, head)
        for name in region:
            inner = self.code.blocks[name].branch
            if inner.is_over or join not in inner.sides:
                continue
            if not join and inner.test is None:
                continue  # `ret` ends the side as well
            if inner.test is None:
                self.code.blocks[name].operations.append(Operation("pop_mask", place=inner.place))
                self.code.blocks[name].branch = Branch(also=(*inner.also, meet), is_over=True, place=inner.place)
            else:
                self._redirect([name], join, self._pop(f"{name}.pop{len(self.code.blocks)}", meet, inner.place))
        if join in (branch.taken, branch.other):
            side = branch.other if branch.taken == join else branch.taken
            block.operations.append(Operation("push_mask", target=meet, place=branch.place))
            block.operations.append(Operation("mask_nz", -1, (self.code.flag(block, side),), place=branch.place))
            block.branch = Branch(side, also=(meet,), place=branch.place)
        else:
            flag = self.code.flag(block, branch.taken)
            push = Operation("br_push", -1, (flag,), otherwise=branch.other, target=meet, place=branch.place)
            block.operations.append(push)
            block.branch = Branch(branch.taken, also=(branch.other, meet), place=branch.place)

    def _copy(self, block: Block, region: Collection[str], shared: Collection[str], flow: Flow) -> None:
        """Copy the blocks between a branch and its join that other branches also reach, and the blocks after these.

        region: the blocks between branch and join. shared: the blocks of it that other branches also reach. Raises
        `CompileError`.
        """
        self.copies += 1
        copied = reach(shared, lambda name: [following for following in flow.successors[name] if following in region])
        names = {name: f"{name}.copy{self.copies}" for name in copied}
        if any(op.spec.across for name in names for op in self.code.blocks[name].operations):
            raise _refused(block.branch.place)  # lanes of two copies would not read each other
        self.copied += sum(len(self.code.blocks[name].all()) for name in names)
        if self.copied > self.most_copied:
            raise _refused(block.branch.place)
        for name, copy in names.items():
            self.code.blocks[copy] = _renamed(self.code.blocks[name], copy, names)
            if name in self.leaving:
                self.leaving[copy] = self.leaving[name]
        for name in {block.name, *region} - names.keys():
            self.code.blocks[name] = _renamed(self.code.blocks[name], name, names)

    def _come_back(self, left_from: Collection[str], meet: str, head: str) -> None:
        """Lead lanes that leave a loop from within a branch to the branch's join, and let them leave from there.

        - left_from: the blocks at which they leave.
        - meet: the join.
        - head: the first block of the loop.
        """
        enter = self.code.blocks[f"{head}.enter"]
        if head not in self.running:
            self.running[head] = self.code.new()
            start = Operation("mov.b32", self.running[head], (Immediate(1),), place=enter.branch.place)
            enter.operations.insert(0, start)
        running = self.running[head]
        for name in left_from:
            block = self.code.blocks[name]
            block.branch.also = tuple(meet if to == f"{head}.left" else to for to in block.branch.also)
            place, stays = next(pair for pair in enumerate(block.operations) if pair[1].name == "mask_nz")
            if stays.sources != (Register(running),):  # not at another join
                copy = Operation("mov.b32", running, stays.sources, place=stays.place)
                block.operations.insert(place, copy)
        leave = Operation("mask_nz", -1, (Register(running),), place=self.code.blocks[meet].branch.place)
        self.code.blocks[meet].operations.append(leave)
        self.code.blocks[meet].branch.also = (f"{head}.left",)
        self.leaving[meet] = head

    def _region(self, name: str, flow: Flow, level: Collection[str]) -> tuple[str, set[str]]:
        """Return the block at which the sides of a branch meet, and the blocks between; "" is the end of the kernel.

        The back edge and the exits of the loop around them are left out.
        """
        head = flow.header[name]
        region: set[str] = set()
        join = name
        places = {block: place for place, block in enumerate(flow.order)}
        waiting: dict[str, int] = {}  # with their places: all paths from blocks seen so far lead through them
        while waiting or join == name:
            after = [target for target in flow.successors.get(join, ()) if target in level and target != head] or [""]
            waiting |= {to: places.get(to, len(places)) for to in after if to not in region}
            join = min(waiting, key=waiting.__getitem__)
            del waiting[join]
            if waiting:
                region.add(join)
        return join, region


def _renamed(block: Block, name: str, names: Mapping[str, str]) -> Block:
    """Return a block under a new name, with new names for its successors."""

    def new(name: str) -> str:
        return names.get(name, name)

    def renamed(operation: Operation) -> Operation:
        return replace(operation, target=new(operation.target), otherwise=new(operation.otherwise))

    old = block.branch
    test = None if old.test is None else renamed(old.test)
    branch = replace(old, taken=new(old.taken), other=new(old.other), also=tuple(map(new, old.also)), test=test)
    return Block(name, list(map(renamed, block.operations)), branch, block.depth)


def _refused(place: SourcePlace) -> CompileError:
    message = "lanes part here, and a stack of masks would need too many copies of what several branches share"
    advice = "compute the condition first and branch on it alone, or take a machine with -s branch.policy=ipdom_stack"
    return wrong(DIVERGENT, message, place, advice)
