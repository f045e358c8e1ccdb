"""Two runs as one HTML file: lines by the change of their cost, ledgers side by side, timelines on one scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from simt.core.state.reasons import LANE_KINDS
from simt.diagnosis.diff import Difference, LineChange
from simt.result.result import Result
from simt.views.kit.palette import MASK_LOOKS, REASON_LOOKS, reason_mark
from simt.views.kit.text import printable, signed_percent
from simt.views.kit.window import core_text
from simt.views.pages.engine import macro, page, trusted
from simt.views.report import markup
from simt.views.report.build import MAX_PAGE
from simt.views.report.listing import file_listings, instruction_lines, numbered_lines
from simt.views.report.pack import pack_text
from simt.views.report.record import record_of
from simt.views.report.script import json_text, script_of

SIDES = "ab"  # ids and attributes; A and B in words
_MOST_LINES = 400


def diff_page(diff: Difference, names: Sequence[str], results: Sequence[Result | None] = (None, None)) -> str:
    """Return the page of a comparison.

    names: the names of the runs. results: the runs with event records; None for a run without a timeline.
    """
    runs = (diff.before, diff.after)
    notes = [
        f"{side.upper()}  {name}: {run.program.name} on {run.machine_name}"
        for side, name, run in zip(SIDES, names, runs, strict=True)
    ]
    panes = [_pane(side, result) for side, result in zip(SIDES, results, strict=True)]
    shown = [pane for pane in panes if pane]
    changed = diff.changed
    largest = max((abs(line.total) for line in changed), default=0)
    legend = markup.legend(diff.ledgers["issue"], diff.ledgers["warp"], lanes=False, banks=False)
    return page(
        "diff",
        title=printable(f"{names[0]} and {names[1]}: {runs[0].cycles} -> {runs[1].cycles} cycles", 140),
        runs=[printable(line) for line in notes],
        tiles=_tiles(diff),
        settings=[(key, _plain(a), _plain(b)) for key, (a, b) in diff.machine.items()],
        launches=[(key, _plain(a), _plain(b)) for key, (a, b) in diff.launch.items()],
        panes=shown,
        missing=[side.upper() for side, pane in zip(SIDES, panes, strict=True) if not pane],
        legend=legend if shown else "",
        lines=[_line(line, largest, number) for number, line in enumerate(changed[:_MOST_LINES])],
        more=len(changed) - _MOST_LINES,
        rest=sum(line.total for line in changed[_MOST_LINES:]),
        nowhere=[(reason, f"{count:+}") for reason, count in diff.nowhere.items()],
        ledgers=[_ledger(title, diff.ledgers[name]) for name, title in _LEDGERS.items() if diff.ledgers[name]],
        script=script_of("diff.js") if shown else "",
    )


_LEDGERS = {"issue": "Issue slots", "warp": "Warp states", "lane": "Lanes"}


def _tiles(diff: Difference) -> Markup:
    one, other = diff.before, diff.after
    tiles = [
        ("cycles of A", str(one.cycles), f"{one.instructions} instructions"),
        ("cycles of B", str(other.cycles), f"{other.instructions} instructions"),
        ("change", signed_percent(diff.ratio - 1), f"{other.cycles - one.cycles:+} cycles"),
    ]
    return macro("tiles", [(*tile, tile[2]) for tile in tiles])


def _plain(value: object) -> str:
    text = "" if value is None else str(value)
    return text[:12] if len(text) == 64 else printable(text)


def _line(line: LineChange, largest: int, number: int) -> dict[str, Any]:
    """Return a row of the table of lines. largest: the change that gets a full bar."""
    sides = (line.before, line.after)
    pcs = [(side, cost.pcs[0]) for side, cost in zip(SIDES, sides, strict=True) if cost is not None and cost.pcs]
    by_size = sorted(line.slots.items(), key=lambda row: -abs(row[1]))
    return {
        "number": number,
        "pcs": pcs,
        "total": f"{line.total:+}",
        "kind": "worse" if line.total > 0 else "better",
        "share": abs(line.total) / largest if largest else 0.0,
        "mark": "new" if line.before is None else "gone" if line.after is None else "",
        "place": printable(line.shown.place),
        "reasons": [(reason, reason_mark(reason), f"{count:+}") for reason, count in by_size[:4]],
        "source": printable(line.shown.source.strip()),
    }


def _ledger(title: str, counts: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    """Return the table of a ledger of both runs, largest counts first. A full bar is the larger of the two sums."""
    totals = [sum(both[side] for both in counts.values()) for side in (0, 1)]
    whole = max(totals) or 1
    rows = []
    for name, (a, b) in sorted(counts.items(), key=lambda row: -max(row[1])):
        if not (a or b):
            continue
        kind, mark = _look(name)
        change = f"{b - a:+}" if a != b else ""
        rows.append((kind, markup.bar_kind(kind), mark, name, str(a), a / whole, str(b), b / whole, change))
    more = totals[1] - totals[0]
    sums = (*(str(total) for total in totals), f"{more:+}" if more else "")
    return {"title": title, "rows": rows, "sums": sums}


def _look(name: str) -> tuple[str, str]:
    """Return the style class and the letter of a reason, or of a kind of lanes; empty for an unknown name."""
    if name in REASON_LOOKS:
        return name, REASON_LOOKS[name].mark
    if name in LANE_KINDS:
        state = markup.lane_state(name)
        return f"lane-{state}", MASK_LOOKS[state].mark
    return "", ""


def _pane(side: str, result: Result | None) -> dict[str, Any] | None:
    """Return the page's data for the timeline of a run; None without a record."""
    if result is None or result.events is None or not len(result.events.ready):
        return None
    texts, _ = numbered_lines(result, file_listings(result), instruction_lines(result))
    packed_texts = pack_text(json_text(texts))
    data, packed, window, count = record_of(result, result.events, None, MAX_PAGE // 2 - len(packed_texts) - 40_000)
    what = "instructions" if result.machine.vliw.count == 1 else "operations"
    kept = f"{side.upper()}{core_text(result)}: every cycle, {count} {what}"
    if window != range(result.cycles):
        kept = f"{side.upper()}{core_text(result)}: cycles {window.start} to {window.stop - 1} of {result.cycles}"
    return {"side": side, "kept": kept, "meta": trusted(json_text(data)), "texts": packed_texts, "packed": packed}
