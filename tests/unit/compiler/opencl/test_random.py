"""Random expressions compute what a whole clang makes of them computes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simt.compiler.opencl import read_unit
from tests.compiler.host import arguments_of, clang_ir, run
from tests.compiler.random_c import kernel_of
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


@pytest.mark.parametrize("seed", range(examples(40, part=10)))
def test_random_expressions_are_clangs(seed: int, tmp_path: Path) -> None:
    is_equal(seed, tmp_path)
