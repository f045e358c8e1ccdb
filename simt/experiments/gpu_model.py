"""The GPU paper's figures 9 to 12: the predicted time of its model against the simulated one, by work-group size.

Each kernel runs on the presets `gtx280` and `hd5870`, and its result is compared with its oracle. Equations 1 to 16
predict the time of the same launch four times: under two readings of equation 14 (R2 and R4), each with two kinds of
counts (as section 5 prints them, and corrected). The refined model (`simt.models.refined`) predicts the time from the
counts of the run. The paper shows its measured times in pictures only, so the simulator's times replace them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any

from simt.experiments.gpu_terms import Case, flaws_of, measured
from simt.experiments.report import ExperimentError, Report, Table, check_names, distinct, text_table
from simt.experiments.runner import Runner, checked_run
from simt.launch.how import sample_of
from simt.machine import Machine
from simt.models.devices import load_parameters
from simt.models.kernels import FIGURES, Section5
from simt.models.kernels import KERNELS as COUNTED
from simt.models.paper import predict
from simt.models.readings import Kernel, Reading
from simt.models.refined import Profile, run_to_count
from simt.models.refined import predict as predict_refined
from simt.result.result import Result
from simt.validate.measures import measures
from simt.views.kit.figure import Figure, figure_style, new_figure
from simt.views.kit.theme import SOFT

DEVICES = ("gtx280", "hd5870")
PAPER_MATRIX, PAPER_SCAN = 1024, 65536
_READINGS = (Kernel.R2, Kernel.R4)
_REFINED = ("measured", "refined")  # the key of the refined model; the other keys are (counting, reading)
_SAME = 1e-3  # times closer than this are equal in an order
_LIMIT = 1 << 40  # cycles; the product of the paper's size takes hundreds of millions


@dataclass(frozen=True, slots=True)
class Point:
    """A bar of a figure: a kernel on a device at one work-group size.

    - group: the work-group size, as text.
    - seconds: the predicted times, by (counting, reading of equation 14) or `_REFINED`.
    - case: the run, and the predictions under R2.
    """

    device: str
    kernel: str
    group: str
    seconds: dict[tuple[str, str], float]
    case: Case

    @property
    def simulated(self) -> float:
        """The simulated time in seconds."""
        return self.case.simulated.seconds


def run(
    runner: Runner, *, matrix: int = 128, scan: int = PAPER_SCAN, kernels: Sequence[str] = tuple(FIGURES),
    devices: Sequence[str] = DEVICES, seed: int = 1, sample: float | None = None,
) -> Report:  # fmt: skip
    """Simulate and predict every kernel on every device.

    - matrix: the rows of the square matrices, a power of two.
    - scan: the elements of the prefix sums, a power of two.
    - kernels: some of `FIGURES`.
    - devices: some of `DEVICES`.
    - seed: the seed of the inputs.
    - sample: the accuracy of estimated cycles in percent (docs/sampling.md); None for whole runs.
      Launches with too few work-groups run whole.

    Raises `ExperimentError`, `ProgramError` for a percentage out of range.
    """
    sample = sample_of(sample)
    missing = "name at least one kernel and one device"
    kernels, devices = distinct(kernels, missing), distinct(devices, missing)
    for subject, value, low, high in (
        ("a matrix has rows", matrix, 16, PAPER_MATRIX),
        ("a scan has elements", scan, 512, 1 << 20),
    ):
        if not low <= value <= high or value & (value - 1):
            raise ExperimentError(f"{subject}: a power of two from {low} to {high}, not {value}")
    check_names(kernels, FIGURES, "these figures have no kernel {}")
    check_names(devices, DEVICES, "these figures have no device {}")
    points = [
        _point(runner, device, kernel, group, scan if kernel.startswith("pps") else matrix, seed, sample)
        for device in devices
        for kernel in kernels
        for group in COUNTED[kernel].groups
    ]
    bars = {
        (device, kernel): [point for point in points if (point.device, point.kernel) == (device, kernel)]
        for device in devices
        for kernel in kernels
    }
    return Report(
        name="gpu-model",
        text=_text(bars, devices, matrix, scan),
        data=_data(bars, matrix, scan, seed),
        tables=[_times(points), _terms(points)],
        pictures={"gpu-model": partial(_picture, bars, devices, kernels, matrix, scan)},
        title="The GPU paper's model against the simulator: every work-group size",
    )


def _point(
    runner: Runner, device: str, kernel: str, group: str, size: int, seed: int, sample: float | None
) -> Point:  # fmt: skip
    """Simulate and predict one bar. size: rows of the matrices, or elements of the scan. Raises `ExperimentError`."""
    sides: tuple[int, int] | None = None
    if kernel == "mm_local":
        height, width = (int(side) for side in group.split("x"))
        defines = {"n": size, "height": height, "width": width}
    elif kernel == "mm_global_rows":
        across = min(size, int(group))
        defines, sides = {"n": size, "threads": int(group)}, (across, int(group) // across)
    else:
        defines = {"n": size, "group": int(group)}
    machine = Machine.load(device)

    def ran(record: bool) -> Result:
        return checked_run(
            runner, kernel, machine, seed=seed, defines=defines, group=sides, record=record, max_cycles=_LIMIT,
            sample=sample,
        )  # fmt: skip

    result = run_to_count(machine, ran) if sample is None else ran(False)
    parameters = load_parameters(device)
    printed, corrected = (COUNTED[kernel].counts(size, group, how) for how in (Section5.PRINTED, Section5.CORRECTED))
    predictions = {
        (str(how), str(reading)): predict(counts, parameters, replace(Reading(), kernel=reading))
        for how, counts in ((Section5.PRINTED, printed), (Section5.CORRECTED, corrected))
        for reading in _READINGS
    }
    refined = predict_refined(Profile.of_result(result)).cycles / (machine.clock_mhz * 1e6)
    seconds = {key: prediction.seconds for key, prediction in predictions.items()} | {_REFINED: refined}
    case = Case(printed, parameters, predictions["printed", "R2"], predictions["corrected", "R2"], measured(result))
    return Point(device, kernel, group, seconds, case)


def order_text(times: Mapping[str, float]) -> str:
    """Return the names by time, the shortest first: "256 < 64 = 128".

    Neighbours that differ by at most 0.1 % are shown as equal. Equal names keep the order of `times`, so that equal
    rankings give equal texts.
    """
    ranked = sorted(times, key=lambda name: times[name])
    runs = [[ranked[0]]]
    for before, name in pairwise(ranked):
        if times[name] <= times[before] * (1 + _SAME):
            runs[-1].append(name)
        else:
            runs.append([name])
    names = list(times)
    return " < ".join(" = ".join(sorted(run, key=names.index)) for run in runs)


def _orders(bars: Sequence[Point]) -> dict[str, str]:
    """Return the order of the work-group sizes according to the simulator and to each prediction."""
    orders = {"simulated": order_text({point.group: point.simulated for point in bars})}
    for key in bars[0].seconds:
        orders[" ".join(key)] = order_text({point.group: point.seconds[key] for point in bars})
    return orders


def _loss(bars: Sequence[Point], key: tuple[str, str]) -> float:
    """Return how much longer the size that is predicted as fastest takes than the fastest size, as a share.

    If several sizes are predicted to be equally fast, the slowest of them counts.
    """
    best = min(point.seconds[key] for point in bars)
    picked = [point.simulated for point in bars if point.seconds[key] <= best * (1 + _SAME)]
    return max(picked) / min(point.simulated for point in bars) - 1


def _text(bars: Mapping[tuple[str, str], list[Point]], devices: Sequence[str], matrix: int, scan: int) -> str:
    paper = "" if matrix == PAPER_MATRIX and scan == PAPER_SCAN else f"; the paper's: {PAPER_MATRIX}, {PAPER_SCAN}"
    lines = [
        "figures 9 to 12 of the GPU paper, predicted against simulated",
        f"{matrix} x {matrix} matrices, scans of {scan} elements{paper}",
        "milliseconds, and the factor to the simulated ones; R2 and R4 are readings of equation 14;",
        "refined: simt's own model with the counts of the run",
        "",
    ]
    is_sampled = any(point.case.simulated.margin for points in bars.values() for point in points)
    if is_sampled:
        lines[-1:] = ["cycles are estimates (docs/sampling.md), with half the width of their intervals", ""]
    head = ("device", "kernel", "group", "cycles", *(["+-, %"] if is_sampled else []), "simulated", "R2", "x", "R4",
            "x", "corrected R2", "x", "R4", "x", "refined", "x")  # fmt: skip
    rows = []
    for (device, kernel), points in bars.items():
        for point in points:
            run = point.case.simulated
            cells: list[object] = [device, kernel, point.group, run.cycles]
            cells += [f"{100 * run.margin / run.cycles:.1f}"] if is_sampled else []
            cells.append(_ms(point.simulated))
            for seconds in point.seconds.values():
                cells += [_ms(seconds), f"{seconds / point.simulated:.3g}"]
            rows.append(cells)
    lines += [*text_table(head, rows), ""]
    for device in devices:
        of_device = [point for (name, _), points in bars.items() if name == device for point in points]
        for key in of_device[0].seconds:
            fit = measures([point.seconds[key] for point in of_device], [point.simulated for point in of_device])
            lines.append(
                f"  {device}, {key[1]}, {key[0]} counts: {fit.points} points, mean error {100 * fit.mape:.0f} %, "
                f"median {100 * fit.median:.0f} %, largest {100 * fit.largest:.0f} %, Kendall's tau {fit.tau:.2f}"
            )
    lines += ["", "work-group sizes, the fastest first (= differs by less than 0.1 %)", ""]
    ranks: list[list[object]] = []
    right: dict[str, int] = {}
    for (device, kernel), points in bars.items():
        orders = _orders(points)
        truth = orders.pop("simulated")
        ranks.append(
            [device, kernel, truth, *(f"{'yes' if text == truth else 'no '} {text}" for text in orders.values())]
        )
        for name, text in orders.items():
            right[name] = right.get(name, 0) + (text == truth)
    names = [name.removeprefix("printed ") for name in right]
    lines += text_table(("device", "kernel", "simulated", *names), ranks)
    lines += [f"  ranked as the simulator does: {', '.join(f'{n} {k} of {len(bars)}' for n, k in right.items())}"]
    lines += ["", "the work-group size that is taken for the fastest, and how much longer it runs than the fastest", ""]
    for key in next(iter(bars.values()))[0].seconds:
        lost = [_loss(points, key) for points in bars.values()]
        best = sum(share <= _SAME for share in lost)
        name = " ".join(key) if key != _REFINED else "refined"
        average = f"right for {best} of {len(lost)}, {100 * sum(lost) / len(lost):.1f} % longer on average"
        lines.append(f"  {name}: {average}, at most {100 * max(lost):.1f} %")
    for (device, kernel), points in bars.items():
        lines += ["", *_kernel_text(device, kernel, points)]
    return "\n".join(lines) + "\n"


def _kernel_text(device: str, kernel: str, points: Sequence[Point]) -> list[str]:
    runs = [point.case.simulated for point in points]
    head = ["eq.", *(name for point in points for name in (point.group, "ledger")), "reasons of the ledger"]
    rows: list[list[object]] = []
    for row in zip(*(point.case.terms for point in points), strict=True):
        cells: list[object] = [row[0].equation or "none"]
        for term in row:
            cells += ["-" if term.predicted is None else f"{term.predicted:.0f}", f"{term.simulated:.0f}"]
        present = [reason for reason in row[0].reasons if any(run.warp[reason] for run in runs)]
        rows.append([*cells, " ".join(present)])
    lanes = ", ".join(f"{100 * run.diverged_lanes:.0f} %" for run in runs)
    lines = [
        f"{kernel} on {device} (figure {FIGURES[kernel]}): cycles of a batch by equation and, beside it, of a warp",
        *text_table(head, rows),
        f"  lanes idle by divergence: {lanes}",
    ]
    for flaw, evidence in flaws_of([point.case for point in points]):
        shown = ", ".join("not" if text is None else text for text in evidence)
        where = flaw.equation if flaw.equation.startswith("s") else f"eq. {flaw.equation}"
        lines.append(f"  {where}: {flaw.words}: {shown}")
    return lines


def _ms(seconds: float) -> str:
    return f"{1e3 * seconds:.4g}"


def _data(bars: Mapping[tuple[str, str], list[Point]], matrix: int, scan: int, seed: int) -> dict[str, Any]:
    return {
        "matrix": matrix,
        "scan": scan,
        "seed": seed,
        "figures": [
            {
                "figure": FIGURES[kernel],
                "kernel": kernel,
                "device": device,
                "orders": _orders(points),
                "losses": {" ".join(key): _loss(points, key) for key in points[0].seconds},
                "points": [
                    {
                        "group": point.group,
                        "cycles": point.case.simulated.cycles,
                        "margin": point.case.simulated.margin,
                        "simulated_seconds": point.simulated,
                        "predicted_seconds": {" ".join(key): value for key, value in point.seconds.items()},
                        "bandwidth_used": point.case.simulated.bus,
                        "divergence": point.case.simulated.divergence,
                        "lanes_diverged": point.case.simulated.diverged_lanes,
                        "terms": [
                            {
                                "equation": term.equation or None,
                                "reasons": list(term.reasons),
                                "predicted_cycles": term.predicted,
                                "simulated_cycles": term.simulated,
                            }
                            for term in point.case.terms
                        ],
                    }
                    for point in points
                ],
                "flaws": [
                    {"equation": flaw.equation, "flaw": flaw.words, "seen": evidence}
                    for flaw, evidence in flaws_of([point.case for point in points])
                ],
            }
            for (device, kernel), points in bars.items()
        ],
    }


def _times(points: Sequence[Point]) -> Table:
    keys = list(points[0].seconds)
    columns = ("figure", "device", "kernel", "group", "cycles", "margin", "simulated_ms",
               *(f"{a}_{b}_ms" for a, b in keys))  # fmt: skip
    rows = [
        (FIGURES[point.kernel], point.device, point.kernel, point.group, point.case.simulated.cycles,
         point.case.simulated.margin, 1e3 * point.simulated, *(1e3 * point.seconds[key] for key in keys))
        for point in points
    ]  # fmt: skip
    return Table("gpu-model", columns, rows)


def _terms(points: Sequence[Point]) -> Table:
    columns = ("device", "kernel", "group", "equation", "reasons", "predicted_cycles", "simulated_cycles")
    rows = [
        (point.device, point.kernel, point.group, term.equation, " ".join(term.reasons), term.predicted, term.simulated)
        for point in points
        for term in point.case.terms
    ]
    return Table("gpu-model-terms", columns, rows)


# By label: the colour, and the key of the predicted times; None for the simulated ones.
_BARS: dict[str, tuple[str, tuple[str, str] | None]] = {
    "simulated": (SOFT, None),
    "R2": ("#0072b2", ("printed", "R2")),
    "R4": ("#e69f00", ("printed", "R4")),
    "R4, corrected": ("#56b4e9", ("corrected", "R4")),
    "refined": ("#009e73", _REFINED),
}


def _picture(
    bars: Mapping[tuple[str, str], list[Point]], devices: Sequence[str], kernels: Sequence[str], matrix: int, scan: int
) -> Figure:
    figure, axes_list = new_figure(
        max(5.5, 3.1 * len(kernels)), 0.6 + 2.6 * len(devices), rows=len(devices), columns=len(kernels)
    )
    places = dict(zip([(device, kernel) for device in devices for kernel in kernels], axes_list, strict=True))
    with figure_style():
        for (device, kernel), axes in places.items():
            points = bars[device, kernel]
            for k, (name, (color, key)) in enumerate(_BARS.items()):
                shifted = [place + 0.17 * (k - 2) for place in range(len(points))]
                seconds = [point.simulated if key is None else point.seconds[key] for point in points]
                axes.bar(shifted, [1e3 * value for value in seconds], 0.16, color=color, label=name)
            axes.set_xticks(range(len(points)), [point.group for point in points])
            is_scan = kernel.startswith("pps")
            is_paper = scan == PAPER_SCAN if is_scan else matrix == PAPER_MATRIX
            title = f"Figure {FIGURES[kernel]}: {kernel}, {device}" if is_paper else f"{kernel}, {device}"
            axes.set_title(title, fontsize=9)
            axes.grid(axis="y")
            if device == devices[-1]:
                size = f"{scan} elements" if is_scan else f"{matrix} x {matrix}"
                axes.set_xlabel(f"work-group ({size})")
            if kernel == kernels[0]:
                axes.set_ylabel("milliseconds")
        handles, labels = axes_list[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=len(labels))
    return figure
