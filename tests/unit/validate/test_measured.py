"""Measurements of hardware: their file, the mistakes of its lines, and the three errors."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import simt
from isa.reporting.diagnostics import ArgumentError
from simt.files import FileError
from simt.launch.programs import shipped_program
from simt.validate.errors import CompareError
from simt.validate.measured import PARTS
from simt.validate.measured_file import read_measured


def written(folder: Path, *lines: str, name: str = "m.csv") -> Path:
    path = folder / name
    path.write_text("\n".join(lines) + "\n")
    return path


def test_the_columns_are_settings_of_the_launch(tmp_path: Path) -> None:
    head = "kernel, device,threads,define.n,in.k,lds.latency,cycles,source"
    file = read_measured(written(tmp_path, "# ours", head, "fft128,fpga4,64,2,3,5,12.5,a board"))
    (line,) = file.lines
    assert file.mistakes == ()
    assert (line.number, line.value, line.unit, line.source) == (3, 12.5, "cycles", "a board")
    assert dict(line.point.axes) == {"lds.latency": 5, "define.n": 2, "threads": 64, "in.k": 3}
    assert line.point.machine is not None
    assert line.point.machine.lds.latency == 5


@pytest.mark.parametrize(
    ("unit", "value"),
    [("seconds", "2e-6"), ("milliseconds", "2e-3"), ("microseconds", "2"), ("nanoseconds", "2000")],
)
def test_times_become_cycles_by_the_clock(tmp_path: Path, unit: str, value: str) -> None:
    (line,) = read_measured(written(tmp_path, f"kernel,device,{unit}", f"fft128,gtx280,{value}")).lines
    assert line.cycles == pytest.approx(2592)


def test_a_launch_that_is_measured_twice_is_simulated_once(tmp_path: Path) -> None:
    lines = ["kernel,device,banks,cycles", "fft128,fpga4,,3800", "fft128,fpga4,2,5000", "fft128,fpga4,,3900"]
    comparison = simt.compare(measured=written(tmp_path, *lines), jobs=1)
    assert len(comparison.points) == 2
    assert comparison.measurements is not None
    assert [(row.line.number, row.measured) for row in comparison.measurements.held] == [
        (2, 3800), (3, 5000), (4, 3900)
    ]  # fmt: skip


def test_files_are_looked_for_beside_the_measurements(tmp_path: Path) -> None:
    shutil.copy(shipped_program("fft128"), tmp_path / "mine.s")
    (tmp_path / "mine.toml").write_text('base = "fpga4"\n')
    (line,) = read_measured(written(tmp_path, "kernel,device,cycles", "mine.s,mine.toml,1")).lines
    assert (line.point.kernel, line.point.machine_name) == (str(tmp_path / "mine.s"), str(tmp_path / "mine.toml"))


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("fft129,fpga4,,,1,,,", "E0650", "there is no kernel `fft129`"),
        ("fft128,fpga99,,,1,,,", "E0406", "there is no machine `fpga99`"),
        (",fpga4,,,1,,,", "E0825", "it has no kernel"),
        ("fft128,,,,1,,,", "E0825", "it has no device"),
        ("fft128,fpga4,,,,,,", "E0825", "it has no measurement"),
        ("fft128,fpga4,,,1,1,,", "E0825", "it has cycles and seconds: one measurement has one unit"),
        ("fft128,fpga4,,,3.2 ms,,,", "E0825", "`cycles` is a number above 0, not `3.2 ms`"),
        ("fft128,fpga4,,,nan,,,", "E0825", "not `nan`"),
        ("fft128,fpga4,,,-1,,,", "E0825", "not `-1`"),
        ("fft128,fpga4,,,0,,,", "E0825", "not `0`"),
        ("fft128,fpga4,,,1_0,,,", "E0825", "not `1_0`"),
        ("fft128,fpga4,,,1,,2,", "E0825", "its column `hours` is not a unit"),
        ("fft128,fpga4,,,1,,,7", "E0825", "its column `seed` is not a unit"),
        ("fft128,fpga4,8y8,,1,,,", "E0761", "`local_size` is a number of work-items"),
        ("fft128,fpga4,,x,1,,,", "E0761", "lds.latency"),
        ("fft128,fpga4,1", "E0825", "it has 3 cells, and the first line names 8 columns"),
    ],
)
def test_a_line_that_cannot_be_used_is_named_and_the_others_stay(
    tmp_path: Path, line: str, code: str, words: str
) -> None:
    head = "kernel,device,local_size,lds.latency,cycles,seconds,hours,seed"
    file = read_measured(written(tmp_path, head, line, "fft128,fpga4,,,3800,,,"))
    assert [each.number for each in file.lines] == [3]
    (mistake,) = file.mistakes
    assert (mistake.number, mistake.code) == (2, code)
    assert words in mistake.reason


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["fft128,fpga4,3800"], "line 1 of `.*` names no column for kernel, device and a unit"),
        (["kernel,device,second", "fft128,fpga4,1"], "names no column for a unit"),
        (["kernel;device;cycles", "fft128;fpga4;1"], "names no column for kernel, device and a unit"),
        (["kernel,device,cycles,cycles", "fft128,fpga4,1,2"], "names the column `cycles` twice"),
        (["kernel,device,cycles"], "has no launches"),
        ([""], "line 1 of `.*` names no column"),
        (["kernel,device,cycles", '"fft128,fpga4,1'], "line 2 of `.*` is not CSV"),
    ],
)
def test_a_file_without_a_head_is_refused(tmp_path: Path, lines: list[str], words: str) -> None:
    with pytest.raises(CompareError, match=words) as caught:
        read_measured(written(tmp_path, *lines))
    assert caught.value.code == "E0824"


def test_a_wrong_unit_has_a_way_out(tmp_path: Path) -> None:
    with pytest.raises(CompareError) as caught:
        read_measured(written(tmp_path, "kernel,device,second", "fft128,fpga4,1"))
    assert caught.value.help == "did you mean `seconds`?"


@pytest.mark.parametrize(("mark", "words"), [(";", "not `;`"), ("\t", "not tabs")])
def test_another_separator_is_named(tmp_path: Path, mark: str, words: str) -> None:
    with pytest.raises(CompareError) as caught:
        read_measured(written(tmp_path, f"kernel{mark}device{mark}cycles", f"fft128{mark}fpga4{mark}1"))
    assert caught.value.help == f"commas stand between the cells of a line, {words}"


def test_a_wrong_key_has_a_way_out(tmp_path: Path) -> None:
    file = read_measured(written(tmp_path, "kernel,device,cycles,local.bank", "fft128,fpga4,1,4"))
    assert file.mistakes[0].help == "did you mean `local.banks`?"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileError):
        read_measured(tmp_path / "none.csv")


@pytest.fixture(scope="module")
def comparison(tmp_path_factory: pytest.TempPathFactory) -> simt.Comparison:
    lines = ["kernel,device,define.N,cycles", "fft128,fpga4,,4000", "fft128,fpga4,many,4000", "fir,fpga4,,2000"]
    path = written(tmp_path_factory.mktemp("measured"), *lines)
    return simt.compare(measured=path, models=["refined", "bounds"], jobs=1)


def test_the_errors_add_up_and_are_shares_of_the_measurement(comparison: simt.Comparison) -> None:
    outcome = comparison.measurements
    assert outcome is not None
    assert [(row.line.number, row.model) for row in outcome.held] == [
        (2, "refined"), (2, "bounds"), (4, "refined"), (4, "bounds")
    ]  # fmt: skip
    first = outcome.held[0]
    assert (first.simulated, first.counted, first.static) == (3828, 3823, 3823)
    assert list(first.errors.values()) == pytest.approx([-172 / 4000, -5 / 4000, 0, -177 / 4000])
    for row in outcome.held:
        *parts, whole = (row.errors[part] for part in PARTS)
        assert sum(part for part in parts if part is not None) == pytest.approx(whole)
    means = outcome.means("refined")
    errors = [row.errors["machine"] for row in outcome.held if row.model == "refined"]
    assert means["machine"] == pytest.approx(sum(abs(error) for error in errors if error is not None) / 2)


def test_a_launch_that_does_not_run_is_named(comparison: simt.Comparison) -> None:
    outcome = comparison.measurements
    assert outcome is not None
    assert [(each.number, each.code) for each in outcome.mistakes] == [(3, "E0825")]
    assert outcome.lines == 3


def test_text_rows_json_and_page(comparison: simt.Comparison) -> None:
    text = str(comparison)
    assert text.startswith("2 of 3 lines of ")
    assert "line 3: E0825" in text
    assert max(map(len, text.splitlines()[1:])) <= 80  # the first names the file
    rows = comparison.records()
    assert [row["line"] for row in rows] == [2, 2, 4, 4, 3]
    assert len({tuple(row) for row in rows}) == 1
    assert comparison.table["measured"][0] == 4000
    data = comparison.to_dict()["measured"]
    assert data["rows"][0]["cycles"] == {"measured": 4000, "simulated": 3828, "counted": 3823, "static": 3823}
    assert data["mistakes"][0]["line"] == 3
    page = comparison.page()
    assert "refined against the measurements" in page
    assert "line 2: fft128 on fpga4: 4000 cycles" in page
    assert "line 3: E0825" in page
    assert "compared" in comparison._repr_html_()


@pytest.mark.parametrize(
    "words",
    [
        {"kernels": "fft128"}, {"machines": "fpga4"}, {"banks": 8}, {"counts": "static"}, {"suite": "all"},
        {"threads": 8}, {"plot": "crossover"}, {"inputs": {"x": 1}}, {"oracle": "o.py"},
    ],
)  # fmt: skip
def test_a_file_has_its_own_kernels_and_sizes(tmp_path: Path, words: dict[str, object]) -> None:
    with pytest.raises(ArgumentError, match="a file of measurements has its kernels"):
        simt.compare(measured=written(tmp_path, "kernel,device,cycles", "fft128,fpga4,1"), **words)  # type: ignore[arg-type]
