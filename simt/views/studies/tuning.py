"""The ranked launches of `simt tune`: as text, as rows and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simt.exploration.sessions.tuning import TunedLaunch, Tuning
from simt.launch.programs import is_language, split_name
from simt.views.kit.text import clip, hung, paint, plural, table
from simt.views.studies.explore_tables import (
    axis_names,
    cell_text,
    failure_lines,
    failures_json,
    plain_settings,
    values_text,
)

_WIDTH = 118
_MOST = 20  # rows of the table without --all


def tuning_text(study: Tuning, *, is_all: bool = False, color: bool = False) -> str:
    """Return the ranking as text: launches, failures, a table, the bound, and the command that runs the best launch.

    is_all: whether to show all launches and all reasons.
    """
    lines = [*_headline(study, color), *failure_lines(study, "launch", is_all, color)]
    if study.launches:
        lines += [*_table(study, is_all, color), *_notes(study), *_verdict(study, color)]
    else:
        lines.append(paint("no launch has a good result", "bad", color))
    return "\n".join(lines) + "\n"


def _headline(study: Tuning, color: bool) -> Iterator[str]:
    search, space = study.search, study.search.space
    on = f" on {study.machine}" if study.machine else ""
    how = f"{study.run} of them run"
    if study.is_whole:
        how = "all run"
    elif search.method != "exhaustive":
        how += f" (chosen by {search.method}, seed {search.random_seed}; --trials {space.size} runs all)"
    yield paint(clip(f"{space.programs[0]}{on}: {plural(space.size, 'launch', 'es')}, {how}", _WIDTH), "bold", color)
    for axis in space.axes:
        yield f"  {clip(f'{axis.name} = {values_text(axis.values)}', _WIDTH)}"


def _table(study: Tuning, is_all: bool, color: bool) -> Iterator[str]:
    names = _varied(study)
    shown = [
        launch for place, launch in enumerate(study.launches)
        if is_all or place < _MOST or (launch.rank > 0 and study.is_default(launch))
    ]  # fmt: skip
    rows = [["rank", *names.values(), "cycles", "x best", "bound", "share", "bound by", "most slots lost to", ""]]
    for launch in shown:
        cells = [cell_text(launch.settings[name]) for name in names]
        rows.append([str(launch.rank), *cells, *_figures(study, launch), "default" if study.is_default(launch) else ""])
    if study.default is not None and not study.default.rank:
        rows.append(["-", *("-" for _ in names), *_figures(study, study.default), "default"])
    yield from table(rows, color)
    if len(study.launches) > len(shown):
        yield f"... {plural(len(study.launches) - len(shown), 'slower launch', 'es')}: --all"


def _figures(study: Tuning, launch: TunedLaunch) -> list[str]:
    lost = launch.binding.lost
    return [
        str(launch.cycles), f"{study.times(launch):.2f}", str(launch.bound), f"{100 * launch.share:.1f} %",
        launch.resource, "" if lost is None else f"{lost[0]} {100 * lost[1]:.0f} %",
    ]  # fmt: skip


def _notes(study: Tuning) -> Iterator[str]:
    """Yield notes that a reader of the table needs: equal launches, different problems, no check."""
    ranks = [launch.rank for launch in study.launches]
    if len(set(ranks)) < len(ranks):
        yield "launches of one rank take equal cycles: they are not distinguished"
    names = axis_names(study.search.space)
    for axis in study.idle_axes:
        text = f"{names[axis]} makes no difference: launches that differ in nothing else take equal cycles"
        if _is_overridden(study, axis):
            text += "; a #define in the source has precedence over -D, unless it stands in an #ifndef"
        yield from hung("", text)
    if study.problems > 1:
        text = f"the launches have {study.problems} different inputs: cycles of different problems do not compare"
        yield from hung("", text)
    if not study.is_checked:
        yield "no result was checked: there is no oracle, or --no-oracle left it alone"


def _is_overridden(study: Tuning, axis: str) -> bool:
    """Return whether the values of -D leave a kernel in a language as it is."""
    is_macro = axis.startswith("define.") and is_language(split_name(study.search.space.programs[0])[0])
    return is_macro and len({launch.row["program_hash"] for launch in study.launches}) == 1


def _verdict(study: Tuning, color: bool) -> Iterator[str]:
    best, least = study.best, study.bounding
    assert best is not None
    assert least is not None
    if study.default is None:
        if study.default_reason:
            yield clip(f"the default launch has no good run: {study.default_reason}", _WIDTH)
    elif study.default.cycles == best.cycles:
        yield "no launch is faster than the default one"
    elif study.default.cycles < best.cycles:
        yield f"the default launch is faster than all of these: {study.default.cycles} cycles"
    else:
        whole = study.default.cycles
        saved = whole - best.cycles
        yield f"the best saves {saved} of the {whole} cycles of the default launch ({100 * saved / whole:.1f} %)"
    yield from hung("", _bound_text(study, least))
    winner = best if study.default is None else min(study.default, best, key=lambda launch: launch.cycles)
    if command := study.command(winner):
        yield paint(f"run {'the best' if winner.rank else 'that'}: {command}", "good", color)


def _bound_text(study: Tuning, least: TunedLaunch) -> str:
    """Return sentences about the meaning of a bound, the smallest one, and its distance from the best launch.

    least: the launch that has it.
    """
    which = "launch of these" if study.is_whole else "launch that was run"
    names = _varied(study)
    settings = ", ".join(f"{names[name]} {cell_text(least.settings[name])}" for name in names)
    times = study.launches[0].cycles / max(1, least.bound)
    return (
        "bound: the cycles that the busiest resource of a launch's machine needs for its instructions and memory "
        f"commands, if it never waits. No {which} can take fewer than the least one, {least.bound} "
        f"({least.resource}, {settings}); the best takes {times:.2f} times as many."
    )


def _varied(study: Tuning) -> dict[str, str]:
    """Return the short names of the axes that have several values."""
    space = study.search.space
    names = axis_names(space)
    return {axis.name: names[axis.name] for axis in space.axes if len(axis.values) > 1}


def tuning_rows(study: Tuning) -> list[dict[str, Any]]:
    """Return a row for each launch: the ranked launches, then the failed launches, which have None for all figures."""
    space = study.search.space
    rows = [
        {
            "rank": launch.rank, **_plain(launch.settings), "cycles": launch.cycles,
            "times_best": study.times(launch), "bound": launch.bound, "share_of_bound": launch.share,
            "bound_by": launch.resource, "lost_to": launch.binding.lost and launch.binding.lost[0],
            "lost_share": launch.binding.lost and launch.binding.lost[1], "is_default": study.is_default(launch),
            "status": "done", "code": None, "reason": None, "command": study.command(launch),
        }
        for launch in study.launches
    ]  # fmt: skip
    nothing = dict.fromkeys(("cycles", "times_best", "bound", "share_of_bound", "bound_by", "lost_to", "lost_share"))
    for failure in study.failures:
        for number in failure.points:
            rows.append(
                {
                    "rank": None, **_plain(space.values_at(number)), **nothing, "is_default": False,
                    "status": failure.status, "code": failure.code or None, "reason": failure.reason, "command": "",
                }
            )  # fmt: skip
    return rows


def _plain(settings: Any) -> dict[str, Any]:
    """Return settings as cells of a table: an array is a text."""
    return {name: cell_text(value) if isinstance(value, tuple) else value for name, value in settings.items()}


def tuning_json(study: Tuning) -> dict[str, Any]:
    """Return the ranking as plain values for JSON."""
    search, least = study.search, study.bounding
    return {
        "schema": "simt.tuning/1",
        "space": search.space.to_dict(),
        "machine": study.machine or None,
        "sampler": search.method,
        "trials": None if search.method == "exhaustive" else search.most_simulated,
        "random_seed": None if search.method == "exhaustive" else search.random_seed,
        "counts": {
            "launches": search.space.size, "run": study.run, "good": len(study.launches), "failed": study.failed,
        },
        "interrupted": study.is_interrupted,
        "checked": study.is_checked,
        "bound": least and {
            "cycles": least.bound, "resource": least.resource, "settings": plain_settings(least.settings),
        },
        "default": study.default and _launch_json(study, study.default),
        "default_reason": study.default_reason or None,
        "launches": [_launch_json(study, launch) for launch in study.launches],
        "failures": failures_json(study, "launches"),
        "bugs": list(study.bugs),
    }  # fmt: skip


def _launch_json(study: Tuning, launch: TunedLaunch) -> dict[str, Any]:
    lost = launch.binding.lost
    return {
        "rank": launch.rank or None,
        "settings": plain_settings(launch.settings),
        "cycles": launch.cycles,
        "times_best": study.times(launch) if study.launches else None,
        "bound": {"cycles": launch.bound, "resource": launch.resource, "share": launch.share},
        "busy": dict(launch.binding.busy),
        "lost": lost and {"reason": lost[0], "share": lost[1]},
        "is_default": study.is_default(launch),
        "sizes": {name: launch.row[name] for name in ("global_size", "local_size", "groups", "places")},
        "command": study.command(launch) or None,
        **{name: launch.row[name] for name in ("machine_hash", "program_hash", "inputs_hash")},
    }
