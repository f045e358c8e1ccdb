"""Sweeps over launches on a device: sizes as axes, what a row says of them, sizes that do not go together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import simt
from simt.exploration import Sweep, SweepError, SweepResults, run_sweep
from simt.exploration.plans.axes import axis_of
from simt.exploration.plans.plan import PLAN_SCHEMA
from simt.exploration.search.search import Search
from simt.exploration.sessions.exploring import run_search
from simt.exploration.silicon.resources import ResourceError
from simt.launch.oracle import Oracle
from simt.views.studies.explore_tables import exploration_json, exploration_text
from tests.commands import invoke


@pytest.fixture(scope="module")
def results() -> SweepResults:
    sizes = {"local_size": [16, "16x8", "4x4", 7, "16x64"], "define.n": [16, 32]}
    return run_sweep(Sweep.of("mm_global", sizes, machine="gtx280_core"), jobs=1).results


def row_of(results: SweepResults, **values: object) -> dict[str, object]:
    (found,) = (row for row in results if all(row[name] == value for name, value in values.items()))
    return found


@pytest.mark.parametrize("local_size", [16, "16x8", "4x4"])
def test_a_row_is_what_a_run_of_these_sizes_gives(results: SweepResults, local_size: int | str) -> None:
    row = row_of(results, local_size=local_size, **{"define.n": 16})
    program = simt.load_program("mm_global", defines={"n": 16})
    oracle = Oracle.beside(simt.find_program("mm_global"))
    assert oracle is not None
    sides = [int(side) for side in str(local_size).split("x")]
    result = simt.run(program, "gtx280_core", inputs=oracle.inputs(program, 1), global_size=(16, 16), local_size=sides)
    assert row["status"] == "done"
    assert row["cycles"] == result.cycles
    assert (row["global_size"], row["local_size"]) == ("16x16", local_size)
    assert (row["groups"], row["places"]) == (result.groups, result.places)
    assert (row["transactions"], row["bytes"]) == (result.traffic.totals[1], result.traffic.totals[2])


def test_sizes_that_do_not_go_together_are_rows_with_the_reason(results: SweepResults) -> None:
    assert len(results) == 10
    row = row_of(results, local_size=7, **{"define.n": 16})
    assert (row["status"], row["code"], row["cycles"]) == ("sizes", "E0505", None)
    assert "the local size 7 does not divide the global size 16x16" in str(row["reason"])
    row = row_of(results, local_size="16x64", **{"define.n": 32})
    assert (row["status"], row["code"]) == ("sizes", "E0505")
    (large,) = run_sweep(Sweep.of("mm_global", {"define.n": [64]}, machine="gtx280_core", local_size="32x64")).results
    assert (large["status"], large["code"], large["groups"]) == ("unfit", "E0501", 2)
    assert "2048 threads" in large["reason"]


def test_a_trap_tells_line_and_buffer(tmp_path: Path) -> None:
    lines = (".buffer y, u32, 100", "shl.b32 r0, global_id, 2", "st.global [r0 + y], r0", "ret")
    (tmp_path / "out.s").write_text("\n".join(lines))
    outcome = run_sweep(
        Sweep.of(str(tmp_path / "out.s"), {"local_size": [32], "global_size": [128]}, machine="gtx280_core")
    )
    (row,) = outcome.results
    assert (row["status"], row["code"]) == ("global_address", "T011")
    assert str(row["reason"]).endswith(" at instruction 1 of warp 3 (out.s:3), byte 400 of y")


def test_a_plain_run_is_one_group() -> None:
    (row,) = run_sweep(Sweep.of("fir", {"machine": ["fpga8"]}), jobs=1).results
    found = [row[name] for name in ("global_size", "local_size", "groups", "places", "transactions", "bytes")]
    assert found == ["64", "64", 1, 1, 0, 0]


def test_sizes_of_a_plan() -> None:
    sweep = Sweep.of("mm_global", {"global_size": "64x64,128x128"}, local_size="16x4")
    assert sweep.axes[0].values == ("64x64", "128x128")
    assert sweep.to_dict()["local_size"] == "16x4"
    assert Sweep.from_dict(sweep.to_dict()).to_dict() == sweep.to_dict()
    assert Sweep.from_dict({"schema": PLAN_SCHEMA, "program": "fir", "global_size": [64, 2]}).global_size == "64x2"
    assert "local_size" not in Sweep.of("fir", {"banks": [2]}).to_dict()  # as before there were any
    assert axis_of("local_size", "256x1,16x16").values == (256, "16x16")


@pytest.mark.parametrize(
    ("axes", "options", "message"),
    [
        (
            {"local_size": "16x"},
            {},
            "`local_size` is a number of work-items from 1 up, or two or three with x between, not `16x`",
        ),
        ({"local_size": "16x16x2x2"}, {}, "not `16x16x2x2`"),
        ({"local_size": [True]}, {}, "not `True`"),
        ({"local_size": "0"}, {}, "not `0`"),
        ({"local_size": "16"}, {"threads": 16}, "threads and local_size both say"),
        ({"local_size": "16", "threads": [4]}, {}, "threads and local_size both say"),
        ({"local_size": "16"}, {"local_size": 8}, "`local_size` is swept and fixed at once"),
        ({"banks": [2]}, {"global_size": "x"}, "`global_size` is a number of work-items"),
    ],
)
def test_sizes_that_are_none(axes: dict[str, Any], options: dict[str, Any], message: str) -> None:
    with pytest.raises(SweepError) as caught:
        Sweep.of("fir", axes, **options)
    assert message in str(caught.value)


def test_the_command_line(tmp_path: Path) -> None:

    file = str(tmp_path / "x.sqlite")
    done = invoke("sweep", "mm_global", "-m", "gtx280_core", "-D", "n=16", "-l", "16,8x8,5", "-o", file, status=0)
    assert "1 point: sizes" in done.stdout
    shown = invoke("sweep", "show", file, "--value", "groups", "--value", "transactions")
    assert [line.split()[:2] for line in shown.stdout.splitlines()[-4:]] == [
        ["local_size", "groups"], ["16", "16"], ["8x8", "4"], ["5", "-"],
    ]  # fmt: skip
    shown = invoke("sweep", "show", file)  # a table shows the traffic where there is any
    assert shown.stdout.splitlines()[-4].split() == [
        "local_size", "cycles", "ipc", "fpu_efficiency", "groups", "places", "transactions", "bytes", "status",
        "vs", "first", "changed", "most",
    ]  # fmt: skip
    refused = invoke("sweep", "mm_global", "-m", "gtx280_core", "-l", "16,,8", status=2)
    assert "a value is missing" in refused.stderr


def test_a_search_over_devices_asks_for_what_needs_no_silicon() -> None:
    axes = {"local_size": [16, "8x4"], "memory.channels": [1, 8], "define.n": [16]}
    found = run_search(Search.of("mm_global", axes, machine="gtx280_core", minimise=["cycles", "bytes"]))
    assert len(found.good) == 4
    best = found.front[0][0]
    assert best.values == (best.row["cycles"], best.row["bytes"])
    assert best.silicon is None
    assert best.limit is None
    text = exploration_text(found)
    assert "bound by" in text
    assert "takes most of" not in text
    design = exploration_json(found)["front"][0]
    assert (design["resources"], design["clock_mhz"], design["sizes"]["groups"]) == (None, None, best.row["groups"])
    for asked in ({"minimise": ["time"]}, {"minimise": ["cycles"], "constraints": ["slices<9"]},
                  {"minimise": ["cycles"], "part": "XC4VLX25"}):  # fmt: skip
        with pytest.raises(ResourceError, match="gtx280_core has an SFU, a DPU, global memory,") as caught:
            run_search(Search.of("mm_global", axes, machine="gtx280_core", **asked))
        assert "--minimise cycles,transactions" in (caught.value.help or "")
