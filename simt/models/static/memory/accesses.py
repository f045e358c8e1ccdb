"""Accesses to local memory in a walk: their addresses and their cost."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, Generic, TypeVar

import numpy as np

from isa.program.encoding import Instruction
from isa.reporting.diagnostics import quote
from isa.table.units import PRIVATE
from simt.models.static.errors import OR_MEASURE, StaticError, label_of, origin_text, refusal
from simt.models.static.launch import Assumptions, Contents, StaticLaunch
from simt.models.static.memory.conflicts import Pattern, pattern_of
from simt.models.static.values.moving import GroupsDifferError, settled
from simt.models.static.values.words import MIXED, STAYS, UNDECIDED, Word
from simt.models.static.warps.groups import Group, lanes_array, lowest, trap
from simt.models.static.warps.operands import Operands

P = TypeVar("P")


class Counted(Generic[P]):
    """The accesses of a walk to one memory, by the address of the instruction.

    - patterns: the number of accesses with each pattern of addresses, which decides the cost.
    - known: the computed patterns; many warps and turns share a pattern.
    - assumed: accesses whose cost is assumed, by the number of active lanes.
    - written: the arrays whose contents are given, but that the kernel may change. The next walk ignores these
      contents.
    """

    def __init__(self, launch: StaticLaunch, assumptions: Assumptions, operands: Operands, contents: Contents) -> None:
        self.launch = launch
        self.assumptions = assumptions
        self.operands = operands
        self.size = launch.machine.warp_size
        self.contents = contents
        self.patterns: dict[int, Counter[P]] = {}
        self.assumed: dict[int, Counter[int]] = {}
        self.written: set[str] = set()
        self.known: dict[tuple[Any, ...], P] = {}

    def add(self, part: Counted[P]) -> None:
        """Add the counted accesses of another walk, without its `written`."""
        for pc, patterns in part.patterns.items():
            self.patterns.setdefault(pc, Counter()).update(patterns)
        for pc, lanes in part.assumed.items():
            self.assumed.setdefault(pc, Counter()).update(lanes)

    def load(self, group: Group, pc: int, instruction: Instruction) -> list[Word]:
        """Return a word for each register that a load writes.

        It is known in the lanes that load from an array of `contents`.

        The results of atomic operations are unknown. Raises `GroupsDifferError` if the groups' addresses differ.
        """
        count, spec = len(instruction.registers_written), instruction.spec
        if not self.contents or spec.is_atomic:
            return [Word(0, False, pc)] * count
        address = settled(self.operands.address(group, instruction, pc), by_place=False)
        places = np.atleast_2d(np.asarray(address.value, np.int64))
        words = places if spec.unit == "lds" and spec.bytes == 4 else places >> 2  # else places are of bytes
        loaded = [_given(words + number, address, self.contents, pc) for number in range(count)]
        return [_part(loaded[0], places, instruction)] if spec.bytes < 4 else loaded


class Accesses(Counted[Pattern]):
    """The accesses to local memory. A pattern stays the same if all addresses move by the same distance."""

    def __init__(self, launch: StaticLaunch, assumptions: Assumptions, operands: Operands) -> None:
        super().__init__(launch, assumptions, operands, launch.contents)
        machine = launch.machine
        self.beat = machine.lds.lanes
        self.beats = self.size // self.beat
        self.banks = 0 if machine.ideal.banks else machine.local.banks
        self.words = launch.local_words

    def count(self, group: Group, pc: int, instruction: Instruction) -> None:
        """Count the access of a group of warps at `pc`.

        Raises `StaticError`: E0841 for an unknown address, E0842 for a store to an array that the user insists on,
        E0843 for a bad address. Raises `GroupsDifferError` if work-groups must be followed alone.
        """
        word = self.operands.address(group, instruction, pc)
        lanes, spec = lanes_array(group.mask, self.size), instruction.spec
        is_private = spec.unit == PRIVATE
        is_changing = (spec.is_store or spec.is_atomic) and not is_private
        if not word.is_known_in(lanes):
            if self.assumptions.get("degree", pc) is None:
                raise self._unknown(pc, word.origin)
            if is_changing:
                self._check_store(pc, None, lanes)
            self.assumed.setdefault(pc, Counter())[group.mask.bit_count()] += group.count
            return
        counter = self.patterns.setdefault(pc, Counter())
        if not group.mask:
            counter[Pattern((1,) * self.beats, self.beats, None)] += group.count
            return
        rows = addresses_of(word, group, lanes, self.size)
        low, high = reach_of(group, word)
        if is_private:
            rows = private_words(self.launch, group, pc, rows, word, spec.bytes)
        elif spec.bytes < 4:
            check_aligned(self.launch, group, pc, rows, word, spec.bytes)
            rows = rows >> 2
        if not is_private and (int(rows.min()) + low < 0 or int(rows.max()) + high >= self.words):
            if low or high:
                raise GroupsDifferError(by_place=True)  # a group that is followed alone reports the mistake
            where, place = first_of(self.launch, group, rows, rows >= self.words)
            owner = "local memory has" if self.launch.places == 1 else "its work-group has"
            raise trap(self.launch, pc, f"{where} accesses word {place} and {owner} {self.words}")
        if self.contents and is_changing:
            settled(word, by_place=False)
            self._check_store(pc, rows, lanes)
        for row, times in distinct_rows(rows - rows[:, lowest(group.mask), np.newaxis]):
            key = row.tobytes(), group.mask, spec.is_atomic
            pattern = self.known.get(key)
            if pattern is None:
                pattern = self.known[key] = pattern_of(
                    row.tolist(), group.mask, self.beat, self.banks, is_atomic=spec.is_atomic
                )
            counter[pattern] += times * (group.count // len(rows))

    def _check_store(self, pc: int, rows: np.ndarray | None, lanes: np.ndarray) -> None:
        """Note a store that may change an array with given contents; refuse it if the user gave them as `inputs`.

        rows: addresses, int64 [1 or warps, lanes]; None if they are unknown. Raises `StaticError` E0842.
        """
        for name, (first, words) in self.contents.items():
            if rows is None or bool(((rows >= first) & (rows < first + len(words)) & lanes).any()):
                if name not in self.launch.insisted:
                    self.written.add(name)
                    continue
                verb = "writes" if rows is not None else "may write"
                message = f"the contents of {quote(name)} are given, and the kernel {verb} them"
                advice = "give only arrays that the kernel reads, such as tables of indices"
                raise refusal(self.launch.program, pc, "E0842", message, help=advice)

    def _unknown(self, pc: int, origin: int) -> StaticError:
        name = label_of(self.launch.program.labels, pc)
        advice = f"give its mean conflict degree, 1 for none: degrees={{{name!r}: K}} (--degree {name}=K)"
        return unknown_address(self.launch, pc, origin, advice)


def check_aligned(launch: StaticLaunch, group: Group, pc: int, rows: np.ndarray, word: Word, size: int) -> None:
    """Check that byte addresses are aligned to the `size` bytes of an access.

    Raises `StaticError` E0843, or `GroupsDifferError` if `word` has steps: then work-groups must be followed alone.
    """
    if word.steps is not STAYS:
        raise GroupsDifferError(by_place=True)  # steps are of whole words: groups are followed one by one
    wrong = rows & (size - 1) != 0
    if wrong.any():
        where, byte = first_of(launch, group, rows, wrong)
        raise trap(launch, pc, f"{where} accesses byte {byte}, which is not a multiple of its {size} bytes")


def private_words(launch: StaticLaunch, group: Group, pc: int, rows: np.ndarray, word: Word, size: int) -> np.ndarray:
    """Return word addresses in the private memory of a whole warp, int64 [1 or warps, lanes].

    Inactive lanes have the address of the lowest active lane. rows: byte addresses in the private memory of each lane.
    size: the bytes that a lane accesses. Raises as `check_aligned`, and `StaticError` E0843 for an address outside.
    """
    check_aligned(launch, group, pc, rows, word, size)
    end = 4 * launch.program.private_words
    if int(rows.max()) + size > end:
        where, byte = first_of(launch, group, rows, rows + size > end)
        raise trap(launch, pc, f"{where} accesses byte {byte} of its private memory of {end} bytes")
    lanes = launch.machine.warp_size
    places = (rows >> 2) * lanes + np.arange(lanes)
    active = lanes_array(group.mask, lanes)
    words: np.ndarray = np.where(active, places, places[:, lowest(group.mask), np.newaxis])
    return words


def unknown_address(launch: StaticLaunch, pc: int, origin: int, advice: str) -> StaticError:
    """Return the error of an access at `pc` whose address depends on the result of the instruction at `origin`."""
    message, cause = "the address of this access depends on data", origin_text(launch.program, origin)
    return refusal(
        launch.program, pc, "E0841", message, label="unknown address", help=advice + OR_MEASURE,
        notes=(f"it depends on {cause}",),
    )  # fmt: skip


def first_of(launch: StaticLaunch, group: Group, rows: np.ndarray, chosen: np.ndarray) -> tuple[str, int]:
    """Return the place of the first chosen lane as text, and the lane's address.

    rows: addresses, int64 [1 or warps, lanes]. chosen: bool of the same shape.
    """
    row, lane = (int(part[0]) for part in np.nonzero(chosen))
    number = row if len(rows) > 1 else 0
    of_group = f" of work-group {int(group.groups[number])}" if launch.all_groups else ""
    return f"lane {lane} of warp {int(group.warps[number])}{of_group}", int(rows[row, lane])


def addresses_of(word: Word, group: Group, lanes: np.ndarray, size: int) -> np.ndarray:
    """Return the addresses of an access, int64 [1 or warps, lanes].

    Inactive lanes have the address of the lowest active lane.

    lanes: the active lanes, bool [lanes]. size: the number of lanes.
    """
    rows = np.asarray(word.value, np.int64)
    if rows.ndim == 0 or rows.shape[1] < size:
        rows = np.broadcast_to(rows, (len(rows) if rows.ndim else 1, size))
    if group.mask.bit_count() < size:
        rows = np.where(lanes, rows, rows[:, lowest(group.mask), np.newaxis])
    return rows


def _given(numbers: np.ndarray, address: Word, contents: Contents, pc: int) -> Word:
    """Return the words that a load takes from the arrays of `contents`; a word outside them is unknown.

    numbers: the numbers of the words in memory, int64 [1 or warps, 1 or lanes]. address: the load's address.
    """
    inside, value = np.zeros(numbers.shape, bool), np.zeros(numbers.shape, np.int64)
    for first, words in contents.values():
        indices = numbers - first
        is_here = (indices >= 0) & (indices < len(words))
        value = np.where(is_here, words[np.clip(indices, 0, len(words) - 1)], value)
        inside |= is_here
    known = inside & np.asarray(address.known)
    origin = address.origin if address.known is not True and address.origin >= 0 else pc
    return Word(value) if bool(known.all()) else Word(value, known, origin)


def _part(word: Word, places: np.ndarray, instruction: Instruction) -> Word:
    """Return the byte or halfword that a load takes from `word`. places: the byte addresses."""
    bits = 8 * instruction.spec.bytes
    value = word.value >> 8 * (places & 3) & (1 << bits) - 1
    if instruction.spec.is_signed:
        value = np.where(value >> bits - 1, value | (1 << 32) - (1 << bits), value)
    return replace(word, value=value)


def reach_of(group: Group, word: Word) -> tuple[int, int]:
    """Return the smallest and the largest distance of a group's address from the first group's address.

    All groups that are followed together count.

    Raises `GroupsDifferError` if the address does not grow in equal steps.
    """
    if word.steps is STAYS:
        return 0, 0
    if word.steps is MIXED or word.steps is UNDECIDED:
        settled(word)
    return group.span.reach(word.steps)


_FEW = 8
_WEIGHTS = np.random.default_rng(1).integers(1 << 62, size=65, dtype=np.int64) | 1


def distinct_rows(rows: np.ndarray) -> list[tuple[np.ndarray, int]]:
    """Return the distinct rows of int64 [n, up to 65], each with the number of times that it occurs."""
    if len(rows) > _FEW:
        if bool((rows == rows[0]).all()):
            return [(rows[0], len(rows))]
        # Rows with equal sums of products are compared, so that a collision costs only time.
        _, first, which, counts = np.unique(
            rows @ _WEIGHTS[: rows.shape[1]], return_index=True, return_inverse=True, return_counts=True
        )
        if bool((rows == rows[first][which]).all()):
            return list(zip(rows[first], counts.tolist(), strict=True))
    rows_of: dict[bytes, list[int]] = {}
    for number, row in enumerate(rows):
        rows_of.setdefault(row.tobytes(), []).append(number)
    return [(rows[numbers[0]], len(numbers)) for numbers in rows_of.values()]
