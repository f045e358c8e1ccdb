"""Intervals and latencies of units and of single operations, from chains of their instructions.

docs/calibration.md has the relations. A step of one warp takes D = v x ceil((f + l + occ - 1 + r) / v) cycles. A step
of W warps of a core takes W x occ / n at least on n instances, and hardly more if the unit is what it waits for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from isa.table.table import INSTRUCTIONS
from simt.machine.costs import LONGEST_INTERVAL, LONGEST_LATENCY
from simt.machine.keys import keys
from simt.validate.board.figures import Figure, lines_of, mean
from simt.validate.board.found import Evidence, Found, Simulate, settings_of
from simt.validate.board.kernels import CHAINED
from simt.validate.board.spans import Span
from simt.validate.implied import implied
from simt.validate.microkernels import PROBES, STEERING

SLACK = 0.2  # a scheduler may leave a unit idle while warps wait for it, by this share of its busy time
HOLDING = ("two_level",)  # rules that keep warps back, so that R depends on them too


@dataclass(frozen=True, slots=True)
class Pipe:
    """An instruction and what its time is made of.

    - name: its mnemonic.
    - row: the beginning of its names in `implied`.
    - unit: the unit that executes it.
    - is_unit: whether it shows the unit's own interval and latency.
    """

    name: str
    row: str
    unit: str
    is_unit: bool

    def key(self, part: str) -> str:
        """Return the name of its interval or latency: the unit's key, or a part of an entry of `costs`."""
        return f"{self.unit}.{part}" if self.is_unit else f"costs {self.name} {part}"


def find_pipes(evidence: Evidence, simulate: Simulate) -> None:
    """Find the intervals and latencies of the units, then of the operations that are not as their unit's."""
    machine = evidence.machine
    names = [name for name in CHAINED if name not in (*STEERING, "ld.global")]
    probes = {"ld.local": "lds", **{name: unit for unit, name in PROBES.items()}}
    for name in sorted(names, key=lambda name: name not in probes):
        spec = INSTRUCTIONS[name]
        unit = machine.serving(spec.unit)
        if unit not in machine.unit_counts or (spec.requires and not machine.has(spec.requires)):
            continue
        is_unit = name in probes and machine.own_cost(spec) is None
        pipe = Pipe(name, probes.get(name, name), unit, is_unit)
        if is_unit or _is_apart(evidence, pipe, simulate):
            _find(evidence, pipe, simulate)


def turned(evidence: Evidence, cycles: Span) -> Span:
    """Return the whole cycles before turns that explain a warp's cycles: less than a turn fewer, or as many."""
    return Span(math.ceil(cycles.low) - evidence.machine.issue.interval + 1, math.floor(cycles.high))


def before_turn(evidence: Evidence, figure: Figure) -> int:
    """Return the best guess at the cycles before turns: those that wait for no turn."""
    turn = evidence.machine.issue.interval
    nearest = turn * round(figure.value / turn)
    return nearest if nearest and figure.cycles.holds(nearest) else round(figure.value)


def lone(evidence: Evidence, figures: Sequence[Figure]) -> Figure | None:
    """Return what the chains of one warp among figures agree on; None if there is none."""
    alone = [each for each in figures if evidence.warps(each.microkernel) == 1 and each.microkernel.groups == 1]
    if not alone:
        return None
    common, agreeing = evidence.agreeing(
        alone, [each.cycles for each in alone], "it contradicts other chains of one warp",
        "measure them again: one warp takes as long with few work-items as with all",
    )  # fmt: skip
    return None if common is None else mean(agreeing, common)


def _rest(evidence: Evidence, pipe: Pipe) -> int:
    """Return the cycles of an instruction besides its latency and its occupation: f - 1 + r."""
    machine = evidence.machine
    values = implied(machine)
    return (
        values[f"{pipe.row} select to retire"] - values[f"{pipe.row}.latency"] - values[f"{pipe.row} occupation"]
        + machine.retire.stages
    )  # fmt: skip


def _is_apart(evidence: Evidence, pipe: Pipe, simulate: Simulate) -> bool:
    """Return whether an operation needs an entry of `costs`: it has one, or its unit's times do not explain it."""
    figures = evidence.chains(pipe.name)
    if not figures or evidence.machine.own_cost(INSTRUCTIONS[pipe.name]) is not None:
        return bool(figures)
    beats = evidence.machine.beats(pipe.unit)
    intervals, latencies = (evidence.whole(f"{pipe.unit}.{part}") for part in ("interval", "latency"))
    alone = lone(evidence, figures)
    rest = _rest(evidence, pipe)
    if alone is not None:
        expected = Span(rest + latencies.low + beats * intervals.low, rest + latencies.high + beats * intervals.high)
        if (turned(evidence, alone.cycles) & expected).is_empty:
            return True
    occupations, _, _ = occupation(evidence, pipe, figures, alone)
    if not (occupations & Span(beats * intervals.low, beats * intervals.high)).is_empty:
        return False
    machine = evidence.machine.replace(**settings_of(evidence.keys, evidence.machine))
    times = [(simulate(machine, each), each.cycles) for each in figures]
    return not all(time is not None and cycles.holds(time) for time, cycles in times)


def occupation(
    evidence: Evidence, pipe: Pipe, figures: Sequence[Figure], alone: Figure | None
) -> tuple[Span, float | None, tuple[int, ...]]:
    """Return the occupations that explain the chains of several warps, the best guess, and the lines.

    The guess is None unless the unit is what a chain depends on. alone: the figure of one warp.
    """
    machine = evidence.machine
    count = machine.unit_counts[pipe.unit]
    crowds = [each for each in figures if evidence.warps(each.microkernel) > 1]
    spans: list[Span] = []
    guesses: list[float] = []
    for figure in crowds:
        warps = evidence.warps(figure.microkernel)
        turns = warps * machine.issue.interval / (machine.issue.schedulers * machine.issue_width)
        others = max(turns, warps / machine.retire.ports, math.inf if alone is None else alone.cycles.high)
        low = 1.0
        if figure.cycles.low > (1 + SLACK) * others and machine.scheduler.policy not in HOLDING:
            low = figure.cycles.low / -(-warps // count) / (1 + SLACK)
            guesses.append(figure.value * count / warps)
        spans.append(Span(low, figure.cycles.high * count / warps))
    if not spans:
        return Span(1, math.inf), None, ()
    common, agreeing = evidence.agreeing(
        crowds, spans, f"another rate of {pipe.unit} than in other lines",
        "measure them again: no other program may use the board meanwhile",
    )  # fmt: skip
    if common is None:
        return Span(1, math.inf), None, ()
    guess = sum(guesses) / len(guesses) if guesses else None
    return common, guess, lines_of(agreeing)


def _find(evidence: Evidence, pipe: Pipe, simulate: Simulate) -> None:
    """Find the interval and the latency of a unit, or of an operation with a cost of its own.

    A chain of one warp shows their sum, and chains of many warps the interval alone.
    """
    machine = evidence.machine
    figures = evidence.chains(pipe.name)
    alone = lone(evidence, figures)
    interval = _interval(evidence, pipe, figures, alone)
    span = interval.interval or Span(1, _longest(pipe, "interval"))
    evidence.keys[interval.key] = interval
    key, how = pipe.key("latency"), f"chain of {pipe.name}, one warp"
    base = _base(evidence, pipe, "latency")
    unknown = Found(key, int(evidence.value(f"{pipe.unit}.latency")) if base is None else base, base, None, (), how)
    evidence.keys[key] = replace(unknown, how=f"measure a {how}")
    if alone is None:
        return
    beats, rest = machine.beats(pipe.unit), _rest(evidence, pipe)
    sums = turned(evidence, alone.cycles)
    most = (sums.high - rest - 1) // beats  # the latency is 1 or more
    low, high = int(min(span.low, most)), min(span.high, most)
    if interval.interval is not None:
        crowds = [each for each in figures if {*each.lines} & {*interval.lines}]
        rates = _Rates(evidence, pipe, before_turn(evidence, alone) - rest, crowds, simulate)
        lowest = rates.lowest(low)
        if lowest < low and not rates.explain(int(interval.value)):
            interval = replace(interval, value=lowest)
        low = lowest
    span = Span(max(low, 1), high)
    latencies = latencies_of(evidence, pipe, alone, span)
    if span.is_empty or latencies.is_empty:
        evidence.contradict(
            alone.lines, f"{alone.microkernel.title}: no {key} explains it beside front end, lanes and retire",
            "give the base machine other values of front_end.stages, retire.stages or lanes",
        )  # fmt: skip
        return
    total, start = before_turn(evidence, alone) - rest, int(interval.value)
    choices = range(int(span.low), int(span.high) + 1)
    number = min(choices, key=lambda each: (not latencies.holds(total - beats * each), abs(each - start)))
    if not interval.is_decided:
        interval = replace(interval, lines=alone.lines, how=f"{how}, which shows the sum with the latency")
    evidence.keys[interval.key] = replace(interval, value=number, interval=span)
    value = int(latencies.nearest(total - beats * number))
    evidence.keys[key] = replace(unknown, value=value, interval=latencies, lines=alone.lines)


@dataclass(frozen=True, slots=True)
class _Rates:
    """The rates of an instruction under other intervals, simulated.

    - total: the latency and the occupation together.
    - figures: the figures of many warps.
    """

    evidence: Evidence
    pipe: Pipe
    total: int
    figures: Sequence[Figure]
    simulate: Simulate

    def lowest(self, low: int) -> int:
        """Return the smallest interval with which all are as slow as read, whatever slows them; at most `low`."""
        return next((tried for tried in range(1, low) if all(span.low <= 0 for span in self._off(tried))), low)

    def explain(self, interval: int) -> bool:
        """Return whether an interval explains all of them."""
        return all(span.holds(0) for span in self._off(interval))

    def _off(self, interval: int) -> list[Span]:
        """Return by how many cycles each simulated step may be too fast."""
        machine, beats = self.evidence.machine, self.evidence.machine.beats(self.pipe.unit)
        latency = Span(1, _longest(self.pipe, "latency")).nearest(self.total - beats * interval)
        parts = {"interval": interval, "latency": int(latency)}
        found = [Found(self.pipe.key(part), value, None, None, (0,), "") for part, value in parts.items()]
        changed = machine.replace(**settings_of({each.key: each for each in found}, machine))
        times = [(self.simulate(changed, each) or 0.0, each.cycles) for each in self.figures]
        return [Span(cycles.low - time, cycles.high - time) for time, cycles in times]


def latencies_of(evidence: Evidence, pipe: Pipe, alone: Figure, intervals: Span) -> Span:
    """Return the latencies that explain a chain of one warp with some interval of a span; empty if none does."""
    beats, rest = evidence.machine.beats(pipe.unit), _rest(evidence, pipe)
    sums = turned(evidence, alone.cycles)
    span = Span(sums.low - rest - beats * intervals.high, sums.high - rest - beats * intervals.low)
    return span & Span(1, _longest(pipe, "latency"))


def _longest(pipe: Pipe, part: str) -> int:
    """Return the largest interval or latency that a machine can have."""
    if not pipe.is_unit:
        return LONGEST_INTERVAL if part == "interval" else LONGEST_LATENCY
    return int(keys()[pipe.key(part)].high or LONGEST_LATENCY)


def _base(evidence: Evidence, pipe: Pipe, part: str) -> int | None:
    """Return the base machine's interval or latency; None for a new entry of `costs`."""
    spec = INSTRUCTIONS[pipe.name]
    if not pipe.is_unit and evidence.machine.own_cost(spec) is None:
        return None
    return int(getattr(evidence.machine.cost(spec), part))


def _interval(evidence: Evidence, pipe: Pipe, figures: Sequence[Figure], alone: Figure | None) -> Found:
    """Return the interval as chains of many warps show it."""
    key = pipe.key("interval")
    base = _base(evidence, pipe, "interval")
    start = int(evidence.value(f"{pipe.unit}.interval")) if base is None else base
    how = f"chain of {pipe.name}, many warps"
    beats = evidence.machine.beats(pipe.unit)
    occupations, guess, lines = occupation(evidence, pipe, figures, alone)
    unknown = Found(key, start, base, None, (), f"measure a {how}")
    if not lines:
        return unknown
    high = min(_longest(pipe, "interval"), math.floor(occupations.high / beats))
    # Between two whole numbers it is the lower one, and the scheduler left the unit idle for longer than was assumed.
    span = Span(max(1, min(math.ceil(occupations.low / beats), high)), high)
    if span.is_empty:
        evidence.contradict(
            lines, f"no {key} explains a rate of {occupations.high:.3g} cycles a warp in {beats} beats",
            f"give the base machine other values of {pipe.unit}.lanes or {pipe.unit}.count",
        )  # fmt: skip
        return unknown
    value = int(span.nearest(start if guess is None else round(guess / beats)))
    return Found(key, value, base, span, lines, how)
