"""Kernels compute on simt what they compute on PoCL, an independent implementation of OpenCL."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import simt
from simt.compiler.backend import declarations
from simt.compiler.backend.ops import Address
from simt.compiler.errors import LACKING, wrong
from simt.launch.oracle import Oracle
from simt.launch.programs import programs_folder
from tests.compiler import partings
from tests.compiler.differential import BATCH, differences
from tests.compiler.kernels import read_unit
from tests.compiler.pocl import Launch, Pocl
from tests.shipped import OPENCL

pytest.importorskip("clang", reason="libclang is an extra")
pytest.importorskip("pyopencl", reason="pyopencl and PoCL are an extra for nightly tests")
pytestmark = pytest.mark.nightly

TYPES = {"int": np.int32, "uint": np.uint32, "float": np.float32}
# Division, square root and functions of mathematics may err by so much on each side; all others are to the bit.
TOLERANCE = {"black_scholes": 1e-6, "lu": 1e-6, "nbody": 1e-6}


@pytest.fixture(scope="module")
def pocl() -> Iterator[Pocl]:
    made = Pocl()
    yield made
    made.close()


@pytest.mark.parametrize("engine", ["functional", "cycle"])
@pytest.mark.parametrize("shipped", [name for name in OPENCL if not name.endswith("_warp")])  # 1.2 has no sub-groups
def test_a_shipped_kernel(shipped: str, engine: str, pocl: Pocl) -> None:
    path, _, function = shipped.partition("::")
    file = programs_folder() / path
    oracle = Oracle.load(file.with_suffix(".py")).module
    inputs = oracle.inputs(None, np.random.default_rng(1))
    size, group = (np.atleast_1d(sizes).tolist() for sizes in oracle.launch(None))
    kernel = read_unit(file).kernel(function)
    arguments = {
        parameter.name: np.asarray(inputs[parameter.name], TYPES.get(parameter.base_type))
        for parameter in kernel.parameters
    }
    launch = Launch(kernel.name, tuple(arguments.values()), tuple(size), tuple(group))
    (theirs,) = pocl.run(file.read_text(encoding="utf-8"), [launch])
    ours = simt.run(shipped, "gtx280", inputs=inputs, global_size=launch.size, local_size=launch.group, engine=engine)
    assert ours.completed
    for (name, given), want in zip(arguments.items(), theirs, strict=True):
        if not given.ndim:
            continue
        got = ours.arrays[name]
        if tolerance := TOLERANCE.get(kernel.name):
            assert np.abs(got - want).max() <= tolerance * np.abs(want).max(), name
        else:
            np.testing.assert_array_equal(got.view("u1"), want.view("u1"), name)


@pytest.mark.parametrize("first", range(0, 2000, BATCH))
def test_random_kernels(first: int, pocl: Pocl) -> None:
    """`python -m tests.compiler.differential SEED` shows a kernel that differs."""
    assert list(differences(range(first, first + BATCH), pocl)) == []


def test_random_kernels_find_bytes_that_are_words_only_together(pocl: Pocl, monkeypatch: pytest.MonkeyPatch) -> None:
    """With local memory always addressed by words, as it was, each of these kernels differs."""

    def by_words(self: Address, size: int) -> Address:
        if size % self.unit:
            raise wrong(LACKING, "bytes of local memory within a word")
        return replace(self, offset=self.offset + size // self.unit)

    monkeypatch.setattr(Address, "behind", by_words)
    monkeypatch.setattr(declarations, "is_by_bytes", lambda function, spaces: False)
    seeds = (16, 39, 79)
    found = [(seed, what) for seed, _, what in differences(seeds, pocl) if what.startswith("out[")]
    assert {seed for seed, _ in found} == set(seeds)


def test_kernels_whose_lanes_part(pocl: Pocl) -> None:
    """What joins are made of, a lane has to come through: on its way, with its values."""
    names = [name for name in partings.KERNELS if name != "endless"]
    given, out = partings.inputs().values()
    launches = [Launch(name, (given, out), (out.size,), (out.size,)) for name in names]
    theirs = pocl.run(partings.SOURCE.read_text(encoding="utf-8"), launches)
    for name, (_, want) in zip(names, theirs, strict=True):
        got = partings.run(name, "ipdom_stack", engine="functional").arrays["out"]
        np.testing.assert_array_equal(got, want, name)
