"""From a kernel's name to the result of its run: program, oracle, sizes, inputs, machine, bundles, check.

`run`, `trace` and `report` all go this way, in Python and on the command line:

    launch = prepare(load_kernel("fft128"), lambda: choose_machine("fpga4"))
    result = launch.checked(launch.run(record=True))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from isa.program.program import Program
from isa.reporting.diagnostics import ArgumentError, SimtError
from isa.reporting.files import is_file
from simt.launch.kernels import LoadedKernel, find_oracle, read_inputs

if TYPE_CHECKING:
    from simt.core.state.grid import Grid
    from simt.launch.oracle import Oracle
    from simt.launch.sizes import Size
    from simt.launch.snapshot import States
    from simt.machine import Machine
    from simt.machine.settings import Origin
    from simt.memory.storage.layout import Key
    from simt.memory.storage.manager import StorageManager
    from simt.result.result import Result

Resolved = tuple["Machine", Mapping[str, "Origin"]]


class MachineChoice(Protocol):
    """A machine that is put together when it is asked for, such as that of a command line."""

    def resolve(self) -> Resolved:
        """The machine, and the origins of its keys. Raises `MachineError`."""


NEW = "new"  # in place of a file: a storage manager without objects

AnyMachine: TypeAlias = "Machine | str | Path | MachineChoice | None"


@dataclass(frozen=True, slots=True)
class PreparedLaunch:
    """A run that can be made: nothing is left to read. packed: slots of the bundles that were made of a program."""

    kernel: LoadedKernel
    machine: Machine
    origins: Mapping[str, Origin]
    oracle: Oracle | None
    inputs: Mapping[str, Any]
    grid: Grid | None
    threads: int | None
    seed: int
    packed: int
    is_checked: bool  # by an oracle, if there is one: neither with --no-check nor of a Program by itself
    storage: StorageManager | None = None  # whose objects the buffers are
    objects: Mapping[str, Key] = field(default_factory=dict)  # of buffers, by name

    def trial(self) -> PreparedLaunch:
        """The same launch with a storage manager of its own, whose changes are forgotten."""
        return self if self.storage is None else replace(self, storage=self.storage.copy())

    def on(self, machine: Machine) -> PreparedLaunch:
        """The same launch on another machine, for which a kernel in a language is compiled. Raises `CompileError`."""
        source = self.kernel.source
        if source is None:
            return replace(self, machine=machine)
        program = source.compiled(machine, self.grid, source.lengths(self.inputs), self.kernel.path)
        return replace(self, machine=machine, kernel=replace(self.kernel, program=program))

    def run(self, **options: Any) -> Result:
        """Make the run; options: engine, max_cycles, record, strict, with_transfers, keep_objects, progress, compiling
        of `simt.launch.run.run`."""
        from simt.launch import run as launch
        from simt.result.preparation import Preparation

        result = launch.run(
            self.kernel.program, self.machine, **self._sizes(), storage=self.storage, objects=self.objects, **options
        )
        made = Preparation(
            kernel="" if self.kernel.path is None else str(self.kernel.path),
            machine=self.machine_label,
            oracle="" if self.oracle is None else str(self.oracle.path),
            packed=self.packed,
            unchecked=self.why_unchecked(),
        )
        return replace(result, prepared=made, seed=self.seed if self.oracle is not None else None)

    def states(self, result: Result, *, strict: bool = True) -> States:
        """The states of a run of this launch, by cycle. Raises `ArgumentError` where a storage manager was changed."""
        if self.storage is not None:
            raise ArgumentError("a launch that changes a storage manager is not repeated: its states cannot be shown")
        from simt.launch import run as launch
        from simt.launch.snapshot import States

        replay = launch.replay(self.kernel.program, self.machine, strict=strict, **self._sizes())
        return States(replay, result.cycles)

    def _sizes(self) -> dict[str, Any]:
        """Inputs and sizes, as `simt.launch.run` takes them."""
        source = self.kernel.source
        return {
            "inputs": self.inputs if source is None else source.values(self.inputs),
            **({"threads": self.threads} if self.grid is None else self.grid.arguments),
        }

    def checked(self, result: Result, problems: list[SimtError] | None = None) -> Result:
        """The result with its check and its count of operations.

        What the oracle fails at joins `problems`, where they are given. Raises `OracleError` where they are not.
        """
        if self.oracle is None:
            return result
        from simt.launch.oracle import OracleError

        try:
            if result.completed:
                result = replace(result, check=self.oracle.check(result, self.inputs))
            result = replace(result, operations=self.oracle.operations(result.program, result.grid))
        except OracleError as error:
            if problems is None:
                raise
            problems.append(error)
        return result

    def why_unchecked(self, result: Result | None = None, *, oracle_failed: str = "the oracle failed") -> str:
        """Why a result has no check; empty if it has one, or if the run did not end."""
        if self.oracle is None:
            if not self.is_checked:
                return "--no-check" if self.kernel.is_named else ""
            from simt.launch.programs import FORBIDDEN

            path = self.kernel.path
            oracle = None if path is None or path.suffix == ".py" else path.with_suffix(".py")
            missing = "no --oracle" if oracle is None else f"no {oracle.name} beside the kernel"
            if oracle is not None and is_file(oracle):
                missing = f"{FORBIDDEN} is set, {oracle.name} is not run"
            return f"{missing}; arrays without --in are 0"
        return oracle_failed if result is not None and result.completed and result.check is None else ""

    @property
    def machine_label(self) -> str:
        """The machine's name with the settings that differ from it."""
        from simt.machine import describe

        return describe.label(self.machine, self.origins)

    def check_core(self, core: int | None) -> None:
        """Refuse, before the run, to show a core that the machine does not have. Raises `ArgumentError`."""
        if core is not None and not 0 <= core < self.machine.cores:
            have = f"cores 0 to {self.machine.cores - 1}" if self.machine.cores > 1 else "one core, number 0"
            raise ArgumentError(f"there is no core {core}: {self.machine.name} has {have}")


def prepare(
    kernel: LoadedKernel, machine: Callable[[], Resolved], *, inputs: Callable[[], Mapping[str, Any]] = dict,
    size: Size | None = None, group: Size | None = None, threads: int | None = None, offset: Size | None = None,
    oracle: str | Path | Oracle | bool | None = None, seed: int = 1, pack: bool | None = None,
    storage: StorageManager | str | Path | None = None, bind: Mapping[str, str | Key] | None = None,
    warn: Callable[[LoadedKernel, Mapping[str, Any]], None] | None = None,
) -> PreparedLaunch:  # fmt: skip
    """Everything that a run needs, the arguments as of `simt.run`.

    machine, inputs: called when it is their turn, so that mistakes are told in the order of reading. warn: called with
    the inputs before the machine is read. Raises `OracleError`, `InputError`, `SizeError`, `MachineError`,
    `StorageError`, `LaunchError` (a storage manager that the machine has no memory for).
    """
    from simt.launch.sizes import resolve_sizes

    found = find_oracle(kernel, oracle)
    default = None if found is None else found.launch(kernel.program)
    grid = resolve_sizes(kernel.program, size=size, group=group, threads=threads, offset=offset, default=default)
    values = read_inputs(kernel.program, found, seed, inputs(), grid)
    if warn is not None:
        warn(kernel, values)
    built, origins = machine()
    if kernel.source is not None:
        source = kernel.source
        kernel = replace(
            kernel, program=source.compiled(built, grid, source.lengths(values), kernel.path, values=values)
        )
    packed = 0
    if built.vliw.slots > 1 and (kernel.is_named if pack is None else pack):
        from isa.packing.packer import pack_for_machine

        program = pack_for_machine(
            kernel.program, built.vliw.slots, registers=built.registers, words=built.program.words,
            threads=grid.threads if grid is not None else threads or 0,
        )  # fmt: skip
        packed = 0 if program is kernel.program else built.vliw.slots
        kernel = replace(kernel, program=program)
    return PreparedLaunch(
        kernel, built, origins, found, values, grid, threads, seed, packed,
        is_checked=oracle is not False and (kernel.is_named or oracle is not None),
        **_storage_of(kernel.program, built, storage, bind or {}),
    )  # fmt: skip


def _storage_of(
    program: Program, machine: Machine, storage: StorageManager | str | Path | None, bind: Mapping[str, str | Key]
) -> dict[str, Any]:
    """The fields `storage` and `objects` of a launch."""
    if storage is None:
        if bind:
            raise ArgumentError("bind names objects of a storage manager, and the launch has none: give storage too")
        return {}
    from simt.launch.storage import check_machine, named_objects
    from simt.memory.storage.files import read_manager
    from simt.memory.storage.manager import StorageManager

    if not isinstance(storage, StorageManager):
        storage = StorageManager() if storage == NEW else read_manager(str(storage))
    check_machine(machine, storage)
    return {"storage": storage, "objects": named_objects(program, bind)}


def shown_core(result: Result, core: int | None) -> Result:
    """The core that is shown: the one asked for (see `check_core`), the one that trapped, or core 0."""
    if result.shown is not None and core in (None, result.shown):
        return result
    return result.of_core(result.core.number if core is None else core)
