"""The registers in a report are those that `simt.trace(...).at(cycle)` has, and are cut where they are too many."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import isa
import simt
from simt.views.report import registers
from tests.unit.views.test_report import LOOP, block
from tests.unit.views.unpacking import registers_of, unpack

DEVICE = {"cores": 2, "memory": "simple", "interconnect.latency": 5}
WIDE = """\
.kernel wide
.threads 100
    mov.b32 r1, 2147483648
    sub.u32 r1, r1, thread_id
    mul.u32 r1, r1, r1
    ret
"""


def kept(page: str) -> tuple[dict[str, object], dict[str, object]]:
    meta = json.loads(block(page, "meta"))
    told = meta["registers"]
    return meta, unpack([tuple(entry) for entry in told["columns"]], block(page, "packed-registers"))


@pytest.mark.parametrize(
    ("text", "machine", "options", "cycles"),
    [
        (LOOP, "fpga4", {}, None),
        (LOOP, "fpga4", {}, "100:180"),
        (LOOP, "fpga4", {"set": DEVICE, "core": 0}, "60:120"),
        (WIDE, "article32", {"warps": 4}, None),
    ],
    ids=["whole", "part", "device", "lanes"],
)
def test_registers_are_those_of_the_trace(
    text: str, machine: str, options: dict[str, object], cycles: str | None
) -> None:
    program = isa.assemble(text, filename="kernel.s")
    page = simt.report(program, machine, cycles=cycles, **options).html
    trace = simt.trace(program, machine, **options)
    meta, columns = kept(page)
    first, end = meta["first"], meta["registers"]["end"]
    assert (end, meta["registers"]["registers"]) == (meta["end"], program.registers)
    changed = 0
    for cycle in (first, first + 1, (first + end) // 2, end - 2, end - 1):
        want = trace.at(cycle).registers[:, : program.registers]
        assert registers_of(columns, first, cycle, want.shape).tolist() == want.tolist()
        changed += want.any()
    assert changed


def test_too_many_changes_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registers, "MOST_WORDS", 500)
    program = isa.assemble(LOOP, filename="kernel.s")
    meta, columns = kept(simt.report(program).html)
    end = meta["registers"]["end"]
    assert 0 < end < meta["end"]
    assert len(columns["register_added"]) <= 500
    want = simt.trace(program).at(end - 1).registers[:, : program.registers]
    assert registers_of(columns, 0, end - 1, want.shape).tolist() == want.tolist()
    monkeypatch.setattr(registers, "MOST_WORDS", 150_000)
    monkeypatch.setattr(registers, "MOST_CYCLES", 40)
    assert kept(simt.report(program).html)[0]["registers"]["end"] == 40


def test_the_columns_take_no_more_than_the_room() -> None:
    program = isa.assemble(LOOP, filename="kernel.s")
    trace = simt.trace(program)
    window = range(trace.result.cycles)
    for room in (0, 700, 2000):
        told, packed = registers.registers_of(trace._states, 0, program.registers, window, room)
        assert len(packed) <= room or told["end"] == 0
    assert told["end"] > 0


def test_a_result_alone_has_no_registers(tmp_path: Path) -> None:
    result = simt.run(isa.assemble(LOOP), record=True)
    page = simt.report(result, output=tmp_path / "page.html").html
    assert "registers" not in json.loads(block(page, "meta"))
    assert 'id="packed-registers"' not in page
