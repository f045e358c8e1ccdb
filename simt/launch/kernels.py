"""The loading of kernels (files, names, `Program`s, functions of Python), oracles and inputs."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from isa.program.program import Program
from isa.reporting.diagnostics import ArgumentError, quote
from simt.files import read_text
from simt.launch.doubts import report
from simt.launch.words import Beside, Words

if TYPE_CHECKING:
    from simt.core.state.grid import Grid
    from simt.lang import Kernel as Marked
    from simt.launch.languages import Source
    from simt.launch.oracle import Oracle
    from simt.machine import Machine

AnyKernel: TypeAlias = "str | Path | Program | Marked | LoadedKernel"


@dataclass(frozen=True, slots=True)
class LoadedKernel:
    """A program, and the file that it was read from. `simt.launch.steps.Step` is a launch of a pipeline.

    - program: the program. A kernel in OpenCL C or Python has only its signature here, until it is compiled for the
      machine of a launch.
    - path: the file; None for standard input and a function of Python.
    - is_named: whether the user named the kernel; not so for a `Program` or a function of Python.
    - source: the kernel in OpenCL C or Python; None for assembly.
    """

    program: Program
    path: Path | None = None
    is_named: bool = True
    source: Source | None = None

    @property
    def is_step(self) -> bool:
        """Return whether the kernel is a launch of a pipeline."""
        return False

    @property
    def takes(self) -> Program:
        """The program whose names are the names of the inputs: its own, or the pipeline of a launch."""
        return self.program

    @property
    def symbols(self) -> Collection[str]:
        """The symbols, or the words of a source with macros, that a user may give values."""
        return self.program.equ if self.source is None else self.source.words()

    @property
    def machine(self) -> str:
        """The machine of the pipeline that has the launch; "" for a kernel by itself, or if it names none."""
        return ""

    @property
    def oracle_beside(self) -> Path | None:
        """The file of the kernel or of its pipeline, if an oracle may be beside it."""
        return self.path

    @property
    def pipeline_sources(self) -> Mapping[str, str | None]:
        """The texts of the pipeline that has the launch, and of its kernels, by file; empty for a kernel by itself."""
        return {}

    def oracle(self, choice: str | Path | Oracle | bool | None) -> Oracle | None:
        """Return the oracle of the kernel alone, if any. choice: as for `find_oracle`. Raises `OracleError`."""
        return find_oracle(self.path, choice, is_default=self.is_named)

    def grid(self, words: Words, oracle: Oracle | None) -> Grid | None:
        """Return the sizes of a launch; None if they are unknown.

        oracle: the kernel's oracle, if any. Raises `SizeError`, and `ProgramError` for anything other than sizes.
        """
        from simt.launch.sizes import resolve_sizes

        return resolve_sizes(
            self.program, global_size=words.global_size, local_size=words.local_size, threads=words.threads,
            offset=words.offset, default=None if oracle is None else oracle.launch(self.program),
        )  # fmt: skip

    def launch_inputs(self, words: Words, machine: Machine | None, **watchers: Any) -> LaunchInputs:
        """Return the oracle, the sizes and the inputs of a launch.

        If the kernel is a launch of a pipeline, the earlier launches run. machine: the machine for these runs; not used
        for a kernel by itself. watchers: `progress` and `compiling` of these runs.

        Raises `OracleError`, `InputError`, `SizeError`, `ProgramError` for anything other than sizes, and for a launch
        of a pipeline the errors of the launches before it.
        """
        from simt.launch.inputs import check_input

        oracle = self.oracle(words.oracle)
        grid = self.grid(words, oracle)
        inputs = read_inputs(self.program, oracle, words.seed, words.inputs, grid)
        return LaunchInputs(oracle, grid, inputs, tuple(check_input(self.program, name) for name in words.inputs))


def load_kernel(
    kernel: AnyKernel, defines: Mapping[str, int | float | str] | None = None, include_paths: Sequence[str | Path] = ()
) -> LoadedKernel:
    """Load a kernel, and assemble it if it is in assembly. A `LoadedKernel` is returned as it is.

    - kernel: a file, the name of a shipped kernel, `-` for standard input, a `Program`, or a function of Python.
    - defines: values of `.equ` symbols, or of macros of OpenCL C, by name.
    - include_paths: further folders in which `.include` and `#include` look.

    Warnings are reported (`simt.launch.doubts`). Raises `SimtError`, and `TypeError` for any other object.
    """
    if isinstance(kernel, LoadedKernel):
        return kernel
    loaded = _loaded(kernel, defines, include_paths)
    report(loaded.program.warnings)
    return loaded


def _loaded(
    kernel: AnyKernel, defines: Mapping[str, int | float | str] | None, include_paths: Sequence[str | Path]
) -> LoadedKernel:
    from simt.launch.programs import find_program, is_language, load_program, split_name

    lang = sys.modules.get("simt.lang")
    if lang is not None and isinstance(kernel, lang.Kernel):
        from simt.launch.languages import of_function

        if defines or include_paths:
            raise ArgumentError("defines and include_paths are for assembly and OpenCL C, not for a function of Python")
        source = of_function(kernel)
        return LoadedKernel(source.signature(), is_named=False, source=source)
    if isinstance(kernel, Program):
        if defines or include_paths:
            raise ArgumentError("a Program is assembled already: defines and include_paths are for assembly text")
        return LoadedKernel(kernel, kernel.path, is_named=False)
    if not isinstance(kernel, str | Path):
        raise TypeError(f"a kernel is a name, a path, a Program or a marked function, not {type(kernel).__name__}")
    file, function = split_name(str(kernel))
    path = None if file == "-" else find_program(file)
    if path is not None and is_language(path):
        from simt.launch.languages import of_file

        source = of_file(path, function, defines, include_paths)
        return LoadedKernel(source.signature(path), path, source=source)
    if path is not None and path.suffix.lower() not in (".json", ".hex"):
        return LoadedKernel(load_program(path, defines=defines, include_paths=include_paths), path)
    name, text = str(path or "<stdin>"), read_text(str(path or kernel))
    is_json = text.lstrip().startswith("{")
    if path is None and not is_json:
        from isa import assemble

        return LoadedKernel(assemble(text, filename=name, include_paths=include_paths, defines=defines))
    if defines or include_paths:
        raise ArgumentError(f"{name} is assembled already: -D and -I are for assembly text")
    return LoadedKernel(parse_words(text, name), path)


def parse_words(text: str, name: str) -> Program:
    """Return the program in the text of a .json or .hex file. name: the file's name. Raises `ProgramError`."""
    from isa.forms.hexfile import parse_hex
    from isa.forms.objfile import parse_program

    return (parse_program if text.lstrip().startswith("{") else parse_hex)(text, name)


def named_kernels(
    kernels: str | Path | Marked | Sequence[str | Path | Marked],
) -> tuple[tuple[str, ...], dict[str, Marked]]:
    """Return the names of one or several kernels, and the marked functions of Python among them by name.

    Raises `ArgumentError` for anything else.
    """
    several = list(kernels) if isinstance(kernels, Sequence) and not isinstance(kernels, str) else [kernels]
    if wrong := [one for one in several if not isinstance(one, str | Path) and not callable(one)]:
        raise ArgumentError(f"{quote(repr(wrong[0]))} is not a kernel: give a name, a file or a function of Python")
    functions = {one.__name__: one for one in several if not isinstance(one, str | Path)}
    return tuple(str(one) if isinstance(one, str | Path) else one.__name__ for one in several), functions


def find_oracle(place: Path | None, oracle: str | Path | Oracle | bool | None, *, is_default: bool) -> Oracle | None:
    """Return the oracle of a kernel or a pipeline, if any.

    place: the file beside which an oracle may be. oracle: a file or an `Oracle`; True for the oracle beside the file,
    False for none. None means `is_default`. `Beside.SHIPPED` is like None, but takes shipped oracles only. Raises
    `OracleError`.
    """
    is_run = oracle is not Beside.SHIPPED
    if oracle is None or isinstance(oracle, Beside):
        oracle = is_default
    if oracle is True:
        from simt.launch.programs import oracle_beside

        oracle = None if place is None else oracle_beside(place, is_run=is_run)
    if oracle is None or isinstance(oracle, bool):
        return None
    from simt.launch.oracle import Oracle

    if not isinstance(oracle, Oracle | str | Path):
        raise ArgumentError(f"an oracle is a file, an `Oracle`, True or False, not {type(oracle).__name__}")
    return oracle if isinstance(oracle, Oracle) else Oracle.load(oracle)


def read_inputs(
    program: Program, oracle: Oracle | None, seed: int, given: Mapping[str, Any], grid: Grid | None
) -> dict[str, Any]:
    """Return all inputs in the kernel's types: the given ones, and the oracle's for other names.

    - oracle: the oracle, if any.
    - seed: the seed of the oracle's inputs.
    - given: numbers, arrays, or texts for `read_array`, by name.
    - grid: the sizes of the launch, for an oracle that takes them; None if they are unknown.

    Raises `InputError`, `OracleError`.
    """
    if oracle is None and not given:
        return {}
    from simt.launch.array_files import read_array
    from simt.launch.inputs import InputError, check_input, typed

    own: dict[str, Any] = {}
    for called, source in given.items():
        if (name := check_input(program, called)) in own:
            known = ", ".join([*program.locals, *program.buffers, *program.params])
            message = f"{quote(called)} is {quote(name)} in assembly, which has a value already"
            raise InputError(message, help=f"give all by their names in assembly: {known}")
        value = read_array(name, str(source)) if isinstance(source, str | Path) else source
        own.update(typed(program, {name: value}))
    if oracle is None:
        return own
    return {**oracle.inputs(program, seed, grid, without=own), **own}


class LaunchInputs(NamedTuple):
    """The parts of a launch that need no machine: its oracle, its sizes, and its inputs in the kernel's types.

    given: the names of the inputs that do not come from the oracle.
    """

    oracle: Oracle | None
    grid: Grid | None
    values: Mapping[str, Any]
    given: tuple[str, ...]

    def known(self, program: Program) -> dict[str, Any]:
        """Return the inputs that do not depend on the seed. Raises `OracleError`."""
        known = {} if self.oracle is None else self.oracle.constants(program, self.grid)
        return known | {name: self.values[name] for name in self.given}
