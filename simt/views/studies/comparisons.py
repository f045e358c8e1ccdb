"""A comparison of predicted with simulated cycles as text and as JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, replace
from textwrap import wrap
from typing import Any

from simt.launch.sizes import launch_text, size_text
from simt.machine.keys import setting_value
from simt.models.machine_view import left_out
from simt.validate.comparison import Compared, ComparedPoint, Request
from simt.validate.measures import WITHIN
from simt.validate.summaries import GROUPS, coverage, errors_apart, grouped, mean_stack, summaries, worst
from simt.views.kit.text import aligned, percent, plural, signed_percent

SCHEMA = "simt.compare/1"
MOST_POINTS = 40  # points listed one by one
_WORST = 8
_REASON = 112  # characters per line of a reason
_LINES = 3  # lines of a reason


def comparison_text(compared: Sequence[Compared], request: Request, *, by_part: bool = False) -> str:
    """Return the comparison as text: points if they are few, coverage, measures, the largest errors, CPI stacks, terms.

    by_part: whether development points and held-out points have separate measures.
    """
    lines: list[str] = []
    if len(compared) <= MOST_POINTS:
        for title, rows in point_tables(compared, request):
            lines += [*([""] if lines else []), *([f"  {title}:"] if title else []), *aligned(rows, (0, 1))]
    for name, part in parts_of(compared, by_part=by_part):
        lines += ["", f"{name}:"] if name else [""] if lines else []
        lines += _part_lines(part, request)
    if len(compared) == 1 and compared[0].is_done:
        lines += one_lines(compared[0])
    return "\n".join(lines).strip("\n") + "\n"


def parts_of(compared: Sequence[Compared], *, by_part: bool) -> list[tuple[str, list[Compared]]]:
    """Split the points into named parts: development and held-out, each into plain cores and devices if there are both.

    Parts without points are omitted. If `by_part` is false, there is a single part, named "".
    """
    if not by_part:
        return [("", list(compared))]
    kinds = [("", list(compared))]
    if len({entry.point.kind for entry in compared}) > 1:
        kinds = [("plain cores, ", _of_kind(compared, "plain")), ("devices, ", _of_kind(compared, "devices"))]
    parts = [
        (f"{kind}{name}", part)
        for kind, members in kinds
        for name, part in zip(("development", "held out"), _halves(members), strict=True)
    ]
    return [(name, part) for name, part in parts if part]


def _of_kind(compared: Sequence[Compared], kind: str) -> list[Compared]:
    return [entry for entry in compared if entry.point.kind == kind]


def _halves(compared: Sequence[Compared]) -> tuple[list[Compared], list[Compared]]:
    """Return the development points, and the held-out points."""
    development = [entry for entry in compared if not entry.point.is_held_out]
    return development, [entry for entry in compared if entry.point.is_held_out]


def _part_lines(part: Sequence[Compared], request: Request) -> list[str]:
    lines = coverage_lines(part)
    lines += measures_lines(part, request)
    for model in request.models:
        apart = errors_apart(part, model)
        if apart is not None:
            count, inputs, equations = apart
            lines.append(
                f"  {model}: of {count} points with both counts, {percent(inputs, 1)} input error (static against"
                f" measured counts), {percent(equations, 1)} equation error (measured counts against the simulation)"
            )
    if len(part) > MOST_POINTS:
        model, counts = request.models[0], request.counts[-1]
        lines += ["", f"  {model} by kernel, mean and largest error:"]
        lines += aligned(kernel_rows(part, request), (0,))
        lines += ["", "  the largest errors:"]
        lines += aligned(
            [[f"{entry.point.kernel} on {entry.point.machine_name}", str(entry.cycles),
              f"{entry.predictions[model, counts]:.0f}", signed_percent(error)]
             for error, entry in worst(part, model, counts, _WORST)], (0,)
        )  # fmt: skip
    return lines


def coverage_lines(part: Sequence[Compared]) -> list[str]:
    """Return the lines on how many points were simulated, and why others were not."""
    covered = coverage(part)
    lines = [f"  {covered.simulated} of {covered.points} points simulated"]
    for reason, count in list(covered.reasons.items())[:_WORST]:
        first, *rest = wrap(
            f"{count} not: {reason}", _REASON, max_lines=_LINES, placeholder=" ...", break_on_hyphens=False
        )
        lines += [f"    {first}", *(f"      {line}" for line in rest)]
    others = sum(list(covered.reasons.values())[_WORST:])
    return lines + ([f"    {others} not, for other reasons (--json has all)"] if others else [])


def measures_lines(part: Sequence[Compared], request: Request) -> list[str]:
    """Return the lines of the table of measures, and of the missing predictions; none if no point was simulated."""
    if not any(entry.is_done for entry in part):
        return []
    notes = notes_of(part, request)
    more = [f"  and {len(notes) - _WORST} more reasons (--json has all)"] if len(notes) > _WORST else []
    return [*aligned(measures_rows(part, request), (0,)), *(f"  {note}" for note in notes[:_WORST]), *more]


def notes_of(part: Sequence[Compared], request: Request) -> list[str]:
    """Return lines on missing predictions of simulated points, and on parts of machines that models leave out."""
    return [*_lack_notes(part, request), *_left_out_notes(part, request)]


def _left_out_notes(part: Sequence[Compared], request: Request) -> list[str]:
    points: dict[str, dict[str, int]] = {}
    for machine in (entry.point.machine for entry in part if entry.is_done):
        assert machine is not None
        for model in request.models:
            for sentence in left_out(machine, model):
                counts = points.setdefault(sentence, {})
                counts[model] = counts.get(model, 0) + 1
    return [
        f"{', '.join(counts)}: {plural(max(counts.values()), 'point')}: {sentence}"
        for sentence, counts in points.items()
    ]


def _lack_notes(part: Sequence[Compared], request: Request) -> list[str]:
    """Return the reasons why models predict nothing for simulated points, a line for each reason."""
    models: dict[tuple[str, int, str], list[str]] = {}
    for row in summaries(part, request.models, request.counts):
        for reason, count in row.lacks.items():
            models.setdefault((row.counts, count, reason), []).append(row.model)
    return [
        f"{', '.join(names)}, {counts} counts: {plural(count, 'point')} without a prediction: {reason[:_REASON]}"
        for (counts, count, reason), names in models.items()
    ]


def measures_rows(part: Sequence[Compared], request: Request) -> list[list[str]]:
    """Return a table of measures: a head, and a row for each model and kind of counts."""
    head = ["model", "counts", "points", "MAPE", "median", "largest", "bias", "Pearson", "tau"]
    rows = [[*head, *(f"<= {limit} %" for limit in WITHIN)]]
    for row in summaries(part, request.models, request.counts):
        errors = row.measures
        if errors is None:
            rows.append([row.model, row.counts, "0", *["-"] * (6 + len(WITHIN))])
        else:
            rows.append([
                row.model, row.counts, str(errors.points), percent(errors.mape, 1), percent(errors.median, 1),
                percent(errors.largest, 1), signed_percent(errors.bias), _number(errors.pearson, 4),
                _number(errors.tau, 3), *(f"{100 * share:.0f} %" for share in errors.within),
            ])  # fmt: skip
    return rows


def point_tables(compared: Sequence[Compared], request: Request) -> list[tuple[str, list[list[str]]]]:
    """Return the points as tables with titles: one, or, if it would be too wide, a table for each kind of counts."""
    if len(request.models) < 3 or len(request.counts) == 1:
        return [("", point_rows(compared, request))]
    parts = [(f"{counts} counts", replace(request, counts=(counts,))) for counts in request.counts]
    return [(title, point_rows(compared, part)) for title, part in parts]


def point_rows(compared: Sequence[Compared], request: Request) -> list[list[str]]:
    """Return a table of points: a head, and a row for each. The status of a point without a run replaces its cycles."""
    pairs = [(model, counts) for model in request.models for counts in request.counts]
    several = len(request.counts) > 1
    head = ["kernel", "machine", "simulated"]
    for model, counts in pairs:
        head += [f"{model}, {counts}" if several else model, "error"]
    rows = [head]
    for entry in compared:
        row = [entry.point.kernel, " ".join([entry.point.machine_name, *axes_texts(entry.point)])]
        row.append(str(entry.cycles) if entry.is_done else entry.status)
        for pair in pairs:
            error = entry.error(*pair)
            row += ["-", "-"] if error is None else [f"{entry.predictions[pair]:.0f}", signed_percent(error)]
        rows.append(row)
    return rows


def axes_texts(point: ComparedPoint, without: str = "") -> list[str]:
    """Return the settings of a point, as typed: `lds.latency=4`, `n=32`, `local=8x8`; except `without`."""
    return [
        f"{key.removeprefix('define.')}={setting_value(value)}" for key, value in point.axes.items() if key != without
    ]


def kernel_rows(part: Sequence[Compared], request: Request) -> list[list[str]]:
    """Return the mean and the largest error of the first model for each kernel, by its last counts, worst first."""
    kernels = grouped(part, lambda each: each.point.kernel, request.models[0], request.counts[-1])
    return [[str(name), percent(row.mape, 1), percent(row.largest, 1), f"{row.points} points"] for name, row in kernels]


def one_lines(entry: Compared) -> list[str]:
    """Return the launch of a point with several groups or global traffic, its CPI stacks, and the paper's terms."""
    lines: list[str] = []
    if entry.grid is not None and (entry.grid.groups > 1 or entry.transactions):
        each = " each" if entry.cores > 1 else ""
        places = f"{plural(entry.cores, 'core')} with {plural(entry.places, 'place')}{each}"
        traffic = f"{entry.transactions} transactions, {entry.bytes} bytes"
        lines += ["", f"  {launch_text(entry.grid)}; {places}; {traffic}"]
    if entry.charges or entry.transactions:
        sources = list(entry.charges)
        of_core = "" if entry.cores == 1 else " of a core, on average"
        lines += ["", f"  cycles per warp instruction{of_core}:"]
        truth = mean_stack(entry.stack, entry.core_instructions, entry.interval)
        guesses = [mean_stack(entry.charges[source], entry.core_instructions) for source in sources]
        rows = [["", "simulated", *(f"refined, {source}" for source in sources)]]
        rows += [
            [group, f"{truth[group]:.3f}", *(f"{guess[group]:.3f}" for guess in guesses)]
            for group in GROUPS
            if truth[group] or any(guess[group] for guess in guesses)
        ]
        rows.append(["all", f"{sum(truth.values()):.3f}", *(f"{sum(guess.values()):.3f}" for guess in guesses)])
        lines += aligned(rows, (0,))
    for source, terms in entry.paper.items():
        equal = [name for name, other in entry.paper.items() if other == terms]
        if source != equal[0]:
            continue  # the terms of equal counts were shown before
        counts = " and ".join(equal)
        lines += ["", f"  the paper's terms, {counts} counts, against the ledger: cycles of one warp, on average"]
        rows = [["equation", "term", "predicted", "simulated", "error", ""]]
        for row in entry.term_rows(source):
            error = "-"
            if row.predicted is not None and row.simulated:
                error = signed_percent((row.predicted - row.simulated) / row.simulated)
            guess = "-" if row.predicted is None else f"{row.predicted:.1f}"
            rows.append([row.equation, row.term, guess, f"{row.simulated:.1f}", error, row.meaning])
        lines += aligned(rows, (0, 1, 5))
    return lines


def comparison_dict(compared: Sequence[Compared], request: Request) -> dict[str, Any]:
    """Return the comparison as plain values for JSON, with all points and the reasons why some were not simulated."""
    parts = {"all": list(compared)}
    parts["development"], parts["held-out"] = _halves(compared)
    for name in ("plain", "devices"):
        if members := _of_kind(compared, name):
            parts[name] = members
            parts[f"{name} development"], parts[f"{name} held-out"] = _halves(members)
    return {
        "schema": SCHEMA,
        "models": list(request.models),
        "counts": list(request.counts),
        "parts": {
            name: {
                "coverage": asdict(coverage(part)),
                "summaries": [
                    {
                        "model": row.model,
                        "counts": row.counts,
                        "measures": None if row.measures is None else row.measures.to_dict(),
                        "lacks": row.lacks,
                    }
                    for row in summaries(part, request.models, request.counts)
                ],
                "errors_apart": {
                    model: None if apart is None else dict(zip(("points", "input", "equation"), apart, strict=True))
                    for model in request.models
                    for apart in [errors_apart(part, model)]
                },
            }
            for name, part in parts.items()
        },
        "points": [_point_dict(entry) for entry in compared],
    }


def _point_dict(entry: Compared) -> dict[str, Any]:
    return {
        "kernel": entry.point.kernel,
        "machine": entry.point.machine_name,
        "machine_hash": entry.point.machine.hash if entry.point.machine is not None else None,
        "settings": {key: list(value) if isinstance(value, tuple) else value
                     for key, value in entry.point.settings.items()},
        "defines": dict(entry.point.defines),
        "global_size": None if entry.grid is None else size_text(entry.grid.size),
        "local_size": None if entry.grid is None else size_text(entry.grid.local),
        "held_out": entry.point.is_held_out,
        "status": entry.status,
        "reason": entry.reason or None,
        **_simulated(entry, "cycles", "instructions", "warps", "cores"),
        "groups": None if entry.grid is None else entry.grid.groups,
        **_simulated(entry, "places", "transactions", "bytes"),
        "predictions": [
            {"model": model, "counts": counts, "cycles": cycles, "error": entry.error(model, counts)}
            for (model, counts), cycles in entry.predictions.items()
        ],
        "lacks": [{"model": model, "counts": counts, "reason": reason}
                  for (model, counts), reason in entry.lacks.items()],
        "issue_cycles": dict(entry.stack),
        "refined_cycles": {source: dict(charges) for source, charges in entry.charges.items()},
        "warp_terms": dict(entry.warp_terms),
        "paper_terms": {source: dict(terms) for source, terms in entry.paper.items()},
    }  # fmt: skip


def _simulated(entry: Compared, *names: str) -> dict[str, Any]:
    return {name: getattr(entry, name) if entry.is_done else None for name in names}


def _number(value: float, digits: int) -> str:
    return "-" if math.isnan(value) else f"{value:.{digits}f}"
