"""Konata logs, read back by a strict parser written from the format's public description ("Kanata Log Format")."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import isa
import simt
from simt.result.result import Result
from simt.views.exports import export
from simt.views.exports.konata import STAGES
from tests.unit.views.export_records import CASES, SEEDS, Span, cut, in_full, recorded, span, stages, stalls, windows


@dataclass
class Row:
    """What a log says of an instruction."""

    simulator_id: int
    thread: int
    labels: dict[int, str] = field(default_factory=dict)
    lanes: dict[int, list[Span]] = field(default_factory=dict)
    open: dict[int, tuple[str, int]] = field(default_factory=dict)
    born: int = 0
    died: int = -1
    retirement: tuple[int, int] = (-1, -1)

    def close(self, lane: int, cycle: int) -> None:
        if lane in self.open:
            name, start = self.open.pop(lane)
            self.lanes.setdefault(lane, []).append(Span(name, start, cycle))


def parse(text: str) -> list[Row]:
    """The instructions of a log; anything that the description does not allow is an error."""
    lines = text.split("\n")
    assert lines[0] == "Kanata\t0004"
    assert lines[-1] == "", "the last line ends"
    cycle, rows, retired = 0, [], 0
    for line in lines[1:-1]:
        command, *arguments = line.split("\t")
        if command == "C":
            (passed,) = map(int, arguments)
            assert passed > 0, "cycles pass in one direction"
            cycle += passed
            continue
        if command == "I":
            number, simulator_id, thread = map(int, arguments)
            assert number == len(rows), "ids are dense from 0"
            rows.append(Row(simulator_id, thread, born=cycle))
            continue
        row = rows[int(arguments[0])]
        assert row.died < 0, "nothing after R"
        if command == "L":
            kind, label = int(arguments[1]), arguments[2]
            assert kind in (0, 1)
            row.labels[kind] = row.labels.get(kind, "") + label
        elif command == "S":
            lane, name = int(arguments[1]), arguments[2]
            row.close(lane, cycle)
            row.open[lane] = name, cycle
        elif command == "E":
            lane, name = int(arguments[1]), arguments[2]
            assert row.open[lane][0] == name, "E ends the stage that is open"
            row.close(lane, cycle)
        elif command == "R":
            number, kind = map(int, arguments[1:])
            assert kind in (0, 1)
            assert number == retired, "retirement numbers are serial"
            retired += kind == 0
            for lane in list(row.open):
                row.close(lane, cycle)
            row.died, row.retirement = cycle, (number, kind)
        else:
            raise AssertionError(f"no such command: {line!r}")
    assert all(row.died >= 0 for row in rows), "R must be output for every instruction"
    return rows


def log(result: Result, folder: Path) -> list[Row]:
    path = folder / "trace.kanata"
    export(result, path)
    return parse(path.read_text())


@pytest.mark.parametrize("seed", CASES)
def test_stages_are_those_of_the_events(seed: int, tmp_path: Path) -> None:
    full = recorded(seed)
    for result in windows(seed):
        assert result.events is not None
        rows = log(result, tmp_path)
        for row, event, whole in zip(rows, result.events.instructions, in_full(full, result), strict=True):
            (life,) = cut([span(full, whole)], result)
            want = [Span(STAGES[stage.name], stage.start, stage.stop) for stage in stages(full, whole)]
            assert row.simulator_id == event["sequence"]
            assert (row.born, row.died) == (life.start, life.stop)
            assert row.lanes.get(0, []) == cut(want, result)
            assert row.lanes.get(1, []) == cut(stalls(full, whole), result)
            assert row.thread == event["warp"]
            assert row.retirement[1] == (0 if event["retire"] >= 0 else 1)
            assert row.labels[0].startswith(f"{event['pc']}: ")
            mask = re.search(r"mask ([0-9a-f]+) \((\d+) lanes\)", row.labels[1])
            assert mask is not None
            assert int(mask[1], 16) == int(event["mask"]) & (1 << full.machine.warp_size) - 1
            assert int(mask[2]) == (int(event["mask"]) & (1 << 64) - 1).bit_count()
            place = f"{event['instance']}, degree {event['degree']}" if event["enter"] >= 0 else "not entered"
            assert place in row.labels[1]


def test_the_cases_have_instructions_that_did_not_retire_and_stalls(tmp_path: Path) -> None:
    rows = [row for seed in SEEDS for row in log(recorded(seed), tmp_path)]
    assert {row.retirement[1] for row in rows} == {0, 1}
    assert {"bank_conflict", "unit_busy", "retire_port", "barrier"} <= {
        stage.name for row in rows for stage in row.lanes.get(1, [])
    }
    assert {stage.name for row in rows for stage in row.lanes[0]} == set(STAGES.values()) - {
        STAGES["memory"]
    }  # of devices alone


def test_the_log_of_a_small_run(tmp_path: Path) -> None:
    program = isa.assemble(".kernel k\n.threads 4\n  add.u32 r1, lane_id, 1 ; one\n  ret\n", filename="k.s")
    export(simt.run(program, "fpga4", record=True), tmp_path / "k.log")
    lines = (tmp_path / "k.log").read_text().splitlines()
    assert lines[:10] == [
        "Kanata\t0004",
        "I\t0\t0\t0",
        "L\t0\t0\t0: add.u32 r1, lane_id, 1",
        "L\t0\t1\tk.s:3, mask f (4 lanes), slot 0, alu 0, degree 1, depth 0",
        "S\t0\t0\tF",
        "C\t3",
        "S\t0\t0\tAl",
        "C\t2",
        "S\t0\t0\tR",
        "C\t2",
    ]
    assert lines[-1] == "R\t1\t1\t0"


def test_where_an_access_is_behind_channels_of_dram(tmp_path: Path) -> None:
    """Granted in 3 as it arrives, its read command in 10, its data in 19 (test_where_accesses_are.py)."""
    keys = {
        "memory": "dram", "part": "ddr2-667-3-x16-32", "clock_mhz": 1000 / 3, "coalescing": "sectors",
        "interconnect.latency": 2, "front_end.stages": 0, "retire.stages": 0,
    }  # fmt: skip
    program = isa.assemble(".buffer x, u32, 8\nld.global r1, [x]\nret\n")
    load, _ = log(
        simt.run(program, simt.Machine.load("fpga4", keys), inputs={"x": [5] * 8}, size=1, group=1, record=True),
        tmp_path,
    )
    found = [(stage.name, stage.start, stage.stop) for stage in load.lanes[1]]
    assert found == [("memory_bank", 3, 10), ("memory_bus", 10, 20)]


def test_macros_are_disassembled(tmp_path: Path) -> None:
    text = ".kernel k\n.threads 4\n.macro next n\n  add.u32 \\n, \\n, 1\n.endm\n  next r3\n  ret\n"
    export(simt.run(isa.assemble(text), "fpga4", record=True), tmp_path / "k.log")
    assert "L\t0\t0\t0: add.u32 r3, r3, 1\n" in (tmp_path / "k.log").read_text()


def test_a_window_begins_with_the_cycles_before_it(tmp_path: Path) -> None:
    result = recorded(0, range(20, 40))
    assert result.events is not None
    export(result, tmp_path / "k.kanata")
    lines = (tmp_path / "k.kanata").read_text().splitlines()
    assert lines[1] == f"C\t{result.events.instructions['select'][0]}"
    assert not any(line.startswith("C=") for line in lines)
