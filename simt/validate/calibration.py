"""`calibrate`: a machine's parameters, measured with its clock alone and compared with its description.

The method is from the paper on the analytical model (Zhu and others 2013): kernels of one work-item that repeat one
instruction, pointer chases, strides. We add runs of several warps, which show shared resources. The result for a
parameter is the set of its values that explain all readings (docs/calibration.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from simt.interruption import kept
from simt.launch.how import Compiling, Watcher
from simt.machine import Machine
from simt.validate.crowd import MOST_COUNT, MOST_STAGES, MOST_WIDTH, PROBES, Crowd, measure_crowd
from simt.validate.dram_memory import DramMemory, Figure, measure_dram
from simt.validate.errors import CalibrationError
from simt.validate.global_memory import TICKS, GlobalMemory, measure_global_memory
from simt.validate.hardware import DataSheet, Hardware
from simt.validate.implied import implied
from simt.validate.single import Single, measure_single
from simt.validate.values import NOTHING_KNOWN, Values


@dataclass(frozen=True, slots=True)
class Row:
    """A parameter.

    - measured: its values that explain the readings.
    - implied: its value by the machine's description.
    - how: the measurement, as text for tables.
    """

    name: str
    unit: str
    measured: Values
    implied: int
    how: str

    @property
    def verdict(self) -> str:
        """The outcome of the comparison of the implied value with the readings.

        "equal": no other value explains the readings. "open": other values do, too. "different": the implied value does
        not. "unseen": no reading shows the parameter.
        """
        if not self.measured.numbers:
            return "unseen"
        if not self.measured.holds(self.implied):
            return "different"
        return "equal" if self.measured.is_exact else "open"

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain values for JSON."""
        return {
            "name": self.name,
            "unit": self.unit,
            "measured": list(self.measured.numbers),
            "or_more": self.measured.or_more,
            "implied": self.implied,
            "verdict": self.verdict,
            "how": self.how,
        }


@dataclass(slots=True)
class Readings:
    """All readings of a calibration. memory: None without global memory. dram: None without DRAM."""

    sheet: DataSheet
    single: Single
    crowd: Crowd
    memory: GlobalMemory | None
    dram: DramMemory | None
    launches: int

    @property
    def figures(self) -> list[Figure]:
        """The figures of DRAM memory, which are not compared with the description."""
        return [] if self.dram is None else list(self.dram.figures())


@dataclass(slots=True)
class Calibration:
    """A calibration: the readings, and a row for every parameter that the machine has."""

    readings: Readings
    rows: list[Row]

    @property
    def agrees(self) -> bool:
        """Return whether no parameter is "different"."""
        return all(row.verdict != "different" for row in self.rows)

    def row(self, name: str) -> Row:
        """Return the row of a parameter. Raises `KeyError`."""
        return {row.name: row for row in self.rows}[name]


@dataclass(slots=True)
class Part:
    """The finished rows of an interrupted calibration.

    - rows: the rows.
    - launches: the number of launches so far.
    - label: the name of the machine.
    """

    rows: list[Row]
    launches: int
    label: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the part as plain values for JSON."""
        return {
            "schema": "simt.calibration/1",
            "machine": self.label,
            "launches": self.launches,
            "interrupted": True,
            "rows": [row.to_dict() for row in self.rows],
        }


def calibrate(machine: Machine, progress: Watcher | None = None, compiling: Compiling | None = None) -> Calibration:
    """Measure a machine with microkernels and compare the results with its description.

    progress: called with the number of launches so far; if it returns true, `KeyboardInterrupt` is raised, whose `done`
    is a `Part`. compiling: called with each kind of engine that has to be compiled. Raises `CalibrationError`: E0880 if
    the machine is too small for the microkernels or a warp's instructions overlap, E0881 if a microkernel does not end
    as it should.
    """
    _refuse_overlaps(machine)
    hardware = Hardware(machine, progress, compiling)
    rows: list[Row] = []
    keys = implied(machine)

    def take(measured: Iterable[_Measured]) -> None:
        rows.extend(Row(name, unit, values, keys[name], how) for name, unit, values, how in measured if name in keys)

    with kept(lambda: Part(rows, hardware.launches)):
        single = measure_single(hardware)
        take(_of_one_warp(single))
        crowd = measure_crowd(hardware, single)
        take(_of_several(single, crowd, hardware.sheet))
        memory = None
        if "global_memory" in hardware.sheet.has:
            memory = measure_global_memory(hardware, single)
            take(_of_global_memory(single, memory))
        dram = measure_dram(hardware) if hardware.sheet.memory == "dram" else None
    return Calibration(Readings(hardware.sheet, single, crowd, memory, dram, hardware.launches), rows)


def _refuse_overlaps(machine: Machine) -> None:
    """Raise `CalibrationError` if a warp's instructions overlap, because times of one warp then do not add up."""
    if machine.issue.overlaps:
        message = f"{machine.name} has issue.dependences = scoreboard, and the microkernels take times that add up"
        advice = "calibrate it with -s issue.dependences=one_in_flight: its units and memories are the same"
        raise CalibrationError(message, help=advice)


_Measured = tuple[str, str, Values, str]


def _one(number: int | None) -> Values:
    return NOTHING_KNOWN if number is None else Values((number,))


def _of_one_warp(single: Single) -> Iterator[_Measured]:
    local = single.local
    for unit, instruction in PROBES.items():
        if instruction in single.ready:
            yield f"{unit} select to ready", "cycles", _one(single.ready[instruction]), f"chain of {instruction}"
            # Front end + latency + occupation - 1, which is front end + latency if the occupation is one cycle.
            passed = single.ready[instruction] - single.retire_depth
            yield f"{unit} select to retire", "cycles", _one(passed), "the same, less retire"
    yield "control select to ready", "cycles", _one(single.ready["jmp"]), "chain of jmp"
    yield "control select to retire", "cycles", _one(single.to_retire), "ret alone"
    yield "retire.stages", "cycles", _one(single.retire_depth), "jmp less ret"
    yield "local.words", "words", _one(local.words), "the first address that faults"
    yield "local broadcast", "cycles", _one(local.broadcast), "all lanes ask for one word"
    yield "local.banks", "banks", _one(local.banks), "the first distance of two lanes that conflicts"
    yield "lds.interval", "cycles", _one(local.interval), "what that conflict costs"
    yield "lds beats", "beats", _one(local.beats), "a conflict in every beat"


def _of_several(single: Single, crowd: Crowd, sheet: DataSheet) -> Iterator[_Measured]:
    whole = Values(tuple(range(1, MOST_WIDTH + 1)))
    yield "issue_width", "instructions", _unless(crowd.width, whole), "selects beside a busy local memory"
    stages = _unless(crowd.stages, Values(tuple(range(MOST_STAGES + 1))))
    yield "front end stages", "cycles", stages, "selects until the front end is held"
    ports = _unless(crowd.ports, Values((*range(1, MOST_COUNT + 1),), or_more=True))
    yield "retire.ports", "results", ports, "results of a burst in one cycle"
    for unit, reading in crowd.units.items():
        passage = single.ready[PROBES[unit]] - single.retire_depth
        occupations = reading.occupation
        how = f"bursts of {PROBES[unit]}" if unit != "lds" or single.local.interval is None else "interval x beats"
        yield f"{unit} occupation", "cycles", occupations, how
        sums = Values.of(passage + 1 - occupation for occupation in occupations.numbers)
        yield f"{unit} front end + latency", "cycles", sums, "select to ready, less occupation and retire"
        latencies = (n for n in (a - b for a in sums.numbers for b in stages.numbers) if n >= 1)
        yield f"{unit}.latency", "cycles", Values.of(latencies), "the same, less the front end"
        if unit != "lds":
            yield f"{unit}.count", "units", _unless(reading.count, whole), how
    yield from _of_control(single, crowd, sheet)


def _of_control(single: Single, crowd: Crowd, sheet: DataSheet) -> Iterator[_Measured]:
    """Yield the unit of control instructions (the ALU or a unit of their own), the ALU's interval and its beats.

    The ALU takes control instructions in one beat; a unit of their own has latency and interval 1.
    """
    routes: set[int] = set()
    intervals: set[int] = set()
    beats: set[int] = set()
    if (stages := crowd.stages.value) is not None:
        through = single.to_retire - stages + 1  # latency + interval of the unit of control instructions
        if through == 2:
            routes.add(1)
        for occupation in crowd.units["alu"].occupation.numbers:
            latency = single.ready["add.u32"] - single.retire_depth - stages - occupation + 1
            interval = through - latency
            if interval > 0 and occupation % interval == 0 and sheet.warp_size % (occupation // interval) == 0:
                routes.add(0)
                intervals.add(interval)
                beats.add(occupation // interval)
    if routes != {0}:
        intervals = beats = set()  # the readings do not show the ALU if control instructions have another unit
    how = "ret alone, less the front end"
    yield "control.route", "0: alu, 1: own", _unless(Values.of(routes), Values((0, 1))), how
    yield "alu.interval", "cycles", Values.of(intervals), "ret and the ALU's occupation"
    yield "alu beats", "beats", Values.of(beats), "the same"


def _of_global_memory(single: Single, memory: GlobalMemory) -> Iterator[_Measured]:
    trip = memory.load - memory.store + 1
    yield "global select to ready", "cycles", _one(memory.chase), "pointer chase of one work-item"
    yield "global store select to ready", "cycles", _one(memory.store), "one store of one work-item"
    entry = memory.store - 1 - single.retire_depth
    yield "memory front end + beats", "cycles", _one(entry), "the store, less one and retire"
    yield "memory round trip", "cycles", _one(trip), "load less store"
    yield "segment distance", "bytes", _one(memory.apart), "the first distance of two lanes served apart"
    yield "lanes of one word", "lanes", _one(memory.one_word), "stores of more and more lanes to one word"
    yield "lanes of a row", "lanes", _one(memory.row), "the same to words in a row"
    yield "memory.queue", "places", memory.queue, "stores to more and more segments"
    yield "interconnect.latency", "cycles", memory.way, "a load less a store that ends the launch"
    yield "bus ticks", "1/1024 cycle", memory.ticks, "loads of more and more segments; a stream of stores"
    cycles = {-(-ticks // TICKS) for ticks in memory.ticks.numbers}
    latencies = {trip + 1 - 2 * one_way - whole for one_way in memory.way.numbers for whole in cycles}
    yield "memory.latency", "cycles", Values.of(n for n in latencies if n >= 1), "round trip, less way and bus"


def _unless(values: Values, whole: Values) -> Values:
    """Return `values`, or `NOTHING_KNOWN` if they are all possible ones, `whole`."""
    return NOTHING_KNOWN if values == whole else values
