"""Every shipped kernel, packed, on the engine: its oracle agrees; and the figures of the FPGA paper's variants."""

from __future__ import annotations

import json

import numpy as np
import pytest

import simt
from isa.packing.packer import pack_for_machine
from simt.launch.oracle import Oracle
from tests.commands import invoke
from tests.examples import nightly_but
from tests.paths import ROOT
from tests.shipped import PLAIN

PROGRAMS = ROOT / "programs"
NAMES = sorted(PLAIN)


@pytest.mark.parametrize("slots", [2, 3])
@pytest.mark.parametrize("name", nightly_but(("fft128_stockham", "dot", "bitonic_sort"), NAMES))
def test_packed_on_the_engine_it_computes_the_same(name: str, slots: int) -> None:
    oracle = Oracle.beside(PROGRAMS / f"{name}.s")
    assert oracle is not None
    program = simt.load_program(name)
    scalar_machine = simt.Machine.load("fpga4")
    machine = simt.Machine.load("fpga4", {"vliw.slots": slots})
    packed = pack_for_machine(program, slots, registers=machine.registers, words=machine.program.words)
    inputs = oracle.inputs(program, seed=3)
    scalar = simt.run(program, scalar_machine, inputs=inputs)
    result = simt.run(packed, machine, inputs=inputs)
    assert result.completed
    assert oracle.check(result, inputs).passed
    for array in program.locals:
        assert np.array_equal(
            np.asarray(result.local[array]).view(np.uint32), np.asarray(scalar.local[array]).view(np.uint32)
        )
    assert result.cycles <= scalar.cycles


@pytest.mark.parametrize(("slots", "share"), [(2, 0.5), (3, 0.7)])
def test_the_papers_variants_with_eight_banks(slots: int, share: float) -> None:
    arguments = ["run", "fft128_skewed", "--banks", "8", "--vliw", str(slots), "--json"]
    data = json.loads(invoke(*arguments).stdout)
    assert data["check"]["passed"]
    assert data["fpu_efficiency"] >= share


def test_the_scalar_machine_with_four_banks_beats_the_papers_with_eight() -> None:
    data = json.loads(invoke("run", "fft128_skewed", "--json").stdout)
    assert data["cycles"] < 3430
