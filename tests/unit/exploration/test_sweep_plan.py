"""Plans of sweeps: axes and their values, modes, points, TOML; and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from isa.table.units import PIPELINES
from simt.exploration import Sweep, SweepError
from simt.exploration.plans.axes import axis_of, split_values
from simt.exploration.plans.reading import load_plan
from simt.exploration.plans.sources import Sources


def points(sweep: Sweep) -> list[tuple[Any, ...]]:
    return [(point.program, *point.values) for point in map(sweep.point, range(sweep.size))]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("2,4,8", (2, 4, 8)),
        ("2, 4 ,8", (2, 4, 8)),
        ("1..4", (1, 2, 3, 4)),
        ("1..8..3", (1, 4, 7)),
        ("2..64*2", (2, 4, 8, 16, 32, 64)),
        ("1,4..6,10..20..5", (1, 4, 5, 6, 10, 15, 20)),
    ],
)
def test_values_of_numbers(text: str, values: tuple[int, ...]) -> None:
    assert axis_of("banks", text).values == values


def test_values_of_other_kinds() -> None:
    assert axis_of("scheduler", "paper,oldest").values == ("paper", "oldest")
    assert axis_of("options.multiply", "true,no").values == (True, False)
    assert axis_of("clock_mhz", "100,107.5").values == (100, 107.5)
    assert axis_of("define.n", "64,2.5,m * 2").values == (64, 2.5, "m * 2")
    assert axis_of("machine", "fpga4, fpga8").values == ("fpga4", "fpga8")
    assert axis_of("threads", "1..3").values == (1, 2, 3)


def test_values_that_are_arrays() -> None:
    one = axis_of("retire.priority", "lds,fpu,alu,control")
    assert one.values == (("lds", "fpu", "alu", "control"),)
    two = axis_of("retire.priority", "[lds,fpu,alu,control],[alu,fpu,lds,control]")
    assert two.values == (("lds", "fpu", "alu", "control"), ("alu", "fpu", "lds", "control"))
    assert split_values('a,"b,c",[d,e]') == ["a", '"b,c"', "[d,e]"]


def test_names_are_the_full_keys() -> None:
    assert [axis_of(word, "4").name for word in ("warp", "banks", "lds.latency", "depth")[:3]] == [
        "warp_size", "local.banks", "lds.latency",
    ]  # fmt: skip


def test_a_grid_runs_its_last_axis_fastest_and_programs_outermost() -> None:
    sweep = Sweep.of(["dot", "fir"], {"banks": [2, 4], "warp": [4, 8]})
    assert sweep.size == 8
    assert points(sweep)[:5] == [("dot", 2, 4), ("dot", 2, 8), ("dot", 4, 4), ("dot", 4, 8), ("fir", 2, 4)]


def test_a_zip_takes_values_together_and_repeats_single_ones() -> None:
    sweep = Sweep.of("dot", {"banks": [2, 4, 4], "warp": [4, 8, 8], "scheduler": ["oldest"]}, mode="zip")
    assert points(sweep) == [("dot", 2, 4, "oldest"), ("dot", 4, 8, "oldest"), ("dot", 4, 8, "oldest")]


def test_a_random_sweep_draws_different_points_and_the_same_every_time() -> None:
    axes = {"banks": "1..16", "fpu.latency": "1..16", "define.n": [64, 128]}
    sweep = Sweep.of(["dot", "fir"], axes, mode="random", count=300, random_seed=5)
    assert sweep.size == 300
    assert len(set(points(sweep))) == 300
    assert set(points(sweep)) <= set(points(Sweep.of(["dot", "fir"], axes)))
    assert points(sweep) == points(Sweep.of(["dot", "fir"], axes, mode="random", count=300, random_seed=5))
    assert points(sweep) != points(Sweep.of(["dot", "fir"], axes, mode="random", count=300, random_seed=6))
    assert points(sweep)[:2] == PINNED  # the draw is part of what a results file means: it must not change
    everything = Sweep.of("dot", {"banks": "1..7"}, mode="random", count=7)
    assert sorted(points(everything)) == [("dot", k) for k in range(1, 8)]


PINNED = [("dot", 15, 2, 128), ("fir", 1, 14, 64)]


def test_a_sweep_without_axes_is_one_point() -> None:
    assert points(Sweep.of("dot")) == [("dot",)]
    assert points(Sweep.of("dot", mode="zip")) == [("dot",)]


@pytest.mark.parametrize("mode", ["grid", "zip", "random"])
def test_a_plan_comes_back_from_its_dictionary(mode: str) -> None:
    sweep = Sweep.of(
        ["dot", "fir"], {"banks": [2, 4], "define.n": [64, 128], "retire.priority": "lds,fpu,alu,control"},
        mode=mode, count=3 if mode == "random" else None, settings={"local.words": 8192}, defines={"m": 3},
        machine="fpga8", threads=8, seed=4, max_cycles=1000, oracle=False,
    )  # fmt: skip
    again = Sweep.from_dict(sweep.to_dict())
    assert again.to_dict() == sweep.to_dict()
    assert points(again) == points(sweep)


def test_a_plan_from_toml(tmp_path: Path) -> None:
    (tmp_path / "own.s").write_text(".threads 4\nret\n")
    path = tmp_path / "plan.toml"
    path.write_text(
        'programs = ["own.s", "dot"]\nmachine = "fpga8"\nmode = "grid"\nthreads = 4\n'
        '[sweep]\nbanks = [2, 4]\nlatency = "1..2"\n[sweep.scheduler]\npolicy = ["paper", "oldest"]\n'
        '[set]\n"local.words" = 4096\n[define]\nn = 3\n'.replace("latency", '"lds.latency"')
    )
    sweep = load_plan(path)
    assert sweep.programs == (str(tmp_path / "own.s"), "dot")
    assert [axis.name for axis in sweep.axes] == ["local.banks", "lds.latency", "scheduler.policy"]
    assert (sweep.size, sweep.threads, sweep.settings, sweep.defines) == (16, 4, {"local.words": 4096}, {"n": 3})


@pytest.mark.parametrize(
    ("axes", "code", "message"),
    [
        ({"bnks": [2]}, "E0760", "did you mean `banks`?"),
        (
            {"latency": [2]},
            "E0760",
            f"write {', '.join(f'`{unit}.latency`' for unit in PIPELINES)}, ",
        ),
        ({"zzz": [2]}, "E0760", "`simt machine schema` lists the keys"),
        ({"banks": [2], "local.banks": [4]}, "E0760", "`local.banks` is given twice: `2` and `4`"),
        ({"banks": [2, 400]}, "E0761", "`local.banks` is 1 to 256, not `400`"),
        ({"banks": ["x"]}, "E0761", "`local.banks` is a whole number, not"),
        ({"scheduler": "paper,oldst"}, "E0761", "did you mean `oldest`?"),
        ({"banks": [2, 2]}, "E0761", "has the value `2` twice"),
        ({"banks": []}, "E0761", "`local.banks` has no values"),
        ({"banks": "2,,4"}, "E0761", "a value is missing in `2,,4`"),
        ({"banks": "4..2"}, "E0761", "write the smaller number first"),
        ({"banks": "1..8..0"}, "E0761", "never ends"),
        ({"banks": "1..8*1"}, "E0761", "never ends"),
        ({"threads": [0]}, "E0761", "`threads` is a whole number from 1 up, not `0`"),
        ({"define.n": [True]}, "E0761", "`define.n` cannot be `True`"),
        ({"machine": [3]}, "E0761", "`machine` cannot be `3`"),
        ({"define.n": f"1..{'9' * 5000}"}, "E0774", "too many digits"),
        ({"define.n": f"1..64*{'9' * 5000}"}, "E0774", "too many digits"),
        ({"define.n": f"1..64..{'9' * 5000}"}, "E0774", "too many digits"),
        ({"define.n": "1..99999999"}, "E0774", "has more than 100000 values"),
    ],
)
def test_axes_that_are_refused(axes: dict[str, Any], code: str, message: str) -> None:
    with pytest.raises(SweepError) as caught:
        Sweep.of("dot", axes)
    assert caught.value.code == code
    assert message in str(caught.value)


def test_of_many_wrong_values_some_are_told() -> None:
    with pytest.raises(SweepError, match="not `257`") as caught:
        Sweep.of("dot", {"banks": "1..64000"})
    assert len(caught.value.diagnostics) < 20


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        ({"programs": []}, "E0774", "at least one kernel"),
        ({"programs": ["dot", "dot"]}, "E0774", "named twice"),
        ({"mode": "gird"}, "E0762", "did you mean `grid`?"),
        ({"mode": "random"}, "E0774", "which needs one"),
        ({"count": 3}, "E0774", "belongs to a random sweep"),
        ({"mode": "random", "count": 5}, "E0774", "5 different points cannot be drawn: the grid has 4"),
        ({"mode": "random", "count": 0}, "E0774", "0 different points"),
        ({"mode": "zip", "axes": {"banks": [1, 2], "warp": [1, 2, 4]}}, "E0774", "local.banks 2, warp_size 3"),
        ({"settings": {"banks": 2}}, "E0760", "swept and fixed at once"),
        ({"settings": {"warps": 2000}}, "E0761", "`warps` is 1 to 64"),
        ({"settings": {"threads": 2}}, "E0760", "`threads` is not a machine key"),
        ({"threads": 0}, "E0761", "`threads` is at least 1"),
        ({"axes": {"define.a": "1..9999", "define.b": "1..9999"}}, "E0774", "--mode random --count"),
    ],
)
def test_plans_that_are_refused(options: dict[str, Any], code: str, message: str) -> None:
    with pytest.raises(SweepError) as caught:
        Sweep.of(options.pop("programs", "dot"), options.pop("axes", {"banks": [1, 2, 4, 8]}), **options)
    assert caught.value.code == code
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("programs = [", "E0762", "not TOML"),
        ('program = "dot"\nsweeep = {}', "E0762", "did you mean `sweep`?"),
        ('program = "dot"\nbanks = 3', "E0762", "put it below [sweep] or [set]"),
        ('program = "dot"\nthreads = "many"', "E0762", "`threads` of the plan is a whole number, not `many`"),
        ('program = "dot"\nthreads = true', "E0762", "`threads` of the plan is a whole number"),
        ('programs = ["dot", 3]', "E0762", "kernels and folders are texts, not `3`"),
        ('program = "dot"\nschema = "simt.sweep-plan/0"', "E0767", "is of the form `simt.sweep-plan/0`"),
        ('program = "dot"\n[define]\nn = [1]', "E0761", "`define.n` is a number"),
        ('program = "dot"\n[sweep]\nbnks = [1]', "E0760", "did you mean `banks`?"),
        ('program = "dot"\n[sweep]\nbanks = [1, 1000]', "E0761", "`local.banks` is 1 to 256"),
    ],
)
def test_files_that_are_refused(text: str, code: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(text)
    with pytest.raises(SweepError) as caught:
        load_plan(path)
    assert caught.value.code == code
    assert message in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SweepError, match="no such file"):
        load_plan(tmp_path / "none.toml")
    with pytest.raises(SweepError, match="is a directory"):
        load_plan(tmp_path)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(SweepError, match="byte 0 is not UTF-8"):
        load_plan(tmp_path / "bytes.toml")


def test_a_symbol_that_no_kernel_has() -> None:
    with pytest.raises(SweepError) as caught:
        Sources(Sweep.of(["fft128", "dot"], {"define.nn": [1]}))
    assert caught.value.code == "E0760"
    assert "did you mean `n`?" in str(caught.value)
    with pytest.raises(SweepError, match="not standard input"):
        Sources(Sweep.of("-"))


def test_machines_are_looked_at_before_the_first_run() -> None:
    from simt.machine import MachineError

    with pytest.raises(MachineError, match="did you mean `fpga8`"):
        Sources(Sweep.of("dot", {"machine": ["fpga4", "fpg8"]}))
