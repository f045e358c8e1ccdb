"""Readings of several warps: instances and occupation of units, retire ports.

Readings are compared with the times that `simt.validate.burst` computes for every combination of parameters. A
parameter gets the values that it has in the combinations that explain all readings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from isa.table.table import MNEMONICS
from simt.validate.burst import COLLECTED, Pipelines, Turns, burst_offsets, turn_offset
from simt.validate.flight import Flight
from simt.validate.hardware import Hardware
from simt.validate.issue import Choice, Issue
from simt.validate.microkernels import INSTRUCTIONS, PROBES, burst
from simt.validate.registers import Registers
from simt.validate.single import Single
from simt.validate.values import NOTHING_KNOWN, Values

MOST_COUNT = 8
_BURST_WARPS = MOST_COUNT + 1
_PORTS = range(1, MOST_COUNT + 1)  # more ports give the same readings, as no unit has more instances


@dataclass(slots=True)
class UnitReading:
    """Readings of a unit, made with one instruction, and the values of the unit's parameters that explain the readings.

    - offsets: for 2, 3, ... warps in a burst, the cycles from the first result to the last.
    - starts: the cycles in which the first of these warps is selected.
    - late: the start of the first burst that is too long for `offsets`, because its last result does not come before
      the first warp's second result. None if there is no such burst, or if the scheduler alone can delay a warp this
      long.
    - count: the number of instances.
    - occupation: the occupation by the instruction.
    - is_own: whether each instance serves one scheduler.
    """

    instruction: str
    offsets: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    late: int | None = None
    count: Values = NOTHING_KNOWN
    occupation: Values = NOTHING_KNOWN
    is_own: Values = NOTHING_KNOWN


@dataclass(slots=True)
class Crowd:
    """Readings of several warps.

    ports: the ports of retire. units: the readings by unit, and by instruction if it has a cost of its own.
    """

    ports: Values = NOTHING_KNOWN
    units: dict[str, UnitReading] = field(default_factory=dict)


def measure_bursts(hardware: Hardware, single: Single, registers: Registers) -> Crowd:
    """Measure bursts for all units, and for the instructions that take a different time than the probe of their unit.

    single, registers: the readings of one warp. Warps of a burst have their registers in different banks. If only a
    burst shows the occupation of local memory, this occupation is set in `single`. Raises `CalibrationError`.
    """
    crowd = Crowd()
    most = min(hardware.sheet.warps, _BURST_WARPS)
    if registers.may_have_collectors:
        most = min(most, registers.apart)
    for unit, instruction in PROBES.items():
        if instruction in single.ready:
            crowd.units[unit] = _burst(hardware, instruction, single, most)
    for name in costed(single.ready):
        crowd.units[name] = _burst(hardware, name, single, most)
    has_times = hardware.common_turn() == 1 and not registers.may_have_collectors
    if (lds := crowd.units["lds"].offsets) and single.local.occupation is None and has_times:
        single.local.occupation = lds[0]  # a machine has one unit of this kind
    return crowd


def costed(ready: dict[str, int]) -> Iterator[str]:
    """Yield the instructions that take another time than the probe of their unit. ready: the times of chains."""
    for name, cycles in ready.items():
        probe = PROBES.get(MNEMONICS[name].unit)
        if probe is not None and MNEMONICS[name].writes_register and cycles != ready[probe]:
            yield name


def explain_bursts(crowd: Crowd, single: Single, flight: Flight, issue: Issue) -> None:
    """Set the values in `crowd`: each occurs in a combination of values that explains the bursts of all units.

    Choices of `issue` that are in no such combination are removed from `issue`. The units of a machine that is not
    plain stay unknown in two cases: it is open whether there is a front end, or how many operand collectors take part
    in a burst.
    """
    if issue.is_plain:
        _explain_plain(crowd, single, issue)
    elif issue.stages.value == 0 and flight.interval.value is not None and len(_collectors(crowd, issue)) == 1:
        _explain_turns(crowd, flight, issue)


def _burst(hardware: Hardware, instruction: str, single: Single, most: int) -> UnitReading:
    """Return offsets and starts of all bursts of `most` warps or fewer that end before a warp's second result."""
    reading = UnitReading(instruction)
    ready, text = single.ready[instruction], INSTRUCTIONS[instruction]
    for warps in range(2, most + 1):
        threads = warps * hardware.sheet.warp_size
        selected = [hardware.end(burst(w, text, repeats=0), threads) for w in range(warps)]
        last = max(hardware.end(burst(w, text), threads) for w in range(warps))
        start = min(selected)
        offset = last - start - ready
        if offset >= ready:
            # If a warp at its end waits as long, the rule of the scheduler keeps it back, and not the unit.
            reading.late = start if max(selected) - start < ready else None
            break
        reading.offsets.append(offset)
        reading.starts.append(start)
    return reading


def _explain_plain(crowd: Crowd, single: Single, issue: Issue) -> None:
    """Explain the bursts by one scheduler with a turn in every cycle, whose slots take any instruction."""
    pairs = {(choice.width, choice.stages) for choice in issue.choices}
    by_unit: dict[str, set[tuple[int, int, int, int, int]]] = {}
    for name, reading in crowd.units.items():
        passage = single.ready[reading.instruction] - single.retire_depth
        known = single.local.occupation if name == "lds" else None
        by_unit[name] = _hypotheses(reading.offsets, pairs, passage, name == "lds", known)
    shared = {(*pair, ports) for pair in pairs for ports in _PORTS}
    for explained in by_unit.values():
        if explained:
            shared &= {front[:3] for front in explained}
    issue.choices = {Choice(1, width, stages) for width, stages, _ in shared}
    crowd.ports = Values.of({ports for _, _, ports in shared}, MOST_COUNT)
    for name, explained in by_unit.items():
        left = {row[3:] for row in explained if row[:3] in shared}
        reading = crowd.units[name]
        reading.count = Values.of({count for count, _ in left})
        reading.occupation = Values.of({occupation for _, occupation in left})


def _explain_turns(crowd: Crowd, flight: Flight, issue: Issue) -> None:
    """Explain the bursts by schedulers with turns. One or more slots of each scheduler take a unit's instructions."""
    (collectors,) = _collectors(crowd, issue)
    by_unit = {
        name: _turn_hypotheses(reading, flight, issue, collectors, is_single=name == "lds")
        for name, reading in crowd.units.items()
        if (reading.offsets or reading.late is not None) and _is_apart(reading, flight, issue)
    }  # fmt: skip
    shared = set(product(issue.schedulers.numbers, _PORTS))
    for explained in by_unit.values():
        if explained:
            shared &= {row[:2] for row in explained}
    issue.choices = {each for each in issue.choices if each.schedulers in {schedulers for schedulers, _ in shared}}
    crowd.ports = Values.of({ports for _, ports in shared}, MOST_COUNT)
    for name, explained in by_unit.items():
        left = {row[2:] for row in explained if row[:2] in shared}
        reading = crowd.units[name]
        reading.count = Values.of({count for count, _, _ in left})
        reading.is_own = Values.of({int(is_own) for _, is_own, _ in left})
        reading.occupation = Values.of({occupation for _, _, occupation in left})


def _is_apart(reading: UnitReading, flight: Flight, issue: Issue) -> bool:
    """Return whether warps that are next to each other do not wait for each other's registers.

    Doubles take two registers, so that two warps in operand collectors may need one bank in one cycle.
    """
    (turn,) = flight.interval.numbers
    in_turn = all(not each.collectors or (each.width == 1 and each.schedulers <= turn) for each in issue.choices)
    return in_turn or MNEMONICS[reading.instruction].unit != "dpu"


def _collectors(crowd: Crowd, issue: Issue) -> set[int]:
    """Return the possible operand collectors of a scheduler. More than the warps of the longest burst are as good."""
    most = max(len(reading.offsets) + 2 for reading in crowd.units.values())
    return {min(choice.collectors, most) for choice in issue.choices}


def _turn_hypotheses(
    reading: UnitReading, flight: Flight, issue: Issue, collectors: int, *, is_single: bool
) -> set[tuple[int, int, int, bool, int]]:
    """Return all (schedulers, ports, count, whether instances have a scheduler, occupation) that explain a unit.

    collectors: the operand collectors of a scheduler.
    """
    (turn,) = flight.interval.numbers
    times, ready = flight.times(reading.instruction), flight.passages[reading.instruction].ready
    # With this occupation no instance is used twice: a longer one looks alike.
    ceiling = ready if reading.late is not None else max(reading.offsets, default=0) + 1
    observed = [(offset, start % turn) for offset, start in zip(reading.offsets, reading.starts, strict=True)]
    explaining: set[tuple[int, int, int, bool, int]] = set()

    def explains(turns: Turns, pipelines: Pipelines) -> tuple[bool, bool]:
        """Return whether all readings are as expected, and whether several results came back in one cycle.

        Readings after the first unexpected one are not computed.
        """
        is_contended = False
        for warps, (offset, phase) in enumerate(observed, 2):
            expected, is_met = turn_offset(turns, pipelines, phase, warps)
            is_contended |= is_met
            if expected != offset:
                return False, is_contended
        if reading.late is None:
            return True, is_contended
        expected, is_met = turn_offset(turns, pipelines, reading.late % turn, len(observed) + 2)
        return expected >= ready, is_contended | is_met

    width = issue.width.numbers[-1]
    before = COLLECTED if collectors else 0
    for schedulers in issue.schedulers.numbers:
        for slots, count, is_own in product(range(1, width + 1), (1,) if is_single else _PORTS, (False, True)):
            if (slots > count and not collectors) or (is_own and (is_single or schedulers == 1 or count % schedulers)):
                continue  # more slots than instances are of no use
            turns = Turns(schedulers, turn, slots, collectors)
            for occupation, (passage, stages) in product(range(1, ceiling + 1), times):
                if passage - before < occupation:
                    continue
                alike = range(ceiling, passage - before + 1) if occupation == ceiling else (occupation,)
                for ports in reversed(_PORTS):
                    is_explained, is_contended = explains(
                        turns, Pipelines(count, is_own, occupation, passage, ports, stages)
                    )  # fmt: skip
                    if is_explained:
                        same = (ports,) if is_contended else _PORTS
                        explaining.update(product((schedulers,), same, (count,), (is_own,), alike))
                    if not is_contended:
                        break  # fewer ports give the same readings
    return explaining


def _hypotheses(
    offsets: list[int], pairs: set[tuple[int, int]], passage: int, is_single: bool, known: int | None
) -> set[tuple[int, int, int, int, int]]:
    """Return all (width, stages, ports, count, occupation) that explain the offsets of one unit.

    - pairs: the possible (width, stages).
    - passage: the cycles from select to retire, including the occupation.
    - is_single: whether the unit has one instance.
    - known: the occupation, if another reading shows it, else None.
    """
    explaining: set[tuple[int, int, int, int, int]] = set()
    differences = {abs(a - b) + d for a in (0, *offsets) for b in offsets for d in (-1, 0, 1)}
    ceiling = max(offsets, default=0) + 1  # with this occupation no instance is used twice: a longer one looks alike
    occupations = [*sorted(o for o in differences | set(range(1, 2 * MOST_COUNT)) if 1 <= o < ceiling), ceiling]
    counts = (1,) if is_single else range(1, MOST_COUNT + 1)
    for (width, stages), ports, count, occupation in product(pairs, _PORTS, counts, occupations):
        latency = passage - stages - occupation + 1
        if latency >= 1 and all(
            burst_offsets(width, stages, count, ports, occupation, latency, place + 1)[-1] == read
            for place, read in enumerate(offsets, 1)
            if place <= count or read + max(stages, occupation) <= passage  # else the next round may delay it
        ):
            alike = range(ceiling, passage - stages + 1) if occupation == ceiling else (occupation,)
            explaining.update((width, stages, ports, count, cycles) for cycles in alike if known in (None, cycles))
    return explaining
