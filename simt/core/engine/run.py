"""The compiled entry points and the loop around them: chunks of cycles, the record, the cycle limit, Ctrl-C.

An entry point is compiled once per installation and cached beside this file (or where NUMBA_CACHE_DIR says). numba
looks only at this file when it judges a cache entry, so a change of another block would go unseen; therefore the
fingerprint of all kernel sources and tables is closed over as an integer, which is part of the key.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import types

from isa.program import Program
from isa.table import table_hash
from simt.core.engine.batch import Stack, stack_of_one
from simt.core.engine.output import Output, Trap, in_chunks, status_of, trap_of
from simt.core.jit import compiling_without_vectorizer, entry
from simt.core.ledgers.record import Kept, Recorder
from simt.core.loops.accounting import close
from simt.core.loops.cycle import run_cycles
from simt.core.loops.device import run_device
from simt.core.loops.functional import run_functional, run_groups
from simt.core.state import layout
from simt.core.state.layout import RUNNING
from simt.core.state.parts import (
    bundles_of,
    divergence_of,
    fixed_of,
    ledgers_of,
    memory_of,
    operands_of,
    pipeline_of,
    record_of,
    register_file_of,
)
from simt.core.state.reasons import REASONS
from simt.core.state.state import Launch, State, register_banks
from simt.machine import rules
from simt.machine.schema import Machine

# Cycles (or instructions) per call of a compiled entry point: a tenth of a second, so Ctrl-C and progress are prompt.
CHUNK = 2_000_000


class EntryPoints(NamedTuple):
    """The compiled functions that Python calls, by the engine that each of them is."""

    cycle: Any
    functional: Any
    device: Any  # the cycle engine of a device
    groups: Any  # the functional engine of a device, a work-group after the other


@cache
def fingerprint() -> int:
    """63 bits that change whenever anything that is compiled into the entry points changes."""
    digest = hashlib.sha256(f"{table_hash()} {REASONS}".encode() + Path(rules.__file__).read_bytes())
    core = Path(__file__).parents[1]
    for path in sorted(core.rglob("*.py")):
        digest.update(path.relative_to(core).as_posix().encode() + path.read_bytes())
    return int.from_bytes(digest.digest()[:8], "big") >> 1


def _build(entry_fingerprint: int) -> EntryPoints:
    @entry
    def cycle_entry(
        fixed, runs, pipeline, bundles, register_file, warps, wheel, operands, divergence, memory, ledgers, record,
        until, limit,
    ):  # fmt: skip
        if entry_fingerprint < 0:  # keeps the fingerprint in the closure, and so in the cache key
            return
        # Here a stack of states comes in (stack_of_states.py); they run one after the other, without Python in between.
        for b in range(runs.shape[0]):
            one, units, file = fixed_of(b, fixed), pipeline_of(b, pipeline), operands_of(b, operands)
            parts, banks, sums = bundles_of(b, bundles), register_file_of(b, register_file), ledgers_of(b, ledgers)
            run_cycles(
                one, runs[b], units, parts, banks, warps[b], wheel[b], file, divergence_of(b, divergence),
                memory_of(b, memory), sums, record_of(b, record), None, until,
            )  # fmt: skip
            run = runs[b, 0]
            if run.status == RUNNING and run.cycle >= limit:
                close(one, run, units, parts, banks, warps[b], None, sums, run.cycle)

    @entry
    def functional_entry(fixed, runs, bundles, warps, operands, divergence, memory, ledgers, until):
        if entry_fingerprint < 0:
            return
        run_functional(fixed, runs, bundles, warps, operands, divergence, memory, ledgers, None, None, until)

    @entry
    def device_entry(
        fixed, runs, pipelines, warps, wheels, operands, divergence, memory, ledgers, records, device, ports, until,
        limit,
    ):  # fmt: skip
        if entry_fingerprint < 0:
            return
        run_device(
            fixed, runs, pipelines, warps, wheels, operands, divergence, memory, ledgers, records, device, ports, until,
            limit,
        )  # fmt: skip

    @entry
    def groups_entry(fixed, runs, warps, operands, divergence, memory, ledgers, port, device, until):
        if entry_fingerprint < 0:
            return
        run_groups(fixed, runs, warps, operands, divergence, memory, ledgers, port, device, until)

    return EntryPoints(cycle_entry, functional_entry, device_entry, groups_entry)


@cache
def entry_points() -> EntryPoints:
    """All of them; each is compiled at its first call."""
    return _build(fingerprint())


# The groups that a machine may lack; which of them it has decides which compilation of an entry point it needs.
OPTIONAL = ("divergence", "bundles", "register_file")


def optional_groups(machine: Machine) -> tuple[bool, ...]:
    """Which of the groups OPTIONAL a machine's engine has."""
    return machine.branch.policy != "first_thread", machine.vliw.slots > 1, register_banks(machine) is not None


def _is_compiled(dispatcher: Any, signatures: Iterable[Any], groups: tuple[bool, ...]) -> bool:
    """Whether one of an entry point's signatures is for machines with these optional groups."""
    names = dispatcher.py_func.__code__.co_varnames
    asked = [(names.index(name), has) for name, has in zip(OPTIONAL, groups, strict=True) if name in names]
    return any(all((signature[place] != types.none) == has for place, has in asked) for signature in signatures)


def compile_needed(engine: str = "cycle", groups: tuple[bool, ...] = (False,) * len(OPTIONAL)) -> bool:
    """Whether the next run compiles: nothing in memory, and nothing on disk for these sources and this processor.

    engine: a field of EntryPoints. groups: the machine's `optional_groups`.

    numba has no public way to ask, so its cache is read as it would read it. numba itself fails at a damaged cache (a
    disk that was full, a computer switched off); therefore a damaged one is emptied.
    """
    dispatcher = getattr(entry_points(), engine)
    if not hasattr(dispatcher, "signatures") or _is_compiled(dispatcher, dispatcher.signatures, groups):
        return False  # compilation is off, or it is done
    library = dispatcher._cache
    try:
        codegen = dispatcher.targetctx.codegen()
        for key, name in library._cache_file._load_index().items():
            if key == library._index_key(key[0], codegen) and _is_compiled(dispatcher, [key[0]], groups):
                library._cache_file._load_data(name)
                return False
    except FileNotFoundError:  # numba compiles then
        pass
    except Exception:  # whatever unpickling half a file raises
        with contextlib.suppress(OSError):
            library.flush()
    return True


@dataclass(slots=True)
class RunOutput(Output):
    """What an engine leaves behind: plain arrays and numbers, no names of a program's arrays, no rendering."""

    status: str
    cycles: int
    trap: Trap | None
    state: State
    engine: str
    kept: Kept | None = None  # of the event record; None if the run did not record

    @property
    def registers(self) -> np.ndarray:
        """uint32 [warps, registers, lanes]."""
        return self.state.registers()

    @property
    def scalars(self) -> np.ndarray:
        """uint32 [warps, 128], the scalar registers; [0, 128] on a machine without explicit masks."""
        return self.state.scalars()[:, : layout.SCALARS]

    @property
    def conditions(self) -> np.ndarray:
        """uint32 [warps], SCC; [0] on a machine without explicit masks."""
        return self.state.scalars()[:, layout.SCALARS]

    @property
    def carry(self) -> np.ndarray:
        """int64 [warps], a bit per lane."""
        return self.state.warps["carry"].copy()

    @property
    def local(self) -> np.ndarray:
        """uint32 [local words]."""
        return self.state.memory.words

    @property
    def warp_ledger(self) -> np.ndarray:
        """int64 [program + 1, reasons]: warp cycles by blamed instruction (last row: nothing) and state."""
        return self.state.ledgers.warp

    @property
    def issue_ledger(self) -> np.ndarray:
        """int64 [program + 1, reasons]: issue slots by blamed instruction (last row: nothing) and reason."""
        return self.state.ledgers.issue

    @property
    def stats(self) -> np.ndarray:
        """STATS records [program]."""
        return self.state.ledgers.stats

    @property
    def _one_core(self) -> State:
        return self.state

    @property
    def _warps(self) -> np.ndarray:
        warps: np.ndarray = self.state.warps
        return warps


def advance(state: State, engine: str, until: int, limit: int) -> None:
    """Run a state to cycle (functional: instruction) `until`; the ledgers are closed when that is the `limit`."""
    if engine == "functional":
        entry_points().functional(
            state.fixed, state.runs, state.bundles, state.warps, state.operands, state.divergence, state.memory,
            state.ledgers, np.int64(until),
        )  # fmt: skip
        return
    advance_all(stack_of_one(state), until, limit)


def advance_all(stack: Stack, until: int, limit: int) -> None:
    """Run every state of a stack to cycle `until`; the ledgers are closed when that is the `limit`."""
    groups = (getattr(stack, name) is not None for name in OPTIONAL)
    with compiling_without_vectorizer(("cycle", *groups)):
        entry_points().cycle(*stack, np.int64(until), np.int64(limit))


def simulate(
    program: Program,
    machine: Machine,
    launch: Launch,
    *,
    local: np.ndarray | None = None,
    max_cycles: int = 10_000_000,
    engine: str = "cycle",
    record: bool | range = False,
    progress: Callable[[int], object] | None = None,
) -> RunOutput:
    """Run a launch to its end, a trap, its limit, or until `progress` says stop.

    local: uint32 [local.words], the initial local memory. max_cycles: cycles (functional engine: instructions).
    record: True keeps the last cycles of the event record, as many as fit into RECORD_BYTES; a range those cycles.
    progress: called with the cycle (instruction) count about ten times a second; a true answer stops the run there.
    """
    state = State.build(program, machine, launch)
    if local is not None:
        state.memory.words[:] = local
    return finish(state, max_cycles=max_cycles, engine=engine, record=record, progress=progress)


def finish(
    state: State,
    *,
    max_cycles: int,
    engine: str = "cycle",
    record: bool | range = False,
    progress: Callable[[int], object] | None = None,
) -> RunOutput:
    """Run a state, from wherever it is, as `simulate` does."""
    run = state.runs[0]
    counter = "cycle" if engine == "cycle" else "sequence"
    recorder = None
    if record is not False:
        recorder = Recorder(state, range(layout.NEVER) if record is True else record)

    def advance_to(until: int) -> None:
        advance(state, engine, min(until, recorder.switch()) if recorder else until, max_cycles)

    was_interrupted = in_chunks(run, counter, max_cycles, CHUNK, advance_to, progress)
    if was_interrupted:
        advance(state, engine, int(run[counter]), int(run[counter]))  # runs nothing and closes the ledgers
    return output_of(state, engine, recorder.kept() if recorder else None, was_interrupted)


def output_of(
    state: State, engine: str = "cycle", kept: Kept | None = None, was_interrupted: bool = False
) -> RunOutput:
    """What a run that is over has left behind in `state`."""
    run = state.runs[0]
    trap = trap_of(run)
    return RunOutput(
        status=status_of(int(run["status"]), trap, was_interrupted),
        cycles=int(run["cycle"]),
        trap=trap,
        state=state,
        engine=engine,
        kept=kept,
    )


assert len(REASONS) < 128, "reasons are stored as int8"
