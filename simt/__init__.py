"""simt: a workbench for small SIMT vector processors.

    import simt

    program = simt.load_program("fft128")
    result = simt.run(program, simt.Machine.load("fpga4"))
    print(result.cycles)

`import simt` is quick: each name below is imported when it is first used, and so is the package `simt.experiments`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from simt.version import __version__

if TYPE_CHECKING:
    from isa import assemble, assemble_file, disassemble, pack
    from isa.diagnostics import AssemblyError, SimtError
    from isa.program import Program
    from simt.launch.fits import LaunchError
    from simt.launch.inputs import InputError
    from simt.launch.oracle import Oracle, OracleError
    from simt.launch.programs import ProgramNotFoundError, find_program, load_program
    from simt.machine import Machine, MachineError
    from simt.models.static import analyse
    from simt.result.result import Result
    from simt.result.stops import Stop
    from simt.views.notebook import show
    from simt.verbs.run import run

# name: the module that it comes from.
_EXPORTS = {
    "AssemblyError": "isa.diagnostics",
    "InputError": "simt.launch.inputs",
    "LaunchError": "simt.launch.fits",
    "Machine": "simt.machine",
    "MachineError": "simt.machine",
    "Oracle": "simt.launch.oracle",
    "OracleError": "simt.launch.oracle",
    "Program": "isa.program",
    "ProgramNotFoundError": "simt.launch.programs",
    "Result": "simt.result.result",
    "SimtError": "isa.diagnostics",
    "Stop": "simt.result.stops",
    "analyse": "simt.models.static",
    "assemble": "isa",
    "assemble_file": "isa",
    "disassemble": "isa",
    "find_program": "simt.launch.programs",
    "load_program": "simt.launch.programs",
    "pack": "isa",
    "show": "simt.views.notebook",
    "run": "simt.verbs.run",
}
_PACKAGES = ("experiments",)

__all__ = [
    "AssemblyError",
    "InputError",
    "LaunchError",
    "Machine",
    "MachineError",
    "Oracle",
    "OracleError",
    "Program",
    "ProgramNotFoundError",
    "Result",
    "SimtError",
    "Stop",
    "__version__",
    "analyse",
    "assemble",
    "assemble_file",
    "disassemble",
    "find_program",
    "load_program",
    "pack",
    "run",
    "show",
]


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f"{__name__}.{name}")
    if name not in _EXPORTS:
        raise AttributeError(f"module 'simt' has no attribute {name!r}")
    value = getattr(import_module(_EXPORTS[name]), name)
    globals()[name] = value
    return value


if "IPython" in sys.modules:  # a notebook, which is to draw results, programs and machines
    from simt.views.notebook import register_formatters

    register_formatters()


def __dir__() -> list[str]:
    return sorted([*__all__, *_PACKAGES])
