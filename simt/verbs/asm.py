"""`simt.asm` and `simt.disasm`: assembly text to a program, packed if asked, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from isa.program.program import Program
from simt.files import read_text
from simt.launch.kernels import AnyKernel, load_kernel, read_inputs
from simt.verbs.keywords import AnyMachine

if TYPE_CHECKING:
    from isa import PackedProgram
    from simt.launch.sizes import Size


def asm(
    kernel: AnyKernel, machine: AnyMachine = None, *, vliw: int | None = None, registers: int | None = None,
    threads: int | None = None, assume_in_bounds: bool = False, **words: Any,
) -> Program:  # fmt: skip
    """Assemble a kernel by its file or name, as `simt asm` does: `simt.asm("fft", defines={"n": 64}, vliw=3)`.

    vliw: pack a scalar kernel into bundles of that many slots (`simt.pack` says how well it went); registers: of the
    machine, 32 if None; threads: of the launch, in place of `.threads`; assume_in_bounds: an access at register + array
    stays in this array. words: defines and include_paths; and of a kernel in OpenCL C or Python, which is compiled for
    the machine, group, the size of its work-groups, and inputs, of which the lengths of arrays in local memory count.
    Raises `ProgramNotFoundError`, `AssemblyError`, `CompileError`, `InputError`, `PackError`.
    """
    from simt.launch.programs import is_language, split_name

    if not isinstance(kernel, str | Path) or is_language(split_name(str(kernel))[0]):
        return compiled(kernel, machine, **words)
    program = _assembled(str(kernel), vliw or 0, **words)
    if vliw is None or program.has_bundles:
        return program
    return packed(program, vliw, registers, threads, assume_in_bounds=assume_in_bounds)[0]


def _assembled(
    name: str, slots: int, *, defines: Mapping[str, int | float | str] | None = None,
    include_paths: Sequence[str | Path] = (), group: Size | None = None, inputs: Mapping[str, Any] | None = None,
) -> Program:  # fmt: skip
    """Assemble a program of assembly text, for which the last two words mean nothing."""
    from simt.launch.programs import load_program

    return load_program(name, defines=defines, include_paths=include_paths, slots=slots)


def compiled(
    kernel: AnyKernel, machine: AnyMachine, *, defines: Mapping[str, int | float | str] | None = None,
    include_paths: Sequence[str | Path] = (), group: Size | None = None, inputs: Mapping[str, Any] | None = None,
) -> Program:  # fmt: skip
    """Compile a kernel in a language for a machine, `fpga4` if None.

    Arrays in local memory without an input have the elements of a work-group, or 64 if its size is not known. Raises
    `CompileError`, `InputError`.
    """
    from simt.launch.sizes import resolve_sizes
    from simt.verbs.keywords import choose

    loaded = load_kernel(kernel, defines, include_paths)
    assert loaded.source is not None
    built, _ = choose(asm, machine, None, {})
    grid = resolve_sizes(loaded.program, group=group)
    values = read_inputs(loaded.program, None, 1, inputs or {}, grid)
    lengths = loaded.source.usual_lengths(built, grid) | loaded.source.known_lengths(values)
    return loaded.source.compiled(built, grid, lengths, loaded.path)


def packed(
    program: Program, slots: int, registers: int | None, threads: int | None, *, assume_in_bounds: bool
) -> tuple[Program, PackedProgram]:
    """Pack a scalar program into bundles, for `threads` threads, and say how well that went. Raises `PackError`."""
    from isa.packing.packer import DEFAULT_REGISTERS, pack

    registers = registers or DEFAULT_REGISTERS
    found = pack(program, slots, registers=registers, threads=threads, assume_in_bounds=assume_in_bounds)
    return replace(found.program, threads=threads or program.threads), found


def disasm(program: str | Path | Program) -> str:
    """Return the assembly text of a program, or of a .json or .hex file of `simt asm`; it assembles to the same words.

    Raises `FileError`, `ProgramError`.
    """
    from isa.forms.disassembler import disassembly

    return disassembly(program if isinstance(program, Program) else load_words(str(program))).text()


def load_words(path: str) -> Program:
    """Load the program of a .json or .hex file, or of standard input for `-`. Raises `FileError`, `ProgramError`."""
    from isa.forms.hexfile import parse_hex
    from isa.forms.objfile import parse_program

    text = read_text(path)
    return (parse_program if text.lstrip().startswith("{") else parse_hex)(text, "<stdin>" if path == "-" else path)
