"""The shipped kernels: each has its oracle and its header, agrees with numpy on the paper's machines, does not depend
on the order of the warps, and fft128 costs the local-memory cycles that its access pattern implies."""

from __future__ import annotations

import numpy as np
import pytest

import simt
from simt.launch.oracle import Oracle
from simt.machine.rules import SCHEDULERS
from tests.examples import nightly_but
from tests.paths import ROOT
from tests.shipped import OF_DEVICES, PLAIN

PROGRAMS = ROOT / "programs"
NAMES = sorted(PLAIN)
PRESETS = ("fpga4", "fpga8", "fpga16")

# Other sizes and numbers of threads than the defaults: kernel, machine, defines, threads (None: as .threads says).
VARIANTS = [
    ("fft128", "fpga4", {"n": 64}, None),
    ("fft128", "fpga8", {"n": 256}, None),
    ("fft", "fpga4", {"n": 128}, None),
    ("fft", "fpga4", {"n": 512}, None),
    ("fft", "fpga4", {"n": 1024}, None),
    ("fft", "fpga8", {"n": 512}, 128),
    ("fft", "fpga16", {"n": 512}, 256),
    ("fft", "fpga4", {"n": 128}, 4),
    ("fft128_radix4", "fpga4", {"sharing": 1}, None),
    ("fft128_radix4", "fpga16", {"sharing": 1}, None),
    ("elementwise_mul", "fpga8", {"n": 1024}, 128),
    ("dot", "fpga4", {"threads": 4}, None),
    ("dot", "fpga4", {"n": 512, "threads": 32}, None),
    ("dot", "fpga16", {"threads": 256}, None),
    ("dot", "fpga16", {"threads": 16}, None),
    ("prefix_sum", "fpga4", {"n": 512, "per_thread": 8}, None),
    ("prefix_sum", "fpga8", {"n": 128, "per_thread": 1}, None),
    ("prefix_sum", "fpga16", {"n": 512}, None),
    ("matmul32", "fpga8", {"threads": 128}, None),
    ("matmul32", "fpga16", {"threads": 256}, None),
    ("matmul32", "fpga4", {"n": 16}, None),
    ("fir", "fpga4", {"n": 1024}, None),
    ("fir", "fpga8", {}, 128),
    ("transpose", "fpga8", {}, 128),
    ("transpose", "fpga4", {"n": 16}, None),
    ("transpose_padded", "fpga16", {}, 256),
    ("bitonic_sort", "fpga4", {"n": 1024}, None),
    ("bitonic_sort", "fpga8", {}, 128),
    ("bitonic_sort", "fpga4", {"n": 8}, 4),
    ("add64", "fpga4", {"n": 512}, None),
    ("add64", "fpga16", {}, 256),
    ("crc32", "fpga4", {"words": 16}, None),
    ("crc32", "fpga8", {"threads": 128}, None),
]


def check(
    name: str,
    machine: simt.Machine,
    defines: dict[str, int] | None = None,
    threads: int | None = None,
    engine: str = "cycle",
) -> simt.Result:
    """Run a kernel to its end and compare every array that its oracle expects."""
    kernel = PROGRAMS / f"{name}.s"
    oracle = Oracle.beside(kernel)
    assert oracle is not None
    program = simt.assemble_file(kernel, defines=defines or {})
    inputs = oracle.inputs(program, seed=7)
    result = simt.run(program, machine, inputs=inputs, threads=threads, engine=engine)
    assert result.completed, result.stop
    found = oracle.check(result, inputs)
    assert found.passed, found
    return result


def test_there_are_programs() -> None:
    assert len(NAMES) >= 12


@pytest.mark.parametrize("name", [*NAMES, *OF_DEVICES])
def test_has_oracle_and_header(name: str) -> None:
    assert (PROGRAMS / f"{name}.py").is_file()
    text = (PROGRAMS / f"{name}.s").read_text(encoding="utf-8")
    header = text[: text.index("\n\n")]
    assert header.startswith(f"; {name}: ")
    assert all(line.startswith(";") for line in header.splitlines())
    for part in ("; Shows:", "; Mapping:", "; Sizes:"):
        assert part in header
    assert f".kernel {name}\n" in text


@pytest.mark.parametrize("name", [*NAMES, *OF_DEVICES])
def test_is_in_the_readme(name: str) -> None:
    """programs/README.md gives each kernel's program words, and they are right."""
    program = simt.assemble_file(PROGRAMS / f"{name}.s")
    rows = [line for line in (PROGRAMS / "README.md").read_text(encoding="utf-8").splitlines() if f"[`{name}`]" in line]
    assert len(rows) == 1
    cells = [cell.strip() for cell in rows[0].strip("|").split("|")]
    assert cells[-2:] == [str(program.threads), str(len(program.words))]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("preset", PRESETS)
def test_agrees_with_oracle(name: str, preset: str) -> None:
    """On both engines; the memory is the same, and the lanes of a warp agree on every jump."""
    machine = simt.Machine.load(preset)
    result = check(name, machine)
    functional = check(name, machine, engine="functional")
    np.testing.assert_array_equal(result.memory, functional.memory)
    assert result.disagreements.sum() == 0


@pytest.mark.parametrize("name", nightly_but(("fft128", "matmul32", "prefix_sum"), NAMES))
@pytest.mark.parametrize("policy", SCHEDULERS[1:])
def test_order_of_the_warps_does_not_matter(name: str, policy: str) -> None:
    machine = simt.Machine.load("fpga4")
    result = check(name, machine.replace(**{"scheduler.policy": policy}))
    np.testing.assert_array_equal(result.memory, check(name, machine).memory)


@pytest.mark.parametrize(("name", "preset", "defines", "threads"), VARIANTS)
def test_other_sizes(name: str, preset: str, defines: dict[str, int], threads: int | None) -> None:
    result = check(name, simt.Machine.load(preset), defines, threads)
    assert result.disagreements.sum() == 0


def conflict_degree(addresses: np.ndarray, banks: int) -> int:
    """LDS cycles of one access: the largest number of distinct words in one bank."""
    return int(np.bincount(np.unique(addresses) % banks).max())


def fft_passes(banks: int, n: int = 128, lanes: int = 4) -> tuple[int, int]:
    """LDS cycles of the butterflies and of the bit reversal, from the access pattern alone."""
    butterflies = reversal = 0
    bits = n.bit_length() - 1
    for warp in range(n // 2 // lanes):
        thread = np.arange(lanes) + warp * lanes
        for layer in range(bits):
            half = 1 << layer
            place = thread % half
            point = 2 * thread - place
            twiddle = place * (n // 2 // half)
            # Twice re and im, read and written: each point four times; the twiddle's two parts once.
            degrees = [conflict_degree(addresses, banks) for addresses in (twiddle, point, point + half)]
            butterflies += 2 * degrees[0] + 4 * degrees[1] + 4 * degrees[2]
        reverse = np.array([int(f"{number:0{bits}b}"[::-1], 2) for number in thread])
        for addresses in (thread, thread + n // 2, reverse, reverse + 1):
            reversal += 2 * conflict_degree(addresses, banks)
    return butterflies, reversal


@pytest.mark.parametrize(("banks", "cost"), [(4, 1728), (8, 1376)])
def test_fft128_local_memory_cycles(banks: int, cost: int) -> None:
    """The closed form of the access pattern: 1728 LDS cycles for the butterflies with 4 banks, 1376 with 8."""
    butterflies, reversal = fft_passes(banks)
    assert butterflies == cost
    assert reversal == 16 * (4 + 4 * 4)  # loads without conflicts, stores 32 words apart
    result = check("fft128", simt.Machine.load("fpga4").replace(**{"local.banks": banks}))
    assert result.passes.sum() == butterflies + reversal


def test_fft128_instructions() -> None:
    """Ten FPU operations and ten local accesses per butterfly, as the FPGA paper's 29 % of peak implies."""
    result = check("fft128", simt.Machine.load("fpga4"))
    assert result.issued_by_unit["fpu"] == 7 * 16 * 10 == 1120
    assert result.issued_by_unit["lds"] == 7 * 16 * 10 + 16 * 8
    assert result.instructions == 16 * len(result.program.words)  # unrolled: no loop, no jump


@pytest.mark.parametrize(("banks", "paper"), [(4, 3893), (8, 3430)])
def test_fft128_cycles_of_the_paper(banks: int, paper: int) -> None:
    """FPGA paper, section V: 3893 cycles, 3430 with twice the banks."""
    result = check("fft128", simt.Machine.load("fpga4").replace(**{"local.banks": banks}))
    assert abs(result.cycles / paper - 1) <= 0.03


@pytest.mark.parametrize("lanes", [4, 8, 16])
def test_padding_removes_the_conflicts_of_the_transposition(lanes: int) -> None:
    machine = simt.Machine.load(f"fpga{lanes}")
    plain, padded = check("transpose", machine), check("transpose_padded", machine)
    accesses = 1024 // lanes
    assert plain.passes.sum() == accesses + accesses * lanes  # every store: all lanes in one bank
    assert padded.passes.sum() == 2 * accesses
    assert padded.cycles < plain.cycles
