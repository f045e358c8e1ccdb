"""The table of models by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from isa.reporting.diagnostics import did_you_mean, quote
from simt.models import bounds, hong_kim, paper, roofline
from simt.models.counts import Counts
from simt.models.errors import MissingInputError, ModelError
from simt.models.parameters import Parameters
from simt.models.prediction import Prediction
from simt.models.readings import Reading


@dataclass(frozen=True, slots=True)
class Model:
    """A model that takes counts and parameters. title: its name in lists."""

    name: str
    predict: Callable[[Counts, Parameters, Reading | None], Prediction]
    title: str


MODELS: dict[str, Model] = {
    model.name: model
    for model in (
        Model(paper.MODEL, paper.predict, "the paper's equations 1 to 16, in the chosen reading"),
        Model(hong_kim.MODEL, hong_kim.predict, "Hong and Kim 2009: memory against computation warps"),
        Model(roofline.MODEL, roofline.predict, "Roofline with ceilings"),
        Model(bounds.MODEL, bounds.predict, "throughput bounds per resource"),
    )
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a model: a prediction, or the error about the missing input."""

    model: str
    prediction: Prediction | None
    lacks: MissingInputError | None = None


REFINED = "refined"  # takes a program and a machine, not counts and parameters: simt.models.refined


def models_named(name: str) -> list[Model]:
    """Return a list with the model of that name, or with all models for "all". Raises `ModelError` E0809."""
    return [MODELS[known] for known in _named(name, list(MODELS))]


def comparable(name: str) -> list[str]:
    """Return a list with `name`, or for "all" the names of all models that predict a program on a machine.

    Raises `ModelError` E0809 for an unknown name.
    """
    return _named(name, [REFINED, *MODELS])


def _named(name: str, names: list[str]) -> list[str]:
    if name == "all":
        return names
    if name in names:
        return [name]
    advice = did_you_mean(name, [*names, "all"], f"the models are {', '.join(names)}, and all of them: all")
    raise ModelError(f"there is no model {quote(name)}", code="E0809", help=advice)


def evaluate(
    models: Sequence[Model], counts: Counts, parameters: Parameters, reading: Reading | None = None
) -> list[Outcome]:
    """Run each model. A missing input is in its outcome; other `ModelError`s are raised."""
    outcomes = []
    for model in models:
        try:
            outcomes.append(Outcome(model.name, model.predict(counts, parameters, reading)))
        except MissingInputError as error:
            outcomes.append(Outcome(model.name, None, error))
    return outcomes
