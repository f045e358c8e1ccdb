"""Motion of operations between pieces: from a piece up to the ends of all its predecessors.

Arithmetic and loads can move. An instruction that reads other lanes cannot, as its result depends on the lanes that
take part. A predecessor may also lead to other pieces, where the result of the moved operation is not used. So the
operation must have no effect there: it stores nothing, its result goes to a register that is free there, and a load
provably stays in local memory. Barriers stop only loads of words that are stored to. (J. A. Fisher, "Trace scheduling",
IEEE Transactions on Computers C-30 (7), 1981: speculative code motion above a split, with copies above a join.)

Where lanes may part, each lane makes its own way through the pieces, so an operation that may move on every way may
move for each lane. Only loads of words that are stored to stay, as another lane may store to them on its way. Programs
with mask instructions are left alone: a lane that is masked off goes on in a piece without having executed the piece
before.

Moves are kept if they reduce the cost: bundles times estimated executions. Operations of the longest chain are moved
first. Several moves in a row are tried, as a move may increase the cost before a later move reduces it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from isa.packing.bounds import latest_tails
from isa.packing.graph import dependences
from isa.packing.operations import CARRY, Access, Operation, operation, renamed, tied_registers
from isa.packing.pieces import Known, Options, Piece, live_ends
from isa.packing.ranges import Ranges, Values
from isa.packing.scheduler import shortest
from isa.table.intervals import ANY, Interval, join

_EFFORT = 1500  # of a schedule that is only made for its length
_STEPS = 14  # the most moves out of a piece in a row
_ROUNDS = 3
_MOST_BEFORE = 4  # the most predecessors of a piece, each of which gets a copy
_LOAD_COST = 0.1  # in bundles, as an access takes time of the local memory
_OPERATION_COST = 0.01  # in bundles, against operations whose results are not used


# What a move changes in each piece: operations, state, arrived.
_Saved = list[tuple[list[Operation], Values | None, dict[int, int]]]


@dataclass(frozen=True, slots=True)
class _Copy:
    """The place for a copy of an operation: the piece, the index in it, the words that a load may access there.

    twin: an earlier copy of the same operation in this piece, if any. Then no other copy is needed.
    """

    piece: Piece
    place: int
    access: Access | None
    twin: Operation | None


class Mover:
    """A mover of operations between the pieces of a program."""

    def __init__(self, ranges: Ranges, pieces: Sequence[Piece], options: Options) -> None:
        self.ranges = ranges
        self.pieces = pieces
        self.options = options
        self._costs: dict[tuple[tuple[Operation, ...], frozenset[int]], float] = {}
        self._before: dict[Piece, list[Piece]] = {piece: [] for piece in pieces}
        for piece in pieces:
            for following in dict.fromkeys(piece.following):
                if following is not None:
                    self._before[following].append(piece)
        self._effects: Known = {}
        self._ends: dict[Piece, set[int]] = {}
        self._update_ends()

    def improve(self) -> None:
        """Move operations as long as this reduces the cost of the program."""
        for _ in range(_ROUNDS):
            before = self._cost()
            for piece in sorted(self.pieces, key=lambda piece: -piece.weight):
                self._empty(piece)
            if self._cost() >= before:
                return

    def _update_ends(self) -> None:
        self._ends = live_ends(self.pieces, self.options.at_exit, self._effects)

    def _starts(self, piece: Piece) -> set[int]:
        """Return the registers that are live at the beginning of a piece."""
        live = set(self._ends[piece])
        for entry in reversed(piece.operations):
            if piece.kind != "kernel":
                live.difference_update(entry.writes)
            live.update(entry.reads)
        return live

    def _cost(self) -> float:
        return sum(piece.weight * self._cost_of(piece) for piece in self.pieces)

    def _cost_of(self, piece: Piece) -> float:
        """Return the cost of executing a piece once."""
        live_out = self._ends[piece]
        key = tuple(piece.operations), frozenset(live_out)
        if key not in self._costs:
            loads = sum(entry.access is not None for entry in piece.operations)
            room, registers = self.options.room, self.options.registers
            length = len(piece.bundles or shortest(piece.operations, live_out, room, registers, _EFFORT))
            self._costs[key] = length + _LOAD_COST * loads + _OPERATION_COST * len(piece.operations)
        return self._costs[key]

    def _empty(self, piece: Piece) -> None:
        """Move operations out of a piece, then undo the moves that were made after the cost was least."""
        if piece.bundles or piece is self.pieces[0] or not piece.operations:
            return
        before = self._before[piece]
        if not before or len(before) > _MOST_BEFORE or any(other.kind == "kernel" for other in before):
            return
        if any(other.depth > piece.depth for other in before):
            return  # operations move out of loops, not into them
        best, least = self._saved(), self._cost()
        for _ in range(_STEPS):
            if not self._move_one(piece):
                break
            cost = self._cost()
            if cost < least - 1e-9:
                best, least = self._saved(), cost
        self._restore(best)

    def _move_one(self, piece: Piece) -> bool:
        """Move the movable operation with the longest chain after it; return False if no operation can move."""
        tails = latest_tails(dependences(piece.operations, self._ends[piece], is_renaming=True).edges)
        places = [place for place in range(len(piece.operations)) if self._is_free(piece, place)]
        return any(self._move(piece, place) for place in sorted(places, key=lambda place: (-tails[place], place)))

    def _saved(self) -> _Saved:
        return [(list(piece.operations), piece.state, dict(piece.arrived)) for piece in self.pieces]

    def _restore(self, saved: _Saved) -> None:
        for piece, (operations, state, arrived) in zip(self.pieces, saved, strict=True):
            piece.operations, piece.state, piece.arrived = operations, state, arrived
        self._update_ends()

    def _is_free(self, piece: Piece, place: int) -> bool:
        """Return whether the operation could be the first of its piece and has no effect except its result."""
        entry = piece.operations[place]
        if entry.steers or entry.is_barrier or entry.destination < 0 or entry.reads_carry:
            return False
        if entry.instruction.spec.across:  # its result depends on the lanes with which it is executed
            return False
        earlier = piece.operations[:place]
        if any(number in entry.reads for other in earlier for number in other.writes):
            return False
        if entry.access is not None and not entry.access.is_read_only:
            if self.options.may_part or any(other.is_barrier for other in earlier):
                return False
            if any(other.access is not None and other.access.may_meet(entry.access) for other in earlier):
                return False
        return not entry.writes_carry or self._is_carry_unread(piece, place)

    def _is_carry_unread(self, piece: Piece, place: int) -> bool:
        for entry in piece.operations[place + 1 :]:
            if entry.reads_carry:
                return False
            if entry.writes_carry:
                return True
        return CARRY not in self._ends[piece]

    def _move(self, piece: Piece, place: int) -> bool:
        """Move a free operation to the ends of all predecessors; return False, without changes, if it cannot move."""
        entry = piece.operations[place]
        copies = [self._copy(piece, entry, before) for before in self._before[piece]]
        needed = [copy for copy in copies if copy is not None]
        size = sum(len(other.operations) for other in self.pieces)
        if len(needed) < len(copies) or size + len(needed) - 1 > self.options.words:
            return False
        home = self._home(piece, place, needed)
        if home is None:
            return False
        value = self._value(entry, needed)
        self._rename(piece, place, home)
        del piece.operations[place]
        for copy in needed:
            if copy.twin is not None:
                continue
            where = copy.place
            if copy.piece is piece:
                where -= place < where
            moved = renamed(operation(entry.instruction, entry.origin, copy.access), {}, home)
            copy.piece.operations.insert(where, moved)
            copy.piece.arrived.setdefault(entry.origin, piece.arrived.get(entry.origin, _address(piece)))
        if not any(other.origin == entry.origin for other in piece.operations):
            piece.arrived.pop(entry.origin, None)
        if piece.state is not None:
            piece.state = {**piece.state, home: value}
        self._update_ends()
        return True

    def _copy(self, piece: Piece, entry: Operation, before: Piece) -> _Copy | None:
        """Return the place for a copy of `entry` in `before`, a predecessor of `piece`; None if there is none."""
        operations = before.operations
        place = len(operations)
        if operations and operations[-1].steers and not operations[-1].is_barrier:
            place -= 1
            last = operations[-1]
            if any(number in entry.reads for number in last.writes):
                return None
            if entry.writes_carry and last.reads_carry:
                return None
        if entry.writes_carry and any(CARRY in self._starts(other) for other in before.following if other is not None):
            return None
        access = entry.access
        is_only = all(following is piece for following in before.following)
        if access is not None and not is_only:
            access = self._access_at(entry, before, place)
            if access is None:
                return None
        return _Copy(before, place, access, self._twin(before, entry, place))

    def _access_at(self, entry: Operation, before: Piece, place: int) -> Access | None:
        """Return the words that a load may access at a place of another piece.

        None if they are not known to be in local memory.
        """
        state = self._state_at(before, place)
        if state is None or entry.access is None:
            return None
        if entry.instruction.spec.name != "ld.local":  # with byte addresses, which need not be multiples of the size
            return None
        address = self.ranges.address(entry.instruction, state)
        if address.base >= 0 or address.high >= self.ranges.program.local_words:
            return None
        return Access(False, address.low, address.high, entry.access.is_read_only)

    def _state_at(self, piece: Piece, place: int) -> Values | None:
        """Return the values that registers may hold before an operation of a piece; None if unknown."""
        if piece.state is None:
            return None
        return self.ranges.after((other.instruction for other in piece.operations[:place]), piece.state)

    def _value(self, entry: Operation, copies: Sequence[_Copy]) -> Interval:
        """Return the values that the copies of an operation may compute."""
        values: Interval | None = None
        for copy in copies:
            state = self._state_at(copy.piece, copy.place)
            if state is None:
                return ANY
            self.ranges.step(entry.instruction, state)
            value = state[entry.destination]
            values = value if values is None else join(values, value)
        return ANY if values is None else values

    def _twin(self, before: Piece, entry: Operation, place: int) -> Operation | None:
        """Return an operation before `place` that is an earlier copy of `entry` and whose result is still valid.

        `_home` then proposes its register first.
        """
        for number in range(place - 1, -1, -1):
            other = before.operations[number]
            if other.origin == entry.origin and entry.origin in before.arrived:
                is_same = renamed(other, {}, entry.destination).instruction == entry.instruction
                later = before.operations[number + 1 :]
                changed = {number for follower in later for number in follower.writes}
                is_kept = other.destination not in changed and changed.isdisjoint(entry.reads)
                is_kept = is_kept and other.destination not in entry.reads
                meets = any(
                    follower.is_barrier or (follower.access is not None and follower.access.may_meet(entry.access))
                    for follower in later
                    if entry.access is not None and not entry.access.is_read_only
                )
                return other if is_same and is_kept and not meets else None
        return None

    def _home(self, piece: Piece, place: int, copies: Sequence[_Copy]) -> int | None:
        """Return the register that carries the value from the predecessors into the piece; None if none is free."""
        entry = piece.operations[place]
        twins = {copy.twin.destination for copy in copies if copy.twin is not None}
        if len(twins) > 1:
            return None
        own = entry.destination
        proposals = [*twins] if twins else [own, *range(self.options.registers - 1, -1, -1)]
        if not self._stays(piece, place) or own in tied_registers(piece.operations):
            proposals = [number for number in proposals if number == own]
        return next((number for number in proposals if self._is_free_register(number, piece, place, copies)), None)

    def _stays(self, piece: Piece, place: int) -> bool:
        """Return whether the value of an operation is used in its own piece only."""
        number = piece.operations[place].destination
        if any(number in other.writes for other in piece.operations[place + 1 :]):
            return True
        return number not in self._ends[piece]

    def _is_free_register(self, number: int, piece: Piece, place: int, copies: Sequence[_Copy]) -> bool:
        """Return whether a register is free from the ends of the predecessors to the last reader of the value."""
        entry = piece.operations[place]
        is_own = number == entry.destination
        earlier = piece.operations[:place]
        if any(number in (*other.reads, *other.writes) for other in earlier):
            return False
        if not is_own:
            if number in self._ends[piece]:
                return False
            if any(number in (*other.reads, *other.writes) for other in piece.operations[place:]):
                return False
        for copy in copies:
            if copy.twin is not None:
                continue
            if any(number in (*other.reads, *other.writes) for other in copy.piece.operations[copy.place :]):
                return False
            others = [following for following in copy.piece.following if following is not piece]
            if any(following is not None and number in self._starts(following) for following in others):
                return False
            if None in others and number in self.options.at_exit:
                return False
        return True

    def _rename(self, piece: Piece, place: int, home: int) -> None:
        """Make the readers of the value of an operation read the register `home`."""
        own = piece.operations[place].destination
        if own == home:
            return
        for number in range(place + 1, len(piece.operations)):
            entry = piece.operations[number]
            if own in entry.reads:
                piece.operations[number] = renamed(entry, {own: home}, entry.destination)
            if entry.destination == own:
                return


def _address(piece: Piece) -> int:
    return min(piece.entries) if piece.entries else min(entry.origin for entry in piece.operations)
