"""`simt machine show --resources`."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from simt.machine import Machine, presets
from tests.commands import invoke
from tests.paths import ROOT

pytestmark = pytest.mark.usefixtures("empty_folder")
simt = partial(invoke, "machine", "show")


def row(text: str, name: str) -> list[str]:
    (line,) = [line for line in text.splitlines() if line.startswith(name + "  ")]
    return line.removeprefix(name).split()


def test_a_table_by_block() -> None:
    result = simt("fpga4", "--resources", status=0)
    text = result.output
    assert text.startswith("fpga4: 4 lanes, register file single\n")
    assert row(text, "block") == ["LUTs", "flip-flops", "slices", "RAMB16", "DSP48"]
    assert row(text, "in all")[3:] == ["19", "32"]
    assert row(text, "FPU")[4] == "32"
    assert "XC4VLX25 (Virtex-4) holds it: 67 % of its DSP48\n" in text
    assert "the description says 107 MHz" in text
    assert "Outside" not in text


def test_another_register_file_and_part() -> None:
    text = simt("--vliw", "3", "--resources", "--register-file", "three_banks", "--part", "xc7a35t").output
    assert row(text, "in all")[3] == "36"
    assert row(text, "late-write memory")[-1] == "inferred"
    assert row(text, "register file")[3] == "24"
    assert text.index("XC7A35T (Artix-7) holds it") < text.index("XC4VLX25 (Virtex-4) holds it")
    assert "no figure of the paper covers: program memory and fetch, operand and result stagger" in text


def test_the_part_of_the_paper_does_not_hold_16_lanes() -> None:
    assert "XC4VLX25 (Virtex-4) does not hold it: 267 % of its DSP48\n" in simt("fpga16", "--resources").output


def test_json() -> None:
    data = json.loads(simt("fpga8", "--resources", "--json").output)
    assert data["schema"] == "simt.machine.resources/1"
    assert data["register_file"] == "single"
    assert (data["total"]["ramb16"], data["total"]["dsp48"]) == (35, 64)
    for part in ("luts", "flip_flops", "slices", "ramb16", "dsp48"):
        assert data["total"][part] == sum(block[part] for block in data["blocks"])
    assert data["part"]["name"] == "XC4VLX25"
    assert data["part"]["shares"]["dsp48"] == pytest.approx(64 / 48, abs=1e-4)
    assert "slices" not in data["other_parts"]["XC7A100T"]
    assert data["extrapolated"] == []


@pytest.mark.parametrize("name", presets())
def test_every_preset(name: str) -> None:
    result = simt(name, "--resources")
    if Machine.load(name).is_device:
        assert (result.exit_code, result.output[:13]) == (2, "error[E0422]:")
        settings = " ".join(result.output.split()).split("for the machine with ")[1].split(", ")
        result = simt(name, "--resources", *(part for each in settings for part in ("-s", each.replace(" = ", "="))))
    assert result.exit_code == 0
    assert max(map(len, result.output.splitlines())) <= 120


def test_into_a_file() -> None:
    assert simt("--resources", "-o", "r.txt").output == ""
    assert Path("r.txt").read_text() == simt("--resources").output
    simt("--resources", "-o", "r.json")
    assert json.loads(Path("r.json").read_text()) == json.loads(simt("--resources", "--json").output)
    result = simt("--resources", "-o", "r.toml")
    assert (result.exit_code, Path("r.toml").exists()) == (2, False)
    assert result.stderr == "error[E0653]: resources are written as .txt or .json, not r.toml\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--resources", "--part", "XC4VLX26"], "error[E0421]: there is no part `XC4VLX26`"),
        (["--resources", "--register-file", "multi"], "error[E0404]: "),
        (
            ["--vliw", "3", "--resources", "--register-file", "single"],
            "error[E0405]: register_file.organisation = single with",
        ),
        (["--part", "XC4VLX25"], "--part goes with --resources"),
        (["--resources", "--origin"], "--resources and --origin exclude each other"),
    ],
)
def test_mistakes(arguments: list[str], said: str) -> None:
    result = simt(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


@pytest.mark.parametrize("code", ["E0420", "E0421"])
def test_explained(code: str) -> None:
    result = invoke("explain", code)
    assert result.output.startswith(f"{code}: ")


def test_neither_numba_nor_numpy_is_imported() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from simt.cli.main import cli; "
        "assert CliRunner().invoke(cli, ['machine', 'show', '--resources']).exit_code == 0; "
        "assert not {'numba', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
