"""`simt calibrate` recovers what shows of generated machines, and notices a machine that is not as described."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from simt.machine import Machine
from simt.models.devices import load_parameters
from simt.validate.burst import burst_offsets, select_offsets
from simt.validate.calibration import Row, calibrate
from simt.validate.errors import CalibrationError
from simt.validate.global_memory import far_profile
from simt.validate.hardware import Hardware
from simt.validate.implied import implied
from simt.validate.model_parameters import model_parameters
from simt.validate.values import NOTHING_KNOWN, Values
from tests.examples import examples
from tests.generators.calibration import calibration_machine, must_show

MACHINES = 50
FAR = Machine.load("fpga4", {"memory.policy": "simple"})


@pytest.mark.parametrize("seed", range(examples(MACHINES, 12)))
def test_everything_that_shows_is_recovered(seed: int) -> None:
    machine = calibration_machine(seed)
    found = calibrate(machine)
    different = [f"{row.name}: {row.measured}, not {row.implied}" for row in found.rows if row.verdict == "different"]
    assert not different
    exact = {row.name for row in found.rows if row.verdict == "equal"}
    assert must_show(machine) <= exact


def test_the_machines_reach_every_measurable() -> None:
    shown: set[str] = set()
    named: set[str] = set()
    for seed in range(MACHINES):
        machine = calibration_machine(seed)
        shown |= must_show(machine)
        named |= implied(machine).keys()
    # For these there is no short condition: the sets that are measured must hold them, and that is tested above.
    left = {"retire.ports", "alu.interval", "alu beats", "bus ticks", "memory.latency"}
    # Instructions that a machine may lack; and no machine here has costs, of which test_calibration_issue.py has some.
    lacking = ("sfu", "dpu", "mul.", "div.", "sqrt.", "shl.", "st.local")
    assert {name for name in named - shown - left if not name.startswith(lacking)} == set()


def test_the_machine_of_the_paper_on_fpgas() -> None:
    found = calibrate(Machine.load("fpga4"))
    values = {row.name: str(row.measured) for row in found.rows}
    assert values["alu select to ready"] == "7"  # 3 + 2 + 2
    assert values["fpu select to ready"] == "13"  # 3 + 8 + 2
    assert values["front end stages"] == "3"
    assert values["retire.stages"] == "2"
    assert values["local.banks"] == "4"
    assert values["fpu occupation"] == "1 to 8"  # one FPU that takes one per cycle, or eight that take one in eight
    assert found.agrees


@pytest.mark.nightly
def test_a_device_in_all_detail() -> None:
    settings = {"memory.policy": "simple", "memory.queue": 3, "interconnect.latency": 5, "memory.bytes_per_cycle": 3.0}
    found = calibrate(Machine.load("fpga8", settings))
    values = {row.name: str(row.measured) for row in found.rows}
    assert found.agrees
    assert values["memory.queue"] == "3"
    assert values["interconnect.latency"] == "5"
    assert values["memory.latency"] == "20"
    assert values["bus ticks"] == "43691"  # 1024 x 128 / 3
    assert values["global select to ready"] == str(3 + 1 + 5 + 43 - 1 + 20 + 5 + 2)


def test_stores_of_half_warps_do_not_join() -> None:
    lanes = {"warp_size": 32, "alu.lanes": 32, "fpu.lanes": 32, "lds.lanes": 8}
    found = calibrate(Machine.load("fpga8", {"memory": "simple", "memory.coalescing": "half_warp_joined", **lanes}))
    assert found.agrees
    assert found.row("lanes of one word").measured.value == 16


@pytest.fixture(scope="module")
def measured() -> list[Row]:
    found = calibrate(FAR)
    assert found.agrees
    return found.rows


@pytest.mark.parametrize(
    ("key", "value", "rows"),
    [
        ("fpu.latency", 9, {"fpu select to ready"}),
        ("retire.stages", 3, {"retire.stages"}),
        ("local.banks", 8, {"local.banks"}),
        ("lds.interval", 2, {"lds.interval"}),
        ("front_end.stages", 2, {"front end stages"}),
        ("memory.coalescing", "sectors", {"segment distance"}),
        ("memory.latency", 21, {"memory round trip"}),
    ],
)
def test_a_wrong_description_is_noticed(key: str, value: object, rows: set[str], measured: list[Row]) -> None:
    told = implied(FAR.replace(**{key: value}))
    verdicts = {row.name: replace(row, implied=told[row.name]).verdict for row in measured}
    assert rows <= {name for name, verdict in verdicts.items() if verdict == "different"}


def test_parameters_are_a_file_for_the_model(tmp_path: Path) -> None:
    machine = Machine.load("fpga8", {"memory.policy": "simple", "lds.latency": 5})
    parameters = model_parameters(calibrate(machine).readings)
    (tmp_path / "mine.toml").write_text(parameters.to_toml())
    read = load_parameters(tmp_path / "mine.toml")
    assert read.values == parameters.values
    assert read.values["local_latency"] == 3 + 5 + 2
    assert read.values["cost.int_add"] == 7
    assert read.values["banks"] == 8
    assert read.values["segment_bytes"] == 128
    assert read.values["bandwidth_gbs"] == pytest.approx(4 * 0.102)  # a warp's 32 bytes move 128, at 16 per cycle
    assert "divergence" not in read.values


def test_too_small_a_machine_is_told() -> None:
    with pytest.raises(CalibrationError, match="does not fit") as told:
        calibrate(Machine.load("fpga4", {"registers": 1}))
    assert told.value.code == "E0880"
    assert "registers" in str(told.value)


def test_progress_may_stop_a_calibration() -> None:
    counts = []

    def stop(launches: int) -> bool:
        counts.append(launches)
        return launches == 2

    with pytest.raises(KeyboardInterrupt):
        calibrate(Machine.load("fpga4"), stop)
    assert counts == [0, 1, 2]


def test_no_microkernel_runs_twice() -> None:
    hardware = Hardware(Machine.load("fpga4"))
    assert hardware.read("ret\n") == hardware.read("ret\n")
    assert hardware.launches == 1


def test_bursts_by_hand() -> None:
    # One instance that is occupied for 3 cycles; two of them at one per cycle; two of them at two per cycle.
    assert burst_offsets(1, 2, 1, 1, 3, 4, 4) == (0, 3, 6, 9)
    assert burst_offsets(1, 2, 2, 1, 3, 4, 4) == (0, 1, 3, 4)
    assert burst_offsets(2, 2, 2, 2, 3, 4, 4) == (0, 0, 3, 3)
    # One port: the second result waits, its instance stands for that cycle, and takes the fourth a cycle later.
    assert burst_offsets(2, 2, 2, 1, 3, 4, 4) == (0, 1, 3, 4)
    # Three per cycle, two instances: the third of a group goes in two cycles later, the next group in the one after.
    assert burst_offsets(3, 1, 2, 4, 2, 1, 6) == (0, 0, 2, 3, 4, 5)


def test_selects_by_hand() -> None:
    assert select_offsets(1, 2, 5, 5) == (0, 1, 2, 7, 12)
    assert select_offsets(2, 2, 5, 6) == (0, 0, 1, 1, 7, 7)
    assert select_offsets(1, 0, 5, 4) == (0, 1, 1, 1)
    assert select_offsets(2, 0, 5, 4) == (0, 0, 0, 0)


def test_far_transactions_by_hand() -> None:
    # Two places, 3 cycles to the arbiter, 2 cycles of the bus: the third goes in when the first place is back.
    assert far_profile(2, 3, 2048, 4) == ([0, 1, 6, 8], [4, 6, 10, 12])


def test_sets_of_values() -> None:
    assert str(Values.of([3])) == "3"
    assert str(Values.of([2, 3, 4])) == "2 to 4"
    assert str(Values.of([2, 3, 4], 4)) == "at least 2"
    assert str(Values.of([1, 3, 5])) == "1, 3, 5"
    assert str(NOTHING_KNOWN) == "-"
    assert Values.of([2, 3], 3).holds(9)
    assert not Values.of([2, 3], 4).holds(4)
    assert NOTHING_KNOWN.holds(1)
