"""The chain of instructions that bounds a run, walked back from its last retire to cycle 0 (docs/why.md).

Each cycle is one warp's: the warp whose progress is on the chain, in the state of the warp ledger. When that warp waits
for another one, the chain goes over to it: to the warp that was selected in its place, to the instruction that holds
the front end, to the one that occupies the unit, to the one that took the retire port, to the last that came to the
barrier. So the pieces tile the run: their cycles add up to its cycles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from simt.diagnosis.recorded import NEVER, NOTHING, Recorded

if TYPE_CHECKING:
    from simt.result.parts import Events
    from simt.result.result import Result

MOST = 200_000  # cycles, some seconds and 100 MB
_HOLDS = ("unit_busy", "bank_conflict", "retire_port", "operand_bank", "memory_queue")  # why a front end is held
_OCCUPIED = ("bank_conflict", "memory_queue")  # why a unit is occupied, if it is not its own time


@dataclass(frozen=True, slots=True)
class Piece:
    """Cycles `begin` to `end` - 1 of the chain: one warp's instruction, for one reason.

    reason: a word of the ledgers. `unit_busy`: this instruction occupies the unit that the next one needs.
    `retire_port`: its result takes the port that another one waits for. pc, sequence: -1 if no instruction is to blame.
    """

    begin: int
    end: int
    warp: int
    pc: int
    sequence: int
    reason: str

    @property
    def cycles(self) -> int:
        """The number of its cycles."""
        return self.end - self.begin

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True)
class Chain:
    """The chain of one core, in the order of time. Of a long run: of the cycles that the record has."""

    core: int
    pieces: Sequence[Piece]

    @property
    def cycles(self) -> int:
        """The cycles that it covers: with a complete record, the run's."""
        return sum(piece.cycles for piece in self.pieces)

    @cached_property
    def reasons(self) -> dict[str, int]:
        """Cycles by reason, most first."""
        cycles: Counter[str] = Counter()
        for piece in self.pieces:
            cycles[piece.reason] += piece.cycles
        return dict(cycles.most_common())

    @cached_property
    def instructions(self) -> dict[tuple[int, str], int]:
        """Cycles by (program counter, reason), most first."""
        cycles: Counter[tuple[int, str]] = Counter()
        for piece in self.pieces:
            cycles[piece.pc, piece.reason] += piece.cycles
        return dict(cycles.most_common())

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        rows = [{"pc": pc, "reason": reason, "cycles": count} for (pc, reason), count in self.instructions.items()]
        return {
            "core": self.core,
            "cycles": self.cycles,
            "reasons": self.reasons,
            "instructions": rows,
            "pieces": [piece.to_dict() for piece in self.pieces],
        }


def chain_of(result: Result, most: int = MOST) -> Chain:
    """Return the chain of a recorded run that ran to its end; of several cores, of the one that ended last.

    most: cycles, the last ones of the record. Raises `ValueError` for a run that stopped, or whose record does not have
    its end.
    """
    if result.stop is not None:
        raise ValueError("the run did not end: no retire is its last")
    ends: list[tuple[int, int, Events]] = []
    for core in result.cores:
        if core.events is None or core.events.end < core.cycles:
            raise ValueError("the event record of this run does not have its end")
        retires = core.events.instructions["retire"]
        ends.append((int(retires.max(initial=NOTHING)), -core.number, core.events))
    _, number, events = max(ends, key=lambda row: row[:2])
    recorded = Recorded(result, events.part(range(max(events.first, events.end - most), events.end)))
    return Chain(-number, _Walk(result, recorded).pieces())


class _Walk:
    """The way back. A step finds who pays for a cycle and whose progress is on the chain before it."""

    def __init__(self, result: Result, recorded: Recorded) -> None:
        self._seen = recorded
        self._width = result.machine.issue_width if recorded.slots == 1 else 1
        self._group_warps = result.group_warps
        self._has_barriers = not result.machine.ideal.barriers
        self._occupant = NOTHING  # the operation that the chain follows as long as it occupies its unit
        self._goes_to = NOTHING  # the warp whose progress is on the chain before this cycle

    def pieces(self) -> list[Piece]:
        """Return all of them, by time."""
        seen = self._seen
        chain: list[Piece] = []
        if not seen.warp:
            return []
        warp = seen.warp[max(range(len(seen.retire)), key=lambda k: (seen.retire[k], -k))]
        for cycle in range(seen.end - 1, seen.first - 1, -1):
            if self._occupant != NOTHING:
                reason, payer = self._in_occupied(self._occupant, cycle)
            else:
                reason, payer = self._explain(warp, cycle)
            warp = self._goes_to
            pc, sequence = (NOTHING, NOTHING) if payer == NOTHING else (seen.pc[payer], seen.sequence[payer])
            who = warp if payer == NOTHING else seen.warp[payer]
            last = chain[-1] if chain else None
            if last is not None and (last.warp, last.sequence, last.pc, last.reason) == (who, sequence, pc, reason):
                chain[-1] = replace(last, begin=cycle)
            else:
                chain.append(Piece(cycle, cycle + 1, who, pc, sequence, reason))
        return chain[::-1]

    def _pay(self, reason: str, payer: int, warp: int) -> tuple[str, int]:
        """Record the reason and the operation to which a cycle goes; warp: whose progress comes before."""
        self._goes_to = warp
        return reason, payer

    def _explain(self, warp: int, cycle: int) -> tuple[str, int]:
        """Explain the cycle before a warp's progress, by where its instruction was."""
        seen = self._seen
        head = seen.latest(warp, cycle)
        if head == NOTHING or seen.ready[head] <= cycle:
            return self._while_ready(warp, cycle)
        if seen.select[head] == cycle:
            return self._pay("issued", head, warp)
        if seen.enter[head] > cycle:
            return self._in_front_end(head, cycle)
        if seen.written(head) > cycle:
            return self._in_unit(head, cycle)
        if head in seen.barrier_number:
            return self._at_barrier(head, cycle)
        if seen.ready[head] == NEVER:
            return self._after_end(warp, cycle)
        return self._pay(seen.state(warp, cycle), seen.last[head], warp)

    def _while_ready(self, warp: int, cycle: int) -> tuple[str, int]:
        """Explain a ready warp that was not selected: others were, the front end was held, or its unit was occupied."""
        seen = self._seen
        state, head = seen.state(warp, cycle), seen.following(warp, cycle)
        if state in _HOLDS:
            holder = self._holder(state, cycle)
            if holder != NOTHING:
                return self._of_holder(holder, state, cycle)
            return self._until_free(head, state, cycle)
        chosen = seen.chosen(cycle)
        if state == "not_selected" and len(chosen) == self._width:
            return self._pay("issued", chosen[-1], seen.warp[chosen[-1]])
        return self._pay(state, head if state == "not_selected" else NOTHING, warp)

    def _holder(self, state: str, cycle: int) -> int:
        """Return the instruction that holds the front end in a cycle, or NOTHING."""
        return self._seen.standing(cycle, state if state == "operand_bank" else "")

    def _of_holder(self, holder: int, state: str, cycle: int) -> tuple[str, int]:
        if state == "operand_bank":
            return self._pay(state, holder, self._seen.warp[holder])
        return self._until_free(holder, state, cycle)

    def _in_front_end(self, head: int, cycle: int) -> tuple[str, int]:
        """Explain a cycle in the front end: on the way, or held by the oldest instruction that could not enter."""
        seen = self._seen
        state = seen.state(seen.warp[head], cycle)
        if state == "fetch":
            return self._pay(state, head, seen.warp[head])
        holder = self._holder(state, cycle)
        if state != "operand_bank" and (holder == NOTHING or seen.select[holder] == seen.select[head]):
            holder = head  # of the same group: each waits for its own unit
        return self._of_holder(holder, state, cycle)

    def _until_free(self, head: int, state: str, cycle: int) -> tuple[str, int]:
        """Explain an instruction that could not enter: the chain goes over to the one that occupied its unit."""
        seen = self._seen
        if head == NOTHING:
            return self._pay(state, NOTHING, self._goes_to)
        for operation in seen.operations[head]:
            occupant = seen.before(operation)
            if occupant != NOTHING and seen.occupies(occupant, cycle):
                return self._in_occupied(occupant, cycle)
        return self._pay(state, head, seen.warp[head])

    def _in_occupied(self, occupant: int, cycle: int) -> tuple[str, int]:
        """Explain a unit that was occupied by this operation; it is the chain's until it has entered."""
        seen = self._seen
        frozen = seen.frozen(occupant, cycle)
        if frozen != NOTHING:
            return self._at_port(frozen, cycle)
        state = seen.state(seen.warp[occupant], cycle)
        self._occupant = occupant if cycle > seen.enter[occupant] else NOTHING
        return self._pay(state if state in _OCCUPIED else "unit_busy", occupant, seen.warp[occupant])

    def _in_unit(self, head: int, cycle: int) -> tuple[str, int]:
        """Explain a cycle in a unit: the instruction's own time, or a result without a port freezes the unit."""
        seen = self._seen
        operation = seen.last[head]
        frozen = seen.frozen(operation, cycle)
        if frozen != NOTHING:
            return self._at_port(frozen, cycle)
        state = seen.state(seen.warp[head], cycle)
        if seen.slots > 1 and not (state == "bank_conflict" and seen.unit[operation] == "lds"):
            state = seen.reason(operation)
        return self._pay(state, operation, seen.warp[head])

    def _at_port(self, operation: int, cycle: int) -> tuple[str, int]:
        """Explain a result that was not taken: the chain goes over to the one that took the port."""
        self._occupant = NOTHING
        taker = self._seen.took_port(operation, cycle)
        taker = operation if taker == NOTHING else taker
        return self._pay("retire_port", taker, self._seen.warp[taker])

    def _at_barrier(self, head: int, cycle: int) -> tuple[str, int]:
        """Explain a wait at a barrier: until its last warp comes, the chain is that warp's."""
        seen = self._seen
        warp, number = seen.warp[head], seen.barrier_number[head]
        if self._has_barriers:
            rows = [seen.barriers[other] for other in self._group(warp)]
            arrivals = [row[number] for row in rows if number < len(row)]
            last = max(arrivals, key=lambda bar: (seen.written(bar), -bar))
            if seen.written(last) > cycle:
                return self._explain(seen.warp[last], cycle)
        return self._pay("barrier", head, warp)

    def _after_end(self, warp: int, cycle: int) -> tuple[str, int]:
        """Explain an ended warp: until its work-group has ended, the chain belongs to the warp that ended it."""
        seen = self._seen
        latest = [(seen.latest(other, cycle), other) for other in self._group(warp)]
        end, _, last = max((seen.written(head), -head, other) for head, other in latest if head != NOTHING)
        if end > cycle:
            return self._explain(last, cycle)
        return self._pay(seen.state(warp, cycle), NOTHING, warp)

    def _group(self, warp: int) -> range:
        """Return the warps of a warp's place for work-groups."""
        first = warp // self._group_warps * self._group_warps
        return range(first, first + self._group_warps)
