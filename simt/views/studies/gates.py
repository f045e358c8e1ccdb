"""The outcome of a gate as text at 80 columns, and as Markdown."""

from __future__ import annotations

import re
from collections import Counter

from simt.diagnosis.diff import LineChange
from simt.diagnosis.gates.verdicts import Judged, Outcome, Verdict, place_of
from simt.version import __version__
from simt.views.kit.text import MOST_COLUMNS, aligned, changes_text, clip, cut, paint, plural, printable, signed_percent

_MOST_ROWS = 18  # lines about cases that a screenful has room for
_MOST_LINES = {"text": 3, "markdown": 10}  # source lines of a case
_MOST_DIFFERENCES = 3
_STYLES = {Verdict.SLOWER: "bold", Verdict.FASTER: "good"}
_ORDER = list(Verdict)


def gate_text(gated: Outcome, *, color: bool = False) -> str:
    """Return text on the cases that are not as before, the worst first, with their source lines, and a newline."""
    shown = _told(gated)
    head = paint(_headline(gated), "bold" if gated.passed else "bad", color)
    lines = [head]
    if shown:
        table = aligned([_row(judged) for judged in shown], {0, 1, 5})
        blocks = [_block(judged, row, color=color) for judged, row in zip(shown, table, strict=True)]
        room, count = _MOST_ROWS, 0
        while count < len(blocks) and (count == 0 or len(blocks[count]) <= room):
            lines += blocks[count]
            room -= len(blocks[count])
            count += 1
        if count < len(blocks):
            lines.append(f"  and {plural(len(blocks) - count, 'more case')}: -o FILE.md lists all")
    return "\n".join([*lines, *(cut(note) for note in _notes(gated))]) + "\n"


def gate_markdown(gated: Outcome) -> str:
    """All cases as a table, then the source lines that cost more or less; Markdown that ends in a newline."""
    lines = [f"**{_escaped(_headline(gated))}**", ""]
    lines += ["| case | baseline | now | change | limit | |", "|---|---:|---:|---:|---:|---|"]
    for judged in sorted(gated.cases, key=lambda one: _ORDER.index(one.verdict)):
        verdict = judged.verdict.value if judged.passed else f"**{judged.verdict.value}**"
        _, _, before, now, change, limit = _row(judged)
        lines.append(f"| {_code(judged.case.name)} | {before} | {now} | {change} | {limit} | {verdict} |")
    rows = [f"| {_code(judged.case.name)} | {cells} |" for judged in _told(gated) for cells in _markdown_lines(judged)]
    if rows:
        lines += ["", "Issue slots that each source line costs more or less than in the baseline:", ""]
        lines += ["| case | line | slots | reasons | source |", "|---|---|---:|---|---|", *rows]
    about = [f"- {_code(judged.case.name)}: {_escaped(text)}" for judged in gated.cases for text in _said(judged)]
    notes = [f"- {_escaped(note)}" for note in _notes(gated)]
    if about or notes:
        lines += ["", *about, *notes]
    return "\n".join(lines) + "\n"


def _told(gated: Outcome) -> list[Judged]:
    """Return the cases that are not as before, the worst first."""
    told = [judged for judged in gated.cases if judged.verdict is not Verdict.SAME or judged.differences]
    return sorted(told, key=lambda judged: _ORDER.index(judged.verdict))


def _headline(gated: Outcome) -> str:
    counts = Counter(judged.verdict for judged in gated.cases)
    parts = [f"{counts[verdict]} {verdict.value}" for verdict in Verdict if counts[verdict]]
    alike = {Verdict.SAME: "all the same as the baseline", Verdict.NEW: "all within the limit"}
    told = ", ".join(parts) if len(counts) > 1 else alike.get(next(iter(counts), Verdict.SAME), ", ".join(parts))
    return clip(f"{gated.gate.path}: {plural(len(gated.cases), 'case')}, {told}")


def _row(judged: Judged) -> tuple[str, ...]:
    """Return the cells of a case: verdict, name, cycles before and now, change or distance from the limit, limit."""
    before, now = judged.before, str(judged.run.cycles)
    change = ""
    if before is not None and judged.change is not None:
        share = judged.change / before.cycles if before.cycles else 0.0
        change = f"{judged.change:+} ({signed_percent(share)})" if judged.change else "0"
    elif judged.most is not None and judged.verdict in (Verdict.OVER, Verdict.NEW):
        left = judged.most - judged.run.cycles
        change = f"{abs(left)} {'below' if left >= 0 else 'above'}"
    baseline = "-" if before is None else str(before.cycles)
    return judged.verdict.value, clip(judged.case.name, 27), baseline, now, change, judged.case.limit.text


def _block(judged: Judged, row: str, *, color: bool) -> list[str]:
    """Return the lines about a case."""
    style = _STYLES.get(judged.verdict, "dim") if judged.passed else "bad"
    lines = [paint(cut(row), style, color)]
    shown, rest = judged.lines[: _MOST_LINES["text"]], judged.lines[_MOST_LINES["text"] :]
    cells = [
        (f"{line.total:+}{_mark(line)}", clip(place_of(line), 28), clip(changes_text(line.slots), 28),
         printable(" ".join(line.shown.source.split())))
        for line in shown
    ]  # fmt: skip
    lines += [*map(cut, aligned(cells, {1, 2, 3}, indent="    "))] if cells else []
    if rest:
        lines.append(f"    {sum(line.total for line in rest):+} in {plural(len(rest), 'more line')}")
    if judged.nowhere:
        text = f"{sum(judged.nowhere.values()):+} on no line: {changes_text(judged.nowhere)}"
        lines.append("    " + clip(text, MOST_COLUMNS - 4))
    return lines + [f"    {clip(text, MOST_COLUMNS - 4)}" for text in _said(judged)]


def _markdown_lines(judged: Judged) -> list[str]:
    """Return the cells about each source line of a case, after its name."""
    most = _MOST_LINES["markdown"]
    rows = [
        f"{_code(place_of(line))}{_words(line)} | {line.total:+} | {changes_text(line.slots, _code)} | "
        f"{_code(' '.join(line.shown.source.split()))}"
        for line in judged.lines[:most]
    ]
    if rest := judged.lines[most:]:
        rows.append(f"{plural(len(rest), 'more line')} | {sum(line.total for line in rest):+} | | ")
    if judged.nowhere:
        rows.append(f"on no line | {sum(judged.nowhere.values()):+} | {changes_text(judged.nowhere, _code)} | ")
    return rows


def _said(judged: Judged) -> list[str]:
    """Return sentences about a case: the reason why its result is not good, and differences from the baseline."""
    texts = [judged.problem] if judged.problem else []
    differences = list(judged.differences.items())
    shown = differences if len(differences) <= _MOST_DIFFERENCES else differences[: _MOST_DIFFERENCES - 1]
    texts += [f"not as in the baseline: {key}: {_plain(a)} -> {_plain(b)}" for key, (a, b) in shown]
    if rest := len(differences) - len(shown):
        texts.append(f"not as in the baseline: {rest} more (--json lists all)")
    return texts


def _notes(gated: Outcome) -> list[str]:
    """Return sentences about the gate, with advice."""
    verdicts = {judged.verdict for judged in gated.cases}
    command, notes = f"simt gate {gated.gate.path} --update", []
    baseline = gated.gate.baseline.name
    if gated.is_updated:
        bad = verdicts & {Verdict.STOPPED, Verdict.WRONG}
        written = f"{baseline} is written: commit it" if gated.is_written else f"{baseline} is as it was"
        notes.append(f"{baseline} is not written: a case has no good result" if bad else written)
    elif Verdict.MISSING in verdicts:
        notes.append(f"no baseline: `{command}` writes it to {baseline}; commit it")
    elif any(judged.verdict is Verdict.OVER and judged.case.limit.share is not None for judged in gated.cases):
        notes.append(f"if this is meant: `{command}`, and commit {baseline}")
    elif Verdict.OVER in verdicts:
        over = (one.case for one in gated.cases if one.verdict is Verdict.OVER and one.before is None)
        notes += [f"what costs them: `simt why {case.kernel} -m {case.machine}`" for case in list(over)[:1]]
        notes.append(f"if this is meant: raise the limit in {gated.gate.path}")
    elif Verdict.FASTER in verdicts:
        notes.append(f"to keep what was won: `{command}`, and commit {baseline}")
    if gated.unused:
        names = ", ".join(gated.unused)
        notes.append(clip(f"in {baseline} but not in the gate (--update drops them): {names}"))
    if gated.versions:
        notes.append(clip(f"{baseline} is from simt {', '.join(gated.versions)}, and this is {__version__}"))
    unchecked = sum(not judged.is_checked for judged in gated.cases)
    if unchecked:
        notes.append(f"without an oracle, so that only cycles are compared: {plural(unchecked, 'case')}")
    return notes


def _mark(line: LineChange) -> str:
    return " +" if line.before is None else " -" if line.after is None else ""


def _words(line: LineChange) -> str:
    return " (new)" if line.before is None else " (gone)" if line.after is None else ""


def _plain(value: object) -> str:
    return "none" if value is None else str(value)


def _code(text: str) -> str:
    """Return a text as code in a cell of a Markdown table."""
    shown = printable(text, 160)
    fence = "`" * (1 + max(map(len, re.findall("`+", shown)), default=0))
    blank = " " if shown[:1] == "`" or shown[-1:] == "`" else ""
    return f"{fence}{blank}{shown}{blank}{fence}".replace("|", "\\|")


def _escaped(text: str) -> str:
    """Return a text of a Markdown page without marks of its own."""
    return re.sub(r"([\\*_<>\[\]|#~])", r"\\\1", printable(text))
