"""A report's tables on the chain that bounds a run and on the branches at which lanes part, and the chain's columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from markupsafe import Markup

from simt.core.state.reasons import REASONS
from simt.diagnosis.chain import Chain, chain_of
from simt.diagnosis.partings import partings_of
from simt.result.parts import Events
from simt.result.result import Result
from simt.views.kit.palette import REASON_LOOKS
from simt.views.kit.text import percent, plural
from simt.views.pages.engine import joined, macro
from simt.views.report import markup
from simt.views.report.window import MAX_EVENTS

MOST_CYCLES = 20_000  # of the chain
_MOST_ROWS = 12


def chain_in(result: Result) -> Chain | None:
    """Return the chain of the last `MOST_CYCLES` cycles of a core's run.

    None if the run stopped early, or if there is no record that has its end.
    """
    events = result.events
    if result.stop is not None or events is None or events.end < result.cycles or not len(events.instructions):
        return None
    return chain_of(result, MOST_CYCLES)


def chain_columns(chain: Chain, window: range) -> dict[str, np.ndarray]:
    """Return the pieces of the chain in a window as int64 columns: the first begin; lengths, warps and reasons."""
    shown = [piece for piece in chain.pieces if piece.end > window.start and piece.begin < window.stop]
    ends = [min(piece.end, window.stop) for piece in shown]
    begins = [max(piece.begin, window.start) for piece in shown]
    return {
        "chain_begin": np.array(begins[:1], np.int64),
        "chain_length": np.array(ends, np.int64) - np.array(begins, np.int64),
        "chain_warp": np.array([piece.warp for piece in shown], np.int64),
        "chain_reason": np.array([REASONS.index(piece.reason) for piece in shown], np.int64),
    }


def diagnosis_tables(
    result: Result, chain: Chain | None, events: Events, window: range, texts: Mapping[str, Any]
) -> Markup:
    """Return the tables on the chain, if any, and on branches. texts: the script's data on lines (`numbered_lines`)."""
    tables = []
    if chain is not None and chain.pieces:
        tables += _chain(result, chain, texts)
    if result.ledgers.lane["diverged"]:
        tables.append(_branches(result, events, window, texts))
    return joined(tables)


def _chain(result: Result, chain: Chain, texts: Mapping[str, Any]) -> list[Markup]:
    """Return the tables of the chain's cycles: by reason, and by line and reason."""
    total = chain.cycles
    part = "the last " if total < result.cycles else ""
    note = f"{part}{plural(total, 'cycle')}, from the last retire back; each is one instruction's, for one reason"
    looks = ((reason, REASON_LOOKS[reason], cycles) for reason, cycles in chain.reasons.items())
    rows = [(reason, look.mark, reason, cycles, look.meaning) for reason, look, cycles in looks]
    by_line: Counter[tuple[int, str]] = Counter()
    for (pc, reason), cycles in chain.instructions.items():
        by_line[_number(texts, pc), reason] += cycles
    largest = max(by_line.values())
    places = []
    for (number, reason), cycles in by_line.most_common(_MOST_ROWS):
        look = cycles / largest, markup.bar_kind(reason), reason, REASON_LOOKS[reason].mark
        places.append((number, cycles, percent(cycles, total), *look, "", *_place(texts, number)))
    rest = total - sum(row[1] for row in places)
    more = f"and {plural(rest, 'cycle')} in {plural(len(by_line) - len(places), 'more row')}" if rest else ""
    return [
        markup.ledger("The chain that bounds the run", note, rows),
        macro(
            "places", "The chain by line", "a line's cycles on the chain, by what they went to", "cycles", places, more
        ),
    ]


def _branches(result: Result, events: Events, window: range, texts: Mapping[str, Any]) -> Markup:
    """Return the table of the branches at which lanes part, most waiting lanes first."""
    is_cut = len(events.instructions) > MAX_EVENTS
    part = _shown(result, events, window) if is_cut else result
    partings = partings_of(part)
    note = "lanes that wait in issued instructions, by the branch at which they parted"
    if is_cut:
        note += f"; in cycles {window.start} to {window.stop - 1}"
    elif not partings.is_complete:
        note += "; in the cycles of the record"
    total = sum(branch.lost for branch in partings.branches) + partings.unknown
    largest = max((branch.lost for branch in partings.branches), default=0)
    rows = []
    for branch in partings.branches[:_MOST_ROWS]:
        number, lost = _number(texts, branch.pc), branch.lost
        parted = f"parted {plural(branch.parted, 'time')}" if is_cut else f"parted {branch.parted} of {branch.issues}"
        look = percent(lost, total), lost / largest if largest else 0.0, "lane-inactive", "", ""
        rows.append((number, lost, *look, parted, *_place(texts, number)))
    more = []
    if rest := sum(branch.lost for branch in partings.branches[_MOST_ROWS:]):
        more.append(f"and {rest} because of {len(partings.branches) - _MOST_ROWS} more")
    if partings.unknown:
        more.append(f"and {partings.unknown} that parted before these cycles")
    return macro("places", "Branches that cost lanes", note, "lanes", rows, "; ".join(more))


def _shown(result: Result, events: Events, window: range) -> Result:
    table = events.instructions[np.searchsorted(events.instructions["select"], window.start) :]
    table = table[: np.searchsorted(table["select"], window.stop)]
    core = replace(result.cores[0], events=replace(events, instructions=table))
    return replace(result, cores=(core,))


def rows_of(texts: Mapping[str, Any]) -> dict[int, int]:
    """Return the number of each instruction's row in the listings (`_number`). texts: as in `diagnosis_tables`."""
    return {pc: _number(texts, pc) for pc in range(len(texts["program"]))}


def _number(texts: Mapping[str, Any], pc: int) -> int:
    """Return the number of an instruction's source line, or else of the instruction; -1 for no instruction."""
    if pc < 0:
        return -1
    entry = texts["program"][pc]
    return int(entry["line"] if entry["line"] >= 0 else entry["row"])


def _place(texts: Mapping[str, Any], number: int) -> tuple[str, str]:
    if number < 0:
        return "", "no instruction"
    line = texts["lines"][number]
    return line["place"], line["text"].strip()
