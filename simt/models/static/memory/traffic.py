"""Accesses to global memory in a walk: their addresses and their transactions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from isa.program.encoding import Instruction
from isa.reporting.diagnostics import quote
from isa.table.units import PRIVATE
from simt.launch.arrays import place_in_buffer
from simt.models.static.errors import OR_MEASURE, StaticError, label_of, refusal
from simt.models.static.launch import Assumptions, StaticLaunch
from simt.models.static.memory import accesses
from simt.models.static.memory.coalescing import ATOMIC_BYTES, alignment, coalesced, distinct, rule_for
from simt.models.static.memory.conflicts import stride_of
from simt.models.static.values.moving import GroupsDifferError
from simt.models.static.values.words import STAYS, Word
from simt.models.static.warps.groups import Group, lanes_array, lowest, trap
from simt.models.static.warps.operands import Operands

ROW = 16  # lanes within which strides are taken: half a warp, and the rows of a work-group of 16 x 16
_FAR = 1 << 33  # base address for patterns: a multiple of every segment, so large that none is negative


def access_bytes(instruction: Instruction) -> int:
    """Return the bytes that a lane requests: a whole word in private memory."""
    return 4 if instruction.spec.unit == PRIVATE else instruction.spec.bytes


def assumed_bytes(rule: str, size: int, lanes: float, transactions: float) -> float:
    """Return the bytes that an access of `lanes` lanes x `size` bytes moves in an assumed number of transactions.

    If the rule has segments of several sizes, all transactions are assumed to have the smallest size that can hold an
    equal part of the access.
    """
    if rule in ("segments", "sectors"):
        return transactions * (128 if rule == "segments" else 32)
    share = size * lanes / transactions
    return transactions * next((segment for segment in (32, 64) if share <= segment), 128)


@dataclass(frozen=True, slots=True)
class TrafficPattern:
    """The cost of an access.

    - moved: the bytes of the transactions.
    - useful: the distinct requested bytes.
    - stride: the bytes between neighbouring active lanes of each 16; None if it differs.
    """

    transactions: int
    moved: int
    useful: int
    stride: int | None


class Traffic(accesses.Counted[TrafficPattern]):
    """The accesses to global memory.

    A pattern has the distances between lanes, and the place of the first active lane's address in its segment. If
    work-groups are followed together, the number of groups at each place follows from the steps between their
    addresses.
    """

    def __init__(self, launch: StaticLaunch, assumptions: Assumptions, operands: Operands) -> None:
        super().__init__(launch, assumptions, operands, launch.global_contents)
        self.rule = launch.machine.memory.coalescing

    def count(self, group: Group, pc: int, instruction: Instruction) -> None:
        """Count the access of a group of warps at `pc`.

        Raises `StaticError`: E0841 if the transactions are unknown, E0843 for a bad address. Raises `GroupsDifferError`
        if work-groups must be followed alone.
        """
        word = self.operands.address(group, instruction, pc)
        lanes = lanes_array(group.mask, self.size)
        size, atomic = access_bytes(instruction), instruction.spec.is_atomic
        is_private = instruction.spec.unit == PRIVATE
        is_changing = (atomic or instruction.spec.is_store) and not is_private
        active = group.mask.bit_count()
        counter = self.patterns.setdefault(pc, Counter())
        if not active:
            counter[TrafficPattern(0, 0, 0, None)] += group.count
            return
        if not word.is_known_in(lanes):
            if is_changing:
                self.written.update(self.contents)
            if atomic:  # whatever the addresses
                counter[TrafficPattern(active, ATOMIC_BYTES * active, size * active, None)] += group.count
                return
            if self.assumptions.get("transactions", pc) is None:
                raise accesses.unknown_address(self.launch, pc, word.origin, self._advice(pc))
            self.assumed.setdefault(pc, Counter())[active] += group.count
            return
        rows = accesses.addresses_of(word, group, lanes, self.size)
        low, high = accesses.reach_of(group, word)
        if is_private:
            rows = 4 * accesses.private_words(self.launch, group, pc, rows, word, instruction.spec.bytes)
            if 4 * self.launch.program.private_words * self.size % alignment(self.rule, size):
                if self.assumptions.get("transactions", pc) is None:
                    raise self._between_segments(pc)
                self.assumed.setdefault(pc, Counter())[active] += group.count
                return
        else:
            self._check(group, pc, rows, (low, high), size, word)
        if self.contents and is_changing:
            self._note_changes(rows, low, high, size)
        rule = rule_for(instruction, self.rule)
        modulus = alignment(rule, size)
        steps = group.span.residues(word.steps, modulus) if word.steps is not STAYS else {0: group.span.groups}
        first = rows[:, lowest(group.mask), np.newaxis]
        keyed = np.concatenate((rows - first, first % modulus), axis=1)
        per_row = group.rows // len(rows)
        for row, times in accesses.distinct_rows(keyed):
            distances, phase = row[:-1], int(row[-1])
            key = distances.tobytes()
            for step, groups in steps.items():
                place = (phase + step) % modulus
                cost_key = key, group.mask, rule, size, atomic, place
                pattern = self.known.get(cost_key)
                if pattern is None:
                    pattern = self.known[cost_key] = self._pattern(rule, distances, group.mask, size, atomic, place)
                counter[pattern] += times * per_row * groups

    def _pattern(
        self, rule: str, distances: np.ndarray, mask: int, size: int, atomic: bool, phase: int
    ) -> TrafficPattern:
        lanes = lanes_array(mask, self.size)
        addresses = distances[np.newaxis, :] + (_FAR + phase)
        transactions, moved = coalesced(rule, addresses, lanes, size, is_atomic=atomic)
        useful = size * int(distinct(addresses, lanes)[0])
        return TrafficPattern(int(transactions[0]), int(moved[0]), useful, stride_of(distances.tolist(), mask, ROW))

    def _note_changes(self, rows: np.ndarray, low: int, high: int, size: int) -> None:
        least, end = int(rows.min()) + low, int(rows.max()) + high + size
        for name, (first, words) in self.contents.items():
            if 4 * first < end and least < 4 * (first + len(words)):
                self.written.add(name)

    def _check(self, group: Group, pc: int, rows: np.ndarray, reach: tuple[int, int], size: int, word: Word) -> None:
        least, end = int(rows.min()) + reach[0], int(rows.max()) + reach[1] + size
        steps = word.steps
        is_aligned = not (rows & (size - 1)).any() and not (steps[0] | steps[1]) & (size - 1)
        buffers = self.launch.buffers
        if is_aligned and bool(((buffers[:, 0] <= least) & (end <= buffers[:, 1])).any()):
            return
        if steps is not STAYS:
            raise GroupsDifferError(by_place=True)  # a group that is followed alone reports the mistake
        inside = np.zeros(rows.shape, bool)
        for first, end in buffers.tolist():
            inside |= (rows >= first) & (rows + size <= end)
        wrong = ~inside | (rows & (size - 1) != 0)
        if wrong.any():
            self._refuse(group, pc, rows, wrong, size)

    def _refuse(self, group: Group, pc: int, rows: np.ndarray, wrong: np.ndarray, size: int) -> None:
        where, address = accesses.first_of(self.launch, group, rows, wrong)
        program = self.launch.program
        if address % size:
            mistake = f"byte {address}, which is not a multiple of its {size} bytes"
        elif program.buffers:
            name, offset = place_in_buffer(program, pc, address)
            length = 4 * program.buffers[name].words
            mistake = f"byte {offset} of {quote(name)}, which has {length} bytes"
        else:
            mistake = f"byte {address}, and the kernel has no buffers"
        raise trap(self.launch, pc, f"{where} accesses {mistake}")

    def _between_segments(self, pc: int) -> StaticError:
        """Return the error of an access to private memory that does not begin at a whole segment for every warp."""
        message = "where in a segment of global memory a warp's private memory begins follows from the run"
        return refusal(self.launch.program, pc, "E0841", message, help=self._advice(pc) + OR_MEASURE)

    def _advice(self, pc: int) -> str:
        name = label_of(self.launch.program.labels, pc)
        return f"give its mean number of transactions: transactions={{{name!r}: N}} (--transactions {name}=N)"
