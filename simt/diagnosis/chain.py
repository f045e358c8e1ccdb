"""The critical path of a run: the chain of instructions that bounds it, from the last retire back to cycle 0.

Every cycle of the run is charged to one warp, for the reason that the warp ledger states. If a warp waits for another
warp, the cycle is charged to the other warp: it was selected instead, holds the front end, occupies the unit, took the
retire port or is the last to reach the barrier. Consecutive cycles with equal warp, instruction and reason form a
piece. With a scoreboard, a warp that is not ready may wait for an instruction other than its last one. If it needs
several instructions, the chain follows the one that is released last. The chain goes back to the select of this
instruction, and skips all instructions that the warp has issued since. The pieces cover the run without gaps, so their
lengths add up to the run's cycles (docs/why.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from simt.diagnosis.recorded import NEVER, NOTHING, Recorded
from simt.result.parts import Events
from simt.result.result import Result

MOST = 200_000  # cycles, some seconds and 100 MB
_OCCUPIED = ("bank_conflict", "uncoalesced", "memory_queue")  # reasons that keep a unit occupied beyond its own time
_HOLDS = ("unit_busy", "retire_port", "operand_bank", *_OCCUPIED)  # reasons that hold a front end


@dataclass(frozen=True, slots=True)
class Piece:
    """The cycles `begin` to `end` - 1 of the chain, of one instruction of a warp and for one reason.

    - pc, sequence: the instruction's address and its number in the record, -1 if no instruction is to blame.
    - reason: a word of the ledgers. Three reasons are about the next instruction on the chain. With `unit_busy`, the
      next instruction needs the unit that this instruction occupies. With `retire_port`, the next one waits for the
      port that this instruction's result takes. With `scoreboard_full`, the next one gets the entry of this
      instruction.
    """

    begin: int
    end: int
    warp: int
    pc: int
    sequence: int
    reason: str

    @property
    def cycles(self) -> int:
        """The length of the piece."""
        return self.end - self.begin


@dataclass(frozen=True)
class Chain:
    """The chain of one core, its pieces in order of time. It covers the cycles that the event record has."""

    core: int
    pieces: Sequence[Piece]

    @property
    def cycles(self) -> int:
        """The cycles that the chain covers: all cycles of the run, if the record is complete."""
        return sum(piece.cycles for piece in self.pieces)

    @cached_property
    def reasons(self) -> dict[str, int]:
        """The cycles by reason, most first."""
        cycles: Counter[str] = Counter()
        for piece in self.pieces:
            cycles[piece.reason] += piece.cycles
        return dict(cycles.most_common())

    @cached_property
    def instructions(self) -> dict[tuple[int, str], int]:
        """The cycles by (program counter, reason), most first."""
        cycles: Counter[tuple[int, str]] = Counter()
        for piece in self.pieces:
            cycles[piece.pc, piece.reason] += piece.cycles
        return dict(cycles.most_common())

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        rows = [{"pc": pc, "reason": reason, "cycles": count} for (pc, reason), count in self.instructions.items()]
        return {
            "core": self.core,
            "cycles": self.cycles,
            "reasons": self.reasons,
            "instructions": rows,
            "pieces": [asdict(piece) for piece in self.pieces],
        }


def chain_of(result: Result, most: int = MOST) -> Chain:
    """Return the chain of the core that ended last, over at most the last `most` cycles of its event record.

    Raises `ValueError` if the run stopped early, has no event record, or has a record without its end.
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
    recorded = Recorded(result, events.since(events.end - most))
    return Chain(-number, _Walk(result, recorded).pieces())


class _Walk:
    """The walk along the chain, from the last cycle to the first. Each step explains one cycle.

    A step returns the reason and the operation to charge, NOTHING for none. It also sets the warp to explain in the
    cycle before.
    """

    def __init__(self, result: Result, record: Recorded) -> None:
        self._record = record
        self._group_warps = result.group_warps
        self._has_barriers = not result.machine.ideal.barriers
        self._occupant = NOTHING  # the operation that the chain follows while that operation occupies its unit
        self._goes_to = NOTHING  # the warp whose progress is on the chain in the cycle before
        self._followed = NOTHING  # with a scoreboard: the instruction of it that is on the chain, if any is in flight

    def pieces(self) -> list[Piece]:
        record = self._record
        chain: list[Piece] = []
        if not record.warp:
            return []
        self._followed = max(range(len(record.retire)), key=lambda k: (record.retire[k], -k))
        warp = record.warp[self._followed]
        for cycle in range(record.end - 1, record.first - 1, -1):
            if self._occupant != NOTHING:
                reason, charged = self._in_occupied(self._occupant, cycle)
            else:
                reason, charged = self._explain(warp, cycle)
            warp = self._goes_to
            pc, sequence = (NOTHING, NOTHING) if charged == NOTHING else (record.pc[charged], record.sequence[charged])
            owner = warp if charged == NOTHING else record.warp[charged]
            last = chain[-1] if chain else None
            if last is not None and (last.warp, last.sequence, last.pc, last.reason) == (owner, sequence, pc, reason):
                chain[-1] = replace(last, begin=cycle)
            else:
                chain.append(Piece(cycle, cycle + 1, owner, pc, sequence, reason))
        return chain[::-1]

    def _charge(self, reason: str, charged: int, warp: int) -> tuple[str, int]:
        """Charge a cycle to an operation. Set the warp and the operation that the chain follows in the cycle before."""
        self._goes_to = warp
        self._followed = charged
        return reason, charged

    def _explain(self, warp: int, cycle: int) -> tuple[str, int]:
        """Explain a cycle of a warp on the chain, by the stage in which its instruction is."""
        record = self._record
        if record.has_scoreboard:
            return self._explain_flight(warp, cycle)
        head = record.latest(warp, cycle)
        if head == NOTHING or record.ready[head] <= cycle:
            return self._while_ready(warp, cycle)
        if record.ready[head] == NEVER and record.written(head) <= cycle and head not in record.barrier_number:
            return self._after_end(warp, cycle)
        return self._by_stage(head, cycle)

    def _explain_flight(self, warp: int, cycle: int) -> tuple[str, int]:
        """Explain a cycle of a warp that may have several instructions in flight.

        The cycle belongs to the instruction that the chain follows, or else to the instruction that the warp awaits.
        """
        record = self._record
        state, head = record.state(warp, cycle), self._followed
        if state in ("drain", "idle"):
            return self._after_end(warp, cycle)
        if head == NOTHING or record.warp[head] != warp or record.select[head] > cycle:
            wait = record.wait(warp, cycle)
            if wait is None:
                if state == "issued":
                    return self._charge(state, record.latest(warp, cycle), warp)
                if record.is_ready(warp, cycle):
                    return self._while_ready(warp, cycle)
                return self._charge(state, NOTHING, warp)  # what it awaits was selected before the record begins
            head = wait.freed
        wait = record.wait(warp, cycle)
        if wait is not None and wait.is_full and wait.freed == head:
            return self._charge(state, head, warp)
        return self._by_stage(head, cycle)

    def _by_stage(self, head: int, cycle: int) -> tuple[str, int]:
        """Explain a cycle of an instruction in flight, by its stage."""
        record = self._record
        warp = record.warp[head]
        if record.select[head] == cycle:
            return self._charge("issued", head, warp)
        if record.enter[head] > cycle:
            return self._in_front_end(head, cycle)
        if record.written(head) > cycle:
            return self._in_unit(head, cycle)
        if head in record.barrier_number:
            return self._at_barrier(head, cycle)
        return self._charge(record.state_of(head, cycle), record.last[head], warp)

    def _while_ready(self, warp: int, cycle: int) -> tuple[str, int]:
        """Explain a ready warp.

        Other warps were selected, the scheduler has no turn, the front end is held, or the warp's unit is occupied.
        """
        record = self._record
        state, head = record.state(warp, cycle), record.following(warp, cycle)
        if state in _HOLDS:
            holder = self._holder(state, warp, cycle)
            if holder != NOTHING:
                return self._of_holder(holder, state, cycle)
            return self._until_free(head, state, cycle)
        if not record.has_turn(warp, cycle):
            return self._charge("interval", head, warp)
        rivals = record.rivals(head, warp, cycle)
        if state == "not_selected" and rivals:
            return self._charge("issued", rivals[-1], record.warp[rivals[-1]])
        return self._charge(state, head if state == "not_selected" else NOTHING, warp)

    def _holder(self, state: str, warp: int, cycle: int) -> int:
        """Return the instruction that holds the front end in a cycle, or NOTHING.

        With operand collectors it is the oldest instruction in the collectors of the warp's scheduler.
        """
        if self._record.banks is not None:
            return self._record.standing(cycle, warps=self._record.beside(warp))
        return self._record.standing(cycle, state if state == "operand_bank" else "")

    def _of_holder(self, holder: int, state: str, cycle: int) -> tuple[str, int]:
        if state == "operand_bank":
            return self._charge(state, holder, self._record.warp[holder])
        return self._until_free(holder, state, cycle)

    def _in_front_end(self, head: int, cycle: int) -> tuple[str, int]:
        """Explain a cycle in the front end: a stage, or a wait for the oldest instruction that cannot leave it.

        In a collector: an operand's read, or a wait for the unit of the warp's oldest instruction in a collector.
        """
        record = self._record
        state = record.state_of(head, cycle)
        if state == "fetch" or (state == "operand_bank" and record.banks is not None):
            return self._charge(state, head, record.warp[head])
        if record.banks is not None:
            return self._until_free(record.standing(cycle, warps=(record.warp[head],)), state, cycle)
        holder = self._holder(state, record.warp[head], cycle)
        if state != "operand_bank" and (holder == NOTHING or record.select[holder] == record.select[head]):
            holder = head  # of the same group: each waits for its own unit
        return self._of_holder(holder, state, cycle)

    def _until_free(self, head: int, state: str, cycle: int) -> tuple[str, int]:
        """Explain an instruction that cannot enter its unit: the chain continues with the operation inside."""
        record = self._record
        if head == NOTHING:
            return self._charge(state, NOTHING, self._goes_to)
        for operation in record.operations[head]:
            occupant = record.before(operation)
            if occupant != NOTHING and record.occupies(occupant, cycle):
                return self._in_occupied(occupant, cycle)
        return self._charge(state, head, record.warp[head])

    def _in_occupied(self, occupant: int, cycle: int) -> tuple[str, int]:
        """Explain a cycle in which an operation occupies its unit. The chain follows the operation to its entry."""
        record = self._record
        frozen = record.frozen(occupant, cycle)
        if frozen != NOTHING:
            return self._at_port(frozen, cycle)
        state = record.state_of(occupant, cycle)
        if state not in _OCCUPIED and record.unit[occupant] == "memory":
            state = record.at_coalescer(cycle)
        self._occupant = occupant if cycle > record.enter[occupant] else NOTHING
        return self._charge(state if state in _OCCUPIED else "unit_busy", occupant, record.warp[occupant])

    def _in_unit(self, head: int, cycle: int) -> tuple[str, int]:
        """Explain a cycle in a unit: the instruction's latency, or a freeze while a result waits for a retire port."""
        record = self._record
        operation = record.last[head]
        frozen = record.frozen(operation, cycle)
        if frozen != NOTHING:
            return self._at_port(frozen, cycle)
        state = record.state_of(operation, cycle)
        if record.slots > 1 and not (state == "bank_conflict" and record.unit[operation] == "lds"):
            state = record.reason(operation)
        return self._charge(state, operation, record.warp[head])

    def _at_port(self, operation: int, cycle: int) -> tuple[str, int]:
        """Explain a result that is not taken: the chain continues with the operation that takes the retire port."""
        self._occupant = NOTHING
        taker = self._record.took_port(operation, cycle)
        taker = operation if taker == NOTHING else taker
        return self._charge("retire_port", taker, self._record.warp[taker])

    def _at_barrier(self, head: int, cycle: int) -> tuple[str, int]:
        """Explain a wait at a barrier. Until the last warp arrives, the progress of this warp is on the chain."""
        record = self._record
        warp, number = record.warp[head], record.barrier_number[head]
        if self._has_barriers:
            rows = [record.barriers[other] for other in self._group(warp)]
            arrivals = [row[number] for row in rows if number < len(row)]
            last = max(arrivals, key=lambda bar: (record.written(bar), -bar))
            if record.written(last) > cycle:
                return self._explain(record.warp[last], cycle)
        return self._charge("barrier", head, warp)

    def _after_end(self, warp: int, cycle: int) -> tuple[str, int]:
        """Explain a warp that has ended. Until its group ends, the progress of the last warp in it is on the chain."""
        record = self._record
        if record.has_scoreboard:
            end, last = max((record.over(other, cycle), -other) for other in self._group(warp))
            if end > cycle:
                return self._explain(-last, cycle)
            return self._charge(record.state(warp, cycle), NOTHING, warp)
        latest = [(record.latest(other, cycle), other) for other in self._group(warp)]
        end, _, last = max((record.written(head), -head, other) for head, other in latest if head != NOTHING)
        if end > cycle:
            return self._explain(last, cycle)
        return self._charge(record.state(warp, cycle), NOTHING, warp)

    def _group(self, warp: int) -> range:
        first = warp // self._group_warps * self._group_warps
        return range(first, first + self._group_warps)
