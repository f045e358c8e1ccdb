"""Running a launch on a device: chunks of windows, cycle limit, Ctrl-C, and what is left behind."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from isa.program import Program
from simt.core.engine.output import Output, Trap, in_chunks, status_of, trap_of
from simt.core.engine.run import entry_points
from simt.core.jit import compiling_without_vectorizer
from simt.core.ledgers.record import Kept, kept_ring, rings
from simt.core.state import layout
from simt.core.state.device_state import DeviceState
from simt.core.state.grid import Grid, places_of
from simt.core.state.layout import Port, mapped
from simt.core.state.state import State
from simt.machine.schema import Machine

CHUNK = 2_000_000  # core cycles per call of the compiled entry point, so that Ctrl-C and progress are prompt


@dataclass(slots=True)
class DeviceOutput(Output):
    """What a device leaves behind. Ledgers and sums are those of all cores; `state` has each core's."""

    status: str
    cycles: int
    trap: Trap | None
    trap_core: int  # the core of the trap, -1 without one
    state: DeviceState
    kept: list[Kept] | None = None  # by core, of the event record; None if the run did not record
    engine: str = "cycle"

    @property
    def core_cycles(self) -> np.ndarray:
        """int64 [cores]: the cycles that each core's ledgers cover."""
        return self.state.runs["cycle"][:, 0].copy()

    @property
    def registers(self) -> np.ndarray:
        """uint32 [cores, warps, registers, lanes], as the last group in each place left them."""
        places = self.state.core.places
        words = self.state.operands.words
        block = words[:, : places.warps * places.block].reshape(len(words), places.warps, -1, places.lanes)
        return block[:, :, : places.registers, :].copy()

    @property
    def scalars(self) -> np.ndarray:
        """uint32 [cores, warps, 128], the scalar registers; [cores, 0, 128] on a machine without explicit masks."""
        return self._scalar_words()[:, :, : layout.SCALARS]

    @property
    def conditions(self) -> np.ndarray:
        """uint32 [cores, warps], SCC; [cores, 0] on a machine without explicit masks."""
        return self._scalar_words()[:, :, layout.SCALARS]

    def _scalar_words(self) -> np.ndarray:
        words = self.state.operands.words
        places = self.state.core.places
        count = places.warps if places.has_scalars else 0
        return words[:, places.first_scalar :][:, : count * layout.SCALAR_WORDS].reshape(
            len(words), count, layout.SCALAR_WORDS
        )

    @property
    def carry(self) -> np.ndarray:
        """int64 [cores, warps], a bit per lane."""
        return self.state.warps["carry"].copy()

    @property
    def local(self) -> np.ndarray:
        """uint32 [cores, local words]."""
        return self.state.memory.words

    @property
    def words(self) -> np.ndarray:
        """uint32: global memory from byte 0."""
        return self.state.device.words

    @property
    def warp_ledger(self) -> np.ndarray:
        """int64 [program + 1, reasons]: warp cycles of all cores by blamed instruction and state."""
        return self.state.ledgers.warp.sum(axis=0)

    @property
    def issue_ledger(self) -> np.ndarray:
        """int64 [program + 1, reasons]: issue slots of all cores by blamed instruction and reason."""
        return self.state.ledgers.issue.sum(axis=0)

    @property
    def stats(self) -> np.ndarray:
        """STATS records [program], of all cores."""
        per_core = self.state.ledgers.stats
        found = np.zeros(per_core.shape[1], layout.STATS)
        for name in layout.STATS.names or ():
            found[name] = per_core[name].sum(axis=0)
        return found

    @property
    def transactions(self) -> tuple[int, int]:
        """Transactions that were granted, and their bytes."""
        far = self.state.device.fars[0]
        return int(far["transactions"]), int(far["bytes"])

    @property
    def _one_core(self) -> State:
        return self.state.core

    @property
    def _warps(self) -> np.ndarray:
        warps: np.ndarray = self.state.warps[max(0, self.trap_core)]
        return warps


def simulate_device(
    program: Program,
    machine: Machine,
    grid: Grid,
    *,
    buffers: np.ndarray,
    words: np.ndarray,
    local: np.ndarray | None = None,
    max_cycles: int = 10_000_000,
    record: range | None = None,
    progress: Callable[[int], object] | None = None,
) -> DeviceOutput:
    """Run a launch on a device to its end, a trap, its limit, or until `progress` says stop.

    buffers: int64 [n, 2], first byte and byte behind the last of each. words: uint32, global memory from byte 0, which
    the run writes to. local: uint32 [local.words], the initial local memory of a group. record: the cycles of which
    the event record is kept, on every core, from cycle 0 on (their number is what memory must hold); None: no record.
    progress: called with the cycle about ten times a second; a true answer stops the run there.
    """
    state = DeviceState.build(program, machine, grid, local, buffers, words)
    if record is not None:
        sizes = machine.issue_width, len(state.core.warps), machine.local.banks
        one = rings(len(record), *sizes)
        state.records = mapped(one, lambda array: np.zeros((machine.cores, *array.shape), array.dtype))
        state.core.fixed.specs[0]["recording"] = 1
    far = state.device.fars[0]
    chunk = max(machine.interconnect.latency, CHUNK // machine.cores)
    was_interrupted = in_chunks(
        far, "cycle", max_cycles, chunk, lambda until: _advance(state, until, max_cycles), progress
    )
    if was_interrupted:
        _advance(state, int(far["cycle"]), int(far["cycle"]))  # runs nothing and closes the ledgers
    trap, core = _first_trap(state)
    return DeviceOutput(
        status=status_of(int(far["status"]), trap, was_interrupted),
        cycles=trap.cycle + 1 if trap else int(far["cycle"]),
        trap=trap,
        trap_core=core,
        state=state,
        kept=_kept(state) if record is not None else None,
    )


def run_groups(
    program: Program,
    machine: Machine,
    grid: Grid,
    *,
    buffers: np.ndarray,
    words: np.ndarray,
    local: np.ndarray | None = None,
    max_instructions: int = 10_000_000,
    progress: Callable[[int], object] | None = None,
) -> DeviceOutput:
    """Run a launch without time, a work-group after the other (docs/processor.md, section 12), as `simulate_device`.

    What is left behind has one core with one place, the last group's; `state.device.fars["ended"]` groups have ended.
    """
    is_alone = min(places_of(program, machine, grid).values()) == 1
    one = machine.replace(cores=1, groups_per_core=1)
    state = DeviceState.build(program, one, grid, local, buffers, words)
    launch = state.ports.launches[0]
    if not is_alone:  # what lies outside the group's own words is out of range, as where it has neighbours
        launch["reach"] = launch["place_words"]
        state.ports = state.ports._replace(local=state.ports.local[: int(launch["place_words"])].copy())
    port = Port(*(array[0] if name in _OF_A_CORE else array for name, array in state.ports._asdict().items()))
    operands, divergence, memory, ledgers = (
        mapped(group, lambda array: array[0])
        for group in (state.operands, state.divergence, state.memory, state.ledgers)
    )
    run = state.runs[0, 0]

    def advance_to(until: int) -> None:
        entry_points().groups(
            state.core.fixed, state.runs[0], state.warps[0], operands, divergence, memory, ledgers, port, state.device,
            np.int64(until),
        )  # fmt: skip

    was_interrupted = in_chunks(run, "sequence", max_instructions, CHUNK, advance_to, progress)
    trap, trap_core = _first_trap(state)
    status = status_of(int(run["status"]), trap, was_interrupted)
    return DeviceOutput(status, 0, trap, trap_core, state, engine="functional")


_SHARED = ("launches", "buffers", "template", "copies", "local")
_OF_A_CORE = tuple(name for name in Port._fields if name not in _SHARED)


def _advance(state: DeviceState, until: int, limit: int) -> None:
    with compiling_without_vectorizer(("device", state.divergence is not None)):
        entry_points().device(
            state.core.fixed, state.runs, state.pipelines, state.warps, state.wheels, state.operands, state.divergence,
            state.memory, state.ledgers, state.records, state.device, state.ports, np.int64(until), np.int64(limit),
        )  # fmt: skip


def _first_trap(state: DeviceState) -> tuple[Trap | None, int]:
    """The first trap by cycle, then by core."""
    runs = state.runs[:, 0]
    trapped = [core for core in range(len(runs)) if runs[core]["trap"]]
    if not trapped:
        return None, -1
    core = min(trapped, key=lambda number: (int(runs[number]["trap_cycle"]), number))
    return trap_of(runs[core]), core


def _kept(state: DeviceState) -> list[Kept]:
    """Each core's part of the record."""
    found: list[Any] = []
    for core in range(len(state.runs)):
        run = state.runs[core, 0]
        one = mapped(state.records, operator.itemgetter(core))
        found.append(kept_ring(one, 0, int(run["cycle"]), 0, int(run["sequence"])))
    return found
