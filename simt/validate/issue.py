"""Readings that show which warps are selected together: schedulers, issue width, kinds of slots.

Warps meet at a barrier. In the first turn after the barrier all of them are ready, all units are free, and no result
has come back. So only three things decide which warps are selected: the schedulers, the slots, and the units that are
taken in this same turn. docs/calibration.md has the derivation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, permutations, product
from typing import NamedTuple

from isa.table.units import COMPUTE_UNITS
from simt.validate.burst import COLLECTED, select_offsets, shared_offsets
from simt.validate.flight import Flight
from simt.validate.hardware import Hardware
from simt.validate.microkernels import INSTRUCTIONS, PROBES, burst, chain, conflict_address, lone, meeting
from simt.validate.registers import Registers
from simt.validate.single import Single
from simt.validate.values import NOTHING_KNOWN, Values

MOST_SCHEDULERS = 8
MOST_WIDTH = 8
MOST_COLLECTORS = 64
MOST_STAGES = 10  # 8 of the front end, and 2 of operand read with three banks
_SELECT_WARPS = 33  # enough to fill the longest front end
# Kinds of instructions that may fill the slots of a turn together, besides several of one unit.
_SETS = [
    tuple(kinds.split("+"))
    for kinds in (
        *("alu+fpu", "alu+lds", "fpu+lds", "alu+operand", "alu+memory", "lds+memory", "alu+control", "lds+control"),
        *("alu+fpu+lds", "alu+lds+memory", "alu+lds+control", "alu+fpu+operand"),
        *("alu+lds+memory+control", "alu+fpu+lds+control", "alu+fpu+lds+memory"),
    )
]
_PROBES = {**PROBES, "memory": "ld.global"}
BESIDE = (*COMPUTE_UNITS, "lds", "memory", "operand")
_WARPS = 7  # enough for two turns of two slots, and one more whose kind is as frequent
_THRICE = 3  # a warp issues its instruction again and again, so that it does not end first


class Choice(NamedTuple):
    """The schedulers of a core, the slots and the collectors of each, and the stages of the front end.

    collectors: the operand collectors of a scheduler; 0 if a selected instruction enters a front end or its unit at
    once.
    """

    schedulers: int
    width: int
    stages: int
    collectors: int = 0

    @property
    def before(self) -> int:
        """The cycles from select to a unit of an instruction that reads a register."""
        return COLLECTED if self.collectors else self.stages

    @property
    def before_control(self) -> int:
        """The cycles from select to a unit of an instruction that reads no register."""
        return COLLECTED - 1 if self.collectors else self.stages


@dataclass(slots=True)
class Issue:
    """The readings of several warps on their schedulers.

    - choices: the choices that explain all readings.
    - is_plain: whether there is one scheduler, with a turn in every cycle and slots that take any instruction.
    - beside: for two kinds of instructions, whether a scheduler selects both in one turn.
    """

    choices: set[Choice]
    is_plain: bool
    beside: dict[tuple[str, str], Values] = field(default_factory=dict)

    @property
    def schedulers(self) -> Values:
        """The warp schedulers of a core."""
        return Values.of(choice.schedulers for choice in self.choices)

    @property
    def width(self) -> Values:
        """The slots of a scheduler."""
        return Values.of(choice.width for choice in self.choices)

    @property
    def stages(self) -> Values:
        """The stages of the front end."""
        return Values.of(choice.stages for choice in self.choices)

    @property
    def before(self) -> Values:
        """The cycles from select to a unit of an instruction that reads a register."""
        return Values.of(choice.before for choice in self.choices)

    @property
    def before_control(self) -> Values:
        """The cycles from select to a unit of an instruction that reads no register."""
        return Values.of(choice.before_control for choice in self.choices)

    @property
    def collectors(self) -> Values:
        """The operand collectors of a scheduler; 0 without any."""
        return Values.of(choice.collectors for choice in self.choices)


def measure_issue(hardware: Hardware, single: Single, flight: Flight, registers: Registers) -> Issue:
    """Measure schedulers, issue width, front end, operand collectors and kinds of slots.

    A machine with one instruction of a warp in flight is assumed to be plain (`Issue.is_plain`). single, flight,
    registers: the readings of one warp.
    """
    is_plain = flight.entries.value == 1
    fronts = [] if registers.are_collected else [(stages, 0) for stages in range(MOST_STAGES + 1)]
    if registers.may_have_collectors and not is_plain:
        fronts += [(0, collectors) for collectors in range(1, MOST_COLLECTORS + 1)]
    issue = Issue({
        Choice(schedulers, width, stages, collectors)
        for schedulers in range(1, 2 if is_plain else MOST_SCHEDULERS + 1)
        for width in range(1, MOST_WIDTH + 1)
        for stages, collectors in fronts
        if schedulers == 1 or stages == 0
    }, is_plain)  # fmt: skip
    turn = flight.interval.value
    if hardware.sheet.warps == 1 or turn is None:
        return issue
    if not is_plain:
        _phases(hardware, turn, issue)
    is_held_back = _is_held_back(hardware, single, turn, is_plain=is_plain)
    if is_held_back and not is_plain:
        return issue  # a warp that waits for the rule looks like one that waits for a slot
    if single.local.occupation is not None:
        _beside_busy(hardware, single, turn, issue, is_held_back=is_held_back)
    if not is_plain and issue.width.numbers[-1] > 1:
        meetings = _Meetings(hardware, single, turn, registers)
        meetings.ring(issue)
        meetings.beside(issue)
        meetings.filled(issue)
        if not issue.beside:
            meetings.beside(issue)
        meetings.front(issue)
    alone = {(choice.schedulers, choice.width, choice.collectors > 0) for choice in issue.choices}
    issue.is_plain = is_plain or (turn == 1 and alone == {(1, 1, False)})
    return issue


def selections(hardware: Hardware, instruction: str, before: str, warps: int) -> list[int]:
    """Return the cycles in which warps are selected after a barrier, ascending."""
    text = INSTRUCTIONS.get(instruction, instruction)
    threads = warps * hardware.sheet.warp_size
    return sorted(hardware.end(burst(w, text, before=before, repeats=0), threads) for w in range(warps))


def _phases(hardware: Hardware, turn: int, issue: Issue) -> None:
    """Keep the choices in which each warp is selected in a turn of its scheduler.

    Scheduler s has its turn in the cycles c with c mod turn = s mod turn. Warp w has scheduler w mod schedulers.
    """
    for warp in range(1, min(hardware.sheet.warps, MOST_SCHEDULERS + 1)):
        phase = hardware.end(lone(warp), (warp + 1) * hardware.sheet.warp_size) % turn
        issue.choices = {each for each in issue.choices if warp % each.schedulers % turn == phase}


def _beside_busy(hardware: Hardware, single: Single, turn: int, issue: Issue, *, is_held_back: bool) -> None:
    """Keep the choices that explain when a warp at its end is selected while all others ask for local memory.

    If there is no such choice, all are kept.
    """
    warps = min(hardware.sheet.warps, _SELECT_WARPS)
    local = single.local
    assert local.occupation is not None
    before, load, occupation = "", "ld.local", local.occupation
    if local.banks is not None and hardware.sheet.registers > 1:
        before, load, occupation = conflict_address(local.banks), "ld.local r0, [r1]", 2 * occupation
    ready = single.ready["ld.local"] + occupation - local.occupation
    cycles = selections(hardware, load, before, warps)
    # Until the first warp could be selected a second time.
    read = [cycle - cycles[0] for cycle in cycles if cycle - cycles[0] < ready]
    phase = cycles[0] % turn

    def explains(schedulers: int, width: int, stages: int, collectors: int) -> bool:
        if collectors:
            places = min(collectors, warps)  # more are never taken
            expected = shared_offsets(schedulers, turn, phase, occupation, warps, width, places)
            if width > 1 and max(read) < turn:
                return True  # as below
        elif schedulers > 1 and width == 1:
            expected = shared_offsets(schedulers, turn, phase, occupation, warps)
        elif schedulers > 1 or (width > 1 and not issue.is_plain and max(read) < turn):
            return max(read) < turn  # no warp waited for a slot: a slot may take no load, with any front end
        else:
            expected = select_offsets(width, stages, occupation, warps, turn, ready)
        return list(expected[: len(read)]) == read

    explaining = {each for each in issue.choices if explains(*each)}
    if is_held_back:  # a wait for the scheduler looks like a longer front end
        explaining = {each for each in issue.choices if any(each[:2] == other[:2] for other in explaining)}
    issue.choices = explaining or issue.choices


def _is_held_back(hardware: Hardware, single: Single, turn: int, *, is_plain: bool) -> bool:
    """Return whether the rule of a scheduler keeps warps back until the result of another is there.

    Two warps are tried; and, unless `is_plain`, all that have a turn before the first result.
    """
    probes = [PROBES[unit] for unit in COMPUTE_UNITS if PROBES[unit] in single.ready]
    name = max(probes, key=lambda name: single.ready[name])
    most = min(hardware.sheet.warps, 1 + (single.ready[name] - 1) // turn)
    for probe, warps in (("add.u32", 2),) if is_plain else (("add.u32", 2), (name, max(2, most))):
        cycles = selections(hardware, probe, "", warps)
        if cycles[-1] - cycles[0] >= single.ready[probe] and (is_plain or single.ready[probe] > turn):
            return True
    return False


class _Meetings:
    """Microkernels in which warps meet at a barrier, on a machine with several slots. turn: the cycles of a turn."""

    def __init__(self, hardware: Hardware, single: Single, turn: int, registers: Registers) -> None:
        self.hardware = hardware
        self.turn = turn
        self.registers = registers
        self.warps = hardware.sheet.warps
        self.banks = single.local.banks
        self.once = {
            unit: chain(INSTRUCTIONS[name], 1) for unit, name in _PROBES.items()
            if name in single.ready or (unit == "memory" and hardware.sheet.memory == "dram")
        }  # fmt: skip
        self.once["operand"] = "ld.local r1, [r0]\nadd.u32 r0, r1, r0\n"

    def end(self, codes: dict[int, str], marked: int, before: str = "") -> int:
        """Return the cycle in which warp `marked` is done with its code. before: assembly that all warps run first."""
        threads = (max(codes) + 1) * self.hardware.sheet.warp_size
        return self.hardware.end(before + meeting(codes, marked), threads)

    def ring(self, issue: Issue) -> None:
        """Look for two warps such that one waits for the other, and keep the choices in which both share a scheduler.

        The two warps issue instructions of different units, so that one waits for the other only if they share a
        scheduler.
        """
        for apart in issue.schedulers.numbers:
            pairs = combinations([kind for kind in COMPUTE_UNITS if kind in self.once], 2)
            if (
                apart < self.warps
                and not self.registers.may_meet(apart)
                and any(self._beside(*kinds, (0, apart)).value == 0 for kinds in pairs)
            ):
                issue.choices = {each for each in issue.choices if apart % each.schedulers == 0}
                return

    def filled(self, issue: Issue) -> None:
        """Look for instructions that fill all slots of a turn, so that one more warp has to wait for the next.

        As the warp that waits is at its end, every slot takes it. So no more slots were free than instructions issued.
        If the other instructions never fill the slots when one instruction is left out, in any order, no fewer slots
        were free.
        """
        refused = {pair for pair, values in issue.beside.items() if values.value == 0}
        for apart, kinds in product(issue.schedulers.numbers, self._kinds()):
            if refused.intersection(combinations(kinds, 2)):
                continue
            last = len(kinds) * apart
            possible = {each for each in issue.choices if len(range(0, last + 1, each.schedulers)) > each.width}
            if last < self.warps and possible and self._fills(kinds, apart):
                alone = issue.schedulers.value == apart  # else warps of no interest may be in the way
                least = len(kinds) if alone and not self._part_fills(kinds, apart) else 1
                issue.choices = {each for each in possible if each.width >= least}
                return

    def _kinds(self) -> Iterator[tuple[str, ...]]:
        for count in range(2, MOST_WIDTH + 1):
            yield from (each for each in _SETS if len(each) == count and {*each} <= {*self.once, "control"})
            yield ("alu",) * count
            yield ("fpu",) * count

    def _part_fills(self, kinds: tuple[str, ...], apart: int) -> bool:
        """Return whether the instructions without one of them fill all slots, in some order."""
        parts = {kinds[:place] + kinds[place + 1 :] for place in range(len(kinds))}
        return any(self._fills(part, apart) for part in parts)

    def _fills(self, kinds: tuple[str, ...], apart: int) -> bool:
        """Return whether one of the warps that are `apart` warps apart waits a turn while the others issue `kinds`.

        All orders of the kinds are tried, as the rule of the scheduler may prefer any warp.
        """
        warps = range(0, (len(kinds) + 1) * apart, apart)
        for order in sorted(set(permutations(kinds))):
            ends = []
            for marked in warps:
                others = [warp for warp in warps if warp != marked]
                codes = {warp: self._code(kind, warp) for warp, kind in zip(others, order, strict=True)}
                ends.append(self.end({warp: codes.get(warp, "") for warp in warps}, marked))
            first = min(ends)
            if any(end == first + self.turn for end in ends):
                return True
        return False

    def _code(self, kind: str, warp: int) -> str:
        if kind == "control":
            return "".join(f"jmp on{warp}_{number}\non{warp}_{number}:\n" for number in range(_THRICE))
        return self.once[kind] * _THRICE

    def beside(self, issue: Issue) -> None:
        """Measure, for each two kinds of instructions, whether a scheduler selects them in one turn."""
        schedulers = issue.schedulers.value
        if schedulers is None or schedulers >= self.warps or issue.width.numbers[0] == 1:
            return
        if self.registers.may_meet(schedulers):
            return
        has_times = self.hardware.sheet.memory != "dram"  # a load from DRAM has many
        kinds = [kind for kind in BESIDE if kind in self.once and (kind != "memory" or has_times)]
        for kind, other in combinations(kinds, 2):
            if (kind, other) != ("lds", "operand"):  # of one unit
                issue.beside[kind, other] = self._beside(kind, other, (0, schedulers))

    def front(self, issue: Issue) -> None:
        """Look for a front end on a machine with two slots, by warps that issue two kinds that fill them.

        A turn after the first, one of the units is busy if there is no front end. So a warp at its end, which fits
        every slot, is selected then. A front end takes two warps in each of the first two turns; so do collectors.
        """
        fills = [kinds for kinds, values in issue.beside.items() if values.value == 1]
        if {choice[:2] for choice in issue.choices} != {(1, 2)} or not fills or self.warps < _WARPS:
            return
        if self.registers.may_have_collectors:
            return
        once, before = dict(self.once), ""
        if self.banks is not None:
            before = conflict_address(self.banks)
            once |= {"lds": "ld.local r0, [r1]\n", "operand": "ld.local r0, [r1]\nadd.u32 r0, r0, r0\n"}
        kinds = max(fills, key=lambda pair: len({"lds", "operand"}.intersection(pair)))
        codes = {warp: once[kinds[warp % 2]] * _THRICE for warp in range(_WARPS)}
        ends = [self.end(codes | {warp: ""}, warp, before) for warp in codes]
        if max(ends) - min(ends) <= self.turn:
            issue.choices = {choice for choice in issue.choices if choice.stages == 0}

    def _beside(self, kind: str, other: str, pair: tuple[int, int]) -> Values:
        """Let two warps meet and issue one kind of instruction each, either way round; return 1 if none waits, else 0.

        Nothing is known if the rule of the scheduler or the results may explain a wait.

        If the scheduler does not select both in one turn, it is always the same warp that waits a turn. If only their
        results collide in one cycle, always the same kind is a cycle later.
        """
        late: dict[tuple[int, str], bool] = {}
        for order in ((kind, other), (other, kind)):
            codes = {warp: self.once[each] * _THRICE for warp, each in zip(pair, order, strict=True)}
            for warp, each in zip(pair, order, strict=True):
                start = self.end(codes | {warp: ""}, warp)  # at its end it fits both slots
                ready = self.hardware.end(self.once[each], self.hardware.sheet.warp_size)
                wait = self.end(codes | {warp: self.once[each]}, warp) - start - ready
                if wait not in (0, self.turn):
                    return NOTHING_KNOWN  # the rule of the scheduler shows
                late[warp, each] = wait > 0
        same_warp = [late[warp, kind] and late[warp, other] for warp in pair]
        same_kind = [late[pair[0], each] and late[pair[1], each] for each in (kind, other)]
        if any(same_warp) != any(same_kind):
            return Values((int(any(same_kind)),))
        return NOTHING_KNOWN if any(late.values()) else Values((1,))
