"""A result is built of cores: one on a plain processor and in a functional run, all of them on a device."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import isa
import simt
from simt.core.state.reasons import REASONS
from simt.machine import Machine
from simt.result.result import Result
from simt.result.tables import LOST_LANES, FrameError, frame
from tests import scale

FFT = simt.load_program("fft128")
SCALE = isa.assemble(scale.SCALE, filename="scale.s")
COUNTS = ("issues", "accesses", "passes", "active_lanes", "disagreements")


def scaled(**keys: Any) -> Result:
    machine = Machine.load("fpga4", {"memory": "simple", **keys})
    return simt.run(SCALE, machine, inputs={"x": np.arange(128.0), "y": np.zeros(128)}, global_size=128, record=True)


RUNS = {
    "plain": lambda: simt.run(FFT, "fpga4", record=True),
    "functional": lambda: simt.run(FFT, "fpga4", engine="functional"),
    "one core": scaled,
    "three cores": lambda: scaled(cores=3),
}


@pytest.fixture(scope="module", params=RUNS)
def result(request: pytest.FixtureRequest) -> Result:
    return RUNS[request.param]()


def test_sums_are_those_of_the_cores(result: Result) -> None:
    cores = result.cores
    assert [core.number for core in cores] == list(range(result.machine.cores))
    for name in COUNTS:
        assert np.array_equal(getattr(result, name), sum(getattr(core, name) for core in cores))
    assert result.instructions == sum(core.instructions for core in cores)
    assert result.slot_total == sum(result.ledgers.issue.values()) == sum(core.cycles for core in cores)
    assert sum(result.ledgers.lane.values()) == result.issued * result.machine.warp_size
    totals = [core.traffic.totals for core in cores]
    assert result.traffic.totals == tuple(map(sum, zip(*totals, strict=True)))


def test_memory_and_registers_are_those_of_the_shown_core(result: Result) -> None:
    core = result.core
    assert core is result.cores[0]
    assert result.memory is core.memory
    assert result.registers.shape == (result.warps, result.machine.registers, result.machine.warp_size)
    assert result.carry is core.carry
    last = len(result.cores) - 1
    one = result.of_core(last)
    assert (one.shown, one.cores, one.core) == (last, (result.cores[last],), result.cores[last])
    assert one.memory is result.cores[last].memory
    assert one.cycles == result.cores[last].cycles


def test_the_record_of_the_only_core_is_the_results(result: Result) -> None:
    if len(result.cores) == 1:
        assert result.events is result.core.events
    else:
        assert result.events is None
    assert (result.core.events is None) == (result.engine == "functional")


def test_the_core_that_trapped_is_shown() -> None:
    machine = Machine.load("fpga4", {"memory": "simple", "cores": 3})
    result = simt.run(SCALE, machine, inputs={"x": np.zeros(40), "y": np.zeros(48)}, global_size=48)
    assert result.stop is not None
    assert result.stop.core == result.core.number == 2
    assert result.registers is result.cores[2].registers
    stop = result.of_core(1).stop
    assert stop is not None
    assert stop.kind == "other_core"


# --- a screenful, and tables ------------------------------------------------------------------------------------------


def test_nothing_shows_more_than_a_screenful(result: Result) -> None:
    kinds = [result.program, result.machine, result, result.ledgers, result.traffic, *result.cores]
    kinds += [Machine.load("gtx280"), *([result.events] if result.events else [])]
    for value in kinds:
        lines = repr(value).splitlines()
        assert len(lines) <= 20
        assert max(map(len, lines)) <= 80
    assert repr(FFT).startswith("<Program fft128: 184 instructions, 64 threads; local re f32[128], im f32[128],")


def test_a_program_of_many_arrays_is_cut() -> None:
    text = "".join(f".local array_{k} f32[4]\n" for k in range(200))
    shown = repr(isa.assemble(f".threads 4\n{text}ret\n"))
    assert len(shown.splitlines()) == 12
    assert shown.endswith("...>")


def test_the_table_says_what_the_lines_say(result: Result) -> None:
    table = result.table
    assert len(table) == len(result.lines)
    for row, line in zip(table, result.lines, strict=True):
        assert (row["pc"], row["line"], row["source"]) == (line["pc"], line["line"], line["source"])
        told = [line[name] for name in ("issues", "accesses", "passes", "lanes", "disagreements")]
        assert [row[name] for name in COUNTS] == told
        assert row["lost"] == sum(line["lost"].values())
        assert {name: row[f"lost_{name}"] for name in line["lost"]} == line["lost"]
        assert row["warp_cycles"] == sum(line["warp_cycles"].values())
        if "global" in line:
            assert (row["transactions"], row["moved"]) == (line["global"]["transactions"], line["global"]["bytes"])
        assert {name: row[name] for name in LOST_LANES if row[name]} == line["lanes_lost"]
    assert len(table.dtype.names or ()) == 2 * len(REASONS) + 14


def test_the_table_of_the_ledgers(result: Result) -> None:
    table = result.ledgers.table
    assert {name: count for name, count, _ in table.tolist() if count} == result.ledgers.issue
    assert {name: count for name, _, count in table.tolist() if count} == result.ledgers.warp


def test_frames_need_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    result = RUNS["plain"]()
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(FrameError, match="pandas, which is not installed") as caught:
        result.frame()
    assert "simt[frames]" in caught.value.help
    frames = SimpleNamespace(from_records=lambda array: array)
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=frames))
    assert result.frame() is result.table
    assert frame(result.ledgers.table) is result.ledgers.table


def test_a_frame_of_pandas() -> None:
    pytest.importorskip("pandas")
    result = RUNS["plain"]()
    found = result.frame()
    assert found["issues"].sum() == result.issued
    assert list(found.columns) == list(result.table.dtype.names or ())
