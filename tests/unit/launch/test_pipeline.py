"""Pipelines: what goes from kernel to kernel, what is checked, and what is said of descriptions that are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simt
from benches.scan import scanned
from isa.reporting.diagnostics import SimtError
from simt.launch.pipeline_file import find_pipeline, read_pipeline
from simt.launch.pipeline_loops import MOST_LAUNCHES
from simt.launch.pipeline_problems import PipelineError
from simt.machine import Machine
from simt.toml_kinds import kind_of
from simt.views.run.pipeline import pipeline_text
from tests.pipelines import MACHINE, ORACLE, PLAN, SCALE

DEVICE = Machine.load("fpga4", {"cores": 2, "memory": "simple", "coalescing": "segments", "interconnect.latency": 3})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "scale.s").write_text(SCALE)
    (tmp_path / "twice.toml").write_text(PLAN)
    (tmp_path / "twice.py").write_text(ORACLE)
    (tmp_path / "small.toml").write_text(MACHINE)
    return tmp_path


def test_what_a_kernel_leaves_is_what_the_next_one_reads(folder: Path) -> None:
    """The second launch has 16 work-items in two rows; x runs from 0 to 7 in both, so half of the elements change."""
    result = simt.run_pipeline(folder / "twice.toml", DEVICE)
    assert result.completed
    assert result.check is not None
    assert result.check.passed
    assert (result.check.oracle, result.check.arrays) == ("twice.py", 2)
    assert [each.cycles for each in result.launches] == result.table["cycles"].tolist()
    assert result.cycles == sum(each.cycles for each in result.launches) > 0
    assert result.table["global_size"].tolist() == ["16x1", "8x2"]
    x = np.arange(16, dtype=np.uint32)
    other = simt.run_pipeline(folder / "twice.toml", DEVICE, inputs={"x": x}, oracle=False)
    assert other.check is None
    assert other.buffers["y"].tolist() == (4 * x).tolist()
    assert other.buffers["x"].tolist() == [8 * k + 5 for k in range(8)] + list(range(8, 16))


def test_each_launch_is_as_it_is_alone(folder: Path) -> None:
    x = np.arange(16, dtype=np.uint32)
    found = simt.run_pipeline(folder / "twice.toml", DEVICE, inputs={"x": x}, oracle=False)
    first = simt.run(
        folder / "scale.s", DEVICE, defines={"shift": 2}, global_size=16, local_size=4, inputs={"a": x}, oracle=False
    )
    assert found.launches[0].cycles == first.cycles
    assert found.launches[0].to_dict()["ledgers"] == first.to_dict()["ledgers"]


def test_the_machine_of_the_file_and_symbols_of_the_caller(folder: Path) -> None:
    """A symbol of the caller is that of the file's table `define`; a launch's own stays."""
    x = np.ones(16, np.uint32)
    result = simt.run_pipeline(folder / "twice.toml", defines={"shift": 4}, inputs={"x": x}, oracle=False)
    assert result.machine.name == "small"
    assert result.buffers["y"].tolist() == [16] * 16
    assert result.buffers["x"].tolist() == [16 * 2 + 5] * 8 + [1] * 8
    functional = simt.run_pipeline(folder / "twice.toml", engine="functional")
    assert functional.check is not None
    assert functional.check.passed
    assert functional.cycles == 0


def test_transfers_are_those_before_the_first_and_after_the_last_launch(folder: Path) -> None:
    result = simt.run_pipeline(folder / "twice.toml", DEVICE, with_transfers=True)
    assert result.transfers is not None
    assert [(each.buffer, each.direction, each.bytes) for each in result.transfers.each] == [
        ("x", "in", 64), ("x", "out", 64), ("y", "out", 64)
    ]  # fmt: skip
    alone = simt.run(
        folder / "scale.s", DEVICE, global_size=16, local_size=4, inputs={"a": np.ones(16, np.uint32)}, oracle=False,
        with_transfers=True,
    ).transfers  # fmt: skip
    assert alone is not None
    assert {each.cycles for each in result.transfers.each} == {alone.each[0].cycles}
    assert result.transfers.kernel == result.cycles


def test_a_launch_that_stops_is_the_last(folder: Path) -> None:
    text = (folder / "scale.s").read_text().replace("    ret\n", "    ld.global r3, [r1]\n    ret\n")
    (folder / "trap.s").write_text(text)
    plan = (folder / "twice.toml").read_text().replace('kernel = "scale.s"', 'kernel = "trap.s"', 1)
    (folder / "twice.toml").write_text(plan)
    result = simt.run_pipeline(folder / "twice.toml", DEVICE, with_transfers=True)
    assert not result.completed
    assert result.stop is not None
    assert (result.stop.kind, len(result.launches), result.check) == ("global_address", 1, None)
    assert "global_address in launch 1" in pipeline_text(result)
    assert "in 1 of 2 launches" in pipeline_text(result)
    assert result.transfers is not None
    assert [each.direction for each in result.transfers.each] == ["in"]


def test_a_wrong_result_is_told(folder: Path) -> None:
    (folder / "twice.py").write_text(ORACLE.replace("y[:8] * 2 + 5", "y[:8] * 2"))
    result = simt.run_pipeline(folder / "twice.toml", DEVICE)
    assert result.check is not None
    assert not result.check.passed
    assert "FAILED against twice.py: x[" in pipeline_text(result)


def test_json(folder: Path) -> None:
    data = json.loads(json.dumps(simt.run_pipeline(folder / "twice.toml", DEVICE, with_transfers=True).to_dict()))
    assert (data["schema"], data["pipeline"], data["status"]) == ("simt.pipeline/1", "twice", "completed")
    assert data["cycles"] == sum(launch["cycles"] for launch in data["launches"])
    assert [launch["program"]["name"] for launch in data["launches"]] == ["scale", "scale"]
    assert data["check"]["passed"]
    assert data["transfers"]["cycles_with_kernel"] == data["cycles"] + data["transfers"]["cycles"]


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ('kernel = "scale.s"\nglobal_size = 16', 'kernel = "scal"\nglobal_size = 16', 7, "there is no kernel `scal`"),
        ("global_size = 16", "globl = 16", 8, "unknown key `globl`"),
        ("global_size = [8, 2]", "globl = 16", 14, "unknown key `globl`"),
        ("params = { more = 5 }", "params = { mor = 5 }", 18, "`scale` has no parameter `mor`"),
        ('{ a = "y", b = "x" }', '{ a = "y", c = "x" }', 17, "`scale` has no buffer `c`"),
        ('{ a = "y", b = "x" }', '{ a = "y", b = "y" }', 17, "two buffers of `scale` are the same one"),
        ('{ a = "y", b = "x" }', "{ a = 1 }", 17, "`a` is a name here, not 1"),
        ("define = { shift = 1 }", "define = 3", 16, "`define` is a table"),
        ("local_size = 4", "local_size = 5", 6, "5 does not divide the global size 16"),
        ("local_size = [4, 1]", "local_size = [4, 1, 1, 1]", 12, "the local size is a number, (x, y) or (x, y, z)"),
        ('machine = "small.toml"', 'machine = "other.toml"', 2, "`other.toml` is not a file below the folder"),
        ('machine = "small.toml"', 'machine = "../x.toml"', 2, "`../x.toml` is not a file below the folder"),
        ('machine = "small.toml"', "machine = 3", 2, "`machine` is the name of a preset"),
        ("[define]", "[defines]", 3, "unknown key `defines`"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(folder: Path, old: str, new: str, line: int, said: str) -> None:
    assert old in PLAN
    (folder / "twice.toml").write_text(PLAN.replace(old, new, 1))
    with pytest.raises(PipelineError) as caught:
        read_pipeline(folder / "twice.toml")
    assert [each.code for each in caught.value.diagnostics] == ["E0662"]
    found = caught.value.diagnostics[0]
    assert said in found.message
    assert (found.file, found.line) == (str(folder / "twice.toml"), line)


def test_several_mistakes_are_told_at_once(folder: Path) -> None:
    plan = PLAN.replace('kernel = "scale.s"', 'kernel = "no.s"').replace("params", "parms")
    (folder / "twice.toml").write_text(plan)
    with pytest.raises(PipelineError) as caught:
        read_pipeline(folder / "twice.toml")
    assert [each.line for each in caught.value.diagnostics] == [18, 7, 13]


def test_buffers_of_one_name_are_of_one_type_and_length(folder: Path) -> None:
    for old, new, said in (
        (".buffer a, u32, 16", ".buffer a, u32, 8", "the buffer `y` has 8 elements here and 16 before"),
        (".buffer a, u32, 16", ".buffer a, f32, 16", "the buffer `y` is f32 here and u32 before"),
    ):
        (folder / "other.s").write_text(SCALE.replace(old, new))
        head, _, tail = PLAN.rpartition("scale.s")
        (folder / "twice.toml").write_text(f"{head}other.s{tail}")
        with pytest.raises(PipelineError, match=said):
            read_pipeline(folder / "twice.toml")


def test_a_buffer_without_a_length_is_as_long_as_what_is_there(folder: Path) -> None:
    (folder / "scale.s").write_text(SCALE.replace(".buffer a, u32, 16", ".buffer a, u32"))
    assert simt.run_pipeline(folder / "twice.toml", DEVICE).completed
    (folder / "twice.toml").write_text(PLAN.replace('buffers = { a = "y"', 'buffers = { a = "z"'))
    with pytest.raises(simt.InputError, match="the buffer `a` of `scale` has no length and no input"):
        simt.run_pipeline(folder / "twice.toml", DEVICE)


def test_a_kernel_outside_the_folder_is_not_opened(folder: Path) -> None:
    inside = folder / "inside"
    inside.mkdir()
    (inside / "p.toml").write_text('[[launch]]\nkernel = "../scale.s"\nglobal_size = 16\nlocal_size = 4\n')
    with pytest.raises(PipelineError, match=r"scale.s` is outside the folder of the pipeline"):
        read_pipeline(inside / "p.toml")
    (inside / "scale.s").symlink_to(folder / "scale.s")
    (inside / "p.toml").write_text('[[launch]]\nkernel = "scale.s"\nglobal_size = 16\nlocal_size = 4\n')
    with pytest.raises(PipelineError, match="outside the folder"):
        read_pipeline(inside / "p.toml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a pipeline has tables [[launch]]"),
        ('"launch" = []\n', "a pipeline has tables [[launch]]"),
        ("launch = 3\n", "a pipeline has tables [[launch]]"),
        ("launch = [3]\n", "a pipeline has tables [[launch]]"),
        ("[[launch]]\n" * (MOST_LAUNCHES + 1), "1024 launches at most, all rounds counted"),
        ("[[launch]\n", "not TOML"),
        ("[[launch]]\nkernel = 'x'''\n[[launch]]\n''''\n", "not TOML"),
        ('[[launch]]\nkernel = """\n[[launch]]\n"""\n', "there is no kernel"),
        ('[[launch]]\nkernel = "dot"\nx = """\n[[launch]]\n"""\n["launch"]\n', "not TOML"),
        ('name = """\n[[launch]]\n"""\n"launch" = [{kernel = "nothing"}]\n', "there is no kernel"),
        ("[[client]]\nname = 'x'\n", "is the description of a memory system, not a pipeline of kernels"),
    ],
)
def test_what_is_no_pipeline(folder: Path, text: str, said: str) -> None:
    (folder / "p.toml").write_text(text)
    with pytest.raises(SimtError) as caught:
        read_pipeline(folder / "p.toml")
    assert said in caught.value.message


def test_a_pipeline_where_a_kernel_is_expected(folder: Path) -> None:
    assert kind_of({"launch": []}) == "pipeline"
    with pytest.raises(SimtError, match="is a pipeline of kernels, not a kernel") as caught:
        simt.trace(folder / "twice.toml")
    assert "simt run" in caught.value.help


def test_oracles_of_somebody(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the pipeline runs unless the environment forbids it; those beside its kernels never do."""
    (folder / "scale.py").write_text("raise SystemExit(3)\n")
    (folder / "twice.toml").write_text(PLAN.replace("global_size = 16\nlocal_size = 4\n", ""))
    found = simt.run_pipeline(folder / "twice.toml", DEVICE)
    assert found.check is not None
    assert found.launches[0].groups == 1
    monkeypatch.setenv("SIMT_NO_ORACLES", "1")
    (folder / "twice.py").write_text("raise SystemExit(3)\n")
    assert simt.run_pipeline(folder / "twice.toml", DEVICE).check is None


def test_the_shipped_scan() -> None:
    path = find_pipeline("scan.toml")
    assert path is not None
    pipeline = read_pipeline(path)
    assert [stage.program.name for stage in pipeline.stages] == ["pps_br", "pps_br", "scan_add"]
    assert [stage.buffers for stage in pipeline.stages] == [
        {"x": "x", "y": "y"}, {"x": "y", "y": "sums"}, {"y": "y", "sums": "sums"}
    ]  # fmt: skip
    assert {name: buffer.length for name, buffer in pipeline.whole.buffers.items()} == {
        "x": 65536, "y": 65536, "sums": 256
    }  # fmt: skip
    result = simt.run_pipeline("scan.toml", engine="functional")
    assert result.check is not None
    assert result.check.passed


@pytest.mark.parametrize(("group", "launches"), [(4, 7), (16, 3), (64, 3), (256, 1)])
def test_scans_of_several_levels(group: int, launches: int) -> None:
    """256 elements: of groups of 4 there are four levels (256, 64, 16 and 4 elements) and three additions."""
    machine = DEVICE.replace(**{"branch.policy": "ipdom_stack", "warps": 64})
    result = scanned(machine, group, 256)
    assert result.check is not None
    assert result.check.passed
    assert len(result.launches) == launches
    assert result.buffers["x"].shape == (256,)


@pytest.mark.parametrize("key", ["machine", "set"])
def test_what_is_no_machine(folder: Path, key: str) -> None:
    wrong: dict[str, Any] = {"machine": "fpga5"} if key == "machine" else {"set": {"bank": 3}}
    with pytest.raises(simt.MachineError):
        simt.run_pipeline(folder / "twice.toml", **wrong)
