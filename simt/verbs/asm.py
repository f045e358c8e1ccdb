"""`simt.asm` and `simt.disasm`: a kernel to a program, packed if asked, and a program to assembly text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from isa.program.bundles import Slots, SlotsValue
from isa.program.program import Program
from isa.reporting.diagnostics import ArgumentError
from simt.files import read_text
from simt.launch.kernels import AnyKernel, LoadedKernel, load_kernel, parse_words, read_inputs
from simt.verbs.keywords import AnyMachine, check_words, choose, taken, takes

if TYPE_CHECKING:
    from isa import PackedProgram
    from simt.launch.sizes import Size


def packed(
    program: Program, slots: int | Sequence[str], *, registers: int | None = None, threads: int | None = None,
    assume_in_bounds: bool = False, may_part: bool = False,
) -> tuple[Program, PackedProgram]:  # fmt: skip
    """Pack a scalar program into bundles; return the packed program, and the packer's report.

    slots: the slots of a bundle, 1 to 3 or the kind of each. The other arguments are as for `asm`. Raises
    `ProgramError` (E0341) if the program cannot be packed.
    """
    from isa.packing.packer import DEFAULT_REGISTERS, pack

    registers = registers or DEFAULT_REGISTERS
    result = pack(
        program, slots, registers=registers, threads=threads, assume_in_bounds=assume_in_bounds, may_part=may_part
    )
    return replace(result.program, threads=threads or program.threads), result


def compiled(
    loaded: LoadedKernel, machine: AnyMachine, overrides: Mapping[str, object], *, local_size: Size | None = None,
    inputs: Mapping[str, Any] | None = None, set: Mapping[str, object] | None = None,  # noqa: A002
) -> Program:  # fmt: skip
    """Return the program of a loaded kernel, which is compiled for the machine if it is in a language.

    The arguments are as for `asm`. Raises `CompileError`, `MachineError`, `InputError` and `SizeError`.
    """
    from simt.launch.sizes import resolve_sizes

    if loaded.source is None:
        return loaded.program
    chosen, _ = choose(machine, set, overrides)
    grid = resolve_sizes(loaded.program, local_size=local_size)
    values = read_inputs(loaded.program, None, 1, inputs or {}, grid)
    lengths = loaded.source.usual_lengths(chosen, grid) | loaded.source.known_lengths(values)
    return loaded.source.compiled(chosen, grid, lengths, loaded.path)


@takes(compiled, packed)
def asm(
    kernel: AnyKernel, machine: AnyMachine = None, *, defines: Mapping[str, int | float | str] | None = None,
    include_paths: Sequence[str | Path] = (), vliw: int | Sequence[str] | None = None, pack: bool = True, **words: Any,
) -> Program:  # fmt: skip
    """Assemble or compile a kernel, as `simt asm` does: `simt.asm("fft", defines={"n": 64}, vliw=3)`.

    - kernel: a file, the name of a shipped kernel, a marked function of Python, or a `Program`.
    - machine: the machine for which a kernel in OpenCL C or Python is compiled, by default `fpga4`.
    - set: values of machine keys, {"local.banks": 8}. Further keywords are keys too.
    - defines: values of `.equ` symbols, or of macros of OpenCL C, by name.
    - include_paths: further folders in which `.include` and `#include` look.
    - local_size: the work-items of a work-group for which a kernel in OpenCL C or Python is compiled; None: the size
      that the kernel requires, if any.
    - inputs: inputs of a kernel in OpenCL C or Python, by name. Its arrays get the lengths of their inputs. An array in
      local memory without an input has an element for each work-item of a work-group, or 64 elements if this number is
      unknown.
    - vliw: the slots of the bundles into which a scalar kernel is packed: 1 to 3, or the kind of each, as in `["lds",
      "alu+fpu", "alu+control"]`. None: the kernel is not packed.
    - pack: False leaves a scalar kernel unpacked; `vliw` is then only the slots of bundles in the source.
    - registers: the registers of a lane that packing may use, by default 32.
    - threads: the threads of a launch for which the kernel is packed; None: the number in `.threads`.
    - assume_in_bounds: whether the packer assumes that an access at register + array stays in this array.
    - may_part: whether the lanes of a warp may part at jumps, on the machines for which the kernel is packed.

    Raises `ArgumentError`, `ProgramNotFoundError`, `AssemblyError`, `CompileError`, `MachineError`, `InputError`,
    `SizeError`, and `ProgramError` (E0341) for a kernel that cannot be packed.
    """
    from simt.launch.programs import is_language, load_program, split_name

    compiling, packing = taken(words, compiled), taken(words, packed)
    check_words(asm, words)
    if not (vliw is not None and pack) and any(packing.values()):
        raise ArgumentError("registers, threads, assume_in_bounds and may_part are for bundles: give vliw too")
    is_text = isinstance(kernel, str | Path) and not is_language(split_name(str(kernel))[0])
    has_target = machine is not None or words or any(value not in (None, {}) for value in compiling.values())
    if has_target and (is_text or isinstance(kernel, Program)):
        advice = "assembly is assembled alike for all machines; `simt run KERNEL -m MACHINE` checks it against one"
        message = "a machine, a local size and inputs are for kernels in languages, not for assembly"
        raise ArgumentError(message, help=advice)
    if is_text:
        program = load_program(str(kernel), defines=defines, include_paths=include_paths, slots=_slots(vliw))
    else:
        program = compiled(load_kernel(kernel, defines, include_paths), machine, words, **compiling)
    if vliw is None or not pack or program.has_bundles:
        return program
    return packed(program, vliw, **packing)[0]


def _slots(vliw: int | Sequence[str] | None) -> SlotsValue:
    """Return the slots of bundles in source; 0 if they are not given. Raises `ArgumentError`."""
    try:
        return 0 if vliw is None else Slots.checked(vliw).value
    except ValueError as error:
        raise ArgumentError(str(error)) from None


class Listing(str):
    """A text of many lines. A notebook shows one screen of it."""

    __slots__ = ()

    def _repr_pretty_(self, printer: Any, is_cycle: bool) -> None:
        from simt.views.kit.text import screenful

        printer.text(screenful(self))


def disasm(program: str | Path | Program) -> Listing:
    """Return the assembly text of a program, or of a .json or .hex file. Raises `FileError`, `ProgramError`."""
    from isa.forms.disassembler import disassembly

    return Listing(disassembly(program if isinstance(program, Program) else load_words(str(program))).text())


def load_words(path: str) -> Program:
    """Load the program of a .json or .hex file, or of standard input for `-`. Raises `FileError`, `ProgramError`."""
    return parse_words(read_text(path), "<stdin>" if path == "-" else path)
