"""Readings of several warps: issue width, front end, instances and occupation of units, retire ports.

Readings are compared with the times that `simt.validate.burst` computes for every combination of parameters. The values
of a parameter are those in the combinations that explain all readings.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

from isa.table.units import UNITS
from simt.validate.burst import burst_offsets, select_offsets
from simt.validate.hardware import Hardware
from simt.validate.microkernels import INSTRUCTIONS, burst, conflict_address
from simt.validate.single import Single
from simt.validate.values import NOTHING_KNOWN, Values

PROBES = {unit.name: unit.probe for unit in UNITS.values() if unit.probe}
MOST_WIDTH = 8
MOST_STAGES = 10  # 8 of the front end, and 2 of operand read with three banks
MOST_COUNT = 8
_SELECT_WARPS = 33  # enough to fill the longest front end
_BURST_WARPS = MOST_COUNT + 1
_PORTS = range(1, MOST_COUNT + 1)  # more ports give the same readings, as no unit has more instances


@dataclass(slots=True)
class UnitReading:
    """Readings of one unit, and the values of its parameters that explain them.

    - offsets: for 2, 3, ... warps in a burst, the cycles from the first result to the last.
    - count: the number of instances.
    - occupation: the cycles for which an instruction occupies an instance.
    """

    offsets: list[int] = field(default_factory=list)
    count: Values = NOTHING_KNOWN
    occupation: Values = NOTHING_KNOWN


@dataclass(slots=True)
class Crowd:
    """Readings of several warps.

    - width: the issue width.
    - stages: the stages of the front end.
    - ports: the ports of retire.
    - is_exclusive: whether a selected warp holds the scheduler until its instruction is done.
    - units: the readings of each unit.
    """

    width: Values = NOTHING_KNOWN
    stages: Values = NOTHING_KNOWN
    ports: Values = NOTHING_KNOWN
    is_exclusive: bool = False
    units: dict[str, UnitReading] = field(default_factory=dict)


def measure_crowd(hardware: Hardware, single: Single) -> Crowd:
    """Measure everything that bursts show. single: the readings of one warp. Raises `CalibrationError`."""
    crowd = Crowd()
    for unit, instruction in PROBES.items():
        if instruction in single.ready:
            crowd.units[unit] = UnitReading(_offsets(hardware, instruction, single.ready[instruction]))
    if (lds := crowd.units["lds"].offsets) and single.local.occupation is None:
        single.local.occupation = lds[0]  # a machine has one unit of this kind
    if hardware.sheet.warps > 1:
        selected = _selected(hardware, "add.u32", "", 2)
        crowd.is_exclusive = selected[1] >= single.ready["add.u32"]
    pairs = _front_ends(hardware, single, crowd.is_exclusive)
    _explain(crowd, pairs, single)
    return crowd


def _selected(hardware: Hardware, instruction: str, before: str, warps: int) -> list[int]:
    """Return the cycles in which warps are selected after a barrier, ascending, less the first of them."""
    text = INSTRUCTIONS.get(instruction, instruction)
    threads = warps * hardware.sheet.warp_size
    ends = sorted(hardware.end(burst(w, text, before=before, repeats=0), threads) for w in range(warps))
    return [end - ends[0] for end in ends]


def _offsets(hardware: Hardware, instruction: str, ready: int) -> list[int]:
    """Return `UnitReading.offsets` for all bursts that end before a warp's second result.

    ready: the cycles from select to ready of the instruction.
    """
    offsets: list[int] = []
    text = INSTRUCTIONS[instruction]
    for warps in range(2, min(hardware.sheet.warps, _BURST_WARPS) + 1):
        threads = warps * hardware.sheet.warp_size
        start = min(hardware.end(burst(w, text, repeats=0), threads) for w in range(warps))
        last = max(hardware.end(burst(w, text), threads) for w in range(warps))
        offset = last - start - ready
        if offset >= ready:
            break
        offsets.append(offset)
    return offsets


def _front_ends(hardware: Hardware, single: Single, is_exclusive: bool) -> set[tuple[int, int]]:
    """Return the pairs (issue width, front-end stages) that explain when warps are selected beside a busy LDS."""
    possible = set(product(range(1, MOST_WIDTH + 1), range(MOST_STAGES + 1)))
    local = single.local
    if local.occupation is None or hardware.sheet.warps == 1:
        return possible
    warps = min(hardware.sheet.warps, _SELECT_WARPS)
    before, load, occupation = "", "ld.local", local.occupation
    if local.banks is not None and hardware.sheet.registers > 1:
        before, load, occupation = conflict_address(local.banks), "ld.local r0, [r1]", 2 * occupation
    ready = single.ready["ld.local"] + occupation - local.occupation
    # Until the first warp could be selected a second time.
    read = [cycle for cycle in _selected(hardware, load, before, warps) if cycle < ready]
    explaining = {pair for pair in possible if list(select_offsets(*pair, occupation, warps)[: len(read)]) == read}
    if is_exclusive:  # a wait for the scheduler looks like a longer front end
        explaining = {(width, stages) for width, _ in explaining for stages in range(MOST_STAGES + 1)}
    return explaining or possible


def _explain(crowd: Crowd, pairs: set[tuple[int, int]], single: Single) -> None:
    """Set the values in `crowd`: each occurs in a combination of values that explains the bursts of all units.

    pairs: the possible (issue width, front-end stages).
    """
    by_unit: dict[str, set[tuple[int, int, int, int, int]]] = {}
    for unit, reading in crowd.units.items():
        passage = single.ready[PROBES[unit]] - single.retire_depth
        known = single.local.occupation if unit == "lds" else None
        by_unit[unit] = _hypotheses(reading.offsets, pairs, passage, unit == "lds", known)
    shared = {(*pair, ports) for pair in pairs for ports in _PORTS}
    for explained in by_unit.values():
        if explained:
            shared &= {front[:3] for front in explained}
    crowd.width = Values.of({width for width, _, _ in shared})
    crowd.stages = Values.of({stages for _, stages, _ in shared})
    crowd.ports = Values.of({ports for _, _, ports in shared}, MOST_COUNT)
    for unit, explained in by_unit.items():
        left = {row[3:] for row in explained if row[:3] in shared}
        reading = crowd.units[unit]
        reading.count = Values.of({count for count, _ in left})
        reading.occupation = Values.of({occupation for _, occupation in left})


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
