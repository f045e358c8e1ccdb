"""Names of kernels by themselves, and of launches of pipelines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from isa.reporting.diagnostics import ArgumentError, quote
from isa.reporting.files import is_file
from simt.launch.kernels import AnyKernel, LoadedKernel, load_kernel
from simt.launch.programs import kernel_file, split_name


def load_named(
    kernel: AnyKernel, defines: Mapping[str, int | float | str] | None = None, include_paths: Sequence[str | Path] = ()
) -> LoadedKernel:
    """Load the kernel that a user names.

    kernel: as for `load_kernel`, or FILE.toml:LAUNCH, such as "scan.toml:2": one of several launches that a file
    lists (a pipeline).

    Raises the errors of `load_kernel` and `read_step`, and `ArgumentError` for include paths of a pipeline.
    """
    if not is_launch(kernel):
        return load_kernel(kernel, defines, include_paths)
    from simt.launch.steps import read_step

    if include_paths:
        raise ArgumentError(f"-I goes with a kernel, and {quote(str(kernel))} is a launch of a pipeline")
    return read_step(str(kernel), defines)


def oracle_place(kernel: str | Path) -> Path | None:
    """Return the file beside which the oracle of a kernel may be: the kernel's file, or the file of its pipeline.

    The result is None if a kernel in Python has the name of the pipeline's oracle. Raises `ProgramNotFoundError`,
    `PipelineError`.
    """
    if not is_launch(kernel):
        return kernel_file(kernel)
    from simt.launch.steps import read_step

    return read_step(kernel).oracle_beside


def file_of(kernel: str) -> str:
    """Return the file or shipped name in a kernel's name: `k.cl` for `k.cl::NAME`, `p.toml` for `p.toml:2`."""
    file, separator, _ = kernel.rpartition(":")
    return file if separator and file.endswith(".toml") else split_name(kernel)[0]


def is_launch(kernel: object) -> bool:
    """Return whether the name of a kernel names a launch of a pipeline: it has the form FILE.toml:LAUNCH."""
    if not isinstance(kernel, str | Path) or ".toml:" not in str(kernel):
        return False
    from simt.launch.pipeline_file import find_pipeline

    file, _, _ = str(kernel).rpartition(":")
    return file.endswith(".toml") and not is_file(kernel) and find_pipeline(file) is not None
