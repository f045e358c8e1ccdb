"""`simt.model`: what `simt model` does: a kernel's time predicted from counts, without simulating it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from isa.program.program import Program
from isa.reporting.diagnostics import ArgumentError
from isa.reporting.files import exists
from simt.launch.kernels import AnyKernel, LoadedKernel, load_kernel, read_inputs
from simt.models.registry import Outcome
from simt.verbs.keywords import AnyMachine
from simt.verbs.shown import Shown

if TYPE_CHECKING:
    from simt.launch.sizes import Size
    from simt.machine import Machine
    from simt.models.counts import Counts
    from simt.models.parameters import Parameters
    from simt.models.prediction import Prediction
    from simt.models.refined import Profile
    from simt.models.static import StaticCounts
    from simt.result.result import Result


MEASURED_CYCLES = 10_000_000  # after which a run that is to be counted is given up


@dataclass(frozen=True, repr=False)
class Modelled(Shown):
    """What models say of a kernel: a row for each, with what they were given."""

    counts: Counts
    parameters: Parameters
    outcomes: Sequence[Outcome]

    def prediction(self, model: str | None = None) -> Prediction:
        """What a model says; None: the first that says something. Raises `ModelError` if it lacks something."""
        found = [each for each in self.outcomes if model in (None, each.model)]
        for each in found:
            if each.prediction is not None:
                return each.prediction
        for each in found:
            if each.lacks is not None:
                raise each.lacks
        raise ArgumentError(f"no model {model!r} was asked: {', '.join(each.model for each in self.outcomes)}")

    @property
    def cycles(self) -> float:
        """The cycles that the first model predicts."""
        return self.prediction().cycles

    def records(self) -> Sequence[Mapping[str, Any]]:
        """The rows; a model that predicts nothing has what it `lacks`."""
        return [
            {
                "model": each.model,
                **{name: getattr(each.prediction, name, None) for name in ("cycles", "seconds", "binding", "because")},
                "lacks": each.lacks.message if each.lacks else None,
            }
            for each in self.outcomes
        ]

    def __str__(self) -> str:
        from simt.views.studies.predictions import comparison_text

        if len(self.outcomes) == 1:
            return str(self.prediction())
        return comparison_text(self.counts, self.parameters, self.outcomes)

    def to_dict(self) -> dict[str, Any]:
        """Every term of every prediction as plain values, with counts and parameters."""
        from simt.views.studies.predictions import outcomes_dict

        return outcomes_dict(self.counts, self.parameters, self.outcomes)


def model(
    kernel: AnyKernel | Result, machine: AnyMachine = None, *, models: str | Sequence[str] | None = None,
    counts: str = "static", set: Mapping[str, object] | None = None,  # noqa: A002
    here: bool = False, defines: Mapping[str, int | float | str] | None = None,
    include_paths: Sequence[str | Path] = (), size: Size | None = None, group: Size | str | None = None,
    threads: int | None = None, trip_counts: Mapping[str | int, float] | None = None,
    probabilities: Mapping[str | int, float] | None = None, degrees: Mapping[str | int, float] | None = None,
    transactions: Mapping[str | int, float] | None = None, inputs: Mapping[str, Any] | None = None,
    oracle: str | Path | None = None, max_steps: int | None = None, max_cycles: int | None = None,
    device: str | Path | None = None, reading: str | None = None, counting: str | None = None, **overrides: object,
) -> Modelled:  # fmt: skip
    """Predict a kernel's time without simulating it, as `simt model` does: `simt.model("fft128", "fpga4").cycles`.

    With a machine (a preset, a file, generated-N, a `Machine`; set, here and further keywords as of `simt.run`): kernel
    is what `simt.run` takes, or the `Result` of a run, whose machine and counts are taken. models:
    "refined", by default, "paper", "hong-kim", "roofline", "bounds", or "all". counts: by "static" analysis, or
    "measured" by a run. defines, include_paths, size, group, threads: as of `simt.run`. trip_counts, probabilities,
    degrees, transactions: what is assumed where data decide, by label (docs/static-analysis.md). inputs: as of
    `simt.run`; what the kernel does not write of them is known. oracle: a file with sizes, inputs and tables; without,
    a shipped kernel has its own, and another's, beside it, is not run. max_steps: of static analysis, max_cycles: of
    the run that is measured, after which it is given up.

    Without a machine: kernel is a file of counts or a kernel of the GPU paper, on `device` ("gtx280", "hd5870",
    "fx5600" or a file), with parameters changed by set and keywords. models: "paper", by default, and the others but
    "refined". reading: of the paper's equations, "R4". group ("8x16"), size and counting ("printed" or "corrected"): of
    a kernel of the paper.

    The outcome shows itself and has `.prediction(model)`, `.table` (numpy) and `.frame()` (pandas). Raises
    `ModelError`, `StaticError`, `MachineError`, and what is wrong with the kernel.
    """
    from simt.lang import Kernel as Marked
    from simt.models.refined import Profile
    from simt.models.registry import comparable

    asked = [models] if isinstance(models, str) else list(models or ())
    if machine is None and isinstance(kernel, str | Path):
        parameters = device_parameters(device, {**(set or {}), **overrides})
        return of_counts(counts_of(str(kernel), size, group, counting), parameters, asked or ["paper"], reading)
    named = list(dict.fromkeys(each for name in asked or ["refined"] for each in comparable(name)))
    if not isinstance(kernel, str | Path | Program | Marked):
        return predicted(kernel.machine, named, Profile.of_result(kernel))
    chosen = machine_of(machine, set, overrides, here=here)
    work = KernelOnMachine(
        kernel, chosen, counts, defines or {}, tuple(map(str, include_paths)), threads, trip_counts or {},
        probabilities or {}, degrees or {}, transactions or {}, size, _size(group), oracle, max_steps, max_cycles,
        inputs or {},
    )  # fmt: skip
    return predicted(chosen, named, work.profile())


def machine_of(
    machine: AnyMachine, settings: Mapping[str, object] | None, overrides: Mapping[str, object], *, here: bool
) -> Machine:
    """The machine that a kernel is modelled on: as of `simt.run`, or a generated one. Raises `MachineError`."""
    from simt.validate.suite import is_generated, machine_named
    from simt.verbs.keywords import choose

    if isinstance(machine, str) and is_generated(machine):
        machine = machine_named(machine)
    return choose(model, machine, settings, overrides, here=here)[0]


def _size(group: Size | str | None) -> Size | None:
    from simt.launch.sizes import parse_size

    return parse_size(group) if isinstance(group, str) else group


# --- a kernel on a machine --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KernelOnMachine:
    """A kernel on a machine, and where its counts come from: "static" or "measured"."""

    kernel: AnyKernel
    machine: Machine
    counting: str = "static"
    defines: Mapping[str, int | float | str] = field(default_factory=dict)
    include_paths: Sequence[str] = ()
    threads: int | None = None
    trips: Mapping[str | int, float] = field(default_factory=dict)
    probabilities: Mapping[str | int, float] = field(default_factory=dict)
    degrees: Mapping[str | int, float] = field(default_factory=dict)
    transactions: Mapping[str | int, float] = field(default_factory=dict)
    size: Size | None = None
    group: Size | None = None
    oracle: str | Path | None = None
    max_steps: int | None = None
    max_cycles: int | None = None
    inputs: Mapping[str, Any] = field(default_factory=dict)

    def profile(self) -> Profile:
        """The counts. Raises `StaticError`, or what stops the assembly or the run."""
        from simt.models.refined import Profile

        return self._measured() if self.counting == "measured" else Profile.of_static(self.analysis())

    def analysis(self) -> StaticCounts:
        """The static analysis, with what is given and what the oracle always gives. Raises `StaticError`."""
        from isa.packing.packer import pack_for_machine
        from simt.launch.inputs import place_buffers
        from simt.launch.oracle import Oracle
        from simt.launch.sizes import resolve_sizes
        from simt.models.static import MAX_STEPS, analyse

        loaded = load_kernel(self.kernel, self.defines, self.include_paths)
        program, machine, source = loaded.program, self.machine, loaded.source
        file = self._oracle(loaded)
        oracle = None if file is None else Oracle.load(file)
        grid = resolve_sizes(
            program, size=self.size, group=self.group, threads=self.threads,
            default=None if oracle is None else oracle.launch(program),
        )  # fmt: skip
        tables: Mapping[str, Any] = read_inputs(program, None, 1, self.inputs, grid)
        values = tables
        if oracle is not None:
            tables = {**oracle.constants(program, grid), **tables}
            values = read_inputs(program, oracle, 1, self.inputs, grid)
        if source is not None:
            program = source.compiled(machine, grid, source.lengths(values), loaded.path)
            tables, values = source.values(tables), source.values(values)
        if any(not buffer.length and name in values for name, buffer in program.buffers.items()):
            program = place_buffers(program, values)  # as long as the arrays
        threads = grid.threads if grid is not None else self.threads or 0
        if machine.vliw.slots > 1:
            program = pack_for_machine(
                program, machine.vliw.slots, registers=machine.registers, words=machine.program.words, threads=threads
            )
        sizes: dict[str, Any] = {"threads": threads} if grid is None else grid.arguments
        return analyse(
            program, machine, **sizes, tables=tables,
            trip_counts={label: _whole(label, value) for label, value in self.trips.items()},
            probabilities=self.probabilities, degrees=self.degrees, transactions=self.transactions,
            max_steps=MAX_STEPS if self.max_steps is None else self.max_steps,
        )  # fmt: skip

    def _oracle(self, kernel: LoadedKernel) -> Path | None:
        """The oracle that was named, else that of a shipped kernel: a model does not run what is beside a kernel."""
        from simt.launch.programs import oracle_beside

        if self.oracle is not None:
            return Path(self.oracle)
        if kernel.path is None or not kernel.is_named:
            return None
        return oracle_beside(kernel.path, is_run=False)

    def _measured(self) -> Profile:
        from simt.exploration.points.evaluate import measure
        from simt.exploration.points.points import examine_on
        from simt.exploration.points.workload import prepare
        from simt.launch.words import Words
        from simt.models.refined import Profile
        from simt.validate.errors import CompareError

        if isinstance(self.kernel, Program):
            raise ArgumentError("counts of a run of a Program: give the Result of simt.run in its place")
        loaded = load_kernel(self.kernel, self.defines, self.include_paths)  # its errors, with place
        words = Words(
            defines=self.defines, include_paths=tuple(self.include_paths), threads=self.threads, size=self.size,
            group=self.group, inputs=self.inputs, oracle=self._oracle(loaded) or False,
        )  # fmt: skip
        workload = prepare(self.kernel, words)
        most = MEASURED_CYCLES if self.max_cycles is None else self.max_cycles
        if most < 1:
            raise ArgumentError(f"max_cycles is at least 1, not {most}")
        ready = examine_on(workload, self.machine, self.machine.hash, most)
        result, status, reason = measure(workload, ready, most)
        if status == "cycle_limit":
            message = f"the run that was to be counted has not come to its end after {most} cycles"
            advice = "does it end? a higher limit is --max-cycles N (max_cycles=N in Python)"
            raise CompareError(message, code="E0822", help=advice)
        if status != "done" or result is None:
            message = f"the run that was to be counted gave nothing: {reason or status}"
            raise CompareError(message, code="E0822", help="`simt run` tells more; --counts static needs no run")
        return Profile.of_result(result)


def predicted(machine: Machine, models: Sequence[str], profile: Profile) -> Modelled:
    """What the named models say of a profile. Raises what the only one lacks."""
    from simt.models import machine_view
    from simt.models.errors import UnknownUnitError
    from simt.models.refined import predict
    from simt.models.registry import MODELS, REFINED, evaluate

    counts, parameters = machine_view.counts_of(profile), machine_view.parameters_of(machine)
    found: list[Outcome] = []
    for name in models:
        if name == REFINED:
            try:
                found.append(Outcome(REFINED, predict(profile).prediction()))
            except UnknownUnitError as error:  # the others go on
                found.append(Outcome(REFINED, None, error))
        else:
            found += evaluate([MODELS[name]], counts, parameters)
    if len(found) == 1 and found[0].lacks:
        raise found[0].lacks
    if more := machine_view.left_out(machine):
        found = [
            replace(one, prediction=replace(one.prediction, notes=(*one.prediction.notes, *more)))
            if one.prediction is not None
            else one
            for one in found
        ]
    return Modelled(counts, parameters, found)


def _whole(label: str | int, value: float) -> int:
    """A number of turns. Raises `ArgumentError`."""
    if not float(value).is_integer():  # nor are infinity and NaN
        raise ArgumentError(f"--trip-count {label} takes a whole number, not {value:g}")
    return int(value)


# --- counts on a device -----------------------------------------------------------------------------------------------


def of_counts(work: Counts, parameters: Parameters, models: Sequence[str], reading: str | None) -> Modelled:
    """What the named models say of counts. Raises `ModelError`, also where all of them lack something."""
    from simt.models.readings import Reading
    from simt.models.registry import evaluate, models_named

    chosen = {each.name: each for name in models for each in models_named(name)}
    if reading is not None and "paper" not in chosen:
        raise ArgumentError(f"--reading is for the paper's equations: {', '.join(models)} has one reading")
    how = Reading() if reading is None else Reading.parse(reading)
    outcomes = evaluate(list(chosen.values()), work, parameters, how)
    if not any(outcome.prediction for outcome in outcomes):
        for outcome in outcomes:
            if outcome.lacks:
                raise outcome.lacks
    return Modelled(work, parameters, outcomes)


def device_parameters(device: str | Path | None, settings: Mapping[str, object] | Sequence[str]) -> Parameters:
    """The parameters of a device with some changed, as KEY=NUMBER texts or values by key. Raises `ModelError`."""
    from simt.models.devices import DEFAULT_DEVICE, load_parameters, with_settings

    if isinstance(settings, Mapping):
        settings = [f"{key}={value}" for key, value in settings.items()]
    return with_settings(load_parameters(str(device or DEFAULT_DEVICE)), settings)


def counts_of(name: str, size: Size | None, group: Size | str | None, counting: str | None) -> Counts:
    """The counts that a name means: a kernel of the paper, or a file of counts. Raises `ModelError`."""
    from simt.launch.sizes import size_text
    from simt.models.counts_file import load_counts
    from simt.models.kernels import KERNELS, Section5, find_kernel

    if name in KERNELS or not (name == "-" or name.endswith(".toml") or exists(name)):
        if counting not in (None, *Section5) or not isinstance(size, int | None):
            raise ArgumentError(f"a kernel of the paper has counts {' or '.join(Section5)}, and a size of one number")
        shape = str(group) if isinstance(group, int | str) else None if group is None else size_text(group)
        return find_kernel(name).counts(size, shape, Section5(counting or Section5.PRINTED))
    if size or group or counting:
        raise ArgumentError("--size, --group and --counting go with a kernel of the paper, not with a file of counts")
    return load_counts(name)
