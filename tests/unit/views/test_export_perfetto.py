"""Chrome trace events, read back with `json`: slices nest on every thread and say what the events say."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import isa
import simt
from isa.forms.texts import instruction_texts
from simt.core.state.reasons import REASONS
from simt.result.result import Result
from simt.views.exports import export
from simt.views.exports.perfetto import PROCESSES
from tests.unit.views.export_records import (
    CASES,
    Span,
    bundle_of,
    cut,
    in_full,
    instances,
    known_cycles,
    occupations,
    of_collectors,
    recorded,
    span,
    stages,
    windows,
)  # fmt: skip

WARPS, UNITS, SLOTS = PROCESSES
STAGE_NAMES = {
    "front": "front end",
    "wait": "waits to retire",
    "bundle": "waits for its bundle",
    "after": "until ready",
}


class Trace:
    """A trace as a viewer builds it: threads by name, slices by thread with their depth, counters by name."""

    def __init__(self, path: Path) -> None:
        self.json = json.loads(path.read_text())
        self.threads: dict[tuple[int, int], str] = {}
        self.processes: dict[int, str] = {}
        self.slices: dict[str, list[tuple[int, Span, dict[str, Any]]]] = defaultdict(list)
        self.counters: dict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
        events = self.json["traceEvents"]
        for event in events:
            if event["name"] == "thread_name":
                self.threads[event["pid"], event["tid"]] = event["args"]["name"]
            elif event["name"] == "process_name":
                self.processes[event["pid"]] = event["args"]["name"]
        assert len({tid for _, tid in self.threads}) == len(self.threads)
        stacks: dict[tuple[int, int], list[int]] = defaultdict(list)
        for event in sorted((e for e in events if e["ph"] == "X"), key=lambda e: e["ts"]):  # stable: parents first
            thread = event["pid"], event["tid"]
            start, stop = event["ts"], event["ts"] + event["dur"]
            assert stop > start
            stack = stacks[thread]
            while stack and stack[-1] <= start:
                stack.pop()
            assert not stack or stop <= stack[-1], f"{event} does not nest"
            self.slices[self.threads[thread]].append(
                (len(stack), Span(event["name"], start, stop), event.get("args", {}))
            )
            stack.append(stop)
        for event in events:
            assert event["ph"] in ("X", "C", "M")
            if event["ph"] == "C":
                self.counters[event["pid"], event["name"]].append((event["ts"], event["args"]["value"]))

    def at(self, thread: str, depth: int) -> list[Span]:
        return [found for level, found, _ in self.slices[thread] if level == depth]

    def counter(self, process: int, name: str, first: int, end: int) -> list[int]:
        changes = dict(self.counters[process, name])
        values, value = [], None
        for cycle in range(first, end):
            value = changes.get(cycle, value)
            values.append(value)
        return values


def trace(result: Result, folder: Path) -> Trace:
    path = folder / "trace.json"
    export(result, path)
    return Trace(path)


@pytest.mark.parametrize("seed", CASES)
def test_slices_are_those_of_the_events(seed: int, tmp_path: Path) -> None:
    full = recorded(seed)
    for result in windows(seed):
        found = trace(result, tmp_path)
        check_warps(full, result, found)
        check_units(full, result, found)
        check_slots_and_counters(result, found)


def check_warps(full: Result, result: Result, found: Trace) -> None:
    assert result.events is not None
    names = instruction_texts(full.program)
    assert full.events is not None
    events = result.events
    kept = in_full(full, result)
    has_bundles = full.machine.vliw.count > 1
    for warp in range(full.warps):
        lives, covered = [], set()
        operations: dict[str, tuple[list[Span], list[Span]]] = {}  # lives and stages by thread
        for event in full.events.instructions[full.events.instructions["warp"] == warp]:
            covered |= set(range(span(full, event).start, span(full, event).stop))
        for event in kept:
            for life in cut([span(full, event)], result) if event["warp"] == warp else ():
                bundle = bundle_of(full, event)
                if bundle[0]["sequence"] == event["sequence"]:
                    lives.append(Span(" | ".join(names[one["pc"]] for one in bundle), life.start, life.stop))
                thread = f"warp {warp} slot {event['slot']}" if has_bundles else f"warp {warp}"
                mine, inner = operations.setdefault(thread, ([], []))
                mine.append(Span(names[event["pc"]], life.start, life.stop))
                inner += [
                    Span(STAGE_NAMES.get(stage.name, stage.name), stage.start, stage.stop)
                    for stage in cut(stages(full, event), result)
                ]
        got = found.at(f"warp {warp}", 0)
        assert [one for one in got if one.name != "ready"] == lives
        for thread, (mine, inner) in operations.items():
            assert [one for one in found.at(thread, 0) if one.name != "ready"] == mine
            assert [one for one in found.at(thread, 1) if one.name != "unit_busy"] == inner
        if has_bundles:
            assert not [one for one in found.at(f"warp {warp}", 1) if one.name != "unit_busy"]
            of_warp = {name for name in found.slices if name.startswith(f"warp {warp} slot ")}
            assert of_warp == set(operations)
        idle = {
            cycle
            for cycle in range(events.first, events.end)
            if cycle not in covered and REASONS[events.warps[cycle - events.first, warp]] != "drain"
        }
        assert {cycle for one in got if one.name == "ready" for cycle in range(one.start, one.stop)} == idle
        refused = {
            cycle
            for cycle in idle
            if full.machine.front_end.stages == 0 and REASONS[events.warps[cycle - events.first, warp]] == "unit_busy"
        }
        busy = [one for one in found.at(f"warp {warp}", 1) if one.name == "unit_busy"]
        assert {cycle for one in busy for cycle in range(one.start, one.stop)} == refused
    arguments = [entry for slices in found.slices.values() for _, _, entry in slices if "mask" in entry]
    assert len(arguments) == len(kept)
    by_sequence = {int(event["sequence"]): event for event in events.instructions}
    for entry in arguments:
        event = by_sequence[entry["sequence"]]
        assert (entry["pc"], entry["slot"], entry["degree"]) == (event["pc"], event["slot"], event["degree"])
        assert int(entry["mask"], 16) == int(event["mask"]) & (1 << full.machine.warp_size) - 1
        assert entry.get("retired", True) == (event["retire"] >= 0)
        assert entry.get("depth", 0) == event["depth"]


def check_units(full: Result, result: Result, found: Trace) -> None:
    numbers = {int(event["sequence"]) for event in in_full(full, result)}
    for name, entries in instances(full).items():
        unit, number = name.rstrip("0123456789"), name.lstrip("abcdefghijklmnopqrstuvwxyz")
        pairs = [
            pair
            for pair, event in zip(occupations(full, entries), entries, strict=True)
            if int(event["sequence"]) in numbers
        ]
        occupied = cut([pair[0] for pair in pairs], result)
        conflicts = cut([Span("bank_conflict", pair[1].start, pair[1].stop) for pair in pairs], result)
        got = found.at(f"{unit} {number}", 0)
        inside = found.at(f"{unit} {number}", 1)
        known = known_cycles(full, result, name)
        assert [one.start for one in got] == [one.start for one in occupied]
        assert [one.stop for one in got if one.start in known] == [one.stop for one in occupied if one.start in known]
        assert [one for one in inside if one.start in known] == [one for one in conflicts if one.start in known]
        waits = [
            Span("retire_port", int(event["offer"]), int(event["retire"]) if event["retire"] >= 0 else full.cycles)
            for event in entries
            if event["offer"] >= 0 and int(event["sequence"]) in numbers
        ]
        assert found.at(f"{unit} {number} waits to retire", 0) == cut(waits, result)


def check_slots_and_counters(result: Result, found: Trace) -> None:
    events = result.events
    assert events is not None
    cycles = range(events.first, events.end)
    for slot in range(result.machine.issue_slots):
        reasons = {cycle: REASONS[events.slots[cycle - events.first, slot]] for cycle in cycles}
        got = {cycle: one.name for one in found.at(f"slot {slot}", 0) for cycle in range(one.start, one.stop)}
        assert got == {cycle: reason for cycle, reason in reasons.items() if reason != "issued"}
    issued = (events.slots == REASONS.index("issued")).sum(axis=1).tolist()
    ready = [(int(bits) & (1 << 64) - 1).bit_count() for bits in events.ready]
    assert found.counter(SLOTS, "issued slots", events.first, events.end) == issued
    assert found.counter(WARPS, "ready warps", events.first, events.end) == ready
    for warp in range(result.warps):
        mine = [event for event in events.instructions if event["warp"] == warp]
        counts = found.counter(WARPS, f"stack depth of warp {warp}", events.first, events.end)
        if result.machine.branch.policy in ("mask_stack", "ipdom_stack"):
            depth = {int(event["select"]): int(event["depth"]) for event in mine}
            value: int | None = None
            for cycle, count in zip(cycles, counts, strict=True):
                value = depth.get(cycle, value)
                assert count == value
        else:
            assert set(counts) <= {None}


def test_names_and_information(tmp_path: Path) -> None:
    result = recorded(3)
    found = trace(result, tmp_path)
    assert found.processes == PROCESSES
    assert found.json["otherData"]["program_hash"] == result.program.hash
    assert found.json["otherData"]["unit"] == "1 cycle = 1 us"
    assert "warp 0" in found.threads.values()
    assert "lds 0" in found.threads.values()


def test_names_are_quoted(tmp_path: Path) -> None:
    program = isa.assemble(".kernel k\n.threads 4\n  ret\n")
    program = replace(program, locations=(replace(program.locations[0], text='ret \u00e9 "q" <b>'),))
    found = trace(simt.run(program, "fpga4", record=True), tmp_path)
    assert found.at("warp 0", 0)[0].name == 'ret \u00e9 "q" <b>'


def test_compressed(tmp_path: Path) -> None:
    result = recorded(1)
    export(result, tmp_path / "a.json")
    export(result, tmp_path / "a.json.gz")
    assert gzip.decompress((tmp_path / "a.json.gz").read_bytes()) == (tmp_path / "a.json").read_bytes()


def test_instructions_in_operand_collectors(tmp_path: Path) -> None:
    export(of_collectors(), tmp_path / "k.json")
    found = Trace(tmp_path / "k.json")
    inside = [each for flight in range(3) for each in found.at(f"warp 0 flight {flight}", 1)]
    assert sorted((each.start, each.stop) for each in inside if each.name == "collector") == [(0, 3), (1, 4), (3, 5)]
    assert [(each.name, each.start, each.stop) for each in found.at("warp 0", 1)] == [("operand_bank", 2, 3)]
