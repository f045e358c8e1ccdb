"""What a run gives: cycles, ledgers, per-instruction table, memory, registers, events, provenance.

A `Result` holds numbers and arrays; every view, export and comparison is made from it. Equal runs have equal
results, and `to_json` gives equal bytes: nothing in it depends on the clock on the wall.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from simt.core.state.grid import Grid
from simt.core.state.reasons import REASONS
from simt.result.bounds import Bound, bounds_of, memory_bounds
from simt.result.parts import CoreResult, DevicePart
from simt.result.stops import Stop

if TYPE_CHECKING:
    from bitarray import bitarray

    from isa.program import Program
    from simt.launch.oracle import Check
    from simt.machine import Machine

SCHEMA = "simt.run/1"


@dataclass(frozen=True, eq=False)
class Ledgers:
    """The three ledgers (docs/processor.md, section 11). Each sums exactly.

    issue_lines, warp_lines: int64 [instructions + 1, reasons], the last row blames no instruction; columns as
    `simt.core.state.reasons.REASONS`. Issue: cycles x issue slots. Warp: launched warps (on a device: of all places) x
    cycles. lane: issued instructions x lanes. Of a device: sums over its cores.
    """

    issue_lines: np.ndarray
    warp_lines: np.ndarray
    lane: Mapping[str, int]

    @property
    def issue(self) -> dict[str, int]:
        """Issue slots by reason, those that occur."""
        return _by_reason(self.issue_lines.sum(axis=0))

    @property
    def warp(self) -> dict[str, int]:
        """Warp cycles by state, those that occur."""
        return _by_reason(self.warp_lines.sum(axis=0))


def _by_reason(row: np.ndarray) -> dict[str, int]:
    """Reason -> count of one ledger row, without zeros."""
    return {REASONS[k]: int(row[k]) for k in np.flatnonzero(row)}


@dataclass(frozen=True, eq=False)
class Events:
    """The event record (docs/processor.md, section 10), or the part of it that was kept.

    instructions: structured array [kept instructions], in order of issue, fields sequence warp pc mask living slot
    instance degree select enter offer retire ready depth. ready: int64 [kept cycles], a bit per warp. slots: int8 [kept
    cycles, issue slots], warps: int8 [kept cycles, launched warps]: indices into `REASONS`. bank_words: uint8 [kept
    cycles, banks], the words that the local access which took effect in the cycle asks of each bank. first: the cycle
    of row 0.
    """

    instructions: np.ndarray
    ready: np.ndarray
    slots: np.ndarray
    warps: np.ndarray
    bank_words: np.ndarray
    first: int = 0

    @property
    def end(self) -> int:
        """One more than the last kept cycle."""
        return self.first + len(self.ready)

    def ready_row(self, warp: int) -> bitarray:
        """Whether a warp is ready, a bit per kept cycle: a row of the FPGA paper's figure 4."""
        from bitarray import bitarray

        row = bitarray()
        row.frombytes(np.packbits(self.ready >> warp & 1 == 1).tobytes())
        del row[len(self.ready) :]
        return row

    def mask(self, index: int, lanes: int) -> bitarray:
        """The active lanes of the kept instruction at `index`, lane 0 first."""
        from bitarray import bitarray

        bits = int(self.instructions["mask"][index])
        return bitarray([bits >> lane & 1 for lane in range(lanes)])


@dataclass(frozen=True, eq=False)
class Result:
    """One run of one program on one machine."""

    program: Program
    machine: Machine
    engine: str  # "cycle" or "functional"
    threads: int  # of a work-group
    cycles: int  # 0 in a functional run
    instructions: int  # issued warp instructions; with bundles: bundles
    stop: Stop | None  # None: ran to its end
    local: Mapping[str, np.ndarray]  # .local arrays by name, in their type
    memory: np.ndarray  # uint32 [local words]: local memory as a whole, on a device that of one core: see `device`
    registers: np.ndarray  # uint32 [warps, registers, lanes], on a device those of the same core
    carry: np.ndarray  # int64 [warps], a bit per lane
    ledgers: Ledgers
    issues: np.ndarray  # int64 [instructions of the program], times issued
    accesses: np.ndarray  # int64 [...], local accesses that entered the LDS; 0 outside the LDS
    passes: np.ndarray  # int64 [...], LDS passes of those (sum of k)
    active_lanes: np.ndarray  # int64 [...], active lanes summed over issues
    disagreements: np.ndarray  # int64 [...], jumps on which the active lanes disagreed
    events: Events | None  # None unless recorded
    check: Check | None = None  # against the oracle, if there is one
    operations: int | None = None  # useful floating-point operations, if the oracle knows them
    seed: int | None = None  # of generated inputs
    inputs_hash: str = ""
    buffers: Mapping[str, np.ndarray] = field(default_factory=dict)  # arrays of global memory by name, in their type
    extra: Mapping[str, Any] = field(default_factory=dict)
    launched: Grid | None = None  # its sizes; None: one work-group of `threads` in a row
    device: DevicePart | None = None  # of a run on a device; registers are those of the trap's core, or core 0

    @property
    def arrays(self) -> dict[str, np.ndarray]:
        """The arrays of local and of global memory by name."""
        return {**self.local, **self.buffers}

    @property
    def completed(self) -> bool:
        """Whether the program ran to its end."""
        return self.stop is None

    @property
    def warps(self) -> int:
        """Launched warps; on a device those of a core, in all its places."""
        places = 1 if self.device is None else self.device.places
        return self.group_warps * places

    @property
    def grid(self) -> Grid:
        """Sizes of the launch and of a work-group."""
        return self.launched if self.launched is not None else Grid((self.threads, 1), (self.threads, 1))

    @property
    def groups(self) -> int:
        """Work-groups of the launch."""
        return self.grid.groups

    @property
    def group_warps(self) -> int:
        """Warps of a work-group."""
        return -(-self.threads // self.machine.warp_size)

    @property
    def cores(self) -> tuple[CoreResult, ...]:
        """The cores of a device; none of a plain processor, and of a functional run."""
        return () if self.device is None else self.device.cores

    @property
    def shown_cores(self) -> int:
        """Cores whose sums the ledgers are."""
        return 1 if not self.cores or (self.device is not None and self.device.shown is not None) else len(self.cores)

    @property
    def slot_total(self) -> int:
        """Issue slots of the run, what the issue ledger sums to; on a device of the cycles that each core has done."""
        cycles = sum(core.cycles for core in self.cores) if self.shown_cores > 1 else self.cycles
        return cycles * self.machine.issue_slots

    def of_core(self, number: int) -> Result:
        """One core of a device as a result of its own: its cycles, ledgers, events, registers and local memory.

        Raises `IndexError` if there is no such core.
        """
        core = self.cores[number]
        assert self.device is not None
        stop = self.stop
        if stop is not None and stop.core not in (-1, number):
            stop = Stop("other_core", core.cycles, core=stop.core)
        return replace(
            self, cycles=core.cycles, stop=stop, instructions=core.instructions, ledgers=core.ledgers,
            issues=core.issues, accesses=core.accesses, passes=core.passes, active_lanes=core.active_lanes,
            disagreements=core.disagreements, memory=core.memory, registers=core.registers, carry=core.carry,
            events=core.events, device=replace(self.device, traffic=core.traffic, shown=number),
        )  # fmt: skip

    @property
    def ipc(self) -> float:
        """Warp instructions per cycle."""
        return self.instructions / self.cycles if self.cycles else 0.0

    @property
    def issued(self) -> int:
        """Issued operations: the warp instructions, or the parts of the bundles."""
        return int(self.issues.sum())

    @property
    def seconds(self) -> float:
        """Time of the simulated cycles at the machine's clock."""
        return self.cycles / (self.machine.clock_mhz * 1e6)

    @cached_property
    def issued_by_unit(self) -> dict[str, int]:
        """Issued warp instructions by unit, control apart."""
        return self.program.by_unit(self.issues.tolist())

    @property
    def fpu_efficiency(self) -> float:
        """Share of the FPU's peak, an instruction every cycle (FPGA paper, section V: 1120 / 3893 = 29 %).

        A warp wider than the FPU, or an interval above 1, makes an instruction count for as many cycles as it
        occupies the unit.
        """
        fpu = self.machine.fpu
        busy = self.issued_by_unit["fpu"] * (self.machine.warp_size // fpu.lanes) * fpu.interval
        return busy / (self.cycles * fpu.count * self.shown_cores) if self.cycles else 0.0

    @property
    def operations_per_second(self) -> float | None:
        """Useful floating-point operations per second at the machine's clock; None if the oracle counts none."""
        return self.operations / self.seconds if self.operations is not None and self.cycles else None

    @property
    def lds_conflict_cycles(self) -> int:
        """LDS cycles beyond one per beat: what bank conflicts cost the LDS, hidden behind other work or not."""
        beats = self.machine.warp_size // self.machine.lds.lanes
        return int((self.passes - self.accesses * beats).sum()) * self.machine.lds.interval

    @property
    def exposed_lds_cycles(self) -> int:
        """Issue slots lost to bank conflicts: with an issue width of 1, the conflict cycles that nothing hides."""
        return self.ledgers.issue.get("bank_conflict", 0) // self.machine.vliw.slots

    @cached_property
    def bounds(self) -> list[Bound]:
        """What each resource alone would need, largest first; of a core's resources that of the busiest core."""
        if self.device is None or not self.cores:
            return bounds_of(self.machine, self.issued_by_unit, self.instructions, int(self.passes.sum()))
        found: dict[str, Bound] = {}
        shown = self.device.shown
        for core in self.cores if shown is None else (self.cores[shown],):
            issued = self.program.by_unit(core.issues.tolist())
            rows = bounds_of(self.machine, issued, core.instructions, int(core.passes.sum()))
            coalescer, _, queue = memory_bounds(self.machine, core.traffic)
            for row in [*rows, coalescer, queue]:
                if row.resource not in found or row.cycles > found[row.resource].cycles:
                    found[row.resource] = row
        found["memory bandwidth"] = memory_bounds(self.machine, self.device.traffic)[1]
        return sorted((row for row in found.values() if row.cycles), key=lambda bound: -bound.cycles)

    @cached_property
    def lines(self) -> list[dict[str, Any]]:
        """One row per instruction of the program: where it stands, what it did, what it cost.

        `lost`: issue slots not filled, by reason; `warp_cycles`: warp states; `passes`: LDS passes, and `degree`
        their mean per beat of an access; `lanes`: active lanes summed over issues; `global`, on a device: accesses to
        global memory, their transactions and bytes. `file` is relative to the kernel's folder.
        """
        beats = self.machine.warp_size // self.machine.lds.lanes
        rows = []
        for pc, location in enumerate(self.program.locations):
            issues, passes, lanes = int(self.issues[pc]), int(self.passes[pc]), int(self.active_lanes[pc])
            lost = _by_reason(self.ledgers.issue_lines[pc])
            lost.pop("issued", None)
            rows.append(
                {
                    "pc": pc,
                    "file": self.short_name(location.file),
                    "line": location.line,
                    "source": location.text.strip(),
                    "issues": issues,
                    "lost": lost,
                    "warp_cycles": _by_reason(self.ledgers.warp_lines[pc]),
                    "passes": passes,
                    "accesses": int(self.accesses[pc]),
                    "degree": passes / (int(self.accesses[pc]) * beats) if passes else None,
                    "lanes": lanes,
                    "active_lanes": lanes / issues if issues else None,
                    "disagreements": int(self.disagreements[pc]),
                }
            )
            if self.device is not None:
                traffic = self.device.traffic
                counts = {name: int(getattr(traffic, name)[pc]) for name in ("accesses", "transactions")}
                rows[-1]["global"] = {**counts, "bytes": int(traffic.moved[pc])}
        return rows

    def short_name(self, file: str) -> str:
        """A source file's name relative to the folder of the kernel, so that equal kernels in two places read alike."""
        if not self.program.source_files:
            return file
        folder = PurePath(self.program.source_files[0]).parent
        try:
            return PurePath(file).relative_to(folder).as_posix()
        except ValueError:
            return file

    @property
    def provenance(self) -> dict[str, Any]:
        """What to name to get the same run again: versions and hashes."""
        from simt.version import __version__

        return {
            "version": __version__,
            "engine": self.engine,
            "machine_hash": self.machine.hash,
            "program_hash": self.program.hash,
            "inputs_hash": self.inputs_hash,
            "seed": self.seed,
        } | ({} if self.device is None else {"launch": [list(self.device.grid.size), list(self.device.grid.local)]})

    def to_dict(self) -> dict[str, Any]:
        """The result as plain values, `schema` first; memory and registers are left out (use `local`, `registers`)."""
        from simt.result.published import published  # views are made from results; this one is also part of them

        check = self.check.to_dict() if self.check else None
        figure = published(self)
        return {
            "schema": SCHEMA,
            "program": {"name": self.program.name, "instructions": len(self.program.words), "threads": self.threads},
            "machine": json.loads(self.machine.model_dump_json()),
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
            "check": check,
            "ledgers": {"issue": self.ledgers.issue, "warp": self.ledgers.warp, "lane": dict(self.ledgers.lane)},
            "record": self._kept(),
            "bounds": {bound.resource: bound.cycles for bound in self.bounds},
            "lds_conflict_cycles": self.lds_conflict_cycles,
            "exposed_lds_cycles": self.exposed_lds_cycles,
            "published": None if figure is None else asdict(figure),
            "lines": self.lines,
            **({} if self.device is None else {"device": self.device.to_dict(self.machine, self.cycles)}),
            **self.extra,
            "provenance": self.provenance,
        }

    def _kept(self) -> dict[str, Any] | None:
        """Which cycles of the event record were kept; None without a record."""
        events = self.events
        if events is None:
            return None
        is_complete = events.first == 0 and events.end == self.cycles
        return {"first": events.first, "end": events.end, "complete": is_complete}

    def to_json(self) -> str:
        """`to_dict` as JSON, ending in a newline."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False) + "\n"

    def __str__(self) -> str:
        from simt.views.summary import summary

        return summary(self)

    def __repr__(self) -> str:
        status = "completed" if self.stop is None else self.stop.kind
        return f"<Result {self.program.name} on {self.machine.name}: {self.cycles} cycles, {status}>"

    def _repr_html_(self) -> str:
        from simt.views.html import result_html

        return result_html(self)
