"""Random expressions compute what a whole clang makes of them computes, on this processor and on a machine."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import simt
from isa.reporting.source import SourceFile
from simt.compiler.opencl import translate
from simt.machine import Machine
from tests.compiler.host import arguments_of, assert_same, clang_ir, run
from tests.compiler.kernels import compile_kernel, read_unit
from tests.compiler.random_c import kernel_of
from tests.compiler.random_opencl import random_kernel
from tests.examples import examples

pytest.importorskip("clang")
pytest.importorskip("ziglang")


def is_equal(seed: int, folder: Path) -> None:
    source = folder / "k.cl"
    source.write_text(kernel_of(seed))
    unit = read_unit(source)
    results = [arguments_of(unit.kernel(), seed) for _ in range(2)]
    for ir, arguments in zip((unit.ir, clang_ir(source)), results, strict=True):
        run(ir, unit.kernel(), arguments)
    for parameter, ours, theirs in zip(unit.kernel().parameters, *results, strict=True):
        np.testing.assert_array_equal(ours.view("u1"), theirs.view("u1"), err_msg=f"{seed}: {parameter.name}")


@pytest.mark.parametrize("seed", range(examples(40, part=20)))
def test_random_expressions_are_clangs(seed: int, tmp_path: Path) -> None:
    is_equal(seed, tmp_path)


@pytest.mark.parametrize("seed", range(examples(40, part=20)))
def test_programs_of_random_expressions_are_clangs(seed: int, tmp_path: Path) -> None:
    source = tmp_path / "k.cl"
    source.write_text(kernel_of(seed, count=4))
    unit = read_unit(source)
    kernel = unit.kernel()
    want, given = arguments_of(kernel, seed), arguments_of(kernel, seed)
    run(clang_ir(source), kernel, want)
    gpu = Machine.load("gtx280")
    program = compile_kernel(unit.ir, "k", gpu, group=(1,), sources=unit.sources).program
    inputs = {parameter.name: array for parameter, array in zip(kernel.parameters, given, strict=True)}
    result = simt.run(program, gpu, inputs=inputs, global_size=8, local_size=1, engine="functional")
    assert result.stop is None
    for parameter, expected in zip(kernel.parameters, want, strict=True):
        assert_same(parameter, result.arrays[parameter.name], expected)


def test_guards_before_a_loop_and_its_way_back_are_told_apart() -> None:
    """Kernel 60019 has a loop with both; the jumps of one were taken for those of the other, and it did not compile."""
    kernel = random_kernel(60019)
    unit = translate(SourceFile("k.cl", kernel.text, tuple(kernel.text.split("\n"))))
    types = [parameter.base_type for parameter in unit.kernel().parameters]
    compiled = compile_kernel(unit.ir, kernel.name, Machine.load("hd5870"), group=kernel.group, types=types)
    assert len(compiled.program.instructions)
