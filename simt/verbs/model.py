"""`simt.model`, the function of `simt model` for a kernel on a machine: its time predicted from counts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeGuard, cast

from isa.reporting.diagnostics import ArgumentError
from simt.launch.fits import LaunchError
from simt.launch.how import How
from simt.launch.inputs import InputError, place_buffers
from simt.launch.prepared import PreparedLaunch
from simt.launch.sizes import SizeError
from simt.launch.words import Beside
from simt.models.errors import UnknownUnitError
from simt.models.registry import MODELS, REFINED, Outcome, comparable, evaluate
from simt.verbs.keywords import AnyMachine, taken, takes, watchers
from simt.verbs.launching import AnyLaunch, LaunchChoice, launch_of, prepare, refuse_words
from simt.verbs.shown import Shown

if TYPE_CHECKING:
    from isa.reporting.diagnostics import SimtError
    from simt.machine import Machine
    from simt.models.counts import Counts
    from simt.models.parameters import Parameters
    from simt.models.prediction import Prediction
    from simt.models.refined import Profile
    from simt.models.static import StaticCounts
    from simt.result.result import Result
    from simt.validate.errors import CompareError

MEASURED_CYCLES = 10_000_000  # the cycle after which a run for its counts is given up
_STATIC, _MEASURED = "static", "measured"


@dataclass(frozen=True, kw_only=True)
class Assumed:
    """The assumptions of static analysis where data decide, by label or address (docs/static-analysis.md).

    - trip_counts: the full turns of a loop.
    - probabilities: the share of lanes that take a jump, 0 to 1.
    - degrees: the mean conflict degree of a local access.
    - transactions: the mean number of transactions of a global access.
    """

    trip_counts: Mapping[str | int, float] | None = None
    probabilities: Mapping[str | int, float] | None = None
    degrees: Mapping[str | int, float] | None = None
    transactions: Mapping[str | int, float] | None = None


@dataclass(frozen=True, repr=False)
class Modelled(Shown):
    """The predictions of models for a kernel: a row for each, with the models' inputs."""

    counts: Counts
    parameters: Parameters
    outcomes: Sequence[Outcome]

    def prediction(self, model: str | None = None) -> Prediction:
        """Return the prediction of a model, by default of the first model that has a prediction.

        Raises `ModelError` if the model lacks an input, and `ArgumentError` for a model that was not asked for.
        """
        outcomes = [outcome for outcome in self.outcomes if model in (None, outcome.model)]
        for outcome in outcomes:
            if outcome.prediction is not None:
                return outcome.prediction
        for outcome in outcomes:
            if outcome.lacks is not None:
                raise outcome.lacks
        raise ArgumentError(f"no model {model!r} was asked: {', '.join(one.model for one in self.outcomes)}")

    @property
    def cycles(self) -> float:
        """The predicted cycles of the first model that has a prediction. Raises `ModelError` if none has."""
        return self.prediction().cycles

    def records(self) -> Sequence[Mapping[str, Any]]:
        """Return a row for each model; `lacks` says what a model without a prediction needs, else it is None."""
        return [
            {
                "model": outcome.model,
                **{key: getattr(outcome.prediction, key, None) for key in ("cycles", "seconds", "binding", "because")},
                "lacks": outcome.lacks.message if outcome.lacks else None,
            }
            for outcome in self.outcomes
        ]

    def __str__(self) -> str:
        from simt.views.studies.predictions import comparison_text

        if len(self.outcomes) == 1:
            return str(self.prediction())
        return comparison_text(self.counts, self.parameters, self.outcomes)

    def terms_text(self) -> str:
        """Return the resource or latency that bounds each part of the kernel, with its cost, as text of 80 columns.

        The rows are `prediction("refined").spent`. Raises `ArgumentError` if the refined model was not asked for, and
        `ModelError` if it has no prediction.
        """
        from simt.views.studies.terms import terms_text

        if all(outcome.model != REFINED for outcome in self.outcomes):
            asked = ", ".join(outcome.model for outcome in self.outcomes)
            raise ArgumentError(f"only the refined model knows the parts of a kernel: --terms is not for {asked}")
        return terms_text(self.prediction(REFINED))

    def to_dict(self) -> dict[str, Any]:
        """Return every term of every prediction as plain values, with counts and parameters."""
        from simt.views.studies.predictions import outcomes_dict

        return outcomes_dict(self.counts, self.parameters, self.outcomes)


@takes(Assumed, prepare)
def model(
    kernel: AnyLaunch | Result, machine: AnyMachine = None, *, models: str | Sequence[str] | None = None,
    max_steps: int | None = None, **words: Any,
) -> Modelled:  # fmt: skip
    """Predict a kernel's time without simulating it, as `simt model` does: `simt.model("fft128", "fpga4").cycles`.

    - kernel: a kernel as for `simt.Launch`, a `Launch`, or the `Result` of a run, whose machine and counts are taken.
    - machine, further keywords: as for `simt.Launch`; machine can also be "generated-N".
    - inputs: as for `simt.Launch`; static analysis uses the inputs that the kernel does not write.
    - oracle: as for `simt.Launch`, but None and True run only the oracle of a shipped kernel.
    - models: one or several of "refined" (the default), "paper", "hong-kim", "roofline", "bounds", or "all".
    - trip_counts, probabilities, degrees, transactions: assumptions where data decide, by label
      (docs/static-analysis.md).
    - max_steps: the number of steps after which static analysis stops, by default 60000.

    The outcome shows itself and has `.prediction(model)`, `.counts`, `.table` (numpy) and `.frame()` (pandas). Raises
    `ModelError`, `StaticError`, `ArgumentError`, and the errors of `simt.Launch`.
    """
    from simt.models.refined import Profile

    names = compared_models(models)
    if _is_result(kernel):
        refuse_words("a Result", machine=machine, max_steps=max_steps, **words)
        return predicted(kernel.machine, names, Profile.of_result(kernel))
    assumed = Assumed(**taken(words, Assumed))
    launch = launched(model, cast("AnyLaunch", kernel), machine, words)
    return predicted(launch.machine, names, Profile.of_static(analysed(launch, assumed, max_steps)))


@takes(watchers, prepare)
def model_measured(
    kernel: AnyLaunch, machine: AnyMachine = None, *, models: str | Sequence[str] | None = None,
    max_cycles: int | None = None, **words: Any,
) -> Modelled:  # fmt: skip
    """Predict a kernel's time from the counts of a run, as `simt model measured` does.

    - kernel: a kernel as for `simt.Launch`, or a `Launch`.
    - machine, oracle, models, further keywords: as for `simt.model`.
    - max_cycles: the limit of the run in cycles; None for 10000000.
    - progress, compiling: as for `simt.run`, but a true answer of `progress` raises `KeyboardInterrupt`.

    Raises `CompareError` for a run that gives no counts, `ModelError`, and the errors of the kernel and the machine
    that `simt.Launch` raises.
    """
    from simt.models.refined import MODEL, Profile, run_to_count

    names, watching = compared_models(models), taken(words, watchers)
    launch = launched(model_measured, kernel, machine, words, _MEASURED)
    limit = MEASURED_CYCLES if max_cycles is None else max_cycles

    def run(record: bool) -> Result:
        return _measured(launch, How(max_cycles=limit, record=record), watching)

    result = run_to_count(launch.machine, run) if MODEL in names else run(False)
    return predicted(launch.machine, names, Profile.of_result(result))


@takes(Assumed, prepare)
def model_analysis(
    kernel: AnyLaunch, machine: AnyMachine = None, *, max_steps: int | None = None, **words: Any
) -> StaticCounts:
    """Count a launch by static analysis, as `simt model analysis` does: loops, accesses, strides, conflicts, jumps.

    kernel: a kernel as for `simt.Launch`, or a `Launch`. The other parameters are as for `simt.model`. Raises
    `StaticError`, and the errors of `simt.Launch`.
    """
    assumed = Assumed(**taken(words, Assumed))
    return analysed(launched(model_analysis, kernel, machine, words), assumed, max_steps)


def _is_result(kernel: object) -> TypeGuard[Result]:
    """Return whether a kernel is a `Result`; its module, which loads numba, is not imported for this."""
    loaded = sys.modules.get("simt.result.result")
    return loaded is not None and isinstance(kernel, loaded.Result)


def compared_models(models: str | Sequence[str] | None) -> list[str]:
    """Return the names of the chosen models, each once; None is the refined model. Raises `ModelError`."""
    words = [models] if isinstance(models, str) else list(models or (REFINED,))
    return list(dict.fromkeys(name for word in words for name in comparable(word)))


def launched(
    verb: Callable[..., object], kernel: AnyLaunch, machine: AnyMachine, words: Mapping[str, Any], counts: str = _STATIC
) -> PreparedLaunch:
    """Return the launch to count. Its machine may be generated; a foreign oracle runs only if it is named.

    counts: "static" or "measured". It decides the code of the error for an impossible launch (`_countable`).
    """
    from simt.validate.suite import is_generated, machine_named

    if not isinstance(kernel, PreparedLaunch | LaunchChoice):
        if isinstance(machine, str) and is_generated(machine):
            machine = machine_named(machine)
        if words.get("oracle") in (None, True):
            words = {**words, "oracle": Beside.SHIPPED}
    with _countable(counts):
        return launch_of(verb, kernel, machine, words)


@contextmanager
def _countable(counts: str) -> Iterator[None]:
    """Turn the error of an impossible launch into an error about its counts.

    For "measured" `counts` every error becomes E0822. Otherwise only a `LaunchError` changes, to E0845.
    """
    from simt.launch.oracle import OracleError
    from simt.models.static import StaticError

    try:
        yield
    except (LaunchError, InputError, OracleError, SizeError) as error:
        if counts == _MEASURED:
            raise _nothing(error) from None
        if isinstance(error, LaunchError):
            raise StaticError([replace(diagnostic, code="E0845") for diagnostic in error.diagnostics]) from None
        raise


def analysed(launch: PreparedLaunch, assumed: Assumed, max_steps: int | None) -> StaticCounts:
    """Analyse a launch statically, given the values in `PreparedLaunch.known`.

    Raises `StaticError`, and `ArgumentError` for a launch with a storage manager or a trip count that is not whole.
    """
    from simt.models.static import MAX_STEPS, analyse

    if launch.storage is not None:
        raise ArgumentError("where a storage manager has the buffers is known to a run: simt.model_measured counts it")
    trips = {label: _whole(label, value) for label, value in (assumed.trip_counts or {}).items()}
    return analyse(
        place_buffers(launch.program, launch.values), launch.machine, **launch.grid.arguments, tables=launch.known,
        trip_counts=trips, probabilities=assumed.probabilities, degrees=assumed.degrees,
        transactions=assumed.transactions, max_steps=MAX_STEPS if max_steps is None else max_steps,
    )  # fmt: skip


def _whole(label: str | int, value: float) -> int:
    if not float(value).is_integer():  # nor are infinity and NaN
        raise ArgumentError(f"--trip-count {label} takes a whole number, not {value:g}")
    return int(value)


def _measured(launch: PreparedLaunch, how: How, watching: Mapping[str, Any]) -> Result:
    """Run a launch for its counts.

    Raises `CompareError` if it does not run to its end or its result is wrong, and `KeyboardInterrupt` after a Ctrl-C.
    """
    from simt.exploration.points.rows import stop_text
    from simt.launch.oracle import OracleError
    from simt.validate.errors import CompareError

    try:
        result = launch.checked(launch.trial().run_through(how, **watching))
    except OracleError as error:
        raise _nothing(error) from None
    stop, check = result.stop, result.check
    if stop is not None and stop.kind == "cycle_limit":
        message = f"the run that was to be counted has not come to its end after {how.max_cycles} cycles"
        advice = "does it end? a higher limit is --max-cycles N (max_cycles=N in Python)"
        raise CompareError(message, code="E0822", help=advice)
    if stop is not None:
        raise _nothing(stop_text(result, stop))
    if check is not None and not check.passed:
        raise _nothing(check.where)
    return result


def _nothing(why: SimtError | str) -> CompareError:
    """Return the error of a run that gives no counts."""
    from simt.exploration.errors import short
    from simt.validate.errors import CompareError

    message = f"the run that was to be counted gave nothing: {why if isinstance(why, str) else short(why)}"
    return CompareError(message, code="E0822", help="`simt run` says more; static counts need no run")


def predicted(machine: Machine, models: Sequence[str], profile: Profile) -> Modelled:
    """Return the predictions of models for a profile.

    If there is a single model and it lacks an input, its `ModelError` is raised.
    """
    from simt.models import machine_view
    from simt.models.refined import predict

    counts, parameters = machine_view.counts_of(profile), machine_view.parameters_of(machine)
    outcomes: list[Outcome] = []
    for name in models:
        if name == REFINED:
            try:
                outcomes.append(Outcome(REFINED, predict(profile).prediction()))
            except UnknownUnitError as error:  # the others go on
                outcomes.append(Outcome(REFINED, None, error))
        else:
            outcomes += evaluate([MODELS[name]], counts, parameters)
    if len(outcomes) == 1 and outcomes[0].lacks:
        raise outcomes[0].lacks
    return Modelled(counts, parameters, [_noted(outcome, machine) for outcome in outcomes])


def _noted(outcome: Outcome, machine: Machine) -> Outcome:
    """Return an outcome whose prediction lists the properties of the machine that the model leaves out."""
    from simt.models.machine_view import left_out

    if outcome.prediction is None:
        return outcome
    notes = (*outcome.prediction.notes, *left_out(machine, outcome.model))
    return replace(outcome, prediction=replace(outcome.prediction, notes=notes))
