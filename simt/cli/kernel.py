"""The steps from a command line that names a kernel to the result of its run, for every verb that makes one.

Such a verb is decorated with `simt.cli.options.launch_options` and receives a `KernelChoice` as `kernel`:

    loaded = kernel.load()                    # a `LoadedKernel`: the program and where it is from
    kernel.show_warnings(loaded)
    launch = kernel.prepare(loaded)           # a `Launch`: with oracle, inputs and machine too
    result = launch.run(record=True)
    result = launch.checked(result, problems)

Between these steps a verb checks what is its own. What comes after them is in `simt.cli.reporting`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from simt.cli.reading import LoadedKernel, load_kernel, load_oracle, named_files, read_inputs, warn_of_zeros
from simt.cli.reporting import compile_note, progress_shown, show

if TYPE_CHECKING:
    from isa.diagnostics import SimtError
    from isa.program import Program
    from simt.cli.options import MachineChoice
    from simt.core.state.grid import Grid
    from simt.launch.oracle import Oracle
    from simt.machine import Machine
    from simt.machine.settings import Origin
    from simt.result.result import Result


@dataclass(frozen=True, slots=True)
class KernelChoice:
    """What the command line says about the kernel, its inputs and its machine, and about a run in general.

    Fields have the names of the options in `launch_options`; `is_compared` is the verb's.
    """

    name: str
    machine: MachineChoice
    defines: Mapping[str, str]
    include_paths: tuple[str, ...]
    global_size: tuple[int, ...] | None
    local_size: tuple[int, ...] | None
    threads: int | None
    given: tuple[str, ...]
    oracle_file: str | None
    no_check: bool
    seed: int
    max_cycles: int | None
    is_quiet: bool
    is_compared: bool

    @property
    def limit(self) -> int:
        """The cycles, or instructions, after which the run is stopped."""
        from simt.launch.run import DEFAULT_MAX_CYCLES

        return self.max_cycles or DEFAULT_MAX_CYCLES

    def check_standard_input(self) -> None:
        """Refuse to read two things from standard input."""
        if self.name == "-" and self.machine.name == "-":
            raise click.UsageError("the kernel and the machine cannot both come from standard input")

    def load(self) -> LoadedKernel:
        """The program and where it is from. Raises `SimtError`."""
        return load_kernel(self.name, self.defines, self.include_paths)

    def show_warnings(self, kernel: LoadedKernel) -> None:
        """What the assembler doubts, unless -q."""
        if not self.is_quiet:
            show(kernel.program.warnings)

    def prepare(self, kernel: LoadedKernel) -> Launch:
        """Everything that the run needs. Raises `OracleError`, `InputError`, `MachineError`."""
        oracle = None if self.no_check else load_oracle(self.oracle_file, kernel.path)
        grid = self._grid(kernel.program, oracle)
        inputs = read_inputs(kernel.program, oracle, self.seed, named_files(self.given, "--in"), grid)
        if self.no_check and self.is_compared and not self.is_quiet:
            warn_of_zeros(kernel, inputs)
        machine, origins = self.machine.resolve()
        if machine.vliw.slots > 1:
            from isa.packer import pack_for_machine

            sizes = {"registers": machine.registers, "words": machine.program.words}
            threads = grid.threads if grid is not None else self.threads or 0
            packed = pack_for_machine(kernel.program, machine.vliw.slots, threads=threads, **sizes)
            kernel = replace(kernel, program=packed)
        return Launch(self, kernel, oracle, inputs, machine, origins, grid)

    def _grid(self, program: Program, oracle: Oracle | None) -> Grid | None:
        """The sizes of the launch; None if nothing gives any, which the run refuses. Raises `SizeError`."""
        from simt.launch.sizes import resolve_sizes

        default = None if oracle is None else oracle.launch(program)
        return resolve_sizes(
            program, size=self.global_size, group=self.local_size, threads=self.threads, default=default
        )


def shown_core(result: Result, core: int | None) -> Result:
    """The core that a verb shows: the one asked for (see `check_core`), the one that trapped, or core 0."""
    return result.of_core(result.core.number if core is None else core)


@dataclass(frozen=True, slots=True)
class Launch:
    """A run that can be made: nothing is left to read."""

    choice: KernelChoice
    kernel: LoadedKernel
    oracle: Oracle | None
    inputs: Mapping[str, Any]
    machine: Machine
    origins: Mapping[str, Origin]
    grid: Grid | None

    def run(self, *, engine: str = "cycle", record: bool | range = False) -> Result:
        """Make the run, with progress on stderr; `engine` and `record` as in `simt.launch.run.run`.

        Raises `LaunchError`, and `KeyboardInterrupt` where Ctrl-C leaves no result.
        """
        from simt.launch import run as launch

        is_quiet = self.choice.is_quiet
        with progress_shown("cycle" if engine == "cycle" else "instruction", is_quiet=is_quiet) as progress:
            result = launch.run(
                self.kernel.program,
                self.machine,
                inputs=self.inputs,
                size=None if self.grid is None else self.grid.size,
                group=None if self.grid is None else self.grid.local,
                threads=None if self.grid is not None else self.choice.threads,
                engine=engine,
                max_cycles=self.choice.limit,
                record=record,
                progress=progress,
                compiling=compile_note(progress, is_quiet=is_quiet),
            )
        return result if self.oracle is None else replace(result, seed=self.choice.seed)

    def checked(self, result: Result, problems: list[SimtError]) -> Result:
        """The result with its check and its count of operations; what the oracle fails at joins `problems`."""
        if self.oracle is None:
            return result
        from simt.launch.oracle import OracleError

        try:
            if result.completed:
                result = replace(result, check=self.oracle.check(result, self.inputs))
            result = replace(result, operations=self.oracle.operations(result.program, result.grid))
        except OracleError as error:
            problems.append(error)
        return result

    def why_unchecked(self, result: Result, *, oracle_failed: str = "the oracle failed") -> str:
        """Why a result from `checked` has no check; empty if it has one, or if the run did not end."""
        if self.choice.no_check:
            return "--no-check"
        if self.oracle is None:
            path = self.kernel.path
            missing = "no --oracle" if path is None else f"no {path.with_suffix('.py').name} beside the kernel"
            return f"{missing}; arrays without --in are 0"
        return oracle_failed if result.completed and result.check is None else ""

    def check_core(self, core: int | None) -> None:
        """Refuse, before the run, to show a core that the machine does not have."""
        if core is not None and core >= self.machine.cores:
            have = f"cores 0 to {self.machine.cores - 1}" if self.machine.cores > 1 else "one core, number 0"
            raise click.UsageError(f"there is no core {core}: {self.machine.name} has {have}")

    @property
    def machine_label(self) -> str:
        """The machine's name with the settings that differ from it."""
        from simt.machine import describe

        return describe.label(self.machine, self.origins)
