"""The instruction set of simt: table, encoding, assembler, disassembler, program files.

The package is independent of the timing of machines. A module is imported when one of its names is first used, so that
`import isa` is fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from isa.assembly.assembler import assemble, assemble_file
    from isa.forms.disassembler import disassemble
    from isa.forms.listing import listing
    from isa.forms.objfile import load_program, save_program
    from isa.packing.packed import PackedProgram
    from isa.packing.packer import pack
    from isa.program.encoding import EncodingError, Instruction, decode, encode
    from isa.program.program import LocalArray, Location, Parameter, Program
    from isa.reporting.diagnostics import AssemblyError, Diagnostic, ProgramError, SimtError, render
    from isa.table.spec import InstructionSpec
    from isa.table.table import INSTRUCTIONS, table_hash

__all__ = [
    "INSTRUCTIONS", "AssemblyError", "Diagnostic", "EncodingError", "Instruction", "InstructionSpec", "LocalArray",
    "Location", "PackedProgram", "Parameter", "Program", "ProgramError", "SimtError", "assemble", "assemble_file",
    "decode", "disassemble", "encode", "listing", "load_program", "pack", "render", "save_program", "table_hash",
]  # fmt: skip

_HOMES = {
    "assembly.assembler": ("assemble", "assemble_file"),
    "reporting.diagnostics": ("AssemblyError", "Diagnostic", "ProgramError", "SimtError", "render"),
    "forms.disassembler": ("disassemble",),
    "program.encoding": ("EncodingError", "Instruction", "decode", "encode"),
    "forms.listing": ("listing",),
    "forms.objfile": ("load_program", "save_program"),
    "packing.packer": ("pack",),
    "packing.packed": ("PackedProgram",),
    "program.program": ("LocalArray", "Location", "Parameter", "Program"),
    "table.table": ("INSTRUCTIONS", "InstructionSpec", "table_hash"),
}
_MODULES = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'isa' has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f"isa.{_MODULES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
