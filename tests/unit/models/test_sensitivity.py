"""How a prediction moves with the keys of a machine and the counts of a launch."""

from __future__ import annotations

from dataclasses import replace

import pytest

import simt
from simt.machine import Machine
from simt.machine.keys import keys
from simt.models.refined import Profile, Repeats, model, predict, predict_more
from simt.models.refined.account import Spent
from simt.models.refined.launch import walked
from simt.models.sensitivity import Moved, counts_moved, key_moved, numeric_keys, values_near
from simt.verbs.model_sensitivity import Sensitivity

COUNTS = ("alu issues", "fpu issues", "lds issues", "LDS passes")


@pytest.fixture(scope="module")
def found() -> Sensitivity:
    return simt.model_sensitivity("fft128", "fpga4")


def move(found: Sensitivity, name: str) -> Moved:
    (only,) = (one for one in found.moves if one.name == name)
    return only


def test_values_near_a_value() -> None:
    latency = keys()["fpu.latency"]  # 1 to 64
    assert list(values_near(40, latency))[:3] == [44, 45, 46]
    assert next(values_near(1, latency)) == 2
    assert next(values_near(64, latency)) == 58  # none above is within the bounds
    assert list(values_near(4, keys()["warp_size"])) == [8, 2]  # no machine has warps of 5 lanes
    assert list(values_near(10.0, keys()["memory.bytes_per_cycle"])) == pytest.approx([11.0, 9.0])


def test_keys_that_are_0_are_left_out() -> None:
    machine = Machine.load("gtx280")
    names = numeric_keys(machine)
    assert machine.front_end.stages == 0
    assert "front_end.stages" not in names
    assert {"alu.latency", "local.banks", "memory.queue", "cores"} <= names.keys()
    assert not {"name", "scheduler.policy"} & names.keys()


def test_a_key_takes_the_nearest_value_that_the_machine_takes() -> None:
    """The lanes of a datapath divide the warp: of 8 lanes of a warp of 32 the next number is 16, of 4 of 4 it is 2."""
    device, core = Machine.load("gtx280"), Machine.load("fpga4")
    moved = key_moved(device, keys()["fpu.lanes"], 100.0, lambda machine: 100.0 + machine.fpu.lanes)
    assert moved == Moved("fpu.lanes", "key", 8, 16, 116.0, 0.16)
    assert key_moved(core, keys()["fpu.lanes"], 1.0, lambda machine: 1.0).after == 2


def test_a_key_without_a_valid_value_stays() -> None:
    def refuse(machine: Machine) -> float:
        raise simt.SimtError("does not fit")

    moved = key_moved(Machine.load("fpga4"), keys()["warps"], 7.0, refuse)
    assert moved == Moved("warps", "key", 16, None, 7.0, 0.0)


def test_each_row_is_a_prediction_of_the_changed_machine(found: Sensitivity) -> None:
    assert found.cycles == simt.model("fft128", "fpga4").cycles
    for name in ("fpu.latency", "local.banks", "retire.ports"):
        row = move(found, name)
        assert row.cycles == pytest.approx(simt.model("fft128", "fpga4", set={name: row.after}).cycles)
        assert row.change == pytest.approx(row.cycles / found.cycles - 1)


def test_the_largest_effect_is_first(found: Sensitivity) -> None:
    effects = [abs(row.change) for row in found.moves]
    assert effects == sorted(effects, reverse=True)
    assert effects[0] > 0
    assert move(found, "program.words").change == 0


def test_counts_move() -> None:
    profile = Profile.of_static(simt.model_analysis("fft128", "fpga4"))
    *units, passes = counts_moved(predict(profile))
    assert [unit.name for unit in units] == ["alu issues", "fpu issues", "lds issues"]
    issued = profile.issued_by_unit  # the ALU executes control instructions, too
    assert [unit.before for unit in units] == [issued["alu"] + issued["control"], issued["fpu"], issued["lds"]]
    for unit in units:
        assert unit.after == pytest.approx(1.1 * unit.before, rel=0.02)
        assert unit.change > 0
    assert (passes.name, passes.before) == ("LDS passes", sum(profile.passes))
    assert passes.after == pytest.approx(1.1 * passes.before, rel=0.03)
    assert passes.change > 0


def test_moved_counts_are_walked_as_far_as_the_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    predicted = replace(predict(Profile.of_static(simt.model_analysis("fft128", "fpga4"))), effort=12000)
    efforts = []

    def watched(profile: Profile, repeats: Repeats | None = None, effort: int | None = None) -> tuple[Spent, int]:
        efforts.append(effort)
        return walked(profile, repeats, effort)

    monkeypatch.setattr(model, "walked", watched)
    moves = list(counts_moved(predicted))
    assert efforts == [12000] * len(moves) != []


def test_a_repeated_step_is_walked_twice() -> None:
    """One warp, by hand: `add`, `add`, `ret` take 7 + 7 + 5 cycles, and the first add again 7 more."""
    program = simt.assemble("add.u32 r1, r1, 1\nadd.u32 r1, r1, 1\nret")
    profile = Profile.measured(program, Machine.load("fpga4"), 4, [1, 1, 1], [0, 0, 0], [4, 4, 4])
    repeats = Repeats("alu", 10)
    assert predict_more(profile, repeats).cycles == 7 + 7 + 7 + 5
    assert repeats.again == 1
    assert predict_more(profile, Repeats("sfu", 10)).cycles == predict(profile).cycles


def test_all_keys_and_counts_are_in_the_data(found: Sensitivity) -> None:
    data = found.to_dict()
    assert {row["name"] for row in data["moves"]} == {*numeric_keys(Machine.load("fpga4")), *COUNTS}
    assert len(found.table) == len(data["moves"])
    lines = str(found).splitlines()
    assert lines[0] == "fft128 on fpga4 by refined: 3823 cycles"
    assert max(map(len, lines)) <= 80
    still = sum(row.after is not None and not row.change for row in found.moves)
    assert any(line.startswith(f"  {still} without effect: ") for line in lines)


def test_progress_may_end_it() -> None:
    with pytest.raises(KeyboardInterrupt):
        simt.model_sensitivity("dot", "fpga4", progress=lambda done: done == 2)
