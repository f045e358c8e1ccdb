"""`calibrate`: a machine's parameters, measured with its clock alone and compared with its description.

The method is from the paper on the analytical model (Zhu and others 2013): kernels of one work-item that repeat one
instruction, pointer chases, strides. We add runs of several warps, which show shared resources. The result for a
parameter is the set of its values that explain all readings (docs/calibration.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

from simt.interruption import kept
from simt.launch.how import Compiling, Watcher
from simt.machine import Machine
from simt.validate.crowd import MOST_COUNT, Crowd, explain_bursts, measure_bursts
from simt.validate.dram_memory import DramMemory, Figure, measure_dram
from simt.validate.errors import CalibrationError
from simt.validate.flight import ANY_ENTRIES, Flight, measure_flight
from simt.validate.global_memory import TICKS, GlobalMemory, measure_global_memory
from simt.validate.hardware import DataSheet, Hardware
from simt.validate.implied import implied
from simt.validate.issue import BESIDE, MOST_COLLECTORS, MOST_SCHEDULERS, MOST_STAGES, MOST_WIDTH, Issue, measure_issue
from simt.validate.microkernels import PROBES
from simt.validate.registers import Registers, measure_registers
from simt.validate.single import Single, measure_single
from simt.validate.values import NOTHING_KNOWN, Values


@dataclass(frozen=True, slots=True)
class Row:
    """A parameter.

    - measured: the values of the parameter that explain the readings.
    - implied: the value that follows from the machine's description.
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

        "equal": the implied value alone explains the readings. "open": other values explain them, too. "different": the
        implied value does not explain them. "unseen": no reading shows the parameter.
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
    flight: Flight
    issue: Issue
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
    is a `Part`. compiling: called with each kind of engine that has to be compiled. Raises `CalibrationError`, E0880,
    if the machine is too small for the microkernels, or hides turns, slots or operand collectors by a scoreboard of one
    entry.
    """
    _refuse_one_entry(machine)
    hardware = Hardware(machine, progress, compiling)
    rows: list[Row] = []
    keys = implied(machine)

    def take(measured: Iterable[_Measured]) -> None:
        rows.extend(Row(name, unit, values, keys[name], how) for name, unit, values, how in measured if name in keys)

    with kept(lambda: Part(rows, hardware.launches)):
        single = measure_single(hardware)
        flight = measure_flight(hardware, single)
        take(_of_one_warp(single, flight))
        registers = measure_registers(hardware, single)
        crowd = measure_bursts(hardware, single, registers)
        issue = measure_issue(hardware, single, flight, registers)
        explain_bursts(crowd, single, flight, issue)
        take(_of_issue(issue, registers))
        take(_of_several(flight, crowd, issue, single))
        take(_of_control(flight, crowd, issue, single, hardware.sheet))
        memory = None
        if "global_memory" in hardware.sheet.has:
            memory = measure_global_memory(hardware, single)
            take(_of_global_memory(single, memory))
        dram = measure_dram(hardware) if hardware.sheet.memory == "dram" else None
    readings = Readings(hardware.sheet, single, flight, issue, crowd, memory, dram, hardware.launches)
    return Calibration(readings, rows)


def _refuse_one_entry(machine: Machine) -> None:
    """Raise `CalibrationError` for a scoreboard of one entry beside turns, slots or collectors, which it hides."""
    issue = machine.issue
    if issue.has_scoreboard and issue.entries == 1:
        if issue.overlaps or issue.has_kinds:
            hidden = "issue.schedulers, issue.interval and issue.slots"
        elif machine.has_collectors:
            hidden = "register_file.collectors"
        else:
            return
        message = f"{machine.name} has issue.entries = 1, which hides its {hidden}"
        raise CalibrationError(message, help="calibrate it with -s issue.entries=2: the other keys are the same")


NOT_COSTED = ("ld.global", "jmp", "bar")  # of rows of their own
_Measured = tuple[str, str, Values, str]


def _one(number: int | None) -> Values:
    return NOTHING_KNOWN if number is None else Values((number,))


def _of_one_warp(single: Single, flight: Flight) -> Iterator[_Measured]:
    local = single.local
    probes = {**PROBES, **{name: name for name in single.ready if name not in PROBES.values()}}
    for name, instruction in probes.items():
        if instruction in single.ready and instruction not in NOT_COSTED:
            yield f"{name} select to ready", "cycles", _one(single.ready[instruction]), f"chain of {instruction}"
            # Front end + latency + occupation - 1, which is front end + latency if the occupation is one cycle.
            how = "the same, less retire; a ret after it"
            yield f"{name} select to retire", "cycles", flight.retires(instruction), how
    yield "control select to ready", "cycles", _one(single.ready["jmp"]), "chain of jmp"
    yield "control select to retire", "cycles", _one(single.to_retire), "ret alone"
    yield "retire.stages", "cycles", flight.retire, "jmp less ret"
    yield "issue.interval", "cycles", flight.interval, "the cycles in which warp 0 is selected have it in common"
    yield "in flight", "instructions", _unless(flight.entries, ANY_ENTRIES), "more and more stores to local memory"
    yield "loads in flight", "loads", _unless(flight.loads, ANY_ENTRIES), "more and more loads from global memory"
    yield "local.words", "words", _one(local.words), "the first address that faults"
    yield "local broadcast", "cycles", _one(local.broadcast), "all lanes ask for one word"
    yield "local.banks", "banks", _one(local.banks), "the first distance of two lanes that conflicts"
    yield "lds.interval", "cycles", _one(local.interval), "what that conflict costs"
    yield "lds beats", "beats", _one(local.beats), "a conflict in every beat"


def _of_issue(issue: Issue, registers: Registers) -> Iterator[_Measured]:
    schedulers = _unless(issue.schedulers, Values(tuple(range(1, MOST_SCHEDULERS + 1))))
    yield "issue.schedulers", "schedulers", schedulers, "turns of warps; warps that wait for another's slot"
    width = _unless(issue.width, Values(tuple(range(1, MOST_WIDTH + 1))))
    yield "issue_width", "instructions", width, "selects beside a busy local memory; instructions that fill a turn"
    stages = _unless(issue.stages, Values(tuple(range(MOST_STAGES + 1))))
    yield "front end stages", "cycles", stages, "selects until the front end is held"
    how = "the first distance of two registers of which one waits"
    yield "register_file.banks", "banks", registers.banks, how
    collectors = Values.of(number for number in issue.collectors.numbers if number)
    collectors = _unless(collectors, Values(tuple(range(1, MOST_COLLECTORS + 1))))
    how = "instructions that wait for a busy local memory before others are kept out"
    yield "register_file.collectors", "instructions", collectors, how
    for pair in combinations(BESIDE, 2):
        values = issue.beside.get(pair, NOTHING_KNOWN)
        yield f"{pair[0]} beside {pair[1]}", "0: no, 1: yes", values, "two warps of a scheduler in one turn"


def _of_several(flight: Flight, crowd: Crowd, issue: Issue, single: Single) -> Iterator[_Measured]:
    counts = Values(tuple(range(1, MOST_COUNT + 1)))
    ports = _unless(crowd.ports, replace(counts, or_more=True))
    yield "retire.ports", "results", ports, "results of a burst in a cycle"
    for name, reading in crowd.units.items():
        occupations = reading.occupation
        how = f"bursts of {reading.instruction}"
        if name == "lds" and single.local.occupation is not None:
            occupations, how = _one(single.local.occupation), "interval x beats"
        yield f"{name} occupation", "cycles", occupations, how
        passages = flight.retires(reading.instruction)
        sums = Values.of(n for n in (a + 1 - b for a in passages.numbers for b in occupations.numbers) if n >= 1)
        yield f"{name} front end + latency", "cycles", sums, "select to ready, less occupation and retire"
        latencies = (n for n in (a - b for a in sums.numbers for b in issue.before.numbers) if n >= 1)
        yield f"{name}.latency", "cycles", Values.of(latencies), "the same, less the front end"
        if name != "lds" and name in PROBES:
            yield f"{name}.count", "units", _unless(reading.count, counts), how
            yield f"{name}.per_scheduler", "0: no, 1: yes", _unless(reading.is_own, Values((0, 1))), how


def _of_control(
    flight: Flight, crowd: Crowd, issue: Issue, single: Single, sheet: DataSheet
) -> Iterator[_Measured]:  # fmt: skip
    """Yield the unit of control instructions (the ALU or a unit of their own), the ALU's interval and its beats.

    The ALU takes control instructions in one beat; a unit of their own has latency and interval 1.
    """
    routes: set[int] = set()
    intervals: set[int] = set()
    beats: set[int] = set()
    before, stages = issue.before_control.value, issue.before.value
    if before is not None and stages is not None:
        through = single.to_retire - before + 1  # latency + interval of the unit of control instructions
        if through == 2:
            routes.add(1)
        if not crowd.units["alu"].occupation.numbers:
            routes.add(0)  # the ALU may have any latency
        alu = product(crowd.units["alu"].occupation.numbers, flight.retires("add.u32").numbers)
        for occupation, passage in alu:
            latency = passage - stages - occupation + 1
            interval = through - latency
            if latency > 0 < interval and occupation % interval == 0 == sheet.warp_size % (occupation // interval):
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
    def exact(number: int | None) -> Values:
        return NOTHING_KNOWN if memory.has_turns else _one(number)

    trip = memory.load - memory.store + 1
    yield "global select to ready", "cycles", _one(memory.chase), "pointer chase of one work-item"
    yield "global store select to ready", "cycles", exact(memory.store), "one store of one work-item"
    entry = memory.store - 1 - single.retire_depth
    yield "memory front end + beats", "cycles", exact(entry), "the store, less one and retire"
    yield "memory round trip", "cycles", exact(trip), "load less store"
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
