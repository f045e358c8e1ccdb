"""The report as one HTML file: template, style sheet, scripts and the packed record put together.

Nothing in the page comes from elsewhere when it is opened: its content security policy forbids every request and
names the hashes of its one style sheet and its one script. Text of kernels, files and machines enters through
`html.escape` (markup.py), or as JSON without `<`, `>` and `&`, which the script only ever shows as text.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from isa.diagnostics import Diagnostic
from simt.core.state.reasons import REASON_HELP, REASONS
from simt.files import write_file
from simt.launch.sizes import size_text
from simt.result.parts import Events
from simt.result.result import Result
from simt.views import palette
from simt.views.report import markup
from simt.views.report.listing import cost_of, file_listings, instruction_lines, printable
from simt.views.report.pack import event_columns, pack, pack_text, row_columns
from simt.views.report.window import Window, overview
from simt.views.series import STALLED_REASONS, instances, mask_history, unit_names, unit_occupancy
from simt.views.text import plural
from simt.views.window import check_window, core_text

MAX_PAGE = 1_950_000  # bytes of a page: what its texts leave of them is for the record
_LEAST_PACKED = 100_000
_MOST_BANKS = 16  # that have a row each
_BANK_HELP = "words that the local access of this cycle asks of the bank; the bank with the most makes it wait"

_SCRIPTS = (
    "data.js",
    "view.js",
    "model.js",
    "paint.js",
    "timeline.js",
    "controls.js",
    "details.js",
    "pane.js",
    "search.js",
    "source.js",
    "address.js",
    "main.js",
)


@dataclass(frozen=True, slots=True)
class Report:
    """A page, and which cycles of the run it shows one by one."""

    html: str = field(repr=False)
    window: Window
    instructions: int  # in the window
    is_whole: bool  # every cycle of the run

    def encode(self) -> bytes:
        """The page's bytes; names that are no Unicode keep a question mark."""
        return self.html.encode("utf-8", "replace")

    def save(self, path: str | Path) -> None:
        """Write the page to a file, whole or not at all. Raises `FileError`."""
        write_file(path, self.encode())

    def shows(self, cycles: int) -> str:
        """Which of a run's cycles it shows, in words."""
        if self.is_whole:
            return f"every cycle of {cycles:,}"
        if self.instructions:
            return f"cycles {self.window.first:,} to {self.window.end - 1:,} of {cycles:,} one by one"
        return "no timeline"


def build_report(
    result: Result,
    *,
    cycles: range | None = None,
    machine: str = "",
    check: str = "",
) -> Report:
    """The report of a run, from its result alone: the same result gives the same bytes.

    cycles: show these cycles one by one (by default as many as fit, from the beginning; of a run that stopped, the
    last). machine: what to call the machine. check: what to say where nothing was checked.

    Raises `ViewError` for cycles that the record does not have. A result without a record gives a page without a
    timeline.
    """
    events = result.events if result.events is not None and len(result.events.ready) else None
    title = printable(f"{result.program.name} on {machine or result.machine.name}", 140) + core_text(result)
    style = _asset("style.css") + "\n" + markup.colors()
    script = "(() => {\n'use strict';\n" + "\n".join(_asset(name) for name in _SCRIPTS) + "\n})();"
    shown, hidden, texts = _listings(result)
    parts = {
        "title": escape(title),
        "policy": _policy(style, script),
        "launch": escape(_launch(result)),
        "status": markup.status(result, check),
        "facts": markup.facts(result),
        "problems": _problems(result),
        "ledgers": markup.ledgers(result),
        "provenance": markup.provenance(result),
        "listings": shown,
        "texts": pack_text(_json({**texts, "listing": hidden})),
        "style": style,
        "script": script,
    }
    data: dict[str, Any] = {"hasRecord": False}
    packed, window, count = "", Window(0, 0), 0
    if cycles is not None:
        check_window(result, cycles)
    if events is not None:
        room = MAX_PAGE - sum(len(part.encode("utf-8", "replace")) for part in parts.values())
        data, packed, window, count = _record(result, events, cycles, max(room, _LEAST_PACKED))
    is_whole = window == Window(0, result.cycles)
    parts |= {
        "kept": escape(_kept(result, events, window, count, is_whole)),
        "legend": markup.legend(_occurring(result), lanes=bool(data.get("hasMasks")), banks=bool(data.get("banks"))),
        "meta": _json({"title": title, **data}),
        "packed": packed,
    }
    return Report(_fill(_asset("template.html"), parts), window, count, is_whole)


# --- the record -------------------------------------------------------------------------------------------------------


def _record(result: Result, events: Events, cycles: range | None, room: int) -> tuple[dict[str, Any], str, Window, int]:
    """What the script needs to draw, the packed columns, the window, and the instructions issued in it.

    room: bytes that the packed columns may take; fewer cycles are shown if they take more.
    """
    from_end = result.stop is not None
    spans = overview(events)
    reasons = [k for k in range(len(REASONS)) if spans.slots[:, k].any()]
    whole = {
        "span_issued": spans.issued,
        "span_active": spans.active,
        **{f"span_{REASONS[k]}": spans.slots[:, k] for k in reasons},
    }
    window = Window.choose(events, cycles, from_end=from_end)
    has_banks = bool(events.bank_words.any())
    while True:
        places = window.instructions(events)
        table = events.instructions[places]
        rows = slice(window.first - events.first, window.end - events.first)
        occupied = unit_occupancy(result, range(window.first, window.end)).astype(np.int8)
        banks = _bank_levels(events.bank_words[rows]) if has_banks else np.zeros((len(occupied.T), 0), np.int8)
        states = np.concatenate((events.slots[rows], events.warps[rows], occupied.T, banks), axis=1)
        columns = {
            **event_columns(table),
            **row_columns(states),
            **whole,
        }
        counts, packed = pack(columns)
        if len(packed) <= room or window.end - window.first < 2:
            break
        # What does not compress is shown for fewer cycles.
        kept = max(1, int(len(table) * 0.9 * room / len(packed)))
        shorter = window.limited(events, kept, from_end=from_end)
        half = (window.first + window.end) // 2
        window = shorter if shorter != window else Window(half, window.end) if from_end else Window(window.first, half)
    machine = result.machine
    data = {
        "hasRecord": True,
        "first": window.first,
        "end": window.end,
        "record": [events.first, events.end],
        "cycles": result.cycles,
        "width": events.slots.shape[1],
        "warps": events.warps.shape[1],
        "lanes": machine.warp_size,
        "alive": _alive(result, window.first),
        "hasMasks": machine.branch.policy != "first_thread" or result.ledgers.lane["active"] != _all_lanes(result),
        "hasDepth": bool(events.instructions["depth"].any()),
        "units": _units(result),
        "banks": banks.shape[1],
        "hasAllBanks": banks.shape[1] == events.bank_words.shape[1],
        "columns": counts,
        "span": spans.span,
        "spanReasons": [REASONS[k] for k in reasons],
        "stop": None
        if result.stop is None
        else {name: getattr(result.stop, name) for name in ("kind", "cycle", "warp")},
        "stalled": [reason in STALLED_REASONS for reason in REASONS],
        "states": _states(REASONS, palette.REASON_COLORS, palette.REASON_MARKS, REASON_HELP),
        "laneStates": _states(palette.MASK_STATES, palette.MASK_COLORS, palette.MASK_MARKS, palette.MASK_HELP, {}),
        "bankStates": _states(
            markup.BANK_STATES, markup.BANK_COLORS, markup.BANK_MARKS, dict.fromkeys(markup.BANK_STATES, _BANK_HELP)
        ),
        "unitStates": _states(palette.UNIT_STATES, palette.UNIT_COLORS, palette.UNIT_MARKS, palette.UNIT_HELP),
    }
    count = int(np.count_nonzero(table["select"] >= window.first))
    return data, packed, window, count


def _bank_levels(words: np.ndarray) -> np.ndarray:
    """int8 [cycles, banks]: indices into `BANK_STATES`; of very many banks one row with the largest of each cycle."""
    if words.shape[1] > _MOST_BANKS:
        words = words.max(axis=1, keepdims=True)
    return np.searchsorted(markup.BANK_LIMITS, words, side="right").astype(np.int8)


def _all_lanes(result: Result) -> int:
    return result.issued * result.machine.warp_size


def _alive(result: Result, cycle: int) -> list[list[int]]:
    """The living lanes of every warp in a cycle, a bit each, in two halves of 32."""
    disabled = palette.MASK_STATES.index("disabled")
    living = []
    for warp in range(result.warps):
        lanes = mask_history(result, range(cycle, cycle + 1), warp)[:, 0] != disabled
        bits = sum(1 << lane for lane in np.flatnonzero(lanes).tolist())
        living.append([bits & 0xFFFFFFFF, bits >> 32])
    return living


def _units(result: Result) -> list[dict[str, Any]]:
    """The unit instances, in the order of their rows."""
    machine = result.machine
    beats = machine.beats("lds")
    return [
        {"name": entry.unit, "number": entry.number, "label": entry.label, "beats": beats}
        for entry in instances(result)
    ]


def _states(
    names: tuple[str, ...],
    colors: Mapping[str, str],
    marks: Mapping[str, str],
    meanings: Mapping[str, str],
    dark: Mapping[str, str] = markup.DARK,
) -> list[dict[str, str]]:
    return [
        {
            "name": name,
            "color": colors[name],
            "dark": dark.get(name, colors[name]),
            "mark": marks[name],
            "help": meanings[name],
        }
        for name in names
    ]


# --- texts ------------------------------------------------------------------------------------------------------------


def _listings(result: Result) -> tuple[str, str, dict[str, Any]]:
    """The listing that the page opens with, the other one (empty if there is none), both as HTML, and what the script
    knows: `lines`, the costs of every line and instruction, numbered by their place, and `program`, an entry for each
    word.
    """
    total = result.slot_total
    blocks = file_listings(result)
    instructions = instruction_lines(result)
    costs: list[dict[str, Any]] = []
    shown = [*instructions, *(line for _, lines in blocks for line in lines)]
    largest = max((line.cost.slots_lost for line in shown if line.cost is not None), default=0)
    parts = []
    home: dict[int, int] = {}

    def numbered(lines: list[Any]) -> dict[tuple[int, ...], int]:
        ids = {}
        for line in lines:
            if line.cost is not None:
                ids[tuple(line.cost.pcs)] = len(costs)
                costs.append(cost_of(result, line.cost))
        return ids

    for file, lines in blocks:
        ids = numbered(lines)
        for pcs, number in ids.items():
            home.update(dict.fromkeys(pcs, number))
        body = markup.listing(lines, total, largest, ids, "line", "line-")
        parts.append(f'<div data-listing="source"><h3 class="file">{escape(file)}</h3>{body}</div>')
    ids = numbered(instructions)
    body = markup.listing(instructions, total, largest, ids, "pc", "line-")
    if not blocks:
        parts.append(f'<div data-listing="instructions">{body}</div>')
    else:
        parts.append('<div data-listing="instructions" hidden></div>')
    program = [
        {
            "text": line.text,
            "unit": unit,
            "line": home.get(pc, -1),
            "row": ids[(pc,)],
            "ends": entry is not None and entry.spec.name == "ret",
        }
        for pc, (line, entry, unit) in enumerate(
            zip(instructions, result.program.instructions, unit_names(result), strict=True)
        )
    ]
    return "\n".join(parts), body if blocks else "", {"lines": costs, "program": program}


def _occurring(result: Result) -> list[str]:
    found = {**result.ledgers.issue, **result.ledgers.warp}
    return [reason for reason in REASONS if reason in found]


def _launch(result: Result) -> str:
    launch = f"{plural(result.threads, 'thread')} = {plural(result.group_warps, 'warp')} x "
    launch += plural(result.machine.warp_size, "lane")
    if result.groups > 1:
        launch = f"{size_text(result.grid.size)} work-items in {result.groups} groups of {size_text(result.grid.local)}"
    words = plural(len(result.program.words), "instruction")
    policies = f"scheduler {result.machine.scheduler.policy}, branches {result.machine.branch.policy}"
    return f"{launch}; {words}; {policies}"


def _problems(result: Result) -> str:
    """What went wrong, as `simt run` tells it: a box for the stop or the failed check, one for doubtful jumps."""
    from simt.views.stops import check_diagnostic, jump_warnings, stop_diagnostic

    parts = []
    if result.stop is not None:
        parts.append(_box("stop", [stop_diagnostic(result)]))
    elif result.check is not None and not result.check.passed:
        parts.append(_box("stop", [check_diagnostic(result)]))
    warnings = jump_warnings(result) if result.disagreements.any() else []
    if warnings:
        parts.append(_box("stop warning", warnings))
    return f'<div class="problems">{"".join(parts)}</div>' if parts else ""


def _box(kind: str, diagnostics: Sequence[Diagnostic]) -> str:
    from isa.diagnostics import render

    text = "\n".join(printable(line, 400) for line in render(diagnostics).split("\n"))
    return f'<pre class="{kind}">{escape(text)}</pre>'


def _kept(result: Result, events: Events | None, window: Window, count: int, is_whole: bool) -> str:
    """What of the run the timeline holds."""
    if events is None:
        why = "a functional run has no cycles" if result.engine == "functional" else "the run was not recorded"
        return f"There is no timeline: {why if result.instructions else 'nothing was executed'}."
    what = "instructions" if result.machine.vliw.slots == 1 else "operations"
    if is_whole:
        return f"Every cycle of the run: {count:,} {what}."
    shown = f"Cycles {window.first:,} to {window.end - 1:,} one by one, {count:,} {what}"
    if (events.first, events.end) == (0, result.cycles):
        return f"{shown}; the strip shows all {result.cycles:,} cycles. Other cycles: --cycles A:B."
    return (
        f"{shown}; the strip shows the recorded part, cycles {events.first:,} to {events.end - 1:,} of "
        f"{result.cycles:,}. Ledgers and costs are those of the whole run. Other cycles: --cycles A:B."
    )


# --- the page ---------------------------------------------------------------------------------------------------------


@cache
def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _policy(style: str, script: str) -> str:
    """What the page may do: run its script, use its style sheet, and nothing else."""

    def digest(text: str) -> str:
        return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")

    return f"default-src 'none'; style-src '{digest(style)}'; script-src '{digest(script)}'; base-uri 'none'"


def _json(data: object) -> str:
    """JSON that ends no element and opens none."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _fill(template: str, parts: Mapping[str, str]) -> str:
    """The template with `{{name}}` replaced, once: what is put in is not looked at again."""
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], template)
