"""What a search asks for: objectives, limits, samplers, the default space, plans with a table [explore]."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import simt
from simt.exploration.errors import SweepError
from simt.exploration.plans.axes import axis_of
from simt.exploration.plans.reading import load_plan
from simt.exploration.search.objectives import OBJECTIVES, Measured, find_constraint, find_objectives
from simt.exploration.search.search import CHEAP, DEFAULT_BUDGET, Search, Space, default_space, load_search
from simt.exploration.silicon.parts import PartError, find_part
from simt.exploration.silicon.resources import clock_path, estimate_resources

FFT = {"banks": [2, 4, 8], "warp": [4, 8]}


@contextmanager
def refused(code: str, text: str) -> Iterator[pytest.ExceptionInfo[SweepError]]:
    with pytest.raises(SweepError, match=text) as caught:
        yield caught
    assert caught.value.code == code


def test_every_objective_has_a_value() -> None:
    machine = simt.Machine.load("fpga4")
    silicon = estimate_resources(machine)
    row = {"cycles": 1086, "operations": 4480, "ipc": 0.5, "fpu_efficiency": 0.25, "lds_conflict_cycles": 80}
    row |= {"seconds": 10.5e-6, "transactions": 30, "bytes": 960}
    measured = Measured(silicon, find_part("XC4VLX25"), row)
    values = {name: objective.value(measured) for name, objective in OBJECTIVES.items()}
    time = 1086 / silicon.clock_mhz
    assert values == {
        "cycles": 1086, "time": pytest.approx(time), "luts": silicon.luts, "flip_flops": silicon.flip_flops,
        "slices": silicon.slices, "ramb16": 19, "dsp48": 32, "share": pytest.approx(32 / 48),
        "area_delay": pytest.approx(silicon.slices * time), "conflicts": 80,
        "clock": pytest.approx(silicon.clock_mhz), "ipc": 0.5, "fpu_efficiency": 0.25,
        "mflops": pytest.approx(4480 / time), "nominal_time": pytest.approx(10.5), "transactions": 30, "bytes": 960,
    }  # fmt: skip
    before_run = {name for name, objective in OBJECTIVES.items() if not objective.needs_run}
    assert before_run == {"luts", "flip_flops", "slices", "ramb16", "dsp48", "share", "clock"}
    for name in before_run:
        assert OBJECTIVES[name].value(Measured(silicon, measured.part, {})) == values[name]
    for objective in OBJECTIVES.values():
        if not objective.needs_silicon:
            assert objective.value(Measured(None, measured.part, row)) == values[objective.name]
    assert OBJECTIVES["mflops"].value(Measured(silicon, measured.part, {**row, "operations": None})) is None


def test_the_path_that_sets_the_clock_is_the_clock() -> None:
    for keys in ({}, {"local.banks": 16}, {"warp_size": 16, "lds.lanes": 8}):
        estimate = estimate_resources(simt.Machine.load("fpga4", keys))
        path = clock_path(estimate.machine)
        assert path.base_ns + path.growing_ns == pytest.approx(1000 / estimate.clock_mhz)
        assert path.block in {block.name for block in estimate.blocks}


def test_objectives_by_name() -> None:
    def names(*options: list[str]) -> list[str]:
        return [each.name for each in find_objectives(*options)]

    assert names([], []) == ["time", "slices"]
    assert names(["time, LUTs", "flip-flops"], ["clock"]) == ["time", "luts", "flip_flops", "clock"]
    with refused("E0775", "no objective `slicse`") as caught:
        find_objectives(["time,slicse"], [])
    assert caught.value.help == "did you mean `slices`?"
    for word, meant in (("area", "area_delay"), ("time_us", "time"), ("lut", "luts"), ("dsp", "dsp48")):
        with refused("E0775", f"no objective `{word}`") as caught:
            find_objectives([word], [])
        assert caught.value.help == f"did you mean `{meant}`?"
    with refused("E0775", "--minimise: `fpu_efficiency` is good when it is large") as caught:
        find_objectives(["fpu_efficiency"], [])
    assert caught.value.help == "--maximise fpu_efficiency"
    with refused("E0775", "--maximise: `luts` is good when it is small"):
        find_objectives([], ["luts"])
    with refused("E0775", "named twice"):
        find_objectives(["time", "time"], [])
    with refused("E0775", "there is no objective"):
        find_objectives(["time,"], [])


@pytest.mark.parametrize(
    ("text", "shown", "inside", "outside"),
    [
        ("ramb16<=40", "ramb16 <= 40", 40, 41),
        (" RAMB16 < 40 ", "ramb16 < 40", 39, 40),
        ("clock>=1e2", "clock >= 100", 100, 99.9),
        ("mflops > 250", "mflops > 250", 251, 250),
        ("share<=80%", "share <= 0.8", 0.8, 0.81),
        ("area-delay<0", "area_delay < 0", -1, 0),
    ],
)
def test_limits(text: str, shown: str, inside: float, outside: float) -> None:
    limit = find_constraint(text)
    assert str(limit) == shown
    assert (limit.holds(inside), limit.holds(outside)) == (True, False)
    assert limit.excess(inside) == 0.0
    assert 0 < limit.excess(outside) < math.inf


@pytest.mark.parametrize("text", ["", "ramb16", "ramb16=40", "<=40", "40>=ramb16", "ramb16<=", "ramb16<=4<5"])
def test_texts_that_are_no_limit(text: str) -> None:
    with refused("E0776", "is not a limit") as caught:
        find_constraint(text)
    assert caught.value.help == 'write "ramb16<=40"'


def test_limits_with_wrong_parts() -> None:
    with refused("E0776", "is not a number"):
        find_constraint("ramb16<=forty")
    with refused("E0776", "is not a number"):
        find_constraint("ramb16<=inf")
    with refused("E0775", "--constraint: there is no objective `ram16`") as caught:
        find_constraint("ram16<=40")
    assert caught.value.help == "did you mean `ramb16`?"


def test_the_default_space() -> None:
    search = Search.of("fft128")
    assert search.space.is_default
    assert {axis.name: list(axis.values) for axis in search.space.axes} == default_space()
    assert not Search.of("fft128", FFT).space.is_default
    for name, values in default_space().items():  # every value is good by itself
        assert axis_of(name, values).name == name
    assert search.method == "exhaustive"


def test_which_method_is_used() -> None:
    large = {"banks": "1..65", "lds.latency": "1..64"}
    assert math.prod((64, 65)) > CHEAP
    assert Search.of("fft128", large).method == "nsga2"
    assert Search.of("fft128", large).most_simulated == DEFAULT_BUDGET
    assert Search.of("fft128", large, budget=5000).method == "exhaustive"
    assert Search.of("fft128", large, sampler="exhaustive").most_simulated == 4160
    assert Search.of("fft128", FFT).method == "exhaustive"
    assert Search.of("fft128", FFT, budget=5).method == "nsga2"
    assert Search.of("fft128", FFT, budget=6).method == "exhaustive"
    assert Search.of("fft128", FFT, sampler="random", budget=100).most_simulated == 6


def test_a_space_may_be_larger_than_a_sweep() -> None:
    axes = {f"define.x{k}": list(range(10)) for k in range(12)}
    space = Space.of("fft128", axes)
    assert space.size == 10**12
    assert space.point(987_654_321_098).values == (9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 9, 8)
    with refused("E0774", "more than"):
        Space.of("fft128", {**axes, **{f"define.y{k}": list(range(10)) for k in range(12)}})


def test_numbers_and_places() -> None:
    space = Space.of(["fft128", "fir"], FFT)
    for number in range(space.size):
        places = space.places_of(number)
        assert space.number_of(places) == number
        point = space.point(number)
        assert point.program == space.programs[places[0]]
        assert point.values == tuple(axis.values[k] for axis, k in zip(space.axes, places[1:], strict=True))


def test_searches_that_cannot_be_made() -> None:
    with refused("E0777", "no sampler `nsga`") as caught:
        Search.of("fft128", FFT, sampler="nsga")
    assert caught.value.help == "did you mean `nsga2`?"
    with refused("E0777", "at least one design, not 0"):
        Search.of("fft128", FFT, budget=0)
    with refused("E0777", "has no budget"):
        Search.of("fft128", FFT, sampler="exhaustive", budget=3)
    with refused("E0777", "the seed is from 0"):
        Search.of("fft128", FFT, random_seed=-1)
    with refused("E0777", "of the mode zip"):
        Search.of("fft128", {"banks": [2, 4], "warp": [4, 8]}, mode="zip")
    with refused("E0760", "no machine key `bnks`"):
        Search.of("fft128", {"bnks": [2]})
    with pytest.raises(PartError, match="no part `xc4vlx26`"):
        Search.of("fft128", FFT, part="xc4vlx26")


PLAN = """
program = "fft128"
[sweep]
banks = [2, 4, 8]
[set]
"lds.latency" = 4
[explore]
minimise = ["cycles", "luts"]
maximise = ["clock"]
constraints = ["ramb16 <= 40"]
part = "XC4VSX25"
sampler = "random"
budget = 2
random_seed = 9
"""


def test_plans(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    search = load_search(plan)
    assert search.to_dict() == {
        "space": Space.of("fft128", {"banks": [2, 4, 8]}, settings={"lds.latency": 4}).to_dict(), "designs": 3,
        "minimise": ["cycles", "luts"], "maximise": ["clock"], "constraints": ["ramb16 <= 40"], "part": "XC4VSX25",
        "must_fit": True, "sampler": "random", "budget": 2, "random_seed": 9,
    }  # fmt: skip
    above = load_search(plan, minimise=("time",), maximise=None, budget=3, part=None)
    assert [each.name for each in above.objectives] == ["time"]
    assert (above.budget, above.part.name) == (3, "XC4VSX25")
    plan.write_text('program = "fft128"\n')
    assert load_search(plan).space.is_default
    with refused("E0762", "is one of a search") as caught:
        plan.write_text(PLAN)
        load_plan(plan)
    assert caught.value.help == f"simt explore {plan}"


@pytest.mark.parametrize(
    ("table", "text"),
    [
        ("budgets = 3", "unknown key `budgets`"),
        ('budget = "3"', "`budget` of \\[explore\\] is a whole number"),
        ("budget = true", "`budget` of \\[explore\\] is a whole number"),
        ('minimise = "time"', "`minimise` of \\[explore\\] is an array of objectives"),
        ("minimise = [3]", "`minimise` of \\[explore\\] is an array of objectives"),
    ],
)
def test_plans_that_cannot_be_read(tmp_path: Path, table: str, text: str) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(f'program = "fft128"\n[explore]\n{table}\n')
    with refused("E0762", text):
        load_search(plan)
    plan.write_text('program = "fft128"\nexplore = 3\n')
    with refused("E0762", "`explore` of the plan is a table"):
        load_search(plan)
