"""Every kernel of the corpus computes what a whole clang makes of it computes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tests.compiler.host
from tests.compiler.host import arguments_of, assert_same, clang_ir, run, verified
from tests.compiler.kernels import read_unit
from tests.examples import nightly_but

pytest.importorskip("clang")
pytest.importorskip("ziglang")

CORPUS = sorted((Path(tests.compiler.host.__file__).parent / "corpus").glob("*.cl"))


# What is compiled from all of it computes the same too (test_programs.py).
@pytest.mark.parametrize("name", nightly_but(("pointers", "records"), [path.stem for path in CORPUS]))
def test_it_computes_what_clang_makes_of_it(name: str) -> None:
    source = next(path for path in CORPUS if path.stem == name)
    unit = read_unit(source)
    theirs = clang_ir(source)
    verified(unit.ir)
    for kernel in unit.kernels.values():
        for seed in (1, 2):
            before = arguments_of(kernel, seed)
            results = [arguments_of(kernel, seed) for _ in range(2)]
            for ir, arguments in zip((unit.ir, theirs), results, strict=True):
                run(ir, kernel, arguments)
            for parameter, ours, other in zip(kernel.parameters, *results, strict=True):
                assert_same(parameter, ours, other)
            assert any(np.any(a.view("u1") != b.view("u1")) for a, b in zip(before, results[0], strict=True))
