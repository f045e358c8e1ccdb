"""`simt run`, `trace`, `report` and `sweep` with --global-size and --local-size: launches on devices."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.commands import invoke
from tests.scale import SCALE

ORACLE = """\
TOLERANCE = 0
def launch(program):
    return 128, 32
def inputs(program, rng, launch):
    count = launch.size[0]
    return {"x": rng.standard_normal(count).astype("float32"), "y": [0.0] * count}
def expected(program, inputs):
    return {"y": 2 * inputs["x"]}
def operations(program, launch):
    return launch.size[0]
"""
DEVICE = ("-m", "fpga4", "--cores", "2", "-s", "memory=simple", "-s", "coalescing=segments")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "scale.s").write_text(SCALE)
    (tmp_path / "scale.py").write_text(ORACLE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def data_of(*arguments: str) -> dict[str, object]:
    result = invoke("run", *arguments, "--json", "-q", status=0)
    found: dict[str, object] = json.loads(result.stdout)
    return found


@pytest.mark.parametrize(
    ("sizes", "size", "group"),
    [
        ((), [128, 1], [32, 1]),
        (("--global-size", "64"), [64, 1], [32, 1]),
        (("-g", "64", "-l", "8"), [64, 1], [8, 1]),
        (("--local-size", "64"), [128, 1], [64, 1]),
        (("--threads", "64"), [128, 1], [64, 1]),
    ],
)
def test_sizes_of_the_command_line_come_before_the_oracles(
    folder: Path, sizes: tuple[str, ...], size: list[int], group: list[int]
) -> None:
    data = data_of("scale.s", *DEVICE, *sizes)
    device = data["device"]
    assert isinstance(device, dict)
    assert (device["global_size"], device["local_size"]) == (size, group)
    check = data["check"]
    assert isinstance(check, dict)
    assert check["passed"]
    assert data["operations"] == size[0]


def test_without_an_oracle_threads_is_the_groups_size(folder: Path) -> None:
    (folder / "scale.py").unlink()
    np.save(folder / "x.npy", np.arange(64, dtype=np.float32))
    np.save(folder / "y.npy", np.zeros(64))
    arguments = ("scale.s", *DEVICE, "--global-size", "64", "--in", "x=x.npy", "--in", "y=y.npy", "--out", "y=out.npy")
    result = invoke("run", *arguments, status=0)
    assert "64 work-items in 4 groups of 16" in result.stdout
    assert np.load(folder / "out.npy").tolist() == (2 * np.arange(64)).tolist()
    again = invoke("run", *arguments, "--engine", "functional", status=0)
    assert "functional run" in again.stdout
    assert np.load(folder / "out.npy").tolist() == (2 * np.arange(64)).tolist()


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (("--global-size", "100"), 2, "100 in x is not a multiple of 32"),
        (("--global-size", "64x"), 2, "'64x' is not a size"),
        (("--global-size", "0"), 2, "'0' is not a size"),
        (("--local-size", "8", "--threads", "8"), 2, "--local-size and --threads both say"),
        (("--local-size", "128"), 2, "needs 128 threads and fpga4 has 64"),
        (("-s", "register_file.words=20"), 2, "8 warps x 3 registers = 24 words per lane"),
    ],
)
def test_launches_that_cannot_be(folder: Path, arguments: tuple[str, ...], code: int, text: str) -> None:
    result = invoke("run", "scale.s", *DEVICE, *arguments, status=code)
    assert text in result.stderr


def test_a_machine_without_global_memory(folder: Path) -> None:
    result = invoke("run", "scale.s", "-m", "fpga4", status=2)
    assert "-s memory.policy=simple" in result.stderr


def test_a_buffer_of_the_wrong_size_is_a_trap_with_its_name(folder: Path) -> None:
    np.save(folder / "x.npy", np.zeros(100))
    result = invoke("run", "scale.s", *DEVICE, "--in", "x=x.npy", status=4)
    assert "error[T011]: a warp loads from `x` + 400 (address 4496), which is outside the buffer" in result.stderr
    assert "`x` has 100 elements: bytes 0 to 399 from its first" in result.stderr
    assert "work-group 3" in result.stderr


def test_a_missing_buffer(folder: Path) -> None:
    result = invoke("run", "scale.s", *DEVICE, "--no-oracle", status=2)
    assert "the buffer `x` of `scale` has no length and no input" in result.stderr


def test_local_arrays_of_several_groups_are_no_outputs(folder: Path) -> None:
    (folder / "t.s").write_text(".threads 4\n.local t u32[4]\n st.local [thread_id + t], thread_id\n ret\n")
    result = invoke("run", "t.s", *DEVICE, "--global-size", "8", "--out", "t=t.npy", status=2)
    assert "each of the 2 work-groups has its own" in result.stderr
    assert invoke("run", "t.s", *DEVICE, "--out", "t=t.npy").exit_code == 0


def test_the_summary_says_what_double_precision_did_and_ends_with_a_whole_bound() -> None:
    result = invoke("run", "horner_f64", "-m", "gtx280_core", "-D", "n=256", "-D", "degree=4", status=0)
    lines = result.stdout.splitlines()
    (cycles,) = (int(line.split()[1]) for line in lines if line.startswith("  cycles "))
    share = 100 * 8 * 4 * 32 / cycles  # eight warps, four steps of 32 beats
    assert any(
        line.startswith(f"  DPU      32        {share:.1f} % of peak; 2048 useful operations, ") for line in lines
    )
    assert lines[-1].endswith(", ...")
    assert lines[-1].removesuffix(", ...").rpartition(" ")[2].isdigit()


def test_one_core_is_traced(folder: Path) -> None:
    result = invoke("trace", "scale.s", *DEVICE, "--core", "1", "--view", "all", "--json", status=0)
    assert json.loads(result.stdout)["core"] == 1
    result = invoke("trace", "scale.s", *DEVICE, "--view", "units", "--ascii")
    assert "memory" in result.stdout
    assert ", core 0 of 2: cycles 0 to " in result.stdout.splitlines()[0]
    result = invoke("trace", "scale.s", *DEVICE, "--core", "2", status=2)
    assert "there is no core 2: fpga4 has cores 0 to 1" in result.stderr


@pytest.mark.parametrize("name", ["t.kanata", "t.perfetto.json", "t.npz", "t.txt"])
def test_exports_of_a_core(folder: Path, name: str) -> None:
    invoke("trace", "scale.s", *DEVICE, "-o", name, status=0)
    assert (folder / name).stat().st_size > 200


def test_the_core_that_trapped_is_shown(folder: Path) -> None:
    np.save(folder / "x.npy", np.zeros(40))
    result = invoke("trace", "scale.s", *DEVICE, "--in", "x=x.npy", "--json", "-q", status=4)
    assert json.loads(result.stdout)["core"] == 1
    result = invoke("trace", "scale.s", *DEVICE, "--in", "x=x.npy", "--core", "0", "--json", "-q")
    assert json.loads(result.stdout)["status"] == "other_core"


def test_a_report_of_a_core(folder: Path) -> None:
    invoke("report", "scale.s", *DEVICE, "--core", "1", "-o", "r.html", status=0)
    text = (folder / "r.html").read_text()
    assert ", core 1 of 2</h1>" in text
    assert "work-items in " in text


def test_points_of_a_sweep_may_be_devices(folder: Path) -> None:
    keys = ("--set", "machine=fpga4", "--set", "memory=simple", "--set", "cores=1,2,4")
    invoke("sweep", "scale.s", *keys, "-o", "s.sqlite", "-q", status=0)
    invoke("sweep", "export", "s.sqlite", "-o", "s.csv")
    rows = (folder / "s.csv").read_text().splitlines()
    names = rows[0].split(",")
    for row, cores in zip(rows[1:], (1, 2, 4), strict=True):
        found = dict(zip(names, row.split(","), strict=False))
        assert found["status"] == "done"
        alone = data_of("scale.s", "-m", "fpga4", "-s", "memory=simple", "--cores", str(cores))
        assert int(found["cycles"]) == alone["cycles"]


@pytest.mark.parametrize("order", ["fpga4,fpga8", "fpga8,fpga4"])
def test_a_verdict_is_that_of_what_global_memory_holds(folder: Path, order: str) -> None:
    """Two points whose local memory is alike, of which one computes what is expected."""
    (folder / "width.s").write_text(".threads 1\n.buffer y, u32, 1\n mov r0, 0\n st.global [r0 + y], warp_size\n ret\n")
    (folder / "width.py").write_text(
        "TOLERANCE = 0\ndef launch(program): return 2, 1\ndef inputs(program, rng): return {'y': [0]}\n"
        "def expected(program, inputs): return {'y': [4]}\n"
    )
    invoke("sweep", "width.s", "--set", f"machine={order}", "--set", "memory=simple", "-o", "w.sqlite", "-q")
    invoke("sweep", "export", "w.sqlite", "-o", "w.csv")
    rows = (folder / "w.csv").read_text().splitlines()
    assert ["E0605" in row for row in rows[1:]] == ["fpga8" in name for name in order.split(",")]


def test_machines_with_bundles_take_several_groups(folder: Path) -> None:
    (folder / "one.s").write_text(".threads 4\n add.u32 r0, r0, 1\n ret\n")
    invoke("run", "one.s", "-m", "fpga4", "--vliw", "3", "--global-size", "8", status=0)
    assert invoke("run", "one.s", "-m", "fpga4", "--vliw", "3").exit_code == 0
