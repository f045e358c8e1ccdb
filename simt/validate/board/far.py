"""Keys of global memory: bandwidth, latency, loads in flight, the rule by which addresses become transactions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from simt.machine import Machine, MachineError
from simt.machine.rules import COALESCERS
from simt.models.static.memory.coalescing import coalesced
from simt.validate.board.figures import Figure, lines_of
from simt.validate.board.found import Evidence, Found, Simulate, settings_of
from simt.validate.board.pipes import before_turn, lone, turned
from simt.validate.board.spans import Span
from simt.validate.global_memory import TICKS
from simt.validate.implied import OWN_WORD, bus_ticks, load_cycles

_INSTRUCTIONS = 3  # of a step of a stream, two of them on integers
_BYTES = 4
_STEPS = 16  # over which the transactions of a stream are counted
_BANDWIDTH = "memory.bytes_per_cycle"
_MOST_RATE = 1024.0  # bytes per cycle: the largest of a machine
SLACK = 0.1  # of a rate that is taken to be the bus's, and of what a stride costs


def find_far(evidence: Evidence, simulate: Simulate) -> None:
    """Find the keys of global memory.

    Bandwidth and latency follow from the transactions, so they are found under every rule of coalescing. Of the rules
    that explain the strides, the base machine's is taken if it is among them.
    """
    machine = evidence.machine
    key = "memory.coalescing"
    base = machine.memory.coalescing
    how = "chains of ld.global by a warp, with strides"
    strided = sorted(
        (each for each in evidence.chains("ld.global", is_strided=True) if evidence.warps(each.microkernel) == 1),
        key=lambda figure: figure.microkernel.stride,
    )
    rules = COALESCERS if len(strided) > 1 else (base,)
    outcomes: dict[str, tuple[float, Evidence]] = {}
    for rule in rules:
        try:
            part = Evidence(machine.replace(**{key: rule}), evidence.figures, dict(evidence.keys))
        except MachineError:
            continue
        outcomes[rule] = min(_under_rule(part, simulate, strided), key=lambda outcome: outcome[0])
    fitting = tuple(rule for rule, (misfit, _) in outcomes.items() if misfit <= 1)
    chosen = base if base in fitting or not fitting else min(fitting, key=lambda rule: outcomes[rule][0])
    evidence.mistakes += outcomes[chosen][1].mistakes
    for name in outcomes[chosen][1].keys.keys() - evidence.keys.keys():
        evidence.keys[name] = _hull([outcomes[rule][1].keys[name] for rule in (chosen, *(fitting or outcomes))])
    if fitting and len(strided) > 1:
        evidence.keys[key] = Found(key, chosen, base, None, lines_of(strided), how, choices=fitting)
        return
    under = "; the bandwidth is under this rule" if machine.memory.policy == "simple" else ""
    evidence.keys[key] = Found(key, base, base, None, (), f"measure {how}{under}")
    if len(strided) > 1:
        evidence.contradict(
            lines_of(strided), f"no rule of {key} explains the strides together",
            "the base machine's interconnect and memory may be others; the rule is left as it is",
        )  # fmt: skip


def _under_rule(
    evidence: Evidence, simulate: Simulate, strided: Sequence[Figure]
) -> Iterator[tuple[float, Evidence]]:  # fmt: skip
    """Yield how far the strides are off under the rule of the base machine, with bandwidth and latency.

    If only a lower bound of the bandwidth is known, the bandwidth that would explain the strides is tried as well.
    """
    if evidence.machine.memory.policy == "simple":
        _find_bandwidth(evidence)
        _find_latency(evidence, simulate, found_machine(evidence))
        if _is_held_up(evidence, simulate):
            evidence.keys[_BANDWIDTH] = replace(evidence.keys[_BANDWIDTH], is_open=True)
    parts = [evidence]
    found = evidence.keys.get(_BANDWIDTH)
    if found is not None and (found.is_open or not found.is_decided):
        rate = _rate_of_strides(evidence, strided)
        if rate is not None:
            rate = max(rate, found.interval.low if found.interval is not None else rate)
            other = Evidence(evidence.machine, evidence.figures, dict(evidence.keys))
            other.keys[_BANDWIDTH] = replace(found, value=float(f"{rate:.6g}"))
            parts.append(other)
    for part in parts:
        part.mistakes.clear()  # of a latency beside another bandwidth
        _find_latency(part, simulate, found_machine(part))
        changed = found_machine(part)
        times = [simulate(changed, figure) for figure in strided]
        known = [time for time in times if time is not None]
        yield _misfit(strided, known, changed) if known == times else math.inf, part


def _is_held_up(evidence: Evidence, simulate: Simulate) -> bool:
    """Return whether streams would be no faster with more bandwidth than they show, as something else holds them up."""
    bandwidth = evidence.keys[_BANDWIDTH]
    if bandwidth.is_open or bandwidth.interval is None:
        return False
    faster = found_machine(evidence).replace(**{_BANDWIDTH: min(4 * bandwidth.interval.high, _MOST_RATE)})
    streams = [each for each in evidence.of_kind("stream") if {*each.lines} & {*bandwidth.lines}]
    times = [(simulate(faster, each), each) for each in streams]
    return all(time is not None and time > (1 - SLACK) * each.cycles.low for time, each in times)


def _rate_of_strides(evidence: Evidence, strided: Sequence[Figure]) -> float | None:
    """Return the bytes per cycle that the strides show if the bus is what makes them slow; None if there are none."""
    width = evidence.machine.warp_size
    moved = []
    for figure in strided:
        lanes = np.arange(width)
        addresses = lanes[None, :] * figure.microkernel.stride
        size = coalesced(evidence.machine.memory.coalescing, addresses, lanes < figure.microkernel.threads, _BYTES)[1]
        moved.append(int(size.sum()))
    rates = [
        (size - moved[0]) / (figure.value - strided[0].value)
        for size, figure in zip(moved[1:], strided[1:], strict=True)
        if size > moved[0] and figure.value > strided[0].value
    ]
    return float(np.median(rates)) if rates else None


def found_machine(evidence: Evidence) -> Machine:
    """Return the base machine with the keys that are found so far."""
    settings = settings_of(evidence.keys, evidence.machine)
    return evidence.machine.replace(**settings) if settings else evidence.machine


def _hull(found: Sequence[Found]) -> Found:
    """Return the first of several findings of a key, with an interval that holds all of theirs."""
    spans = [each.interval for each in found if each.interval is not None]
    if len(spans) < len(found):
        return found[0]
    span = Span(min(span.low for span in spans), max(span.high for span in spans))
    return replace(found[0], interval=span, is_open=any(each.is_open for each in found))


def _find_bandwidth(evidence: Evidence) -> None:
    """Find the bytes per cycle of a simple memory, from streams.

    A stream shows a lower bound. It shows an upper one if a stream of half the work-items or fewer is as fast, and
    neither the cores' transactions nor their instructions explain its time.
    """
    key = _BANDWIDTH
    base = evidence.machine.memory.bytes_per_cycle
    how = "streams of many work-items, and of half as many"
    streams = evidence.of_kind("stream")
    if not streams:
        evidence.keys[key] = Found(key, base, base, None, (), f"measure {how}")
        return
    moved = {figure: _moved(evidence, figure)[0] for figure in streams}
    # A faster stream than another shows that the slower one was not held up by the bus.
    best = max(streams, key=lambda figure: moved[figure] / figure.value)
    low = moved[best] / best.cycles.high
    half = [
        each for each in streams
        if 2 * evidence.warps(each.microkernel) <= evidence.warps(best.microkernel)
        and (1 + SLACK / 2) * moved[each] / each.value >= moved[best] / best.value
    ]  # fmt: skip
    if half and best.cycles.low > (1 + 2 * SLACK) * _other_bounds(evidence, best):
        span = Span(low, moved[best] / best.cycles.low * (1 + SLACK / 2))
        value = float(f"{span.nearest(moved[best] / best.value):.6g}")
        evidence.keys[key] = Found(key, value, base, span, lines_of([best, *half]), how)
        return
    value = max(base, float(f"{moved[best] / best.value:.6g}"))
    evidence.keys[key] = Found(key, value, base, Span(low, low), best.lines, how, is_open=True)


def _moved(evidence: Evidence, figure: Figure) -> tuple[float, float]:
    """Return the bytes and the transactions of a step of a stream, on average over many steps."""
    machine, microkernel = evidence.machine, figure.microkernel
    width, threads, groups = machine.warp_size, microkernel.threads, microkernel.groups
    lanes = np.arange(-(-threads // width) * width).reshape(-1, width)
    starts = threads * np.arange(groups * _STEPS)  # of all groups, step after step
    addresses = _BYTES * (starts[:, None, None] + lanes).reshape(-1, width)
    active = np.tile(lanes < threads, (groups * _STEPS, 1))
    count, size = coalesced(machine.memory.coalescing, addresses, active, _BYTES)
    return float(size.sum()) / _STEPS, float(count.sum()) / _STEPS


def _until_free(machine: Machine) -> float:
    """Return the cycles between transactions of a core that its queue lets through."""
    return max(1.0, 2 * machine.interconnect.latency / machine.memory.queue)


def _other_bounds(evidence: Evidence, figure: Figure) -> float:
    """Return the cycles that a step of a stream takes on the cores alone: transactions, turns, the ALU."""
    machine = evidence.machine
    warps = evidence.warps(figure.microkernel)
    cores = min(machine.cores, figure.microkernel.groups)
    turns = _INSTRUCTIONS * warps * machine.issue.interval / (machine.issue.schedulers * machine.issue_width)
    busy = evidence.whole("alu.interval").high * machine.beats("alu") / machine.unit_counts["alu"]
    sends = max(_until_free(machine) * _moved(evidence, figure)[1] / cores, warps * machine.beats("memory"))
    return max(turns, (_INSTRUCTIONS - 1) * warps * busy, sends)


def _find_latency(evidence: Evidence, simulate: Simulate, machine: Machine) -> None:
    """Find the latency of a simple memory, or the pipeline of one of DRAM, from a pointer chase of one work-item.

    machine: the machine with the keys that are found. simulate: the simulator, on which the DRAM is anchored.
    """
    is_dram = machine.memory.policy == "dram"
    key = "memory.pipeline" if is_dram else "memory.latency"
    base = int(machine.memory.pipeline if is_dram else machine.memory.latency)
    how = "chain of ld.global, one work-item"
    alone = lone(evidence, [each for each in evidence.chains("ld.global") if each.microkernel.threads == 1])
    if alone is None:
        evidence.keys[key] = Found(key, base, base, None, (), f"measure a {how}")
        return
    if is_dram:
        simulated = simulate(machine, alone)
        if simulated is None:
            evidence.keys[key] = Found(key, base, base, None, (), "the simulation of its chain did not end")
            return
        clock = math.ceil(machine.dram["tCK"] * machine.clock_mhz / 1000)  # a controller acts once a clock
        unsure = clock + machine.issue.interval
        span = Span(math.ceil(alone.cycles.low - simulated) + base - unsure, math.floor(alone.cycles.high - simulated)
                    + base + unsure)  # fmt: skip
        guess = base + round(alone.value - simulated)
    else:
        span, guess = _simple_latency(evidence, alone)
    span = Span(max(span.low, 0 if is_dram else 1), span.high)
    if span.is_empty:
        evidence.contradict(
            alone.lines, f"{alone.microkernel.title}: no {key} explains it beside the interconnect and the unit",
            "give the base machine a smaller interconnect.latency",
        )  # fmt: skip
        evidence.keys[key] = Found(key, base, base, None, (), f"measure a {how}")
        return
    evidence.keys[key] = Found(key, int(span.nearest(guess)), base, span, alone.lines, how)


def _simple_latency(evidence: Evidence, alone: Figure) -> tuple[Span, int]:
    """Return the latencies of a simple memory that explain a chain of loads, and the best guess."""
    machine = evidence.machine

    def rest(rate: float) -> int:
        changed = machine.replace(**{_BANDWIDTH: rate})
        return load_cycles(changed) - changed.memory.latency

    bandwidth = evidence.keys[_BANDWIDTH]
    rates = evidence.whole(bandwidth.key)
    fastest = max(float(bandwidth.value), rates.high)
    sums = turned(evidence, alone.cycles)
    shortest = rest(fastest)
    if bandwidth.is_open:  # a transaction has the bus for a cycle at least
        shortest += 1 - -(-bus_ticks(OWN_WORD[machine.memory.coalescing], fastest) // TICKS)
    span = Span(sums.low - rest(rates.low), sums.high - shortest)
    total, value = before_turn(evidence, alone), float(bandwidth.value)
    while bandwidth.is_open and total <= rest(value) and value < _MOST_RATE:
        value = min(1.1 * value, _MOST_RATE)  # only a faster bus leaves the latency a cycle
    evidence.keys[bandwidth.key] = replace(bandwidth, value=float(f"{value:.6g}"))
    return span, total - rest(value)


def find_flight(evidence: Evidence) -> None:
    """Find the loads of a warp in flight. While k loads take less than two in a row, k are in flight."""
    machine = evidence.machine
    key = "issue.loads" if machine.issue.loads else "issue.entries"
    base = int(machine.issue.loads or machine.issue.entries)
    how = "flights of 1, 2, 4, ... loads, and a chain of ld.global"
    flights = sorted(evidence.of_kind("flight"), key=lambda figure: figure.microkernel.loads)
    alone = lone(evidence, [each for each in evidence.chains("ld.global") if each.microkernel.threads == 1])
    if not flights or alone is None:
        evidence.keys[key] = Found(key, base, base, None, (), f"measure {how}")
        return
    inside = [each for each in flights if each.cycles.high < 2 * alone.cycles.low or each.microkernel.loads == 1]
    most = max((each.microkernel.loads for each in inside), default=1)
    beyond = [each for each in flights if each.microkernel.loads > most and _jumps(evidence, each, inside, alone)]
    used = lines_of([alone, *inside[-1:], *beyond[:1]])
    if most > 1 and not machine.issue.has_scoreboard:
        evidence.contradict(
            inside[-1].lines, f"{most} loads at once take less than two in a row, and {machine.name} has one in flight",
            "choose a base machine with -s issue.dependences=scoreboard",
        )  # fmt: skip
        return
    if not machine.issue.has_scoreboard:
        return
    span = Span(most, beyond[0].microkernel.loads - 1 if beyond else most)
    value = base if base >= most and (not beyond or base <= span.high) else int(span.low)
    evidence.keys[key] = Found(key, value, base, span, used, how, is_open=not beyond)


def _jumps(evidence: Evidence, figure: Figure, inside: Sequence[Figure], alone: Figure) -> bool:
    """Return whether a flight takes longer than its steps explain, as some of its loads waited for others."""
    last = inside[-1] if inside else alone
    loads = last.microkernel.loads
    machine = evidence.machine
    # The cycles of a load more in any case.
    step = max(machine.issue.interval, machine.beats("memory"), _until_free(machine))
    if _BANDWIDTH in evidence.keys:
        step = max(step, OWN_WORD[machine.memory.coalescing] / evidence.whole(_BANDWIDTH).low)
    if loads > 1:
        read = (last.cycles.high - inside[0].cycles.low) / (loads - inside[0].microkernel.loads or 1)
        step = max(step, read)
    steps = step * (figure.microkernel.loads - loads)
    return figure.cycles.low - last.cycles.high - steps > 0.5 * alone.cycles.high


def _misfit(figures: Sequence[Figure], times: Sequence[float], machine: Machine) -> float:
    """Return how far the extra cycles of the worst stride are off, beyond the first's; above 1, it is not explained."""
    worst = 0.0
    for figure, time in list(zip(figures, times, strict=True))[1:]:
        first = figures[0].cycles
        measured = Span(figure.cycles.low - first.high, figure.cycles.high - first.low)
        more = time - times[0]
        allowed = 2 * machine.issue.interval + SLACK * max(more, measured.high, 0)
        worst = max(worst, abs(more - measured.nearest(more)) / allowed)
    return worst
