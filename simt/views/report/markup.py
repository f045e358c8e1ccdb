"""The parts of a report that are plain HTML: facts, ledgers, bounds, listings, legends. All text is escaped here.

They stand in the page as they are, so that it reads, and prints, without its script. Bars are SVG, colours are classes
of the style sheet: the page allows no inline styles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from simt.core.state.reasons import LANE_KINDS, REASON_HELP
from simt.result.result import Result
from simt.views.lines import LineCost
from simt.views.palette import (
    HEAT_COLORS,
    MASK_COLORS,
    MASK_HELP,
    MASK_MARKS,
    REASON_COLORS,
    REASON_MARKS,
    UNIT_COLORS,
    UNIT_HELP,
    UNIT_MARKS,
    rgb,
)
from simt.views.report.listing import SourceLine, printable
from simt.views.text import clip, percent, plural, si, signed_percent

_LANE_HELP = {
    "active": "active in an instruction that was issued",
    "diverged": "living, but masked off: the threads went different ways",
    "finished": "of a thread that had ended",
    "tail": "without a thread, in the last warp",
}
_BAR = 120  # width of a full bar in a ledger

_LONG = 36  # characters of a line that stand beside the timeline in most windows

# Words asked of a bank in a cycle: the least of each state but the first, names, letters, colours.
BANK_LIMITS = (1, 2, 3, 4, 5, 9)
BANK_STATES = ("no words", "1 word", "2 words", "3 words", "4 words", "5 to 8 words", "9 words or more")
BANK_MARKS = dict(zip(BANK_STATES, ".12345+", strict=True))
BANK_COLORS = dict(zip(BANK_STATES, (UNIT_COLORS["empty"], *HEAT_COLORS), strict=True))

# On a dark page the neutral colours of the palette change places: pale means nothing there.
DARK = {
    "retire_port": "#f5f5f5",
    "slot_empty": "#454c55",
    "drain": "#2a3037",
    "idle": "#1d2228",
    "empty": "#2a3037",
    "frozen": "#f5f5f5",
    "no words": "#2a3037",
}


# What bars stand on, on a light and a dark page, and the least contrast to it, WCAG's for graphics.
TRACK = ("#e6e9ee", "#272d35")
_LEAST_CONTRAST = 3.0


def colors() -> str:
    """The palette as rules of a style sheet: class `k-STATE` sets the variables --k, --i and --o."""
    banks = {_bank_class(name): color for name, color in BANK_COLORS.items()}
    tables = (REASON_COLORS, {f"lane-{k}": v for k, v in MASK_COLORS.items()}, UNIT_COLORS, banks)
    light = {name: color for palette in tables for name, color in palette.items()}
    dark = light | {_bank_class(name): color for name, color in DARK.items()}
    sheets = []
    for palette, track in zip((light, dark), TRACK, strict=True):
        rules = [_color_rule(name, color, track) for name, color in palette.items()]
        sheets.append("\n".join([f":root{{--track:{track}}}", *rules]))
    return f"{sheets[0]}\n@media screen and (prefers-color-scheme: dark) {{\n{sheets[1]}\n}}"


def _bank_class(name: str) -> str:
    return f"bank-{BANK_STATES.index(name)}" if name in BANK_COLORS else name


def _luminance(color: Sequence[int]) -> float:
    """WCAG's relative luminance, as in paint.js."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in color)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Sequence[int], other: Sequence[int]) -> float:
    """WCAG's contrast of two colours, 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _color_rule(name: str, color: str, track: str) -> str:
    """--k is the colour of a state, --i black or white for letters on it, --o the outline of its bars on a track: the
    colour, made darker or lighter until it stands out.
    """
    fill, ground = rgb(color), rgb(track)
    ink = "#000" if _luminance(fill) > 0.2 else "#fff"
    end = 0 if _luminance(ground) > 0.2 else 255
    steps = (tuple(round(c + (end - c) * k / 20) for c in fill) for k in range(21))
    red, green, blue = next(step for step in steps if contrast(step, ground) >= _LEAST_CONTRAST)
    return f".k-{name}{{--k:{color};--i:{ink};--o:#{red:02x}{green:02x}{blue:02x}}}"


# --- head -------------------------------------------------------------------------------------------------------------


def status(result: Result, note: str = "") -> str:
    """Badges: how the run ended, and its check."""
    badges = []
    stop = result.stop
    if stop is None:
        badges.append(_badge("good", "completed"))
    else:
        badges.append(_badge("bad", f"stopped: {stop.kind} [{stop.code}]"))
    check = result.check
    if check is None:
        badges.append(_badge("plain", f"not checked{f': {note}' if note else ''}"))
    elif check.passed:
        rule = f"largest relative error {check.max_relative_error:.2g}" if check.tolerance else "all bits agree"
        badges.append(_badge("good", f"check passed: {rule}"))
    else:
        where = f"{check.array}[{check.index}]: {check.got:.9g}, not {check.want:.9g}"
        badges.append(_badge("bad", f"check FAILED at {where}"))
    return "\n".join(badges)


def _badge(kind: str, text: str) -> str:
    mark = {"good": "\u2713 ", "bad": "\u2717 ", "plain": ""}[kind]
    return f'<span class="badge {kind}">{mark}{escape(printable(text))}</span>'


def facts(result: Result) -> str:
    """The figures of the run, a tile each."""
    machine, lanes = result.machine, result.ledgers.lane
    tiles: list[tuple[str, str, str]] = []
    if result.cycles:
        tiles.append(("cycles", f"{result.cycles:,}", f"{si(result.seconds, 's')} at {machine.clock_mhz:g} MHz"))
        figure = result.published
        if figure is not None:
            text = f"cycles; this run {signed_percent(figure.deviation)} ({figure.source})"
            tiles.append(("published", f"{figure.cycles:,}", text))
        tiles.append(("IPC", f"{result.ipc:.3f}", f"of at most {machine.issue_width}"))
    name = "instructions" if machine.vliw.slots == 1 else "bundles"
    tiles.append((name, f"{result.instructions:,}", _units(result)))
    total = sum(lanes.values())
    if total:
        rest = [f"{kind} {percent(lanes[kind], total)}" for kind in LANE_KINDS[1:] if lanes[kind]]
        tiles.append(("lanes active", percent(lanes["active"], total), ", ".join(rest) or "no lane was masked off"))
    if result.issued_by_unit["fpu"] and result.cycles:
        rate = result.operations_per_second
        text = "of its peak" if rate is None else f"of its peak; {si(rate, 'FLOPS')}"
        tiles.append(("FPU", f"{100 * result.fpu_efficiency:.1f} %", text))
    if result.lds_conflict_cycles:
        cost = f"{plural(result.exposed_lds_cycles, 'issue slot')} lost to them"
        tiles.append(("conflict cycles", f"{result.lds_conflict_cycles:,}", cost))
    return "\n".join(
        f'<div class="tile" title="{escape(printable(more))}"><dt>{escape(name)}</dt><dd>{escape(value)}</dd>'
        f"<dd>{escape(clip(more.split(' (')[0], 60))}</dd></div>"
        for name, value, more in tiles
    )


def _units(result: Result) -> str:
    return ", ".join(f"{unit} {count:,}" for unit, count in result.issued_by_unit.items() if count) or "none"


# --- ledgers ----------------------------------------------------------------------------------------------------------


def ledgers(result: Result) -> str:
    """The three ledgers and the bounds of the whole run, as tables with bars."""
    slots, states, lanes = result.ledgers.issue, result.ledgers.warp, result.ledgers.lane
    width = result.machine.issue_slots
    parts = []
    if result.cycles:
        slot_note = f"{result.cycles:,} cycles x {plural(width, 'slot')}"
        parts.append(_reasons("Issue slots", slot_note, slots))
        parts.append(_reasons("Warp states", f"{plural(result.warps, 'warp')} x {result.cycles:,} cycles", states))
    rows = [
        (f"lane-{state}", _chip(f"lane-{state}", MASK_MARKS[state], kind), lanes[kind], _LANE_HELP[kind])
        for kind in LANE_KINDS
        if lanes[kind]
        for state in [_lane_state(kind)]
    ]
    what = "instructions" if result.machine.vliw.slots == 1 else "operations"
    note = f"{result.issued:,} {what} x {plural(result.machine.warp_size, 'lane')}"
    parts.append(_ledger("Lanes", note, rows))
    if result.cycles and result.bounds:
        rows = [("issued", escape(bound.resource), bound.cycles, bound.detail) for bound in result.bounds]
        note = "what each resource alone would need, in cycles; a bar as long as the run is the limit"
        parts.append(_ledger("Bounds", note, rows, whole=result.cycles))
    return "\n".join(parts)


def _lane_state(kind: str) -> str:
    return {"active": "active", "diverged": "inactive"}.get(kind, "disabled")


def _reasons(title: str, note: str, counts: Mapping[str, int]) -> str:
    rows = [
        (reason, _chip(reason, REASON_MARKS[reason], reason), counts[reason], REASON_HELP[reason])
        for reason in sorted(counts, key=lambda name: -counts[name])
    ]
    return _ledger(title, note, rows)


def _ledger(title: str, note: str, rows: Sequence[tuple[str, str, int, str]], *, whole: int = 0) -> str:
    """A table: name (ready markup), count, share, bar, meaning. A full bar is `whole`, by default the sum, so that bars
    of ledgers that stand side by side compare.

    rows: the kind of the bar, then name, count, meaning.
    """
    total = whole or sum(row[2] for row in rows)
    body = []
    for kind, name, count, meaning in rows:
        bar = _bar(count / total if total else 0.0, kind)
        body.append(
            f'<tr><th scope="row">{name}</th><td class="n">{count:,}</td><td class="n">{percent(count, total)}</td>'
            f'<td class="b">{bar}</td><td class="m">{escape(printable(meaning))}</td></tr>'
        )
    sum_row = "" if whole else f'<tr class="sum"><th scope="row">sum</th><td class="n">{total:,}</td></tr>'
    return (
        f'<section class="ledger"><h3>{escape(title)}</h3><p>{escape(note)}</p>'
        f"<table><tbody>{''.join(body)}{sum_row}</tbody></table></section>"
    )


def _bar(share: float, kind: str, width: int = _BAR, height: int = 12) -> str:
    filled = max(1.5, round(min(share, 1.0) * width, 1)) if share > 0 else 0
    return (
        f'<svg class="bar k-{kind}" width="{width}" height="{height}" aria-hidden="true">'
        f'<rect x="0.5" y="0.5" width="{max(filled - 1, 0):g}" height="{height - 1}"/></svg>'
    )


def _chip(kind: str, mark: str, name: str) -> str:
    return f'<span class="chip k-{kind}"><i>{escape(mark)}</i>{escape(name)}</span>'


def legend(reasons: Iterable[str], *, lanes: bool, banks: bool) -> str:
    """The colours and letters that the timeline uses."""
    groups = [
        ("warps and slots", [(reason, REASON_MARKS[reason], reason, REASON_HELP[reason]) for reason in reasons]),
        ("units", [(state, UNIT_MARKS[state], state, UNIT_HELP[state]) for state in UNIT_COLORS]),
    ]
    if banks:
        shown = [(_bank_class(name), BANK_MARKS[name], re.sub(" words?", "", name), "") for name in BANK_STATES[1:]]
        groups.append(("words of a bank", shown))
    if lanes:
        groups.append(("lanes", [(f"lane-{name}", MASK_MARKS[name], name, MASK_HELP[name]) for name in MASK_COLORS]))
    return "\n".join(_group(name, [_item(*each) for each in chips]) for name, chips in groups)


def _item(kind: str, mark: str, name: str, meaning: str) -> str:
    title = f' title="{escape(meaning)}"' if meaning else ""
    return f"<li{title}>{_chip(kind, mark, name)}</li>"


def _group(name: str, items: Sequence[str]) -> str:
    return f'<div><span class="what">{name}</span><ul>{"".join(items)}</ul></div>'


# --- listings ---------------------------------------------------------------------------------------------------------


def listing(
    lines: Sequence[SourceLine], total: int, largest: int, ids: Mapping[tuple[int, ...], int], head: str, prefix: str
) -> str:
    """A table of lines with their costs. total: issue slots of the run; largest: those of the costliest line that any
    listing has, a full bar. ids: the number of a line by its pcs.
    """
    rows = [_line(line, total, largest, ids, prefix) for line in lines]
    return (
        f'<table class="listing"><thead><tr><th class="n">{escape(head)}</th><th class="n" title="times issued">issues'
        '</th><th class="n" title="issue slots lost, for all reasons">lost</th><th title="share of the costliest '
        'line">cost</th><th title="the reason that costs most; '
        'after \u2260 how often active lanes disagreed">why</th><th>text</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _line(line: SourceLine, total: int, largest: int, ids: Mapping[tuple[int, ...], int], prefix: str) -> str:
    cost = line.cost
    code = f"<code>{escape(line.text)}</code>"
    hint = f' title="{escape(line.text.strip())}"' if cost is None and len(line.text) > _LONG else ""
    text = f'<td class="t"{hint}>{code}</td>'
    if cost is None:
        return (
            f'<tr class="quiet"><td class="n">{escape(line.number)}</td><td></td><td></td><td></td><td></td>{text}</tr>'
        )
    number = ids[tuple(cost.pcs)]
    lost = f"{cost.slots_lost:,}" if cost.slots_lost else ""
    bar = _bar(cost.slots_lost / largest, cost.reason, 48, 10) if cost.slots_lost else ""
    why = _chip(cost.reason, REASON_MARKS[cost.reason], "") if cost.reason else ""
    if cost.disagreements:
        words = f"the active lanes disagreed on this jump {plural(cost.disagreements, 'time')}"
        why += f'<span class="split-lanes" title="{words}">\u2260 {cost.disagreements:,}</span>'
    return (
        f'<tr id="{prefix}{number}" data-line="{number}" tabindex="0" aria-selected="false" '
        f'title="{escape(_explained(cost, total))}">'
        f'<td class="n">{escape(line.number)}</td><td class="n">{cost.issues:,}</td><td class="n">{lost}</td>'
        f"<td>{bar}</td><td>{why}</td>{text}</tr>"
    )


def _explained(cost: LineCost, total: int) -> str:
    parts = [clip(cost.source, 200)] if len(cost.source) > _LONG else []
    parts.append(plural(cost.issues, "issue"))
    if cost.slots_lost:
        share = percent(cost.slots_lost, total)
        parts.append(f"{plural(cost.slots_lost, 'issue slot')} lost ({share}), most to {cost.reason}")
    if cost.degree is not None:
        parts.append(f"{cost.degree:.2f} passes per beat")
    if cost.active_lanes is not None:
        parts.append(f"{cost.active_lanes:.3g} lanes active")
    if cost.disagreements:
        parts.append(f"active lanes disagreed {plural(cost.disagreements, 'time')}")
    return "; ".join(parts)


# --- provenance -------------------------------------------------------------------------------------------------------


def provenance(result: Result) -> str:
    """What to name to get the same run again, and every key of the machine."""
    rows = [(name, "" if value is None else str(value)) for name, value in result.provenance.items()]
    keys = [(name, value) for name, value in _flat(result.machine.model_dump(mode="json"))]
    return (
        f"<section><h3>Provenance</h3>{table(rows)}</section>"
        f"<section><h3>Machine</h3><div class='columns'>{table(keys)}</div></section>"
    )


def _flat(values: Mapping[str, object], prefix: str = "") -> Iterable[tuple[str, str]]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}.")
        elif isinstance(value, list):
            yield prefix + name, ", ".join(map(str, value))
        else:
            yield prefix + name, str(value).lower() if isinstance(value, bool) else str(value)


def table(rows: Iterable[tuple[str, str]]) -> str:
    """Names and values."""
    body = "".join(
        f'<tr><th scope="row">{escape(printable(name))}</th><td>{escape(printable(value))}</td></tr>'
        for name, value in rows
    )
    return f'<table class="plain"><tbody>{body}</tbody></table>'
