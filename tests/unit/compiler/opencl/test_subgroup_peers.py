"""Functions of sub-groups leave on simt what they leave on another OpenCL that has them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.compiler.pocl import Pocl, PoclError
from tests.compiler.subgroup_peers import POLICIES, SIZES, differing, machine, random_case, run_there, table
from tests.compiler.subgroups import TYPES
from tests.examples import examples

pytest.importorskip("clang", reason="libclang is an extra")
pytest.importorskip("pyopencl", reason="pyopencl and an OpenCL with sub-groups are for nightly tests")
pytestmark = pytest.mark.nightly


@pytest.fixture(scope="module")
def other() -> Iterator[Pocl]:
    made = Pocl(has_subgroups=True)
    try:
        made.device()
    except PoclError as error:  # PoCL 3 has none
        pytest.skip(str(error))
    yield made
    made.close()


@pytest.mark.parametrize("parts", [False, True], ids=["together", "parted"])
@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("size", SIZES)
def test_every_function(size: int, type_: str, parts: bool, other: Pocl) -> None:
    case, _ = table(size, type_, parts=parts)
    (want,) = run_there([case], other)
    for reduces in (False, True):
        assert list(differing(case, machine(size, reduces=reduces), want)) == []


@pytest.mark.parametrize("seed", range(examples(300)))
def test_random_kernels(seed: int, other: Pocl) -> None:
    """`python -m tests.compiler.subgroup_peers SEED SEED+1` shows a kernel that differs."""
    case = random_case(seed)
    (want,) = run_there([case], other)
    on = machine(case.size, reduces=seed % 2 == 0, policy=POLICIES[seed % len(POLICIES)])
    assert list(differing(case, on, want)) == []
