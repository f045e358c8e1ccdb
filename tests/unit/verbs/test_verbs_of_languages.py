"""What sweeps, searches, models and comparisons do with kernels in OpenCL C and in Python."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simt
from isa.reporting.diagnostics import SimtError
from simt.verbs.sweep import sweep
from tests.commands import invoke
from tests.unit.launch import python_kernels as kernels

FILE = f"{kernels.__file__}::saxpy"
DEVICE = {"branch.policy": "ipdom_stack", "cores": 2}
GIVEN: dict[str, Any] = {"x": np.arange(64, dtype=np.float32), "y": np.ones(64, np.float32), "a": 2, "n": 50}
LAUNCH: dict[str, Any] = {"inputs": GIVEN, "global_size": 64, "local_size": 32}
SCALE = """
#include "factor.h"
kernel void scale(global float *x, local float *tile) {
  tile[get_local_id(0)] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < TIMES; i++)
    x[get_global_id(0)] = FACTOR * tile[get_local_size(0) - 1 - get_local_id(0)] * (i + 1);
}
"""


@pytest.fixture
def scale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A kernel in OpenCL C with an include, a macro that must be given, and an array in local memory."""
    pytest.importorskip("clang.cindex", reason="libclang is an extra")
    monkeypatch.chdir(tmp_path)
    Path("factor.h").write_text("#define FACTOR 2\n")
    Path("scale.cl").write_text(SCALE)
    np.save("x.npy", np.arange(64, dtype=np.float32))
    return "scale.cl::scale"


def told(*arguments: str, status: int = 0) -> str:
    """What a command says."""
    return invoke(*arguments, status=status).output


def test_a_point_of_a_sweep_is_what_a_run_gives() -> None:
    """Each machine has its own program; what is told of a point is what a run of that machine tells."""
    axes = {"warp": [16, 32], "branch.policy": ["ipdom_stack", "min_pc", "mask_stack"], "memory.pipeline": [20, 300]}
    found = simt.sweep(kernels.saxpy, axes, machine="gtx280", set={"cores": 2}, **LAUNCH)
    programs = set()
    for row in found.results:
        settings = {key: row[key] for key in ("warp_size", "branch.policy", "memory.pipeline")}
        result = simt.run(kernels.saxpy, "gtx280", set={"cores": 2, **settings}, **LAUNCH)
        assert (row["status"], row["cycles"], row["program"]) == ("done", result.cycles, "saxpy")
        assert (row["program_hash"], row["inputs_hash"]) == (result.program.hash, result.inputs_hash)
        programs.add(row["program_hash"])
    assert len(found.results) == 12
    assert len(programs) == 2  # with a mask stack, and without


def test_what_a_machine_cannot_have_is_a_point_with_the_reason() -> None:
    axes = {"branch.policy": ["first_thread", "ipdom_stack"]}
    given = {"x": np.arange(1, 33, dtype=np.uint32)}
    found = simt.sweep(
        kernels.collatz, axes, machine="gtx280", set={"cores": 1}, inputs=given, global_size=32, local_size=32
    )
    refused, done = found.results
    assert (refused["status"], refused["code"], done["status"]) == ("unfit", "E0973", "done")
    assert "python_kernels.py:" in refused["reason"]


def test_a_sweep_of_a_function_goes_on_with_the_same_call(tmp_path: Path) -> None:
    file = tmp_path / "saxpy.sqlite"
    axes = {"memory.pipeline": [20, 300]}
    first = simt.sweep(kernels.saxpy, axes, machine="gtx280", set=DEVICE, output=file, **LAUNCH)
    again = simt.sweep(kernels.saxpy, axes, machine="gtx280", set=DEVICE, output=file, **LAUNCH)
    assert (first.before, again.before) == (0, 2)
    with pytest.raises(SimtError, match="`saxpy`, `x`, `y` came from Python and are not in the plan"):
        simt.sweep(output=file)
    other = {**LAUNCH, "inputs": {**GIVEN, "n": 51}}
    with pytest.raises(SimtError, match="n is 51 and was 50"):
        simt.sweep(kernels.saxpy, axes, machine="gtx280", set=DEVICE, output=file, **other)
    with pytest.raises(SimtError, match="no array or parameter `z`"):
        simt.sweep(kernels.saxpy, axes, machine="gtx280", inputs={"z": 1})


def test_macros_are_swept_and_a_file_goes_on(scale: str) -> None:
    """Digests of the source, of what it includes and of inputs belong to the sweep; the plan says the rest."""
    command = ["sweep", scale, "-m", "gtx280", "-s", "cores=1", "-g", "64", "-l", "32", "-D", "TIMES=1,2,4",
               "--in", "x=x.npy", "--in", "tile=32", "-o", "s.sqlite", "-q"]  # fmt: skip
    told(*command)
    show = ["sweep", "show", "s.sqlite", "--json"]
    before = told(*show)
    rows = json.loads(before)["rows"]
    assert [row["define.TIMES"] for row in rows] == [1, 2, 4]
    assert rows[0]["cycles"] < rows[1]["cycles"] < rows[2]["cycles"]
    told("sweep", "resume", "s.sqlite", "-q")
    assert told(*show) == before
    assert "has a macro or symbol `TIMSE`" in told(*command, "-D", "TIMSE=1", status=2)
    np.save("x.npy", np.zeros(64, np.float32))
    assert "the input `x` was edited" in told("sweep", "resume", "s.sqlite", status=2)
    np.save("x.npy", np.arange(64, dtype=np.float32))
    Path("factor.h").write_text("#define FACTOR 3\n")
    assert "the source or oracle of `scale.cl::scale` was edited" in told("sweep", "resume", "s.sqlite", status=2)


def test_a_results_file_runs_no_oracle_that_is_not_named(scale: str) -> None:
    Path("oracle.py").write_text(
        "import numpy as np\nfrom pathlib import Path\nPath('ran').touch()\n"
        "def inputs(program, rng): return {'x': np.arange(64, dtype=np.float32), 'tile': 32}\n"
        "def expected(program, inputs): return {'x': 2 * inputs['x'].reshape(2, 32)[:, ::-1].ravel()}\n"
    )
    Path("scale.py").write_text("raise RuntimeError\n")  # beside the kernel: another is named
    told("sweep", scale, "-m", "gtx280", "-s", "cores=1", "-g", "64", "-l", "32", "-D", "TIMES=1", "--oracle",
         "oracle.py", "-o", "s.sqlite", "-q")  # fmt: skip
    Path("ran").unlink()
    assert "E0778" in told("sweep", "resume", "s.sqlite", status=2)
    assert "E0778" in told("sweep", "resume", "s.sqlite", scale, status=2)
    assert not Path("ran").exists()
    told("sweep", "resume", "s.sqlite", "oracle.py", "-q")


def test_a_model_takes_static_and_measured_counts() -> None:
    """Both tell the same of a kernel whose ways no data decide; the prediction is near the run.

    Memory of DRAM would differ: only a run has counts of its channels.
    """
    device = {**DEVICE, "memory": "simple"}
    given = {**LAUNCH, "inputs": {**GIVEN, "n": 64}}
    verbs = {"static": simt.model, "measured": simt.model_measured}
    counted = {counts: verb(kernels.saxpy, "gtx280", set=device, **given) for counts, verb in verbs.items()}
    run = simt.run(kernels.saxpy, "gtx280", set=device, **given)
    assert counted["static"].cycles == counted["measured"].cycles
    assert counted["static"].cycles == pytest.approx(run.cycles, rel=0.25)
    assert simt.model(run).cycles == counted["measured"].cycles


def test_the_analysis_speaks_of_the_lines_of_the_source(scale: str) -> None:
    shown = told("model", "analysis", scale, "-m", "gtx280", "-g", "64", "-l", "32", "-D", "TIMES=3", "--in", "x=x.npy",
                 "--in", "tile=32")  # fmt: skip
    assert re.search(r"^\d+ +7 +store", shown, re.MULTILINE)


def test_a_comparison_and_a_search(scale: str) -> None:
    launch = ["-g", "64", "-l", "32", "-D", "TIMES=2", "--in", "x=x.npy", "--in", "tile=32"]
    shown = told("compare", scale, "-m", "gtx280", "-s", "cores=1", "--counts", "both", *launch)
    assert "1 of 1 points simulated" in shown
    compared = simt.compare(
        kernels.saxpy, "gtx280", cores=2, inputs=GIVEN, axes={"global_size": [64], "local_size": [16, 32]}
    )
    assert [each["kernel"] for each in compared.records()] == ["saxpy"] * 2
    assert all(each["status"] == "done" for each in compared.records())
    shown = told("explore", scale, "-m", "gtx280", "-s", "cores=1,2", "-s", "memory.pipeline=50,400", "--minimise",
                 "cycles,transactions", *launch)  # fmt: skip
    assert "scale.cl::scale: 4 designs" in shown


def test_kernels_in_languages_and_in_assembly_stand_in_one_sweep(tmp_path: Path) -> None:
    found = sweep([FILE, "elementwise_mul"], {"memory.pipeline": [50]}, machine="gtx280", oracle=False)
    assert [row["status"] for row in found.results] == ["oracle", "done"]  # nothing says how long x and y are
