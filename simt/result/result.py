"""The result of a run: its cores, their sums, memory, provenance.

A `Result` has numbers and arrays, from which all views, exports and comparisons are made. Nothing in it depends on the
wall clock: equal runs have equal results, and `to_json` returns equal texts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from isa.forms.texts import short_name
from isa.reporting.diagnostics import plural
from isa.table.units import PRIVATE
from simt.result import figures
from simt.result.arrays import Arrays
from simt.result.bounds import Bound, bounds_of_cores
from simt.result.parts import ChannelCounts, CoreResult, Events, Ledgers, Traffic, hash_of_inputs
from simt.result.printed import Printed, printed
from simt.result.published import Published, published
from simt.result.stops import Stop
from simt.result.tables import COUNTS, frame, instruction_rows, region_rows, table_of
from simt.version import __version__

if TYPE_CHECKING:
    from pandas import DataFrame

    from isa.program.program import Program
    from simt.core.state.grid import Grid
    from simt.machine import Machine
    from simt.result.buffers import Managing, Transfers
    from simt.result.check import Check
    from simt.result.findings import Findings
    from simt.result.preparation import Preparation
    from simt.result.sample import Sample

SCHEMA = "simt.run/1"


def _sum(cores: tuple[CoreResult, ...], name: str) -> np.ndarray:
    """Return the sum of an array over cores. name: the attribute's name, perhaps dotted."""
    total: np.ndarray
    total, *others = map(attrgetter(name), cores)
    return sum(others, total)


def _array(read: Callable[[Result], np.ndarray], text: str) -> cached_property[np.ndarray]:
    """Return a cached property of a result with the docstring `text`."""
    read.__doc__ = text
    return cached_property(read)


def _summed(name: str, text: str) -> cached_property[np.ndarray]:
    """Return a cached property of a result: the sum of the array `name` over its cores."""
    return _array(lambda result: _sum(result.cores, name), text)


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """The result of a run of a program on a machine: its cores and their output.

    A plain processor has a single core. A functional run has a single core as well, on which work-groups run one after
    the other. Ledgers and counts are sums over `cores`. `memory`, `registers` and `carry` are of a single core, `core`:
    the core that trapped, else the first. `of_core` returns the result of another core.
    """

    program: Program
    machine: Machine
    engine: str  # "cycle" or "functional"
    grid: Grid  # sizes of the launch and of a work-group
    cycles: int  # of the launch; 0 in a functional run
    stop: Stop | None  # None if the program ran to its end
    cores: tuple[CoreResult, ...]
    local: Mapping[str, np.ndarray]  # .local arrays by name, in their type; empty if there are several work-groups
    buffers: Mapping[str, np.ndarray]  # arrays of global memory by name, in their type
    places_by: Mapping[str, int]  # work-groups that fit into a core, by limit; empty for a launch of a single one
    inputs: Mapping[str, str] = field(default_factory=dict)  # digests of the launch's inputs, by name
    shown: int | None = None  # the core that `of_core` chose
    check: Check | None = None  # against the oracle, if any
    operations: int | None = None  # useful floating-point operations, if the oracle knows them
    seed: int | None = None  # of generated inputs
    extra: Mapping[str, Any] = field(default_factory=dict)  # more entries for `to_dict`
    transfers: Transfers | None = None  # of the host, if they were simulated
    managing: Managing | None = None  # of the storage manager, if the launch had one
    channels: ChannelCounts | None = None  # of a cycle run with memory of DRAM
    commands: tuple[np.ndarray, ...] | None = None  # the last commands of each channel, COMMAND [n], if recorded
    findings: Findings | None = None  # of `simt check`
    sample: Sample | None = None  # by which cycles and reasons were estimated; None if they are exact
    prepared: Preparation | None = None  # the origin of the launch's parts, if a verb launched it

    # --- The launch ---------------------------------------------------------------------------------------------------

    @property
    def completed(self) -> bool:
        """Return whether the program ran to its end."""
        return self.stop is None

    @property
    def threads(self) -> int:
        """The threads of a work-group."""
        return self.grid.threads

    @property
    def groups(self) -> int:
        """The work-groups of the launch."""
        return self.grid.groups

    @property
    def group_warps(self) -> int:
        """The warps of a work-group."""
        return -(-self.threads // self.machine.warp_size)

    @property
    def places(self) -> int:
        """The number of work-groups that a core holds at a time."""
        return min(self.places_by.values(), default=1)

    @property
    def bounded_by(self) -> list[str]:
        """The limits in `places_by` that `places` reaches."""
        return [name for name, places in self.places_by.items() if places == self.places]

    @property
    def warps(self) -> int:
        """The warps that a core holds at a time, in all its places."""
        return self.group_warps * self.places

    # --- Cores --------------------------------------------------------------------------------------------------------

    def of_core(self, number: int) -> Result:
        """Return the result of a single core: its cycles, ledgers, events, registers and local memory.

        Global memory, transfers, check and channels stay as they are for all cores. A stop that another core caused
        becomes a stop of the kind `other_core`. Raises `IndexError` if there is no such core.
        """
        core, stop = next((core for core in self.cores if core.number == number), None), self.stop
        if core is None:
            raise IndexError(f"there is no core {number} in a result of {plural(len(self.cores), 'core')}")
        if stop is not None and stop.core not in (-1, number):
            stop = Stop("other_core", core.cycles, core=stop.core)
        return replace(self, cycles=core.cycles, stop=stop, cores=(core,), shown=number)

    @cached_property
    def core(self) -> CoreResult:
        """The core with the memory and registers of this result: the core that trapped, else the first."""
        named = -1 if self.stop is None else self.stop.core
        return next((core for core in self.cores if core.number == named), self.cores[0])

    memory = _array(lambda result: result.core.memory, "The local memory of `core` at the end, uint32 [local words].")
    registers = _array(
        lambda result: result.core.registers, "The registers of `core` at the end, uint32 [warps, registers, lanes]."
    )
    carry = _array(lambda result: result.core.carry, "The carry flags of `core`, int64 [warps], a bit per lane.")

    @property
    def events(self) -> Events | None:
        """The event record of the only core; None if there is no record, or if there are several cores."""
        return self.cores[0].events if len(self.cores) == 1 else None

    @property
    def arrays(self) -> Arrays:
        """The arrays of local and of global memory by name."""
        return Arrays(self.program, {**self.local, **self.buffers})

    @cached_property
    def _gathered(self) -> Printed | None:
        return printed(self.program, self.buffers)

    @property
    def printed(self) -> str:
        """The output by `printf` in the order of threads, also of a run that trapped; "" if there is no `printf`."""
        return "" if self._gathered is None else self._gathered.text

    @property
    def lost_prints(self) -> int:
        """The calls of `printf` whose text is missing: the buffer was full, or their threads were stopped."""
        return 0 if self._gathered is None else self._gathered.lost

    # --- Sums over the cores ------------------------------------------------------------------------------------------

    @cached_property
    def ledgers(self) -> Ledgers:
        """The three ledgers, summed over the cores."""
        lane = {kind: sum(core.ledgers.lane[kind] for core in self.cores) for kind in self.cores[0].ledgers.lane}
        return Ledgers(_sum(self.cores, "ledgers.issue_lines"), _sum(self.cores, "ledgers.warp_lines"), lane)

    @cached_property
    def traffic(self) -> Traffic:
        """The accesses to global memory, summed over the cores."""
        return Traffic(*(_sum(self.cores, f"traffic.{name}") for name in ("accesses", "transactions", "moved")))

    @property
    def instructions(self) -> int:
        """The issued warp instructions, a bundle counted once."""
        return sum(core.instructions for core in self.cores)

    issues = _summed("issues", "The times that an instruction was issued, int64 [instructions].")
    accesses = _summed("accesses", "The local accesses that entered the LDS, int64 [instructions].")
    passes = _summed("passes", "The LDS passes of these accesses, int64 [instructions].")
    active_lanes = _summed("active_lanes", "The active lanes, summed over issues, int64 [instructions].")
    disagreements = _summed("disagreements", "The issues of a jump on which lanes disagreed, int64 [instructions].")
    diverged = _summed("diverged", "The living lanes that were not active, summed over issues, int64 [instructions].")
    finished = _summed("finished", "The lanes that had ended, summed over issues, int64 [instructions].")
    tail = _summed("tail", "The lanes without a thread, summed over issues, int64 [instructions].")
    widths = _summed("widths", "The issued operations by the number of their active lanes, int64 [lanes + 1].")

    # --- Figures ------------------------------------------------------------------------------------------------------

    @property
    def slot_total(self) -> int:
        """The issue slots of all cycles of all cores, which is the sum of the issue ledger."""
        return sum(core.cycles for core in self.cores) * self.machine.issue_slots

    @property
    def ipc(self) -> float:
        """The warp instructions per cycle, 0 in a functional run."""
        return figures.ipc(self.instructions, self.cycles)

    @property
    def issued(self) -> int:
        """The issued operations. Each operation of a bundle counts."""
        return int(self.issues.sum())

    @property
    def seconds(self) -> float:
        """The seconds that the simulated cycles take at the machine's clock."""
        return figures.seconds(self.machine, self.cycles)

    @cached_property
    def issued_by_unit(self) -> dict[str, int]:
        """The issued operations by unit."""
        return self.program.by_unit(self.issues.tolist(), self.machine.serving(PRIVATE))

    def efficiency(self, unit: str) -> float:
        """Return the share of a unit's peak, from 0 to 1.

        At the peak, all instances of the unit on all cores are occupied in every cycle.
        """
        active = self.program.by_unit(self.active_lanes.tolist(), self.machine.serving(PRIVATE))[unit]
        return self.machine.share_of_peak(unit, self.issued_by_unit[unit], self.cycles * len(self.cores), active)

    @property
    def fpu_efficiency(self) -> float:
        """The share of the FPU's peak, from 0 to 1 (FPGA paper, section V: 1120 / 3893 = 29 %)."""
        return self.efficiency("fpu")

    @property
    def operations_per_second(self) -> float | None:
        """The useful floating-point operations per second at the machine's clock.

        None if the oracle does not count operations, and in a functional run.
        """
        return self.operations / self.seconds if self.operations is not None and self.cycles else None

    @property
    def lds_conflict_cycles(self) -> int:
        """The LDS cycles that bank conflicts cost, hidden by other warps or not."""
        return figures.conflict_cycles(self.machine, int(self.accesses.sum()), int(self.passes.sum()))

    @property
    def exposed_lds_cycles(self) -> int:
        """The issue slots lost to bank conflicts: with an issue width of 1, the cycles that other warps do not hide."""
        return figures.exposed_cycles(self.machine, self.ledgers.issue.get("bank_conflict", 0))

    @cached_property
    def dram_figures(self) -> dict[str, Any]:
        """The figures of all channels of DRAM together (`ChannelCounts.figures`); empty without memory of DRAM."""
        return {} if self.channels is None else self.channels.figures(self.machine, self.cycles)

    @cached_property
    def published(self) -> Published | None:
        """The published figure for this run; None if there is none, or if the program did not run to its end."""
        return published(self.program, self.machine, self.threads, self.cycles) if self.completed else None

    @cached_property
    def bounds(self) -> list[Bound]:
        """The bound of each resource, largest first. Resources of cores have the bound of the busiest core."""
        return bounds_of_cores(self.machine, self.program, self.cores, self.cycles, self.channels)

    # --- Tables -------------------------------------------------------------------------------------------------------

    @cached_property
    def lines(self) -> list[dict[str, Any]]:
        """The rows of the program's instructions, as plain values (`simt.result.tables.instruction_rows`)."""
        traffic = self.with_places({"traffic": self.traffic}).get("traffic")
        return instruction_rows(self.program, self._counts(), self.ledgers, traffic, self.machine.beats("lds"))

    @cached_property
    def regions(self) -> list[dict[str, Any]]:
        """The rows of the program's regions, as plain values (`simt.result.tables.region_rows`)."""
        return region_rows(self.program, self.lines, self.cycles, self.slot_total)

    @cached_property
    def table(self) -> np.ndarray:
        """The program's instructions as a structured array (`simt.result.tables.table_of`)."""
        return table_of(self.program, self._counts(), self.ledgers, self.traffic)

    def _counts(self) -> dict[str, np.ndarray]:
        return {name: getattr(self, name) for name in COUNTS}

    def frame(self) -> DataFrame:
        """Return `table` as a pandas DataFrame. Raises `FrameError` if pandas is not installed."""
        return frame(self.table)

    def short_name(self, file: str) -> str:
        """Return a source file's path relative to the kernel's folder (`isa.forms.texts.short_name`)."""
        return short_name(self.program, file)

    # --- JSON ---------------------------------------------------------------------------------------------------------

    def with_places(self, entries: dict[str, Any]) -> dict[str, Any]:
        """Return `entries` if cores have places for work-groups in this launch, else {}."""
        return entries if self.places_by else {}

    @cached_property
    def inputs_hash(self) -> str:
        """The SHA-256, in hex, of the launch's inputs."""
        return hash_of_inputs(self.inputs)

    @property
    def provenance(self) -> dict[str, Any]:
        """The version and the hashes that identify the run, so that it can be repeated."""
        return {
            "version": __version__,
            "engine": self.engine,
            "machine_hash": self.machine.hash,
            "program_hash": self.program.hash,
            "inputs_hash": self.inputs_hash,
            "inputs": dict(self.inputs),
            "seed": self.seed,
        } | ({} if self.grid.is_plain else {"launch": list(self.grid.listed.values())})

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON, without memory and registers."""
        return {
            "schema": SCHEMA,
            "program": {"name": self.program.name, "instructions": len(self.program.words), "threads": self.threads},
            "machine": self.machine.model_dump(mode="json"),
            "status": "completed" if self.stop is None else self.stop.kind,
            "stop": None if self.stop is None else self.stop.to_dict(),
            "cycles": self.cycles,
            "instructions": self.instructions,
            "operations_issued": self.issued,
            "ipc": self.ipc,
            "fpu_efficiency": self.fpu_efficiency,
            "seconds": self.seconds,
            "operations": self.operations,
            "operations_per_second": self.operations_per_second,
            "check": self.check.to_dict() if self.check else None,
            "ledgers": self.ledgers.to_dict(),
            "widths": self.widths.tolist(),
            "record": None if self.events is None else self.events.kept(self.cycles),
            "bounds": {bound.resource: bound.cycles for bound in self.bounds},
            "lds_conflict_cycles": self.lds_conflict_cycles,
            "exposed_lds_cycles": self.exposed_lds_cycles,
            "published": None if self.published is None else asdict(self.published),
            "lines": self.lines,
            **({"regions": self.regions} if self.regions else {}),
            **self.with_places({"device": self._device()}),
            **({} if self.transfers is None else {"transfers": self.transfers.to_dict()}),
            **({} if self._gathered is None else {"printed": self.printed, "lost_prints": self.lost_prints}),
            **({} if self.managing is None else {"managing": self.managing.to_dict()}),
            **({} if self.sample is None else {"sample": self.sample.to_dict(self.cycles, self.groups)}),
            **({} if self.findings is None else {"findings": self.findings.to_dict(self.program)}),
            **self.extra,
            "provenance": self.provenance,
        }

    def _device(self) -> dict[str, Any]:
        """Return grid, places for work-groups, memory traffic and cores, as plain values for JSON."""
        return {
            **self.grid.listed,
            "groups": self.groups,
            "places": {"count": self.places, "bounded_by": self.bounded_by, "bounds": dict(self.places_by)},
            "memory": {
                **self.traffic.figures(self.machine, self.cycles),
                **({"dram": self.dram_figures} if self.channels is not None else {}),
            },
            **({} if self.channels is None else {"channels": self.channels.to_dict()}),
            "cores": [core.to_dict() for core in self.cores if self.engine == "cycle"],
        }

    def to_json(self) -> str:
        """Return `to_dict` as JSON, with a newline at the end."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False) + "\n"

    def __repr__(self) -> str:
        status = "completed" if self.stop is None else self.stop.kind
        about = "" if (how := self.prepared) is None else how.text(self.seed)
        took = f"{self.cycles} cycles" if self.engine == "cycle" else f"{self.instructions} instructions"
        what = f"{self.program.name} on {self.machine.name if how is None else how.machine}: {took}"
        check = "" if self.check is None else ", check passed" if self.check.passed else ", check FAILED"
        sample = "" if self.sample is None else f", {self.sample.text(self.cycles, self.groups)}"
        return f"<Result {what}{sample}, {status}{check}{'; ' if about else ''}{about}>"
