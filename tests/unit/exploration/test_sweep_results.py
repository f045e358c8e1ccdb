"""Results of sweeps as tables, fronts, files and pictures."""

from __future__ import annotations

import csv
import io
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from simt.exploration import Sweep, SweepError, SweepResults, run_sweep
from simt.exploration.records.export import export_bytes, export_format
from simt.views.kit.figure import picture_bytes
from simt.views.studies.sweep_pictures import front_picture, heat_picture, lines_picture
from simt.views.studies.sweep_tables import (
    changes,
    failures,
    front_table,
    headline,
    pivot_table,
    point_table,
    short_names,
)
from tests.examples import nightly_but


@pytest.fixture(scope="module")
def results() -> SweepResults:
    sweep = Sweep.of("fft128", {"banks": [2, 3, 4, 8], "lds.latency": [1, 9], "scheduler": ["paper", "oldest"]})
    return run_sweep(sweep).results


def test_columns(results: SweepResults) -> None:
    assert results.columns[:5] == ("number", "program", "local.banks", "lds.latency", "scheduler.policy")
    assert results.axes == ("local.banks", "lds.latency", "scheduler.policy")
    assert results.counts == {"contradiction": 4, "done": 12}
    assert results.find("banks") == "local.banks"
    assert results.find("policy") == "scheduler.policy"
    assert results.column("banks")[:5] == [2, 2, 2, 2, 3]
    issued = [row["issue_issued"] for row in results]
    assert issued.count(2944) == 12
    assert issued.count(None) == 4
    with pytest.raises(SweepError, match=r"(?s)E0769.*did you mean `cycles`"):
        results.column("cycels")
    with pytest.raises(SweepError, match="holds texts, not numbers"):
        results.numbers("policy")


def test_where(results: SweepResults) -> None:
    some = results.where("banks", "8").where("scheduler", "paper")
    assert some.column("lds.latency") == [1, 9]
    assert some.axes == ("lds.latency",)
    with pytest.raises(SweepError, match=r"no point has local.banks = `5`"):
        results.where("banks", "5")


def test_the_front_is_what_comparing_all_pairs_gives(results: SweepResults) -> None:
    for objectives in (("cycles", "banks"), ("cycles", "-lds.latency"), ("cycles", "banks", "-lds.latency")):
        signs = [-1 if name.startswith("-") else 1 for name in objectives]
        columns = [results.numbers(name.removeprefix("-")) for name in objectives]
        costs = {
            row: tuple(sign * column[row] for sign, column in zip(signs, columns, strict=True))
            for row in range(len(results))
            if results.column("status")[row] == "done"
        }
        beaten = {
            row
            for row, mine in costs.items()
            for other, its in costs.items()
            if all(a <= b for a, b in zip(its, mine, strict=True)) and (its != mine or other < row)
        }
        assert results.front(objectives) == sorted(set(costs) - beaten)


def test_tables(results: SweepResults) -> None:
    assert headline(results) == (
        "fft128: grid over local.banks (4) x lds.latency (2) x scheduler.policy (2): 16 of 16 points, complete"
    )
    assert failures(results) == ["4 points: contradiction", "  local.banks = 3 does not divide local.words = 4096"]
    lines = point_table(results, ["cycles"], sort="cycles", most=3).splitlines()
    assert lines[0].split() == ["local.banks", "lds.latency", "scheduler.policy", "cycles", "status"]
    assert lines[1].split()[0] == "8"
    assert lines[-1].startswith("... 13 more rows")
    last = point_table(results, ["cycles"], sort="-cycles", most=None).splitlines()[-1]
    assert last.split()[-2:] == ["-", "contradiction"]
    table = pivot_table(results, "lds.latency", "banks", "cycles").splitlines()
    assert table[0] == "cycles, the smallest over scheduler.policy"
    assert [line.split()[0] for line in table[2:]] == ["2", "3", "4", "8"]
    assert table[3].split() == ["3", "-", "-"]
    front = front_table(results, ["cycles", "banks"])
    assert front.startswith("Pareto front: 3 of 16 points; small is good: cycles, banks\n")
    with pytest.raises(SweepError, match="two objectives or more"):
        front_table(results, ["cycles"])


def test_csv(results: SweepResults) -> None:
    data = export_bytes(results, ".csv")
    assert data == export_bytes(results, ".csv")
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    assert len(rows) == 16
    assert rows[4]["cycles"] == ""
    assert [int(row["cycles"]) for row in rows if row["cycles"]] == [
        row["cycles"] for row in results if row["cycles"] is not None
    ]
    assert export_format("a/b.CSV") == ".csv"
    with pytest.raises(SweepError, match=r"E0773.*exported as .csv or .parquet, not `x.json`"):
        export_format("x.json")


def test_parquet(results: SweepResults) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    data = export_bytes(results, ".parquet")
    assert data == export_bytes(results, ".parquet")
    table = parquet.read_table(io.BytesIO(data))
    assert table.column_names == list(results.columns)
    assert table.to_pylist() == list(results)
    assert str(table.schema.field("cycles").type) == "int64"
    assert str(table.schema.field("ipc").type) == "double"


def test_parquet_of_mixed_values() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    found = run_sweep(Sweep.of("fft128", {"define.n": [64, "2 * 64"], "options.multiply": [True, False]})).results
    table = parquet.read_table(io.BytesIO(export_bytes(found, ".parquet")))
    assert table["define.n"].to_pylist() == ["64", "64", "2 * 64", "2 * 64"]
    assert table["options.multiply"].to_pylist() == [True, False, True, False]


def test_without_pyarrow(results: SweepResults, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(SweepError, match=r"(?s)E0770.*pip install 'simt\[parquet\]'"):
        export_bytes(results, ".parquet")


def test_an_unfinished_sweep_can_be_shown(tmp_path: Path) -> None:
    sweep = Sweep.of("fft128", {"banks": [2, 4, 8, 16], "fpu.latency": "1..16", "lds.latency": "1..8"})
    run_sweep(sweep, tmp_path / "x", progress=lambda done, size, failed: done > 10)
    found = SweepResults.load(tmp_path / "x")
    assert f"{len(found)} of 512 points, {512 - len(found)} to go" in headline(found)
    point_table(found, ["cycles"])


def test_a_sweep_with_no_results_yet_can_be_shown(tmp_path: Path) -> None:
    run_sweep(Sweep.of("fft128", {"banks": [2, 4]}), tmp_path / "x", progress=lambda *_: True)
    found = SweepResults.load(tmp_path / "x")
    text = headline(found) + point_table(found, ["cycles"])
    assert "of 2 points" in text
    export_bytes(found, ".csv")


@pytest.mark.parametrize("kind", nightly_but(["svg"], ["svg", "png"]))
def test_pictures_have_the_same_bytes_every_time(kind: str, results: SweepResults) -> None:
    pytest.importorskip("matplotlib")
    for draw in (
        lambda: lines_picture(results, "banks", "lds.latency", "cycles"),
        lambda: lines_picture(results, "scheduler", None, "ipc"),
        lambda: heat_picture(results, "lds.latency", "banks", "cycles"),
        lambda: front_picture(results, ["cycles", "banks"]),
    ):
        first = picture_bytes(draw(), kind)
        assert first == picture_bytes(draw(), kind)
        assert len(first) > 2000


def test_pictures_of_nothing_and_of_too_much(results: SweepResults) -> None:
    pytest.importorskip("matplotlib")
    nothing = results.where("banks", "3")
    for draw in (
        lambda: lines_picture(nothing, "lds.latency", None, "cycles"),
        lambda: heat_picture(nothing, "lds.latency", "scheduler", "cycles"),
        lambda: front_picture(nothing, ["cycles", "lds.latency"]),
    ):
        assert picture_bytes(draw(), "svg")
    with pytest.raises(SweepError, match="has two objectives"):
        front_picture(results, ["cycles"])


# --- several kernels, and the first point ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kernels() -> SweepResults:
    sweep = Sweep.of(["dot", "transpose"], {"banks": [1, 4], "alu.latency": [3, 9], "fpu.latency": [4, 8]})
    return run_sweep(sweep).results


def cycles_of(results: SweepResults, kernel: str, **keys: int) -> list[int]:
    wanted = {name.replace("_", "."): value for name, value in keys.items()}
    return [
        row["cycles"] for row in results if row["program"] == kernel and all(row[k] == v for k, v in wanted.items())
    ]


def test_kernels_have_tables_of_their_own(kernels: SweepResults) -> None:
    first, second = pivot_table(kernels, "banks", "alu.latency", "cycles").split("\n\n")
    for name, table in (("dot", first), ("transpose", second)):
        head, _, *rows = table.rstrip("\n").splitlines()
        assert head == f"{name}: cycles, the smallest over fpu.latency"
        for row, latency in zip(rows, (3, 9), strict=True):
            smallest = [min(cycles_of(kernels, name, local_banks=k, alu_latency=latency)) for k in (1, 4)]
            assert row.split() == [str(latency), *map(str, smallest)]
    both = pivot_table(kernels, "program", "banks", "cycles")
    assert both.startswith("cycles, the smallest over alu.latency, fpu.latency\n")
    fronts = front_table(kernels, ["cycles", "banks"]).split("\n\n")
    assert [front.split(":")[0] for front in fronts] == ["dot", "transpose"]
    for name, front in zip(("dot", "transpose"), fronts, strict=True):
        assert f"of {len(cycles_of(kernels, name))} points" in front
        assert str(min(cycles_of(kernels, name))) in front


def test_kernels_have_panels_of_their_own(kernels: SweepResults) -> None:
    pytest.importorskip("matplotlib")
    figure = lines_picture(kernels, "banks", "alu.latency", "cycles")
    assert [axes.get_title("left") for axes in figure.axes] == [
        f"{name}, the smallest over fpu.latency" for name in ("dot", "transpose")
    ]
    for name, axes in zip(("dot", "transpose"), figure.axes, strict=True):
        for line, latency in zip(axes.lines, (3, 9), strict=True):
            assert line.get_label() == f"alu.latency = {latency}"
            smallest = [min(cycles_of(kernels, name, local_banks=k, alu_latency=latency)) for k in (1, 4)]
            assert list(line.get_ydata()) == smallest
    heat = heat_picture(kernels, "banks", "alu.latency", "cycles")
    assert [axes.get_title("left").split(",")[0] for axes in heat.axes if axes.get_title("left")] == [
        "dot",
        "transpose",
    ]
    front = front_picture(kernels, ["cycles", "banks"])
    assert [axes.get_title("left") for axes in front.axes] == ["dot", "transpose"]
    assert len(lines_picture(kernels, "program", "banks", "cycles").axes) == 1


def test_titles_are_broken_and_never_cut(kernels: SweepResults) -> None:
    pytest.importorskip("matplotlib")
    names = [f"kernel_with_a_long_name_{k}" for k in range(8)]
    identity = kernels.facts["identity"]
    plan = {**identity["plan"], "programs": names}
    one = replace(kernels, facts={**kernels.facts, "identity": {**identity, "plan": plan}})
    title = lines_picture(one, "program", "banks", "cycles").axes[0].get_title("left")
    assert title.replace("\n", " ") == ", ".join(names) + ", the smallest over alu.latency, fpu.latency"
    assert max(map(len, title.split("\n"))) <= 64


def test_labels_tell_axes_apart() -> None:
    assert short_names(["local.banks", "alu.latency", "fpu.latency"]) == {
        "local.banks": "banks", "alu.latency": "alu.latency", "fpu.latency": "fpu.latency",
    }  # fmt: skip


def test_points_are_compared_with_the_first_of_their_kernel(kernels: SweepResults) -> None:
    found = changes(kernels)
    rows = list(kernels)
    reasons = [name for name in kernels.columns if name.startswith("issue_")]
    for number, row in enumerate(rows):
        first = next(each for each in rows if each["program"] == row["program"])
        if row is first:
            assert found["vs first"][number] == found["changed most"][number] == ""
            continue
        assert found["vs first"][number] == f"{100 * (row['cycles'] - first['cycles']) / first['cycles']:+.1f} %"
        moved = {name: row[name] - first[name] for name in reasons}
        told = {name: change for name, change in moved.items() if name not in ("issue_idle", "issue_interval")}
        most = max(told.values(), key=abs) or max(moved.values(), key=abs)
        reason, _, change = found["changed most"][number].partition(" ")
        assert (moved[f"issue_{reason}"], int(change)) == (most, most) if most else (reason, change) == ("", "")
    table = point_table(kernels)
    assert table.splitlines()[0].split()[-4:] == ["vs", "first", "changed", "most"]
    assert "vs first" not in point_table(kernels, ["cycles"])


def test_points_that_failed_are_compared_with_nothing(results: SweepResults) -> None:
    found = changes(results)
    failed = [number for number, row in enumerate(results) if row["status"] != "done"]
    assert failed
    assert all(found["vs first"][number] == "" for number in failed)
    assert changes(results.where("banks", "3")) == {}


def test_points_without_ledgers_are_compared_by_their_cycles(results: SweepResults) -> None:
    """As in a file of somebody else's making."""
    kept = [place for place, name in enumerate(results.columns) if not name.startswith("issue_")]
    rows = tuple(tuple(row[place] for place in kept) for row in results.rows)
    found = changes(replace(results, columns=tuple(results.columns[place] for place in kept), rows=rows))
    assert found["vs first"] == changes(results)["vs first"]
    assert not any(found["changed most"])
