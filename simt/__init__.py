"""simt: a workbench for small SIMT vector processors.

    import simt

    result = simt.run("fft128", "fpga4", vliw=3)     # as `simt run fft128 -m fpga4 --vliw 3`
    print(result.cycles, result.check.passed)
    simt.sweep("fft128", {"banks": [2, 4, 8]})

Most commands `simt NAME` are also functions `simt.NAME` (docs/python.md).

`import simt` is quick: the names below, and the package `simt.experiments`, are imported when they are first used.
"""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # `typing` takes 10 ms, in which the command could not listen to Ctrl-C yet
if TYPE_CHECKING:
    from typing import Any

    from isa import assemble, assemble_file, disassemble, pack
    from isa.program.program import Program
    from isa.reporting.diagnostics import AssemblyError, SimtError
    from simt.experiments import run_experiment as experiment
    from simt.interruption import PartlyDone
    from simt.launch.fits import LaunchError
    from simt.launch.inputs import InputError
    from simt.launch.oracle import Oracle, OracleError
    from simt.launch.programs import ProgramNotFoundError, find_program, load_program
    from simt.machine import Machine, MachineError
    from simt.models.static import analyse
    from simt.result.result import Result
    from simt.result.stops import Stop
    from simt.verbs.asm import asm, disasm
    from simt.verbs.calibrate import calibrate
    from simt.verbs.calibration_plan import calibration_plan
    from simt.verbs.check import check
    from simt.verbs.compare import compare
    from simt.verbs.diff import diff
    from simt.verbs.explain import explain
    from simt.verbs.explore import explore
    from simt.verbs.gate import gate
    from simt.verbs.init import init
    from simt.verbs.kernels import copy_kernel, kernels
    from simt.verbs.launch import Launch
    from simt.verbs.model import model, model_analysis, model_measured
    from simt.verbs.model_device import model_counts, model_figures, model_paper, model_parameters
    from simt.verbs.model_sensitivity import model_sensitivity
    from simt.verbs.report import report
    from simt.verbs.run import run
    from simt.verbs.run_pipeline import run_pipeline
    from simt.verbs.sweep import sweep
    from simt.verbs.trace import trace
    from simt.verbs.tune import tune
    from simt.verbs.warm import warm
    from simt.verbs.why import why
    from simt.version import __version__
    from simt.views.notebook.register import show

# The verbs that are alone in a module of their name.
_VERBS = (
    "calibrate", "calibration_plan", "check", "compare", "diff", "explain", "explore", "gate", "init", "report", "run",
    "run_pipeline", "sweep", "trace", "tune", "warm", "why",
)  # fmt: skip
# The public names by the modules that they come from.
_MODULES = {
    "isa": ("assemble", "assemble_file", "disassemble", "pack"),
    "isa.program.program": ("Program",),
    "isa.reporting.diagnostics": ("AssemblyError", "SimtError"),
    "simt.experiments": ("experiment",),
    "simt.interruption": ("PartlyDone",),
    "simt.launch.fits": ("LaunchError",),
    "simt.launch.inputs": ("InputError",),
    "simt.launch.oracle": ("Oracle", "OracleError"),
    "simt.launch.programs": ("ProgramNotFoundError", "find_program", "load_program"),
    "simt.machine": ("Machine", "MachineError"),
    "simt.models.static": ("analyse",),
    "simt.result.result": ("Result",),
    "simt.result.stops": ("Stop",),
    "simt.verbs.asm": ("asm", "disasm"),
    "simt.verbs.kernels": ("copy_kernel", "kernels"),
    "simt.verbs.launch": ("Launch",),
    "simt.verbs.model": ("model", "model_analysis", "model_measured"),
    "simt.verbs.model_device": ("model_counts", "model_figures", "model_paper", "model_parameters"),
    "simt.verbs.model_sensitivity": ("model_sensitivity",),
    "simt.version": ("__version__",),
    "simt.views.notebook.register": ("show",),
    **{f"simt.verbs.{verb}": (verb,) for verb in _VERBS},
}
_NAMES_THERE = {"experiment": "run_experiment"}
_PACKAGES = ("experiments",)

__all__ = [
    "AssemblyError", "InputError", "Launch", "LaunchError", "Machine", "MachineError", "Oracle", "OracleError",
    "PartlyDone", "Program", "ProgramNotFoundError", "Result", "SimtError", "Stop", "__version__", "analyse", "asm",
    "assemble", "assemble_file", "calibrate", "calibration_plan", "check", "compare", "copy_kernel", "diff", "disasm",
    "disassemble", "experiment", "explain", "explore", "find_program", "gate", "init", "kernels", "load_program",
    "model", "model_analysis", "model_counts", "model_figures", "model_measured", "model_paper", "model_parameters",
    "model_sensitivity", "pack", "report", "run", "run_pipeline", "show", "sweep", "trace", "tune", "warm", "why",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f"{__name__}.{name}")
    module = next((module for module, names in _MODULES.items() if name in names), None)
    if module is None:
        raise AttributeError(f"module 'simt' has no attribute {name!r}")
    value = getattr(import_module(module), _NAMES_THERE.get(name, name))
    globals()[name] = value
    return value


if "IPython" in sys.modules:  # a notebook, which is to draw results, programs and machines
    from simt.views.notebook.register import register_formatters

    register_formatters()


def __dir__() -> list[str]:
    return sorted([*__all__, *_PACKAGES])
