"""The output of `simt model`: several models side by side, and the paper's figures 9 to 12 as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from simt.models.counts import Counts
from simt.models.kernels import FIGURES, KERNELS, Section5
from simt.models.paper import predict
from simt.models.parameters import Parameters
from simt.models.prediction import Prediction, time_text
from simt.models.readings import Kernel, Reading
from simt.models.registry import Outcome
from simt.views.kit.text import aligned

PREDICTIONS_SCHEMA = "simt.predictions/1"
FIGURES_SCHEMA = "simt.paper_figures/1"
NO_PLOTTED_VALUES = "the paper plots its values and prints none: figures 9 to 12 are pictures, so nothing is compared"


def comparison_text(counts: Counts, parameters: Parameters, outcomes: Sequence[Outcome]) -> str:
    """Return the predictions as text, a line per model: time, cycles and binding resource, or the missing parameter."""
    groups = f"{counts.work_items} work-items in {counts.groups} groups of {counts.local_size}"
    lines = [f"{counts.kernel} on {parameters.name}: {groups}; counts {counts.origin}"]
    rows = [
        (outcome.model, time_text(one.seconds), f"{one.cycles:.0f}", f"{one.binding}: {one.because}")
        if (one := outcome.prediction)
        else (outcome.model, "-", "-", f"lacks `{outcome.lacks.key}`" if outcome.lacks else "")
        for outcome in outcomes
    ]
    rows.insert(0, ("model", "time", "cycles", "bound by"))
    lines += aligned(rows, (0, 3))
    lines += [f"  {outcome.model}: {outcome.lacks.message}" for outcome in outcomes if outcome.lacks]
    return "\n".join([*lines, *_shared_notes(outcomes)]) + "\n"


def _shared_notes(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the notes that at least two models share, a line each. It names the models unless all have the note."""
    models: dict[str, list[str]] = {}
    predicted = [outcome for outcome in outcomes if outcome.prediction]
    for outcome in predicted:
        for note in outcome.prediction.notes if outcome.prediction else ():
            models.setdefault(note, []).append(outcome.model)
    return [
        f"  note: {note}" if len(names) == len(predicted) else f"  note on {', '.join(names)}: {note}"
        for note, names in models.items()
        if len(names) > 1
    ]


def outcomes_dict(counts: Counts, parameters: Parameters, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the predictions as plain values for JSON, with every term, the counts and the parameters."""
    return {
        "schema": PREDICTIONS_SCHEMA,
        "counts": counts.to_dict(),
        "device": parameters.to_dict(),
        "predictions": [outcome.prediction.to_dict() for outcome in outcomes if outcome.prediction],
        "lacking": [
            {"model": outcome.model, "key": outcome.lacks.key, "message": outcome.lacks.message}
            for outcome in outcomes
            if outcome.lacks
        ],
    }


@dataclass(frozen=True, slots=True)
class FigurePoint:
    """A bar of a figure of the paper: a kernel, a work-group shape, a device, and a prediction per reading."""

    figure: int
    kernel: str
    group: str
    device: str
    predictions: dict[str, Prediction]


def figure_points(
    devices: Sequence[Parameters],
    reading: Reading,
    counting: Section5 = Section5.PRINTED,
    kernels: Sequence[Kernel] = tuple(Kernel),
) -> list[FigurePoint]:
    """Predict the points of the paper's figures 9 to 12 on `devices`, by each reading of equation 14 in `kernels`.

    reading: the readings of the other equations. counting: the way of counting in section 5 of the paper. Raises
    `ModelError` if a device lacks a parameter.
    """
    return [
        FigurePoint(
            figure,
            name,
            group,
            device.name,
            {str(kernel): predict(counts, device, replace(reading, kernel=kernel)) for kernel in kernels},
        )
        for name, figure in FIGURES.items()
        for device in devices
        for group in KERNELS[name].groups
        for counts in [KERNELS[name].counts(group=group, counting=counting)]
    ]


def figures_text(points: Sequence[FigurePoint], counting: Section5) -> str:
    """Return a table of milliseconds by point and reading, with the binding resource under R2, or else the first."""
    readings = list(points[0].predictions)
    main = "R2" if "R2" in readings else readings[0]
    head = ("figure", "kernel", "device", "group", *readings, f"{main} is bound by")
    rows: list[tuple[str, ...]] = [
        (
            str(point.figure),
            point.kernel,
            point.device,
            point.group,
            *(f"{1e3 * point.predictions[name].seconds:.4g}" for name in readings),
            point.predictions[main].binding,
        )
        for point in points
    ]
    right = range(3, 4 + len(readings))
    lines = [f"predicted milliseconds of the paper's figures 9 to 12, counts of section 5 as {_HOW[counting]}"]
    lines += aligned([head, *rows], [k for k in range(len(head)) if k not in right])
    lines.append(f"  note: {NO_PLOTTED_VALUES}")
    return "\n".join(lines) + "\n"


_HOW = {Section5.PRINTED: "printed", Section5.CORRECTED: "corrected"}


def figures_dict(points: Sequence[FigurePoint], counting: Section5) -> dict[str, Any]:
    """Return the points of the figures as plain values for JSON, in seconds."""
    return {
        "schema": FIGURES_SCHEMA,
        "counting": str(counting),
        "note": NO_PLOTTED_VALUES,
        "points": [
            {name: getattr(point, name) for name in ("figure", "kernel", "device", "group")}
            | {
                "seconds": {name: prediction.seconds for name, prediction in point.predictions.items()},
                "binding": {name: prediction.binding for name, prediction in point.predictions.items()},
            }
            for point in points
        ],
    }
