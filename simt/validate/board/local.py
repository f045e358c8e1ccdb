"""Banks and interval of local memory, from chains of loads whose lanes are a stride apart."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import product

from simt.machine.costs import LONGEST_INTERVAL
from simt.validate.board.figures import Figure, lines_of
from simt.validate.board.found import Evidence, Found
from simt.validate.board.pipes import Pipe, latencies_of, lone
from simt.validate.board.spans import Span
from simt.validate.single import MOST_BANKS

_WORD = 4  # bytes


def find_banks(evidence: Evidence) -> None:
    """Find the banks, and narrow the interval of local memory to what the conflicts cost.

    Their number divides the words of the base machine. If the readings contradict each other, the banks and the
    interval that explain most of them are taken.
    """
    key = "local.banks"
    machine = evidence.machine
    base = machine.local.banks
    how = "chains of ld.local by a warp, with strides"
    strided = [each for each in evidence.chains("ld.local", is_strided=True) if evidence.warps(each.microkernel) == 1]
    reference = lone(evidence, evidence.chains("ld.local"))
    has_cost = "lds.interval" not in evidence.keys  # `costs` has an entry for loads
    if not strided or reference is None or machine.lds.lanes == 1 or has_cost:
        needs = how
        if machine.lds.lanes == 1:
            needs = "lanes that are served together (lds.lanes)"
        elif has_cost:
            needs = f"{how}, with a base machine whose `costs` have no ld.local"
        evidence.keys[key] = Found(key, base, base, None, (), f"measure {needs}")
        return
    allowed = evidence.keys["lds.interval"].interval or Span(1, LONGEST_INTERVAL)
    choices = [n for n in range(1, min(MOST_BANKS, machine.local.words) + 1) if machine.local.words % n == 0]
    pairs = list(product(choices, range(int(allowed.low), int(allowed.high) + 1)))
    explained = {pair: _explained(evidence, strided, reference, *pair) for pair in pairs}
    most = max(map(len, explained.values()))
    best = [pair for pair in pairs if len(explained[pair]) == most]
    odd = {*range(len(strided))} - set().union(*(explained[pair] for pair in best))
    if 2 * most <= len(strided):
        odd = {*range(len(strided))}
    for place in odd:
        evidence.contradict(
            strided[place].lines, f"{strided[place].microkernel.title}: no number of banks explains it with the others",
            "measure it again; local memory of other widths than a word a bank is not described",
        )  # fmt: skip
    if 2 * most <= len(strided):
        evidence.keys[key] = Found(key, base, base, None, (), f"measure {how}")
        return
    used = [each for place, each in enumerate(strided) if place not in odd]
    lines = lines_of([*used, reference])
    misfits: dict[tuple[int, int], float] = defaultdict(float)
    for pair, figure in product(best, used):
        misfits[pair] += (pair[1] * _extra(evidence, figure, pair[0]) - (figure.value - reference.value)) ** 2
    banks, interval = min(best, key=lambda pair: (misfits[pair], pair[0] != base, pair))
    counts, intervals = ({pair[k] for pair in best} for k in (0, 1))
    evidence.keys[key] = Found(key, banks, base, Span(min(counts), max(counts)), lines, how)
    if any(_extra(evidence, figure, pair[0]) for figure in used for pair in best):
        _narrow(evidence, reference, interval, Span(min(intervals), max(intervals)), lines)


def _narrow(evidence: Evidence, reference: Figure, interval: int, span: Span, lines: tuple[int, ...]) -> None:
    """Narrow the interval of local memory, and its latency with it. reference: the chain of one warp."""
    beats = evidence.machine.beats("lds")
    before = evidence.keys["lds.interval"]
    both = tuple(sorted({*before.lines, *lines}))
    how = "conflicts" + (" and " + before.how if before.is_decided else "")
    evidence.keys["lds.interval"] = Found("lds.interval", interval, before.base, span, both, how)
    found = evidence.keys["lds.latency"]
    if found.interval is not None:
        latencies = latencies_of(evidence, Pipe("ld.local", "lds", "lds", is_unit=True), reference, span)
        value = int(found.value) + beats * (int(before.value) - interval)
        if latencies.is_empty:
            evidence.contradict(
                reference.lines, f"{reference.microkernel.title}: no lds.latency explains it beside the conflicts",
                "measure both again",
            )  # fmt: skip
            return
        evidence.keys[found.key] = replace(found, value=int(latencies.nearest(value)), interval=latencies)


def _explained(
    evidence: Evidence, strided: list[Figure], reference: Figure, banks: int, interval: int
) -> set[int]:  # fmt: skip
    """Return the places of the figures that a number of banks and an interval explain."""
    late = evidence.machine.issue.interval - 1  # turns may hide that much on either side
    places = set()
    for place, figure in enumerate(strided):
        more = interval * _extra(evidence, figure, banks)
        low = figure.cycles.low - reference.cycles.high - late
        if low <= more <= figure.cycles.high - reference.cycles.low + late:
            places.add(place)
    return places


def _extra(evidence: Evidence, figure: Figure, banks: int) -> int:
    """Return the turns of local memory that conflicts add to a load."""
    machine, microkernel = evidence.machine, figure.microkernel
    active = min(microkernel.threads, machine.warp_size)
    added = 0
    for first in range(0, active, int(machine.lds.lanes)):
        words: dict[int, set[int]] = defaultdict(set)
        for lane in range(first, min(first + int(machine.lds.lanes), active)):
            word = lane * microkernel.stride // _WORD
            words[word % banks].add(word)
        added += max(map(len, words.values())) - 1
    return added
