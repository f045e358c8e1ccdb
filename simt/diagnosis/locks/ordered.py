"""The order that locks make, for `simt check`: which races of a run remain if two holders of a lock are ordered.

The engine's check knows threads, barriers and atomics. Here the run is made once more, an instruction at a time, with a
vector clock for each agent: what a thread had done when it gave a lock back comes before what the next thread does that
takes it. docs/check.md says what counts as a lock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, Self

import numpy as np

from isa.program.program import LOCKSTEP, SILENT_STORES, Program
from simt.core.state import kinds, states
from simt.core.state.accesses import COMPARE, EXCHANGE, OPERATION, PART, PRIVATE
from simt.core.state.shadow import FINDING, FINDINGS, GROUPS, LANES, STORE, WARPS
from simt.core.state.state import State
from simt.diagnosis.locks.clocks import Agent, Clocks, Locks, Word
from simt.launch.bound import Bound
from simt.launch.prepared import PreparedLaunch
from simt.result.findings import Findings
from simt.result.result import Result

Watch = Callable[[int], object]

_GLOBAL: Final = (kinds.LOAD_GLOBAL, kinds.STORE_GLOBAL, kinds.ATOMIC)
_SHARED: Final = (kinds.LOAD_LOCAL, kinds.STORE_LOCAL, *_GLOBAL)
_STORES: Final = (kinds.STORE_LOCAL, kinds.STORE_GLOBAL)
_RACES: Final = ("C001", "C002", "C003")
_TAKING: Final = (".exch.b32", ".cas.b32")  # the atomics that can take a lock
MOST: Final = 300_000  # instructions of a run that is made once more
_TOLD: Final = 1000  # instructions after which the caller hears how far the run is


def without_ordered(launch: PreparedLaunch, result: Result, watch: Watch | None = None) -> Findings:
    """Return the findings of a watched run without the races of accesses that a lock orders.

    watch: called with the number of instructions so far; a true answer ends the run, and all races stay.
    """
    findings, program = result.findings, result.program
    assert findings is not None
    names = [one.spec.name for one in program.instructions if one is not None and one.spec.is_atomic]
    if not any(name.endswith(_TAKING) for name in names) or not any(each.code in _RACES for each in findings.found):
        return findings
    if result.instructions > MOST:
        return replace(findings, unlocked=f"the run has more than {MOST} instructions")
    barred: frozenset[Word] = frozenset()
    while True:
        ordered = Ordered(_begun(launch), program.counts_on, barred)
        if not ordered.run(result.instructions, watch):
            return replace(findings, unlocked="the run was interrupted")
        if not ordered.locks.misused:
            break
        barred |= ordered.locks.misused  # an order that they made before has to go too
    return ordered.findings(program, launch.grid.number or 0) if ordered.locks.were_used else findings


def _begun(launch: PreparedLaunch) -> State:
    """Return the state of a launch's watched run before its first instruction."""
    bound = Bound.of(launch.placed, launch.values, launch.own_storage())
    return State.build(bound.placed, bound.memories(is_watched=True), without_time=True)


class Made(NamedTuple):
    """An access: who made it, at which of its times, and where. thread: its work-group, warp and lane."""

    agent: Agent
    time: int
    thread: Agent
    pc: int


@dataclass(slots=True)
class Cell:
    """The last access of each agent to a cell, by sort."""

    loads: dict[Agent, Made] = field(default_factory=dict)
    stores: dict[Agent, Made] = field(default_factory=dict)
    atomics: dict[Agent, Made] = field(default_factory=dict)


class Access(NamedTuple):
    """An access of one lane to a cell of a word, as the check compares it.

    is_same: whether it leaves what is there.
    """

    made: Made
    is_far: bool
    cell: int
    sort: str  # a field of `Cell`
    is_same: bool


class _What(NamedTuple):
    """The effect of an instruction on memory.

    - is_far: whether it accesses global memory.
    - is_store: whether it only writes.
    - operation: the operation of an atomic, else 0.
    - size: the binary logarithm of the bytes of a cell.
    - cells: the cells of a word, or of the part of one that the instruction accesses.
    """

    is_far: bool
    is_store: bool
    operation: int
    size: int
    cells: int

    @classmethod
    def of(cls, code: Any, size: int) -> Self:
        """Return what an operation of the engine does."""
        kind, table = int(code["kind"]), int(code["table"])
        return cls(kind in _GLOBAL, kind in _STORES, table >> OPERATION, size, (4 >> (table & PART)) >> size)


def _part(word: int, place: int, size: int) -> int:
    """Return cell `place` of a word. size: the binary logarithm of its bytes."""
    return word >> ((place << size & 3) << 3) & (1 << (8 << size)) - 1


class Ordered:
    """A run without time with its races, from the state of a watched run before its first instruction."""

    def __init__(self, state: State, counts_on: tuple[str, ...], barred: frozenset[Word] = frozenset()) -> None:
        self.state = state
        cores, notes = state.cores, state.cores.shadow.notes[0, 0]
        self._cores, self._shadow = cores, cores.shadow
        self._sizes = {False: int(notes["local_cell"]), True: int(notes["far_cell"])}
        self._lockstep, self._silent = LOCKSTEP in counts_on, SILENT_STORES in counts_on
        self._clocks = Clocks()
        self.locks = Locks(self._clocks, barred)
        self._cells: dict[tuple[bool, int], Cell] = {}
        self._held = {False: cores.memory.words[0].copy()}  # what the words held before the step
        self._far = None if state.device is None else state.device.words  # global memory
        if self._far is not None:
            self._held[True] = self._far.copy()
        self.races: dict[tuple[int, int, int], dict[str, int]] = {}
        self._counted: set[tuple[int, int, int, int, Agent, Word]] = set()
        self.racing: set[Word] = set()
        self._step = 0

    def run(self, most: int, watch: Watch | None = None) -> bool:
        """Run up to `most` instructions; return whether `watch` let it. It is called now and then with their number."""
        from simt.core.engine.run import Running

        running, run, notes = Running(self.state), self._cores.run[0], self._shadow.notes[0, 0]
        while run["status"] == states.RUNNING and self._step < most:
            is_new = self._far is not None and not self._cores.link.units[0, 0]["resident"]
            w, pc, mask = self._next(is_new=is_new)
            if is_new:
                self._begin_group()
            operands = None if is_new else self._operands(pc)
            epoch = int(notes["epoch"]) + is_new
            running.advance(self._step + 1, most)
            if run["sequence"] == self._step:  # it trapped
                break
            for at in range(pc, pc + int(self._cores.code[0, pc]["operations"])):
                code = self._cores.code[0, at]
                if code["kind"] in _SHARED and not code["table"] & PRIVATE:
                    self._access(at, w, mask, self._cores.operands.words[0] if operands is None else operands)
            if notes["epoch"] != epoch:
                self._clocks.meet()
            self._step += 1
            if watch is not None and self._step % _TOLD == 0 and watch(self._step):
                return False
        return True

    def _next(self, *, is_new: bool) -> tuple[int, int, int]:
        """Return the warp of the next instruction, its program counter and its active lanes."""
        if is_new:
            return 0, 0, int(self._cores.link.sides[0, 0]["mask"])
        w = int(np.argmax(self._cores.warps[0]["state"] == states.READY))
        warp = self._cores.warps[0, w]
        return w, int(warp["pc"]), int(warp["mask"])

    def _operands(self, pc: int) -> Any:
        """Return the operands before a step that changes memory; other steps, and one that traps, need none."""
        if pc >= self._cores.code.shape[1]:
            return self._cores.operands.words[0]
        code = self._cores.code[0, pc : pc + int(self._cores.code[0, pc]["operations"])]
        changes = np.isin(code["kind"], _STORES) | (code["table"] >> OPERATION != 0)
        return self._cores.operands.words[0].copy() if changes.any() else self._cores.operands.words[0]

    def _begin_group(self) -> None:
        self._clocks.begin_group()
        self.locks.begin_group()
        self._cells = {key: cell for key, cell in self._cells.items() if key[0]}
        self._held[False][: self._cores.link.local.shape[1]] = self._cores.link.local[0]

    # --- accesses -------------------------------------------------------------------------------------------------

    def _access(self, pc: int, w: int, mask: int, operands: Any) -> None:
        """Compare the accesses of an instruction's lanes with earlier ones, and keep them."""
        code = self._cores.code[0, pc]
        what = _What.of(code, self._sizes[code["kind"] in _GLOBAL])
        cells = self._first_cells(is_far=what.is_far)
        stored: dict[int, int] = {}
        for k in range(int(code["words"])):
            place = int(code["b_base"]) + w * int(code["b_warp"]) + k * len(cells)
            made: list[Access] = []
            for lane in range(len(cells)):
                if mask >> lane & 1:
                    values = self._values(operands, place + lane * int(code["b_lane"]), what)
                    reached = range(first := int(cells[lane]) + k * what.cells, first + what.cells)
                    made += self._of_lane(what, pc, (w, lane), values, reached)
                    self._note_stores(what, values, reached, stored)
            for access in made:
                self._compare(access, what.size)
            for access in made:
                kept = self._cells.setdefault((what.is_far, access.cell), Cell())
                getattr(kept, access.sort)[access.made.agent] = access.made
                self._keep((what.is_far, access.cell << what.size >> 2), is_atomic=what.operation != 0)

    def _of_lane(
        self, what: _What, pc: int, lane: tuple[int, int], values: list[int], reached: range
    ) -> Iterator[Access]:
        """Yield the accesses of one lane to the cells of a word. lane: its warp, and its number."""
        group = 0 if self._far is None else int(self._cores.link.places[0, 0]["group"])
        thread = (group, *lane)
        agent = thread[:2] if self._lockstep else thread
        sort = "stores" if what.is_store else "atomics" if what.operation else "loads"
        if sort != "loads" and self._change(what, reached, thread, agent, values):
            sort = "atomics"
        made = Made(agent, self._clocks.now(agent), thread, pc)
        for cell in reached:
            is_same = what.is_store and self._is_kept(what, cell, values[0], cell - reached.start)
            as_load = is_same and self._silent and sort == "stores"
            yield Access(made, what.is_far, cell, "loads" if as_load else sort, is_same)

    def _note_stores(self, what: _What, values: list[int], reached: range, stored: dict[int, int]) -> None:
        """Note the words to which lanes of one instruction store different values; the engine has the findings."""
        for cell in reached if what.is_store else ():
            value = _part(values[0], cell - reached.start, what.size)
            if stored.setdefault(cell, value) != value:
                self.racing.add((what.is_far, cell << what.size >> 2))

    def _values(self, operands: Any, place: int, what: _What) -> list[int]:
        """Return what a lane stores; of a compare-and-exchange what it compares with, and what it puts there."""
        if not what.is_store and not what.operation:
            return []
        count = 2 if what.operation == COMPARE else 1
        return [int(operands[place + number * len(self._shadow.cells[0])]) for number in range(count)]

    def _keep(self, word: Word, *, is_atomic: bool) -> None:
        """Note what a word holds after the step. If atomics left something unforeseen, the word is not a lock."""
        is_far, number = word
        memory = self._far if is_far and self._far is not None else self._cores.memory.words[0]
        if is_atomic and self._held[is_far][number] != memory[number] and self.locks.is_lock(word):
            self.locks.misused.add(word)
        self._held[is_far][number] = memory[number]

    def _first_cells(self, *, is_far: bool) -> Any:
        """Return the first cell that each lane of the last access to a memory reached."""
        if not is_far:
            return self._shadow.cells[0]
        slot = int(self._cores.link.units[0, 0]["next_slot"])
        return self._cores.link.addresses[0, slot] >> self._sizes[True]

    def _is_kept(self, what: _What, cell: int, value: int, place: int) -> bool:
        """Return whether a cell keeps its content if cell `place` of a value is stored to it."""
        word = int(self._held[what.is_far][cell << what.size >> 2])
        return _part(word, cell, what.size) == _part(value, place, what.size)

    def _change(self, what: _What, reached: range, thread: Agent, agent: Agent, values: list[int]) -> bool:
        """Take note of a lane's change of a word; return whether it gives a lock back."""
        number, held = reached.start << what.size >> 2, self._held[what.is_far]
        old, may_take = int(held[number]), what.operation in (EXCHANGE, COMPARE)
        if what.cells << what.size < 4 or not (what.is_store or may_take):
            new = ~old  # whatever it leaves there, this is not a change of a lock
        elif what.operation == COMPARE:
            new = values[1] if old == values[0] else old
        else:
            new = values[0]
        if may_take:
            held[number] = new  # what the next lane finds
        return self.locks.change((what.is_far, number), thread, agent, old, new, may_take=may_take)

    # --- races ----------------------------------------------------------------------------------------------------

    def _compare(self, access: Access, size: int) -> None:
        """Count the races of an access with those before its instruction."""
        cell = self._cells.get((access.is_far, access.cell))
        for before in () if cell is None else self._conflicting(cell, access):
            self._count(access, before, access.cell << size)

    def _conflicting(self, cell: Cell, access: Access) -> Iterator[Made]:
        """Yield the kept accesses to a cell that race with a new one."""
        sorts = {"loads": (cell.stores, cell.atomics), "stores": (cell.stores, cell.atomics, cell.loads)}
        for kept in sorts.get(access.sort, (cell.stores, cell.loads)):
            for other, before in kept.items():
                if not self._clocks.follows(access.made.agent, other, before.time):
                    yield before

    def _count(self, access: Access, before: Made, byte: int) -> None:
        (group, w, lane), (other_group, other_warp, other_lane) = access.made.thread, before.thread
        kind = GROUPS if group != other_group else WARPS if w != other_warp else LANES
        word = (access.is_far, byte >> 2)
        self.racing.add(word)
        key = (kind, access.made.pc, before.pc)
        if (one := (*key, self._step, access.made.thread, word)) in self._counted:
            return
        self._counted.add(one)
        row = self.races.setdefault(key, {
            "kind": kind, "pc": access.made.pc, "other": before.pc, "time": self._step, "count": 0,
            "group": group, "warp": w, "lanes": int(np.uint64(1 << lane).astype(np.int64)), "other_group": other_group,
            "other_warp": other_warp, "other_lane": other_lane, "place": byte, "is_same": int(access.is_same),
        })  # fmt: skip
        row["count"] += 1

    def findings(self, program: Program, group: int) -> Findings:
        """Return the findings of the run: the races found here, and all else that the engine found.

        group: the work-group that a plain processor runs.
        """
        from simt.core.engine.run import output_of
        from simt.launch.findings import findings_of

        table, notes = self._shadow.findings[0], self._shadow.notes[0, 0]
        rows = [row.copy() for row in table if row["kind"] >= STORE]
        for race in self.races.values():
            row = np.zeros((), FINDING)
            for name, value in race.items():
                row[name] = value
            rows.append(row)
        notes["lost"] += max(0, len(rows) - FINDINGS)
        notes["racing"] = len(self.racing)
        table[:] = 0
        for place, row in enumerate(rows[:FINDINGS]):
            table[place] = row
        return findings_of(output_of(self.state), program, group)
