"""Value change dumps, read back by wellen (pywellen), the reader of the viewer Surfer; and held equal, byte by byte, to
what pyvcd writes by itself."""

from __future__ import annotations

import io
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import pywellen

import simt
from simt.core.state.reasons import REASONS
from simt.result.result import Result
from simt.views.exports import ExportError, export
from simt.views.exports.record import TraceRecord
from simt.views.exports.vcd import _comment, signals
from tests.unit.views.export_records import (
    CASES,
    SEEDS,
    Span,
    in_full,
    instances,
    known_cycles,
    occupations,
    recorded,
    span,
    windows,
)


class Dump:
    """Values per cycle of every signal, by full name; None where it is unknown."""

    def __init__(self, path: Path, first: int, end: int) -> None:
        self.waveform = pywellen.Waveform(str(path))
        self.values: dict[str, list[Any]] = {}
        for variable in self.waveform.all_vars():
            pairs = list(variable.tv)
            changes = dict(pairs)
            assert len(changes) == len(pairs), "one change per time"
            assert all(one != other for (_, one), (_, other) in pairwise(pairs)), "changes only"
            assert all(first <= time < end for time in changes)
            value, column = None, []
            for cycle in range(first, end):
                value = changes.get(cycle, value)
                column.append(None if isinstance(value, str) and set(value) == {"x"} else value)
            self.values[variable.full_name] = column


def dump(result: Result, folder: Path) -> Dump:
    path = folder / "trace.vcd"
    export(result, path)
    assert result.events is not None
    return Dump(path, result.events.first, result.events.end)


def last_of(changes: dict[int, int], cycles: range) -> list[int | None]:
    """The value of the last change until each cycle; None before the first."""
    values, value = [], None
    for cycle in cycles:
        value = changes.get(cycle, value)
        values.append(value)
    return values


def covers(spans: list[Span], cycles: range) -> list[int]:
    inside = {cycle for one in spans for cycle in range(one.start, one.stop)}
    return [int(cycle in inside) for cycle in cycles]


@pytest.mark.parametrize("seed", CASES)
def test_signals_are_those_of_the_record(seed: int, tmp_path: Path) -> None:
    full = recorded(seed)
    for result in windows(seed):
        found = dump(result, tmp_path).values
        events = result.events
        assert events is not None
        cycles = range(events.first, events.end)
        width = len(str(result.warps - 1))
        for warp in range(result.warps):
            scope = f"core.warp{warp:0{width}d}"
            mine = [event for event in events.instructions if event["warp"] == warp]
            mine.reverse()  # of a bundle's operations the first counts, which is the bundle's
            all_bits = (1 << result.machine.warp_size) - 1
            for name, bits in (("pc", -1), ("mask", all_bits)):
                want = last_of({int(event["select"]): int(event[name]) & bits for event in mine}, cycles)
                assert found.pop(f"{scope}.{name}") == want
            if result.machine.branch.policy in ("mask_stack", "ipdom_stack"):
                want = last_of({int(event["select"]): int(event["depth"]) for event in mine}, cycles)
                assert found.pop(f"{scope}.depth") == want
            assert found.pop(f"{scope}.ready") == [int(bits) >> warp & 1 for bits in events.ready]
            assert found.pop(f"{scope}.state") == [REASONS[k] for k in events.warps[:, warp]]
        check_units(full, result, found, cycles)
        for slot in range(result.machine.issue_slots):
            assert found.pop(f"core.slot{slot}.reason") == [REASONS[k] for k in events.slots[:, slot]]
        assert not found, "nothing else is declared"


def check_units(full: Result, result: Result, found: dict[str, list[Any]], cycles: range) -> None:
    """Busy and frozen are true wherever they are told, and told from when nothing older than the record is there."""
    assert full.events is not None
    numbers = {int(event["sequence"]) for event in in_full(full, result)}
    older = [span(full, event).stop for event in full.events.instructions if event["select"] < cycles.start]
    for name, entries in instances(full).items():
        occupied = [pair[0] for pair in occupations(full, entries)]
        waits = [
            Span("frozen", int(event["offer"]), int(event["retire"]) if event["retire"] >= 0 else full.cycles)
            for event in entries
            if event["offer"] >= 0
        ]
        entered = {
            whole.start: int(event["warp"])
            for event, whole in zip(entries, occupied, strict=True)
            if int(event["sequence"]) in numbers and whole.start in cycles
        }
        told = min([*entered, max([cycles.start, *older])])
        if full.machine.vliw.count > 1:
            told = known_cycles(full, result, name).start
        for signal, spans in (("busy", occupied), ("frozen", waits)):
            for cycle, value, true in zip(
                cycles, found.pop(f"core.{name}.{signal}"), covers(spans, cycles), strict=True
            ):
                assert value == true or (value is None and cycle < told), (name, signal, cycle)
        assert found.pop(f"core.{name}.warp") == last_of(entered, cycles)


def written_by_pyvcd(result: Result) -> bytes:
    """The same signals through `VCDWriter.change`, one change after the other."""
    from vcd import VCDWriter

    record = TraceRecord(result)
    stream = io.StringIO()
    writer = VCDWriter(
        stream, timescale="1 ns", date="", version=f"simt {simt.__version__}", comment=_comment(record),
        init_timestamp=record.first,
    )  # fmt: skip
    moments = []
    for order, signal in enumerate(signals(record)):
        values = [
            REASONS[value] if signal.size == 0 else value & (1 << signal.size) - 1 for value in signal.values.tolist()
        ]
        pairs = list(zip(signal.times.tolist(), values, strict=True))
        first = pairs.pop(0)[1] if pairs and pairs[0][0] == record.first else None
        first = "x" if first is None and signal.size else first
        kind = "wire" if signal.size else "string"
        variable = writer.register_var(signal.scope, signal.name, kind, size=signal.size or None, init=first)
        moments += [(time, order, variable, value) for time, value in pairs]
    for time, _, variable, value in sorted(moments, key=lambda moment: moment[:2]):
        writer.change(variable, time, value)
    writer.close(record.end)
    return stream.getvalue().encode()


@pytest.mark.parametrize("seed", SEEDS[::6])
def test_bytes_are_those_of_pyvcd(seed: int, tmp_path: Path) -> None:
    for result in windows(seed):
        export(result, tmp_path / "a.vcd")
        assert (tmp_path / "a.vcd").read_bytes() == written_by_pyvcd(result)


def test_bytes_are_those_of_pyvcd_over_many_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simt.views.exports.text.BLOCK", 7)
    result = recorded(12)
    export(result, tmp_path / "a.vcd")
    assert (tmp_path / "a.vcd").read_bytes() == written_by_pyvcd(result)


def test_header(tmp_path: Path) -> None:
    result = recorded(0, range(20, 40))
    found = dump(result, tmp_path)
    text = (tmp_path / "trace.vcd").read_text()
    assert str(found.waveform.timescale) == "1ns"
    assert "1 ns stands for 1 cycle" in text
    assert "cycles 20 to 39 of" in text
    assert result.program.hash in text
    assert "$date" not in text
    assert text.endswith("#40\n")


def test_without_pyvcd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vcd.writer", None)
    with pytest.raises(ExportError) as error:
        export(recorded(0), tmp_path / "a.vcd")
    assert error.value.code == "E0720"
    assert "pip install 'simt[vcd]'" in str(error.value)
    assert list(tmp_path.iterdir()) == []
