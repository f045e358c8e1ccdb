"""One launch of a pipeline as a kernel: `scan.toml:2`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simt
from isa.reporting.diagnostics import ArgumentError
from tests.pipelines import DECAY, LANGUAGES, MACHINE, OPENCL, ORACLE, PLAN, SCALE

X = np.arange(16, dtype=np.float32)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (
        ("kernels.cl", OPENCL), ("decay.py", DECAY), ("p.toml", LANGUAGES), ("small.toml", MACHINE),
        ("scale.s", SCALE), ("twice.toml", PLAN), ("twice.py", ORACLE),
    ):  # fmt: skip
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize("word", ["2", "doubled"])
def test_one_launch_is_as_in_the_pipeline(folder: Path, word: str) -> None:
    whole = simt.run_pipeline(folder / "p.toml", inputs={"x": X})
    launch = simt.Launch(f"{folder / 'p.toml'}:{word}", inputs={"x": X})
    assert launch.inputs["y"].tolist() == (3 * X + 1).tolist()
    result = launch.run()
    assert result.cycles == whole.launches[1].cycles
    assert result.machine.name == "small"
    assert result.buffers["y"].tolist() == (6 * X + 2).tolist()
    assert result.check is None
    assert simt.trace(f"{folder / 'p.toml'}:{word}", inputs={"x": X}).run.cycles == result.cycles
    assert simt.why(f"{folder / 'p.toml'}:{word}", inputs={"x": X}).run.cycles == result.cycles
    assert "every cycle of" in str(simt.report(f"{folder / 'p.toml'}:{word}", inputs={"x": X}))


def test_the_oracle_gives_one_launch_its_inputs(folder: Path) -> None:
    launch = simt.Launch(f"{folder / 'twice.toml'}:1", seed=3)
    assert launch.inputs["a"].tolist() == np.random.default_rng(3).integers(0, 1000, 16).astype("uint32").tolist()
    assert simt.Launch(f"{folder / 'twice.toml'}:1", oracle=False).inputs == {}


@pytest.mark.parametrize(
    ("word", "words", "said"),
    [
        ("5", {}, "has no launch `5`: it has 1 add, 2 doubled, 3 decay, 4 decay"),
        ("0", {}, "has no launch `0`"),
        ("dubled", {}, "has no launch `dubled`"),
        ("decay", {}, "has 2 launches `decay`: say which, 3, 4"),
        ("1", {"storage": "new"}, "storage goes with a kernel, not with a launch of the pipeline `p`"),
    ],
)
def test_no_launch(folder: Path, word: str, words: dict[str, Any], said: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        simt.run(f"{folder / 'p.toml'}:{word}", inputs={"x": X}, **words)
    assert said in caught.value.message


def test_a_launch_before_it_that_stops(folder: Path) -> None:
    text = SCALE.replace("    ret\n", "    ld.global r3, [r1]\n    ret\n")
    (folder / "scale.s").write_text(text)
    with pytest.raises(ArgumentError, match=r"launch 1 of `twice` \(scale\) does not run to its end: global_address"):
        simt.run(f"{folder / 'twice.toml'}:2")
