"""Runs of experiments: progress over all of them, Ctrl-C, and no figure from a run that did not end well."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from isa.diagnostics import quote
from simt.experiments.report import ExperimentError

if TYPE_CHECKING:
    import numpy as np

    from isa.program import Program
    from simt.machine import Machine
    from simt.result import Result

__all__ = ["Runner", "checked_run", "kernel"]


class Runner:
    """Makes runs. progress: called with the cycles of all runs so far, interrupts if true; compiling: as of `run`."""

    def __init__(
        self, progress: Callable[[int], object] | None = None, compiling: Callable[[], None] | None = None
    ) -> None:
        self.progress = progress
        self.compiling = compiling
        self.cycles = 0

    def run(
        self,
        program: Program,
        machine: Machine,
        *,
        inputs: Mapping[str, np.ndarray] | None = None,
        threads: int | None = None,
    ) -> Result:
        """A recorded run to the end. Raises `ExperimentError` if it stops before, `KeyboardInterrupt` on Ctrl-C."""
        from simt.launch import run

        result = run(
            program,
            machine,
            inputs=inputs,
            threads=threads,
            record=True,
            progress=None if self.progress is None else self._note,
            compiling=self.compiling,
        )
        self.cycles += result.cycles
        stop = result.stop
        if stop is not None:
            if stop.kind == "interrupted":
                raise KeyboardInterrupt
            raise ExperimentError(
                f"the run of {quote(program.name)} on {machine.name} stopped in cycle {stop.cycle}: {stop.kind}",
                code="E0742",
            )
        return result

    def _note(self, cycles: int) -> object:
        assert self.progress is not None
        return self.progress(self.cycles + cycles)


def kernel(name: str, **defines: int) -> Program:
    """A shipped kernel, with values for its symbols."""
    from simt.programs import load_program

    return load_program(name, defines=defines)


def checked_run(
    runner: Runner, name: str, machine: Machine, *, seed: int, defines: Mapping[str, int]
) -> tuple[Result, dict[str, np.ndarray]]:
    """A run of a shipped kernel on its oracle's inputs, compared with its oracle: the result and the inputs.

    Raises `ExperimentError` if it computes something else.
    """
    from simt.oracle import Oracle
    from simt.programs import find_program

    program = kernel(name, **defines)
    oracle = Oracle.beside(find_program(name))
    assert oracle is not None, "every kernel of an experiment has an oracle"
    inputs = oracle.inputs(program, seed)
    result = runner.run(program, machine, inputs=inputs)
    check = oracle.check(result, inputs)
    if not check.passed:
        raise ExperimentError(
            f"{quote(name)} on {machine.name} gives {check.array}[{check.index}] = {check.got:g}, not {check.want:g}",
            code="E0742",
        )
    return result, inputs
