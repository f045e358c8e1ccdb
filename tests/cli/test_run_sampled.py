"""`--sample` on the command line: what it prints, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result

from tests.commands import invoke

Simt = Callable[..., Result]
LAUNCH = ("pps_br", "-m", "hd5870_core", "-D", "n=32768")


@pytest.fixture
def simt() -> Simt:
    return lambda *words: invoke(*words)


def test_the_summary_says_that_cycles_are_an_estimate(simt: Simt) -> None:
    result = simt("run", *LAUNCH, "--sample")
    assert result.exit_code == 0
    assert "  sample   cycles are an estimate +- " in result.stdout
    assert "  check    none: a sample computes no outputs; --outputs does" in result.stdout
    assert "(estimates, except for what was issued)" in result.stdout
    assert "estimate" not in simt("run", *LAUNCH).stdout


def test_outputs_are_computed_for_the_check_and_for_files(simt: Simt, tmp_path: Path) -> None:
    assert "  check    passed" in simt("run", *LAUNCH, "--sample", "--outputs").stdout
    result = simt("run", *LAUNCH, "--sample", "--out", f"y={tmp_path / 'y.npy'}")
    assert result.exit_code == 0
    assert "  check    passed" in result.stdout
    assert len(np.load(tmp_path / "y.npy")) == 32768


def test_a_percentage_follows_an_equals_sign(simt: Simt) -> None:
    result = simt("run", *LAUNCH, "--sample=10", "--json")
    assert json.loads(result.stdout)["sample"]["percent"] == 10.0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--sample=0",), "a sample is good to a percentage above 0 and at most 50, not `0.0`"),
        (("--sample=nan",), "a sample is good to a percentage above 0 and at most 50, not `nan`"),
        (("--sample=abc",), "'abc' is not a percentage: write `--sample=2`, or `--sample` at the end"),
        (("--sample", "--view", "lanes"), "--view lanes records every cycle, and --sample simulates a few"),
        (("--sample", "--save", "x"), "a baseline has exact cycles, and --sample estimates them"),
        (("--outputs",), "a whole run has all outputs: leave out --outputs, or give --sample"),
        (("--sample", "--engine", "functional"), "--sample estimates cycles, --engine functional has none"),
    ],
)
def test_mistakes(simt: Simt, words: tuple[str, ...], message: str) -> None:
    result = simt("run", *LAUNCH, *words)
    assert result.exit_code == 2
    assert message in result.stderr


def test_too_few_work_groups(simt: Simt) -> None:
    result = simt("run", "pps_br", "-m", "hd5870_core", "--sample")
    assert result.exit_code == 2
    assert "error[E0508]: a sample needs 136 work-groups or more" in result.stderr


@pytest.mark.parametrize("verb", ["trace", "why", "report", "diff", "check"])
def test_other_verbs_say_that_they_need_the_whole_launch(simt: Simt, verb: str) -> None:
    result = simt(verb, "fft128", "--sample")
    assert result.exit_code == 2
    assert f"`simt {verb}` takes no sample: it needs the whole launch" in result.stderr
    assert "leave out --sample; `simt run`" in result.stderr


def test_a_pipeline_takes_none(simt: Simt) -> None:
    result = simt("run", "scan.toml", "--sample")
    assert result.exit_code == 2
    assert "--sample goes with one kernel" in result.stderr
