"""`simt.compare`, the function of `simt compare`: predicted against simulated cycles of kernels x machines x models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from isa.reporting.diagnostics import ArgumentError, did_you_mean, listed, quote
from isa.reporting.files import include_folders
from simt.interruption import converted
from simt.launch.how import check_cycles
from simt.launch.inputs import check_input
from simt.launch.sizes import parse_size
from simt.launch.words import check_mapping, check_seed
from simt.machine.choosing import DEFAULT_PRESET
from simt.validate.comparison import COUNTS, Compared, ComparedPoint, Progress, Request, point, suite_point
from simt.validate.comparison import compare as run_points
from simt.validate.errors import CompareError
from simt.validate.machines import SUITE
from simt.validate.measured import PARTS, Measurements, measurements
from simt.validate.measured_file import MeasuredFile, read_measured
from simt.verbs.keywords import check_words, refuse_machine, takes
from simt.verbs.shown import Shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from simt.exploration.plans.axes import Axis
    from simt.lang import Kernel as Marked
    from simt.launch.how import Compiling
    from simt.launch.sizes import Size
    from simt.machine import Machine
    from simt.validate.crossover import Crossover

_PLOTS = ("scatter", "sweep", "stack", "crossover")
_WAYS = {
    "machine": "-m, which may be repeated; in Python `machines`", "in": "--in, with one value", "threads": "--threads",
    "seed": "--seed",
}  # fmt: skip


@dataclass(frozen=True, repr=False)
class Comparison(Shown):
    """Predicted against simulated cycles: a row for each point, model and origin of the counts.

    - points: all points.
    - compared: the outcomes of the points that finished; all of them, unless the comparison was interrupted.
    - crossed: the changes of the fastest contender; None if they were not asked for.
    - by_part: whether development and held-out points have separate measures.
    - measurements: measurements of hardware, if the points are compared with them. The comparison then has the rows of
      the measurements. None otherwise.
    - plot: the kind of picture that the user asked for, if any.
    """

    points: Sequence[ComparedPoint]
    compared: Sequence[Compared]
    request: Request
    crossed: Crossover | None = None
    by_part: bool = False
    measurements: Measurements | None = None
    plot: str | None = None

    def records(self) -> Sequence[Mapping[str, Any]]:
        """Return the rows; `error` is (predicted - simulated) / simulated.

        With measurements, these are the rows of `Measurements.records`.
        """
        if self.measurements is not None:
            return self.measurements.records()
        axes = list(dict.fromkeys(name for row in self.points for name in row.axes))
        return [
            {
                "kernel": row.point.kernel,
                "machine": row.point.machine_name,
                **{name: row.point.axes.get(name) for name in axes},
                "status": row.status,
                "simulated": row.cycles if row.is_done else None,
                "model": model,
                "counts": counts,
                "predicted": row.predictions.get((model, counts)),
                "error": row.error(model, counts),
                "lacks": row.lacks.get((model, counts), row.reason),
            }
            for row in self.compared
            for model in self.request.models
            for counts in self.request.counts
        ]

    def head(self) -> Sequence[str]:
        """All columns except the reasons, and except the status if all points are done."""
        rows = self.records()
        if self.measurements is not None:
            return ["line", "kernel", "machine", "measured", *(f"{part}_error" for part in PARTS)] if rows else ()
        useless = {"lacks", *(["status"] if all(row.is_done for row in self.compared) else [])}
        return [name for name in (rows[0] if rows else ()) if name not in useless]

    def title(self) -> str:
        """Return the heading: the number of points."""
        if self.measurements is not None:
            from simt.views.studies.measured import measured_title

            return measured_title(self.measurements)
        return f"{sum(row.is_done for row in self.compared)} of {len(self.points)} points simulated"

    def __str__(self) -> str:
        from simt.views.studies.comparisons import comparison_text, notes_of
        from simt.views.studies.crossover import crossover_text

        if self.measurements is not None:
            from simt.views.studies.measured import measured_text

            return measured_text(self.measurements, notes_of(self.compared, self.request))
        text = comparison_text(self.compared, self.request, by_part=self.by_part)
        return text if self.crossed is None else f"{text}\n{crossover_text(self.crossed)}"

    def to_dict(self) -> dict[str, Any]:
        """Return all points, measures and stacks as plain values."""
        from simt.views.studies.comparisons import comparison_dict
        from simt.views.studies.crossover import crossover_dict

        data = comparison_dict(self.compared, self.request)
        if self.measurements is not None:
            from simt.views.studies.measured import measured_dict

            data["measured"] = measured_dict(self.measurements)
        return data if self.crossed is None else {**data, "crossover": crossover_dict(self.crossed)}

    def figure(self, plot: str | None = None) -> Figure:
        """Return a picture of the comparison.

        plot: "scatter", "sweep" (over the swept key), "stack", or "crossover" of a comparison that has one; None: what
        `compare` was asked for, or what suits the points. Raises `ArgumentError`, `CompareError`, `FigureError`.
        """
        from simt.validate.crossover import swept_keys
        from simt.views.studies import comparison_pictures as pictures

        _check_plot(plot)
        points = [row.point for row in self.compared]
        kind = plot or self.plot or ("sweep" if len(swept_keys(points)) == 1 else "scatter")
        if kind == "crossover":
            from simt.views.studies.crossover_picture import crossover_picture

            if self.crossed is None:
                raise ArgumentError("the comparison has no crossover", help='simt.compare(..., plot="crossover")')
            return crossover_picture(self.crossed)
        if kind == "scatter":
            return pictures.scatter_picture(self.compared, self.request)
        if kind == "stack":
            return pictures.stack_picture(self.compared, self.request)
        return pictures.sweep_picture(self.compared, self.request, swept_key(points))

    def page(self) -> str:
        """Return the comparison as one HTML file, with a picture if matplotlib is installed.

        It is the picture that `compare` was asked for, by default a stack for a single point. Raises `CompareError`.
        """
        from simt.views.kit.figure import can_draw, picture_bytes
        from simt.views.studies.comparison_html import comparison_page

        svg = ""
        if can_draw() and any(row.predictions for row in self.compared):
            # A scatter plot of one point says little.
            is_single = len(self.compared) == 1 and bool(self.compared[0].charges)
            svg = picture_bytes(self.figure("stack" if is_single and self.plot is None else None), "svg").decode()
        tables, notes = self._tables()
        return comparison_page(self.compared, self.request, svg, tables, notes, by_part=self.by_part)

    def _tables(self) -> tuple[list[tuple[str, list[list[str]]]], list[str]]:
        """Return the parts of a page beside the points: tables with titles, and notes."""
        if self.measurements is not None:
            from simt.views.studies.measured import launch_notes, measured_tables, mistake_notes

            title = "against the measurements: cycles, and errors in per cent of the measured ones"
            tables = [(f"{model} {title}", rows) for model, rows in measured_tables(self.measurements)]
            return tables, [*launch_notes(self.measurements), *mistake_notes(self.measurements.mistakes)]
        if self.crossed is not None:
            from simt.views.studies.crossover import crossover_notes, crossover_tables

            return list(crossover_tables(self.crossed)), list(crossover_notes(self.crossed))
        return [], []

    def beyond(self, tolerance: float) -> list[str]:
        """Return a message for each model, and origin of counts, with a mean error above `tolerance` per cent.

        A model that predicted nothing has a message, too.
        """
        from simt.validate.summaries import summaries

        messages = []
        for row in summaries(self.compared, self.request.models, self.request.counts):
            if row.measures is None:
                messages.append(f"beyond the tolerance: {row.model}, {row.counts} counts, predicts nothing")
            elif 100 * row.measures.mape > tolerance:
                mean = f"a mean absolute error of {100 * row.measures.mape:.3g} %, above {tolerance:g} %"
                messages.append(f"beyond the tolerance: {row.model}, {row.counts} counts, has {mean}")
        return messages


def fixed_axes(
    *, set: Mapping[str, object] | None = None,  # noqa: A002
    defines: Mapping[str, int | float | str] | None = None, global_size: Size | None = None,
    local_size: Size | None = None, **overrides: object,
) -> list[Axis]:  # fmt: skip
    """Return an axis of one value for each word of a launch. Raises `ArgumentError`, and `SweepError` as `axis_of`."""
    from simt.exploration.plans.axes import axes_of

    check_mapping("set", set or {})
    check_mapping("defines", defines or {})
    symbols = {f"define.{name}": value for name, value in (defines or {}).items()}
    sizes = {"global_size": global_size, "local_size": local_size}
    given = {name: size for name, size in sizes.items() if size is not None}
    return axes_of({name: [one] for name, one in {**(set or {}), **overrides, **symbols, **given}.items()}, "set")


@takes(fixed_axes)
def compare(
    kernels: str | Path | Marked | Sequence[str | Path | Marked] = (),
    machines: Machine | str | Path | Sequence[Machine | str | Path] = (),
    axes: Mapping[str, Any] | Sequence[Axis] | None = None, *, models: str | Sequence[str] = "refined",
    counts: str | None = None, include_paths: Sequence[str | Path] = (), threads: int | None = None, seed: int = 1,
    max_cycles: int = 50_000_000, inputs: Mapping[str, Any] | None = None, oracle: str | Path | bool | None = None,
    suite: str | None = None, kind: str | None = None,
    generated: int | None = None, measured: str | Path | MeasuredFile | None = None, plot: str | None = None,
    over: str | None = None, jobs: int | None = None, progress: Progress | None = None,
    compiling: Compiling | None = None, **words: Any,
) -> Comparison:  # fmt: skip
    """Compare predicted with simulated cycles, as `simt compare` does: `simt.compare("fft128", models="all")`.

    A point is a combination of a kernel, a machine and a value of each axis. Its cycles are simulated, and predicted by
    each model.

    - kernels: one or several files, names or marked functions.
    - machines: one or several presets, files or `Machine`s; by default `fpga4`, or for the launches of a pipeline the
      machine that the pipeline names.
    - axes: values by name, as for `simt.sweep`, of machine keys, `define.NAME`, `global_size` or `local_size`.
    - models: one or several of "refined", "paper", "hong-kim", "roofline", "bounds", or "all".
    - counts: "measured" (of the run itself, the default), "static" (of static analysis), or "both", which separates
      input error from equation error. With a file of measurements, both are always used.
    - threads, seed, include_paths, max_cycles, inputs: as for `simt.run`.
    - oracle: as for `simt.sweep`.
    - suite: in place of kernels and machines, a part of what is shipped: "development", "held-out" or "all".
    - kind: the machines of the suite: "plain" cores, "devices", "all" for both (the default), "dram" for devices with
      memory of DRAM, "scoreboard" for machines whose warps have several instructions in flight, "compiled" for kernels
      in OpenCL C.
    - generated: the number of generated machines of each kind in the suite; None for the usual number.
    - measured: in place of kernels and machines, a CSV file of measured launches (docs/compare.md), or what
      `simt.validate.measured_file.read_measured` returned. The error against the measurements is split into the errors
      of the machine, the model and the counts. A line that cannot be compared is named, and the other lines are
      compared.
    - plot: the picture of `.figure()` and `.page()`, as for `Comparison.figure`. "crossover" also finds where the
      fastest of several contenders changes over the key `over`; "sweep" refuses, before the runs, a comparison without
      exactly one swept key.
    - jobs, compiling: as for `simt.sweep`.
    - progress: as for `simt.sweep`; a true result ends the comparison, which keeps the finished points.
    - set, defines, global_size, local_size, further keywords: as for `simt.run`, the same for all points.

    The comparison shows itself as a table and has `.table` (numpy), `.frame()` (pandas), `.figure()` and `.page()`.
    Raises `ArgumentError`, `CompareError`, `SweepError` (axes), `MachineError`, `ModelError`, `ProgramError`
    (`max_cycles`), and the errors of a kernel by itself.
    """
    from simt.exploration.plans.axes import axes_of
    from simt.launch.kernels import named_kernels
    from simt.validate.crossover import check_contenders, crossover
    from simt.verbs.model import compared_models

    _check_plot(plot)
    own = {"kernels": kernels, "machines": machines, "axes": axes, "threads": threads, "inputs": inputs}
    file_of_oracle = None if isinstance(oracle, bool) else oracle
    given = [name for name, value in {**own, "oracle": file_of_oracle, **words}.items() if value]
    if threads is not None and words.get("local_size") is not None:
        raise ArgumentError("`threads` and `local_size` both say how large a work-group is: give one of them")
    if over is not None and plot != "crossover":
        raise ArgumentError('`over` goes with plot="crossover"')
    if suite is None and (kind is not None or generated is not None):
        raise ArgumentError("`kind` and `generated` go with `suite`")
    if suite is not None and (given or include_paths):
        leave = listed(map(quote, [*given, "include_paths"] if include_paths else given), "and")
        raise ArgumentError(f"a suite has its kernels, machines and sizes: leave out {leave}")
    if measured is not None:
        if given or suite or counts not in (None, "both") or plot in ("crossover", "sweep"):
            raise ArgumentError(
                "a file of measurements has its kernels, machines and sizes, and takes both counts",
                help="machine keys, define.NAME, in.NAME and threads are columns of the file",
            )
        counts, file = "both", measured if isinstance(measured, MeasuredFile) else read_measured(measured)
    sources = COUNTS if counts == "both" else (counts or "measured",)
    if not set(sources) <= set(COUNTS):
        raise ArgumentError(f"counts are measured, static or both, not {counts!r}")
    check_cycles(max_cycles)
    check_seed(seed)
    check_words(compare, words)
    names, functions = named_kernels(kernels)
    request = Request(
        tuple(compared_models(models)), sources, max_cycles, seed,
        tuple(map(str, include_folders(include_paths))), suite is not None, inputs or {},
        oracle is not False if file_of_oracle is None else Path(file_of_oracle), functions,
    )  # fmt: skip
    if measured is not None:
        points = file.points
    elif suite is None:
        from simt.machine import Machine

        chosen = list(machines) if isinstance(machines, Sequence) and not isinstance(machines, str) else [machines]
        if wrong := [one for one in chosen if not isinstance(one, str | Path | Machine)]:
            refuse_machine(wrong[0])
        points = _grid(names, chosen, [*axes_of(axes), *fixed_axes(**words)], request, threads)
    else:
        points = _suite(suite, kind or "all", generated)
    if plot == "crossover":
        check_contenders(points, over)  # before the runs, not after
    if plot == "sweep":
        swept_key(points)

    def comparison(compared: list[Compared]) -> Comparison:
        crossed = None
        if plot == "crossover" and compared:
            known = {id(row.point): row for row in compared}
            rows = [known.get(id(point), Compared(point, "interrupted")) for point in points]
            crossed = crossover(rows, request, over)
        beside = None if measured is None else measurements(file, compared, request.models)
        return Comparison(points, compared, request, crossed, suite == "all", beside, plot)

    with converted(comparison):
        return comparison(run_points(points, request, jobs=jobs, progress=progress, compiling=compiling))


def _check_plot(plot: str | None) -> None:
    """Raise `ArgumentError` for a kind of picture that a comparison does not have."""
    if plot not in (None, *_PLOTS):
        advice = did_you_mean(plot, _PLOTS, f"they are {listed(_PLOTS, 'and')}")
        raise ArgumentError(f"there is no plot {quote(plot)}", help=advice)


def _suite(part: str, kind: str, generated: int | None) -> list[ComparedPoint]:
    from simt.validate.suite import KINDS, PARTS, suite_points

    if part not in PARTS or kind not in KINDS:
        raise ArgumentError(f"the parts of the suite are {', '.join(PARTS)}; its kinds are {', '.join(KINDS)}")
    seeds, devices = (SUITE, None) if generated is None else (range(generated), range(generated))
    return [suite_point(entry) for entry in suite_points(part, seeds, devices, kind)]


def _grid(
    kernels: Sequence[str], machines: Sequence[Machine | str | Path], axes: Sequence[Axis],
    request: Request, threads: int | None,
) -> list[ComparedPoint]:  # fmt: skip
    """Return every kernel on every machine with every combination of settings, symbols and sizes.

    Raises `CompareError` without kernels, `SweepError` for an axis that is neither a machine key, a symbol nor a size,
    and the errors of a kernel by itself.
    """
    from simt.exploration.errors import SweepError
    from simt.exploration.plans.axes import SIZES, check_once
    from simt.launch.naming import load_named

    if not kernels:
        raise CompareError("there is nothing to compare", help="name kernels, or take all with --suite")
    check_once(axes)
    for axis in axes:
        if axis.kind not in ("key", "define", *SIZES):
            raise SweepError(f"set: `{axis.name}` is not a machine key", code="E0760", help=_WAYS.get(axis.kind, ""))
    firsts: dict[str, Any] = {axis.symbol: axis.values[0] for axis in axes if axis.kind == "define"}
    own: dict[str, str] = {}
    for kernel in kernels:  # errors of a kernel by itself are reported at once, with their places
        loaded = load_named(request.functions.get(kernel, kernel), firsts, request.include_paths)
        own[kernel] = loaded.machine or DEFAULT_PRESET
        for name in request.inputs:
            check_input(loaded.takes, name)

    def point_of(kernel: str, machine: Machine | str | Path, values: Sequence[Any]) -> ComparedPoint:
        settings: dict[str, dict[str, Any]] = {"key": {}, "define": {}}
        sizes: dict[str, Any] = {}
        for axis, value in zip(axes, values, strict=True):
            if axis.kind in SIZES:
                sizes[axis.kind] = parse_size(str(value))
            else:
                settings[axis.kind][axis.symbol] = value
        return point(kernel, machine, settings=settings["key"], defines=settings["define"], threads=threads, **sizes)

    return [
        point_of(kernel, machine, values)
        for kernel in kernels
        for machine in machines or [own[kernel]]
        for values in product(*(axis.values for axis in axes))
    ]


def swept_key(points: Sequence[ComparedPoint]) -> str:
    """Return the only key that has several values. Raises `CompareError`, E0821."""
    from simt.validate.crossover import swept_keys

    swept = swept_keys(points)
    if len(swept) == 1:
        return swept[0]
    swept_text = f"{', '.join(swept)} have several values" if swept else "no key has several values"
    way = "give one of them several values, or draw --plot scatter" if swept else "-s lds.latency=2,4,8"
    raise CompareError(f"a picture over a swept key needs one: {swept_text}", code="E0821", help=way)
