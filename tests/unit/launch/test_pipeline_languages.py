"""Pipelines of kernels in OpenCL C and Python, and rounds of a launch."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import simt
from simt.lang import Global, f32, global_id, kernel
from simt.launch.pipeline_file import read_pipeline
from simt.launch.pipeline_problems import PipelineError
from tests.pipelines import DECAY, LANGUAGES, MACHINE, OPENCL

X = np.arange(16, dtype=np.float32)


@kernel
def halved(y: Global[f32], z: Global[f32]):
    i = global_id()
    z[i] = y[i] / 2


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (
        ("kernels.cl", OPENCL), ("decay.py", DECAY), ("p.toml", LANGUAGES), ("small.toml", MACHINE),
    ):  # fmt: skip
        (tmp_path / name).write_text(text)
    return tmp_path


def test_kernels_in_languages_and_rounds(folder: Path) -> None:
    """(3x + 1) * 2, then twice the half plus a step of 1, and of 2: (3x + 1 + 1) / 2 + 2."""
    result = simt.run_pipeline(folder / "p.toml", inputs={"x": X})
    assert result.completed
    assert [stage.label for stage in result.pipeline.stages] == ["add", "doubled", "decay", "decay"]
    assert result.buffers["y"].tolist() == ((3 * X + 2) / 2 + 2).tolist()
    alone = simt.run(
        f"{folder / 'kernels.cl'}::add", folder / "small.toml", defines={"SCALE": 3}, global_size=16,
        inputs={"x": X, "y": 16, "more": 1}, oracle=False,
    )  # fmt: skip
    assert result.launches[0].cycles == alone.cycles


def test_launches_in_python(folder: Path) -> None:
    """Kernels as files and as functions."""
    launches = [
        {"kernel": f"{folder / 'kernels.cl'}::add", "global_size": 16, "params": {"more": 1}},
        {"kernel": halved, "global_size": 16},
        {"kernel": halved, "global_size": 16, "buffers": {"y": "z", "z": "y"}},
    ]
    result = simt.run_pipeline(launches, folder / "small.toml", inputs={"x": X, "y": 16, "z": 16})
    assert result.buffers["z"].tolist() == ((X + 1) / 2).tolist()
    assert result.buffers["y"].tolist() == ((X + 1) / 4).tolist()
    with pytest.raises(PipelineError, match="the parameter `more` of `add` has no value") as caught:
        simt.run_pipeline([{**launches[0], "params": {}}], folder / "small.toml", inputs={"x": X})
    assert "--> launch 1" in str(caught.value)


def test_rounds_change_symbols_and_parameters(folder: Path) -> None:
    plan = LANGUAGES.partition("[[launch]]")[0] + (
        '[[launch]]\nkernel = "kernels.cl::add"\nglobal_size = 16\neach = { SCALE = [2, 5], more = [0, 3] }\n'
    )
    (folder / "p.toml").write_text(plan)
    result = simt.run_pipeline(folder / "p.toml", inputs={"x": X})
    assert len(result.launches) == 2
    assert result.buffers["y"].tolist() == (5 * X + 3).tolist()


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("params = { more = 1 }\n", "", 6, "the parameter `more` of `add` has no value"),
        ("{ more = 1 }", "{ more = [1, 2] }", 6, "the parameter `more` takes one number, not 2"),
        ("step = [1, 2]", "step = 1", 17, "`each` is a table of lists"),
        ("step = [1, 2]", "step = [1, 2], y = [1]", 17, "step has 2, y has 1"),
        ("step = [1, 2]", "step = ['a', 'b']", 17, "`step` is `a`, and there is no number `a`"),
        ("step = [1, 2]", "steps = [1, 2]", 17, "`decay` has no `steps`"),
        ("each =", "define = { n = 1 }\neach =", 17, "a kernel in Python, and a program, has no symbols"),
        ("params = { more", "define = { SCAL = 2 }\nparams = { more", 9, "`add` has no `SCAL`"),
        ("y = 16\n", "y = 16\nw = 3\n", 6, "the pipeline has no buffer `w`"),
        ("y = 16\n", "y = 0\n", 5, "the buffer `y` has 1 to "),
        ('"decay.py"\nglobal_size = 16\n', '"decay.py"\n', 14, "the launch of `decay` has no `global_size`"),
        ("kernels.cl::add", "kernels.c::add", 7, "there is no kernel `kernels.c::add`"),
    ],
)
def test_mistakes(folder: Path, old: str, new: str, line: int, said: str) -> None:
    (folder / "p.toml").write_text(LANGUAGES.replace(old, new, 1))
    with pytest.raises(PipelineError) as caught:
        read_pipeline(folder / "p.toml")
    found = caught.value.diagnostics[0]
    assert said in found.message
    assert (found.code, found.line) == ("E0662", line)


def test_a_buffer_without_a_length(folder: Path) -> None:
    (folder / "p.toml").write_text(LANGUAGES.replace("[buffers]\ny = 16\n", ""))
    with pytest.raises(simt.InputError, match="the buffer `y` of `p` has no length and no input"):
        simt.run_pipeline(folder / "p.toml", inputs={"x": X})


def test_a_kernel_is_no_oracle(folder: Path) -> None:
    """Although it has the name of one: decay.py beside decay.toml. Its arrays keep their dimensions."""
    text = (
        DECAY.replace("y: Global[f32]", "y: Global[f32, 2]").replace("y[i]", "y[0, i]").replace("/ 2", "/ y.shape[0]")
    )
    (folder / "decay.py").write_text(text)
    (folder / "decay.toml").write_text(
        LANGUAGES[: LANGUAGES.index("[define]")] + "[[launch]]" + LANGUAGES.rpartition("[[launch]]")[2]
    )
    result = simt.run_pipeline(folder / "decay.toml", inputs={"y": X.reshape(2, 8)})
    assert result.check is None
    assert result.buffers["y"].tolist() == ((X / 2 + 1) / 2 + 2).tolist()
