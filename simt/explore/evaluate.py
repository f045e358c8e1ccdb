"""One point of a sweep: a kernel with its inputs on a machine, and the row of results that comes of it.

What does not change from point to point is made once and kept: the assembled kernel, its inputs, the image of local
memory, whether it fits. A point then costs little more than its simulation, which releases the interpreter's lock.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from isa.diagnostics import SimtError
from isa.program import Program
from simt.core.engine import RunOutput, compile_needed, optional_groups, simulate
from simt.core.layout import BANK_CONFLICT, STATS
from simt.core.lowering import values_of
from simt.core.reasons import LANE_KINDS, REASONS
from simt.core.state import Launch
from simt.explore.store import COLUMNS, Row
from simt.inputs import InputError, bind, typed
from simt.launch import check_fits, result_of
from simt.machine import Machine
from simt.machine.judging import judge, machine_of
from simt.machine.settings import Setting
from simt.oracle import Oracle, OracleError
from simt.programs import find_program, load_program
from simt.result import bounds_of

__all__ = [
    "Interrupted",
    "Ready",
    "Workload",
    "examine",
    "examine_on",
    "execute",
    "measure",
    "point_machine",
    "prepare",
    "will_compile",
]

# Parts of a machine that decide no question of fit: timing, and banks, which divide the words.
_NO_MATTER_OF_FIT = ("name", "description", "clock_mhz", "scheduler", "front_end", "retire", "alu", "fpu", "lds")
_FIT = tuple(name for name in Machine.model_fields if name not in _NO_MATTER_OF_FIT)


class Interrupted(Exception):  # noqa: N818  # not an error
    """The sweep is to stop: this point has no result."""


@dataclass
class Workload:
    """A kernel, assembled, with its inputs; or `failure`, why there is none. Is sent to workers."""

    identity: str
    program: Program | None = None
    threads: int = 0
    inputs: Mapping[str, Any] = field(default_factory=dict)
    oracle: Oracle | None = None
    operations: int | None = None
    failure: tuple[str, str, str] | None = None  # status, code, reason
    wanted: Mapping[str, Any] | None = None  # what the oracle expects
    _images: dict[Any, tuple[Program, np.ndarray, str]] = field(default_factory=dict)
    _packed: dict[tuple[int, int, int], Program] = field(default_factory=dict)
    _fits: dict[Any, LaunchProblem | None] = field(default_factory=dict)
    _checks: dict[bytes, tuple[str, str | None, str | None, float | None]] = field(default_factory=dict)

    def __getstate__(self) -> dict[str, Any]:
        """Without what each process makes for itself; an oracle's module stays here, what it expects goes."""
        state = {**self.__dict__, "_images": {}, "_packed": {}, "_fits": {}, "_checks": {}}
        if self.oracle is not None:
            state["oracle"] = self.oracle.detached()
        return state


LaunchProblem = tuple[str, str]  # code, reason


def prepare(
    name: str,
    *,
    defines: Mapping[str, int | float | str],
    include_paths: tuple[str, ...] = (),
    threads: int | None = None,
    seed: int = 1,
    check: bool = True,
    source_hash: str = "",
) -> Workload:
    """Assemble a kernel and make its inputs. What goes wrong is in `failure`: the point is recorded as such."""
    identity = _digest([source_hash, sorted(defines.items()), threads, seed, check])
    try:
        path = find_program(name)
        program = load_program(path, defines=defines, include_paths=include_paths)
        oracle = Oracle.beside(path)
        inputs: Mapping[str, Any] = {}
        if oracle is not None:
            inputs = typed(program, oracle.inputs(program, seed))
        wanted = oracle.expected(program, inputs) if oracle is not None and check else None
        operations = oracle.operations(program) if oracle is not None else None
    except (InputError, OracleError) as error:
        return Workload(identity, failure=("oracle", error.code, _short(error)))
    except SimtError as error:
        return Workload(identity, failure=("assembly", error.code, _short(error)))
    count = program.threads if threads is None else threads
    return Workload(identity, program, count, inputs, oracle, operations, None, wanted)


def point_machine(
    base: Mapping[str, Setting], settings: Mapping[str, Setting]
) -> tuple[Machine | None, tuple[str, str, str]]:
    """The machine of a point, or why there is none: status, code, reason. `settings` stand above `base`."""
    chosen = {**base, **settings}
    machine = machine_of(chosen)
    if machine is not None:
        return machine, ("", "", "")
    problems = judge(list(chosen.values()))[2]
    return None, ("contradiction", problems[0].code, "; ".join(problem.message for problem in problems))


@dataclass(frozen=True, slots=True)
class Ready:
    """A point before its run. `row` is there if there is nothing to run: it does not fit, or there is no machine."""

    key: str
    row: Row | None
    machine: Machine | None = None
    program: Program | None = None
    memory: np.ndarray | None = None
    hashes: tuple[str, str, str] = ("", "", "")


def examine(workload: Workload, base: Mapping[str, Setting], settings: Mapping[str, Setting], max_cycles: int) -> Ready:
    """What a point comes to: the machine, the program with its inputs, and the hash of all that decides the run."""
    machine, failure = point_machine(base, settings)
    if machine is None:
        # Without a machine there is no hash of one: what was asked for stands in for it.
        asked = {key: setting.value for key, setting in {**base, **settings}.items()}
        machine_hash = _digest({key: value for key, value in asked.items() if key not in ("name", "description")})
        return _nothing_to_run(workload, failure, machine_hash, max_cycles)
    return examine_on(workload, machine, max_cycles)


def examine_on(workload: Workload, machine: Machine, max_cycles: int) -> Ready:
    """`examine` for a machine that is there already."""
    machine_hash, program = machine.hash, workload.program
    if program is None:
        assert workload.failure is not None
        return _nothing_to_run(workload, workload.failure, machine_hash, max_cycles)
    if machine.vliw.slots > 1:
        program = _bundles(workload, program, machine)
    problem = _fit_problem(workload, program, machine)
    if problem is not None:
        return _nothing_to_run(workload, ("unfit", *problem), machine_hash, max_cycles)
    bound, memory, inputs_hash = _image(workload, program, machine)
    hashes = (machine_hash, bound.hash, inputs_hash)
    about = f"{' '.join(hashes)} {workload.threads} {max_cycles} {workload.wanted is not None}"
    key = hashlib.sha256(about.encode()).hexdigest()[:32]
    return Ready(key, None, machine, bound, memory, hashes)


def _nothing_to_run(workload: Workload, failure: tuple[str, str, str], machine_hash: str, max_cycles: int) -> Ready:
    key = _digest(["failed", machine_hash, workload.identity, max_cycles])
    program_hash = workload.program.hash if workload.program is not None else None
    return Ready(key, _failed(key, failure, machine_hash, program_hash))


def execute(workload: Workload, ready: Ready, max_cycles: int, is_over: Callable[[], bool] = lambda: False) -> Row:
    """Run a point. Raises `Interrupted` when `is_over` says so in mid-run."""
    return measure(workload, ready, max_cycles, is_over)[0]


def measure(
    workload: Workload, ready: Ready, max_cycles: int, is_over: Callable[[], bool] = lambda: False
) -> tuple[Row, RunOutput | None]:
    """`execute`, with the engine's arrays beside the row; None for a point with nothing to run."""
    machine, program = ready.machine, ready.program
    if ready.row is not None:
        return ready.row, None
    assert machine is not None
    assert program is not None
    with _first_of_its_kind(machine):
        output = simulate(
            program, machine, Launch(workload.threads), local=ready.memory, max_cycles=max_cycles,
            progress=lambda _: is_over(),
        )  # fmt: skip
    if output.status == "interrupted":
        raise Interrupted
    return _row(ready.key, workload, output, program, machine, ready.hashes), output


def _bundles(workload: Workload, program: Program, machine: Machine) -> Program:
    """The program as a machine with bundles runs it: a scalar one packed, as `simt run` does it."""
    about = machine.vliw.slots, machine.registers, machine.program.words
    if about not in workload._packed:
        from isa.packer import pack_for_machine  # only machines with bundles pay for loading it

        slots, registers, words = about
        workload._packed[about] = pack_for_machine(
            program, slots, registers=registers, words=words, threads=workload.threads
        )
    return workload._packed[about]


def _image(workload: Workload, program: Program, machine: Machine) -> tuple[Program, np.ndarray, str]:
    """The program with its parameters, the initial local memory, the hash of the inputs."""
    about = machine.local.words, program.words
    found = workload._images.get(about)
    if found is None:
        bound, memory = bind(program, machine, workload.inputs)
        digest = hashlib.sha256(memory.tobytes() + repr(bound.constants).encode()).hexdigest()
        found = workload._images[about] = (bound, memory, digest)
    return found


def _fit_problem(workload: Workload, program: Program, machine: Machine) -> LaunchProblem | None:
    """Why the machine cannot run the program: code and reason."""
    about = values_of(machine, _FIT)
    if about not in workload._fits:
        try:
            check_fits(program, machine, workload.threads)
            workload._fits[about] = None
        except SimtError as error:
            diagnostics = getattr(error, "diagnostics", [])
            reason = "; ".join(found.message for found in diagnostics) or error.message
            workload._fits[about] = (error.code, reason)
    return workload._fits[about]


_lock = threading.Lock()
_ready: set[tuple[bool, ...]] = set()  # kinds of machines that the engine is compiled for


class _first_of_its_kind:  # noqa: N801  # reads as a condition
    """Holds the others back while a thread compiles the engine for a kind of machine."""

    def __init__(self, machine: Machine) -> None:
        self._kind = optional_groups(machine)
        self._is_first = False

    def __enter__(self) -> None:
        if self._kind not in _ready:
            _lock.acquire()
            self._is_first = True

    def __exit__(self, *_: object) -> None:
        if self._is_first:
            _ready.add(self._kind)
            _lock.release()


def will_compile(machine: Machine) -> bool:
    """Whether the engine still has to be compiled for this kind of machine."""
    groups = optional_groups(machine)
    return groups not in _ready and compile_needed("cycle", groups)


# --- rows -------------------------------------------------------------------------------------------------------------


def _row(
    key: str, workload: Workload, output: RunOutput, program: Program, machine: Machine, hashes: tuple[str, str, str]
) -> Row:
    """What `Result` tells of the run, read from the engine's arrays with less ado: it is done for every point."""
    status, code, reason, error = _outcome(workload, output, program, machine, hashes[2])
    cycles = output.cycles
    stats = output.stats[: len(program.words)]
    sums = dict(zip(STATS.names or (), stats.view(np.int64).reshape(len(stats), -1).sum(axis=0).tolist(), strict=True))
    counts = _unit_matrix(program) @ stats["issues"]
    issued = dict(zip(_UNITS, counts.tolist(), strict=True))
    bounds = bounds_of(machine, issued, output.instructions, sums["passes"])
    issue, warp = output.issue_ledger.sum(axis=0).tolist(), output.warp_ledger.sum(axis=0).tolist()
    lanes = output.instructions * machine.warp_size
    active, diverged, tail = sums["active"], sums["diverged"], sums["tail"]
    fpu, beats = machine.fpu, machine.warp_size // machine.lds.lanes
    busy = issued["fpu"] * (machine.warp_size // fpu.lanes) * fpu.interval
    return (
        key, status, code, reason, cycles, output.instructions,
        output.instructions / cycles if cycles else 0.0,
        busy / (cycles * fpu.count) if cycles else 0.0,
        cycles / (machine.clock_mhz * 1e6), workload.operations, error,
        workload.threads, -(-workload.threads // machine.warp_size),
        bounds[0].resource if bounds else None, bounds[0].cycles if bounds else None,
        (sums["passes"] - sums["entered"] * beats) * machine.lds.interval, issue[BANK_CONFLICT],
        _ledger(REASONS, issue), _ledger(REASONS, warp),
        _ledger(LANE_KINDS, (active, diverged, lanes - active - diverged - tail, tail)), *hashes,
    )  # fmt: skip


_UNITS = ("fpu", "alu", "lds", "control")


@lru_cache(maxsize=256)
def _unit_matrix(program: Program) -> np.ndarray:
    """int64 [units, instructions]: 1 where an instruction is one of the unit."""
    units = [instruction.spec.unit if instruction is not None else "" for instruction in program.instructions]
    return np.array([[unit == name for unit in units] for name in _UNITS], np.int64)


def _ledger(names: Sequence[str], counts: Sequence[int]) -> str:
    """JSON, without zeros."""
    return "{" + ", ".join([f'"{names[k]}": {count}' for k, count in enumerate(counts) if count]) + "}"


def _failed(key: str, failure: tuple[str, str, str], machine_hash: str, program_hash: str | None) -> Row:
    known = {
        "key": key, "status": failure[0], "code": failure[1], "reason": failure[2], "machine_hash": machine_hash,
        "program_hash": program_hash,
    }  # fmt: skip
    return tuple(known.get(name) for name in COLUMNS)


def _outcome(
    workload: Workload, output: RunOutput, program: Program, machine: Machine, inputs_hash: str
) -> tuple[str, str | None, str | None, float | None]:
    """Status, code, reason, largest relative error."""
    if output.status == "done":
        if workload.wanted is None or workload.oracle is None:
            return "done", None, None, None
        # Machines that compute the same need no second comparison.
        words = output.local[: program.local_words].tobytes()
        found = workload._checks.get(words)
        if found is not None:
            return found
    result = result_of(output, program, machine, workload.threads, inputs_hash)
    stop = result.stop
    if stop is not None:
        place = f" at instruction {stop.pc} of warp {stop.warp}" if stop.pc >= 0 and stop.kind != "deadlock" else ""
        return stop.kind, stop.code, f"{stop.kind} in cycle {stop.cycle}{place}", None
    assert workload.wanted is not None
    assert workload.oracle is not None
    try:
        check = workload.oracle.compare(result, workload.wanted)
    except OracleError as error:
        return "oracle", error.code, _short(error), None
    error_size = check.max_relative_error if np.isfinite(check.max_relative_error) else None
    if check.passed:
        found = ("done", None, None, error_size)
    else:
        where = f"{check.array}[{check.index}] is {check.got:.9g}, not {check.want:.9g}"
        found = ("wrong", "E0605", where, error_size)
    if len(workload._checks) < 64:
        workload._checks[words] = found
    return found


def _short(error: SimtError) -> str:
    """The message of an error in one line, with its place."""
    diagnostics = [found for found in getattr(error, "diagnostics", []) if found.severity == "error"]
    if not diagnostics:
        return error.message
    first = diagnostics[0]
    place = f" ({first.file.rpartition('/')[2]}:{first.line})" if first.line else ""
    return f"{first.message}{place}"


def _digest(content: object) -> str:
    """128 bits, in hex."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()[:32]
