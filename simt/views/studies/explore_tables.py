"""The results of a search for designs, as text and as JSON: its course, and the Pareto front with its limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from simt.exploration.search.certainty import SURE
from simt.exploration.sessions.exploring import Design, Exploration
from simt.exploration.silicon.parts import PAPER_PART, find_part
from simt.exploration.silicon.resources import RESOURCES
from simt.machine.keys import candidates, keys
from simt.views.kit.text import clip, hung, number_text, paint, plural, table

if TYPE_CHECKING:
    from simt.exploration.search.search import Space
    from simt.exploration.sessions.tuning import Tuning

_WIDTH = 118
_MOST_REASONS = 5
_MOST_VALUES = 8  # values of an axis written one by one
_MOST_EQUAL = 3  # designs shown beside one with equal objectives


def exploration_text(study: Exploration, *, is_all: bool = False, color: bool = False) -> str:
    """Return the search as text: its course, excluded designs, the front. is_all: whether to show all of them."""
    lines = [*_headline(study, color), *_excluded(study), *failure_lines(study, "design", is_all, color)]
    if not study.front:
        lines += _empty(study, color)
        return "\n".join(lines) + "\n"
    on_front = sum(map(len, study.front))
    equal = f" in {plural(len(study.front), 'place')} (equal designs share one)" if on_front > len(study.front) else ""
    good = plural(len(study.good), "good design")
    lines.append(paint(f"Pareto front: {on_front} of {good}{equal}", "bold", color))
    lines += _table(study, is_all, color)
    lines += _uncertain(study, is_all)
    lines += _notes(study)
    return "\n".join(lines) + "\n"


def _headline(study: Exploration, color: bool) -> Iterator[str]:
    search, space = study.search, study.search.space
    yield paint(clip(f"{', '.join(space.programs)}: {plural(space.size, 'design')}", _WIDTH), "bold", color)
    for axis in space.axes:
        yield f"  {clip(f'{axis.name} = {values_text(axis.values)}', _WIDTH)}"
    if space.is_default:
        yield "  (the default space: --set KEY=VALUES,... names another)"
    small = [goal.label for goal in search.objectives if not goal.is_large_good]
    large = [goal.label for goal in search.objectives if goal.is_large_good]
    wanted = [f"minimise {', '.join(small)}"] if small else []
    wanted += [f"maximise {', '.join(large)}"] if large else []
    limits = [*map(str, search.constraints), *([f"fits {search.part.name}"] if search.must_fit else [])]
    wanted += [f"limits: {', '.join(limits)}"] if limits else []
    yield f"  {clip('; '.join(wanted), _WIDTH)}"
    how = search.method if search.method == "exhaustive" else f"{search.method}, seed {search.random_seed}"
    excluded = f"; limits exclude {study.unsimulated} of them before their run" if study.unsimulated else ""
    yield f"  {how}: {plural(study.looked, 'design')} looked at{excluded}"
    runs, wanted_runs = study.simulated + study.earlier, search.most_simulated
    if search.method != "exhaustive" and not study.is_interrupted and runs < wanted_runs and study.looked < space.size:
        yield f"  only {runs} of {wanted_runs} runs were made: hardly any design that was looked at is within limits"


def values_text(values: Sequence[object]) -> str:
    """Return the values of an axis; many values in even steps as `--set` takes them, `1..32` or `2..32..2`."""
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    if len(numbers) == len(values) > _MOST_VALUES:
        steps = {b - a for a, b in pairwise(numbers)}
        if len(steps) == 1 and min(steps) > 0:
            (step,) = steps
            return f"{numbers[0]}..{numbers[-1]}{f'..{step}' if step > 1 else ''}"
    return ", ".join(map(cell_text, values))


def _excluded(study: Exploration) -> Iterator[str]:
    if study.limits:
        yield f"  {plural(study.infeasible, 'design')} beyond limits, some beyond several:"
        for name, count in sorted(study.limits.items(), key=lambda item: -item[1]):
            yield f"    {count} {name}"


def failure_lines(study: Exploration | Tuning, word: str, is_all: bool, color: bool) -> Iterator[str]:
    """Yield lines on the points that failed, by reason. word: the word for a point."""
    if not study.failures:
        return
    ending = "es" if word.endswith("h") else "s"
    yield paint(f"  {plural(study.failed, word, ending)} without a good result:", "bad", color)
    failures = sorted(study.failures, key=lambda failure: -len(failure.points))
    for failure in failures if is_all else failures[:_MOST_REASONS]:
        code = f" {failure.code}" if failure.code else ""
        yield f"    {clip(f'{len(failure.points)} {failure.status}{code}: {failure.reason}', _WIDTH)}"
        for number in failure.points if is_all else failure.points[:1]:
            yield f"      {'' if is_all else 'e.g. '}{clip(setting_text(study.search.space, number), _WIDTH)}"
    if len(failures) > _MOST_REASONS and not is_all:
        yield f"    and {plural(len(failures) - _MOST_REASONS, 'other reason')}: --all shows them"


def setting_text(space: Space, number: int) -> str:
    """Return the settings of the point with this number, in a line."""
    names = axis_names(space)
    settings = space.values_at(number)
    return ", ".join(f"{names[name]} {cell_text(value)}" for name, value in settings.items()) or "the machine as it is"


def _empty(study: Exploration, color: bool) -> Iterator[str]:
    if study.is_interrupted and not study.looked:
        yield "no design was run before the interruption"
        return
    if not study.infeasible:
        yield paint("no design has a good result", "bad", color)
        return
    yield paint("no design is within the limits; nearest to each of them, one by one:", "bad", color)
    for name in study.limits:
        if name in study.nearest:
            value = study.nearest[name]
            yield f"  {name}: {f'{100 * value:.0f} %' if ' of ' in name else number_text(value)}"


def axis_names(space: Space) -> dict[str, str]:
    """Return the shortest name of each axis of a space that `--set` takes."""
    names = {"program": "program"} if len(space.programs) > 1 else {}
    for axis in space.axes:
        key = keys().get(axis.name)
        words = [axis.name] if key is None else [*key.aliases, key.leaf, axis.name]
        typed = [word for word in words if key is None or candidates(word) == [axis.name]]
        names[axis.name] = min(typed, key=len).removeprefix(f"{axis.kind}.")
    return names


def _table(study: Exploration, is_all: bool, color: bool) -> Iterator[str]:
    names, objectives = axis_names(study.search.space), study.search.objectives
    named = {goal.name for goal in objectives}
    has_silicon = any(design.silicon is not None for group in study.front for design in group)
    extra = [name for name in ("cycles", "clock") if name not in named and (name == "cycles" or has_silicon)]
    is_estimated = [_has_error(study, place) for place in range(len(objectives))]
    labels = list(names.values())
    for goal, estimated in zip(objectives, is_estimated, strict=True):
        labels += [goal.label, *(["+-"] if estimated else [])]
    labels += ["on front"] if study.certainty else []
    labels += ["clock [MHz]" if name == "clock" else name for name in extra]
    silicon = [f"takes most of {study.search.part.name}"] if has_silicon else []
    rows = [[*labels, "bound by", *silicon]]
    for group in study.front:
        shown = group if is_all else group[:_MOST_EQUAL]
        for place, design in enumerate(shown):
            settings = study.search.space.values_at(design.point.number)
            cells = [cell_text(settings[name]) for name in names]
            for k, estimated in enumerate(is_estimated):
                cells.append(number_text(design.values[k]) if not place else "=")
                cells += [_share_text(spread(design, k))] if estimated else []
            cells += [_share_text(study.certainty.on_front[design.point.number])] if study.certainty else []
            cells += [_extra(design, name) for name in extra]
            rows.append(
                [*cells, str(design.run), *(["-" if design.limit is None else str(design.limit)] if silicon else [])]
            )
        if len(group) > len(shown):
            rows.append([f"and {len(group) - len(shown)} more that are equal: --all"])
    lines = iter(table([row for row in rows if len(row) > 1], color))
    for row in rows:
        yield f"  {row[0]}" if len(row) == 1 else next(lines)


def _has_error(study: Exploration, place: int) -> bool:
    """Return whether an objective is an estimate with an error in any design on the front. place: the objective's."""
    return any(design.intervals[place] for group in study.front for design in group)


def spread(design: Design, place: int) -> float:
    """Return half the interval of an objective as a share of its value; 0 if it is exact. place: the objective's."""
    interval, value = design.intervals[place], design.values[place]
    return 0.0 if interval is None or not value else (interval[1] - interval[0]) / (2 * abs(value))


def _share_text(share: float) -> str:
    """Return a share in whole per cent, rounded down, so that no share below a limit is shown as the limit."""
    return f"{int(100 * share + 1e-9)} %"


def _uncertain(study: Exploration, is_all: bool) -> Iterator[str]:
    """Yield lines on the designs that the errors of estimates do not distinguish."""
    certainty, space = study.certainty, study.search.space
    if certainty is None:
        return
    few, sure = f"{100 - 100 * SURE:.0f} %", f"{100 * SURE:.0f} %"
    yield from hung(
        "", f"+-: the largest error of an estimate. on front: the share of {certainty.draws} draws of these errors in "
        "which the design is on the front."
    )  # fmt: skip
    numbers = [design.point.number for group in study.front for design in group]
    doubtful = [number for number in numbers if not certainty.stays(number)]
    if doubtful:
        yield f"not distinguished: {len(doubtful)} of {len(numbers)}, on the front in less than {sure} of the draws"
    for number in doubtful:
        yield f"  {clip(setting_text(space, number), _WIDTH)}"
        rivals = list(certainty.rivals[number].items())
        shown = rivals if is_all else rivals[:_MOST_EQUAL]
        for other, share in shown:
            yield f"    in {_share_text(share)} beaten by {clip(setting_text(space, other), _WIDTH)}"
        if len(rivals) > len(shown):
            yield f"    and by {len(rivals) - len(shown)} more: --all"
    joining = sorted(
        (number for number in certainty.on_front if certainty.joins(number) and number not in set(numbers)),
        key=lambda number: (-certainty.on_front[number], number),
    )
    if joining:
        yield f"not distinguished from the front: {len(joining)} more, on it in more than {few} of the draws"
    shown_too = joining if is_all else joining[:_MOST_EQUAL]
    for number in shown_too:
        yield f"  {_share_text(certainty.on_front[number])}: {clip(setting_text(space, number), _WIDTH)}"
    if len(joining) > len(shown_too):
        yield f"  and {len(joining) - len(shown_too)} more: --all"


def _extra(design: Design, name: str) -> str:
    if name == "cycles":
        return number_text(float(design.row["cycles"]))
    return "-" if design.silicon is None else number_text(design.silicon.clock_mhz)


def _notes(study: Exploration) -> Iterator[str]:
    """Yield notes on the table: the meaning of its columns, and the paths that limit the clock."""
    yield from hung(
        "", "bound by: the busiest resource and its share of the cycles. If this is below 90 %, the reason that costs "
        "most issue slots stands first."
    )  # fmt: skip
    paths = [design.limit.clock for group in study.front for design in group if design.limit is not None]
    if paths:
        yield "what sets the clock:"
    for block in dict.fromkeys(path.block for path in paths):
        growing = [path.growing_ns for path in paths if path.block == block]
        base = next(path.base_ns for path in paths if path.block == block)
        low, high = min(growing), max(growing)
        span = f"{low:.2f}" if high - low < 0.005 else f"{low:.2f} to {high:.2f}"
        yield f"  {block}: {span} ns for its lanes x banks, beside {base:.2f} ns in every design"
    fitted, part = find_part(PAPER_PART).family, study.search.part
    if part.family != fitted and any(goal.name in ("time", "clock", "slices") for goal in study.search.objectives):
        yield f"clock, time and slices are of {fitted}, to which they are fitted; {part.family} has others"


def cell_text(value: object) -> str:
    """Return the value of an axis as a cell of a table."""
    if isinstance(value, tuple):
        return "[" + ", ".join(map(str, value)) + "]"
    return clip(str(value).lower() if isinstance(value, bool) else str(value), 28)


def exploration_json(study: Exploration) -> dict[str, Any]:
    """Return the results of the search as plain values for JSON."""
    facts = {
        "looked_at": study.looked,
        "good": len(study.good),
        "excluded_before_run": study.unsimulated,
        "beyond_limits": study.infeasible,
        "failed": study.failed,
    }
    return {
        "schema": "simt.exploration/1",
        "search": study.search.to_dict(),
        "counts": facts,
        "interrupted": study.is_interrupted,
        "front": [
            _design_json(study, design, group) for group, designs in enumerate(study.front) for design in designs
        ],
        "certainty": _certainty_json(study),
        "limits": {
            name: {"excluded": count, "nearest": study.nearest.get(name)} for name, count in study.limits.items()
        },
        "failures": failures_json(study, "designs"),
        "bugs": list(study.bugs),
    }


def failures_json(study: Exploration | Tuning, word: str) -> list[dict[str, Any]]:
    """Return the points that failed, by reason, as plain values. word: the key of the points' settings."""
    return [
        {
            "status": failure.status,
            "code": failure.code or None,
            "reason": failure.reason,
            word: [plain_settings(study.search.space.values_at(number)) for number in failure.points],
        }
        for failure in study.failures
    ]


def plain_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings as plain values for JSON."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in settings.items()}


def _certainty_json(study: Exploration) -> dict[str, Any] | None:
    certainty, space = study.certainty, study.search.space
    if certainty is None:
        return None
    on_front = {design.point.number for group in study.front for design in group}
    return {
        "draws": certainty.draws,
        "sure": SURE,
        "stay": [number for number in sorted(on_front) if certainty.stays(number)],
        "not_distinguished": [
            {
                "number": number,
                "settings": plain_settings(space.values_at(number)),
                "is_on_front": number in on_front,
                "share_on_front": share,
                "dominated_by": [
                    {"number": other, "settings": plain_settings(space.values_at(other)), "share": part}
                    for other, part in certainty.rivals.get(number, {}).items()
                ],
            }
            for number, share in sorted(certainty.on_front.items(), key=lambda item: (-item[1], item[0]))
            if (not certainty.stays(number) if number in on_front else certainty.joins(number))
        ],
    }


def _named(record: object, *names: str) -> dict[str, Any]:
    return {name: getattr(record, name) for name in names}


def _design_json(study: Exploration, design: Design, group: int) -> dict[str, Any]:
    silicon, run, limit = design.silicon, design.run, design.limit
    return {
        "number": design.point.number,
        "program": design.point.program,
        "settings": plain_settings(study.search.space.values_at(design.point.number)),
        "place": group + 1,  # designs of one place are equal in all objectives
        "objectives": {goal.name: value for goal, value in zip(study.search.objectives, design.values, strict=True)},
        "intervals": {
            goal.name: span and {"low": span[0], "high": span[1]}
            for goal, span in zip(study.search.objectives, design.intervals, strict=True)
        },
        "share_on_front": study.certainty.on_front[design.point.number] if study.certainty else 1.0,
        "stays": study.certainty.stays(design.point.number) if study.certainty else True,
        "cycles": design.row["cycles"],
        "sizes": {name: design.row[name] for name in ("global_size", "local_size", "groups", "places")},
        **{name: design.row[name] for name in ("transactions", "bytes")},
        "clock_mhz": None if silicon is None else silicon.clock_mhz,
        "resources": silicon and _named(silicon, *RESOURCES),
        "uncertainty": silicon and dict(silicon.uncertainty),
        "bound_by": {
            "name": run.resource,
            "busy": dict(run.busy),
            "lost": None if run.lost is None else {"reason": run.lost[0], "share": run.lost[1]},
        },
        "takes_most_of": limit and {"part": limit.part.name, **_named(limit, "kind", "share", "block", "block_share")},
        "clock_set_by": limit and asdict(limit.clock),
        **{name: design.row[name] for name in ("machine_hash", "program_hash", "inputs_hash")},
    }
