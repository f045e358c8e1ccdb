"""`simt.run`: what `simt run` does, from the kernel's name to the checked result."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from isa.reporting.diagnostics import ArgumentError, quote, suggest
from simt.launch.kernels import AnyKernel, load_kernel
from simt.verbs.launching import AnyMachine, PreparedLaunch, Resolved, prepare

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from simt.core.engine.kinds import Kind
    from simt.launch.oracle import Oracle
    from simt.launch.sizes import Size
    from simt.memory.storage.layout import Key
    from simt.memory.storage.manager import StorageManager
    from simt.result.result import Result


def run(
    kernel: AnyKernel, machine: AnyMachine = None, *, set: Mapping[str, object] | None = None,  # noqa: A002
    here: bool = False, defines: Mapping[str, int | float | str] | None = None,
    include_paths: Sequence[str | Path] = (), inputs: Mapping[str, ArrayLike | str | Path] | None = None,
    size: Size | None = None, group: Size | None = None, threads: int | None = None, offset: Size | None = None,
    oracle: str | Path | Oracle | bool | None = None, seed: int = 1, pack: bool | None = None, engine: str = "cycle",
    max_cycles: int | None = None, record: bool | range = False, strict: bool = True,
    with_transfers: bool = False, storage: StorageManager | str | Path | None = None,
    bind: Mapping[str, str | Key] | None = None, keep_objects: bool = False,
    progress: Callable[[int], object] | None = None, compiling: Callable[[Kind], None] | None = None,
    **overrides: object,
) -> Result:  # fmt: skip
    """Run a kernel on a machine, as `simt run` does: `simt.run("fft128", "fpga4", vliw=3)`.

    kernel: a file, the name of a shipped kernel, or a `Program`. One that is named runs on the inputs of the oracle
    beside it, is checked by it, and packed into bundles where the machine has several slots; a `Program` is taken as
    it is, unless `oracle` or `pack` says so. `result.prepared` tells what was done.

    machine: a preset, a file or a `Machine`; None: `fpga4`. set: values of machine keys above it, {"local.banks": 8};
    further keywords are such keys too, by their names or short names: banks=8, vliw=3. here: put `simt.toml` of this
    folder, SIMT_MACHINE and SIMT_SET between them, as the command line does. defines: values of `.equ` symbols.
    include_paths: further folders of `.include`.

    inputs: values by name in place of the oracle's, or of 0: arrays for `.local` arrays and `.buffer`s (float32, uint32
    or int32 of the array's length, any length for a buffer that has none, or a length for so many zeros; other real
    types are converted if nothing is lost but float precision), numbers for `.param`s, or files as `--in` takes them. A
    kernel in a language is given all of its parameters. size: work-items of the launch,
    group: of a work-group, each a number, (x, y) or (x, y, z), by default the oracle's, else one group of `.threads`;
    threads: the same as group, in one dimension. offset: what is added to `global_id_x` and its kin, as a size. oracle:
    a file, an `Oracle`, or whether to use the one beside the kernel. seed: of its inputs. pack: whether to make
    bundles.

    engine: "cycle", or "functional" (no timing). max_cycles: limit in cycles (functional: instructions), 50,000,000 if
    None. record: True keeps the event record, of a long run its last cycles, as many as fit into 256 MiB; range(a, b)
    keeps the cycles a to b - 1; on a device of every core, see `Result.of_core`. strict: refuse programs that hold
    words the machine cannot execute; otherwise they trap when they are reached. with_transfers: count the cycles in
    which the host moves buffers in and out too, see `result.transfers`. storage: a storage manager of global memory, on
    a machine with memory of DRAM: the buffers are objects of it, see `result.managing`. "new" is one without objects,
    another text the file of a state; a `StorageManager` is changed by a launch that runs to its end. bind: the objects
    of buffers, by name, {"x": "texture:0.0", "y": "image:source"}; others are buffer objects. keep_objects: leave what
    the launch has created. progress: called with the cycle (instruction) count, with 0 before the first and then about
    ten times a second; a true answer ends the run there. compiling: called before a kind of engine is compiled, with
    the kind.

    A trap, a deadlock or the limit does not raise: `result.stop` says what happened, and everything computed until then
    is there; nor does a wrong result: see `result.check`.

    Raises what the command line says, as exceptions: `ProgramNotFoundError`, `AssemblyError` (the kernel),
    `MachineError` (the machine and its keys), `LaunchError` (the two do not fit), `SizeError` (sizes), `InputError`
    (inputs), `OracleError` (the oracle), `StorageError` (objects); all are `SimtError`s.
    """
    launch = prepare_run(
        run, kernel, machine, set=set, here=here, defines=defines, include_paths=include_paths, inputs=inputs,
        size=size, group=group, threads=threads, offset=offset, oracle=oracle, seed=seed, pack=pack, storage=storage,
        bind=bind, **overrides,
    )  # fmt: skip
    result = launch.run(
        engine=engine, max_cycles=limit(max_cycles), record=record, strict=strict,
        with_transfers=with_transfers, keep_objects=keep_objects, progress=progress, compiling=compiling,
    )  # fmt: skip
    return launch.checked(result)


def limit(max_cycles: int | None) -> int:
    """The cycles, or instructions, after which a run is stopped."""
    from simt.launch.run import DEFAULT_MAX_CYCLES

    return DEFAULT_MAX_CYCLES if max_cycles is None else max_cycles


def prepare_run(
    verb: Callable[..., object], kernel: AnyKernel, machine: AnyMachine, *,
    set: Mapping[str, object] | None = None,  # noqa: A002
    here: bool = False, defines: Mapping[str, int | float | str] | None = None,
    include_paths: Sequence[str | Path] = (), inputs: Mapping[str, Any] | None = None, size: Size | None = None,
    group: Size | None = None, threads: int | None = None, offset: Size | None = None,
    oracle: str | Path | Oracle | bool | None = None, seed: int = 1, pack: bool | None = None,
    storage: StorageManager | str | Path | None = None, bind: Mapping[str, str | Key] | None = None,
    **overrides: object,
) -> PreparedLaunch:  # fmt: skip
    """The launch that the arguments of `run` ask for; verb: whose they are."""
    return prepare(
        load_kernel(kernel, defines, include_paths),
        lambda: choose(verb, machine, set, overrides, here=here),
        inputs=lambda: inputs or {}, size=size, group=group, threads=threads, offset=offset, oracle=oracle, seed=seed,
        pack=pack, storage=storage, bind=bind,
    )  # fmt: skip


def choose(
    verb: Callable[..., object], machine: AnyMachine, settings: Mapping[str, object] | None,
    overrides: Mapping[str, object], *, here: bool = False,
) -> Resolved:  # fmt: skip
    """The machine with settings and overrides on top, and the origins of its keys.

    verb: the function whose keywords the overrides are; one that is nearer to its parameters than to machine keys is
    refused. Raises `ArgumentError`, `MachineError`.
    """
    from simt.machine import Machine, choose_machine
    from simt.machine.keys import candidates, keys

    for word in (word for word in overrides if not candidates(word)):
        parameters = [*inspect.signature(verb).parameters, *inspect.signature(run).parameters]
        if (guess := suggest(word, [*parameters, *keys()])) in parameters:
            message = f"{verb.__name__} has no parameter {quote(word)}, nor has a machine such a key"
            raise ArgumentError(message, help=f"did you mean `{guess}`?")
    given = {**(settings or {}), **overrides}
    if isinstance(machine, Machine) and not given:
        return machine, {}
    if not (machine is None or isinstance(machine, str | Path | Machine)):
        return machine.resolve()
    return choose_machine(machine, given, is_here=here)
