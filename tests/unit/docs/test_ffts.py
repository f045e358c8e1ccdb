"""The 128-point FFTs: the tables of programs/README.md are true, and the layouts are free of bank conflicts."""

from __future__ import annotations

import numpy as np
import pytest

import simt
from benches.ffts import FFTS, Fft, mix_table, ranking_table
from simt.launch.oracle import Oracle
from simt.launch.programs import shipped_programs
from tests.paths import ROOT

README = (ROOT / "programs" / "README.md").read_text(encoding="utf-8")
CONFLICT_FREE = [fft for fft in FFTS if fft.kernel in ("fft128_radix4", "fft128_stockham")]


@pytest.mark.nightly
def test_the_ranking_in_the_readme_is_true() -> None:
    assert ranking_table() in README


def test_the_instruction_mix_in_the_readme_is_true() -> None:
    assert mix_table() in README


def test_the_ranking_has_every_shipped_fft() -> None:
    assert {fft.kernel for fft in FFTS} == {name for name in shipped_programs() if name.startswith("fft")}


@pytest.mark.parametrize("fft", CONFLICT_FREE, ids=str)
@pytest.mark.parametrize(("preset", "banks"), [("fpga4", 4), ("fpga4", 8), ("fpga8", 8)])
def test_no_bank_conflicts(fft: Fft, preset: str, banks: int) -> None:
    """Every access takes one pass."""
    result = fft.run(simt.Machine.load(preset, {"local.banks": banks}))
    assert result.passes.sum() == result.accesses.sum() == result.issued_by_unit["lds"]


def test_fpu_work() -> None:
    """10 operations per radix-2 butterfly; 16 per radix-4 one and 6 per turned result, none of the last layer's.

    2 x 4 x 4 x 4: 64 butterflies of radix 2 that turn one result, 2 x 32 of radix 4 that turn three, 32 that turn none.
    """
    machine = simt.Machine.load("fpga4")
    operations = {str(fft): fft.run(machine).issued_by_unit["fpu"] for fft in CONFLICT_FREE}
    radix_4 = (64 * (4 + 6) + 64 * (16 + 3 * 6) + 32 * 16) // 4
    assert operations == {
        "fft128_radix4": radix_4,
        "fft128_radix4 -D sharing=1": radix_4,
        "fft128_stockham": 7 * 64 * 10 // 4,
    }


def test_four_banks_without_conflicts_beat_the_papers_eight() -> None:
    """FPGA paper, section V: 3430 cycles with 8 banks."""
    machine = simt.Machine.load("fpga4", {"local.banks": 4})
    assert all(fft.run(machine).cycles < 3430 for fft in CONFLICT_FREE)


@pytest.mark.parametrize(("slots", "share"), [(2, 0.5), (3, 0.7)])
@pytest.mark.parametrize("banks", [4, 8])
@pytest.mark.parametrize("kernel", ["fft128_radix4", "fft128_stockham"])
def test_share_of_peak_in_bundles(kernel: str, banks: int, slots: int, share: float) -> None:
    """FPGA paper, section V: VLIW gives 50 to 70 % of peak. Of the kernel's own FPU work, which radix 4 has less of."""
    machine = simt.Machine.load("fpga4", {"local.banks": banks, "vliw.slots": slots})
    assert Fft(kernel).run(machine).fpu_efficiency >= share


@pytest.mark.parametrize("fft", CONFLICT_FREE, ids=str)
def test_spectrum_of_every_impulse(fft: Fft) -> None:
    """Point k alone gives exp(-2 pi i k f / 128): a wrong twiddle or place cannot hide in a sum."""
    path = simt.find_program(fft.kernel)
    oracle = Oracle.beside(path)
    assert oracle is not None
    program = simt.assemble_file(path, defines=dict(fft.symbols))
    inputs = dict(oracle.inputs(program, 1))
    machine = simt.Machine.load("fpga4")
    for point in range(0, 128, 3):
        inputs["re"] = np.eye(128, dtype=np.float32)[point]
        inputs["im"] = np.zeros(128, dtype=np.float32)
        result = simt.run(program, machine, inputs=inputs, engine="functional")
        spectrum = result.local["re"] + 1j * result.local["im"]
        want = np.exp(-2j * np.pi * point * np.arange(128) / 128)
        np.testing.assert_allclose(spectrum, want, rtol=0, atol=1e-6)
