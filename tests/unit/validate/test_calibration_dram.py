"""Calibration of machines with memory of DRAM: what its microkernels read is what the description says."""

from __future__ import annotations

import pytest

from simt.machine import Machine
from simt.validate.calibration import Calibration, calibrate
from simt.validate.dram_memory import camping_stride
from simt.validate.model_parameters import model_parameters
from simt.views.studies.calibration import calibration_dict, calibration_text


@pytest.mark.parametrize(
    ("times", "stride"),
    [
        ([1, 1, 2, 4, 8, 8, 8], 16),  # 128 x 16
        ([8, 8, 8, 8], None),  # no stride is faster than another
        ([1, 1, 1, 1.4, 1.4], None),
        ([1, 2, 4, 8], None),  # it might go on
    ],
)
def test_lanes_camp_where_twice_the_stride_is_no_slower(times: list[float], stride: int | None) -> None:
    pairs = [(128 << k, float(time)) for k, time in enumerate(times)]
    assert camping_stride(pairs) == (None if stride is None else 128 * stride)


@pytest.fixture(scope="module")
def slow() -> tuple[Machine, Calibration]:
    """Four channels that change every 256 bytes; a clock of the DRAM is five cycles, a line 20 cycles of its bus."""
    keys = {"memory": "dram", "part": "ddr2-400-5e-x16-32", "channels": 4, "clock_mhz": 1000, "pipeline": 7}
    machine = Machine.load("fpga8", keys)
    return machine, calibrate(machine)


def test_rows_show(slow: tuple[Machine, Calibration]) -> None:
    machine, found = slow
    dram = found.readings.dram
    assert dram is not None
    channel, clock = machine.dram, 5
    around = 3 + 1 + 2 * machine.interconnect.latency + 2  # f, one beat, both ways, r
    closed = around + machine.memory_latency(128)
    assert closed - clock <= dram.closed[0] <= dram.closed[1] <= closed + clock
    for read, less in ((dram.hit, channel["tRCD"]), (dram.conflict, -channel["tRP"])):
        assert read[0] - clock <= closed - clock * less <= read[1] + clock
    assert dram.distance == channel["row_bytes"] * channel["banks"] * 4  # the next row of the same bank


def test_rates_show(slow: tuple[Machine, Calibration]) -> None:
    machine, found = slow
    dram = found.readings.dram
    assert dram is not None
    peak = machine.memory_bytes_per_cycle
    assert 0 < dram.reads < peak
    assert 4 * dram.random < dram.reads / 2
    assert dram.camping == 4 * 256


def test_what_has_no_meaning_has_no_row(slow: tuple[Machine, Calibration]) -> None:
    _, found = slow
    names = {row.name for row in found.rows}
    assert found.agrees
    assert names.isdisjoint({"memory.latency", "bus ticks", "memory round trip", "global select to ready"})
    assert {"memory.queue", "interconnect.latency", "global store select to ready", "segment distance"} <= names


def test_the_models_take_a_closed_row_and_loads_in_order(slow: tuple[Machine, Calibration]) -> None:
    _, found = slow
    dram = found.readings.dram
    assert dram is not None
    parameters = model_parameters(found.readings)
    assert dram.closed[0] <= parameters.values["global_latency"] <= dram.closed[1]
    assert parameters.values["bandwidth_gbs"] == pytest.approx(dram.reads)  # at 1000 MHz
    assert "loads in order" in parameters.sources["bandwidth_gbs"]


def test_the_figures_are_in_table_and_json(slow: tuple[Machine, Calibration]) -> None:
    _, found = slow
    text = calibration_text(found, "slow", color=False)
    told = calibration_dict(found, model_parameters(found.readings), "slow")["dram"]
    assert [each["name"] for each in told] == [
        "closed row, select to ready", "row hit, select to ready", "row conflict, select to ready", "loads in order",
        "stores in order", "loads and stores", "loads at random", "camping stride",
    ]  # fmt: skip
    for each in told:
        assert each["name"] in text
        assert each["low"] <= each["high"]
    assert "neither one latency" in text


def test_a_bus_has_no_such_figures() -> None:
    found = calibrate(Machine.load("fpga8", {"memory": "simple"}))
    assert found.readings.figures == []
    assert "DRAM" not in calibration_text(found, "bus", color=False)
