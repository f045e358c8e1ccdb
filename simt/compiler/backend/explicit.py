"""Assembly for machines whose programs hold the execution mask in registers (docs/processor.md, section 15).

Lanes go through the blocks in the order of `backend.paths`: the blocks of a loop are consecutive, followed by its back
edge. When lanes part, the lanes whose destination is the next block go on. The other lanes *wait*: a pair of scalar
registers of their destination records them, until the warp gets there. At a back edge, the lanes that take it repeat
the loop, and lanes that have left wait after the loop. So lanes meet at every block, nothing is copied, and every
kernel can be written this way.

A pair is 0 whenever no lane can wait in it. Destinations at which lanes never wait at the same time share a pair. A
destination that all lanes of the kernel, or of a loop's round, reach needs no pair. The mask with which the kernel or
the round began is restored. Jumps on which lanes agree stay jumps if they skip no waiting lanes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import Enum, auto
from itertools import pairwise
from typing import Final

from isa.table.semantics import OPPOSITE
from isa.table.table import INSTRUCTIONS
from simt.compiler.backend.emit import Writer
from simt.compiler.backend.graph import Flow
from simt.compiler.backend.ops import ZERO, Block, Branch, Code, Operation, Register
from simt.compiler.backend.paths import Paths, back, block_of
from simt.compiler.errors import DIVERGENT, CompileError, SourcePlace, wrong

_PAIRS: Final = 52  # s[0:1] to s[102:103]
_SPARE: Final = "s[104:105]"
_END: Final = "\0"
_SHORT: Final = 2  # operations: a block of no more is executed rather than skipped, even without lanes


class _Lanes(Enum):
    """The execution mask between one block and the next."""

    SOME = auto()  # at least one lane arrives, and the mask is right
    ANY = auto()  # maybe no lane arrives, and the mask is right
    NONE = auto()  # the mask is 0
    LEFT = auto()  # the lanes in the mask already wait elsewhere
    NOWHERE = auto()  # the previous block does not fall through


def prepare(code: Code) -> None:
    """Make every jump depend on a value that can be compared into a mask. Runs before register allocation."""
    for block in code.blocks.values():
        test = block.branch.test
        if test is None:
            continue
        is_constant = test.name == "mov.b32" and not isinstance(test.sources[0], Register)
        if is_constant or (test.name != "mov.b32" and f"vcmp.{test.name}" not in INSTRUCTIONS):
            test.result = code.new()
            block.operations.append(test)
            flag = (Register(test.result),)
            block.branch.test = Operation("mov.b32", code.temporary(), flag, place=test.place)


def _pair(place: int) -> str:
    return f"s[{2 * place}:{2 * place + 1}]"


class MaskedWriter(Writer):
    """A writer of a kernel whose lanes can part at the ends of the blocks `parting`.

    Every loop has a single entry. Raises `CompileError` if lanes would wait at too many places at once.
    """

    def __init__(
        self, code: Code, number: Mapping[int, int], directives: Sequence[str], parting: Collection[str],
        is_far: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(code, number, directives, is_far)
        self.all = Paths({name: self._shortened(name) for name in self.order}, parting)
        self.rank = self.all.rank
        self.next = dict(pairwise(self.all.order))
        self.masked: set[str] = set()  # blocks at whose ends lanes wait, or are no longer counted
        self.waiting: dict[str, list[str]] = {}  # per destination, the blocks from which lanes come to wait there
        self.everyone = self._everyone()
        self._settle()
        self.pairs = self._pairs()
        self.began = self._began()
        self.jumped = {
            to for name, out in self.all.out.items() if name not in self.masked for to in out if to != self.next[name]
        }
        self.again = {head: self._free(f"{self.labels[head]}_again") for head in self.all.blocks}
        self.lanes = _Lanes.SOME
        self.silent: set[str] = set()  # back edges taken by a jump

    def _shortened(self, name: str) -> Block:
        branch = self.code.blocks[name].branch
        taken, other = super()._sides(self.code.blocks[name])
        test = branch.test if taken != other else None
        return Block(name, branch=Branch(taken, test, branch.condition, other, branch.place))

    # --- who waits --------------------------------------------------------------------------------------------------

    def _everyone(self) -> dict[str, str]:
        """Return the destinations that all lanes reach once in each round of a loop, each with the name of the loop.

        The loop "" is the kernel.
        """
        everyone: dict[str, str] = {}
        for level in (*self.all.blocks, ""):
            ends = {"", back(level)}
            blocks = self.all.blocks[level] if level else self.all.flow.order
            successors = {
                name: [block_of(to) if self.all.is_within(level, to) and to not in ends else _END
                       for to in self.all.out[name]]
                for name in blocks
            }  # fmt: skip
            after = Flow({**successors, _END: []}).postdominators()
            name = after[blocks[0]]
            while name not in ("", _END):
                if self.all.level_of(name) == level:
                    everyone[name] = level
                name = after[name]
        return everyone

    def _settle(self) -> None:
        """Find the blocks that end with masks in place of jumps, and the destinations at which lanes wait."""
        out = self.all.out
        new = {name for name in self.all.parting if len(out[name]) > 1}
        while new:
            self.masked |= new
            self.waiting = {}
            for name in filter(self.masked.__contains__, out):
                for to in out[name]:
                    if to and to != self.next[name]:
                        self.waiting.setdefault(to, []).append(name)
            new = {name for name in out if name not in self.masked
                   and not all(self._is_free(name, to) for to in out[name])}  # fmt: skip

    def _is_free(self, name: str, to: str) -> bool:
        """Return whether no lane waits at a destination between a block and the destination `to`."""
        between = self.all.order[self.rank[name] + 1 : self.rank[to]]
        return not any(self._may_wait(other, name) for other in between)

    def _may_wait(self, to: str, name: str) -> bool:
        """Return whether lanes may wait at a destination while an earlier block is executed."""
        levels = self.all.levels
        for source in self.waiting.get(to, ()):
            if self.rank[source] < self.rank[name]:
                return True
            around = [head for head in levels[name][:-1] if head in levels[source]]
            if not all(self.all.is_within(head, to) for head in around):
                return True  # from an earlier round
        return False

    def _pairs(self) -> dict[str, str]:
        """Assign a pair of scalar registers to each destination at which lanes wait, unless all lanes reach it.

        Raises `CompileError` if there are too few pairs.
        """
        spans = []
        for to, sources in self.waiting.items():
            if to in self.everyone:
                continue
            heads = [head for name in sources for head in self.all.levels[name][:-1]
                     if not self.all.is_within(head, to)]  # fmt: skip
            spans.append((min(map(self.rank.__getitem__, (*sources, *heads))), self.rank[to], to))
        free = [0] * _PAIRS  # end of each pair's use
        pairs = {}
        for start, end, to in sorted(spans):
            place = next((place for place, until in enumerate(free) if until <= start), None)
            if place is None:
                raise self._refused(self.waiting[to][0])
            free[place] = end
            pairs[to] = _pair(place)
        return pairs

    def _began(self) -> dict[str, str]:
        """Return the registers of the mask at the start of a round, by loop; "-1" (all lanes) for "", the kernel.

        Raises `CompileError` if there are too few pairs.
        """
        heads = dict.fromkeys(self.everyone[to] for to in self.waiting if to in self.everyone)
        taken = set(self.pairs.values())
        free = [pair for place in range(_PAIRS) if (pair := _pair(place)) not in taken]
        masks = {}
        for head in filter(None, heads):
            if not free:
                raise self._refused(head)
            masks[head] = free.pop(0)
        return {**masks, "": "-1"}

    def _refused(self, name: str) -> CompileError:
        message = f"lanes part here, and may wait at more than {_PAIRS} places at once"
        advice = "make several kernels of it, or take a machine with -s branch.policy=min_pc"
        return wrong(DIVERGENT, message, self.code.blocks[name].branch.place, advice)

    # --- text -------------------------------------------------------------------------------------------------------

    def blocks(self) -> None:
        """Write all blocks in order, and the end of the kernel."""
        for to in self.all.order[:-1]:
            before = len(self.places)
            name = block_of(to)
            place = self.code.blocks[name].branch.place
            self.within = ""
            if to in self.all.out:
                self._arrive(to, place)
                self._whole(self.code.blocks[name])
            elif to not in self.silent:
                self._go_back(to, self.again[name], place)
            self.effort += (len(self.places) - before) * 10 ** self.code.blocks[name].depth
        self._end()

    def _label(self, name: str) -> str:
        label = self.labels.get(name) or self._label_back(block_of(name))
        self.used.add(label)
        return label

    def _label_back(self, head: str) -> str:
        return f"{self.labels[head]}_back" if back(head) in self.waiting else self.again[head]

    def _arrive(self, to: str, place: SourcePlace) -> None:
        """Begin a destination: lanes that wait there go on with lanes that arrive now."""
        self._clear(to, place)
        if self.lanes is _Lanes.NONE and to not in self.waiting:
            self._skip(to, "jmp", place)
            self.lanes = _Lanes.NOWHERE
        self.lines.append(f"{self.labels[to]}:")
        if to in self.waiting:
            self._awake(to, place)
        elif self.lanes is _Lanes.NOWHERE:
            self.lanes = _Lanes.SOME

    def _go_back(self, to: str, again: str, place: SourcePlace) -> None:
        """Repeat a loop with the lanes that arrive or wait at its back edge; the others have left it."""
        self._clear(to, place)
        if to in self.waiting:
            self.lines.append(f"{self._label_back(block_of(to))}:")
            self._awake(to, place)
        if self.lanes in (_Lanes.SOME, _Lanes.ANY):
            self.used.add(again)
            is_left = self.lanes is _Lanes.ANY
            self._write(f"s_branch.execnz {again}" if is_left else f"jmp {again}", place)
            self.lanes = _Lanes.NONE if is_left else _Lanes.NOWHERE

    def _clear(self, to: str, place: SourcePlace) -> None:
        """Remove lanes that wait elsewhere from the mask, unless the mask of the lanes that wait here replaces it."""
        is_new = to in self.everyone or to not in self.jumped
        if self.lanes is _Lanes.LEFT and not (to in self.waiting and is_new) and to in self.all.out:
            self._write("s_mov.b64 exec, 0", place)
            self.lanes = _Lanes.NONE

    def _awake(self, to: str, place: SourcePlace) -> None:
        if to in self.everyone:
            self._write(f"s_mov.b64 exec, {self.began[self.everyone[to]]}", place)
            self.lanes = _Lanes.SOME
            return
        pair = self.pairs[to]
        is_alone = self.lanes not in (_Lanes.SOME, _Lanes.ANY) and to not in self.jumped
        self._write(f"s_mov.b64 exec, {pair}" if is_alone else f"s_or.b64 exec, exec, {pair}", place)
        self._write(f"s_mov.b64 {pair}, 0", place)
        self.lanes = _Lanes.ANY

    def _skip(self, to: str, jump: str, place: SourcePlace) -> None:
        """Write a jump for an empty mask: to the next destination at which lanes may wait, or to the end.

        Destinations in loops that no lane has entered are passed over.
        """
        for later in self.all.order[self.rank[to] + 1 : -1]:
            level = self.all.level_of(later)
            if later in self.waiting and (not level or (to != level and self.all.is_within(level, to))):
                break
        else:
            later = ""
        self._write(f"{jump} {self._label(later)}", place)

    def _whole(self, block: Block) -> None:
        """Write a block from its first operation to the jumps at its end."""
        name, body, following = block.name, self.bodies[block.name], self.next[block.name]
        out = self.all.out[name]
        is_jump = name not in self.masked and out != [following]
        is_short = len(body) <= _SHORT and all(op.name != "bar" for op in body)
        is_short = is_short and not is_jump and name not in self.again
        if self.lanes is _Lanes.ANY and not is_short:
            self._skip(name, "s_branch.execz", block.branch.place)
            self.lanes = _Lanes.SOME
        if name in self.again:
            self.lines.append(f"{self.again[name]}:")
        if name in self.began:
            self._write(f"s_mov.b64 {self.began[name]}, exec", block.branch.place)
        self.within = name
        if name in self.masked:
            self._operations(body)
            self._part(block, out, following)
            return
        if following == back(block_of(following)) and following not in self.waiting and self.next[following] in out:
            self.silent.add(following)
            following = self.next[following]
        self._block(block, following)
        jumps = self._jumps(block, following)
        if jumps:
            self.lanes = _Lanes.SOME if jumps[-1][0] else _Lanes.NOWHERE

    def _sides(self, block: Block) -> tuple[str, str]:
        out = self.all.out[block.name]
        return out[0], out[-1]

    # --- masks ------------------------------------------------------------------------------------------------------

    def _part(self, block: Block, out: list[str], following: str) -> None:
        """End a block at which lanes part.

        Lanes go on if the next block is their destination. The others wait for their destination.
        """
        place, test = block.branch.place, block.branch.test
        if len(out) == 1:
            self._wait(block, out[0], "exec")
            self.lanes = _Lanes.LEFT
            return
        assert test is not None
        yes, no = out if block.branch.condition == "nz" else reversed(out)
        relation, kind = ("ne", "u32") if test.name == "mov.b32" else test.name.split(".")
        if following in (yes, no) and (kind != "f32" or relation in ("eq", "ne")):
            leaving = no if yes == following else yes
            if (yes == following) == (leaving in self.pairs):
                relation = OPPOSITE[relation]
                yes, no = no, yes
        pair = "vcc"
        if yes == following and no not in self.pairs:
            pair = "exec"
        elif yes != following and yes in self.pairs and not self._may_wait(yes, block.name):
            pair = self.pairs[yes]
        one, other = (self._operand(source, kind) for source in (*test.sources, ZERO)[:2])
        self._write(f"vcmp.{relation}.{kind} {pair}, {one}, {other}", test.place)
        self.lanes = _Lanes.ANY if following in (yes, no) else _Lanes.LEFT
        if yes != following and pair == "vcc":
            self._wait(block, yes, pair)
        if no != following:
            self._wait(block, no, pair, "andn2")
        if no == following:
            self._write(f"s_andn2.b64 exec, exec, {pair}", place)
        elif yes == following and pair != "exec":
            self._write(f"s_mov.b64 exec, {pair}", place)

    def _wait(self, block: Block, to: str, lanes: str, how: str = "") -> None:
        """Make lanes wait at a destination, if it has a pair of registers.

        lanes: the registers of a mask, whose lanes wait. how: with "andn2", the active lanes outside of this mask wait.
        """
        if to not in self.pairs:
            return
        pair, place = self.pairs[to], block.branch.place
        may_wait = self._may_wait(to, block.name)
        if how:
            left = _SPARE if may_wait else pair
            self._write(f"s_andn2.b64 {left}, exec, {lanes}", place)
            lanes = left
        if may_wait:
            self._write(f"s_or.b64 {pair}, {pair}, {lanes}", place)
        elif not how:
            self._write(f"s_mov.b64 {pair}, {lanes}", place)
