"""Runs of experiments: they report progress, can be interrupted, and raise an error if they fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from isa.program.program import Program
from isa.reporting.diagnostics import quote
from simt.experiments.report import ExperimentError, text_table
from simt.launch.how import DEFAULT_MAX_CYCLES, Compiling, How, Watcher
from simt.launch.oracle import Oracle
from simt.launch.programs import load_program, shipped_program
from simt.launch.run import execute, placed_on
from simt.launch.sampling.sampled import sample_problem
from simt.launch.sizes import Size, resolve_sizes, size_text
from simt.machine import Machine
from simt.machine.describe import differences
from simt.machine.keys import keys
from simt.result.result import Result
from simt.result.sample import has_outputs


@dataclass(frozen=True, slots=True)
class Done:
    """A completed run: its kernel, symbols, size of a work-group, machine and cycles."""

    subject: str
    symbols: str
    group: str
    machine: str
    cycles: int


def done_text(runs: Sequence[Done]) -> str:
    """Return the table that an interrupted experiment shows: a line per completed run; "" if there is none."""
    if not runs:
        return ""
    columns = ("run", "symbols", "group", "machine", "cycles")
    return "\n".join(text_table(columns, [astuple(run) for run in runs])) + "\n"


class Runner:
    """A runner of an experiment's launches, which counts their cycles.

    progress: called with the cycles of all runs so far; if it returns true, the run is interrupted. compiling: called
    with each kind of engine before it is compiled.
    """

    def __init__(self, progress: Watcher | None = None, compiling: Compiling | None = None) -> None:
        self.progress = progress
        self.compiling = compiling
        self.cycles = 0
        self.done: list[Done] = []

    def run(
        self, program: Program, machine: Machine, *, inputs: Mapping[str, Any] | None = None, record: bool = True,
        max_cycles: int = DEFAULT_MAX_CYCLES, sample: float | None = None, may_stop: bool = False, **sizes: Any,
    ) -> Result:  # fmt: skip
        """Run a program to its end.

        - inputs: the inputs by name.
        - record: whether to record events.
        - max_cycles: the cycles after which the run is stopped.
        - sample: the accuracy of estimated cycles in percent; None for whole runs. A launch with too few work-groups
          for a sample runs whole.
        - may_stop: whether a run may be stopped at `max_cycles` without an error.
        - sizes: as for `resolve_sizes`.

        Raises `ExperimentError` (E0742) if the run stops early, `KeyboardInterrupt` if `progress` interrupts it, and
        the errors of a launch that does not fit the machine.
        """
        placed = placed_on(program, machine, resolve_sizes(program, **sizes))
        if sample is not None and sample_problem(placed):
            sample = None
        result = execute(
            placed, inputs or {}, How(record=record and sample is None, max_cycles=max_cycles, sample=sample),
            compiling=self.compiling, progress=None if self.progress is None else self._note,
        )  # fmt: skip
        self.cycles += result.cycles
        stop = result.stop
        if stop is not None and stop.kind == "interrupted":
            raise KeyboardInterrupt
        if stop is not None and not (may_stop and stop.kind == "cycle_limit"):
            message = f"the run of {quote(program.name)} on {machine.name} stopped in cycle {stop.cycle}: {stop.kind}"
            raise ExperimentError(message, code="E0742")
        symbols = " ".join(f"{name}={value}" for name, value in program.equ.items())
        group = "" if result.grid is None else size_text(result.grid.local)
        self.done.append(Done(program.name, symbols, group, _machine_text(machine), result.cycles))
        return result

    def _note(self, cycles: int) -> object:
        assert self.progress is not None
        return self.progress(self.cycles + cycles)


def _machine_text(machine: Machine) -> str:
    """Return the preset's name, and the settings that differ from the preset and do not follow from other settings."""
    changed, known = differences(Machine.load(machine.name), machine), keys()
    settings = (f"{key}={value}" for key, (_, value) in changed.items() if not known[key].derivation)
    return " ".join([machine.name, *settings])


def kernel(name: str, **defines: int) -> Program:
    """Load a shipped kernel. defines: values of its `.equ` symbols."""
    return load_program(shipped_program(name), defines=defines)


def checked_run(
    runner: Runner, name: str, machine: Machine, *, seed: int, defines: Mapping[str, int], group: Size | None = None,
    record: bool = True, max_cycles: int = DEFAULT_MAX_CYCLES, sample: float | None = None,
) -> Result:  # fmt: skip
    """Run a shipped kernel on the inputs of its oracle, and compare its output with the oracle.

    A sample that computes no outputs is not compared.

    - seed: the seed of the inputs.
    - defines: values of the kernel's symbols.
    - group: the work-group size, in place of the oracle's choice; None for this choice.
    - record: whether to record events.
    - max_cycles: the cycles after which the run is stopped.
    - sample: as for `Runner.run`.

    The oracle chooses the sizes of the launch, if it gives any. Raises `ExperimentError` (E0742) if the run stops early
    or the outputs differ.
    """
    program = kernel(name, **defines)
    oracle = Oracle.beside(shipped_program(name))
    assert oracle is not None, "every kernel of an experiment has an oracle"
    sizes = resolve_sizes(program, local_size=group, default=oracle.launch(program))
    inputs = oracle.inputs(program, seed, sizes)
    size, local = (None, None) if sizes is None else (sizes.size, sizes.local)
    result = runner.run(
        program, machine, inputs=inputs, global_size=size, local_size=local, record=record, max_cycles=max_cycles,
        sample=sample,
    )  # fmt: skip
    if not has_outputs(result.sample):
        return result
    check = oracle.check(result, inputs)
    if not check.passed:
        message = (
            f"{quote(name)} on {machine.name} gives {check.array}[{check.index}] = {check.got:g}, not {check.want:g}"
        )
        raise ExperimentError(message, code="E0742")
    return result


def recorded(result: Result) -> Any:
    """Return the event record of a recorded run: an array with an entry per issued instruction."""
    assert result.events is not None, "runs of experiments are recorded"
    return result.events.instructions
