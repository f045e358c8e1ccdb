"""`simt.model_counts` and related functions: predictions for counts on a device, without a kernel in assembly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from isa.reporting.diagnostics import ArgumentError, quote
from isa.reporting.files import exists
from simt.models.counts import Counts
from simt.models.counts_file import load_counts
from simt.models.devices import DEFAULT_DEVICE, load_parameters, with_settings
from simt.models.errors import ModelError
from simt.models.parameters import Parameters
from simt.models.readings import Kernel, Reading
from simt.models.registry import evaluate, models_named
from simt.verbs.shown import Shown

if TYPE_CHECKING:
    from simt.launch.sizes import Size
    from simt.models.kernels import Section5
    from simt.verbs.model import Modelled
    from simt.views.studies.predictions import FigurePoint

Settings = Mapping[str, object] | Sequence[str] | None  # values by key, or KEY=NUMBER texts
_MODEL = "paper"  # the default device
_FIGURES = ("gtx280", "hd5870")  # the devices of the paper's figures


def model_counts(
    counts: str | Path | Counts, device: str | Path | None = None, *, models: str | Sequence[str] = _MODEL,
    reading: str | None = None, set: Settings = None, **overrides: object,  # noqa: A002
) -> Modelled:  # fmt: skip
    """Predict the time of counts on a device, as `simt model counts` does: `simt.model_counts("saxpy.toml", "hd5870")`.

    - counts: a file, or `Modelled.counts` of another prediction.
    - device, set, further keywords: as for `simt.model_parameters`.
    - models: one or several of "paper" (the default), "hong-kim", "roofline", "bounds", or "all".
    - reading: the reading of the paper's equations, such as "R4"; None for the default.

    Raises `ArgumentError`, and `ModelError`, also if every model lacks an input.
    """
    from simt.models.kernels import KERNELS

    if str(counts) in KERNELS and not exists(str(counts)):
        message = f"{quote(str(counts))} is a kernel of the paper, not a file of counts"
        raise ModelError(message, code="E0807", help=f"simt model paper {counts}")
    work = counts if isinstance(counts, Counts) else load_counts(counts)
    return _predicted(work, model_parameters(device, set=set, **overrides), models, reading)


def model_paper(
    kernel: str, device: str | Path | None = None, *, size: int | None = None, local_size: Size | str | None = None,
    counting: str | None = None, models: str | Sequence[str] = _MODEL, reading: str | None = None,
    set: Settings = None, **overrides: object,  # noqa: A002
) -> Modelled:  # fmt: skip
    """Predict a kernel of the GPU paper on a device, as `simt model paper` does: `simt.model_paper("mm_local")`.

    - kernel: mm_global_rows, mm_global_columns, mm_local, pps_br or pps_conf.
    - size: the rows of its matrices, or the elements of its scan; None for the default.
    - local_size: the size of a work-group, such as 64, (8, 16) or "8x16"; None for the default.
    - counting: "printed" (the default) for the counts of section 5 of the paper, or "corrected".
    - device, models, reading, set, further keywords: as for `simt.model_counts`.

    Raises `ArgumentError`, `ModelError`.
    """
    from simt.launch.sizes import size_text
    from simt.models.kernels import find_kernel

    if local_size is not None and not isinstance(local_size, str):
        local_size = size_text((local_size,) if isinstance(local_size, int) else local_size)
    work = find_kernel(kernel).counts(size, local_size, _section5(counting))
    return _predicted(work, model_parameters(device, set=set, **overrides), models, reading)


@dataclass(frozen=True, repr=False)
class Figures(Shown):
    """The predicted side of the paper's figures 9 to 12: a row per figure, kernel, device and work-group."""

    points: Sequence[FigurePoint]
    counting: Section5

    def records(self) -> Sequence[Mapping[str, Any]]:
        """Return the rows, with the seconds by each reading."""
        return [
            {
                "figure": point.figure,
                "kernel": point.kernel,
                "device": point.device,
                "group": point.group,
                **{name: one.seconds for name, one in point.predictions.items()},
            }
            for point in self.points
        ]

    def __str__(self) -> str:
        from simt.views.studies.predictions import figures_text

        return figures_text(self.points, self.counting)

    def to_dict(self) -> dict[str, Any]:
        """Return the rows as plain values, with the binding terms."""
        from simt.views.studies.predictions import figures_dict

        return figures_dict(self.points, self.counting)


def model_figures(
    device: str | Path | None = None, *, reading: str | None = None, counting: str | None = None,
    set: Settings = None, **overrides: object,  # noqa: A002
) -> Figures:  # fmt: skip
    """Predict the paper's figures 9 to 12, as `simt model figures` does.

    - device: as for `simt.model_parameters`; None for both "gtx280" and "hd5870".
    - reading: the reading of the equations. If it names a reading of the whole time, such as "R4", the rows have only
      this reading. Otherwise the rows have all readings of the whole time.
    - counting, set, further keywords: as for `simt.model_paper`.

    Raises `ArgumentError`, `ModelError`.
    """
    from simt.views.studies.predictions import figure_points

    chosen, section = _reading(reading), _section5(counting)
    devices = [model_parameters(name, set=set, **overrides) for name in ([device] if device else _FIGURES)]
    is_named = reading is not None and chosen.kernel in [part.strip() for part in reading.split(",")]
    return Figures(figure_points(devices, chosen, section, [chosen.kernel] if is_named else list(Kernel)), section)


def model_parameters(
    device: str | Path | None = None, *, set: Settings = None, **overrides: object,  # noqa: A002
) -> Parameters:  # fmt: skip
    """Return the parameters of a device, and their sources, as `simt model parameters` shows them.

    device: "gtx280" (the default), "hd5870", "fx5600" or a file. set, further keywords: values of parameters that
    replace the values of the device, {"bandwidth_gbs": 150}. Raises `ModelError`.
    """
    settings = [f"{key}={value}" for key, value in set.items()] if isinstance(set, Mapping) else list(set or ())
    settings += [f"{key}={value}" for key, value in overrides.items()]
    return with_settings(load_parameters(DEFAULT_DEVICE if device is None else device), settings)


def _predicted(work: Counts, parameters: Parameters, models: str | Sequence[str], reading: str | None) -> Modelled:
    """Return the named models' predictions from counts.

    Raises `ArgumentError`, and `ModelError` for an unknown model or if every model lacks an input.
    """
    from simt.verbs.model import Modelled

    words = [models] if isinstance(models, str) else models
    chosen = {model.name: model for name in words for model in models_named(name)}
    if reading is not None and "paper" not in chosen:
        raise ArgumentError(f"--reading is for the paper's equations: {', '.join(words)} has one reading")
    outcomes = evaluate(list(chosen.values()), work, parameters, _reading(reading))
    if not any(outcome.prediction for outcome in outcomes):
        for outcome in outcomes:
            if outcome.lacks:
                raise outcome.lacks
    return Modelled(work, parameters, outcomes)


def _reading(text: str | None) -> Reading:
    return Reading() if text is None else Reading.parse(text)


def _section5(counting: str | None) -> Section5:
    from simt.models.kernels import Section5

    if counting not in (None, *Section5):
        raise ArgumentError(f"a kernel of the paper has counts {' or '.join(Section5)}, and not {counting}")
    return Section5(counting or Section5.PRINTED)
