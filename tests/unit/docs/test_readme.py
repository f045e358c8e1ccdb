"""README tells the truth: its sample output, its Python block and its line about own data."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from simt.cli.main import cli
from tests.paths import ROOT

pytestmark = pytest.mark.smoke
README = (ROOT / "README.md").read_text(encoding="utf-8")
N = 128


def block(language: str, first: str) -> str:
    """The fenced block of this language that contains `first`."""
    found = [
        text for text in re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE) if first in text
    ]
    assert len(found) == 1
    return str(found[0])


def run(command: str) -> str:
    """The standard output of a `simt` command line."""
    name, *arguments = shlex.split(command, comments=True)
    assert name == "simt"
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def assert_close(spectrum: np.ndarray, signal: np.ndarray) -> None:
    expected = np.fft.fft(signal.astype(np.float64))
    assert np.abs(spectrum - expected).max() <= 1e-5 * np.abs(expected).max()


def test_the_sample_output_is_that_of_the_first_command() -> None:
    command = re.search(r"^    python3 -m venv .* && \.venv/bin/(simt run .*)$", README, re.MULTILINE)
    assert command is not None
    printed = run(command[1]).splitlines()
    gap = False
    for line in block("", "fft128 on fpga4").splitlines():
        if line.strip() == "...":
            gap = True
            continue
        place = printed.index(line) if line in printed else -1
        assert place == 0 or (gap and place > 0), f"{line!r} where simt prints {printed[:1]}"
        del printed[: place + 1]
        gap = False
    assert gap or not printed


def test_the_python_block_runs_as_printed(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    exec(compile(block("python", "import simt"), "README.md", "exec"), names)
    result = names["result"]
    assert result.completed
    assert_close(result.local["re"] + 1j * result.local["im"], names["signal"])
    assert_close(names["spectrum"], names["signal"])
    packed, error, cycles = capsys.readouterr().out.splitlines()
    assert packed.startswith("2342 0.47")
    assert float(error) < 1e-3
    assert cycles == f"[4835 3828 {result.cycles}]"
    assert f"| 8 banks, same size | 3430 | {result.cycles} |" in README


def test_the_line_about_own_data_gives_a_right_spectrum(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [line] = [line for line in block("console", "simt run").splitlines() if "signal.npy" in line]
    monkeypatch.chdir(tmp_path)
    signal = np.random.default_rng(7).standard_normal(N).astype(np.float32)
    np.save("signal.npy", signal)
    np.save("0.npy", np.zeros(N, np.float32))
    run(line.removeprefix("$ "))
    parts = dict(re.findall(r"--out (re|im)=(\S+)", line))
    assert_close(np.load(parts["re"]) + 1j * np.load(parts["im"]), signal)
