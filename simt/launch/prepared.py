"""A launch that is read and checked: a kernel on a machine, with its sizes, its inputs and its oracle."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self, TypeVar

from isa.program.bundles import SlotsValue
from isa.program.program import Program
from isa.reporting.diagnostics import ArgumentError
from isa.reporting.files import is_file
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from simt.launch.group_sizes import group_sizes
from simt.launch.how import Compiling, How, Watcher
from simt.launch.inputs import place_buffers
from simt.launch.kernels import LaunchInputs, LoadedKernel, read_inputs
from simt.launch.programs import FORBIDDEN
from simt.launch.run import execute, placed_on
from simt.launch.words import Words
from simt.result.sample import has_outputs

if TYPE_CHECKING:
    from simt.launch.oracle import Oracle
    from simt.launch.replay import States
    from simt.launch.storage import LaunchStorage
    from simt.machine import Machine
    from simt.machine.settings import Origin
    from simt.memory.storage.layout import Key
    from simt.memory.storage.manager import StorageManager
    from simt.result.result import Result

Made = TypeVar("Made")

NO_OUTPUTS = "a sample computes no outputs; --outputs does"  # why a result has no check
NEW = "new"  # in place of a file: a storage manager without objects


@dataclass(frozen=True)
class PreparedLaunch:
    """A launch that is ready to run, any number of times.

    - kernel: the kernel.
    - placed: its program, compiled for the machine and packed if the machine has bundles, on the machine, with the
      sizes of the launch.
    - origins: the origins of the machine's keys.
    - oracle: the oracle; None if nothing is compared.
    - inputs: arrays and numbers in the kernel's types, by name.
    - seed: the seed of the oracle's inputs.
    - packed: the slots for which a scalar program was packed; 0 for a program that was not packed here.
    - is_checked: whether an oracle may check the result; not so with --no-oracle, and for a `Program` or a function of
      Python without a named oracle.
    - is_strict: whether programs with words that the machine cannot execute are refused.
    - storage: the storage manager that holds the buffers, if any.
    - objects: the manager's object for each buffer that `bind` names.
    - given: the names of the inputs that do not come from the oracle.
    """

    kernel: LoadedKernel
    placed: Placed
    origins: Mapping[str, Origin]
    oracle: Oracle | None
    inputs: Mapping[str, Any]
    seed: int = 1
    packed: SlotsValue = 0
    is_checked: bool = True
    is_strict: bool = True
    storage: StorageManager | None = None
    objects: Mapping[str, Key] = field(default_factory=dict)
    given: tuple[str, ...] = ()

    def _with(self, **changes: Any) -> Self:
        copied = copy.copy(self)
        vars(copied).update(changes)
        return copied

    @property
    def program(self) -> Program:
        """The program that runs."""
        return self.placed.program

    @property
    def machine(self) -> Machine:
        """The machine."""
        return self.placed.machine

    @property
    def grid(self) -> Grid:
        """The sizes of the launch."""
        return self.placed.grid

    @property
    def machine_label(self) -> str:
        """The machine's name, with the keys that the user changed."""
        from simt.machine import describe

        return describe.label(self.machine, self.origins)

    @property
    def _signature(self) -> Program:
        """The program, or the signature of a kernel in a language: the names and the size that the source has."""
        source = self.kernel.source
        return self.program if source is None else source.signature(self.kernel.path)

    # --- variants ---------

    def trial(self) -> Self:
        """Return the same launch with a copy of the storage manager, so that its run does not change the original."""
        return self if self.storage is None else self._with(storage=self.storage.copy())

    def on(self, machine: Machine, program: Program | None = None) -> Self:
        """Return the same launch on another machine, and of another program if one is given.

        Raises `LaunchError`, `SizeError`.
        """
        program = self.program if program is None else program
        return self._with(placed=placed_on(program, machine, self.grid, strict=self.is_strict))

    def compiled_for(self, machine: Machine) -> Self:
        """Return the same launch on another machine, compiled for it. Raises `CompileError`, and the errors of `on`."""
        source = self.kernel.source
        if source is None:
            return self.on(machine)
        return self.on(machine, source.compiled(machine, self.grid, source.lengths(self.inputs), self.kernel.path))

    @property
    def group_sizes(self) -> list[tuple[int, ...]]:
        """The local sizes that are worth trying, as `simt.launch.group_sizes` gives them."""
        return group_sizes(self._signature, self.machine, self.grid)

    def in_groups(self, local: tuple[int, ...]) -> Self:
        """Return the same launch in work-groups of another size.

        The kernel is compiled for this size, and the oracle makes the inputs for it.

        Raises `InputError`, `OracleError`, `CompileError`, and the errors of `on`.
        """
        grid, source, program = replace(self.grid, local=local), self.kernel.source, self._signature
        own = {name: self.inputs[name] for name in self.given}
        inputs = read_inputs(program, self.oracle, self.seed, own, grid)
        if source is not None:
            lengths = source.lengths(inputs)
            program = source.compiled(self.machine, grid, lengths, self.kernel.path, values=inputs)
        return self._with(placed=placed_on(program, self.machine, grid, strict=self.is_strict), inputs=inputs)

    # --- its run ---

    @property
    def values(self) -> Mapping[str, Any]:
        """The inputs of the program. A compiled program takes words in place of vectors and structures.

        Raises `InputError` for an array of other dimensions than the kernel has.
        """
        source = self.kernel.source
        return self.inputs if source is None else source.values(self.inputs)

    @property
    def known(self) -> dict[str, Any]:
        """The inputs of the program that do not depend on the seed. Raises `OracleError`."""
        source = self.kernel.source
        known = LaunchInputs(self.oracle, self.grid, self.inputs, self.given).known(self._signature)
        return known if source is None else source.values(known)

    def own_storage(self, *, is_kept: bool = False) -> LaunchStorage | None:
        """Return a copy of the storage manager for a run, if any. is_kept: whether objects of the launch are kept."""
        if self.storage is None:
            return None
        from simt.launch.storage import LaunchStorage

        return LaunchStorage(self.storage, self.objects, is_kept=is_kept)

    def execute(self, how: How, *, progress: Watcher | None = None, compiling: Compiling | None = None) -> Result:
        """Run the launch without a check of its result.

        progress, compiling: as for `run`. Raises the errors of `run`, except `OracleError`.
        """
        from simt.result.preparation import Preparation

        if how.keep_objects and self.storage is None:
            raise ArgumentError("keep_objects: the launch has no storage manager: give storage too")
        storage = self.own_storage(is_kept=how.keep_objects)
        result = execute(
            self.placed, self.values, how, storage=storage, progress=progress, compiling=compiling
        )  # fmt: skip
        preparation = Preparation(
            kernel="" if self.kernel.path is None else str(self.kernel.path),
            machine=self.machine_label,
            oracle="" if self.oracle is None else str(self.oracle.path),
            packed=self.packed,
            unchecked=self.why_unchecked() or ("" if has_outputs(result.sample) else NO_OUTPUTS),
        )
        return replace(result, prepared=preparation, seed=self.seed if self.oracle is not None else None)

    def run_through(self, how: How, **watchers: Any) -> Result:
        """Run the launch as `execute` does. Raises `KeyboardInterrupt` if `progress` ended the run."""
        result = self.execute(how, **watchers)
        if result.stop is not None and result.stop.kind == "interrupted":
            raise KeyboardInterrupt
        return result

    def run(
        self, *, engine: str = "cycle", max_cycles: int | None = None, record: bool | range = False,
        with_transfers: bool = False, keep_objects: bool = False, jobs: int | None = None,
        sample: float | bool | None = None, outputs: bool = False, progress: Watcher | None = None,
        compiling: Compiling | None = None,
    ) -> Result:  # fmt: skip
        """Run the launch and check its result.

        - engine: "cycle", or "functional" (no timing).
        - max_cycles: the limit in cycles, or in instructions if the run is functional; None for 50000000.
        - record: True records events; if they would exceed 256 MiB, only the events of the last cycles are kept.
          range(a, b) records the cycles a to b - 1. False records no events.
        - with_transfers: whether to count the cycles in which the host moves buffers (`Result.transfers`).
        - keep_objects: whether to leave objects that the launch created in the storage manager.
        - jobs: the threads of the host for the cores of a device, or for its work-groups if the run is functional.
          None means one thread at first, and one for each processor once the run has taken a while. The result does not
          depend on it.
        - sample: the accuracy of estimated cycles, in percent: only some work-groups are simulated, until the cycles
          are known this well (`Result.sample`, docs/sampling.md). True for 5 %.
        - outputs: whether a sample also computes all values, by a run of all work-groups without time. Otherwise the
          result has no `check`, and has `buffers` only if the sample needed such a run itself.
        - progress: called with 0 at the start, then about ten times a second with the number of cycles (or
          instructions) so far. A true answer ends the run.
        - compiling: called with each kind of engine that is not compiled yet, before the run compiles it.

        If the run ends early, by a trap, a deadlock or the limit, the result has what was computed until then, and
        `Result.stop` has the reason. `Result.check` says whether the result is correct.

        Raises `ProgramError` for options that contradict each other and for cycles that cannot be recorded,
        `LaunchError`, `SizeError` and `StorageError` if memory has no room, and `OracleError` with the `result`.
        """
        how = How.of(
            engine=engine, max_cycles=max_cycles, record=record, with_transfers=with_transfers,
            keep_objects=keep_objects, jobs=jobs, sample=sample, outputs=outputs,
        )  # fmt: skip
        return self.checked(self.execute(how, progress=progress, compiling=compiling))

    def states(self, result: Result) -> States:
        """Return the states of a run by cycle. Raises `ArgumentError` if the launch has a storage manager."""
        if self.storage is not None:
            raise ArgumentError("a launch that changes a storage manager is not repeated: its states cannot be shown")
        from simt.core.state.state import State
        from simt.launch.bound import Bound
        from simt.launch.replay import States

        bound = Bound.of(self.placed, self.values)
        return States(State.build(bound.placed, bound.memories()), result.cycles)

    def checked(self, result: Result) -> Result:
        """Return the result with its check and its number of operations. Raises `OracleError` with the `result`."""
        return self.judged(result, lambda checked: checked)

    def judged(self, result: Result, make: Callable[[Result], Made]) -> Made:
        """Add the check and the number of operations to a result, and return `make(result)`.

        Raises `OracleError`. The `result` of this error is `make` of the result as far as it was checked.
        """
        if self.oracle is None:
            return make(result)
        from simt.launch.oracle import OracleError

        try:
            if result.completed and has_outputs(result.sample):
                result = replace(result, check=self.oracle.check(result, self.inputs))
            result = replace(result, operations=self.oracle.operations(result.program, result.grid))
        except OracleError as error:
            error.result = make(result)
            raise
        return make(result)

    def why_unchecked(self, result: Result | None = None, *, oracle_failed: str = "the oracle failed") -> str:
        """Return why a result has no check; "" if it has one, or if nothing needs to be said.

        The result is "" for a run that has an oracle but has not reached its end. It is also "" for an unnamed kernel
        (a `Program` or a function of Python) without an oracle.

        result: None for a run that is still to come. oracle_failed: the text to return if the oracle raised an error.
        """
        if self.oracle is None:
            if not self.is_checked:
                return "--no-oracle" if self.kernel.is_named else ""
            path = self.kernel.path
            oracle = None if path is None or path.suffix == ".py" else path.with_suffix(".py")
            missing = "no --oracle" if oracle is None else f"no {oracle.name} beside the kernel"
            if oracle is not None and is_file(oracle):
                missing = f"{FORBIDDEN} is set, {oracle.name} is not run"
            return f"{missing}; arrays without --in are 0"
        if result is not None and not has_outputs(result.sample):
            return NO_OUTPUTS
        return oracle_failed if result is not None and result.completed and result.check is None else ""


def prepare_launch(
    kernel: LoadedKernel, inputs: LaunchInputs, machine: Machine, origins: Mapping[str, Origin], words: Words
) -> PreparedLaunch:
    """Compile or pack a kernel for a machine, and return its launch on these inputs.

    origins: the origins of the machine's keys. words: the other arguments. Raises `CompileError`, `LaunchError`,
    `SizeError`, `InputError`, `StorageError`, `FileError`, `ProgramError` if the bundles take too many words, and
    `ArgumentError` for objects without a storage manager.
    """
    program, source, grid = kernel.program, kernel.source, inputs.grid
    if source is not None:
        program = source.compiled(machine, grid, source.lengths(inputs.values), kernel.path, values=inputs.values)
    packed: SlotsValue = 0
    is_packed = kernel.is_named or kernel.is_step
    if machine.vliw.count > 1 and (is_packed if words.pack is None else words.pack):
        threads = words.threads or 0 if grid is None else grid.threads
        scalar, program = program, in_bundles(program, machine, threads)
        packed = 0 if program is scalar else machine.bundle_slots.value
    storage, objects = _storage_of(program, machine, words)
    placed = placed_on(program, machine, grid, words.threads, strict=words.strict)
    is_checked = words.oracle is not False and (kernel.is_named or words.oracle is not None) and not kernel.is_step
    launch = PreparedLaunch(
        kernel, placed, origins, inputs.oracle, inputs.values, words.seed, packed, is_checked, words.strict, storage,
        objects, inputs.given,
    )  # fmt: skip
    place_buffers(program, launch.values)  # raises if there is a buffer without a length
    return launch


def in_bundles(program: Program, machine: Machine, threads: int) -> Program:
    """Return a scalar program packed for the machine's slots, as `pack_for_machine` does; any other program unchanged.

    threads: the threads of a work-group, 0 for the program's own number. Raises `ProgramError` (E0341) if the bundles
    take more words than jumps can name.
    """
    from isa.packing.packer import pack_for_machine

    return pack_for_machine(
        program,
        machine.bundle_slots,
        registers=machine.registers,
        words=machine.program.words,
        threads=threads,
        may_part=machine.branch.lanes_may_part,
    )


def _storage_of(program: Program, machine: Machine, words: Words) -> tuple[StorageManager | None, Mapping[str, Key]]:
    """Return the storage manager of a launch, if any, and its object for each buffer that `bind` names.

    Raises `ArgumentError`, `LaunchError`, `InputError`, `StorageError`, `FileError`.
    """
    if words.storage is None:
        if words.bind:
            raise ArgumentError("bind names objects of a storage manager, and the launch has none: give storage too")
        return None, {}
    from simt.launch.storage import check_machine, named_objects
    from simt.memory.storage.manager import StorageManager, read_manager

    storage = words.storage
    if not isinstance(storage, StorageManager):
        storage = StorageManager() if storage == NEW else read_manager(str(storage))
    check_machine(machine, storage)
    return storage, named_objects(program, words.bind)
