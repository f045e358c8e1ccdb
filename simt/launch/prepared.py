"""A launch with nothing left to read: a kernel on a machine, with sizes, inputs and its oracle."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self, TypeVar

from isa.program.program import Program
from isa.reporting.diagnostics import ArgumentError
from isa.reporting.files import is_file
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from simt.launch.how import How
from simt.launch.inputs import place_buffers
from simt.launch.kernels import LaunchInputs, LoadedKernel
from simt.launch.run import execute, placed_on
from simt.launch.words import Words

if TYPE_CHECKING:
    from simt.core.engine.kinds import Kind
    from simt.launch.oracle import Oracle
    from simt.launch.replay import States
    from simt.machine import Machine
    from simt.machine.settings import Origin
    from simt.memory.storage.layout import Key
    from simt.memory.storage.manager import StorageManager
    from simt.result.result import Result

Made = TypeVar("Made")

NEW = "new"  # in place of a file: a storage manager without objects


@dataclass(frozen=True)
class PreparedLaunch:
    """A launch that is ready to run, any number of times.

    kernel: the kernel with the program that runs: compiled for the machine, and in bundles if the machine has several
    slots. inputs: arrays and numbers in the kernel's types. packed: the slots of the bundles into which a scalar
    program was packed, else 0. is_checked: whether an oracle, if any, checks the result: not under --no-check, nor for
    a `Program` without a named oracle. storage: the storage manager whose objects the buffers are; objects: the objects
    by buffer. given: the names of the inputs that do not come from the oracle.
    """

    kernel: LoadedKernel
    machine: Machine
    origins: Mapping[str, Origin]
    oracle: Oracle | None
    inputs: Mapping[str, Any]
    grid: Grid
    seed: int = 1
    packed: int = 0
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
        return self.kernel.program

    @property
    def machine_label(self) -> str:
        """The machine's name with the settings that differ from it."""
        from simt.machine import describe

        return describe.label(self.machine, self.origins)

    # --- variants ---------

    def trial(self) -> Self:
        """Return the same launch with a storage manager of its own, whose changes are forgotten."""
        return self if self.storage is None else self._with(storage=self.storage.copy())

    def on(self, machine: Machine, program: Program | None = None) -> Self:
        """Return the same launch on another machine, or of another program. Raises `LaunchError`, `SizeError`."""
        program = self.program if program is None else program
        placed_on(program, machine, self.grid, strict=self.is_strict)
        return self._with(machine=machine, kernel=replace(self.kernel, program=program))

    def compiled_for(self, machine: Machine) -> Self:
        """Return the same launch on another machine, for which it is compiled. Raises `CompileError`."""
        source = self.kernel.source
        if source is None:
            return self.on(machine)
        return self.on(machine, source.compiled(machine, self.grid, source.lengths(self.inputs), self.kernel.path))

    # --- its run ---

    @property
    def placed(self) -> Placed:
        """Return the program on the machine, in the sizes of the launch."""
        return Placed(self.program, self.machine, self.grid)

    @property
    def values(self) -> Mapping[str, Any]:
        """Return the inputs as the program takes them, words for a kernel in a language."""
        source = self.kernel.source
        return self.inputs if source is None else source.values(self.inputs)

    @property
    def known(self) -> dict[str, Any]:
        """Return the values that do not depend on the seed: of given inputs, and the oracle's constant ones.

        Raises `OracleError`.
        """
        source = self.kernel.source
        program = self.program if source is None else source.signature(self.kernel.path)
        known = LaunchInputs(self.oracle, self.grid, self.inputs, self.given).known(program)
        return known if source is None else source.values(known)

    def execute(
        self, how: How, *, progress: Callable[[int], object] | None = None,
        compiling: Callable[[Kind], None] | None = None,
    ) -> Result:  # fmt: skip
        """Make the run, without a check of its result; progress, compiling: as in `simt.launch.run.execute`."""
        from simt.result.preparation import Preparation

        result = execute(
            self.placed, self.values, how, storage=self.storage, objects=self.objects, progress=progress,
            compiling=compiling,
        )  # fmt: skip
        preparation = Preparation(
            kernel="" if self.kernel.path is None else str(self.kernel.path),
            machine=self.machine_label,
            oracle="" if self.oracle is None else str(self.oracle.path),
            packed=self.packed,
            unchecked=self.why_unchecked(),
        )
        return replace(result, prepared=preparation, seed=self.seed if self.oracle is not None else None)

    def run(
        self, *, engine: str = "cycle", max_cycles: int | None = None, record: bool | range = False,
        with_transfers: bool = False, keep_objects: bool = False,
        progress: Callable[[int], object] | None = None, compiling: Callable[[Kind], None] | None = None,
    ) -> Result:  # fmt: skip
        """Make the run, and check what it computed.

        engine: "cycle", or "functional" (no timing). max_cycles: limit in cycles (functional: instructions), 50,000,000
        if None. record: True keeps the event record, of a long run its last cycles, up to 256 MiB; range(a, b) keeps
        the cycles a to b - 1; on a device of every core, see `Result.of_core`. with_transfers: count the cycles in
        which the host moves buffers in and out too, see `result.transfers`. keep_objects: leave what the launch has
        created in a storage manager. progress: called with the cycle (instruction) count, with 0 before the first and
        then about ten times a second; a true answer ends the run there. compiling: called before a kind of engine is
        compiled, with the kind.

        A trap, a deadlock or the limit does not raise: `result.stop` says what happened, and everything computed until
        then is there; nor does a wrong result: see `result.check`. Raises `OracleError`, which has the `result`.
        """
        how = How.of(
            engine=engine, max_cycles=max_cycles, record=record, with_transfers=with_transfers,
            keep_objects=keep_objects,
        )  # fmt: skip
        return self.checked(self.execute(how, progress=progress, compiling=compiling))

    def states(self, result: Result) -> States:
        """Return the states of a run by cycle. Raises `ArgumentError` if a storage manager was changed."""
        if self.storage is not None:
            raise ArgumentError("a launch that changes a storage manager is not repeated: its states cannot be shown")
        from simt.core.state.state import State
        from simt.launch.bound import Bound
        from simt.launch.replay import States

        bound = Bound.of(self.placed, self.values)
        return States(State.build(bound.placed, bound.memories()), result.cycles)

    def checked(self, result: Result) -> Result:
        """Return the result with its check and count of operations. Raises `OracleError`, which has the `result`."""
        return self.judged(result, lambda checked: checked)

    def judged(self, result: Result, make: Callable[[Result], Made]) -> Made:
        """Return `make(checked result)`. Raises `OracleError`, whose `result` is made the same way."""
        if self.oracle is None:
            return make(result)
        from simt.launch.oracle import OracleError

        try:
            if result.completed:
                result = replace(result, check=self.oracle.check(result, self.inputs))
            result = replace(result, operations=self.oracle.operations(result.program, result.grid))
        except OracleError as error:
            error.result = make(result)
            raise
        return make(result)

    def why_unchecked(self, result: Result | None = None, *, oracle_failed: str = "the oracle failed") -> str:
        """Return why a result has no check; empty if it has one, or if the run did not end."""
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

    def check_core(self, core: int | None) -> None:
        """Refuse, before the run, to show a core that the machine does not have. Raises `ArgumentError`."""
        if core is not None and not 0 <= core < self.machine.cores:
            have = f"cores 0 to {self.machine.cores - 1}" if self.machine.cores > 1 else "one core, number 0"
            raise ArgumentError(f"there is no core {core}: {self.machine.name} has {have}")


def prepare_launch(
    kernel: LoadedKernel, inputs: LaunchInputs, machine: Machine, origins: Mapping[str, Origin], words: Words
) -> PreparedLaunch:
    """Return the launch of a kernel, whose words and inputs are read, on a machine.

    Raises `CompileError`, `LaunchError`, `SizeError`, `InputError`, `StorageError`.
    """
    program, source, grid = kernel.program, kernel.source, inputs.grid
    if source is not None:
        program = source.compiled(machine, grid, source.lengths(inputs.values), kernel.path, values=inputs.values)
    packed = 0
    if machine.vliw.slots > 1 and (kernel.is_named if words.pack is None else words.pack):
        threads = words.threads or 0 if grid is None else grid.threads
        scalar, program = program, in_bundles(program, machine, threads)
        packed = 0 if program is scalar else machine.vliw.slots
    storage, objects = _storage_of(program, machine, words)
    placed = placed_on(program, machine, grid, words.threads, strict=words.strict)
    is_checked = words.oracle is not False and (kernel.is_named or words.oracle is not None)
    launch = PreparedLaunch(
        replace(kernel, program=program), machine, origins, inputs.oracle, inputs.values, placed.grid, words.seed,
        packed, is_checked, words.strict, storage, objects, inputs.given,
    )  # fmt: skip
    place_buffers(program, launch.values)  # raises if there is a buffer without a length
    return launch


def in_bundles(program: Program, machine: Machine, threads: int) -> Program:
    """Return a program for `threads` threads, packed into bundles of the machine's slots; as it is if it has bundles.

    Raises `PackError`.
    """
    from isa.packing.packer import pack_for_machine

    return pack_for_machine(
        program, machine.vliw.slots, registers=machine.registers, words=machine.program.words, threads=threads
    )


def _storage_of(program: Program, machine: Machine, words: Words) -> tuple[StorageManager | None, Mapping[str, Key]]:
    """Return the storage manager of a launch, and the objects that its buffers are to be."""
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
