"""One point of a sweep: a kernel with its inputs on a machine, and the row of results that comes of it.

What does not change from point to point is made once and kept: the assembled kernel, its inputs, the image of local
memory, whether it fits, the tables of machines. Several points are run by one call of the compiled engine, which does
not hold the interpreter's lock. What is left of Python, under the lock, is what threads cannot do side by side: some 80
us of processor time per point of fft128, to 200 us in the engine (`benches.bench_sweep --steps`). It was 330 us, most
of it pydantic's validation of each machine, a state made of thirty new arrays, and whole programs as keys of a cache.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from isa.diagnostics import SimtError
from isa.program import Program
from simt.core.engine import CHUNK, RunOutput, advance_all, compile_needed, finish, optional_groups, simulate
from simt.core.grid import Grid
from simt.core.layout import DONE
from simt.core.lowering import values_of
from simt.core.stack_of_states import Batch, structure_of
from simt.core.state import Launch, State
from simt.explore.rows import Image, outcome_of, row_of_device, rows_of, short, unit_matrix
from simt.explore.store import COLUMNS, Row
from simt.inputs import Bound, InputError, bind, place_buffers, typed
from simt.launch import check_fits
from simt.machine import Machine
from simt.machine.judging import judge
from simt.machine.settings import Setting
from simt.machine.variants import Variants
from simt.oracle import Oracle, OracleError
from simt.programs import find_program, load_program
from simt.sizes import SizeError, check_places, needs_device, resolve_sizes

__all__ = [
    "Interrupted", "Ready", "Runner", "Workload", "examine", "examine_on", "execute", "measure", "point_machine",
    "prepare", "will_compile",
]  # fmt: skip

# Parts of a machine that decide no question of fit: timing, and banks, which divide the words.
_NO_MATTER_OF_FIT = (
    "name", "description", "clock_mhz", "scheduler", "front_end", "retire", "register_file", "alu", "fpu", "lds",
)  # fmt: skip
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
    grid: Grid | None = None  # the sizes of the launch
    _images: dict[Any, Image] = field(default_factory=dict)
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
        default = oracle.launch(program) if oracle is not None else None
        grid = resolve_sizes(program, threads=threads, default=default)
        inputs: Mapping[str, Any] = {}
        if oracle is not None:
            inputs = typed(program, oracle.inputs(program, seed, grid))
        place_buffers(program, inputs)  # raises if there is a buffer without a length
        wanted = oracle.expected(program, inputs, grid) if oracle is not None and check else None
        operations = oracle.operations(program, grid) if oracle is not None else None
    except (InputError, OracleError, SizeError) as error:
        return Workload(identity, failure=("oracle", error.code, short(error)))
    except SimtError as error:
        return Workload(identity, failure=("assembly", error.code, short(error)))
    count = grid.threads if grid is not None else threads or 0
    return Workload(identity, program, count, inputs, oracle, operations, None, wanted, grid)


def point_machine(
    base: Mapping[str, Setting], settings: Mapping[str, Setting]
) -> tuple[Machine | None, tuple[str, str, str]]:
    """The machine of a point, or why there is none: status, code, reason. `settings` stand above `base`."""
    found = _variants(base).machine(settings)
    if found is not None:
        return found[0], ("", "", "")
    return None, _contradiction(base, settings)


def _contradiction(base: Mapping[str, Setting], settings: Mapping[str, Setting]) -> tuple[str, str, str]:
    problems = judge(list({**base, **settings}.values()))[2]
    return "contradiction", problems[0].code, "; ".join(problem.message for problem in problems)


_known_bases: deque[Variants] = deque(maxlen=16)


def _variants(base: Mapping[str, Setting]) -> Variants:
    """The machines on a base; the same for the same object."""
    for found in list(_known_bases):
        if found.base is base:
            return found
    found = Variants(base)
    _known_bases.append(found)
    return found


@dataclass(frozen=True, slots=True)
class Ready:
    """A point before its run. `row` is there if there is nothing to run: it does not fit, or there is no machine."""

    key: str
    row: Row | None
    machine: Machine | None = None
    image: Image | None = None
    hashes: tuple[str, str, str] = ("", "", "")


def examine(workload: Workload, base: Mapping[str, Setting], settings: Mapping[str, Setting], max_cycles: int) -> Ready:
    """What a point comes to: the machine, the program with its inputs, and the hash of all that decides the run.

    What was found out about the machines on `base` is kept for later points: it is not to be changed afterwards.
    """
    found = _variants(base).machine(settings)
    if found is None:
        failure = _contradiction(base, settings)
        # Without a machine there is no hash of one: what was asked for stands in for it.
        asked = {key: setting.value for key, setting in {**base, **settings}.items()}
        machine_hash = _digest({key: value for key, value in asked.items() if key not in ("name", "description")})
        return _nothing_to_run(workload, failure, machine_hash, max_cycles)
    return examine_on(workload, *found, max_cycles)


def examine_on(workload: Workload, machine: Machine, machine_hash: str, max_cycles: int) -> Ready:
    """`examine` for a machine that is there already, with its hash."""
    program = workload.program
    if program is None:
        assert workload.failure is not None
        return _nothing_to_run(workload, workload.failure, machine_hash, max_cycles)
    if machine.vliw.slots > 1:
        program = _bundles(workload, program, machine)
    problem = _fit_problem(workload, program, machine)
    if problem is not None:
        return _nothing_to_run(workload, ("unfit", *problem), machine_hash, max_cycles)
    image = _image(workload, program, machine)
    hashes = (machine_hash, image.program.hash, image.inputs_hash)
    about = f"{' '.join(hashes)} {workload.threads} {max_cycles} {workload.wanted is not None}"
    if workload.grid is not None and workload.grid.size != (workload.threads, 1):
        about += f" {workload.grid.size} {workload.grid.local}"
    key = hashlib.sha256(about.encode()).hexdigest()[:32]
    return Ready(key, None, machine, image, hashes)


def _nothing_to_run(workload: Workload, failure: tuple[str, str, str], machine_hash: str, max_cycles: int) -> Ready:
    key = _digest(["failed", machine_hash, workload.identity, max_cycles])
    program_hash = workload.program.hash if workload.program is not None else None
    return Ready(key, _failed(key, failure, machine_hash, program_hash))


def execute(workload: Workload, ready: Ready, max_cycles: int, is_over: Callable[[], bool] = lambda: False) -> Row:
    """Run a point. Raises `Interrupted` when `is_over` says so in mid-run."""
    return Runner().run(workload, [ready], max_cycles, is_over)[0]


def measure(
    workload: Workload, ready: Ready, max_cycles: int, is_over: Callable[[], bool] = lambda: False
) -> tuple[RunOutput | None, str, str]:
    """Run a point for the engine's arrays: them, status and reason as in a row. None where there was nothing to run.

    Raises `Interrupted` as `execute` does.
    """
    if ready.row is not None:
        facts = dict(zip(COLUMNS, ready.row, strict=True))
        return None, str(facts["status"]), str(facts["reason"] or "")
    machine, image = ready.machine, ready.image
    assert machine is not None
    assert image is not None
    if machine.is_device:
        return None, "device", f"{machine.name} is a device, and what is asked of a plain processor's run it has not"
    with _first_of_its_kind(machine):
        output = simulate(
            image.program, machine, Launch(workload.threads), local=image.memory, max_cycles=max_cycles,
            progress=lambda _: is_over(),
        )  # fmt: skip
    if output.status == "interrupted":
        raise Interrupted
    words = output.local[: image.program.local_words].tobytes()
    found = workload._checks.get(words) if output.status == "done" else None
    status, _, reason, _ = found or outcome_of(workload, output, words, image.program, machine, image.inputs_hash)
    return output, status, reason or ""


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


def _image(workload: Workload, program: Program, machine: Machine) -> Image:
    """The program with its inputs."""
    about = machine.local.words, program.words
    found = workload._images.get(about)
    if found is None:
        bound, memory, words = bind(program, machine, workload.inputs)
        digest = hashlib.sha256(memory.tobytes() + words.tobytes() + repr(bound.constants).encode()).hexdigest()
        found = workload._images[about] = Image(bound, memory, digest, unit_matrix(bound), words)
    return found


def _fit_problem(workload: Workload, program: Program, machine: Machine) -> LaunchProblem | None:
    """Why the machine cannot run the program: code and reason."""
    if workload.grid is not None and needs_device(machine, workload.grid):
        try:
            check_fits(program, machine, workload.threads)
            check_places(program, machine, workload.grid)
        except SimtError as error:
            return _reasons(error)
        return None
    about = values_of(machine, _FIT)
    if about not in workload._fits:
        try:
            check_fits(program, machine, workload.threads)
            workload._fits[about] = None
        except SimtError as error:
            workload._fits[about] = _reasons(error)
    return workload._fits[about]


def _reasons(error: SimtError) -> LaunchProblem:
    diagnostics = getattr(error, "diagnostics", [])
    return error.code, "; ".join(found.message for found in diagnostics) or error.message


_lock = threading.Lock()
_ready: set[tuple[str | bool, ...]] = set()  # kinds of machines that the engine is compiled for


class _first_of_its_kind:  # noqa: N801  # reads as a condition
    """Holds the others back while a thread compiles the engine for a kind of machine."""

    def __init__(self, machine: Machine, engine: str = "cycle") -> None:
        self._kind: tuple[str | bool, ...] = (engine, *optional_groups(machine))
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
    groups, engine = optional_groups(machine), "device" if machine.is_device else "cycle"
    return (engine, *groups) not in _ready and compile_needed(engine, groups)


# --- runs -------------------------------------------------------------------------------------------------------------


class Runner:
    """Runs points, many in one call of the compiled engine, in arrays that are used again. Of one thread."""

    def __init__(self) -> None:
        self._batches: OrderedDict[tuple[object, ...], tuple[Image, Batch]] = OrderedDict()

    def run(
        self, workload: Workload, points: Sequence[Ready], max_cycles: int, is_over: Callable[[], bool] = lambda: False
    ) -> list[Row]:
        """The rows of points of a workload. Raises `Interrupted` when `is_over` says so in mid-run."""
        rows: dict[int, Row] = {}
        groups: dict[tuple[object, ...], list[int]] = {}
        for k, ready in enumerate(points):
            if ready.row is not None:
                rows[k] = ready.row
            elif workload.grid is not None and needs_device(_machine(ready), workload.grid):
                rows[k] = _run_device(workload, ready, workload.grid, max_cycles, is_over)
            else:
                assert ready.machine is not None
                about = (id(ready.image), workload.threads, *structure_of(ready.machine))
                groups.setdefault(about, []).append(k)
        for about, places in groups.items():
            batch = self._batch(about, workload, points[places[0]], len(points))
            calls = -(-len(places) // batch.count)
            for call in range(calls):
                some = places[call::calls]  # as many in each call
                rows.update(
                    zip(some, _run(workload, batch, [points[k] for k in some], max_cycles, is_over), strict=True)
                )
        return [rows[k] for k in range(len(points))]

    def _batch(self, about: tuple[object, ...], workload: Workload, ready: Ready, wanted: int) -> Batch:
        """A batch for the machines of a structure, of room for up to `wanted`."""
        image, machine = ready.image, ready.machine
        assert image is not None
        assert machine is not None
        _, batch = self._batches.get(about, (None, None))
        if batch is None or batch.count < min(wanted, batch.most):
            size = workload.grid.local if workload.grid is not None else (workload.threads, 1)
            launch = Launch(workload.threads, size=size if size[1] > 1 else None)
            template = State.build(image.program, machine, launch)
            template.memory.words[:] = image.memory
            batch = Batch(image.program, launch, template, wanted, BATCH_BYTES)
            self._batches[about] = image, batch  # with the image, so that its id stays its own
            while len(self._batches) > _KEPT_BATCHES:
                self._batches.popitem(last=False)
        self._batches.move_to_end(about)
        return batch


BATCH_BYTES = 8 << 20  # of the states that run in one call; each is run to its end before the next is touched
_KEPT_BATCHES = 8


def _run(
    workload: Workload, batch: Batch, points: Sequence[Ready], max_cycles: int, is_over: Callable[[], bool]
) -> list[Row]:
    """Run points of one structure in a batch."""
    machines = [ready.machine for ready in points if ready.machine is not None]
    with _first_of_its_kind(machines[0]):
        stack = batch.fill(machines)
        advance_all(stack, min(max_cycles, CHUNK // len(points)), max_cycles)
    outputs: dict[int, RunOutput] = {}
    for k in np.flatnonzero(stack.runs["status"][:, 0] != DONE).tolist():
        # Those that need longer go on one by one; a trap needs a closer look.
        outputs[k] = finish(batch.state(k), max_cycles=max_cycles, progress=lambda _: is_over())
        if outputs[k].status == "interrupted":
            raise Interrupted
    return rows_of(workload, batch, stack, points, outputs)


def _machine(ready: Ready) -> Machine:
    assert ready.machine is not None
    return ready.machine


def _run_device(workload: Workload, ready: Ready, grid: Grid, max_cycles: int, is_over: Callable[[], bool]) -> Row:
    """Run a point on a device: by itself, not in a batch."""
    from simt.device_launch import run_on_device

    machine, image = _machine(ready), ready.image
    assert image is not None
    bounds = check_places(image.program, machine, grid)
    with _first_of_its_kind(machine, "device"):
        result = run_on_device(
            Bound(image.program, image.memory, image.words), machine, grid, bounds, engine="cycle",
            max_cycles=max_cycles, record=False, progress=lambda _: is_over(), inputs_hash=image.inputs_hash,
        )  # fmt: skip
    if result.stop is not None and result.stop.kind == "interrupted":
        raise Interrupted
    return row_of_device(workload, ready, result)


def _failed(key: str, failure: tuple[str, str, str], machine_hash: str, program_hash: str | None) -> Row:
    known = {
        "key": key, "status": failure[0], "code": failure[1], "reason": failure[2], "machine_hash": machine_hash,
        "program_hash": program_hash,
    }  # fmt: skip
    return tuple(known.get(name) for name in COLUMNS)


def _digest(content: object) -> str:
    """128 bits, in hex."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()[:32]
