"""Calibration of machines with scoreboards, schedulers, turns, slots of kinds, and costs of operations."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simt.machine import Machine
from simt.validate.burst import Pipelines, Turns, select_offsets, shared_offsets, turn_offset
from simt.validate.calibration import Calibration, calibrate
from simt.validate.errors import CalibrationError
from simt.validate.flight import Passage
from simt.validate.implied import implied
from simt.validate.model_parameters import model_parameters
from tests.examples import examples
from tests.generators.calibration import collecting_machine, overlapping_machine

MACHINES = 80

# What the keys of the presets imply and their times show; "-" for what no microkernel shows.
PRESETS = {
    "g80": {
        "issue.interval": "4", "retire.stages": "2", "in flight": "16", "loads in flight": "16",
        "issue.schedulers": "1", "issue_width": "2", "front end stages": "0", "alu beside operand": "1",
        "alu beside lds": "0", "alu beside fpu": "0", "mul.u32 select to ready": "96", "mul.u32 occupation": "13 to 16",
    },
    "gtx280": {
        "issue.interval": "4", "retire.stages": "2", "in flight": "8", "loads in flight": "-", "issue.schedulers": "1",
        "issue_width": "2", "front end stages": "0", "alu beside operand": "1", "dpu occupation": "29 to 32",
    },
    "fermi_sm": {
        "issue.interval": "2", "retire.stages": "2", "in flight": "32", "loads in flight": "32",
        "issue.schedulers": "2", "issue_width": "1", "front end stages": "0", "sfu occupation": "8",
        "sfu.per_scheduler": "0", "shl.b32 occupation": "2, 4", "register_file.banks": "16",
        "register_file.collectors": "4", "sfu.latency": "13", "lds.latency": "45",
    },
    "gcn_cu": {
        "issue.interval": "4", "retire.stages": "0", "in flight": "16 to 32", "loads in flight": "15",
        "issue.schedulers": "4", "issue_width": "4", "front end stages": "0", "alu beside lds": "1",
        "alu beside memory": "1", "alu beside fpu": "0", "lds occupation": "2", "mul.f64 select to ready": "16",
    },
}  # fmt: skip


def different(calibration: Calibration) -> list[str]:
    """What differs from the description."""
    return [f"{r.name}: {r.measured}, not {r.implied}" for r in calibration.rows if r.verdict == "different"]


def shown(calibration: Calibration) -> dict[str, str]:
    """What was measured, by name."""
    return {row.name: str(row.measured) for row in calibration.rows}


@pytest.mark.parametrize("seed", range(examples(MACHINES, 60)))
def test_nothing_differs_from_the_description(seed: int) -> None:
    assert different(calibrate(overlapping_machine(seed))) == []


@pytest.mark.parametrize("seed", range(examples(MACHINES, 40)))
def test_nothing_differs_on_machines_with_operand_collectors(seed: int) -> None:
    assert different(calibrate(collecting_machine(seed))) == []


@pytest.mark.nightly
@pytest.mark.parametrize("name", PRESETS)
def test_the_presets_of_gpus(name: str) -> None:
    found = calibrate(Machine.load(name))
    assert different(found) == []
    values = shown(found)
    assert {row: values[row] for row in PRESETS[name]} == PRESETS[name]
    assert model_parameters(found.readings).values["global_latency"] > 0


@pytest.mark.parametrize(
    ("keys", "values"),
    [
        # 7 stores of D = 8, one per cycle: 7 are in flight when the first is released, with no bound.
        ({"entries": 32}, {"in flight": "8 to 32", "issue.interval": "1", "issue_width": "1", "retire.stages": "2"}),
        ({"entries": 3}, {"in flight": "3", "alu select to ready": "7", "fpu select to retire": "11"}),
        # The ALU: 3 + 2 + 1 - 1 + 2 = 7 cycles, so the third turn of 3. `ret` retires after 5: 5 + r is 7 to 9.
        pytest.param(
            {"entries": 8, "interval": 3},
            {"issue.interval": "3", "alu select to ready": "9", "retire.stages": "2 to 4"},
            marks=pytest.mark.nightly,
        ),
    ],
)
def test_a_scoreboard_by_hand(keys: dict[str, int], values: dict[str, str]) -> None:
    machine = Machine.load("fpga4", {"issue.dependences": "scoreboard", **{f"issue.{k}": v for k, v in keys.items()}})
    found = calibrate(machine)
    assert different(found) == []
    measured = shown(found)
    assert {row: measured[row] for row in values} == values


@pytest.mark.parametrize(("collectors", "measured"), [(1, "1"), (3, "3"), (12, "4 to 64")])
def test_operand_collectors_by_hand(collectors: int, measured: str) -> None:
    keys = {
        "register_file.organisation": "collectors",
        "register_file.banks": 8,
        "register_file.collectors": collectors,
    }
    board = {"issue.dependences": "scoreboard", "issue.entries": 8, "front_end.stages": 0}
    found = calibrate(Machine.load("fpga4", {**board, **keys}))
    assert different(found) == []
    values = shown(found)
    # Two cycles to the ALU of latency 2, one for an instruction without operands, and r = 2.
    assert values["alu select to ready"] == "6"
    assert values["control select to ready"] == "5"
    assert values["front end stages"] == "0"
    assert values["register_file.banks"] == "8"
    # A load with a conflict takes 2 + 4 + 2 = 8 cycles. One warp is selected in each, and one access leaves in two of
    # them: 3 collectors are full after 3 cycles, 12 are not before the first warp comes again.
    assert values["register_file.collectors"] == measured


def test_a_wrong_description_of_registers_is_noticed() -> None:
    keys = {"register_file.organisation": "collectors", "register_file.banks": 8, "register_file.collectors": 3}
    machine = Machine.load("fpga4", {"issue.dependences": "scoreboard", "front_end.stages": 0, **keys})
    told = implied(machine.replace(**{"register_file.banks": 4, "register_file.collectors": 2}))
    rows = calibrate(machine).rows
    wrong = {row.name for row in rows if replace(row, implied=told[row.name]).verdict == "different"}
    assert wrong == {"register_file.banks", "register_file.collectors"}


def test_one_entry_hides_operand_collectors() -> None:
    keys = {"issue.dependences": "scoreboard", "issue.entries": 1, "front_end.stages": 0, "register_file": "collectors"}
    with pytest.raises(CalibrationError, match=r"issue\.entries = 1, which hides its register_file\.collectors"):
        calibrate(Machine.load("fpga4", keys))


def test_loads_have_a_bound_of_their_own() -> None:
    keys = {"issue.dependences": "scoreboard", "issue.entries": 6, "issue.loads": 3, "memory": "simple"}
    values = shown(calibrate(Machine.load("fpga8", {**keys, "memory.latency": 60, "lds.latency": 20})))
    assert values["loads in flight"] == "3"
    assert values["in flight"] == "6"


def test_an_operation_has_a_cost_of_its_own() -> None:
    found = calibrate(Machine.load("fpga4", {"costs": ["shl.b32:3:9"], "alu.lanes": 2}))
    assert different(found) == []
    values = shown(found)
    assert values["shl.b32 select to ready"] == str(3 + 9 + 3 * 2 - 1 + 2)
    assert values["shl.b32 occupation"] == "6"
    assert values["alu occupation"] == "2"


@pytest.mark.parametrize("keys", [{"issue.interval": 2}, {"issue_width": 2, "issue.slots": ["any", "operand"]}])
def test_one_entry_hides_turns_and_slots(keys: dict[str, object]) -> None:
    machine = Machine.load("fpga4", {"issue.dependences": "scoreboard", "issue.entries": 1, **keys})
    with pytest.raises(CalibrationError, match=r"fpga4 has issue\.entries = 1") as refused:
        calibrate(machine)
    assert refused.value.code == "E0880"
    assert "-s issue.entries=2" in str(refused.value.help)


def test_passages_by_hand() -> None:
    # D = 12 with turns of 4 and r = 2: E is 7 to 10. A `ret` after it has retired by 9: an end in 11 is the load's own.
    assert list(Passage(12, 11, is_apart=False).retires(4, 2, 9)) == [7, 8, 9, 10]
    assert list(Passage(16, 11, is_apart=True).retires(4, 2, 9)) == [11]
    assert list(Passage(12, 10, is_apart=True).retires(4, 2, 9)) == [7, 8, 9, 10]  # the end may be due to a port


def test_selects_in_turns_by_hand() -> None:
    assert select_offsets(1, 0, 8, 4, turn=4) == (0, 4, 4, 4)  # the unit is busy in the second turn
    assert select_offsets(1, 0, 4, 4, turn=4) == (0, 4, 8, 12)  # it is free again
    # Selected in 0, 4, 8; the second enters when the unit is free, in 9, so that the turn in 8 is lost.
    assert select_offsets(1, 1, 8, 4, turn=4) == (0, 4, 12, 20)
    # Scheduler 0 takes the unit; of its two warps one waits a turn, the ones of scheduler 1 do not.
    assert shared_offsets(2, 2, 0, 8, 4) == (0, 1, 1, 2)
    # Two collectors: selected in 0 and 1, and in 2, when the first enters. The second waits for the unit until 6.
    assert shared_offsets(1, 1, 0, 4, 6, collectors=2) == (0, 1, 2, 3, 3, 3)


def test_bursts_in_turns_by_hand() -> None:
    pipelines = Pipelines(count=1, is_own=False, occupation=3, passage=6, ports=8, stages=1)
    assert turn_offset(Turns(1, 4, 1), pipelines, 0, 3) == (8, False)  # a turn each
    assert turn_offset(Turns(1, 2, 1), pipelines, 0, 3) == (8, False)  # 3 cycles are two turns
    # Two schedulers in one cycle, two instances: both results at once.
    both = Pipelines(count=2, is_own=False, occupation=3, passage=6, ports=1, stages=1)
    assert turn_offset(Turns(2, 1, 1), both, 0, 2) == (1, True)
    # One collector is free again two cycles after a select.
    fast = Pipelines(count=1, is_own=False, occupation=1, passage=6, ports=8, stages=1)
    assert turn_offset(Turns(1, 1, 1, collectors=1), fast, 0, 3) == (4, False)
    assert turn_offset(Turns(1, 1, 1, collectors=2), fast, 0, 3) == (2, False)
