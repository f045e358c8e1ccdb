"""The instruction set of simt: table, encoding, assembler, disassembler, program files.

Knows nothing of any machine's timing. Everything is imported when it is first used, so that `import isa` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from isa.assembler import assemble, assemble_file
    from isa.diagnostics import AssemblyError, Diagnostic, ProgramError, SimtError, render
    from isa.disassembler import disassemble
    from isa.encoding import EncodingError, Instruction, decode, encode
    from isa.listing import listing
    from isa.objfile import load_program, save_program
    from isa.packer import pack
    from isa.packing.packed import PackedProgram
    from isa.program import LocalArray, Location, Parameter, Program
    from isa.spec import InstructionSpec
    from isa.table import INSTRUCTIONS, table_hash

__all__ = [
    "INSTRUCTIONS",
    "AssemblyError",
    "Diagnostic",
    "EncodingError",
    "Instruction",
    "InstructionSpec",
    "LocalArray",
    "Location",
    "PackedProgram",
    "Parameter",
    "Program",
    "ProgramError",
    "SimtError",
    "assemble",
    "assemble_file",
    "decode",
    "disassemble",
    "encode",
    "listing",
    "load_program",
    "pack",
    "render",
    "save_program",
    "table_hash",
]

_HOMES = {
    "assembler": ("assemble", "assemble_file"),
    "diagnostics": ("AssemblyError", "Diagnostic", "ProgramError", "SimtError", "render"),
    "disassembler": ("disassemble",),
    "encoding": ("EncodingError", "Instruction", "decode", "encode"),
    "listing": ("listing",),
    "objfile": ("load_program", "save_program"),
    "packer": ("pack",),
    "packing.packed": ("PackedProgram",),
    "program": ("LocalArray", "Location", "Parameter", "Program"),
    "table": ("INSTRUCTIONS", "InstructionSpec", "table_hash"),
}
_MODULES = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'isa' has no attribute {name!r}")
    from importlib import import_module

    # Importing a submodule sets its name on the package: put the functions `listing` and the like back over it.
    module = import_module(f"isa.{_MODULES[name]}")
    for exported in _HOMES[_MODULES[name]]:
        globals()[exported] = getattr(module, exported)
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
